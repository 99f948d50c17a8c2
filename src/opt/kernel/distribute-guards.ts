/**
 * Guards around barriers, distributed over what stands between them: `if (i > n) return` before a barrier, or a last branch that holds barriers. Threads that the guard leaves out go along to each
 * barrier and do nothing there, so that the barriers stand where all threads come by and regions have plain conditions. What all threads compute alike for loops around barriers stays outside.
 */
import { and } from '../../ir/build.ts';
import { effectsOfExpression, isMeeting, isPlainBarrier } from '../../ir/effects.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { negated } from '../../ir/negated.ts';
import { analyseUniformity, countSets, type Uniformity } from '../../ir/uniformity.ts';
import { mayWait } from '../../ir/waiting-loops.ts';
import {
  bodiesOf,
  changeBodies,
  eachExpression,
  eachStatement,
  expressionsOf,
  isLoop,
  labelsIn,
  localsSet,
  localsSetIn,
  readsLocal,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';

type Body = readonly Statement[];
type Branch = Extract<Statement, { kind: 'if' }>;

export function distributeGuards(fn: Fn): Fn {
  if (fn.kind !== 'kernel' || !fn.body.some(holdsBarrier) || someStatement(fn.body, isStrange)) return fn;
  const { isUniform } = analyseUniformity(fn);
  const at = fn.body.findIndex((s, i) => isGuard(s, fn.body.slice(i + 1), isUniform));
  if (at < 0) return fn;
  const guard = fn.body[at] as Branch;
  const behind = fn.body.slice(at + 1);
  // Threads that the guard leaves out go on behind a branch, with what they had.
  const kept = isEarlyReturn(guard)
    ? []
    : [...localsSetIn(guard.then)].filter((l) => behind.some((s) => mentions(s, l)));
  if (someStatement(guard.then, (s) => isLoop(s) && localsSet(s).some((l) => kept.includes(l)))) return fn;
  const guards = new Guards(fn, isUniform, kept);
  const rest = guards.distributed(guard, behind);
  if (!rest) return fn;
  const made = { ...fn, locals: guards.locals, body: [...fn.body.slice(0, at), ...rest] };
  return meetTogether(made) ? made : fn;
}

const isBarrier = (s: Statement): boolean => isPlainBarrier(s, 'block');
const holdsBarrier = (s: Statement): boolean => someStatement([s], isBarrier);

/** What threads that do nothing may not go along to, or need not come back from. */
function isStrange(s: Statement): boolean {
  if (s.kind === 'loop' && mayWait(s)) return true;
  if (s.kind === 'switch' && holdsBarrier(s)) return true;
  return s.kind === 'call' || (isMeeting(s) && s.kind !== 'fence' && !isBarrier(s));
}

/** Whether some threads leave by it before a barrier, or it holds the last barriers. */
function isGuard(s: Statement, rest: Body, isUniform: Uniformity['isUniform']): s is Branch {
  if (s.kind !== 'if' || isUniform(s.condition)) return false;
  const waits = rest.some(holdsBarrier);
  if (isEarlyReturn(s)) return waits;
  return !waits && s.then.some(holdsBarrier) && !s.otherwise.some(holdsBarrier);
}

function isEarlyReturn({ then, otherwise }: Branch): boolean {
  return otherwise.length === 0 && then.at(-1)?.kind === 'return' && !then.some(holdsBarrier);
}

/** Whether all threads come alike to each barrier. */
function meetTogether(fn: Fn): boolean {
  const { isUniform } = analyseUniformity(fn);
  return !someStatement(fn.body, (s) => {
    return holdsBarrier(s) && expressionsOf(s).some((e) => !isUniform(e) || mayTrap(e));
  });
}

const mayTrap = (e: Expression): boolean => someExpression(e, (x) => effectsOfExpression(x).traps === true);

/** Jumps that lead out of a statement. */
function leads(s: Statement): boolean {
  const labels = labelsIn([s]);
  return someStatement([s], (x) => {
    if (x.kind === 'return') return true;
    return (x.kind === 'break' || x.kind === 'continue') && !labels.has(x.label);
  });
}

class Guards {
  readonly locals: Local[];
  readonly #isUniform: Uniformity['isUniform'];
  readonly #sets: Uint32Array;
  /** Locals that only threads within the guard set. */
  readonly #own: Set<number>;

  constructor(fn: Fn, isUniform: Uniformity['isUniform'], own: readonly number[]) {
    this.locals = [...fn.locals];
    this.#isUniform = isUniform;
    this.#sets = countSets(fn.body, fn.locals.length);
    this.#own = new Set(own);
    for (let known = -1; known < this.#own.size; ) {
      known = this.#own.size;
      eachStatement(fn.body, (s) => {
        const isCommon = s.kind === 'set' ? this.#isCommon(s.value) : isLoop(s) && holdsBarrier(s);
        if (!isCommon) for (const l of localsSet(s)) this.#own.add(l);
      });
    }
  }

  /** The guard and what stands behind it; undefined where threads may not go along. */
  distributed(guard: Branch, rest: Body): Body | undefined {
    const isReturn = isEarlyReturn(guard);
    const [within, around] = isReturn ? [guard.then.slice(0, -1), rest] : [guard.otherwise, guard.then];
    const left: Body =
      within.length > 0 ? [{ ...guard, then: isReturn ? within : [], otherwise: isReturn ? [] : within }] : [];
    if (left.some(leads)) return undefined;
    const [before, active] = this.#held(isReturn ? negated(guard.condition) : guard.condition);
    const made = this.#guarded(around, active);
    return made && [...before, ...left, ...made, ...(isReturn ? [] : rest)];
  }

  /** A condition that stays what it is. */
  #held(condition: Expression): readonly [Body, Expression] {
    let stays = !mayTrap(condition);
    eachExpression(condition, (e) => {
      if (e.kind === 'local' && this.#sets[e.index]! > 1) stays = false;
    });
    if (stays) return [[], condition];
    const index = this.locals.push({ name: 'active', type: 'bool' }) - 1;
    return [[{ kind: 'set', local: index, value: condition }], { kind: 'local', type: 'bool', index }];
  }

  /** Values that are the same for all threads of the block, and that threads outside the guard can compute. */
  #isCommon(e: Expression): boolean {
    return this.#isUniform(e) && !mayTrap(e) && !someExpression(e, (x) => x.kind === 'local' && this.#own.has(x.index));
  }

  #guarded(list: Body, active: Expression): Body | undefined {
    const out: Statement[] = [];
    let group: Statement[] = [];
    const flush = (): void => {
      if (group.length > 0) out.push({ kind: 'if', condition: active, then: group, otherwise: [] });
      group = [];
    };
    for (const [i, s] of list.entries()) {
      if (s.kind === 'if' && isEarlyReturn(s) && list.slice(i + 1).some(holdsBarrier)) {
        flush();
        const rest = this.#again(s, list.slice(i + 1), active);
        return rest && [...out, ...rest];
      }
      if (s.kind === 'return' && i === list.length - 1) {
        flush();
        out.push(s);
      } else if (isBarrier(s) || this.#isCommonJump(s)) {
        flush();
        out.push(s);
      } else if (holdsBarrier(s)) {
        flush();
        let good = true;
        const made = changeBodies(s, (b) => {
          const inner = this.#guarded(b, active);
          good &&= inner !== undefined;
          return inner ?? b;
        });
        if (!good) return undefined;
        out.push(made);
      } else if (s.kind === 'set' && !this.#own.has(s.local)) {
        if (group.some((x) => mentions(x, s.local))) flush();
        out.push(s);
      } else if (leads(s)) return undefined;
      else group.push(s);
    }
    flush();
    return out;
  }

  /** A second guard within the first. */
  #again(guard: Branch, rest: Body, active: Expression): Body | undefined {
    const then = guard.then.slice(0, -1);
    if (then.some(leads)) return undefined;
    const [before, more] = this.#held(negated(guard.condition));
    if (before.length === 0 && then.length === 0) return this.#guarded(rest, and(active, more));
    const index = this.locals.push({ name: 'active', type: 'bool' }) - 1;
    const both: Expression = { kind: 'local', type: 'bool', index };
    const set: Statement = { kind: 'set', local: index, value: { kind: 'const', type: 'bool', value: false } };
    const inner: Body = [
      ...before,
      { kind: 'set', local: index, value: more },
      ...(then.length > 0 ? [{ ...guard, then }] : []),
    ];
    const made = this.#guarded(rest, both);
    return made && [set, { kind: 'if', condition: active, then: inner, otherwise: [] }, ...made];
  }

  /** `if (s == 0) exit` around barriers, of what all threads have in common. */
  #isCommonJump(s: Statement): boolean {
    if (s.kind === 'break' || s.kind === 'continue') return true;
    if (s.kind !== 'if' || !this.#isCommon(s.condition)) return false;
    return bodiesOf(s).every((b) => b.every((x) => this.#isCommonJump(x)));
  }
}

function mentions(s: Statement, l: number): boolean {
  return localsSetIn([s]).has(l) || someStatement([s], (x) => expressionsOf(x).some((e) => readsLocal(e, l)));
}
