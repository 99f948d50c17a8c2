/** Many modules become one program: symbols are resolved, common storage is merged, what nothing reaches is dropped. */
import type { Diagnostic } from '../base/diagnostic.ts';
import { nowhere, type Span } from '../base/source.ts';
import type { Archive } from './archive.ts';
import { isTypeCall, neededBy, type TypeCall, typeCallFunction } from './bound-calls.ts';
import type { Foreign } from './foreign.ts';
import { ignoreResults } from './ignore-results.ts';
import { withAgreeingCalls } from './link-calls.ts';
import { withAddressesWanted } from './link-described.ts';
import { handDownRooms } from './link-rooms.ts';
import { plainName, withUnderscores } from './link-underscores.ts';
import { passLongJumps } from './long-jumps.ts';
import type { Extern, Fn, Global, Module, Statement } from './module.ts';
import { withOverloadedCalls } from './overloaded-calls.ts';
import { withReplacedCalls } from './replaced-calls.ts';
import { withVariadicCalls } from './variadic-calls.ts';
import { eachExpressionOf, eachStatement } from './walk.ts';

/** A whole program: everything that its roots reach. */
export type Program = {
  /** Host and device functions and kernels, by name. */
  readonly functions: ReadonlyMap<string, Fn>;
  readonly globals: ReadonlyMap<string, Global>;
  /** The functions of the runtime that it calls. */
  readonly externs: ReadonlyMap<string, Extern>;
  /** The index is the kernel's number. */
  readonly kernels: readonly Fn[];
  /** Host functions and externs whose value is taken, in the order found. */
  readonly addressed: readonly string[];
  readonly roots: readonly string[];
  readonly foreign?: Foreign;
};

/**
 * `roots` are functions that must stay and are exported, such as the main program. Undefined and multiply defined symbols are diagnosed. What no module defines is
 * taken from the archive.
 */
export function link(
  modules: readonly Module[],
  roots: readonly string[],
  archive: Archive = emptyArchive,
): { readonly program: Program; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const symbols = collect(withUnderscores(withAddressesWanted(modules)), diagnostics);
  const program = reach(withArchive(symbols, archive), roots, diagnostics);
  return { program, diagnostics };
}

const emptyArchive: Archive = { function: () => undefined, global: () => undefined, extern: () => undefined };

type Symbols = {
  readonly functions: Map<string, Fn>;
  readonly globals: Map<string, Global>;
  readonly externs: Map<string, Extern>;
};

function collect(modules: readonly Module[], diagnostics: Diagnostic[]): Symbols {
  const symbols: Symbols = { functions: new Map(), globals: new Map(), externs: new Map() };
  const owner = new Map<string, string>();
  for (const m of modules) {
    for (const f of m.functions) {
      const old = symbols.functions.get(f.name);
      if (!old || (old.shareable && !f.shareable)) symbols.functions.set(f.name, f);
      else if (!f.shareable && old !== f)
        diagnostics.push(multiple(f.name, owner.get(f.name) ?? '', m.name, f.at, old.at));
      if (!old) owner.set(f.name, m.name);
    }
    for (const g of m.globals) addGlobal(symbols, g, m.name, owner, diagnostics);
    for (const e of m.externs) if (e.from === 'runtime') symbols.externs.set(e.name, e);
  }
  return symbols;
}

/** Names and what they mean, found when asked for. */
type Find = {
  readonly function: (name: string) => Fn | undefined;
  readonly global: (name: string) => Global | undefined;
  readonly extern: (name: string) => Extern | undefined;
  readonly helpFor: (name: string) => string | undefined;
  /** The function with its calls by names of the library as they are meant. */
  readonly meant: (fn: Fn) => Fn;
  /** Defined by the program itself, not by the library. */
  readonly isOwn: (name: string) => boolean;
};

function withArchive(symbols: Symbols, archive: Archive): Find {
  const isOwn = (name: string) => symbols.functions.has(name);
  return {
    function: (name) => symbols.functions.get(name) ?? archive.function(name),
    meant: (fn) => withOverloadedCalls(withVariadicCalls(withReplacedCalls(fn, archive, isOwn), isOwn), archive, isOwn),
    global: (name) => {
      const own = symbols.globals.get(name);
      return own && own.linkage !== 'extern' ? own : archive.global(name);
    },
    extern: (name) => symbols.externs.get(name) ?? archive.extern(name),
    helpFor: (name) => archive.helpFor?.(name),
    isOwn,
  };
}

function addGlobal(
  symbols: Symbols,
  g: Global,
  module: string,
  owner: Map<string, string>,
  diagnostics: Diagnostic[],
): void {
  const old = symbols.globals.get(g.name);
  if (!old) owner.set(g.name, module);
  const merged = old ? mergeGlobals(old, g) : g;
  if (merged) symbols.globals.set(g.name, merged);
  else diagnostics.push(multiple(g.name, owner.get(g.name) ?? '', module, nowhere, nowhere));
}

/** Undefined where both define it. */
function mergeGlobals(a: Global, b: Global): Global | undefined {
  if (b.linkage === 'extern') return a;
  if (a.linkage === 'extern') return b;
  if (a.linkage === 'define' && b.linkage === 'define') return undefined;
  const [first, second] = a.linkage === 'define' || b.linkage !== 'define' ? [a, b] : [b, a];
  return {
    ...first,
    size: Math.max(a.size, b.size),
    align: Math.max(a.align, b.align),
    init: [...first.init, ...second.init],
    relocations: [...(first.relocations ?? []), ...(second.relocations ?? [])],
  };
}

