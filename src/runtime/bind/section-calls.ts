/** Sections with gaps for asynchronous dummies. */
import { placeOfAddress } from '../linear-memory.ts';
import type { Calls, Context } from './calls.ts';

export function sectionCalls({ memory, sections }: Context): Calls<'section'> {
  return {
    'section.lend': (base, cells, rank, elementBytes, device) => {
      const from = placeOfAddress(cells);
      const cell = (i: number) => Number(memory.view.getBigInt64(from + 8 * i, true));
      const axes = Array.from({ length: rank }, (_, k) => ({ extent: cell(2 * k), stride: cell(2 * k + 1) }));
      const where = { base: Number(base), elementBytes: Number(elementBytes), axes, isOnDevice: device !== 0 };
      return BigInt(sections.lend(where));
    },
    'section.settle': (copy, back) => sections.settle(Number(copy), back !== 0),
  };
}
