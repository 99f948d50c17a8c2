/** Where the things that modules pass on are at home, so that a module file can name the module instead of repeating them. */
import type { ModuleInterface } from './module-interface.ts';

/** A name in one of the tables of a module. */
export type Home = { readonly module: string; readonly table: HomeTable; readonly name: string };
export const homeTables = ['symbols', 'types', 'operators', 'hidden'] as const;
export type HomeTable = (typeof homeTables)[number];

const homes = new WeakMap<object, Home>();

export function homeOf(thing: object): Home | undefined {
  return homes.get(thing);
}

/** The first home stays: later ones pass on what they use. */
export function setHome(thing: object, home: Home): void {
  if (!homes.has(thing)) homes.set(thing, home);
}

export function setHomes(m: ModuleInterface): void {
  for (const table of homeTables)
    for (const [name, thing] of m[table]) if (!isForeign(thing, m)) setHome(thing, { module: m.name, table, name });
}

/** A constant of a library module, which every file has: no module of a program is its home. */
function isForeign(thing: object, m: ModuleInterface): boolean {
  const constant = 'kind' in thing && thing.kind === 'constant' && 'linkName' in thing;
  return constant && !String(thing.linkName).startsWith(`${m.name}.`);
}

export function findAtHome(m: ModuleInterface, table: HomeTable, name: string): object | undefined {
  return m[table].get(name);
}
