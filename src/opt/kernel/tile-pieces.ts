/**
 * Tiles whose rims are filled otherwise than what lies within (`t(0, y) = a(max(i - 1, 1), j)` by threads at the side, `merge(n, i - 1, i == 1)`), or only where an array goes on (`t(x, y) = 0`
 * beyond it). Each store is a function of the cell's place. What a load finds is one of these functions: the one that, at the places where others have stored, says the same as theirs, by what is
 * known there of the reader's place (`max(i - 1, 1)` is `i - 1` for all but the first thread of a block).
 */
import { i32, sub } from '../../ir/build.ts';
import type { BlockSize, Expression } from '../../ir/module.ts';
import { negated } from '../../ir/negated.ts';
import { keyOf } from '../../ir/value-key.ts';
import { changeParts, conjuncts, eachExpression, someExpression } from '../../ir/walk.ts';
import { isSameValue } from '../analysis/affine.ts';
import { Facts, type Range } from '../analysis/facts.ts';
import {
  eachInstance,
  evaluator,
  type Instance,
  type Load,
  type Read,
  threadAxes,
  type Write,
} from '../analysis/shared-accesses.ts';

/** What a cell holds: `value` where all guards hold, and `otherwise` elsewhere. */
export type Source = {
  readonly value: Expression;
  readonly guards: readonly Expression[];
  readonly otherwise: Expression | undefined;
};

/** How what fills a tile counts along it: what the numbers of cells along each direction are made of. */
export type Layout = {
  readonly atoms: readonly Expression[];
  /** The numbers of a cell, by its place in bytes; undefined where it lies between cells. */
  readonly numbersOf: (cell: number) => readonly number[] | undefined;
};

/** A store, by the numbers of cells. */
type Piece = {
  readonly source: Source;
  /** What has to hold for it; undefined where that is not known. */
  readonly conditions: readonly (Expression | undefined)[];
  /** So much less than the number of the cell along each direction is what counts there. */
  readonly shifts: readonly number[];
};
/** All of a tile's, and which of them may have stored to each cell. */
export type Pieces = {
  readonly layout: Layout;
  readonly all: readonly Piece[];
  readonly cells: ReadonlyMap<number, ReadonlySet<Piece>>;
};

/** Stores that no other function stands for, where most kernels have five. */
const piecesAtMost = 12;

export type PiecesSetting = {
  readonly block: BlockSize;
  /** The cell of an access, in bytes. */
  readonly placeOf: (a: Write | Read) => (at: Instance) => number;
  /** From thread to thread. */
  readonly differs: (e: Expression) => boolean;
  /** Whether what fills the tile is still there where it is read. */
  readonly isStill: (load: Load) => boolean;
};

/** Undefined where a store is no function of the cell's place. */
export function piecesOf(writes: readonly Write[], layout: Layout, setting: PiecesSetting): Pieces | undefined {
  if (writes.length > piecesAtMost) return undefined;
  const { placeOf, differs } = setting;
  const cells = new Map<number, Set<Piece>>();
  const all: Piece[] = [];
  for (const w of writes) {
    const source = sourceOf(w);
    if (!source || !isOneLoad(source.value, setting.isStill)) return undefined;
    const seen: number[] = [];
    const shifts = shiftsOf(w, layout, setting.block, placeOf(w), seen);
    if (!shifts) return undefined;
    const conditions = w.conditions.map((c) => (c && hasLoad(c) ? undefined : c));
    const piece = { source, conditions, shifts };
    const { value, guards, otherwise } = atCell(
      piece,
      layout,
      shifts.map(() => i32(0)),
    );
    if ([value, ...guards, otherwise].some((e) => e && someExpression(e, differs))) return undefined;
    all.push(piece);
    for (const cell of seen) cells.set(cell, (cells.get(cell) ?? new Set()).add(piece));
  }
  return { layout, all, cells };
}

/** With one load, which is made only where the guards hold. */
function sourceOf({ value, chosen }: Write): Source | undefined {
  if (value) return hasLoad(value) ? { value, guards: [], otherwise: undefined } : undefined;
  if (!chosen || hasLoad(chosen.condition)) return undefined;
  const { condition, yes, no } = chosen;
  if (hasLoad(yes) === hasLoad(no)) return undefined;
  if (hasLoad(yes)) return { value: yes, guards: conjuncts(condition), otherwise: no };
  return { value: no, guards: conjuncts(negated(condition)), otherwise: yes };
}

/** Whether a value is made of one load of what is still there where it is read. */
export function isOneLoad(value: Expression, isStill: (load: Load) => boolean): boolean {
  const loads: Load[] = [];
  eachExpression(value, (e) => {
    if (e.kind === 'load') loads.push(e);
  });
  return loads.length === 1 && !loads[0]!.volatile && isStill(loads[0]!);
}

const hasLoad = (e: Expression): boolean => someExpression(e, (x) => x.kind === 'load');

/** The same for all threads; undefined where they are not. `seen`: the cells. */
function shiftsOf(
  w: Write,
  { atoms, numbersOf }: Layout,
  block: BlockSize,
  place: (at: Instance) => number,
  seen: number[],
): readonly number[] | undefined {
  const counts = atoms.map(evaluator);
  let shifts: readonly number[] | undefined;
  const good = eachInstance(w, block, (at) => {
    const cell = place(at);
    const now = numbersOf(cell)?.map((n, i) => n - Number(counts[i]!(at)));
    shifts ??= now;
    seen.push(cell);
    return now?.every((n, i) => n === shifts![i]) === true;
  });
  return good ? shifts : undefined;
}

