/** Which elements of an array `data` statements gave values to: the others may be values of another variable in the same storage. */
import type { ConstantValue } from './program.ts';

const given = new WeakMap<readonly ConstantValue[], Set<number>>();

export function noteGiven(values: readonly ConstantValue[], index: number): void {
  const known = given.get(values);
  if (known) known.add(index);
  else given.set(values, new Set([index]));
}

/** Stretches of elements with values, from and to (exclusive); undefined where all have values. */
export function givenStretches(values: readonly ConstantValue[]): readonly (readonly [number, number])[] | undefined {
  const known = given.get(values);
  if (!known || known.size === values.length) return undefined;
  const stretches: [number, number][] = [];
  for (const i of [...known].sort((a, b) => a - b)) {
    const last = stretches.at(-1);
    if (last && last[1] === i) last[1] = i + 1;
    else stretches.push([i, i + 1]);
  }
  return stretches;
}
