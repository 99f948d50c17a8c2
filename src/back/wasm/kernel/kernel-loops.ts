/** The loops of a kernel: over blocks, over the threads of a block one by one or in chunks, over warps and their lanes. */
import type { Statement } from '../../../ir/module.ts';
import type { SpecialName } from '../../../ir/operations.ts';
import type { StridedGuard } from '../../../nest/strided-guard.ts';
import { exchanged, type OtherAxis } from '../../../opt/kernel/exchange-axes.ts';
import { emit, getLocal, i32const, setLocal } from '../expression.ts';
import { blockCode, branchIf, close, emitStatements, ifCode, jump, loopCode, open, type Writer } from '../statement.ts';
import { lesserOf } from '../vector/even-runs.ts';
import { type Chunk, type EdgeRun, type Edges, once, type Plan, type Whole } from './chunk.ts';
import type { CoalescedBlocks } from './coalesce-blocks.ts';
import { areWide, asks, fixedThreads, inFixedChunks, wideBlocks } from './fixed-chunks.ts';
import { blocksOfGroup, least } from './group-loops.ts';
import type { Guarded } from './guards.ts';
import { type Bounds, boundsFor, copy, planeBounds, rowBounds, startRow } from './kernel-bounds.ts';
import {
  againBelow,
  countedLoop,
  increment,
  type KernelWriter,
  param,
  sum,
  warpSize,
  wrapCounter,
  zero,
} from './kernel-writer.ts';
import { moveRow } from './memcpy-idiom.ts';
import { toTheEnd } from './overlapping-chunks.ts';

export function eachBlock(k: KernelWriter, w: Writer, body: () => void): void {
  const { out } = k.code;
  const end = open(w, blockCode);
  getLocal(out, param.first);
  getLocal(out, param.last);
  out.byte(0x4e);
  jump(w, end, branchIf);
  const head = open(w, loopCode);
  const blocks = k.coalesceBlocks
    ? severalBlocks(k, k.coalesceBlocks)
    : k.group
      ? blocksOfGroup(k, k.group)
      : undefined;
  tellBlocks(k, blocks);
  if (k.interchanged.blocks !== undefined) {
    if (blocks === undefined) i32const(out, 1);
    else getLocal(out, blocks);
    setLocal(out, w.frame.local(k.interchanged.blocks));
  }
  if (!k.coalesceBlocks) {
    getLocal(out, k.at.specials.get('ntid.x')!);
    setLocal(out, k.at.span);
  }
  const further = (counter: number): void => {
    if (blocks === undefined) {
      increment(k, counter);
      return;
    }
    sum(k, counter, blocks, counter);
  };
  k.blockEnd = open(w, blockCode);
  body();
  close(w);
  nextBlock(k, w, () => further(k.at.bx));
  further(param.first);
  againBelow(k, w, head, param.first, param.last);
  close(w);
}

/** Which blocks run, for messages about faults: see `runningBlock`. */
export function tellBlocks(k: KernelWriter, count: number | undefined): void {
  if (!k.tells) return;
  const { out } = k.code;
  if (k.along) launchNumber(k, k.along);
  else getLocal(out, param.first);
  out.all([0x24, 0]);
  if (count === undefined) i32const(out, 1);
  else if (k.along) {
    // All from the first to the last of a row.
    getLocal(out, count);
    i32const(out, 1);
    out.byte(0x6b);
    ofLaunch(k, 'nctaid.x', k.along);
    out.byte(0x6c);
    if (k.along === 'z') {
      ofLaunch(k, 'nctaid.y', k.along);
      out.byte(0x6c);
    }
    i32const(out, 1);
    out.byte(0x6a);
  } else getLocal(out, count);
  out.all([0x24, 1]);
}

/** The number that the launch gives a block whose x is another axis there: (z * ny + y) * nx + x. */
function launchNumber(k: KernelWriter, along: OtherAxis): void {
  const { out } = k.code;
  ofLaunch(k, 'ctaid.z', along);
  ofLaunch(k, 'nctaid.y', along);
  out.byte(0x6c);
  ofLaunch(k, 'ctaid.y', along);
  out.byte(0x6a);
  ofLaunch(k, 'nctaid.x', along);
  out.byte(0x6c);
  ofLaunch(k, 'ctaid.x', along);
  out.byte(0x6a);
}

