/** Bits of integers. */
import { op, select } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import type { OperationName } from '../../ir/operations.ts';
import { constant, fit, from, given, integerTo, isNegative, only, unsigned, widthOf } from './lowering.ts';
import {
  defaultInteger,
  defaultLogical,
  integer,
  integerOfKind,
  kindArgument,
  type Lower,
  type Lowering,
  like,
  ofKind,
  optional,
  type Param,
  type Row,
  sameAs,
  type Try,
  variable,
} from './row.ts';

const elemental = { class: 'elemental', device: true } as const;
const bitPattern: Param = { of: ['integer', 'boz'], rank: 'elemental' };
/** A place or an amount: any kind of integer, worked with as default integer. */
const place = ofKind(integer, 4);
const pairs: readonly (readonly Try[])[] = [
  [12n, 10n],
  [-1n, 5n],
  [-8n, 3n],
  [0n, 0n],
];
const singles: readonly (readonly Try[])[] = [[0n], [1n], [12n], [-1n], [-8n], [1000000n]];
const amounts: readonly (readonly Try[])[] = [
  [1n, 4n],
  [-1n, 3n],
  [12n, 0n],
  [100n, 31n],
];

/** `amount` (i32) as the second operand of a shift of `x`. */
const asAmount = (x: Expression, amount: Expression) => (x.type === 'i64' ? op('extend', [amount]) : amount);
const zeroOf = (x: Expression) => constant(x, 0);

/** Shift by 0 to any amount: from the width on everything is shifted out. */
function shiftedOut(to: Lowering, name: 'shl' | 'shr.u', x: Expression, amount: Expression): Expression {
  const kept = to.keep(amount);
  const width = x.type === 'i64' ? 64 : 32;
  const inside = op('and', [kept, constant(kept, width - 1)]);
  const result = op(name, [x, asAmount(x, inside)]);
  return select(op('lt.u', [kept, constant(kept, width)]), result, zeroOf(x));
}

const left = from((to, x, amount) => fit(to.gives.kind, shiftedOut(to, 'shl', x, amount)));
const right = from((to, x, amount) => fit(to.gives.kind, shiftedOut(to, 'shr.u', unsigned(to.gives.kind, x), amount)));
const rightWithSign = from((_to, x, amount) => {
  const width = x.type === 'i64' ? 64 : 32;
  const most = op('min', [amount, constant(amount, width - 1)]);
  return op('shr.s', [x, asAmount(x, most)]);
});

const eitherWay: Lower = (args, to) => {
  const x = to.keep(only(given(args, 0)));
  const amount = to.keep(only(given(args, 1)));
  const up = shiftedOut(to, 'shl', x, amount);
  const down = shiftedOut(to, 'shr.u', unsigned(to.gives.kind, x), op('sub', [zeroOf(amount), amount]));
  return [fit(to.gives.kind, select(isNegative(amount), down, up))];
};

/** The low `size` bits, turned in a circle. */
const circular: Lower = (args, to) => {
  const value = given(args, 0);
  const x = to.keep(only(value));
  const width = widthOf(value.type);
  const shift = only(given(args, 1));
  const size = to.keep(args[2] ? only(args[2]) : constant(shift, width));
  const rest = to.keep(op('rem', [shift, size]));
  const turn = to.keep(select(isNegative(rest), op('add', [rest, size]), rest));
  const mask = to.keep(lowBits(to, x, size));
  const low = to.keep(op('and', [x, mask]));
  const up = shiftedOut(to, 'shl', low, turn);
  const down = shiftedOut(to, 'shr.u', low, op('sub', [size, turn]));
  const turned = op('and', [op('or', [up, down]), mask]);
  return [fit(value.type.kind, op('or', [turned, op('and', [x, inverted(mask)])]))];
};

const inverted = (x: Expression) => op('xor', [x, constant(x, -1)]);

/** Ones in the lowest `count` places, of the value type of `as`. */
function lowBits(to: Lowering, as: Expression, count: Expression): Expression {
  return inverted(shiftedOut(to, 'shl', constant(as, -1), count));
}

const bit = (to: Lowering, x: Expression, pos: Expression) => shiftedOut(to, 'shl', constant(x, 1), pos);

const combined = (name: OperationName) => from((to, a, b) => fit(to.gives.kind, op(name, [a, b])));

const count =
  (of: (x: Expression, width: number, kind: number) => Expression): Lower =>
  (args) => {
    const value = given(args, 0);
    return [of(only(value), widthOf(value.type), value.type.kind)];
  };

const leadingZeros = count((x, width, kind) => {
  const zeros = op('clz', [unsigned(kind, x)]);
  return width < 32 ? op('sub', [zeros, constant(zeros, 32 - width)]) : zeros;
});
const trailingZeros = count((x, width) => {
  const zeros = op('ctz', [x]);
  return width < 32 ? op('min', [zeros, constant(zeros, width)]) : zeros;
});
const ones = (x: Expression, kind: number) => op('popcount', [unsigned(kind, x)]);

