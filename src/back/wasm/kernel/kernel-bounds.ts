/** The part of a block that a region's guard lets in, as bounds of its loops. */
import type { Expression } from '../../../ir/module.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { type Affine, AffineForms, type Term } from '../../../opt/analysis/affine.ts';
import { emit, getLocal, setLocal } from '../expression.ts';
import { close, emitStatements, ifCode, open, type Writer } from '../statement.ts';
import type { Bound, Guarded } from './guards.ts';
import { type KernelWriter, zero } from './kernel-writer.ts';

/** Registers. Chunks end before `xChunks`, single threads before `xHigh`. */
export type Bounds = {
  readonly xLow: number;
  readonly xHigh: number;
  readonly xChunks: number;
  readonly yLow: number;
  readonly yHigh: number;
  /** Whether a value passes the greatest integer within the block, so that bounds say nothing: each thread asks the guard. */
  readonly wraps: number;
};

export function boundsFor(k: KernelWriter): Bounds {
  const one = (): number => k.code.local('i32');
  return { xLow: one(), xHigh: one(), xChunks: one(), yLow: one(), yHigh: one(), wraps: one() };
}

export function copy(k: KernelWriter, from: number, to: number): void {
  getLocal(k.code.out, from);
  setLocal(k.code.out, to);
}

/** tx is the row's thread at `first`, its first one where not given; t its number in the block. */
export function startRow(k: KernelWriter, bounds: Bounds, first = bounds.xLow): void {
  const { out } = k.code;
  const { at } = k;
  copy(k, first, at.tx);
  getLocal(out, at.tz);
  getLocal(out, at.specials.get('ntid.y')!);
  out.byte(0x6c);
  getLocal(out, at.ty);
  out.byte(0x6a);
  getLocal(out, at.span);
  out.byte(0x6c);
  getLocal(out, first);
  out.byte(0x6a);
  setLocal(out, at.t);
}

/** The rows of a plane; without a guard all of them. */
export function planeBounds(k: KernelWriter, w: Writer, guard: Guarded | undefined, bounds: Bounds): void {
  const ny = k.at.specials.get('ntid.y')!;
  zero(k, bounds.yLow);
  copy(k, ny, bounds.yHigh);
  if (!guard) {
    wholeRow(k, bounds);
    return;
  }
  const { out } = k.code;
  zero(k, k.at.tx);
  zero(k, k.at.ty);
  zero(k, bounds.wraps);
  emitStatements(w, guard.before);
  for (const c of guard.always) {
    emit(w.frame, c);
    out.byte(0x45);
    open(w, ifCode);
    zero(k, bounds.yHigh);
    close(w);
  }
  for (const b of guard.y) narrow(k, w, b, guard, { low: bounds.yLow, high: bounds.yHigh, wraps: bounds.wraps }, ny);
  if (!guard.byRow) narrowRow(k, w, guard, bounds);
  getLocal(out, bounds.wraps);
  open(w, ifCode);
  zero(k, bounds.yLow);
  copy(k, ny, bounds.yHigh);
  close(w);
}

/** The part of the row `ty`. */
export function rowBounds(k: KernelWriter, w: Writer, guard: Guarded, bounds: Bounds): void {
  zero(k, k.at.tx);
  emitStatements(w, guard.before);
  narrowRow(k, w, guard, bounds);
}

function wholeRow(k: KernelWriter, bounds: Bounds): void {
  const nx = k.at.span;
  zero(k, bounds.xLow);
  copy(k, nx, bounds.xHigh);
  copy(k, nx, bounds.xChunks);
}

function narrowRow(k: KernelWriter, w: Writer, guard: Guarded, bounds: Bounds): void {
  const nx = k.at.span;
  wholeRow(k, bounds);
  for (const b of guard.x) narrow(k, w, b, guard, { low: bounds.xLow, high: bounds.xHigh, wraps: bounds.wraps }, nx);
  copy(k, bounds.xHigh, bounds.xChunks);
  getLocal(k.code.out, bounds.wraps);
  open(w, ifCode);
  zero(k, bounds.xLow);
  copy(k, nx, bounds.xHigh);
  zero(k, bounds.xChunks);
  close(w);
}

