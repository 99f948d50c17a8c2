/** The tables of directives by their sentinels. */
import type { DirectiveRow, DirectiveTable } from './grammar.ts';
import { openacc } from './openacc.ts';
import { openmp } from './openmp.ts';

export type Model = 'acc' | 'omp';

export const tables: Readonly<Record<Model, DirectiveTable>> = { acc: openacc, omp: openmp };

export const standards: Readonly<Record<Model, string>> = { acc: 'OpenACC', omp: 'OpenMP' };

/** Blanks between the words of a directive may be left out. */
const packed: Readonly<Record<Model, ReadonlyMap<string, string>>> = {
  acc: withoutBlanks(tables.acc),
  omp: withoutBlanks(tables.omp),
};

function withoutBlanks(table: DirectiveTable): ReadonlyMap<string, string> {
  return new Map(Object.keys(table).map((name) => [name.replaceAll(' ', ''), name]));
}

const mostWords = 8;

/** The directive that the most of these words name, and how many they are. */
export function directiveNamed(
  model: Model,
  words: readonly string[],
): { readonly name: string; readonly row: DirectiveRow; readonly words: number } | undefined {
  for (let n = Math.min(words.length, mostWords); n > 0; n--) {
    const name = packed[model].get(words.slice(0, n).join(''));
    const row = name === undefined ? undefined : tables[model][name];
    if (name !== undefined && row) return { name, row, words: n };
  }
  return undefined;
}
