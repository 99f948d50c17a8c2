/** Modules: their declarations, what they offer to others, their procedures. */
import { nowhere } from '../../../../base/source.ts';
import * as nameErrors from '../../errors/names.ts';
import type { DerivedType, Generic, Procedure, ProgramSymbol, Type } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env, ImplicitRules, Meaning, Offer, Scope } from '../context.ts';
import { withReductions } from '../directives/openmp/module-reductions.ts';
import { separateProblem } from '../rules/separate.ts';
import { unitNameProblem } from '../rules/unit-names.ts';
import {
  implicitTypeOf,
  lookup,
  lookupType,
  meaningOf,
  nameThere,
  newScope,
  operatorThere,
  ownName,
  readyEntry,
  spanOf,
} from '../scope.ts';
import { analyseBody } from '../statements/bodies.ts';
import { collect, declare } from './declare.ts';
import { setHomes } from './homes.ts';
import { libraryOffer } from './library-offer.ts';
import type { ImplicitTypes, LibraryUse, ModuleInterface, UseOfModule } from './module-interface.ts';
import { declareContained, prepare, sideOf } from './procedures.ts';
import { finishSpecification } from './specification.ts';
import { typeOf } from './type-specs.ts';
import { imported, moduleOffer } from './use.ts';
import { namesIn } from './written-definition.ts';

export function analyseModule(root: Env, written: tree.Module): Procedure[] {
  const unit = withReductions(written);
  const name = unit.name.text;
  const scope = newScope({ kind: 'module', parent: undefined, prefix: name, module: name, static: true });
  const env: Env = { ...root, scope };
  collect(env, unit.specification);
  for (const p of unit.contains) declareContained(env, p);
  for (const d of unit.specification) if (d.kind === 'access') implicitlyDeclared(env, d);
  finishSpecification(env);
  const named = unitNameProblem(env, unit.name, 'module');
  if (named) env.file.report(named);
  root.file.variables.push(...scope.locals.filter((v) => !v.overlay?.common));
  const offered = interfaceOf(env, unit.name);
  setHomes(offered);
  root.file.modules.set(name, offered);
  root.file.moduleEnvs.set(name, env);
  return containedBodies(env, unit.contains);
}

/** `public :: a` declares a variable of the implicit type where nothing else says what `a` is. */
function implicitlyDeclared(env: Env, d: tree.AccessStatement): void {
  for (const item of d.items) {
    if (item.kind !== 'name' || implicitTypeOf(env, item.text) === undefined) continue;
    if (!lookup(env, item.text) && !lookupType(env, item.text)) declare(env, item);
  }
}

export function containedBodies(env: Env, contains: readonly tree.Procedure[]): Procedure[] {
  return contains.flatMap((p) => {
    if (p.kind === 'module-procedure') return separateBody(env, p) ?? [];
    if (env.scope.names.get(p.name.text)?.facts.unit !== p) return [];
    const prepared = prepare(env, p, 'contained');
    checkSeparate(env, prepared.procedure);
    const forgotten = forgottenPrefix(env, prepared.procedure);
    if (forgotten) env.file.report(nameErrors.withoutModulePrefix(prepared.procedure, forgotten));
    return [analyseBody(p, prepared)];
  });
}

/** A procedure with an interface of its own in this module, or in one that this submodule belongs to. */
function checkSeparate(env: Env, p: Procedure): void {
  if (p.origin !== 'separate') return;
  const wanted = interfaceOfSeparate(env, p);
  const problem = wanted && separateProblem(wanted, p);
  if (problem) env.file.report(problem);
}

/** In a submodule: the interface of a separate procedure that this one does not define, for want of a word. */
function forgottenPrefix(env: Env, p: Procedure): Procedure | undefined {
  if (p.origin === 'separate' || env.scope.parent?.kind !== 'module') return undefined;
  for (let scope: Scope | undefined = env.scope.parent; scope; scope = scope.parent) {
    const entry = scope.names.get(p.name);
    if (entry?.meaning?.kind === 'procedure') return entry.meaning.origin === 'separate' ? entry.meaning : undefined;
  }
  return undefined;
}

