/** Barriers and fences. */
import type { Routine } from '../library-module.ts';
import { group, i4, l4, optionalInteger, statement, statements, value } from './words.ts';

const reducing = (doc: string, reduce: 'and' | 'or' | 'count'): Routine => ({
  doc,
  takes: { value: value(l4) },
  also: [{ value: value(i4) }],
  gives: i4,
  where: 'device',
  effect: { kind: 'barrier', scope: 'block', reduce },
});

const fence = (doc: string, scope: 'block' | 'device' | 'system'): Routine => statement(doc, { kind: 'fence', scope });

export const synchroniseRoutines = {
  syncthreads: statements('All threads of the block (or of the group) meet.', [
    { takes: {}, effect: { kind: 'barrier', scope: 'block' } },
    { takes: { group: group('grid_group') }, effect: { kind: 'barrier', scope: 'grid' } },
    { takes: { group: group('thread_group') }, effect: { kind: 'barrier', scope: 'block' } },
    { takes: { group: group('coalesced_group') }, effect: { kind: 'barrier', scope: 'warp' } },
    { takes: { group: group('cluster_group') }, effect: { kind: 'barrier', scope: 'cluster' } },
  ]),
  syncthreads_and: reducing('All threads meet; 1 where `value` is true for all of them.', 'and'),
  syncthreads_or: reducing('All threads meet; 1 where `value` is true for one of them.', 'or'),
  syncthreads_count: reducing('All threads meet; for how many `value` is true.', 'count'),
  syncwarp: statement(
    'The lanes of the warp that the mask names meet.',
    { kind: 'barrier', scope: 'warp' },
    {
      mask: optionalInteger(-1),
    },
  ),
  threadfence: fence('What this thread wrote before is seen by the device before what it writes after.', 'device'),
  threadfence_block: fence('The same for the threads of the block.', 'block'),
  threadfence_system: fence('The same for the host and other devices too.', 'system'),
} satisfies Record<string, Routine>;
