/** Values and questions of IEEE 754, which the module ieee_arithmetic (library/fortran/ieee) offers with flags and modes; and the module ieee_features. */
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
const constantsOf = (type: string, values: Readonly<Record<string, number>>): Record<string, LibraryConstant> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { type: derived(type), value: BigInt(value) }]),
  );

const numbered = (doc: string): LibraryType => ({
  doc,
  opaque: true,
  components: [{ name: 'number', type: i4, default: 0 }],
});

type Keep = (x: Expression) => Expression;
type Of = (keep: Keep, x: Expression, y: Expression) => Expression;

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
    select(op('eq', [wanted, i32(classes.ieee_signaling_nan)]), signalingNan(x), number(x, Number.NaN)),
  );

/** Made of its bits: as a number it would become quiet. */
const signalingNan = (like: Expression) =>
  like.type === 'f64' ? bitsAs(i64(0x7ff4000000000000n)) : bitsAs(i32(0x7fa00000));
const bitsAs = (bits: Expression): Expression => ({
  kind: 'op',
  type: bits.type === 'i64' ? 'f64' : 'f32',
  op: 'bitcast',
  args: [bits],
});

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

const supported = (doc: string): Routine => ({
  doc,
  takes: {},
  also: reals.map((type) => ({ x: { how: 'in', type } as const })),
  gives: l4,
  where: 'both',
  lower: () => ({ kind: 'const', type: 'bool', value: true }),
});

const i8: RowType = { base: 'integer', kind: 8 };
const asRound = { how: 'in', type: derived('ieee_round_type') } as const;
const roundedAs = (type: RowType) => ({ x: { how: 'in', type } as const, round: asRound });
const threeOf = (type: RowType) => ({
  a: { how: 'in', type } as const,
  b: { how: 'in', type } as const,
  c: { how: 'in', type } as const,
});
const second = { name: 'y', type: 'same' } as const;

/** Rounded as `round` says, whatever mode is set. */
function wholeAs(keep: Keep, x: Expression, round: Expression): Expression {
  const is = (n: number) => op('eq', [round, i32(n)]);
  const cut = keep(op('trunc', [x]));
  const rest = op('abs', [op('sub', [x, cut])]);
  const halfAway = select(op('ge', [rest, number(x, 0.5)]), op('add', [cut, op('copysign', [number(x, 1), x])]), cut);
  return select(
    is(roundings.ieee_up),
    op('ceil', [x]),
    select(
      is(roundings.ieee_down),
      op('floor', [x]),
      select(is(roundings.ieee_to_zero), cut, select(is(roundings.ieee_away), halfAway, op('nearest', [x]))),
    ),
  );
}

const greater: Of = (_, x, y) => select(isNan(x), y, select(isNan(y), x, select(op('lt', [x, y]), y, x)));
const lesser: Of = (_, x, y) => select(isNan(x), y, select(isNan(y), x, select(op('gt', [x, y]), y, x)));
const orNan =
  (of: Of): Of =>
  (keep, x, y) =>
    select(op('or', [isNan(x), isNan(y)]), number(x, Number.NaN), of(keep, x, y));
/** By sizes; of equal ones the values decide. */
const bySize =
  (of: Of): Of =>
  (keep, x, y) => {
    const [a, b] = [op('abs', [x]), op('abs', [y])];
    const first = op('eq', [of(keep, a, b), a]);
    const chosen = select(first, x, y);
    return select(op('or', [op('eq', [a, b]), op('or', [isNan(x), isNan(y)])]), of(keep, x, y), chosen);
  };

