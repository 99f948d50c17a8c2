/** parallel, kernels, serial, and what OpenMP hands to a device: what the construct maps, and the kernels that its body becomes. */
import { entering, leaving } from '../../../../machine/offload.ts';
import { bodiesOf } from '../../bodies-of.ts';
import * as directiveErrors from '../../errors/directives.ts';
import type { Expr, MapEntry, ReductionInfo, SharedLoop, Stmt, Variable } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { int4, int8 } from '../expressions/make.ts';
import { convert, toInteger8 } from '../fold/fold.ts';
import { readyEntry } from '../scope.ts';
import { at, condition } from '../statements/construct.ts';
import { integer4, logical4 } from '../types.ts';
import { events, someInside } from '../walk-program.ts';
import { eachStatement } from '../walk-tree.ts';
import { tellData, tellSerial, type Words } from './account.ts';
import { arraySum, isArraySum, withArraySums } from './array-sums.ts';
import { associationsIn } from './associations.ts';
import { type Defaults, deviceNames, implicitCopy, mustBePresent } from './device-names.ts';
import { hostVersion, indexNames } from './host-version.ts';
import { loopDirective, reductionsOf } from './loop-directive.ts';
import { designators as designatorsIn, entriesOf, entry, rootOf, structured, wholeVariable } from './map-entries.ts';
import { namesIn } from './openmp/names.ts';
import { type Own, ownVariables, withOwn } from './own-variables.ts';
import { planKernels } from './plan-kernels.ts';
import { planParallel, type Sizes, serialKernel } from './plan-parallel.ts';

export type Construct = {
  readonly kind: 'parallel' | 'kernels' | 'serial';
  /** The construct is one with its loop. */
  readonly loop: boolean;
  readonly clauses: readonly tree.Clause[];
  readonly entries: (env: Env, clauses: readonly tree.Clause[]) => MapEntry[];
  readonly extra?: Partial<SharedLoop>;
  /** What becomes of data that no clause names, where the model has its own words for that. */
  readonly defaults?: Defaults;
  /** Scalars in data clauses of constructs around it are its own nevertheless. */
  readonly ownsScalars?: true;
  /** Its gangs and threads have numbers, which the program may ask for. */
  readonly teams?: true;
  /** Sums and the like need a clause. */
  readonly explicitReductions?: true;
  /** The host's version of it, where it is not the same statements. */
  readonly onHost?: (env: Env) => readonly Stmt[];
  /** Which device is asked for; the host alone needs none. */
  readonly chosen?: (env: Env) => Expr | undefined;
  readonly hostAlone?: boolean;
  /** How many gangs run what is no loop, where nothing says it. */
  readonly gangs?: number | undefined;
};

/** Of OpenACC. */
export function accConstruct(kind: Construct['kind'], loop: boolean, clauses: readonly tree.Clause[]): Construct {
  return { kind, loop, clauses, entries: (env, list) => entriesOf(env, list, structured) };
}

export function computeConstruct(env: Env, s: tree.Directive, c: Construct): readonly Stmt[] {
  if (c.onHost && c.hostAlone) return c.onHost(env);
  const queue = queueOf(env, c.clauses);
  const waits = waitsOf(env, c.clauses, queue, s);
  const made = onDevice(env, s, c, queue);
  const test = deviceTest(env, c.clauses);
  if (c.onHost) {
    const device = c.chosen ? c.chosen(env) : integerIn(env, c.clauses, 'device');
    const otherwise = c.onHost({ ...env, file: { ...env.file, report: () => {} } });
    return [...waits, { kind: 'on-device', condition: test, device, body: made, otherwise, ...at(s) }];
  }
  if (!test) return [...waits, ...made];
  // The host's version says nothing that the device's has not said.
  const quiet: Env = { ...env, file: { ...env.file, report: () => {} } };
  const onHost = hostVersion(quiet, s, c.loop, keptOnHost(quiet, c, s.body));
  return [...waits, { kind: 'if', arms: [{ condition: test, body: made }], otherwise: onHost, ...at(s) }];
}

