/** flang's CUDA tests that mean to be valid: `cufort check` finds nothing wrong in them. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { firstMessage, run } from './run.ts';
import type { Failure, Measured } from './table.ts';

const folders = ['Lower/CUDA', 'Semantics', 'Semantics/CUDA', 'Driver', 'Parser', 'Parser/CUDA'];

/** Tests of one pass of flang whose sources are no programs for a compiler. */
const notPrograms: Readonly<Record<string, string>> = {
  'cuda-kernel-calls.cuf': "uses a module of flang's own, __fortran_builtins",
  'cuda-kernel-loop-directive.cuf': 'uses host arrays in CUF kernels; only the form of the loops is tested',
  'cuf-device-procedures01.cuf': 'calls syncthreads in host code; only the scopes of names are tested',
  'cuf-sanity-tree.CUF': 'includes, by an include line, a file that is to be preprocessed',
  'cuf-sanity-unparse.CUF': 'includes, by an include line, a file that is to be preprocessed',
};

export function flang(folder: string, cufort: string, cache: string, only: RegExp): Measured {
  const place = { folder: join(cache, 'flang'), seconds: 20 };
  mkdirSync(place.folder, { recursive: true });
  const failures: Failure[] = [];
  const leftOut: Failure[] = [];
  let of = 0;
  for (const file of testsIn(folder)) {
    const name = basename(file);
    const text = readFileSync(file, 'latin1');
    if (!only.test(name) || !meansToBeValid(text)) continue;
    const why = notPrograms[name];
    if (why) {
      leftOut.push({ name, reason: why });
      continue;
    }
    of++;
    const checked = run([process.execPath, cufort, 'check', '-cuda', '-cpp', ...companions(file, text), file], place);
    if (checked.code === 0) continue;
    failures.push({ name, reason: firstMessage(checked) });
    console.error(`${name}: ${firstMessage(checked)}`);
  }
  return {
    title: "flang's CUDA tests that mean to be valid",
    rule: `The CUDA Fortran sources of ${folders.join(', ')} that expect no error, with the modules that their RUN lines compile first: \`cufort check\` reports no error.`,
    of,
    failures,
    leftOut,
  };
}

function testsIn(folder: string): string[] {
  return folders
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => readdirSync(path).map((name) => join(path, name)))
    .filter((path) => /\.(cuf|CUF)$/.test(path) || (path.includes('CUDA') && path.endsWith('.f90')))
    .sort();
}

function meansToBeValid(text: string): boolean {
  return !/! *(ERROR|XFAIL|TODO):|RUN:.*\bnot (bbc|%)|error: |not yet implemented/.test(text);
}

/** Sources that an earlier RUN line compiles. */
function companions(file: string, text: string): string[] {
  const named = [...text.matchAll(/RUN:.*%S\/([\w.-]+\.cuf)/g)].map(([, name = '']) => join(dirname(file), name));
  return [...new Set(named)].filter((path) => path !== file && existsSync(path));
}
