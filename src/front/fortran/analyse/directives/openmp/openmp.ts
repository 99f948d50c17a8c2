/** Directives of OpenMP for the host. A combined one is its parts, one in the other: the innermost that divides work takes the clauses of variables. */
import { loopSchedules } from '../../../../../library/runtime-calls.ts';
import * as errors from '../../../errors/openmp.ts';
import type { Expr, Stmt } from '../../../program.ts';
import type * as tree from '../../../tree.ts';
import type { Env } from '../../context.ts';
import { nameMeaning } from '../../expressions/references.ts';
import { convert } from '../../fold/fold.ts';
import { condition } from '../../statements/construct.ts';
import { integer4, integer8 } from '../../types.ts';
import { act, at, barrierUnless, combined, dealt, type LoopPlan, regionEnv } from './acts.ts';
import {
  clausesNamed,
  givenIn,
  hasClause,
  type Named,
  variableNamed,
  variablesIn,
  variablesOf,
  wordOf,
} from './clauses.ts';
import { serialLoop, sharedLoop } from './loops.ts';
import { loopVariablesIn, namesIn } from './names.ts';
import { isReduction } from './reductions.ts';
import { sections } from './sections.ts';
import { Sharing } from './sharing.ts';
import { copiedForTask } from './tasks.ts';

type Handler = (env: Env, s: tree.Directive, rest: readonly string[]) => readonly Stmt[];

/** By the first word of what is left of a directive's name. */
const handlers: Readonly<Record<string, Handler>> = {
  parallel,
  do: (env, s) => sharedLoop(env, s, loopSharing(env, s), schedule(env, s)),
  loop: (env, s) =>
    wordOf(s, 'bind') === 'thread'
      ? serialLoop(env, s, loopSharing(env, s))
      : sharedLoop(env, s, loopSharing(env, s), { schedule: dealt, chunk: undefined }),
  simd: (env, s) => serialLoop(env, s, simdSharing(env, s)),
  sections: (env, s) => sections(env, s, loopSharing(env, s)),
  workshare: (env, s) => [
    act(s, { how: 'single', hand: [], take: [] }, env.file.statements(env, s.body)),
    ...barrierUnless(s),
  ],
  single,
  scope: (env, s) => {
    const sharing = dataSharing(env, s);
    return [sharing.block([...body(sharing.env, s), ...combined(s, sharing)], s), ...barrierUnless(s)];
  },
  masked: (env, s, rest) => [act(s, { how: 'masked', thread: number(env, s, 'filter') }, within(env, s, rest))],
  master: (env, s, rest) => [act(s, { how: 'masked', thread: undefined }, within(env, s, rest))],
  critical: (env, s) => [act(s, { how: 'alone', lock: `critical.${argumentName(s)}` }, inRegion(env, s))],
  ordered: (env, s) =>
    hasClause(s, 'depend') || hasClause(s, 'doacross') ? doacross(s) : [act(s, { how: 'ordered' }, inRegion(env, s))],
  barrier: (_, s) => [act(s, { how: 'barrier' })],
  flush: (_, s) => [act(s, { how: 'flush' })],
  taskyield: (_, s) => [act(s, { how: 'flush' })],
  taskwait: (_, s) => [act(s, { how: 'taskwait' })],
  taskgroup: (env, s) => [act(s, { how: 'taskgroup' }, inRegion(env, s))],
  task,
  taskloop: (env, s) => serialLoop(env, s, taskSharing(env, s)),
  teams: (env, s, rest) => (rest.length > 0 ? within(env, s, rest) : taskLike(env, s)),
  distribute: (env, s, rest) =>
    rest.length > 0 && rest[0] !== 'simd' ? within(env, s, rest) : serialLoop(env, s, loopSharing(env, s)),
  target: (env, s, rest) => (rest.length > 0 ? within(env, s, rest) : taskLike(env, s)),
};

/** Directives with nothing to do on a host, beyond what they hold. */
export function openmp(env: Env, s: tree.Directive): readonly Stmt[] {
  return within(env, s, s.name.split(' '));
}

