/** The modules ieee_arithmetic, ieee_exceptions and ieee_features: values and questions of IEEE 754. Flags of exceptions are not kept by the device. */
import { f32, f64, i32, i64, op, select } from '../ir/build.ts';
import type { Expression } from '../ir/module.ts';
import type { LibraryConstant, LibraryModule, LibraryType, Routine, RowType } from './library-module.ts';

const i4: RowType = { base: 'integer', kind: 4 };
const l4: RowType = { base: 'logical', kind: 4 };
const r4: RowType = { base: 'real', kind: 4 };
const r8: RowType = { base: 'real', kind: 8 };
const reals = [r4, r8];
const derived = (name: string): RowType => ({ base: 'derived', name });

/** Numbers of the classes, as their constants have them. */
const classes = {
  ieee_signaling_nan: 1,
  ieee_quiet_nan: 2,
  ieee_negative_inf: 3,
  ieee_negative_normal: 4,
  ieee_negative_subnormal: 5,
  ieee_negative_denormal: 5,
  ieee_negative_zero: 6,
  ieee_positive_zero: 7,
  ieee_positive_subnormal: 8,
  ieee_positive_denormal: 8,
  ieee_positive_normal: 9,
  ieee_positive_inf: 10,
  ieee_other_value: 0,
} as const;

const roundings = { ieee_nearest: 0, ieee_to_zero: 1, ieee_up: 2, ieee_down: 3, ieee_away: 4, ieee_other: 5 } as const;
const flags = {
  ieee_invalid: 1,
  ieee_divide_by_zero: 2,
  ieee_overflow: 4,
  ieee_underflow: 8,
  ieee_inexact: 16,
} as const;

const constantsOf = (type: string, values: Readonly<Record<string, number>>): Record<string, LibraryConstant> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { type: derived(type), value: BigInt(value) }]),
  );

const numbered = (doc: string): LibraryType => ({
  doc,
  opaque: true,
  components: [{ name: 'number', type: i4, default: 0 }],
});

type Of = (keep: (x: Expression) => Expression, x: Expression, y: Expression) => Expression;

/** For both kinds of real; `second`: a parameter `y` of this type, or of the same one. */
function ofReals(
  doc: string,
  gives: RowType | 'same',
  of: Of,
  second?: { readonly name: string; readonly type: RowType | 'same' },
): Routine {
  const each = reals.map((type) => ({
    x: { how: 'in', type } as const,
    ...(second && { [second.name]: { how: 'in', type: second.type === 'same' ? type : second.type } as const }),
  }));
  return {
    doc,
    takes: each[0] ?? {},
    also: each.slice(1),
    gives: gives === 'same' ? r4 : gives,
    ...(gives === 'same' && { givesEach: reals }),
    where: 'both',
    lower: ([x, y], keep) => of(keep, x ?? f32(0), y ?? x ?? f32(0)),
  };
}

const number = (like: Expression, n: number) => (like.type === 'f64' ? f64(n) : f32(n));
const tiny = (like: Expression) => (like.type === 'f64' ? 2 ** -1022 : 2 ** -126);
const infinity = Number.POSITIVE_INFINITY;
const isNan = (x: Expression) => op('ne', [x, x]);
const isFinite_ = (x: Expression) => op('lt', [op('abs', [x]), number(x, infinity)]);
const isSmall = (x: Expression) => op('lt', [op('abs', [x]), number(x, tiny(x))]);
const isZero = (x: Expression) => op('eq', [x, number(x, 0)]);
const isNegative = (x: Expression) => op('lt', [op('copysign', [number(x, 1), x]), number(x, 0)]);
const not = (x: Expression) => op('not', [x]);
const and = (...all: Expression[]) => all.reduce((a, b) => op('and', [a, b]));

