/**
 * Random expressions whose values the standard fixes to the bit: integers that cannot overflow, reals rounded once per operation in the order written, no function
 * whose accuracy is open. `shape` asks for an array of that shape; without it the value is scalar.
 */
import { functionCall } from './calls.ts';
import {
  bytesOf,
  type IntegerKind,
  integerKinds,
  type Kind,
  limitOf,
  type Maker,
  type RealKind,
  rangeOf,
  type Value,
  type Variable,
} from './maker.ts';
import { reduction } from './reductions.ts';
import { element, section } from './references.ts';

type Shape = readonly number[] | undefined;

export function expression(m: Maker, kind: Kind, depth: number, shape?: Shape): Value {
  switch (kind) {
    case 'l':
      return logical(m, depth, shape);
    case 'r4':
    case 'r8':
      return real(m, kind, depth, shape);
    case 'z4':
    case 'z8':
      return complex(m, kind, depth, shape);
    default:
      return integer(m, kind, depth, shape);
  }
}

/** A value that a variable of the kind may hold. */
export function held(m: Maker, kind: Kind, depth: number, shape?: Shape): string {
  const value = expression(m, kind, depth, shape);
  if (kind === 'l') return value.text;
  return bounded(kind, value, rangeOf[kind]).text;
}

/** Brought into -most .. most. */
export function bounded(kind: Kind, value: Value, most: number): Value {
  const size = Math.max(Math.abs(value.low), Math.abs(value.high));
  if (size <= most) return value;
  const literal = (x: number): string => `${x}_${bytesOf[kind]}`;
  if (isInteger(kind))
    return { text: `mod(${value.text}, ${literal(Math.min(most + 1, limitOf[kind]))})`, low: -most, high: most };
  const scale = 2 ** -Math.ceil(Math.log2(size / most));
  return {
    text: `(${value.text} * ${decimal(scale)}_${bytesOf[kind]})`,
    low: value.low * scale,
    high: value.high * scale,
  };
}

/** An integer expression between `low` and `high`. */
export function integerIndex(m: Maker, low: number, high: number, depth: number): string {
  const index = m.maybe(
    m.variables.filter((v) => v.kind === 'i4' && v.fixed && v.fixed[0] >= low && v.fixed[1] <= high),
  );
  if (index && m.chance(0.7)) return index.name;
  return `(${low} + modulo(${integer(m, 'i4', depth).text}, ${high - low + 1}))`;
}

// ---- leaves ---------------------------------------------------------------------------------------------------------

function leaf(m: Maker, kind: Kind, depth: number, shape: Shape): Value | undefined {
  const range = rangeOf[kind];
  if (shape && m.chance(0.7)) {
    const text = m.maybe(m.arrays(kind).flatMap((v) => section(m, v, shape, false) ?? []));
    if (text) return { text, low: -range, high: range };
  }
  const candidates = m.variables.filter((v) => v.kind === kind && (v.bounds.length === 0 || m.chance(0.5)));
  const v = m.maybe(candidates);
  if (!v) return undefined;
  const [low, high] = v.fixed ?? [-range, range];
  return { text: element(m, v, depth), low, high };
}

/** Digits that are exact in binary, never in exponent form. */
function decimal(x: number): string {
  const text = x.toFixed(20).replace(/0+$/, '');
  return text.endsWith('.') ? `${text}0` : text;
}

function isInteger(kind: Kind): kind is IntegerKind {
  return kind[0] === 'i';
}

// ---- integers -------------------------------------------------------------------------------------------------------

function integer(m: Maker, kind: IntegerKind, depth: number, shape?: Shape): Value {
  if (depth <= 0 || m.chance(0.15)) return integerLeaf(m, kind, depth, shape);
  switch (m.int(12)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return arithmetic(m, kind, depth, shape);
    case 4:
      return division(m, kind, depth, shape);
    case 5:
      return bits(m, kind, depth, shape);
    case 6:
      return chosen(m, kind, depth, shape);
    case 7:
      return extreme(m, kind, depth, shape);
    case 8:
      return converted(m, kind, depth, shape);
    case 9:
      return reduction(m, kind, depth) ?? integerLeaf(m, kind, depth, shape);
    case 10:
      return functionCall(m, kind, depth, shape) ?? integerLeaf(m, kind, depth, shape);
    default:
      return unaryInteger(m, kind, depth, shape);
  }
}

