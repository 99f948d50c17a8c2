/** What writes a chunk of a region's threads, whatever the order its loops take them in. */
import { and } from '../../../ir/build.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { type MemoryType, sizeOf, type ValueType } from '../../../ir/types.ts';
import {
  changeBodies,
  eachStatement,
  expressionsOf,
  isLoop,
  replaceEach,
  someExpression,
  someStatement,
} from '../../../ir/walk.ts';
import { Aliases } from '../../../opt/analysis/alias.ts';
import { realBounds } from '../../../opt/analysis/real-bounds.ts';
import { realValues } from '../../../opt/analysis/real-values.ts';
import { carriedAlong } from '../../../opt/pipeline.ts';
import { heldAround } from '../../../opt/scalar/promote-loop-cells.ts';
import { onDevice } from '../device.ts';
import type { ChunkWidth } from '../encode/artifact.ts';
import { emit, getLocal } from '../expression.ts';
import { emitStatements, type Writer } from '../statement.ts';
import { type EvenRun, evenRun } from '../vector/even-runs.ts';
import { analyseLanes, type Lanes, type Refusal } from '../vector/lanes.ts';
import { writeNarrow } from '../vector/narrow-writer.ts';
import { VectorWriter } from '../vector/vector.ts';
import { isCheap, joinsReals } from '../vector/vector-cost.ts';
import type { Waiting } from '../vector/vector-registers.ts';
import type { Chunk, EdgeRun, Edges } from './chunk.ts';
import { innerLoops, isRow } from './inner-loops.ts';
import { baseOfSlot, element, fetch, keep, packs, slotPlace, strideOfSlot } from './kernel-scratch.ts';
import { type KernelWriter, param } from './kernel-writer.ts';
import { type NarrowLists, narrowLists } from './narrow-lists.ts';
import { neighbourCells } from './neighbour-cells.ts';
import { sumsThatWait } from './region-sums.ts';
import type { RowLocals } from './row-copies.ts';
import type { Row } from './row-values.ts';
import type { Region } from './storage.ts';
import { noteRows } from './thread-rows.ts';

/** `step`: from a lane's thread to that of the next one. `most`: the lanes of a chunk, where they are kept few. `before`: what is computed for the whole row. */
export type LaneFacts = {
  readonly wholeWarps: boolean;
  readonly aligned: boolean;
  readonly step?: number | undefined;
  readonly most?: number | undefined;
  readonly before?: Row['before'] | undefined;
};

export function lanesOf(
  k: KernelWriter,
  body: readonly Statement[],
  region: Region,
  arrays: ReadonlySet<number>,
  how: LaneFacts,
  refused: (why: Refusal) => void = () => {},
): Lanes | undefined {
  const carried = new Set(region.carried);
  const { single } = k.cut;
  const { inWarp } = k;
  const ofRow = how.before?.flatMap((s) => (s.kind === 'set' ? [[s.local, s.value] as const] : []));
  const values = ofRow ? new Map([...k.values, ...ofRow]) : k.values;
  const slotStride = (slot: number): number => strideOfSlot(k, slot);
  const locals = k.locals.length;
  return analyseLanes({ body, locals, arrays, single, values, carried, inWarp, slotStride, refused, ...how });
}

export function aliasesOf(k: KernelWriter): Aliases {
  k.aliases ??= new Aliases({ ...k.fn, locals: k.locals, body: [...k.cut.launch, ...k.cut.body] });
  return k.aliases;
}

/** The same with its innermost loops as they run best, and what its lanes look like then. */
export function loopsReduced(
  k: KernelWriter,
  row: Row,
  region: Region,
  lanes: Lanes,
  kept: ReadonlySet<number>,
  how: LaneFacts,
): readonly [Row, Lanes] {
  const stays = new Set([...kept, ...region.carried, ...k.ofWarp, ...k.cut.single]);
  const handed = handedOn(k, row.body, lanes);
  const lanesThen = handed === row.body ? lanes : (lanesOf(k, handed, region, kept, how) ?? lanes);
  const held = neighbourCells(
    loadsHeld(k, handed, lanesThen),
    k.locals,
    lanesThen,
    () => aliasesOf(k),
    (l) => stays.has(l),
  );
  const known = held === row.body ? lanes : lanesOf(k, held, region, kept, how);
  const body = innerLoops(known ? held : row.body, k.locals, {
    lanes: known ?? lanes,
    kept: (l) => stays.has(l),
    wide: k.wide,
    address: k.code.address,
    aliases: () => aliasesOf(k),
  });
  const within = body === row.body ? undefined : lanesOf(k, body, region, kept, how);
  return within ? [{ ...row, body }, within] : [row, lanes];
}