type Range = { readonly low: number; readonly high: number; readonly wraps: number };

/** low = min(max(v, low), n) or high = max(min(v, high), 0), in 64 bits, for v = (other - thread + more)/step, rounded up, or with the sign of the difference turned. */
function narrow(k: KernelWriter, w: Writer, b: Bound, guard: Guarded, range: Range, n: number): void {
  const { out } = k.code;
  const thread = k.code.local('i32');
  const v = k.code.local('i64');
  emit(w.frame, b.thread);
  setLocal(out, thread);
  if (b.step > 1 || b.falls || !isNumberOfThread(k, b.thread, guard)) askWraps(k, b, thread, range.wraps, n);
  const parts = [(): void => emit(w.frame, b.other), (): void => getLocal(out, thread)];
  for (const part of b.falls ? parts.reverse() : parts) {
    part();
    out.byte(0xac);
  }
  out.all([0x7d, 0x42]);
  out.s64(BigInt(b.more + b.step - 1));
  out.byte(0x7c);
  if (b.step > 1) {
    out.byte(0x42);
    out.s64(BigInt(Math.log2(b.step)));
    out.byte(0x87);
  }
  setLocal(out, v);
  const extreme = (put: () => void, compare: number): void => {
    getLocal(out, v);
    put();
    getLocal(out, v);
    put();
    out.all([compare, 0x1b]);
    setLocal(out, v);
  };
  const wide = (local: number) => (): void => {
    getLocal(out, local);
    out.byte(0xac);
  };
  const [less, greater] = [0x53, 0x55];
  if (b.low) {
    extreme(wide(range.low), greater);
    extreme(wide(n), less);
  } else {
    extreme(wide(range.high), less);
    extreme(() => out.all([0x42, 0]), greater);
  }
  getLocal(out, v);
  out.byte(0xa7);
  setLocal(out, b.low ? range.low : range.high);
}

/** thread > 2^31 - n*step, or thread < -2^31 + n*step: the last thread's value would not fit. */
function askWraps(k: KernelWriter, b: Bound, thread: number, wraps: number, n: number): void {
  const { out } = k.code;
  getLocal(out, thread);
  out.all([0xac, 0x42]);
  out.s64(b.falls ? -(2n ** 31n) : 2n ** 31n);
  getLocal(out, n);
  out.all([0xac, 0x42]);
  out.s64(BigInt(b.step));
  out.byte(0x7e);
  out.all(b.falls ? [0x7c, 0x53] : [0x7d, 0x55]);
  getLocal(out, wraps);
  out.byte(0x72);
  setLocal(out, wraps);
}

/** Whether it is the number of a thread in its grid, of which code for blocks of one size runs fewer than 2^31 - 2^20. */
function isNumberOfThread(k: KernelWriter, e: Expression, { before }: Guarded): boolean {
  const width = k.block?.[0];
  if (width === undefined) return false;
  const sets = new Map(before.map((s) => [s.local, s.value]));
  const known = (l: number): Affine | undefined => {
    const value = sets.get(l) ?? k.values.get(l);
    return value && forms.of(value);
  };
  const forms = new AffineForms({ bits: 32, keyOf, known });
  const { constant, terms } = forms.of(e);
  const most: Readonly<Record<string, number>> = { 'tid.x': 1, 'ctaid.x': width };
  const isPart = ({ atoms, factor }: Term): boolean => {
    const [only] = atoms;
    if (atoms.length !== 1 || only?.e.kind !== 'special') return false;
    return factor >= 0n && factor <= (most[only.e.name] ?? 0);
  };
  return constant >= 0n && constant <= mostBeside && [...terms.values()].every(isPart);
}

const mostBeside = 2n ** 18n;
