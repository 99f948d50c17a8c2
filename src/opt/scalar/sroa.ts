/** Small arrays and records of a thread become locals, one for each cell, wherever their places are known. */
import type { Fn } from '../../ir/module.ts';
import { mem2reg, promoteCells } from './mem2reg.ts';
import { simplify } from './simplify.ts';
import { forwardSlots } from './sroa-copies.ts';
import { unrollOverSlots } from './unroll.ts';

const mostTurns = 4;

/**
 * What one turn finds out (a bound of a loop) lets the next one find more. Copies are split when all loops that can be are unrolled:
 * what is stored and loaded there tells the cells.
 */
export function sroa(fn: Fn): Fn {
  let made = fn;
  for (let turn = 0; turn < mostTurns && made.slots.length > 0; turn++) {
    const forward = forwardSlots(made);
    const unrolled = unrollOverSlots(forward);
    made = simplify(promoteCells(unrolled));
    if (unrolled === forward && turn > 0) break;
  }
  return simplify(mem2reg(made));
}
