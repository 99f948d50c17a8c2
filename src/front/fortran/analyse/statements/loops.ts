/** Loops, and what leaves them. */
import type { Span } from '../../../../base/source.ts';
import * as assignmentErrors from '../../errors/assignments.ts';
import * as controlErrors from '../../errors/control.ts';
import * as expressionErrors from '../../errors/expressions.ts';
import * as loopErrors from '../../errors/kernel-loops.ts';
import * as nameErrors from '../../errors/names.ts';
import * as openmpErrors from '../../errors/openmp.ts';
import * as subscriptErrors from '../../errors/subscripts.ts';
import type { Expr, IndexLoop, Stmt, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Construct, Env } from '../context.ts';
import { reductionOperator } from '../cuda/reduction-operators.ts';
import { indexScope } from '../expressions/constructors.ts';
import { convert } from '../fold/fold.ts';
import { localityProblems, unnamedVariables } from '../rules/localities.ts';
import { newScope, readyEntry } from '../scope.ts';
import { integerOf } from '../types.ts';
import { at, condition, enter } from './construct.ts';
import { notDefinable } from './definable.ts';
import { localVariable } from './local-variable.ts';

export function doLoop(env: Env, s: tree.Do): Stmt | readonly Stmt[] | undefined {
  const { control } = s;
  if (control?.kind === 'concurrent' && env.file.options.stdpar && env.side === 'host' && !env.kernelLoop)
    return env.file.concurrentOnDevice(env, s, control);
  const { inner, name } = enter(env, s, true, control?.kind === 'concurrent' ? s.heading : undefined);
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
  const { type } = index;
  const bound = (e: Expr): Expr => convert(e, type, (t) => env.file.report(expressionErrors.trouble(t, e.span)));
  const by = step && bound(step);
  if (integerOf(by) === 0n) return void env.file.report(subscriptErrors.zeroStep(c.step?.span ?? c.span));
  return { index, from: bound(from), to: bound(to), step: by };
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
  for (const [i, r] of header.indices.entries()) {
    const before = header.indices.find((o, j) => j < i && o.variable.text === r.variable.text);
    if (before) env.file.report(controlErrors.indexTwice(r.variable, before.variable.span));
    const from = env.file.expression(env, r.from);
    const to = env.file.expression(env, r.to);
    const step = r.step && env.file.expression(env, r.step);
    if (!from || !to || (r.step && !step)) return undefined;
    for (const e of [from, to, step])
      if (e && (e.type.base !== 'integer' || e.rank > 0)) return void env.file.report(controlErrors.loopBoundType(e));
    if (step && integerOf(step) === 0n) return void env.file.report(subscriptErrors.zeroStep(step.span));
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
  for (const d of localityProblems(control)) env.file.report(d);
  const body = env.file.statements(inner, s.body);
  for (const d of unnamedVariables(control, body, s.span)) env.file.report(d);
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
      const outer = outsideVariable(env, n);
      if (!outer) continue;
      const own = localVariable(env, outer, n.span);
      scope.names.set(n.text, readyEntry(inner, n.text, n.span, own));
      locals.push({ outer, inner: own, init: l.how === 'local_init' });
    }
  }
  return { inner, indices: loops.indices, mask: loops.mask, locals, reductions };
}

/** The variable outside of the loop, which may be typed implicitly here. */
function outsideVariable(env: Env, n: tree.Name): Variable | undefined {
  const found = env.file.expression(env, n);
  if (found?.kind === 'variable') return found.variable;
  return found && void env.file.report(nameErrors.notAVariable(n));
}

export function jump(env: Env, s: tree.Cycle | tree.Exit): Stmt | undefined {
  const wanted = s.construct?.text;
  let left: Span | undefined;
  let region: Construct['region'];
  for (let c = env.constructs; c; c = c.outer) {
    const fits = wanted === undefined ? c.loop : c.written === wanted && (c.loop || s.kind === 'exit');
    if (fits && c.kernel && (s.kind === 'exit' || c.kernel === 'outer'))
      return void env.file.report(loopErrors.exitKernelLoop(s.kind, s.span));
    if (fits && c.kernel) return { kind: 'exit', name: c.name, ...at(s) };
    if (c.region) region ??= c.region;
    if (fits && region)
      return void env.file.report(openmpErrors.leavesRegion(s.kind, region.directive, s.span, region.at));
    if (c.concurrent && (!fits || s.kind === 'exit')) left ??= c.concurrent;
    if (fits && left) return void env.file.report(controlErrors.leavesConcurrent(s.kind, s.span, left));
    if (fits) return { kind: s.kind, name: c.name, ...at(s) };
  }
  return void env.file.report(controlErrors.noConstruct(s.kind, s.construct, s.span));
}
