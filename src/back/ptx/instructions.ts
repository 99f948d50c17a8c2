/** Operations that take several instructions, on operands that are registers or immediates; each gives the register that holds the result. */
import { isPointer, type PointerType, type ValueType } from '../../ir/types.ts';
import { symbols } from './artifact.ts';
import type { Frame } from './frame.ts';
import { address } from './instruction.ts';
import { moveTypes, type PlainType, plainType, stateSpace } from './represent.ts';

export function moved(f: Frame, type: string, of: Parameters<Frame['code']['register']>[0], from: string): string {
  const to = f.code.register(of);
  f.code.put(`mov.${type}`, to, from);
  return to;
}

/** An instruction's name where `~` stands for `.ftz`, if that is asked for. */
export function flushed(f: Frame, name: string): string {
  return name.replace('~', f.unit.options.flush ? '.ftz' : '');
}

/** A row's instructions: `$a` to `$c` are arguments, `$d` the result, others registers of their own. */
export function putLines(f: Frame, type: ValueType, args: readonly string[], lines: readonly string[]): string {
  const to = f.code.temporary(type);
  const fresh = new Map<string, string>();
  const meant = (operand: string): string => {
    if (!operand.startsWith('$')) return operand;
    const name = operand.slice(1);
    if (name === 'd') return to;
    const arg = args['abc'.indexOf(name)];
    if (arg !== undefined) return arg;
    const known = fresh.get(name) ?? (name === 'p' ? f.code.register('p') : f.code.temporary(type));
    fresh.set(name, known);
    return known;
  };
  for (const line of lines) {
    const { name, operands } = partsOf(line);
    f.code.put(flushed(f, name), ...operands.map(meant));
  }
  return to;
}

type Parts = { readonly name: string; readonly operands: readonly string[] };
/** Rows are few: each line is taken apart once. */
const parts = new Map<string, Parts>();

function partsOf(line: string): Parts {
  const known = parts.get(line);
  if (known) return known;
  const at = line.indexOf(' ');
  const made = { name: line.slice(0, at), operands: line.slice(at + 1).split(', ') };
  parts.set(line, made);
  return made;
}

// ---- addresses ----------------------------------------------------------------------------------------------------------

/** Where the host program's memory begins for the device. */
export function hostBase(f: Frame): string {
  f.unit.needs.add('hostBase');
  const to = f.code.register('rd');
  f.code.put('ld.const.u64', to, address(symbols.hostBase));
  return to;
}

/** An address that the host wrote or gave as a number may be one of its own: a small number, counted from the beginning of its memory. */
export function putFromHost(f: Frame, memory: PointerType, x: string): string {
  if (memory === 'ptr.shared' || memory === 'ptr.local' || memory === 'ptr.constant') return x;
  const { code } = f;
  const [isOffset, less, moved, to] = [
    code.register('p'),
    code.register('rd'),
    code.register('rd'),
    code.register('rd'),
  ];
  code.put('add.s64', less, x, '-1');
  code.put('setp.lt.u64', isOffset, less, '17179869183');
  code.put('add.s64', moved, x, hostBase(f));
  code.put('selp.b64', to, moved, x, isOffset);
  return to;
}

/** A procedure's address as calls take it: `putFromHost` cannot tell one from an address of the host program's. */
export function putProcedure(f: Frame, x: string): string {
  const { code } = f;
  const [less, moved, to] = [code.register('rd'), code.register('p'), code.register('rd')];
  code.put('sub.s64', less, x, hostBase(f));
  code.put('setp.lt.u64', moved, less, '17179869184');
  code.put('selp.b64', to, less, x, moved);
  return to;
}

/** Global and host addresses are generic ones; the other spaces have windows. */
export function putCast(f: Frame, x: string, type: ValueType, wanted: ValueType): string {
  const from = isPointer(type) ? stateSpace(type) : '';
  const to = isPointer(wanted) ? stateSpace(wanted) : '';
  const plain = (space: string): boolean => space === '' || space === '.global';
  if (from === to || (plain(from) && plain(to))) return x;
  let at = x;
  if (!plain(from)) {
    at = f.code.register('rd');
    f.code.put(`cvta${from}.u64`, at, x);
  }
  if (plain(to)) return at;
  const there = f.code.register('rd');
  f.code.put(`cvta.to${to}.u64`, there, at);
  return there;
}

// ---- numbers --------------------------------------------------------------------------------------------------------------

