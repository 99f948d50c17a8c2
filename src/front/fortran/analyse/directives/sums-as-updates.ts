/** Arrays of `reduction` that are only added to need no copies of each thread's own: each update is indivisible. Copies cost every thread as much as the array is long. */
import { bodiesOf } from '../../bodies-of.ts';
import { constantExtents } from '../../layout.ts';
import type { Expr, ReductionInfo, Stmt, Variable } from '../../program.ts';
import { pathOf, samePath } from '../expressions/designator-paths.ts';
import { variableExpr } from '../expressions/make.ts';
import { binaries, combined } from '../expressions/reduction-values.ts';
import { mapStatements } from '../statements/map-statements.ts';
import { rankOf } from '../types.ts';
import { eachVariable, events } from '../walk-program.ts';

type Assign = Extract<Stmt, { kind: 'assign' }>;
type Element = Extract<Expr, { kind: 'element' }>;
type Operator = ReductionInfo['operator'];
type Sum = { readonly operator: Operator; readonly outer: Expr; readonly own: Variable };

/** So many elements are rather copied than updated again and again by loops of one thread. */
const fewElements = 64;

/** The statements with updates of the array that all have; undefined where something else is done with it. */
export function asUpdates(
  { operator, outer, own }: Sum,
  body: readonly Stmt[],
  updated: (to: Expr, value: Expr) => readonly Stmt[],
): readonly Stmt[] | undefined {
  if (outer.kind !== 'variable' || !own.shape || own.type.base === 'complex' || body.some(hidesNames)) return undefined;
  let updates = 0;
  const made = mapStatements(body, (s) => {
    const u = s.kind === 'assign' ? updateOf(s, operator, own) : undefined;
    if (!u) return s;
    updates++;
    const to: Element = { ...u.to, base: variableExpr(outer.variable, rankOf(outer.variable.shape), outer.span) };
    const list = updated(to, combined(operator, to, u.by));
    return { kind: 'block', name: `#update${s.span.from}`, variables: [], body: list, span: s.span, label: s.label };
  });
  if (mentionsOf(own, body) !== 2 * updates || (isFew(own) && repeats(body, own))) return undefined;
  return made;
}

/** `a(k) = a(k) op e`: the element, and what comes to it. */
function updateOf({ to, value }: Assign, operator: Operator, own: Variable): { to: Element; by: Expr } | undefined {
  if (to.kind !== 'element' || to.base.kind !== 'variable' || to.base.variable !== own || to.rank > 0) return undefined;
  const by = addend(value, to, operator);
  return by && { to, by };
}

/** What a value puts to the element; sums are taken in any order. */
function addend(value: Expr, to: Element, operator: Operator): Expr | undefined {
  if (value.kind === 'binary' && value.operator === binaries[operator]) {
    const { left, right } = value;
    if (isSame(left, to)) return right;
    if (isSame(right, to)) return left;
    const inner = addend(left, to, operator);
    return inner && combined(operator, inner, right);
  }
  if (value.kind === 'binary' && value.operator === 'subtract' && operator === '+') {
    const { left, right, type, span } = value;
    if (isSame(left, to)) return { kind: 'unary', operator: 'negate', operand: right, type, rank: 0, span };
    const inner = addend(left, to, operator);
    return inner && { ...value, left: inner };
  }
  if (value.kind !== 'intrinsic' || value.name !== operator) return undefined;
  const [a, b, ...more] = value.args.filter((x) => x !== undefined);
  if (!a || !b || more.length > 0) return undefined;
  return isSame(a, to) ? b : isSame(b, to) ? a : undefined;
}

function isSame(a: Expr, b: Expr): boolean {
  const [x, y] = [pathOf(a), pathOf(b)];
  return x !== undefined && y !== undefined && samePath(x, y);
}

function mentionsOf(v: Variable, body: readonly Stmt[]): number {
  let found = 0;
  for (const e of events(body)) {
    const x = e.kind === 'read' ? e.value : e.kind === 'write' ? e.to : undefined;
    eachVariable(x, (name) => {
      if (name === v) found++;
    });
  }
  return found;
}

/** Statements in which a name may stand for another one, or whose reads \`events\` does not tell. */
function hidesNames(s: Stmt): boolean {
  const hides =
    s.kind === 'associate' ||
    s.kind === 'select-type' ||
    (s.kind === 'block' && !s.name.startsWith('#') && s.variables.some((v) => v.shape !== undefined));
  return hides || bodiesOf(s).some((b) => b.some(hidesNames));
}

function isFew(v: Variable): boolean {
  const extents = v.shape && constantExtents(v.shape);
  return extents !== undefined && extents.reduce((a, b) => a * b, 1) <= fewElements;
}

/** Whether a loop that one thread goes through adds to it. `collapsed`: so many loops inside share their iterations with one around. */
function repeats(body: readonly Stmt[], v: Variable, collapsed = 0): boolean {
  return body.some((s) => {
    if (s.kind === 'do') {
      const shared = s.shared?.collapse ?? collapsed;
      return shared > 0 ? repeats(s.body, v, shared - 1) : mentionsOf(v, s.body) > 0;
    }
    if (s.kind === 'do-while') return mentionsOf(v, s.body) > 0;
    return bodiesOf(s).some((b) => repeats(b, v, collapsed));
  });
}
