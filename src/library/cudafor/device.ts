/** Devices, their properties and settings. */
import type { CudaRuntime, Device, ErrorCode } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import { propertiesOf } from '../../machine/models.ts';
import type { Cell, Routine } from '../library-module.ts';
import { attributeRows } from './constants.ts';
import { call, count, int, integer, outInt, outLong, struct, text, textOut } from './define.ts';
import { devicePropComponents } from './types.ts';

const synchronise = {
  takes: {},
  // Nobody waits for a device one of whose streams captures.
  run: (cuda: CudaRuntime) => (cuda.graphs.isCapturing ? codeOf.streamCaptureUnsupported : cuda.device.synchronise()),
};

export const deviceRoutines: Readonly<Record<string, Routine>> = {
  cudaGetDeviceCount: {
    doc: 'How many devices there are.',
    takes: { numdev: outInt },
    gives: integer,
    run(cuda, { numdev }) {
      if (numdev?.how === 'cell') numdev.cell.setInteger(cuda.devices.length);
      return cuda.note(cuda.devices.length === 0 ? codeOf.noDevice : codeOf.success);
    },
  },
  cudaGetDevice: call({
    doc: 'The number of the current device.',
    takes: { devnum: outInt },
    run(cuda, { devnum }) {
      devnum.cell.setInteger(cuda.device.ordinal);
      return codeOf.success;
    },
  }),
  cudaSetDevice: call({
    doc: 'Makes a device current.',
    takes: { devnum: int },
    run: (cuda, { devnum }) => cuda.setDevice(Number(devnum.value)),
  }),
  cudaGetDeviceProperties: call({
    doc: 'The properties of a device.',
    takes: { prop: struct('cudaDeviceProp'), devnum: int },
    run(cuda, { prop, devnum }) {
      const device = cuda.devices[Number(devnum.value)];
      if (!device) return codeOf.invalidDevice;
      fillProperties(prop.cell, device);
      return codeOf.success;
    },
  }),
  cudaDeviceGetAttribute: call({
    doc: 'One attribute of a device.',
    takes: { val: outInt, attribute: int, devnum: int },
    run(cuda, { val, attribute, devnum }) {
      const device = cuda.devices[Number(devnum.value)];
      if (!device) return codeOf.invalidDevice;
      const value = attributeOf(device, Number(attribute.value));
      if (value === undefined) return codeOf.invalidValue;
      val.cell.setInteger(value);
      return codeOf.success;
    },
  }),
  cudaChooseDevice: call({
    doc: 'The device that fits wanted properties best: here always the first.',
    takes: { devnum: outInt, prop: struct('cudaDeviceProp') },
    run(_, { devnum }) {
      devnum.cell.setInteger(0);
      return codeOf.success;
    },
  }),
  cudaSetValidDevices: call({
    doc: 'The devices to try, in order; the first becomes current.',
    takes: { devices: { ...outInt, given: true }, numdev: int },
    run: (cuda, { devices, numdev }) =>
      Number(numdev.value) > 0 ? cuda.setDevice(Number(devices.cell.getInteger())) : codeOf.success,
  }),
  cudaSetDeviceFlags: call({
    doc: 'How the host waits for the device, and whether host memory may be mapped.',
    takes: { flags: int },
    run(cuda, { flags }) {
      if (!areDeviceFlags(Number(flags.value))) return codeOf.invalidValue;
      cuda.setSetting('flags', BigInt(flags.value));
      return codeOf.success;
    },
  }),
  cudaGetDeviceFlags: call({
    doc: 'The flags of the current device.',
    takes: { flags: outInt },
    run(cuda, { flags }) {
      flags.cell.setInteger(cuda.setting('flags') ?? 8n);
      return codeOf.success;
    },
  }),
  cudaDeviceSynchronize: call({ doc: 'Waits for all work of the current device.', callable: true, ...synchronise }),
  cudaThreadSynchronize: call({ doc: 'An older name of cudaDeviceSynchronize.', callable: true, ...synchronise }),
  cudaDeviceReset: call({
    doc: 'Frees what the current device holds.',
    takes: {},
    callable: true,
    run: resetDevice,
  }),
  cudaThreadExit: call({ doc: 'An older name of cudaDeviceReset.', takes: {}, callable: true, run: resetDevice }),
  cudaDeviceSetLimit: call({
    doc: 'Sets a limit of the current device (cudaLimit…).',
    takes: { limit: int, val: count },
    run(cuda, { limit, val }) {
      if (!(Number(limit.value) in limits)) return codeOf.unsupportedLimit;
      const refused = setLimit(cuda, Number(limit.value), Number(val.value));
      if (refused === codeOf.success) cuda.setSetting(`limit ${limit.value}`, BigInt(val.value));
      return refused;
    },
  }),
  cudaDeviceGetLimit: call({
    doc: 'A limit of the current device.',
    takes: { val: outLong, limit: int },
    run(cuda, { val, limit }) {
      const value = cuda.setting(`limit ${limit.value}`) ?? limits[Number(limit.value)];
      if (value === undefined) return codeOf.unsupportedLimit;
      val.cell.setInteger(value);
      return codeOf.success;
    },
  }),
  ...setting('CacheConfig', 'cacheconfig', 'how L1 cache and shared memory are divided'),
  ...setting('SharedMemConfig', 'config', 'the size of a bank of shared memory'),
  cudaDeviceGetStreamPriorityRange: call({
    doc: 'The least and the greatest priority of a stream.',
    takes: { leastpriority: outInt, greatestpriority: outInt },
    run(_, { leastpriority, greatestpriority }) {
      leastpriority.cell.setInteger(0);
      greatestpriority.cell.setInteger(-5);
      return codeOf.success;
    },
  }),
  cudaDeviceGetPCIBusId: call({
    doc: 'Where the device sits, as domain:bus:device.function.',
    takes: { pcibusid: textOut, length: int, devnum: int },
    run(cuda, { pcibusid, devnum }) {
      const device = cuda.devices[Number(devnum.value)];
      if (!device) return codeOf.invalidDevice;
      pcibusid.cell.setText(busId(device));
      return codeOf.success;
    },
  }),
  cudaDeviceGetByPCIBusId: call({
    doc: 'The device that sits there.',
    takes: { devnum: outInt, pcibusid: text },
    run(cuda, { devnum, pcibusid }) {
      const device = cuda.devices.find((d) => busId(d).toLowerCase() === pcibusid.text.trim().toLowerCase());
      if (!device) return codeOf.invalidDevice;
      devnum.cell.setInteger(device.ordinal);
      return codeOf.success;
    },
  }),
  cudaDeviceCanAccessPeer: call({
    doc: 'Whether one device may use the memory of another.',
    takes: { canaccesspeer: outInt, devnum: int, peerdevnum: int },
    run(cuda, { canaccesspeer, devnum, peerdevnum }) {
      if (!cuda.devices[Number(devnum.value)] || !cuda.devices[Number(peerdevnum.value)]) return codeOf.invalidDevice;
      const [device, peer] = [Number(devnum.value), Number(peerdevnum.value)];
      const can = device !== peer && (cuda.devices[device]?.canAccessPeer?.(peer) ?? true);
      canaccesspeer.cell.setInteger(can ? 1 : 0);
      return codeOf.success;
    },
  }),
  cudaDeviceEnablePeerAccess: call({
    doc: 'Lets the current device use the memory of another.',
    takes: { peerdevnum: int, flags: int },
    run: (cuda, { peerdevnum }) => setPeer(cuda, Number(peerdevnum.value), true),
  }),
  cudaDeviceDisablePeerAccess: call({
    doc: 'Ends what cudaDeviceEnablePeerAccess began.',
    takes: { peerdevnum: int },
    run: (cuda, { peerdevnum }) => setPeer(cuda, Number(peerdevnum.value), false),
  }),
};

