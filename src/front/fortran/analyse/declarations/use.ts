/** `use`: brings a module's names into a scope. */

import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as nameErrors from '../../errors/names.ts';
import type { ProgramSymbol, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env, Offer } from '../context.ts';
import { noFacts } from '../scope.ts';
import { nearest } from '../suggest.ts';
import { homeOf, setHome } from './homes.ts';
import { libraryModuleNames, libraryOffer } from './library-offer.ts';
import type { LibraryUse, ModuleInterface } from './module-interface.ts';
import { isPrivateIn } from './module-with.ts';

export function use(env: Env, d: tree.Use): void {
  const name = d.module.text;
  if (env.scope.kind === 'procedure' && env.scope.owner?.name === name)
    env.file.report(nameErrors.usesItself(d.module));
  const { modules, intrinsicModules } = env.file.options;
  readyInTime(env, d);
  const own = d.nature === 'intrinsic' ? intrinsicModules?.(name) : (env.file.modules.get(name) ?? modules(name));
  const library = own || d.nature === 'non_intrinsic' ? undefined : libraryOffer(name);
  const inFile = env.file.modules.has(name);
  const from = own ? moduleOffer(own, inFile) : library;
  if (!from) {
    missing(env, d.module);
    env.scope.brokenUse = true;
    return;
  }
  if (own?.incomplete) env.scope.brokenUse = true;
  if (own?.problem) unreadable(env, d.module, own.problem);
  const { renames, operators, renamed } = readItems(env, d, from);
  env.scope.uses.push({
    from,
    only: d.only,
    renames,
    operators,
    renamed,
    span: d.span,
    library: library ? name : undefined,
  });
  shareRenames(env, from);
}

/** A procedure that is called further up may use a module that stands between. */
function readyInTime(env: Env, d: tree.Use): void {
  const later = env.file.laterModules.get(d.module.text);
  if (later && later.span.source === d.span.source && later.span.from < d.span.from) later.analyse();
}

/** What one `use` of a module renames has its own name no more, unless an `only` list says so (Fortran 2018, 14.2.2). */
function shareRenames(env: Env, from: Offer): void {
  const same = env.scope.uses.filter((u) => u.from.name === from.name);
  if (same.length < 2) return;
  for (const { renames } of same)
    for (const [local, there] of renames)
      if (local !== there && !same.some((u) => u.renames.get(there) === there))
        for (const u of same) u.renamed.add(there);
}

/** The file of a module is there and cannot be read: told once. */
export function unreadable(env: Env, module: tree.Name, problem: Diagnostic): void {
  if (env.file.missingModules.has(module.text)) return;
  env.file.missingModules.add(module.text);
  env.file.report({ ...problem, labels: [{ at: module.span }] });
}

/** Told once for each module. */
function missing(env: Env, module: tree.Name): void {
  if (env.file.missingModules.has(module.text)) return;
  env.file.missingModules.add(module.text);
  const { searched = [], definer, circle: circleOf } = env.file.options;
  const circle = circleOf?.(module.text);
  if (circle) {
    env.file.report(nameErrors.circularUse(module, circle));
    return;
  }
  const source = definer?.(module.text);
  const known = [...env.file.modules.keys(), ...libraryModuleNames()];
  env.file.report(
    source === undefined
      ? nameErrors.missingModule(module, searched, nearest(module.text, known))
      : nameErrors.moduleInOtherSource(module, source),
  );
}

function readItems(env: Env, d: tree.Use, from: Offer) {
  const renames = new Map<string, string>();
  const operators = new Map<string, string>();
  const renamed = new Set<string>();
  for (const item of d.items) {
    const { local, original } = item;
    if (original.kind !== 'name' || local.kind !== 'name') {
      const [here, there] = [operatorKey(local), operatorKey(original)];
      if (!from.findOperator(there) && !env.scope.brokenUse)
        env.file.report(nameErrors.operatorNotInModule(original.span, from.name));
      operators.set(here, there);
      if (here !== there) renamed.add(there);
      continue;
    }
    const there = from.find(original.text) ?? from.findType(original.text) ?? from.findIntrinsic?.(original.text);
    if (!there) {
      if (!env.scope.brokenUse)
        env.file.report(
          nameErrors.notInModule(
            original,
            from.name,
            nearest(original.text, from.names()),
            isPrivateIn(env, from.name, original.text),
          ),
        );
      env.scope.names.set(local.text, {
        name: local.text,
        span: item.span,
        env,
        meaning: { kind: 'error' },
        state: 'done',
        facts: noFacts(),
      });
      continue;
    }
    const { kind, owner } = env.scope;
    if (kind === 'procedure' && owner?.origin === 'external' && owner.name === local.text)
      env.file.report(nameErrors.ownNameUsed(local, owner));
    renames.set(local.text, original.text);
    if (local.text !== original.text) renamed.add(original.text);
  }
  return { renames, operators: { renames: operators, all: !d.only }, renamed };
}

function operatorKey(spec: tree.GenericSpec): string {
  switch (spec.kind) {
    case 'generic-operator':
      return spec.defined ? `.${spec.operator}.` : spec.operator;
    case 'generic-assignment':
      return '=';
    case 'generic-io':
      return `${spec.direction}(${spec.form})`;
    default:
      return spec.text;
  }
}

/** Variables of another file's module, as this file sees them. */
const imports = new WeakMap<Variable, Variable>();

export function imported<S extends ProgramSymbol | undefined>(symbol: S): S | Variable {
  if (symbol?.kind !== 'variable' || symbol.imported) return symbol;
  const known = imports.get(symbol);
  if (known) return known;
  const made: Variable = { ...symbol, imported: true };
  imports.set(symbol, made);
  const home = homeOf(symbol);
  if (home) setHome(made, home);
  return made;
}

export function moduleOffer(module: ModuleInterface, inFile: boolean): Offer {
  const libraries = module.libraries.map((l) => ({ l, offer: libraryOffer(l.module) }));
  const through = <T>(name: string, ask: (o: Offer, name: string) => T | undefined): T | undefined => {
    for (const { l, offer } of libraries) {
      const there = nameIn(l, name);
      const found = there === undefined || !offer ? undefined : ask(offer, there);
      if (found) return found;
    }
    return undefined;
  };
  return {
    name: module.name,
    find(name) {
      const own = module.symbols.get(name);
      return (inFile ? own : imported(own)) ?? through(name, (o, n) => o.find(n));
    },
    findType: (name) => module.types.get(name) ?? through(name, (o, n) => o.findType(n)),
    findIntrinsic: (name) => module.intrinsics.get(name),
    findOperator: (key) => module.operators.get(key) ?? through(key, (o, n) => o.findOperator(n)),
    operators: () => module.operators,
    *names() {
      yield* module.symbols.keys();
      yield* module.types.keys();
      yield* module.intrinsics.keys();
      for (const { l, offer } of libraries) {
        yield* l.renames.keys();
        if (!l.only && offer) yield* offer.names();
      }
    },
  };
}

function nameIn(l: LibraryUse, name: string): string | undefined {
  if (l.hidden.has(name)) return undefined;
  const renamed = l.renames.get(name);
  if (renamed !== undefined) return renamed;
  return l.only ? undefined : name;
}
