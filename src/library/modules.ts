/** All modules that come with the compiler, by lower-case name: one line each. */
import { cudafor } from './cudafor/module.ts';
import type { LibraryModule } from './library-module.ts';

export const libraryModules: ReadonlyMap<string, LibraryModule> = new Map(
  [
    cudafor,
    //
  ].map((module) => [module.name.toLowerCase(), module]),
);
