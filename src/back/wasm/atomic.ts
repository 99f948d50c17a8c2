/** Atomic operations: WebAssembly's own where there is one, else a loop of compare and exchange; plain accesses in memory that one worker alone touches. */
import { InternalError } from '../../base/impossible.ts';
import type { AtomicName, Statement } from '../../ir/module.ts';
import { addAddress, isBelowIndex, subtractAddress } from './encode/address-code.ts';
import type { WasmType } from './encode/artifact.ts';
import { helper } from './encode/helpers.ts';
import { emit, emitPointer, type Frame, getLocal, i32const, setLocal } from './expression.ts';

type Atomic = Extract<Statement, { kind: 'atomic' }>;

/** Read-modify-write instructions for i32; the one for i64 follows. */
const direct: Readonly<Partial<Record<AtomicName, number>>> = {
  add: 0x1e,
  sub: 0x25,
  and: 0x2c,
  or: 0x33,
  xor: 0x3a,
  exchange: 0x41,
};
/** One access of a cell: its bits as an integer, its value, and the instructions with their alignment. */
type Cell = {
  readonly value: WasmType;
  readonly bits: 'i32' | 'i64';
  readonly wide: boolean;
  readonly real: boolean;
  /** Two bytes, whose value is a real of four. */
  readonly half: boolean;
  readonly align: number;
  readonly load: number;
  readonly store: number;
  readonly atomicLoad: number;
  readonly exchange: number;
};

const words = { bits: 'i32', wide: false, half: false, align: 2, atomicLoad: 0x10, exchange: 0x48 } as const;
const longs = { bits: 'i64', wide: true, half: false, align: 3, atomicLoad: 0x11, exchange: 0x49 } as const;

const cells: Readonly<Partial<Record<Atomic['memory'], Cell>>> = {
  i32: { ...words, value: 'i32', real: false, load: 0x28, store: 0x36 },
  i64: { ...longs, value: 'i64', real: false, load: 0x29, store: 0x37 },
  f32: { ...words, value: 'f32', real: true, load: 0x2a, store: 0x38 },
  f64: { ...longs, value: 'f64', real: true, load: 0x2b, store: 0x39 },
  f16: {
    value: 'f32',
    bits: 'i32',
    wide: false,
    real: true,
    half: true,
    align: 1,
    load: 0x2f,
    store: 0x3b,
    atomicLoad: 0x13,
    exchange: 0x4b,
  },
};

function cellOf(s: Atomic): Cell {
  const cell = cells[s.memory];
  if (!cell) throw new InternalError(`no atomic operation on ${s.memory}`, s.at);
  return cell;
}

export function emitAtomic(f: Frame, s: Atomic): void {
  const cell = cellOf(s);
  const { out } = f.code;
  const alone = s.to.type === 'ptr.shared' || s.to.type === 'ptr.local';
  const address = f.code.local(f.side.address);
  const args = s.args.map((a) => {
    const t = f.code.local(cell.value);
    emit(f, a);
    setLocal(out, t);
    return t;
  });
  emitPointer(f, s.to);
  setLocal(out, address);
  const old = f.code.local(cell.value);
  if (s.near) {
    nearby(f, s.near, cell, address);
    plain(f, s.how, cell, address, args, old);
    out.byte(0x05);
  }
  if (alone) plain(f, s.how, cell, address, args, old);
  else if (!cell.real && direct[s.how] !== undefined) {
    getLocal(out, address);
    getLocal(out, args[0]!);
    out.all([0xfe, direct[s.how]! + (cell.wide ? 1 : 0), cell.wide ? 3 : 2, 0]);
    setLocal(out, old);
  } else if (s.how === 'cas') compareExchange(f, cell, address, args, old);
  else exchangeLoop(f, s.how, cell, address, args, old);
  if (s.near) out.byte(0x0b);
  if (s.result !== undefined) {
    getLocal(out, old);
    setLocal(out, f.local(s.result));
  }
}

