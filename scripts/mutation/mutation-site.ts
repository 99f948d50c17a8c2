/** Copied into the room of the passes (copy.ts): a condition that one mutant leaves out. */
export const mutation = {
  /** The number of the condition that is left out. */
  active: Number(process.env.CUFORT_MUTANT ?? -1),
  /** Conditions that have said something else than they say when they are left out. */
  hits: new Set<number>(),
  /** Conditions that somebody asked for. */
  asked: new Set<number>(),
  /** Answers since somebody set it to 0: a pass that does not come to an end is stopped. */
  steps: 0,
};
const stepsAtMost = 3_000_000;

/** What the condition says; `without` where this mutant runs. */
export function mutationSite<T>(id: number, value: T, without: boolean): T | boolean {
  if (++mutation.steps > stepsAtMost) throw new Error('too many steps');
  mutation.asked.add(id);
  if (Boolean(value) !== without) mutation.hits.add(id);
  return id === mutation.active ? without : value;
}