const heapLimit = 2;

/** The limits of a GPU that its driver keeps: bytes of a thread's stack, what the second-level cache fetches and what of it is set aside. */
const driverLimits: ReadonlySet<number> = new Set([0, 5, 6]);

function setLimit(cuda: CudaRuntime, limit: number, value: number): ErrorCode {
  if (limit === heapLimit) return cuda.setHeapSize(value);
  return driverLimits.has(limit) ? (cuda.device.setLimit?.(limit, value) ?? codeOf.success) : codeOf.success;
}

/** By number of the limit: what it is at the start. */
const limits: Readonly<Record<number, bigint>> = {
  0: 1024n,
  1: 1_048_576n,
  2: 8_388_608n,
  3: 2n,
  4: 2048n,
  5: 64n,
  6: 0n,
};

function fillProperties(prop: Cell, device: Device): void {
  const values = propertiesOf(device.model, device.ordinal);
  prop.component('name').setText(device.model.name);
  for (const { name } of devicePropComponents) {
    const value = values[name];
    if (value === undefined) continue;
    if (typeof value === 'number') prop.component(name).setInteger(value);
    else
      value.forEach((element, i) => {
        prop.component(name, i).setInteger(element);
      });
  }
}

function attributeOf(device: Device, attribute: number): number | undefined {
  const row = attributeRows.find(([, number]) => number === attribute);
  if (!row) return undefined;
  const value = propertiesOf(device.model, device.ordinal)[row[2]];
  return typeof value === 'object' ? value[row[3] ?? 0] : value;
}

