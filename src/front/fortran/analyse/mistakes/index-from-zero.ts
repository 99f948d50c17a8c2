/** Indices of threads and loops that begin at 0, as in C, for arrays that begin at 1. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import { isComparison, mirrored, opposite } from '../../../../ir/negated.ts';
import { bodiesOf } from '../../bodies-of.ts';
import * as kernelErrors from '../../errors/kernels.ts';
import type { Expr, Procedure, Shape, Stmt, Variable } from '../../program.ts';
import { integerOf } from '../types.ts';
import { type Event, events } from '../walk-program.ts';
import { type Linear, linear } from './linear.ts';
import { bare, eachStatement, eventsOf, partsRead, setOnce, within } from './walk.ts';

export function checkIndexFromZero(report: (d: Diagnostic) => void, p: Procedure): void {
  const body = p.body?.statements ?? [];
  const values = setOnce(body);
  const from = new Map<Variable, Expr>();
  for (const [v, value] of values) if (beginsAtZero(linear(value, values))) from.set(v, value);
  const asked = askedFromBelow(body, values);
  for (const [v, value] of from) if (asked.here.has(v) || isMadeOf(value, asked.before, values)) from.delete(v);
  if (from.size > 0) checkSubscripts(report, eventsOf(body), from);
  // An index of several loops begins at 0 in the one that says so.
  const told = new Set<Variable>();
  eachLoop(body, (s) => {
    if (asked.here.has(s.index) || told.has(s.index) || !beginsAtZero(linear(s.from, values))) return;
    if (isMadeOf(s.from, asked.before, values)) return;
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

/** What a condition asks about an index: a variable, or `threadidx%x` and its like. */
type Name = Variable | string;
/** `here`: variables that may be compared with a least value; `before`: names whose least value no longer is the first one where something is computed from them. */
type Asked = { readonly here: ReadonlySet<Variable>; readonly before: ReadonlySet<Name> };
type Comparison = Extract<Expr, { kind: 'binary' }>;

const aboveRight: ReadonlySet<string> = new Set(['eq', 'ne', 'gt', 'ge']);

function askedFromBelow(body: readonly Stmt[], values: ReadonlyMap<Variable, Expr>): Asked {
  const here = new Set<Variable>();
  const before = new Set<Name>();
  const add = (e: Expr): void => {
    for (const x of within(e)) if (x.kind === 'variable') here.add(x.variable);
  };
  const isAbove = (low: Expr, operator: string, than: Expr, isAfter: boolean): void => {
    if (!aboveRight.has(operator)) return;
    add(low);
    const name = nameOf(low);
    if (name === undefined || (operator === 'eq' && !isAfter)) return;
    const least = integerOf(than);
    const first = typeof name !== 'string' && beginsAtZero(linear(low, values)) ? 0n : 1n;
    if (least === undefined || operator === 'eq' || operator === 'ne' || least + (operator === 'gt' ? 1n : 0n) > first)
      before.add(name);
  };
  const contexts = comparisonsOf(body);
  for (const x of partsRead(body)) {
    if (x.kind === 'intrinsic' && (x.name === 'max' || x.name === 'merge')) add(x);
    if (x.kind !== 'binary' || !isComparison(x.operator)) continue;
    const at = contexts.get(x);
    for (const isAfter of at === 'either' ? [false, true] : [at === 'after']) {
      const operator = isAfter ? opposite[x.operator] : x.operator;
      isAbove(x.left, operator, x.right, isAfter);
      isAbove(x.right, mirrored[operator], x.left, isAfter);
    }
  }
  eachStatement(body, (s) => {
    const name = s.kind === 'select-case' ? nameOf(s.selector) : undefined;
    if (name !== undefined) before.add(name);
  });
  return { here, before };
}

/** Comparisons that a branch is chosen by and whose opposite holds behind it, as it leaves, or in what stands beside it as well. */
function comparisonsOf(body: readonly Stmt[]): ReadonlyMap<Comparison, 'after' | 'either'> {
  const found = new Map<Comparison, 'after' | 'either'>();
  const add = (e: Expr, at: 'after' | 'either'): void => {
    const x = bare(e);
    if (x.kind !== 'binary') return;
    if (x.operator in mirrored) found.set(x, at);
    if (x.operator !== 'or' && x.operator !== 'and') return;
    add(x.left, at);
    add(x.right, at);
  };
  eachStatement(body, (s) => {
    if (s.kind !== 'if') return;
    const alone = s.arms.length === 1 && s.otherwise.length === 0;
    for (const arm of s.arms) {
      const leaves = arm.body.length === 1 && leaving.has(arm.body[0]!.kind);
      if (leaves && alone) add(arm.condition, 'after');
      else if (!alone || leaving.has(arm.body.at(-1)?.kind ?? 'continue')) add(arm.condition, 'either');
    }
  });
  return found;
}

const leaving: ReadonlySet<Stmt['kind']> = new Set(['return', 'cycle', 'exit', 'goto']);

function nameOf(e: Expr): Name | undefined {
  const x = bare(e);
  if (x.kind === 'builtin') return `${x.name}%${x.axis ?? ''}`;
  return x.kind === 'variable' ? x.variable : undefined;
}

/** Is a value computed from one of these names, itself or through variables that are set once? */
function isMadeOf(e: Expr, names: ReadonlySet<Name>, values: ReadonlyMap<Variable, Expr>): boolean {
  return within(e).some((x) => {
    const name = nameOf(x);
    if (name === undefined) return false;
    const value = typeof name === 'string' ? undefined : values.get(name);
    return names.has(name) || (value !== undefined && value !== e && isMadeOf(value, names, values));
  });
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
