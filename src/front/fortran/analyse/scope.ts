/** Looking names up: in a scope, in the modules it uses, in its host. */
import type { Span } from '../../../base/source.ts';
import * as declarationErrors from '../errors/declarations.ts';
import * as nameErrors from '../errors/names.ts';
import type { DerivedType, Generic, NamedConstant, ProgramSymbol } from '../program.ts';
import type * as tree from '../tree.ts';
import type { Entry, Env, Facts, Meaning, Scope, Use } from './context.ts';
import { libraryOffer } from './declarations/library-offer.ts';
import { scopeOfUnit } from './places.ts';
import { nearest } from './suggest.ts';

export function newScope(parts: Partial<Scope> & Pick<Scope, 'kind' | 'parent' | 'prefix'>): Scope {
  return {
    imports: undefined,
    names: new Map(),
    types: new Map(),
    operators: new Map(),
    uses: [],
    implicit: undefined,
    locals: [],
    module: parts.parent?.module,
    owner: parts.parent?.owner,
    static: false,
    defaultAccess: 'public',
    access: new Map(),
    targets: undefined,
    commons: new Map(),
    equivalences: [],
    savedBlocks: [],
    boundBlocks: new Map(),
    data: [],
    routines: new Set(),
    directives: [],
    brokenUse: false,
    ...parts,
  };
}

/** Most names have none. */
const noWords: Facts['words'] = new Map();

export function noFacts(): Facts {
  return {
    words: noWords,
    type: undefined,
    typeAt: undefined,
    shape: undefined,
    intent: undefined,
    dummy: undefined,
    initial: undefined,
  };
}

export function addWord(facts: Facts, word: tree.AttributeWord, at: Span): void {
  facts.words = new Map(facts.words).set(word, at);
}

export function newEntry(env: Env, name: string, span: Span): Entry {
  return { name, span, env, meaning: undefined, state: 'declared', facts: noFacts() };
}

export function readyEntry(env: Env, name: string, span: Span, meaning: Meaning): Entry {
  return { ...newEntry(env, name, span), meaning, state: 'done' };
}

/** The entry of a name as seen from `env`; undefined where nobody declares it. */
export function lookup(env: Env, name: string): Entry | undefined {
  return climb(env, name, ownName);
}

export function lookupType(env: Env, name: string): Entry | undefined {
  return climb(env, name, ownType);
}

function climb(
  env: Env,
  name: string,
  own: (env: Env, name: string, scope: Scope) => Entry | undefined,
): Entry | undefined {
  for (let scope: Scope | undefined = env.scope; scope; scope = scope.parent) {
    const found = own(env, name, scope);
    if (found) return found;
    if (scope.imports && !scope.imports.has(name)) return undefined;
  }
  return undefined;
}

/** Declared in this very scope or brought by its `use` statements. */
export function ownName(env: Env, name: string, scope: Scope = env.scope): Entry | undefined {
  const declared = scope.names.get(name) ?? scope.found?.(name, env);
  if (declared || scope.uses.length === 0) return declared;
  const here = within(env, scope);
  const brought = used(here, name);
  if (!brought) return undefined;
  const meaning = brought.kind === 'generic' ? withHosts(here, name, brought) : brought;
  const entry = readyEntry(here, name, spanOf(meaning) ?? scope.uses[0]!.span, meaning);
  scope.names.set(name, entry);
  return entry;
}

/** A generic goes on in its host, whose procedures are asked last (Fortran 2018, 15.5.5.2). */
export function withHosts(env: Env, name: string, own: Generic): Generic {
  const { parent, imports } = env.scope;
  const outer = parent && !imports ? lookup({ ...env, scope: parent }, name) : undefined;
  const candidates = outer && candidatesOf(meaningOf(outer));
  return candidates ? { ...own, procedures: distinct([...own.procedures, ...candidates]) } : own;
}

function within(env: Env, scope: Scope): Env {
  return scope === env.scope ? env : { ...env, scope };
}

function ownType(env: Env, name: string, scope: Scope = env.scope): Entry | undefined {
  const declared = scope.types.get(name);
  if (declared) return declared;
  for (const use of scope.uses) {
    const there = nameThere(use, name);
    const type = there === undefined ? undefined : use.from.findType(there);
    if (!type) continue;
    const other = scope.uses.find((u) => isOtherType(u, name, type));
    if (other) env.file.report(nameErrors.ambiguousType({ name }, other.span, [use.from.name, other.from.name]));
    const entry = readyEntry(within(env, scope), name, type.span, type);
    scope.types.set(name, entry);
    return entry;
  }
  return undefined;
}

