/** `cufort with nvidia-smi …`: what it says of simulated devices. Where programs run on NVIDIA's, its own is run. */
import { cryptography } from '../base/node-parts.ts';
import { defaults } from '../driver/options.ts';
import { type DeviceModel, deviceModels, propertiesOf } from '../machine/models.ts';
import { chosenDevice } from './device-choice.ts';
import { modelName } from './model-name.ts';
import { readWords, type ToolOptions } from './nsys/words.ts';
import { unknownFields } from './nvidia-smi-fields.ts';
import { print } from './print.ts';
import { proposal } from './proposal.ts';
import { realTool } from './real-tool.ts';

/** The driver that a simulated device claims: of CUDA 13.0. */
const driver = '580.65.06';
const cuda = '13.0';

const smiOptions: ToolOptions = {
  'list-gpus': { short: 'L', takes: 'flag', says: 'a line for each GPU' },
  query: { short: 'q', takes: 'flag', says: 'all that is known' },
  display: {
    short: 'd',
    takes: 'SECTION[,SECTION…]',
    says: 'sections of -q: MEMORY, UTILIZATION, ECC, CLOCK, COMPUTE',
  },
  id: { short: 'i', takes: 'NUMBER', says: 'one GPU' },
  'query-gpu': { takes: 'FIELD[,FIELD…]', says: 'fields as a table' },
  format: { takes: 'csv[,noheader][,nounits]', says: 'how the table is written' },
  matrix: { short: 'm', takes: 'flag', says: 'of topo: how GPUs are connected' },
  help: { short: 'h', takes: 'flag', says: 'help' },
};

type Gpu = { readonly model: DeviceModel; readonly index: number };

export function runSmi(words: readonly string[]): number {
  if (chosenDevice(defaults) === 'cuda')
    return realTool('nvidia-smi', words) ?? refuse('nvidia-smi: command not found');
  const name = modelName(process.env.CUFORT_MODEL);
  if (!name) return 1;
  const read = readWords(words, smiOptions, true);
  const last = (option: string): string | undefined => read.values.get(option)?.at(-1);
  const [unknown] = read.unknown;
  if (read.problem !== undefined || unknown !== undefined)
    return refuse(read.problem ?? `Invalid combination of input arguments: ${unknown}`);
  const gpus = [{ model: deviceModels[name], index: 0 }].filter(({ index }) => Number(last('id') ?? 0) === index);
  const query = last('query-gpu');
  if (query !== undefined) return queryTable(gpus, query, last('format'));
  if (last('list-gpus')) return print(gpus.map(listLine).join(''));
  if (last('query')) return print(fullText(gpus, last('display')));
  if (read.rest[0] === 'topo') return print(topology(gpus));
  return print(overview(gpus));
}

function refuse(text: string): number {
  process.stderr.write(`${text}\n`);
  return 1;
}

const mebibyte = 2 ** 20;
const total = ({ model }: Gpu): number => Math.floor(model.totalGlobalMem / mebibyte);

/** Made of the name and the number: the same for each run. */
function uuidOf({ model, index }: Gpu): string {
  const hash = cryptography().createHash('sha256').update(`${model.name} ${index}`).digest('hex');
  return `GPU-${[hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-')}`;
}

function busOf({ model, index }: Gpu): string {
  const bus = Number(propertiesOf(model, index).pciBusID);
  return `00000000:${bus.toString(16).toUpperCase().padStart(2, '0')}:00.0`;
}

const megahertz = (kilohertz: number): string => `${Math.round(kilohertz / 1000)} MHz`;

type Field = (gpu: Gpu) => string;

