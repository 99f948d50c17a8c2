/** Atomic operations: the hardware's own where there is one, else a loop of compare and exchange. */
import { InternalError } from '../../base/impossible.ts';
import type { AtomicName, Statement } from '../../ir/module.ts';
import { addressType, emitAddress, emitRegister } from './expression.ts';
import type { Frame } from './frame.ts';
import { type PlainType, stateSpace } from './represent.ts';

type Atomic = Extract<Statement, { kind: 'atomic' }>;
type CellType = Exclude<PlainType, 'bool'>;

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
  readonly width: 32 | 64;
  readonly real: boolean;
  /** `atom.space.scope` without the operation. */
  readonly head: string;
  readonly address: string;
};

export function emitAtomic(f: Frame, s: Atomic): void {
  const type = cellType(s);
  const space = addressType(s.to);
  const where = space === 'ptr.local' || space === 'ptr.constant' ? undefined : stateSpace(space);
  if (where === undefined) throw new InternalError(`an atomic operation on ${space}`, s.at);
  const cell: Cell = {
    type,
    width: type === 'i32' || type === 'f32' ? 32 : 64,
    real: type === 'f32' || type === 'f64',
    head: `${where}${scopes[s.scope]}`,
    address: emitAddress(f, s.to, 0),
  };
  const args = s.args.map((a) => emitRegister(f, a));
  const how = direct[s.how][type];
  if (how) emitDirect(f, s, cell, how, args);
  else if (cell.real && (s.how === 'exchange' || s.how === 'cas')) emitBits(f, s, cell, args);
  else emitLoop(f, s, cell, args[0]!);
}

function cellType(s: Atomic): CellType {
  switch (s.memory) {
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

/** Exchange and compare-exchange of a real by its bits. */
function emitBits(f: Frame, s: Atomic, cell: Cell, args: readonly string[]): void {
  const { code } = f;
  const of = cell.width === 32 ? 'r' : 'rd';
  const bits = args.map((a) => {
    const to = code.register(of);
    code.put(`mov.b${cell.width}`, to, a);
    return to;
  });
  const old = code.register(of);
  code.put(`atom${cell.head}.${s.how === 'cas' ? 'cas' : 'exch'}.b${cell.width}`, old, cell.address, ...bits);
  if (s.result !== undefined) code.put(`mov.b${cell.width}`, f.local(s.result), old);
}

function emitLoop(f: Frame, s: Atomic, cell: Cell, arg: string): void {
  const { code } = f;
  const of = cell.width === 32 ? 'r' : 'rd';
  const [seen, old, bits] = [code.register(of), code.register(of), code.register(of)];
  const value = code.temporary(cell.type);
  const again = code.label('again');
  const changed = code.register('p');
  code.put(`ld${cell.head.split('.').slice(0, -1).join('.')}.b${cell.width}`, old, cell.address);
  code.place(again);
  code.put(`mov.b${cell.width}`, seen, old);
  code.put(`mov.b${cell.width}`, value, seen);
  const made = combine(f, s, cell, value, arg);
  code.put(`mov.b${cell.width}`, bits, made);
  code.put(`atom${cell.head}.cas.b${cell.width}`, old, cell.address, seen, bits);
  code.put(`setp.ne.s${cell.width}`, changed, old, seen);
  code.put(`@${changed} bra`, again);
  if (s.result !== undefined) code.put(`mov.b${cell.width}`, f.local(s.result), old);
}

function combine(f: Frame, s: Atomic, cell: Cell, old: string, arg: string): string {
  const { code } = f;
  const to = code.temporary(cell.type);
  switch (s.how) {
    case 'min':
    case 'max':
      code.put(`${s.how}.${cell.type}`, to, old, arg);
      return to;
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
