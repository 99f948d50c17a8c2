/** Regions in SIMD: 4, 8 or 16 threads that are neighbours in x run as one strip. A value is one v128 for each four of them, or two where its lanes have 64 bits. */
import { InternalError } from '../../base/impossible.ts';
import type { Expression, Local, Statement } from '../../ir/module.ts';
import { type Operation, operations } from '../../ir/operations.ts';
import { isPointer, type MemoryType, sizeOf, type ValueType } from '../../ir/types.ts';
import { bodiesOf, expressionsOf, localsSet, someExpression } from '../../ir/walk.ts';
import { keyOf } from './addresses.ts';
import type { WasmType } from './artifact.ts';
import { Bytes } from './encode.ts';
import { emit, emitAddress, emitLoad, emitStore, type Frame, getLocal, i32const, setLocal } from './expression.ts';
import type { Lanes } from './lanes.ts';
import { wasmType } from './represent.ts';
import { close, emitFor, emitStatement, ifCode, open, type Writer } from './statement.ts';
import { extremeRows, type LaneType, lane, shiftRows, vectorRows } from './vector-rows.ts';

/** What the kernel gives to its vector regions. */
export type VectorSetting = {
  readonly w: Writer;
  readonly lanes: Lanes;
  readonly locals: readonly Local[];
  /** How many times four threads a strip has. */
  readonly fours: number;
  /** WebAssembly locals of a local's parts, by local; kept for the whole kernel. */
  readonly parts: Map<number, readonly number[]>;
  /** Constants in locals, by their bytes; the kernel sets them once. */
  readonly constants: Map<string, { readonly local: number; readonly bytes: readonly number[] }>;
  readonly tx: number;
  readonly t: number;
  /** Puts the address of an area for vectors that are taken apart on the stack; gives the place of the next one. */
  readonly spill: { readonly put: () => void; readonly slots: Map<number, number>; readonly offset: number };
  /** Whether a local changes within the region. */
  readonly isWritten: (local: number) => boolean;
};

export function laneType(type: ValueType): LaneType {
  return isPointer(type) ? 'i32' : type;
}

function isWide(type: ValueType): boolean {
  return type === 'i64' || type === 'f64';
}

export class VectorWriter {
  private readonly s: VectorSetting;
  private readonly width: number;
  private readonly w: Writer;
  private readonly f: Frame;
  private readonly lanes: Lanes;
  private readonly out: Bytes;
  /** Code that runs before the region's loops: copies of scalars in all lanes. */
  readonly before = new Bytes();
  private readonly splats = new Map<string, number>();
  /** Parts of expressions of the present statement that are computed already. */
  private prepared = new Map<string, readonly number[]>();
  private free: number[] = [];
  private used: number[] = [];
  private scalars = new Map<number, number>();

  constructor(setting: VectorSetting) {
    this.s = setting;
    this.width = 4 * setting.fours;
    this.w = setting.w;
    this.lanes = setting.lanes;
    this.out = setting.w.frame.code.out;
    this.f = { ...setting.w.frame, local: (i) => (i < 0 ? this.scalars.get(i)! : setting.w.frame.local(i)) };
  }

  list(list: readonly Statement[]): void {
    for (const s of list) this.statement(s);
  }

  private partCount(type: ValueType): number {
    return isWide(type) ? 2 * this.s.fours : this.s.fours;
  }

  // Registers.

  private temp(): number {
    const t = this.free.pop() ?? this.f.code.local('v128');
    this.used.push(t);
    return t;
  }

  private endStatement(): void {
    this.free.push(...this.used);
    this.used = [];
    this.prepared = new Map();
  }

  partsOf(local: number): readonly number[] {
    let parts = this.s.parts.get(local);
    if (!parts) {
      const count = this.partCount(this.s.locals[local]!.type);
      parts = Array.from({ length: count }, () => this.f.code.local('v128'));
      this.s.parts.set(local, parts);
    }
    return parts;
  }

  private simd(n: number): void {
    this.out.byte(0xfd);
    this.out.u32(n);
  }

