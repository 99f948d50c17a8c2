/**
 * Loops whose iterations threads of the host share though no directive says so: `do concurrent` (-stdpar=multicore), and counted loops of which it is known that no iteration
 * needs another one (-Mconcur).
 */
import { loopSchedules } from '../../../../library/runtime-calls.ts';
import { bodiesOf } from '../../bodies-of.ts';
import { parallelLoop } from '../../errors/openmp.ts';
import { initialOfLocal } from '../../initial-of-local.ts';
import type { BinaryOp, Expr, IndexLoop, OwnVariable, ReductionInfo, Stmt, Variable } from '../../program.ts';
import type { Env } from '../context.ts';
import { isArraySum } from '../directives/array-sums.ts';
import { int8, variableExpr } from '../expressions/make.ts';
import { combined, neutral } from '../expressions/reduction-values.ts';
import { convert } from '../fold/fold.ts';
import { integer8, logical4 } from '../types.ts';
import { type Divided, divided } from './independent.ts';

type Spreading = { readonly concurrent: boolean; readonly loops: 'none' | 'outer' | 'all' };

export function spread(env: Env, list: readonly Stmt[], how: Spreading): readonly Stmt[] {
  const go = (body: readonly Stmt[]): readonly Stmt[] => body.flatMap(one);
  const one = (s: Stmt): readonly Stmt[] => {
    if (s.kind === 'team' || s.kind === 'kernel-loop' || s.kind === 'mapped') return [s];
    // Arrays that are reduced stay with one thread.
    if (s.kind === 'do-concurrent') return how.concurrent && !s.reductions.some(isArraySum) ? [concurrent(s)] : [s];
    if (s.kind === 'do' && how.loops !== 'none') {
      const found = divided(env, s, list, how.loops === 'all');
      if (found) return counted(env, s, found);
    }
    return [withBodies(s, go)];
  };
  return go(list);
}

function withBodies(s: Stmt, go: (body: readonly Stmt[]) => readonly Stmt[]): Stmt {
  if (bodiesOf(s).length === 0) return s;
  switch (s.kind) {
    case 'if':
      return { ...s, arms: s.arms.map((a) => ({ ...a, body: go(a.body) })), otherwise: go(s.otherwise) };
    case 'do':
    case 'do-while':
    case 'block':
    case 'associate':
      return { ...s, body: go(s.body) };
    case 'select-case':
      return { ...s, cases: s.cases.map((c) => ({ ...c, body: go(c.body) })) };
    case 'select-type':
      return { ...s, cases: s.cases.map((c) => ({ ...c, body: go(c.body) })) };
    default:
      return s;
  }
}

// ---- do concurrent ----------------------------------------------------------------------------------------------

type Concurrent = Extract<Stmt, { readonly kind: 'do-concurrent' }>;

function concurrent(s: Concurrent): Stmt {
  const { span } = s;
  const set = s.locals.filter((l) => l.init).map((l) => initialOfLocal(l.inner, l.outer, span));
  const masked: readonly Stmt[] = s.mask
    ? [{ kind: 'if', arms: [{ condition: s.mask, body: s.body }], otherwise: [], span, label: undefined }]
    : s.body;
  const inner: Stmt = {
    kind: 'block',
    name: `${s.name}.locals`,
    variables: s.locals.map((l) => l.inner),
    body: [...set, ...masked],
    span,
    label: undefined,
  };
  const plain = s.locals.length === 0 ? masked : [inner];
  // The first index runs fastest, as along a column.
  const loops = [...s.indices].reverse();
  return region(s, loops, plain, {
    name: s.name,
    reductions: s.reductions,
    privates: s.indices.map((i) => i.index),
    last: [],
  }).run;
}

// ---- counted loops ----------------------------------------------------------------------------------------------

function counted(env: Env, s: Extract<Stmt, { readonly kind: 'do' }>, found: Divided): readonly Stmt[] {
  const { span } = s;
  const own = new Map([...found.lasts].map((v) => [v, { ...v }] as const));
  const last = [...own].map(([v, outside]) => assign(outside, variableExpr(v, 0, span)));
  const { run, least } = region(s, [s], found.body, {
    name: s.name,
    reductions: found.reductions,
    privates: [s.index, ...found.privates],
    last,
    outside: own,
  });
  env.file.report(parallelLoop(span, least));
  // Behind it the index is where the loop has left it.
  const steps = max0(trips(s), span);
  const end = binary('add', wide(s.from), binary('multiply', steps, s.step ? wide(s.step) : int8(1, span)));
  return [run, assign(s.index, convert(end, s.index.type))];
}

