/** `!$cuf kernel do`: the loops that become the grid, and which scalars are reduced or private. */

import { bodiesOf } from '../../bodies-of.ts';
import * as controlErrors from '../../errors/control.ts';
import * as loopErrors from '../../errors/kernel-loops.ts';
import * as launchErrors from '../../errors/launches.ts';
import { notSupported } from '../../errors/message.ts';
import { initialOfLocal } from '../../initial-of-local.ts';
import type { Expr, IndexLoop, ReductionInfo, Stmt } from '../../program.ts';
import type * as tree from '../../tree.ts';
import { launchNumber, sharedBytes } from '../calls/call-statements.ts';
import type { Env } from '../context.ts';
import { isBroken } from '../declarations/incomplete.ts';
import { constantInteger } from '../declarations/type-specs.ts';
import { convert } from '../fold/fold.ts';
import { at, enter } from '../statements/construct.ts';
import { concurrentParts, counted } from '../statements/loops.ts';
import { integer4, integer8 } from '../types.ts';
import { mentions } from '../walk-tree.ts';
import { checkCarried } from './carried-dependence.ts';
import { heldArrays, tellHeldArrays } from './held-arrays.ts';
import { reducible, reductionOperator } from './reduction-operators.ts';
import { reductionsAndPrivates } from './reductions.ts';

export function kernelLoop(env: Env, s: tree.KernelLoop): Stmt | undefined {
  const { directive } = s;
  if (!env.file.options.cuda) return undefined;
  if (env.side === 'device') return void env.file.report(loopErrors.kernelLoopInDeviceCode(directive.span));
  if (env.kernelLoop) return void env.file.report(loopErrors.kernelLoopNested(directive.span));
  // Without its `end do` it seems to hold what follows.
  if (isBroken(env, s.loop.heading)) return undefined;
  const depth = directive.loops ? constantInteger(env, directive.loops, 'the number of loops') : 1n;
  if (depth === undefined) return undefined;
  if (depth < 1n) return void env.file.report(loopErrors.loopDepth(directive.span));
  if (s.loop.control?.kind === 'concurrent') return concurrentKernel(env, s, s.loop.control, Number(depth));
  const nest = collectNest(env, s.loop, Number(depth));
  if (!nest) return undefined;
  const launch = launchOf(env, directive);
  const explicit = explicitReductions(env, directive);
  const inner = nest.env;
  const indices = nest.loops.map((l) => l.index);
  const held = heldArrays(env.scope, nest.body, indices);
  const body = turn(inner, env.file.statements({ ...inner, kernelLoop: true, heldArrays: held }, nest.body), s);
  if (!launch || !explicit || nest.loops.length < Number(depth)) return undefined;
  const { reduced, ...found } = reductionsAndPrivates(env, body, indices, explicit);
  if (!tellHeldArrays(env, held, reduced)) return undefined;
  checkCarried(env, nest.loops, found.body);
  return { kind: 'kernel-loop', loops: nest.loops, ...launch, ...found, ...at(s) };
}

/** `do concurrent`: all its indices count the threads, the first the fastest. */
function concurrentKernel(
  env: Env,
  s: tree.KernelLoop,
  control: Extract<tree.LoopControl, { kind: 'concurrent' }>,
  depth: number,
): Stmt | undefined {
  const parts = concurrentParts(env, control);
  if (parts && parts.indices.length < depth)
    return void env.file.report(loopErrors.concurrentNotDeep(s.loop.heading, depth, parts.indices.length));
  const launch = launchOf(env, s.directive);
  const explicit = explicitReductions(env, s.directive);
  const array = parts?.locals.find((l) => l.inner.shape);
  if (array)
    return void env.file.report(notSupported('arrays in local or local_init of a CUF kernel', array.inner.span));
  if (!parts || !launch || !explicit) return undefined;
  const inner = enterKernel(parts.inner, s.loop, true);
  const set = parts.locals.filter((l) => l.init).map((l) => initialOfLocal(l.inner, l.outer, s.directive.span));
  const loops = [...parts.indices].reverse();
  const indices = loops.map((l) => l.index);
  const held = heldArrays(env.scope, s.loop.body, indices);
  const all = env.file.statements({ ...inner, kernelLoop: true, heldArrays: held }, s.loop.body);
  const masked: Stmt[] = parts.mask
    ? [{ kind: 'if', arms: [{ condition: parts.mask, body: all }], otherwise: [], ...at(s) }]
    : all;
  const { reduced, ...found } = reductionsAndPrivates(env, turn(inner, [...set, ...masked], s), indices, [
    ...explicit,
    ...parts.reductions,
  ]);
  if (!tellHeldArrays(env, held, reduced)) return undefined;
  const privates = [...new Set([...found.privates, ...parts.locals.map((l) => l.inner)])];
  return { kind: 'kernel-loop', loops, ...launch, ...found, privates, ...at(s) };
}

/** Each turn begins with the value from outside. */
type Nest = { readonly loops: IndexLoop[]; readonly body: tree.Block; readonly env: Env };

