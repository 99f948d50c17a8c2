/**
 * Programs of one image: what statements and procedures about images, coarrays, events, locks and teams come to (Fortran 2018, 11.6, 16.9). An image that waits for
 * what only another one could do would wait for ever: the program ends with a message.
 */
import type { Span } from '../../../../base/source.ts';
import * as assignmentErrors from '../../errors/assignments.ts';
import * as imageErrors from '../../errors/images.ts';
import { notSupported } from '../../errors/message.ts';
import type { BinaryOp, Expr, Shape, Stmt, Type } from '../../program.ts';
import type * as tree from '../../tree.ts';
import { resolveIntrinsic } from '../calls/intrinsic-calls.ts';
import type { Env } from '../context.ts';
import { constant, int8, text } from '../expressions/make.ts';
import { convert } from '../fold/fold.ts';
import { integer8, integerOf, logical4, rankOf } from '../types.ts';
import { codimensionsIn } from './codimensions.ts';
import { notDefinable } from './definable.ts';

type At = { readonly span: Span; readonly label: number | undefined };
const statLocked = 1;
const statUnlocked = 0;

// ---- statements -------------------------------------------------------------------------------------------------

type Option = 'stat' | 'errmsg' | 'until_count' | 'acquired_lock' | 'team' | 'new_index';
type Options = Readonly<Partial<Record<Option, Expr>>>;
type Made = { readonly env: Env; readonly at: At; readonly first: Expr | undefined; readonly options: Options };

const verbs: Readonly<
  Record<
    string,
    {
      readonly takes: string | undefined;
      readonly options: readonly Option[];
      readonly make: (m: Made) => Stmt[] | undefined;
    }
  >
> = {
  'sync all': { takes: undefined, options: [], make: synced },
  'sync memory': { takes: undefined, options: [], make: synced },
  'sync images': { takes: 'integer', options: [], make: synced },
  'sync team': { takes: 'team_type', options: [], make: synced },
  'event post': {
    takes: 'event_type',
    options: [],
    make: (m) => counted(m, (count) => [set(count, plus(count, 1), m.at)]),
  },
  'event wait': { takes: 'event_type', options: ['until_count'], make: eventWait },
  lock: { takes: 'lock_type', options: ['acquired_lock'], make: lock },
  unlock: { takes: 'lock_type', options: [], make: unlock },
  'form team': { takes: 'integer', options: ['team', 'new_index'], make: formTeam },
  'fail image': {
    takes: undefined,
    options: [],
    make: (m) => [ending('fail image: the only image of the program has failed', m.at)],
  },
};

export function imageControl(env: Env, s: tree.ImageControl): readonly Stmt[] | undefined {
  const verb = verbs[s.verb];
  const at: At = { span: s.span, label: s.label?.value };
  if (!verb) return void env.file.report(notSupported(s.verb, s.span));
  const given = argumentsOf(env, s.arguments, [...verb.options, 'stat', 'errmsg'], s.verb === 'form team');
  if (!given) return undefined;
  const { first } = given;
  if (verb.takes !== undefined && !given.star && !fits(first, verb.takes)) {
    const what = verb.takes === 'integer' ? 'an integer' : `a variable of type(${verb.takes})`;
    return void env.file.report(
      first ? imageErrors.imageArgument(what, first) : imageErrors.imageArgumentMissing(what, s.span),
    );
  }
  const made = verb.make({ env, at: { ...at, label: undefined }, first, options: given.options });
  return made && [{ kind: 'continue', ...at }, ...made];
}

function fits(e: Expr | undefined, takes: string): boolean {
  if (!e) return false;
  if (takes === 'integer') return e.type.base === 'integer';
  return e.type.base === 'derived' && e.type.type.name.toLowerCase() === takes;
}

type Given = { readonly first: Expr | undefined; readonly star: boolean; readonly options: Options };

