/** The ways in which programs write one step of a reduction. */
import type { BinaryOp, Expr, Stmt } from '../../program.ts';
import { apart, eachDesignator, type Path, pathOf, samePath, sameValue } from '../expressions/designator-paths.ts';
import type { ReductionOperator } from './reduction-operators.ts';

const binaryReductions: Partial<Record<BinaryOp, ReductionOperator>> = {
  add: '+',
  subtract: '+',
  multiply: '*',
  and: 'and',
  or: 'or',
  eqv: 'eqv',
  neqv: 'neqv',
};
const intrinsicReductions: Readonly<Record<string, ReductionOperator>> = {
  max: 'max',
  min: 'min',
  iand: 'iand',
  ior: 'ior',
  ieor: 'ieor',
};

/** The operator of `s = s op x`, where x does not read s. */
export function reductionIn(s: Path, value: Expr): ReductionOperator | undefined {
  const e = bare(value);
  if (readsOf(s, e) !== 1) return undefined;
  if (e.kind === 'intrinsic') return e.args.some((a) => a && is(a, s)) ? intrinsicReductions[e.name] : undefined;
  if (e.kind !== 'binary') return undefined;
  const operator = binaryReductions[e.operator];
  return operator && onSpine(e, s, operator) ? operator : undefined;
}

/** s stands at the end of a chain of the same operation: `s + a + b`, `a - b + s`. */
function onSpine(value: Expr, s: Path, operator: ReductionOperator): boolean {
  const e = bare(value);
  if (is(e, s)) return true;
  if (e.kind !== 'binary' || binaryReductions[e.operator] !== operator) return false;
  return onSpine(e.left, s, operator) || (e.operator !== 'subtract' && onSpine(e.right, s, operator));
}

function bare(e: Expr): Expr {
  if (e.kind === 'convert') return bare(e.value);
  return e.kind === 'unary' && e.operator === 'parentheses' ? bare(e.operand) : e;
}

function is(e: Expr, s: Path): boolean {
  const path = pathOf(bare(e));
  return path !== undefined && samePath(path, s);
}

/** How often an expression reads what may be s. */
export function readsOf(s: Path, e: Expr): number {
  let count = 0;
  eachDesignator(e, (p) => {
    if (!apart(p, s)) count++;
  });
  return count;
}

/** `if (x > s) s = x` as `s = max(s, x)`. */
export function asExtreme(s: Stmt): Stmt {
  const [arm, other] = s.kind === 'if' ? s.arms : [];
  const [set, more] = arm?.body ?? [];
  if (s.kind !== 'if' || !arm || other || s.otherwise.length > 0 || set?.kind !== 'assign' || more) return s;
  const name = extremeOf(bare(arm.condition), set.to, set.value);
  if (!name || (set.to.type.base !== 'integer' && set.to.type.base !== 'real')) return s;
  const value: Expr = { ...set.to, kind: 'intrinsic', name, args: [set.to, set.value] };
  return { ...set, value, label: s.label };
}

function extremeOf(condition: Expr, to: Expr, value: Expr): 'max' | 'min' | undefined {
  const path = pathOf(to);
  if (condition.kind !== 'binary' || !path || readsOf(path, value) > 0 || hasCall(value)) return undefined;
  const greater = condition.operator === 'gt' || condition.operator === 'ge';
  if (!greater && condition.operator !== 'lt' && condition.operator !== 'le') return undefined;
  if (sameValue(condition.left, value) && is(condition.right, path)) return greater ? 'max' : 'min';
  if (sameValue(condition.right, value) && is(condition.left, path)) return greater ? 'min' : 'max';
  return undefined;
}

function hasCall(e: Expr): boolean {
  return e.kind === 'call' || e.kind === 'library-call';
}