function within(env: Env, s: tree.Directive, words: readonly string[]): readonly Stmt[] {
  const [first = '', ...rest] = words;
  // Data on devices is the host's own here.
  if (s.name === 'target data' || /^target (enter|exit|update)/.test(s.name)) return inside(env, s);
  if (s.name === 'atomic') return atomic(env, s);
  if (s.name === 'error') return told(env, s);
  const handler = Object.hasOwn(handlers, first) ? handlers[first] : undefined;
  return handler ? handler(env, s, rest) : inside(env, s);
}

function inside(env: Env, s: tree.Directive): readonly Stmt[] {
  return env.file.statements(env, s.body);
}

/** Statements that nothing may leave but by their end. */
function body(env: Env, s: tree.Directive): readonly Stmt[] {
  return inRegion(env, s);
}

function inRegion(env: Env, s: tree.Directive, list: tree.Block = s.body): readonly Stmt[] {
  return env.file.statements(regionEnv(env, s), list);
}

// ---- regions ----------------------------------------------------------------------------------------------------

function parallel(env: Env, s: tree.Directive, rest: readonly string[]): readonly Stmt[] {
  const threads = number(env, s, 'num_threads');
  const wanted = conditionOf(env, s, 'parallel');
  const sharing = new Sharing(env);
  if (rest.length === 0) share(sharing, s);
  defaults(sharing, s);
  for (const name of loopVariablesIn(s.body)) ownIndex(sharing, s, name);
  const copied = variablesIn(env, s, 'copyin').flatMap(({ name, variable }) => {
    const first = { ...variable };
    delete first.ofThread;
    return sharing.statements({ omp_priv: variable, omp_orig: first }, copyOf(name, variable));
  });
  const met = copied.length > 0 ? [...copied, act(s, { how: 'barrier' })] : [];
  const inner: Env = { ...regionEnv(sharing.env, s), region: sharing.env.scope };
  const made = rest.length > 0 ? within(inner, s, rest) : env.file.statements(inner, s.body);
  const whole = sharing.block([...met, ...made, ...combined(s, sharing)], s);
  return [act(s, { how: 'run', threads, condition: wanted }, [whole])];
}

function copyOf(name: tree.Name, v: Named['variable']): readonly tree.Executable[] {
  const [target, value] = ['omp_priv', 'omp_orig'].map((text): tree.Name => ({ ...name, text }));
  if (!target || !value) return [];
  return v.attributes.pointer
    ? [{ kind: 'pointer-assignment', span: name.span, label: undefined, target, value }]
    : [{ kind: 'assignment', span: name.span, label: undefined, target, value }];
}

/** A loop's variable is each thread's own, whatever `default` says. */
function ownIndex(sharing: Sharing, s: tree.Directive, name: tree.Name): void {
  const listed = ['shared', 'private', 'firstprivate', 'lastprivate', 'linear', 'reduction'].some((clause) =>
    variablesIn(sharing.outer, s, clause).some((n) => n.name.text === name.text),
  );
  const variable = listed ? undefined : variableNamed(sharing.outer, name);
  if (variable && !variable.shape && !sharing.isOwn(variable) && !variable.ofThread)
    sharing.private_({ name, variable });
}

/** `default(private)`, `default(firstprivate)`, `default(none)`: for names that no clause lists. */
function defaults(sharing: Sharing, s: tree.Directive): void {
  const word = wordOf(s, 'default');
  if (word === undefined || word === 'shared') return;
  const env = sharing.outer;
  const listed = new Set(
    ['shared', 'private', 'firstprivate', 'lastprivate', 'linear', 'reduction', 'copyin', 'in_reduction'].flatMap((c) =>
      variablesIn(env, s, c).map((n) => n.name.text),
    ),
  );
  const loops = new Set(loopVariablesIn(s.body).map((n) => n.text));
  const names = [...namesIn(s.body).values()];
  for (const name of names) {
    if (listed.has(name.text) || loops.has(name.text)) continue;
    const variable = visible(env, name);
    if (!variable || sharing.isOwn(variable) || variable.ofThread || variable.storage === 'associate') continue;
    if (variable.storage === 'index' || (variable.procedure && !variable.attributes.pointer)) continue;
    if (word === 'none') env.file.report(errors.notListed(name, s.heading));
    else if (variable.shape?.kind !== 'assumed-size')
      sharing[word === 'private' ? 'private_' : 'first']({ name, variable });
  }
}

