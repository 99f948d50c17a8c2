/** Whole numbers that 16 bits hold, of bytes and halves in memory: eight lanes in a vector where 32 bits would be four. */
import type { Expression } from '../../../ir/module.ts';
import { sizeOf } from '../../../ir/types.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { offsetAddress } from '../encode/address-code.ts';
import { emitAddress, getLocal, i32const, setLocal } from '../expression.ts';
import { bytesOf, isNear, VectorGathers, windowsOf } from './vector-gathers.ts';
import { lane } from './vector-rows.ts';

type Load = Extract<Expression, { kind: 'load' }>;

export abstract class VectorShorts extends VectorGathers {
  /** Sums and products of bytes or halves that 16 bits hold: twice as many lanes in a vector as of the 32 bits that they are computed in. */
  protected asShorts(e: Expression, key: string): boolean {
    const tree = this.shortTree(e);
    if (!tree || (tree.leaves < 2 && !isUnsigned(e))) return false;
    this.prepared.set(key, this.ofShorts(this.shortsOf(e, tree, () => this.temp())));
    return true;
  }

  /** Keeps short whole numbers as such for those who compute with them: widened they are seldom asked for. */
  protected setShorts(local: number, e: Expression): void {
    const tree = e.kind === 'const' || !this.lanes.isSetOnce(local) ? undefined : this.shortTree(e);
    if (!tree) return;
    const halves = this.shortsOf(e, tree, () => this.f.code.local('v128'));
    this.shorts = new Map([...this.shorts, [local, { halves, low: tree.low, high: tree.high }]]);
    this.prepared.set(keyOf(e), this.ofShorts(halves));
  }

  private shortTree(e: Expression): ShortTree | undefined {
    if (this.active || this.s.wide || this.width % 8 !== 0) return undefined;
    return shortTree(e, { isNarrow: (x) => this.isNarrow(x) || this.isSpread(x), ofLocal: (l) => this.shorts.get(l) });
  }

  private shortsOf(e: Expression, { loads }: ShortTree, register: () => number): readonly number[] {
    const places = new Map(loads.map((x) => [x, this.loadedFrom(x)]));
    return Array.from({ length: this.width / 8 }, (_, half) => {
      const eight = register();
      this.eightShorts(e, places, half);
      setLocal(this.out, eight);
      return eight;
    });
  }

  private ofShorts(halves: readonly number[]): readonly number[] {
    return halves.flatMap((eight) =>
      lane.widen.map((widen) => {
        const t = this.temp();
        getLocal(this.out, eight);
        this.simd(widen);
        setLocal(this.out, t);
        return t;
      }),
    );
  }

  /** Whether eight lanes find theirs within two vectors, the same distance apart. */
  private isSpread(e: Load): boolean {
    if ((e.memory !== 'i8' && e.memory !== 'i16') || e.volatile || !this.lanes.strideOf(e.from)) return false;
    return Array.from({ length: this.width / 8 }, (_, half) => half).every((h) => this.windowsOfEight(e, h).length > 0);
  }

  /** Where the cells of eight lanes lie, counted from the first lane's. */
  private cellsOfEight(e: Load, half: number): readonly number[] {
    const stride = this.lanes.strideOf(e.from) ?? 0;
    return Array.from({ length: 8 }, (_, i) => (8 * half + i) * stride);
  }

  private windowsOfEight(e: Load, half: number): readonly number[] {
    const [size, ends] = [sizeOf(e.memory), [0, (this.width - 1) * (this.lanes.strideOf(e.from) ?? 0)]];
    const all = isNear(e) ? ([-Infinity, Infinity] as const) : ([Math.min(...ends), Math.max(...ends) + size] as const);
    return windowsOf(this.cellsOfEight(e, half), size, all);
  }

  private loadedFrom(e: Load): number {
    const place = this.f.code.local(this.f.side.address);
    offsetAddress(this.f.code, emitAddress(this.f, e.from, e.offset));
    setLocal(this.out, place);
    return place;
  }

