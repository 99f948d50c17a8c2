/** Rows whose last chunk ends with them, where threads may run twice (`nest/legality.ts`): none is left to run by itself. */
import { getLocal, i32const, setLocal } from '../expression.ts';
import { branchIf, close, ifCode, jump, loopCode, open, type Writer } from '../statement.ts';
import type { Chunk } from './chunk.ts';
import type { Bounds } from './kernel-bounds.ts';
import { increment, type KernelWriter } from './kernel-writer.ts';

/** In rows that hold one at least, as many as it takes; the last one ends with the row. */
export function toTheEnd(k: KernelWriter, w: Writer, s: Chunk, { xLow, xChunks }: Bounds): void {
  const { out } = k.code;
  getLocal(out, xChunks);
  getLocal(out, xLow);
  out.byte(0x6b);
  i32const(out, s.threads);
  out.byte(0x4e);
  getLocal(out, k.at.tx);
  getLocal(out, xChunks);
  out.all([0x48, 0x71]);
  open(w, ifCode);
  overlapping(k, w, s, () => getLocal(out, xChunks));
  close(w);
}

/** From tx to the end of a row that is further on. */
export function overlapping(k: KernelWriter, w: Writer, s: Pick<Chunk, 'threads' | 'write'>, end: () => void): void {
  const { out } = k.code;
  const { at } = k;
  const over = k.code.local('i32');
  const head = open(w, loopCode);
  getLocal(out, at.tx);
  i32const(out, s.threads);
  out.byte(0x6a);
  end();
  out.all([0x6b, 0x22]);
  out.u32(over);
  i32const(out, 0);
  out.byte(0x4a);
  open(w, ifCode);
  for (const counter of [at.tx, at.t]) {
    getLocal(out, counter);
    getLocal(out, over);
    out.byte(0x6b);
    setLocal(out, counter);
  }
  close(w);
  s.write();
  increment(k, at.t, s.threads);
  increment(k, at.tx, s.threads);
  getLocal(out, at.tx);
  end();
  out.byte(0x48);
  jump(w, head, branchIf);
  close(w);
}
