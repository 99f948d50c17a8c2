/**
 * Branches that lanes take differently and whose sides compute little of what they load (`if (u > 0) then; f = q(i) - q(i - 1); else; f = q(i + 1) - q(i)`): both sides are computed, and each
 * lane takes its own. No mask is made, nobody guesses whether some lane is on a side, and all that stands around such branches goes through registers four threads at a time.
 *
 * Legal: what a side that is not taken loads is thrown away; `readable` of the IR keeps its address within memory. Loads of neighbours alone, whose addresses are clamped once for a vector.
 */
import { offset } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import { sizeOf } from '../../ir/types.ts';
import { localsSetIn } from '../../ir/walk.ts';
import { type Speculation, speculateBranches } from '../../opt/scalar/if-to-select.ts';
import type { Load } from '../../opt/scalar/reached-cells.ts';
import type { Nest, Step } from '../nest.ts';

export const speculate: Step = {
  name: 'speculate-branches',
  apply: (nest) => {
    const set = localsSetIn(nest.body);
    const body = speculateBranches(nest.body, nest.locals, (l) => !set.has(l), speculationOf(nest));
    return body === nest.body ? nest : { ...nest, body };
  },
};

function speculationOf({ strideOf, kept }: Nest): Speculation {
  return {
    isWorth: (branch) => !branch.either && strideOf(branch.condition) !== 0,
    kept,
    mayLoad: (e) => {
      if (e.volatile) return false;
      const stride = strideOf(e.from);
      return stride === 0 || stride === sizeOf(e.memory);
    },
    loaded,
  };
}

function loaded(e: Load): Expression {
  if (e.from.kind === 'op' && e.from.op === 'readable') return e;
  const { cell: _, align: __, ...rest } = e;
  const at = offset(e.from, { kind: 'const', type: 'i64', value: BigInt(e.offset) });
  return { ...rest, from: { kind: 'op', type: at.type, op: 'readable', args: [at] }, offset: 0 };
}
