/**
 * Kernels of different classes, each written in eight ways that mean the same (`variant-kernels.ts`), on the simulated device: least times of one thread, in microseconds.
 * How a computation is written should not matter: a row's times should lie within 15 % of its first. What they compute is compared. All with vectors of one width (`CUFORT_WIDE`, else 128
 * bits): where both are tried, one program has found its width some launches before another.
 *   npm run bench:variant-times                 all
 *   npm run bench:variant-times -- scan hash    those whose names hold a word
 *   … --rounds=5                                how often the programs take turns
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { identifier, kernels, timedProgramOf, type WayName, ways } from './variant-kernels.ts';

const cufort = resolve(import.meta.dirname, '../bin/cufort.js');
/** By how much a variant may differ from the first. */
const most = 0.15;
const launches = 15;
/** Sums of real(4) in another order differ by so much. */
const tolerance = 1e-3;

type Outcome = { readonly seconds: number; readonly sum: number };

main(process.argv.slice(2));

function main(args: readonly string[]): void {
  const words = args.filter((a) => !a.startsWith('--'));
  const rounds = Number(args.find((a) => a.startsWith('--rounds='))?.slice('--rounds='.length) ?? 3);
  const chosen = Object.keys(kernels).filter((k) => words.length === 0 || words.some((w) => k.includes(w)));
  const folder = mkdtempSync(join(tmpdir(), 'cufort-variants-'));
  try {
    const programs = ways.map((way) => write(folder, way, chosen));
    const least = new Map<string, Outcome>();
    for (let round = 0; round < rounds; round++)
      ways.forEach((way, i) => {
        for (const [kernel, outcome] of run(programs[i]!)) {
          const key = `${kernel} ${way}`;
          if (!(outcome.seconds >= (least.get(key)?.seconds ?? Number.POSITIVE_INFINITY))) least.set(key, outcome);
        }
      });
    show(chosen, least);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(folder: string, way: WayName, chosen: readonly string[]): string {
  const path = join(folder, `${identifier(way)}.cuf`);
  writeFileSync(path, timedProgramOf(way, chosen, launches));
  return path;
}

function run(program: string): ReadonlyMap<string, Outcome> {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [cufort, 'run', '-w', '--device', 'sim', '--threads', '1', program],
    { encoding: 'utf8', env: { CUFORT_WIDE: '128', ...process.env } },
  );
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return new Map(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .map(([kernel, seconds, sum]) => [kernel!, { seconds: Number(seconds), sum: Number(sum) }]),
  );
}

function show(chosen: readonly string[], least: ReadonlyMap<string, Outcome>): void {
  console.log(`${''.padEnd(14)}${ways.map((w) => w.padStart(16)).join('')}`);
  let apart = 0;
  for (const kernel of chosen) {
    const row = ways.map((w) => least.get(`${kernel} ${w}`)!);
    const first = row[0]!;
    const cells = row.map(({ seconds, sum }) => {
      const far = Math.abs(seconds / first.seconds - 1) > most;
      if (far) apart++;
      const wrong = !(Math.abs(sum - first.sum) <= tolerance * Math.abs(first.sum));
      return `${(seconds * 1e6).toFixed(0)}${wrong ? '!' : far ? '*' : ' '}`.padStart(16);
    });
    console.log(`${kernel.padEnd(14)}${cells.join('')}`);
  }
  console.log(`${apart} of ${chosen.length * ways.length} differ from the first by more than ${100 * most} %`);
}
