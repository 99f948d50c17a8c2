/** The operating system's calls for mappings of the driver's memory: Linux alone has them. */
import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs';
import type { Koffi } from '../native/load-koffi.ts';
import type { System } from './driver-table.ts';

/** PROT_READ and PROT_WRITE. */
const readWrite = 3;
/** MAP_FIXED with MAP_SHARED, or with MAP_PRIVATE and MAP_ANONYMOUS. */
const mapping = { shared: 0x11, plain: 0x32 } as const;

export function systemCalls(koffi: Koffi): System | undefined {
  if (process.platform !== 'linux') return undefined;
  const library = koffi.load(null);
  const mmap = library.func('mmap', 'int64_t', ['uint64_t', 'size_t', 'int', 'int', 'int', 'int64_t']);
  const ioctl = library.func('ioctl', 'int', ['int', 'unsigned long', 'uint64_t']);
  return {
    map: (address, bytes, descriptor) => {
      const at =
        descriptor === undefined
          ? mmap(address, bytes, readWrite, mapping.plain, -1, 0)
          : mmap(address, bytes, readWrite, mapping.shared, descriptor, address);
      return BigInt(at) === address;
    },
    control: (descriptor, request, argument) => ioctl(descriptor, request, argument) === 0,
    open: opened,
    close: closeSync,
    descriptors: (path) =>
      readdirSync('/proc/self/fd')
        .map(Number)
        .filter((n) => targetOf(n) === path),
  };
}

function opened(path: string): number | undefined {
  try {
    return openSync(path, 'r+');
  } catch {
    // It is not there, or not for this user.
    return undefined;
  }
}

function targetOf(descriptor: number): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    // Closed since the folder was read.
    return '';
  }
}