const classOf: Of = (keep, x) => {
  const negative = keep(isNegative(x));
  const pick = (a: number, b: number) => select(negative, i32(a), i32(b));
  const finite = select(
    isZero(x),
    pick(classes.ieee_negative_zero, classes.ieee_positive_zero),
    select(
      isSmall(x),
      pick(classes.ieee_negative_subnormal, classes.ieee_positive_subnormal),
      pick(classes.ieee_negative_normal, classes.ieee_positive_normal),
    ),
  );
  const ordered = select(isFinite_(x), finite, pick(classes.ieee_negative_inf, classes.ieee_positive_inf));
  return select(isNan(x), i32(classes.ieee_quiet_nan), ordered);
};

const sample: readonly (readonly [number, (x: Expression) => number])[] = [
  [classes.ieee_negative_inf, () => -infinity],
  [classes.ieee_negative_normal, () => -1],
  [classes.ieee_negative_subnormal, (x) => -tiny(x) / 2],
  [classes.ieee_negative_zero, () => -0],
  [classes.ieee_positive_zero, () => 0],
  [classes.ieee_positive_subnormal, (x) => tiny(x) / 2],
  [classes.ieee_positive_normal, () => 1],
  [classes.ieee_positive_inf, () => infinity],
];

const sampleOf: Of = (_, x, wanted) =>
  sample.reduce(
    (otherwise, [n, of]) => select(op('eq', [wanted, i32(n)]), number(x, of(x)), otherwise),
    number(x, Number.NaN),
  );

/** The next number from x towards y. */
const nextAfter: Of = (keep, x, y) => {
  const bits = keep(op('bitcast', [x]));
  const [one, minusOne] = bits.type === 'i64' ? [i64(1), i64(-1)] : [i32(1), i32(-1)];
  const outward = op('eq', [op('gt', [y, x]), op('gt', [x, number(x, 0)])]);
  const next = op('bitcast', [op('add', [bits, select(outward, one, minusOne)])]);
  const least = number(x, x.type === 'f64' ? 2 ** -1074 : 2 ** -149);
  const moved = select(isZero(x), op('copysign', [least, y]), next);
  return select(op('eq', [x, y]), x, select(isNan(y), y, select(isNan(x), x, moved)));
};

/** x - y * n with n the whole number nearest to x/y. */
const remainder: Of = (keep, x, y) => {
  const size = keep(op('abs', [y]));
  const rest = keep(op('fmod', [op('abs', [x]), op('mul', [size, number(y, 2)])]));
  const once = keep(select(op('gt', [op('add', [rest, rest]), size]), op('sub', [rest, size]), rest));
  const twice = select(op('ge', [op('add', [once, once]), size]), op('sub', [once, size]), once);
  return op('mul', [twice, op('copysign', [number(x, 1), x])]);
};

/** The unbiased exponent as a real; subnormal numbers are made normal first. */
const exponentOf: Of = (keep, x) => {
  const wide = x.type === 'f64';
  const [digits, bias, most] = wide ? [52, 1023, 0x7ff] : [23, 127, 0xff];
  const small = keep(isSmall(x));
  const normal = select(small, op('mul', [x, number(x, 2 ** (digits + 2))]), x);
  const bits = op('bitcast', [normal]);
  const [shift, mask] = wide ? [i64(digits), i64(most)] : [i32(digits), i32(most)];
  const field = op('and', [op('shr.u', [bits, shift]), mask]);
  const exponent = op('sub', [wide ? op('wrap', [field]) : field, i32(bias)]);
  const moved = select(small, op('sub', [exponent, i32(digits + 2)]), exponent);
  const finite = op(wide ? 'to.f64' : 'to.f32', [moved]);
  return select(isZero(x), number(x, -infinity), select(isFinite_(x), finite, op('abs', [x])));
};

/** x * 2**n in three steps, each a power that can be written. */
const scaled: Of = (keep, x, n) => {
  const wide = x.type === 'f64';
  const [digits, bias, most] = wide ? [52, 1023, 1022] : [23, 127, 126];
  const power = (exponent: Expression): Expression => {
    const biased = op('add', [exponent, i32(bias)]);
    return op('bitcast', [wide ? op('shl', [op('extend', [biased]), i64(digits)]) : op('shl', [biased, i32(digits)])]);
  };
  const within = (e: Expression, limit: number): Expression => op('max', [op('min', [e, i32(limit)]), i32(-limit)]);
  const all = keep(within(n, 3 * most));
  const first = keep(within(all, most));
  const second = keep(within(op('sub', [all, first]), most));
  const third = op('sub', [op('sub', [all, first]), second]);
  return op('mul', [op('mul', [op('mul', [x, power(first)]), power(second)]), power(third)]);
};

