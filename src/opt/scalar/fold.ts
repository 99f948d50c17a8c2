/** Operations on constants become constants, and what a constant decides is decided. */
import { op } from '../../ir/build.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { type Operation, type OperationName, operations } from '../../ir/operations.ts';
import { keyOf } from '../../ir/value-key.ts';
import { bodiesOf, changeParts, changeStatement, mapExpression, replaceEach } from '../../ir/walk.ts';
import { uncutComparison } from './uncut-comparisons.ts';

type Whole = Extract<Expression, { kind: 'op' }>;

export function fold(list: readonly Statement[]): readonly Statement[] {
  const mapping = {
    expression: (e: Expression): Expression => mapExpression(e, folded),
    body: (inner: readonly Statement[]): readonly Statement[] =>
      replaceEach(inner, (s) => decided(changeStatement(s, mapping))),
  };
  return mapping.body(list);
}

/** `e` with values in place of locals; what holds one is folded. */
export function substituted(e: Expression, values: ReadonlyMap<number, Expression>): Expression {
  const whole = (x: Expression): Expression => {
    if (x.kind === 'local') return values.get(x.index) ?? x;
    const made = changeParts(x, whole);
    return made === x ? x : folded(made);
  };
  return whole(e);
}

/** An operation on constants, or one that changes nothing. Functions of the math library are left to the device. */
export function folded(e: Expression): Expression {
  if (e.kind !== 'op') return e;
  const row: Operation = operations[e.op];
  if (e.args.length > 0 && e.args.every((a) => a.kind === 'const') && e.op !== 'from.address' && !row.expensive)
    return op(e.op, e.args, e.type);
  if (e.op === 'select') return foldedChoice(e);
  if (e.op === 'from.address') return pointerOf(e.args[0]!, e.type) ?? behindBase(e.args[0]!, e.type) ?? e;
  if (e.op === 'sign8' || e.op === 'sign16') {
    const arg = lowBits(e.args[0]!, e.op);
    return arg === e.args[0] ? e : { ...e, args: [arg] };
  }
  if (e.type === 'bool' && (e.op === 'and' || e.op === 'or')) return withTruth(e);
  if (e.op === 'wrap') return withoutUpperHalf(e);
  if (e.type === 'bool') return uncutComparison(e) ?? e;
  return e.type === 'i32' || e.type === 'i64' ? withConstant(e) : e;
}

function foldedChoice(e: Whole): Expression {
  const [condition, yes, no] = e.args;
  if (condition?.kind === 'const') return condition.value ? yes! : no!;
  return yes?.kind === 'local' && no?.kind === 'local' && yes.index === no.index ? yes : e;
}

/** The lower half of a number that is shifted by up to 32 bits has none of the bits that come in; lanes have an instruction for zeros. */
function withoutUpperHalf(e: Whole): Expression {
  const [x] = e.args;
  if (x?.kind !== 'op' || x.op !== 'shr.s') return e;
  const by = x.args[1];
  return by?.kind === 'const' && Number(by.value) >= 0 && Number(by.value) <= 32
    ? { ...e, args: [{ ...x, op: 'shr.u' }] }
    : e;
}

/** Of two truth values with a constant one, which decides or is left out. */
function withTruth(e: Whole): Expression {
  const [a, b] = e.args;
  const [known, other] = a?.kind === 'const' ? [a, b] : [b, a];
  if (known?.kind !== 'const') return e;
  return Boolean(known.value) === (e.op === 'and') ? other! : known;
}

/** An operation on whole numbers with a constant behind, where it changes anything. */
function withConstant(e: Whole): Expression {
  const [first, second] = e.args;
  const turned = first?.kind === 'const' && second?.kind !== 'const' && commutative.has(e.op);
  const [a, b] = turned ? [second, first] : [first, second];
  if (b?.kind !== 'const') return e;
  if (neutral[e.op] === Number(b.value)) return a!;
  if ((e.op === 'and' || e.op === 'mul') && Number(b.value) === 0) return b;
  if (e.op === 'and' && b.value === 0xffffffffn) {
    const unsigned = withoutSign(a!);
    if (unsigned) return unsigned;
  }
  const ordered = turned ? { ...e, args: [a!, b] } : e;
  return constantsTogether(ordered) ?? ordered;
}

/** A number of 32 bits, widened, of which the lower half is left: it is widened without its sign. */
function withoutSign(e: Expression): Expression | undefined {
  return e.kind === 'op' && (e.op === 'extend' || e.op === 'extend.u') ? op('extend.u', [e.args[0]!]) : undefined;
}

