/** A member of a namelist group, and its elements in the program's memory. */
import type { IoType } from '../../library/io-keys.ts';

export type NamelistItem = {
  /** In any case; components as `a%b`. */
  readonly name: string;
  readonly type: IoType;
  /** The kind; of characters, the bytes; of what procedures transfer, a number of its own. */
  readonly kind: number;
  /** The program's memory, asked anew for each access. */
  readonly memory: () => Uint8Array;
  /** Of the first element. */
  readonly address: number;
  /** Per dimension; none for a scalar. */
  readonly lower: readonly number[];
  readonly extents: readonly number[];
  /** In bytes. */
  readonly strides: readonly number[];
};

/** An element that a procedure transfers before the statement goes on. */
export type DefinedElement = { readonly item: NamelistItem; readonly address: number };

/** The addresses of the elements in array element order. */
export function* elementAddresses(item: NamelistItem): Generator<number> {
  if (item.extents.some((n) => n <= 0)) return;
  if (item.extents.length === 1) {
    const [count = 0] = item.extents;
    const [stride = 0] = item.strides;
    for (let i = 0; i < count; i += 1) yield item.address + i * stride;
    return;
  }
  const index = item.extents.map(() => 0);
  for (;;) {
    yield index.reduce((sum, i, d) => sum + i * item.strides[d]!, item.address);
    let d = 0;
    while (d < index.length && index[d]! + 1 === item.extents[d]) {
      index[d] = 0;
      d += 1;
    }
    if (d === index.length) return;
    index[d]! += 1;
  }
}

export function elementSize(item: NamelistItem): number {
  return item.type === 'complex' ? 2 * item.kind : item.kind;
}

export function elementBytes(item: NamelistItem, address: number): Uint8Array {
  return item.memory().subarray(address, address + elementSize(item));
}

let known: DataView = new DataView(new ArrayBuffer(0));

/** The memory that an item lies in, as numbers. */
export function viewOf(item: NamelistItem): DataView {
  const { buffer, byteOffset } = item.memory();
  if (known.buffer !== buffer || known.byteOffset !== byteOffset) known = new DataView(buffer, byteOffset);
  return known;
}

/** Characters of kind 4 of an element. */
export function elementCodes(item: NamelistItem, address: number): Uint32Array {
  return new Uint32Array(item.memory().buffer, address, item.kind / 4);
}
