/** Sources to IR: parse all, order them by the modules they use, analyse and lower each. */

import { type Diagnostic, hasErrors } from '../base/diagnostic.ts';
import { InternalError } from '../base/impossible.ts';
import { workGoesOn } from '../base/long-work.ts';
import { joinRepeated } from '../base/repeated.ts';
import { nowhere, type Source, type Span, span } from '../base/source.ts';
import { analyseFile } from '../front/fortran/analyse/analyse-file.ts';
import type { Options as AnalysisOptions, ModuleInterface } from '../front/fortran/analyse/context.ts';
import { libraryModuleNames } from '../front/fortran/analyse/declarations/library-offer.ts';
import { disagreementsBetween, type Externals } from '../front/fortran/analyse/rules/across-files.ts';
import { lowerProgram } from '../front/fortran/lower/lower-file.ts';
import { parseFile } from '../front/fortran/parse/parse-file.ts';
import type { Program } from '../front/fortran/program.ts';
import { type ModuleSearch, neededModules } from '../front/fortran/read-module-file.ts';
import type * as tree from '../front/fortran/tree.ts';
import type { Module } from '../ir/module.ts';
import { definersBeside } from './definers.ts';
import type { Files } from './files.ts';
import { instrument } from './instrument.ts';
import { missingNeeded, noSuchFile, notFortran } from './messages.ts';
import { moduleFrom, unreadableModule } from './module-files.ts';
import { circleOf, namesOfUnits, orderByModules } from './module-order.ts';
import {
  directivesRead,
  managesAllocatables,
  type Options,
  offloading,
  offloads,
  openaccVersions,
  reachesHost,
  runsThreads,
  sharesLoops,
  threadDirectives,
} from './options.ts';
import { ownHeader } from './own-headers.ts';
import { kindOfSource, type SourceKind } from './sources.ts';

export type Parsed = {
  readonly path: string;
  readonly source: Source;
  readonly file: tree.File;
  readonly kind: SourceKind;
};
export type Unit = {
  readonly path: string;
  /** Of Fortran. */
  readonly program?: Program;
  readonly module: Module;
  readonly interfaces: readonly ModuleInterface[];
  /** Of C: the files that it includes, but for the library's. */
  readonly headers?: readonly string[];
};
export type Compiled = { readonly units: readonly Unit[]; readonly diagnostics: readonly Diagnostic[] };

/** Of one source; no module where it has errors. */
type Made = Omit<Unit, 'path' | 'module' | 'program'> & {
  readonly program: Program;
  readonly module: Module | undefined;
  readonly externals: Externals;
};

/** What comes with the compiler: modules by name, and whether it defines an external procedure. */
export type Offered = { readonly module: ModuleSearch; readonly defines: (name: string) => boolean };

export function compileSources(paths: readonly string[], options: Options, files: Files, library: Offered): Compiled {
  const diagnostics: Diagnostic[] = [];
  const parsed = parseSources(paths, options, files, diagnostics);
  const known = new Map<string, ModuleInterface>();
  const failed = modulesOfFailures(parsed, diagnostics);
  const search = moduleSearch(options, files, known, library.module, diagnostics);
  const modules = {
    modules: search,
    intrinsicModules: library.module,
    definer: definersBeside(paths, files),
    circle: circleOf(parsed),
    linkable: library.defines,
  };
  const units: Unit[] = [];
  const externals: Externals[] = [];
  const ordered = orderByModules(parsed);
  for (const [i, one] of ordered.entries()) {
    files.working?.(`compiling ${i + 1} of ${ordered.length}: ${one.path}`);
    const unit = compileOne(one, options, modules, failed, diagnostics);
    for (const m of unit?.interfaces ?? []) known.set(m.name, m);
    if (unit?.module) {
      externals.push(unit.externals);
      const { program, module, interfaces } = unit;
      units.push({ path: one.path, program, module, interfaces });
    }
  }
  diagnostics.push(...disagreementsBetween(externals));
  return { units, diagnostics: joinRepeated(diagnostics) };
}

