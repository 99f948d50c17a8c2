/** What is kept in the header of the kernel that ended the work of a device: which thread of the machine met the fault first writes it, the host reads it. */
import { header } from './control.ts';

export type Failure = {
  readonly code: number;
  /** The trap that the kernel's code met, from 1; 0: it met none of its own. */
  readonly trap: number;
  /** The version of the kernel; -1: the work was no kernel. */
  readonly kernel: number;
  /** The first of the blocks that ran, from 1, and how many ran as one; 0: not known. */
  readonly block: number;
  readonly blocks: number;
  /** Of the grid, in blocks. */
  readonly gridX: number;
  readonly gridY: number;
  /** Bytes of the kernel's module where it and its callers stood, the innermost first. */
  readonly bytes: readonly number[];
};

const mostBytes = 4;

/** False where another failure came first. */
export function noteFailure(words: Int32Array, device: number, f: Failure): boolean {
  if (Atomics.compareExchange(words, header.failureClaims + device, 0, 1) !== 0) return false;
  words[header.trapPlaces + device] = f.trap;
  words[header.failedKernels + device] = f.kernel;
  words[header.trapBlocks + device] = f.block;
  words[header.failedBlocks + device] = f.blocks;
  words[header.failedGridX + device] = f.gridX;
  words[header.failedGridY + device] = f.gridY;
  for (let i = 0; i < mostBytes; i++) words[header.failedBytes + device * mostBytes + i] = f.bytes[i] ?? 0;
  Atomics.store(words, header.failures + device, f.code);
  return true;
}

export function clearFailure(words: Int32Array, device: number): void {
  Atomics.store(words, header.failures + device, 0);
  Atomics.store(words, header.failureClaims + device, 0);
}

export function readFailure(words: Int32Array, device: number): Failure {
  const bytes = Array.from({ length: mostBytes }, (_, i) => words[header.failedBytes + device * mostBytes + i]!);
  return {
    code: Atomics.load(words, header.failures + device),
    trap: words[header.trapPlaces + device]!,
    kernel: words[header.failedKernels + device]!,
    block: words[header.trapBlocks + device]!,
    blocks: words[header.failedBlocks + device]!,
    gridX: words[header.failedGridX + device]!,
    gridY: words[header.failedGridY + device]!,
    bytes: bytes.filter((b) => b !== 0),
  };
}

/** `block 7` of a row of blocks, `block (3,2,1)` of a larger grid, `blocks 4 to 9` where several ran as one; '' where it is not known. */
export function blockName({ block, blocks, gridX, gridY }: Failure): string {
  if (block <= 0) return '';
  const several = blocks > 1;
  const name = (n: number): string => {
    const x = (n % gridX) + 1;
    const y = (Math.floor(n / gridX) % gridY) + 1;
    const z = Math.floor(n / gridX / gridY) + 1;
    return `(${x},${y},${z})`;
  };
  const isRow = gridX === 0 || gridY <= 1;
  if (!several) return isRow ? `block ${block}` : `block ${name(block - 1)}`;
  const last = block + blocks - 1;
  return isRow ? `a block of ${block} to ${last}` : `a block of ${name(block - 1)} to ${name(last - 1)}`;
}
