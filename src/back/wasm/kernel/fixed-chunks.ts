/**
 * Regions of blocks whose size is known: where a guard's bounds are constants, chunks and single threads are so many, and nothing is asked while they run. Bounds that only a block tells (edges of
 * an array) are asked once, before the region: most blocks lie within them.
 */
import { InternalError } from '../../../base/impossible.ts';
import type { Expression } from '../../../ir/module.ts';
import { mapExpression, someExpression } from '../../../ir/walk.ts';
import { folded } from '../../../opt/scalar/fold.ts';
import type { BlockSize } from '../encode/artifact.ts';
import { emit, getLocal, i32const, setLocal } from '../expression.ts';
import { branchIf, close, emitStatements, ifCode, jump, loopCode, open, type Writer } from '../statement.ts';
import type { Chunk, Plan, Whole } from './chunk.ts';
import type { Bound, Guarded } from './guards.ts';
import { countedLoop, increment, type KernelWriter, zero } from './kernel-writer.ts';

/** From `low` on, before `high`. */
type Range = { readonly low: number; readonly high: number };
/** Bounds that are `left` leave no thread out in blocks for which `areWide` finds them wide enough. */
type Axis = Range & { readonly left: readonly Bound[] };
export type Fixed = { readonly x: Axis; readonly y: Axis; readonly block: BlockSize };

/** Longer rows are worth no code of their own for blocks away from edges. */
const shortRow = 64;

/** Which threads of a block a region runs, where that is known now. */
export function fixedThreads(k: KernelWriter, plan: Plan): Fixed | undefined {
  const { guard, planes, down, light } = plan;
  const { block } = k;
  if (!block || k.coalesceBlocks || planes || down || guard?.byRow || plan.strided) return undefined;
  const x = narrowed(block[0], guard?.x ?? [], guard);
  const y = narrowed(block[1], guard?.y ?? [], guard);
  const isPlain = block[2] === 1 || !guard || !differsByPlane(guard);
  if (asks({ x, y }) && !(light && block[0] <= shortRow && isPlain)) return undefined;
  return { x, y, block };
}

/** Whether bounds are others for other planes of a block. */
function differsByPlane({ before, x, y }: Guarded): boolean {
  const ofPlane = new Set<number>();
  const isOfPlane = (e: Expression): boolean =>
    someExpression(
      e,
      (a) => (a.kind === 'special' && a.name === 'tid.z') || (a.kind === 'local' && ofPlane.has(a.index)),
    );
  for (const s of before) if (isOfPlane(s.value)) ofPlane.add(s.local);
  return [...x, ...y].some((b) => isOfPlane(b.thread) || isOfPlane(b.other));
}

export const asks = ({ x, y }: Pick<Fixed, 'x' | 'y'>): boolean => x.left.length + y.left.length > 0;

function narrowed(n: number, bounds: readonly Bound[], guard: Guarded | undefined): Axis {
  let [low, high] = [0, n];
  const left = bounds.filter((b) => {
    const [thread, other] = [firstValue(b.thread, guard), firstValue(b.other, guard)];
    if (thread === undefined || other === undefined || (b.falls ? -thread - 1 : thread) > 2 ** 31 - n * b.step)
      return true;
    const at = Math.ceil(((b.falls ? thread - other : other - thread) + b.more) / b.step);
    if (b.low) low = Math.min(Math.max(at, low), n);
    else high = Math.max(Math.min(at, high), 0);
    return false;
  });
  return { low, high, left };
}

/** Blocks of a group, at most 32, in which the bounds that are left let all of the other threads in, and the others. */
export function wideBlocks(
  k: KernelWriter,
  w: Writer,
  guard: Guarded,
  fixed: Fixed,
  ofEach: Whole,
): { readonly those: Whole; readonly others: Whole } {
  const { out } = k.code;
  const bits = k.code.local('i32');
  setConst(k, bits, 0);
  const number = (block: number | undefined): void => {
    if (block === undefined) throw new InternalError('a block outside of a group');
    getLocal(out, block);
  };
  ofEach((block) => {
    areWide(k, w, guard, fixed);
    number(block);
    out.byte(0x74);
    getLocal(out, bits);
    out.byte(0x72);
    setLocal(out, bits);
  });
  const where =
    (isWide: boolean): Whole =>
    (part) =>
      ofEach((block) => {
        getLocal(out, bits);
        number(block);
        out.all([0x76, 0x41, 1, 0x71]);
        if (!isWide) out.byte(0x45);
        open(w, ifCode);
        part(block);
        close(w);
      });
  return { those: where(true), others: where(false) };
}

