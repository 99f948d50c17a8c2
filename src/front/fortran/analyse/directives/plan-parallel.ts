/** Kernels of `parallel`: its loops are shared among gangs, what stands around them is done by each gang. A gang is a thread here: its workers and vector lanes are iterations in turn. */
import type { Span } from '../../../../base/source.ts';
import { bodiesOf } from '../../bodies-of.ts';
import { madeVariable } from '../../made-variable.ts';
import { deviceDataIn } from '../../placement.ts';
import type { Expr, IndexLoop, ReductionInfo, Stmt, Variable } from '../../program.ts';
import type { Env } from '../context.ts';
import { reductionsAndPrivates } from '../cuda/reductions.ts';
import { int4, variableExpr } from '../expressions/make.ts';
import { convert } from '../fold/fold.ts';
import { mapStatements } from '../statements/map-statements.ts';
import { integer4, integerOf } from '../types.ts';
import { events, someInside } from '../walk-program.ts';
import { tellGangs, tellKernel, type Words } from './account.ts';
import { boundsFrom } from './loop-directive.ts';
import type { Own } from './own-variables.ts';
import { gangBody, lanesFor, tripCount } from './plan-gangs.ts';
import { type Do, gangLoop, isFixed, isSharedLoop, onlyLoop } from './shared-loops.ts';

export type Sizes = {
  readonly gangs: Expr | undefined;
  readonly vector: Expr | undefined;
  readonly queue: Expr | undefined;
  /** For what is told of kernels. */
  readonly words?: Words;
  readonly registers?: ReadonlySet<string>;
  /** OpenMP's teams: who asks for the number of a team or thread runs one thread in each team. */
  readonly teams?: true;
  /** Scalars of the host that may be reduced without a clause that says so; all where nothing stands here. */
  readonly mayReduce?: (v: Variable) => boolean;
};
type Parts = {
  readonly reductions: readonly ReductionInfo[];
  /** Variables that each gang has for itself, around its statements. */
  readonly wrap: (list: readonly Stmt[]) => readonly Stmt[];
  /** What those variables are outside. */
  readonly outside: Own['outside'];
  readonly sizes: Sizes;
};

/** Where a construct does not say how many gangs there are, and has loops to share among them. */
const usualGangs = 256;

export function planParallel(env: Env, at: Span, body: readonly Stmt[], parts: Parts): readonly Stmt[] {
  const real = body.filter((s) => s.kind !== 'continue');
  const loops = real.filter(isSharedLoop);
  const owns = parts.wrap([]).length > 0;
  if (parts.sizes.teams && real.some(asksWho)) return [teamKernel(env, at, real, parts)];
  const simple =
    loops.length === real.length && loops.length > 0 && (loops.length === 1 || !(owns || parts.reductions.length > 0));
  if (simple) return loops.map((l) => nestKernel(env, at, boundsFrom(parts.outside, l), parts));
  return [blockKernel(env, at, real, parts) ?? gangKernel(env, at, real, parts)];
}

/** One kernel whose threads take the iterations of the loop, and of those directly inside it. */
function nestKernel(env: Env, at: Span, loop: Do, parts: Parts): Stmt {
  const { loops, nest, body, reductions } = nestOf(loop);
  const asBlocks = sharesLanes(loop, body) ? blockKernel(env, loop.span, [loop], parts) : undefined;
  if (asBlocks) return asBlocks;
  const made = kernel(env, loop.span, loops, parts.wrap(body), [...parts.reductions, ...reductions], parts.sizes);
  tellKernel(env, at, made, nest, 'acc', { parallelizable: false, vector: numberOf(parts.sizes.vector) });
  return made;
}

/** Are there loops in it for workers or vectors, which do not share its own iterations already? */
function sharesLanes({ shared }: Do, body: readonly Stmt[]): boolean {
  if (shared?.worker || shared?.vector) return false;
  const inside = (s: Stmt): boolean => isSharedLoop(s) || bodiesOf(s).some((b) => b.some(inside));
  return body.some(inside);
}

const mostAxes = 3;

/** The loops that become threads: those that a clause names, and shared ones directly inside them whose bounds are the same for all. */
function nestOf(outer: Do): { loops: IndexLoop[]; nest: Do[]; body: readonly Stmt[]; reductions: ReductionInfo[] } {
  const loops: IndexLoop[] = [outer];
  const nest = [outer];
  const reductions = [...(outer.shared?.reductions ?? [])];
  let body = outer.body;
  let left = (outer.shared?.collapse ?? 1) - 1;
  for (;;) {
    const inner = onlyLoop(body);
    if (!inner || !isFixed(inner, loops)) break;
    if (left <= 0) {
      if (!isSharedLoop(inner) || loops.length >= mostAxes || inner.shared!.reductions.length > 0) break;
      left = inner.shared!.collapse;
    }
    left--;
    loops.push(inner);
    nest.push(inner);
    body = inner.body;
  }
  return { loops, nest, body, reductions };
}

