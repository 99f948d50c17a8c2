/**
 * `t = a*b` and, elsewhere, the only read of `t` as a summand: what is multiplied is kept in place of the product, so that the sum may be contracted with it. A computation is rounded alike
 * whether it was written as one statement or as several.
 */
import { op } from '../../ir/build.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { setsIn } from '../../ir/uniformity.ts';
import { changeStatement, eachExpressionIn, eachStatement, mapExpression, replaceEach } from '../../ir/walk.ts';

type Operation = Extract<Expression, { kind: 'op' }>;

export function exposeProducts(fn: Fn): Fn {
  const products = productsOf(fn);
  if (products.size === 0) return fn;
  const locals: Local[] = [...fn.locals];
  const factors = new Map<number, Expression>();
  /** A local that holds a factor, set before the statement. */
  const held = (e: Expression, s: Statement, before: Statement[]): Expression => {
    if (e.kind === 'const') return e;
    const index = locals.length;
    locals.push({ name: 'factor', type: e.type });
    before.push({ kind: 'set', local: index, value: e, ...(s.at && { at: s.at }) });
    return { kind: 'local', type: e.type, index };
  };
  // Factors get their names where the product stood, which may be behind a use in the text of a loop.
  const divided = (list: readonly Statement[]): readonly Statement[] =>
    replaceEach(list, (s) => {
      const product = s.kind === 'set' ? products.get(s.local) : undefined;
      if (s.kind !== 'set' || !product) return changeStatement(s, { expression: (e) => e, body: divided });
      const before: Statement[] = [];
      const [a, b] = product.args.map((e) => held(e, s, before));
      factors.set(s.local, op('mul', [a!, b!]));
      return before;
    });
  const body = divided(fn.body);
  const put = (e: Expression): Expression => (e.kind === 'local' ? (factors.get(e.index) ?? e) : e);
  const mapping = {
    expression: (e: Expression): Expression => mapExpression(e, put),
    body: (list: readonly Statement[]): readonly Statement[] => replaceEach(list, (s) => changeStatement(s, mapping)),
  };
  return { ...fn, locals, body: mapping.body(body) };
}

/** Locals that are set once, to a product, and read once, as a summand. */
function productsOf(fn: Fn): ReadonlyMap<number, Operation> {
  const sets = setsIn(fn);
  const found = new Map<number, Operation>();
  eachStatement(fn.body, (s) => {
    if (s.kind !== 'set' || sets[s.local] !== 1 || s.local < fn.params) return;
    if (s.value.kind === 'op' && s.value.op === 'mul' && isReal(s.value)) found.set(s.local, s.value);
  });
  if (found.size === 0) return found;
  const reads = new Map<number, number>();
  const summands = new Set<number>();
  eachExpressionIn(fn.body, (e) => {
    if (e.kind === 'local') reads.set(e.index, (reads.get(e.index) ?? 0) + 1);
    if (e.kind === 'op' && (e.op === 'add' || e.op === 'sub') && isReal(e))
      for (const a of e.args) if (a.kind === 'local') summands.add(a.index);
  });
  for (const l of found.keys()) if (reads.get(l) !== 1 || !summands.has(l)) found.delete(l);
  // A sum of two products takes one of them; the other stays one operation either way.
  return found;
}

function isReal(e: Expression): boolean {
  return e.type === 'f32' || e.type === 'f64';
}
