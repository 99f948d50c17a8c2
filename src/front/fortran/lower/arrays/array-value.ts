/** What an array expression is while a loop runs over it. */
import type { Expression } from '../../../../ir/module.ts';
import type { Type } from '../../program.ts';
import type { Value } from '../value.ts';
import type { View } from './view.ts';

export type Elements = {
  readonly type: Type;
  /** i64; of a scalar none. */
  readonly extents: readonly Expression[];
  /** i64: bytes of an element, of characters the length. */
  readonly bytes: Expression;
  /**
   * The element at indexes (i64) from 0; emits what it needs. A scalar ignores them. Where `flat`, one index alone counts the elements in order.
   */
  readonly at: (indexes: readonly Expression[]) => Value;
  readonly flat: boolean;
  /** Where the elements lie in memory as they are. */
  readonly view?: View;
  /** Of polymorphic ones: the table of their type. */
  readonly dynamic?: Expression;
};

/** Polymorphic elements whose type is known at run time. */
export function ofType(e: Elements, dynamic: Expression): Elements {
  return {
    ...e,
    dynamic,
    ...(e.view && { view: { ...e.view, dynamic } }),
    at: (indexes) => {
      const value = e.at(indexes);
      return value.kind === 'derived' ? { ...value, dynamic } : value;
    },
  };
}

/** The extents of an elementwise operation: of the operand whose shape is known best. */
export function commonExtents(operands: readonly (Elements | undefined)[]): readonly Expression[] {
  let best: readonly Expression[] = [];
  for (const o of operands) {
    if (!o || o.extents.length === 0) continue;
    if (best.length === 0 || (known(o.extents) && !known(best))) best = o.extents;
  }
  return best;
}

function known(extents: readonly Expression[]): boolean {
  return extents.every((e) => e.kind === 'const');
}

/** Whether all operands may be indexed by one running number. */
export function allFlat(operands: readonly (Elements | undefined)[]): boolean {
  return operands.every((o) => o === undefined || o.extents.length === 0 || o.flat);
}
