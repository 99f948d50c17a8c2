/** Which words of an object of a function's own its statements can touch. */
import type { Expression, Statement } from '../../../../ir/module.ts';
import { sizeOf } from '../../../../ir/types.ts';
import { eachPartOf, eachStatement } from '../../../../ir/walk.ts';

/** Bytes [from, to) of an object. */
export type Stretch = { readonly from: number; readonly to: number };

/**
 * The words of 8 bytes of slot `index`, in order, that `list` can load or store. `reach` says what can be reached from an address in the slot that is not
 * simply loaded from, by the first number that is added to the slot's (0: none); `undefined` where addresses are not followed.
 */
export function wordsRead(
  list: readonly Statement[],
  index: number,
  reach: (first: number) => Stretch,
): readonly number[] | undefined {
  const offsets = new Offsets(index);
  const words = new Set<number>();
  const touched = ({ from, to }: Stretch): void => {
    for (let k = Math.floor(from / 8); 8 * k < to; k++) words.add(k);
  };
  const cell = (at: number, bytes: number): void => touched({ from: at, to: at + bytes });
  const look = (e: Expression): void => {
    const own = offsets.of(e);
    const loaded = e.kind === 'load' ? offsets.of(e.from) : undefined;
    if (own !== undefined) touched(reach(own.first));
    else if (e.kind === 'load' && loaded !== undefined) cell(loaded.at + e.offset, sizeOf(e.memory));
    else if (e.kind === 'load') look(e.from);
    else if (e.kind === 'op') e.args.forEach(look);
  };
  eachStatement(list, (s) => {
    const to = s.kind === 'store' ? offsets.of(s.to) : undefined;
    if (s.kind === 'store' && to !== undefined) {
      cell(to.at + s.offset, sizeOf(s.memory));
      look(s.value);
    } else if (s.kind !== 'set' || !offsets.enter(s.local, s.value)) eachPartOf(s, look);
  });
  return offsets.changed(list) ? undefined : [...words].sort((a, b) => a - b);
}

/** An address: `first` is the first constant added, which is a component's offset; others may be those of bounds. */
type Offset = { readonly at: number; readonly first: number };

/** Addresses that are the slot's plus constants: by themselves, and through locals. */
class Offsets {
  readonly #slot: number;
  readonly #locals = new Map<number, Offset>();

  constructor(slot: number) {
    this.#slot = slot;
  }

  of(e: Expression): Offset | undefined {
    if (e.kind === 'slot') return e.index === this.#slot ? { at: 0, first: 0 } : undefined;
    if (e.kind === 'local') return this.#locals.get(e.index);
    if (e.kind !== 'op' || e.op !== 'offset') return undefined;
    const [base, by] = e.args;
    const from = base && this.of(base);
    if (!from || by?.kind !== 'const') return undefined;
    const at = from.at + Number(by.value);
    return { at, first: from.first || at };
  }

  /** Whether `value` is such an address, which `local` holds from now on. */
  enter(local: number, value: Expression): boolean {
    const at = this.of(value);
    if (at !== undefined) this.#locals.set(local, at);
    return at !== undefined;
  }

  /** Whether a local that holds such an address ever holds something else. */
  changed(list: readonly Statement[]): boolean {
    const times = new Map<number, number>();
    eachStatement(list, (s) => {
      if (s.kind === 'set') times.set(s.local, (times.get(s.local) ?? 0) + 1);
    });
    return [...this.#locals.keys()].some((l) => times.get(l) !== 1);
  }
}