function resetDevice(cuda: CudaRuntime): number {
  cuda.device.reset();
  cuda.resetHeap();
  for (const [limit, value] of Object.entries(limits)) cuda.setSetting(`limit ${limit}`, value);
  cuda.lastError(true);
  return codeOf.success;
}

function busId(device: Device): string {
  const bus = propertiesOf(device.model, device.ordinal).pciBusID;
  return `0000:${Number(bus).toString(16).toUpperCase().padStart(2, '0')}:00.0`;
}

function setting(what: string, parameter: string, doc: string): Record<string, Routine> {
  const name = `device ${what}`;
  return {
    [`cudaDeviceGet${what}`]: call({
      doc: `Tells ${doc}.`,
      takes: { [parameter]: outInt },
      run(cuda, args) {
        args[parameter]?.cell.setInteger(cuda.setting(name) ?? 0n);
        return codeOf.success;
      },
    }),
    [`cudaDeviceSet${what}`]: call({
      doc: `Chooses ${doc}.`,
      takes: { [parameter]: int },
      run(cuda, args) {
        cuda.setSetting(name, BigInt(args[parameter]?.value ?? 0));
        return codeOf.success;
      },
    }),
  };
}

function setPeer(cuda: CudaRuntime, peer: number, on: boolean): number {
  if (!cuda.devices[peer] || peer === cuda.device.ordinal) return codeOf.invalidDevice;
  const name = `peer ${peer}`;
  const known = cuda.setting(name) === 1n;
  if (on && known) return codeOf.peerAccessAlreadyEnabled;
  if (!on && !known) return codeOf.peerAccessNotEnabled;
  const code = cuda.device.setPeerAccess?.(cuda.devices[peer], on) ?? codeOf.success;
  if (code === codeOf.success) cuda.setSetting(name, on ? 1n : 0n);
  return code;
}

/** One way to wait (0, 1, 2 or 4), and cudaDeviceMapHost, cudaDeviceLmemResizeToMax and cudaDeviceSyncMemops. */
function areDeviceFlags(flags: number): boolean {
  return (flags & ~0x9f) === 0 && [0, 1, 2, 4].includes(flags & 7);
}
