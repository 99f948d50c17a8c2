/** All threads store to all of an array, and then each to its own element of it: who is late wipes out what others have done. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import { bodiesOf } from '../../bodies-of.ts';
import * as kernelErrors from '../../errors/kernels.ts';
import { onDevice } from '../../placement.ts';
import type { Expr, Procedure, Stmt, Variable } from '../../program.ts';
import { dependsOnThread } from './linear.ts';
import { bare, rootOf, setOnce } from './walk.ts';

type Values = ReadonlyMap<Variable, Expr>;
/** What all threads have stored to since the last barrier. */
type Cleared = Map<Variable, Expr>;

export function checkClearedByAll(report: (d: Diagnostic) => void, p: Procedure): void {
  const body = p.body?.statements ?? [];
  look(report, body, setOnce(body), new Map(), false);
}

/** `some`: a condition decides which threads get here. */
function look(
  report: (d: Diagnostic) => void,
  list: readonly Stmt[],
  values: Values,
  cleared: Cleared,
  some: boolean,
): void {
  for (const s of list) {
    if (s.kind === 'assign') store(report, s.to, values, cleared, some);
    else if (s.kind === 'call' || s.kind === 'library-call') cleared.clear();
    const chooses = s.kind === 'if' || s.kind === 'select-case' || s.kind === 'do-while' || s.kind === 'where';
    const inner = s.kind === 'do' ? new Map([...values, [s.index, s.from]]) : values;
    for (const b of bodiesOf(s)) look(report, b, inner, cleared, some || chooses);
  }
}

function store(report: (d: Diagnostic) => void, to: Expr, values: Values, cleared: Cleared, some: boolean): void {
  const root = rootOf(to);
  if (!root?.shape || !isCommon(root)) return;
  const before = cleared.get(root);
  if (
    before &&
    to.kind === 'element' &&
    to.subscripts.some((s) => s.kind === 'index' && dependsOnThread(s.value, values))
  ) {
    report(kernelErrors.clearedByAll(before, to));
    cleared.delete(root);
  } else if (!some && isSameForAll(to, values)) cleared.set(root, to);
}

/** Memory that threads of the block, or of the grid, share. */
function isCommon(v: Variable): boolean {
  if (v.storage === 'dummy') return !v.attributes.value;
  return v.storage !== 'automatic' ? onDevice(v.attributes.placement) : v.attributes.placement === 'shared';
}

/** Does each thread name the same place? What is not known for certain differs. */
function isSameForAll(e: Expr, values: Values): boolean {
  if (e.kind === 'variable') return true;
  if (e.kind !== 'element' || e.base.kind !== 'variable') return false;
  return e.subscripts.every((s) => {
    if (s.kind === 'vector') return false;
    const parts = s.kind === 'index' ? [s.value] : [s.from, s.to, s.step];
    return parts.every((x) => x === undefined || isUniform(x, values, 0));
  });
}

function isUniform(e: Expr, values: Values, depth: number): boolean {
  const x = bare(e);
  if (x.kind === 'constant') return true;
  if (x.kind === 'builtin') return x.name === 'blockdim' || x.name === 'griddim';
  if (x.kind === 'binary') return isUniform(x.left, values, depth) && isUniform(x.right, values, depth);
  if (x.kind === 'unary') return isUniform(x.operand, values, depth);
  if (x.kind !== 'variable' || x.variable.shape) return false;
  const value = values.get(x.variable);
  if (value) return depth < 20 && isUniform(value, values, depth + 1);
  return x.variable.storage === 'dummy' && x.variable.attributes.value;
}
