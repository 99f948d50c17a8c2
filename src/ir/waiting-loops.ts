/** Loops in which a thread waits for others: it looks at the same place again and again and changes nothing until that does. */
import type { Span } from '../base/source.ts';
import { effectsOf } from './effects.ts';
import type { Expression, Statement } from './module.ts';
import {
  bodiesOf,
  eachExpression,
  eachStatement,
  expressionsOf,
  isLoop,
  labelsIn,
  localsSet,
  localsSetIn,
  someExpression,
} from './walk.ts';

type Loop = Extract<Statement, { kind: 'loop' }>;

/** Whether an atomic operation is a way of looking: it takes a lock, or changes nothing. */
function isLook(s: Extract<Statement, { kind: 'atomic' }>): boolean {
  if (s.how === 'cas' || s.how === 'exchange') return true;
  const [value] = s.args;
  return (s.how === 'add' || s.how === 'or') && value?.kind === 'const' && Number(value.value) === 0;
}

const waiting = new WeakMap<Loop, boolean>();

/** Whether `s` looks at a place that stays the same, by an atomic operation or a volatile load, or does nothing but read. */
export function mayWait(s: Loop): boolean {
  if (s.waits) return true;
  const known = waiting.get(s);
  if (known !== undefined) return known;
  const found = looksAgain(s);
  waiting.set(s, found);
  return found;
}

function looksAgain(s: Loop): boolean {
  const stays = steady(s);
  const looks = (e: Expression): boolean =>
    someExpression(e, (x) => x.kind === 'load' && x.volatile === true && stays(x.from));
  const seen = new Set<number>();
  const polling = (list: readonly Statement[]): boolean =>
    list.some((x) => {
      if (isLoop(x)) return false;
      // One that writes what was computed from the old value does not wait, it tries again.
      if (x.kind === 'atomic' && isLook(x) && x.result !== undefined && [x.to, ...x.args].every(stays)) {
        seen.add(x.result);
        return true;
      }
      return expressionsOf(x).some(looks) || bodiesOf(x).map(polling).some(Boolean);
    });
  return (
    (s.body.map((x) => polling([x])).some(Boolean) && steers(s.body, seen, looks)) ||
    onlyReads(s, stays) ||
    neverEnds(s, stays)
  );
}

/** Whether whoever turns for too long has failed, although it gets on: the loop never ends, or somebody watches all loops. */
export function waitsAlways(s: Loop): boolean {
  return s.waits === 'always' || neverEnds(s, steady(s));
}

/** What is said of a block whose thread turned for too long. */
export function waitMessage(s: Loop): string {
  return waitsAlways(s) ? 'does not come to the end of the loop here' : 'waits here for something that does not come';
}

/** Tells expressions that no iteration of the loop changes, but for what they load. */
function steady(s: Loop): (e: Expression) => boolean {
  const set = localsSetIn(s.body);
  return (e) => !someExpression(e, (x) => x.kind === 'local' && set.has(x.index));
}

/** Whether a lock, or what a volatile place holds, decides how often a loop turns. */
export function othersDecide(s: Statement): boolean {
  if (!isLoop(s)) return false;
  const seen = new Set<number>();
  eachStatement(s.body, (x) => {
    if (x.kind === 'atomic' && (x.how === 'cas' || x.how === 'exchange') && x.result !== undefined) seen.add(x.result);
  });
  return steers(s.body, seen, (e) => someExpression(e, (x) => x.kind === 'load' && x.volatile === true));
}

/** Whether what was seen decides how often the loop turns: a counted loop goes on whatever others do. `seen` grows by what is computed from it. */
function steers(loop: readonly Statement[], seen: Set<number>, looks: (e: Expression) => boolean): boolean {
  let stored = false;
  const tells = (e: Expression): boolean =>
    looks(e) || someExpression(e, (x) => (x.kind === 'local' && seen.has(x.index)) || (stored && x.kind === 'load'));
  let decides = false;
  const walk = (list: readonly Statement[], under: boolean): void => {
    for (const x of list) {
      const told = under || expressionsOf(x).some(tells);
      if (under && leaves(x)) decides = true;
      if (told && (x.kind === 'store' || x.kind === 'copy' || x.kind === 'call')) stored = true;
      if (told && x.kind !== 'atomic') for (const l of localsSet(x)) seen.add(l);
      if (under && x.kind === 'atomic' && x.result !== undefined) seen.add(x.result);
      for (const body of bodiesOf(x)) walk(body, told);
    }
  };
  for (let before = -1; before < seen.size + Number(stored) && !decides; ) {
    before = seen.size + Number(stored);
    walk(loop, false);
  }
  return decides;
}

function leaves(s: Statement): boolean {
  return s.kind === 'break' || s.kind === 'continue' || s.kind === 'return';
}

/** A loop that changes nothing and ends when what it reads has changed. */
function onlyReads(s: Loop, stays: (e: Expression) => boolean): boolean {
  let reads = false;
  let pure = true;
  eachStatement(s.body, (x) => {
    switch (x.kind) {
      case 'set':
      case 'if':
      case 'break':
      case 'continue':
      case 'fence':
      case 'block':
        break;
      default: // else: it does something, or runs others
        pure = false;
    }
    if (x.kind === 'set' && !stays(x.value)) pure = false;
    for (const whole of expressionsOf(x))
      eachExpression(whole, (e) => {
        if (e.kind === 'load') reads = true;
      });
  });
  return pure && reads;
}

/** A loop that nothing leaves, or only under conditions that stay the same: whoever comes to its second iteration stays. */
function neverEnds(s: Loop, stays: (e: Expression) => boolean): boolean {
  const inside = labelsIn(s.body);
  const same = (e: Expression): boolean => stays(e) && !someExpression(e, (x) => x.kind === 'load');
  let jumps = false;
  let exits = false;
  const fixed = (list: readonly Statement[], depth: number, known: boolean): boolean =>
    list.every((x) => {
      if (x.kind === 'continue' || (x.kind === 'break' && inside.has(x.label))) jumps = true;
      else if (x.kind === 'break' || x.kind === 'return' || x.kind === 'trap') {
        exits = true;
        return known && depth > 0;
      }
      const within = x.kind === 'if' || x.kind === 'switch' ? depth + 1 : depth;
      const told = known && !isLoop(x) && (within === depth || expressionsOf(x).every(same));
      return bodiesOf(x).every((body) => fixed(body, within, told));
    });
  return fixed(s.body, 0, true) && !(exits && jumps);
}

/** Where the loop stands in the source. */
export function placeOfLoop(s: Loop): Span | undefined {
  let found = s.at;
  eachStatement(s.body, (x) => {
    found ??= x.at;
  });
  return found;
}

/** Whether a thread that comes to `s` has got on. */
export function getsOn(s: Statement): boolean {
  if (s.kind === 'atomic') return !isLook(s);
  const { writes, syncs } = effectsOf(s);
  return (writes !== undefined && !syncs) || s.kind === 'print';
}