function argumentsOf(
  env: Env,
  args: readonly tree.Argument[],
  allowed: readonly Option[],
  teams: boolean,
): Given | undefined {
  let first: Expr | undefined;
  let star = false;
  const options: Partial<Record<Option, Expr>> = {};
  for (const [i, a] of args.entries()) {
    if (a.value.kind === 'star') {
      star = true;
      continue;
    }
    if (a.value.kind === 'section' || a.value.kind === 'alternate-return' || a.value.kind === 'passed-by')
      return undefined;
    const value = env.file.expression(env, a.value);
    if (!value) return undefined;
    const written = a.keyword?.text ?? (teams && i === 1 ? 'team' : undefined);
    const key = allowed.find((k) => k === written);
    if (written === undefined) first = value;
    else if (!key) return void env.file.report(imageErrors.imageSpecifier(written, a.span));
    else options[key] = value;
  }
  for (const key of ['stat', 'errmsg', 'acquired_lock'] as const) {
    const why = options[key] && notDefinable(env, options[key]);
    if (why && options[key]) return void env.file.report(assignmentErrors.notDefinable(options[key], why));
  }
  return { first, star, options };
}

function synced(m: Made): Stmt[] {
  return stat(m, 0);
}

function stat(m: Made, value: number): Stmt[] {
  const to = m.options.stat;
  return to ? [set(to, int8(value, m.at.span), m.at)] : [];
}

/** The number in an event, a lock or a team. */
function numberIn(e: Expr): Expr | undefined {
  const component = e.type.base === 'derived' ? e.type.type.components[0] : undefined;
  return component && { kind: 'part', base: e, component, type: component.type, rank: 0, span: e.span };
}

function counted(m: Made, make: (count: Expr) => Stmt[]): Stmt[] | undefined {
  const count = m.first && numberIn(m.first);
  const why = m.first && notDefinable(m.env, m.first);
  if (why && m.first) return void m.env.file.report(assignmentErrors.notDefinable(m.first, why));
  return count && [...make(count), ...stat(m, 0)];
}

function eventWait(m: Made): Stmt[] | undefined {
  const { span } = m.at;
  const until = m.options.until_count;
  const least = until
    ? resolveIntrinsic('max', [{ value: convert(until, integer8) }, { value: int8(1, span) }], span, m.env.file.report)
    : int8(1, span);
  if (!least) return undefined;
  return counted(m, (count) => [
    when(
      binary('lt', count, least, logical4),
      [ending('event wait: no other image could post this event', m.at)],
      [],
      m.at,
    ),
    set(count, binary('subtract', count, least, integer8), m.at),
  ]);
}

function lock(m: Made): Stmt[] | undefined {
  const acquired = m.options.acquired_lock;
  return counted({ ...m, options: {} }, (held) => {
    const free = binary('eq', held, int8(0, m.at.span), logical4);
    const got = acquired ? [set(acquired, constant(true, logical4, m.at.span), m.at)] : [];
    const take = [set(held, int8(1, m.at.span), m.at), ...got, ...stat(m, 0)];
    // Only this image can hold it.
    const refused = failing(m, statLocked, 'lock: this image holds the lock already');
    return [when(free, take, refused, m.at)];
  });
}

function unlock(m: Made): Stmt[] | undefined {
  return counted({ ...m, options: {} }, (held) => {
    const free = binary('eq', held, int8(0, m.at.span), logical4);
    const give = [set(held, int8(0, m.at.span), m.at), ...stat(m, 0)];
    return [when(free, failing(m, statUnlocked, 'unlock: the lock is not held'), give, m.at)];
  });
}

function failing(m: Made, code: number, message: string): Stmt[] {
  return m.options.stat ? stat(m, code) : [ending(message, m.at)];
}

function formTeam(m: Made): Stmt[] | undefined {
  const { team } = m.options;
  const { span } = m.at;
  const number = team && fits(team, 'team_type') ? numberIn(team) : undefined;
  if (!number || !m.first)
    return void m.env.file.report(
      team
        ? imageErrors.imageArgument('a variable of type(team_type)', team)
        : imageErrors.imageArgumentMissing('a team', span),
    );
  return [set(number, convert(m.first, integer8), m.at), ...stat(m, 0)];
}

/** `change team (t)`: the same image in another team. */
export function changeTeam(env: Env, s: tree.ChangeTeam): readonly Stmt[] | undefined {
  const given = argumentsOf(env, s.arguments, ['stat', 'errmsg'], false);
  const body = env.file.statements(env, s.body);
  if (!given) return undefined;
  if (!fits(given.first, 'team_type'))
    return void env.file.report(
      given.first
        ? imageErrors.imageArgument('a team', given.first)
        : imageErrors.imageArgumentMissing('a team', s.span),
    );
  const at: At = { span: s.span, label: undefined };
  return [{ kind: 'continue', span: s.span, label: s.label?.value }, ...stat({ env, at, ...given }, 0), ...body];
}

