/**
 * Tiles in shared memory that are filled with what memory holds before a barrier, and only read behind it: by each thread its own cell and rims by those at the sides, or cell by cell
 * along one index (`do p = t, 323, 256; s(mod(p, 18), p/18) = a(…)`). What a cell holds is one expression of its place in the tile; readers compute it from the place that they look at, and
 * so load memory: a GPU saves loads by a tile, a processor has caches. Only for blocks of a known size, whose threads are gone through to see that what is read was written. Cells that are written
 * under a condition (`if (x == 1 .and. i > 1) s(0, y) = a(i - 1, j)`) are read where it holds as well. Cells that only one thread comes to become locals. In loops that all threads go through together each iteration fills the tile anew. What the
 * kernel stores must lie in other arrays than what it loads, which is for its launch to see to.
 */
import { add, and, i32, local, mul, select, sub } from '../../ir/build.ts';
import type { BlockSize, Expression, Fn, Statement } from '../../ir/module.ts';
import { sizeOf } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  changeBodies,
  changeParts,
  changeStatement,
  eachExpression,
  eachExpressionIn,
  replaceEach,
  someExpression,
  someStatement,
  withLocals,
} from '../../ir/walk.ts';
import { type Affine, AffineForms, isSameValue, type Term } from '../analysis/affine.ts';
import { Asked, allHold, type Condition, placed } from '../analysis/asked-conditions.ts';
import {
  eachInstance,
  evaluator,
  type Instance,
  type Load,
  numberOf,
  type Read,
  type SharedAccesses,
  type Store,
  sharedAccesses,
  threadAxes,
  usesShared,
  type Write,
} from '../analysis/shared-accesses.ts';
import { atOwnPlace, choiceOf } from '../analysis/tile-versions.ts';
import { decided } from '../scalar/fold.ts';
import { joinBranches } from '../scalar/join-branches.ts';
import { withoutDead } from '../scalar/simplify.ts';
import { arraysApart, type BypassedTiles, storesOnce } from './bypass-shared-tiles.ts';
import { promoteOwnCells } from './own-cells.ts';
import { foundBy, isOneLoad, piecesOf, type Source } from './tile-pieces.ts';

/** All tiles or none: what is gained is that nobody waits any more, and that blocks may run as one. Nor has anybody to wait where no tile was. */
export function bypassFilledTiles(given: Fn, block: BlockSize): BypassedTiles | undefined {
  const apart = arraysApart(given);
  const setting = { params: given.params, block, isStill: isFar };
  const kernel = apart ? promoteOwnCells(given, block, (of) => !isReadUnderGuard(of, setting)) : given;
  const variables = apart && sharedAccesses(kernel);
  if (!variables || !storesOnce(kernel)) return undefined;
  const loads = new Map<Load, Source>();
  const stores = new Set<Statement>();
  for (const accesses of variables.values()) {
    const made = sourcesOf(accesses, setting);
    if (!made) return undefined;
    for (const [load, source] of made) loads.set(load, source);
    for (const { store } of accesses.writes) stores.add(store);
  }
  const without = withoutTiles(kernel, loads, stores);
  const body = withoutBarriers(without.body);
  if (!someStatement(kernel.body, (s) => s.kind === 'barrier') || usesShared(body)) return undefined;
  return { fn: { ...without, body: withoutIdle(joinBranches(body), without.locals.length) }, apart };
}

/** `isStill`: whether what fills the tile is still there where it is read. `most`: how often each cell is read at most, on average. */
export type FillSetting = {
  readonly params: number;
  readonly block: BlockSize;
  readonly isStill: (load: Load) => boolean;
  readonly most?: number;
};

/** Whether some threads fill a tile and not more of them read it, once: what they load where they read it needs no local that goes from branch to branch. */
export function isReadUnderGuard(of: SharedAccesses, setting: FillSetting): boolean {
  const { writes, reads } = of;
  return (
    writes.every((w) => w.conditions.length > 0) &&
    reads.length <= writes.length &&
    sourcesOf(of, setting) !== undefined
  );
}

