/** `atomic`: the statement that follows is indivisible. */
import * as directiveErrors from '../../errors/directives.ts';
import { madeVariable } from '../../made-variable.ts';
import type { BinaryOp, Expr, Stmt } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { pathOf, samePath } from '../expressions/designator-paths.ts';
import { variableExpr } from '../expressions/make.ts';
import { at } from '../statements/construct.ts';
import { eachInside } from '../walk-program.ts';

type Assign = Extract<Stmt, { kind: 'assign' }>;
type Atomic = Extract<Stmt, { kind: 'atomic' }>;

export function atomicDirective(env: Env, s: tree.Directive): readonly Stmt[] {
  const made = env.file.statements(env, s.body);
  const list = made.filter((x): x is Assign => x.kind === 'assign' && x.to.rank === 0);
  const has = (name: string): boolean => s.clauses.some((c) => c.name === name);
  const [first, second] = list;
  if (list.length !== made.length || !first) {
    if (made.length > 0) env.file.report(directiveErrors.atomicForm(s.body[0]?.span ?? s.span, '`x = x op e`'));
    return made;
  }
  if (has('read')) return made;
  if (!has('capture')) return [atomic(s, first, undefined)];
  if (!second) return made;
  const firstReads = isSame(first.value, second.to);
  const [update, capture] = firstReads ? [second, first] : [first, second];
  return [atomic(s, update, { to: capture.to, first: firstReads })];
}

function atomic(s: tree.Directive, { to, value }: Assign, capture: Atomic['capture']): Stmt {
  const old = madeVariable('old', to.type, s.span);
  const fresh = madeVariable('fresh', to.type, s.span);
  return {
    kind: 'atomic',
    to,
    value: replaced(value, to, variableExpr(old, 0, to.span)),
    old,
    fresh,
    operation: operationOf(to, value),
    capture,
    ...at(s),
  };
}

function isSame(a: Expr, b: Expr): boolean {
  const value = a.kind === 'convert' || (a.kind === 'unary' && a.operator === 'parentheses') ? inner(a) : a;
  const [x, y] = [pathOf(value), pathOf(b)];
  return x !== undefined && y !== undefined && samePath(x, y);
}

function inner(a: Extract<Expr, { kind: 'convert' | 'unary' }>): Expr {
  return a.kind === 'convert' ? a.value : a.operand;
}

/** With `by` in the places of `what`. */
function replaced(e: Expr, what: Expr, by: Expr): Expr {
  const [x, y] = [pathOf(e), pathOf(what)];
  if (x && y && samePath(x, y)) return by;
  const again = (v: Expr): Expr => replaced(v, what, by);
  switch (e.kind) {
    case 'convert':
      return { ...e, value: again(e.value) };
    case 'unary':
      return { ...e, operand: again(e.operand) };
    case 'binary':
      return { ...e, left: again(e.left), right: again(e.right) };
    case 'intrinsic':
      return { ...e, args: e.args.map((a) => a && again(a)) };
    case 'call':
      return { ...e, args: e.args.map((a) => (a && a.kind !== 'alternate-return' ? again(a) : a)) };
    default:
      return e;
  }
}

function mentions(e: Expr, what: Expr): boolean {
  if (isSame(e, what)) return true;
  let found = false;
  eachInside(e, (x) => {
    if (mentions(x, what)) found = true;
  });
  return found;
}

// ---- operations that devices have ---------------------------------------------------------------------------------

type Operation = NonNullable<Atomic['operation']>;
const operators: Partial<Record<BinaryOp, Operation['how']>> = { add: 'add' };
const functions: Readonly<Record<string, Operation['how']>> = {
  max: 'max',
  min: 'min',
  iand: 'and',
  ior: 'or',
  ieor: 'xor',
};

/** `x = x op e`. */
function operationOf(to: Expr, value: Expr): Operation | undefined {
  if (value.kind === 'binary') {
    const { left, right, operator } = value;
    const how = operators[operator];
    const operand = other(left, right, to);
    if (how && operand) return { how, operand, negated: false };
    const minus = operator === 'subtract' && isExactly(left, to) && !mentions(right, to);
    return minus ? { how: 'add', operand: right, negated: true } : undefined;
  }
  if (value.kind !== 'intrinsic' || to.type.base !== 'integer') return undefined;
  const how = functions[value.name];
  const [a, b, ...more] = value.args.filter((x) => x !== undefined);
  const operand = a && b && more.length === 0 ? other(a, b, to) : undefined;
  return how && operand ? { how, operand, negated: false } : undefined;
}

/** The one of two that is not the variable, if the other one is. */
function other(a: Expr, b: Expr, to: Expr): Expr | undefined {
  if (isExactly(a, to) && !mentions(b, to)) return b;
  return isExactly(b, to) && !mentions(a, to) ? a : undefined;
}

/** Without a conversion. */
function isExactly(a: Expr, to: Expr): boolean {
  const [x, y] = [pathOf(a), pathOf(to)];
  return x !== undefined && y !== undefined && samePath(x, y);
}
