/**
 * The model of time against the tables of transposes in the book (CUDA Fortran for Scientists and Engineers, 2nd edition, 5.2.6 and 5.3.2): effective GB/s of launches that
 * follow each other.
 *   node bench/model/book.ts
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const kernels = ['copyMat', 'copySharedMem', 'transposeNaive', 'transposeCoalesced', 'transposeNoBankConflicts'];
/** GB/s for each kernel, by the GPU and the rows of threads in a block. */
const measured = {
  'p100 8': [469, 468, 115, 363, 464],
  'v100 8': [719, 709, 158, 416, 713],
  'a100 4': [1675, 1629, 281, 730, 1678],
  'a100 8': [1736, 1689, 275, 723, 1703],
  'a100 16': [1710, 1603, 287, 690, 1606],
  'a100 32': [1478, 1369, 290, 638, 1365],
  'h100 8': [2464, 2364, 399, 1165, 2340],
};
const megabytes = (2 * 4 * 1024 ** 2) / 1e6;
/** Microseconds from the end of a launch to the beginning of the next (of the A100 chosen by its part of this table), and between two that the host asks for (bench/gpu/RESULTS.md: 3.1 to 3.4). */
const gaps: Readonly<Record<string, number>> = { p100: 1, v100: 1, a100: 2, h100: 1 };
const interval = 3.4;

const folder = mkdtempSync(join(tmpdir(), 'cufort-book-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
const command = resolve(import.meta.dirname, '../../bin/cufort.js');
const source = resolve(import.meta.dirname, 'book.CUF');
type Advice = {
  readonly kernels: readonly { readonly kernel: string; readonly time: number; readonly launch: number }[];
};

const errors: number[] = [];
console.log('| GPU, threads | kernel | book, GB/s | model, GB/s | error |\n| --- | --- | ---: | ---: | ---: |');
for (const [key, speeds] of Object.entries(measured)) {
  const [model = '', rows = ''] = key.split(' ');
  const json = join(folder, 'advice.json');
  const words = ['advise', '--quiet', '--try=false', '--model', model, '--json', json, `-DROWS=${rows}`, source];
  spawnSync(process.execPath, [command, ...words], { stdio: 'ignore' });
  const advice: Advice = JSON.parse(readFileSync(json, 'utf8'));
  for (const [k, name] of kernels.entries()) {
    const found = advice.kernels.find(({ kernel }) => kernel.toLowerCase().endsWith(`.${name.toLowerCase()}`));
    if (!found) throw new RangeError(`${name} was not predicted`);
    const speed = (1000 * megabytes) / Math.max(interval, found.time - found.launch + (gaps[model] ?? 1));
    const error = speed / speeds[k]! - 1;
    errors.push(Math.abs(error));
    const cells = [`${model}, 32 x ${rows}`, name, speeds[k], speed.toFixed(0), `${(100 * error).toFixed(0)} %`];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
const sorted = errors.toSorted((a, b) => a - b);
const median = (100 * (sorted[sorted.length >> 1] ?? 0)).toFixed(1);
console.log(`\nmedian ${median} %, within 15 %: ${errors.filter((e) => e <= 0.15).length} of ${errors.length}`);