const isFar = (load: Load): boolean => load.from.type === 'ptr.global';

/** What each load of a tile finds; undefined where the tile has to stay. */
export function sourcesOf(of: SharedAccesses, setting: FillSetting): ReadonlyMap<Load, Source> | undefined {
  const { writes, reads } = of;
  const { params, isStill } = setting;
  if (writes.length === 0) return undefined;
  const filled = Math.max(...writes.map((w) => w.passed));
  if (reads.some((r) => r.passed <= filled)) return undefined;
  const alike = alikeIn(writes, reads, params);
  if (!alike) return undefined;
  const known = { params, alike, isStill };
  return ofOneFunction(of, known, setting) ?? (alike.size === 0 ? ofPieces(of, known, setting) : undefined);
}

/** Of tiles that hold one function of the place of a cell. */
function ofOneFunction(
  { writes, reads }: SharedAccesses,
  known: Known,
  { block, most }: FillSetting,
): ReadonlyMap<Load, Source> | undefined {
  const filling = fillingOf(writes, known, block);
  const cells = filling && writtenCells(filling, writes, block);
  if (!cells) return undefined;
  let read = 0;
  const visit = (): void => {
    read++;
  };
  const found = eachFound(reads, (r) => {
    const value = sourceOf(r, filling, cells, block, visit);
    return value && { value, guards: [], otherwise: undefined };
  });
  const limit = most ?? (known.alike.size > 0 ? readsAtMost : Number.POSITIVE_INFINITY);
  return read > limit * cells.size ? undefined : found;
}

/** Of tiles with rims of their own, and such that hold something else beyond the ends of an array. */
function ofPieces(
  { writes, reads }: SharedAccesses,
  known: Known,
  { block, isStill }: FillSetting,
): ReadonlyMap<Load, Source> | undefined {
  const [directions] = writes.map((w) => directionsOf(w) ?? []).sort((a, b) => b.length - a.length);
  const memory = writes[0]?.store.memory;
  if (!directions?.length || writes.some((w) => w.store.memory !== memory)) return undefined;
  const setting = {
    block,
    isStill,
    differs: (e: Expression) => differs(e, known),
    placeOf: (a: Write | Read) =>
      numberOf('store' in a ? placeOf(a.to, a.store.offset) : placeOf(a.from, a.load.offset)),
  };
  const layout = { atoms: directions.map((d) => d.atom), numbersOf: (cell: number) => numbersOf(cell, directions) };
  const pieces = piecesOf(writes, layout, setting);
  return (
    pieces &&
    eachFound(reads, (r) => {
      const along =
        r.load.memory === memory ? cellsOf(r, r.from, r.load.offset, { directions }, block, always) : undefined;
      const source = along && foundBy(r, along.numbers, pieces, setting);
      return source && isNearby(r, source.value) ? inLoopsOf(r, source) : undefined;
    })
  );
}

const always = (): boolean => true;

/** Undefined where something is not found, or a load finds different things. */
function eachFound(
  reads: readonly Read[],
  find: (r: Read) => Source | undefined,
): ReadonlyMap<Load, Source> | undefined {
  const found = new Map<Load, Source>();
  for (const r of reads) {
    const source = find(r);
    const other = found.get(r.load);
    if (!source || (other && nameOf(other) !== nameOf(source))) return undefined;
    found.set(r.load, source);
  }
  return found;
}

const nameOf = ({ value, guards, otherwise }: Source): string =>
  [value, ...guards, ...(otherwise ? [otherwise] : [])].map(keyOf).join();

/** Names of the variables of loops in whose iterations a tile is filled, the same for all threads; undefined where they are not so, or it is not read in the same iterations. */
function alikeIn(writes: readonly Write[], reads: readonly Read[], params: number): ReadonlySet<number> | undefined {
  const { shared } = writes[0]!;
  const alike = new Set<number>();
  const accesses = shared.length > 0 ? [...writes, ...reads] : writes;
  for (const { name, from, step } of shared) {
    if (![from, step].every((e) => e && !someExpression(e, (x) => differs(x, { params, alike })))) return undefined;
    alike.add(name);
  }
  return accesses.every((a) => a.shared.at(-1)?.name === shared.at(-1)?.name) ? alike : undefined;
}

