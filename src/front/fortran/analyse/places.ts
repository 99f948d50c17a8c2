/** Which scope of a nest is meant. */
import type { Scope } from './context.ts';

/** The program unit or procedure around a block. */
export function scopeOfUnit(scope: Scope): Scope {
  let s = scope;
  while (s.kind === 'block' && s.parent) s = s.parent;
  return s;
}