/** Whether the bounds that are left let all of the other threads in, on the stack. */
export function areWide(k: KernelWriter, w: Writer, guard: Guarded, { x, y, block }: Fixed): void {
  for (const at of [k.at.tx, k.at.ty, k.at.tz]) zero(k, at);
  emitStatements(w, guard.before);
  const parts = [x, y].flatMap((axis, i) => axis.left.map((b) => (): void => isWide(k, w, b, axis, block[i]!)));
  parts.forEach((write, i) => {
    write();
    if (i > 0) k.code.out.byte(0x71);
  });
}

/** In 64 bits; a value that passes the greatest integer within the block says nothing. */
function isWide(k: KernelWriter, w: Writer, b: Bound, { low, high }: Range, n: number): void {
  const { out } = k.code;
  const thread = k.code.local('i64');
  const wide = (e: Expression): void => {
    emit(w.frame, e);
    out.byte(0xac);
  };
  const number = (value: number): void => {
    out.byte(0x42);
    out.s64(BigInt(value));
  };
  wide(b.thread);
  setLocal(out, thread);
  getLocal(out, thread);
  number(b.falls ? n * b.step - 2 ** 31 : 2 ** 31 - n * b.step);
  out.byte(b.falls ? 0x59 : 0x57);
  if (b.falls) {
    getLocal(out, thread);
    wide(b.other);
  } else {
    wide(b.other);
    getLocal(out, thread);
  }
  out.byte(0x7d);
  number((b.low ? low * b.step : (high - 1) * b.step + 1) - b.more);
  out.all([b.low ? 0x57 : 0x59, 0x71]);
}

/** Of the first thread. */
function firstValue(e: Expression, guard: Guarded | undefined): number | undefined {
  const known = new Map<number, Expression>();
  const value = (x: Expression): Expression =>
    mapExpression(x, (y) => {
      if (y.kind === 'special' && (y.name === 'tid.x' || y.name === 'tid.y'))
        return { kind: 'const', type: 'i32', value: 0 };
      return y.kind === 'local' ? (known.get(y.index) ?? y) : folded(y);
    });
  for (const s of guard?.before ?? []) known.set(s.local, value(s.value));
  const found = value(e);
  return found.kind === 'const' && found.type === 'i32' ? Number(found.value) : undefined;
}

export function inFixedChunks(
  k: KernelWriter,
  w: Writer,
  plan: Plan,
  fixed: Fixed,
  body: () => void,
  ofEach: Whole,
): void {
  const { at } = k;
  const { x, y, block } = fixed;
  if (x.low >= x.high || y.low >= y.high) return;
  const plane = (): void => {
    const ends = plan.guard ? asked(k, w, plan.guard) : 0;
    const { patch } = plan;
    const inPatches = patch && (x.high - x.low) % patch.threads === 0 ? Math.floor((y.high - y.low) / patch.rows) : 0;
    setConst(k, at.ty, y.low);
    if (patch)
      times(k, w, at.ty, patch.rows, inPatches, y.low, () => {
        ofEach(() => {
          startRow(k, fixed);
          patch.row();
          times(k, w, at.tx, patch.threads, (x.high - x.low) / patch.threads, x.low, () => {
            patch.write();
            increment(k, at.t, patch.threads);
          });
        });
      });
    const from = y.low + inPatches * (patch?.rows ?? 1);
    times(k, w, at.ty, 1, y.high - from, from, () => ofEach(() => rowOfChunks(k, w, plan, fixed, body)));
    for (let i = 0; i < ends; i++) close(w);
  };
  if (block[2] === 1) {
    zero(k, at.tz);
    plane();
  } else countedLoop(k, w, at.tz, at.specials.get('ntid.z')!, plane);
}

/** Opens a branch for each condition that all threads of a plane meet or none. */
function asked(k: KernelWriter, w: Writer, guard: Guarded): number {
  if (guard.always.length === 0) return 0;
  zero(k, k.at.tx);
  zero(k, k.at.ty);
  emitStatements(w, guard.before);
  for (const c of guard.always) {
    emit(w.frame, c);
    open(w, ifCode);
  }
  return guard.always.length;
}