/** What a name means that need not be declared: nothing is told of it here. */
function visible(env: Env, name: tree.Name): Named['variable'] | undefined {
  const found = nameMeaning(env, name.text);
  return found?.kind === 'variable' ? found : undefined;
}

// ---- what each thread has of its own ----------------------------------------------------------------------------

function dataSharing(env: Env, s: tree.Directive): Sharing {
  const sharing = new Sharing(env);
  share(sharing, s);
  return sharing;
}

function share(sharing: Sharing, s: tree.Directive): void {
  const env = sharing.outer;
  for (const n of usable(env, s, 'private')) sharing.private_(n);
  for (const n of usable(env, s, 'firstprivate')) sharing.first(n);
  for (const n of usable(env, s, 'lastprivate')) sharing.lastPrivate(n);
  for (const c of clausesNamed(s, 'reduction')) {
    const operator = c.operator ?? '+';
    if (!isReduction(env, operator)) {
      env.file.report(errors.unknownReduction(operator, c.span));
      continue;
    }
    if (c.modifiers.includes('inscan')) continue;
    for (const n of variablesOf(env, c)) if (!sharing.isOwn(n.variable)) sharing.reduce(n, operator);
  }
}

function usable(env: Env, s: tree.Directive, clause: string): readonly Named[] {
  return variablesIn(env, s, clause).filter(({ name, variable }) => {
    if (variable.shape?.kind !== 'assumed-size') return true;
    env.file.report(errors.assumedSize(name, clause));
    return false;
  });
}

function loopSharing(env: Env, s: tree.Directive): Sharing {
  return dataSharing(env, s);
}

/** The iterations run one after another: sums and last values are those of the variables themselves. */
function simdSharing(env: Env, s: tree.Directive): Sharing {
  const sharing = new Sharing(env);
  for (const n of usable(env, s, 'private')) sharing.private_(n);
  return sharing;
}

/** A task that runs at once, in the thread that meets it: what it shares and reduces it finds there. */
function taskSharing(env: Env, s: tree.Directive): Sharing {
  const sharing = new Sharing(env);
  for (const n of usable(env, s, 'private')) sharing.private_(n);
  for (const n of usable(env, s, 'firstprivate')) sharing.first(n);
  defaults(sharing, s);
  return sharing;
}

function taskLike(env: Env, s: tree.Directive): readonly Stmt[] {
  const sharing = taskSharing(env, s);
  for (const c of clausesNamed(s, 'reduction'))
    for (const n of variablesOf(env, c)) if (!sharing.isOwn(n.variable)) sharing.reduce(n, c.operator ?? '+');
  return [sharing.block([...body(sharing.env, s), ...combined(s, sharing)], s)];
}

function task(env: Env, s: tree.Directive): readonly Stmt[] {
  const copied = copiedForTask(env, s);
  if (copied) return waitingTask(env, s, copied);
  const sharing = taskSharing(env, s);
  for (const name of loopVariablesIn(s.body)) ownIndex(sharing, s, name);
  return [sharing.block(body(sharing.env, s), s)];
}

/** What is copied has a name around the task, which only reads it, and one in it. */
function waitingTask(env: Env, s: tree.Directive, copied: readonly Named[]): readonly Stmt[] {
  const around = new Sharing(env);
  for (const n of copied) around.first(n);
  const sharing = new Sharing(around.env);
  for (const n of usable(env, s, 'private')) sharing.private_(n);
  for (const { name } of copied) {
    const variable = variableNamed(around.env, name);
    if (variable) sharing.first({ name, variable });
  }
  defaults(sharing, s);
  for (const name of loopVariablesIn(s.body)) ownIndex(sharing, s, name);
  const run = act(s, { how: 'task', condition: conditionOf(env, s, 'task') }, [sharing.block(body(sharing.env, s), s)]);
  return [around.block([run], s)];
}

