/** Handles of MPI's C interface are pointers, those of Fortran integers: each pointer gets a number, the predefined ones their own. */

/** Pointers are numbers with a sign, so that one whose upper bits are all set is exact. Predefined handles are below this. */
const firstOwn = 0x10000;

type Known = { readonly number: number; uses: number };

export class AbiHandles {
  readonly #byPointer = new Map<string, Known>();
  readonly #byNumber = new Map<number, number>();
  readonly #replaced = new Map<string, ReadonlyMap<number, number>>();
  readonly #free: number[] = [];
  #next = firstOwn;

  /** Of a handle that a routine gives. Libraries may give several requests the same one. */
  number(kind: string, pointer: number): number {
    if (isPredefined(pointer)) return pointer;
    const key = `${kind} ${pointer}`;
    const known = this.#byPointer.get(key);
    if (known) {
      known.uses++;
      return known.number;
    }
    const number = this.#free.pop() ?? this.#next++;
    this.#byPointer.set(key, { number, uses: 1 });
    this.#byNumber.set(number, pointer);
    return number;
  }

  pointer(kind: string, number: number): number {
    return this.#byNumber.get(number) ?? this.#replaced.get(kind)?.get(number) ?? number;
  }

  /** From now on other predefined handles are given for these. */
  replace(kind: string, others: ReadonlyMap<number, number>): void {
    this.#replaced.set(kind, others);
  }

  /** The number of a handle that a routine has left or changed, which was `number` before. */
  after(kind: string, number: number, pointer: number): number {
    const before = this.pointer(kind, number);
    if (pointer === before) return number;
    const known = this.#byPointer.get(`${kind} ${before}`);
    if (known && --known.uses === 0) {
      this.#byPointer.delete(`${kind} ${before}`);
      this.#byNumber.delete(number);
      this.#free.push(number);
    }
    return this.number(kind, pointer);
  }
}

function isPredefined(pointer: number): boolean {
  return pointer < firstOwn && pointer > -firstOwn;
}
