/** Routines of OpenACC about data and queues, which the module openacc offers. */
import type { CudaRuntime } from '../machine/device.ts';
import { codeOf } from '../machine/errors.ts';
import { type Area, entering, leaving, type Queue, synchronous } from '../machine/offload.ts';
import { count, int } from './cudafor/define.ts';
import type { LibraryModule, Param, Routine, RoutineArgs, RowType } from './library-module.ts';

const logical: RowType = { base: 'logical', kind: 4 };
const long: RowType = { base: 'integer', kind: 8 };
const pointer: RowType = { base: 'derived', name: 'c_ptr', module: 'iso_c_binding' };
const whole = { how: 'data', whole: true } as const satisfies Param;
const data = { how: 'data' } as const satisfies Param;

function numberOf(args: RoutineArgs, name: string): bigint | undefined {
  const arg = args[name];
  return arg?.how === 'value' ? BigInt(arg.value) : undefined;
}

function addressOf(args: RoutineArgs, name: string): { readonly address: bigint; readonly bytes: number } {
  const arg = args[name];
  return arg?.how === 'data' ? { address: arg.address, bytes: arg.elementBytes } : { address: 0n, bytes: 0 };
}

function areaOf(args: RoutineArgs): Area {
  const { address, bytes } = addressOf(args, 'data_arg');
  const given = numberOf(args, 'bytes');
  return {
    base: address,
    start: address,
    elementBytes: given === undefined ? bytes : Number(given),
    extents: [],
    strides: [],
    name: 'data_arg',
    place: '',
  };
}

const keeping: ReadonlySet<string> = new Set(['copyin', 'create']);

type Act = (cuda: CudaRuntime, area: Area, queue: Queue) => void;

/** A routine and its form with a queue; each takes an array, or where it begins and its bytes. */
function both(name: string, doc: string, act: Act): [string, Routine][] {
  const keeps = keeping.has(
    name
      .split('_')
      .at(-1)
      ?.replace(/^p(?=c)/, '') ?? '',
  ) && { keepsData: true as const };
  const plain: Routine = {
    doc,
    ...keeps,
    takes: { data_arg: whole },
    also: [{ data_arg: data, bytes: count }],
    run: (cuda, args) => act(cuda, areaOf(args), synchronous),
  };
  const queued: Routine = {
    doc: `${doc.replace(/\.$/, '')}, in a queue.`,
    ...keeps,
    takes: { data_arg: whole, async: count },
    also: [{ data_arg: data, bytes: count, async: count }],
    run: (cuda, args) => act(cuda, areaOf(args), numberOf(args, 'async') ?? synchronous),
  };
  return [
    [name, plain],
    [`${name}_async`, queued],
  ];
}

const enter =
  (how: number): Act =>
  ({ offload }, area, queue) =>
    void offload.enter(area, how | entering.dynamic, queue);
const exit =
  (how: number): Act =>
  ({ offload }, area, queue) =>
    offload.exit(area, how | leaving.dynamic, queue);
const update =
  (to: 'host' | 'device'): Act =>
  ({ offload }, area, queue) =>
    offload.update(area, to, false, queue);

const copyin = enter(entering.allocate | entering.copy);
const create = enter(entering.allocate);

const forData: Readonly<Record<string, Routine>> = Object.fromEntries([
  ...both('acc_copyin', 'Puts data on the device.', copyin),
  ...both('acc_present_or_copyin', 'As acc_copyin.', copyin),
  ...both('acc_pcopyin', 'As acc_copyin.', copyin),
  ...both('acc_create', 'Makes room for data on the device.', create),
  ...both('acc_present_or_create', 'As acc_create.', create),
  ...both('acc_pcreate', 'As acc_create.', create),
  ...both('acc_copyout', 'Brings data back where nobody else needs it.', exit(leaving.copy)),
  ...both('acc_copyout_finalize', 'Brings data back.', exit(leaving.copy | leaving.finalize)),
  ...both('acc_delete', 'Frees data of the device where nobody else needs it.', exit(0)),
  ...both('acc_delete_finalize', 'Frees data of the device.', exit(leaving.finalize)),
  ...both('acc_update_device', 'Copies data to the device.', update('device')),
  ...both('acc_update_self', 'Copies data to the host.', update('host')),
  ...both('acc_update_host', 'Copies data to the host.', update('host')),
]);

function attaching(attaches: NonNullable<Routine['attaches']>, doc: string, more: Routine['takes'] = {}): Routine {
  return { doc, attaches, takes: { ptr: data, ...more }, run: () => undefined };
}

