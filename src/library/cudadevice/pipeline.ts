/** Copies to shared memory that do not wait: a part of the module wmma. */
import type { LibraryModule } from '../library-module.ts';
import { c4, c8, generic, i4, i8, place, r2, r4, r8, statement, value } from './words.ts';

export const cufortPipeline: LibraryModule = {
  name: 'cufort_pipeline',
  doc: 'Copies from global to shared memory that go on while the thread computes.',
  types: {},
  constants: {},
  routines: {
    pipelineMemcpyAsync: generic(
      'Copies an element of global memory to shared memory without waiting.',
      [r4, r8, i4, i8, c4, c8, r2],
      (type) => ({ shared: place(type), global: place(type) }),
      undefined,
      { effect: { kind: 'async-copy' } },
    ),
    pipelineCommit: statement('Ends a batch of copies.', { kind: 'async-commit' }),
    pipelineWaitPrior: statement(
      'Waits until at most the last `n` batches are under way.',
      { kind: 'async-wait' },
      { n: value(i4) },
    ),
  },
};
