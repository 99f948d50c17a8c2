/** A copy of the sources in which each condition of the optimiser can be left out, and what runs its passes. */
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import type { Module } from '../../src/ir/module.ts';
import type { Fault } from '../../src/ir/verify.ts';
import type { PassOfModule } from '../../test/opt/passes.ts';
import type { mutation } from './mutation-site.ts';
import { instrumented, type Source, sitesOf } from './sites.ts';

export const root = join(import.meta.dirname, '../..');
/** Tables of passes and what shows them change nothing of what is made; instrumented programs have tests of their own. */
const left = /^src\/opt\/(?:passes|watch|cost)\.ts$|^src\/opt\/check\//;
const longest = 20_000;

export type Copy = {
  readonly site: typeof mutation;
  readonly passes: Readonly<Record<string, PassOfModule>>;
  readonly made: (pass: PassOfModule, module: Module) => string;
  readonly parseModule: (text: string) => Module;
  readonly printModule: (m: Module) => string;
  readonly verifyModule: (m: Module) => readonly Fault[];
};

/** `path`: of its source. */
export type Condition = { readonly name: string; readonly text: string; readonly path: string };
export type Mutated = {
  readonly copy: Copy;
  readonly folder: string;
  readonly sources: readonly Source[];
  readonly conditions: readonly Condition[];
};

/** The copy, and its conditions by their numbers. */
export async function mutatedCopy(): Promise<Mutated> {
  const files = globSync('src/opt/**/*.ts', { cwd: root }).filter((f) => !left.test(f));
  const sources = sitesOf(root, files.sort());
  const conditions = sources.flatMap(({ path, text, sites }) =>
    sites.map((s): Condition => {
      const line = text.slice(0, s.from).split('\n').length;
      const condition = `${s.without ? 'without' : 'never'} ${text.slice(s.from, s.to).replace(/\s+/g, ' ')}`;
      return { name: `${relative('src/opt', path)}:${line} ${condition}`, text: condition, path };
    }),
  );
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  return { copy: await copied(sources, folder), folder, sources, conditions };
}

const timed = new vm.Script('cufortTimed()');

/** What `run` gives; it is stopped after some milliseconds. */
export function within<T>(timeout: number, run: () => T): T {
  Object.assign(globalThis, { cufortTimed: run });
  return timed.runInThisContext({ timeout });
}

/** What a pass makes of a module where this condition is left out (-1: none); a pass that throws or does not end makes no result. */
export function resultOf(copy: Copy, pass: string, module: Module, active: number): string {
  const row = copy.passes[pass];
  if (!row) throw new Error(`no pass ${pass}`);
  copy.site.active = active;
  copy.site.steps = 0;
  try {
    return within(longest, () => copy.made(row, module));
  } catch (problem) {
    if (active < 0) throw problem;
    return 'no result';
  } finally {
    copy.site.active = -1;
  }
}

async function copied(sources: readonly Source[], folder: string): Promise<Copy> {
  for (const name of ['src', 'test/opt', 'test/reference', 'test/back', 'test/one-file.ts', 'package.json']) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const site = join(folder, 'src/opt/mutation-site.ts');
  cpSync(join(import.meta.dirname, 'mutation-site.ts'), site);
  let first = 0;
  for (const source of sources) {
    const from = relative(dirname(join(folder, source.path)), site);
    writeFileSync(join(folder, source.path), instrumented(source, first, from.startsWith('.') ? from : `./${from}`));
    first += source.sites.length;
  }
  const of = (path: string) => import(pathToFileURL(join(folder, path)).href);
  return {
    site: (await of('src/opt/mutation-site.ts')).mutation,
    passes: (await of('test/opt/passes.ts')).passes,
    made: (await of('test/opt/passes.ts')).made,
    parseModule: (await of('src/ir/parse.ts')).parseModule,
    printModule: (await of('src/ir/print.ts')).printModule,
    verifyModule: (await of('src/ir/verify.ts')).verifyModule,
  };
}
