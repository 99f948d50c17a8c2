/** Atomic operations: the hardware's own where there is one, else a loop of compare and exchange. */
import { InternalError } from '../../base/impossible.ts';
import type { AtomicName, Statement } from '../../ir/module.ts';
import { addressType, emitAddress, emitRegister } from './expression.ts';
import type { Frame } from './frame.ts';
import type { Address } from './instruction.ts';
import { type PlainType, stateSpace } from './represent.ts';

type Atomic = Extract<Statement, { kind: 'atomic' }>;
type CellType = Exclude<PlainType, 'bool'>;
/** What memory holds: half precision is a real(4) outside of it. */
type Place = CellType | 'f16';

/** The type of the instruction, by the cell's. */
const direct: Readonly<Record<AtomicName, Readonly<Partial<Record<CellType, string>>>>> = {
  add: { i32: 'add.u32', i64: 'add.u64', f32: 'add.f32', f64: 'add.f64' },
  sub: { i32: 'add.u32', i64: 'add.u64', f32: 'add.f32', f64: 'add.f64' },
  min: { i32: 'min.s32', i64: 'min.s64' },
  max: { i32: 'max.s32', i64: 'max.s64' },
  and: { i32: 'and.b32', i64: 'and.b64' },
  or: { i32: 'or.b32', i64: 'or.b64' },
  xor: { i32: 'xor.b32', i64: 'xor.b64' },
  exchange: { i32: 'exch.b32', i64: 'exch.b64' },
  cas: { i32: 'cas.b32', i64: 'cas.b64' },
  inc: { i32: 'inc.u32' },
  dec: { i32: 'dec.u32' },
};

const scopes = { block: '.cta', device: '.gpu', system: '.sys' } as const;

type Cell = {
  readonly type: CellType;
  readonly width: 16 | 32 | 64;
  readonly real: boolean;
  /** `atom.space.scope` without the operation. */
  readonly head: string;
  readonly address: Address;
};

export function emitAtomic(f: Frame, s: Atomic): void {
  const place = placeType(s);
  const type = place === 'f16' ? 'f32' : place;
  const space = addressType(s.to);
  const where = space === 'ptr.local' || space === 'ptr.constant' ? undefined : stateSpace(space);
  if (where === undefined) throw new InternalError(`an atomic operation on ${space}`, s.at);
  const cell: Cell = {
    type,
    width: widths[place],
    real: type === 'f32' || type === 'f64',
    head: `${where}${scopes[s.scope]}`,
    address: emitAddress(f, s.to, 0),
  };
  const args = s.args.map((a) => emitRegister(f, a));
  const how = place === 'f16' ? undefined : direct[s.how][type];
  if (place === 'f16' && (s.how === 'add' || s.how === 'sub')) emitHalfSum(f, s, cell, args[0]!);
  else if (how) emitDirect(f, s, cell, how, args);
  else if (cell.real && (s.how === 'cas' || (s.how === 'exchange' && cell.width > 16))) emitBits(f, s, cell, args);
  else emitLoop(f, s, cell, args[0]!);
}

const widths: Readonly<Record<Place, 16 | 32 | 64>> = { f16: 16, i32: 32, f32: 32, i64: 64, f64: 64 };
const bitRegisters = { 16: 'h', 32: 'r', 64: 'rd' } as const;

function placeType(s: Atomic): Place {
  switch (s.memory) {
    case 'f16':
    case 'i32':
    case 'i64':
    case 'f32':
    case 'f64':
      return s.memory;
    default:
      throw new InternalError(`no atomic operation on ${s.memory}`, s.at);
  }
}

const negations: Readonly<Record<CellType, string>> = {
  i32: 'neg.s32',
  i64: 'neg.s64',
  f32: 'neg.f32',
  f64: 'neg.f64',
};

function emitDirect(f: Frame, s: Atomic, cell: Cell, how: string, args: readonly string[]): void {
  const { code } = f;
  let [value, second] = args;
  if (s.how === 'sub') {
    const negative = code.temporary(s.memory === 'i32' ? 'i32' : cell.type);
    code.put(negations[cell.type], negative, value!);
    value = negative;
  }
  const operands = second === undefined ? [value!] : [value!, second];
  // Nobody asks for the old value: a reduction returns nothing.
  const reduces = s.result === undefined && s.how !== 'cas' && s.how !== 'exchange';
  if (reduces) {
    code.put(`red${cell.head}.${how}`, cell.address, ...operands);
    return;
  }
  const to = s.result === undefined ? code.temporary(cell.type) : f.local(s.result);
  code.put(`atom${cell.head}.${how}`, to, cell.address, ...operands);
}