/** A sum of a sum or a product of a product, both with a constant: one constant is enough. */
function constantsTogether({ op: outer, args: [sum, second], type }: Whole): Expression | undefined {
  if (second?.kind !== 'const') return undefined;
  if (sum?.kind === 'op' && outer === 'mul' && sum.op === 'mul' && sum.args[1]?.kind === 'const')
    return withConstant({ kind: 'op', op: 'mul', type, args: [sum.args[0]!, op('mul', [sum.args[1], second])] });
  if (sum?.kind !== 'op' || !isSum(outer) || !isSum(sum.op)) return undefined;
  const [x, first] = sum.args;
  if (first?.kind !== 'const' || x?.kind === 'const') return undefined;
  const by = op(sum.op === outer ? 'add' : 'sub', [first, second], type);
  return withConstant({ kind: 'op', op: sum.op, type, args: [x!, by] });
}

const isSum = (name: OperationName): boolean => name === 'add' || name === 'sub';

const commutative: ReadonlySet<OperationName> = new Set(['add', 'mul', 'and', 'or', 'xor']);

const neutral: Partial<Record<OperationName, number>> = {
  add: 0,
  sub: 0,
  or: 0,
  xor: 0,
  shl: 0,
  'shr.s': 0,
  'shr.u': 0,
  mul: 1,
  div: 1,
  'div.u': 1,
  and: -1,
};

/** The pointer that a number was made of, where it is of that type; a constant that was added is an offset: objects end where they end. */
function pointerOf(number: Expression, type: Expression['type']): Expression | undefined {
  if (number.kind !== 'op') return undefined;
  const [first, second] = number.args;
  if (number.op === 'to.address') return first?.type === type ? first : undefined;
  if (number.op !== 'add' || second?.kind !== 'const') return undefined;
  const pointer = pointerOf(first!, type);
  return pointer && op('offset', [pointer, second], type);
}

/** A product or a constant that was added to a number stands behind the pointer that the number is. */
function behindBase(number: Expression, type: Expression['type']): Expression | undefined {
  if (number.kind !== 'op' || number.op !== 'add') return undefined;
  const [first, second] = number.args;
  const isDistance = second!.kind === 'const' || (second!.kind === 'op' && second!.op === 'mul');
  return isDistance ? op('offset', [op('from.address', [first!], type), second!], type) : undefined;
}

/** Short integers: of what they are made of, only the low bits count, and what has none of them is left out. */
export function lowBits(e: Expression, kept: 'sign8' | 'sign16'): Expression {
  if (e.kind !== 'op' || e.type !== 'i32') return e;
  if (e.op === 'sign16' || e.op === kept) return lowBits(e.args[0]!, kept);
  if (e.op === 'select') return chosenBits(e, kept);
  if (!fromLowBits.has(e.op)) return e;
  const args = e.args.map((a) => lowBits(a, kept));
  const [a, b] = args;
  if (leavesFirst.has(e.op) && b && hasNoBits(b, kept)) return a!;
  if (leavesFirst.has(e.op) && e.op !== 'sub' && hasNoBits(a!, kept)) return b!;
  if (e.op === 'and' && b?.kind === 'const' && hasNoBits({ ...b, value: ~Number(b.value) }, kept)) return a!;
  return args.every((x, i) => x === e.args[i]) ? e : { ...e, args };
}

/** A choice that only the high bits tell apart is none. */
function chosenBits(e: Whole, kept: 'sign8' | 'sign16'): Expression {
  const [condition, ...sides] = e.args;
  const [a, b] = sides.map((x) => lowBits(x, kept));
  if (keyOf(a!) === keyOf(b!)) return a!;
  return a === sides[0] && b === sides[1] ? e : { ...e, args: [condition!, a!, b!] };
}

/** Whether a number is a multiple of 2^8 or 2^16. */
function hasNoBits(e: Expression, kept: 'sign8' | 'sign16'): boolean {
  const bits = kept === 'sign8' ? 8 : 16;
  if (e.kind === 'const') return (Number(e.value) & (2 ** bits - 1)) === 0;
  if (e.kind !== 'op') return false;
  const [a, b, c] = e.args;
  if (e.op === 'select') return hasNoBits(b!, kept) && hasNoBits(c!, kept);
  if (e.op === 'shl') return b!.kind === 'const' && (Number(b!.value) & 31) >= bits;
  return (e.op === 'mul' || e.op === 'and') && (hasNoBits(a!, kept) || hasNoBits(b!, kept));
}

const leavesFirst: ReadonlySet<string> = new Set(['add', 'sub', 'or', 'xor']);
const fromLowBits: ReadonlySet<string> = new Set([...leavesFirst, 'mul', 'and', 'neg', 'not']);

/** The way that a branch on a constant takes; nothing where a branch holds nothing. */
export function decided(s: Statement): Statement | readonly Statement[] {
  if (s.kind !== 'if') return s;
  if (s.condition.kind === 'const') return s.condition.value ? s.then : s.otherwise;
  return bodiesOf(s).every((b) => b.length === 0) ? [] : s;
}