/** Opens a branch for places that lie in the worker's own copy of an array; `address` is the one there. */
function nearby(f: Frame, { array, own, cells }: NonNullable<Atomic['near']>, cell: Cell, address: number): void {
  const { code } = f;
  const { out } = code;
  const distance = code.local(f.side.address);
  getLocal(out, address);
  getLocal(out, f.local(array));
  subtractAddress(code);
  setLocal(out, distance);
  getLocal(out, distance);
  getLocal(out, f.local(cells));
  i32const(out, cell.wide ? 3 : 2);
  out.byte(0x74);
  isBelowIndex(code);
  code.hint(true);
  out.all([0x04, 0x40]);
  getLocal(out, f.local(own));
  getLocal(out, distance);
  addAddress(code);
  setLocal(out, address);
}

function loadCell(f: Frame, cell: Cell, address: number): void {
  getLocal(f.code.out, address);
  f.code.out.all([cell.load, cell.align, 0]);
  if (cell.half) fromBits(f, cell);
}

function storeCell(f: Frame, cell: Cell): void {
  if (cell.half) toBits(f, cell);
  f.code.out.all([cell.store, cell.align, 0]);
}

function plain(f: Frame, how: AtomicName, cell: Cell, address: number, args: readonly number[], old: number): void {
  const { out } = f.code;
  loadCell(f, cell, address);
  setLocal(out, old);
  getLocal(out, address);
  if (cell.real && !cell.half && (how === 'min' || how === 'max')) realExtreme(f, how, cell, args[0]!, old);
  else combine(f, how, cell, args, old);
  storeCell(f, cell);
}

/** As the helpers have it, without a branch that data would decide: what is a number, and of two zeros the one that is less, or greater. */
function realExtreme(f: Frame, how: 'min' | 'max', cell: Cell, arg: number, old: number): void {
  const { out } = f.code;
  const get = (...locals: number[]): void => {
    for (const l of locals) getLocal(out, l);
  };
  const [equal, unequal] = cell.wide ? [0x61, 0x62] : [0x5b, 0x5c];
  const [and, or] = cell.wide ? [0x83, 0x84] : [0x71, 0x72];
  get(old);
  toBits(f, cell);
  get(arg);
  toBits(f, cell);
  out.byte(how === 'min' ? or : and);
  fromBits(f, cell);
  get(arg, old, arg, old);
  out.byte(lessThan[how][cell.value]!);
  get(old, old);
  out.all([unequal, 0x72, 0x1b]);
  get(arg, old);
  out.all([equal, 0x1b]);
}

/** Whether the first takes the second one's place. */
const lessThan: Readonly<Record<'min' | 'max', Readonly<Partial<Record<WasmType, number>>>>> = {
  min: { i32: 0x48, i64: 0x53, f32: 0x5d, f64: 0x63 },
  max: { i32: 0x4a, i64: 0x55, f32: 0x5e, f64: 0x64 },
};

function exchangeLoop(
  f: Frame,
  how: AtomicName,
  cell: Cell,
  address: number,
  args: readonly number[],
  old: number,
): void {
  const { out } = f.code;
  const seen = f.code.local(cell.bits);
  // What is the least or the greatest already needs no exchange: the cell may be taken as it was when it was looked at.
  const next = how === 'min' || how === 'max' ? f.code.local(cell.bits) : undefined;
  if (next !== undefined) out.all([0x02, 0x40]);
  out.all([0x03, 0x40]);
  getLocal(out, address);
  out.all([0xfe, cell.atomicLoad, cell.align, 0]);
  out.byte(0x22);
  out.u32(seen);
  fromBits(f, cell);
  setLocal(out, old);
  if (next !== undefined) {
    combine(f, how, cell, args, old);
    toBits(f, cell);
    out.byte(0x22);
    out.u32(next);
    getLocal(out, seen);
    out.byte(cell.bits === 'i64' ? 0x51 : 0x46);
    out.all([0x0d, 1]);
  }
  getLocal(out, address);
  getLocal(out, seen);
  if (next !== undefined) getLocal(out, next);
  else {
    combine(f, how, cell, args, old);
    toBits(f, cell);
  }
  out.all([0xfe, cell.exchange, cell.align, 0]);
  getLocal(out, seen);
  out.byte(cell.wide ? 0x52 : 0x47);
  out.all([0x0d, 0, 0x0b]);
  if (next !== undefined) out.byte(0x0b);
}

