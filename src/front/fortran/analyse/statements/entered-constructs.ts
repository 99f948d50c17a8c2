/**
 * Branches into constructs, as old programs have them: no standard Fortran, and told so. An `if` or a loop that a branch from outside enters is written with branches
 * alone, so that all its statements stand in the list around it.
 */
import { bodiesOf } from '../../bodies-of.ts';
import { branchLabels } from '../../branch-labels.ts';
import * as controlErrors from '../../errors/control.ts';
import { madeVariable } from '../../made-variable.ts';
import type { Expr, Stmt, Variable } from '../../program.ts';
import type { Env } from '../context.ts';
import { constant, int8, variableExpr } from '../expressions/make.ts';
import { unaryOf } from '../expressions/operators.ts';
import { convert } from '../fold/fold.ts';
import { integer8, logical4 } from '../types.ts';
import { mapStatements } from './map-statements.ts';

/** Where each label stands and which are branched to, over a list and all in it. */
type Census = { readonly labels: Set<number>; readonly branches: Map<number, number> };

export function withoutEnteredConstructs(env: Env, statements: readonly Stmt[]): readonly Stmt[] {
  const whole = censusOf(statements);
  if (whole.branches.size === 0) return statements;
  return new Flattening(env, whole).list(statements);
}

function censusOf(list: readonly Stmt[]): Census {
  const census: Census = { labels: new Set(), branches: new Map() };
  const visit = (s: Stmt): void => {
    if (s.label !== undefined) census.labels.add(s.label);
    for (const target of branchLabels(s)) census.branches.set(target, (census.branches.get(target) ?? 0) + 1);
    for (const body of bodiesOf(s)) for (const inner of body) visit(inner);
  };
  for (const s of list) visit(s);
  return census;
}

/** No label of a program has so many digits. */
const firstLabel = 1_000_000;

class Flattening {
  private readonly env: Env;
  private readonly whole: Census;
  private next = firstLabel;

  constructor(env: Env, whole: Census) {
    this.env = env;
    this.whole = whole;
  }

  list(list: readonly Stmt[]): readonly Stmt[] {
    let changed = false;
    const made = list.flatMap((s) => {
      const entered = this.enteredAt(s);
      if (entered === undefined) return [s];
      const flat = this.flat(s);
      if (!flat) return [s];
      this.env.file.report(controlErrors.branchIntoConstruct(entered, s.span));
      changed = true;
      return this.list(flat);
    });
    return changed ? made : list;
  }

  /** A label in the construct that is branched to from outside. */
  private enteredAt(s: Stmt): number | undefined {
    const bodies = bodiesOf(s).flat();
    if (bodies.length === 0) return undefined;
    const inside = censusOf(bodies);
    for (const label of inside.labels)
      if ((this.whole.branches.get(label) ?? 0) > (inside.branches.get(label) ?? 0)) return label;
    return undefined;
  }

  private flat(s: Stmt): Stmt[] | undefined {
    switch (s.kind) {
      case 'if':
        return this.flatIf(s);
      case 'do':
        return s.index.type.base === 'integer' ? this.flatDo(s) : undefined;
      case 'do-while':
        return this.flatWhile(s);
      default:
        return undefined;
    }
  }

  private flatIf(s: Stmt & { readonly kind: 'if' }): Stmt[] {
    const end = this.next++;
    const made: Stmt[] = [];
    let label = s.label;
    for (const arm of s.arms) {
      const following = this.next++;
      made.push(unless(arm.condition, following, s, label), ...arm.body, goTo(end, s));
      label = following;
    }
    return [...made, here(label, s), ...s.otherwise, here(end, s)];
  }

  private flatWhile(s: Stmt & { readonly kind: 'do-while' }): Stmt[] {
    const [top, end] = [this.next++, this.next++];
    const test = s.condition ? [unless(s.condition, end, s, undefined)] : [];
    return [here(s.label, s), here(top, s), ...test, ...leaving(s.body, s.name, top, end), goTo(top, s), here(end, s)];
  }

  private flatDo(s: Stmt & { readonly kind: 'do' }): Stmt[] {
    const [top, again, end] = [this.next++, this.next++, this.next++];
    const { span } = s;
    const { type } = s.index;
    const index = variableExpr(s.index, 0, span);
    const step = this.kept('step', type, s);
    const trips = this.kept('trips', integer8, s);
    const one = convert(constant(1n, { base: 'integer', kind: 4 }, span), type);
    const wide = (e: Expr) => convert(e, integer8);
    const binary = (operator: 'add' | 'subtract' | 'divide', left: Expr, right: Expr): Expr => ({
      kind: 'binary',
      operator,
      left,
      right,
      type: left.type,
      rank: 0,
      span,
    });
    const count = binary('divide', binary('add', binary('subtract', wide(s.to), wide(index)), wide(step)), wide(step));
    const goesOn: Expr = {
      kind: 'binary',
      operator: 'gt',
      left: trips,
      right: int8(0, span),
      type: logical4,
      rank: 0,
      span,
    };
    return [
      set(index, s.from, s, s.label),
      set(step, s.step ?? one, s),
      set(trips, count, s),
      here(top, s),
      unless(goesOn, end, s, undefined),
      ...leaving(s.body, s.name, again, end),
      here(again, s),
      set(trips, binary('subtract', trips, int8(1, span)), s),
      set(index, binary('add', index, step), s),
      goTo(top, s),
      here(end, s),
    ];
  }

  private kept(name: string, type: Expr['type'], s: Stmt): Expr {
    const variable: Variable = madeVariable(`#${name}${this.next}`, type, s.span);
    this.env.scope.locals.push(variable);
    return variableExpr(variable, 0, s.span);
  }
}

/** cycle and exit of the loop as branches. */
function leaving(body: readonly Stmt[], name: string, cycle: number, exit: number): Stmt[] {
  return mapStatements(body, (s) => {
    if ((s.kind !== 'cycle' && s.kind !== 'exit') || s.name !== name) return s;
    return { kind: 'goto', target: s.kind === 'cycle' ? cycle : exit, span: s.span, label: s.label };
  });
}

function unless(condition: Expr, target: number, s: Stmt, label: number | undefined): Stmt {
  const not = unaryOf('not', condition, condition.span);
  return { kind: 'if', arms: [{ condition: not, body: [goTo(target, s)] }], otherwise: [], span: s.span, label };
}

function goTo(target: number, s: Stmt): Stmt {
  return { kind: 'goto', target, span: s.span, label: undefined };
}

function here(label: number | undefined, s: Stmt): Stmt {
  return { kind: 'continue', span: s.span, label };
}

function set(to: Expr, value: Expr, s: Stmt, label?: number): Stmt {
  return { kind: 'assign', to, value: convert(value, to.type), transfer: false, span: s.span, label };
}
