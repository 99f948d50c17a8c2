/** How many registers ptxas would give each thread of a kernel, from what is live at once: an estimate. */
import type { Bits } from '../../ir/liveness.ts';
import { liveBefore } from '../../ir/liveness.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import type { ValueType } from '../../ir/types.ts';
import { bodiesOf, eachExpression, eachStatement, expressionsOf, isLoop } from '../../ir/walk.ts';
import { workRegisters } from './instruction-costs.ts';

/** Of the machine: the stack's place, and what addresses are made with. */
const always = 6;
const most = 255;
/** With so many a multiprocessor holds all threads that it can: ptxas begins loads early for as long as there are fewer. */
const free = 32;

/** `wanted`: what it would take, were there as many. */
export type Registers = { readonly given: number; readonly wanted: number };

export function registersOf(fn: Fn): Registers {
  const sizes = fn.locals.map(({ type }) => wordsOf(type));
  // Parameters lie in constant memory: instructions take them from there.
  for (let i = 0; i < fn.params; i++) sizes[i] = 0;
  const heldIn = (live: Bits): number => sizes.reduce((sum, words, i) => (live.has(i) ? sum + words : sum), 0);
  let held = 0;
  const note = (live: Bits, besides: number): void => {
    held = Math.max(held, heldIn(live) + besides);
  };
  liveBefore(
    fn.body,
    fn.locals.length,
    () => {},
    (s, after) => note(after, Math.max(0, ...expressionsOf(s).map(needOf))),
    (s, after, turn) => {
      const needs = Math.max(0, ...expressionsOf(s).map(needOf));
      note(after, 0);
      if (turn) note(turn, needs);
    },
  );
  let alone = 0;
  eachStatement(fn.body, (s) => {
    alone = Math.max(alone, ...expressionsOf(s).map(needOf));
  });
  const least = always + Math.max(held, alone);
  const wanted = Math.max(least, Math.min(free, least + gathered(fn.body)));
  const { maxThreads = 0, minBlocks = 1 } = fn.launchBounds ?? {};
  const bound = maxThreads > 0 ? Math.floor(65_536 / (maxThreads * Math.max(1, minBlocks)) / 8) * 8 : most;
  return { given: Math.min(most, bound, wanted), wanted };
}

/** Words that the loads of one stretch of statements give, those of a loop's body for four iterations. */
function gathered(list: readonly Statement[]): number {
  let here = 0;
  let most = 0;
  for (const s of list) {
    for (const e of expressionsOf(s))
      eachExpression(e, (part) => {
        if (part.kind === 'load') here += wordsOf(part.type);
      });
    for (const body of bodiesOf(s)) most = Math.max(most, gathered(body) * (isLoop(s) ? 4 : 1));
  }
  return Math.max(here, most);
}

function wordsOf(type: ValueType): number {
  switch (type) {
    case 'bool':
      return 0;
    case 'i32':
    case 'f32':
      return 1;
    default:
      return 2;
  }
}

/** Registers in use while an expression is computed, besides those of locals: the argument that needs most first, the results of the others beside it. */
function needOf(e: Expression): number {
  switch (e.kind) {
    case 'op': {
      const needs = e.args.map((a) => ({ need: needOf(a), words: isHeld(a) ? 0 : wordsOf(a.type) }));
      let beside = 0;
      let need = 0;
      for (const { need: its, words } of needs.toSorted((a, b) => b.need - a.need)) {
        need = Math.max(need, beside + its);
        beside += words;
      }
      return Math.max(need, wordsOf(e.type)) + workRegisters(e);
    }
    case 'load':
      return Math.max(needOf(e.from), wordsOf(e.type));
    default:
      return 0;
  }
}

function isHeld(e: Expression): boolean {
  return e.kind === 'local' || e.kind === 'const' || e.kind === 'special';
}
