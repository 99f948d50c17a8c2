/** The programs of the book, each built by its chapter's own Makefile under `cufort with`, and run. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { firstMessage, type Place, run } from './run.ts';
import type { Failure, Measured } from './table.ts';

type Target = { readonly name: string; readonly recipe: string };

const secondsToBuild = 60;
const secondsToRun = 120;
const withLibraries = /-cudalib|-lblas/;
const otherLanguages = /mpif90|nvcc|nvc\b|-c\+\+libs|wallclock/;

/** Programs whose end shows a mistake: the book wrote them so. */
const meantToFail = new Set(['memcheck', 'syncError', 'asyncError']);

/** Programs that are launched several times over, or that wait for input, would stand here: there are none. */
export function book(folder: string, cufort: string, cache: string, only: RegExp): readonly Measured[] {
  const plain: Counted = { of: 0, failures: [], leftOut: [] };
  const libraries: Counted = { of: 0, failures: [], leftOut: [] };
  for (const chapter of readdirSync(folder).sort()) {
    if (!existsSync(join(folder, chapter, 'Makefile'))) continue;
    const place = { folder: join(cache, 'book', chapter), seconds: secondsToBuild };
    rmSync(place.folder, { recursive: true, force: true });
    cpSync(join(folder, chapter), place.folder, { recursive: true });
    for (const target of targetsOf(readFileSync(join(folder, chapter, 'Makefile'), 'latin1'))) {
      const name = `${chapter}/${target.name}`;
      if (!only.test(name)) continue;
      const counted = withLibraries.test(target.recipe) ? libraries : plain;
      if (otherLanguages.test(target.recipe)) plain.leftOut.push({ name, reason: 'needs MPI or CUDA C' });
      else count(counted, name, builtAndRun(target, cufort, place));
    }
  }
  return [
    {
      title: "The book's programs, without library modules and MPI",
      rule: `\`cufort with make TARGET\` with the Makefile of each chapter, then the program: it must build, and end by itself with code 0 within ${secondsToRun} s. Those that the book wrote to fail (${[...meantToFail].join(', ')}) may end with another code.`,
      ...plain,
    },
    {
      title: "The book's programs with library modules",
      rule: 'As above; the libraries are those of cufort.',
      ...libraries,
    },
  ];
}

type Counted = { of: number; readonly failures: Failure[]; readonly leftOut: Failure[] };

function count(counted: Counted, name: string, reason: string | undefined): void {
  counted.of++;
  if (!reason) return;
  counted.failures.push({ name, reason });
  console.error(`${name}: ${reason}`);
}

/** The rules of a Makefile that compile: objects that another rule needs are made by it. */
function targetsOf(makefile: string): Target[] {
  const rules = makefile.replaceAll('\\\n', ' ').matchAll(/^([\w.]+):([^\n=]*)\n\t([^\n]*)/gm);
  return [...rules]
    .map(([, name = '', needs = '', command = '']) => ({ name, recipe: `${needs} ${expanded(command, makefile)}` }))
    .filter(({ name, recipe }) => /nvfortran|mpif90/.test(recipe) && !name.endsWith('.o'));
}

function expanded(command: string, makefile: string): string {
  return command.replaceAll(/\$\((\w+)\)/g, (_, variable: string) => {
    const value = new RegExp(`^${variable} *= *(.*)$`, 'm').exec(makefile)?.[1] ?? '';
    return expanded(value, makefile);
  });
}

function builtAndRun(target: Target, cufort: string, place: Place): string | undefined {
  const built = run([process.execPath, cufort, 'with', 'make', '-B', target.name], place);
  if (built.code !== 0) return `does not build: ${firstMessage(built)}`;
  const program = join(place.folder, target.name);
  if (!existsSync(program)) return undefined;
  const ran = run([program], { ...place, seconds: secondsToRun });
  return ran.code === 0 || (meantToFail.has(target.name) && !ran.late) ? undefined : `runs: ${firstMessage(ran)}`;
}
