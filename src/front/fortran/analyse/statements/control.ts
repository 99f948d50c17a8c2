/** Constructs of control: if, loops, selections, blocks, where, forall. */
import type { Span } from '../../../../base/source.ts';
import * as assignmentErrors from '../../errors/assignments.ts';
import * as controlErrors from '../../errors/control.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import * as loopErrors from '../../errors/kernel-loops.ts';
import * as nameErrors from '../../errors/names.ts';
import * as subscriptErrors from '../../errors/subscripts.ts';
import { madeVariable } from '../../made-variable.ts';
import type { CaseValue, Expr, IndexLoop, Stmt, Type, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import { resolveIntrinsic } from '../calls/intrinsic-calls.ts';
import type { Construct, Env } from '../context.ts';
import { reductionOperator } from '../cuda/reduction-operators.ts';
import { collect } from '../declarations/declare.ts';
import { finishSpecification } from '../declarations/specification.ts';
import { typeOf } from '../declarations/type-specs.ts';
import { indexScope } from '../expressions/constructors.ts';
import { int4 } from '../expressions/make.ts';
import { conformable } from '../expressions/operators.ts';
import { nameMeaning } from '../expressions/references.ts';
import { convert } from '../fold/fold.ts';
import { overlaps, sameGuard } from '../rules/selections.ts';
import { newScope, readyEntry } from '../scope.ts';
import { integer8, integerOf } from '../types.ts';
import { mentions } from '../walk-tree.ts';
import { associateVariable } from './associate.ts';
import { notDefinable } from './definable.ts';

type At = { readonly span: Span; readonly label: number | undefined };

export function at(s: { readonly span: Span; readonly label: tree.Label | undefined }): At {
  return { span: s.span, label: s.label?.value };
}

export function condition(env: Env, e: tree.Expression): Expr | undefined {
  const value = env.file.expression(env, e);
  if (!value) return undefined;
  if (value.type.base === 'logical' && value.rank === 0) return value;
  if (value.type.base !== 'integer' || value.rank > 0) return void env.file.report(controlErrors.conditionType(value));
  env.file.report(controlErrors.integerCondition(value));
  return resolveIntrinsic('btest', [{ value }, { value: int4(0, value.span) }], value.span, env.file.report);
}

/** The environment inside a construct, and the name that cycle and exit use. */
export function enter(
  env: Env,
  s: { readonly name: tree.Name | undefined },
  loop: boolean,
): { inner: Env; name: string } {
  const number = env.unit ? env.unit.nextConstruct++ : 0;
  const written = s.name?.text;
  const name = written === undefined ? `#${number}` : `${written}#${number}`;
  const construct: Construct = { outer: env.constructs, written, name, loop };
  return { inner: { ...env, constructs: construct }, name };
}

export function ifConstruct(env: Env, s: tree.IfConstruct): Stmt {
  const { inner: plain, name } = enter(env, s, false);
  const inner = guard(
    plain,
    s.arms.map((a) => a.condition),
  );
  const arms = s.arms.flatMap((arm) => {
    const c = condition(inner, arm.condition);
    const body = env.file.statements(inner, arm.body);
    return c ? [{ condition: c, body }] : [];
  });
  const otherwise = s.otherwise ? env.file.statements(inner, s.otherwise) : [];
  const made: Stmt = { kind: 'if', arms, otherwise, ...at(s) };
  if (!s.name) return made;
  return { kind: 'block', name, variables: [], body: [{ ...made, label: undefined }], ...at(s) };
}

export function ifStatement(env: Env, s: tree.IfStatement): Stmt | undefined {
  const c = condition(env, s.condition);
  const body = env.file.statements(guard(env, [s.condition]), [s.action]);
  return c && { kind: 'if', arms: [{ condition: c, body }], otherwise: [], ...at(s) };
}

const onDevice = new Set(['on_device']);

/** What stands under `if (on_device())`, or in its other arms, is for one side. */
function guard(env: Env, conditions: readonly tree.Expression[]): Env {
  if (env.side !== 'both' || env.guarded || !conditions.some((c) => mentions(c, onDevice))) return env;
  return { ...env, guarded: true };
}

export function arithmeticIf(env: Env, s: tree.ArithmeticIf): Stmt[] {
  const given = env.file.expression(env, s.value);
  if (!given) return [];
  if (given.type.base !== 'integer' && given.type.base !== 'real') {
    env.file.report(controlErrors.arithmeticIfType(given));
    return [];
  }
  // Asked for twice, evaluated once.
  const simple = given.kind === 'variable' || given.kind === 'constant';
  const held = simple ? undefined : madeVariable('value', given.type, s.span);
  const value: Expr = held ? { kind: 'variable', variable: held, type: given.type, rank: 0, span: s.span } : given;
  const zero = convert(int4(0, s.span), value.type);
  const test = (operator: 'lt' | 'eq'): Expr => ({
    kind: 'binary',
    operator,
    left: value,
    right: zero,
    type: { base: 'logical', kind: 4 },
    rank: 0,
    span: s.span,
  });
  const go = (target: tree.Label): Stmt[] => [{ kind: 'goto', target: target.value, span: s.span, label: undefined }];
  const arms = [
    { condition: test('lt'), body: go(s.negative) },
    { condition: test('eq'), body: go(s.zero) },
  ];
  const branch: Stmt = {
    kind: 'if',
    arms,
    otherwise: go(s.positive),
    span: s.span,
    label: held ? undefined : at(s).label,
  };
  if (!held) return [branch];
  return [{ kind: 'assign', to: value, value: given, transfer: false, ...at(s) }, branch];
}

// ---- loops ------------------------------------------------------------------------------------------------------

export function doLoop(env: Env, s: tree.Do): Stmt | undefined {
  const { control } = s;
  const { inner, name } = enter(env, s, true);
  if (!control)
    return { kind: 'do-while', name, condition: undefined, body: env.file.statements(inner, s.body), ...at(s) };
  switch (control.kind) {
    case 'while': {
      const c = condition(env, control.condition);
      const body = env.file.statements(inner, s.body);
      return c && { kind: 'do-while', name, condition: c, body, ...at(s) };
    }
    case 'counted': {
      const header = counted(env, control);
      const body = env.file.statements(inner, s.body);
      return header && { kind: 'do', name, ...header, body, ...at(s) };
    }
    default:
      return doConcurrent(inner, s, control, name);
  }
}

export function counted(env: Env, c: Extract<tree.LoopControl, { kind: 'counted' }>): IndexLoop | undefined {
  const index = loopVariable(env, c.variable);
  const from = env.file.expression(env, c.from);
  const to = env.file.expression(env, c.to);
  const step = c.step && env.file.expression(env, c.step);
  if (!index || !from || !to || (c.step && !step)) return undefined;
  for (const e of [from, to, step])
    if (e && (e.rank > 0 || (e.type.base !== 'integer' && e.type.base !== 'real')))
      return void env.file.report(controlErrors.loopBoundType(e));
  if (integerOf(step) === 0n) return void env.file.report(subscriptErrors.zeroStep(c.step?.span ?? c.span));
  const { type } = index;
  return { index, from: convert(from, type), to: convert(to, type), step: step && convert(step, type) };
}

export function loopVariable(env: Env, name: tree.Name): Variable | undefined {
  const found = env.file.expression(env, name);
  if (!found) return undefined;
  if (found.kind !== 'variable') return void env.file.report(nameErrors.notAVariable(name));
  const { variable } = found;
  if (variable.shape || (variable.type.base !== 'integer' && variable.type.base !== 'real'))
    return void env.file.report(controlErrors.loopVariableType(name, variable));
  const why = notDefinable(env, found);
  return why ? void env.file.report(assignmentErrors.notDefinable(found, why)) : variable;
}

/** New variables for the indices of forall and do concurrent, and their loops. */
export function indexLoops(
  env: Env,
  header: tree.IndexHeader,
): { inner: Env; indices: IndexLoop[]; mask: Expr | undefined } | undefined {
  let inner = env;
  const indices: IndexLoop[] = [];
  for (const r of header.indices) {
    const from = env.file.expression(env, r.from);
    const to = env.file.expression(env, r.to);
    const step = r.step && env.file.expression(env, r.step);
    if (!from || !to || (r.step && !step)) return undefined;
    for (const e of [from, to, step])
      if (e && (e.type.base !== 'integer' || e.rank > 0)) return void env.file.report(controlErrors.loopBoundType(e));
    const made = indexScope(inner, r.variable, header.type);
    inner = made.inner;
    const { index } = made;
    indices.push({
      index,
      from: convert(from, index.type),
      to: convert(to, index.type),
      step: step && convert(step, index.type),
    });
  }
  const mask = header.mask && condition(inner, header.mask);
  return header.mask && !mask ? undefined : { inner, indices, mask };
}

function doConcurrent(
  env: Env,
  s: tree.Do,
  control: Extract<tree.LoopControl, { kind: 'concurrent' }>,
  name: string,
): Stmt | undefined {
  const parts = concurrentParts(env, control);
  if (!parts) return undefined;
  const { inner, indices, mask, locals, reductions } = parts;
  const body = env.file.statements(inner, s.body);
  return { kind: 'do-concurrent', name, indices, mask, locals, reductions, body, ...at(s) };
}

type Concurrent = Extract<Stmt, { kind: 'do-concurrent' }>;

/** What the heading of `do concurrent` says. */
export function concurrentParts(
  env: Env,
  control: Extract<tree.LoopControl, { kind: 'concurrent' }>,
): (Pick<Concurrent, 'indices' | 'mask' | 'locals' | 'reductions'> & { readonly inner: Env }) | undefined {
  const loops = indexLoops(env, control.header);
  if (!loops) return undefined;
  const scope = newScope({ kind: 'block', parent: loops.inner.scope, prefix: loops.inner.scope.prefix });
  const inner: Env = { ...loops.inner, scope };
  const locals: Concurrent['locals'][number][] = [];
  const reductions: Concurrent['reductions'][number][] = [];
  for (const l of control.locality) {
    if (l.kind === 'default-none' || (l.kind === 'locality' && l.how === 'shared')) continue;
    for (const n of l.names) {
      if (l.kind === 'reduction') {
        const operator = reductionOperator(l.operator);
        const variable = env.file.expression(env, n);
        if (operator && variable) reductions.push({ operator, variable });
        continue;
      }
      const outer = loopless(env, n);
      if (!outer) continue;
      const own: Variable = { ...outer, storage: 'automatic', span: n.span };
      scope.names.set(n.text, readyEntry(inner, n.text, n.span, own));
      locals.push({ outer, inner: own, init: l.how === 'local_init' });
    }
  }
  return { inner, indices: loops.indices, mask: loops.mask, locals, reductions };
}

function loopless(env: Env, n: tree.Name): Variable | undefined {
  const meaning = nameMeaning(env, n.text);
  if (meaning?.kind === 'variable') return meaning;
  return void env.file.report(nameErrors.notAVariable(n));
}

export function jump(env: Env, s: tree.Cycle | tree.Exit): Stmt | undefined {
  const wanted = s.construct?.text;
  for (let c = env.constructs; c; c = c.outer) {
    const fits = wanted === undefined ? c.loop : c.written === wanted && (c.loop || s.kind === 'exit');
    if (fits && c.kernel && (s.kind === 'exit' || c.kernel === 'outer'))
      return void env.file.report(loopErrors.exitKernelLoop(s.kind, s.span));
    if (fits && c.kernel) return { kind: 'exit', name: c.name, ...at(s) };
    if (fits) return { kind: s.kind, name: c.name, ...at(s) };
  }
  return void env.file.report(controlErrors.noConstruct(s.kind, s.construct, s.span));
}

// ---- selections -------------------------------------------------------------------------------------------------

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

// ---- blocks -----------------------------------------------------------------------------------------------------

export function blockConstruct(env: Env, s: tree.BlockConstruct): Stmt {
  const { inner, name } = enter(env, s, false);
  const number = env.unit?.nextConstruct ?? 0;
  const scope = newScope({ kind: 'block', parent: inner.scope, prefix: `${inner.scope.prefix}.block${number}` });
  const inside: Env = { ...inner, scope };
  collect(inside, s.specification);
  finishSpecification(inside);
  const body = env.file.statements(inside, s.execution);
  return { kind: 'block', name, variables: scope.locals, body, ...at(s) };
}

export function associate(env: Env, s: tree.Associate): Stmt {
  const { inner, name } = enter(env, s, false);
  const scope = newScope({ kind: 'block', parent: inner.scope, prefix: inner.scope.prefix });
  const inside: Env = { ...inner, scope };
  const variables: Variable[] = [];
  for (const a of s.associations) {
    const value = env.file.expression(env, a.value);
    const itself = value?.kind === 'variable' && !changesLength(value.variable) ? value.variable : undefined;
    const known = itself ?? (value && associateVariable(inside, a.name, value, value.type));
    scope.names.set(a.name.text, readyEntry(inside, a.name.text, a.name.span, known ?? { kind: 'error' }));
    if (known && !itself) variables.push(known);
  }
  return { kind: 'associate', name, variables, body: env.file.statements(inside, s.body), ...at(s) };
}

/** Its name in `associate` is not allocatable: what is assigned to it takes the length that is there. */
function changesLength(v: Variable): boolean {
  return v.attributes.allocatable && v.type.base === 'character' && v.type.length.kind === 'deferred';
}

// ---- masks ------------------------------------------------------------------------------------------------------

export function where(env: Env, s: tree.Where): Stmt | undefined {
  const first = mask(env, s.mask);
  const body = env.file.statements(env, s.body);
  const rest = s.elsewhere.map((e) => ({
    mask: e.mask && mask(env, e.mask),
    written: e.mask !== undefined,
    body: env.file.statements(env, e.body),
  }));
  if (!first || rest.some((r) => r.written && !r.mask)) return undefined;
  for (const list of [body, ...rest.map((r) => r.body)]) whereShapes(env, first, list);
  return {
    kind: 'where',
    arms: [{ mask: first, body }, ...rest.map((r) => ({ mask: r.mask, body: r.body }))],
    ...at(s),
  };
}

export function whereStatement(env: Env, s: tree.WhereStatement): Stmt | undefined {
  const m = mask(env, s.mask);
  const body = env.file.statements(env, [s.action]);
  if (m) whereShapes(env, m, body);
  return m && { kind: 'where', arms: [{ mask: m, body }], ...at(s) };
}

function whereShapes(env: Env, m: Expr, body: readonly Stmt[]): void {
  for (const s of body)
    if (s.kind === 'assign' && (s.to.rank !== m.rank || !conformable(s.to, m)))
      env.file.report(controlErrors.whereRank(s.to, m));
}

function mask(env: Env, e: tree.Expression): Expr | undefined {
  const value = env.file.expression(env, e);
  if (!value) return undefined;
  if (value.type.base === 'logical' && value.rank > 0) return value;
  return void env.file.report(controlErrors.maskType(value));
}

export function forall(env: Env, s: tree.Forall | tree.ForallStatement): Stmt | undefined {
  const loops = indexLoops(env, s.header);
  if (!loops) return undefined;
  const body = env.file.statements(loops.inner, s.kind === 'forall' ? s.body : [s.action]);
  return { kind: 'forall', indices: loops.indices, mask: loops.mask, body, ...at(s) };
}
