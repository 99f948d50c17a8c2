/**
 * Mutants of the optimiser: in a copy of the sources each condition of its passes can be left out (sites.ts), and the cases of test/opt are run with each of them: one notices that
 * makes other IR of some case, or none. All in this process; a case that does not come to an end has noticed too. Then random kernels are run (random.ts), and the tests of test/opt
 * that import the file itself.
 * Conditions without which a file does not pass the type checker are no mutants.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Module } from '../../src/ir/module.ts';
import type { Mutant } from '../mutation.ts';
import { type Copy, mutatedCopy, resultOf, root } from './copy.ts';
import { randomChecks } from './random.ts';
import { neededByTypes } from './type-checks.ts';

/** A case with what comes out of it, and the conditions at which it comes by with an answer that matters. */
export type Case = {
  readonly pass: string;
  /** Made anew for each mutant: analyses keep what they find by object. */
  readonly module: () => Module;
  readonly made: string;
  readonly hits: ReadonlySet<number>;
};

export async function passMutants(): Promise<readonly Mutant[]> {
  const { copy, folder, sources, conditions } = await mutatedCopy();
  const needed = neededByTypes(root, sources);
  const cases = casesOf(copy);
  const random = await randomChecks(copy, folder);
  return conditions.flatMap(({ name, path }, id) => {
    if (needed.has(id)) return [];
    const isNoticed = (): boolean =>
      cases.some((c) => notices(copy, c, id)) || random().some((r) => r.notices(id)) || doTestsNotice(folder, path, id);
    return [{ name, isNoticed }];
  });
}

/** The tests that import a source by its name, or the file that it is a part of, in processes of their own. */
export function doTestsNotice(folder: string, path: string, id: number): boolean {
  const wanted = [path, ...wholesOf(folder, path)];
  const tests = globSync('test/opt/*.test.ts', { cwd: folder }).filter((t) => {
    const text = readFileSync(join(folder, t), 'utf8');
    return wanted.some((w) => text.includes(`'../../${w}'`));
  });
  if (tests.length === 0) return false;
  const env = { ...process.env, CUFORT_MUTANT: String(id) };
  const { status } = spawnSync(process.execPath, ['--test', '--test-isolation=none', ...tests], {
    cwd: folder,
    env,
    timeout: testsAtMost,
  });
  return status !== 0;
}

/** `analysis/launch/values.ts` is a part of the files of `analysis` that import from `./launch/`. */
function wholesOf(folder: string, path: string): readonly string[] {
  const inside = dirname(path);
  return globSync(`${dirname(inside)}/*.ts`, { cwd: folder }).filter((f) =>
    readFileSync(join(folder, f), 'utf8').includes(`'./${basename(inside)}/`),
  );
}

const testsAtMost = 120_000;

export function casesOf(copy: Copy): readonly Case[] {
  return globSync('test/opt/cases/*/*.ir', { cwd: root }).map((path) => {
    const [given = ''] = readFileSync(join(root, path), 'utf8').split(/^---\n/m);
    return caseOf(copy, basename(dirname(path)), () => copy.parseModule(given));
  });
}

export function caseOf(copy: Copy, pass: string, module: () => Module): Case {
  const given = module();
  copy.site.hits.clear();
  const made = resultOf(copy, pass, given, -1);
  return { pass, module, made, hits: new Set(copy.site.hits) };
}

export function notices(copy: Copy, c: Case, id: number): boolean {
  return c.hits.has(id) && resultOf(copy, c.pass, c.module(), id) !== c.made;
}