  private constant(bytes: readonly number[]): void {
    const key = bytes.join();
    let held = this.s.constants.get(key);
    if (!held) {
      held = { local: this.f.code.local('v128'), bytes };
      this.s.constants.set(key, held);
    }
    getLocal(this.out, held.local);
  }

  private constant32(values: readonly number[]): void {
    this.constant([...new Uint8Array(Int32Array.from(values).buffer)]);
  }

  // Statements.

  private statement(s: Statement): void {
    if (this.lanes.wayOf(s) === 'apart') {
      this.apart([s]);
      return;
    }
    switch (s.kind) {
      case 'set':
        this.set(s);
        break;
      case 'store':
        this.store(s);
        break;
      case 'if':
        this.branch(s);
        return;
      case 'for':
        this.counted(s);
        return;
      default:
        this.together(s);
        return;
    }
    this.endStatement();
  }

  /** A statement whose control all lanes share; its bodies are vector code. */
  private together(s: Statement): void {
    const old = this.w.body;
    this.w.body = (list) => this.list(list);
    emitStatement(this.w, s);
    this.w.body = old;
  }

  private set(s: Extract<Statement, { kind: 'set' }>): void {
    if (this.lanes.strideOfLocal(s.local) !== undefined) {
      emitStatement(this.w, s);
      return;
    }
    this.prepare(s.value);
    const parts = this.partsOf(s.local);
    // Both parts are computed before the first is set: the second may read it.
    for (let p = 0; p < parts.length; p++) this.part(s.value, p);
    for (let p = parts.length - 1; p >= 0; p--) setLocal(this.out, parts[p]!);
  }

  private store(s: Extract<Statement, { kind: 'store' }>): void {
    const size = sizeOf(s.memory) === 8 ? 8 : 4;
    const stride = this.lanes.strideOf(s.to);
    this.prepare(s.value);
    if (stride === size) {
      for (let p = 0; p < (size / 4) * this.s.fours; p++) {
        const offset = emitAddress(this.f, s.to, s.offset + 16 * p);
        this.part(s.value, p);
        this.simd(lane.store);
        this.memory(offset);
      }
      return;
    }
    if (stride === 0) {
      const offset = emitAddress(this.f, s.to, s.offset);
      this.laneOf(s.value, this.width - 1);
      emitStore(this.f, s.memory, offset);
      return;
    }
    const parts = this.inTemps(s.value);
    this.eachAddress(s.to, s.offset, (push, i) => {
      const offset = push();
      getLocal(this.out, parts[Math.floor((i * size) / 16)]!);
      this.simd(lane.storeLane[size]);
      this.memory(offset);
      this.out.byte(i % (16 / size));
    });
  }

  private memory(offset: number): void {
    this.out.byte(2);
    this.out.u32(offset);
  }

  /** `use` for each lane, with what puts its address on the stack (and gives the constant that is left). */
  private eachAddress(e: Expression, offset: number, use: (push: () => number, lane: number) => void): void {
    const stride = this.lanes.strideOf(e);
    if (stride !== undefined) {
      const base = this.f.code.local('i32');
      const rest = emitAddress(this.f, e, offset);
      setLocal(this.out, base);
      for (let i = 0; i < this.width; i++)
        use(() => {
          getLocal(this.out, base);
          const at = rest + i * stride;
          if (at >= 0 && at < 0x10000) return at;
          i32const(this.out, (i * stride) | 0);
          this.out.byte(0x6a);
          return rest;
        }, i);
      return;
    }
    this.prepare(e);
    const addresses = this.inTemps(e);
    for (let i = 0; i < this.width; i++)
      use(() => {
        getLocal(this.out, addresses[i >> 2]!);
        this.simd(lane.extract.i32);
        this.out.byte(i & 3);
        if (offset >= 0 && offset < 0x10000) return offset;
        i32const(this.out, offset | 0);
        this.out.byte(0x6a);
        return 0;
      }, i);
  }

