/** `bessel_jn(n1, n2, x)`: the values of all orders from n1 to n2, as an array constructor. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Span } from '../../../../base/source.ts';
import { madeVariable } from '../../made-variable.ts';
import type { ConstantValue, ConstructorItem, Expr } from '../../program.ts';
import { int4 } from '../expressions/make.ts';
import { convert } from '../fold/fold.ts';
import { integer4, integerOf } from '../types.ts';
import type { IntrinsicActual } from './intrinsic-reference.ts';

type Resolve = (
  name: string,
  args: readonly IntrinsicActual[],
  span: Span,
  report: (d: Diagnostic) => void,
) => Expr | undefined;

/** Which argument is which, or undefined where the reference is the elemental one. */
function ordersOf(name: string, args: readonly IntrinsicActual[]): readonly [Expr, Expr, Expr] | undefined {
  if (args.length !== 3 || (name !== 'bessel_jn' && name !== 'bessel_yn')) return undefined;
  const found = ['n1', 'n2', 'x'].map((n, i) => args.find((a, k) => (a.keyword ? a.keyword === n : k === i))?.value);
  const [first, last, x] = found;
  const scalar = first?.rank === 0 && last?.rank === 0 && x?.rank === 0;
  if (!first || !last || !x || !scalar) return undefined;
  return first.type.base === 'integer' && last.type.base === 'integer' ? [first, last, x] : undefined;
}

export function besselOfOrders(
  name: string,
  args: readonly IntrinsicActual[],
  span: Span,
  report: (d: Diagnostic) => void,
  resolve: Resolve,
): Expr | undefined {
  const orders = ordersOf(name, args);
  if (!orders) return undefined;
  const [first, last, x] = orders;
  const at = (n: Expr): Expr | undefined => resolve(name, [{ value: n }, { value: x }], span, report);
  const [from, to] = [convert(first, integer4), convert(last, integer4)];
  const [low, high] = [integerOf(from), integerOf(to)];
  if (low !== undefined && high !== undefined && x.kind === 'constant') return knownOrders(low, high, x, at, span);
  const index = { ...madeVariable('order', integer4, span), storage: 'index' } as const;
  const value = at({ kind: 'variable', variable: index, type: integer4, rank: 0, span });
  if (!value) return undefined;
  const items: ConstructorItem[] = [
    { kind: 'loop', index, from, to, step: int4(1, span), items: [{ kind: 'value', value }] },
  ];
  return { kind: 'array-constructor', items, type: value.type, rank: 1, span };
}

function knownOrders(
  low: bigint,
  high: bigint,
  x: Expr,
  at: (n: Expr) => Expr | undefined,
  span: Span,
): Expr | undefined {
  const values: ConstantValue[] = [];
  for (let n = low; n <= high; n++) {
    const value = at(int4(Number(n), span));
    if (value?.kind !== 'constant') return undefined;
    values.push(value.value);
  }
  return { kind: 'constant-array', extents: [values.length], values, type: x.type, rank: 1, span };
}
