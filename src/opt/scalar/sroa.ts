/** Scalar replacement of aggregates: small arrays and records of a thread become locals, one for each cell, wherever their places are known. */
import type { Fn } from '../../ir/module.ts';
import type { Repeat } from '../passes.ts';
import { propagateConstants } from './constant-propagation.ts';
import { promoteCells } from './mem2reg.ts';
import { simplify } from './simplify.ts';
import { forwardSlots } from './sroa-copies.ts';

/**
 * `unroll` takes away the loops that count through slots. What one round finds out (a bound of a loop) lets the next one find more. Copies are split afterwards (`mem2reg`): what is stored and
 * loaded when all loops that can be are unrolled tells the cells.
 */
export function sroa(unroll: (fn: Fn) => Fn, name: string): Repeat<Fn, unknown> {
  return {
    times: 4,
    when: (fn) => fn.slots.length > 0,
    rows: [
      { name: 'forward-slots', run: forwardSlots },
      { name, run: unroll },
      { name: 'constant-propagation', run: propagateConstants, afterChange: true },
      { name: 'promote-cells', run: promoteCells },
      { name: 'simplify', run: simplify },
    ],
  };
}