  private branch(s: Extract<Statement, { kind: 'if' }>): void {
    if (this.lanes.strideOf(s.condition) === 0) {
      this.together(s);
      return;
    }
    this.prepare(s.condition);
    const mask = Array.from({ length: this.s.fours }, () => this.f.code.local('v128'));
    mask.forEach((local, p) => {
      this.part(s.condition, p);
      setLocal(this.out, local);
    });
    this.endStatement();
    if (this.isChoice(s)) {
      this.choose(s, mask);
      return;
    }
    this.combined(mask, 78);
    this.simd(lane.allTrue);
    open(this.w, ifCode);
    this.list(s.then);
    this.out.byte(0x05);
    this.combined(mask, 80);
    this.simd(lane.anyTrue);
    open(this.w, ifCode);
    this.apart([s]);
    if (s.otherwise.length > 0) {
      this.out.byte(0x05);
      this.list(s.otherwise);
    }
    close(this.w);
    close(this.w);
  }

  private combined(parts: readonly number[], instruction: number): void {
    parts.forEach((local, i) => {
      getLocal(this.out, local);
      if (i > 0) this.simd(instruction);
    });
  }

  /** A branch that only sets vectors to cheap values: both sides are computed. */
  private isChoice(s: Extract<Statement, { kind: 'if' }>): boolean {
    const all = [...s.then, ...s.otherwise];
    return (
      all.length <= 6 &&
      all.every(
        (x) =>
          x.kind === 'set' &&
          this.lanes.strideOfLocal(x.local) === undefined &&
          this.lanes.wayOf(x) === 'together' &&
          isCheap(x.value),
      )
    );
  }

  private choose(s: Extract<Statement, { kind: 'if' }>, mask: readonly number[]): void {
    const side = (list: readonly Statement[], then: boolean): void => {
      for (const x of list) {
        if (x.kind !== 'set') continue;
        this.prepare(x.value);
        const parts = this.partsOf(x.local);
        parts.forEach((local, p) => {
          if (then) this.part(x.value, p);
          getLocal(this.out, local);
          if (!then) this.part(x.value, p);
          this.wideMask((q) => getLocal(this.out, mask[q]!), isWide(x.value.type), p);
          this.simd(lane.bitselect);
        });
        for (let p = parts.length - 1; p >= 0; p--) setLocal(this.out, parts[p]!);
        this.endStatement();
      }
    };
    side(s.then, true);
    side(s.otherwise, false);
  }

  /** The part of a mask for part `p` of a value. */
  private wideMask(push: (part: number) => void, wide: boolean, p: number): void {
    push(wide ? p >> 1 : p);
    if (wide) this.simd(p % 2 === 0 ? lane.extendLow.signed : lane.extendHigh.signed);
  }

  /** Lanes whose numbers of turns agree count together. */
  private counted(s: Extract<Statement, { kind: 'for' }>): void {
    if (this.lanes.strideOf(s.trips) === 0) {
      this.together(s);
      return;
    }
    this.prepare(s.trips);
    const type = laneType(s.trips.type);
    const parts = this.inTemps(s.trips);
    const trips = this.f.code.local(wasmType(s.trips.type, 'device'));
    getLocal(this.out, parts[0]!);
    this.simd(lane.extract[type]);
    this.out.byte(0);
    setLocal(this.out, trips);
    parts.forEach((p, i) => {
      getLocal(this.out, p);
      getLocal(this.out, trips);
      this.simd(lane.splat[type]);
      this.simd(lane.equal[type]);
      if (i > 0) this.simd(78);
    });
    this.simd(lane.allTrue);
    this.endStatement();
    open(this.w, ifCode);
    const old = this.w.body;
    this.w.body = (list) => this.list(list);
    emitFor(this.w, s, () => getLocal(this.out, trips));
    this.w.body = old;
    this.out.byte(0x05);
    this.apart([s]);
    close(this.w);
  }

  // Lanes one by one.

