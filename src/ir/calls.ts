/** The calls of a function's body: many ask for them, so they are looked for once. */
import type { Statement } from './module.ts';
import { eachStatement } from './walk.ts';

export type Call = Extract<Statement, { readonly kind: 'call' | 'launch' }>;

const known = new WeakMap<readonly Statement[], readonly Call[]>();
const none: readonly Call[] = [];

/** All calls and launches, nested ones too, in the order of the text. */
export function callsIn(body: readonly Statement[]): readonly Call[] {
  const before = known.get(body);
  if (before) return before;
  const found: Call[] = [];
  eachStatement(body, (s) => {
    if (s.kind === 'call' || s.kind === 'launch') found.push(s);
  });
  const calls = found.length === 0 ? none : found;
  known.set(body, calls);
  return calls;
}

/** The functions that are called by name, once for each call. */
export function calleesIn(body: readonly Statement[]): readonly string[] {
  return callsIn(body).flatMap((s) => (s.kind === 'call' && s.callee.kind === 'direct' ? s.callee.name : []));
}