const queueOf = (args: RoutineArgs, name = 'async'): Queue => numberOf(args, name) ?? synchronous;
const number = (args: RoutineArgs, name: string): number => Number(numberOf(args, name) ?? 0n);

const copyBytes = (cuda: CudaRuntime, to: bigint, from: bigint, bytes: number, queue: Queue): void => {
  const pitches = { toPitch: bytes, fromPitch: bytes, width: bytes, height: 1 };
  const stream = cuda.offload.stream(queue);
  cuda.note(cuda.device.copy({ to, from, ...pitches, stream, asynchronous: queue !== synchronous }));
};

const wait = (doc: string, takes: Routine['takes'], run: NonNullable<Routine['run']>): Routine => ({ doc, takes, run });
const test = (
  doc: string,
  takes: Routine['takes'],
  done: (cuda: CudaRuntime, args: RoutineArgs) => boolean,
): Routine => ({
  doc,
  takes,
  gives: logical,
  run: (cuda, args) => (done(cuda, args) ? 1 : 0),
});

function copies(): [string, Routine][] {
  const rows = [
    ['acc_memcpy_to_device', 'data_dev_dest', 'data_host_src', 'Copies bytes to the device.'],
    ['acc_memcpy_from_device', 'data_host_dest', 'data_dev_src', 'Copies bytes to the host.'],
    ['acc_memcpy_device', 'data_dev_dest', 'data_dev_src', 'Copies bytes of the device.'],
  ] as const;
  return rows.flatMap(([name, to, from, doc]): [string, Routine][] =>
    [name, `${name}_async`].map((full): [string, Routine] => [
      full,
      {
        doc,
        takes: { [to]: data, [from]: data, bytes: count, ...(full !== name && { async: count }) },
        run: (cuda, args) =>
          copyBytes(
            cuda,
            addressOf(args, to).address,
            addressOf(args, from).address,
            number(args, 'bytes'),
            queueOf(args),
          ),
      },
    ]),
  );
}

