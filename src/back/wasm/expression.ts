/** Expressions of the IR as stack code. */
import { InternalError, impossible } from '../../base/impossible.ts';
import type { Expression } from '../../ir/module.ts';
import type { OperationName, SpecialName } from '../../ir/operations.ts';
import { isPointer, type MemoryType, type PointerType } from '../../ir/types.ts';
import {
  addAddress,
  addressConst,
  isWithinPages,
  offsetAddress,
  pagesBut,
  widenAddress,
} from './encode/address-code.ts';
import type { WasmType } from './encode/artifact.ts';
import type { Bytes, Code, ModuleWriter } from './encode/encode.ts';
import { helper, mathHelper } from './encode/helpers.ts';
import { accessOf, isOpaque, type Side, wasmType } from './encode/represent.ts';
import { type Row, rows } from './encode/rows.ts';
import { guardBytes } from './layout.ts';
import { pushArguments } from './registers-needed.ts';

/** Where the code being written stands: how the names of an expression are reached. */
export type Frame = {
  readonly side: Side;
  readonly module: ModuleWriter;
  readonly code: Code;
  /** The WebAssembly local that holds a local of the IR. */
  readonly local: (index: number) => number;
  readonly special: (name: SpecialName) => void;
  readonly global: (name: string) => void;
  /** Puts the address of a variable on a device of its own on the stack, as an i64; false where it is none. */
  readonly farGlobal?: (name: string) => boolean;
  readonly slot: (index: number) => void;
  readonly dynamicShared: () => void;
  /** Bytes between the shared memories of neighbours in a cluster. */
  readonly blockStride: () => void;
  /** The number that stands for a function. */
  readonly functionValue: (name: string) => number;
  /** Locals that the loop being written holds as vectors with the same number in all lanes (held-sums.ts). */
  held?: ReadonlyMap<number, number> | undefined;
};

const allRows: Readonly<Record<OperationName, Row>> = rows;

export function constant(out: Bytes, type: WasmType, value: number | bigint | boolean): void {
  switch (type) {
    case 'i32':
      out.byte(0x41);
      out.s32(typeof value === 'bigint' ? Number(BigInt.asIntN(32, value)) : Number(value));
      return;
    case 'i64':
      out.byte(0x42);
      out.s64(BigInt(value));
      return;
    case 'f32':
      out.byte(0x43);
      out.f32(Number(value));
      return;
    case 'f64':
      out.byte(0x44);
      out.f64(Number(value));
      return;
    case 'v128':
      throw new InternalError('a vector constant is made of its lanes');
    default:
      impossible(type);
      return;
  }
}

export function getLocal(out: Bytes, index: number): void {
  out.byte(0x20);
  out.u32(index);
}

export function setLocal(out: Bytes, index: number): void {
  out.byte(0x21);
  out.u32(index);
}

export function i32const(out: Bytes, n: number): void {
  out.byte(0x41);
  out.s32(n);
}

/** The value of `e` on the stack. */
export function emit(f: Frame, e: Expression): void {
  const { out } = f.code;
  switch (e.kind) {
    case 'const':
      constant(out, wasmType(e.type, f.side), e.value);
      return;
    case 'local':
      emitLocal(f, e);
      return;
    case 'op':
      emitOperation(f, e);
      return;
    case 'load': {
      const offset = emitAddress(f, e.from, e.offset);
      emitLoad(f, e.memory, offset);
      return;
    }
    case 'special':
      f.special(e.name);
      return;
    case 'global':
      if (f.farGlobal?.(e.name)) return;
      f.global(e.name);
      if (isOpaque(e.type, f.side)) out.byte(0xad);
      return;
    case 'slot':
      f.slot(e.index);
      return;
    case 'function':
      constant(out, wasmType(e.type, f.side), f.functionValue(e.name));
      return;
    case 'dynamic-shared':
      f.dynamicShared();
      return;
    default:
      impossible(e);
      return;
  }
}

