/** Conversions with a stated rounding, and bits as another type. Unsigned numbers are the bits of signed ones. */
import { f32, f64, i32, i64, op, select } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import type { OperationName } from '../../ir/operations.ts';
import type { Routine, RowType } from '../library-module.ts';
import { directed, type Mode, modes } from './rounding.ts';
import { i4, i8, type Keep, kept, pure, r2, r4, r8 } from './words.ts';

const whole: Readonly<Record<Mode, OperationName>> = { rn: 'nearest', rz: 'trunc', rd: 'floor', ru: 'ceil' };

function unsignedWord(x: Expression): Expression {
  const inside = op('max', [op('min', [op('to.i64', [x]), i64(0xffffffffn)]), i64(0)]);
  return op('wrap', [inside]);
}

/** From 2**63 on the top bit is added afterwards. */
function unsignedLong(x: Expression): Expression {
  const half = x.type === 'f64' ? f64(2 ** 63) : f32(2 ** 63);
  const zero = x.type === 'f64' ? f64(0) : f32(0);
  const upper = op('xor', [op('to.i64', [op('sub', [x, half])]), i64(-(2n ** 63n))]);
  const positive = select(op('ge', [x, half]), upper, op('to.i64', [op('max', [x, zero])]));
  return select(op('ge', [x, op('add', [half, half])]), i64(-1), positive);
}

const integers: readonly (readonly [string, RowType, (x: Expression) => Expression])[] = [
  ['int', i4, (x) => op('to.i32', [x], 'i32')],
  ['uint', i4, unsignedWord],
  ['ll', i8, (x) => op('to.i64', [x])],
  ['ull', i8, unsignedLong],
];

const fromReal = (name: string, type: RowType): [string, Routine][] =>
  integers.flatMap(([to, gives, convert]) =>
    modes.map((mode): [string, Routine] => [
      `__${name}2${to}_${mode}`,
      kept(`\`x\` as an integer (${to}).`, 'x', type, gives, (keep, x) => convert(keep(op(whole[mode], [x])))),
    ]),
  );

/** real(8) to real(4). */
function narrowed(keep: Keep, mode: Mode, value: Expression): Expression {
  const x = keep(value);
  const r = keep(op('to.f32', [x]));
  return directed(keep, mode, r, op('sub', [x, op('to.f64', [r])]));
}

/** What is lost when the i64 `x` becomes `r`; its sign. */
function longLost(x: Expression, r: Expression): Expression {
  const top = r.type === 'f64' ? f64(2 ** 63) : f32(2 ** 63);
  const lost = op('to.f64', [op('sub', [x, op('to.i64', [r])])]);
  const sign = select(op('ge', [r, top]), f64(-1), lost);
  return r.type === 'f64' ? sign : op('to.f32', [sign]);
}

function longToReal(keep: Keep, mode: Mode, x: Expression, to: 'to.f32' | 'to.f64'): Expression {
  const r = keep(op(to, [x]));
  return directed(keep, mode, r, longLost(x, r));
}

/** With the top bit set: half of it (the lowest bit kept for rounding), doubled. */
function unsignedLongToReal(keep: Keep, mode: Mode, x: Expression, to: 'to.f32' | 'to.f64'): Expression {
  const halved = op('or', [op('shr.u', [x, i64(1)]), op('and', [x, i64(1)])]);
  const large = keep(longToReal(keep, mode, keep(halved), to));
  return select(op('lt', [x, i64(0)]), op('add', [large, large]), longToReal(keep, mode, x, to));
}

