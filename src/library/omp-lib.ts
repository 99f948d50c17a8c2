/** The modules omp_lib and omp_lib_kinds: routines of OpenMP. What a thread is asked about its team `runtime/team` answers, for compiled code; without -mp there is one thread. */
import { i64 } from '../ir/build.ts';
import type { CudaRuntime } from '../machine/device.ts';
import type { LibraryConstant, LibraryModule, Param, Routine, RoutineArgs, RowType } from './library-module.ts';

const integer: RowType = { base: 'integer', kind: 4 };
const long: RowType = { base: 'integer', kind: 8 };
const logical: RowType = { base: 'logical', kind: 4 };
const double: RowType = { base: 'real', kind: 8 };
const number: Param = { how: 'in', type: integer };
const truth: Param = { how: 'in', type: logical };
const result: Param = { how: 'out', type: integer };
const cell: Param = { how: 'out', type: long };

/** Threads answer it (`runtime/team/omp-routines.ts`). */
const asks = (doc: string, gives: RowType, takes: Routine['takes'] = {}): Routine => ({
  doc,
  takes,
  gives,
  run: () => 0,
});
const tells = (doc: string, takes: Routine['takes']): Routine => ({ doc, takes, run: () => undefined });
const always = (doc: string, gives: RowType, value: number, takes: Routine['takes'] = {}): Routine => ({
  doc,
  takes,
  gives,
  run: () => value,
});
const lock = (doc: string): Routine => tells(doc, { svar: cell });

const kinds: Readonly<Record<string, number>> = {
  omp_lock_kind: 8,
  omp_nest_lock_kind: 8,
  omp_lock_hint_kind: 4,
  omp_sync_hint_kind: 4,
  omp_sched_kind: 4,
  omp_proc_bind_kind: 4,
  omp_pause_resource_kind: 4,
  omp_depend_kind: 8,
  omp_event_handle_kind: 8,
  omp_allocator_handle_kind: 8,
  omp_memspace_handle_kind: 8,
  omp_alloctrait_key_kind: 4,
  omp_alloctrait_val_kind: 8,
  omp_integer_kind: 4,
  omp_logical_kind: 4,
  openmp_version: 202011,
  omp_sched_static: 1,
  omp_sched_dynamic: 2,
  omp_sched_guided: 3,
  omp_sched_auto: 4,
  omp_sched_monotonic: -2147483648,
  omp_proc_bind_false: 0,
  omp_proc_bind_true: 1,
  omp_proc_bind_master: 2,
  omp_proc_bind_primary: 2,
  omp_proc_bind_close: 3,
  omp_proc_bind_spread: 4,
  omp_lock_hint_none: 0,
  omp_lock_hint_uncontended: 1,
  omp_lock_hint_contended: 2,
  omp_lock_hint_nonspeculative: 4,
  omp_lock_hint_speculative: 8,
  omp_sync_hint_none: 0,
  omp_sync_hint_uncontended: 1,
  omp_sync_hint_contended: 2,
  omp_sync_hint_nonspeculative: 4,
  omp_sync_hint_speculative: 8,
  omp_pause_soft: 1,
  omp_pause_hard: 2,
  omp_initial_device: -1,
  omp_invalid_device: -4,
};
/** Of kind 8. */
const handles: Readonly<Record<string, number>> = {
  omp_null_allocator: 0,
  omp_default_mem_alloc: 1,
  omp_large_cap_mem_alloc: 2,
  omp_const_mem_alloc: 3,
  omp_high_bw_mem_alloc: 4,
  omp_low_lat_mem_alloc: 5,
  omp_cgroup_mem_alloc: 6,
  omp_pteam_mem_alloc: 7,
  omp_thread_mem_alloc: 8,
  omp_default_mem_space: 0,
  omp_large_cap_mem_space: 1,
  omp_const_mem_space: 2,
  omp_high_bw_mem_space: 3,
  omp_low_lat_mem_space: 4,
};

