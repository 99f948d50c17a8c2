/**
 * A kernel is cut at its barriers into regions, each of which runs for all threads before the next begins.
 *
 * The result is ordinary IR in which some blocks are special: the body of a block in `threads` is a region, run once per thread;
 * everything around the regions runs once per block (once per warp within a block of `warps`, whose own regions run for the 32 lanes).
 * Branches and loops that hold a barrier and that all threads take alike stand around the regions. Where threads part, each thread
 * keeps in `skip` the number of the place where it takes part again (0: it takes part), and a region runs it only while that is 0.
 */
import { bool, eq, i32, or } from '../../ir/build.ts';
import { Bits, liveBefore } from '../../ir/liveness.ts';
import type { Fn, Statement } from '../../ir/module.ts';
import { analyseUniformity, countSets, type Uniformity } from '../../ir/uniformity.ts';
import { mapStatement, someStatement } from '../../ir/walk.ts';
import { pairBarriers } from './pair-barriers.ts';
import { RegionFormer } from './region-former.ts';
import {
  get,
  isCut,
  type Made,
  newLabel,
  newLocal,
  newSingle,
  put,
  type RegionKernel,
  region,
  renamed,
  when,
} from './region-parts.ts';
import { singleRound } from './single-round.ts';

/**
 * `warps`: regions that use functions of warps run lane by lane, or (`together`) keep them, for a back end that runs whole warps of neighbours in x as one.
 * `checkBarriers`: a barrier that only some threads reach ends the kernel. `given`: a local that the back end sets for whole blocks.
 */
export function formRegions(
  fn: Fn,
  options: {
    readonly warps?: 'apart' | 'together';
    readonly checkBarriers?: boolean;
    readonly given?: number | undefined;
  } = {},
): RegionKernel {
  const made: Made = {
    locals: [...fn.locals],
    threads: new Set(),
    warps: new Set(),
    whole: new Set(),
    single: new Set(options.given === undefined ? [] : [options.given]),
    names: 0,
    exchange: undefined,
    checkBarriers: options.checkBarriers === true,
  };
  let body = desugar(fn.body, made);
  body = pairBarriers(body, made);
  body = keepParameters(body, fn.params, made);
  const uniformity = analyseUniformity({ body });
  if (!someStatement(body, (s) => isCut(s, 'block'))) body = inOneRegion(body, fn.params, made);
  else body = new RegionFormer('block', endOfThreads(body, made), made, uniformity, new Bits(made.locals.length)).run();
  body = options.warps === 'together' ? keptWarps(body, made) : cutWarps(body, made, uniformity);
  return { ...made, body, uniformity };
}

/** A switch that holds a barrier, a warp function or a jump out becomes a chain of ifs. */
function desugar(list: readonly Statement[], made: Made): readonly Statement[] {
  return list.flatMap((s): readonly Statement[] => {
    const inner = mapStatement(s, { expression: (e) => e, body: (b) => desugar(b, made) });
    if (inner.kind !== 'switch' || !someStatement([inner], isCutOrJump)) return [inner];
    const value = newLocal(made, 'selector', 'i32');
    const chain = inner.cases.reduceRight<readonly Statement[]>((otherwise, c) => {
      const tests = c.values.map((v) => eq(get(value, 'i32'), i32(v)));
      return [when(tests.reduce(or, bool(false)), c.body, otherwise)];
    }, inner.otherwise);
    return [put(value, inner.value), ...chain];
  });
}

function isCutOrJump(s: Statement): boolean {
  return (
    s.kind === 'barrier' || s.kind === 'warp' || s.kind === 'break' || s.kind === 'continue' || s.kind === 'return'
  );
}