/** The outermost `depth` loops, each directly inside the one before. */
function collectNest(env: Env, first: tree.Do, depth: number): Nest | undefined {
  const loops: IndexLoop[] = [];
  let loop = first;
  let inner = env;
  const before: tree.Assignment[] = [];
  const set = new Set<string>();
  const outer = new Set<string>();
  for (let level = 1; ; level++) {
    if (loop.control?.kind !== 'counted') return void env.file.report(loopErrors.kernelLoopControl(loop.heading));
    const header = counted(env, loop.control);
    if (!header) return undefined;
    if (header.index.type.base !== 'integer')
      return void env.file.report(controlErrors.loopVariableType(loop.control.variable, header.index));
    loops.push(header);
    inner = enterKernel(inner, loop, level === depth);
    if (level === depth) return { loops, body: [...before, ...loop.body], env: inner };
    const next = innerLoop(loop.body);
    if (!next) return void env.file.report(loopErrors.nestNotTight(loop.heading, depth, level, loop.body));
    for (const x of next.before) {
      before.push(x);
      if (x.target.kind === 'name') set.add(x.target.text);
    }
    if (next.loop.control?.kind === 'counted' && readsAny(next.loop.control, set))
      return void env.file.report(loopErrors.nestNotTight(loop.heading, depth, level, next.before));
    outer.add(loop.control.variable.text);
    const { control } = next.loop;
    if (control?.kind === 'counted' && readsAny(control, outer))
      return void env.file.report(loopErrors.nestNotRectangular(next.loop.heading, control.variable, level));
    loop = next.loop;
  }
}

/** The only loop of a body; scalars may be set before it, which each turn does for itself. */
function innerLoop(body: tree.Block): { before: tree.Assignment[]; loop: tree.Do } | undefined {
  const before: tree.Assignment[] = [];
  let loop: tree.Do | undefined;
  for (const s of body) {
    if (s.kind === 'continue') continue;
    if (s.kind === 'do' && !loop) loop = s;
    else if (s.kind === 'assignment' && !loop && setsScalar(s)) before.push(s);
    else return undefined;
  }
  return loop && { before, loop };
}

/** `s = x` where x does not read s. */
function setsScalar(s: tree.Assignment): boolean {
  return s.target.kind === 'name' && !mentions(s.value, new Set([s.target.text]));
}

/** Do the bounds of a loop depend on what is set inside the loops around it? */
function readsAny(c: Extract<tree.LoopControl, { kind: 'counted' }>, names: ReadonlySet<string>): boolean {
  return mentions(c.from, names) || mentions(c.to, names) || (c.step !== undefined && mentions(c.step, names));
}

function enterKernel(env: Env, loop: tree.Do, innermost: boolean): Env {
  const { inner } = enter(env, loop, true);
  if (!inner.constructs) return inner;
  return { ...inner, constructs: { ...inner.constructs, kernel: innermost ? 'innermost' : 'outer' } };
}

/** `cycle` of the innermost loop leaves a block around its body. */
function turn(inner: Env, body: Stmt[], s: tree.KernelLoop): Stmt[] {
  const name = inner.constructs?.name;
  if (name === undefined || !leaves(body, name)) return body;
  return [{ kind: 'block', name, variables: [], body, span: s.span, label: undefined }];
}

function leaves(list: readonly Stmt[], name: string): boolean {
  return list.some((s) => (s.kind === 'exit' && s.name === name) || bodiesOf(s).some((b) => leaves(b, name)));
}

type LaunchParts = Pick<Extract<Stmt, { kind: 'kernel-loop' }>, 'grid' | 'block' | 'shared' | 'stream'>;

function launchOf(env: Env, d: tree.CufKernel): LaunchParts | undefined {
  const grid = d.grid ? extents(env, d.grid, 'grid') : ['star' as const];
  const block = d.block ? extents(env, d.block, 'block') : ['star' as const];
  const shared = d.shared && sharedBytes(env, d.shared);
  const stream = d.stream && launchNumber(env, d.stream, 'the stream', integer8);
  if (!grid || !block || (d.shared && !shared) || (d.stream && !stream)) return undefined;
  return { grid, block, shared, stream };
}

function extents(env: Env, shape: tree.LaunchShape, what: 'grid' | 'block'): (Expr | 'star')[] | undefined {
  const list = shape.kind === 'extents' ? shape.extents : [shape];
  const done: (Expr | 'star')[] = [];
  for (const e of list) {
    const value = e.kind === 'star' ? 'star' : env.file.expression(env, e);
    if (!value) return undefined;
    if (value !== 'star' && value.type.base === 'derived' && value.type.type.name === 'dim3' && list.length === 1)
      return dim3Parts(value);
    if (value !== 'star' && (value.type.base !== 'integer' || value.rank > 0))
      return void env.file.report(launchErrors.launchExtentType(what, value));
    done.push(value === 'star' ? value : convert(value, integer4));
  }
  return done;
}

/** x, y and z of a dim3. */
function dim3Parts(value: Expr): Expr[] | undefined {
  if (value.type.base !== 'derived') return undefined;
  return value.type.type.components.map((component) => ({
    kind: 'part',
    base: value,
    component,
    type: component.type,
    rank: 0,
    span: value.span,
  }));
}

function explicitReductions(env: Env, d: tree.CufKernel): ReductionInfo[] | undefined {
  const done: ReductionInfo[] = [];
  for (const r of d.reductions) {
    const operator = reductionOperator(r.operator);
    if (!operator) return void env.file.report(loopErrors.unknownReduction(r.operator, r.span));
    for (const n of r.names) {
      const variable = env.file.expression(env, n);
      if (!variable) return undefined;
      if (variable.rank > 0) return void env.file.report(loopErrors.reductionOfArray(n));
      if (!reducible(operator, variable.type))
        return void env.file.report(loopErrors.reductionType(r.operator, n, variable.type));
      done.push({ operator, variable });
    }
  }
  return done;
}
