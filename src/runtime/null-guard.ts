/**
 * The first bytes of a program's memory belong to nothing: null pointers and arrays that are not allocated point there. Where the system can take the
 * access to them away, host code that follows such a pointer traps.
 */
import { loadBareKoffi, loadKoffi } from './native/load-koffi.ts';

const noAccess = 0;

/** `from`: files from which the package koffi may be found. Says whether the bytes are guarded. */
export function guardNull(memory: WebAssembly.Memory, bytes: number, from: readonly string[]): boolean {
  if (process.platform !== 'linux' && process.platform !== 'darwin') return false;
  try {
    const koffi = loadBareKoffi(from) ?? loadKoffi(from);
    if (!koffi) return false;
    const protect = koffi.load(null).func('mprotect', 'int', ['uint64_t', 'size_t', 'int']);
    return protect(koffi.address(new Uint8Array(memory.buffer)), bytes, noAccess) === 0;
  } catch {
    return false;
  }
}