function integerLeaf(m: Maker, kind: IntegerKind, depth: number, shape: Shape): Value {
  const found = m.chance(0.75) ? leaf(m, kind, depth, shape) : undefined;
  if (found) return found;
  const n = m.between(-9, 12);
  return { text: n < 0 ? `(${n}_${bytesOf[kind]})` : `${n}_${bytesOf[kind]}`, low: n, high: n };
}

/** Operands may be of smaller kinds; one is of `kind`. */
function arithmetic(m: Maker, kind: IntegerKind, depth: number, shape: Shape): Value {
  const other = m.chance(0.3) ? (m.maybe(integerKinds.filter((k) => bytesOf[k] < bytesOf[kind])) ?? kind) : kind;
  let a = integer(m, kind, depth - 1, shape);
  let b = integer(m, other, depth - 1, shape);
  const op = m.pick(['+', '-', '*', '+', '-']);
  const room = limitOf[kind];
  if (op === '*') {
    a = bounded(kind, a, Math.floor(Math.sqrt(room)));
    b = bounded(other, b, Math.min(Math.floor(Math.sqrt(room)), limitOf[other]));
    const ends = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
    return { text: `(${a.text} * ${b.text})`, low: Math.min(...ends), high: Math.max(...ends) };
  }
  a = bounded(kind, a, Math.floor(room / 2));
  b = bounded(other, b, Math.min(Math.floor(room / 2), limitOf[other]));
  const text = `(${a.text} ${op} ${b.text})`;
  return op === '+'
    ? { text, low: a.low + b.low, high: a.high + b.high }
    : { text, low: a.low - b.high, high: a.high - b.low };
}

function division(m: Maker, kind: IntegerKind, depth: number, shape: Shape): Value {
  const a = integer(m, kind, depth - 1, shape);
  const b = bounded(kind, integer(m, kind, depth - 1, shape), limitOf[kind] - 1);
  const divisor = m.chance(0.5)
    ? { text: `(abs(${b.text}) + 1_${bytesOf[kind]})`, high: Math.max(Math.abs(b.low), Math.abs(b.high)) + 1 }
    : { text: `${m.between(2, 9)}_${bytesOf[kind]}`, high: 9 };
  const size = Math.max(Math.abs(a.low), Math.abs(a.high));
  const name = m.pick(['/', 'mod', 'modulo']);
  if (name === '/') return { text: `(${a.text} / ${divisor.text})`, low: -size, high: size };
  return { text: `${name}(${a.text}, ${divisor.text})`, low: -divisor.high, high: divisor.high };
}

function bits(m: Maker, kind: IntegerKind, depth: number, shape: Shape): Value {
  const a = integer(m, kind, depth - 1, shape);
  const b = integer(m, kind, depth - 1, shape);
  const size =
    2 ** Math.ceil(Math.log2(Math.max(Math.abs(a.low), Math.abs(a.high), Math.abs(b.low), Math.abs(b.high)) + 1));
  const k = bytesOf[kind];
  switch (m.int(6)) {
    case 0:
      return { text: `not(${a.text})`, low: -a.high - 1, high: -a.low - 1 };
    case 1:
      return { text: `ishft(iand(${a.text}, 15_${k}), ${m.between(-3, 2)})`, low: 0, high: 60 };
    case 2:
      return { text: `ibits(${a.text}, ${m.int(3)}, ${m.between(1, 4)})`, low: 0, high: 15 };
    case 3:
      return { text: `int(popcnt(${a.text}), ${k})`, low: 0, high: 64 };
    default:
      return { text: `${m.pick(['iand', 'ior', 'ieor'])}(${a.text}, ${b.text})`, low: -size, high: size - 1 };
  }
}

function chosen(m: Maker, kind: Kind, depth: number, shape: Shape): Value {
  const a = expression(m, kind, depth - 1, shape);
  const b = expression(m, kind, depth - 1, shape);
  const mask = logical(m, depth - 1, shape);
  return {
    text: `merge(${a.text}, ${b.text}, ${mask.text})`,
    low: Math.min(a.low, b.low),
    high: Math.max(a.high, b.high),
  };
}