type Known = Pick<FillSetting, 'params' | 'isStill'> & { readonly alike: ReadonlySet<number> };

/** From thread to thread, or within what a thread does between barriers. */
function differs(e: Expression, { params, alike }: Pick<Known, 'params' | 'alike'>): boolean {
  if (e.kind === 'local') return e.index >= params && !alike.has(e.index);
  return e.kind === 'special' && !ofLaunch.test(e.name);
}

// ---- what fills the tile ----------------------------------------------------------------------------------------------------

/** Cells along a direction of the tile lie so many bytes apart; what fills it counts along it by `atom`, from `first` on, or back from there. */
type Direction = {
  readonly bytes: number;
  readonly atom: Expression;
  readonly back: boolean;
  readonly first: number;
};
/** What the cells hold: `value`, whose atoms are the numbers of cells along each direction, the shortest step first. */
type Filling = {
  readonly directions: readonly Direction[];
  readonly value: Expression;
  readonly memory: Store['memory'];
};

/** By the write that goes along most directions. */
function fillingOf(writes: readonly Write[], known: Known, block: BlockSize): Filling | undefined {
  let best: Filling | undefined;
  for (const w of writes) {
    const made = fillingBy(w, known, block);
    if (made && made.directions.length > (best?.directions.length ?? 0)) best = made;
  }
  return best;
}

function fillingBy(w: Write, known: Known, block: BlockSize): Filling | undefined {
  const { store, value } = w;
  if (!value || !isOneLoad(value, known.isStill)) return undefined;
  const directions = directionsOf(w);
  if (!directions) return undefined;
  const filling = { directions, value, memory: store.memory };
  // All that differs is what counts along the tile.
  const rest = heldAt(
    filling,
    directions.map(() => i32(0)),
  );
  if (someExpression(rest, (e) => differs(e, known))) return undefined;
  const counted = cellsOf(w, w.to, store.offset, filling, block, () => true);
  return counted && { ...filling, directions: directions.map((d, i) => ({ ...d, first: counted.constants[i]! })) };
}

/** The shortest step first. */
function directionsOf(w: Write): readonly Direction[] | undefined {
  const directions: Direction[] = [];
  for (const { atoms, factor } of placeOf(w.to).terms.values()) {
    if (atoms.length !== 1 || atoms[0]!.e.type !== 'i32') return undefined;
    directions.push({ bytes: Math.abs(Number(factor)), atom: atoms[0]!.e, back: factor < 0n, first: 0 });
  }
  directions.sort((a, b) => a.bytes - b.bytes);
  const steps = directions.map((d) => d.bytes);
  const isOne = steps.every((n, i) => i === 0 || (n !== steps[i - 1] && n % steps[i - 1]! === 0));
  return steps.length > 0 && isOne ? directions : undefined;
}

const ofLaunch = /^(ctaid|nctaid|ntid)\.[xyz]$/;

/** What the cell holds that has these numbers along the directions. */
function heldAt({ directions, value }: Filling, numbers: readonly Expression[]): Expression {
  const known = new Map(
    directions.map(({ atom, back, first }, i) => {
      const [from, to] = back ? [numbers[i]!, i32(first)] : [i32(first), numbers[i]!];
      return [keyOf(atom), sub(to, from)];
    }),
  );
  const change = (e: Expression): Expression => (e.type === 'i32' && known.get(keyOf(e))) || changeParts(e, change);
  return change(value);
}

/** The cells that are written, and what may have to hold for that: all of one of the lists. */
type Cells = ReadonlyMap<number, readonly (readonly Condition[])[]>;