/** A place or a size as the launch calls it. */
function ofLaunch(k: KernelWriter, name: SpecialName, along: OtherAxis): void {
  getLocal(k.code.out, k.at.specials.get(exchanged(name, along))!);
}

/** `alongX` goes on in a row. */
export function nextBlock(k: KernelWriter, w: Writer, alongX: () => void): void {
  const n = (axis: 'x' | 'y'): number => k.at.specials.get(`nctaid.${axis}`)!;
  alongX();
  wrapCounter(k, w, k.at.bx, n('x'), () => {
    increment(k, k.at.by);
    wrapCounter(k, w, k.at.by, n('y'), () => increment(k, k.at.bz));
  });
}

/** How many blocks run as one from here: those that are left in x and to this worker, up to a limit; the row's length is set. */
function severalBlocks(k: KernelWriter, rows: CoalescedBlocks): number {
  const { out } = k.code;
  const nx = k.at.specials.get('ntid.x')!;
  const blocks = k.code.local('i32');
  getLocal(out, param.last);
  getLocal(out, param.first);
  out.byte(0x6b);
  setLocal(out, blocks);
  least(k, blocks, () => {
    getLocal(out, k.at.specials.get('nctaid.x')!);
    getLocal(out, k.at.bx);
    out.byte(0x6b);
  });
  least(k, blocks, () => {
    i32const(out, k.rowLimit - 1);
    getLocal(out, nx);
    out.all([0x6d, 0x41, 1, 0x6a]);
  });
  if (rows.length !== undefined) {
    getLocal(out, blocks);
    i32const(out, 1);
    getLocal(out, nx);
    i32const(out, rows.length);
    out.all([0x46, 0x1b]);
    setLocal(out, blocks);
  }
  getLocal(out, nx);
  getLocal(out, blocks);
  out.byte(0x6c);
  setLocal(out, k.at.span);
  return blocks;
}

export function eachThread(k: KernelWriter, w: Writer, body: () => void): void {
  const n = (axis: 'x' | 'y' | 'z'): number => k.at.specials.get(`ntid.${axis}`)!;
  zero(k, k.at.t);
  countedLoop(k, w, k.at.tz, n('z'), () => {
    countedLoop(k, w, k.at.ty, n('y'), () => {
      countedLoop(k, w, k.at.tx, k.at.span, () => {
        body();
        increment(k, k.at.t);
      });
    });
  });
}

/**
 * In x as many chunks as there is room for, the widest first, then the threads that are left, which ask the guard themselves. `ofEach`: runs each row for every block of a
 * group; `apart`: those with other rows than the others by themselves.
 */
export function inChunks(k: KernelWriter, w: Writer, plan: Plan, body: () => void, ofEach = once, apart = false): void {
  const start = k.code.out.length;
  const fixed = fixedThreads(k, plan);
  if (fixed && plan.guard && asks(fixed)) {
    // Few blocks are at an edge: one kind of chunk is enough.
    const few = { ...plan, chunks: plan.chunks.slice(-1), patch: undefined, pair: undefined };
    if (apart) {
      const wide = wideBlocks(k, w, plan.guard, fixed, ofEach);
      inFixedChunks(k, w, plan, fixed, body, wide.those);
      wide.others(() => inAnyChunks(k, w, few, body, once));
    } else {
      areWide(k, w, plan.guard, fixed);
      open(w, ifCode);
      inFixedChunks(k, w, plan, fixed, body, ofEach);
      k.code.out.byte(0x05);
      inAnyChunks(k, w, few, body, ofEach);
      close(w);
    }
  } else if (fixed) inFixedChunks(k, w, plan, fixed, body, ofEach);
  else inAnyChunks(k, w, plan, body, ofEach);
  const chunks = new Set([...plan.chunks, ...(plan.lengths ?? []), plan.patch, plan.pair, plan.planes, plan.rest]);
  const written = [...chunks].filter((s) => s !== undefined);
  for (const s of written) s.after();
  for (const s of written) k.code.insert(start, s.before);
}

