/** Which components of a derived type lie in one place: those of the maps of a union. */
import type { Component } from './program.ts';

/** In order; those that share a place stand together. */
export function placesOf(components: readonly Component[]): Component[][] {
  const groups: Component[][] = [];
  for (const c of components) {
    const before = groups.at(-1);
    if (before && c.union !== undefined && before[0]?.union === c.union) before.push(c);
    else groups.push([c]);
  }
  return groups;
}
