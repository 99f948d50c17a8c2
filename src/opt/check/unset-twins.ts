/**
 * Which bytes of a kernel's own variables were never written, in variables beside them: a twin of the same size holds 255 for each byte until its own is written. They are
 * ordinary variables, so that whatever the compiler does with one it does with the other, and threads may run side by side.
 */
import { add, and, eq, i32, i64, load, local, lt, mul, ne, not, offset, op, special } from '../../ir/build.ts';
import type { Expression, Fn, Global, Slot } from '../../ir/module.ts';
import type { MemoryType } from '../../ir/types.ts';
import { threadOfBlock } from './check-races.ts';
import type { Rewriter } from './hoist-loads.ts';
import { dynamicEntry } from './table-of-memory.ts';

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
  readonly #hasDynamic: boolean;
  /** On a real device: how far behind dynamic shared memory its twin lies, which a launch makes room for; 0 where there is none. */
  dynamic: ReturnType<typeof local> | undefined;

  /** `names`: as OwnVariables has them. */
  constructor(fn: Fn, names: Iterable<string>) {
    const slots = [...fn.slots];
    const shared: string[] = [];
    const all = new Set(names);
    this.#hasDynamic = all.delete('#dynamic');
    for (const name of all)
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
    if (name === '#dynamic') return this.#hasDynamic;
    return name.startsWith('@') ? this.#shared.includes(name.slice(1)) : this.#slots.has(Number(name.slice(1)));
  }

  begin(to: Rewriter): void {
    if (this.#hasDynamic) this.dynamic = local(to.fresh('dynamic twin', 'i64'), 'i64');
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

  /** Before a kernel's first statement: nothing has been written. `onDevice`: all threads of a block do it together. */
  poison(to: Rewriter, fn: Fn, sizeOf: (global: string) => number, onDevice: boolean): void {
    for (const [of, twin] of this.#slots)
      to.add(filled({ kind: 'slot', type: 'ptr.local', index: twin }, fn.slots[of]!.size));
    if (this.#shared.length === 0 && !this.dynamic) return;
    const shared = this.#shared.map(
      (name) => [{ kind: 'global', type: 'ptr.shared', name: twinName(name) } as const, i64(sizeOf(name))] as const,
    );
    if (onDevice) for (const [variable, bytes] of shared) fillTogether(to, variable, bytes);
    else
      to.if(isFirstThread(), () => {
        for (const [variable, bytes] of shared) to.add({ kind: 'fill', to: variable, byte: i32(255), bytes });
      });
    if (this.dynamic) this.#poisonDynamic(to, this.dynamic);
    to.add({ kind: 'barrier', scope: 'block' });
  }

  #poisonDynamic(to: Rewriter, distance: ReturnType<typeof local>): void {
    const { bytes, twin } = dynamicEntry();
    to.set(distance.index, twin);
    to.if(ne(distance, i64(0)), () =>
      fillTogether(to, offset({ kind: 'dynamic-shared', type: 'ptr.shared' }, distance), bytes),
    );
  }
}

function isFirstThread(): Expression {
  return (['tid.x', 'tid.y', 'tid.z'] as const).map((name) => eq(special(name), i32(0))).reduce(and);
}

/** Of 255: each thread of the block writes its share. */
function fillTogether(to: Rewriter, variable: Expression, bytes: Expression): void {
  const label = `poison ${to.locals.length}`;
  const at = local(to.fresh('at', 'i64'), 'i64');
  to.set(at.index, op('extend', [threadOfBlock()]));
  const threads = (['ntid.x', 'ntid.y', 'ntid.z'] as const).map(special).reduce(mul);
  const body = to.collect(() => {
    to.if(not(lt(at, bytes)), () => to.add({ kind: 'break', label }));
    to.add({ kind: 'store', memory: 'i8', to: offset(variable, at), offset: 0, value: i32(255) });
    to.set(at.index, add(at, op('extend', [threads])));
  });
  to.add({ kind: 'loop', label, body });
}

function filled(variable: Expression, bytes: number): Parameters<Rewriter['add']>[0] {
  return { kind: 'fill', to: variable, byte: i32(255), bytes: i64(bytes) };
}