// ---- functions --------------------------------------------------------------------------------------------------

type Args = readonly (Expr | undefined)[];

/** The value of a function about images; undefined after an error. Arguments in the order of the row. */
export function imageFunction(env: Env, name: string, args: Args, type: Type, span: Span): Expr | undefined {
  const [coarray, second] = args;
  const number = (n: number) => constant(BigInt(n), type, span);
  switch (name) {
    case 'num_images':
      return number(1);
    case 'image_status':
      return number(0);
    case 'failed_images':
    case 'stopped_images':
      return { kind: 'constant-array', extents: [0], values: [], type, rank: 1, span };
    case 'this_image':
      return coarray && !isTeam(coarray) ? bounds(env, coarray, second, type, span, lowers) : number(1);
    case 'lcobound':
      return coarray && bounds(env, coarray, second, type, span, lowers);
    case 'ucobound':
      return coarray && bounds(env, coarray, second, type, span, uppers);
    case 'coshape':
      return coarray && bounds(env, coarray, undefined, type, span, extents);
    case 'image_index':
      return coarray && second && imageIndex(env, coarray, second, type, span);
    case 'team_number': {
      const own = coarray && isTeam(coarray) ? numberIn(coarray) : undefined;
      return own ? convert(own, type) : void env.file.report(notSupported('team_number() of the current team', span));
    }
    default:
      return void env.file.report(notSupported(name, span));
  }
}

const isTeam = (e: Expr) => fits(e, 'team_type');

type Lister = (shape: Shape, span: Span) => Expr[];

/** Where an allocatable coarray got its codimensions, allocate takes only those that begin with 1. */
const lowers: Lister = (shape, span) => {
  if (shape.kind === 'deferred') return Array.from({ length: shape.rank }, () => int8(1, span));
  return shape.kind === 'assumed-size' ? [...shape.bounds.map((b) => b.lower), shape.lastLower] : [];
};
const uppers: Lister = (shape, span) => {
  if (shape.kind === 'deferred') return Array.from({ length: shape.rank }, () => int8(1, span));
  return shape.kind === 'assumed-size' ? [...shape.bounds.map((b) => b.upper), shape.lastLower] : [];
};
const extents: Lister = (shape, span) => {
  const last = lowers(shape, span);
  return uppers(shape, span).map((high, i) => {
    const low = last[i] ?? int8(1, span);
    const [a, b] = [integerOf(low), integerOf(high)];
    if (a !== undefined && b !== undefined) return int8(b - a + 1n, span);
    return binary('add', binary('subtract', high, low, integer8), int8(1, span), integer8);
  });
};

function bounds(
  env: Env,
  coarray: Expr,
  dim: Expr | undefined,
  type: Type,
  span: Span,
  list: Lister,
): Expr | undefined {
  const shape = codimensionsIn(coarray);
  if (!shape) return void env.file.report(imageErrors.notACoarray(coarray));
  // What `allocate` says of them is not kept; the lower ones are 1.
  if (shape.kind === 'deferred' && shape.rank > 1 && list !== lowers)
    return void env.file.report(notSupported('upper cobounds of an allocatable coarray', span));
  const all = list(shape, span).map((e) => convert({ ...e, span }, type));
  const whole: Expr = {
    kind: 'array-constructor',
    items: all.map((value) => ({ kind: 'value' as const, value })),
    type,
    rank: 1,
    span,
  };
  const values = all.flatMap((e) => (e.kind === 'constant' ? [e.value] : []));
  const folded: Expr =
    values.length === all.length
      ? { kind: 'constant-array', extents: [values.length], values, type, rank: 1, span }
      : whole;
  if (!dim) return folded;
  const known = integerOf(dim);
  const one = known === undefined ? undefined : all[Number(known) - 1];
  if (known !== undefined)
    return one ?? void env.file.report(imageErrors.imageArgument(`a number from 1 to ${rankOf(shape)}`, dim));
  return {
    kind: 'element',
    base: folded,
    subscripts: [{ kind: 'index', value: convert(dim, integer8) }],
    type,
    rank: 0,
    span,
  };
}

