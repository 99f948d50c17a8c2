/** `atomic`: the statement that follows is indivisible. */
import type { Span } from '../../../../base/source.ts';
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
  const compared = made.some((x) => x.kind === 'if') ? comparison(s, made) : undefined;
  if (compared) return compared;
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

/** `if (x == e) x = d`, with `v = x` before, behind or in its `else`. */
function comparison(s: tree.Directive, made: readonly Stmt[]): readonly Stmt[] | undefined {
  const test = made.find((x) => x.kind === 'if');
  const rest = made.filter((x) => x !== test);
  const arm = test?.arms.length === 1 ? test.arms[0] : undefined;
  const update = arm?.body.length === 1 ? arm.body[0] : undefined;
  if (!test || !arm || update?.kind !== 'assign' || update.to.rank > 0 || !rest.every(isAssign)) return undefined;
  const { to } = update;
  const { type, span } = to;
  const value: Expr = {
    kind: 'intrinsic',
    name: 'merge',
    args: [update.value, to, arm.condition],
    type,
    rank: 0,
    span,
  };
  const [capture] = rest;
  const [failed, ...more] = test.otherwise;
  if (more.length > 0 || rest.length > 1 || (failed && (capture || !isAssign(failed)))) return undefined;
  if (!failed) {
    const read = capture && isAssign(capture) ? { to: capture.to, first: made[0] === capture } : undefined;
    return [atomic(s, { to, value }, read)];
  }
  if (!isAssign(failed)) return undefined;
  const seen = madeVariable('#seen', type, span);
  const was = variableExpr(seen, 0, span);
  const condition = replaced(arm.condition, to, was);
  const hand: Stmt = { ...failed, value: replaced(failed.value, to, was) };
  const told: Stmt = { kind: 'if', arms: [{ condition, body: [] }], otherwise: [hand], ...at(s) };
  const body = [atomic(s, { to, value }, { to: was, first: true }), told];
  return [{ kind: 'block', name: `#atomic${span.from}`, variables: [seen], body, ...at(s) }];
}

function isAssign(s: Stmt): s is Assign {
  return s.kind === 'assign' && s.to.rank === 0;
}

/** `to = value`, where `value` mentions `to`. */
export function atomicUpdate(to: Expr, value: Expr, span: Span): Stmt {
  const at = { span, label: undefined };
  return atomic(at, { to, value }, undefined);
}

type Sides = { readonly to: Expr; readonly value: Expr };

function atomic(s: Pick<tree.Directive, 'span' | 'label'>, { to, value }: Sides, capture: Atomic['capture']): Stmt {
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