function emitLocal(f: Frame, e: Extract<Expression, { kind: 'local' }>): void {
  const held = f.held?.get(e.index);
  getLocal(f.code.out, held ?? f.local(e.index));
  if (held !== undefined) extractLane(f, e.type);
}

/** Of vectors, behind 0xfd: those above 0x7f have a second byte. */
const laneCodes = {
  f32: { load: 0x09, splat: 0x13, extract: 0x1f, fma: 0x85, add: 0xe4, sub: 0xe5, mul: 0xe6 },
  f64: { load: 0x0a, splat: 0x14, extract: 0x21, fma: 0x87, add: 0xf0, sub: 0xf1, mul: 0xf2 },
} as const;
export type Real = 'f32' | 'f64';

/** A real in all lanes of a vector. */
export function emitInLanes(f: Frame, e: Expression): void {
  const { out } = f.code;
  const type = realOf(e);
  const code = laneCodes[type];
  const held = e.kind === 'local' ? f.held?.get(e.index) : undefined;
  if (held !== undefined) getLocal(out, held);
  else if (e.kind === 'load' && isPlainLoad(e)) {
    const offset = emitAddress(f, e.from, e.offset);
    out.all([0xfd, code.load, 2]);
    out.u32(offset);
  } else if (e.kind === 'op' && e.op === 'fma') {
    pushArguments(e.args, (a) => emitInLanes(f, a), aside(f, 'v128'));
    out.all([0xfd, code.fma, 2]);
  } else if (e.kind === 'op' && isSimple(e.op) && isInLanes(f, e)) {
    pushArguments(e.args, (a) => emitInLanes(f, a), aside(f, 'v128'));
    out.all([0xfd, code[e.op], 1]);
  } else {
    emit(f, e);
    out.all([0xfd, code.splat]);
  }
}

/** Takes the value on the stack into a local, and gives what puts it there again. */
const aside = (f: Frame, type: WasmType) => () => {
  const early = f.code.local(type);
  setLocal(f.code.out, early);
  return () => getLocal(f.code.out, early);
};

/** Whether the vector costs no more than the scalar. */
function isInLanes(f: Frame, e: Expression): boolean {
  if (e.kind === 'load') return isPlainLoad(e);
  if (e.kind === 'local') return f.held?.has(e.index) === true;
  return e.kind === 'op' && (e.op === 'fma' || (isSimple(e.op) && e.args.every((a) => isInLanes(f, a))));
}

function isSimple(name: string): name is 'add' | 'sub' | 'mul' {
  return name === 'add' || name === 'sub' || name === 'mul';
}

function isPlainLoad(e: Extract<Expression, { kind: 'load' }>): boolean {
  return e.memory === e.type && !e.volatile;
}

export function realOf(e: Expression): Real {
  return e.type === 'f32' ? 'f32' : 'f64';
}

export function extractLane(f: Frame, type: Expression['type']): void {
  f.code.out.all([0xfd, laneCodes[type === 'f32' ? 'f32' : 'f64'].extract, 0]);
}

/** After an address: the loaded value. */
export function emitLoad(f: Frame, memory: MemoryType, offset: number): void {
  const access = accessOf(memory, f.side);
  f.code.out.all(access.load);
  f.code.out.byte(access.align);
  f.code.out.u32(offset);
  if (memory === 'f16') f.code.call(helper(f.module, 'f16.widen'));
}

/** After an address and a value. */
export function emitStore(f: Frame, memory: MemoryType, offset: number): void {
  const { out } = f.code;
  const access = accessOf(memory, f.side);
  if (memory === 'f16') f.code.call(helper(f.module, 'f16.round'));
  if (isPointer(memory) && !isOpaque(memory, f.side)) widenAddress(f.code);
  out.all(access.store);
  out.byte(access.align);
  out.u32(offset);
}

