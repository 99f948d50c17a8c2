/**
 * Inner loops in which each thread goes along a row of memory of its own, and whose iterations do not depend on each other but for sums that may be taken in any order: the lanes of a chunk go
 * through such a loop one after another, each with vectors along its row, as a loop of the host does. Vectors over the threads would gather what they load.
 */
import { integer, local as localOf, op } from '../../../ir/build.ts';
import { liveBefore } from '../../../ir/liveness.ts';
import type { Expression, Fn, Local, Statement } from '../../../ir/module.ts';
import { renamed } from '../../../ir/renamed.ts';
import { type MemoryType, sizeOf } from '../../../ir/types.ts';
import { countUses } from '../../../ir/uniformity.ts';
import {
  changeBodies,
  expressionsOf,
  isLoop,
  localsSetIn,
  mapBody,
  replaceEach,
  someExpression,
  someStatement,
} from '../../../ir/walk.ts';
import type { Aliases } from '../../../opt/analysis/alias.ts';
import { realValues } from '../../../opt/analysis/real-values.ts';
import { offsetAddress } from '../encode/address-code.ts';
import { getLocal } from '../expression.ts';
import { type Chunk, lanesOf, vectoriseLoop } from '../host/loop-vectoriser.ts';
import { alignUp } from '../layout.ts';
import { emitStatements, type Writer, writer } from '../statement.ts';
import type { Lanes } from '../vector/lanes.ts';
import { VectorWriter } from '../vector/vector.ts';
import { isQuick } from '../vector/vector-cost.ts';
import { isRow } from './inner-loops.ts';
import { foldBytes } from './kernel-scratch.ts';
import { type KernelWriter, param } from './kernel-writer.ts';

type For = Extract<Statement, { kind: 'for' }>;
type Body = readonly Statement[];

/** A loop along a row as one thread runs it. */
type ThreadRow = {
  readonly statements: Body;
  readonly chunks: ReadonlyMap<string, Chunk>;
  /** Where vectors lie whose lanes are put together at the end, by their slots, from the first such slot on. */
  readonly offsets: readonly number[];
  /** Locals of its own. */
  readonly added: readonly Local[];
};

/** Shorter rows gain less than it costs to take the lanes' vectors apart, and to put together what the lanes of a sum have found. */
const shortest = 24;
const shortestOfSums = 2 * shortest;

type RowFacts = {
  readonly lanes: Lanes;
  /** Locals that others read when the region is done. */
  readonly kept: (local: number) => boolean;
  readonly aliases: () => Aliases;
};

/** With such loops marked; the same list where there is none. */
export function threadRows(k: KernelWriter, body: Body, { lanes, kept, aliases }: RowFacts): Body {
  if (!someStatement(body, (s) => s.kind === 'for')) return body;
  const uses = countUses(body, k.locals.length);
  const list = (statements: Body): Body =>
    replaceEach(statements, (s) => {
      if (s.kind !== 'for' || someStatement(s.body, isLoop)) return changeBodies(s, list);
      const left = leftBy(s, uses, kept);
      const least = left.some((l) => l !== s.local) ? shortestOfSums : shortest;
      if (s.trips.kind === 'const' && Number(s.trips.value) < least) return s;
      if (!goesAlongRow(s, lanes) || !rowOf(k, s, left, aliases)) return s;
      return lanes.isParted(s) ? { ...s, alone: true } : longOnes(s, least, { body, locals: k.locals, kept });
    });
  return list(body);
}

/** Notes what the marked loops of a region leave behind for others. */
export function noteRows(k: KernelWriter, body: Body, kept: (local: number) => boolean): void {
  if (!someStatement(body, (s) => s.kind === 'for' && s.alone === true)) return;
  liveBefore(
    body,
    k.locals.length,
    () => {},
    (s, after) => {
      if (s.kind === 'for' && s.alone)
        k.rows.set(
          s,
          [...localsSetIn([s])].filter((l) => kept(l) || after.has(l)),
        );
    },
  );
}

/** What the loop sets and others read. */
function leftBy(s: For, uses: Uint32Array, kept: (local: number) => boolean): readonly number[] {
  const own = countUses([s], uses.length);
  return [...localsSetIn([s])].filter((l) => kept(l) || uses[l]! > own[l]!);
}

/** Whether the lanes have rows of their own there, and what they leave behind is theirs. */
function goesAlongRow(s: For, lanes: Lanes): boolean {
  const parted = lanes.isParted(s);
  if (lanes.leavesApart(s) || (!parted && lanes.strideOf(s.from) !== 0)) return false;
  const isSimple = (x: Statement): boolean =>
    (x.kind === 'set' && x.local !== s.local) || x.kind === 'store' || x.kind === 'if';
  if (someStatement(s.body, (x) => !isSimple(x))) return false;
  const asksLanes = (e: Expression): boolean => e.kind === 'special' && e.name !== 'tid.x' && lanes.strideOf(e) !== 0;
  const some = (asks: (e: Expression) => boolean): boolean =>
    someStatement(s.body, (x) => expressionsOf(x).some((e) => someExpression(e, asks)));
  if (some(asksLanes)) return false;
  const isOwn = (l: number): boolean => lanes.isPrivate(s, l) || lanes.strideOfLocal(l) === undefined;
  if (![...localsSetIn(s.body)].every(isOwn) || (lanes.strideOfLocal(s.local) !== 0 && !isOwn(s.local))) return false;
  const isFar = (place: Expression, memory: MemoryType): boolean => {
    const stride = lanes.strideOf(place);
    return parted ? stride !== 0 && stride !== sizeOf(memory) : isRow({ to: place, memory }, lanes);
  };
  if (someStatement(s.body, (x) => x.kind === 'store' && isFar(x.to, x.memory))) return true;
  return some((e) => e.kind === 'load' && isFar(e.from, e.memory));
}