export const openaccRoutines: LibraryModule = {
  name: 'cufort_openacc',
  doc: 'Data and queues of OpenACC, for the module openacc.',
  includes: ['iso_c_binding'],
  types: {},
  constants: {},
  routines: {
    ...forData,
    ...Object.fromEntries(copies()),
    acc_memcpy_d2d: {
      doc: "Copies data from one device to another: addresses are the host's.",
      takes: { data_arg_dest: data, data_arg_src: data, bytes: count, dev_num_dest: int, dev_num_src: int },
      run(cuda, args) {
        const bytes = number(args, 'bytes');
        const before = cuda.device.ordinal;
        const there = (name: string, device: string): bigint => {
          cuda.note(cuda.setDevice(number(args, device)));
          const { address } = addressOf(args, name);
          return cuda.offload.find(address, bytes) ?? address;
        };
        const from = there('data_arg_src', 'dev_num_src');
        const to = there('data_arg_dest', 'dev_num_dest');
        copyBytes(cuda, to, from, bytes, synchronous);
        cuda.note(cuda.setDevice(before));
      },
    },
    acc_is_present: {
      doc: 'Whether all of the data is on the device.',
      takes: { data_arg: whole },
      also: [{ data_arg: data, bytes: count }],
      gives: logical,
      run: ({ offload }, args) => {
        const { base, elementBytes } = areaOf(args);
        return offload.find(base, elementBytes) === undefined ? 0 : 1;
      },
    },
    acc_malloc: {
      doc: 'Allocates memory of the device.',
      takes: { bytes: count },
      gives: pointer,
      run: (cuda, args) => cuda.device.allocate(number(args, 'bytes'), 'device'),
    },
    acc_free: {
      doc: 'Frees memory of the device.',
      takes: { data_dev: data },
      run: (cuda, args) => void cuda.note(cuda.device.free(addressOf(args, 'data_dev').address)),
    },
    acc_deviceptr: {
      doc: 'The address that data has on the device.',
      takes: { data_arg: data },
      gives: pointer,
      run: ({ offload }, args) => offload.find(addressOf(args, 'data_arg').address, 1) ?? 0n,
    },
    acc_hostptr: {
      doc: 'The address that data of the device has on the host.',
      takes: { data_dev: data },
      gives: pointer,
      run: ({ offload }, args) => offload.hostAddress(addressOf(args, 'data_dev').address) ?? 0n,
    },
    acc_map_data: {
      doc: 'Memory of the device is that of data of the host from here on.',
      takes: { data_arg: data, data_dev: data, bytes: count },
      run: ({ offload }, args) =>
        offload.map(addressOf(args, 'data_arg').address, addressOf(args, 'data_dev').address, number(args, 'bytes')),
    },
    acc_unmap_data: {
      doc: 'No longer.',
      takes: { data_arg: data },
      run: ({ offload }, args) => offload.unmap(addressOf(args, 'data_arg').address),
    },
    acc_wait: wait('The host waits for a queue.', { wait_arg: count }, ({ offload }, args) =>
      offload.wait(queueOf(args, 'wait_arg')),
    ),
    acc_async_wait: wait('As acc_wait.', { wait_arg: count }, ({ offload }, args) =>
      offload.wait(queueOf(args, 'wait_arg')),
    ),
    acc_wait_async: wait('A queue waits for another one.', { wait_arg: count, async: count }, ({ offload }, args) =>
      offload.waitIn(queueOf(args, 'wait_arg'), queueOf(args)),
    ),
    acc_wait_all: wait('The host waits for all queues.', {}, ({ offload }) => offload.wait(undefined)),
    acc_async_wait_all: wait('As acc_wait_all.', {}, ({ offload }) => offload.wait(undefined)),
    acc_wait_all_async: wait('A queue waits for all others.', { async: count }, ({ offload }, args) =>
      offload.waitIn(undefined, queueOf(args)),
    ),
    acc_wait_device: wait('The host waits for a queue.', { wait_arg: count, dev_num: int }, ({ offload }, args) =>
      offload.wait(queueOf(args, 'wait_arg')),
    ),
    acc_wait_all_device: wait('The host waits for all queues.', { dev_num: int }, ({ offload }) =>
      offload.wait(undefined),
    ),
    acc_async_test: test('Is the work of a queue done?', { wait_arg: count }, ({ offload }, args) =>
      offload.isDone(queueOf(args, 'wait_arg')),
    ),
    acc_test: test('As acc_async_test.', { wait_arg: count }, ({ offload }, args) =>
      offload.isDone(queueOf(args, 'wait_arg')),
    ),
    acc_async_test_all: test('Is the work of all queues done?', {}, ({ offload }) => offload.isDone(undefined)),
    acc_get_default_async: {
      doc: 'The queue of `async` without a number.',
      takes: {},
      gives: long,
      run: ({ offload }) => offload.defaultQueue,
    },
    acc_set_default_async: {
      doc: 'Sets the queue of `async` without a number.',
      takes: { async: count },
      run: ({ offload }, args) => {
        offload.defaultQueue = queueOf(args);
      },
    },
    acc_get_cuda_stream: {
      doc: 'The stream of a queue.',
      takes: { async: count },
      gives: long,
      run: ({ offload }, args) => offload.stream(queueOf(args)),
    },
    acc_set_cuda_stream: {
      doc: 'Makes a stream that of a queue.',
      takes: { async: count, stream: count },
      run: ({ offload }, args) => offload.setStream(queueOf(args), numberOf(args, 'stream') ?? 0n),
    },
    acc_get_device_type: {
      doc: 'The type of device in use.',
      takes: {},
      gives: { base: 'integer', kind: 4 },
      run: ({ offload }) => offload.deviceType,
    },
    acc_set_device_type: {
      doc: 'Chooses a type of device.',
      takes: { dev_type: int },
      run: ({ offload }, args) => {
        const type = number(args, 'dev_type');
        // acc_device_default and acc_device_not_host are NVIDIA's.
        offload.deviceType = type === 1 || type === 3 ? 4 : type;
      },
    },
    acc_set_device_num: {
      doc: 'Chooses a device.',
      takes: { dev_num: int, dev_type: int },
      run: (cuda, args) => void (number(args, 'dev_type') !== 2 && cuda.note(cuda.setDevice(number(args, 'dev_num')))),
    },
    acc_shutdown: {
      doc: 'Waits for the device.',
      takes: { dev_type: int },
      run: (cuda) => void cuda.note(cuda.devices.length === 0 ? codeOf.success : cuda.device.synchronise()),
    },
    acc_shutdown_device: {
      doc: 'Waits for the device.',
      takes: { dev_num: int, dev_type: int },
      run: (cuda) => void cuda.note(cuda.devices.length === 0 ? codeOf.success : cuda.device.synchronise()),
    },
    acc_attach: attaching('attach', 'Points a pointer of an object on the device to what is there of its target.'),
    acc_detach: attaching('detach', 'The pointer points to the host again once it was detached as often as attached.'),
    acc_detach_finalize: attaching('finalize', 'The pointer points to the host again.'),
    acc_attach_async: attaching('attach', 'As acc_attach; the host waits.', { async: count }),
    acc_detach_async: attaching('detach', 'As acc_detach; the host waits.', { async: count }),
    acc_detach_finalize_async: attaching('finalize', 'As acc_detach_finalize; the host waits.', { async: count }),
  },
};