type Written = Pick<Chunk, 'threads' | 'write'>;
type Part = Written & { readonly from: number; readonly iterations: number };

function rowOfChunks(k: KernelWriter, w: Writer, plan: Plan, fixed: Fixed, body: () => void): void {
  const { at } = k;
  startRow(k, fixed);
  plan.chunks[0]?.row();
  const parts = partsOf(plan, fixed.x, { threads: 1, write: body });
  if (plan.descending) {
    for (const part of parts.reverse()) backwards(k, w, part);
    return;
  }
  let next = fixed.x.low;
  for (const { threads, write, iterations, from } of parts) {
    // What is left is shorter than the chunk that does it, and threads may run twice.
    if (from < next) for (const counter of [at.tx, at.t]) increment(k, counter, from - next);
    times(k, w, at.tx, threads, iterations, from, () => {
      write();
      increment(k, at.t, threads);
    });
    next = from + iterations * threads;
  }
}

/** Threads that take longer one by one than four of which some are left out. */
export const fewestMasked = 2;

/** The chunks of a row: as many of the widest as fit, then what is left of it. */
function partsOf(plan: Plan, { low, high }: Range, single: Written): Part[] {
  const chunks = (!plan.descending && plan.lengths) || plan.chunks;
  const parts: Part[] = [];
  let from = low;
  const add = (s: Written, iterations: number): void => {
    if (iterations > 0) parts.push({ ...s, from, iterations });
    from += iterations * s.threads;
  };
  if (plan.overlaps) {
    const widest = chunks.find((s) => s.threads <= high - low);
    if (widest) add(widest, Math.floor((high - low) / widest.threads));
    const rest = chunks.findLast((s) => s.threads >= high - from && s.threads <= high - low);
    if (rest && from < high) {
      from = high - rest.threads;
      add(rest, 1);
    }
  }
  for (const s of chunks) add(s, Math.floor((high - from) / s.threads));
  if (plan.rest) add(plan.rest, Math.floor((high - from + plan.rest.threads - fewestMasked) / plan.rest.threads));
  add(single, high - from);
  return parts;
}

/** So many chunks from the last to the first, which begins at `from`, in a block of one row. */
function backwards(
  k: KernelWriter,
  w: Writer,
  {
    threads,
    write,
    iterations,
    from,
  }: Pick<Chunk, 'threads' | 'write'> & { readonly from: number; readonly iterations: number },
): void {
  const { out } = k.code;
  const { at } = k;
  if (iterations === 0) return;
  setConst(k, at.tx, from + (iterations - 1) * threads);
  setConst(k, at.t, from + (iterations - 1) * threads);
  const head = iterations > 1 ? open(w, loopCode) : 0;
  write();
  if (iterations === 1) return;
  increment(k, at.t, -threads);
  increment(k, at.tx, -threads);
  getLocal(out, at.tx);
  i32const(out, from);
  out.byte(0x4e);
  jump(w, head, branchIf);
  close(w);
}

/** `counter`, which is `from`, grows by `step` so many times. */
function times(
  k: KernelWriter,
  w: Writer,
  counter: number,
  step: number,
  iterations: number,
  from: number,
  body: () => void,
): void {
  if (iterations === 0) return;
  const head = iterations > 1 ? open(w, loopCode) : 0;
  body();
  increment(k, counter, step);
  if (iterations === 1) return;
  getLocal(k.code.out, counter);
  i32const(k.code.out, from + iterations * step);
  k.code.out.byte(0x48);
  jump(w, head, branchIf);
  close(w);
}

function setConst(k: KernelWriter, local: number, value: number): void {
  i32const(k.code.out, value);
  setLocal(k.code.out, local);
}

/** tx is the row's first thread, t its number in the block. */
function startRow(k: KernelWriter, { x, block }: Fixed): void {
  const { out } = k.code;
  const { at } = k;
  setConst(k, at.tx, x.low);
  if (block[1] === 1 && block[2] === 1) {
    setConst(k, at.t, x.low);
    return;
  }
  getLocal(out, at.tz);
  i32const(out, block[1]);
  out.byte(0x6c);
  getLocal(out, at.ty);
  out.byte(0x6a);
  i32const(out, block[0]);
  out.byte(0x6c);
  i32const(out, x.low);
  out.byte(0x6a);
  setLocal(out, at.t);
}