const toSingle: readonly (readonly [string, RowType, (keep: Keep, mode: Mode, x: Expression) => Expression])[] = [
  ['int', i4, (keep, mode, x) => narrowed(keep, mode, op('to.f64', [x]))],
  ['uint', i4, (keep, mode, x) => narrowed(keep, mode, op('to.f64', [op('extend.u', [x])]))],
  ['ll', i8, (keep, mode, x) => longToReal(keep, mode, x, 'to.f32')],
  ['ull', i8, (keep, mode, x) => unsignedLongToReal(keep, mode, x, 'to.f32')],
];
const toDouble: readonly (readonly [
  string,
  RowType,
  readonly Mode[],
  (keep: Keep, mode: Mode, x: Expression) => Expression,
])[] = [
  ['int', i4, ['rn'], (_, __, x) => op('to.f64', [x])],
  ['uint', i4, ['rn'], (_, __, x) => op('to.f64', [op('extend.u', [x])])],
  ['ll', i8, modes, (keep, mode, x) => longToReal(keep, mode, x, 'to.f64')],
  ['ull', i8, modes, (keep, mode, x) => unsignedLongToReal(keep, mode, x, 'to.f64')],
];

const toReals: [string, Routine][] = [
  ...toSingle.flatMap(([from, type, convert]) =>
    modes.map((mode): [string, Routine] => [
      `__${from}2float_${mode}`,
      kept('An integer as a real(4).', 'x', type, r4, (keep, x) => convert(keep, mode, x)),
    ]),
  ),
  ...toDouble.flatMap(([from, type, list, convert]) =>
    list.map((mode): [string, Routine] => [
      `__${from}2double_${mode}`,
      kept('An integer as a real(8).', 'x', type, r8, (keep, x) => convert(keep, mode, x)),
    ]),
  ),
  ...modes.map((mode): [string, Routine] => [
    `__double2float_${mode}`,
    kept('`x` as a real(4).', 'x', r8, r4, (keep, x) => narrowed(keep, mode, x)),
  ]),
];

/** The nearest number of 11 binary digits (Veltkamp's splitting); numbers too small for that are rounded to multiples of 2**-24. */
function half(x: Expression): Expression {
  const scaled = op('mul', [x, f32(2 ** 13 + 1)]);
  const normal = op('sub', [scaled, op('sub', [scaled, x])]);
  const tiny = op('sub', [op('add', [x, f32(0.75)]), f32(0.75)]);
  const size = op('abs', [x]);
  const small = select(op('lt', [size, f32(2 ** -14)]), op('copysign', [tiny, x]), normal);
  return select(op('ge', [size, f32(65520)]), op('copysign', [f32(Number.POSITIVE_INFINITY), x]), small);
}

const low = (x: Expression) => op('wrap', [op('bitcast', [x])]);
const high = (x: Expression) => op('wrap', [op('shr.u', [op('bitcast', [x]), i64(32)])]);
const bitcast = (x: Expression) => op('bitcast', [x]);

export const conversionRoutines: Readonly<Record<string, Routine>> = {
  ...Object.fromEntries([...fromReal('float', r4), ...fromReal('double', r8), ...toReals]),
  __float2half_rn: pure('`x` as a real(2).', 'x', r4, r2, half),
  __half2float: pure('`x` as a real(4).', 'x', r2, r4, (x) => x),
  __double2loint: pure('The low 32 bits.', 'x', r8, i4, low),
  __double2hiint: pure('The high 32 bits.', 'x', r8, i4, high),
  __hiloint2double: pure('A real(8) of its high and low bits.', 'hi lo', i4, r8, (hi = i32(0), lo = i32(0)) =>
    bitcast(op('or', [op('shl', [op('extend.u', [hi]), i64(32)]), op('extend.u', [lo])])),
  ),
  int_as_float: pure('The bits of an integer(4) as a real(4).', 'x', i4, r4, bitcast),
  __int_as_float: pure('The bits of an integer(4) as a real(4).', 'x', i4, r4, bitcast),
  float_as_int: pure('The bits of a real(4).', 'x', r4, i4, bitcast),
  __float_as_int: pure('The bits of a real(4).', 'x', r4, i4, bitcast),
  longlong_as_double: pure('The bits of an integer(8) as a real(8).', 'x', i8, r8, bitcast),
  __longlong_as_double: pure('The bits of an integer(8) as a real(8).', 'x', i8, r8, bitcast),
  double_as_longlong: pure('The bits of a real(8).', 'x', r8, i8, bitcast),
  __double_as_longlong: pure('The bits of a real(8).', 'x', r8, i8, bitcast),
};
