/**
 * Loads move up before roots, quotients and functions of a GPU that stand between them and where their address is known. Each of those is a branch in what the assembler makes of it (the slow
 * case of a correctly rounded root), which it moves no load over: without this a thread waits for memory once for each of them.
 */
import { type Access, effectsOf, effectsOfExpression, writesOf } from '../../ir/effects.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { isPointer, sizeOf, spaceOf } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  changeBodies,
  changeParts,
  changeStatement,
  eachStatement,
  expressionsOf,
  isLoop,
  localsSet,
  mapEach,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import { areApart } from '../analysis/affine.ts';
import { type Aliases, aliasesOf, type Root } from '../analysis/alias.ts';

type Load = Extract<Expression, { readonly kind: 'load' }>;

/** Values that a thread may hold longer than the program says, each in a register or two. */
const most = 12;

/** `pure`: functions that do nothing but give a value. */
export function earlyLoads(fn: Fn, pure: ReadonlySet<string>): Fn {
  if (!someStatement(fn.body, isSlow)) return fn;
  const locals: Local[] = [...fn.locals];
  const aliases = aliasesOf(fn);
  const list = (body: readonly Statement[]): readonly Statement[] => {
    const inner = mapEach(body, (s) => changeBodies(s, list));
    return inner.some(isSlow) ? new Straight(aliases, locals, pure).moved(inner) : inner;
  };
  const body = list(fn.body);
  return body === fn.body ? fn : { ...fn, locals, body };
}

/** Whether the assembler writes branches for it, with what stands in it. */
function isSlow(s: Statement): boolean {
  const known = slowness.get(s);
  if (known !== undefined) return known;
  const found = expressionsOf(s).some((whole) => someExpression(whole, isSlowOperation)) || isRareCall(s);
  slowness.set(s, found);
  return found;
}

const slowness = new WeakMap<Statement, boolean>();

/** A branch around what is seldom needed, or to a function that is seldom called. */
function isRareCall(s: Statement): boolean {
  return s.kind === 'if' && (s.usual === true || someStatement([s], (x) => x.kind === 'call'));
}

function isSlowOperation(e: Expression): boolean {
  if (e.kind !== 'op') return false;
  if (e.op === 'sqrt') return true;
  return e.op === 'div' && (e.type === 'f32' || e.type === 'f64') && e.args[1]!.kind !== 'const';
}

/** One list, from its first statement to its last. */
class Straight {
  readonly #aliases: Aliases;
  readonly #locals: Local[];
  readonly #pure: ReadonlySet<string>;
  readonly #made: Statement[] = [];
  /** Where in `made` what follows the last statement begins that no load may pass. */
  #start = 0;
  /** Slow statements from there on. */
  #slow = 0;
  /** Loads that moved, by what they load, until something changes it. */
  readonly #held = new Map<string, { readonly local: number; readonly load: Load }>();
  #count = 0;
  #changed = false;

  constructor(aliases: Aliases, locals: Local[], pure: ReadonlySet<string>) {
    this.#aliases = aliases;
    this.#locals = locals;
    this.#pure = pure;
  }

  moved(list: readonly Statement[]): readonly Statement[] {
    for (const s of list) {
      // The condition of a loop is asked again in each iteration; those of others before anything in them.
      const now = isLoop(s) ? s : changeStatement(s, { expression: (e) => this.#expression(e, s), body: (b) => b });
      this.#made.push(now);
      if (isSlow(now)) this.#slow++;
      this.#forget(now);
    }
    return this.#changed ? this.#made : list;
  }

  #expression(e: Expression, s: Statement): Expression {
    if (e.kind === 'load') {
      const held = this.#held.get(keyOf(e));
      if (held) return { kind: 'local', type: e.type, index: held.local };
      const at = this.#count < most && this.#mayMove(e) ? this.#placeFor(e, s) : undefined;
      if (at !== undefined) return this.#move(e, at);
    }
    return changeParts(e, (part) => this.#expression(part, s));
  }

  /** Only what comes from far away, and what nobody watches. */
  #mayMove(e: Load): boolean {
    if (e.volatile || e.cache || !isPointer(e.from.type)) return false;
    const space = spaceOf(e.from.type);
    return space === 'global' || space === 'generic';
  }

  /** The first slow statement that the load may stand before: it itself, where nothing else is; undefined where there is none. */
  #placeFor(e: Load, s: Statement): number | undefined {
    let first = isSlow(s) ? this.#made.length : undefined;
    let slow = this.#slow;
    for (let i = this.#made.length - 1; slow > 0 && i >= this.#start; i--) {
      const before = this.#made[i]!;
      if (this.#holdsBack(before, e)) break;
      if (!isSlow(before)) continue;
      first = i;
      slow--;
    }
    return first;
  }

  /** Whether the statement may change where the load leads or what it finds. */
  #holdsBack(s: Statement, e: Load): boolean {
    let found = false;
    eachStatement([s], (x) => {
      for (const l of localsSet(x)) found ||= someExpression(e, (part) => part.kind === 'local' && part.index === l);
      if (found || this.#isPureCall(x)) return;
      for (const w of writesOf(x)) found ||= this.#mayRead(e, w);
    });
    return found;
  }

  #mayRead(e: Load, written: Access): boolean {
    const root = written.from ? this.#aliases.rootOf(written.from) : anywhere;
    return someExpression(e, (part) => {
      if (part.kind !== 'load' || !this.#aliases.mayMeet(this.#aliases.rootOf(part.from), root)) return false;
      const { from, offset, bytes } = written;
      if (!from || bytes === undefined) return true;
      return !areApart({ from, offset, bytes }, { from: part.from, offset: part.offset, bytes: sizeOf(part.memory) });
    });
  }

  #move(e: Load, at: number): Expression {
    const local = this.#locals.push({ name: 'early', type: e.type }) - 1;
    this.#made.splice(at, 0, { kind: 'set', local, value: e });
    this.#held.set(keyOf(e), { local, load: e });
    this.#count++;
    this.#changed = true;
    return { kind: 'local', type: e.type, index: local };
  }

  /** What `s` means for loads behind it. */
  #forget(s: Statement): void {
    for (const [key, { load }] of this.#held) if (this.#holdsBack(s, load)) this.#held.delete(key);
    if (isLoop(s) || this.#isFence(s)) {
      this.#start = this.#made.length;
      this.#slow = 0;
      this.#held.clear();
      this.#count = 0;
    }
  }

  /** Whether nothing may pass the statement. */
  #isFence(s: Statement): boolean {
    return someStatement([s], (x) => {
      if (this.#isPureCall(x)) return false;
      const own = effectsOf(x);
      if (own.ordered || own.syncs !== undefined || own.waits || own.leaves || own.outside) return true;
      return expressionsOf(x).some((whole) => someExpression(whole, (e) => effectsOfExpression(e).ordered === true));
    });
  }

  #isPureCall(s: Statement): boolean {
    return s.kind === 'call' && s.callee.kind === 'direct' && this.#pure.has(s.callee.name);
  }
}

const anywhere: Root = { name: undefined, space: undefined };