/** Whether the device runs the construct: `if` says so, and `self` does not say otherwise. */
function deviceTest(env: Env, clauses: readonly tree.Clause[]): Expr | undefined {
  const wanted = conditionOf(env, clauses, 'if');
  const self = clauses.find((c) => c.name === 'self');
  if (!self) return wanted;
  const host = conditionOf(env, clauses, 'self');
  const { span } = self;
  const type = host?.type ?? logical4;
  const never: Expr = { kind: 'constant', value: false, type, rank: 0, span };
  const device: Expr = host ? { kind: 'unary', operator: 'not', operand: host, type, rank: 0, span } : never;
  return wanted ? { kind: 'binary', operator: 'and', left: wanted, right: device, type, rank: 0, span } : device;
}

/** Scalars that loops first set by themselves: sums that no clause names. */
export function sumsIn(body: tree.Block): ReadonlySet<string> {
  const seen = new Set<string>();
  const sums = new Set<string>();
  eachStatement(body, (s) => {
    if (s.kind !== 'do') return;
    eachStatement(s.body, (x) => {
      if (x.kind !== 'assignment' || x.target.kind !== 'name' || seen.has(x.target.text)) return;
      seen.add(x.target.text);
      if (namesIn([{ ...x, target: { ...x.target, text: '' } }]).has(x.target.text)) sums.add(x.target.text);
    });
  });
  return sums;
}

/** Of `parallel` and `serial`: what the construct has in common with the code around it. */
export function keptOnHost(
  env: Env,
  c: Pick<Construct, 'kind' | 'clauses'>,
  body: tree.Block,
): ((v: Variable) => boolean) | undefined {
  if (c.kind === 'kernels') return undefined;
  const around = env.offload?.mapped ?? new Set<Variable>();
  const named = c.clauses.filter((x) => x.name === 'reduction' || Object.hasOwn(structured, x.name));
  const kept = new Set(named.flatMap((x) => designatorsIn(env, x)).flatMap((e) => rootOf(e) ?? []));
  const sums = sumsIn(body);
  return (v) => kept.has(v) || around.has(v) || v.attributes.declared !== undefined || sums.has(v.name);
}

function onDevice(env: Env, s: tree.Directive, c: Construct, queue: Expr | undefined): readonly Stmt[] {
  const explicit = withReduced(env, c.clauses, c.entries(env, c.clauses));
  const assigned = sharedNames(c, s.body);
  const indices = indexNames(s.body);
  const named = new Set(explicit.flatMap((e) => rootOf(e.outer) ?? []));
  const around = env.offload?.mapped ?? new Set<Variable>();
  const names = deviceNames({ ...env, offload: { mapped: around, computes: true, heading: s.heading } }, explicit, {
    data: c.defaults?.data ?? defaultsOf(c.clauses),
    shares: (v) =>
      (c.defaults?.shares(v) === true && !indices.has(v.name)) ||
      named.has(v) ||
      v.attributes.declared !== undefined ||
      (around.has(v) && !c.ownsScalars) ||
      assigned.has(v.name),
    targets: associationsIn(s.body).targets,
  });
  const inside: Env = {
    ...env,
    scope: names.scope,
    kernelLoop: true,
    constructs: undefined,
    offload: { mapped: around, computes: true, heading: s.heading },
  };
  const all = c.loop ? [] : reductionsOf(inside, c.clauses);
  const reductions = all.filter((r) => !isArraySum(r));
  const sums = all.filter(isArraySum).flatMap((r) => arraySum(inside, r) ?? []);
  const own = c.loop ? undefined : ownVariables(inside, c.clauses, ['private', 'firstprivate'], s.body);
  for (const { own: v } of sums) own?.scope.names.set(v.name, readyEntry(inside, v.name, v.span, v));
  const body = c.loop
    ? loopDirective(inside, c.clauses, s.body, s.span, c.extra)
    : env.file.statements(own ? { ...inside, scope: own.scope } : inside, s.body);
  const wrap = (list: readonly Stmt[]): readonly Stmt[] => withArraySums(sums, own ? withOwn(own, list, s.span) : list);
  const outside = own?.outside ?? new Map<Variable, Expr>();
  const wanted = sizesOf(env, c.clauses, queue);
  const sizes: Sizes = {
    ...wanted,
    ...(c.gangs !== undefined && { gangs: int4(c.gangs, s.span) }),
    ...(c.explicitReductions && { mayReduce: () => false }),
    ...(c.teams && { teams: true }),
  };
  const words: Words = s.name.startsWith('region') ? 'region' : 'acc';
  const kernels = plan(inside, c, s, body, { reductions, wrap, outside, sizes, words, registers: roomOf(explicit) });
  const entries = onlyRead(names.entries, explicit, body);
  const given = new Set(explicit.map((e) => e.outer));
  tellData(env, s.heading, entries, (e) => !given.has(e.outer), words);
  const mapped: Stmt = { kind: 'mapped', entries, queue, body: kernels, ...at(s) };
  return queue ? [mapped] : [mapped, { kind: 'queue-wait', queues: [int8(-2, s.span)], later: undefined, ...at(s) }];
}