function isOtherType(use: Use, name: string, type: DerivedType): boolean {
  const there = nameThere(use, name);
  const found = there === undefined ? undefined : use.from.findType(there);
  return found !== undefined && found !== type && found.id !== type.id && !found.library && !type.library;
}

/** What a local name is called in the used module; undefined: not taken from it. */
export function nameThere(use: Use, name: string): string | undefined {
  const renamed = use.renames.get(name);
  if (renamed !== undefined) return renamed;
  return use.only || use.renamed.has(name) ? undefined : name;
}

/** What the modules used in this scope say about a name. */
export function used(env: Env, name: string): Meaning | undefined {
  const found: { symbol: ProgramSymbol; use: Use }[] = [];
  for (const use of env.scope.uses) {
    const there = nameThere(use, name);
    const symbol = there === undefined ? undefined : use.from.find(there);
    if (symbol && !found.some((f) => sameSymbol(f.symbol, symbol))) found.push({ symbol, use });
  }
  const first = found[0];
  if (!first) return usedIntrinsic(env, name);
  if (found.length === 1) return first.symbol;
  const generics = found.flatMap(({ symbol }) => candidatesOf(symbol) ?? []);
  const isCandidate = (p: ProgramSymbol) => p.kind === 'procedure' && generics.some((g) => sameSymbol(g, p));
  if (found.every(({ symbol }) => candidatesOf(symbol) ?? isCandidate(symbol)))
    return { kind: 'generic', name, span: spanOf(first.symbol) ?? first.use.span, procedures: distinct(generics) };
  const library = found.filter(({ use }) => use.library === undefined);
  if (library.length === 1) return library[0]!.symbol;
  env.file.report(nameErrors.ambiguousName(name, first.use, found[1]!.use));
  return { kind: 'error' };
}

/** `intrinsic` in a module, perhaps renamed since. */
function usedIntrinsic(env: Env, name: string): Meaning | undefined {
  for (const use of env.scope.uses) {
    const there = nameThere(use, name);
    const intrinsic = there === undefined ? undefined : use.from.findIntrinsic?.(there);
    if (intrinsic) return { kind: 'intrinsic', name: intrinsic };
  }
  return undefined;
}

function candidatesOf(symbol: Meaning): Generic['procedures'] | undefined {
  if (symbol.kind === 'generic') return symbol.procedures;
  return symbol.kind === 'library-routine' ? [symbol] : undefined;
}

/** One of each (module files make copies). */
function distinct(procedures: readonly Generic['procedures'][number][]): Generic['procedures'] {
  const byName = new Map<string, Generic['procedures'][number]>();
  for (const p of procedures) {
    const key = p.kind === 'procedure' ? p.linkName : `${p.module.name}::${p.name}`;
    if (!byName.has(key)) byName.set(key, p);
  }
  return [...byName.values()];
}

/** The same thing reached on two ways (module files make copies). */
function sameSymbol(a: ProgramSymbol, b: ProgramSymbol): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  if ('linkName' in a && 'linkName' in b && a.linkName === b.linkName) return true;
  if (a.kind === 'constant' && b.kind === 'constant') return sameLibraryValue(a, b);
  return a.kind === 'library-routine' && b.kind === 'library-routine' && a.routine === b.routine;
}

/** NVIDIA's modules offer some constants more than once; programs that write their own copies of them mean the same. */
function sameLibraryValue(a: NamedConstant, b: NamedConstant): boolean {
  return a.value.kind === 'constant' && b.value.kind === 'constant' && a.value.value === b.value.value;
}

export function spanOf(meaning: Meaning): Span | undefined {
  return 'span' in meaning ? meaning.span : undefined;
}

/** What the name of an entry means; evaluates its declaration the first time. */
export function meaningOf(entry: Entry): Meaning {
  return entry.meaning ?? entry.env.file.resolve(entry);
}

/** The generic for an operator, of all scopes that are visible. */
export function lookupOperator(env: Env, key: string): Generic['procedures'] {
  const procedures: Generic['procedures'][number][] = [];
  for (let scope: Scope | undefined = env.scope; scope; scope = scope.parent) {
    const entry = scope.operators.get(key);
    const own = entry && meaningOf(entry);
    if (own?.kind === 'generic') procedures.push(...own.procedures);
    for (const use of scope.uses) {
      const there = operatorThere(use, key);
      if (there !== undefined) procedures.push(...(use.from.findOperator(there)?.procedures ?? []));
    }
    if (scope.imports) break;
  }
  return distinct(procedures);
}

/** What the operator is called in the module. */
export function operatorThere(use: Use, key: string): string | undefined {
  const { renames, all } = use.operators;
  return renames.get(key) ?? (all && !use.renamed.has(key) ? key : undefined);
}

