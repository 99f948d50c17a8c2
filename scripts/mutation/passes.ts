/**
 * Mutants of the optimiser: in a copy of the sources each condition of its passes can be left out (sites.ts), and the cases of test/opt are run with each of them: one notices that
 * makes other IR of some case, or none. All in this process; a case that does not come to an end has noticed too.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Module } from '../../src/ir/module.ts';
import type { Mutant } from '../mutation.ts';
import { type Copy, mutatedCopy, resultOf, root } from './copy.ts';

/** A case with what comes out of it, and the conditions at which it comes by with an answer that matters. */
export type Case = {
  readonly pass: string;
  readonly module: Module;
  readonly made: string;
  readonly hits: ReadonlySet<number>;
};

export async function passMutants(): Promise<readonly Mutant[]> {
  const { copy, conditions } = await mutatedCopy();
  const cases = casesOf(copy);
  return conditions.map(({ name }, id) => ({ name, isNoticed: () => cases.some((c) => notices(copy, c, id)) }));
}

export function casesOf(copy: Copy): readonly Case[] {
  return globSync('test/opt/cases/*/*.ir', { cwd: root }).map((path) => {
    const [given = ''] = readFileSync(join(root, path), 'utf8').split(/^---\n/m);
    return caseOf(copy, basename(dirname(path)), copy.parseModule(given));
  });
}

export function caseOf(copy: Copy, pass: string, module: Module): Case {
  copy.site.hits.clear();
  const made = resultOf(copy, pass, module, -1);
  return { pass, module, made, hits: new Set(copy.site.hits) };
}

export function notices(copy: Copy, c: Case, id: number): boolean {
  return c.hits.has(id) && resultOf(copy, c.pass, c.module, id) !== c.made;
}
