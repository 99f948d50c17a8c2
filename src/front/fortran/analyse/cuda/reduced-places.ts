/** In the body of a kernel loop: components and elements that all turns add to (`a%s = a%s + x`, `t(2) = t(2) + x`). A variable takes their place. */
import { madeVariable } from '../../made-variable.ts';
import { onDeviceOnly, placementOf } from '../../placement.ts';
import type { Expr, ReductionInfo, Stmt, Variable } from '../../program.ts';
import { apart, aside, eachDesignator, type Path, pathOf, samePath } from '../expressions/designator-paths.ts';
import { variableExpr } from '../expressions/make.ts';
import { mapStatements } from '../statements/map-statements.ts';
import { events, someInside } from '../walk-program.ts';
import { blockVariables } from './block-variables.ts';
import { reductionIn } from './reduction-forms.ts';
import { type ReductionOperator, reducible } from './reduction-operators.ts';

type Assign = Extract<Stmt, { kind: 'assign' }>;
type Group = { readonly path: Path; readonly to: Expr; readonly statements: Assign[]; operator: ReductionOperator };

export function reducePlaces(
  body: readonly Stmt[],
  indices: readonly Variable[],
): {
  readonly body: readonly Stmt[];
  readonly reductions: readonly ReductionInfo[];
  readonly reduced: readonly Expr[];
} {
  const changed = new Set(indices);
  for (const e of events(body)) {
    if (e.kind === 'index') changed.add(e.variable);
    if (e.kind === 'write' && e.to.kind === 'variable') changed.add(e.to.variable);
  }
  const own = new Set(blockVariables(body));
  const groups = candidates(body, changed).filter((g) => !own.has(g.path.root) && onlyReduced(g, body));
  if (groups.length === 0) return { body, reductions: [], reduced: [] };
  const reductions: ReductionInfo[] = [];
  const locals = new Map<Stmt, { readonly path: Path; readonly local: Expr }>();
  for (const g of groups) {
    const sum = madeVariable('sum', g.to.type, g.to.span);
    const local = variableExpr(sum, 0, g.to.span);
    for (const s of g.statements) locals.set(s, { path: g.path, local });
    reductions.push({ operator: g.operator, variable: g.to, place: { local: sum, finish: finishOf(g, local) } });
  }
  const changedBody = mapStatements(body, (s) => {
    const by = locals.get(s);
    return by && s.kind === 'assign' ? { ...s, to: by.local, value: replaced(s.value, by.path, by.local) } : s;
  });
  const reduced = groups.flatMap((g) => g.statements.flatMap((s) => [s.to, s.value]));
  return { body: changedBody, reductions, reduced };
}

/** Assignments of the form `s = s op x` into a part of a variable that is the same in all turns. */
function candidates(body: readonly Stmt[], changed: ReadonlySet<Variable>): Group[] {
  const groups: Group[] = [];
  for (const e of events(body)) {
    if (e.kind !== 'write' || e.statement.kind !== 'assign' || e.to.rank > 0) continue;
    const path = e.to.kind === 'part' || e.to.kind === 'element' ? pathOf(e.to) : undefined;
    const operator = path && reductionIn(path, e.statement.value);
    if (!path || !operator || !reducible(operator, e.to.type) || !isFixed(e.to, path, changed)) continue;
    const known = groups.find((g) => samePath(g.path, path));
    if (!known) groups.push({ path, to: e.to, statements: [e.statement], operator });
    else if (known.operator === operator) known.statements.push(e.statement);
  }
  return groups;
}

function isFixed(to: Expr, path: Path, changed: ReadonlySet<Variable>): boolean {
  if (changed.has(path.root) || path.root.storage === 'associate') return false;
  return aside(to).every((x) => !x || isSteady(x, path.root, changed));
}

/** The same in all turns: scalars that the loop does not change, and operations on them. */
function isSteady(e: Expr, root: Variable, changed: ReadonlySet<Variable>): boolean {
  if (e.kind === 'variable')
    return e.rank === 0 && !e.variable.shape && e.variable !== root && !changed.has(e.variable);
  const simple = e.kind === 'constant' || e.kind === 'convert' || e.kind === 'unary' || e.kind === 'binary';
  return simple && !someInside(e, (x) => !isSteady(x, root, changed));
}

/** Nothing else in the loop reads or sets what may be the same place. */
function onlyReduced(g: Group, body: readonly Stmt[]): boolean {
  let alone = true;
  const own = new Set<Expr>(g.statements.flatMap((s) => [s.to, s.value]));
  const see = (e: Expr): void => {
    if (own.has(e)) return;
    eachDesignator(e, (p) => {
      if (!apart(p, g.path)) alone = false;
    });
  };
  for (const e of events(body)) {
    if (e.kind === 'read') see(e.value);
    if (e.kind === 'write') see(e.to);
  }
  return alone;
}

/** The expression with the variable in the place of the path. */
function replaced(e: Expr, path: Path, local: Expr): Expr {
  const own = pathOf(e);
  if (own) return samePath(own, path) ? local : e;
  const again = (x: Expr): Expr => replaced(x, path, local);
  switch (e.kind) {
    case 'convert':
      return { ...e, value: again(e.value) };
    case 'unary':
      return { ...e, operand: again(e.operand) };
    case 'binary':
      return { ...e, left: again(e.left), right: again(e.right) };
    case 'intrinsic':
      return { ...e, args: e.args.map((a) => a && again(a)) };
    default:
      return e;
  }
}

/** What the host does with the threads' result. */
function finishOf(g: Group, local: Expr): Stmt {
  const { to } = g;
  const value = folded(g.operator, to, local);
  return { kind: 'assign', to, value, transfer: onDeviceOnly(placementOf(to)), span: to.span, label: undefined };
}

function folded(operator: ReductionOperator, left: Expr, right: Expr): Expr {
  const { type, span } = left;
  switch (operator) {
    case '+':
      return { kind: 'binary', operator: 'add', left, right, type, rank: 0, span };
    case '*':
      return { kind: 'binary', operator: 'multiply', left, right, type, rank: 0, span };
    case 'and':
    case 'or':
    case 'eqv':
    case 'neqv':
      return { kind: 'binary', operator, left, right, type, rank: 0, span };
    default:
      return { kind: 'intrinsic', name: operator, args: [left, right], type, rank: 0, span };
  }
}