function compareExchange(f: Frame, cell: Cell, address: number, args: readonly number[], old: number): void {
  const { out } = f.code;
  getLocal(out, address);
  for (const a of [args[0]!, args[1]!]) {
    getLocal(out, a);
    toBits(f, cell);
  }
  out.all([0xfe, cell.exchange, cell.align, 0]);
  fromBits(f, cell);
  setLocal(out, old);
}

function toBits(f: Frame, cell: Cell): void {
  if (cell.half) f.code.call(helper(f.module, 'f16.round'));
  else if (cell.real) f.code.out.byte(cell.wide ? 0xbd : 0xbc);
}

function fromBits(f: Frame, cell: Cell): void {
  if (cell.half) f.code.call(helper(f.module, 'f16.widen'));
  else if (cell.real) f.code.out.byte(cell.wide ? 0xbf : 0xbe);
}

const arithmetic: Readonly<Partial<Record<AtomicName, Readonly<Record<string, number>>>>> = {
  add: { i32: 0x6a, i64: 0x7c, f32: 0x92, f64: 0xa0 },
  sub: { i32: 0x6b, i64: 0x7d, f32: 0x93, f64: 0xa1 },
  and: { i32: 0x71, i64: 0x83 },
  or: { i32: 0x72, i64: 0x84 },
  xor: { i32: 0x73, i64: 0x85 },
};

/** The new value from `old` and the arguments. */
function combine(f: Frame, how: AtomicName, cell: Cell, args: readonly number[], old: number): void {
  const { out } = f.code;
  const get = (...locals: number[]): void => {
    for (const l of locals) getLocal(out, l);
  };
  const byte = arithmetic[how]?.[cell.value];
  if (byte !== undefined) {
    get(old, args[0]!);
    out.byte(byte);
    return;
  }
  const [gtU, ltU] = cell.wide ? [0x56, 0x54] : [0x4b, 0x49];
  switch (how) {
    case 'min':
    case 'max':
      get(old, args[0]!);
      if (cell.real) f.code.call(helper(f.module, `${how}.${cell.value}`));
      else {
        get(old, args[0]!);
        out.byte(lessThan[how][cell.value]!);
        out.byte(0x1b);
      }
      return;
    case 'exchange':
      get(args[0]!);
      return;
    case 'cas':
      get(args[1]!, old, old);
      toBits(f, cell);
      setScratch(f, cell, args[0]!);
      out.byte(0x1b);
      return;
    // old >= limit ? 0 : old + 1, without sign
    case 'inc':
      get(old);
      one(f, cell);
      out.byte(cell.wide ? 0x7c : 0x6a);
      zero(f, cell);
      get(old, args[0]!);
      out.byte(ltU);
      out.byte(0x1b);
      return;
    // old == 0 or old > limit ? limit : old - 1, without sign
    case 'dec':
      get(args[0]!, old);
      one(f, cell);
      out.byte(cell.wide ? 0x7d : 0x6b);
      get(old);
      out.byte(cell.wide ? 0x50 : 0x45);
      get(old, args[0]!);
      out.all([gtU, 0x72, 0x1b]);
      return;
    default:
      throw new InternalError(`no atomic ${how} on ${cell.value}`);
  }
}

/** After the bits of the old value: whether they are those of `compare`. */
function setScratch(f: Frame, cell: Cell, compare: number): void {
  getLocal(f.code.out, compare);
  toBits(f, cell);
  f.code.out.byte(cell.wide ? 0x51 : 0x46);
}

function one(f: Frame, cell: Cell): void {
  f.code.out.all(cell.wide ? [0x42, 1] : [0x41, 1]);
}

function zero(f: Frame, cell: Cell): void {
  if (cell.wide) f.code.out.all([0x42, 0]);
  else i32const(f.code.out, 0);
}
