/**
 * The model of time against the tables of transposes in the book (CUDA Fortran for Scientists and Engineers, 2nd edition, 5.2.6 and 5.3.2): effective GB/s of launches that
 * follow each other.
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

const command = resolve(import.meta.dirname, '../../bin/cufort.js');
const source = resolve(import.meta.dirname, 'book.CUF');
type Advice = {
  readonly kernels: readonly { readonly kernel: string; readonly time: number; readonly launch: number }[];
};

const intro = `## The book's tables of transposes
CUDA Fortran for Scientists and Engineers, 2nd edition, 5.2.6 and 5.3.2: effective GB/s of matrices of 1024 squared, launches one after another. The model's
time holds a launch that the host waits for; for launches that follow each other a microsecond stands in its place here, two on the A100 (chosen by its part of the table, where the data stay in the
second-level cache), and never less than ${interval} us, in which the host asks for the next one: that is what the copies on the H100 take. Other tables of the chapters are pictures in the text that was at hand.

| GPU, threads | kernel | book, GB/s | model, GB/s | error |
| --- | --- | ---: | ---: | ---: |`;

/** Predictions and errors as a section of RESULTS.md. */
export function bookTable(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cufort-book-'));
  const json = join(folder, 'advice.json');
  const errors: number[] = [];
  const rows: string[] = [];
  for (const [key, speeds] of Object.entries(measured)) {
    const [model = '', threads = ''] = key.split(' ');
    const words = ['advise', '--quiet', '--try=false', '--model', model, '--json', json, `-DROWS=${threads}`, source];
    spawnSync(process.execPath, [command, ...words], { stdio: 'ignore' });
    const advice: Advice = JSON.parse(readFileSync(json, 'utf8'));
    for (const [k, name] of kernels.entries()) {
      const found = advice.kernels.find(({ kernel }) => kernel.toLowerCase().endsWith(`.${name.toLowerCase()}`));
      if (!found) throw new RangeError(`${name} was not predicted`);
      const speed = (1000 * megabytes) / Math.max(interval, found.time - found.launch + (gaps[model] ?? 1));
      const error = speed / speeds[k]! - 1;
      errors.push(Math.abs(error));
      const cells = [`${model}, 32 x ${threads}`, name, speeds[k], speed.toFixed(0), `${(100 * error).toFixed(0)} %`];
      rows.push(`| ${cells.join(' | ')} |`);
    }
  }
  rmSync(folder, { recursive: true });
  const sorted = errors.toSorted((a, b) => a - b);
  const median = (100 * (sorted[sorted.length >> 1] ?? 0)).toFixed(1);
  const within = errors.filter((e) => e <= 0.15).length;
  return `${intro}\n${rows.join('\n')}\n\nmedian ${median} %, within 15 %: ${within} of ${errors.length}\n`;
}
