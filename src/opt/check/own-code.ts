/** Parts of the compiler's own library that work on memory as such: nobody watches what they do. */
import { heapName } from '../../machine/device-heap.ts';

export function isOwnCode(name: string): boolean {
  return (
    name.startsWith(heapName) ||
    name.startsWith('cufort.') ||
    name.startsWith('memory.') ||
    /^cufort_memory\./.test(name)
  );
}
