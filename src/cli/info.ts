/** `cufort info`: the devices, as nvaccelinfo shows them. */
import { type DeviceModel, deviceModels, type Properties, propertiesOf } from '../machine/models.ts';
import { readArguments } from './arguments.ts';
import { reportArguments } from './check.ts';
import { modelName } from './model-name.ts';

export function runInfo(words: readonly string[]): number {
  const args = readArguments(words);
  if (reportArguments(args)) return 1;
  const name = modelName(args.options.model ?? process.env.CUFORT_MODEL);
  if (!name) return 1;
  const lines = [row('CUDA Driver Version', '13000'), ''];
  for (let ordinal = 0; ordinal < (args.options.devices ?? 1); ordinal++)
    lines.push(...deviceRows(deviceModels[name], ordinal), '');
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

type Show = (properties: Properties, model: DeviceModel) => string;

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
  'Simulated on': () => 'the CPU',
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
  'Cluster Launch': yes('clusterLaunch'),
  'Default Target': (_, model) => `cc${model.major}${model.minor}`,
};

function deviceRows(model: DeviceModel, ordinal: number): string[] {
  const properties = propertiesOf(model, ordinal);
  return [
    row('Device Number', String(ordinal)),
    ...Object.entries(rows).map(([name, show]) => row(name, show(properties, model))),
  ];
}

function row(name: string, value: string): string {
  return `${`${name}:`.padEnd(31)}${value}`;
}
