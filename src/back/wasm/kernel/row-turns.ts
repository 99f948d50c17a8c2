/** Which regions run two rows piece by piece, so that the processor fetches ahead along one while the other is computed (`inPairsOfRows`). */
import type { Expression, Statement } from '../../../ir/module.ts';
import { type MemoryType, sizeOf } from '../../../ir/types.ts';
import { eachExpressionIn, eachStatement } from '../../../ir/walk.ts';
import type { Lanes } from '../vector/lanes.ts';
import type { Region } from './storage.ts';

/** Bytes of a row, in cache lines of 64. */
const turnBytes = 512;
/** Rows that a processor can fetch ahead of a strip by itself. */
const rowsAlone = 2;

/** How many threads of a row take a turn where others go on meanwhile: those that read several rows from end to end. */
export function turnOf(body: readonly Statement[], region: Region, lanes: Lanes): number | undefined {
  if (region.load.length + region.save.length > 0) return undefined;
  let loads = 0;
  let bytes = 0;
  let plain = true;
  const note = (address: Expression, memory: MemoryType): void => {
    const stride = lanes.strideOf(address);
    if (stride === 0 || address.type !== 'ptr.global') return;
    if (stride !== sizeOf(memory)) plain = false;
    bytes = Math.max(bytes, sizeOf(memory));
  };
  eachStatement(body, (s) => {
    if (s.kind === 'store') note(s.to, s.memory);
    if (s.kind !== 'set' && s.kind !== 'store' && s.kind !== 'if') plain = false;
  });
  eachExpressionIn(body, (e) => {
    if (e.kind !== 'load') return;
    note(e.from, e.memory);
    if (e.from.type === 'ptr.global' && lanes.strideOf(e.from) !== 0) loads++;
  });
  return plain && loads > rowsAlone ? turnBytes / bytes : undefined;
}