/** All cells that are written; undefined where something else would be in one of them. */
function writtenCells(filling: Filling, writes: readonly Write[], block: BlockSize): Cells | undefined {
  const cells = new Map<number, readonly (readonly Condition[])[]>();
  for (const w of writes) {
    if (w.store.memory !== filling.memory) return undefined;
    const threads = new Threads();
    const asked = new Asked(w.conditions);
    const along = cellsOf(w, w.to, w.store.offset, filling, block, (cell, at, maybe) => {
      threads.see(at);
      const conditions = maybe ? asked.of(at) : [];
      const known = cells.get(cell) ?? [];
      // All that write a cell write the same, whether one is known to do so or not.
      if (conditions && !known.some((k) => allHold(k, conditions)))
        cells.set(cell, conditions.length === 0 ? [[]] : [...known, conditions]);
      return true;
    });
    if (!along || !w.value) return undefined;
    if (!isSameValue(threads.only(heldAt(filling, along.numbers)), threads.only(w.value))) return undefined;
  }
  return cells;
}

// ---- places in the tile -----------------------------------------------------------------------------------------------------

/** The numbers of an access's cells along the directions of a tile. */
type Along = { readonly numbers: readonly Expression[]; readonly constants: readonly number[] };

/**
 * Each term of the place belongs to the longest step that holds it; what constants add along each direction is found by one thread, and holds for all of them. Undefined where it does not, or `visit` says
 * so.
 */
function cellsOf(
  access: Write | Read,
  address: Expression,
  offset: number,
  { directions }: Pick<Filling, 'directions'>,
  block: BlockSize,
  visit: (cell: number, at: Instance, maybe: boolean) => boolean,
): Along | undefined {
  const place = placeOf(address, offset);
  const parts = partsAlong(place, directions);
  if (!parts) return undefined;
  const sums = parts.map((list) => list.map(([e, n]) => [evaluator(e), n] as const));
  let constants: readonly number[] | undefined;
  const good = eachInstance(access, block, (at, maybe) => {
    const grown = sums.map((list) => list.reduce((sum, [value, n]) => sum + n * Number(value(at)), 0));
    const cell = grown.reduce((sum, n, i) => sum + n * directions[i]!.bytes, Number(place.constant));
    const rest = numbersOf(cell, directions)?.map((n, i) => n - grown[i]!);
    constants ??= rest;
    return rest?.every((n, i) => n === constants![i]) === true && visit(cell, at, maybe);
  });
  return good && constants ? alongBy(place, { directions }, constants) : undefined;
}

function alongBy(
  place: Affine,
  { directions }: Pick<Filling, 'directions'>,
  constants: readonly number[],
): Along | undefined {
  const numbers = partsAlong(place, directions)?.map((list, i) =>
    list.reduce((sum, [e, n]) => add(sum, mul(e, i32(n))), i32(constants[i]!)),
  );
  return numbers && { numbers, constants };
}

/** The terms of a place along each direction, and how many cells they count there; undefined where one belongs to none. */
function partsAlong(
  place: Affine,
  directions: readonly Direction[],
): readonly (readonly (readonly [Expression, number])[])[] | undefined {
  const parts: [Expression, number][][] = directions.map(() => []);
  for (const { atoms, factor } of place.terms.values()) {
    const i = directions.findLastIndex(({ bytes }) => Number(factor) % bytes === 0);
    if (i < 0 || atoms.some((a) => a.e.type !== 'i32')) return undefined;
    parts[i]!.push([atoms.map((a) => a.e).reduce((a, b) => mul(a, b)), Number(factor) / directions[i]!.bytes]);
  }
  return parts;
}

/** The cell's number along each direction. */
function numbersOf(cell: number, directions: readonly Direction[]): readonly number[] | undefined {
  if (!(cell >= 0)) return undefined;
  let left = cell;
  const numbers = directions.toReversed().map(({ bytes }) => {
    const n = Math.floor(left / bytes);
    left -= n * bytes;
    return n;
  });
  return left === 0 ? numbers.reverse() : undefined;
}

/** Bytes from the beginning of the variable. */
function placeOf(address: Expression, offset = 0): Affine {
  return forms.address(address, offset).sum;
}

const forms = new AffineForms({ bits: 64, keyOf });

/** Of the threads that were seen: places that all of them have in common are constants. */
class Threads {
  private readonly seen = { 'tid.x': new Set<number>(), 'tid.y': new Set<number>(), 'tid.z': new Set<number>() };