/** By a comparison: see `extreme` in rows.ts. */
export function putExtremeHalf(f: Frame, name: 'min' | 'max', to: string, a: string, b: string): void {
  const first = f.code.register('p');
  f.code.put(name === 'min' ? 'setp.lt.s32' : 'setp.gt.s32', first, a, b);
  f.code.put('selp.b32', to, a, b, first);
}

/** n where the constant is 2**n, 0 < n < 63. */
export function powerOfTwo(value: number | bigint | boolean | string): number | undefined {
  if (typeof value !== 'bigint' || value < 2n || (value & (value - 1n)) !== 0n) return undefined;
  return value.toString(2).length - 1;
}

/** Quotient or remainder by 2**amount: assemblers divide 64 bits by a call. A negative dividend is rounded towards zero. */
export function putQuotient(f: Frame, name: 'div' | 'rem', x: string, amount: number): string {
  const { code } = f;
  const [sign, extra, sum, to] = [code.register('rd'), code.register('rd'), code.register('rd'), code.register('rd')];
  code.put('shr.s64', sign, x, '63');
  code.put('shr.u64', extra, sign, String(64 - amount));
  code.put('add.s64', sum, x, extra);
  if (name === 'div') {
    code.put('shr.s64', to, sum, String(amount));
    return to;
  }
  const whole = code.register('rd');
  code.put('and.b64', whole, sum, String(-(2n ** BigInt(amount))));
  code.put('sub.s64', to, x, whole);
  return to;
}

/** Quotient or remainder of 64 bits. Where both numbers fit 32 bits without a sign, as sizes and indices do, an eighth of the instructions is enough. */
export function putLongQuotient(f: Frame, name: string, x: string, y: string): string {
  const { code } = f;
  const [both, to] = [code.register('rd'), code.register('rd')];
  const [a, b, half] = [code.register('r'), code.register('r'), code.register('r')];
  const isLong = code.register('p');
  const [long, end] = [code.label('long'), code.label('divided')];
  code.put('or.b64', both, x, y);
  code.put('setp.gt.u64', isLong, both, '4294967295');
  code.putWhere(isLong, 'bra', long);
  code.put('cvt.u32.u64', a, x);
  code.put('cvt.u32.u64', b, y);
  code.put(`${name.slice(0, 3)}.u32`, half, a, b);
  code.put('cvt.u64.u32', to, half);
  code.put('bra', end);
  code.place(long);
  code.put(name, to, x, y);
  code.place(end);
  return to;
}

export function putEqual(f: Frame, name: 'eq' | 'ne', of: PlainType, x: string, y: string): string {
  const { code } = f;
  const to = code.register('p');
  if (of === 'bool') {
    if (name === 'ne') code.put('xor.pred', to, x, y);
    else {
      const differ = code.register('p');
      code.put('xor.pred', differ, x, y);
      code.put('not.pred', to, differ);
    }
    return to;
  }
  const type = { i32: 's32', i64: 's64', f32: flushed(f, '~.f32').slice(1), f64: 'f64' }[of];
  const real = of === 'f32' || of === 'f64';
  // In Fortran and C a NaN differs from everything.
  const test = name === 'eq' ? 'eq' : real ? 'neu' : 'ne';
  code.put(`setp.${test}.${type}`, to, x, y);
  return to;
}

export function putSelect(f: Frame, type: ValueType, condition: string, x: string, y: string): string {
  const { code } = f;
  const plain = plainType(type);
  const to = code.temporary(type);
  if (plain !== 'bool') {
    code.put(`selp.${moveTypes[plain]}`, to, x, y, condition);
    return to;
  }
  const [yes, no, not] = [code.register('p'), code.register('p'), code.register('p')];
  code.put('and.pred', yes, condition, x);
  code.put('not.pred', not, condition);
  code.put('and.pred', no, not, y);
  code.put('or.pred', to, yes, no);
  return to;
}

/** NaN gives 0; PTX ISA 9.7.9.21: the least integer where 64 bits take part. */
export function putInteger(f: Frame, wanted: ValueType, sign: 's' | 'u', of: PlainType, x: string): string {
  const { code } = f;
  const to = code.temporary(wanted);
  const bits = wanted === 'i64' ? 64 : 32;
  if (of === 'bool') {
    code.put('selp.b32', to, '1', '0', x);
    return to;
  }
  code.put(flushed(f, `cvt.rzi${of === 'f32' ? '~' : ''}.${sign}${bits}.${of}`), to, x);
  if (of === 'f32' && bits === 32) return to;
  const [number, result] = [code.register('p'), code.temporary(wanted)];
  code.put(`setp.num.${of}`, number, x, x);
  code.put(`selp.b${bits}`, result, to, '0', number);
  return result;
}
