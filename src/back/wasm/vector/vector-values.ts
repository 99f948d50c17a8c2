/** Expressions as vectors, a part at a time. */
import { InternalError } from '../../../base/impossible.ts';
import type { Expression } from '../../../ir/module.ts';
import { sizeOf } from '../../../ir/types.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { someExpression } from '../../../ir/walk.ts';
import { emitAddress, getLocal, i32const, setLocal } from '../expression.ts';
import { isDivision } from './lane-forms.ts';
import { operandsOf, VectorOperations } from './vector-operations.ts';
import type { SharedAddress } from './vector-registers.ts';
import { lane, shiftRows } from './vector-rows.ts';
import { wholeLanes } from './vector-splats.ts';

type Load = Extract<Expression, { kind: 'load' }>;

export abstract class VectorValues extends VectorOperations {
  /** Both leave their result prepared. */
  protected abstract gather(e: Load, key: string): void;
  /** Where the cells of lanes that are no neighbours lie behind the first lane's, where that is known and each part may be loaded by itself. */
  protected abstract cellsOf(e: Load): readonly number[] | undefined;
  protected abstract cellsOfPart(e: Load, address: SharedAddress, p: number): void;
  protected abstract firstPlace(e: Expression, offset: number): SharedAddress;
  protected abstract laneByLane(e: Extract<Expression, { kind: 'op' }>, key: string): void;
  /** Arithmetic of short whole numbers eight lanes at a time, into registers; whether there is any. */
  protected abstract asShorts(e: Expression, key: string): boolean;
  /** Quotients or remainders of i32 lanes, into registers. */
  protected abstract prepareDivision(e: Extract<Expression, { kind: 'op' }>, key: string): void;

  /** Computes into registers what would be computed twice, or lane by lane. */
  protected prepare(e: Expression): void {
    const stride = this.lanes.strideOf(e);
    if (stride === 0) this.prepareSplat(e);
    if (stride !== undefined || e.kind === 'local' || e.kind === 'special') return;
    const key = keyOf(e);
    if (this.prepared.has(key) || this.ofEachLane(e) || this.holdsInLanes(e)) return;
    if (e.kind === 'load') {
      if (this.active || !this.shareAddress(e, key)) this.gather(e, key);
      return;
    }
    if (e.kind !== 'op' || this.asShorts(e, key)) return;
    const form = this.formOf(e);
    if (form === 'lanes') {
      this.laneByLane(e, key);
      return;
    }
    for (const a of operandsOf(e)) this.prepare(a);
    this.prepareAmount(e);
    if (this.isWide(e.type))
      for (const a of e.args) if (!this.isWide(a.type) && !(e.op === 'select' && this.isWideCondition(a))) this.hold(a);
    if (form === 'extreme') for (const a of e.args) this.hold(a);
    if (isDivision(e.op) && !this.isWide(e.type) && e.type !== 'f32') this.prepareDivision(e, key);
  }

  /** All parts of a vector in memory are reached from one address, where constants tell how far from it: each is loaded where it is asked for. */
  private shareAddress(e: Load, key: string): boolean {
    const isContiguous = this.isContiguous(e);
    const cells = isContiguous ? undefined : this.cellsOf(e);
    if (!isContiguous && !cells) return false;
    const parts = this.partCount(e.type);
    if (!this.addresses.has(key) && (cells || parts > 1)) {
      const address = this.firstPlace(e.from, e.offset);
      this.addresses.set(key, cells ? { ...address, cells } : address);
    }
    return true;
  }

  /** What is loaded for all lanes is loaded once for all parts; what is computed for them, too, where V8 joins parts: it does not see that two of them are made alike. */
  private prepareSplat(e: Expression): void {
    const key = keyOf(e);
    if (this.partCount(e.type) < 2 || this.prepared.has(key)) return;
    const isJoined = this.s.wide && e.kind === 'op';
    if (!isJoined && !someExpression(e, (x) => x.kind === 'load')) return;
    const t = this.temp();
    this.splat(e);
    setLocal(this.out, t);
    this.prepared.set(key, Array<number>(this.partCount(e.type)).fill(t));
  }

