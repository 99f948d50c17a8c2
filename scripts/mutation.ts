/**
 * Do the tests notice a wrong row? Each row of a table gives a wrong result, and those that no test notices are listed. By hand, as it takes long:
 *   node scripts/mutation.ts [TABLE…] [--only NAME] [--all]
 * `--all` names those that are noticed too. Tables: folded (intrinsics with inputs to try), called (the other intrinsics), cudafor, operations. docs/testing.md keeps the scores.
 */
import { calledMutants, cudaforMutants } from './mutation/programs.ts';
import { foldedMutants, operationMutants } from './mutation/tables.ts';

export type Mutant = { readonly name: string; readonly isNoticed: () => boolean | Promise<boolean> };

const tables: Readonly<Record<string, () => readonly Mutant[]>> = {
  folded: foldedMutants,
  operations: operationMutants,
  called: calledMutants,
  cudafor: cudaforMutants,
};

const words = process.argv.slice(2);
const only = words.includes('--only') ? words[words.indexOf('--only') + 1] : undefined;
const named = words.filter((w) => w in tables);

for (const [table, make] of Object.entries(tables)) {
  if (named.length > 0 && !named.includes(table)) continue;
  const mutants = make().filter((m) => only === undefined || m.name === only);
  const missed = await unnoticed(mutants);
  const score = (100 * (mutants.length - missed.length)) / Math.max(1, mutants.length);
  console.log(`${table}: ${mutants.length - missed.length} of ${mutants.length} noticed (${score.toFixed(1)} %)`);
}

/** Two at a time. */
async function unnoticed(mutants: readonly Mutant[]): Promise<string[]> {
  const missed: string[] = [];
  const waiting = [...mutants];
  const work = async (): Promise<void> => {
    for (let m = waiting.shift(); m; m = waiting.shift()) {
      const noticed = await m.isNoticed();
      if (words.includes('--all') || !noticed) console.log(`  ${noticed ? 'noticed' : 'not noticed'}: ${m.name}`);
      if (!noticed) missed.push(m.name);
    }
  };
  await Promise.all([work(), work()]);
  return missed.sort();
}
