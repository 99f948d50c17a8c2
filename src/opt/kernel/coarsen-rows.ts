/**
 * Thread coarsening along y. Where the threads of a column (same x) hand values to each other through shared memory, and nobody hands any to another column, as in trees of sums over the rows of a
 * tile, the first row's threads do the work of all rows: each barrier between is kept by the order of its statements, and what the column shares lies in its thread's locals. Only for blocks
 * of a known size with one plane.
 */

import { eq, i32, special } from '../../ir/build.ts';
import { isPlainBarrier } from '../../ir/effects.ts';
import { liveBefore } from '../../ir/liveness.ts';
import type { BlockSize, Expression, Fn, Statement } from '../../ir/module.ts';
import { sizeOf } from '../../ir/types.ts';
import { eachExpressionIn, eachStatement, localsSet, someStatement } from '../../ir/walk.ts';
import { type Access, type Cells, nodesIn, type RowMaker, rowMaker, type Segment } from './column-cells.ts';
import { numbersOf } from './shared-places.ts';

/** Statements and expressions that are written at most, and rows whose cells still find room in registers or near them. */
const nodesAtMost = 4096;
const rowsAtMost = 32;

export function coarsenRows(kernel: Fn, [columns, rows, planes]: BlockSize): Fn {
  if (planes !== 1 || rows < 2 || rows > rowsAtMost) return kernel;
  const end = kernel.body.at(-1)?.kind === 'return' ? kernel.body.length - 1 : kernel.body.length;
  const segments = segmentsOf(kernel.body.slice(0, end));
  if (segments.length < 2 || someStatement(segments.flat(), (s) => s.kind === 'return')) return kernel;
  const values = numbersOf(kernel);
  const locals = [...kernel.locals];
  const maker = rowMaker(values, locals, { columns, rows });
  const isShort = (list: readonly Statement[]): boolean => rows * nodesIn(list) <= nodesAtMost;
  const made = segments.map((list) => (isPlain(list, values) && isShort(list) ? maker.segment(list) : undefined));
  const run = longestRun(segments, made, { kernel, columns, values });
  const body = run && written(made.slice(run.first, run.end), made.slice(run.end), maker);
  if (!body) return kernel;
  const numbers = segments.slice(run.first, run.end).flatMap((list) => list.filter((s) => isNumber(s, values)));
  const one: Statement = { kind: 'if', condition: eq(special('tid.y'), i32(0)), then: body, otherwise: [] };
  const all = [...segments.slice(0, run.first), [...numbers, one], ...segments.slice(run.end)];
  const inOne = all.flatMap((list, i) => (i === 0 ? list : [{ kind: 'barrier', scope: 'block' } as const, ...list]));
  return { ...kernel, locals, body: [...inOne, ...kernel.body.slice(end)] };
}

/** What stands between barriers that all threads come to. */
function segmentsOf(body: readonly Statement[]): readonly (readonly Statement[])[] {
  const found: Statement[][] = [[]];
  for (const s of body)
    if (isPlainBarrier(s, 'block')) found.push([]);
    else found.at(-1)!.push(s);
  return found;
}

const isNumber = (s: Statement, values: ReadonlyMap<number, Expression>): boolean =>
  s.kind === 'set' && values.has(s.local);

/** Whether it only computes, loads and stores, by places that a row's number may stand for. */
function isPlain(list: readonly Statement[], values: ReadonlyMap<number, Expression>): boolean {
  let plain = true;
  eachStatement(list, (s) => {
    if (s.kind === 'store' ? s.volatile || !spaces.has(s.to.type) : s.kind !== 'set' && s.kind !== 'if') plain = false;
  });
  const isKnown = (e: Expression): boolean => {
    if (e.kind === 'special') return /^n?(?:tid|ctaid)\./.test(e.name) || e.name.startsWith('nctaid.');
    if (e.kind === 'load') return !e.volatile && (spaces.has(e.from.type) || e.from.type === 'ptr.constant');
    return e.kind !== 'slot' && e.kind !== 'dynamic-shared' && e.kind !== 'function';
  };
  eachExpressionIn(list, (e) => {
    plain &&= isKnown(e);
  });
  return plain && list.some((s) => !isNumber(s, values));
}