  /** Runs scalar code once for each lane, with the vectors that it needs taken apart in memory. */
  private apart(list: readonly Statement[]): void {
    const { code } = this.f;
    const taken = this.lanes.taken(list);
    const left = this.lanes.left(list);
    const both = [...new Set([...taken, ...left])];
    const moving = this.moving(list);
    for (const l of both) this.spillAll(l);
    const index = code.local('i32');
    i32const(this.out, 0);
    setLocal(this.out, index);
    const head = open(this.w, 0x03);
    for (const l of both) this.fetchLane(l, index);
    const old = this.w.body;
    this.w.body = (inner) => {
      for (const s of inner) emitStatement(this.w, s);
    };
    for (const s of list) emitStatement(this.w, s);
    this.w.body = old;
    for (const l of left) this.keepLane(l, index);
    for (const [local, stride, type] of moving) this.grow(local, stride, type);
    this.grow(index, 1);
    getLocal(this.out, index);
    i32const(this.out, this.width);
    this.out.byte(0x48);
    this.out.byte(0x0d);
    this.out.u32(this.w.depth - head);
    close(this.w);
    for (const [local, stride, type] of moving) this.grow(local, -this.width * stride, type);
    for (const l of left) this.reload(l);
  }

  /** Scalars that stand for the first lane: they go from lane to lane. */
  private moving(list: readonly Statement[]): readonly (readonly [number, number, WasmType?])[] {
    const found = new Map<number, readonly [number, number, WasmType?]>();
    const written = new Set<number>();
    const visit = (inner: readonly Statement[]): void => {
      for (const s of inner) {
        for (const l of localsSet(s)) written.add(l);
        for (const e of expressionsOf(s))
          someExpression(e, (x) => {
            const stride = x.kind === 'local' ? this.lanes.strideOfLocal(x.index) : undefined;
            if (x.kind === 'local' && stride)
              found.set(x.index, [this.f.local(x.index), stride, wasmType(x.type, 'device')]);
            return false;
          });
        for (const b of bodiesOf(s)) visit(b);
      }
    };
    visit(list);
    for (const l of written) found.delete(l);
    return [...found.values(), [this.s.tx, 1], [this.s.t, 1]];
  }

  private grow(local: number, by: number, type: WasmType = 'i32'): void {
    getLocal(this.out, local);
    if (type === 'i64') {
      this.out.byte(0x42);
      this.out.s64(BigInt(by));
      this.out.byte(0x7c);
    } else {
      i32const(this.out, by);
      this.out.byte(0x6a);
    }
    setLocal(this.out, local);
  }

  private spillOffset(local: number): number {
    let slot = this.s.spill.slots.get(local);
    if (slot === undefined) {
      slot = this.s.spill.slots.size;
      this.s.spill.slots.set(local, slot);
    }
    return this.s.spill.offset + spillBytes * slot;
  }

  private spillAll(local: number): void {
    this.partsOf(local).forEach((part, p) => {
      this.s.spill.put();
      getLocal(this.out, part);
      this.simd(lane.store);
      this.memory(this.spillOffset(local) + 16 * p);
    });
  }

  private reload(local: number): void {
    this.partsOf(local).forEach((part, p) => {
      this.s.spill.put();
      this.simd(lane.load);
      this.memory(this.spillOffset(local) + 16 * p);
      setLocal(this.out, part);
    });
  }

  private lanePlace(local: number, index: number): void {
    this.s.spill.put();
    getLocal(this.out, index);
    i32const(this.out, isWide(this.s.locals[local]!.type) ? 3 : 2);
    this.out.all([0x74, 0x6a]);
  }

  private fetchLane(local: number, index: number): void {
    const { type } = this.s.locals[local]!;
    this.lanePlace(local, index);
    this.out.all(scalarLoads[laneType(type)]);
    this.out.u32(this.spillOffset(local));
    if (type === 'bool') this.out.all([0x41, 1, 0x71]);
    setLocal(this.out, this.f.local(local));
  }

  private keepLane(local: number, index: number): void {
    const { type } = this.s.locals[local]!;
    this.lanePlace(local, index);
    if (type === 'bool') i32const(this.out, 0);
    getLocal(this.out, this.f.local(local));
    if (type === 'bool') this.out.byte(0x6b);
    this.out.all(scalarStores[laneType(type)]);
    this.out.u32(this.spillOffset(local));
  }

  // Expressions.

