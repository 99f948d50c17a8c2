/**
 * Which bytes of a kernel's own variables were never written, in variables beside them: a twin of the same size holds 255 for each byte until its own is written. They are
 * ordinary variables, so that whatever the compiler does with one it does with the other, and threads may run side by side.
 */
import { eq, i32, i64, load, ne, op, special } from '../../ir/build.ts';
import type { Expression, Fn, Global, Slot } from '../../ir/module.ts';
import type { MemoryType } from '../../ir/types.ts';
import type { Rewriter } from './hoist-loads.ts';

export function twinName(global: string): string {
  return `${global}.unset`;
}

/** Twins of all shared variables: those that nobody mentions take no room. */
export function twinsOf(globals: Iterable<Global>): readonly (readonly [string, Global])[] {
  return [...globals]
    .filter((g) => g.placement === 'shared' && g.size > 0)
    .map((g) => [twinName(g.name), { ...g, name: twinName(g.name), init: [] }] as const);
}

const wordOf: Readonly<Record<number, MemoryType>> = { 1: 'i8', 2: 'i16', 4: 'i32', 8: 'i64' };

export class UnsetTwins {
  /** Of slots: the twin's number. */
  readonly #slots = new Map<number, number>();
  readonly #shared: readonly string[];
  readonly slots: readonly Slot[];

  /** `names`: as OwnVariables has them. */
  constructor(fn: Fn, names: Iterable<string>) {
    const slots = [...fn.slots];
    const shared: string[] = [];
    for (const name of names)
      if (name.startsWith('@')) shared.push(name.slice(1));
      else {
        const index = Number(name.slice(1));
        const slot = fn.slots[index]!;
        this.#slots.set(index, slots.push({ ...slot, name: twinName(slot.name) }) - 1);
      }
    this.slots = slots;
    this.#shared = shared;
  }

  has(name: string): boolean {
    return name.startsWith('@') ? this.#shared.includes(name.slice(1)) : this.#slots.has(Number(name.slice(1)));
  }

  /** The same place in the twin; undefined where there is none, or where the way to it is not seen. */
  placeOf(address: Expression): Expression | undefined {
    switch (address.kind) {
      case 'slot': {
        const index = this.#slots.get(address.index);
        return index === undefined ? undefined : { kind: 'slot', type: address.type, index };
      }
      case 'global':
        return this.#shared.includes(address.name)
          ? { kind: 'global', type: address.type, name: twinName(address.name) }
          : undefined;
      case 'op': {
        const [base, ...rest] = address.args;
        const twin = base && (address.op === 'offset' || address.op === 'cast.space') ? this.placeOf(base) : undefined;
        return twin && { kind: 'op', type: address.type, op: address.op, args: [twin, ...rest] };
      }
      default: // else: it is no variable's
        return undefined;
    }
  }

  isUnset(place: Expression, by: number, bytes: number): Expression {
    const memory = wordOf[bytes]!;
    const word = load(memory, place, by);
    return ne(word, bytes === 8 ? i64(0) : i32(0));
  }

  markSet(to: Rewriter, place: Expression, by: number, bytes: number): void {
    const value = bytes === 8 ? i64(0) : i32(0);
    to.add({ kind: 'store', memory: wordOf[bytes]!, to: place, offset: by, value });
  }

  /** Before a kernel's first statement: nothing has been written. */
  poison(to: Rewriter, fn: Fn, sizeOf: (global: string) => number): void {
    for (const [of, twin] of this.#slots)
      to.add(filled({ kind: 'slot', type: 'ptr.local', index: twin }, fn.slots[of]!.size));
    if (this.#shared.length === 0) return;
    const first = (['tid.x', 'tid.y', 'tid.z'] as const)
      .map((name) => eq(special(name), i32(0)))
      .reduce((a, b) => op('and', [a, b]));
    to.if(first, () => {
      for (const name of this.#shared)
        to.add(filled({ kind: 'global', type: 'ptr.shared', name: twinName(name) }, sizeOf(name)));
    });
    to.add({ kind: 'barrier', scope: 'block' });
  }
}

function filled(variable: Expression, bytes: number): Parameters<Rewriter['add']>[0] {
  return { kind: 'fill', to: variable, byte: i32(255), bytes: i64(bytes) };
}
