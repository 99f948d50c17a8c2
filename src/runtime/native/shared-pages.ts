/** Pages that processes of one machine share: a file without a name, which its owner holds open and others reach through /proc. Linux only. */
import type { Koffi } from './load-koffi.ts';

export type SharedPages = {
  /** Bytes of the system's pages. */
  readonly size: number;
  /** A file of so many bytes: its number in this process. */
  readonly make: (bytes: number) => number;
  /** Copies memory into a file. */
  readonly fill: (file: number, offset: number, address: number, bytes: number) => void;
  /** Puts the file of a process, from an offset on, in the place of the memory at an address (both multiples of the system's pages). */
  readonly map: (address: number, bytes: number, owner: number, file: number, offset?: number) => void;
  /** Puts memory of the process's own there again. */
  readonly unmap: (address: number, bytes: number) => void;
  readonly close: (file: number) => void;
};

const readWrite = 3; // PROT_READ | PROT_WRITE
const shared = 1;
const own = 2; // MAP_PRIVATE
const fixed = 0x10;
const anonymous = 0x20;
const openReadWrite = 2;
/** What one call of the system copies at most. */
const pieceBytes = 2 ** 30;

export function sharedPages(koffi: Koffi): SharedPages | undefined {
  if (process.platform !== 'linux') return undefined;
  const c = koffi.load(null);
  const mmap = c.func('mmap', 'int64_t', ['int64_t', 'size_t', 'int', 'int', 'int', 'int64_t']);
  const memfd = c.func('memfd_create', 'int', ['str', 'uint32_t']);
  const truncate = c.func('ftruncate', 'int', ['int', 'int64_t']);
  const open = c.func('open', 'int', ['str', 'int']);
  const close = c.func('close', 'int', ['int']);
  const write = c.func('pwrite', 'int64_t', ['int', 'int64_t', 'size_t', 'int64_t']);
  const refused = (bytes: number) => new RangeError(`${bytes} bytes cannot be shared between processes`);
  const placed = (address: number, bytes: number, how: number, file: number, offset = 0): void => {
    if (Number(mmap(address, bytes, readWrite, how | fixed, file, offset)) !== address) throw refused(bytes);
  };
  return {
    size: Number(c.func('getpagesize', 'int', [])()),
    make(bytes) {
      const file = memfd('cufort', 0);
      if (file < 0 || truncate(file, bytes) !== 0) throw refused(bytes);
      return file;
    },
    fill(file, offset, address, bytes) {
      for (let done = 0; done < bytes; ) {
        const written = Number(write(file, address + done, Math.min(bytes - done, pieceBytes), offset + done));
        if (written <= 0) throw refused(bytes);
        done += written;
      }
    },
    map(address, bytes, owner, file, offset = 0) {
      const opened = owner === process.pid ? file : open(`/proc/${owner}/fd/${file}`, openReadWrite);
      placed(address, bytes, shared, opened, offset);
      if (opened !== file) close(opened);
    },
    unmap: (address, bytes) => placed(address, bytes, own | anonymous, -1),
    close: (file) => close(file),
  };
}