  protected hold(e: Expression): void {
    if (e.kind !== 'const') this.inTemps(e);
  }

  /** The parts of `e` in registers. */
  protected inTemps(e: Expression): readonly number[] {
    const key = `${keyOf(e)}${e.type}`;
    const known = this.prepared.get(keyOf(e)) ?? this.prepared.get(key);
    if (known) return known;
    if (e.kind === 'local' && this.lanes.strideOfLocal(e.index) === undefined) return this.partsOf(e.index);
    const parts = Array.from({ length: this.partCount(e.type) }, () => this.temp());
    parts.forEach((t, p) => {
      this.part(e, p);
      setLocal(this.out, t);
    });
    this.prepared.set(key, parts);
    return parts;
  }

  protected isContiguous(e: Load): boolean {
    const stride = this.lanes.strideOf(e.from);
    return wholeLanes.has(e.memory) && stride === sizeOf(e.memory) && !e.volatile;
  }

  /** Part `p` of `e` on the stack. */
  protected part(e: Expression, p: number): void {
    const known = this.prepared.get(keyOf(e)) ?? this.prepared.get(`${keyOf(e)}${e.type}`);
    if (known) {
      getLocal(this.out, known[p]!);
      return;
    }
    const stride = this.lanes.strideOf(e);
    if (stride === 0) {
      this.splat(e);
      return;
    }
    if (stride !== undefined) {
      this.affine(e, stride, p);
      return;
    }
    const lanes = this.ofEachLane(e);
    if (lanes) {
      this.constant32(lanes.slice(4 * p, 4 * p + 4));
      return;
    }
    const truths = this.holdsInLanes(e);
    if (truths) {
      this.constant32(truths.slice(4 * p, 4 * p + 4).map((is) => (is ? -1 : 0)));
      return;
    }
    switch (e.kind) {
      case 'local':
        getLocal(this.out, this.partsOf(e.index)[p]!);
        return;
      case 'special':
        this.laneId(p);
        return;
      case 'load': {
        const shared = this.addresses.get(keyOf(e));
        if (shared?.cells) {
          this.cellsOfPart(e, shared, p);
          return;
        }
        if (shared) getLocal(this.out, shared.place);
        const offset = shared ? shared.offset + 16 * p : emitAddress(this.f, e.from, e.offset + 16 * p);
        this.simd(lane.load);
        this.memory(offset);
        return;
      }
      case 'op':
        this.operation(e, p);
        return;
      default:
        throw new InternalError(`${e.kind} in vector code`);
    }
  }

  /** A bit for each lane in which a condition holds, on the stack. */
  protected bitsWhere(condition: Expression): void {
    const tested = testedBit(condition);
    this.prepare(tested ? tested.of : condition);
    this.bitsBy(this.s.fours, (p) => {
      if (!tested) {
        this.part(condition, p);
        return;
      }
      // Signs are enough.
      this.part(tested.of, p);
      i32const(this.out, 31 - tested.bit);
      this.simd(shiftRows.shl!.i32!);
    });
  }
}

/** Of a condition that asks whether a number has a certain bit. */
function testedBit(e: Expression): { readonly of: Expression; readonly bit: number } | undefined {
  if (e.kind !== 'op' || (e.op !== 'eq' && e.op !== 'ne')) return undefined;
  const [both, wanted] = e.args;
  if (both?.kind !== 'op' || both.op !== 'and' || both.type !== 'i32' || wanted?.kind !== 'const') return undefined;
  const [of, mask] = both.args;
  if (!of || mask?.kind !== 'const') return undefined;
  const bit = Math.log2(Number(mask.value) >>> 0);
  const holds = e.op === 'eq' ? wanted.value === mask.value : Number(wanted.value) === 0;
  return holds && Number.isInteger(bit) ? { of, bit } : undefined;
}