// ---- what both are ----------------------------------------------------------------------------------------------

type Region = {
  readonly name: string;
  readonly reductions: readonly ReductionInfo[];
  readonly privates: readonly Variable[];
  readonly last: readonly Stmt[];
  /** What stands for variables of the procedure around, where the region has its own of the name. */
  readonly outside?: ReadonlyMap<Variable, Variable>;
};

function region(
  s: Stmt,
  loops: readonly IndexLoop[],
  body: readonly Stmt[],
  of: Region,
): { readonly run: Stmt; readonly least: number } {
  const { span } = s;
  const here = { span, label: undefined };
  const own: OwnVariable[] = of.privates.map((variable) => ({ variable, outside: of.outside?.get(variable) }));
  const before: Stmt[] = [];
  const combine: Stmt[] = [];
  for (const r of of.reductions) {
    const variable = r.place?.local ?? (r.variable.kind === 'variable' ? r.variable.variable : undefined);
    if (!variable) continue;
    const { type } = variable;
    before.push(assign(variable, neutral(r.operator, type, span)));
    if (r.place) {
      own.push({ variable, outside: undefined });
      combine.push(r.place.finish);
      continue;
    }
    const outside = { ...variable };
    own.push({ variable, outside });
    const [a, b] = [variableExpr(outside, 0, span), variableExpr(variable, 0, span)];
    combine.push(assign(outside, combined(r.operator, a, b)));
  }
  const shared: Stmt = {
    kind: 'team',
    act: {
      how: 'loop',
      name: of.name,
      loops,
      schedule: loopSchedules.indexOf('static'),
      chunk: undefined,
      ordered: false,
      last: of.last,
    },
    body,
    ...here,
  };
  const alone: readonly Stmt[] =
    combine.length > 0 ? [{ kind: 'team', act: { how: 'alone', lock: 'reduction' }, body: combine, ...here }] : [];
  const least = leastTrips(body);
  const all = loops.map(trips).reduce((a, b) => binary('multiply', a, b));
  const condition: Expr = {
    kind: 'binary',
    operator: 'ge',
    left: all,
    right: int8(least, span),
    type: logical4,
    rank: 0,
    span,
  };
  const act = { how: 'run', threads: undefined, condition, own } as const;
  return { run: { kind: 'team', act, body: [...before, shared, ...alone], ...here }, least };
}

/** So many simple statements are worth waking other threads for. */
const worth = 20_000;
const turnsOfLoop = 30;

function leastTrips(body: readonly Stmt[]): number {
  return Math.max(2, Math.ceil(worth / Math.max(1, weight(body))));
}

function weight(list: readonly Stmt[]): number {
  let sum = 0;
  for (const s of list) {
    const inside = bodiesOf(s).reduce((n, b) => n + weight(b), 0);
    const isLoop = s.kind === 'do' || s.kind === 'do-while' || s.kind === 'do-concurrent';
    const isArray = s.kind === 'assign' && s.to.rank > 0;
    sum += s.kind === 'call' ? 50 : 2 * (isArray ? turnsOfLoop : 1) + (isLoop ? turnsOfLoop * inside : inside);
  }
  return sum;
}

function assign(v: Variable, value: Expr): Stmt {
  const { span } = value;
  return { kind: 'assign', to: variableExpr(v, value.rank, span), value, transfer: false, span, label: undefined };
}

function wide(e: Expr): Expr {
  return convert(e, integer8);
}

function binary(operator: BinaryOp, left: Expr, right: Expr): Expr {
  return { kind: 'binary', operator, left, right, type: left.type, rank: 0, span: left.span };
}

function trips(l: IndexLoop): Expr {
  const step = l.step ? wide(l.step) : int8(1, l.from.span);
  return binary('divide', binary('add', binary('subtract', wide(l.to), wide(l.from)), step), step);
}

function max0(e: Expr, span: Expr['span']): Expr {
  return { kind: 'intrinsic', name: 'max', args: [e, int8(0, span)], type: integer8, rank: 0, span };
}