const compared = (name: 'lt.u' | 'le.u', swapped: boolean): Lower => {
  return (args) => {
    const [a, b] = [given(args, 0), given(args, 1)];
    const kind = Math.max(a.type.kind, b.type.kind);
    const wide = (v: typeof a) => {
      const bits = unsigned(v.type.kind, only(v));
      return kind === 8 && bits.type === 'i32' ? op('extend.u', [bits]) : bits;
    };
    return [op(name, swapped ? [wide(b), wide(a)] : [wide(a), wide(b)])];
  };
};

const comparison = (doc: string, lower: Lower): Row => ({
  doc,
  ...elemental,
  takes: { i: bitPattern, j: bitPattern },
  gives: defaultLogical,
  lower,
  tries: pairs,
});

/** i and j side by side, shifted; the half is taken. */
const double =
  (of: 'left' | 'right'): Lower =>
  (args, to) => {
    const [a, b] = [to.keep(only(given(args, 0))), to.keep(only(given(args, 1)))];
    const amount = to.keep(only(given(args, 2)));
    const width = widthOf(to.gives);
    const back = op('sub', [constant(amount, width), amount]);
    const low = unsigned(to.gives.kind, b);
    const [upBy, downBy] = of === 'left' ? [amount, back] : [back, amount];
    const joined = op('or', [shiftedOut(to, 'shl', a, upBy), shiftedOut(to, 'shr.u', low, downBy)]);
    return [fit(to.gives.kind, joined)];
  };

const logicalOf = (doc: string, name: OperationName): Row => ({
  doc,
  ...elemental,
  takes: { i: bitPattern, j: like(bitPattern, 'i') },
  gives: sameAs('i'),
  lower: combined(name),
  tries: pairs,
});

/** `and(i, j)` and the like of the extensions: integers or logicals. */
const oldLogicalOf = (doc: string, name: OperationName): Row => ({
  ...logicalOf(doc, name),
  extension: true,
  takes: {
    i: { of: ['integer', 'logical', 'boz'], rank: 'elemental' },
    j: like({ of: ['integer', 'logical', 'boz'], rank: 'elemental' }, 'i'),
  },
  lower: (args, to) => {
    const joined = op(name, [only(given(args, 0)), only(given(args, 1))]);
    return [to.gives.base === 'logical' ? joined : fit(to.gives.kind, joined)];
  },
});

const shift = (doc: string, lower: Lower, more: Partial<Row> = {}): Row => ({
  doc,
  ...elemental,
  takes: { i: integer, shift: place },
  gives: sameAs('i'),
  lower,
  tries: amounts,
  ...more,
});

const onePlace = (doc: string, of: (to: Lowering, x: Expression, bit: Expression) => Expression): Row => ({
  doc,
  ...elemental,
  takes: { i: integer, pos: place },
  gives: sameAs('i'),
  lower: from((to, x, pos) => fit(to.gives.kind, of(to, x, bit(to, x, pos)))),
  tries: [
    [12n, 2n],
    [12n, 0n],
    [-1n, 7n],
  ],
});

const mask = (doc: string, of: (to: Lowering, as: Expression, n: Expression) => Expression): Row => ({
  doc,
  ...elemental,
  takes: { i: place, kind: kindArgument },
  gives: integerOfKind,
  lower: (args, to) => {
    const zero = integerTo(to.gives.kind, constant({ kind: 'const', type: 'i32', value: 0 }, 0));
    return [fit(to.gives.kind, of(to, zero, only(given(args, 0))))];
  },
  tries: [[0n], [3n], [31n]],
});