function numberOf(e: Expr | undefined): number | undefined {
  const n = integerOf(e);
  return n === undefined ? undefined : Number(n);
}

/** Where a gang is a block and nothing says how many there are. */
const usualBlocks = 512;

/** Gangs as blocks, where lanes have loops of their own. */
function blockKernel(env: Env, at: Span, body: readonly Stmt[], parts: Parts): Stmt | undefined {
  const { sizes } = parts;
  const sums = [...parts.reductions];
  for (const s of body) gangSums(s, sums);
  const redundant = setByEachGang(body);
  const mayReduce = sizes.mayReduce ?? ((v: Variable) => !redundant.has(v));
  const quiet: Env = { ...env, file: { ...env.file, report: () => {} } };
  const found = reductionsAndPrivates(quiet, parts.wrap(body), [], sums);
  const reductions = found.reductions.filter((r) => sums.includes(r) || isAllowed(r, { ...sizes, mayReduce }));
  if (reductions.some((r) => r.place)) return undefined;
  const made = gangBody(parts.wrap(body), reductions);
  if (!made) return undefined;
  const block = sizes.vector ?? int4(lanesFor(body), at);
  const grid = sizes.gangs ?? gangsOf(body) ?? int4(body.some(sharesInside) ? usualBlocks : 1, at);
  const shell = kernel(env, at, [], [], [], { ...sizes, vector: undefined });
  if (shell.kind !== 'kernel-loop') return undefined;
  tellGangs(env, at, body, `${integerOf(block) ?? '*'}`);
  return { ...shell, body: made, grid: [grid], block: [block], reductions, privates: found.privates };
}

const numbers: ReadonlySet<string> = new Set([
  'omp_get_team_num',
  'omp_get_num_teams',
  'omp_get_thread_num',
  'omp_get_num_threads',
]);

function asksWho(s: Stmt): boolean {
  const inside = (e: Expr): boolean =>
    (e.kind === 'library-call' && numbers.has(e.routine.name)) || someInside(e, inside);
  return events([s]).some((e) => (e.kind === 'read' && inside(e.value)) || (e.kind === 'write' && inside(e.to)));
}

/** Blocks of one thread each. */
function teamKernel(env: Env, at: Span, body: readonly Stmt[], parts: Parts): Stmt {
  const made = gangKernel(env, at, body, parts);
  if (made.kind !== 'kernel-loop') return made;
  const { index, to } = made.loops[0]!;
  const number: Expr = { kind: 'builtin', name: 'blockidx', axis: 'x', type: integer4, rank: 0, span: at };
  const here = { span: at, label: undefined };
  const first: Stmt = { kind: 'assign', to: variableExpr(index, 0, at), value: number, transfer: false, ...here };
  const block: Stmt = {
    kind: 'block',
    name: `#team${at.from}`,
    variables: [index],
    body: [first, ...made.body],
    ...here,
  };
  return { ...made, loops: [], grid: [to], block: [int4(1, at)], body: [block] };
}

const mostBlocks = 8192;

/** A gang for each iteration, where the loop is all there is and the host knows its bounds. */
function gangsOf(body: readonly Stmt[]): Expr | undefined {
  const loop = body.length === 1 && body[0] ? gangLoop(body[0]) : undefined;
  if (!loop || [loop.from, loop.to, loop.step].some((e) => e && deviceDataIn(e))) return undefined;
  if ((loop.shared?.collapse ?? 1) > 1) return undefined;
  const { span } = loop;
  const bounded = (name: 'min' | 'max', value: Expr, limit: number): Expr => {
    const args = [value, convert(int4(limit, span), value.type)];
    return { kind: 'intrinsic', name, args, type: value.type, rank: 0, span };
  };
  return convert(bounded('max', bounded('min', tripCount(loop, span), mostBlocks), 1), integer4);
}

/** What the loops shared among gangs reduce. */
function gangSums(s: Stmt, sums: ReductionInfo[]): void {
  const own = gangLoop(s);
  for (const r of own?.shared?.reductions ?? []) if (!sums.some((x) => isSame(x.variable, r.variable))) sums.push(r);
  if (!own) for (const b of bodiesOf(s)) for (const x of b) gangSums(x, sums);
}

/** All statements in each gang, with loops over gangs taken in steps of their number. */
function gangKernel(env: Env, at: Span, body: readonly Stmt[], parts: Parts): Stmt {
  const shares = body.some(sharesInside);
  const usual = [...parts.wrap([]), ...body].some(sumsArrays) ? gangsOfSums : usualGangs;
  const gangs = parts.sizes.gangs ?? int4(shares ? usual : 1, at);
  const gang = madeVariable('gang', integer4, at);
  const reductions = [...parts.reductions];
  const strided = body.map((s) => overGangs(s, gang, gangs, reductions));
  const loop: IndexLoop = { index: gang, from: int4(1, at), to: gangs, step: undefined };
  const redundant = setByEachGang(body);
  const mayReduce = parts.sizes.mayReduce ?? ((v: Variable) => !redundant.has(v));
  return kernel(env, at, [loop], parts.wrap(strided), reductions, { ...parts.sizes, vector: undefined, mayReduce });
}

