/**
 * The modules that come with the compiler as Fortran sources: what `use` and the linker get of them. They were compiled when cufort was built (an archive from which
 * programs take what they reach); where that is not at hand, as in a run from cufort's own sources, a module is compiled when it is first asked for.
 */

import { InternalError } from '../base/impossible.ts';
import { part } from '../base/part.ts';
import type { Source } from '../base/source.ts';
import type { ModuleInterface } from '../front/fortran/analyse/declarations/module-interface.ts';
import { readModuleFile } from '../front/fortran/read-module-file.ts';
import { writeModuleFile } from '../front/fortran/write-module-file.ts';
import { type Archive, ModuleArchive, type OpenArchive, openArchive, packArchive } from '../ir/archive.ts';
import type { Extern, Fn, Global } from '../ir/module.ts';
import { compileSources, type Offered, type Unit } from './compile.ts';
import type { Files } from './files.ts';
import { moduleOf, withRuntimeCalls } from './library-names.ts';
import { defaults } from './options.ts';

export type Library = Offered & { readonly archive: Archive };

const known = new WeakMap<Files, Library>();

export function libraryOf(files: Files): Library {
  const before = known.get(files);
  if (before) return before;
  const compiled = files.compiledLibrary();
  const open = compiled && openArchive(compiled.bytes, compiled.key, sourcesOf(files));
  const library = open ? compiledLibrary(open) : librarySources(files);
  known.set(files, library);
  return library;
}

/** All of it, for `Files.compiledLibrary`. Its sources are named from the library's folder on. */
export function packLibrary(key: string, files: Files): Uint8Array {
  const folder = files.libraryFolder();
  const units = compileLibrary(files.libraryNames(), {
    ...files,
    librarySource: (module) => files.librarySource(module)?.slice(folder.length),
    read: (path) => files.read(folder + path),
  });
  const texts = new Map(units.flatMap((u) => u.interfaces.map((m) => [m.name, writeModuleFile(m)] as const)));
  return packArchive(
    key,
    units.map((u) => u.module),
    texts,
  );
}

/** These modules and those that they use, compiled from their sources. */
export function compileLibrary(names: readonly string[], files: Files): readonly Unit[] {
  const sources = new LibrarySources(files);
  for (const name of names) sources.compile(name);
  return sources.units;
}

/** Sources by the paths that the archive names. */
function sourcesOf(files: Files): (file: string) => Source {
  const folder = files.libraryFolder();
  return (file) => sourceOf(folder + file, files);
}

/** The text is read when a message shows it. */
function sourceOf(path: string, files: Files): Source {
  let text: string | undefined;
  return {
    path,
    get text() {
      const content = text === undefined ? files.read(path) : undefined;
      text ??= content && 'text' in content ? content.text : '';
      return text;
    },
  };
}

function compiledLibrary(archive: OpenArchive): Library {
  const read = new Map<string, ModuleInterface | undefined>();
  const module = (name: string): ModuleInterface | undefined => {
    if (!read.has(name)) {
      const text = archive.text(name);
      read.set(name, text === undefined ? undefined : readModuleFile(text, module));
    }
    return read.get(name);
  };
  return offered(module, withRuntimeCalls(withCFunctions(archive)));
}

function offered(module: Library['module'], archive: Archive): Library {
  return { module, archive, defines: (name) => archive.function(name) !== undefined };
}

function librarySources(files: Files): Library {
  const sources = new LibrarySources(files);
  return offered((name) => sources.compile(name), withRuntimeCalls(withCFunctions(sources)));
}

/** The archive, and functions with the C names of NVIDIA's libraries. */
function withCFunctions(archive: Archive): Archive {
  // NVIDIA's names begin so: for others the table need not be read.
  const cFunction: Archive['function'] = (name) =>
    name.startsWith('cu')
      ? part<typeof import('./c-functions.ts')>(import.meta.url, './c-functions.ts').cFunction(name, archive)
      : undefined;
  return {
    function: (name) => archive.function(name) ?? cFunction(name),
    global: (name) => archive.global(name),
    extern: (name) => archive.extern(name),
  };
}

/** Each module once, however many use it. A mistake in it is ours. */
class LibrarySources implements Archive {
  readonly units: Unit[] = [];
  private readonly files: Files;
  private readonly tried = new Map<string, ModuleInterface | undefined>();
  private readonly compiled = new ModuleArchive();

  constructor(files: Files) {
    this.files = files;
  }

  compile(name: string): ModuleInterface | undefined {
    if (!this.tried.has(name)) {
      this.tried.set(name, undefined);
      this.tried.set(name, this.compileNow(name));
    }
    return this.tried.get(name);
  }

  function(name: string): Fn | undefined {
    return this.compiled.function(name) ?? this.compiledFor(name).function(name);
  }

  global(name: string): Global | undefined {
    return this.compiled.global(name) ?? this.compiledFor(name).global(name);
  }

  extern(name: string): Extern | undefined {
    return this.compiled.extern(name);
  }

  /** With the module that may define the name. */
  private compiledFor(name: string): Archive {
    this.compile(moduleOf(name));
    return this.compiled;
  }

  private compileNow(name: string): ModuleInterface | undefined {
    const source = this.files.librarySource(name);
    if (!source) return undefined;
    const options = { ...defaults, cuda: true, preprocess: true, escapes: 'none' as const };
    const compiled = compileSources([source], options, this.files, {
      module: (other) => this.compile(other),
      defines: (wanted) => this.function(wanted) !== undefined,
    });
    const wrong = compiled.diagnostics.find((d) => d.severity === 'error');
    if (wrong) throw new InternalError(`library module ${name}: ${wrong.message}`, wrong.labels[0]?.at);
    for (const unit of compiled.units) this.compiled.add(unit.module);
    this.units.push(...compiled.units);
    return compiled.units.flatMap((u) => u.interfaces).find((m) => m.name === name);
  }
}