/** 1 where all cosubscripts are the lower cobounds. */
function imageIndex(env: Env, coarray: Expr, sub: Expr, type: Type, span: Span): Expr | undefined {
  const low = bounds(env, coarray, undefined, integer8, span, lowers);
  const same = low && binary('eq', convert(sub, integer8), low, logical4, 1);
  const all = same && resolveIntrinsic('all', [{ value: same }], span, env.file.report);
  const number = (n: number) => ({ value: constant(BigInt(n), type, span) });
  return all && resolveIntrinsic('merge', [number(1), number(0), { value: all }], span, env.file.report);
}

// ---- subroutines ------------------------------------------------------------------------------------------------

/** What a call comes to; arguments in the order of the row. 'none' for other procedures. */
export function imageSubroutine(env: Env, name: string, args: Args, at: At): Stmt | undefined {
  const inner: At = { ...at, label: undefined };
  const made = statementsOf(env, name, args, inner);
  return made && { kind: 'block', name: `#image${at.span.from}`, variables: [], body: made, ...at };
}

const bits: Readonly<Record<string, string>> = { and: 'iand', or: 'ior', xor: 'ieor' };

function statementsOf(env: Env, name: string, args: Args, at: At): Stmt[] | undefined {
  const [a, b, c, d] = args;
  const answer = (last: Expr | undefined): Stmt[] => (last ? [setPresent(last, int8(0, at.span), at)] : []);
  if (name.startsWith('co_')) return answer(args.at(-2));
  if (!a || !b) return undefined;
  switch (name) {
    case 'event_query': {
      const count = fits(a, 'event_type') ? numberIn(a) : undefined;
      return count
        ? [set(b, count, at), ...answer(c)]
        : void env.file.report(imageErrors.imageArgument('a variable of type(event_type)', a));
    }
    case 'atomic_define':
    case 'atomic_ref':
      return [set(a, b, at), ...answer(c)];
    case 'atomic_cas': {
      const [new_, last] = [d, args[4]];
      if (!c || !new_) return undefined;
      const equal =
        a.type.base === 'logical'
          ? binary('eqv', a, convert(c, a.type), logical4)
          : binary('eq', a, convert(c, a.type), logical4);
      return [set(b, a, at), when(equal, [set(a, new_, at)], [], at), ...answer(last)];
    }
    default:
      return changed(env, name, args, at, answer);
  }
}

function changed(
  env: Env,
  name: string,
  [atom, value, third, fourth]: Args,
  at: At,
  answer: (e: Expr | undefined) => Stmt[],
): Stmt[] | undefined {
  if (!atom || !value) return undefined;
  const fetches = name.startsWith('atomic_fetch_');
  const operation = name.slice(fetches ? 'atomic_fetch_'.length : 'atomic_'.length);
  const intrinsic = bits[operation];
  const other = convert(value, atom.type);
  const next = intrinsic
    ? resolveIntrinsic(intrinsic, [{ value: atom }, { value: other }], at.span, env.file.report)
    : binary('add', atom, other, atom.type);
  if (!next) return undefined;
  return [
    ...(fetches && third ? [set(third, atom, at)] : []),
    set(atom, next, at),
    ...answer(fetches ? fourth : third),
  ];
}

// ---- small statements -------------------------------------------------------------------------------------------

function set(to: Expr, value: Expr, at: At): Stmt {
  return { kind: 'assign', to, value: convert(value, to.type), transfer: false, ...at };
}

/** An optional dummy may be absent. */
function setPresent(to: Expr, value: Expr, at: At): Stmt {
  if (to.kind !== 'variable' || !to.variable.attributes.optional) return set(to, value, at);
  const present: Expr = { kind: 'intrinsic', name: 'present', args: [to], type: logical4, rank: 0, span: at.span };
  return when(present, [set(to, value, at)], [], at);
}

function when(condition: Expr, body: Stmt[], otherwise: Stmt[], at: At): Stmt {
  return { kind: 'if', arms: [{ condition, body }], otherwise, ...at };
}

function ending(message: string, at: At): Stmt {
  return { kind: 'stop', error: true, code: text(message, at.span), quiet: undefined, ...at };
}

function plus(e: Expr, n: number): Expr {
  return binary('add', e, int8(n, e.span), integer8);
}

function binary(operator: BinaryOp, left: Expr, right: Expr, type: Type, rank = 0): Expr {
  return { kind: 'binary', operator, left, right, type, rank, span: left.span };
}
