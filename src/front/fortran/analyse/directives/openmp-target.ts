/** OpenMP's constructs for devices (-mp=gpu): the maps, and the kernels that target regions become, as of OpenACC's constructs. */
import { entering, leaving } from '../../../../machine/offload.ts';
import type { MapEntry, SharedLoop, Stmt, Type, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { at } from '../statements/construct.ts';
import { eachStatement } from '../walk-tree.ts';
import { atomicDirective } from './atomic-directive.ts';
import { type Construct, computeConstruct, conditionOf, integerIn } from './compute-construct.ts';
import { withDeviceNames } from './data-directives.ts';
import { type Defaults, type How, implicitCopy, mustBePresent } from './device-names.ts';
import { around, ownScalars, withoutValues } from './host-version.ts';
import { loopDirective } from './loop-directive.ts';
import { designators, entry, rootOf } from './map-entries.ts';
import { wordOf } from './openmp/clauses.ts';
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
  return valuesFirst(clauses).flatMap((c) => {
    if (c.name === 'has_device_addr' || c.name === 'is_device_ptr') return ofDevice(env, c);
    if (c.name !== 'map') return [];
    const kind = c.modifiers.find((m) => Object.hasOwn(actions, m)) ?? usual;
    const action = actions[kind];
    if (!action) return [];
    const always = c.modifiers.includes('always');
    return designators(env, c).flatMap((e) => entry(e, always ? withAlways(action) : action) ?? []);
  });
}

/** What is mapped twice gets its values: `alloc` comes last. */
function valuesFirst(clauses: readonly tree.Clause[]): readonly tree.Clause[] {
  const isRoom = (c: tree.Clause): boolean =>
    c.name === 'map' && c.modifiers.some((m) => m === 'alloc' || m === 'storage');
  return [...clauses.filter((c) => !isRoom(c)), ...clauses.filter(isRoom)];
}

/** What has an address of the device already; C's addresses are values. */
function ofDevice(env: Env, c: tree.Clause): MapEntry[] {
  return designators(env, c).flatMap((e) => (isCAddress(e.type) ? [] : (entry(e, { enter: address }) ?? [])));
}

function isCAddress(type: Type): boolean {
  return type.base === 'derived' && type.type.name === 'c_ptr';
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
  return {
    kind: 'parallel',
    loop,
    clauses: forTarget(s),
    entries: (inner, list) => withLasts(inner, list, mapEntries(inner, list, structured)),
    extra: { gang: true, vector: rest.includes('parallel') || rest.includes('simd'), independent: true, ...inOrder(s) },
    teams: true,
    explicitReductions: true,
    ownsScalars: true,
    onHost: (env) => openmpOnHost(env, s),
    defaults: defaultsOf(s.clauses),
    gangs: rest.includes('teams') ? undefined : 1,
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
  const { shares } = defaultsOf(s.clauses);
  const scalars = ownScalars(env, (v) => kept.has(v) || shares(v), withoutValues(s));
  return around(s, scalars, openmp({ ...env, scope: scalars.scope }, { ...s, clauses: forTarget(s) }));
}

const isLoopWord: ReadonlySet<string> = new Set(['do', 'distribute', 'simd', 'loop']);

/** What `defaultmap` says of a variable; undefined where it says nothing. */
function defaultOf(clauses: readonly tree.Clause[], v: Variable): string | undefined {
  const category = categoryOf(v);
  for (const c of clauses) {
    if (c.name !== 'defaultmap') continue;
    const item = c.items[0]?.value;
    const word = item?.kind === 'name' ? item.text : 'all';
    const [behaviour] = c.modifiers;
    if (behaviour === undefined) {
      if (!categories.has(word)) return word;
    } else if (word === 'all' || word === category) return behaviour;
  }
  return undefined;
}

const categories: ReadonlySet<string> = new Set(['scalar', 'aggregate', 'allocatable', 'pointer', 'all']);

function categoryOf(v: Variable): string {
  if (v.attributes.pointer) return 'pointer';
  if (v.attributes.allocatable) return 'allocatable';
  // Characters are no scalars to OpenMP.
  return v.shape || v.type.base === 'derived' || v.type.base === 'character' ? 'aggregate' : 'scalar';
}

const ofBehaviour: Readonly<Record<string, How | 'none'>> = {
  tofrom: implicitCopy,
  default: implicitCopy,
  to: { enter: allocate | copy, leave: 0 },
  firstprivate: { enter: allocate | copy, leave: 0 },
  from: { enter: allocate, leave: leaving.copy },
  alloc: { enter: allocate, leave: 0 },
  storage: { enter: allocate, leave: 0 },
  private: { enter: allocate, leave: 0 },
  present: mustBePresent,
  none: 'none',
};

/** Scalars are firstprivate unless it says otherwise. */
function defaultsOf(clauses: readonly tree.Clause[]): Defaults {
  const own: ReadonlySet<string | undefined> = new Set([undefined, 'default', 'firstprivate', 'private', 'none']);
  return {
    data: (v) => ofBehaviour[defaultOf(clauses, v) ?? 'default'] ?? implicitCopy,
    shares: (v) => !own.has(defaultOf(clauses, v) ?? (v.type.base === 'character' ? 'tofrom' : undefined)),
  };
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

/** Threads of a team that wait for each other take the iterations in turn. */
function inOrder(s: tree.Directive): { readonly seq?: true } {
  const waits = someDirective(s.body, (d) => d.name === 'critical' || d.name === 'ordered');
  return waits && !/distribute/.test(s.name) ? { seq: true } : {};
}

function someDirective(body: tree.Block, test: (d: tree.Directive) => boolean): boolean {
  let found = false;
  eachStatement(body, (x) => {
    if (x.kind === 'directive' && test(x)) found = true;
  });
  return found;
}

/** Which parts of the device share a loop's iterations; with `bind(thread)` each thread that comes there runs all. */
function levelsOf(env: Env, s: tree.Directive, words: readonly string[]): Partial<SharedLoop> {
  const usual = env.deviceTeam ? 'parallel' : 'teams';
  const bind = words.includes('loop') ? (wordOf(s, 'bind') ?? usual) : undefined;
  if (bind === 'thread') return { seq: true };
  const gang = words.includes('distribute') || bind === 'teams';
  return gang ? { gang, vector: words.includes('parallel') } : { vector: true };
}

// ---- on the device ------------------------------------------------------------------------------------------------

/** In a target region, and in procedures that the device calls: loops say how they may be shared, the rest is what it holds. */
export function openmpOnDevice(env: Env, s: tree.Directive): readonly Stmt[] {
  const words = s.name.split(' ');
  if (s.name === 'atomic') return atomicDirective(env, s);
  if (words.some((w) => isLoopWord.has(w)))
    return loopDirective(env, s.clauses, s.body, s.span, {
      ...levelsOf(env, s, words),
      independent: true,
      ...inOrder(s),
    });
  if (words[0] !== 'teams' && words[0] !== 'parallel' && words[0] !== 'task') return env.file.statements(env, s.body);
  const own = ownVariables(env, s.clauses, ['private', 'firstprivate'], s.body);
  const inside: Env = { ...env, scope: own.scope, ...(words.includes('parallel') && { deviceTeam: true }) };
  return withOwn(own, env.file.statements(inside, s.body), s.span);
}