/** The widest chunks, where rows of known blocks hold nothing else. */
function chunkThatFills(k: KernelWriter, { guard, chunks: [widest] }: Plan): Chunk | undefined {
  return !guard && k.block && widest && k.block[0] % widest.threads === 0 ? widest : undefined;
}

function inAnyChunks(k: KernelWriter, w: Writer, plan: Plan, body: () => void, ofEach: Whole): void {
  const { at } = k;
  const bounds = boundsFor(k);
  countedLoop(k, w, at.tz, at.specials.get('ntid.z')!, () => {
    planeBounds(k, w, plan.guard, bounds);
    if (plan.planes) inPlanes(k, w, plan.planes, plan.guard, bounds);
    copy(k, bounds.yLow, at.ty);
    if (plan.patch) inPatches(k, w, plan.patch, bounds, ofEach);
    if (plan.down && plan.chunks[0]) inColumns(k, w, plan.chunks[0], bounds);
    if (plan.pair) inPairsOfRows(k, w, plan, bounds, plan.pair, body);
    whileBelow(k, w, at.ty, 1, bounds.yHigh, () => {
      if (plan.guard?.byRow) rowBounds(k, w, plan.guard, bounds);
      ofEach(() => {
        startRow(k, bounds);
        plan.chunks[0]?.row();
        if (plan.strided) {
          stridedRow(k, w, plan.strided, plan.chunks, bounds, body);
          return;
        }
        if (plan.moved) moveRow(k, w, plan.moved, bounds.xChunks);
        const filling = chunkThatFills(k, plan);
        const last = plan.overlaps && !filling ? plan.chunks.at(-1) : undefined;
        const runs = withRuns(plan.chunks);
        if (runs) inRuns(k, w, runs, bounds.xChunks, plan.aligned === true);
        else for (const s of filling ? [filling] : plan.chunks) if (s !== last) eachChunk(k, w, s, bounds.xChunks);
        if (last) toTheEnd(k, w, last, bounds);
        if (!filling) oneByOne(k, w, bounds.xHigh, body);
      });
      increment(k, at.ty);
    });
  });
}

/** The threads before `end` that are left. */
function oneByOne(k: KernelWriter, w: Writer, end: number, body: () => void): void {
  whileBelow(k, w, k.at.tx, 1, end, () => {
    body();
    passThreads(k, 1);
  });
}

/** Two rows at a time, as far as there are chunks of both; what is left of each row comes behind that. */
function inPairsOfRows(k: KernelWriter, w: Writer, plan: Plan, bounds: Bounds, pair: Chunk, body: () => void): void {
  const { at } = k;
  const [first, end] = [k.code.local('i32'), k.code.local('i32')];
  whileBelow(k, w, at.ty, 2, bounds.yHigh, () => {
    startRow(k, bounds);
    pair.row();
    eachChunk(k, w, pair, bounds.xChunks);
    copy(k, at.tx, first);
    copy(k, at.ty, end);
    increment(k, end, 2);
    const each = open(w, loopCode);
    startRow(k, bounds, first);
    plan.chunks[0]?.row();
    for (const s of plan.chunks) eachChunk(k, w, s, bounds.xChunks);
    oneByOne(k, w, bounds.xHigh, body);
    increment(k, at.ty);
    againBelow(k, w, each, at.ty, end);
  });
}

/** `room`: how many threads there must be for one. */
function eachChunk(k: KernelWriter, w: Writer, s: Chunk, end: number, room = s.threads): void {
  const next = (): void => passThreads(k, s.threads);
  if (s.edges) {
    betweenEdges(k, w, s.edges, next, () => fits(k, k.at.tx, room, end));
    return;
  }
  whileBelow(k, w, k.at.tx, room, end, () => {
    s.write();
    next();
  });
}

type Running = Pick<Chunk, 'threads'> & { readonly edges: Edges & { readonly run: EdgeRun } };

/** The chunks where each of them can tell how far a row is away from edges. */
function withRuns(chunks: readonly Chunk[]): readonly Running[] | undefined {
  const runs = chunks.flatMap(({ threads, edges }) =>
    edges?.run ? [{ threads, edges: { ...edges, run: edges.run } }] : [],
  );
  return runs.length === chunks.length && runs.length > 0 ? runs : undefined;
}

