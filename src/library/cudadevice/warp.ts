/** Votes, matches and shuffles between the lanes of a warp. */
import type { WarpName } from '../../ir/module.ts';
import type { Param, Routine, RowType } from '../library-module.ts';
import { c4, c8, exact, forms, generic, i4, i8, l4, optionalInteger, r2, r4, r8, statement, value } from './words.ts';

const types: readonly RowType[] = [i4, i8, r4, r8, c4, c8, r2];
const mask: Param = value(i4);
const width = optionalInteger(32);

const vote = (doc: string, how: WarpName, gives: RowType, sync: boolean): Routine => {
  const before = sync ? { mask } : {};
  return {
    doc,
    takes: { ...before, predicate: value(l4) },
    also: [{ ...before, predicate: value(i4) }],
    gives,
    where: 'device',
    effect: { kind: 'warp', how },
  };
};

const shuffle = (doc: string, how: WarpName, lane: string, sync: boolean): Routine =>
  generic(
    doc,
    types,
    (type) => ({ ...(sync && { mask }), var: exact(type), [lane]: value(i4), width }),
    (type) => type,
    { effect: { kind: 'warp', how } },
  );

const docs = {
  shuffle: 'The value that `var` has in lane `srcLane` (from 1).',
  up: 'The value that `var` has in the lane `delta` below; the own one in the lowest lanes.',
  down: 'The value that `var` has in the lane `delta` above; the own one in the highest lanes.',
  xor: 'The value that `var` has in the lane whose number (from 0) is this one’s exclusive or `laneMask`.',
};

const numbers = [i4, i8, r4, r8];

export const warpRoutines = {
  __shfl: shuffle(docs.shuffle, 'shuffle', 'srcLane', false),
  __shfl_up: shuffle(docs.up, 'shuffle.up', 'delta', false),
  __shfl_down: shuffle(docs.down, 'shuffle.down', 'delta', false),
  __shfl_xor: shuffle(docs.xor, 'shuffle.xor', 'laneMask', false),
  __shfl_sync: shuffle(docs.shuffle, 'shuffle', 'srcLane', true),
  __shfl_up_sync: shuffle(docs.up, 'shuffle.up', 'delta', true),
  __shfl_down_sync: shuffle(docs.down, 'shuffle.down', 'delta', true),
  __shfl_xor_sync: shuffle(docs.xor, 'shuffle.xor', 'laneMask', true),
  all_sync: vote('1 where the predicate is true in all lanes of the mask.', 'all', i4, true),
  any_sync: vote('1 where the predicate is true in a lane of the mask.', 'any', i4, true),
  ballot_sync: vote('A bit for each lane of the mask: 1 where the predicate is true.', 'ballot', i4, true),
  allthreads: vote('Is the predicate true in all lanes of the warp?', 'all', l4, false),
  anythread: vote('Is the predicate true in a lane of the warp?', 'any', l4, false),
  ballot: vote('A bit for each lane of the warp: 1 where the predicate is true.', 'ballot', i4, false),
  activemask: statement('A bit for each lane that is active here.', { kind: 'warp', how: 'active' }, {}, i4),
  match_any_sync: generic(
    'A bit for each lane of the mask that has the same value.',
    numbers,
    (type) => ({ mask, value: exact(type) }),
    i4,
    { effect: { kind: 'warp', how: 'match.any' } },
  ),
  match_all_sync: {
    doc: 'The mask where all its lanes have the same value, else 0; `pred` says which.',
    ...forms(
      numbers.flatMap((type) =>
        [i4, l4].map((pred) => ({ mask, value: exact(type), pred: { how: 'out', type: pred } as const })),
      ),
    ),
    gives: i4,
    where: 'device',
    effect: { kind: 'warp', how: 'match.all' },
  },
} satisfies Record<string, Routine>;