/** Arrays and objects that are reduced are copied, as if a clause said so. */
function withReduced(env: Env, clauses: readonly tree.Clause[], entries: readonly MapEntry[]): readonly MapEntry[] {
  const named = new Set(entries.flatMap((e) => rootOf(e.outer) ?? []));
  const reduced = clauses.filter((x) => x.name === 'reduction').flatMap((x) => designatorsIn(env, x));
  const roots = new Set(reduced.flatMap((e) => rootOf(e) ?? []).filter((v) => !named.has(v) && isAggregate(v)));
  return [...entries, ...[...roots].flatMap((v) => entry(wholeVariable(v), structured.copy!) ?? [])];
}

function isAggregate(v: Variable): boolean {
  return v.shape !== undefined || v.type.base === 'derived';
}

type Parts = {
  readonly reductions: readonly ReductionInfo[];
  readonly wrap: (list: readonly Stmt[]) => readonly Stmt[];
  readonly outside: Own['outside'];
  readonly sizes: Sizes;
  readonly words: Words;
  /** Arrays that the construct has for itself. */
  readonly registers: ReadonlySet<string>;
};

function roomOf(entries: readonly MapEntry[]): ReadonlySet<string> {
  const room = entries.filter((e) => e.enter === entering.allocate && !e.leave);
  return new Set(room.flatMap((e) => rootOf(e.outer)?.name ?? []));
}

/** Data that no clause names and nothing sets need not come back. */
function onlyRead(entries: readonly MapEntry[], explicit: readonly MapEntry[], body: readonly Stmt[]): MapEntry[] {
  const set = new Set<Variable>();
  for (const e of events(body)) {
    const v = e.kind === 'write' ? rootOf(e.to) : e.kind === 'index' ? e.variable : undefined;
    if (v) set.add(v);
  }
  const mayChange = hasUnknown(body);
  const given = new Set(explicit.map((e) => e.outer));
  return entries.map((e) => {
    if (given.has(e.outer) || !e.inner || e.leave !== leaving.copy || mayChange || set.has(e.inner)) return e;
    return { ...e, leave: 0 };
  });
}

/** Statements that may set what the analysis does not see. */
function hasUnknown(body: readonly Stmt[]): boolean {
  if (body.some((s) => unknown.has(s.kind) || bodiesOf(s).some(hasUnknown))) return true;
  return events(body).some((e) => e.kind === 'read' && mayAct(e.value));
}

/** A function that is not pure may set its arguments. */
function mayAct(e: Expr): boolean {
  return (e.kind === 'call' && !signatureOf(e.callee).pure) || someInside(e, mayAct);
}

const unknown: ReadonlySet<Stmt['kind']> = new Set<Stmt['kind']>([
  'call',
  'library-call',
  'intrinsic-call',
  'pointer-assign',
  'associate',
  'select-type',
  'io',
]);

