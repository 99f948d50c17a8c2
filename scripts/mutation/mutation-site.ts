/** Copied into the room of the passes (passes.ts): a condition that one mutant leaves out. */
export const mutation = {
  /** The number of the condition that is left out. */
  active: -1,
  /** Conditions that have said something else than they say when they are left out. */
  hits: new Set<number>(),
};

/** What the condition says; `without` where this mutant runs. */
export function mutationSite<T>(id: number, value: T, without: boolean): T | boolean {
  if (Boolean(value) !== without) mutation.hits.add(id);
  return id === mutation.active ? without : value;
}
