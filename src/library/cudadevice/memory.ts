/** Loads and stores with hints for the caches; clocks. */
import type { CacheHint } from '../../ir/module.ts';
import type { Routine, RowType } from '../library-module.ts';
import { c4, c8, exact, generic, i4, i8, l4, place, r2, r4, r8, statement } from './words.ts';

const types = [i4, i8, r2, r4, r8, c4, c8];
const same = (type: RowType) => type;

const load = (doc: string, cache: CacheHint): Routine =>
  generic(doc, types, (type) => ({ x: place(type) }), same, { effect: { kind: 'load', cache } });
const store = (doc: string, cache: CacheHint): Routine =>
  generic(doc, types, (type) => ({ y: place(type), x: exact(type) }), undefined, { effect: { kind: 'store', cache } });

export const memoryRoutines = {
  __ldca: load('Loads through all caches.', 'ca'),
  __ldcg: load('Loads through the L2 cache only.', 'cg'),
  __ldcs: load('Loads what is used once.', 'cs'),
  __ldlu: load('Loads for the last time.', 'lu'),
  __ldcv: load('Loads from memory anew.', 'cv'),
  __ldg: load('Loads what no thread changes.', 'nc'),
  __stwb: store('Stores through all caches.', 'wb'),
  __stcg: store('Stores through the L2 cache only.', 'cg'),
  __stcs: store('Stores what is not used again soon.', 'cs'),
  __stwt: store('Stores through to memory.', 'wt'),
  clock: statement('Counts of the processor’s clock.', { kind: 'clock', clock: 'clock' }, {}, i4),
  clock64: statement('Counts of the processor’s clock.', { kind: 'clock', clock: 'clock64' }, {}, i8),
  globaltimer: statement('Nanoseconds of the device’s timer.', { kind: 'clock', clock: 'globaltimer' }, {}, i8),
  on_device: {
    doc: 'Is this device code?',
    takes: {},
    gives: l4,
    where: 'both',
    effect: { kind: 'on-device' },
  },
} satisfies Record<string, Routine>;
