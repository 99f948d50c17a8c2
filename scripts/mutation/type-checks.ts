/**
 * Conditions that the type checker asks for: without them the file is no program. A file for each of them, with `true` or `false` in its place, beside the sources; one run of
 * the compiler says which of them have errors that the file itself has not.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Source } from './sites.ts';

/** Numbers of conditions, counted through all sources. */
export function neededByTypes(root: string, sources: readonly Source[]): ReadonlySet<number> {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-types-'));
  try {
    for (const name of ['src', 'types', 'package.json', 'tsconfig.json'])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const files: string[] = [];
    let number = 0;
    const put = (source: Source, mark: string, text: string): void => {
      const path = source.path.replace(/\.ts$/, `.${mark}.ts`);
      writeFileSync(join(folder, path), text);
      files.push(path);
    };
    for (const source of sources) {
      put(source, 'mutant-0', source.text);
      for (const { from, to, without } of source.sites)
        put(source, `mutant-${++number}`, `${source.text.slice(0, from)}(${without})${source.text.slice(to)}`);
    }
    return numbersWithErrors(folder, files);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Names that nobody uses, comparisons that say nothing and code that nobody comes to are no errors here. */
const harmless = new Set(['6133', '6192', '6196', '6198', '2367', '7027', '2774', '2801', '2872', '2873']);

function numbersWithErrors(folder: string, files: readonly string[]): ReadonlySet<number> {
  const config = {
    extends: './tsconfig.json',
    compilerOptions: { noEmit: true, incremental: false },
    include: [],
    files,
  };
  writeFileSync(join(folder, 'tsconfig.mutants.json'), JSON.stringify(config));
  const tsc = join(folder, 'node_modules/.bin/tsc');
  const { stdout } = spawnSync(tsc, ['-p', 'tsconfig.mutants.json', '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const own = new Set<string>();
  const found = new Map<number, Set<string>>();
  for (const [, file, mark, code, what] of stdout.matchAll(
    /^(\S+)\.mutant-(\d+)\.ts\(\d+,\d+\): error TS(\d+): (.*)$/gm,
  )) {
    if (harmless.has(code!)) continue;
    const text = `${file} ${code} ${what}`;
    if (mark === '0') own.add(text);
    else found.set(Number(mark) - 1, (found.get(Number(mark) - 1) ?? new Set()).add(text));
  }
  return new Set([...found].flatMap(([n, texts]) => ([...texts].some((t) => !own.has(t)) ? [n] : [])));
}
