/** What -Minfo=accel tells of directives, in nvfortran's words: the data that a construct moves, the loops that run on the device, and what keeps others from it. */
import { type Span, startOf } from '../../../../base/source.ts';
import { entering, leaving } from '../../../../machine/offload.ts';
import { bodiesOf } from '../../bodies-of.ts';
import * as directiveErrors from '../../errors/directives.ts';
import type { MapEntry, ReductionInfo, Stmt } from '../../program.ts';
import type { Env } from '../context.ts';
import { rankOf } from '../types.ts';
import { eachInside, events } from '../walk-program.ts';
import type { Dependence } from './dependence.ts';
import { gangLoop, isLaneLoop } from './shared-loops.ts';

/** `under`: the line inside of a construct that the text is about. */
function tell(env: Env, at: Span, message: string, under?: Span): void {
  const procedure = env.unit?.procedure.name ?? '';
  env.file.report(directiveErrors.account(message, at, procedure, under));
}

/** The words of the accelerator model, or of OpenACC. */
export type Words = 'region' | 'acc' | 'concurrent';

export function tellData(
  env: Env,
  heading: Span,
  entries: readonly MapEntry[],
  implicit: (e: MapEntry) => boolean,
  words: Words,
): void {
  // The accelerator model's compiler told implicit data last, from the last to the first.
  const list =
    words === 'region' ? [...entries.filter((e) => !implicit(e)), ...entries.filter(implicit).reverse()] : entries;
  for (const e of list) {
    const kind = kindOf(e, words);
    if (!kind) continue;
    const before = words === 'acc' && implicit(e) ? 'implicit ' : '';
    const after = words === 'region' || kind === 'present' ? '' : ' [if not already present]';
    tell(env, heading, `Generating ${before}${kind}(${nameOf(e)})${after}`);
  }
}

function kindOf(e: MapEntry, words: Words): string | undefined {
  const { enter = 0, leave = 0 } = e;
  if (enter & entering.present) return 'present';
  if (!(enter & entering.allocate)) return undefined;
  const [into, back] = [(enter & entering.copy) !== 0, (leave & leaving.copy) !== 0];
  if (into) return back ? 'copy' : 'copyin';
  return back ? 'copyout' : words === 'region' ? 'local' : 'create';
}

function nameOf(e: MapEntry): string {
  if (e.name.includes('(')) return e.name;
  const { outer } = e;
  const rank = outer.kind === 'variable' ? rankOf(outer.variable.shape) : outer.rank;
  return rank > 0 ? `${e.name}(${Array.from({ length: rank }, () => ':').join(',')})` : e.name;
}

const axes = ['x', 'y', 'z'] as const;
/** Threads of a block for kernels of 1, 2 and 3 loops, innermost first. */
const usualThreads: readonly (readonly number[])[] = [[], [128], [32, 4], [32, 4, 1]];

export function tellKernel(
  env: Env,
  at: Span,
  kernel: Stmt,
  loops: readonly Stmt[],
  words: Words,
  more: {
    readonly parallelizable: boolean;
    readonly vector?: number | undefined;
    readonly registers?: ReadonlySet<string>;
  },
): void {
  if (kernel.kind !== 'kernel-loop') return;
  if (more.parallelizable) tell(env, at, 'Loop is parallelizable');
  tell(env, at, words === 'region' ? 'Accelerator kernel generated' : 'Generating NVIDIA GPU code');
  const threads = usualThreads[Math.min(3, loops.length)] ?? [];
  for (const [i, l] of loops.entries()) {
    const axis = loops.length - 1 - i;
    const n = more.vector !== undefined && loops.length === 1 ? more.vector : (threads[axis] ?? 1);
    tell(env, at, loopText(words, n, axes[axis] ?? 'z'), l.span);
  }
  const last = loops.at(-1);
  for (const name of repeated(kernel.body, more.registers))
    if (last) tell(env, at, `Using register for '${name}'`, last.span);
  for (const r of kernel.reductions) {
    const set = words === 'region' ? assignmentOf(kernel.body, r) : last;
    tell(env, at, reductionText(r, words), set?.span ?? at);
  }
}

