/** Where variables live. */
import type { Expression } from '../../../../ir/module.ts';
import type { ValueType } from '../../../../ir/types.ts';

/** One dimension of an array in place. `extent` is absent for the last one of an assumed-size dummy; `stride` (bytes) is absent where elements follow each other. */
export type Dimension = {
  readonly lower: Expression;
  readonly extent: Expression | undefined;
  /** Where subscripts are checked and there is no extent: the last one for which there is memory. */
  readonly top?: Expression;
  readonly stride: Expression | undefined;
};

/** Where a variable lives. */
export type Place =
  /** A plain scalar in a local of the IR. */
  | { readonly kind: 'register'; readonly local: number; readonly type: ValueType }
  | { readonly kind: 'complex-register'; readonly re: number; readonly im: number; readonly type: ValueType }
  /** A scalar in memory; `length` (i64) of a character one. */
  | { readonly kind: 'memory'; readonly address: Expression; readonly length?: Expression }
  /** An array whose bounds are known here: explicit shape, assumed size, and assumed shape (loaded from its descriptor on entry; `descriptor` is that one). */
  | {
      readonly kind: 'array';
      readonly base: Expression;
      readonly dimensions: readonly Dimension[];
      readonly length?: Expression;
      readonly descriptor?: Expression;
      /** Null where an optional dummy is absent. */
      readonly present?: Expression;
    }
  /** Allocatable, pointer or polymorphic: the address of its descriptor (layout.ts), of every rank. `lowers` where a dummy has lower bounds of its own. */
  | { readonly kind: 'descriptor'; readonly address: Expression; readonly lowers?: readonly Expression[] };
