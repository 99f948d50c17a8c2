/**
 * Host arrays of which the loop of a CUF kernel may only reduce one element (`h(2) = h(2) + x`): whether that is so is known when the loop's body has been read, so that
 * the message about them is held back until then.
 */
import type { Span } from '../../../../base/source.ts';
import * as deviceErrors from '../../errors/device.ts';
import type { Expr, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env, HeldArrays, Scope } from '../context.ts';
import { eachVariable } from '../walk-program.ts';
import { eachStatement, mentions } from '../walk-tree.ts';

/** The names of arrays that have an element set of which the subscripts name no index of the loops. */
export function heldArrays(around: Scope, body: tree.Block, indices: readonly Variable[]): HeldArrays {
  const own = new Set(indices.map((v) => v.name));
  const names = new Set<string>();
  eachStatement(body, (s) => {
    if (s.kind !== 'assignment' || mentions(s.target, own)) return;
    let part: tree.Expression = s.target;
    while (part.kind === 'component' || part.kind === 'call-or-index') part = part.base;
    if (part.kind === 'name' && part !== s.target) names.add(part.text);
  });
  return { around, names, references: new Map() };
}

/** A variable of a block inside of the loop, or a name of an associate construct there. */
export function isThreadsOwn(env: Env, v: Variable): boolean {
  for (let s: Scope | undefined = env.scope; s && s !== env.heldArrays?.around; s = s.parent) {
    if (v.storage === 'automatic' && s.locals.includes(v)) return true;
    if (v.storage === 'associate' && s.names.get(v.name)?.meaning === v) return true;
  }
  return false;
}

/** Whether the message about this reference waits. */
export function holdsBack(env: Env, v: Variable, at: Span): boolean {
  const held = env.heldArrays;
  if (!held?.names.has(v.name)) return false;
  const known = held.references.get(v);
  if (known) known.count++;
  else held.references.set(v, { count: 1, at });
  return true;
}

/** Tells of the arrays to which something refers that is no reduction; `reduced` are both sides of the reductions. */
export function tellHeldArrays(env: Env, held: HeldArrays, reduced: readonly Expr[]): boolean {
  let good = true;
  for (const [v, { count, at }] of held.references) {
    let taken = 0;
    for (const e of reduced)
      eachVariable(e, (x) => {
        if (x === v) taken++;
      });
    if (taken === count) continue;
    good = false;
    env.file.report(deviceErrors.hostArrayOnDevice(v, at, 'kernel-loop'));
  }
  return good;
}