/** What a piece says of the cell with such numbers. */
function atCell(
  { source, shifts }: Pick<Piece, 'source' | 'shifts'>,
  { atoms }: Layout,
  numbers: readonly Expression[],
): Source {
  const change = replacing(atoms, shifts, numbers);
  const { value, guards, otherwise } = source;
  return { value: change(value), guards: guards.map(change), otherwise: otherwise && change(otherwise) };
}

function conditionsAt(
  { conditions, shifts }: Piece,
  { atoms }: Layout,
  numbers: readonly Expression[],
): readonly (Expression | undefined)[] {
  const change = replacing(atoms, shifts, numbers);
  return conditions.map((c) => c && change(c));
}

function replacing(
  atoms: readonly Expression[],
  shifts: readonly number[],
  numbers: readonly Expression[],
): (e: Expression) => Expression {
  const known = new Map(atoms.map((atom, i) => [keyOf(atom), sub(numbers[i]!, i32(shifts[i]!))]));
  const change = (e: Expression): Expression => (e.type === 'i32' && known.get(keyOf(e))) || changeParts(e, change);
  return change;
}

// ---- what reads them --------------------------------------------------------------------------------------------------------

/** Threads that find cells of the same pieces, and between which places they stand. */
type Group = { readonly pieces: readonly Piece[]; readonly ranges: Map<string, Range> };

/** What a load finds whose cells have these numbers; undefined where that is not one function, or something that nobody stored. */
export function foundBy(
  r: Read,
  numbers: readonly Expression[],
  pieces: Pieces,
  { block, placeOf }: PiecesSetting,
): Source | undefined {
  const groups = groupsOf(r, pieces, block, placeOf(r));
  const conditions = r.conditions.filter((c) => c !== undefined);
  const known = groups?.map(({ ranges, pieces: own }) => ({ own, facts: new Facts(conditions, ranges) }));
  if (!known?.every(({ own, facts }) => isCovered(own, facts, pieces.layout, numbers))) return undefined;
  const everywhere = new Facts(conditions, rangesOf(groups!));
  for (const candidate of new Set(groups!.flatMap((g) => g.pieces))) {
    const source = atCell(candidate, pieces.layout, numbers);
    const isOne = known.every(({ own, facts }) =>
      own.every((p) => {
        const stored = facts.with(conditionsAt(p, pieces.layout, numbers).filter((c) => c !== undefined));
        return p === candidate || saySame(source, atCell(p, pieces.layout, numbers), stored);
      }),
    );
    if (isOne) return open(source, everywhere);
  }
  return undefined;
}

function groupsOf(
  r: Read,
  { cells, all }: Pieces,
  block: BlockSize,
  place: (at: Instance) => number,
): readonly Group[] | undefined {
  const groups = new Map<string, Group>();
  const good = eachInstance(r, block, (at) => {
    const own = cells.get(place(at));
    if (!own) return false;
    const pieces = all.filter((p) => own.has(p));
    const name = pieces.map((p) => all.indexOf(p)).join();
    const group = groups.get(name) ?? { pieces, ranges: new Map<string, Range>() };
    groups.set(name, group);
    for (const axis of threadAxes)
      widen(group.ranges, keyOf({ kind: 'special', type: 'i32', name: axis }), at.tid[axis]);
    for (const { name: local, variable } of r.loops)
      widen(group.ranges, keyOf({ ...variable, index: local }), Number(at.loops.get(local)));
    return true;
  });
  return good ? [...groups.values()] : undefined;
}

function widen(ranges: Map<string, Range>, key: string, n: number): void {
  const [low, high] = ranges.get(key) ?? [n, n];
  ranges.set(key, [Math.min(low, n), Math.max(high, n)]);
}

function rangesOf(groups: readonly Group[]): ReadonlyMap<string, Range> {
  const ranges = new Map<string, Range>();
  for (const g of groups) for (const [key, ends] of g.ranges) for (const n of ends) widen(ranges, key, n);
  return ranges;
}

/** Whether one of the stores has surely been made: where one lacks something, another one has it. */
function isCovered(pieces: readonly Piece[], facts: Facts, layout: Layout, numbers: readonly Expression[]): boolean {
  if (pieces.length > togetherAtMost) return false;
  return pieces.some((p) => {
    const lacking = conditionsAt(p, layout, numbers).filter((c) => !c || !facts.holds(c));
    const others = pieces.filter((o) => o !== p);
    return lacking.every((c) => c !== undefined && isCovered(others, facts.with([negated(c)]), layout, numbers));
  });
}

/** Stores that may have made the same cell: their orders are gone through. */
const togetherAtMost = 4;

function saySame(a: Source, b: Source, facts: Facts): boolean {
  const [x, y] = [open(a, facts), open(b, facts)];
  if (!isSameValue(x.value, y.value) || !x.guards.every((g) => isAmong(g, y, facts))) return false;
  if (!y.guards.every((g) => isAmong(g, x, facts))) return false;
  return (
    x.guards.length === 0 ||
    (x.otherwise !== undefined && y.otherwise !== undefined && isSameValue(x.otherwise, y.otherwise))
  );
}

/** Whether a guard holds where all of another source do. */
const isAmong = (guard: Expression, { guards }: Source, facts: Facts): boolean => facts.with(guards).holds(guard);

/** Without what is known. */
function open({ value, guards, otherwise }: Source, facts: Facts): Source {
  const left = guards.filter((g) => !facts.holds(g));
  if (otherwise && left.some((g) => facts.fails(g)))
    return { value: facts.simplified(otherwise), guards: [], otherwise: undefined };
  return {
    value: facts.with(left).simplified(value),
    guards: left.map((g) => facts.simplified(g)),
    otherwise: left.length > 0 && otherwise ? facts.simplified(otherwise) : undefined,
  };
}
