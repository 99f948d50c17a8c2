/** The loops of a kernel: over blocks, over the threads of a block one by one or in strips, over warps and their lanes. */
import type { Statement } from '../../ir/module.ts';
import type { Bytes } from './encode.ts';
import { getLocal, i32const, setLocal } from './expression.ts';
import { countedLoop, increment, type KernelWriter, param, warpSize, wrapCounter, zero } from './kernel-writer.ts';
import { blockCode, branchIf, close, emitStatements, ifCode, jump, loopCode, open, type Writer } from './statement.ts';

export type Strip = { readonly threads: number; readonly before: Bytes; readonly write: () => void };

export function eachBlock(k: KernelWriter, w: Writer, body: () => void): void {
  const { out } = k.code;
  const n = (axis: 'x' | 'y'): number => k.at.specials.get(`nctaid.${axis}`)!;
  const end = open(w, blockCode);
  getLocal(out, param.first);
  getLocal(out, param.last);
  out.byte(0x4e);
  jump(w, end, branchIf);
  const head = open(w, loopCode);
  k.blockEnd = open(w, blockCode);
  body();
  close(w);
  increment(k, k.at.bx);
  wrapCounter(k, w, k.at.bx, n('x'), () => {
    increment(k, k.at.by);
    wrapCounter(k, w, k.at.by, n('y'), () => increment(k, k.at.bz));
  });
  increment(k, param.first);
  getLocal(out, param.first);
  getLocal(out, param.last);
  out.byte(0x48);
  jump(w, head, branchIf);
  close(w);
  close(w);
}

export function eachThread(k: KernelWriter, w: Writer, body: () => void): void {
  const n = (axis: 'x' | 'y' | 'z'): number => k.at.specials.get(`ntid.${axis}`)!;
  zero(k, k.at.t);
  countedLoop(k, w, k.at.tz, n('z'), () => {
    countedLoop(k, w, k.at.ty, n('y'), () => {
      countedLoop(k, w, k.at.tx, n('x'), () => {
        body();
        increment(k, k.at.t);
      });
    });
  });
}

/** In x as many strips as there is room for, the widest first, then the threads that are left. */
export function inStrips(k: KernelWriter, w: Writer, strips: readonly Strip[], body: () => void): void {
  const { out } = k.code;
  const { at } = k;
  const start = out.length;
  const nx = at.specials.get('ntid.x')!;
  /** While tx + threads <= nx. */
  const fits = (threads: number): void => {
    getLocal(out, at.tx);
    i32const(out, threads);
    out.byte(0x6a);
    getLocal(out, nx);
    out.byte(0x4c);
  };
  const loop = (threads: number, write: () => void): void => {
    fits(threads);
    open(w, ifCode);
    const head = open(w, loopCode);
    write();
    increment(k, at.t, threads);
    increment(k, at.tx, threads);
    fits(threads);
    jump(w, head, branchIf);
    close(w);
    close(w);
  };
  zero(k, at.t);
  countedLoop(k, w, at.tz, at.specials.get('ntid.z')!, () => {
    countedLoop(k, w, at.ty, at.specials.get('ntid.y')!, () => {
      zero(k, at.tx);
      for (const s of strips) loop(s.threads, s.write);
      loop(1, body);
    });
  });
  for (const s of strips) k.code.insert(start, s.before);
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
  getLocal(out, at.warp);
  getLocal(out, at.threads);
  out.byte(0x48);
  jump(w, head, branchIf);
  close(w);
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

/** A warp's lanes in strips where they are whole and neighbours in x, else one by one. */
export function eachLane(k: KernelWriter, w: Writer, strip: Strip | undefined, body: () => void): void {
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
  if (!strip) {
    lanes(1, body);
    return;
  }
  const start = out.length;
  getLocal(out, at.lanes);
  getLocal(out, nx);
  out.byte(0x72);
  i32const(out, strip.threads - 1);
  out.all([0x71, 0x45]);
  open(w, ifCode);
  lanes(strip.threads, strip.write);
  out.byte(0x05);
  lanes(1, body);
  close(w);
  k.code.insert(start, strip.before);
}
