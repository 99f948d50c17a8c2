/**
 * Mutants of the optimiser: in a copy of the sources each condition of its passes can be left out (sites.ts), and the cases of test/opt are run with each of them: one notices that
 * makes other IR of some case, or none. All in this process; a case that does not come to an end has noticed too.
 */
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import type { Module } from '../../src/ir/module.ts';
import type { PassOfModule } from '../../test/opt/passes.ts';
import type { Mutant } from '../mutation.ts';
import type { mutation } from './mutation-site.ts';
import { instrumented, type Source, sitesOf } from './sites.ts';

const root = join(import.meta.dirname, '../..');
/** Tables of passes and what shows them change nothing of what is made; instrumented programs have tests of their own. */
const left = /^src\/opt\/(?:passes|watch|cost)\.ts$|^src\/opt\/check\//;
const longest = 1000;

type Copy = {
  readonly site: typeof mutation;
  readonly passes: Readonly<Record<string, PassOfModule>>;
  readonly parseModule: (text: string) => Module;
  readonly printModule: (m: Module) => string;
};
/** A case with what comes out of it, and the conditions at which it comes by with an answer that matters. */
type Case = {
  readonly pass: string;
  readonly given: string;
  readonly made: string;
  readonly hits: ReadonlySet<number>;
};

export async function passMutants(): Promise<readonly Mutant[]> {
  const files = globSync('src/opt/**/*.ts', { cwd: root }).filter((f) => !left.test(f));
  const sources = sitesOf(root, files.sort());
  const copy = await copied(sources);
  const cases = globSync('test/opt/cases/*/*.ir', { cwd: root }).map((path): Case => {
    const [given = ''] = readFileSync(join(root, path), 'utf8').split(/^---\n/m);
    const pass = basename(dirname(path));
    copy.site.hits.clear();
    const made = result(copy, pass, given, -1);
    return { pass, given, made, hits: new Set(copy.site.hits) };
  });
  let number = 0;
  return sources.flatMap(({ path, text, sites }) =>
    sites.map((s): Mutant => {
      const id = number++;
      const line = text.slice(0, s.from).split('\n').length;
      const condition = text.slice(s.from, s.to).replace(/\s+/g, ' ');
      return {
        name: `${relative('src/opt', path)}:${line} ${s.without ? 'without' : 'never'} ${condition}`,
        isNoticed: () => cases.some((c) => c.hits.has(id) && result(copy, c.pass, c.given, id) !== c.made),
      };
    }),
  );
}

function result(copy: Copy, pass: string, given: string, active: number): string {
  const run = (): string => {
    const module = copy.parseModule(given);
    return copy.printModule({ ...module, functions: copy.passes[pass]?.run(module) ?? [] });
  };
  copy.site.active = active;
  try {
    return vm.runInNewContext('run()', { run }, { timeout: longest });
  } catch (problem) {
    if (active < 0) throw problem;
    return 'no result';
  } finally {
    copy.site.active = -1;
  }
}

async function copied(sources: readonly Source[]): Promise<Copy> {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  for (const name of ['src', 'test/opt/passes.ts', 'package.json']) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
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
    parseModule: (await of('src/ir/parse.ts')).parseModule,
    printModule: (await of('src/ir/print.ts')).printModule,
  };
}
