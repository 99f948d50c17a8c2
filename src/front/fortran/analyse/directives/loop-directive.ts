/** `!$acc loop` and the loop part of combined directives: the loop, with what its clauses say. */
import * as directiveErrors from '../../errors/directives.ts';
import * as loopErrors from '../../errors/kernel-loops.ts';
import type { BinaryOp, Expr, ReductionInfo, SharedLoop, Stmt, Type } from '../../program.ts';
import type * as tree from '../../tree.ts';
import { substitute } from '../calls/substitute.ts';
import type { Env } from '../context.ts';
import { reducible, reductionOperator } from '../cuda/reduction-operators.ts';
import { int4, variableExpr } from '../expressions/make.ts';
import { convert } from '../fold/fold.ts';
import { readyEntry } from '../scope.ts';
import { mapStatements } from '../statements/map-statements.ts';
import { integerOf, logical4, rankOf } from '../types.ts';
import { arraySum, isArraySum, withArraySums } from './array-sums.ts';
import { designators, rootOf } from './map-entries.ts';
import { type Own, ownVariables, withOwn } from './own-variables.ts';
import { onlyLoop } from './shared-loops.ts';

type Do = Extract<Stmt, { kind: 'do' }>;

/** `extra`: what the model says of the loop without a clause. */
export function loopDirective(
  env: Env,
  clauses: readonly tree.Clause[],
  body: tree.Block,
  span: tree.Directive['span'],
  extra: Partial<SharedLoop> = {},
): readonly Stmt[] {
  const loop = loopIn(body);
  if (!loop) return env.file.statements(env, body);
  // OpenMP lets statements stand between the loops; OpenACC does not.
  const collapse = collapseOf(env, clauses, loop, extra.independent === true);
  const all = reductionsOf(env, clauses);
  // On the host, and in procedures of the device, one thread does it all.
  const sums = env.kernelLoop ? all.filter(isArraySum).flatMap((r) => arraySum(env, r) ?? []) : [];
  const reductions = all.filter((r) => !isArraySum(r));
  const indices = new Set([...(env.offload?.indices ?? []), ...indexNames(loop, collapse)]);
  const own = ownVariables(
    env,
    clauses.map((c) => withoutNames(c, indices)),
    ['private', 'firstprivate', 'lastprivate', 'local'],
    body,
  );
  for (const { own: v } of sums) own.scope.names.set(v.name, readyEntry(env, v.name, v.span, v));
  const inner: Env = { ...env, scope: own.scope, ...(env.offload && { offload: { ...env.offload, indices } }) };
  const made = env.file.statements(inner, body);
  const has = (name: string): boolean => clauses.some((c) => c.name === name);
  const shared: SharedLoop = {
    gang: has('gang') || has('parallel'),
    worker: has('worker'),
    vector: has('vector'),
    seq: has('seq') || has('host'),
    auto: has('auto'),
    independent: has('independent'),
    collapse,
    reductions,
    ...extra,
  };
  const change = (b: readonly Stmt[], loops: readonly Do[]): readonly Stmt[] =>
    withOwn(own, followed(b, loops, lastValues(env, clauses, own, loops)), span);
  const loops = made.map((s) => (s.kind === 'do' ? { ...ownInside(s, collapse, [], own.outside, change), shared } : s));
  return withArraySums(sums, loops);
}

/** The statements and what comes after them, which `cycle` does not skip. */
function followed(body: readonly Stmt[], loops: readonly Do[], after: readonly Stmt[]): readonly Stmt[] {
  const [first] = after;
  if (!first) return body;
  const name = `#iteration${first.span.from}`;
  const ends = mapStatements(body, (s) =>
    s.kind === 'cycle' && loops.some((l) => l.name === s.name) ? { ...s, kind: 'exit', name } : s,
  );
  return [{ kind: 'block', name, variables: [], body: ends, span: first.span, label: undefined }, ...after];
}

/** `lastprivate`: the last iteration hands its values on. */
function lastValues(env: Env, clauses: readonly tree.Clause[], own: Own, loops: readonly Do[]): readonly Stmt[] {
  const lasts = clauses.filter((c) => c.name === 'lastprivate').flatMap((c) => designators(env, c));
  const body = lasts.flatMap((to): Stmt[] => {
    const outer = rootOf(to);
    const inner = own.variables.find((v) => v.name === outer?.name);
    if (!outer || !inner || loops.some((l) => l.index === inner)) return [];
    const value = variableExpr(inner, rankOf(inner.shape), to.span);
    return [{ kind: 'assign', to, value, transfer: false, span: to.span, label: undefined }];
  });
  const [first] = body;
  if (!first) return [];
  const isLast = loops.map(isLastOf).reduce((left, right) => binary('and', left, right, logical4));
  return [{ kind: 'if', arms: [{ condition: isLast, body }], otherwise: [], span: first.span, label: undefined }];
}