export const bitIntrinsics = {
  iand: logicalOf('Bitwise and.', 'and'),
  ior: logicalOf('Bitwise or.', 'or'),
  ieor: logicalOf('Bitwise exclusive or.', 'xor'),
  and: oldLogicalOf('Bitwise or logical and.', 'and'),
  or: oldLogicalOf('Bitwise or logical or.', 'or'),
  xor: oldLogicalOf('Bitwise or logical exclusive or.', 'xor'),
  not: {
    doc: 'Every bit turned; of a logical value the other one, as an extension.',
    ...elemental,
    takes: { i: { of: ['integer', 'logical'], rank: 'elemental' } },
    gives: sameAs('i'),
    lower: from((to, x) => (to.gives.base === 'logical' ? op('not', [x]) : inverted(x))),
    tries: singles,
  },
  btest: {
    doc: 'Is bit `pos` (from 0) of `i` 1?',
    ...elemental,
    takes: { i: integer, pos: place },
    gives: defaultLogical,
    lower: from((to, x, pos) => op('ne', [op('and', [x, bit(to, x, pos)]), zeroOf(x)])),
    tries: [
      [12n, 2n],
      [12n, 0n],
      [-1n, 7n],
    ],
  },
  ibset: onePlace('`i` with bit `pos` set to 1.', (_, x, b) => op('or', [x, b])),
  ibclr: onePlace('`i` with bit `pos` set to 0.', (_, x, b) => op('and', [x, inverted(b)])),
  ibits: {
    doc: '`len` bits of `i` from bit `pos` on, at the right.',
    ...elemental,
    takes: { i: integer, pos: place, len: place },
    gives: sameAs('i'),
    lower: from((to, x, pos, length) => {
      const bits = shiftedOut(to, 'shr.u', unsigned(to.gives.kind, x), pos);
      return fit(to.gives.kind, op('and', [bits, lowBits(to, x, length)]));
    }),
    tries: [
      [100n, 2n, 3n],
      [-1n, 4n, 4n],
      [-1n, 0n, 32n],
    ],
  },
  ishft: shift('Shift left by `shift`, right where it is negative; zeros come in.', eitherWay, {
    tries: [...amounts, [100n, -3n], [-1n, -4n], [-1n, -31n], [5n, 32n]],
  }),
  ishftc: {
    doc: 'The lowest `size` bits (all where absent) turned left in a circle.',
    ...elemental,
    takes: { i: integer, shift: place, size: optional(place) },
    gives: sameAs('i'),
    lower: circular,
    tries: [
      [100n, 3n],
      [100n, -3n],
      [100n, 3n, 8n],
      [-100n, -2n, 8n],
      [255n, 4n, 8n],
      [1n, 0n],
    ],
  },
  shiftl: shift('Shift left.', left),
  shiftr: shift('Shift right; zeros come in.', right),
  shifta: shift('Shift right; copies of the sign come in.', rightWithSign),
  lshift: shift('Shift left.', left, { extension: true }),
  rshift: shift('Shift right; copies of the sign come in.', rightWithSign, { extension: true }),
  dshiftl: {
    doc: 'The left half of `i` and `j` side by side, shifted left.',
    ...elemental,
    takes: { i: integer, j: like(integer, 'i'), shift: place },
    gives: sameAs('i'),
    lower: double('left'),
    tries: [
      [1n, -1n, 4n],
      [7n, 9n, 0n],
      [7n, 9n, 32n],
    ],
  },
  dshiftr: {
    doc: 'The right half of `i` and `j` side by side, shifted right.',
    ...elemental,
    takes: { i: integer, j: like(integer, 'i'), shift: place },
    gives: sameAs('i'),
    lower: double('right'),
    tries: [
      [1n, -1n, 4n],
      [7n, 9n, 0n],
      [7n, 9n, 32n],
    ],
  },
  merge_bits: {
    doc: 'Bits of `i` where `mask` has ones, of `j` where it has zeros.',
    ...elemental,
    takes: { i: bitPattern, j: like(bitPattern, 'i'), mask: like(bitPattern, 'i') },
    gives: sameAs('i'),
    lower: from((to, i, j, maskValue) => {
      const m = to.keep(maskValue);
      return op('or', [op('and', [i, m]), op('and', [j, inverted(m)])]);
    }),
    tries: [[13n, 18n, 22n]],
  },
  maskl: mask('Ones in the leftmost `i` places.', (to, as, n) =>
    inverted(lowBits(to, as, op('sub', [constant(n, widthOf(to.gives)), n]))),
  ),
  maskr: mask('Ones in the rightmost `i` places.', lowBits),
  leadz: {
    doc: 'How many leading bits are 0.',
    ...elemental,
    takes: { i: integer },
    gives: defaultInteger,
    lower: leadingZeros,
    tries: singles,
  },
  trailz: {
    doc: 'How many trailing bits are 0.',
    ...elemental,
    takes: { i: integer },
    gives: defaultInteger,
    lower: trailingZeros,
    tries: singles,
  },
  popcnt: {
    doc: 'How many bits are 1.',
    ...elemental,
    takes: { i: integer },
    gives: defaultInteger,
    lower: count((x, _, kind) => ones(x, kind)),
    tries: singles,
  },
  poppar: {
    doc: '1 where an odd number of bits is 1, else 0.',
    ...elemental,
    takes: { i: integer },
    gives: defaultInteger,
    lower: count((x, _, kind) => {
      const n = ones(x, kind);
      return op('and', [n, constant(n, 1)]);
    }),
    tries: singles,
  },
  bge: comparison('Is `i`, as unsigned bits, greater or equal?', compared('le.u', true)),
  bgt: comparison('Is `i`, as unsigned bits, greater?', compared('lt.u', true)),
  ble: comparison('Is `i`, as unsigned bits, less or equal?', compared('le.u', false)),
  blt: comparison('Is `i`, as unsigned bits, less?', compared('lt.u', false)),
  mvbits: {
    doc: '`len` bits of `from` from `frompos` on are put into `to` from `topos` on. Its lowering gives the new value of `to`.',
    class: 'subroutine',
    device: true,
    takes: { from: integer, frompos: place, len: place, to: variable(like(integer, 'from')), topos: place },
    lower: from((to, value, fromPosition, length, target, toPosition) => {
      const [n, at] = [to.keep(length), to.keep(toPosition)];
      const bits = op('and', [shiftedOut(to, 'shr.u', value, fromPosition), lowBits(to, value, n)]);
      const hole = inverted(shiftedOut(to, 'shl', lowBits(to, value, n), at));
      return fit(to.gives.kind, op('or', [op('and', [target, hole]), shiftedOut(to, 'shl', bits, at)]));
    }),
  },
} satisfies Record<string, Row>;
