/** The module omp_lib: what OpenMP's routines say in a program that runs on one host thread (directives of OpenMP are comments). */
import { bool, i32, i64 } from '../ir/build.ts';
import type { Expression } from '../ir/module.ts';
import type { LibraryConstant, LibraryModule, Param, Routine, RowType } from './library-module.ts';

const integer: RowType = { base: 'integer', kind: 4 };
const logical: RowType = { base: 'logical', kind: 4 };
const double: RowType = { base: 'real', kind: 8 };
const number: Param = { how: 'in', type: integer };

const gives = (doc: string, type: RowType, value: Expression, takes: Routine['takes'] = {}): Routine => ({
  doc,
  takes,
  gives: type,
  lower: () => value,
});
/** A request that one thread fulfils by doing nothing. */
const accepts = (doc: string, takes: Routine['takes']): Routine => ({ doc, takes, run: () => undefined });
const lock = (doc: string): Routine => accepts(doc, { svar: { how: 'out', type: { base: 'integer', kind: 8 } } });
const kinds: Readonly<Record<string, number>> = {
  omp_lock_kind: 8,
  omp_nest_lock_kind: 8,
  omp_sched_kind: 4,
  omp_integer_kind: 4,
  omp_logical_kind: 4,
  openmp_version: 201511,
  omp_sched_static: 1,
  omp_sched_dynamic: 2,
  omp_sched_guided: 3,
  omp_sched_auto: 4,
};

export const ompLib: LibraryModule = {
  name: 'omp_lib',
  doc: 'Routines of OpenMP, for one thread.',
  types: {},
  constants: Object.fromEntries(
    Object.entries(kinds).map(([name, value]): [string, LibraryConstant] => [name, { type: integer, value }]),
  ),
  routines: {
    omp_get_num_threads: gives('How many threads are at work: 1.', integer, i32(1)),
    omp_get_max_threads: gives('How many threads there could be: 1.', integer, i32(1)),
    omp_get_num_procs: gives('How many processors are used: 1.', integer, i32(1)),
    omp_get_thread_num: gives('The number of this thread: 0.', integer, i32(0)),
    omp_get_thread_limit: gives('How many threads there could be: 1.', integer, i32(1)),
    omp_get_num_devices: gives('How many devices OpenMP uses: 0.', integer, i32(0)),
    omp_get_default_device: gives('The device that OpenMP uses.', integer, i32(0)),
    omp_get_level: gives('How deep parallel regions are nested: 0.', integer, i32(0)),
    omp_in_parallel: gives('Is this a parallel region? No.', logical, bool(false)),
    omp_get_dynamic: gives('May the number of threads change? No.', logical, bool(false)),
    omp_get_nested: gives('May parallel regions be nested? No.', logical, bool(false)),
    omp_is_initial_device: gives('Is this the host? Yes.', logical, bool(true)),
    ompx_get_cuda_stream: gives(
      "The stream of a device's work: the default stream.",
      { base: 'integer', kind: 8 },
      i64(0),
      {
        device: number,
        nowait: { how: 'in', type: logical },
      },
    ),
    omp_set_num_threads: accepts('Asks for a number of threads.', { num_threads: number }),
    omp_set_dynamic: accepts('Asks for a changing number of threads.', {
      dynamic_threads: { how: 'in', type: logical },
    }),
    omp_set_nested: accepts('Asks for nested regions.', { nested: { how: 'in', type: logical } }),
    omp_set_schedule: accepts('Asks for a schedule.', { kind: number, chunk_size: number }),
    omp_set_default_device: accepts('Asks for a device.', { device_num: number }),
    omp_init_lock: lock('Makes a lock.'),
    omp_destroy_lock: lock('Ends a lock.'),
    omp_set_lock: lock('Takes a lock.'),
    omp_unset_lock: lock('Gives a lock back.'),
    omp_get_wtime: { doc: 'Seconds of wall-clock time.', takes: {}, gives: double, run: () => performance.now() / 1e3 },
    omp_get_wtick: { doc: 'Seconds between ticks of that clock.', takes: {}, gives: double, run: () => 1e-9 },
  },
};
