/**
 * Do the tests notice a wrong row? Each row of a table gives a wrong result, and those that no test notices are listed. By hand, as it takes long:
 *   node scripts/mutation.ts [TABLE…] [--only NAME,…] [--sample N] [--all]
 * `--all` names those that are noticed too; `--sample` takes that many of each table, the same ones each time. Tables: folded, operations, called, cudafor, passes.
 * docs/testing.md keeps the scores.
 */
import { passMutants } from './mutation/passes.ts';
import { calledMutants, cudaforMutants } from './mutation/programs.ts';
import { foldedMutants, operationMutants } from './mutation/tables.ts';
import { unobservable } from './mutation/unobservable.ts';

export type Mutant = { readonly name: string; readonly isNoticed: () => boolean | Promise<boolean> };

const tables: Readonly<Record<string, () => readonly Mutant[] | Promise<readonly Mutant[]>>> = {
  folded: foldedMutants,
  operations: operationMutants,
  called: calledMutants,
  cudafor: cudaforMutants,
  passes: passMutants,
};

const words = process.argv.slice(2);
const only = setting('--only')?.split(',');
const sample = Number(setting('--sample') ?? Number.POSITIVE_INFINITY);
const named = words.filter((w) => w in tables);

for (const [table, make] of Object.entries(tables)) {
  if (named.length > 0 && !named.includes(table)) continue;
  const mutants = sampled((await make()).filter((m) => !only || only.includes(m.name)));
  const reasons = unobservable[table] ?? {};
  const missed = await unnoticed(mutants, reasons);
  const counted = mutants.filter((m) => !reasons[m.name]);
  const seen = counted.length - missed.filter((name) => !reasons[name]).length;
  const score = (100 * seen) / Math.max(1, counted.length);
  console.log(`${table}: ${seen} of ${counted.length} noticed (${score.toFixed(1)} %)`);
}

function setting(option: string): string | undefined {
  return words.includes(option) ? words[words.indexOf(option) + 1] : undefined;
}

/** Spread evenly over the table. */
function sampled(all: readonly Mutant[]): readonly Mutant[] {
  if (all.length <= sample) return all;
  return Array.from({ length: sample }, (_, k) => all[Math.floor(((k + 0.5) * all.length) / sample)]).filter(
    (m) => m !== undefined,
  );
}

/** Two at a time. What nobody can notice is tried as well: its reason is wrong if a test does. */
async function unnoticed(mutants: readonly Mutant[], reasons: Readonly<Record<string, string>>): Promise<string[]> {
  const missed: string[] = [];
  const waiting = [...mutants];
  const work = async (): Promise<void> => {
    for (let m = waiting.shift(); m; m = waiting.shift()) {
      const noticed = await m.isNoticed();
      if (!noticed) missed.push(m.name);
      const reason = reasons[m.name];
      if (noticed && reason) console.log(`  noticed, though the list says that nobody can: ${m.name} (${reason})`);
      else if (!noticed && !reason) console.log(`  not noticed: ${m.name}`);
      else if (words.includes('--all')) console.log(`  ${noticed ? 'noticed' : reason}: ${m.name}`);
    }
  };
  await Promise.all([work(), work()]);
  return missed.sort();
}
