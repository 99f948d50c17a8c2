/** All threads set the same place, each to a value of its own. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import { bodiesOf } from '../../bodies-of.ts';
import * as kernelErrors from '../../errors/kernels.ts';
import { onDevice } from '../../placement.ts';
import type { Expr, Procedure, Stmt, Variable } from '../../program.ts';
import { someInside } from '../walk-program.ts';
import { dependsOnThread } from './linear.ts';
import { bare, partsRead, rootOf, setOnce, sourceText, within } from './walk.ts';

type Values = ReadonlyMap<Variable, Expr>;
type Assignment = Extract<Stmt, { kind: 'assign' }>;

export function checkRaces(report: (d: Diagnostic) => void, p: Procedure): void {
  const body = p.body?.statements ?? [];
  if (locks(body)) return;
  const values = setOnce(body);
  look(report, body, values, new Set(), false);
}

/** Kernels with locks or flags know what they do. */
function locks(body: readonly Stmt[]): boolean {
  return partsRead(body).some((x) => x.kind === 'library-call' && /^atomic(?:cas|exch|inc|dec)/i.test(x.routine.name));
}

/** `singled`: a condition lets one thread through, or may do so. */
function look(
  report: (d: Diagnostic) => void,
  list: readonly Stmt[],
  values: Values,
  loops: ReadonlySet<Variable>,
  singled: boolean,
): void {
  let alone = singled;
  for (const s of list) {
    if (s.kind === 'assign' && !alone) checkAssignment(report, s, values, loops);
    if (s.kind === 'if') {
      let any = alone;
      for (const arm of s.arms) {
        any ||= singlesOut(arm.condition);
        look(report, arm.body, values, loops, any);
        if (any && leaves(arm.body)) alone = true;
      }
      look(report, s.otherwise, values, loops, any);
      if (s.arms.some((a) => leaves(a.body) && mayLeaveOne(a.condition))) alone = true;
      continue;
    }
    const chooses = s.kind === 'select-case' || s.kind === 'select-type' || s.kind === 'do-while';
    const inner = s.kind === 'do' ? new Set([...loops, s.index]) : loops;
    for (const b of bodiesOf(s)) look(report, b, values, inner, alone || chooses);
  }
}

/** A comparison for equality may hold for one thread only; so may what a function says, or a flag. */
function singlesOut(e: Expr): boolean {
  const x = bare(e);
  if (x.kind === 'binary' && (x.operator === 'eq' || x.operator === 'eqv')) return true;
  if (x.kind === 'call' || x.kind === 'library-call' || (x.type.base === 'logical' && x.kind === 'variable'))
    return true;
  if (x.kind === 'element' || x.kind === 'part') return true;
  if (x.kind === 'binary' && (x.operator === 'lt' || x.operator === 'le') && constantOne(x.right)) return true;
  return someInside(x, singlesOut);
}

function constantOne(e: Expr): boolean {
  const x = bare(e);
  return x.kind === 'constant' && typeof x.value === 'bigint' && x.value <= 2n;
}

/** `if (i /= 1) return`, `if (i > 1) return`. */
function mayLeaveOne(e: Expr): boolean {
  const x = bare(e);
  if (x.kind !== 'binary') return someInside(x, mayLeaveOne);
  if (x.operator === 'ne' || x.operator === 'neqv') return true;
  if ((x.operator === 'gt' || x.operator === 'ge') && constantOne(x.right)) return true;
  return mayLeaveOne(x.left) || mayLeaveOne(x.right);
}

function leaves(list: readonly Stmt[]): boolean {
  return list.some((s) => s.kind === 'return' || s.kind === 'goto' || s.kind === 'cycle' || s.kind === 'exit');
}

function checkAssignment(
  report: (d: Diagnostic) => void,
  s: Assignment,
  values: Values,
  loops: ReadonlySet<Variable>,
): void {
  const place = s.to;
  if (place.rank > 0 || (place.kind !== 'variable' && place.kind !== 'element')) return;
  const root = rootOf(place);
  if (!root || !isCommon(root) || !hasFixedPlace(place, loops)) return;
  if (!dependsOnThread(s.value, values)) return;
  const old = within(s.value).find(
    (e) => rootOf(e) === root && sourceText(e).toLowerCase() === sourceText(place).toLowerCase(),
  );
  report(kernelErrors.race(place, s.value, old));
}

/** Memory that all threads of the grid, or of the block, share. */
function isCommon(v: Variable): boolean {
  if (v.storage === 'dummy') return !v.attributes.value;
  // A local that is said to be on the device is each thread's own.
  if (v.storage === 'automatic' && v.attributes.placement === 'device') return false;
  return onDevice(v.attributes.placement);
}

function hasFixedPlace(e: Expr, loops: ReadonlySet<Variable>): boolean {
  if (e.kind === 'variable') return true;
  if (e.kind !== 'element' || e.base.kind !== 'variable') return false;
  return e.subscripts.every((s) => s.kind === 'index' && bare(s.value).kind === 'constant') && loops.size >= 0;
}