function interfaceOfSeparate(env: Env, p: Procedure): Procedure | undefined {
  const own = env.scope.names.get(p.name)?.facts.separate;
  if (own) return prepare(env, own, 'interface').procedure;
  for (let scope = env.scope.parent; scope; scope = scope.parent) {
    const meaning = scope.names.get(p.name)?.meaning;
    if (meaning?.kind === 'procedure') return meaning;
  }
  return undefined;
}

/** `module procedure p`: dummies and result are those of the interface in the parent module. */
function separateBody(env: Env, unit: tree.ModuleProcedure): Procedure | undefined {
  for (let scope: Scope | undefined = env.scope; scope; scope = scope.parent) {
    const body = scope.names.get(unit.name.text)?.facts.interfaceBody?.unit;
    const prepared = body && env.file.prepared.get(body);
    if (!prepared) continue;
    const inner = newScope({
      ...prepared.env.scope,
      names: new Map(prepared.env.scope.names),
      parent: env.scope,
      imports: undefined,
    });
    const own: Env = { ...prepared.env, scope: inner };
    collect(own, unit.specification);
    for (const p of unit.contains) declareContained(own, p);
    return analyseBody(unit, { procedure: prepared.procedure, env: own });
  }
  return bodyOfImported(env, unit);
}

/** Its interface was read from another file. */
function bodyOfImported(env: Env, unit: tree.ModuleProcedure): Procedure | undefined {
  const found = lookup(env, unit.name.text);
  const meaning = found && meaningOf(found);
  if (meaning?.kind !== 'procedure') return void env.file.report(nameErrors.noSeparateInterface(unit.name));
  const procedure: Procedure = { ...meaning, span: unit.name.span };
  const { dummies, result, targets } = procedure.signature;
  const scope = newScope({
    kind: 'procedure',
    parent: env.scope,
    prefix: procedure.linkName,
    owner: procedure,
    targets,
  });
  const own: Env = { ...env, scope, side: sideOf(targets) };
  for (const v of [...dummies, result])
    if (v && v !== 'alternate-return') scope.names.set(v.name, readyEntry(own, v.name, v.span, v));
  if (result) scope.locals.push(result);
  collect(own, unit.specification);
  for (const p of unit.contains) declareContained(own, p);
  return analyseBody(unit, { procedure, env: own });
}

/** The scope of a module or submodule in another file, for its submodules, which name their ancestor. */
export function environmentOf(root: Env, m: ModuleInterface, ancestor?: tree.Name): Env {
  const scope = scopeOf(root, m, ancestor);
  const env: Env = { ...root, scope };
  if (m.implicit) scope.implicit = implicitRules(m.implicit);
  for (const [name, symbol] of [...m.symbols, ...m.hidden]) {
    const entry = readyEntry(env, name, spanOf(symbol) ?? m.span, imported(symbol));
    (symbol.kind === 'derived-type' ? scope.types : scope.names).set(name, entry);
  }
  for (const [name, type] of m.types) scope.types.set(name, readyEntry(env, name, type.span, type));
  for (const [name, intrinsic] of m.intrinsics)
    if (!scope.names.has(name))
      scope.names.set(name, readyEntry(env, name, m.span, { kind: 'intrinsic', name: intrinsic }));
  for (const [key, generic] of m.operators) scope.operators.set(key, readyEntry(env, key, generic.span, generic));
  for (const u of m.uses ?? m.libraries.map(asUse)) {
    const from = u.library ? libraryOffer(u.module) : offerOf(root, u.module);
    if (from) scope.uses.push({ ...u, from, span: m.span, library: u.library ? u.module : undefined });
    else if (ancestor) missingBehind(env, ancestor, u.module);
  }
  return env;
}