/** Each gang adds its own array to the others' in the end. */
const gangsOfSums = 1024;

function sumsArrays(s: Stmt): boolean {
  return (s.kind === 'block' && s.name.startsWith('#sums')) || bodiesOf(s).some((b) => b.some(sumsArrays));
}

function sharesInside(s: Stmt): boolean {
  if (gangLoop(s)) return true;
  if (s.kind === 'if') return [...s.arms.map((a) => a.body), s.otherwise].some((b) => b.some(sharesInside));
  return (s.kind === 'block' || s.kind === 'associate' || s.kind === 'do') && s.body.some(sharesInside);
}

/** Scalars that statements around the shared loops set: each gang has its own. */
function setByEachGang(body: readonly Stmt[]): ReadonlySet<Variable> {
  const around = mapStatements(body, (s) => (gangLoop(s) && s.kind === 'do' ? { ...s, body: [] } : s));
  const set = new Set<Variable>();
  for (const e of events(around)) if (e.kind === 'write' && e.to.kind === 'variable') set.add(e.to.variable);
  return set;
}

function overGangs(s: Stmt, gang: Variable, gangs: Expr, reductions: ReductionInfo[]): Stmt {
  const own = gangLoop(s);
  if (own) {
    for (const r of own.shared?.reductions ?? [])
      if (!reductions.some((x) => isSame(x.variable, r.variable))) reductions.push(r);
    return strided(own, gang, gangs);
  }
  const inside = (list: readonly Stmt[]): Stmt[] => list.map((x) => overGangs(x, gang, gangs, reductions));
  if (s.kind === 'if')
    return { ...s, arms: s.arms.map((a) => ({ ...a, body: inside(a.body) })), otherwise: inside(s.otherwise) };
  if (s.kind === 'block' || s.kind === 'associate' || s.kind === 'do') return { ...s, body: inside(s.body) };
  return s;
}

function isSame(a: Expr, b: Expr): boolean {
  return a.kind === 'variable' && b.kind === 'variable' && a.variable === b.variable;
}

/** `do i = from + (gang-1)*step, to, step*gangs`. */
function strided(s: Do, gang: Variable, gangs: Expr): Do {
  const { span } = s;
  const type = s.index.type;
  const binary = (operator: 'add' | 'subtract' | 'multiply', left: Expr, right: Expr): Expr => ({
    kind: 'binary',
    operator,
    left,
    right,
    type,
    rank: 0,
    span,
  });
  const before = binary('subtract', convert(variableExpr(gang, 0, span), type), convert(int4(1, span), type));
  const step = s.step ?? convert(int4(1, span), type);
  const count = convert(gangs, type);
  return {
    ...s,
    from: binary('add', s.from, binary('multiply', before, step)),
    step: binary('multiply', step, count),
  };
}

// ---- kernels ----------------------------------------------------------------------------------------------------

/** One thread does it all. */
export function serialKernel(env: Env, at: Span, body: readonly Stmt[], sizes: Sizes): Stmt {
  const one = int4(1, at);
  const made = kernel(env, at, [], body, [], sizes);
  return made.kind === 'kernel-loop' ? { ...made, grid: [one], block: [one], reductions: [] } : made;
}

export function kernel(
  env: Env,
  at: Span,
  loops: readonly IndexLoop[],
  body: readonly Stmt[],
  reductions: readonly ReductionInfo[],
  sizes: Sizes,
): Stmt {
  const quiet: Env = { ...env, file: { ...env.file, report: () => {} } };
  const indices = loops.map((l) => l.index);
  const all = loops.length > 0 ? reductionsAndPrivates(quiet, body, indices, reductions) : privatesOnly(quiet, body);
  const found = { ...all, reductions: all.reductions.filter((r) => reductions.includes(r) || isAllowed(r, sizes)) };
  return {
    kind: 'kernel-loop',
    loops: loops.map(({ index, from, to, step }) => ({ index, from, to, step })),
    body: found.body,
    reductions: found.reductions,
    privates: found.privates,
    grid: ['star'],
    block: sizes.vector && loops.length === 1 ? [sizes.vector] : ['star'],
    shared: undefined,
    stream: undefined,
    ofDirective: true,
    ...(sizes.queue && { queue: sizes.queue }),
    span: at,
    label: undefined,
  };
}

function isAllowed({ variable, place }: ReductionInfo, { mayReduce }: Sizes): boolean {
  if (place || !mayReduce || variable.kind !== 'variable') return true;
  return variable.variable.attributes.placement !== 'host' || mayReduce(variable.variable);
}

/** Nothing is reduced where one thread runs. */
function privatesOnly(env: Env, body: readonly Stmt[]): ReturnType<typeof reductionsAndPrivates> {
  const { privates } = reductionsAndPrivates(env, body, [], []);
  return { body, privates, reductions: [], reduced: [] };
}