function extreme(m: Maker, kind: IntegerKind, depth: number, shape: Shape): Value {
  const values = Array.from({ length: m.between(2, 3) }, () => integer(m, kind, depth - 1, shape));
  const name = m.pick(['max', 'min'] as const);
  const pick = Math[name];
  return {
    text: `${name}(${values.map((v) => v.text).join(', ')})`,
    low: pick(...values.map((v) => v.low)),
    high: pick(...values.map((v) => v.high)),
  };
}

function converted(m: Maker, kind: IntegerKind, depth: number, shape: Shape): Value {
  const from = m.pick([...integerKinds, 'r4', 'r8'] as const);
  const value = bounded(from, expression(m, from, depth - 1, shape), Math.min(limitOf[kind] - 1, rangeOf[from]));
  const name = from[0] === 'r' ? m.pick(['int', 'nint', 'floor', 'ceiling']) : 'int';
  return { text: `${name}(${value.text}, ${bytesOf[kind]})`, low: Math.floor(value.low), high: Math.ceil(value.high) };
}

function unaryInteger(m: Maker, kind: IntegerKind, depth: number, shape: Shape): Value {
  const a = integer(m, kind, depth - 1, shape);
  const size = Math.max(Math.abs(a.low), Math.abs(a.high));
  if (size >= limitOf[kind]) return a;
  switch (m.int(4)) {
    case 0:
      return { text: `abs(${a.text})`, low: 0, high: size };
    case 1:
      return { text: `(-${a.text})`, low: -a.high, high: -a.low };
    case 2:
      return { text: `sign(${a.text}, ${integer(m, kind, depth - 1, shape).text})`, low: -size, high: size };
    default: {
      const base = bounded(kind, a, Math.floor(Math.cbrt(limitOf[kind])));
      const most = Math.max(Math.abs(base.low), Math.abs(base.high)) ** 3;
      return { text: `(${base.text} ** ${m.between(2, 3)}_${bytesOf[kind]})`, low: -most, high: most };
    }
  }
}

// ---- reals ----------------------------------------------------------------------------------------------------------

function real(m: Maker, kind: RealKind, depth: number, shape?: Shape): Value {
  if (depth <= 0 || m.chance(0.15)) return realLeaf(m, kind, depth, shape);
  switch (m.int(10)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return realArithmetic(m, kind, depth, shape);
    case 4: {
      const a = real(m, kind, depth - 1, shape);
      const b = real(m, kind, depth - 1, shape);
      const size = Math.max(Math.abs(a.low), Math.abs(a.high));
      return { text: `(${a.text} / (abs(${b.text}) + 2.0_${bytesOf[kind]}))`, low: -size, high: size };
    }
    case 5: {
      const a = real(m, kind, depth - 1, shape);
      const root = Math.sqrt(Math.max(Math.abs(a.low), Math.abs(a.high))) + 1;
      return { text: `sqrt(abs(${a.text}))`, low: 0, high: root };
    }
    case 6:
      return chosen(m, kind, depth, shape);
    case 7:
      return realConverted(m, kind, depth, shape);
    case 8:
      return functionCall(m, kind, depth, shape) ?? realLeaf(m, kind, depth, shape);
    default:
      return unaryReal(m, kind, depth, shape);
  }
}

function realLeaf(m: Maker, kind: RealKind, depth: number, shape: Shape): Value {
  const found = m.chance(0.75) ? leaf(m, kind, depth, shape) : undefined;
  if (found) return found;
  const x = m.between(-64, 64) / 8;
  const text = `${decimal(Math.abs(x))}_${bytesOf[kind]}`;
  return { text: x < 0 ? `(-${text})` : text, low: x, high: x };
}

function realArithmetic(m: Maker, kind: RealKind, depth: number, shape: Shape): Value {
  const a = bounded(kind, real(m, kind, depth - 1, shape), 1e6);
  const b = bounded(kind, real(m, kind === 'r8' && m.chance(0.2) ? 'r4' : kind, depth - 1, shape), 1e6);
  const op = m.pick(['+', '-', '*']);
  const text = `(${a.text} ${op} ${b.text})`;
  if (op === '+') return { text, low: a.low + b.low, high: a.high + b.high };
  if (op === '-') return { text, low: a.low - b.high, high: a.high - b.low };
  const ends = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  return { text, low: Math.min(...ends), high: Math.max(...ends) };
}

