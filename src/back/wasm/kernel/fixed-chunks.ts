/** Regions of blocks whose size is known: where a guard's bounds are constants, strips and single threads are so many, and nothing is asked while they run. */
import type { Expression } from '../../../ir/module.ts';
import { mapExpression } from '../../../ir/walk.ts';
import { folded } from '../../../opt/scalar/fold.ts';
import type { BlockSize } from '../encode/artifact.ts';
import { emit, getLocal, i32const, setLocal } from '../expression.ts';
import { branchIf, close, emitStatements, ifCode, jump, loopCode, open, type Writer } from '../statement.ts';
import type { Plan, Strip, Whole } from './chunk.ts';
import type { Bound, Guarded } from './guards.ts';
import { countedLoop, increment, type KernelWriter, zero } from './kernel-writer.ts';
import { overlapping } from './overlapping-chunks.ts';

/** From `low` on, before `high`. */
type Range = { readonly low: number; readonly high: number };
export type Fixed = { readonly x: Range; readonly y: Range; readonly block: BlockSize };

/** Which threads of a block a region runs, where that is known now. */
export function fixedThreads(k: KernelWriter, { guard, planes, down }: Plan): Fixed | undefined {
  const { block } = k;
  if (!block || k.coalesceBlocks || planes || down || guard?.byRow) return undefined;
  const x = narrowed({ low: 0, high: block[0] }, guard?.x ?? [], guard);
  const y = narrowed({ low: 0, high: block[1] }, guard?.y ?? [], guard);
  return x && y && { x, y, block };
}

function narrowed(whole: Range, bounds: readonly Bound[], guard: Guarded | undefined): Range | undefined {
  let { low, high } = whole;
  for (const b of bounds) {
    const [thread, other] = [firstValue(b.thread, guard), firstValue(b.other, guard)];
    const last = thread === undefined ? undefined : b.falls ? -thread - 1 : thread;
    if (thread === undefined || other === undefined || last === undefined || last > 2 ** 31 - whole.high)
      return undefined;
    const at = (b.falls ? thread - other : other - thread) + b.more;
    if (b.low) low = Math.min(Math.max(at, low), whole.high);
    else high = Math.max(Math.min(at, high), 0);
  }
  return { low, high };
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
    times(k, w, at.ty, 1, y.high - from, from, () => ofEach(() => rowOfStrips(k, w, plan, fixed, body)));
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

function rowOfStrips(k: KernelWriter, w: Writer, plan: Plan, fixed: Fixed, body: () => void): void {
  const { at } = k;
  startRow(k, fixed);
  plan.strips[0]?.row();
  const single: Pick<Strip, 'threads' | 'write'> = { threads: 1, write: body };
  const parts: (Pick<Strip, 'threads' | 'write'> & { readonly from: number; readonly turns: number })[] = [];
  let from = fixed.x.low;
  let rest: Pick<Strip, 'threads' | 'write'> | undefined;
  const last = plan.overlaps ? plan.strips.at(-1) : undefined;
  for (const { threads, write } of [...plan.strips, single]) {
    const left = fixed.x.high - from;
    if (threads === last?.threads && left % threads > 0 && fixed.x.high - fixed.x.low >= threads) {
      rest = { threads, write };
      break;
    }
    const turns = Math.floor((fixed.x.high - from) / threads);
    parts.push({ threads, write, from, turns });
    from += turns * threads;
  }
  if (plan.descending) {
    for (const part of parts.reverse()) backwards(k, w, part);
    return;
  }
  for (const { threads, write, turns, from } of parts)
    times(k, w, at.tx, threads, turns, from, () => {
      write();
      increment(k, at.t, threads);
    });
  if (rest) overlapping(k, w, rest, () => i32const(k.code.out, fixed.x.high));
}

/** So many strips from the last to the first, which begins at `from`, in a block of one row. */
function backwards(
  k: KernelWriter,
  w: Writer,
  { threads, write, turns, from }: Pick<Strip, 'threads' | 'write'> & { readonly from: number; readonly turns: number },
): void {
  const { out } = k.code;
  const { at } = k;
  if (turns === 0) return;
  setConst(k, at.tx, from + (turns - 1) * threads);
  setConst(k, at.t, from + (turns - 1) * threads);
  const head = turns > 1 ? open(w, loopCode) : 0;
  write();
  if (turns === 1) return;
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
  turns: number,
  from: number,
  body: () => void,
): void {
  if (turns === 0) return;
  const head = turns > 1 ? open(w, loopCode) : 0;
  body();
  increment(k, counter, step);
  if (turns === 1) return;
  getLocal(k.code.out, counter);
  i32const(k.code.out, from + turns * step);
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
