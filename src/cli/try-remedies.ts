/** Remedies are tried: a copy of the sources with one change is advised anew, and what it prints is compared. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { children } from '../base/node-parts.ts';
import { isCSource, isCudaC, isFortranSource } from '../driver/sources.ts';
import { type Edit, edited, remedyFor, type ToMend } from '../tools/advise/remedies.ts';
import type { Advice, Tried } from '../tools/advise/report.ts';
import { progress } from './progress.ts';

/** So many are tried, those that gain most first. */
const mostTries = 4;

/** `words`: of the command line, without those of `advise`; `own`: the program's arguments. */
export function withTries(advice: Advice, words: readonly string[], own: readonly string[]): Advice {
  const textOf = (path: string): string => readFileSync(path, 'utf8');
  const wanted = [
    ...advice.kernels.flatMap((kernel, k) =>
      kernel.findings.map((f) => ({
        key: `${k} ${f.code} ${f.place}`,
        finding: f,
        kernel: k,
        gain: (f.before - f.after) * f.times,
      })),
    ),
    ...advice.copies.map((f) => ({
      key: `copies ${f.code} ${f.place}`,
      finding: f,
      kernel: -1,
      gain: f.before - f.after,
    })),
  ]
    .flatMap((w) => {
      const launchedAt = advice.kernels[w.kernel]?.launchedAt;
      const edit = existing(w.finding) && remedyFor({ ...w.finding, launchedAt }, textOf);
      return edit ? [{ ...w, edit }] : [];
    })
    .toSorted((a, b) => b.gain - a.gain)
    .slice(0, mostTries);
  if (wanted.length === 0) return advice;
  const folder = mkdtempSync(join(tmpdir(), 'cufort-advise-'));
  try {
    progress.say('the program once more as it is');
    const usual = run(folder, words, own);
    const tried = new Map<string, Tried>();
    for (const [i, { key, edit, kernel, finding }] of wanted.entries()) {
      progress.say(`trying remedy ${i + 1} of ${wanted.length}: ${basename(edit.path)}, line ${edit.line}`);
      const other = run(folder, words, own, edit);
      if (!usual || !other) continue;
      const was = kernel < 0 ? finding.before : (usual.advice.kernels[kernel]?.time ?? 0);
      const is = kernel < 0 ? finding.after : (other.advice.kernels[kernel]?.time ?? 0);
      const better = kernel < 0 ? !other.advice.copies.some((f) => isLike(f, finding, edit)) : is < 0.95 * was;
      const output = usual.output === other.output ? 'same' : 'differs';
      const holds = better && output === 'same';
      tried.set(key, {
        place: `${edit.path}:${edit.line}`,
        before: edit.before,
        after: edit.after,
        was,
        is,
        output,
        holds,
      });
    }
    return noted(advice, tried);
  } finally {
    progress.clear();
    rmSync(folder, { recursive: true, force: true });
  }
}

function existing({ place }: ToMend): boolean {
  return existsSync(place.replace(/:\d+$/, ''));
}

/** The finding is there still. */
function isLike(one: ToMend, other: ToMend, { path }: Edit): boolean {
  return one.code === other.code && one.place.endsWith(`${basename(path)}:${other.place.split(':').at(-1)}`);
}

function noted({ kernels, copies }: Advice, tried: ReadonlyMap<string, Tried>): Advice {
  const of = (key: string): { tried?: Tried } => {
    const found = tried.get(key);
    return found ? { tried: found } : {};
  };
  return {
    kernels: kernels.map((kernel, k) => ({
      ...kernel,
      findings: kernel.findings.map((f) => ({ ...f, ...of(`${k} ${f.code} ${f.place}`) })),
    })),
    copies: copies.map((f) => ({ ...f, ...of(`copies ${f.code} ${f.place}`) })),
  };
}

function isSource(path: string): boolean {
  return isFortranSource(path) || isCSource(path) || isCudaC(path);
}

/** In the folder where the user stands; the changed file lies elsewhere, under its own name. */
function run(
  folder: string,
  words: readonly string[],
  own: readonly string[],
  edit?: Edit,
): { readonly advice: Advice; readonly output: string } | undefined {
  const json = join(folder, 'advice.json');
  rmSync(json, { force: true });
  const copy = edit && join(folder, basename(edit.path));
  if (edit && copy) writeFileSync(copy, edited(readFileSync(edit.path, 'utf8'), edit));
  const isChanged = (word: string): boolean =>
    edit !== undefined && isSource(word) && resolve(word) === resolve(edit.path);
  // What an included file says is not tried: others name it.
  if (edit && !words.some(isChanged)) return undefined;
  const given = words.map((word) => (copy && isChanged(word) ? copy : word));
  const include = edit ? ['-I', dirname(resolve(edit.path))] : [];
  const command = [...process.execArgv, process.argv[1] ?? '', 'advise', '--quiet', '--try=false', '--json', json];
  const rest = own.length > 0 ? ['--', ...own] : [];
  const { stdout, status } = children().spawnSync(process.execPath, [...command, ...include, ...given, ...rest], {
    encoding: 'utf8',
  });
  if (status !== 0 || !existsSync(json)) return undefined;
  const advice: Advice = JSON.parse(readFileSync(json, 'utf8'));
  return { advice, output: stdout };
}
