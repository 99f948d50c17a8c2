/** `blockIdx%x * blockDim%x + threadIdx%x`, as in CUDA C: in Fortran both count from 1. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as kernelErrors from '../../errors/kernels.ts';
import type { Expr, Procedure, Shape, Stmt, Subscript } from '../../program.ts';
import { integerOf } from '../types.ts';
import { eachInside, someInside } from '../walk-program.ts';
import { type Linear, linear } from './linear.ts';
import { bare, eventsOf, within } from './walk.ts';

type Report = (d: Diagnostic) => void;

export function checkThreadIndex(report: Report, p: Procedure): void {
  const body = p.body?.statements ?? [];
  for (const e of eventsOf(body)) {
    const whole = e.kind === 'read' ? e.value : e.kind === 'write' ? e.to : undefined;
    if (whole && asksForThread(whole)) lookForSums(report, whole);
  }
  checkFirstThread(report, body);
}

function asksForThread(e: Expr): boolean {
  return e.kind === 'builtin' ? e.name === 'threadidx' : someInside(e, asksForThread);
}

/** Whole sums only: a part of one says nothing. */
function lookForSums(report: Report, e: Expr): void {
  const x = bare(e);
  const axis = isSum(x) ? cStyleAxis(linear(x, new Map())) : undefined;
  if (axis) report(kernelErrors.zeroBasedIndex(x.span, axis));
  for (const part of partsOfSum(x)) eachInside(part, (inner) => lookForSums(report, inner));
}

function isSum(e: Expr): e is Extract<Expr, { kind: 'binary' }> {
  return e.kind === 'binary' && (e.operator === 'add' || e.operator === 'subtract');
}

function partsOfSum(e: Expr): Expr[] {
  const x = bare(e);
  return isSum(x) ? [...partsOfSum(x.left), ...partsOfSum(x.right)] : [x];
}

const axes = (['x', 'y', 'z'] as const).map((axis) => ({
  axis,
  block: `blockdim%${axis}*blockidx%${axis}`,
  thread: `threadidx%${axis}`,
}));

function cStyleAxis(a: Linear | undefined): 'x' | 'y' | 'z' | undefined {
  if (a?.terms.size !== 2) return undefined;
  return axes.find(({ block, thread }) => a.terms.get(block) === 1n && a.terms.get(thread) === 1n)?.axis;
}

/** `a(threadIdx%x - 1)` where every thread comes, and the array begins at 1. */
function checkFirstThread(report: Report, body: readonly Stmt[]): void {
  for (const s of body) {
    if (s.kind !== 'assign') return;
    for (const whole of [s.to, s.value])
      for (const e of within(whole)) {
        if (e.kind !== 'element' || e.base.kind !== 'variable') continue;
        const lowers = lowersOf(e.base.variable.shape);
        const wrong = e.subscripts.find((x, i) => lowers[i] === 1n && isBeforeFirst(x));
        if (wrong?.kind === 'index') report(kernelErrors.subscriptZero(wrong.value.span, e.base.variable));
      }
  }
}

function isBeforeFirst(s: Subscript): boolean {
  const a = s.kind === 'index' ? linear(s.value, new Map()) : undefined;
  return a?.plus === -1n && a.terms.size === 1 && [...a.terms].every(([k, n]) => /^threadidx%.$/.test(k) && n === 1n);
}

function lowersOf(shape: Shape | undefined): (bigint | undefined)[] {
  if (shape?.kind === 'explicit') return shape.bounds.map((b) => integerOf(b.lower));
  if (shape?.kind === 'assumed-size') return [...shape.bounds.map((b) => b.lower), shape.lastLower].map(integerOf);
  return shape?.kind === 'assumed-shape' ? shape.lowers.map(integerOf) : [];
}