/** Of allocators: all memory is alike here. */
const traits: Readonly<Record<string, number>> = {
  omp_atk_sync_hint: 1,
  omp_atk_alignment: 2,
  omp_atk_access: 3,
  omp_atk_pool_size: 4,
  omp_atk_fallback: 5,
  omp_atk_fb_data: 6,
  omp_atk_pinned: 7,
  omp_atk_partition: 8,
  omp_atv_default: -1,
  omp_atv_false: 0,
  omp_atv_true: 1,
  omp_atv_contended: 3,
  omp_atv_uncontended: 4,
  omp_atv_serialized: 5,
  omp_atv_private: 6,
  omp_atv_all: 7,
  omp_atv_thread: 8,
  omp_atv_pteam: 9,
  omp_atv_cgroup: 10,
  omp_atv_default_mem_fb: 11,
  omp_atv_null_fb: 12,
  omp_atv_abort_fb: 13,
  omp_atv_allocator_fb: 14,
  omp_atv_environment: 15,
  omp_atv_nearest: 16,
  omp_atv_blocked: 17,
  omp_atv_interleaved: 18,
};

const constants: LibraryModule['constants'] = Object.fromEntries([
  ...Object.entries({ ...kinds, ...traits }).map(([name, value]): [string, LibraryConstant] => [
    name,
    { type: integer, value },
  ]),
  ...Object.entries(handles).map(([name, value]): [string, LibraryConstant] => [name, { type: long, value }]),
]);

const teams: LibraryModule['routines'] = {
  omp_get_num_threads: asks('How many threads its team has.', integer),
  omp_get_max_threads: asks('How many threads the next team would have.', integer),
  omp_get_num_procs: asks('How many processors there are.', integer),
  omp_get_thread_num: asks('The number of this thread in its team.', integer),
  omp_get_thread_limit: asks('How many threads there may be.', integer),
  omp_get_level: asks('How deep parallel regions are nested.', integer),
  omp_get_active_level: asks('How many of them have several threads.', integer),
  omp_get_max_active_levels: asks('How many of them may have several threads.', integer),
  omp_get_supported_active_levels: asks('How many of them can have several threads: 64.', integer),
  omp_get_ancestor_thread_num: asks('The number of the thread at an outer level.', integer, { level: number }),
  omp_get_team_size: asks('The threads of the team at an outer level.', integer, { level: number }),
  omp_in_parallel: asks('Is this a parallel region with several threads?', logical),
  omp_get_dynamic: asks('May the number of threads change?', logical),
  omp_get_nested: asks('May parallel regions be nested?', logical),
  omp_get_schedule: tells('What `schedule(runtime)` means.', { kind: result, chunk_size: result }),
  omp_set_num_threads: tells('Asks for a number of threads.', { num_threads: number }),
  omp_set_dynamic: tells('Lets the number of threads change.', { dynamic_threads: truth }),
  omp_set_nested: tells('Asks for nested regions.', { nested: truth }),
  omp_set_max_active_levels: tells('How many nested regions may have several threads.', { max_levels: number }),
  omp_set_schedule: tells('Sets what `schedule(runtime)` means.', { kind: number, chunk_size: number }),
  omp_get_wtime: asks('Seconds of wall-clock time.', double),
  omp_get_wtick: { doc: 'Seconds between ticks of that clock.', takes: {}, gives: double, run: () => 1e-9 },
};

const locks: LibraryModule['routines'] = {
  omp_init_lock: lock('Makes a lock.'),
  omp_init_lock_with_hint: tells('Makes a lock.', { svar: cell, hint: number }),
  omp_destroy_lock: lock('Ends a lock.'),
  omp_set_lock: lock('Takes a lock.'),
  omp_unset_lock: lock('Gives a lock back.'),
  omp_test_lock: asks('Takes a lock that is free.', logical, { svar: cell }),
  omp_init_nest_lock: lock('Makes a lock that its owner may take again.'),
  omp_init_nest_lock_with_hint: tells('Makes a lock that its owner may take again.', { nvar: cell, hint: number }),
  omp_destroy_nest_lock: lock('Ends such a lock.'),
  omp_set_nest_lock: lock('Takes such a lock.'),
  omp_unset_nest_lock: lock('Gives such a lock back.'),
  omp_test_nest_lock: asks('Takes such a lock where it can: how often it has been taken.', integer, { nvar: cell }),
};