/** Names of device code that need no `use`. */
export function deviceName(name: string): ProgramSymbol | undefined {
  return libraryOffer('cudadevice')?.find(name);
}

function deviceNames(): Iterable<string> {
  return libraryOffer('cudadevice')?.names() ?? [];
}

/** A name of CUDA's libraries, misspelt, that implicit typing would make something of the program's own. */
export function misspeltCuda(env: Env, name: string): string | undefined {
  if (!/^cu(?:da|blas|fft|rand|sparse|solver)[a-z]{3,}/.test(name) || env.file.options.linkable?.(name))
    return undefined;
  return suggestion(env, name, 2);
}

export function visibleNames(env: Env): Set<string> {
  const names = new Set<string>();
  for (let scope: Scope | undefined = env.scope; scope; scope = scope.parent) {
    for (const [name, entry] of scope.names) if (isSuggestible(entry)) names.add(name);
    for (const use of scope.uses) {
      for (const local of use.renames.keys()) names.add(local);
      if (!use.only) for (const name of use.from.names()) names.add(name);
    }
  }
  return names;
}

/** A name of this scope that may have been meant, as its library spells it. `most`: of letters that differ. `fits`: whether a name may stand there. */
export function suggestion(
  env: Env,
  name: string,
  most?: number,
  fits: (known: string) => boolean = () => true,
): string | undefined {
  const near = nearest(name, visibleNames(env), most, fits);
  const onHost = env.side === 'host' && !env.kernelLoop;
  if (near === undefined) return onHost ? undefined : (nameInC(name) ?? nearest(name, deviceNames()));
  for (let scope: Scope | undefined = env.scope; scope; scope = scope.parent)
    for (const use of scope.uses) {
      const found = use.library === undefined ? undefined : use.from.find(near);
      if (found?.kind === 'library-routine') return found.name;
    }
  return near;
}

/** `__syncthreads`, `sqrtf`. */
function nameInC(name: string): string | undefined {
  const bare = name.replace(/^__/, '');
  return (bare !== name && deviceName(bare) ? bare : undefined) ?? mathOfC.get(name.replace(/f$/, ''));
}

const mathOfC = new Map([
  ...'sqrt exp log log10 sin cos tan asin acos atan atan2 sinh cosh tanh floor'.split(' ').map((n) => [n, n] as const),
  ...([
    ['fabs', 'abs'],
    ['fmax', 'max'],
    ['fmin', 'min'],
    ['fmod', 'mod'],
    ['ceil', 'ceiling'],
  ] as const),
]);

/** Takes a name out of play after an error about it has been told. */
export function poison(env: Env, name: string, span: Span): void {
  const scope = scopeOfUnit(env.scope);
  scope.names.set(name, readyEntry({ ...env, scope }, name, span, { kind: 'error' }));
}

/** An external procedure known only by its calls keeps its name in the unit. */
export function remember<P extends Meaning & object>(env: Env, name: tree.Name, procedure: P): P {
  for (let s: Scope | undefined = env.scope; s; s = s.imports ? undefined : s.parent)
    if (s.explicitExternals) {
      env.file.report(nameErrors.externalNotDeclared(name));
      break;
    }
  const scope = scopeOfUnit(env.scope);
  if (scope.commons.has(name.text)) env.file.report(declarationErrors.blockName(name.text, 'a procedure', name.span));
  if (!scope.names.has(name.text))
    scope.names.set(name.text, readyEntry({ ...env, scope }, name.text, name.span, procedure));
  return procedure;
}

/** The implicit type of a name: a type to evaluate, undefined under `implicit none`. */
export function implicitTypeOf(env: Env, name: string): tree.TypeSpec | 'default' | undefined {
  for (let scope: Scope | undefined = env.scope; scope; scope = scope.imports ? undefined : scope.parent) {
    if (!scope.implicit) continue;
    const rule = scope.implicit.letters.get(name[0]!);
    if (rule) return rule;
    if (scope.implicit.none) return undefined;
  }
  return env.file.options.declared ? undefined : 'default';
}

/** An unknown name that follows from an earlier mistake: its declaration could not be read, or it may come from a missing module. */
export function isExcused(env: Env, name: string): boolean {
  return env.file.damaged.has(name) || hasBrokenUse(env);
}

/** A module is missing: names that may come from it are not told. */
export function hasBrokenUse(env: Env): boolean {
  for (let s: Scope | undefined = env.scope; s; s = s.parent) if (s.brokenUse) return true;
  return false;
}

/** Names that were only called are no help. */
function isSuggestible({ meaning }: Entry): boolean {
  if (meaning?.kind === 'error') return false;
  return meaning?.kind !== 'procedure' || !meaning.signature.implicit;
}