/**
 * Where threads are away from edges, as many chunks as there is room for, the widest first; the narrowest ones across an edge, and `aligned` ones up to where wider ones may begin again. A row that
 * lies along an edge has wide ones, too.
 */
function inRuns(k: KernelWriter, w: Writer, chunks: readonly Running[], end: number, aligned: boolean): void {
  const { out } = k.code;
  const { at } = k;
  const [widest, narrowest] = [chunks[0]!, chunks.at(-1)!];
  const stop = k.code.local('i32');
  const each = (s: Running, limit: number, write: () => void): void => {
    const begins = aligned && s !== narrowest;
    if (begins) {
      isAligned(k, s);
      open(w, ifCode);
    }
    whileBelow(k, w, at.tx, s.threads, limit, () => {
      write();
      passThreads(k, s.threads);
    });
    if (begins) close(w);
  };
  const done = open(w, blockCode);
  const head = open(w, loopCode);
  const { same, threads } = narrowest.edges.run;
  if (same) {
    same();
    open(w, ifCode);
  }
  runEnd(k, w, threads, end, stop);
  for (const s of chunks.slice(0, -1)) each(s, stop, s.edges.run.even);
  whileBelow(k, w, at.tx, narrowest.threads, stop, () => {
    narrowest.edges.run.even();
    passThreads(k, narrowest.threads);
    if (!aligned || widest === narrowest) return;
    isAligned(k, widest);
    fits(k, at.tx, widest.threads, stop);
    out.byte(0x71);
    jump(w, head, branchIf);
  });
  if (same) {
    out.byte(0x05);
    if (widest !== narrowest) each(widest, end, widest.edges.run.uneven);
    close(w);
  }
  fits(k, at.tx, narrowest.threads, end);
  out.byte(0x45);
  jump(w, done, branchIf);
  narrowest.edges.run.uneven();
  passThreads(k, narrowest.threads);
  jump(w, head);
  close(w);
  close(w);
}

/** Whether a chunk may begin at tx: its threads are a power of two. */
function isAligned(k: KernelWriter, { threads }: Running): void {
  const { out } = k.code;
  getLocal(out, k.at.tx);
  i32const(out, threads - 1);
  out.all([0x71, 0x45]);
}

/** `stop` is tx and so many threads, the end of the row at most. */
function runEnd(k: KernelWriter, w: Writer, threads: () => void, end: number, stop: number): void {
  const { out } = k.code;
  threads();
  getLocal(out, end);
  getLocal(out, k.at.tx);
  out.all([0x6b, 0xac]);
  lesserOf(w.frame);
  out.byte(0xa7);
  getLocal(out, k.at.tx);
  out.byte(0x6a);
  setLocal(out, stop);
}

/** The next thread of the row is so many further on. */
function passThreads(k: KernelWriter, threads: number): void {
  increment(k, k.at.t, threads);
  increment(k, k.at.tx, threads);
}

/** Chunks away from edges have a loop of their own, in which constants stay in registers. */
function betweenEdges(k: KernelWriter, w: Writer, edges: Edges, next: () => void, fit: () => void): void {
  const { out } = k.code;
  const done = open(w, blockCode);
  fit();
  out.byte(0x45);
  jump(w, done, branchIf);
  const all = open(w, loopCode);
  const atEdge = open(w, blockCode);
  const inner = open(w, loopCode);
  edges.ask();
  out.byte(0x45);
  jump(w, atEdge, branchIf);
  edges.even();
  next();
  fit();
  jump(w, inner, branchIf);
  close(w);
  jump(w, done);
  close(w);
  edges.uneven();
  next();
  fit();
  jump(w, all, branchIf);
  close(w);
  close(w);
}