// ---- single -----------------------------------------------------------------------------------------------------

function single(env: Env, s: tree.Directive): readonly Stmt[] {
  const sharing = dataSharing(env, s);
  const handed = variablesIn(sharing.env, s, 'copyprivate').map(({ name, variable }) => ({
    name,
    own: variable,
    from: { ...variable },
  }));
  const take = handed.flatMap(({ name, own, from }) =>
    sharing.statements({ omp_priv: own, omp_orig: from }, copyOf(name, own)),
  );
  const hand = handed.map(({ own, from }) => ({ own, from }));
  const run = act(s, { how: 'single', hand, take }, body(sharing.env, s));
  return [sharing.block([run], s), ...(hand.length > 0 ? [] : barrierUnless(s))];
}

// ---- atomic, order ----------------------------------------------------------------------------------------------

function atomic(env: Env, s: tree.Directive): readonly Stmt[] {
  return [act(s, { how: 'alone', lock: 'atomic' }, inside(env, s))];
}

/** `ordered depend(sink: …)` waits for all iterations before, which is more than it asks for; `depend(source)` lets those behind it go on. */
function doacross(s: tree.Directive): readonly Stmt[] {
  const isSource = s.clauses.some(({ span }) => /source/i.test(span.source.text.slice(span.from, span.to)));
  return [act(s, { how: isSource ? 'posted' : 'ordered' })];
}

/** `error at(execution)`: a message, and the end of the program where it is fatal. */
function told(env: Env, s: tree.Directive): readonly Stmt[] {
  if (wordOf(s, 'at') !== 'execution') {
    env.file.report(errors.errorDirective(s.heading, wordOf(s, 'severity') === 'warning'));
    return [];
  }
  const message = givenIn(s, 'message');
  const code = message && env.file.expression(env, message);
  if (wordOf(s, 'severity') === 'warning') return [];
  return [{ kind: 'stop', error: true, code, quiet: undefined, ...at(s) }];
}

function argumentName(s: tree.Directive): string {
  const value = s.argument?.items[0]?.value;
  return value?.kind === 'name' ? value.text : '';
}

// ---- numbers ----------------------------------------------------------------------------------------------------

function number(env: Env, s: tree.Directive, clause: string): Expr | undefined {
  const value = givenIn(s, clause);
  const made = value && env.file.expression(env, value);
  if (!made) return undefined;
  if (made.type.base !== 'integer' || made.rank > 0) return void env.file.report(errors.notInteger(clause, made));
  return convert(made, integer4);
}

function conditionOf(env: Env, s: tree.Directive, of: string): Expr | undefined {
  const clause = clausesNamed(s, 'if').find((c) => c.modifiers.length === 0 || c.modifiers.includes(of));
  const value = clause?.items[0]?.value;
  return value && value.kind !== 'star' && value.kind !== 'common-name' ? condition(env, value) : undefined;
}

const names: readonly string[] = loopSchedules;

function schedule(env: Env, s: tree.Directive): LoopPlan {
  const clause = clausesNamed(s, 'schedule')[0];
  const [kind, size] = clause?.items.map((i) => i.value) ?? [];
  if (!clause || !kind) return { schedule: dealt, chunk: undefined };
  const word = kind.kind === 'name' ? kind.text : '';
  const place = word === 'runtime' ? 0 : names.indexOf(word);
  if (place < 0) {
    env.file.report(errors.unknownSchedule(clause.span));
    return { schedule: dealt, chunk: undefined };
  }
  const given =
    size && size.kind !== 'star' && size.kind !== 'common-name' ? env.file.expression(env, size) : undefined;
  if (given && (given.type.base !== 'integer' || given.rank > 0)) {
    env.file.report(errors.notInteger('schedule', given));
    return { schedule: place, chunk: undefined };
  }
  return { schedule: place, chunk: given && convert(given, integer8) };
}
