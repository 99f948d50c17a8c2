/**
 * The model of time against measurements: a table of what was predicted, what was measured, and the error.
 *   node bench/model/compare.ts PROGRAM.cuf MEASURED.txt [MODEL [EMPTY]]
 * MEASURED holds what the program prints on a GPU: a name and milliseconds for each launch. What a launch takes besides its kernel differs from machine to machine and
 * from run to run: a launch named `empty`, or EMPTY microseconds of one that was measured in the same run, stand for it, and what it took more or less than is
 * predicted of it is taken from all.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [program = '', measured = '', model = 'h200', empty] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'cufort-model-'));
const json = join(folder, 'advice.json');
const command = resolve(import.meta.dirname, '../../bin/cufort.js');
spawnSync(process.execPath, [command, 'advise', '--try=false', '--model', model, '--json', json, program, '--', '1'], {
  stdio: 'ignore',
});
type Report = { readonly kernel: string; readonly time: number; readonly launch: number; readonly bound: string };
const { kernels: all }: { readonly kernels: readonly Report[] } = JSON.parse(readFileSync(json, 'utf8'));
rmSync(folder, { recursive: true });
// Kernels that initialise arrays have no module of their own.
const reports = all.filter(({ kernel }) => !kernel.startsWith('main'));
const lines = readFileSync(measured, 'utf8').trim().split('\n');
if (lines.length !== reports.length) throw new RangeError(`${reports.length} launches, ${lines.length} measurements`);
const times = lines.map((line) => {
  const [name = '', milliseconds = ''] = line.trim().split(/\s+/);
  return { name, time: 1000 * Number(milliseconds) };
});
/** Microseconds in which the model's empty kernel begins and ends. */
const begun = 0.3;
const launch = (reports[0]?.launch ?? 0) + begun;
const emptyTime = empty === undefined ? times.find(({ name }) => name === 'empty')?.time : Number(empty);
const besides = emptyTime === undefined ? 0 : emptyTime - launch;
const errors: number[] = [];
console.log('| kernel | predicted, us | measured, us | error | limited by |\n| --- | ---: | ---: | ---: | --- |');
reports.forEach(({ time, bound }, i) => {
  const { name = '', time: whole = 0 } = times[i] ?? {};
  if (name === 'empty') return;
  const without = whole - besides;
  const error = time / without - 1;
  errors.push(Math.abs(error));
  const cells = [name, time.toFixed(1), without.toFixed(1), `${(100 * error).toFixed(0)} %`, bound];
  console.log(`| ${cells.join(' | ')} |`);
});
const sorted = errors.toSorted((a, b) => a - b);
const within = (share: number): number => errors.filter((e) => e <= share).length;
const median = (100 * (sorted[sorted.length >> 1] ?? 0)).toFixed(1);
console.log(`\nmedian ${median} %, within 15 %: ${within(0.15)} of ${errors.length}, within 25 %: ${within(0.25)}`);
