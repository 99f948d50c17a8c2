import type { Expression } from '../../../ir/module.ts';
import { type Operation, operations } from '../../../ir/operations.ts';
import { sizeOf } from '../../../ir/types.ts';
import { emit, emitStore, getLocal, setLocal } from '../expression.ts';
import { lane } from './vector-rows.ts';
import { VectorShorts } from './vector-shorts.ts';

export class VectorPieces extends VectorShorts {
  /** An operation without a vector form, as scalars. */
  protected laneByLane(e: Extract<Expression, { kind: 'op' }>, key: string): void {
    for (const a of e.args) this.prepare(a);
    const divides = this.active !== undefined && mayTrap(e);
    const sources = e.args.map((a, i) => {
      if (this.lanes.strideOf(a) === 0) return undefined;
      return divides && i === 1 ? this.safeDivisors(a) : this.inTemps(a);
    });
    const scalars = e.args.map((a, i): Expression => (sources[i] === undefined ? a : this.scalar(a.type)));
    const scalar: Expression = { ...e, args: scalars };
    const parts = Array.from({ length: this.partCount(e.type) }, () => this.temp());
    const takeLane = (i: number): void =>
      scalars.forEach((x, k) => {
        const from = sources[k];
        if (!from || x.kind !== 'local') return;
        this.extract(from, x.type, i);
        setLocal(this.out, this.f.local(x.index));
      });
    this.prepared.set(key, parts);
    const row: Operation = operations[e.op];
    if (row.expensive && this.s.spill.there && (e.type === 'f32' || e.type === 'f64')) {
      this.throughMemory(scalar, e.type, parts, takeLane);
      return;
    }
    for (const t of parts) {
      this.constant32([0, 0, 0, 0]);
      setLocal(this.out, t);
    }
    for (let i = 0; i < this.width; i++) {
      takeLane(i);
      const perPart = this.width / parts.length;
      const t = parts[Math.floor(i / perPart)]!;
      getLocal(this.out, t);
      emit(this.f, scalar);
      if (e.type === 'bool') this.out.all([0x41, 0x7f, 0x6c]);
      this.simd(lane.replace[this.laneType(e.type)]);
      this.out.byte(i % perPart);
      setLocal(this.out, t);
    }
  }

  /** What costs a call meets the other lanes in memory, where V8 finds neighbours to join (wide.ts of the simulated device). */
  private throughMemory(
    e: Expression,
    type: 'f32' | 'f64',
    parts: readonly number[],
    takeLane: (i: number) => void,
  ): void {
    const size = sizeOf(type);
    for (let i = 0; i < this.width; i++) {
      takeLane(i);
      this.s.spill.put();
      emit(this.f, e);
      emitStore(this.f, type, this.s.spill.offset + size * i);
    }
    parts.forEach((t, p) => {
      this.s.spill.put();
      this.simd(lane.load);
      this.memory(this.s.spill.offset + 16 * p);
      setLocal(this.out, t);
    });
  }

  /** Lanes that take no part divide by 1. */
  private safeDivisors(e: Expression): readonly number[] {
    const active = this.active!;
    return Array.from({ length: this.partCount(e.type) }, (_, p) => {
      const t = this.temp();
      this.part(e, p);
      this.splatConstant(e.type, 1);
      this.maskPart(active, this.isWide(e.type), p);
      this.simd(lane.choose);
      setLocal(this.out, t);
      return t;
    });
  }
}

/** Whether a whole number may be divided by none. */
function mayTrap(e: Extract<Expression, { kind: 'op' }>): boolean {
  const row: Operation = operations[e.op];
  return row.partial === true && (e.type === 'i32' || e.type === 'i64');
}