  /** Eight lanes of 16 bits, on the stack. */
  private eightShorts(e: Expression, places: ReadonlyMap<Expression, number>, half: number): void {
    const loaded = unsignedLoad(e) ?? e;
    const place = places.get(loaded);
    if (loaded.kind === 'load' && place !== undefined) {
      if (this.isNarrow(loaded)) this.loadEight(loaded, loaded === e, place, half);
      else this.gatherEight(loaded, loaded === e, place, half);
    } else if (e.kind === 'local') getLocal(this.out, this.shorts.get(e.index)!.halves[half]!);
    else if (e.kind === 'const') {
      const n = Number(e.value) & 0xffff;
      this.constant32(Array<number>(4).fill(n | (n << 16)));
    } else if (e.kind === 'op') {
      for (const a of e.args) this.eightShorts(a, places, half);
      if (e.op === 'sign8')
        for (const shift of lane.shiftShorts) {
          i32const(this.out, 8);
          this.simd(shift);
        }
      else if (e.op !== 'sign16') this.simd(lane.ofShorts[e.op === 'add' ? 'add' : e.op === 'sub' ? 'sub' : 'mul']);
    }
  }

  private loadEight({ memory }: Load, signed: boolean, place: number, half: number): void {
    getLocal(this.out, place);
    const bytes = signed ? lane.loadWidened[1] : lane.loadUnsigned;
    this.simd(memory === 'i8' ? bytes : lane.load);
    this.memory((memory === 'i8' ? 8 : 16) * half);
  }

  private gatherEight(e: Load, signed: boolean, place: number, half: number): void {
    const windows = this.windowsOfEight(e, half);
    for (const at of windows) {
      const offset = this.pushPlace({ place, offset: 0 }, at);
      this.simd(lane.load);
      this.memory(offset);
    }
    const size = sizeOf(e.memory);
    const bytes = bytesOf(this.cellsOfEight(e, half), size, windows, 2);
    const isByte = size === 1;
    this.permuted(isByte && !signed ? bytes.map((b, i) => (i % 2 === 0 ? b : -1)) : bytes, windows.length);
    if (!isByte || !signed) return;
    i32const(this.out, 8);
    this.simd(lane.shiftShorts[1]);
  }
}

/** `leaves`: numbers that it is made of, besides constants. */
type ShortTree = {
  readonly loads: readonly Load[];
  readonly leaves: number;
  readonly low: number;
  readonly high: number;
};

type ShortFacts = {
  readonly isNarrow: (e: Load) => boolean;
  readonly ofLocal: (local: number) => Pick<ShortTree, 'low' | 'high'> | undefined;
};

/** Sums, differences and products of narrow loads, short locals and constants, that 16 bits hold or that are cut to them. */
function shortTree(e: Expression, facts: ShortFacts): ShortTree | undefined {
  const tree = anyTree(e, facts);
  return tree && tree.low >= -0x8000 && tree.high <= 0x7fff ? tree : undefined;
}

/** A byte without its sign. */
function unsignedLoad(e: Expression): Load | undefined {
  const [a, b] = e.kind === 'op' && e.op === 'and' ? e.args : [];
  return a?.kind === 'load' && a.memory === 'i8' && b?.kind === 'const' && Number(b.value) === 0xff ? a : undefined;
}

const isUnsigned = (e: Expression): boolean => unsignedLoad(e) !== undefined;

/** The same where 16 bits may not hold it: the lower ones are right all the same. */
function anyTree(e: Expression, facts: ShortFacts): ShortTree | undefined {
  if (e.type !== 'i32') return undefined;
  if (e.kind === 'const') return { loads: [], leaves: 0, low: Number(e.value), high: Number(e.value) };
  if (e.kind === 'local') {
    const known = facts.ofLocal(e.index);
    return known && { loads: [], leaves: 1, low: known.low, high: known.high };
  }
  const loaded = unsignedLoad(e) ?? e;
  if (loaded.kind === 'load') {
    if (!facts.isNarrow(loaded)) return undefined;
    const [low, high] = loaded !== e ? [0, 0xff] : loaded.memory === 'i8' ? [-0x80, 0x7f] : [-0x8000, 0x7fff];
    return { loads: [loaded], leaves: 1, low, high };
  }
  if (e.kind !== 'op') return undefined;
  const [a, b] = e.args.map((x) => anyTree(x, facts));
  if (!a) return undefined;
  if (e.op === 'sign8') return { ...a, low: -0x80, high: 0x7f };
  if (e.op === 'sign16') return { ...a, low: -0x8000, high: 0x7fff };
  if (!b) return undefined;
  const tree = { loads: [...a.loads, ...b.loads], leaves: a.leaves + b.leaves };
  if (e.op === 'add') return { ...tree, low: a.low + b.low, high: a.high + b.high };
  if (e.op === 'sub') return { ...tree, low: a.low - b.high, high: a.high - b.low };
  if (e.op !== 'mul') return undefined;
  const ends = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  return { ...tree, low: Math.min(...ends), high: Math.max(...ends) };
}