/** No step leads to another iteration: `(to - i) / step == 0`. */
function isLastOf({ index, to, step, span }: Do): Expr {
  const { type } = index;
  const left = binary('subtract', convert(to, type), variableExpr(index, 0, span), type);
  const steps = step ? binary('divide', left, convert(step, type), type) : left;
  return binary('eq', steps, convert(int4(0, span), type), logical4);
}

function binary(operator: BinaryOp, left: Expr, right: Expr, type: Type): Expr {
  return { kind: 'binary', operator, left, right, type, rank: 0, span: left.span };
}

/** The loop that a directive governs; directives of loops may stand between. */
function loopIn(body: tree.Block): tree.Do | undefined {
  const s = body.find((x) => x.kind === 'do' || x.kind === 'directive');
  if (s?.kind === 'directive') return loopIn(s.body);
  return s?.kind === 'do' ? s : undefined;
}

function collapseOf(env: Env, clauses: readonly tree.Clause[], loop: tree.Do, imperfect: boolean): number {
  const clause = clauses.find((c) => c.name === 'collapse');
  const tile = clauses.find((c) => c.name === 'tile');
  const value = clause?.items[0]?.value;
  const wanted = tile
    ? tile.items.length
    : value && value.kind !== 'star' && value.kind !== 'common-name'
      ? Number(integerOf(env.file.expression(env, value)) ?? 1n)
      : 1;
  const found = nestDepth(loop, wanted);
  if (found < wanted && !imperfect)
    env.file.report(directiveErrors.collapseDepth((clause ?? tile)!.span, wanted, found));
  return Math.max(1, Math.min(wanted, found));
}

function nestDepth(loop: tree.Do, wanted: number): number {
  if (wanted <= 1) return 1;
  const inner = innerLoop(loop);
  return inner ? 1 + nestDepth(inner, wanted - 1) : 1;
}

function innerLoop(loop: tree.Do): tree.Do | undefined {
  const real = loop.body.filter((s) => s.kind !== 'continue');
  return real.length === 1 && real[0] ? loopIn([real[0]]) : undefined;
}

function indexNames(loop: tree.Do, depth: number): Set<string> {
  const names = new Set<string>();
  let at: tree.Do | undefined = loop;
  for (let k = 0; k < depth && at; k++) {
    if (at.control?.kind === 'counted') names.add(at.control.variable.text);
    at = innerLoop(at);
  }
  return names;
}

function withoutNames(c: tree.Clause, names: ReadonlySet<string>): tree.Clause {
  if (!/private/.test(c.name)) return c;
  return { ...c, items: c.items.filter((i) => i.value.kind !== 'name' || !names.has(i.value.text)) };
}

/** The loop, and those that alone stand in it, with the bounds that it has outside: nothing has changed them before. */
export function boundsFrom(outside: Own['outside'], s: Do): Do {
  if (outside.size === 0) return s;
  const inner = onlyLoop(s.body);
  const body = inner ? s.body.map((x) => (x === inner ? boundsFrom(outside, inner) : x)) : s.body;
  return { ...withBounds(outside, s), body };
}

function withBounds(outside: Own['outside'], s: Do): Do {
  const given = (e: Expr): Expr => substitute(e, outside);
  return { ...s, from: given(s.from), to: given(s.to), step: s.step && given(s.step) };
}

/** Changes the body of the innermost of `depth` loops, whose bounds are those of the variables outside. */
function ownInside(
  s: Do,
  depth: number,
  around: readonly Do[],
  outside: Own['outside'],
  change: (body: readonly Stmt[], loops: readonly Do[]) => readonly Stmt[],
): Do {
  const loop = withBounds(outside, s);
  const loops = [...around, loop];
  if (depth <= 1) return { ...loop, body: change(s.body, loops) };
  return { ...loop, body: s.body.map((x) => (x.kind === 'do' ? ownInside(x, depth - 1, loops, outside, change) : x)) };
}

export function reductionsOf(env: Env, clauses: readonly tree.Clause[]): ReductionInfo[] {
  return clauses.flatMap((c) => {
    if (c.name !== 'reduction' && c.name !== 'in_reduction') return [];
    const operator = reductionOperator(c.operator ?? '');
    if (!operator) {
      env.file.report(loopErrors.unknownReduction(c.operator ?? '', c.span));
      return [];
    }
    return c.items.flatMap((i) => {
      if (i.value.kind === 'star' || i.value.kind === 'common-name') return [];
      const variable = env.file.expression(env, i.value);
      return variable ? reductionOf(env, operator, c, variable) : [];
    });
  });
}

function reductionOf(env: Env, operator: ReductionInfo['operator'], c: tree.Clause, variable: Expr): ReductionInfo[] {
  if (reducible(operator, variable.type)) return [{ operator, variable }];
  const name = { kind: 'name', text: '', span: variable.span } as const;
  env.file.report(loopErrors.reductionType(c.operator ?? '', name, variable.type));
  return [];
}