function of(doc: string, run: (cuda: CudaRuntime) => number): Routine {
  return { doc, takes: {}, gives: integer, run };
}

const others: LibraryModule['routines'] = {
  omp_get_num_devices: of(
    'How many devices OpenMP uses: none without -mp=gpu.',
    ({ offload }) => offload.targetDevices,
  ),
  omp_get_default_device: of('The device that OpenMP uses.', ({ offload }) => offload.targetDevice),
  omp_get_initial_device: of('The number of the host.', ({ offload }) => offload.targetDevices),
  omp_get_device_num: of('The device that runs this: the host.', ({ offload }) => offload.targetDevices),
  omp_set_default_device: {
    doc: 'Chooses a device.',
    takes: { device_num: number },
    run: ({ offload }, args) => {
      offload.targetDevice = numberOf(args, 'device_num');
    },
  },
  omp_is_initial_device: always('Is this the host? Yes.', logical, 1),
  omp_get_num_teams: always('How many teams the league has: 1.', integer, 1),
  omp_get_team_num: always('The number of this team.', integer, 0),
  omp_get_max_teams: always('How many teams there could be.', integer, 1),
  omp_set_num_teams: tells('Asks for a number of teams.', { num_teams: number }),
  omp_get_teams_thread_limit: always('Threads of a team of a league.', integer, 0),
  omp_set_teams_thread_limit: tells('Asks for that.', { thread_limit: number }),
  omp_get_cancellation: always('May regions be cancelled? No.', logical, 0),
  omp_in_final: always('Is this a final task?', logical, 0),
  omp_in_explicit_task: always('Is this a task?', logical, 0),
  omp_get_max_task_priority: always('The highest priority of tasks.', integer, 0),
  omp_fulfill_event: tells('Says that an event has happened.', { event: { how: 'in', type: long } }),
  omp_get_proc_bind: always('How threads are bound to places.', integer, 0),
  omp_get_num_places: always('How many places there are.', integer, 0),
  omp_get_place_num: always('The place of this thread.', integer, -1),
  omp_get_partition_num_places: always('Places of this part.', integer, 0),
  omp_get_place_num_procs: always('Processors of a place.', integer, 0, { place_num: number }),
  omp_pause_resource: always('Gives resources back.', integer, 0, { kind: number, device_num: number }),
  omp_pause_resource_all: always('Gives resources back.', integer, 0, { kind: number }),
  omp_set_default_allocator: tells('Chooses where memory comes from.', { svar: { how: 'in', type: long } }),
  omp_get_default_allocator: { doc: 'Where memory comes from.', takes: {}, gives: long, lower: () => i64(1) },
  omp_init_allocator: {
    doc: 'An allocator: all memory is alike here.',
    takes: { memspace: { how: 'in', type: long }, ntraits: number, traits: { how: 'data', packed: 'in' } },
    gives: long,
    run: () => 1n,
  },
  omp_destroy_allocator: tells('Ends an allocator.', { allocator: { how: 'in', type: long } }),
  omp_display_env: tells('Shows the settings.', { verbose: truth }),
  ompx_get_cuda_stream: {
    doc: "The stream of a device's work: the default stream.",
    takes: { device: number, nowait: truth },
    gives: long,
    lower: () => i64(0),
  },
};

/** Memory of devices: pointers are addresses; the host has the number that omp_get_initial_device gives. */
const pointer: RowType = { base: 'derived', name: 'c_ptr', module: 'iso_c_binding' };
const place: Param = { how: 'data' };
const size: Param = { how: 'in', type: long };

function addressOf(args: RoutineArgs, name: string): bigint {
  const arg = args[name];
  return arg?.how === 'data' ? arg.address : 0n;
}

function numberOf(args: RoutineArgs, name: string): number {
  const arg = args[name];
  return arg?.how === 'value' ? Number(arg.value) : 0;
}

