/** What a module offers to the files that use it. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Span } from '../../../../base/source.ts';
import type { DerivedType, Generic, ProgramSymbol, Type } from '../../program.ts';

export type ModuleInterface = {
  readonly name: string;
  readonly span: Span;
  readonly symbols: ReadonlyMap<string, ProgramSymbol>;
  readonly types: ReadonlyMap<string, DerivedType>;
  /** By `+`, `==`, `.name.`, `=`, `write(formatted)`. */
  readonly operators: ReadonlyMap<string, Generic>;
  readonly libraries: readonly LibraryUse[];
  /** Intrinsic procedures that it declares or passes on: the name it has for one -> the intrinsic's. */
  readonly intrinsics: ReadonlyMap<string, string>;
  /** Of a submodule: what it extends, and its own name. */
  readonly extended?: { readonly name: string; readonly as: string };
  /** Private names too, for submodules; procedures declared by interface only. */
  readonly hidden: ReadonlyMap<string, ProgramSymbol>;
  /** Its own `use`, for submodules: undefined where it has none of their procedures. */
  readonly uses: readonly UseOfModule[] | undefined;
  /** Implicit typing, for submodules; undefined: the default. */
  readonly implicit: ImplicitTypes | undefined;
  /** Something that it uses was not found: unknown names of its users are not told. */
  readonly incomplete: boolean;
  /** Its file cannot be read: what is told where it is used. */
  readonly problem?: Diagnostic;
};
/** Letters without a type have the default one, or none. */
export type ImplicitTypes = { readonly none: boolean; readonly letters: ReadonlyMap<string, Type> };
/** A `use` as the module has it, with all names that it takes. */
export type UseOfModule = {
  readonly module: string;
  readonly library: boolean;
  readonly only: boolean;
  /** Local name -> name there. */
  readonly renames: ReadonlyMap<string, string>;
  readonly operators: { readonly renames: ReadonlyMap<string, string>; readonly all: boolean };
  /** What comes under another name only. */
  readonly renamed: Set<string>;
};
/** A library module whose names a module passes on. */
export type LibraryUse = {
  readonly module: string;
  readonly only: boolean;
  /** Local name -> name in the library. */
  readonly renames: ReadonlyMap<string, string>;
  /** Names that the module keeps to itself. */
  readonly hidden: ReadonlySet<string>;
};
