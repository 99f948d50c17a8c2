/** Buffers of a GPU for an MPI library without CUDA: a library is played that only reaches host memory. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mpiRoutine } from '../../src/library/mpi/routines.ts';
import { footprint } from '../../src/runtime/mpi/footprints.ts';
import { Staging } from '../../src/runtime/mpi/staging.ts';

const deviceStart = 2 ** 34;
const host = new DataView(new ArrayBuffer(4096));
const device = new DataView(new ArrayBuffer(1024));
let top = 2048;
/** What statuses tell. */
let messageBytes = 1024;

const memory = (place: number): readonly [DataView, number] =>
  place >= deviceStart ? [device, place - deviceStart] : [host, place];

function copy(to: number, from: number, bytes: number): void {
  const [target, at] = memory(to);
  const [source, start] = memory(from);
  for (let i = 0; i < bytes; i++) target.setUint8(at + i, source.getUint8(start + i));
}

/** Datatype 4: four bytes; 8: four of every eight. Communicator 3: three processes, this is the second. */
const asked = {
  word: (place: number) => host.getInt32(place, true),
  long: (place: number) => Number(host.getBigInt64(place, true)),
  bounds: (datatype: number) => ({ from: 0, to: 4, extent: datatype, size: 4 }),
  rank: () => 1,
  parts: (_comm: number, way: string) => (way === 'all' ? 3 : way === 'incoming' ? 2 : 1),
  isInPlace: (place: number) => place === 16,
};

const staging = new Staging({
  ...asked,
  isDevice: (place) => place >= deviceStart,
  allocate: (bytes) => {
    top += bytes;
    return top - bytes;
  },
  free: () => undefined,
  pin: () => undefined,
  ignoresStatus: (place) => place === 0,
  received: () => messageBytes,
  copy,
  waitForDevice: () => undefined,
  refuse: (why) => {
    throw new Error(why);
  },
});

const routine = (name: string) => mpiRoutine(name) ?? assert.fail(name);
const slots = (name: string) => [...routine(name).args.map((_, i) => i), routine(name).args.length];

/** Writes numbers one behind the other; gives the place of each. */
function cells(at: number, ...values: readonly number[]): readonly number[] {
  for (const [i, v] of values.entries()) host.setInt32(at + 4 * i, v, true);
  return values.map((_, i) => at + 4 * i);
}

test('what is received comes to the device, with what lies between its elements as it was', () => {
  for (let i = 0; i < 8; i++) device.setInt32(4 * i, 100 + i, true);
  const [count = 0, type = 0, comm = 0] = cells(64, 3, 8, 3);
  const receive = staging.around(routine('mpi_recv'), slots('mpi_recv'), (buffer) => {
    for (let i = 0; i < 3; i++) host.setInt32(Number(buffer) + 8 * i, i, true);
    return 1;
  });
  receive(BigInt(deviceStart), count, type, count, count, comm, 0, 0);
  const words = Array.from({ length: 8 }, (_, i) => device.getInt32(4 * i, true));
  assert.deepEqual(words, [0, 101, 1, 103, 2, 105, 106, 107]);
});

test('a message that is shorter than the buffer leaves the rest as it was', () => {
  for (let i = 0; i < 4; i++) device.setInt32(4 * i, 100 + i, true);
  const [count = 0, type = 0, comm = 0] = cells(64, 4, 4, 3);
  const receive = staging.around(routine('mpi_recv'), slots('mpi_recv'), (buffer) => {
    for (let i = 0; i < 2; i++) host.setInt32(Number(buffer) + 4 * i, i, true);
    return 1;
  });
  messageBytes = 8;
  receive(BigInt(deviceStart), count, type, count, count, comm, 0, 0);
  messageBytes = 1024;
  const words = Array.from({ length: 4 }, (_, i) => device.getInt32(4 * i, true));
  assert.deepEqual(words, [0, 1, 102, 103]);
});

