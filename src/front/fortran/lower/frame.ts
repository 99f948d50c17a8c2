/**
 * The frame through which internal procedures reach their host's variables: one or more 8-byte cells per variable. Internal procedures are lowered before
 * their host, so that the host knows which variables the frame holds.
 */
import type { Variable } from '../program.ts';
import { isDescribed, rankOf } from './layout.ts';

export type Frame = {
  readonly cells: Map<Variable, number>;
  size: number /** Variables that may not be registers of the host. */;
  readonly shared: Set<Variable>;
};

export function newFrame(): Frame {
  return { cells: new Map(), size: 0, shared: new Set() };
}

/** The offset of the variable's first cell. */
export function frameCell(frame: Frame, v: Variable): number {
  const known = frame.cells.get(v);
  if (known !== undefined) return known;
  const at = frame.size;
  frame.cells.set(v, at);
  frame.shared.add(v);
  frame.size += 8 * cellCount(v);
  return at;
}

function cellCount(v: Variable): number {
  if (v.procedure) return 1;
  if (isDescribed(v.type, v.shape, v.attributes) && v.shape?.kind !== 'assumed-shape') return 1;
  return 1 + (v.type.base === 'character' ? 1 : 0) + 3 * rankOf(v.shape);
}
