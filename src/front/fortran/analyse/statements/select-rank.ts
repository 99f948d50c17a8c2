/** `select rank`: a case for each rank that a dummy of assumed rank may have. */
import * as expressionErrors from '../../errors/expressions.ts';
import type { CaseValue, Expr, Shape, Stmt, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { constantInteger } from '../declarations/type-specs.ts';
import { int4, int8 } from '../expressions/make.ts';
import { convert } from '../fold/fold.ts';
import { newScope, readyEntry } from '../scope.ts';
import { integer4, integer8, logical4 } from '../types.ts';
import { associateVariable } from './associate.ts';
import { at, enter } from './construct.ts';

type Selector = Expr & { readonly kind: 'variable' };

/** A select case over rank(x); in each body the name stands for the dummy with that rank. */
export function selectRank(env: Env, s: tree.SelectRank): Stmt | undefined {
  const selector = env.file.expression(env, s.selector);
  const { inner, name } = enter(env, s, false);
  if (!selector) return undefined;
  if (selector.kind !== 'variable' || selector.variable.shape?.kind !== 'assumed-rank')
    return void env.file.report(expressionErrors.notAssumedRank(selector));
  const alias = s.associate ?? (s.selector.kind === 'name' ? s.selector : undefined);
  const cases: { ranges: CaseValue[] | undefined; body: Stmt[] }[] = [];
  let star: Stmt[] | undefined;
  for (const c of s.cases) {
    const rank = rankOfCase(env, c);
    if (rank === undefined) continue;
    const { allocatable, pointer } = selector.variable.attributes;
    if (rank === 'star' && (allocatable || pointer)) env.file.report(expressionErrors.starRank(c.span, pointer));
    const body = caseBody(inner, c, alias, selector, rank, `${name}.${cases.length}`);
    if (rank === 'star') star = body;
    else {
      const value = rank === 'default' ? undefined : int8(rank, c.span);
      cases.push({ ranges: value && [{ low: value, high: value }], body });
    }
  }
  const rank = asked('rank', [selector], selector);
  if (!star) return { kind: 'select-case', name, selector: convert(rank, integer8), cases, ...at(s) };
  const rest: Stmt = { kind: 'select-case', name: `${name}.ranks`, selector: convert(rank, integer8), cases, ...at(s) };
  const test: Stmt = {
    kind: 'if',
    arms: [{ condition: isOpen(selector, rank), body: star }],
    otherwise: [rest],
    ...at(s),
  };
  return { kind: 'associate', name, variables: [], body: [test], ...at(s) };
}

function asked(name: string, args: readonly Expr[], selector: Selector): Expr {
  return { kind: 'intrinsic', name, args, type: integer4, rank: 0, span: selector.span };
}

/** An array of assumed size was passed: its last extent is -1. */
function isOpen(selector: Selector, rank: Expr): Expr {
  const last = asked('size', [selector, rank], selector);
  const { span } = selector;
  return { kind: 'binary', operator: 'eq', left: last, right: int4(-1, span), type: logical4, rank: 0, span };
}

function rankOfCase(env: Env, c: tree.RankCase): number | 'default' | 'star' | undefined {
  if (c.rank === 'default') return 'default';
  if (c.rank.kind === 'star') return 'star';
  const rank = constantInteger(env, c.rank, 'the rank of a case');
  return rank === undefined ? undefined : Number(rank);
}

function caseBody(
  env: Env,
  c: tree.RankCase,
  alias: tree.Name | undefined,
  selector: Selector,
  rank: number | 'default' | 'star',
  name: string,
): Stmt[] {
  if (!alias) return env.file.statements(env, c.body);
  const scope = newScope({ kind: 'block', parent: env.scope, prefix: env.scope.prefix });
  const inside: Env = { ...env, scope };
  const variable = rankedVariable(inside, alias, selector, rank);
  scope.names.set(alias.text, readyEntry(inside, alias.text, alias.span, variable));
  const body = env.file.statements(inside, c.body);
  if (variable === selector.variable) return body;
  return [{ kind: 'associate', name, variables: [variable], body, span: c.span, label: undefined }];
}

function rankedVariable(env: Env, alias: tree.Name, selector: Selector, rank: number | 'default' | 'star'): Variable {
  const { variable } = selector;
  if (rank === 'default') return variable;
  const attributes = { ...variable.attributes, optional: false };
  return {
    ...associateVariable(env, alias, selector, selector.type),
    shape: shapeOf(variable, rank, alias),
    attributes,
  };
}

function shapeOf(v: Variable, rank: number | 'star', alias: tree.Name): Shape | undefined {
  if (rank === 'star') return { kind: 'assumed-size', bounds: [], lastLower: int8(1, alias.span) };
  if (rank === 0) return undefined;
  if (v.attributes.allocatable || v.attributes.pointer) return { kind: 'deferred', rank };
  return { kind: 'assumed-shape', lowers: Array.from({ length: rank }, () => int8(1, alias.span)) };
}
