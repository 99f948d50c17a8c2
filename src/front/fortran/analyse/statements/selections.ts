/** `select case`, `select type`. */
import type { Span } from '../../../../base/source.ts';
import * as controlErrors from '../../errors/control.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import * as typeErrors from '../../errors/derived-types.ts';
import type { CaseValue, Expr, Stmt, Type } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { typeOf } from '../declarations/type-specs.ts';
import { convert } from '../fold/fold.ts';
import { overlaps, sameGuard } from '../rules/selections.ts';
import { newScope, readyEntry } from '../scope.ts';
import { extendsType, integer8 } from '../types.ts';
import { associateVariable } from './associate.ts';
import { at, enter } from './construct.ts';

export function selectCase(env: Env, s: tree.SelectCase): Stmt | undefined {
  const selector = selectorOf(env, s);
  const { inner, name } = enter(env, s, false);
  const cases: { ranges: CaseValue[] | undefined; body: Stmt[]; at: Span }[] = [];
  for (const c of s.cases) {
    const ranges = selector && c.ranges ? caseValues(env, c.ranges, selector.type) : undefined;
    const body = env.file.statements(inner, c.body);
    if (!c.ranges || ranges) cases.push({ ranges, body, at: c.span });
  }
  if (!selector) return undefined;
  if (!['integer', 'character', 'logical'].includes(selector.type.base) || selector.rank > 0)
    return void env.file.report(controlErrors.selectorType(selector));
  for (const d of overlaps(cases.map((c) => ({ ...c, at: c.at })))) env.file.report(d);
  return { kind: 'select-case', name, selector, cases: cases.map(({ ranges, body }) => ({ ranges, body })), ...at(s) };
}

/** A logical whose cases are integers is an integer, as nvfortran has it. */
function selectorOf(env: Env, s: tree.SelectCase): Expr | undefined {
  const selector = env.file.expression(env, s.selector);
  if (selector?.type.base !== 'logical' || selector.rank > 0) return selector;
  const first = s.cases.flatMap((c) => c.ranges ?? [])[0];
  const written = first?.kind === 'case-value' ? first.value : (first?.low ?? first?.high);
  if (written?.kind !== 'integer') return selector;
  env.file.report(controlErrors.logicalSelector(selector));
  return convert(selector, { base: 'integer', kind: 4 });
}

function caseValues(env: Env, ranges: readonly tree.CaseRange[], type: Type): CaseValue[] {
  return ranges.flatMap((r): CaseValue[] => {
    if (r.kind === 'case-value') {
      const value = caseValue(env, r.value, type);
      return value ? [{ low: value, high: value }] : [];
    }
    if (type.base === 'logical') {
      env.file.report(controlErrors.caseRangeOfLogical(r.span));
      return [];
    }
    const low = r.low && caseValue(env, r.low, type);
    const high = r.high && caseValue(env, r.high, type);
    return (r.low && !low) || (r.high && !high) ? [] : [{ low, high }];
  });
}

function caseValue(env: Env, e: tree.Expression, type: Type): Expr | undefined {
  const value = env.file.expression({ ...env, specification: true }, e);
  if (!value) return undefined;
  if (value.kind !== 'constant') return void env.file.report(declarationErrors.notConstant(e.span, 'a case value'));
  if (value.type.base !== type.base) return void env.file.report(controlErrors.caseType(value, type));
  return type.base === 'integer' ? convert(value, integer8) : value;
}

export function selectType(env: Env, s: tree.SelectType): Stmt | undefined {
  const selector = env.file.expression(env, s.selector);
  const { inner, name } = enter(env, s, false);
  if (!selector) return undefined;
  if (selector.type.base !== 'any' && !(selector.type.base === 'derived' && selector.type.polymorphic))
    return void env.file.report(controlErrors.selectorNotPolymorphic(selector));
  const alias = s.associate ?? (s.selector.kind === 'name' ? s.selector : undefined);
  const cases: Extract<Stmt, { kind: 'select-type' }>['cases'][number][] = [];
  for (const c of s.cases) {
    const type = c.guard.kind === 'class-default' ? selector.type : typeOf(env, c.guard.type);
    if (!type) continue;
    if (c.guard.kind !== 'class-default' && isOtherType(selector.type, type))
      env.file.report(typeErrors.otherGuard(selector, type, c.guard.span));
    const declared: Type =
      c.guard.kind === 'class-is' && type.base === 'derived' ? { ...type, polymorphic: true } : type;
    const scope = newScope({ kind: 'block', parent: inner.scope, prefix: inner.scope.prefix });
    const inside: Env = { ...inner, scope };
    const variable = alias && associateVariable(inside, alias, selector, declared);
    if (alias && variable) scope.names.set(alias.text, readyEntry(inside, alias.text, alias.span, variable));
    const guard =
      c.guard.kind === 'class-default'
        ? undefined
        : { kind: c.guard.kind === 'type-is' ? ('is' as const) : ('class' as const), type: declared };
    const same = cases.find((x) =>
      x.guard && guard ? x.guard.kind === guard.kind && sameGuard(x.guard.type, declared) : x.guard === guard,
    );
    if (same) env.file.report(controlErrors.caseTwice(c.guard.span, same.variable?.span ?? s.span));
    cases.push({ guard, variable, body: env.file.statements(inside, c.body) });
  }
  return { kind: 'select-type', name, selector, cases, ...at(s) };
}

/** A type that an object of this class never has. */
function isOtherType(selector: Type, guard: Type): boolean {
  if (selector.base !== 'derived') return false;
  return guard.base !== 'derived' || (!extendsType(guard.type, selector.type) && !selector.type.template);
}
