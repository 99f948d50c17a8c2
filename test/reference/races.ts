/**
 * What random kernels must not do: threads that reach a cell which another one writes, with no barrier of both in between, and shared memory that is read before anybody has written it. Stores of what is
 * there already are no race.
 */
import type { Program } from '../../src/ir/link.ts';
import { interpreted, memoryBytes, slotsFrom } from './compare.ts';
import type { Place, Watch } from './interpreter.ts';
import type { RandomKernel } from './kernel-source.ts';

/** What the kernel does wrong, the first few times. */
export function racesOf(program: Program, k: RandomKernel): readonly string[] {
  const fn = program.kernels.find((f) => f.name === `m.${k.name}`)!;
  const memory = new WatchedMemory(new ArrayBuffer(memoryBytes));
  interpreted(program, program.functions, fn, k, memory);
  return memory.problems.map((p) => `seed ${k.name.slice('kernel'.length)}: ${p}`);
}

type Access = { readonly by: Place; readonly barriers: number; readonly ofWarp: number; readonly atomic: boolean };
/** Of a byte: the last store, and loads since. */
type Cell = { write: Access | undefined; reads: Access[] };

const most = 3;

export class WatchedMemory extends DataView<ArrayBuffer> implements Watch {
  readonly problems: string[] = [];
  private readonly cells = new Map<number, Cell>();
  private readonly shared: (readonly [from: number, to: number])[] = [];
  private place: Place | undefined;
  private isAtomic = false;

  readonly goesOn = (place: Place): void => {
    this.place = place;
  };

  readonly atomic = (is: boolean): void => {
    this.isAtomic = is;
  };

  isShared(from: number, to: number): void {
    this.shared.push([from, to]);
  }

  /** `same`: it stores what is there. */
  note(at: number, bytes: number, isWrite: boolean, same = false): void {
    const { place } = this;
    if (!place || at >= slotsFrom) return;
    const now = { by: place, barriers: place.barriers, ofWarp: place.ofWarp, atomic: this.isAtomic };
    for (let byte = at; byte < at + bytes; byte++) {
      const cell = this.cells.get(byte) ?? { write: undefined, reads: [] };
      this.cells.set(byte, cell);
      if (cell.write && !same && meet(cell.write, now))
        this.report(isWrite ? 'written' : 'read', byte, cell.write, now);
      const other = isWrite && !same ? cell.reads.find((r) => meet(r, now)) : undefined;
      if (other) this.report('written after it was read', byte, other, now);
      if (!isWrite && !cell.write && this.shared.some(([from, to]) => byte >= from && byte < to))
        this.report('read before it is written', byte, now, now);
      if (isWrite) {
        cell.write = now;
        cell.reads = [];
      } else if (!cell.reads.some((r) => r.by === place && r.barriers === now.barriers && r.ofWarp === now.ofWarp))
        cell.reads.push(now);
    }
  }

  private report(what: string, at: number, a: Access, b: Access): void {
    const name = ({ by }: Access): string => `thread ${by.thread} of block ${by.block}`;
    if (this.problems.length < most) this.problems.push(`byte ${at} is ${what}: ${name(a)}, ${name(b)}`);
  }
}

const warpOf = (a: Access): number => a.by.thread >> 5;

/** Whether nothing keeps two accesses apart, one of which writes. */
function meet(a: Access, b: Access): boolean {
  if (a.by === b.by || (a.atomic && b.atomic)) return false;
  if (a.by.block !== b.by.block) return true;
  return a.barriers === b.barriers && (warpOf(a) !== warpOf(b) || a.ofWarp === b.ofWarp);
}

const widths = {
  Int8: 1,
  Int16: 2,
  Int32: 4,
  BigInt64: 8,
  Float16: 2,
  Float32: 4,
  Float64: 8,
} as const;

for (const [name, bytes] of Object.entries(widths)) {
  const [get, set] = [`get${name}`, `set${name}`].map((n) => Reflect.get(DataView.prototype, n));
  Reflect.set(WatchedMemory.prototype, `get${name}`, function (this: WatchedMemory, at: number, little: boolean) {
    this.note(at, bytes, false);
    return Reflect.apply(get, this, [at, little]);
  });
  Reflect.set(
    WatchedMemory.prototype,
    `set${name}`,
    function (this: WatchedMemory, at: number, v: unknown, little: boolean) {
      const same = Object.is(Reflect.apply(get, this, [at, little]), v);
      this.note(at, bytes, true, same);
      Reflect.apply(set, this, [at, v, little]);
    },
  );
}
