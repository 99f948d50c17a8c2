/** What ncu prints: the details of each kernel, or a table with commas, with its heads. */
import type { DeviceModel, ModelName } from '../../machine/models.ts';
import { externalSymbolOf } from '../../machine/symbols.ts';
import { metricsOf } from './ncu-metrics.ts';
import { type Metric, type Part, partsOf } from './ncu-sections.ts';
import type { KernelReport } from './report.ts';

export type NcuRequest = {
  readonly sections: readonly string[];
  readonly metrics: readonly string[];
  readonly model: DeviceModel;
  readonly name: ModelName;
  readonly program: { readonly id: number; readonly name: string };
};

export function ncuDetails(reports: readonly KernelReport[], request: NcuRequest): string {
  const { id, name } = request.program;
  const kernels = reports.map((r) => `${head(r, request)}${parts(r, request).map(table).join('')}`);
  return `[${id}] ${name}@127.0.0.1\n${kernels.join('')}`;
}

function parts(r: KernelReport, { sections, metrics, model, name }: NcuRequest): readonly Part[] {
  const own =
    metrics.length === 0
      ? []
      : [{ title: 'Command line profiler metrics', metrics: metricsOf(metrics, r, model, name) }];
  return [...own, ...partsOf(r, sections, model, name)];
}

const size = (three: readonly number[]): string => `(${three.join(', ')})`;

function head(r: KernelReport, { model }: NcuRequest): string {
  return `  ${externalSymbolOf(r.kernel)} ${size(r.grid)}x${size(r.block)}, Context 1, Stream 7, Device 0, CC ${model.major}.${model.minor}\n`;
}

function table({ title, metrics }: Part): string {
  const widths = [0, 1, 2].map((i) =>
    Math.max(['Metric Name', 'Metric Unit', 'Metric Value'][i]!.length, ...metrics.map((m) => m[i]!.length)),
  );
  const line = (cells: readonly string[]): string =>
    `    ${cells[0]!.padEnd(widths[0]!)} ${cells[1]!.padStart(widths[1]!)} ${cells[2]!.padStart(widths[2]!)}\n`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return `    Section: ${title}\n${rule}${line(['Metric Name', 'Metric Unit', 'Metric Value'])}${rule}${metrics.map(line).join('')}${rule}\n`;
}

const launchHeads = [
  'ID',
  'Process ID',
  'Process Name',
  'Host Name',
  'Kernel Name',
  'Context',
  'Stream',
  'Block Size',
  'Grid Size',
  'Device',
  'CC',
];
const ruleHeads = ['Rule Name', 'Rule Type', 'Rule Description', 'Estimated Speedup Type', 'Estimated Speedup'];

function launchCells(r: KernelReport, id: number, { program, model }: NcuRequest): readonly string[] {
  const names = [String(id), String(program.id), program.name, '127.0.0.1', externalSymbolOf(r.kernel), '1', '7'];
  return [...names, size(r.block), size(r.grid), '0', `${model.major}.${model.minor}`];
}

const line = (cells: readonly string[]): string => `${cells.map((c) => `"${c.replaceAll('"', '""')}"`).join(',')}\n`;

/** A line for each metric; those of rules are empty. */
export function ncuDetailsTable(reports: readonly KernelReport[], request: NcuRequest): string {
  const heads = [...launchHeads, 'Section Name', 'Metric Name', 'Metric Unit', 'Metric Value', ...ruleHeads];
  const lines = reports.flatMap((r, id) =>
    parts(r, request).flatMap(({ title, metrics }) =>
      metrics.map((metric) => line([...launchCells(r, id, request), title, ...metric, ...ruleHeads.map(() => '')])),
    ),
  );
  return `${line(heads)}${lines.join('')}`;
}

/** A line for each kernel, with a column for each metric, and the units below the heads. */
export function ncuRawTable(reports: readonly KernelReport[], request: NcuRequest): string {
  const each = reports.map((r) => parts(r, request).flatMap(({ metrics }) => metrics));
  const columns = new Map<string, string>(each.flat().map(([name, unit]: Metric) => [name, unit]));
  const heads = line([...launchHeads, ...columns.keys()]);
  const units = line([...launchHeads.map(() => ''), ...columns.values()]);
  const lines = reports.map((r, id) => {
    const values = new Map(each[id]?.map(([name, , value]) => [name, value]));
    return line([...launchCells(r, id, request), ...[...columns.keys()].map((name) => values.get(name) ?? '')]);
  });
  return `${heads}${units}${lines.join('')}`;
}
