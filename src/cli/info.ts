/** `cufort info`: the devices, as nvaccelinfo shows them. */

import { existsSync, readFileSync } from 'node:fs';
import { noDriver } from '../driver/messages.ts';
import type { Options } from '../driver/options.ts';
import { usualWarnings } from '../driver/options.ts';
import { type DeviceModel, deviceModels, type Properties, propertiesOf } from '../machine/models.ts';
import { deviceModelOf } from '../runtime/cuda/device-facts.ts';
import { driverVersion, loadDriver, NoDriver, startDriver } from '../runtime/cuda/native-driver.ts';
import { NativeMemory } from '../runtime/cuda/native-memory.ts';
import { readArguments, reportArguments } from './arguments.ts';
import { chosenDevice } from './device-choice.ts';
import { modelName } from './model-name.ts';
import { print } from './print.ts';
import { report } from './report.ts';

export function runInfo(words: readonly string[]): number {
  const args = readArguments(words);
  if (reportArguments(args)) return 1;
  const found = chosenDevice(args.options) === 'cuda' ? realDevices() : simulatedDevices(args.options);
  if (!found) return 1;
  const lines = [row('CUDA Driver Version', String(found.version)), row('NVRM version', kernelModule()), ''];
  found.models.forEach((model, ordinal) => {
    lines.push(...deviceRows(model, ordinal), '');
  });
  print(`${lines.join('\n')}\n`);
  return 0;
}

/** As Linux tells it; a simulated device has none. */
function kernelModule(): string {
  const path = '/proc/driver/nvidia/version';
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return /^NVRM version: (.*)$/m.exec(text)?.[1] ?? 'none (simulated devices)';
}

type Found = { readonly version: number; readonly models: readonly DeviceModel[] };

function simulatedDevices(options: Options): Found | undefined {
  const name = modelName(options.model ?? process.env.CUFORT_MODEL);
  return name && { version: 13000, models: Array(options.devices ?? 1).fill(deviceModels[name]) };
}

function realDevices(): Found | undefined {
  try {
    const driver = loadDriver([import.meta.url]);
    const native = new NativeMemory(driver);
    const count = startDriver(driver, native);
    const models = Array.from({ length: count }, (_, ordinal) => {
      driver.calls.cuDeviceGet(native.cell(0), ordinal);
      return deviceModelOf(driver, native, native.i32(0));
    });
    if (count > 0) return { version: driverVersion(driver, native), models };
    report([noDriver('the CUDA driver finds no device on this machine')], usualWarnings);
  } catch (problem) {
    if (!(problem instanceof NoDriver)) throw problem;
    report([noDriver(problem.message)], usualWarnings);
  }
  return undefined;
}

/** Nothing where the row does not apply. */
type Show = (properties: Properties, model: DeviceModel) => string | undefined;

const bytes =
  (key: string): Show =>
  (p) =>
    `${p[key]}`;
const yes =
  (key: string): Show =>
  (p) =>
    p[key] ? 'Yes' : 'No';
const megahertz =
  (key: string): Show =>
  (p) =>
    `${Math.round(Number(p[key]) / 1000)} MHz`;

const rows: Readonly<Record<string, Show>> = {
  'Device Name': (_, model) => model.name,
  'Device Revision Number': (_, model) => `${model.major}.${model.minor}`,
  'Simulated on': (_, model) => (model.own ? undefined : 'the CPU'),
  'Global Memory Size': bytes('totalGlobalMem'),
  'Number of Multiprocessors': bytes('multiProcessorCount'),
  'Concurrent Copy and Execution': yes('deviceOverlap'),
  'Total Constant Memory': bytes('totalConstMem'),
  'Total Shared Memory per Block': bytes('sharedMemPerBlock'),
  'Registers per Block': bytes('regsPerBlock'),
  'Warp Size': bytes('warpSize'),
  'Maximum Threads per Block': bytes('maxThreadsPerBlock'),
  'Maximum Block Dimensions': (p) => [p.maxThreadsDim].flat().join(', '),
  'Maximum Grid Dimensions': (p) => [p.maxGridSize].flat().join(' x '),
  'Maximum Memory Pitch': (p) => `${p.memPitch}B`,
  'Texture Alignment': (p) => `${p.textureAlignment}B`,
  'Clock Rate': megahertz('clockRate'),
  'Execution Timeout': yes('kernelExecTimeoutEnabled'),
  'Integrated Device': yes('integrated'),
  'Can Map Host Memory': yes('canMapHostMemory'),
  'Compute Mode': () => 'default',
  'Concurrent Kernels': yes('concurrentKernels'),
  'ECC Enabled': yes('ECCEnabled'),
  'Memory Clock Rate': megahertz('memoryClockRate'),
  'Memory Bus Width': (p) => `${p.memoryBusWidth} bits`,
  'L2 Cache Size': (p) => `${p.l2CacheSize} bytes`,
  'Max Threads Per SMP': bytes('maxThreadsPerMultiProcessor'),
  'Async Engines': bytes('asyncEngineCount'),
  'Unified Addressing': yes('unifiedAddressing'),
  'Managed Memory': yes('managedMemory'),
  'Concurrent Managed Memory': yes('concurrentManagedAccess'),
  'Preemption Supported': yes('computePreemptionSupported'),
  'Cooperative Launch': yes('cooperativeLaunch'),
  '  Multi-Device': yes('cooperativeMultiDeviceLaunch'),
  'Cluster Launch': yes('clusterLaunch'),
  'Unified Function Pointers': yes('unifiedFunctionPointers'),
  'Unified Memory': yes('pageableMemoryAccess'),
  'Memory Models Flags': () => '-gpu=mem:separate, -gpu=mem:managed',
  'Default Target': (_, model) => `cc${model.major}${model.minor}`,
};

function deviceRows(model: DeviceModel, ordinal: number): string[] {
  const properties = propertiesOf(model, ordinal);
  return [
    row('Device Number', String(ordinal)),
    ...Object.entries(rows).flatMap(([name, show]) => {
      const value = show(properties, model);
      return value === undefined ? [] : [row(name, value)];
    }),
  ];
}

function row(name: string, value: string): string {
  return `${`${name}:`.padEnd(31)}${value}`;
}