/** The address of `from` on the stack; gives the constant that is left for the instruction's own offset. */
export function emitAddress(f: Frame, from: Expression, offset: number): number {
  let constant = offset;
  let base = from;
  while (base.kind === 'op' && base.op === 'offset') {
    const [rest, c] = splitConstant(base.args[1]!);
    if (!foldable(constant + c)) break;
    constant += c;
    const under = base.args[0]!;
    base = rest ? { ...base, args: [under, rest] } : under;
    if (rest) break;
  }
  emitPointer(f, base);
  if (foldable(constant)) return constant;
  offsetAddress(f.code, constant);
  return 0;
}

/** No valid address is below the guard, so an address less such a constant has not wrapped. */
function foldable(c: number): boolean {
  return c >= 0 && c < guardBytes;
}

/** A pointer as an address, also where the host holds it as a number. */
export function emitPointer(f: Frame, e: Expression): void {
  emit(f, e);
  if (isPointer(e.type) && isOpaque(e.type, f.side)) f.code.out.byte(0xa7);
}

function splitConstant(e: Expression): readonly [Expression | undefined, number] {
  if (e.kind === 'const' && typeof e.value === 'bigint' && fits(e.value)) return [undefined, Number(e.value)];
  if (e.kind === 'op' && (e.op === 'add' || e.op === 'sub')) {
    const [a, b] = e.args;
    if (b!.kind === 'const' && typeof b!.value === 'bigint' && fits(b!.value))
      return [a, e.op === 'add' ? Number(b!.value) : -Number(b!.value)];
    if (e.op === 'add' && a!.kind === 'const' && typeof a!.value === 'bigint' && fits(a!.value))
      return [b, Number(a!.value)];
  }
  return [e, 0];
}

const fits = (n: bigint): boolean => n > -0x80000000n && n < 0x80000000n;

/** The low 32 bits of an i64, without making the i64 where sums and products allow it. */
export function emitLow(f: Frame, e: Expression): void {
  const { out } = f.code;
  if (e.kind === 'const') {
    i32const(out, Number(BigInt.asIntN(32, BigInt(e.value))));
    return;
  }
  if (e.kind === 'load' && e.memory === 'i64' && !e.volatile) {
    const offset = emitAddress(f, e.from, e.offset);
    out.all([0x28, 2]);
    out.u32(offset);
    return;
  }
  if (e.kind === 'op') {
    const [a, b] = e.args;
    const byte = lowBytes[e.op];
    if (e.op === 'sub' && emitNegativeProduct(f, a!, b!)) return;
    if (byte !== undefined) {
      emitLow(f, a!);
      emitLow(f, b!);
      out.byte(byte);
      return;
    }
    if (e.op === 'extend' || e.op === 'extend.u') {
      emit(f, a!);
      return;
    }
    if (e.op === 'to.address' && isPointer(a!.type) && f.side.address === 'i32') {
      emitPointer(f, a!);
      return;
    }
    if (e.op === 'shl' && b!.kind === 'const' && typeof b!.value === 'bigint') {
      emitLow(f, a!);
      if (b!.value < 32n) {
        i32const(out, Number(b!.value));
        out.byte(0x74);
      } else out.all([0x1a, 0x41, 0]);
      return;
    }
    if (e.op === 'select') {
      emitLow(f, b!);
      emitLow(f, e.args[2]!);
      emit(f, a!);
      out.byte(0x1b);
      return;
    }
  }
  emit(f, e);
  out.byte(0xa7);
}

/** Less a multiple: as a sum, since V8 makes one instruction of a sum and a scaled index only where the sum is no difference. */
function emitNegativeProduct(f: Frame, a: Expression, b: Expression): boolean {
  if (b.kind !== 'op' || b.op !== 'mul') return false;
  const [x, c] = b.args;
  if (c?.kind !== 'const' || typeof c.value !== 'bigint') return false;
  emitLow(f, a);
  emitLow(f, x!);
  i32const(f.code.out, Number(BigInt.asIntN(32, -c.value)));
  f.code.out.all([0x6c, 0x6a]);
  return true;
}

