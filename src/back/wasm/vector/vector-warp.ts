/** Functions of a warp whose 32 lanes run as one chunk: shuffles move lanes between registers, votes gather masks. */
import { InternalError } from '../../../base/impossible.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { sourceLane } from '../../../opt/kernel/region-exchanges.ts';
import { addIndex } from '../encode/address-code.ts';
import { emit, getLocal, i32const, setLocal } from '../expression.ts';
import { close, ifCode, open } from '../statement.ts';
import { VectorAtomic } from './vector-atomic.ts';
import { lane } from './vector-rows.ts';

type Warp = Extract<Statement, { kind: 'warp' }>;
type Shuffle = 'shuffle' | 'shuffle.up' | 'shuffle.down' | 'shuffle.xor';

const warpSize = 32;
/** Distances for which a shuffle has code of its own. */
const distances = [16, 8, 4, 2, 1];

export abstract class VectorWarp extends VectorAtomic {
  protected warp(s: Warp): void {
    switch (s.how) {
      case 'shuffle':
      case 'shuffle.up':
      case 'shuffle.down':
      case 'shuffle.xor':
        this.shuffle(s, s.how);
        return;
      case 'all':
      case 'any':
      case 'ballot':
        this.vote(s, s.how);
        return;
      case 'active':
        i32const(this.out, -1);
        this.setShared(s.result);
        return;
      default:
        throw new InternalError(`${s.how} in vector code`, s.at);
    }
  }

  /** After a scalar: the local, in whatever form it is held. */
  private setShared(local: number): void {
    if (this.lanes.strideOfLocal(local) !== undefined) {
      setLocal(this.out, this.f.local(local));
      return;
    }
    const type = this.laneType(this.s.locals[local]!.type);
    this.splatInto(this.out, type);
    const parts = this.partsOf(local);
    for (let p = 1; p < parts.length; p++) {
      this.out.byte(0x22);
      this.out.u32(parts[p]!);
    }
    setLocal(this.out, parts[0]!);
  }

  private vote(s: Warp, how: 'all' | 'any' | 'ballot'): void {
    const predicate = s.args[1]!;
    if (this.lanes.strideOf(predicate) === 0) {
      emit(this.f, predicate);
      // -1 or 0
      if (how === 'ballot') this.out.all([0x41, 0x7f, 0x6c]);
    } else if (how === 'ballot') this.bitsWhere(predicate);
    else {
      this.prepare(predicate);
      this.combined(this.inTemps(predicate), how === 'all' ? 78 : 80);
      this.simd(how === 'all' ? lane.allTrue : lane.anyTrue);
    }
    this.setShared(s.result);
  }

  private shuffle(s: Warp, how: Shuffle): void {
    const [, value, by, width] = s.args;
    if (this.lanes.strideOf(value!) === 0) {
      emit(this.f, value!);
      this.setShared(s.result);
      return;
    }
    this.prepare(value!);
    const parts = this.inTemps(value!);
    const target = this.partsOf(s.result);
    const whole = width === undefined || (width.kind === 'const' && Number(width.value) === warpSize);
    if (how === 'shuffle' || !whole || this.lanes.strideOf(by!) !== 0) {
      this.anyLanes(sourceLane(how, by!, width ?? { kind: 'const', type: 'i32', value: warpSize }), parts, target);
      return;
    }
    const constant = by!.kind === 'const' ? distances.find((d) => d === Number(by!.value)) : undefined;
    if (constant !== undefined) {
      this.moved(parts, target, sourcesOf(how, constant));
      return;
    }
    const known = by!.kind === 'const' ? [] : distances;
    const distance = this.f.code.local('i32');
    emit(this.f, by!);
    setLocal(this.out, distance);
    for (const d of known) {
      getLocal(this.out, distance);
      i32const(this.out, d);
      this.out.byte(0x46);
      open(this.w, ifCode);
      this.moved(parts, target, sourcesOf(how, d));
      this.out.byte(0x05);
    }
    this.anyLanes(sourceLane(how, by!, { kind: 'const', type: 'i32', value: warpSize }), parts, target);
    for (const _ of known) close(this.w);
  }

  /** Lanes at places known now. */
  private moved(parts: readonly number[], target: readonly number[], from: (lane: number) => number): void {
    const each = warpSize / parts.length;
    const bytes = 16 / each;
    for (let p = 0; p < parts.length; p++) {
      const sources = Array.from({ length: each }, (_, j) => from(p * each + j));
      const [first, second = first] = [...new Set(sources.map((l) => Math.floor(l / each)))];
      getLocal(this.out, parts[first!]!);
      if (sources.every((l, j) => l === first! * each + j)) continue;
      getLocal(this.out, parts[second!]!);
      this.simd(lane.shuffle);
      for (const l of sources)
        for (let b = 0; b < bytes; b++)
          this.out.byte((Math.floor(l / each) === first ? 0 : 16) + (l % each) * bytes + b);
    }
    for (let p = parts.length - 1; p >= 0; p--) setLocal(this.out, target[p]!);
  }

  /** Lanes at places found when the code runs: through memory. */
  private anyLanes(from: Expression, parts: readonly number[], target: readonly number[]): void {
    const place = this.spillPlace();
    this.storeParts(parts, this.s.spill.put, place);
    const each = warpSize / parts.length;
    const size = each === 4 ? 4 : 8;
    const shift = size === 8 ? 3 : 2;
    const address = (): void => {
      i32const(this.out, shift);
      this.out.byte(0x74);
      addIndex(this.f.code);
    };
    if (this.lanes.strideOf(from) === 0) {
      this.s.spill.put();
      emit(this.f, from);
      address();
      this.simd(size === 8 ? lane.loadSplat[8] : lane.loadSplat[4]);
      this.memory(place);
      setLocal(this.out, target[0]!);
      for (const t of target.slice(1)) {
        getLocal(this.out, target[0]!);
        setLocal(this.out, t);
      }
      return;
    }
    this.prepare(from);
    const lanes = this.inTemps(from);
    for (let i = 0; i < warpSize; i++) {
      this.s.spill.put();
      this.extract(lanes, 'i32', i);
      address();
      getLocal(this.out, target[Math.floor(i / each)]!);
      this.simd(lane.loadLane[size]);
      this.memory(place);
      this.out.byte(i % each);
      setLocal(this.out, target[Math.floor(i / each)]!);
    }
  }
}

/** The lane that each lane reads in a shuffle over the whole warp; its own where there is none. */
function sourcesOf(how: Shuffle, by: number): (lane: number) => number {
  const within = (from: number, own: number): number => (from < 0 || from >= warpSize ? own : from);
  switch (how) {
    case 'shuffle':
      return () => by;
    case 'shuffle.up':
      return (l) => within(l - by, l);
    case 'shuffle.down':
      return (l) => within(l + by, l);
    case 'shuffle.xor':
      return (l) => within(l ^ by, l);
  }
}
