/**
 * Random numbers of each kind, written with many edit descriptors and read back, and random digits read, against gfortran: checksums of what is written and read, line by line, and
 * how many come back as others.
 *   node scripts/numbers.ts [TIMES [SEED…]]      so many times 10,000 numbers of real(8), of real(4), of integers and as many texts, for each seed
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const source = join(root, 'scripts/numbers/random.f90');
const [times = '10', ...others] = process.argv.slice(2);
const seeds = others.length > 0 ? others : ['0'];

const scratch = mkdtempSync(join(tmpdir(), 'cufort-numbers-'));
try {
  const program = join(scratch, 'random');
  const built = spawnSync('gfortran', ['-O2', '-J', scratch, '-o', program, source], { encoding: 'utf8' });
  if (built.status === 0) for (const seed of seeds) compare(program, seed);
  else console.log(built.error ? 'skipped: no gfortran' : built.stderr);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function compare(program: string, seed: string): void {
  const theirs = linesOf(program, [times, seed]);
  const ours = linesOf(process.execPath, [join(root, 'bin/cufort.js'), 'run', '-w', source, '--', times, seed]);
  const differ = ours.filter((line, i) => line !== theirs[i] || !line.includes(' bad   0 '));
  for (const line of differ) console.log(line);
  console.log(`seed ${seed}: ${ours.length} of ${theirs.length} lines, ${differ.length} differ`);
  if (differ.length > 0 || ours.length !== theirs.length) process.exitCode = 1;
}

function linesOf(command: string, words: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
  return stdout.trimEnd().split('\n');
}