function scopeOf(root: Env, { name, extended }: ModuleInterface, ancestor: tree.Name | undefined): Scope {
  const parent = extended && environmentNamed(root, extended.name, ancestor);
  return parent
    ? submoduleScope(parent.scope, extended.as)
    : newScope({ kind: 'module', parent: undefined, prefix: name, module: name, static: true });
}

/** Of a module or submodule, in this file or another. */
export function environmentNamed(root: Env, name: string, ancestor: tree.Name | undefined): Env | undefined {
  const own = root.file.moduleEnvs.get(name);
  const other = own ? undefined : root.file.options.modules(name);
  return own ?? (other && environmentOf(root, other, ancestor));
}

export function submoduleScope(parent: Scope, name: string): Scope {
  return newScope({
    kind: 'module',
    parent,
    prefix: `${parent.prefix}.${name}@`,
    module: parent.module,
    static: true,
  });
}

function missingBehind({ file, scope }: Env, ancestor: tree.Name, module: string): void {
  scope.brokenUse = true;
  if (file.missingModules.has(module)) return;
  file.missingModules.add(module);
  file.report(nameErrors.missingBehindAncestor(ancestor, module, file.options.searched ?? []));
}

function asUse({ module, only, renames, hidden }: LibraryUse): UseOfModule {
  return {
    module,
    library: true,
    only,
    renames,
    operators: { renames: new Map(), all: true },
    renamed: new Set(hidden),
  };
}

function offerOf({ file }: Env, name: string): Offer | undefined {
  const found = file.modules.get(name) ?? file.options.modules(name) ?? file.options.intrinsicModules?.(name);
  return found && moduleOffer(found, file.modules.has(name));
}

export function interfaceOf(env: Env, { text: name, span }: Pick<tree.Name, 'text' | 'span'>): ModuleInterface {
  const { scope } = env;
  const symbols = new Map<string, ProgramSymbol>();
  const types = new Map<string, DerivedType>();
  const operators = new Map<string, Generic>();
  const hidden = new Map<string, ProgramSymbol>();
  const intrinsics = new Map<string, string>();
  const isPublic = (key: string) => (scope.access.get(key) ?? scope.defaultAccess) === 'public';
  nameWhatDefinitionsUse(env);
  passOn(env, isPublic, symbols, types, operators, intrinsics);
  for (const [name, entry] of scope.names) {
    const symbol = entry.meaning && symbolOf(entry.meaning);
    if (symbol) (isPublic(name) ? symbols : hidden).set(name, symbol);
    if (entry.meaning?.kind === 'intrinsic' && isPublic(name)) intrinsics.set(name, entry.meaning.name);
  }
  for (const [name, entry] of scope.types) {
    if (entry.meaning?.kind !== 'derived-type') continue;
    if (isPublic(name)) types.set(name, entry.meaning);
    else if (!hidden.has(name)) hidden.set(name, entry.meaning);
  }
  for (const [key, entry] of scope.operators)
    if (entry.meaning?.kind === 'generic' && isPublic(key))
      operators.set(key, joined(operators.get(key), entry.meaning));
  return {
    name,
    span,
    symbols,
    types,
    operators,
    libraries: librariesOf(env, isPublic),
    intrinsics,
    hidden,
    uses: [...symbols.values(), ...hidden.values()].some(isSeparate) ? usesOf(scope) : undefined,
    implicit: scope.implicit && implicitTypes(env, scope.implicit),
    incomplete: scope.brokenUse || [...scope.names.values()].some((entry) => entry.meaning?.kind === 'error'),
  };
}

function isSeparate(s: ProgramSymbol): boolean {
  return s.kind === 'procedure' && s.origin === 'separate';
}

export function usesOf(scope: Scope): UseOfModule[] {
  return scope.uses.map(({ from, only, renames, operators, renamed, library }) => ({
    module: library ?? from.name,
    library: library !== undefined,
    only,
    renames,
    operators,
    renamed,
  }));
}

