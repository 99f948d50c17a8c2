/**
 * Calls whose arguments are not of the types that the definition takes: of addresses only the kind may differ, as C sees them all alike. Where a function of the
 * library takes an integer of 32 bits and the program's own interface says 64 (handles as `type(c_ptr)`), the lower half goes, as in a register.
 */
import type { Diagnostic } from '../base/diagnostic.ts';
import { nowhere } from '../base/source.ts';
import { op } from './build.ts';
import type { Expression, Fn, Statement } from './module.ts';
import type { ValueType } from './types.ts';
import { eachStatement, mapStatement } from './walk.ts';

type Call = Extract<Statement, { kind: 'call' | 'launch' }>;

export function withAgreeingCalls(fn: Fn, functions: ReadonlyMap<string, Fn>, diagnostics: Diagnostic[]): Fn {
  let differs = false;
  eachStatement(fn.body, (s) => {
    const callee = s.kind === 'call' || s.kind === 'launch' ? calleeOf(s, functions) : undefined;
    if (!callee || (s.kind !== 'call' && s.kind !== 'launch') || agrees(s.args, callee)) return;
    if (canAgree(s.args, callee)) differs = true;
    else diagnostics.push(mismatch(callee, s, fn));
  });
  if (!differs) return fn;
  const list = (body: readonly Statement[]): readonly Statement[] =>
    body.map((s) => {
      const inner = mapStatement(s, { expression: (e) => e, body: list });
      const callee = inner.kind === 'call' || inner.kind === 'launch' ? calleeOf(inner, functions) : undefined;
      if (!callee || (inner.kind !== 'call' && inner.kind !== 'launch') || !canAgree(inner.args, callee)) return inner;
      return { ...inner, args: inner.args.map((a, i) => asType(a, callee.locals[i]!.type)) };
    });
  return { ...fn, body: list(fn.body) };
}

function calleeOf(s: Call, functions: ReadonlyMap<string, Fn>): Fn | undefined {
  const callee = s.kind === 'call' ? s.callee : s.kernel;
  return callee.kind === 'direct' ? functions.get(callee.name) : undefined;
}

function agrees(args: readonly Expression[], callee: Fn): boolean {
  return args.length === callee.params && args.every((a, i) => a.type === callee.locals[i]!.type);
}

function canAgree(args: readonly Expression[], callee: Fn): boolean {
  return args.length === callee.params && args.every((a, i) => canBecome(a.type, callee.locals[i]!.type, callee));
}

function canBecome(given: ValueType, taken: ValueType, callee: Fn): boolean {
  if (given === taken || (isAddress(given) && isAddress(taken))) return true;
  return isAddress(given) && taken === 'i32' && callee.at === nowhere;
}

/** A C pointer, or an integer that holds one. */
function isAddress(t: ValueType): boolean {
  return t === 'i64' || t.startsWith('ptr.');
}

function asType(e: Expression, wanted: ValueType): Expression {
  if (e.type === wanted) return e;
  const number = e.type === 'i64' ? e : op('to.address', [e]);
  if (wanted === 'i32') return op('wrap', [number]);
  return wanted === 'i64' ? number : op('from.address', [number], wanted);
}

function mismatch(callee: Fn, s: Call, fn: Fn): Diagnostic {
  const at = s.at ?? fn.at;
  return {
    severity: 'error',
    code: 'interface-mismatch',
    message: `the arguments of this call do not agree with the definition of \`${callee.name}\``,
    labels: [{ at, text: 'called here' }, ...(callee.at === nowhere ? [] : [{ at: callee.at, text: 'defined here' }])],
    help: 'write the interface block like the definition: the same number of arguments, the same types, kinds and `value`',
  };
}