  see({ tid }: Instance): void {
    for (const axis of threadAxes) this.seen[axis].add(tid[axis]);
  }

  only(e: Expression): Expression {
    return placed(e, (axis) => {
      const [first, ...others] = this.seen[axis];
      return others.length > 0 ? undefined : first;
    });
  }
}

// ---- what reads it ----------------------------------------------------------------------------------------------------------

/** Iterations of a loop that each read another row or plane: more streams than that a processor does not follow. */
const streams = 12;
/** Of each cell, while the next tile waits: what is read more often is worth being near. */
const readsAtMost = 16;
const farBytes = 4096;

function sourceOf(
  r: Read,
  filling: Filling,
  cells: Cells,
  block: BlockSize,
  visit: () => void,
): Expression | undefined {
  if (r.load.memory !== filling.memory) return undefined;
  const along = alongRead(r, filling, cells, block, visit);
  if (!along) return undefined;
  const value = heldAt(filling, along.numbers);
  return isNearby(r, value) ? inLoops(r, value) : undefined;
}

/** Whether memory is read there as the tile was: side by side, and along its rows. */
function isNearby(r: Read, value: Expression): boolean {
  const isX = (e: Expression): boolean => e.kind === 'special' && e.name === 'tid.x';
  const [near, now] = [growth(value, isX), growth(r.from, isX)];
  const isBeside = near !== undefined && Math.abs(near) === sizeOf(r.load.memory);
  if (near !== 0 && !isBeside && (near === undefined || near !== now)) return false;
  for (const { name, trips } of r.loops) {
    const step = growth(value, (e) => e.kind === 'local' && e.index === name);
    const isShort = trips?.kind === 'const' && Number(trips.value) <= streams;
    // A tile that is read again and again while the next one waits is near, and its rows lie side by side.
    if (!isShort && (r.shared.length > 0 || step === undefined || Math.abs(step) >= farBytes)) return false;
  }
  return true;
}

/** By the locals that loops around it count. */
function inLoops(r: Read, e: Expression): Expression {
  return withLocals(e, new Map([...r.loops, ...r.shared].map(({ name, variable }) => [name, variable])));
}

function inLoopsOf(r: Read, { value, guards, otherwise }: Source): Source {
  return {
    value: inLoops(r, value),
    guards: guards.map((g) => inLoops(r, g)),
    otherwise: otherwise && inLoops(r, otherwise),
  };
}

/** Of the cells that a load looks at, all of which were written; where its place is a choice, by what it chooses from. */
function alongRead(r: Read, filling: Filling, cells: Cells, block: BlockSize, visit: () => void): Along | undefined {
  const asked = new Asked(r.conditions.filter((c) => c !== undefined));
  const along = cellsOf(r, r.from, r.load.offset, filling, block, (cell, at) => {
    visit();
    const known = cells.get(cell) ?? [];
    return known.some((k) => k.length === 0 || allHold(k, asked.of(at) ?? []));
  });
  if (along) return along;
  const own = atOwnPlace(r);
  const same = own && alongRead(own, filling, cells, block, visit);
  if (same) return alongBy(placeOf(r.from, r.load.offset), filling, same.constants);
  const choice = choiceOf(r);
  const [yes, no] = choice ? choice.reads.map((x) => alongRead(x, filling, cells, block, visit)) : [];
  const numbers = choice && yes && no?.numbers.map((n, i) => eitherOf(choice.condition, yes.numbers[i]!, n));
  return numbers && { numbers, constants: no!.constants };
}

function eitherOf(condition: Expression, yes: Expression, no: Expression): Expression {
  return keyOf(no) === keyOf(yes) ? no : select(condition, yes, no);
}

/** How far the address that a value is loaded from, or an address, moves where what `is` names grows by one; undefined where that is not even. */
function growth(e: Expression, is: (e: Expression) => boolean): number | undefined {
  let address = e;
  eachExpression(e, (x) => {
    if (x.kind === 'load') address = x.from;
  });
  return grown(address, is);
}

