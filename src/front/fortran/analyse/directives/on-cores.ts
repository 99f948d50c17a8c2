/** OpenACC on the host (-acc=host, -acc=multicore): a construct is the statements that stand in it; with multicore threads share the loops that gangs would, as OpenMP's. */
import type { Stmt, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { int4 } from '../expressions/make.ts';
import { lookup } from '../scope.ts';
import { eachStatement } from '../walk-tree.ts';
import { type Construct, keptOnHost, sumsIn } from './compute-construct.ts';
import { hostVersion, isPlainScalar } from './host-version.ts';
import { designators, rootOf, structured } from './map-entries.ts';
import { loopVariablesIn, namesIn } from './openmp/names.ts';
import { openmp } from './openmp/openmp.ts';

/** What a compute construct has for the host. */
export function hostPart(
  env: Env,
  s: tree.Directive,
  kind: Construct['kind'],
  loop: boolean,
): Pick<Construct, 'onHost' | 'chosen' | 'hostAlone'> {
  const { openacc } = env.file.options;
  if (!openacc || openacc.host === 'none') return {};
  const shares = openacc.host === 'threads' && kind !== 'serial';
  const coreLoops = shares ? (kind === 'kernels' ? 'independent' : 'all') : 'none';
  const onHost = (from: Env): readonly Stmt[] => {
    const inside: Env = { ...from, coreLoops };
    const kept = keptOnHost(from, { kind, clauses: s.clauses }, s.body);
    const shared = loop ? sharedByCores(inside, s, kept) : undefined;
    return shared ?? hostVersion(inside, s, loop, kept);
  };
  return { onHost, hostAlone: !openacc.device, chosen: () => int4(-2, s.span) };
}

/** The loop as one that threads share; undefined where its iterations may need each other, or nobody shares it. */
export function sharedByCores(
  env: Env,
  s: tree.Directive,
  kept: (v: Variable) => boolean = () => false,
): readonly Stmt[] | undefined {
  const has = (name: string): boolean => s.clauses.some((c) => c.name === name);
  if (env.coreLoops === undefined || env.coreLoops === 'none' || has('seq') || has('host')) return undefined;
  if ((env.coreLoops === 'independent' || has('auto')) && !has('independent')) return undefined;
  const [loop] = s.body;
  if (loop?.kind !== 'do' || loop.control?.kind !== 'counted') return undefined;
  const indices = new Set(loopVariablesIn(s.body).map((n) => n.text));
  const clauses = s.clauses.flatMap((c) => (taken.has(c.name) ? [withoutNames(c, indices)] : []));
  const named = new Set(
    clauses.flatMap((c) => c.items.flatMap((i) => (i.value.kind === 'name' ? [i.value.text] : []))),
  );
  const sums = sumsIn(s.body);
  const own: tree.Name[] = [];
  for (const name of setIn(loop.body)) {
    if (indices.has(name.text) || named.has(name.text)) continue;
    const entry = lookup(env, name.text);
    const v = entry && env.file.resolve(entry);
    if (v?.kind !== 'variable' || !isPlainScalar(v)) continue;
    if (sums.has(name.text) && !inClauses(env, s, v)) return undefined;
    if (kept(v)) continue;
    own.push(name);
  }
  const values: tree.Clause[] = own.length > 0 ? [clauseOf('firstprivate', own, s.span)] : [];
  const shared: tree.Directive = {
    ...s,
    model: 'omp',
    name: 'parallel do',
    clauses: [...clauses, ...values].filter((c) => c.items.length > 0),
  };
  return openmp({ ...env, coreLoops: 'none' }, shared);
}

/** A data clause makes it the program's: what iterations do with it is indivisible, or the user's mistake. */
function inClauses(env: Env, s: tree.Directive, v: Variable): boolean {
  const named = s.clauses.filter((c) => Object.hasOwn(structured, c.name));
  return env.offload?.mapped.has(v) === true || named.some((c) => designators(env, c).some((e) => rootOf(e) === v));
}

const taken: ReadonlySet<string> = new Set(['private', 'firstprivate', 'reduction', 'collapse']);

function withoutNames(c: tree.Clause, names: ReadonlySet<string>): tree.Clause {
  const items = c.items.filter((i) => i.value.kind !== 'name' || !names.has(i.value.text));
  return { ...c, modifiers: [], items: c.name === 'collapse' ? c.items : items };
}

function clauseOf(name: string, names: readonly tree.Name[], span: tree.Clause['span']): tree.Clause {
  const items = names.map((value) => ({ kind: 'clause-item', span, modifier: undefined, value }) as const);
  return { kind: 'clause', span, name, modifiers: [], operator: undefined, items, after: undefined };
}

/** Scalars that statements set, or may set as arguments. */
function setIn(body: tree.Block): readonly tree.Name[] {
  const found = new Map<string, tree.Name>();
  eachStatement(body, (s) => {
    if (s.kind === 'assignment' && s.target.kind === 'name') found.set(s.target.text, s.target);
    if (s.kind === 'call') for (const [text, name] of namesIn([s])) found.set(text, name);
  });
  return [...found.values()];
}