/** In loops in which each lane goes along a row of memory of its own, cells that the next iterations load again stay in registers: lanes are loaded and stored one by one there. */
function handedOn(k: KernelWriter, body: readonly Statement[], lanes: Lanes): readonly Statement[] {
  const isAlongRows = (s: Extract<Statement, { kind: 'for' }>): boolean => {
    if (lanes.wayOf(s) === 'apart' || someStatement(s.body, isLoop)) return false;
    if (lanes.isParted(s) || lanes.strideOf(s.from) !== 0) return false;
    const reads = (e: Expression): boolean => e.kind === 'load' && isRow({ ...e, to: e.from }, lanes);
    return s.body.some(
      (x) => (x.kind === 'store' && isRow(x, lanes)) || expressionsOf(x).some((e) => someExpression(e, reads)),
    );
  };
  const loops = new Set<Statement>();
  eachStatement(body, (s) => {
    if (s.kind === 'for' && isAlongRows(s)) loops.add(s);
  });
  return loops.size === 0 ? body : carriedAlong(k.fn, k.locals, [...k.cut.launch, ...k.cut.body], body, loops);
}

/** What each lane loads from somewhere else, and all iterations from there, is loaded before the loop. */
function loadsHeld(k: KernelWriter, body: readonly Statement[], lanes: Lanes): readonly Statement[] {
  const fresh = (type: ValueType) =>
    ({ kind: 'local', type, index: k.locals.push({ name: 'held', type }) - 1 }) as const;
  return replaceEach(body, (s) => {
    if (s.kind !== 'for' || someStatement(s.body, isLoop)) return changeBodies(s, (b) => loadsHeld(k, b, lanes));
    if (lanes.wayOf(s) === 'apart' || lanes.isParted(s) || lanes.strideOf(s.from) !== 0) return s;
    const isFar = ({
      place,
    }: {
      readonly place: { readonly from: Expression; readonly memory: MemoryType };
    }): boolean => {
      const stride = lanes.strideOf(place.from);
      return stride === undefined || stride >= 4 * sizeOf(place.memory);
    };
    return heldAround(s, aliasesOf(k), fresh, (cell) => !cell.stored && isFar(cell)) ?? s;
  });
}

export function usesSlots(body: readonly Statement[]): boolean {
  return someStatement(body, (x) => expressionsOf(x).some((e) => someExpression(e, (y) => y.kind === 'slot')));
}

export function chunkOf(
  k: KernelWriter,
  w: Writer,
  row: Row,
  region: Region,
  lanes: Lanes,
  fours: ChunkWidth,
  patch: { readonly rows: RowLocals } | undefined,
  { whole = false, step = 1 }: { readonly whole?: boolean; readonly step?: number | undefined } = {},
): Chunk {
  const own = k.cut.locals.length;
  const stays = new Set([...region.load, ...region.save, ...region.carried, ...k.ofWarp, ...k.cut.single]);
  noteRows(k, row.body, (l) => stays.has(l));
  const kept = new Set([...region.load, ...region.save]);
  const all = [...row.before, ...row.body];
  const isFromOutside = (l: number): boolean =>
    region.load.includes(l) || region.carried.includes(l) || k.cut.single.has(l);
  const narrow: NarrowLists = !patch && step === 1 ? narrowLists(k, row.body, region, lanes, fours) : new Map();
  k.chunks[narrow.size > 0 ? 'narrow' : 'plain']++;
  const written = (list: readonly Statement[]): boolean => {
    const found = narrow.get(list);
    if (found) writeNarrow(w, found, lanes.strideOf, k.constants);
    return found !== undefined;
  };
  const writer = new VectorWriter({
    w,
    lanes,
    locals: k.locals,
    fours,
    parts: partsFor(k, fours),
    loops: someStatement(row.body, isLoop),
    wide: k.wide,
    joinsReals: k.wide && joinsReals(lanes, row.body),
    constants: k.constants,
    step,
    tx: k.at.tx,
    t: k.at.t,
    lane: k.inWarp ? k.at.lane : undefined,
    single: k.cut.single,
    safe: k.device.layout.stackLow,
    slot: (slot) => ({ local: baseOfSlot(k, slot), bytes: strideOfSlot(k, slot) }),
    spill: { there: true, put: () => getLocal(k.code.out, param.scratch), slots: k.spills, offset: k.spillOffset },
    sums: k.inWarp
      ? 0
      : sumsThatWait(
          row.body,
          (l) => l < own && !region.written.has(l) && !kept.has(l),
          () => aliasesOf(k),
        ),
    waiting: waitingIn(k, region),
    whole,
    orders: packs(k.cut) ? () => ordersOf(k) : undefined,
    inVain: isCheap,
    narrow: written,
    reals: realValues(all, isFromOutside, k.reals),
    bounds: realBounds(all, k.locals, isFromOutside),
    // Memory that no other worker sees.
    storesBack: ({ to }) => (to.type === 'ptr.shared' || to.type === 'ptr.local' ? 'always' : 'never'),
    isWritten: (l) => l >= own || region.written.has(l) || k.ofWarp.has(l),
  });
  const copies = [...(patch?.rows ?? [])];
  const each = (list: readonly number[], use: (local: number, place: () => void) => void): void => {
    for (const l of list) {
      if (k.ofWarp.has(l)) continue;
      use(l, () => element(k, l));
      for (const [copy, { local, row }] of copies) if (local === l) use(copy, () => element(k, l, row));
    }
  };
  const placeSlots = (): void => {
    if (k.slotsPerThread && usesSlots(row.body)) slotPlace(k);
  };
  const write = (list: () => void): void => {
    k.lanes = 4 * fours;
    placeSlots();
    fetch(k, w, { load: region.load.filter((l) => k.ofWarp.has(l)) });
    each(region.load, (l, place) => writer.fetch(l, place));
    list();
    keep(k, w, { save: region.save.filter((l) => k.ofWarp.has(l)) });
    each(region.save, (l, place) => writer.keep(l, place));
  };
  const listed = (list: readonly Statement[]): void => {
    if (!written(list)) writer.list(list);
  };
  const edges = edgesIn(row.body, lanes, kept);
  const run = edges && step === 1 && !whole ? evenRun(edges.condition, lanes, evenAlong(k, all, lanes)) : undefined;
  const places = (): void => {
    placeSlots();
    writer.list(row.body.slice(0, -1));
  };
  const sides = edges && {
    even: () => write(() => listed(edges.then)),
    uneven: () => write(() => writer.list(edges.otherwise)),
  };
  return {
    threads: 4 * fours * step,
    before: writer.before,
    after: () => writer.after(),
    row: () => emitStatements(w, row.before),
    write: () => write(() => listed(row.body)),
    edges: edges && {
      ...sides!,
      ask: () => {
        places();
        writer.asksAll(edges);
      },
      run: run && edgeRun(w, writer, run, places, sides!),
    },
  };
}