/** From the first thread that the guard lets in on; none where it lets in none of as many as there are remainders. */
function stridedRow(
  k: KernelWriter,
  w: Writer,
  guard: StridedGuard,
  chunks: readonly Chunk[],
  bounds: Bounds,
  body: () => void,
): void {
  const { out } = k.code;
  const { at } = k;
  const [last, signs] = [k.code.local('i32'), k.code.local('i32')];
  const row = open(w, blockCode);
  const all = open(w, blockCode);
  if (guard.over) {
    // Remainders of numbers below zero are others.
    const { over } = guard;
    const sign = (): void => {
      emitStatements(w, guard.before);
      emit(w.frame, over);
    };
    sign();
    setLocal(out, signs);
    copy(k, bounds.xHigh, at.tx);
    increment(k, at.tx, -1);
    sign();
    copy(k, bounds.xLow, at.tx);
    getLocal(out, signs);
    out.byte(0x72);
    i32const(out, 0);
    out.byte(0x48);
    jump(w, all, branchIf);
  }
  copy(k, bounds.xLow, last);
  increment(k, last, guard.step);
  const found = open(w, blockCode);
  const head = open(w, loopCode);
  emitStatements(w, guard.before);
  emit(w.frame, guard.condition);
  jump(w, found, branchIf);
  increment(k, at.t);
  increment(k, at.tx);
  againBelow(k, w, head, at.tx, last);
  jump(w, row);
  close(w);
  for (const s of chunks) eachChunk(k, w, s, bounds.xChunks, s.threads - guard.step + 1);
  close(w);
  oneByOne(k, w, bounds.xHigh, body);
  close(w);
}

/** A chunk of all rows, then the next chunk; rows then begin where chunks end. */
function inColumns(k: KernelWriter, w: Writer, s: Chunk, bounds: Bounds): void {
  const { at } = k;
  whileBelow(k, w, bounds.xLow, s.threads, bounds.xChunks, () => {
    copy(k, bounds.yLow, at.ty);
    whileBelow(k, w, at.ty, 1, bounds.yHigh, () => {
      startRow(k, bounds);
      s.row();
      s.write();
      increment(k, at.ty);
    });
    increment(k, bounds.xLow, s.threads);
  });
  copy(k, bounds.yLow, at.ty);
}

/** Two planes together where the guard lets the same threads of both in; their rows are done then. */
function inPlanes(k: KernelWriter, w: Writer, planes: Chunk, guard: Guarded | undefined, bounds: Bounds): void {
  const { out } = k.code;
  const { at } = k;
  const next = boundsFor(k);
  const differ = k.code.local('i32');
  increment(k, at.tz);
  getLocal(out, at.tz);
  getLocal(out, at.specials.get('ntid.z')!);
  out.byte(0x48);
  open(w, ifCode);
  planeBounds(k, w, guard, next);
  fillsChunks(k, planes, bounds);
  out.byte(0x45);
  for (const b of ['xLow', 'xHigh', 'xChunks', 'yLow', 'yHigh'] as const) {
    getLocal(out, bounds[b]);
    getLocal(out, next[b]);
    out.all([0x47, 0x72]);
  }
  setLocal(out, differ);
  increment(k, at.tz, -1);
  getLocal(out, differ);
  out.byte(0x45);
  open(w, ifCode);
  copy(k, bounds.yLow, at.ty);
  whileBelow(k, w, at.ty, 1, bounds.yHigh, () => {
    startRow(k, bounds);
    planes.row();
    eachChunk(k, w, planes, bounds.xChunks);
    increment(k, at.ty);
  });
  copy(k, bounds.yHigh, bounds.yLow);
  increment(k, at.tz);
  close(w);
  out.byte(0x05);
  increment(k, at.tz, -1);
  close(w);
}

/** Whether whole chunks fill rows, on the stack. */
function fillsChunks(k: KernelWriter, s: Chunk, bounds: Bounds): void {
  const { out } = k.code;
  getLocal(out, bounds.xChunks);
  getLocal(out, bounds.xLow);
  out.byte(0x6b);
  i32const(out, s.threads - 1);
  out.byte(0x71);
  getLocal(out, bounds.xHigh);
  getLocal(out, bounds.xChunks);
  out.all([0x6b, 0x72, 0x45]);
}

/** As many rows together as there is room for, where whole chunks fill them. */
function inPatches(
  k: KernelWriter,
  w: Writer,
  patch: Chunk & { readonly rows: number },
  bounds: Bounds,
  ofEach: Whole,
): void {
  fillsChunks(k, patch, bounds);
  open(w, ifCode);
  whileBelow(k, w, k.at.ty, patch.rows, bounds.yHigh, () => {
    ofEach(() => {
      startRow(k, bounds);
      patch.row();
      eachChunk(k, w, patch, bounds.xChunks);
    });
    increment(k, k.at.ty, patch.rows);
  });
  close(w);
}

