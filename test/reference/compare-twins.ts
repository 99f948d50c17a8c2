/** Programs of both sides, as host-twins.ts makes them: each prints what its twin prints. `node test/reference/compare-twins.ts NAME FROM TO` asks gfortran what the host does. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cufort, execute, type Options, type Result } from '../cufort.ts';
import { textFor } from './host-twins.ts';
import { kernelLoops } from './kernel-loops.ts';
import { narrowNumbers } from './narrow-numbers.ts';
import { wholePrograms } from './whole-programs.ts';

export const generators = { 'narrow-numbers': narrowNumbers, 'kernel-loops': kernelLoops, 'whole-programs': wholePrograms } satisfies Record<string, (seed: number) => string>;

type Run = (args: readonly string[], options?: Options) => Promise<Result>;
const flags = ['-ffree-line-length-none', '-w', '-O1', '-fwrapv', '-fno-range-check', '-ffp-contract=off'];

/** Runs the twin and says what it prints. */
type Twin = (text: string, folder: string) => Promise<string>;

export async function byGfortran(text: string, folder: string): Promise<string> {
  writeFileSync(join(folder, 'twin.f90'), text);
  const made = await execute('gfortran', [...flags, 'twin.f90', '-o', 'twin'], { cwd: folder });
  if (made.code !== 0) throw new Error(made.stderr.slice(0, 600));
  const ran = await execute(join(folder, 'twin'), [], { cwd: folder, seconds: 20 });
  if (ran.code !== 0) throw new Error(`the twin ends with ${ran.code ?? ran.signal}: ${ran.stderr}`);
  return ran.stdout;
}

export const byCufort =
  (run: Run): Twin =>
  async (text, folder) => {
    writeFileSync(join(folder, 'twin.f90'), text);
    const ran = await run(['run', 'twin.f90'], { cwd: folder });
    if (ran.code !== 0 || ran.stderr) throw new Error(`the twin ends with ${ran.code ?? ran.signal}: ${ran.stderr}`);
    return ran.stdout;
  };

/** What the device's program prints otherwise than its twin, or nothing. */
export async function difference(
  text: string,
  run: Run,
  twin: Twin,
  env: NodeJS.ProcessEnv = {},
): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'cufort-twins-'));
  try {
    const wanted = await twin(textFor(text, 'host'), folder);
    writeFileSync(join(folder, 'program.cuf'), textFor(text, 'device'));
    const got = await run(['run', 'program.cuf'], { cwd: folder, env, seconds: 60 });
    if (got.code !== 0 || got.stderr) return `ends with ${got.code ?? got.signal}: ${got.stderr}`;
    return firstDifference(got.stdout.split('\n'), wanted.split('\n'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function firstDifference(got: readonly string[], wanted: readonly string[]): string | undefined {
  const at = wanted.findIndex((line, i) => line !== got[i]);
  return at < 0 ? undefined : `'${got[at]}', expected '${wanted[at]}'`;
}

if (import.meta.main) {
  const [name = '', first, last] = process.argv.slice(2);
  const make = (generators as Readonly<Record<string, (seed: number) => string>>)[name];
  if (!make) throw new Error(`usage: compare-twins.ts ${Object.keys(generators).join('|')} FROM TO`);
  for (let seed = Number(first); seed < Number(last ?? Number(first) + 1); seed++) {
    if (seed % 100 === 0) console.log(`to ${seed}`);
    const wide = process.env.CUFORT_WIDE ?? (seed % 2 ? '256' : '128');
    const found = await difference(make(seed), cufort, byGfortran, { CUFORT_WIDE: wide }).catch(String);
    if (!found) continue;
    // gfortran takes it that numbers do not wrap around where it compares them.
    const own = await difference(make(seed), cufort, byCufort(cufort), { CUFORT_WIDE: wide }).catch(String);
    console.log(`seed ${seed} (${wide} bits): ${found}${own ? '' : ', as our host does'}`);
  }
}
