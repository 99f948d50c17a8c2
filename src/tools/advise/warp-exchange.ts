/** What lanes of a warp give each other. */
import type { WarpName } from '../../ir/module.ts';
import { has, type Lanes, laneOf, lanesIn, maskOf, type One, warpSize } from './lanes.ts';

/** The result, and the second one of `match.all`. */
export function exchange(how: WarpName, args: readonly Lanes[], mask: number): readonly [Lanes, Lanes] {
  const [, value] = args;
  switch (how) {
    case 'shuffle':
    case 'shuffle.up':
    case 'shuffle.down':
    case 'shuffle.xor':
      return [shuffled(how, args, mask), undefined];
    case 'all':
      return [maskOf(value, mask) === mask, undefined];
    case 'any':
      return [maskOf(value, mask) !== 0, undefined];
    case 'ballot':
      return [maskOf(value, mask), undefined];
    case 'active':
      return [mask, undefined];
    case 'match.any':
      return [each(mask, (lane) => equalTo(value, lane, mask)), undefined];
    case 'match.all': {
      const first = Math.log2((mask & -mask) >>> 0);
      const all = lanesIn(equalTo(value, first, mask)) === lanesIn(mask);
      return [all ? mask : 0, all];
    }
  }
}

function each(mask: number, of: (lane: number) => One): readonly One[] {
  return Array.from({ length: warpSize }, (_, lane) => (has(mask, lane) ? of(lane) : undefined));
}

function equalTo(value: Lanes, lane: number, mask: number): number {
  let found = 0;
  for (let other = 0; other < warpSize; other++)
    if (has(mask, other) && laneOf(value, other) === laneOf(value, lane)) found |= 1 << other;
  return found;
}

type Shuffle = 'shuffle' | 'shuffle.up' | 'shuffle.down' | 'shuffle.xor';

function shuffled(how: Shuffle, [, value, by, width]: readonly Lanes[], mask: number): Lanes {
  return each(mask, (lane) => {
    const from = source(how, lane, Number(laneOf(by, lane)), Number(laneOf(width, lane) ?? 32) || 32);
    return laneOf(value, has(mask, from) ? from : lane);
  });
}

/** Lanes outside of their part of the warp keep their own. */
function source(how: Shuffle, lane: number, by: number, width: number): number {
  const first = lane & ~(width - 1);
  const last = lane | (width - 1);
  switch (how) {
    case 'shuffle':
      return first | (by & (width - 1));
    case 'shuffle.up':
      return lane - by < first ? lane : lane - by;
    case 'shuffle.down':
      return lane + by > last ? lane : lane + by;
    case 'shuffle.xor':
      return (lane ^ by) > last ? lane : lane ^ by;
  }
}
