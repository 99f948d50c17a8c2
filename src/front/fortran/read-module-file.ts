/** Module files read: see module-format.ts. What a name means is made when somebody asks for it. */
import { nowhere } from '../../base/source.ts';
import { findAtHome, type HomeTable, homeTables, setHome } from './analyse/declarations/homes.ts';
import { libraryOffer } from './analyse/declarations/library-offer.ts';
import type {
  ImplicitTypes,
  LibraryUse,
  ModuleInterface,
  UseOfModule,
} from './analyse/declarations/module-interface.ts';
import { instancesOf } from './analyse/declarations/type-instances.ts';
import { format, isLeftOut, type ModuleFile, type Table } from './module-format.ts';
import type { DerivedType, Generic, ProgramSymbol } from './program.ts';

export type ModuleSearch = (name: string) => ModuleInterface | undefined;

/** Undefined where the text is no module file of this version. `search` finds the modules that it needs. */
export function readModuleFile(text: string, search: ModuleSearch): ModuleInterface | undefined {
  const file = parse(text);
  if (!isModuleFile(file)) return undefined;
  const reader = new Reader(file, search);
  const found: ModuleInterface = {
    name: file.module,
    span: nowhere,
    ...(file.extended && { extended: file.extended }),
    symbols: new LazyMap(file.tables.symbols, (v, name) => reader.named('symbols', name, v, isSymbol)),
    types: new LazyMap(file.tables.types, (v, name) => reader.named('types', name, v, isDerivedType)),
    operators: new LazyMap(file.tables.operators, (v, name) => reader.named('operators', name, v, isGeneric)),
    hidden: new LazyMap(file.tables.hidden, (v, name) => reader.named('hidden', name, v, isSymbol)),
    libraries: reader.libraries(),
    intrinsics: new Map(file.intrinsics),
    uses: reader.uses(),
    implicit: reader.implicit(),
    incomplete: file.incomplete,
  };
  reader.own = found;
  needs.set(found, file.needs);
  return found;
}

const needs = new WeakMap<ModuleInterface, readonly string[]>();