function grown(e: Expression, is: (e: Expression) => boolean): number | undefined {
  let sum = 0;
  for (const term of forms.of(e).terms.values()) {
    const by = grownTerm(term, is);
    if (by === undefined) return undefined;
    sum += by;
  }
  return sum;
}

function grownTerm({ atoms, factor }: Term, is: (e: Expression) => boolean): number | undefined {
  if (!atoms.some((a) => someExpression(a.e, is))) return 0;
  const e = atoms[0]!.e;
  if (atoms.length > 1) return undefined;
  if (is(e)) return Number(factor);
  // Where an index is kept within an array, or wraps at its ends, it grows evenly inside.
  if (e.kind !== 'op' || !kept.has(e.op)) return undefined;
  const each = e.args.slice(e.op === 'select' ? 1 : 0).map((a) => grown(a, is));
  const moving = [...new Set(each.filter((n) => n !== 0))];
  return moving.length === 1 && moving[0] !== undefined ? Number(factor) * moving[0] : undefined;
}

const kept: ReadonlySet<string> = new Set(['min', 'max', 'select', 'rem']);

// ---- the kernel without it --------------------------------------------------------------------------------------------------

/** Values where tiles were loaded, and nothing where they were stored to. What has guards is loaded before the statement that asks for it. */
export function withoutTiles(kernel: Fn, loads: ReadonlyMap<Load, Source>, stores: ReadonlySet<Statement>): Fn {
  const locals = [...kernel.locals];
  const statement = (s: Statement): readonly Statement[] | Statement => {
    if (stores.has(s)) return [];
    const guarded = new Map<string, number>();
    const before: Statement[] = [];
    const expression = (e: Expression): Expression => {
      const source = e.kind === 'load' ? loads.get(e) : undefined;
      if (!source) return changeParts(e, expression);
      if (source.guards.length === 0) return source.value;
      const name = nameOf(source);
      const known = guarded.get(name);
      const index = known ?? locals.push({ name: 'cell', type: e.type }) - 1;
      if (known === undefined) before.push(...setBy(index, source));
      guarded.set(name, index);
      return local(index, e.type);
    };
    const own = changeStatement(s, { expression, body: (inner) => inner });
    const whole = decided(changeBodies(own, body));
    return before.length === 0 ? whole : [...before, ...(isStatement(whole) ? [whole] : whole)];
  };
  const body = (inner: readonly Statement[]): readonly Statement[] => replaceEach(inner, statement);
  return { ...kernel, body: body(kernel.body), locals };
}

const isStatement = (s: Statement | readonly Statement[]): s is Statement => 'kind' in s;

/** What would not be there is not loaded. */
function setBy(index: number, { value, guards, otherwise }: Source): readonly Statement[] {
  const holds = guards.reduce((a, b) => and(a, b));
  const first: readonly Statement[] = otherwise ? [{ kind: 'set', local: index, value: otherwise }] : [];
  return [...first, { kind: 'if', condition: holds, then: [{ kind: 'set', local: index, value }], otherwise: [] }];
}

/** Iterations of loops that threads go through together stay one behind the other: nothing is known of where they store. */
function withoutBarriers(list: readonly Statement[]): readonly Statement[] {
  return replaceEach(list, (s) => {
    if (s.kind === 'barrier') return [];
    const barrier = s.kind === 'for' ? s.body.find((x) => x.kind === 'barrier') : undefined;
    return changeBodies(s, (inner) => (barrier ? [barrier, ...withoutBarriers(inner)] : withoutBarriers(inner)));
  });
}

/** Loops that did nothing else, and what only they asked for. */
export function withoutIdle(list: readonly Statement[], locals: number): readonly Statement[] {
  const body = withoutDead(list, locals);
  const read = new Set<number>();
  eachExpressionIn(body, (e) => {
    if (e.kind === 'local') read.add(e.index);
  });
  const left = (inner: readonly Statement[]): readonly Statement[] =>
    replaceEach(inner, (s) =>
      s.kind === 'for' && s.body.length === 0 && !read.has(s.local) ? [] : changeBodies(s, left),
    );
  const made = left(body);
  return made === list ? list : withoutIdle(made, locals);
}