const lowBytes: Readonly<Partial<Record<OperationName, number>>> = {
  add: 0x6a,
  sub: 0x6b,
  mul: 0x6c,
  and: 0x71,
  or: 0x72,
  xor: 0x73,
};

const promote = 0xbb;
const demote = 0xb6;

/** A function of the module, or of the runtime, of f64 alone: V8 calls those of JavaScript's Math without leaving compiled code where the types are theirs. */
function mathFunction(module: ModuleWriter, op: OperationName, count: number): string {
  return mathHelper(module, op) ?? module.import('math', op, Array<WasmType>(count).fill('f64'), ['f64']);
}

type OperationNode = Extract<Expression, { kind: 'op' }>;

function emitOperation(f: Frame, e: OperationNode): void {
  const row = allRows[e.op];
  const from = wasmType(e.args[0]!.type, f.side);
  switch (row.how) {
    case 'plain': {
      if (e.op === 'and' && narrowed(f, e)) return;
      if (e.type === 'f32' || e.type === 'f64') pushArguments(e.args, (a) => emit(f, a), aside(f, from));
      else for (const a of e.args) emit(f, a);
      const bytes = row.of[from] ?? row.of[`${from}>${wasmType(e.type, f.side)}`];
      if (!bytes) throw new InternalError(`operation ${e.op} has no instruction for ${from}`);
      f.code.out.all(bytes);
      return;
    }
    case 'import': {
      for (const a of e.args) {
        emit(f, a);
        if (from === 'f32') f.code.out.byte(promote);
      }
      f.code.call(mathFunction(f.module, e.op, e.args.length));
      if (from === 'f32') f.code.out.byte(demote);
      return;
    }
    case 'helper':
      for (const a of e.args) emit(f, a);
      f.code.call(helper(f.module, `${e.op}.${from}`));
      return;
    case 'special':
      emitSpecial(f, e, from);
      return;
    default:
      impossible(row);
      return;
  }
}

/** The low bits alone are loaded where nothing else is asked for. */
function narrowed(f: Frame, e: OperationNode): boolean {
  const [from, mask] = e.args;
  const bytes = mask?.kind === 'const' && e.type === 'i32' ? lowParts.get(Number(mask.value)) : undefined;
  if (!bytes || from?.kind !== 'load' || from.memory !== 'i32' || from.volatile) return false;
  const offset = emitAddress(f, from.from, from.offset);
  f.code.out.all(bytes);
  f.code.out.u32(offset);
  return true;
}

/** Loads of one and two bytes without sign, by the mask that leaves them. */
const lowParts: ReadonlyMap<number, readonly number[]> = new Map([
  [0xff, [0x2d, 0]],
  [0xffff, [0x2f, 1]],
]);

const extremes: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  min: { i32: 0x48, i64: 0x53, f32: 0x96, f64: 0xa4 },
  max: { i32: 0x4a, i64: 0x55, f32: 0x97, f64: 0xa5 },
};
const sameReal = { f32: 0x5b, f64: 0x61 } as const;

/** Integers by a comparison; of reals, a number goes before NaN: the instruction's result unless it is NaN, then whichever is a number. */
function emitExtreme(f: Frame, e: OperationNode, type: WasmType): void {
  const { out } = f.code;
  const [a, b] = [f.code.local(type), f.code.local(type)];
  const get = (...locals: number[]): void => {
    for (const l of locals) getLocal(out, l);
  };
  emit(f, e.args[0]!);
  setLocal(out, a);
  emit(f, e.args[1]!);
  setLocal(out, b);
  get(a, b);
  if (type === 'f32' || type === 'f64') {
    const result = f.code.local(type);
    get(a, b);
    out.byte(extremes[e.op]![type]!);
    setLocal(out, result);
    // a b -> a, or b where a is NaN
    get(a, a);
    out.all([sameReal[type], 0x1b]);
    out.byte(0x21);
    out.u32(a);
    get(result, a, result, result);
    out.all([sameReal[type], 0x1b]);
    return;
  }
  get(a, b);
  out.all([extremes[e.op]![type]!, 0x1b]);
}

