/** What the function of a region uses of the procedure around it: `captures.ts` fills it. */
import type { Expression, Statement } from '../../../../ir/module.ts';
import type { Variable } from '../../program.ts';

/** `C`: the context of a function. */
export type CapturesOf<C> = {
  readonly outer: C;
  /** The address of the cells. */
  readonly frame: Expression;
  /** What each cell holds, as the procedure around it has it. */
  readonly cells: Expression[];
  /** Reads the cells, on entry. */
  readonly entry: Statement[];
  /** Locals that hold a variable's value, which nobody may set. */
  readonly copies: Map<number, Variable>;
};