/** By the names of --query-gpu; what a simulated device does not have is N/A. */
const fields: Readonly<Record<string, Field>> = {
  ...Object.fromEntries(unknownFields.map((name) => [name, () => '[N/A]'])),
  timestamp: () => new Date().toISOString().replace('T', ' ').replace('Z', '').replaceAll('-', '/'),
  driver_version: () => driver,
  count: () => '1',
  name: ({ model }) => model.name,
  gpu_name: ({ model }) => model.name,
  index: ({ index }) => String(index),
  serial: () => '[N/A]',
  uuid: uuidOf,
  gpu_uuid: uuidOf,
  'pci.bus_id': busOf,
  gpu_bus_id: busOf,
  compute_cap: ({ model }) => `${model.major}.${model.minor}`,
  compute_mode: () => 'Default',
  'memory.total': (gpu) => `${total(gpu)} MiB`,
  'memory.used': () => '0 MiB',
  'memory.free': (gpu) => `${total(gpu)} MiB`,
  'memory.reserved': () => '0 MiB',
  'utilization.gpu': () => '0 %',
  'utilization.memory': () => '0 %',
  'temperature.gpu': () => '[N/A]',
  'power.draw': () => '[N/A]',
  'power.limit': () => '[N/A]',
  'clocks.sm': ({ model }) => megahertz(model.clockRate),
  'clocks.gr': ({ model }) => megahertz(model.clockRate),
  'clocks.mem': ({ model }) => megahertz(model.memoryClockRate),
  'clocks.current.sm': ({ model }) => megahertz(model.clockRate),
  'clocks.current.memory': ({ model }) => megahertz(model.memoryClockRate),
  'clocks.max.sm': ({ model }) => megahertz(model.clockRate),
  'clocks.max.mem': ({ model }) => megahertz(model.memoryClockRate),
  'clocks.max.memory': ({ model }) => megahertz(model.memoryClockRate),
  'clocks.current.graphics': ({ model }) => megahertz(model.clockRate),
  'clocks.max.gr': ({ model }) => megahertz(model.clockRate),
  'clocks.max.graphics': ({ model }) => megahertz(model.clockRate),
  'clocks.applications.gr': ({ model }) => megahertz(model.clockRate),
  'clocks.applications.graphics': ({ model }) => megahertz(model.clockRate),
  'clocks.default_applications.gr': ({ model }) => megahertz(model.clockRate),
  'clocks.default_applications.graphics': ({ model }) => megahertz(model.clockRate),
  'clocks.applications.mem': ({ model }) => megahertz(model.memoryClockRate),
  'clocks.applications.memory': ({ model }) => megahertz(model.memoryClockRate),
  'clocks.default_applications.mem': ({ model }) => megahertz(model.memoryClockRate),
  'clocks.default_applications.memory': ({ model }) => megahertz(model.memoryClockRate),
  'ecc.mode.current': () => 'Enabled',
  'mig.mode.current': () => '[N/A]',
  persistence_mode: () => 'Disabled',
  pstate: () => 'P0',
  'fan.speed': () => '[N/A]',
};

function queryTable(gpus: readonly Gpu[], query: string, format = 'csv'): number {
  const [csv, ...settings] = format.split(',');
  if (csv !== 'csv') return refuse('"--format=" switch is missing its value "csv"');
  const names = query.split(',').map((name) => name.trim());
  const missing = names.find((name) => !Object.hasOwn(fields, name));
  if (missing !== undefined)
    return refuse(
      `Field "${missing}" is not a valid field to query${proposal(missing, Object.keys(fields), (n) => n)}`,
    );
  const rows = gpus.map((gpu) => names.map((name) => fields[name]?.(gpu) ?? ''));
  const bare = settings.includes('nounits');
  const unit = (column: number): string => / (MiB|%|MHz|W)$/.exec(rows[0]?.[column] ?? '')?.[1] ?? '';
  const head = names.map((name, i) => (unit(i) === '' ? name : `${name} [${unit(i)}]`)).join(', ');
  const lines = rows.map((row) => row.map((cell) => (bare ? cell.replace(/ (MiB|%|MHz|W)$/, '') : cell)).join(', '));
  return print(`${[...(settings.includes('noheader') ? [] : [head]), ...lines].join('\n')}\n`);
}

function listLine(gpu: Gpu): string {
  return `GPU ${gpu.index}: ${gpu.model.name} (UUID: ${uuidOf(gpu)})\n`;
}

type Section = Readonly<Record<string, Readonly<Record<string, Field>>>>;