/** Parameters exist once; one that the kernel sets gets a copy per thread. */
function keepParameters(body: readonly Statement[], params: number, made: Made): readonly Statement[] {
  const counts = countSets(body, made.locals.length);
  const copies = new Map<number, number>();
  for (let i = 0; i < params; i++) {
    if (counts[i] === 0) made.single.add(i);
    else copies.set(i, newLocal(made, made.locals[i]!.name, made.locals[i]!.type));
  }
  if (copies.size === 0) return body;
  for (const p of copies.keys()) made.single.add(p);
  const first = [...copies].map(([from, to]) => put(to, get(from, made.locals[from]!.type)));
  return [...first, ...renamed(body, (l) => copies.get(l) ?? l)];
}

/** In a kernel of one region, a return ends the thread's iteration. */
function withoutReturns(body: readonly Statement[], made: Made): readonly Statement[] {
  if (!someStatement(body, (s) => s.kind === 'return')) return body;
  const label = newLabel(made, 'exit');
  const change = (list: readonly Statement[]): readonly Statement[] =>
    list.map((s) => {
      if (s.kind === 'return') return { kind: 'break', label, ...(s.at && { at: s.at }) };
      return mapStatement(s, { expression: (e) => e, body: change });
    });
  return [{ kind: 'block', label, body: change(body) }];
}

/** Behind its last barrier, too: what stands there is one region, whoever has returned. */
function endOfThreads(body: readonly Statement[], made: Made): readonly Statement[] {
  const from = body.findLastIndex((s) => someStatement([s], (x) => isCut(x, 'block'))) + 1;
  const to = body.at(-1)?.kind === 'return' ? -1 : body.length;
  const end = body.slice(from, to);
  const straight = withoutReturns(end, made);
  return straight === end ? body : [...body.slice(0, from), ...straight, ...body.slice(to === -1 ? -1 : body.length)];
}

/** Without barriers: one region, or one for a single iteration of the kernel's loops and one for more. */
function inOneRegion(body: readonly Statement[], params: number, made: Made): readonly Statement[] {
  const straight = withoutReturns(body, made);
  const single = singleRound(straight, params, made.locals.length);
  const whole = region(made, straight);
  return single ? [when(single.condition, [region(made, single.body)], [whole])] : [whole];
}

/** Regions that use warp functions run warp by warp. */
function cutWarps(body: readonly Statement[], made: Made, uniformity: Uniformity): readonly Statement[] {
  if (!someStatement(body, (s) => isCut(s, 'warp'))) return body;
  const liveIn = new Map<string, Bits>();
  liveBefore(body, made.locals.length, (label, before) => liveIn.set(label, before));
  const write = newSingle(made, 'exchange.write', 'ptr.local');
  const read = newSingle(made, 'exchange.read', 'ptr.local');
  made.exchange = { write, read };
  const counts = countSets(body, made.locals.length);
  const change = (list: readonly Statement[]): readonly Statement[] =>
    list.map((s) => {
      if (s.kind !== 'block' || !made.threads.has(s.label))
        return mapStatement(s, { expression: (e) => e, body: change });
      if (!someStatement(s.body, (x) => isCut(x, 'warp'))) return s;
      made.threads.delete(s.label);
      const label = newLabel(made, 'warps');
      made.warps.add(label);
      const shared = liveIn.get(s.label)?.copy() ?? new Bits(made.locals.length);
      const inner = countSets(s.body, counts.length);
      for (let l = 0; l < counts.length; l++) if (inner[l] !== counts[l]) shared.add(l);
      const cutter = new RegionFormer('warp', withoutReturns(s.body, made), made, uniformity, shared);
      return { ...s, label, body: cutter.run() };
    });
  return change(body);
}

function keptWarps(body: readonly Statement[], made: Made): readonly Statement[] {
  return body.map((s) => {
    if (s.kind !== 'block' || !made.threads.has(s.label))
      return mapStatement(s, { expression: (e) => e, body: (b) => keptWarps(b, made) });
    if (!someStatement(s.body, (x) => isCut(x, 'warp'))) return s;
    made.whole.add(s.label);
    return { ...s, body: withoutReturns(s.body, made) };
  });
}