export function parseSources(
  paths: readonly string[],
  options: Options,
  files: Files,
  diagnostics: Diagnostic[],
): Parsed[] {
  const parsed: Parsed[] = [];
  for (const [i, path] of paths.entries()) {
    files.working?.(`reading ${i + 1} of ${paths.length}: ${path}`);
    const one = parseOne(path, options, files, diagnostics);
    if (one) parsed.push(one);
  }
  return parsed;
}

function parseOne(path: string, options: Options, files: Files, diagnostics: Diagnostic[]): Parsed | undefined {
  const read = readSource(path, options, files, diagnostics);
  if (!read) return undefined;
  const { kind, source } = read;
  const result = stage('parsing', source, () =>
    parseFile(source, parseOptions(kind, source.text, options, files, folderOf(path))),
  );
  diagnostics.push(...result.diagnostics);
  return { path, source, file: result.file, kind: { ...kind, cuda: result.cuda } };
}

/** Undefined, and told, where it cannot be read or is no Fortran. */
export function readSource(
  path: string,
  options: Options,
  files: Files,
  diagnostics: Diagnostic[],
): { readonly kind: SourceKind; readonly source: Source } | undefined {
  const kind = kindOfSource(path, options);
  if (!kind) return void diagnostics.push(notFortran(path));
  const content = files.read(path);
  if ('reason' in content) return void diagnostics.push(noSuchFile(path, content.reason));
  return { kind, source: { path, text: content.text } };
}

/** `text` of the source, and its folder: what it includes finds files there too. */
export function parseOptions(
  kind: SourceKind,
  text: string,
  options: Options,
  files: Files,
  folder?: string,
): Parameters<typeof parseFile>[1] {
  return {
    form: kind.form,
    cuda: kind.cuda,
    preprocess: kind.preprocess,
    defines: options.defines,
    undefines: options.undefines,
    includePaths: folder ? [...options.includePaths, folder] : options.includePaths,
    escapes: options.escapes,
    openmp: options.openmp,
    offload: offloading(options),
    directives: [...directivesRead(options), ...threadDirectives(options)],
    extend: options.extend,
    debugLines: options.debugLines,
    deep: options.deep,
    readFile: (path: string) => {
      const content = files.read(path);
      return 'text' in content ? content.text : ownHeader(path, text);
    },
  };
}

/** A module whose source did not parse: programs that use it are not told that it is missing. */
function modulesOfFailures(parsed: readonly Parsed[], diagnostics: readonly Diagnostic[]): Set<string> {
  const bad = new Set(diagnostics.filter((d) => d.severity === 'error').map((d) => d.labels[0]?.at.source.path));
  return new Set(parsed.filter((p) => bad.has(p.path)).flatMap((p) => namesOfUnits(p.file)));
}

/** Where the parser has told errors in this source. */
function syntaxErrorsIn(source: Source, diagnostics: readonly Diagnostic[]): Span[] {
  return diagnostics.flatMap((d) => {
    const at = d.severity === 'error' ? d.labels[0]?.at : undefined;
    return at?.source === source ? [at] : [];
  });
}