const numbers: Param = { how: 'data', packed: 'in' };
const boxes = {
  ...{ dst: place, src: place, element_size: size, num_dims: number, volume: numbers },
  ...{ dst_offsets: numbers, src_offsets: numbers, dst_dimensions: numbers, src_dimensions: numbers },
  ...{ dst_device_num: number, src_device_num: number },
};

/** A box of an array into a box of another one; as in C the last dimension is the one whose elements lie side by side. */
const copyBox: NonNullable<Routine['run']> = (cuda, args) => {
  const rank = numberOf(args, 'num_dims');
  const bytes = numberOf(args, 'element_size');
  const list = (name: string): number[] =>
    Array.from({ length: rank }, (_, k) => Number(cuda.readInteger(addressOf(args, name) + BigInt(8 * k), 8)));
  const volume = list('volume');
  const side = (which: 'dst' | 'src') => {
    const dimensions = list(`${which}_dimensions`);
    const strides = dimensions.map((_, k) => dimensions.slice(k + 1).reduce((a, b) => a * b, bytes));
    const first = list(`${which}_offsets`).reduce((sum, n, k) => sum + n * strides[k]!, 0);
    return { at: addressOf(args, which) + BigInt(first), strides };
  };
  const [to, from] = [side('dst'), side('src')];
  const width = bytes * (volume.at(-1) ?? 0);
  const height = rank > 1 ? volume.at(-2)! : 1;
  const [toPitch, fromPitch] = [to, from].map(({ strides }) => (rank > 1 ? strides.at(-2)! : width));
  const stream = cuda.defaultStream();
  const copy = (k: number, toAt: bigint, fromAt: bigint): number => {
    if (k >= rank - 2) {
      const box = { to: toAt, toPitch: toPitch!, from: fromAt, fromPitch: fromPitch!, width, height };
      return cuda.note(cuda.device.copy({ ...box, stream, asynchronous: false }));
    }
    for (let i = 0; i < volume[k]!; i++) {
      const status = copy(k + 1, toAt + BigInt(i * to.strides[k]!), fromAt + BigInt(i * from.strides[k]!));
      if (status !== 0) return status;
    }
    return 0;
  };
  return rank < 1 || volume.includes(0) ? 0 : copy(0, to.at, from.at);
};

const copies = { dst: place, src: place, length: size, dst_offset: size, src_offset: size };

const memory: LibraryModule['routines'] = {
  omp_target_alloc: {
    doc: 'Allocates memory of the device.',
    takes: { size, device_num: number },
    gives: pointer,
    run: (cuda, args) => cuda.device.allocate(numberOf(args, 'size'), 'device'),
  },
  omp_target_free: {
    doc: 'Frees memory of the device.',
    takes: { device_ptr: place, device_num: number },
    run: (cuda, args) => void cuda.note(cuda.device.free(addressOf(args, 'device_ptr'))),
  },
  omp_target_is_present: {
    doc: 'Is the data on the device?',
    takes: { ptr: place, device_num: number },
    gives: integer,
    run: ({ offload }, args) => (offload.find(addressOf(args, 'ptr'), 1) === undefined ? 0 : 1),
  },
  omp_get_mapped_ptr: {
    doc: 'The address that data has on the device.',
    takes: { ptr: place, device_num: number },
    gives: pointer,
    run: ({ offload }, args) => offload.find(addressOf(args, 'ptr'), 1) ?? 0n,
  },
  omp_target_associate_ptr: {
    doc: 'Memory of the device is that of data of the host from here on.',
    takes: { host_ptr: place, device_ptr: place, size, device_offset: size, device_num: number },
    gives: integer,
    run({ offload }, args) {
      const there = addressOf(args, 'device_ptr') + BigInt(numberOf(args, 'device_offset'));
      offload.map(addressOf(args, 'host_ptr'), there, numberOf(args, 'size'));
      return 0;
    },
  },
  omp_target_disassociate_ptr: {
    doc: 'No longer.',
    takes: { ptr: place, device_num: number },
    gives: integer,
    run({ offload }, args) {
      offload.unmap(addressOf(args, 'ptr'));
      return 0;
    },
  },
  omp_target_memcpy: {
    doc: 'Copies bytes between host and device.',
    takes: { ...copies, dst_device_num: number, src_device_num: number },
    gives: integer,
    run(cuda, args) {
      const bytes = numberOf(args, 'length');
      const to = addressOf(args, 'dst') + BigInt(numberOf(args, 'dst_offset'));
      const from = addressOf(args, 'src') + BigInt(numberOf(args, 'src_offset'));
      const pitches = { toPitch: bytes, fromPitch: bytes, width: bytes, height: 1 };
      return cuda.note(cuda.device.copy({ to, from, ...pitches, stream: cuda.defaultStream(), asynchronous: false }));
    },
  },
  omp_target_memcpy_rect: {
    doc: 'Copies a box of an array between host and device.',
    takes: boxes,
    gives: integer,
    run: copyBox,
  },
};

