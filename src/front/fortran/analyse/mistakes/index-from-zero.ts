/** Indices of threads and loops that begin at 0, as in C, for arrays that begin at 1. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import { bodiesOf } from '../../bodies-of.ts';
import * as kernelErrors from '../../errors/kernels.ts';
import type { Expr, Procedure, Shape, Stmt, Variable } from '../../program.ts';
import { integerOf } from '../types.ts';
import { type Event, events } from '../walk-program.ts';
import { type Linear, linear } from './linear.ts';
import { bare, eventsOf, partsRead, setOnce, within } from './walk.ts';

export function checkIndexFromZero(report: (d: Diagnostic) => void, p: Procedure): void {
  const body = p.body?.statements ?? [];
  const values = setOnce(body);
  const from = new Map<Variable, Expr>();
  for (const [v, value] of values) if (beginsAtZero(linear(value, values))) from.set(v, value);
  const asked = askedFromBelow(body);
  for (const v of asked) from.delete(v);
  if (from.size > 0) checkSubscripts(report, eventsOf(body), from);
  // An index of several loops begins at 0 in the one that says so.
  const told = new Set<Variable>();
  eachLoop(body, (s) => {
    if (asked.has(s.index) || told.has(s.index) || !beginsAtZero(linear(s.from, values))) return;
    if (s.step !== undefined && isNegative(s.step)) return;
    const own = new Map([[s.index, s.from]]);
    checkSubscripts(report, events(s.body), own);
    if (own.size === 0) told.add(s.index);
  });
}

/** What is told is taken out of `from`. */
function checkSubscripts(report: (d: Diagnostic) => void, list: readonly Event[], from: Map<Variable, Expr>): void {
  for (const e of list) {
    const whole = e.kind === 'read' ? e.value : e.kind === 'write' ? e.to : undefined;
    for (const x of whole ? within(whole) : []) {
      const found = subscriptFromZero(x, from);
      if (!found) continue;
      report(kernelErrors.indexFromZero(found.at.span, found.array, found.index, from.get(found.index)!.span));
      from.delete(found.index);
    }
  }
}

function eachLoop(list: readonly Stmt[], see: (s: Extract<Stmt, { kind: 'do' }>) => void): void {
  for (const s of list) {
    if (s.kind === 'do') see(s);
    for (const b of bodiesOf(s)) eachLoop(b, see);
  }
}

/** `threadIdx%x - 1`, `(blockIdx%x - 1) * blockDim%x + threadIdx%x - 1`, or just 0. */
function beginsAtZero(a: Linear | undefined): boolean {
  if (!a) return false;
  if (a.terms.size === 0) return a.plus === 0n;
  if (a.plus !== -1n) return false;
  return (['x', 'y', 'z'] as const).some((axis) => {
    const thread = a.terms.get(`threadidx%${axis}`) === 1n;
    if (a.terms.size === 1) return thread;
    const block = a.terms.get(`blockdim%${axis}*blockidx%${axis}`) === 1n && a.terms.get(`blockdim%${axis}`) === -1n;
    return a.terms.size === 3 && thread && block;
  });
}

function isNegative(step: Expr): boolean {
  const a = linear(step, new Map());
  if (!a || a.terms.size === 0) return a === undefined || a.plus < 0n;
  return a.plus < 0n || [...a.terms].some(([k, n]) => n < 0n || !/^(?:(?:blockdim|griddim)%.\*?)+$/.test(k));
}

const belowRight: ReadonlySet<string> = new Set(['eq', 'ne', 'gt', 'ge']);
const belowLeft: ReadonlySet<string> = new Set(['eq', 'ne', 'lt', 'le']);

/** Variables of which a condition may ask whether they are more than 0. */
function askedFromBelow(body: readonly Stmt[]): ReadonlySet<Variable> {
  const found = new Set<Variable>();
  const add = (e: Expr): void => {
    for (const x of within(e)) if (x.kind === 'variable') found.add(x.variable);
  };
  for (const x of partsRead(body)) {
    if (x.kind === 'intrinsic' && (x.name === 'max' || x.name === 'merge')) add(x);
    if (x.kind !== 'binary') continue;
    if (belowRight.has(x.operator)) add(x.left);
    if (belowLeft.has(x.operator)) add(x.right);
  }
  return found;
}

/** `a(i)` with nothing added to `i`. */
function subscriptFromZero(
  e: Expr,
  from: ReadonlyMap<Variable, Expr>,
): { readonly at: Expr; readonly array: Variable; readonly index: Variable } | undefined {
  if (e.kind !== 'element' || e.base.kind !== 'variable') return undefined;
  const array = e.base.variable;
  if (array.attributes.pointer || array.attributes.allocatable) return undefined;
  const lowers = lowersOf(array.shape);
  for (const [k, s] of e.subscripts.entries()) {
    const index = s.kind === 'index' ? bare(s.value) : undefined;
    if (index?.kind === 'variable' && lowers[k] === 1n && from.has(index.variable))
      return { at: index, array, index: index.variable };
  }
  return undefined;
}

function lowersOf(shape: Shape | undefined): (bigint | undefined)[] {
  if (shape?.kind === 'explicit') return shape.bounds.map((b) => integerOf(b.lower));
  if (shape?.kind === 'assumed-size') return [...shape.bounds.map((b) => b.lower), shape.lastLower].map(integerOf);
  return shape?.kind === 'assumed-shape' ? shape.lowers.map(integerOf) : [];
}