function edgeRun(
  w: Writer,
  writer: VectorWriter,
  run: EvenRun,
  places: () => void,
  { even, uneven }: Pick<Edges, 'even' | 'uneven'>,
): EdgeRun {
  const placed = (write: () => void) => (): void => {
    places();
    write();
  };
  const { same } = run;
  return {
    same: same.length > 0 ? placed(() => emit(w.frame, same.reduce(and))) : undefined,
    threads: placed(() => writer.runs(run)),
    even: placed(even),
    uneven: placed(uneven),
  };
}

/** The `either` that everything depends on, with nothing but places before it: what threads keep is fetched when it has been asked. */
function edgesIn(
  body: readonly Statement[],
  lanes: Lanes,
  kept: ReadonlySet<number>,
): Extract<Statement, { kind: 'if' }> | undefined {
  const last = body.at(-1);
  if (last?.kind !== 'if' || !last.either || lanes.strideOf(last.condition) === 0) return undefined;
  const isPlace = (s: Statement): boolean =>
    s.kind === 'set' && lanes.strideOf(s.value) !== undefined && !kept.has(s.local);
  return body.slice(0, -1).every(isPlace) ? last : undefined;
}

/** Whether an expression grows along a whole row as it does from lane to lane. */
function evenAlong(k: KernelWriter, row: readonly Statement[], lanes: Lanes): (e: Expression) => boolean {
  const set = new Map(row.flatMap((s) => (s.kind === 'set' ? [[s.local, s.value] as const] : [])));
  const isEven = (e: Expression): boolean => {
    if (e.kind === 'load' || (e.kind === 'special' && e.name === 'laneid')) return false;
    if (asksWhere(e, lanes)) return false;
    const value = e.kind === 'local' ? (set.get(e.index) ?? k.values.get(e.index)) : undefined;
    return value === undefined || !someExpression(value, (x) => !isEven(x));
  };
  return (e) => !someExpression(e, (x) => !isEven(x));
}

/** Whether an operation may tell the lane of a chunk, where chunks begin at multiples of their length. */
export const asksWhere = (e: Expression, lanes: Lanes): boolean =>
  e.kind === 'op' && e.type !== 'bool' && ofPlaces.has(e.op) && e.args.some((a) => lanes.strideOf(a) !== 0);

const ofPlaces: ReadonlySet<string> = new Set(['and', 'or', 'xor', 'shr.s', 'shr.u', 'div', 'rem', 'div.u', 'rem.u']);

function ordersOf(k: KernelWriter): number {
  k.orders.used = true;
  return k.orders.place;
}

/** Locals that outlive a region. */
export function keptBy(region: Region): (local: number) => boolean {
  const kept = new Set([...region.load, ...region.save, ...region.carried]);
  return (l) => kept.has(l);
}

/** Whether a vector of four takes two registers. */
export function isWide(k: KernelWriter, local: number): boolean {
  const type = onDevice(k.device, k.locals[local]!.type);
  return type === 'i64' || type === 'f64';
}

function waitingIn(k: KernelWriter, region: Region): Map<string, Waiting> {
  const known = k.waiting.get(region) ?? new Map<string, Waiting>();
  k.waiting.set(region, known);
  return known;
}

function partsFor(k: KernelWriter, fours: number): Map<number, readonly number[]> {
  const known = k.parts.get(fours) ?? new Map<number, readonly number[]>();
  k.parts.set(fours, known);
  return known;
}