/** Copies in the background are done at once. */
const copiesLater: LibraryModule['routines'] = {
  omp_target_memcpy_async: {
    ...memory.omp_target_memcpy!,
    doc: 'Copies bytes between host and device.',
    takes: { ...copies, dst_device_num: number, src_device_num: number, depobj_count: number },
    also: [
      {
        ...copies,
        dst_device_num: number,
        src_device_num: number,
        depobj_count: number,
        depobj_list: { how: 'data', packed: 'in' },
      },
    ],
  },
  omp_target_memcpy_rect_async: {
    doc: 'As omp_target_memcpy_rect; the host waits.',
    takes: { ...boxes, depobj_count: number },
    also: [{ ...boxes, depobj_count: number, depobj_list: numbers }],
    gives: integer,
    run: copyBox,
  },
  omp_target_is_accessible: {
    doc: 'Can the device reach this memory of the host?',
    takes: { ptr: place, size, device_num: number },
    gives: integer,
    run: ({ offload }, args) => {
      const device = numberOf(args, 'device_num');
      if (device === offload.targetDevices) return 1;
      return offload.find(addressOf(args, 'ptr'), numberOf(args, 'size')) === undefined ? 0 : 1;
    },
  },
};

/** What device code is told: each thread of a kernel is a team of one. */
const inKernels: Readonly<Record<string, NonNullable<Routine['onDevice']>>> = {
  omp_get_num_threads: 1,
  omp_get_thread_num: 0,
  omp_get_level: 0,
  omp_get_active_level: 0,
  omp_in_parallel: 0,
  omp_is_initial_device: 0,
  omp_get_num_teams: 'teams',
  omp_get_team_num: 'team',
  omp_get_max_threads: 1,
  omp_get_num_procs: 1,
  omp_get_thread_limit: 1,
  omp_get_device_num: 0,
  omp_get_initial_device: 1,
  omp_get_num_devices: 1,
  omp_get_default_device: 0,
  omp_get_dynamic: 0,
  omp_get_nested: 0,
  omp_get_max_active_levels: 1,
  omp_get_team_size: 1,
  omp_get_ancestor_thread_num: 0,
  omp_get_cancellation: 0,
};

function answered(routines: LibraryModule['routines']): LibraryModule['routines'] {
  return Object.fromEntries(
    Object.entries(routines).map(([name, row]): [string, Routine] => {
      const onDevice = inKernels[name];
      return [name, onDevice === undefined ? row : { ...row, onDevice }];
    }),
  );
}

export const ompLib: LibraryModule = {
  name: 'omp_lib',
  doc: 'Routines of OpenMP.',
  types: {
    omp_alloctrait: {
      doc: 'What is asked of an allocator.',
      components: [
        { name: 'key', type: integer },
        { name: 'value', type: long },
      ],
    },
  },
  constants,
  routines: answered({ ...teams, ...locks, ...others, ...memory, ...copiesLater }),
};

export const ompLibKinds: LibraryModule = {
  name: 'omp_lib_kinds',
  doc: 'Kinds and constants of OpenMP.',
  types: {},
  constants,
  routines: {},
};