const answered = (value: boolean): Expression => ({ kind: 'const', type: 'bool', value });

/** What a processor may lack: neither WebAssembly nor a GPU keeps flags of exceptions, and neither stops at one. */
const notSupported = (doc: string, takes: Routine['takes']): Routine => ({
  doc,
  takes,
  also: reals.map((type) => ({ ...takes, x: { how: 'in', type } as const })),
  gives: l4,
  where: 'both',
  lower: () => answered(false),
});

/** Gives the one answer there is. */
const told = (doc: string, takes: Routine['takes'], value: Expression): Routine => ({
  doc,
  takes,
  effect: { kind: 'set', values: () => [value] },
});

/** Asks for nothing that would change what happens; `any` may be a list. */
const taken = (doc: string, ...names: readonly string[]): Routine => ({
  doc,
  takes: Object.fromEntries(names.map((name) => [name, { how: 'data' } as const])),
  effect: { kind: 'set', values: () => [] },
});

const outLogical = { how: 'out', type: l4 } as const;
const asked: Routine['takes'][string] = { how: 'in', type: derived('ieee_flag_type') };

const supported = (doc: string): Routine => ({
  doc,
  takes: {},
  also: reals.map((type) => ({ x: { how: 'in', type } as const })),
  gives: l4,
  where: 'both',
  lower: () => ({ kind: 'const', type: 'bool', value: true }),
});

const routines: Readonly<Record<string, Routine>> = {
  ieee_is_nan: ofReals('Is `x` not a number?', l4, (_, x) => isNan(x)),
  ieee_is_finite: ofReals('Is `x` neither infinite nor NaN?', l4, (_, x) => isFinite_(x)),
  ieee_is_normal: ofReals('Is `x` zero or normal?', l4, (_, x) =>
    and(isFinite_(x), op('or', [isZero(x), not(isSmall(x))])),
  ),
  ieee_is_negative: ofReals('Is the sign of `x` set?', l4, (_, x) => and(isNegative(x), not(isNan(x)))),
  ieee_unordered: ofReals('Is one of both NaN?', l4, (_, x, y) => op('or', [isNan(x), isNan(y)]), {
    name: 'y',
    type: 'same',
  }),
  ieee_copy_sign: ofReals('`x` with the sign of `y`.', 'same', (_, x, y) => op('copysign', [x, y]), {
    name: 'y',
    type: 'same',
  }),
  ieee_rint: ofReals('The nearest whole number, ties to even.', 'same', (_, x) => op('nearest', [x])),
  ieee_rem: ofReals('Exact remainder of the nearest quotient.', 'same', remainder, { name: 'y', type: 'same' }),
  ieee_next_after: ofReals('The next number from `x` towards `y`.', 'same', nextAfter, { name: 'y', type: 'same' }),
  ieee_class: ofReals('The class of `x`.', derived('ieee_class_type'), classOf),
  ieee_value: ofReals('A number of a class.', 'same', sampleOf, { name: 'class', type: derived('ieee_class_type') }),
  ieee_logb: ofReals('The exponent of `x`, minus infinity for zero.', 'same', exponentOf),
  ieee_scalb: ofReals('`x` times two to the power `i`.', 'same', scaled, { name: 'i', type: i4 }),
  ieee_support_divide: supported('Is the division correctly rounded?'),
  ieee_support_io: supported('Are numbers converted as IEEE 754 says in formatted input and output?'),
  ieee_support_rounding: {
    doc: 'Can numbers be rounded in this way? To the nearest only.',
    takes: { round_value: { how: 'in', type: derived('ieee_round_type') } },
    also: reals.map((type) => ({
      round_value: { how: 'in', type: derived('ieee_round_type') } as const,
      x: { how: 'in', type } as const,
    })),
    gives: l4,
    where: 'both',
    lower: ([round]) => op('eq', [round ?? i32(0), i32(roundings.ieee_nearest)]),
  },
  ieee_support_underflow_control: notSupported('Can gradual underflow be switched off? No.', {}),
  ieee_get_rounding_mode: told(
    'Always ieee_nearest.',
    { round_value: { how: 'out', type: derived('ieee_round_type') } },
    i32(roundings.ieee_nearest),
  ),
  ieee_support_datatype: supported('Are these numbers IEEE numbers?'),
  ieee_support_denormal: supported('Are there subnormal numbers?'),
  ieee_support_subnormal: supported('Are there subnormal numbers?'),
  ieee_support_inf: supported('Are there infinities?'),
  ieee_support_nan: supported('Are there NaNs?'),
  ieee_support_sqrt: supported('Is the square root correctly rounded?'),
  ieee_support_standard: supported('Is the standard kept?'),
};