test('what a request receives comes when it is complete, whoever waits for it', () => {
  for (const [name, wait] of [
    ['wait', (r: number) => [r, 0, 0]],
    ['test', (r: number) => [r, cells(128, 1)[0] ?? 0, 0, 0]],
    ['waitall', (r: number) => [cells(128, 1)[0] ?? 0, r, 0, 0]],
    ['testall', (r: number) => [cells(128, 1, 1)[0] ?? 0, r, 132, 0, 0]],
    ['waitany', (r: number) => [cells(128, 1, 1)[0] ?? 0, r, 132, 0, 0]],
    ['testany', (r: number) => [cells(128, 1, 1, 1)[0] ?? 0, r, 132, 136, 0, 0]],
    ['waitsome', (r: number) => [cells(128, 1, 1, 1)[0] ?? 0, r, 132, 136, 0, 0]],
    ['testsome', (r: number) => [cells(128, 1, 1, 1)[0] ?? 0, r, 132, 136, 0, 0]],
  ] as const) {
    device.setInt32(0, -1, true);
    const [count = 0, type = 0, comm = 0, request = 0] = cells(64, 1, 4, 3, 0);
    let landing = 0;
    const receive = staging.around(routine('mpi_irecv'), slots('mpi_irecv'), (buffer) => {
      landing = Number(buffer);
      host.setInt32(request, 77, true);
      return 1;
    });
    receive(deviceStart, count, type, count, count, comm, request, 0);
    host.setInt32(landing, 42, true);
    assert.equal(device.getInt32(0, true), -1, name);
    const waits = staging.around(routine(`mpi_${name}`), slots(`mpi_${name}`), () => 1);
    waits(...wait(request));
    assert.equal(device.getInt32(0, true), 42, name);
  }
});

test('a request that is started again sends what is there then', () => {
  const [count = 0, type = 0, comm = 0, request = 0] = cells(64, 1, 4, 3, 0);
  let landing = 0;
  const init = staging.around(routine('mpi_send_init'), slots('mpi_send_init'), (buffer) => {
    landing = Number(buffer);
    host.setInt32(request, 78, true);
    return 1;
  });
  init(deviceStart, count, type, count, count, comm, request, 0);
  const start = staging.around(routine('mpi_start'), slots('mpi_start'), () => 1);
  for (const value of [5, 6]) {
    device.setInt32(0, value, true);
    start(request, 0);
    assert.equal(host.getInt32(landing, true), value);
  }
});

const footprints: readonly (readonly [string, number, Readonly<Record<string, readonly number[]>>, number, number])[] =
  [
    ['mpi_send', 0, { count: [3], datatype: [4] }, 0, 12],
    ['mpi_gather', 3, { root: [1], comm: [3], recvcount: [2], recvtype: [4] }, 0, 24],
    ['mpi_gather', 3, { root: [0], comm: [3], recvcount: [2], recvtype: [4] }, 0, 0],
    ['mpi_gather', 0, { root: [0], comm: [3], sendcount: [2], sendtype: [4] }, 0, 8],
    ['mpi_scatter', 0, { root: [1], comm: [3], sendcount: [2], sendtype: [4] }, 0, 24],
    ['mpi_allgather', 3, { comm: [3], recvcount: [2], recvtype: [8] }, 0, 44],
    ['mpi_alltoall', 0, { comm: [3], sendcount: [5], sendtype: [4] }, 0, 60],
    ['mpi_alltoallv', 0, { comm: [3], sendcounts: [1, 2, 3], sdispls: [10, 4, 20], sendtype: [4] }, 16, 92],
    ['mpi_alltoallw', 4, { comm: [3], recvcounts: [1, 1, 1], rdispls: [8, 40, 20], recvtypes: [4, 4, 4] }, 8, 44],
    ['mpi_neighbor_alltoall', 3, { comm: [3], recvcount: [5], recvtype: [4] }, 0, 40],
    ['mpi_reduce', 1, { root: [1], comm: [3], count: [4], datatype: [4] }, 0, 16],
    ['mpi_allreduce', 0, { comm: [3], count: [4], datatype: [4] }, 0, 16],
    ['mpi_reduce_scatter', 0, { comm: [3], recvcounts: [1, 2, 3], datatype: [4] }, 0, 24],
    ['mpi_reduce_scatter', 1, { comm: [3], recvcounts: [1, 2, 3], datatype: [4] }, 0, 8],
    ['mpi_reduce_scatter_block', 0, { comm: [3], recvcount: [2], datatype: [4] }, 0, 24],
    ['mpi_pack', 3, { outsize: [100] }, 0, 100],
    ['mpi_unpack', 0, { insize: [100], outcount: [2], datatype: [4] }, 0, 100],
    ['mpi_unpack', 3, { insize: [100], outcount: [2], datatype: [4] }, 0, 8],
    ['mpi_file_write_at', 2, { count: [6], datatype: [4] }, 0, 24],
  ];

for (const [name, buffer, values, from, to] of footprints)
  test(`bytes of buffer ${buffer + 1} of ${name} ${JSON.stringify(values)}`, () => {
    let at = 512;
    const places = routine(name).args.map((arg) => {
      const own = values[arg.name] ?? [0];
      cells(at, ...own);
      at += 32;
      return at - 32;
    });
    const found = footprint(routine(name), buffer, { ...asked, places });
    assert.deepEqual([found?.from, found?.to], [from, to]);
  });

test('windows keep their memory: there is no footprint of a call', () => {
  assert.equal(footprint(routine('mpi_win_create'), 0, { ...asked, places: [] }), undefined);
});