function implicitTypes(env: Env, rules: ImplicitRules): ImplicitTypes {
  const letters = new Map<string, Type>();
  for (const [letter, spec] of rules.letters) {
    const type = typeOf(env, spec);
    if (type) letters.set(letter, type);
  }
  return { none: rules.none, letters };
}

/** Implicit types that are numbers or logicals; others are not carried to submodules in other files. */
function implicitRules({ none, letters }: ImplicitTypes): ImplicitRules {
  const specs = new Map<string, tree.TypeSpec>();
  for (const [letter, type] of letters) {
    if (type.base === 'derived' || type.base === 'character' || type.base === 'any') continue;
    specs.set(letter, {
      kind: 'intrinsic-type',
      type: type.base,
      kindParameter: undefined,
      bytes: type.base === 'complex' ? 2 * type.kind : type.kind,
      length: undefined,
      span: nowhere,
    });
  }
  return { none, letters: specs };
}

/** Definitions with parameters are read again where their types are made: what they name goes with them. */
function nameWhatDefinitionsUse(env: Env): void {
  for (const { meaning, facts } of [...env.scope.types.values()]) {
    if (meaning?.kind !== 'derived-type' || !meaning.template) continue;
    for (const name of namesIn(facts.definition)) {
      ownName(env, name);
      lookupType(env, name);
    }
  }
}

function symbolOf(m: Meaning): ProgramSymbol | undefined {
  switch (m.kind) {
    case 'builtin':
    case 'intrinsic':
    case 'value':
    case 'statement-function':
    case 'error':
      return undefined;
    default:
      return m;
  }
}

/** Names of used modules are offered too. */
function passOn(
  env: Env,
  isPublic: (key: string) => boolean,
  symbols: Map<string, ProgramSymbol>,
  types: Map<string, DerivedType>,
  operators: Map<string, Generic>,
  intrinsics: Map<string, string>,
): void {
  for (const use of env.scope.uses) {
    if (use.library !== undefined) continue;
    const names = use.only ? use.renames.keys() : [...use.renames.keys(), ...use.from.names()];
    for (const name of names) {
      const there = nameThere(use, name);
      if (there === undefined || !isPublic(name)) continue;
      const symbol = use.from.find(there);
      const type = use.from.findType(there);
      const known = symbols.get(name);
      if (symbol)
        symbols.set(name, known?.kind === 'generic' && symbol.kind === 'generic' ? joined(known, symbol) : symbol);
      if (type) types.set(name, type);
      const intrinsic = use.from.findIntrinsic?.(there);
      if (intrinsic) intrinsics.set(name, intrinsic);
    }
    const there = new Map(use.from.operators?.());
    for (const key of new Set([...use.operators.renames.keys(), ...there.keys()])) {
      const generic = isPublic(key) ? there.get(operatorThere(use, key) ?? '') : undefined;
      if (generic) operators.set(key, joined(operators.get(key), generic));
    }
  }
}

function joined(known: Generic | undefined, more: Generic): Generic {
  return known ? { ...known, procedures: [...new Set([...known.procedures, ...more.procedures])] } : more;
}

function librariesOf(env: Env, isPublic: (key: string) => boolean): LibraryUse[] {
  return env.scope.uses.flatMap((use): LibraryUse[] => {
    if (use.library === undefined) return [];
    const open = env.scope.defaultAccess === 'public';
    const renames = new Map([...use.renames].filter(([local]) => isPublic(local)));
    if (!open) {
      for (const [name, access] of env.scope.access) {
        const there = access === 'public' ? nameThere(use, name) : undefined;
        if (there !== undefined) renames.set(name, there);
      }
      return renames.size > 0 ? [{ module: use.library, only: true, renames, hidden: new Set() }] : [];
    }
    const hidden = new Set([
      ...use.renamed,
      ...[...env.scope.access].flatMap(([n, a]) => (a === 'private' ? [n] : [])),
    ]);
    return [{ module: use.library, only: use.only, renames, hidden }];
  });
}
