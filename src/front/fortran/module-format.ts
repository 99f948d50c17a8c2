/**
 * The form of module files (`.mod`): what a module offers, as JSON. Objects that have an identity (variables, procedures, types, components, generics) stand once in
 * a table and are referred to by number; what another module passes on is the name of its home; library names are written by name; places in the source are left out.
 */
import type { HomeTable } from './analyse/declarations/homes.ts';

export const format = 'cufort module 7';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Name and value, in the order of the module. */
export type Table = readonly (readonly [string, Json])[];

export type ModuleFile = {
  readonly format: typeof format;
  readonly module: string;
  readonly extended?: { readonly name: string; readonly as: string } | undefined;
  /** The modules whose names it passes on or whose types it uses. */
  readonly needs: readonly string[];
  readonly tables: Readonly<Record<HomeTable, Table>>;
  readonly libraries: Json;
  readonly intrinsics: readonly (readonly [string, string])[];
  readonly uses: Json;
  readonly implicit: Json;
  readonly incomplete: boolean;
  readonly objects: readonly Json[];
};

/** What users of a module need not know. */
const leftOut = new Set(['body', 'span', 'associated']);

export function isLeftOut(key: string, v: unknown): boolean {
  return v === undefined || leftOut.has(key) || (key === 'host' && typeof v === 'object');
}