/** A kernel whose blocks are gangs: its loops by the level that shares them. */
export function tellGangs(env: Env, at: Span, body: readonly Stmt[], lanes: string): void {
  tell(env, at, 'Generating NVIDIA GPU code');
  const see = (s: Stmt, inGang: boolean): void => {
    const inside = inGang || gangLoop(s) !== undefined;
    if (s.kind === 'do') {
      const level = isLaneLoop(s) ? `vector(${lanes}) ! threadidx%x` : 'seq';
      const both = !inGang && isLaneLoop(s) ? `gang, vector(${lanes}) ! blockidx%x threadidx%x` : 'gang ! blockidx%x';
      tell(env, at, `!$acc loop ${inside && !inGang ? both : level}`, s.span);
      for (const r of s.shared?.reductions ?? []) tell(env, at, reductionText(r, 'acc'), s.span);
    }
    for (const b of bodiesOf(s)) for (const x of b) see(x, inside);
  };
  for (const s of body) see(s, false);
}

function loopText(words: Words, threads: number, axis: string): string {
  if (words === 'region')
    return axis === 'x' ? `!$acc do parallel, vector(${threads})` : `!$acc do parallel, vector(${threads})`;
  const place = `blockidx%${axis} threadidx%${axis}`;
  if (words === 'concurrent') return `Loop parallelized across CUDA thread blocks, CUDA threads(${threads}) ${place}`;
  return `!$acc loop gang, vector(${threads}) ! ${place}`;
}

const sorts: Readonly<Record<ReductionInfo['operator'], string>> = {
  '+': 'Sum',
  '*': 'Product',
  max: 'Max',
  min: 'Min',
  iand: 'Bitwise and',
  ior: 'Bitwise or',
  ieor: 'Bitwise exclusive or',
  and: 'Logical and',
  or: 'Logical or',
  eqv: 'Logical equivalence',
  neqv: 'Logical non-equivalence',
};

function reductionText(r: ReductionInfo, words: Words): string {
  const { source, from, to } = r.variable.span;
  const name = source.text.slice(from, to).toLowerCase();
  if (words === 'region') return `${sorts[r.operator]} reduction generated for ${name}`;
  return `Generating reduction(${r.operator}:${name})`;
}

function assignmentOf(body: readonly Stmt[], r: ReductionInfo): Stmt | undefined {
  for (const e of events(body))
    if (
      e.kind === 'write' &&
      e.to.kind === 'variable' &&
      r.variable.kind === 'variable' &&
      e.to.variable === r.variable.variable
    )
      return e.statement;
  return undefined;
}

/** Arrays of which the same element stands more than once. */
function repeated(body: readonly Stmt[], names: ReadonlySet<string> | undefined): readonly string[] {
  if (!names || names.size === 0) return [];
  const counts = new Map<string, number>();
  const count = (e: Parameters<typeof eachInside>[0]): void => {
    if (e.kind === 'element' && e.base.kind === 'variable' && names.has(e.base.variable.name)) {
      const text = `${e.base.variable.name} ${e.span.source.text.slice(e.span.from, e.span.to).toLowerCase().replaceAll(/\s/g, '')}`;
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    eachInside(e, count);
  };
  for (const e of events(body)) {
    if (e.kind === 'read') count(e.value);
    if (e.kind === 'write') count(e.to);
  }
  return [...new Set([...counts].filter(([, n]) => n > 1).map(([text]) => text.split(' ')[0] ?? ''))];
}

export function tellSerial(env: Env, at: Span): void {
  tell(env, at, 'Accelerator serial kernel generated');
}

/** What keeps a loop from being parallel. */
export function tellDependence(env: Env, loop: Stmt, d: Dependence): void {
  const line = startOf(d.at.span).line;
  const name = d.variable?.name ?? '';
  switch (d.what) {
    case 'carried':
      return void tell(env, loop.span, `Loop carried dependence of ${name} prevents parallelization`);
    case 'scalar':
      return void tell(env, loop.span, `Loop carried scalar dependence for ${name} at line ${line}`);
    case 'call':
      return void tell(
        env,
        loop.span,
        `Loop not parallelized: call at line ${line} may change what other iterations use`,
      );
    case 'exit':
      return void tell(env, loop.span, `Loop not parallelized: statement at line ${line} may leave the loop`);
  }
}
