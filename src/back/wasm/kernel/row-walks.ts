/** Which regions walk plainly along several rows of memory: they do little else than load and store, and what finds their places is worth sharing among chunks. */
import type { Expression, Statement } from '../../../ir/module.ts';
import { type MemoryType, sizeOf } from '../../../ir/types.ts';
import { eachExpressionIn, eachStatement } from '../../../ir/walk.ts';
import type { Lanes } from '../vector/lanes.ts';
import { lightWork, work } from './chunk-widths.ts';
import type { Region } from './storage.ts';

/** Fewer rows leave chunks little to compute of places. */
const rowsAtLeast = 3;

export function walksRows(body: readonly Statement[], region: Region, lanes: Lanes): boolean {
  if (region.load.length + region.save.length > 0) return false;
  let loads = 0;
  let plain = true;
  const note = (address: Expression, memory: MemoryType): void => {
    const stride = lanes.strideOf(address);
    if (stride !== 0 && stride !== sizeOf(memory)) plain = false;
  };
  eachStatement(body, (s) => {
    if (s.kind === 'store') note(s.to, s.memory);
    else if (s.kind !== 'set') plain = false;
  });
  eachExpressionIn(body, (e) => {
    if (e.kind !== 'load') return;
    note(e.from, e.memory);
    if (lanes.strideOf(e.from) !== 0) loads++;
  });
  return plain && loads >= rowsAtLeast && work(body, lanes) <= lightWork;
}
