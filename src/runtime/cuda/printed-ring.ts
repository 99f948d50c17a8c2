/** What kernels of one device have printed: a ring in its memory, read when the host waits. */
import type { CudaContext } from './context.ts';
import { readPrinted } from './printed.ts';

/** Kernels of other streams may be writing: all of them are waited for. */
export function takePrinted(context: CudaContext): void {
  const { code, session, calls } = context;
  if (code.symbols.print === '') return;
  const ring = context.loaded()?.variable(code.symbols.print) ?? 0n;
  if (ring === 0n || context.note(calls.cuCtxSynchronize()) !== 0) return;
  const { native, print, message } = session;
  calls.cuMemcpy(native.cell(0), ring, 16);
  const written = Number(native.u64(0));
  const lost = native.u64(1);
  if (written === 0) return;
  const { printBytes, printHead, texts } = code;
  const records = native.buffer(Math.min(written, printBytes));
  calls.cuMemcpy(records.address, ring + BigInt(printHead), records.bytes.length);
  calls.cuMemsetD8Async(ring, 0, printHead + records.bytes.length, 0);
  print(readPrinted(records.bytes, texts));
  if (lost > 0n) message(`${lost} lines that kernels printed were lost: the buffer was full`);
}