/** Where only the launch knows how long the loop is, short ones run as they did. */
function longOnes(
  s: For,
  least: number,
  around: { readonly body: Body; readonly locals: Local[]; readonly kept: (local: number) => boolean },
): Body {
  const alone: For = { ...s, alone: true };
  if (s.trips.kind === 'const') return [alone];
  const condition = op('le', [integer(s.trips.type, least), s.trips]);
  const live = liveBefore([s], around.locals.length);
  const short = renamed([s], { ...around, kept: (l) => around.kept(l) || live.has(l) }, 'short');
  return [{ kind: 'if', condition, then: [alone], otherwise: short }];
}

/** The loop with vectors along its row; undefined where its iterations do not run together. `left`: locals that others read. */
function rowOf(k: KernelWriter, s: For, left: readonly number[], aliases: () => Aliases): ThreadRow | undefined {
  const locals = [...k.locals];
  const fresh = (type: Expression['type']) =>
    ({ kind: 'local', type, index: locals.push({ name: 'row', type }) - 1 }) as const;
  // Lanes of the vectors are iterations: the thread's own place is a number like others.
  const place = fresh('i32');
  const asksPlace = (e: Expression): boolean => e.kind === 'special' && e.name === 'tid.x';
  const body = mapBody(s.body, (e) => (asksPlace(e) ? place : e));
  const read = fresh('i32');
  const reads = left.map((l): Statement => {
    return { kind: 'set', local: read.index, value: localOf(l, locals[l]!.type) };
  });
  const fn: Fn = { ...k.fn, locals, body: [{ ...s, alone: false, body }, ...reads] };
  // Pointers of C may lead to one array: programs find out whether they do.
  const known = k.fn.arguments ? {} : { aliases };
  const made = vectoriseLoop(fn, { reassociate: false, straight: true, ...known });
  if (made.blocks.size === 0 || made.spill !== undefined) return undefined;
  const offsets: number[] = [];
  let bytes = 0;
  for (const { size } of made.fn.slots.slice(k.fn.slots.length)) {
    offsets.push(bytes);
    bytes += alignUp(size, 16);
  }
  if (bytes > foldBytes) return undefined;
  const own = made.fn.body.slice(0, made.fn.body.length - reads.length);
  const before: Statement = { kind: 'set', local: place.index, value: { kind: 'special', type: 'i32', name: 'tid.x' } };
  const added = made.fn.locals.slice(k.locals.length);
  return { statements: [before, ...own], chunks: made.blocks, offsets, added };
}

/** Writes the loop for one thread; whether it is one. */
export function emitThreadRow(k: KernelWriter, w: Writer, s: For, aliases: () => Aliases): boolean {
  const left = s.alone ? k.rows.get(s) : undefined;
  const row = left && rowOf(k, s, left, aliases);
  if (!row) return false;
  k.locals.push(...row.added);
  const { frame } = w;
  const first = k.fn.slots.length;
  const slot = (index: number): void => {
    if (index < first) {
      frame.slot(index);
      return;
    }
    getLocal(k.code.out, param.scratch);
    offsetAddress(k.code, k.foldOffset + row.offsets[index - first]!);
  };
  const block = (to: Writer, x: Extract<Statement, { kind: 'block' }>): boolean => {
    const chunk = row.chunks.get(x.label);
    if (chunk) writeAlong(k, to, x, chunk);
    return chunk !== undefined;
  };
  const own = writer({ ...frame, slot }, { ...w.hooks, block });
  own.depth = w.depth;
  emitStatements(own, row.statements);
  return true;
}

function writeAlong(
  k: KernelWriter,
  w: Writer,
  s: Extract<Statement, { kind: 'block' }>,
  { iterations, accumulators, rest }: Chunk,
): void {
  const lanes = lanesOf(s.body, k.locals.length, accumulators)!;
  const vector = new VectorWriter({
    w,
    lanes,
    locals: k.locals,
    fours: iterations / 4,
    parts: partsOfRows(k, iterations),
    loops: false,
    wide: k.wide,
    joinsReals: false,
    constants: k.constants,
    tx: k.code.local('i32'),
    t: k.code.local('i32'),
    lane: undefined,
    single: new Set(),
    whole: false,
    rest,
    orders: undefined,
    sums: 0,
    waiting: new Map(),
    safe: k.device.layout.stackLow,
    slot: () => ({ local: 0, bytes: 0 }),
    spill: { there: false, put: () => {}, slots: new Map(), offset: 0 },
    inVain: isQuick,
    reals: realValues(s.body, () => false),
    storesBack: () => 'never',
    isWritten: (l) => localsSetIn(s.body).has(l),
  });
  const start = k.code.out.length;
  const isRest = (x: Statement): boolean => x.kind === 'for' && rest.includes(x.label);
  vector.list(s.body.filter((x) => !isRest(x)));
  for (const a of accumulators) vector.meet(a, () => w.frame.slot(a.slot));
  vector.list(s.body.filter(isRest));
  for (const a of accumulators) vector.keepMet(a, () => w.frame.slot(a.slot));
  k.code.insert(start, vector.before);
}

function partsOfRows(k: KernelWriter, iterations: number): Map<number, readonly number[]> {
  const known = k.rowParts.get(iterations) ?? new Map<number, readonly number[]>();
  k.rowParts.set(iterations, known);
  return known;
}
