/** Copied into the room of the passes (passes.ts): a condition that one mutant leaves out. */
import { appendFileSync } from 'node:fs';

const active = Number(process.env.MUTANT ?? -1);
const hits = process.env.MUTATION_HITS;
const told = new Set<number>();

/** What the condition says; `without` where this mutant runs. Conditions that would say something else then are noted. */
export function mutationSite<T>(id: number, value: T, without: boolean): T | boolean {
  if (hits !== undefined && Boolean(value) !== without && !told.has(id)) {
    told.add(id);
    appendFileSync(hits, `${id}\n`);
  }
  return id === active ? without : value;
}