const spaces: ReadonlySet<string> = new Set(['ptr.shared', 'ptr.global']);

type Setting = {
  readonly kernel: Fn;
  readonly columns: number;
  readonly values: ReadonlyMap<number, Expression>;
};
type Run = { readonly first: number; readonly end: number };

/** The longest row of segments that may be one; undefined where no two may. */
function longestRun(
  segments: readonly (readonly Statement[])[],
  found: readonly (Segment | undefined)[],
  { kernel, columns, values }: Setting,
): Run | undefined {
  let best: Run | undefined;
  for (let first = 0; first + 1 < segments.length; first++) {
    let end = first;
    let nodes = 0;
    const together: Segment[] = [];
    for (let next = found[end]; next; next = found[end]) {
      together.push(next);
      nodes += next.nodes;
      if (nodes > nodesAtMost || !areColumns(together, columns)) break;
      end++;
    }
    if (end - first < 2 || end - first <= (best ? best.end - best.first : 0)) continue;
    if (isClosed(segments, { first, end }, { kernel, values })) best = { first, end };
  }
  return best;
}

/** Whether no thread hands anything to a thread of another column behind a barrier between them. */
function areColumns(list: readonly Segment[], columns: number): boolean {
  const all = list.flatMap((s) => s.shared);
  const stored = new Set(all.filter((a) => a.stores).map((a) => a.place?.root));
  if (stored.has(undefined) || (stored.size > 0 && all.some((a) => !a.place))) return false;
  const writers = list.filter((s) => s.storesFar);
  if (writers.length > 0 && list.some((s) => s.usesFar && (writers.length > 1 || s !== writers[0]))) return false;
  return [...stored].every((root) =>
    isOfColumns(
      all.filter((a) => a.place?.root === root),
      columns,
    ),
  );
}

/** Cells of one array, each of one column. */
function isOfColumns(accesses: readonly Access[], columns: number): boolean {
  const { memory, place } = accesses[0]!;
  const step = Math.abs(place!.step);
  const size = sizeOf(memory);
  if (step < size || !cells.has(memory)) return false;
  if (!accesses.every((a) => a.memory === memory && a.place!.step === place!.step && !(a.stores && a.inBranch)))
    return false;
  const starts = [...new Set(accesses.map((a) => a.place!.behind))].sort((a, b) => a - b);
  const isApart = (far: number): boolean => {
    const before = Math.floor(far / step);
    const rest = far - before * step;
    const meets = (columnsOn: number, gap: number): boolean => columnsOn < columns && gap < size;
    return far >= size && !(before > 0 && meets(before, rest)) && !meets(before + 1, step - rest);
  };
  return starts.every((a, i) => starts.slice(i + 1).every((b) => isApart(b - a)));
}

const cells: ReadonlySet<string> = new Set(['i32', 'i64', 'f32', 'f64']);

/** Whether a run finds its locals by itself, and leaves none behind. */
function isClosed(
  segments: readonly (readonly Statement[])[],
  { first, end }: Run,
  { kernel, values }: Pick<Setting, 'kernel' | 'values'>,
): boolean {
  const run = segments.slice(first, end).flat();
  const before = liveBefore(run, kernel.locals.length);
  const after = liveBefore(segments.slice(end).flat(), kernel.locals.length);
  const isTaken = (l: number): boolean => l >= kernel.params && !values.has(l) && before.has(l);
  if (kernel.locals.some((_, l) => isTaken(l))) return false;
  let closed = true;
  eachStatement(run, (s) => {
    if (localsSet(s).some((l) => !values.has(l) && after.has(l))) closed = false;
  });
  return closed;
}

/** Undefined where nothing that one segment stores is loaded by another. */
function written(
  run: readonly (Segment | undefined)[],
  later: readonly (Segment | undefined)[],
  maker: RowMaker,
): readonly Statement[] | undefined {
  const stored = new Set(run.flatMap((s) => s?.shared.flatMap((a) => (a.stores ? [a.place!.root] : [])) ?? []));
  const cellsOf: Cells = { roots: stored, held: new Map(), forwarded: 0 };
  const out = run.flatMap((s) => (s ? maker.write(s, cellsOf) : []));
  return cellsOf.forwarded > 0 ? [...out, ...maker.settle(cellsOf, later)] : undefined;
}