const divisions: Readonly<Record<string, readonly [i32: number, i64: number]>> = {
  div: [0x6d, 0x7f],
  'div.u': [0x6e, 0x80],
  rem: [0x6f, 0x81],
  'rem.u': [0x70, 0x82],
};

function emitSpecial(f: Frame, e: OperationNode, from: WasmType): void {
  const { out } = f.code;
  const [a, b, c] = e.args;
  switch (e.op) {
    case 'div':
    case 'rem':
    case 'div.u':
    case 'rem.u':
      if (from === 'i32' || from === 'i64') {
        emitDivision(f, e, from);
        return;
      }
      emit(f, a!);
      emit(f, b!);
      out.byte(from === 'f32' ? 0x95 : 0xa3);
      return;
    case 'min':
    case 'max':
      emitExtreme(f, e, from);
      return;
    case 'rsqrt':
      constant(out, from, 1);
      emit(f, a!);
      out.all(from === 'f32' ? [0x91, 0x95] : [0x9f, 0xa3]);
      return;
    case 'fma':
      emitInLanes(f, e);
      extractLane(f, e.type);
      return;
    case 'select':
      emit(f, b!);
      emit(f, c!);
      emit(f, a!);
      out.byte(0x1b);
      return;
    case 'wrap':
      emitLow(f, a!);
      return;
    case 'offset':
      emit(f, a!);
      if (from === 'i64') {
        emit(f, b!);
        out.byte(0x7c);
        return;
      }
      emitLow(f, b!);
      out.byte(0x6a);
      return;
    case 'to.address':
      emit(f, a!);
      if (from === 'i32') out.byte(0xad);
      return;
    case 'from.address':
      if (wasmType(e.type, f.side) === 'i64') emit(f, a!);
      else emitLow(f, a!);
      return;
    case 'cast.space':
      emitCast(f, a!, e.type);
      return;
    case 'readable': {
      const at = f.code.local(f.side.address);
      emit(f, a!);
      setLocal(out, at);
      getLocal(out, at);
      addressConst(f.code, guardBytes);
      isWithinPages(f.code, at, () => pagesBut(f.code, 2));
      out.byte(0x1b);
      return;
    }
    case 'is.global':
      // All lie in one memory.
      emit(f, a!);
      out.all([0x1a, 0x41, 1]);
      return;
    case 'cluster.map':
      emitCast(f, a!, e.type);
      emit(f, b!);
      f.special('cluster.rank');
      out.byte(0x6b);
      f.blockStride();
      out.byte(0x6c);
      // Blocks of lower rank lie below.
      if (f.side.address === 'i64') out.byte(0xac);
      addAddress(f.code);
      return;
    default:
      throw new InternalError(`operation ${e.op} is not written`);
  }
}

function emitCast(f: Frame, a: Expression, to: Expression['type']): void {
  emit(f, a);
  if (!isPointer(a.type) || !isPointer(to)) throw new InternalError('cast.space is for pointers');
  const from = isOpaque(a.type, f.side);
  const wide: PointerType = to;
  if (from && !isOpaque(wide, f.side)) f.code.out.byte(0xa7);
  if (!from && isOpaque(wide, f.side)) f.code.out.byte(0xad);
}

/** The host traps for a zero divisor, as processors do; a device goes on with some number. */
function emitDivision(f: Frame, e: OperationNode, type: 'i32' | 'i64'): void {
  const { out } = f.code;
  const [a, b] = e.args;
  emit(f, a!);
  emit(f, b!);
  if (f.side.is === 'device' && b!.kind !== 'const') {
    const t = f.code.local(type);
    out.byte(0x22);
    out.u32(t);
    getLocal(out, t);
    out.all(type === 'i32' ? [0x45, 0x72] : [0x50, 0xad, 0x84]);
  }
  out.byte(divisions[e.op]![type === 'i32' ? 0 : 1]);
}
