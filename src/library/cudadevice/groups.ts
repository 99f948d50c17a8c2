/** The module cooperative_groups: groups of threads as values. */
import type { LibraryModule, LibraryType, Routine, RowType } from '../library-module.ts';
import { c4, c8, generic, i4, i8, place, r4, r8, value } from './words.ts';

const type = (doc: string): LibraryType => ({
  doc,
  components: [
    { name: 'handle', type: i4, default: 0 },
    { name: 'size', type: i4, default: 0 },
    { name: 'rank', type: i4, default: 0 },
  ],
});
const derived = (name: string): RowType => ({ base: 'derived', name });

const groupOf = (doc: string, gives: string, group: 'grid' | 'block' | 'warp' | 'cluster'): Routine => ({
  doc,
  takes: {},
  gives: derived(gives),
  where: 'device',
  effect: { kind: 'group', group },
});

const extents = (doc: string, of: 'cluster.dim' | 'cluster.index'): Routine => ({
  doc,
  takes: {},
  gives: { base: 'derived', name: 'dim3', module: 'cudafor' },
  where: 'device',
  effect: { kind: 'special', of },
});

export const cooperativeGroups: LibraryModule = {
  name: 'cooperative_groups',
  doc: 'Groups of threads that can be synchronised. `rank` counts from 1.',
  types: {
    grid_group: type('All threads of the grid.'),
    thread_group: type('The threads of a block.'),
    coalesced_group: type('The threads of a warp.'),
    cluster_group: type('The blocks of a cluster: their number, and which of them this one is.'),
  },
  constants: {},
  routines: {
    this_grid: groupOf('The grid of this thread.', 'grid_group', 'grid'),
    this_thread_block: groupOf('The block of this thread.', 'thread_group', 'block'),
    this_warp: groupOf('The warp of this thread.', 'coalesced_group', 'warp'),
    this_cluster: groupOf('The cluster of this block.', 'cluster_group', 'cluster'),
    cluster_dim_blocks: extents('Blocks of a cluster in each direction.', 'cluster.dim'),
    cluster_block_index: extents('Which block of its cluster this one is, from 1 in each direction.', 'cluster.index'),
    cluster_map_shared_rank: generic(
      'Where a shared variable lies in the block `rank` (from 1) of the cluster.',
      [i4, i8, r4, r8, c4, c8],
      (t) => ({ shared: place(t), rank: value(i4) }),
      i8,
      { effect: { kind: 'cluster-map' } },
    ),
  },
};