/** The modules that the file of this one refers to. */
export function neededModules(m: ModuleInterface): readonly string[] {
  return needs.get(m) ?? [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(x: unknown): x is Record<string, unknown> {
  return typeof x === 'object' && x !== null && !Array.isArray(x);
}

function isModuleFile(x: unknown): x is ModuleFile {
  return isRecord(x) && x.format === format && typeof x.module === 'string' && Array.isArray(x.objects);
}

class LazyMap<T> implements ReadonlyMap<string, T> {
  readonly #written: ReadonlyMap<string, unknown>;
  readonly #made = new Map<string, T | undefined>();
  readonly #make: (written: unknown, name: string) => T | undefined;

  constructor(table: Table, make: (written: unknown, name: string) => T | undefined) {
    this.#written = new Map(table);
    this.#make = make;
  }

  get size(): number {
    return this.#written.size;
  }

  has(name: string): boolean {
    return this.#written.has(name);
  }

  get(name: string): T | undefined {
    if (!this.#made.has(name) && this.#written.has(name))
      this.#made.set(name, this.#make(this.#written.get(name), name));
    return this.#made.get(name);
  }

  keys(): MapIterator<string> {
    return this.#written.keys();
  }

  entries(): MapIterator<[string, T]> {
    return this.#all().entries();
  }

  values(): MapIterator<T> {
    return this.#all().values();
  }

  [Symbol.iterator](): MapIterator<[string, T]> {
    return this.entries();
  }

  forEach(visit: (value: T, name: string, map: ReadonlyMap<string, T>) => void): void {
    for (const [name, value] of this) visit(value, name, this);
  }

  #all(): Map<string, T> {
    const all = new Map<string, T>();
    for (const name of this.#written.keys()) {
      const value = this.get(name);
      if (value !== undefined) all.set(name, value);
    }
    return all;
  }
}

class Reader {
  private readonly made: unknown[];
  private readonly file: ModuleFile;
  private readonly search: ModuleSearch;
  /** What is made of the file. */
  own: ModuleInterface | undefined;
  /** Names of the objects that have one. */
  private readonly names = new Map<number, { readonly table: HomeTable; readonly name: string }>();

  constructor(file: ModuleFile, search: ModuleSearch) {
    this.file = file;
    this.search = search;
    this.made = file.objects.map(() => undefined);
    for (const table of homeTables)
      for (const [name, v] of file.tables[table]) {
        const number: unknown = isRecord(v) && v.$ === 'ref' ? v.v : undefined;
        if (typeof number === 'number' && !this.names.has(number)) this.names.set(number, { table, name });
      }
  }

  named<T>(table: HomeTable, name: string, written: unknown, is: (v: unknown) => v is T): T | undefined {
    const v = this.value(written);
    if (!is(v)) return undefined;
    // Named constants have no number and stand here whole.
    if (isRecord(v) && isRecord(written) && written.$ === undefined)
      setHome(v, { module: this.file.module, table, name });
    return v;
  }

  implicit(): ImplicitTypes | undefined {
    const rules = this.value(this.file.implicit);
    return isRecord(rules) && typeof rules.none === 'boolean' && rules.letters instanceof Map
      ? { none: rules.none, letters: rules.letters }
      : undefined;
  }

  libraries(): readonly LibraryUse[] {
    const list = this.value(this.file.libraries);
    return Array.isArray(list) ? list.filter(isLibraryUse) : [];
  }

  uses(): readonly UseOfModule[] | undefined {
    const list = this.value(this.file.uses);
    return Array.isArray(list) ? list.filter(isUse) : undefined;
  }

  private value(v: unknown): unknown {
    if (Array.isArray(v)) return v.map((x) => this.value(x));
    if (!isRecord(v)) return v;
    if (typeof v.$ !== 'string') return this.fill({}, v);
    const list = Array.isArray(v.v) ? v.v : [];
    switch (v.$) {
      case 'integer':
        return BigInt(String(v.v));
      case 'number':
        return Number(v.v);
      case 'map':
        return new Map(list.map((pair) => [this.value(pair[0]), this.value(pair[1])]));
      case 'set':
        return new Set(list.map((x) => this.value(x)));
      case 'ref':
        return this.object(Number(v.v));
      case 'from':
        return this.elsewhere(String(list[0]), String(list[1]), String(list[2]));
      case 'library-type': {
        const [module = '', name = ''] = String(v.v).split('::');
        return libraryOffer(module)?.findType(name);
      }
      case 'library-routine':
        return libraryOffer(String(list[0]).toLowerCase())?.find(String(list[1]).toLowerCase());
      default:
        return undefined;
    }
  }

  private elsewhere(module: string, table: string, name: string): unknown {
    const from = this.search(module);
    const known = homeTables.find((t) => t === table);
    return from && known && findAtHome(from, known, name);
  }

  private object(number: number): unknown {
    const known = this.made[number];
    if (known !== undefined) return known;
    const fields = this.file.objects[number];
    if (!isRecord(fields)) return undefined;
    const id = fields.kind === 'derived-type' ? String(fields.id) : undefined;
    const instances = id === undefined ? undefined : this.instances(id);
    const foreign = id === undefined ? undefined : (instances?.get(id) ?? this.foreignType(id));
    const made: Record<string, unknown> = {};
    this.made[number] = foreign ?? made;
    if (foreign) return foreign;
    const name = this.names.get(number);
    if (name) setHome(made, { module: this.file.module, ...name });
    this.fill(made, fields);
    if (fields.kind === 'variable') made.imported = true;
    const whole: unknown = made;
    if (instances && id !== undefined && isDerivedType(whole)) instances.set(id, whole);
    return made;
  }

  private fill(made: Record<string, unknown>, fields: Record<string, unknown>): Record<string, unknown> {
    made.span = nowhere;
    for (const [key, v] of Object.entries(fields)) made[key] = this.value(v);
    return made;
  }

  /** The types made of the same definition with parameters, where the id is of such a one. */
  private instances(id: string): Map<string, DerivedType> | undefined {
    const [module = '', name = '', ...more] = id.split('::');
    if (more.length === 0) return undefined;
    const home = module === this.file.module ? this.own : this.search(module);
    const template = home?.types.get(name) ?? home?.hidden.get(name);
    return template?.kind === 'derived-type' && template.template ? instancesOf(template) : undefined;
  }

  /** A type that another module defines is the same object everywhere. */
  private foreignType(id: string): DerivedType | undefined {
    const module = id.split('::')[0] ?? '';
    const from = module === this.file.module ? undefined : this.search(module);
    return from && typesOf(from).get(id);
  }
}

const knownTypes = new WeakMap<ModuleInterface, Map<string, DerivedType>>();

/** All types that can be reached from a module's names. */
function typesOf(m: ModuleInterface): Map<string, DerivedType> {
  const known = knownTypes.get(m);
  if (known) return known;
  const types = new Map<string, DerivedType>();
  const seen = new Set<object>();
  const todo: unknown[] = [m.types, m.symbols, m.operators, m.hidden];
  for (let x = todo.pop(); x !== undefined || todo.length > 0; x = todo.pop()) {
    if (typeof x !== 'object' || x === null || seen.has(x)) continue;
    seen.add(x);
    if (isDerivedType(x)) types.set(x.id, x);
    if (x instanceof Map || x instanceof LazyMap) todo.push(...x.values());
    else
      for (const [key, v] of Object.entries(x))
        if (!isLeftOut(key, v) && key !== 'library' && key !== 'module') todo.push(v);
  }
  knownTypes.set(m, types);
  return types;
}

function isDerivedType(x: unknown): x is DerivedType {
  return isRecord(x) && x.kind === 'derived-type' && 'id' in x;
}

function isGeneric(x: unknown): x is Generic {
  return isRecord(x) && x.kind === 'generic' && 'procedures' in x;
}

function isSymbol(x: unknown): x is ProgramSymbol {
  return isRecord(x) && typeof x.kind === 'string' && 'name' in x;
}

function isUse(x: unknown): x is UseOfModule {
  return isRecord(x) && typeof x.module === 'string' && x.renames instanceof Map && isRecord(x.operators);
}

function isLibraryUse(x: unknown): x is LibraryUse {
  return isRecord(x) && typeof x.module === 'string' && x.renames instanceof Map && x.hidden instanceof Set;
}
