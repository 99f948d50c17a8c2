/** OpenMP's constructs for devices (-mp=gpu): the maps, and the kernels that target regions become, as of OpenACC's constructs. */
import { entering, leaving } from '../../../../machine/offload.ts';
import type { MapEntry, Stmt, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { at } from '../statements/construct.ts';
import { atomicDirective } from './atomic-directive.ts';
import { type Construct, computeConstruct, conditionOf, integerIn } from './compute-construct.ts';
import { withDeviceNames } from './data-directives.ts';
import { around, ownScalars } from './host-version.ts';
import { loopDirective } from './loop-directive.ts';
import { designators, entry, rootOf } from './map-entries.ts';
import { openmp } from './openmp/openmp.ts';
import { ownVariables, withOwn } from './own-variables.ts';

type Handler = (env: Env, s: tree.Directive) => readonly Stmt[];
type Action = Parameters<typeof entry>[1];

const { allocate, copy, dynamic, address } = entering;
const structured: Readonly<Record<string, Action>> = {
  tofrom: { enter: allocate | copy, leave: leaving.copy },
  to: { enter: allocate | copy, leave: 0 },
  from: { enter: allocate, leave: leaving.copy },
  alloc: { enter: allocate, leave: 0 },
  storage: { enter: allocate, leave: 0 },
  release: { enter: allocate, leave: 0 },
  delete: { enter: allocate, leave: leaving.finalize },
};
const entered: Readonly<Record<string, Action>> = {
  to: { enter: allocate | copy | dynamic },
  tofrom: { enter: allocate | copy | dynamic },
  alloc: { enter: allocate | dynamic },
  storage: { enter: allocate | dynamic },
};
const left: Readonly<Record<string, Action>> = {
  from: { leave: leaving.copy | leaving.dynamic },
  tofrom: { leave: leaving.copy | leaving.dynamic },
  release: { leave: leaving.dynamic },
  delete: { leave: leaving.finalize | leaving.dynamic },
};

/** The entries of `map` clauses; a clause without a type is `tofrom`. */
function mapEntries(
  env: Env,
  clauses: readonly tree.Clause[],
  actions: Readonly<Record<string, Action>>,
  usual = 'tofrom',
): MapEntry[] {
  return clauses.flatMap((c) => {
    if (c.name === 'has_device_addr') return designators(env, c).flatMap((e) => entry(e, { enter: address }) ?? []);
    if (c.name !== 'map') return [];
    const kind = c.modifiers.find((m) => Object.hasOwn(actions, m)) ?? usual;
    const action = actions[kind];
    if (!action) return [];
    const always = c.modifiers.includes('always');
    return designators(env, c).flatMap((e) => entry(e, always ? withAlways(action) : action) ?? []);
  });
}

function withAlways(action: Action): Action {
  const inwards = action.enter !== undefined && action.enter & copy ? entering.always : 0;
  const outwards = action.leave !== undefined && action.leave & leaving.copy ? leaving.always : 0;
  return {
    ...(action.enter !== undefined && { enter: action.enter | inwards }),
    ...(action.leave !== undefined && { leave: action.leave | outwards }),
  };
}

// ---- on the host --------------------------------------------------------------------------------------------------

const dataHandlers: Readonly<Record<string, Handler>> = {
  'target data': targetData,
  'target enter data': (env, s) => chosen(env, s, mapEntries(env, s.clauses, entered, 'to')),
  'target exit data': (env, s) => chosen(env, s, mapEntries(env, s.clauses, left, 'from')),
  'target update': targetUpdate,
};

/** Data of the device that a directive names, where its condition holds. */
function chosen(env: Env, s: tree.Directive, entries: readonly MapEntry[]): readonly Stmt[] {
  const made: Stmt = { kind: 'mapped', entries, queue: undefined, body: [], ...at(s) };
  const condition = conditionOf(env, forTarget(s), 'if');
  const device = integerIn(env, s.clauses, 'device');
  return [{ kind: 'on-device', condition, device, body: [made], otherwise: [], ...at(s) }];
}

/** Undefined for directives that are no device's. */
export function openmpForDevice(env: Env, s: tree.Directive): readonly Stmt[] | undefined {
  const words = s.name.split(' ');
  if (words[0] !== 'target') return undefined;
  const data = Object.hasOwn(dataHandlers, s.name) ? dataHandlers[s.name] : undefined;
  return data ? data(env, s) : computeConstruct(env, { ...s, clauses: forTarget(s) }, construct(s, words.slice(1)));
}

/** Of several conditions, the one for the target construct. */
function forTarget(s: tree.Directive): readonly tree.Clause[] {
  const isMeant = (c: tree.Clause): boolean =>
    c.name !== 'if' || c.modifiers.length === 0 || c.modifiers[0] === 'target';
  // `default` says how threads share data, not where it is.
  return s.clauses.filter((c) => c.name !== 'default' && isMeant(c));
}

function construct(s: tree.Directive, rest: readonly string[]): Construct {
  const loop = rest.some((w) => isLoopWord.has(w));
  const scalars = s.clauses.some((c) => c.name === 'defaultmap' && isOfScalars(c));
  return {
    kind: 'parallel',
    loop,
    clauses: forTarget(s),
    entries: (inner, list) => withLasts(inner, list, mapEntries(inner, list, structured)),
    extra: { gang: true, independent: true },
    explicitReductions: true,
    ownsScalars: true,
    onHost: (env) => openmpOnHost(env, s),
    ...(scalars && { sharesScalars: true }),
    ...(!loop && { gangs: rest.includes('teams') ? undefined : 1 }),
  };
}

/** What the last iteration hands on comes back, and so do sums of arrays. */
function withLasts(env: Env, clauses: readonly tree.Clause[], entries: MapEntry[]): MapEntry[] {
  const named = new Set(entries.flatMap((e) => rootOf(e.outer) ?? []));
  const missing = clauses
    .filter((c) => c.name === 'lastprivate')
    .flatMap((c) => designators(env, c))
    .filter((e) => !named.has(rootOf(e)!));
  return [...entries, ...missing.flatMap((e) => entry(e, structured.tofrom!) ?? [])];
}

/** The construct without its device, scalars its own unless a clause names them. */
function openmpOnHost(env: Env, s: tree.Directive): readonly Stmt[] {
  const shared = s.clauses.filter((c) => c.name === 'map' || c.name === 'reduction' || c.name === 'lastprivate');
  const kept = new Set(shared.flatMap((c) => designators(env, c)).flatMap((e) => rootOf(e) ?? []));
  const all = s.clauses.some((c) => c.name === 'defaultmap' && isOfScalars(c));
  const scalars = ownScalars(env, (v) => all || kept.has(v));
  return around(s, scalars, openmp({ ...env, scope: scalars.scope }, { ...s, clauses: forTarget(s) }));
}

const isLoopWord: ReadonlySet<string> = new Set(['do', 'distribute', 'simd', 'loop']);

function isOfScalars(c: tree.Clause): boolean {
  const what = c.items[0]?.value;
  const word = what?.kind === 'name' ? what.text : '';
  return c.modifiers.includes('tofrom') && (word === 'scalar' || word === '');
}

function targetData(env: Env, s: tree.Directive): readonly Stmt[] {
  const entries = mapEntries(env, s.clauses, structured);
  const mapped = new Set<Variable>(env.offload?.mapped);
  for (const e of entries) {
    const v = rootOf(e.outer);
    if (v) mapped.add(v);
  }
  const inside: Env = { ...env, offload: { mapped, computes: false, heading: s.heading } };
  const used = s.clauses.filter((c) => c.name === 'use_device_ptr' || c.name === 'use_device_addr');
  const names = used.flatMap((c) => designators(env, c).flatMap((e) => entry(e, { enter: entering.maybe }) ?? []));
  const bare: tree.Directive = { ...s, clauses: [] };
  const body = names.length > 0 ? withDeviceNames(inside, bare, names) : env.file.statements(inside, s.body);
  // The body is there once; whether there is data to move is asked on the way in and on the way out.
  return [
    ...chosen(
      env,
      s,
      entries.map((e) => ({ ...e, leave: undefined })),
    ),
    ...body,
    ...chosen(
      env,
      s,
      entries.map((e) => ({ ...e, enter: undefined })),
    ),
  ];
}

/** What is not on the device is left as it is. */
function targetUpdate(env: Env, s: tree.Directive): readonly Stmt[] {
  const entries = s.clauses.flatMap((c) => {
    if (c.name !== 'to' && c.name !== 'from') return [];
    const ifPresent = !c.modifiers.includes('present');
    const update = { to: c.name === 'to' ? 'device' : 'host', ifPresent } as const;
    return designators(env, c).flatMap((e) => entry(e, { update }) ?? []);
  });
  return chosen(env, s, entries);
}

// ---- on the device ------------------------------------------------------------------------------------------------

/** In a target region, and in procedures that the device calls: loops say how they may be shared, the rest is what it holds. */
export function openmpOnDevice(env: Env, s: tree.Directive): readonly Stmt[] {
  const words = s.name.split(' ');
  if (s.name === 'atomic') return atomicDirective(env, s);
  if (words.some((w) => isLoopWord.has(w))) {
    const level = words.includes('distribute') || words.includes('loop') ? { gang: true } : { vector: true };
    return loopDirective(env, s.clauses, s.body, s.span, { ...level, independent: true });
  }
  if (words[0] !== 'teams' && words[0] !== 'parallel' && words[0] !== 'task') return env.file.statements(env, s.body);
  const own = ownVariables(env, s.clauses, ['private', 'firstprivate']);
  const body = env.file.statements({ ...env, scope: own.scope }, s.body);
  return withOwn(own, body, s.span);
}