/** Whether counter + step <= end, on the stack. */
function fits(k: KernelWriter, counter: number, step: number, end: number): void {
  const { out } = k.code;
  getLocal(out, counter);
  i32const(out, step);
  out.byte(0x6a);
  getLocal(out, end);
  out.byte(0x4c);
}

/** While counter + step <= end. */
function whileBelow(k: KernelWriter, w: Writer, counter: number, step: number, end: number, body: () => void): void {
  fits(k, counter, step, end);
  open(w, ifCode);
  const head = open(w, loopCode);
  body();
  fits(k, counter, step, end);
  jump(w, head, branchIf);
  close(w);
  close(w);
}

/** Warps one after another; wx, wy, wz is the first thread of the next. */
export function eachWarp(k: KernelWriter, w: Writer, body: readonly Statement[]): void {
  const { out } = k.code;
  const { at } = k;
  for (const local of [at.warp, at.wx, at.wy, at.wz]) zero(k, local);
  const head = open(w, loopCode);
  // lanes = min(32, threads - warp)
  getLocal(out, at.threads);
  getLocal(out, at.warp);
  out.byte(0x6b);
  i32const(out, warpSize);
  getLocal(out, at.threads);
  getLocal(out, at.warp);
  out.byte(0x6b);
  i32const(out, warpSize);
  out.all([0x48, 0x1b]);
  setLocal(out, at.lanes);
  k.inWarp = true;
  emitStatements(w, body);
  k.inWarp = false;
  increment(k, at.warp, warpSize);
  warpStart(k);
  againBelow(k, w, head, at.warp, at.threads);
}

/** x = w % nx, y = w / nx % ny, z = w / nx / ny. */
function warpStart(k: KernelWriter): void {
  const { out } = k.code;
  const { at } = k;
  const [nx, ny] = [at.specials.get('ntid.x')!, at.specials.get('ntid.y')!];
  getLocal(out, at.warp);
  getLocal(out, nx);
  out.byte(0x70);
  setLocal(out, at.wx);
  getLocal(out, at.warp);
  getLocal(out, nx);
  out.byte(0x6e);
  getLocal(out, ny);
  out.byte(0x70);
  setLocal(out, at.wy);
  getLocal(out, at.warp);
  getLocal(out, nx);
  getLocal(out, ny);
  out.all([0x6c, 0x6e]);
  setLocal(out, at.wz);
}

/** A warp's lanes in chunks where they are whole and neighbours in x, else one by one. */
export function eachLane(k: KernelWriter, w: Writer, chunk: Chunk | undefined, body: () => void): void {
  const { out } = k.code;
  const { at } = k;
  const copy = (from: number, to: number): void => {
    getLocal(out, from);
    setLocal(out, to);
  };
  copy(at.warp, at.t);
  copy(at.wx, at.tx);
  copy(at.wy, at.ty);
  copy(at.wz, at.tz);
  const nx = at.specials.get('ntid.x')!;
  const lanes = (threads: number, write: () => void): void =>
    countedLoop(
      k,
      w,
      at.lane,
      at.lanes,
      () => {
        write();
        increment(k, at.t, threads);
        increment(k, at.tx, threads);
        wrapCounter(k, w, at.tx, nx, () => {
          increment(k, at.ty);
          wrapCounter(k, w, at.ty, at.specials.get('ntid.y')!, () => increment(k, at.tz));
        });
      },
      threads,
    );
  if (!chunk) {
    lanes(1, body);
    return;
  }
  const start = out.length;
  getLocal(out, at.lanes);
  getLocal(out, nx);
  out.byte(0x72);
  i32const(out, chunk.threads - 1);
  out.all([0x71, 0x45]);
  open(w, ifCode);
  lanes(chunk.threads, chunk.write);
  out.byte(0x05);
  lanes(1, body);
  close(w);
  k.code.insert(start, chunk.before);
}