/** The hardware adds halves, but subtracts none. */
function emitHalfSum(f: Frame, s: Atomic, cell: Cell, arg: string): void {
  const { code } = f;
  let value = arg;
  if (s.how === 'sub') {
    value = code.temporary('f32');
    code.put('neg.f32', value, arg);
  }
  const bits = toBits(f, cell, value);
  if (s.result === undefined) {
    code.put(`red${cell.head}.add.noftz.f16`, cell.address, bits);
    return;
  }
  const old = code.register('h');
  code.put(`atom${cell.head}.add.noftz.f16`, old, cell.address, bits);
  fromBits(f, cell, f.local(s.result), old);
}

/** Exchange and compare-exchange of a real by its bits. */
function emitBits(f: Frame, s: Atomic, cell: Cell, args: readonly string[]): void {
  const { code } = f;
  const bits = args.map((a) => toBits(f, cell, a));
  const old = code.register(bitRegisters[cell.width]);
  code.put(`atom${cell.head}.${s.how === 'cas' ? 'cas' : 'exch'}.b${cell.width}`, old, cell.address, ...bits);
  if (s.result !== undefined) fromBits(f, cell, f.local(s.result), old);
}

function emitLoop(f: Frame, s: Atomic, cell: Cell, arg: string): void {
  const { code } = f;
  const of = bitRegisters[cell.width];
  const [seen, old] = [code.register(of), code.register(of)];
  const value = code.temporary(cell.type);
  const again = code.label('again');
  const changed = code.register('p');
  code.put(`ld${cell.head.split('.').slice(0, -1).join('.')}.b${cell.width}`, old, cell.address);
  code.place(again);
  code.put(`mov.b${cell.width}`, seen, old);
  fromBits(f, cell, value, seen);
  const bits = toBits(f, cell, combine(f, s, cell, value, arg));
  code.put(`atom${cell.head}.cas.b${cell.width}`, old, cell.address, seen, bits);
  code.put(`setp.ne.s${cell.width}`, changed, old, seen);
  code.putWhere(changed, 'bra', again);
  if (s.result !== undefined) fromBits(f, cell, f.local(s.result), old);
}

function toBits(f: Frame, cell: Cell, value: string): string {
  const to = f.code.register(bitRegisters[cell.width]);
  f.code.put(cell.width === 16 ? 'cvt.rn.f16.f32' : `mov.b${cell.width}`, to, value);
  return to;
}

function fromBits(f: Frame, cell: Cell, to: string, bits: string): void {
  f.code.put(cell.width === 16 ? 'cvt.f32.f16' : `mov.b${cell.width}`, to, bits);
}

function combine(f: Frame, s: Atomic, cell: Cell, old: string, arg: string): string {
  const { code } = f;
  const to = code.temporary(cell.type);
  switch (s.how) {
    case 'min':
    case 'max':
      code.put(`${s.how}.${cell.type}`, to, old, arg);
      return to;
    case 'exchange':
      return arg;
    // old >= limit ? 0 : old + 1, without sign
    case 'inc': {
      const [more, over] = [code.temporary(cell.type), code.register('p')];
      code.put('add.u64', more, old, '1');
      code.put('setp.ge.u64', over, old, arg);
      code.put('selp.b64', to, '0', more, over);
      return to;
    }
    // old == 0 or old > limit ? limit : old - 1, without sign
    case 'dec': {
      const [less, zero, over, wraps] = [
        code.temporary(cell.type),
        code.register('p'),
        code.register('p'),
        code.register('p'),
      ];
      code.put('sub.u64', less, old, '1');
      code.put('setp.eq.u64', zero, old, '0');
      code.put('setp.gt.u64', over, old, arg);
      code.put('or.pred', wraps, zero, over);
      code.put('selp.b64', to, arg, less, wraps);
      return to;
    }
    default:
      throw new InternalError(`no atomic ${s.how} on ${s.memory}`, s.at);
  }
}