  /** Computes into registers what would be computed twice, or lane by lane. */
  private prepare(e: Expression): void {
    if (this.lanes.strideOf(e) !== undefined || e.kind === 'local' || e.kind === 'special') return;
    const key = keyOf(e);
    if (this.prepared.has(key)) return;
    if (e.kind === 'load') {
      if (this.isContiguous(e)) return;
      this.gather(e, key);
      return;
    }
    if (e.kind !== 'op') return;
    const form = this.formOf(e);
    if (form === 'lanes') {
      this.laneByLane(e, key);
      return;
    }
    for (const a of e.args) this.prepare(a);
    if (isWide(e.type)) for (const a of e.args) if (!isWide(a.type)) this.hold(a);
    if (form === 'extreme') for (const a of e.args) this.hold(a);
  }

  private hold(e: Expression): void {
    if (e.kind !== 'const') this.inTemps(e);
  }

  /** The parts of `e` in registers. */
  private inTemps(e: Expression): readonly number[] {
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

  private isContiguous(e: Extract<Expression, { kind: 'load' }>): boolean {
    const stride = this.lanes.strideOf(e.from);
    return wholeLanes.has(e.memory) && stride === sizeOf(e.memory) && !e.volatile;
  }

  private formOf(e: Extract<Expression, { kind: 'op' }>): 'together' | 'extreme' | 'lanes' {
    const from = laneType(e.args[0]!.type);
    if (vectorRows[e.op]?.[from] !== undefined) return 'together';
    if (extremeRows[e.op]?.[from] !== undefined) return 'extreme';
    if (shiftRows[e.op]?.[from] !== undefined) return this.lanes.strideOf(e.args[1]!) === 0 ? 'together' : 'lanes';
    if (special.has(e.op))
      return e.op === 'to.i64' || (e.op === 'to.f32' && from === 'i64') || (e.op === 'to.f64' && from === 'i64')
        ? 'lanes'
        : 'together';
    return 'lanes';
  }

  /** Part `p` of `e` on the stack. */
  private part(e: Expression, p: number): void {
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
    switch (e.kind) {
      case 'local':
        getLocal(this.out, this.partsOf(e.index)[p]!);
        return;
      case 'special':
        this.laneId(p);
        return;
      case 'load': {
        const offset = emitAddress(this.f, e.from, e.offset + 16 * p);
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

  private laneId(p: number): void {
    getLocal(this.out, this.s.t);
    this.simd(lane.splat.i32);
    this.constant32([0, 1, 2, 3].map((i) => i + 4 * p));
    this.simd(174);
    this.constant32([31, 31, 31, 31]);
    this.simd(78);
  }

  private splat(e: Expression): void {
    const type = laneType(e.type);
    if (e.kind === 'const') {
      this.splatConstant(e.type, e.value);
      return;
    }
    if (e.kind === 'local' && !this.s.isWritten(e.index)) {
      const key = `${e.index}`;
      let held = this.splats.get(key);
      if (held === undefined) {
        held = this.f.code.local('v128');
        this.splats.set(key, held);
        getLocal(this.before, this.f.local(e.index));
        this.splatInto(this.before, type);
        setLocal(this.before, held);
      }
      getLocal(this.out, held);
      return;
    }
    emit(this.f, e);
    this.splatInto(this.out, type);
  }

  /** A truth value becomes all ones or all zeros. */
  private splatInto(out: Bytes, type: LaneType): void {
    if (type === 'bool') {
      // 0 - x
      out.all([0x41, 0x7f, 0x6c]);
    }
    out.byte(0xfd);
    out.u32(lane.splat[type]);
  }

  private splatConstant(type: ValueType, value: number | bigint | boolean): void {
    switch (laneType(type)) {
      case 'bool':
        this.constant32(Array<number>(4).fill(value ? -1 : 0));
        return;
      case 'i32':
        this.constant32(Array<number>(4).fill(Number(BigInt.asIntN(32, BigInt(value)))));
        return;
      case 'i64':
        this.constant([...new Uint8Array(BigInt64Array.from([BigInt(value), BigInt(value)]).buffer)]);
        return;
      case 'f32':
        this.constant([...new Uint8Array(Float32Array.from(Array<number>(4).fill(Number(value))).buffer)]);
        return;
      case 'f64':
        this.constant([...new Uint8Array(Float64Array.from([Number(value), Number(value)]).buffer)]);
        return;
    }
  }

  private affine(e: Expression, stride: number, p: number): void {
    emit(this.f, e);
    if (!isWide(e.type)) {
      this.simd(lane.splat.i32);
      this.constant32([0, 1, 2, 3].map((i) => Math.imul(i + 4 * p, stride)));
      this.simd(174);
      return;
    }
    this.simd(lane.splat.i64);
    const steps = [2 * p, 2 * p + 1].map((i) => BigInt(i * stride));
    this.constant([...new Uint8Array(BigInt64Array.from(steps).buffer)]);
    this.simd(206);
  }

  private operation(e: Extract<Expression, { kind: 'op' }>, p: number): void {
    const from = laneType(e.args[0]!.type);
    const number = vectorRows[e.op]?.[from];
    if (number !== undefined) {
      if (e.type === 'bool' && isWide(e.args[0]!.type)) {
        this.narrowed(e, number, p);
        return;
      }
      for (const a of e.args) this.part(a, p);
      this.simd(number);
      return;
    }
    const shift = shiftRows[e.op]?.[from];
    if (shift !== undefined) {
      this.part(e.args[0]!, p);
      emit(this.f, e.args[1]!);
      if (from === 'i64') this.out.byte(0xa7);
      this.simd(shift);
      return;
    }
    const extreme = extremeRows[e.op]?.[from];
    if (extreme !== undefined) {
      this.extreme(e, extreme, from, p);
      return;
    }
    this.special(e, from, p);
  }

  /** A comparison of 64-bit lanes: the low halves of both results side by side. */
  private narrowed(e: Extract<Expression, { kind: 'op' }>, number: number, p: number): void {
    for (const half of [2 * p, 2 * p + 1]) {
      for (const a of e.args) this.part(a, half);
      this.simd(number);
    }
    this.lowHalves();
  }

  private lowHalves(): void {
    this.simd(lane.shuffle);
    this.out.all([0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27]);
  }

  /** r = b is a number ? min(a, b) : a; then a is a number ? r : b. */
  private extreme(e: Extract<Expression, { kind: 'op' }>, number: number, type: LaneType, p: number): void {
    const [a, b] = [() => this.part(e.args[0]!, p), () => this.part(e.args[1]!, p)];
    a();
    b();
    this.simd(number);
    a();
    b();
    b();
    this.simd(lane.equal[type]);
    this.simd(lane.bitselect);
    b();
    a();
    a();
    this.simd(lane.equal[type]);
    this.simd(lane.bitselect);
  }

  private special(e: Extract<Expression, { kind: 'op' }>, from: LaneType, p: number): void {
    const [a, b, c] = e.args;
    switch (e.op) {
      case 'fma':
        for (const x of e.args) this.part(x, p);
        this.simd(from === 'f64' ? lane.fma.f64 : lane.fma.f32);
        return;
      case 'rsqrt':
        this.splatConstant(e.type, 1);
        this.part(a!, p);
        this.simd(from === 'f32' ? 227 : 239);
        this.simd(from === 'f32' ? 231 : 243);
        return;
      case 'copysign': {
        this.part(b!, p);
        this.part(a!, p);
        if (from === 'f32') this.constant32(Array<number>(4).fill(-0x80000000));
        else this.constant32([0, -0x80000000, 0, -0x80000000]);
        this.simd(lane.bitselect);
        return;
      }
      case 'select':
        this.part(b!, p);
        this.part(c!, p);
        this.wideMask((q) => this.part(a!, q), isWide(e.type), p);
        this.simd(lane.bitselect);
        return;
      case 'extend':
      case 'extend.u': {
        this.part(a!, p >> 1);
        const sign = e.op === 'extend' ? 'signed' : 'unsigned';
        this.simd(p % 2 === 0 ? lane.extendLow[sign] : lane.extendHigh[sign]);
        return;
      }
      case 'wrap':
        this.low(a!, p);
        return;
      case 'offset':
        this.part(a!, p);
        this.low(b!, p);
        this.simd(174);
        return;
      case 'to.address':
        this.part(a!, p >> 1);
        this.simd(p % 2 === 0 ? lane.extendLow.unsigned : lane.extendHigh.unsigned);
        return;
      case 'from.address':
        this.low(a!, p);
        return;
      case 'cast.space':
      case 'bitcast':
        this.part(a!, p);
        return;
      case 'sign8':
      case 'sign16':
        this.part(a!, p);
        for (const shift of [171, 172]) {
          i32const(this.out, e.op === 'sign8' ? 24 : 16);
          this.simd(shift);
        }
        return;
      case 'to.i32':
        if (from === 'bool') {
          this.part(a!, p);
          this.constant32([1, 1, 1, 1]);
          this.simd(78);
          return;
        }
        if (from === 'f32') {
          this.part(a!, p);
          this.simd(lane.truncF32ToI32);
          return;
        }
        this.joined(a!, lane.truncF64ToI32, p);
        return;
      case 'to.f32':
        if (from === 'f64') {
          this.joined(a!, lane.demote, p);
          return;
        }
        this.part(a!, p);
        this.simd(lane.convertI32ToF32);
        return;
      case 'to.f64':
        this.part(a!, p >> 1);
        if (p % 2 === 1) this.highHalf(a!, p >> 1);
        this.simd(from === 'f32' ? lane.promoteLow : lane.convertLowI32ToF64);
        return;
      default:
        throw new InternalError(`operation ${e.op} has no vector form`);
    }
  }

  /** With a vector on the stack: its high half low. The second argument of the shuffle does not matter. */
  private highHalf(e: Expression, p: number): void {
    this.part(e, p);
    this.simd(lane.shuffle);
    this.out.all([8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15]);
  }

  /** Both parts converted into low halves, then put together. */
  private joined(e: Expression, instruction: number, p: number): void {
    for (const half of [2 * p, 2 * p + 1]) {
      this.part(e, half);
      this.simd(instruction);
    }
    this.simd(lane.shuffle);
    this.out.all([0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23]);
  }

  /** The low 32 bits of i64 lanes, without making the i64 where sums and products allow it. */
  private low(e: Expression, p: number): void {
    if (this.lanes.strideOf(e) === undefined && e.kind === 'op' && !this.prepared.has(keyOf(e))) {
      const [a, b] = e.args;
      const number = lowRows[e.op];
      if (number !== undefined) {
        this.low(a!, p);
        this.low(b!, p);
        this.simd(number);
        return;
      }
      if (e.op === 'extend' || e.op === 'extend.u') {
        this.part(a!, p);
        return;
      }
    }
    this.part(e, 2 * p);
    this.part(e, 2 * p + 1);
    this.lowHalves();
  }

  private gather(e: Extract<Expression, { kind: 'load' }>, key: string): void {
    const parts = Array.from({ length: this.partCount(e.type) }, () => this.temp());
    const whole = wholeLanes.has(e.memory) && !e.volatile;
    const type = laneType(e.type);
    for (const t of parts) {
      this.constant32([0, 0, 0, 0]);
      setLocal(this.out, t);
    }
    this.eachAddress(e.from, e.offset, (push, i) => {
      const size = isWide(e.type) ? 8 : 4;
      const t = parts[Math.floor((i * size) / 16)]!;
      if (whole) {
        const offset = push();
        getLocal(this.out, t);
        this.simd(lane.loadLane[size]);
        this.memory(offset);
        this.out.byte(i % (16 / size));
      } else {
        getLocal(this.out, t);
        emitLoad(this.f, e.memory, push());
        this.simd(lane.replace[type]);
        this.out.byte(i % (16 / size));
      }
      setLocal(this.out, t);
    });
    this.prepared.set(key, parts);
  }

  /** An operation without a vector form, as scalars. */
  private laneByLane(e: Extract<Expression, { kind: 'op' }>, key: string): void {
    for (const a of e.args) this.prepare(a);
    const sources = e.args.map((a) => (this.lanes.strideOf(a) === 0 ? undefined : this.inTemps(a)));
    const scalars = e.args.map((a, i): Expression => {
      if (sources[i] === undefined) return a;
      const index = -1 - this.scalars.size;
      this.scalars.set(index, this.f.code.local(wasmType(a.type, 'device')));
      return { kind: 'local', type: a.type, index };
    });
    const scalar: Expression = { ...e, args: scalars };
    const parts = Array.from({ length: this.partCount(e.type) }, () => this.temp());
    for (const t of parts) {
      this.constant32([0, 0, 0, 0]);
      setLocal(this.out, t);
    }
    for (let i = 0; i < this.width; i++) {
      scalars.forEach((x, k) => {
        const from = sources[k];
        if (!from || x.kind !== 'local') return;
        this.extract(from, x.type, i);
        setLocal(this.out, this.f.local(x.index));
      });
      const perPart = this.width / parts.length;
      const t = parts[Math.floor(i / perPart)]!;
      getLocal(this.out, t);
      emit(this.f, scalar);
      if (e.type === 'bool') this.out.all([0x41, 0x7f, 0x6c]);
      this.simd(lane.replace[laneType(e.type)]);
      this.out.byte(i % perPart);
      setLocal(this.out, t);
    }
    this.prepared.set(key, parts);
  }

  private extract(parts: readonly number[], type: ValueType, i: number): void {
    const perPart = this.width / parts.length;
    getLocal(this.out, parts[Math.floor(i / perPart)]!);
    this.simd(lane.extract[laneType(type)]);
    this.out.byte(i % perPart);
    if (type === 'bool') this.out.all([0x41, 1, 0x71]);
  }

  /** One lane of `e` as a scalar. */
  private laneOf(e: Expression, i: number): void {
    if (this.lanes.strideOf(e) === 0) {
      emit(this.f, e);
      return;
    }
    this.extract(this.inTemps(e), e.type, i);
  }

  // Scratch arrays.

  /** After an address: the vector of an array's elements. */
  fetch(local: number, place: () => void): void {
    const { type } = this.s.locals[local]!;
    this.partsOf(local).forEach((part, p) => {
      place();
      this.simd(lane.load);
      this.memory(16 * p);
      if (type === 'bool') {
        this.constant32([0, 0, 0, 0]);
        this.simd(56);
      }
      setLocal(this.out, part);
    });
  }

  keep(local: number, place: () => void): void {
    const { type } = this.s.locals[local]!;
    this.partsOf(local).forEach((part, p) => {
      place();
      getLocal(this.out, part);
      if (type === 'bool') {
        this.constant32([1, 1, 1, 1]);
        this.simd(78);
      }
      this.simd(lane.store);
      this.memory(16 * p);
    });
  }
}

/** A vector that is taken apart: up to 16 lanes of 8 bytes. */
export const spillBytes = 128;

const scalarLoads: Readonly<Record<LaneType, readonly number[]>> = {
  bool: [0x28, 2],
  i32: [0x28, 2],
  i64: [0x29, 3],
  f32: [0x2a, 2],
  f64: [0x2b, 3],
};
const scalarStores: Readonly<Record<LaneType, readonly number[]>> = {
  bool: [0x36, 2],
  i32: [0x36, 2],
  i64: [0x37, 3],
  f32: [0x38, 2],
  f64: [0x39, 3],
};

const wholeLanes: ReadonlySet<MemoryType> = new Set<MemoryType>(['i32', 'i64', 'f32', 'f64']);
const lowRows: Readonly<Record<string, number>> = { add: 174, sub: 177, mul: 181, and: 78, or: 80, xor: 81 };
const special: ReadonlySet<string> = new Set([
  'fma',
  'rsqrt',
  'copysign',
  'select',
  'extend',
  'extend.u',
  'wrap',
  'offset',
  'to.address',
  'from.address',
  'cast.space',
  'bitcast',
  'sign8',
  'sign16',
  'to.i32',
  'to.f32',
  'to.f64',
]);

/** May be computed for nothing: reads no memory and calls no function. */
function isCheap(e: Expression): boolean {
  return !someExpression(e, (x) => {
    if (x.kind === 'load') return true;
    if (x.kind !== 'op') return false;
    const row: Operation = operations[x.op];
    return row.expensive === true || x.op === 'div' || x.op === 'rem' || x.op === 'div.u' || x.op === 'rem.u';
  });
}
