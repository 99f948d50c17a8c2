/** flang's CUDA tests that mean to be valid: `cufort check` finds nothing wrong in them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { firstMessage, run } from './run.ts';
import type { Failure, Measured } from './table.ts';

const folders = [
  'Lower/CUDA',
  'Lower/CUDA/TODO',
  'Lower/OpenACC',
  'HLFIR',
  'Fir/CUDA',
  'Semantics',
  'Semantics/CUDA',
  'Driver',
  'Parser',
  'Parser/CUDA',
];

/** Tests of one pass of flang whose sources are no programs for a compiler. */
const notPrograms: Readonly<Record<string, string>> = {
  'cuda-kernel-loop-directive.cuf': 'uses host arrays in CUF kernels; only the form of the loops is tested',
  'cuf-device-procedures01.cuf': 'calls syncthreads in host code; only the scopes of names are tested',
  'cuf-sanity-tree.CUF': 'includes, by an include line, a file that is to be preprocessed',
  'cuf-sanity-unparse.CUF': 'includes, by an include line, a file that is to be preprocessed',
  'cuf-hostdevice-host-call-todo.cuf': 'shows mistakes that flang does not find, device functions called in host code',
  'cuf-generic-literal-host.cuf': 'arrays of an OpenACC host_data region; directives of OpenACC are comments here',
  'cuf-use-cublas-zgemm.cuf': 'puts a module of its own in the place of the intrinsic one',
  'cuf-use-cublas-blas-generic.cuf': 'puts a module of its own in the place of the intrinsic one',
  'cuda-cloc.cuf': 'prints a type(c_ptr), whose components are private',
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
    const check = (sources: readonly string[]) =>
      run([process.execPath, cufort, 'check', '-cuda', '-cpp', ...memoryOption(text), ...sources], place);
    const checked = sourcesOf(file, text, place.folder)
      .map(check)
      .find((c) => c.code !== 0);
    const why = checked && (notPrograms[name] ?? ownModule(text));
    if (why) leftOut.push({ name, reason: why });
    else of++;
    if (!checked || why) continue;
    failures.push({ name, reason: firstMessage(checked) });
    console.error(`${name}: ${firstMessage(checked)}`);
  }
  return {
    title: "flang's CUDA tests that mean to be valid",
    rule: `The CUDA Fortran sources of ${folders.join(', ')} that expect no error, with the modules that their RUN lines compile first, and their option -gpu: \`cufort check\` reports no error.`,
    of,
    failures,
    leftOut,
  };
}

function ownModule(text: string): string | undefined {
  return /^\s*use.*__fortran_builtins/im.test(text) ? "uses a module of flang's own, __fortran_builtins" : undefined;
}

function memoryOption(text: string): string[] {
  const option = /RUN:.*(-gpu=(?:mem:)?(?:managed|unified))\b/.exec(text)?.[1];
  return option ? [option] : [];
}

/** What is checked together: the test with what it needs, or the parts of one that its first RUN line splits. */
function sourcesOf(file: string, text: string, folder: string): string[][] {
  const [, ...parts] = text.split(/^(?:!|\/\/)--- /m);
  if (parts.length === 0) return [[...companions(file, text), file]];
  const refused = new Set(
    [...text.matchAll(/RUN:.*\bnot \w.* (?:%t\/)?([\w.-]+\.(?:cuf|f90))/g)].map(([, name]) => name),
  );
  const written = parts.flatMap((part) => {
    const [name = '', ...lines] = part.split('\n');
    if (refused.has(name.trim())) return [];
    const path = join(folder, `${basename(file)}-${name.trim()}`);
    writeFileSync(path, lines.join('\n'));
    return [{ path, makes: /^\s*module\s+\w/im.test(part) }];
  });
  const modules = written.filter((w) => w.makes).map((w) => w.path);
  const users = written.filter((w) => !w.makes).map((w) => w.path);
  return [modules, ...users.map((path) => [...modules, path])].filter((list) => list.length > 0);
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
