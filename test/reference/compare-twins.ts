/**
 * Programs of both sides, as host-twins.ts makes them: each prints what its twin prints.
 * `node test/reference/compare-twins.ts NAME FROM TO` asks gfortran and g++ what the host does.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cufort, execute, type Options, type Result } from '../cufort.ts';
import { cxxKernels } from './cxx-kernels.ts';
import { deviceComponents } from './device-components.ts';
import { textFor } from './host-twins.ts';
import { directiveLoops, kernelLoops } from './kernel-loops.ts';
import { narrowNumbers } from './narrow-numbers.ts';
import { overlappingPointers, overlappingTargets } from './overlapping-pointers.ts';
import { queuedWork } from './queued-work.ts';
import { wholePrograms } from './whole-programs.ts';

type Generator = { readonly make: (seed: number) => string; readonly language: keyof typeof languages };

export const generators = {
  'narrow-numbers': { make: narrowNumbers, language: 'fortran' },
  'kernel-loops': { make: kernelLoops, language: 'fortran' },
  'directive-loops': { make: directiveLoops, language: 'fortran' },
  'whole-programs': { make: wholePrograms, language: 'fortran' },
  'device-components': { make: deviceComponents, language: 'fortran' },
  'queued-work': { make: queuedWork, language: 'fortran' },
  'overlapping-targets': { make: overlappingTargets, language: 'fortran' },
  'overlapping-pointers': { make: overlappingPointers, language: 'c++' },
  'cxx-kernels': { make: cxxKernels, language: 'c++' },
} satisfies Record<string, Generator>;

/** Names of the program for the device and of its twin, and who compiles the latter. Whole numbers wrap around. */
const languages = {
  fortran: {
    program: 'program.cuf',
    twin: 'twin.f90',
    others: ['gfortran', '-ffree-line-length-none', '-fno-range-check'],
  },
  'c++': { program: 'program.cu', twin: 'twin.cpp', others: ['g++', '-std=c++17'] },
} as const;
const flags = ['-w', '-O1', '-fwrapv', '-ffp-contract=off'];

type Run = (args: readonly string[], options?: Options) => Promise<Result>;
/** Runs the twin of this name in a folder and says what it prints. */
type Twin = (name: string, folder: string, others: readonly string[]) => Promise<string>;

export async function byOthers(
  name: string,
  folder: string,
  [command, ...options]: readonly string[],
): Promise<string> {
  const made = await execute(command!, [...options, ...flags, name, '-o', 'twin'], { cwd: folder });
  if (made.code !== 0) throw new Error(made.stderr.slice(0, 1000));
  return outputOf(await execute(join(folder, 'twin'), [], { cwd: folder, seconds: 20 }));
}

export const byCufort =
  (run: Run): Twin =>
  async (name, folder) =>
    outputOf(await run(['run', name], { cwd: folder, seconds: 60 }));

function outputOf({ code, signal, stdout, stderr }: Result): string {
  if (code !== 0 || stderr) throw new Error(`the twin ends with ${code ?? signal}: ${stderr}`);
  return stdout;
}

/** What the device's program prints otherwise than its twin, or nothing. */
export async function difference(
  text: string,
  language: keyof typeof languages,
  run: Run,
  twin: Twin,
  env: NodeJS.ProcessEnv = {},
): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'cufort-twins-'));
  const names = languages[language];
  try {
    writeFileSync(join(folder, names.twin), textFor(text, 'host'));
    const wanted = await twin(names.twin, folder, names.others);
    writeFileSync(join(folder, names.program), textFor(text, 'device'));
    const options = /^! options: (.*)/.exec(text)?.[1]?.split(' ') ?? ['-gpu=nofma'];
    const got = await run(['run', ...options, names.program], { cwd: folder, env, seconds: 60 });
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
  const generator = (generators as Readonly<Record<string, Generator>>)[name];
  if (!generator) throw new Error(`usage: compare-twins.ts ${Object.keys(generators).join('|')} FROM TO`);
  const { make, language } = generator;
  for (let seed = Number(first); seed < Number(last ?? Number(first) + 1); seed++) {
    if (seed % 100 === 0) console.log(`to ${seed}`);
    const wide = process.env.CUFORT_WIDE ?? (seed % 2 ? '256' : '128');
    const by = (twin: Twin): Promise<string | undefined> =>
      difference(make(seed), language, cufort, twin, { CUFORT_WIDE: wide }).catch(String);
    const found = await by(byOthers);
    if (!found) continue;
    // Other compilers take it that numbers do not wrap around where they are compared.
    const own = await by(byCufort(cufort));
    console.log(`seed ${seed} (${wide} bits): ${found}${own ? '' : ', as our host does'}`);
  }
}
