/** The types that have been made of a definition with parameters, by their ids: whoever makes or reads one more gets the same object. */
import type { DerivedType } from '../../program.ts';

const made = new WeakMap<DerivedType, Map<string, DerivedType>>();

export function instancesOf(template: DerivedType): Map<string, DerivedType> {
  const known = made.get(template) ?? new Map<string, DerivedType>();
  made.set(template, known);
  return known;
}