function comparisonsOf(prefix: string, doc: string): Record<string, Routine> {
  const pairs = reals.map((type) => ({ a: { how: 'in', type } as const, b: { how: 'in', type } as const }));
  const names = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const;
  const row = (name: (typeof names)[number]): Routine => ({
    doc,
    takes: pairs[0] ?? {},
    also: pairs.slice(1),
    gives: l4,
    where: 'both',
    lower: (args) => op(name, args),
  });
  return Object.fromEntries(names.map((name) => [`${prefix}_${name}`, row(name)]));
}

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
  ieee_rint: {
    doc: 'A whole number near `x`: the nearest one, ties to even, or as `round` says.',
    takes: { x: { how: 'in', type: r4 } },
    also: [{ x: { how: 'in', type: r8 } }, ...reals.map(roundedAs)],
    gives: r4,
    givesEach: [...reals, ...reals],
    where: 'both',
    // Not folded: the mode of rounding counts.
    lower: ([x = f32(0), round], keep) =>
      round ? wholeAs(keep, x, round) : { kind: 'op', type: x.type, op: 'nearest', args: [x] },
  },
  ieee_int: {
    doc: 'An integer near `a`: towards zero, or as `round` says.',
    takes: { a: { how: 'in', type: r4 } },
    also: [
      { a: { how: 'in', type: r8 } },
      ...reals.map((type) => ({ a: { how: 'in', type } as const, round: asRound })),
    ],
    gives: i4,
    where: 'both',
    lower: ([x = f32(0), round], keep) => op('to.i32', [round ? wholeAs(keep, x, round) : x]),
  },
  ieee_real: {
    doc: '`a` as a real(4).',
    takes: { a: { how: 'in', type: r4 } },
    also: [{ a: { how: 'in', type: r8 } }, { a: { how: 'in', type: i4 } }, { a: { how: 'in', type: i8 } }],
    gives: r4,
    where: 'both',
    lower: ([x = f32(0)]) => (x.type === 'f32' ? x : op('to.f32', [x])),
  },
  ieee_signbit: ofReals('Is the sign bit of `x` set?', l4, (_, x) => isNegative(x)),
  ieee_fma: {
    doc: '`a`*`b` + `c` rounded once.',
    takes: threeOf(r4),
    also: [threeOf(r8)],
    gives: r4,
    givesEach: reals,
    where: 'both',
    lower: (args) => op('fma', args),
  },
  ieee_max_num: ofReals('The greater of both; of a number and NaN the number.', 'same', greater, second),
  ieee_min_num: ofReals('The lesser of both; of a number and NaN the number.', 'same', lesser, second),
  ieee_max: ofReals('The greater of both; NaN where one is NaN.', 'same', orNan(greater), second),
  ieee_min: ofReals('The lesser of both; NaN where one is NaN.', 'same', orNan(lesser), second),
  ieee_max_num_mag: ofReals('The one of greater size.', 'same', bySize(greater), second),
  ieee_min_num_mag: ofReals('The one of lesser size.', 'same', bySize(lesser), second),
  ieee_max_mag: ofReals('The one of greater size; NaN where one is NaN.', 'same', orNan(bySize(greater)), second),
  ieee_min_mag: ofReals('The one of lesser size; NaN where one is NaN.', 'same', orNan(bySize(lesser)), second),
  ieee_next_up: ofReals('The next number above `x`.', 'same', (keep, x) => nextAfter(keep, x, number(x, infinity))),
  ieee_next_down: ofReals('The next number below `x`.', 'same', (keep, x) => nextAfter(keep, x, number(x, -infinity))),
  ...comparisonsOf('ieee_quiet', 'Compares; false where one is NaN (`ne`: true).'),
  ...comparisonsOf('ieee_signaling', 'Compares; false where one is NaN (`ne`: true).'),
  ieee_selected_real_kind: {
    doc: 'The kind of IEEE reals with `p` digits, exponents of ten up to `r` and the radix 2.',
    takes: {
      p: { how: 'in', type: i4, optional: 0 },
      r: { how: 'in', type: i4, optional: 0 },
      radix: { how: 'in', type: i4, optional: 2 },
    },
    gives: i4,
    lower: ([p = i32(0), r = i32(0), radix = i32(2)]) => {
      const above = (x: Expression, most: number) => op('gt', [x, i32(most)]);
      const lacks = select(above(p, 15), select(above(r, 307), i32(-3), i32(-1)), i32(-2));
      const none = op('or', [above(p, 15), above(r, 307)]);
      const found = select(op('or', [above(p, 6), above(r, 37)]), i32(8), i32(4));
      return select(op('ne', [radix, i32(2)]), i32(-5), select(none, lacks, found));
    },
  },
  ieee_rem: ofReals('Exact remainder of the nearest quotient.', 'same', remainder, { name: 'y', type: 'same' }),
  ieee_next_after: ofReals('The next number from `x` towards `y`.', 'same', nextAfter, { name: 'y', type: 'same' }),
  ieee_class: ofReals('The class of `x`.', derived('ieee_class_type'), classOf),
  ieee_value: ofReals('A number of a class.', 'same', sampleOf, { name: 'class', type: derived('ieee_class_type') }),
  ieee_logb: ofReals('The exponent of `x`, minus infinity for zero.', 'same', exponentOf),
  ieee_scalb: ofReals('`x` times two to the power `i`.', 'same', scaled, { name: 'i', type: i4 }),
  ieee_support_divide: supported('Is the division correctly rounded?'),
  ieee_support_io: supported('Are numbers converted as IEEE 754 says in formatted input and output?'),
  ieee_support_rounding: {
    doc: 'Can numbers be rounded in this way? In all but one.',
    takes: { round_value: { how: 'in', type: derived('ieee_round_type') } },
    also: reals.map((type) => ({
      round_value: { how: 'in', type: derived('ieee_round_type') } as const,
      x: { how: 'in', type } as const,
    })),
    gives: l4,
    lower: ([round]) => op('le', [round ?? i32(0), i32(roundings.ieee_down)]),
  },
  ieee_support_underflow_control: supported('Can gradual underflow be switched off?'),
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

export const ieeeValues: LibraryModule = {
  name: 'cufort_ieee_values',
  doc: 'Values and questions of IEEE arithmetic: a part of ieee_arithmetic.',
  types: { ieee_class_type: numbered('A class of numbers.'), ieee_round_type: numbered('A way of rounding.') },
  constants: { ...constantsOf('ieee_class_type', classes), ...constantsOf('ieee_round_type', roundings) },
  routines,
  operators: comparisons('ieee_class_type', 'ieee_round_type'),
};

const flags = { ieee_invalid: 1, ieee_divide_by_zero: 2, ieee_overflow: 4, ieee_underflow: 8, ieee_inexact: 16 };

/** A question about an exception, perhaps for the kind of `x`: the answer is yes. */
function supportedFlag(doc: string, ...kinds: readonly RowType[]): Routine {
  const flag = { how: 'in', type: derived('ieee_flag_type') } as const;
  return { ...supported(doc), takes: { flag }, also: kinds.map((type) => ({ flag, x: { how: 'in', type } as const })) };
}

export const ieeeFlags: LibraryModule = {
  name: 'cufort_ieee_flags',
  doc: 'The exceptions of IEEE arithmetic and questions about them: a part of ieee_exceptions.',
  types: { ieee_flag_type: numbered('An exception.') },
  constants: constantsOf('ieee_flag_type', flags),
  routines: {
    ieee_support_flag: supportedFlag('Is the exception noticed?', ...reals),
    ieee_support_halting: supportedFlag('Can the program be made to stop at the exception?'),
  },
  operators: comparisons('ieee_flag_type'),
};

export const ieeeFeatures: LibraryModule = {
  name: 'ieee_features',
  doc: 'What a unit needs of IEEE arithmetic.',
  types: { ieee_features_type: numbered('A feature.') },
  constants: constantsOf('ieee_features_type', features),
  routines: {},
};