const sections: Readonly<Record<string, Section>> = {
  MEMORY: {
    'FB Memory Usage': {
      Total: (gpu) => `${total(gpu)} MiB`,
      Reserved: () => '0 MiB',
      Used: () => '0 MiB',
      Free: (gpu) => `${total(gpu)} MiB`,
    },
    'BAR1 Memory Usage': { Total: () => 'N/A', Used: () => 'N/A', Free: () => 'N/A' },
  },
  UTILIZATION: { Utilization: { GPU: () => '0 %', Memory: () => '0 %', Encoder: () => '0 %', Decoder: () => '0 %' } },
  ECC: {
    'ECC Mode': { Current: () => 'Enabled', Pending: () => 'Enabled' },
    'ECC Errors': { 'SRAM Correctable': () => '0', 'DRAM Correctable': () => '0', 'DRAM Uncorrectable': () => '0' },
  },
  CLOCK: {
    Clocks: { SM: ({ model }) => megahertz(model.clockRate), Memory: ({ model }) => megahertz(model.memoryClockRate) },
    'Max Clocks': {
      SM: ({ model }) => megahertz(model.clockRate),
      Memory: ({ model }) => megahertz(model.memoryClockRate),
    },
  },
  COMPUTE: { 'Compute Mode': { '': () => 'Default' } },
};

function fullText(gpus: readonly Gpu[], display: string | undefined): string {
  const wanted = display?.toUpperCase().split(',') ?? Object.keys(sections);
  const row = (depth: number, name: string, value: string): string =>
    `${' '.repeat(depth)}${name.padEnd(48 - depth)} : ${value}\n`;
  const head = `\n==============NVSMI LOG==============\n\n${row(0, 'Timestamp', new Date().toString().slice(0, 24))}${row(0, 'Driver Version', driver)}${row(0, 'CUDA Version', cuda)}\n${row(0, 'Attached GPUs', String(gpus.length))}`;
  const blocks = gpus.map((gpu) => {
    const parts = wanted.flatMap((name) => Object.entries(sections[name] ?? {}));
    const known =
      display === undefined ? [row(4, 'Product Name', gpu.model.name), row(4, 'GPU UUID', uuidOf(gpu))] : [];
    const texts = parts.map(([title, rows]) =>
      Object.entries(rows)
        .map(([name, value]) => (name === '' ? row(4, title, value(gpu)) : row(8, name, value(gpu))))
        .join(''),
    );
    const titled = parts.map(([title, rows], i) => ('' in rows ? texts[i] : `    ${title}\n${texts[i]}`));
    return `GPU ${busOf(gpu)}\n${known.join('')}${titled.join('')}`;
  });
  return `${head}${blocks.join('')}\n`;
}

function topology(gpus: readonly Gpu[]): string {
  const names = gpus.map(({ index }) => `GPU${index}`);
  const rows = names.map((name, i) => [name, ...names.map((_, j) => (i === j ? ' X ' : 'SYS'))].join('\t'));
  return `\t${names.join('\t')}\tCPU Affinity\tNUMA Affinity\n${rows.map((row) => `${row}\t0\t\t0\n`).join('')}\nLegend:\n\n  X    = Self\n  SYS  = Connection traversing PCIe as well as the SMP interconnect between NUMA nodes\n`;
}

function overview(gpus: readonly Gpu[]): string {
  const line = (text: string): string => `| ${text.padEnd(87)} |\n`;
  const rule = `+${'-'.repeat(89)}+\n`;
  const rows = gpus.map(
    (gpu) =>
      line(`${String(gpu.index).padStart(3)}  ${gpu.model.name.padEnd(30)} Off |   ${busOf(gpu)} Off |`) +
      line(
        `N/A   N/A    P0             N/A /  N/A |       0MiB / ${String(total(gpu)).padStart(6)}MiB |      0%      Default`,
      ),
  );
  return `${rule}${line(`NVIDIA-SMI ${driver}        Driver Version: ${driver}    CUDA Version: ${cuda}`)}${rule}${rows.join('')}${rule}${line('simulated by cufort')}${rule}`;
}
