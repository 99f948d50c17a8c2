/** Extents and bounds of an array expression, where they are known at compile time. */
import type { ConstructorItem, Expr, Shape, Subscript, Variable } from '../../program.ts';
import { constantExtents, integerOf } from '../types.ts';

/** One extent per dimension; undefined where one of them is not known. */
export function extentsOf(e: Expr): readonly number[] | undefined {
  if (e.rank === 0) return [];
  switch (e.kind) {
    case 'constant-array':
      return e.extents;
    case 'variable':
      return ofShape(e.variable.shape);
    case 'part':
      return e.base.rank > 0 ? extentsOf(e.base) : ofShape(e.component.shape);
    case 'complex-part':
    case 'substring':
      return extentsOf(e.base);
    case 'element':
      return ofSection(e.base, e.subscripts);
    case 'convert':
      return extentsOf(e.value);
    case 'unary':
      return extentsOf(e.operand);
    case 'binary':
      return extentsOf(e.left.rank > 0 ? e.left : e.right);
    case 'array-constructor':
      return countOf(e.items);
    case 'intrinsic':
      return ofIntrinsic(e);
    default:
      return undefined;
  }
}

const reductions = new Set(
  'sum product maxval minval all any count parity iall iany iparity norm2 maxloc minloc findloc'.split(' '),
);

/** Of functions whose result has another shape than their arguments. */
function ofIntrinsic(e: Expr & { readonly kind: 'intrinsic' }): readonly number[] | undefined {
  const [a, b, c] = e.args;
  if (!a) return undefined;
  if (e.name === 'shape') return a.rank >= 0 ? [a.rank] : undefined;
  if (a.rank <= 0 && e.name !== 'spread') return undefined;
  const first = extentsOf(a);
  if (reductions.has(e.name)) return first && withoutOne(first, dimensionIn(e), e.rank);
  switch (e.name) {
    case 'transpose':
      return first && [...first].reverse();
    case 'cshift':
    case 'eoshift':
      return first;
    case 'reshape':
      return b?.kind === 'constant-array' ? b.values.map(Number) : undefined;
    case 'pack':
      return c && extentsOf(c);
    case 'unpack':
      return b && extentsOf(b);
    case 'spread': {
      const [at, copies] = [integerOf(b), integerOf(c)];
      if (!first || at === undefined || copies === undefined) return undefined;
      return [...first.slice(0, Number(at) - 1), Math.max(0, Number(copies)), ...first.slice(Number(at) - 1)];
    }
    case 'matmul': {
      const second = b && extentsOf(b);
      return first && second && [...first.slice(0, -1), ...second.slice(1)];
    }
    default:
      return undefined;
  }
}

/** The constant among the arguments that is the dimension: the second one, or the third of findloc. */
function dimensionIn(e: Expr & { readonly kind: 'intrinsic' }): number | undefined {
  const dim = integerOf(e.args[e.name === 'findloc' ? 2 : 1]);
  return dim === undefined ? undefined : Number(dim);
}

function withoutOne(extents: readonly number[], dim: number | undefined, rank: number): readonly number[] | undefined {
  if (dim === undefined || rank !== extents.length - 1) return undefined;
  return extents.filter((_, i) => i !== dim - 1);
}

function ofShape(shape: Shape | undefined): readonly number[] | undefined {
  const extents = constantExtents(shape);
  return extents?.every((n) => n !== undefined) ? extents : undefined;
}

function ofSection(base: Expr, subscripts: readonly Subscript[]): readonly number[] | undefined {
  const bounds = boundsOf(base);
  const extents: number[] = [];
  for (const [i, s] of subscripts.entries()) {
    if (s.kind === 'index') continue;
    const extent = s.kind === 'vector' ? extentsOf(s.value)?.[0] : ofRange(s, bounds?.[i]);
    if (extent === undefined) return undefined;
    extents.push(extent);
  }
  return extents;
}

type Known = { readonly lower: bigint; readonly upper: bigint };

function ofRange(s: Extract<Subscript, { kind: 'range' }>, whole: Known | undefined): number | undefined {
  const from = s.from ? integerOf(s.from) : whole?.lower;
  const to = s.to ? integerOf(s.to) : whole?.upper;
  const step = s.step ? integerOf(s.step) : 1n;
  if (step === undefined || step === 0n) return undefined;
  const span = from !== undefined && to !== undefined ? to - from : s.from && s.to && difference(s.to, s.from);
  if (span === undefined) return undefined;
  const count = (span + step) / step;
  return count > 0n ? Number(count) : 0;
}

/** `n + 5` less `n + 1`: of the same variable, known all the same. */
function difference(a: Expr, b: Expr): bigint | undefined {
  const [x, y] = [shifted(a), shifted(b)];
  return x && y && x.from === y.from && !x.from.attributes.volatile ? x.by - y.by : undefined;
}

function shifted(e: Expr): { readonly from: Variable; readonly by: bigint } | undefined {
  if (e.kind === 'variable') return e.rank === 0 ? { from: e.variable, by: 0n } : undefined;
  if (e.kind === 'convert') return e.value.type.base === 'integer' ? shifted(e.value) : undefined;
  if (e.kind === 'unary') return e.operator === 'parentheses' ? shifted(e.operand) : undefined;
  if (e.kind !== 'binary' || (e.operator !== 'add' && e.operator !== 'subtract')) return undefined;
  const [left, right] = [integerOf(e.left), integerOf(e.right)];
  if (right !== undefined) {
    const of = shifted(e.left);
    return of && { from: of.from, by: e.operator === 'add' ? of.by + right : of.by - right };
  }
  const of = left !== undefined && e.operator === 'add' ? shifted(e.right) : undefined;
  return of && left !== undefined ? { from: of.from, by: of.by + left } : undefined;
}

/** Bounds of a whole array (1 and its extent for other expressions), as lbound and ubound give them. */
export function boundsOf(e: Expr): readonly Known[] | undefined {
  const shape =
    e.kind === 'variable' ? e.variable.shape : e.kind === 'part' && e.base.rank === 0 ? e.component.shape : undefined;
  if (shape?.kind !== 'explicit') {
    if (shape) return undefined;
    const lowers = e.kind === 'constant-array' ? e.lowers : undefined;
    return extentsOf(e)?.map((n, i) => boundsFrom(n === 0 ? 1 : (lowers?.[i] ?? 1), n));
  }
  const bounds: Known[] = [];
  for (const b of shape.bounds) {
    const lower = integerOf(b.lower);
    const upper = integerOf(b.upper);
    if (lower === undefined || upper === undefined) return undefined;
    bounds.push(upper < lower ? { lower: 1n, upper: 0n } : { lower, upper });
  }
  return bounds;
}

function boundsFrom(lower: number, extent: number): Known {
  return { lower: BigInt(lower), upper: BigInt(lower + extent - 1) };
}

/** How many values the items are. */
function countOf(items: readonly ConstructorItem[]): readonly number[] | undefined {
  let count = 0;
  for (const item of items) {
    const extents = item.kind === 'value' ? extentsOf(item.value) : undefined;
    if (!extents) return undefined;
    count += extents.reduce((a, b) => a * b, 1);
  }
  return [count];
}
