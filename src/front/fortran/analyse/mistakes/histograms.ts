/** `h(k) = h(k) + 1` where several threads, or turns of a CUF kernel, have the same k: counts get lost. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import { bodiesOf } from '../../bodies-of.ts';
import * as kernelErrors from '../../errors/kernels.ts';
import { onDevice } from '../../placement.ts';
import type { Expr, Stmt, Variable } from '../../program.ts';
import { dependsOnThread } from './linear.ts';
import { bare, partsRead, rootOf, setOnce, sourceText, within } from './walk.ts';

type Values = ReadonlyMap<Variable, Expr>;

/** `indices`: of the loops of a CUF kernel; none in a kernel, whose threads know themselves. */
export function checkHistograms(
  report: (d: Diagnostic) => void,
  body: readonly Stmt[],
  indices: readonly Variable[],
): void {
  if (takesTurns(body)) return;
  look(report, body, setOnce(body), new Set(indices));
}

/** Kernels with locks know what they do. */
function takesTurns(body: readonly Stmt[]): boolean {
  return partsRead(body).some(
    (x) => x.kind === 'library-call' && /^(?:atomic(?:cas|exch)|match_)/i.test(x.routine.name),
  );
}

function look(
  report: (d: Diagnostic) => void,
  list: readonly Stmt[],
  values: Values,
  indices: ReadonlySet<Variable>,
): void {
  for (const s of list) {
    if (s.kind === 'assign') checkCount(report, s, values, indices);
    // A thread alone may count as it likes.
    if (s.kind === 'if' && s.arms.some((a) => asksForOne(a.condition))) continue;
    for (const b of bodiesOf(s)) look(report, b, values, indices);
  }
}

function asksForOne(e: Expr): boolean {
  return within(e).some((x) => x.kind === 'binary' && (x.operator === 'eq' || x.operator === 'ne'));
}

function checkCount(
  report: (d: Diagnostic) => void,
  s: Extract<Stmt, { kind: 'assign' }>,
  values: Values,
  indices: ReadonlySet<Variable>,
): void {
  const root = rootOf(s.to);
  if (s.to.rank > 0 || s.to.kind !== 'element' || s.to.base.kind !== 'variable' || !root || !isCommon(root)) return;
  if (s.to.subscripts.length !== 1 || !addsConstant(s.to, s.value)) return;
  const [only] = s.to.subscripts;
  if (only?.kind === 'index' && isBin(only.value, values, indices)) report(kernelErrors.lostCounts(s.to, s.value));
}

/** Memory that all threads share. */
function isCommon(v: Variable): boolean {
  if (v.storage === 'dummy') return !v.attributes.value;
  return v.storage !== 'automatic' ? onDevice(v.attributes.placement) : v.attributes.placement === 'shared';
}

/** The place itself and a constant. */
function addsConstant(to: Expr, value: Expr): boolean {
  const x = bare(value);
  if (x.kind !== 'binary' || x.operator !== 'add') return false;
  const text = sourceText(to).toLowerCase();
  return [
    [x.left, x.right],
    [x.right, x.left],
  ].some(([a, b]) => a && b && sourceText(bare(a)).toLowerCase() === text && bare(b).kind === 'constant');
}

/** One of few, chosen by data or by the remainder of an index: nothing that threads have for themselves. */
function isBin(e: Expr, values: Values, indices: ReadonlySet<Variable>): boolean {
  const x = settled(e, values);
  const parts = within(x);
  const remainder = parts.some(
    (y) => y.kind === 'intrinsic' && (y.name === 'mod' || y.name === 'modulo') && isOwn(y, values, indices),
  );
  if (remainder) return plainBut(x);
  const rounded = parts.some(
    (y) =>
      y.kind === 'intrinsic' &&
      ['int', 'floor', 'nint', 'ceiling'].includes(y.name) &&
      within(y).some((z) => z.kind === 'element' && z.type.base === 'real' && isOwn(z, values, indices)),
  );
  return rounded && plainBut(x);
}

function settled(e: Expr, values: Values): Expr {
  const x = bare(e);
  return x.kind === 'variable' ? bare(values.get(x.variable) ?? x) : x;
}

/** No more than a constant is added: nothing else tells threads apart. */
function plainBut(x: Expr): boolean {
  if (x.kind !== 'binary') return true;
  return (
    (x.operator === 'add' || x.operator === 'subtract') && [x.left, x.right].some((y) => bare(y).kind === 'constant')
  );
}

function isOwn(e: Expr, values: Values, indices: ReadonlySet<Variable>): boolean {
  return dependsOnThread(e, values) || within(e).some((y) => y.kind === 'variable' && indices.has(y.variable));
}