function compileOne(
  one: Parsed,
  options: Options,
  modules: Pick<AnalysisOptions, 'modules' | 'intrinsicModules' | 'definer' | 'linkable'>,
  failed: ReadonlySet<string>,
  diagnostics: Diagnostic[],
): Made | undefined {
  const before = diagnostics.length;
  const analysed = stage('analysis', one.source, () =>
    analyseFile(one.file, {
      cuda: one.kind.cuda || offloads(options),
      managed: managesAllocatables(options),
      unified: reachesHost(options),
      stdpar: options.offload.includes('stdpar'),
      targets: options.offload.includes('openmp'),
      openacc: openaccVersions(options),
      ...(sharesLoops(options) && { threads: options.threadsShare }),
      defaultInteger: options.defaultInteger,
      defaultReal: options.defaultReal,
      saved: options.saved,
      declared: options.declared,
      searched: searchFolders(options),
      syntaxErrors: syntaxErrorsIn(one.source, diagnostics),
      ...modules,
    }),
  );
  const fresh = analysed.diagnostics.filter(
    (d) => !(d.code === 'unknown-module' && [...failed].some((m) => d.message.includes(`\`${m}\``))),
  );
  diagnostics.push(...fresh);
  const made = { program: analysed.program, interfaces: analysed.modules, externals: analysed.externals };
  if (hasErrors(diagnostics.slice(before)) || hasErrors(diagnostics)) return { ...made, module: undefined };
  const lowered = stage('lowering', one.source, () =>
    lowerProgram(analysed.program, {
      cuda: one.kind.cuda || offloads(options),
      name: one.path,
      checks: {
        bounds: options.bounds,
        reports: options.check?.has('memory') ?? false,
        pointers: options.pointers,
        reallocates: options.reallocates,
      },
      start: { trap: options.trap, swapBytes: options.swapBytes, multicore: options.openmp },
      threads: runsThreads(options),
      mark: markOf(options),
    }),
  );
  diagnostics.push(...lowered.diagnostics);
  return {
    ...made,
    module: hasErrors(lowered.diagnostics)
      ? undefined
      : options.instrument
        ? instrument(lowered.module)
        : lowered.module,
  };
}

/** Of objects alone: by what else tells two of one source apart. */
function markOf({ compileOnly, output, defines }: Options): string {
  const ways = [...(output === undefined ? [] : [output]), ...defines];
  return compileOnly && ways.length > 0 ? `(${ways.join(' ')})` : '';
}

function searchFolders(options: Options): readonly string[] {
  return [...(options.modulePath ? [options.modulePath] : []), '.', ...options.includePaths];
}

function moduleSearch(
  options: Options,
  files: Files,
  known: ReadonlyMap<string, ModuleInterface>,
  fromLibrary: ModuleSearch,
  diagnostics: Diagnostic[],
): ModuleSearch {
  const read = new Map<string, ModuleInterface | undefined>();
  const folders = searchFolders(options);
  const search = (name: string): ModuleInterface | undefined => {
    const here = known.get(name);
    if (here) return here;
    if (!read.has(name)) {
      read.set(name, undefined);
      read.set(name, readFrom(folders, name, files, search, fromLibrary, diagnostics));
    }
    return read.get(name);
  };
  return search;
}

function readFrom(
  folders: readonly string[],
  name: string,
  files: Files,
  search: ModuleSearch,
  fromLibrary: ModuleSearch,
  diagnostics: Diagnostic[],
): ModuleInterface | undefined {
  let problem: Diagnostic | undefined;
  for (const folder of folders) {
    const path = `${folder}/${name}.mod`;
    const content = files.read(path);
    if ('reason' in content) continue;
    const found = moduleFrom(path, name, content.text, search);
    if ('severity' in found) {
      problem ??= found;
      continue;
    }
    for (const needed of neededModules(found)) if (!search(needed)) diagnostics.push(missingNeeded(path, needed));
    return found;
  }
  // A module that comes with the compiler needs no file.
  const own = fromLibrary(name);
  return own || !problem || libraryModuleNames().includes(name) ? own : unreadableModule(name, problem);
}

/** Runs a stage; what it throws is a bug of ours and is told with the stage's name and the place in the source. */
export function stage<T>(name: string, source: Source, run: () => T): T {
  workGoesOn();
  try {
    return run();
  } catch (problem) {
    if (problem instanceof StageFailure) throw problem;
    const at =
      problem instanceof InternalError && problem.at && problem.at !== nowhere ? problem.at : span(source, 0, 0);
    throw new StageFailure(name, problem, at);
  }
}

export class StageFailure extends Error {
  readonly stage: string;
  readonly at: ReturnType<typeof span>;
  constructor(name: string, cause: unknown, at: ReturnType<typeof span>) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.stage = name;
    this.at = at;
  }
}

/** Empty for the current folder. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
