/**
 * Runs the cases of a folder and says of each what it did against what is expected.
 *   node scripts/cases.ts FOLDER [PATTERN]
 * FOLDER has folders of these kinds; PATTERN chooses among their files.
 *   programs  what programs of others do: it runs and ends with 0
 *   host      Fortran of the host: it prints what it prints by gfortran, where that is there
 *   faults    wrong programs and spoilt files: an error, a warning, or an end with another code than 0; never an internal error
 *   gpu       device code: it compiles for NVIDIA's devices, and ptxas takes the text, where that is there
 * scripts/cases/expected.ts says more of some. Module files `X-NAME.mod` are looked at through the program `uses-NAME.cuf`.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import { type Expected, expected } from './cases/expected.ts';

const cufort = join(import.meta.dirname, '../bin/cufort.js');
const seconds = 120;
const kinds = ['programs', 'host', 'faults', 'gpu'] as const;
type Kind = (typeof kinds)[number];
type Outcome = { readonly code: number | null; readonly text: string; readonly output: string };

const [folder, pattern = ''] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node scripts/cases.ts FOLDER [PATTERN]');
const scratch = mkdtempSync(join(tmpdir(), 'cufort-cases-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

const byKind: Readonly<Record<Exclude<Kind, 'gpu'>, (outcome: Outcome, path: string) => string | undefined>> = {
  programs: ({ code, text }) => (code === 0 ? undefined : `ended with ${code}: ${firstLine(text)}`),
  host: asGfortran,
  faults: ({ code, text }) => (code !== 0 || /warning\[|error\[/.test(text) ? undefined : 'nothing is said'),
};

let failed = 0;
for (const kind of kinds) {
  const place = join(resolve(folder), kind);
  if (!existsSync(place)) continue;
  for (const name of readdirSync(place).filter((n) => isCase(n) && `${kind}/${n}`.includes(pattern))) {
    const problem = check(kind, place, name);
    if (problem !== undefined) failed++;
    process.stdout.write(
      `${problem === undefined ? 'as expected' : 'OTHERWISE  '}  ${kind}/${name}${problem === undefined ? '' : `: ${problem}`}\n`,
    );
  }
}
process.stdout.write(failed === 0 ? 'all cases as expected\n' : `${failed} otherwise than expected\n`);
process.exitCode = failed === 0 ? 0 : 1;

function isCase(name: string): boolean {
  return (
    ['.cuf', '.f90', '.f', '.mod'].includes(extname(name)) &&
    !name.startsWith('uses-') &&
    (!name.endsWith('.mod') || name.includes('-'))
  );
}

/** What is not as expected. */
function check(kind: Kind, place: string, name: string): string | undefined {
  if (name.endsWith('.mod')) return moduleFile(place, name);
  const row = expected[`${kind}/${name}`];
  const path = join(place, name);
  if (kind === 'gpu') return forDevice(path, row);
  const words = ['run', ...(row?.options ?? []), path, ...(row?.args ? ['--', ...row.args] : [])];
  const outcome = run(process.execPath, [cufort, ...words]);
  return internal(outcome) ?? (row ? against(outcome, row) : byKind[kind](outcome, path));
}

function internal({ code, text }: Outcome): string | undefined {
  if (code === null) return `did not end within ${seconds} s`;
  return /internal error|\n {4}at .*\.[tj]s:\d+/.test(text) ? `internal error: ${firstLine(text)}` : undefined;
}

function against({ code, text }: Outcome, { code: wanted = 0, says, never = [] }: Expected): string | undefined {
  if (wanted === 'not 0' ? code === 0 : code !== wanted) return `ended with ${code}, not ${wanted}: ${firstLine(text)}`;
  const missing = says.find((pattern) => !pattern.test(text));
  if (missing) return `does not say ${missing}: ${firstLine(text)}`;
  const wrong = never.find((pattern) => pattern.test(text));
  return wrong && `says ${wrong}: ${firstLine(text)}`;
}

function asGfortran({ code, text, output }: Outcome, path: string): string | undefined {
  const program = join(scratch, 'by-gfortran');
  const built = run('gfortran', ['-w', '-fbackslash', '-fcray-pointer', '-std=legacy', path, '-o', program]);
  if (built.code !== 0) return code === 0 ? undefined : `ended with ${code}: ${firstLine(text)}`;
  const wanted = run(program, []);
  if (code !== wanted.code) return `ended with ${code}, by gfortran with ${wanted.code}: ${firstLine(text)}`;
  return bare(output) === bare(wanted.output)
    ? undefined
    : `prints ${firstLine(output)}, by gfortran ${firstLine(wanted.output)}`;
}

/** Blanks and digits beyond the eighth are each compiler's own. */
function bare(text: string): string {
  return text
    .replace(/(\.\d{5})\d+/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

function forDevice(path: string, row: Expected | undefined): string | undefined {
  const made = run(process.execPath, [cufort, 'build', '--show', 'ptx', path]);
  const problem = internal(made) ?? (made.code === 0 ? undefined : `does not compile: ${firstLine(made.text)}`);
  if (problem !== undefined) return problem;
  const wrong = row?.never?.find((pattern) => pattern.test(made.text));
  if (wrong) return `says ${wrong}`;
  const file = join(scratch, 'kernels.ptx');
  writeFileSync(file, made.output);
  const arch = /^\.target (\w+)/m.exec(made.output)?.[1] ?? 'sm_80';
  const assembled = run('ptxas', [`-arch=${arch}`, file, '-o', join(scratch, 'kernels.cubin')]);
  if (assembled.code === null || assembled.code === 0) return undefined;
  return `ptxas refuses it: ${firstLine(assembled.text)}`;
}

function moduleFile(place: string, name: string): string | undefined {
  const module = basename(name, '.mod').replace(/^[a-z0-9]+-/, '');
  const own = join(scratch, name);
  mkdirSync(own, { recursive: true });
  copyFileSync(join(place, name), join(own, `${module}.mod`));
  const outcome = run(process.execPath, [cufort, 'check', '-J', own, join(place, `uses-${module}.cuf`)]);
  return internal(outcome) ?? against(outcome, { code: 1, says: [/error\[bad-module-file\]/, /\.mod/] });
}

/** A command that is not there has no code. */
function run(command: string, words: readonly string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(command, words, {
    cwd: scratch,
    encoding: 'utf8',
    timeout: seconds * 1000,
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { code: status, text: `${stdout ?? ''}${stderr ?? ''}`, output: stdout ?? '' };
}

function firstLine(text: string): string {
  return JSON.stringify(text.trim().split('\n')[0] ?? '');
}