function plan(env: Env, c: Construct, s: tree.Directive, body: readonly Stmt[], parts: Parts): readonly Stmt[] {
  switch (c.kind) {
    case 'parallel':
      return planParallel(env, s.heading, body, parts);
    case 'kernels':
      return planKernels(env, s.heading, body, { ...parts.sizes, words: parts.words, registers: parts.registers });
    case 'serial':
      tellSerial(env, s.heading);
      return [serialKernel(env, s.heading, parts.wrap(body), parts.sizes)];
  }
}

/** Scalars that a construct changes for the host: what `kernels` sets outside of loops, what `serial` reduces. */
function sharedNames(c: Construct, body: tree.Block): ReadonlySet<string> {
  const names = new Set<string>();
  if (c.kind === 'serial')
    for (const clause of c.clauses)
      if (clause.name === 'reduction')
        for (const i of clause.items) if (i.value.kind === 'name') names.add(i.value.text);
  if (c.kind === 'kernels') topAssignments(body, names);
  return names;
}

function topAssignments(body: tree.Block, names: Set<string>): void {
  for (const s of body) {
    if (s.kind === 'do' || s.kind === 'kernel-loop') continue;
    if (s.kind === 'directive') {
      if (s.name !== 'loop') topAssignments(s.body, names);
      continue;
    }
    eachStatement([s], (x) => {
      if (x.kind === 'assignment' && x.target.kind === 'name') names.add(x.target.text);
    });
  }
}

function defaultsOf(clauses: readonly tree.Clause[]): { enter: number; leave: number | undefined } | 'none' {
  const value = clauses.find((c) => c.name === 'default')?.items[0]?.value;
  const word = value?.kind === 'name' ? value.text : undefined;
  if (word === 'none') return 'none';
  return word === 'present' ? mustBePresent : implicitCopy;
}

// ---- clauses ----------------------------------------------------------------------------------------------------

export function conditionOf(env: Env, clauses: readonly tree.Clause[], name: string): Expr | undefined {
  const value = clauses.find((c) => c.name === name)?.items[0]?.value;
  return value && value.kind !== 'star' && value.kind !== 'common-name' ? condition(env, value) : undefined;
}

/** The integer of a clause. */
export function integerIn(env: Env, clauses: readonly tree.Clause[], name: string): Expr | undefined {
  const clause = clauses.find((c) => c.name === name);
  const first = clause && numbers(env, clause)[0];
  return first && convert(first, integer4);
}

/** integer(8): -1 where `async` has no number. */
export function queueOf(env: Env, clauses: readonly tree.Clause[]): Expr | undefined {
  const clause = clauses.find((c) => c.name === 'async');
  if (!clause) return undefined;
  return numbers(env, clause)[0] ?? int8(-1, clause.span);
}

function numbers(env: Env, clause: tree.Clause): Expr[] {
  return clause.items.flatMap((i) => {
    if (i.modifier === 'devnum' || i.value.kind === 'star' || i.value.kind === 'common-name') return [];
    const e = env.file.expression(env, i.value);
    if (!e || e.type.base === 'integer') return e ? [toInteger8(e)] : [];
    env.file.report(directiveErrors.notAVariableInClause(clause.name, e.span));
    return [];
  });
}

export function waitsOf(
  env: Env,
  clauses: readonly tree.Clause[],
  later: Expr | undefined,
  s: tree.Directive,
): readonly Stmt[] {
  const waits = clauses.filter((c) => c.name === 'wait');
  return waits.map((c) => ({ kind: 'queue-wait', queues: numbers(env, c), later, ...at(s) }));
}

export function waitDirective(env: Env, s: tree.Directive): readonly Stmt[] {
  const queues = s.argument ? numbers(env, s.argument) : [];
  const made: Stmt = { kind: 'queue-wait', queues, later: queueOf(env, s.clauses), ...at(s) };
  const test = conditionOf(env, s.clauses, 'if');
  return [test ? { kind: 'if', arms: [{ condition: test, body: [made] }], otherwise: [], ...at(s) } : made];
}

function sizesOf(env: Env, clauses: readonly tree.Clause[], queue: Expr | undefined): Sizes {
  const gangs = integerIn(env, clauses, 'num_gangs') ?? integerIn(env, clauses, 'num_teams');
  return { gangs, vector: integerIn(env, clauses, 'vector_length'), queue };
}