function multiple(name: string, first: string, second: string, at: Span, before: Span): Diagnostic {
  return {
    severity: 'error',
    code: 'multiple-definition',
    message: `\`${name}\` is defined in \`${first}\` and again in \`${second}\``,
    labels:
      at === nowhere
        ? []
        : [
            { at, text: 'defined again here' },
            { at: before, text: 'first defined here' },
          ],
  };
}

function undefinedSymbol(
  name: string,
  at: Span,
  help = 'write it, or name the source, object or library (-l) that has it; of a module it is known by `use` alone',
): Diagnostic {
  return {
    severity: 'error',
    code: 'undefined-symbol',
    message: `no source or object defines \`${name}\``,
    labels: at === nowhere ? [] : [{ at, text: 'used here' }],
    help,
  };
}

/** Fortran compilers append an underscore to external names: C code, or bind(c), may have written it, or call so what Fortran defines. */
function speltOtherwise(find: Find, name: string): Fn | undefined {
  const longer = find.function(`${name}_`);
  const shorter = plainName(name);
  if (longer || shorter === undefined || !find.isOwn(shorter)) return longer;
  const own = find.function(shorter);
  return own?.lengths && own;
}

function reach(find: Find, roots: readonly string[], diagnostics: Diagnostic[]): Program {
  const functions = new Map<string, Fn>();
  const globals = new Map<string, Global>();
  const externs = new Map<string, Extern>();
  const addressed = new Set<string>();
  const missing = new Set<string>();
  const queue: Fn[] = [];
  const typeCalls = new Map<string, TypeCall>();

  const miss = (name: string, at: Span): void => {
    if (!missing.has(name)) diagnostics.push(undefinedSymbol(name, at, find.helpFor(name)));
    missing.add(name);
  };
  const useFunction = (name: string): boolean => {
    if (functions.has(name) || externs.has(name)) return true;
    const found = find.function(name);
    const fn = found && find.meant(found);
    if (fn) {
      functions.set(name, fn);
      queue.push(fn);
      return true;
    }
    const spelt = find.extern(name) ? undefined : speltOtherwise(find, name);
    if (spelt) {
      functions.set(name, { ...spelt, name });
      queue.push(spelt);
      return true;
    }
    const extern = find.extern(name);
    if (extern) externs.set(name, extern);
    return extern !== undefined;
  };
  const takeAddress = (name: string, at: Span): void => {
    if (!useFunction(name)) miss(name, at);
    else if (functions.get(name)?.kind !== 'kernel') addressed.add(name);
  };
  const useGlobal = (name: string, at: Span): boolean => {
    if (globals.has(name)) return true;
    const g = find.global(name);
    if (!g) return false;
    globals.set(name, g);
    for (const r of g.relocations ?? []) if (!useGlobal(r.symbol, at)) takeAddress(r.symbol, at);
    return true;
  };

  const isFunction = (name: string): boolean => find.function(name) !== undefined;
  const useCallee = (name: string, s: Extract<Statement, { kind: 'call' }>, owner: Fn): void => {
    const at = s.at ?? owner.at;
    if (!isTypeCall(name)) {
      if (!useFunction(name)) miss(name, at);
    } else if (!typeCalls.has(name)) {
      const results = s.results.map((r) => owner.locals[r]!.type);
      typeCalls.set(name, { name, params: s.args.map((a) => a.type), results, at });
    }
  };

  const reachAll = (): void => {
    for (let fn = queue.pop(); fn; fn = queue.pop()) reachFrom(fn);
  };
  const reachFrom = (owner: Fn): void => {
    eachStatement(owner.body, (s) => {
      const at = s.at ?? owner.at;
      if (s.kind === 'call' && s.callee.kind === 'direct') useCallee(s.callee.name, s, owner);
      if (s.kind === 'launch' && s.kernel.kind === 'direct' && !useFunction(s.kernel.name)) miss(s.kernel.name, at);
      eachExpressionOf(s, (e) => {
        if (e.kind === 'global' && !useGlobal(e.name, at)) miss(e.name, at);
        if (e.kind === 'function') takeAddress(e.name, at);
      });
    });
  };

  for (const root of roots) if (!useFunction(root)) miss(root, nowhere);
  reachAll();
  // The procedures of types may use further types, whose procedures the same calls may mean.
  for (let known = -1; known < globals.size + typeCalls.size; ) {
    known = globals.size + typeCalls.size;
    for (const call of typeCalls.values())
      for (const name of neededBy(call, globals, isFunction)) if (!useFunction(name)) miss(name, call.at);
    reachAll();
  }
  for (const [name, call] of typeCalls) functions.set(name, typeCallFunction(call, globals, isFunction));
  for (const [name, fn] of functions) functions.set(name, withAgreeingCalls(fn, functions, find.isOwn, diagnostics));
  ignoreResults(functions);
  passLongJumps(functions);
  handDownRooms(functions, globals, addressed);
  const kernels = [...functions.values()].filter((f) => f.kind === 'kernel');
  return { functions, globals, externs, kernels, addressed: [...addressed], roots };
}