function realConverted(m: Maker, kind: RealKind, depth: number, shape: Shape): Value {
  const from = m.pick(['i2', 'i4', 'i8', 'r4', 'r8', 'z4', 'z8'] as const);
  const value = expression(m, from, depth - 1, shape);
  if (from[0] === 'z' && m.chance(0.5)) return { ...value, text: `real(aimag(${value.text}), ${bytesOf[kind]})` };
  return { ...value, text: `real(${value.text}, ${bytesOf[kind]})` };
}

function unaryReal(m: Maker, kind: RealKind, depth: number, shape: Shape): Value {
  const a = bounded(kind, real(m, kind, depth - 1, shape), 1e3);
  const size = Math.max(Math.abs(a.low), Math.abs(a.high)) + 1;
  switch (m.int(6)) {
    case 0:
      return { text: `abs(${a.text})`, low: 0, high: size };
    case 1:
      return { text: `(-${a.text})`, low: -a.high, high: -a.low };
    case 2:
      return { text: `aint(${a.text})`, low: -size, high: size };
    case 3:
      return { text: `anint(${a.text})`, low: -size, high: size };
    case 4:
      return {
        text: `sign(${a.text}, real(${integer(m, 'i4', depth - 1, shape).text}, ${bytesOf[kind]}) + 0.5_${bytesOf[kind]})`,
        low: -size,
        high: size,
      };
    default:
      return { text: `(${a.text} ** 2)`, low: 0, high: size * size };
  }
}

// ---- complex and logical --------------------------------------------------------------------------------------------

function complex(m: Maker, kind: 'z4' | 'z8', depth: number, shape?: Shape): Value {
  const part: RealKind = kind === 'z4' ? 'r4' : 'r8';
  const found = depth <= 0 || m.chance(0.2) ? leaf(m, kind, depth, shape) : undefined;
  if (found) return found;
  if (depth <= 0 || m.chance(0.3)) {
    const re = bounded(part, real(m, part, depth - 1, shape), 1000);
    const im = bounded(part, real(m, part, depth - 1, shape), 1000);
    return {
      text: `cmplx(${re.text}, ${im.text}, ${bytesOf[kind]})`,
      low: Math.min(re.low, im.low),
      high: Math.max(re.high, im.high),
    };
  }
  const a = complex(m, kind, depth - 1, shape);
  if (m.chance(0.2)) {
    const size = Math.max(Math.abs(a.low), Math.abs(a.high));
    return {
      text: `${m.pick(['conjg', '-', '-'])}(${a.text})`.replace(/^-\((.*)\)$/, '(-$1)'),
      low: -size,
      high: size,
    };
  }
  const b = complex(m, kind, depth - 1, shape);
  const op = m.pick(['+', '-', '*']);
  const [p, q] = [a, b].map((v) => Math.max(Math.abs(v.low), Math.abs(v.high))) as [number, number];
  const size = op === '*' ? 2 * p * q : p + q;
  if (size > 1e6) return a;
  return { text: `(${a.text} ${op} ${b.text})`, low: -size, high: size };
}

export function logical(m: Maker, depth: number, shape?: Shape): Value {
  return { text: logicalText(m, depth, shape), low: 0, high: 0 };
}

function logicalText(m: Maker, depth: number, shape: Shape): string {
  if (depth <= 0) return leaf(m, 'l', 0, shape)?.text ?? m.pick(['.true.', '.false.']);
  const deeper = (): string => logicalText(m, depth - 1, shape);
  switch (m.int(8)) {
    case 0:
      return `(${deeper()} ${m.pick(['.and.', '.or.'])} ${deeper()})`;
    case 1:
      return `(${deeper()} ${m.pick(['.eqv.', '.neqv.'])} ${deeper()})`;
    case 2:
      return `(.not. ${deeper()})`;
    case 3:
      return leaf(m, 'l', depth, shape)?.text ?? '.true.';
    case 4:
      return `btest(${integer(m, m.pick(integerKinds), depth - 1, shape).text}, ${m.int(7)})`;
    case 5:
      return reduction(m, 'l', depth)?.text ?? deeper();
    default: {
      const kind = m.pick([...integerKinds, 'r4', 'r8'] as const);
      const [a, b] = [expression(m, kind, depth - 1, shape), expression(m, kind, depth - 1, shape)];
      return `(${a.text} ${m.pick(['<', '<=', '>', '>=', '==', '/='])} ${b.text})`;
    }
  }
}

export type { Shape, Variable };
