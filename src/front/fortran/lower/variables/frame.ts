/**
 * What internal procedures use of their host's variables: one or more 8-byte cells per variable (an address, then a length and bounds). On the host the cells lie
 * in a frame whose address internal procedures get; on the device, where calls are inlined, each cell is a parameter. Internal procedures are lowered before
 * their host, so that it knows the cells.
 */

import { isDescribed, rankOf } from '../../layout.ts';
import type { Procedure, Variable } from '../../program.ts';

export type Frame = {
  readonly cells: Map<Variable, number>;
  /** What each cell holds. */
  readonly contents: ('address' | 'number')[];
  /** Cells that hold functions: internal procedures that others beside them pass along. */
  readonly functions: Map<Procedure, number>;
  /** Variables that may not be registers of the host. */
  readonly shared: Set<Variable>;
};

export function newFrame(): Frame {
  return { cells: new Map(), functions: new Map(), contents: [], shared: new Set() };
}

/** The number of the variable's first cell. */
export function frameCell(frame: Frame, v: Variable): number {
  const known = frame.cells.get(v);
  if (known !== undefined) return known;
  const at = frame.contents.length;
  frame.cells.set(v, at);
  frame.shared.add(v);
  frame.contents.push('address', ...Array<'number'>(cellCount(v) - 1).fill('number'));
  return at;
}

/** The number of the cell with what the host passes along for the procedure. */
export function frameCellOf(frame: Frame, p: Procedure): number {
  const known = frame.functions.get(p);
  if (known !== undefined) return known;
  const at = frame.contents.length;
  frame.functions.set(p, at);
  frame.contents.push('address');
  return at;
}

/** Reached through its descriptor. */
export function framedByDescriptor(v: Variable): boolean {
  const polymorphic = v.type.base === 'any' || (v.type.base === 'derived' && v.type.polymorphic);
  return isDescribed(v.type, v.shape, v.attributes) && (v.shape?.kind !== 'assumed-shape' || polymorphic);
}

function cellCount(v: Variable): number {
  if (v.procedure || framedByDescriptor(v)) return 1;
  return 1 + (v.type.base === 'character' ? 1 : 0) + 3 * rankOf(v.shape);
}