/** `==` and `/=` of the numbers of classes and the like. */
function comparisons(...types: string[]): Record<string, Routine> {
  const forms = types.map((name) => {
    const value = { how: 'in', type: derived(name) } as const;
    return { a: value, b: value };
  });
  const of = (doc: string, name: 'eq' | 'ne'): Routine => ({
    doc,
    takes: forms[0] ?? {},
    also: forms.slice(1),
    gives: l4,
    where: 'both',
    lower: ([a, b]) => op(name, [a ?? i32(0), b ?? i32(0)]),
  });
  return { '==': of('Are both the same?', 'eq'), '/=': of('Do they differ?', 'ne') };
}

const features: Readonly<Record<string, number>> = Object.fromEntries(
  'datatype denormal divide halting inexact_flag inf invalid_flag nan rounding sqrt subnormal underflow_flag'
    .split(' ')
    .map((name, i) => [`ieee_${name}`, i + 1]),
);

export const ieeeExceptions: LibraryModule = {
  name: 'ieee_exceptions',
  doc: 'Names of the exceptions of IEEE arithmetic.',
  types: { ieee_flag_type: numbered('An exception.') },
  constants: {
    ...constantsOf('ieee_flag_type', flags),
    ieee_usual: {
      type: derived('ieee_flag_type'),
      value: [flags.ieee_overflow, flags.ieee_divide_by_zero, flags.ieee_invalid],
    },
    ieee_all: { type: derived('ieee_flag_type'), value: Object.values(flags) },
  },
  routines: {
    ieee_support_flag: notSupported('Is the flag of this exception kept? No.', { flag: asked }),
    ieee_support_halting: notSupported('Can the program stop at this exception? No.', { flag: asked }),
    ieee_get_flag: told('Always false: flags are not kept.', { flag: asked, flag_value: outLogical }, answered(false)),
    ieee_set_flag: taken('Nothing: flags are not kept.', 'flag', 'flag_value'),
    ieee_get_halting_mode: told('Always false.', { flag: asked, halting: outLogical }, answered(false)),
    ieee_set_halting_mode: taken('Nothing: no exception stops the program.', 'flag', 'halting'),
  },
  operators: comparisons('ieee_flag_type'),
};

export const ieeeArithmetic: LibraryModule = {
  name: 'ieee_arithmetic',
  doc: 'Values and questions of IEEE arithmetic.',
  includes: ['ieee_exceptions'],
  types: { ieee_class_type: numbered('A class of numbers.'), ieee_round_type: numbered('A way of rounding.') },
  constants: { ...constantsOf('ieee_class_type', classes), ...constantsOf('ieee_round_type', roundings) },
  routines,
  operators: comparisons('ieee_class_type', 'ieee_round_type'),
};

export const ieeeFeatures: LibraryModule = {
  name: 'ieee_features',
  doc: 'What a unit needs of IEEE arithmetic.',
  types: { ieee_features_type: numbered('A feature.') },
  constants: constantsOf('ieee_features_type', features),
  routines: {},
};
