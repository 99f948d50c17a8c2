/** Data of the host that a launch takes along as parameters behind the kernel's own. */
import type { Expression, Fn } from '../../ir/module.ts';
import { isPointer } from '../../ir/types.ts';
import type { HostCell } from './artifact.ts';
import type { Unit } from './frame.ts';

/** Parameters of a launch take 4352 bytes at most. */
const mostParams = 500;

/** The number of the parameter that `e` comes as, which is added to `cells` where it is new; undefined where it is loaded from memory. */
export function hostCellOf(unit: Unit, fn: Fn, cells: HostCell[], e: Expression): number | undefined {
  if (e.kind !== 'load' || e.from.kind !== 'global' || fn.kind !== 'kernel' || !unit.byHost.has(e.from.name))
    return undefined;
  const { memory, offset } = e;
  if (memory !== 'i64' && !isPointer(memory)) return undefined;
  const { name } = e.from;
  const known = cells.findIndex((c) => c.global === name && c.offset === offset);
  if (known >= 0) return fn.params + known;
  if (fn.params + cells.length >= mostParams) return undefined;
  return fn.params + cells.push({ global: name, offset, isAddress: isPointer(memory) }) - 1;
}
