/**
 * Module files (`.mod`): what a module offers, as JSON. Objects that have an identity (variables, procedures, types, components, generics) stand
 * once in a table and are referred to by number; library names are written by name; places in the source are left out.
 */
import { nowhere } from '../../base/source.ts';
import { libraryOffer } from './analyse/library-offer.ts';
import type { ModuleInterface } from './analyse/module-interface.ts';
import type { DerivedType } from './program.ts';

const format = 'cufort module 1';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

// ---- writing ----------------------------------------------------------------------------------------------------

export function writeModuleFile(m: ModuleInterface): string {
  const writer = new Writer();
  const root = writer.value(m);
  return JSON.stringify({ format, module: m.name, root, objects: writer.objects });
}

const withIdentity = new Set(['variable', 'procedure', 'derived-type', 'component', 'generic']);
/** What users of a module need not know. */
const leftOut = new Set(['body', 'span', 'associated']);

function isLeftOut(key: string, v: unknown): boolean {
  return v === undefined || leftOut.has(key) || (key === 'host' && typeof v === 'object');
}

class Writer {
  readonly objects: Json[] = [];
  private readonly numbers = new Map<object, number>();

  value(v: unknown): Json {
    switch (typeof v) {
      case 'undefined':
        return { $: 'none' };
      case 'bigint':
        return { $: 'integer', v: v.toString() };
      case 'number':
        return Number.isFinite(v) && !Object.is(v, -0) ? v : { $: 'number', v: Object.is(v, -0) ? '-0' : String(v) };
      case 'string':
      case 'boolean':
        return v;
      case 'object':
        return v === null ? null : this.object(v);
      default:
        return { $: 'none' };
    }
  }

  private object(o: object): Json {
    if (Array.isArray(o)) return o.map((x) => this.value(x));
    if (o instanceof Map) return { $: 'map', v: [...o].map(([k, v]) => [this.value(k), this.value(v)]) };
    if (o instanceof Set) return { $: 'set', v: [...o].map((x) => this.value(x)) };
    const library = libraryName(o);
    if (library) return library;
    if ('kind' in o && typeof o.kind === 'string' && withIdentity.has(o.kind) && !isExpression(o))
      return { $: 'ref', v: this.number(o) };
    return this.fields(o);
  }

  private number(o: object): number {
    const known = this.numbers.get(o);
    if (known !== undefined) return known;
    const number = this.objects.length;
    this.numbers.set(o, number);
    this.objects.push(null);
    this.objects[number] = this.fields(o);
    return number;
  }

  private fields(o: object): Json {
    const fields: Record<string, Json> = {};
    for (const [key, v] of Object.entries(o)) if (!isLeftOut(key, v)) fields[key] = this.value(v);
    return fields;
  }
}

/** Expressions of kind `variable` and `procedure` refer to such an object, they are none. */
function isExpression(o: object): boolean {
  return 'rank' in o;
}

function libraryName(o: object): Json | undefined {
  if (!('kind' in o)) return undefined;
  if (o.kind === 'derived-type' && 'library' in o && o.library !== undefined && 'id' in o)
    return { $: 'library-type', v: String(o.id) };
  if (o.kind !== 'library-routine' || !('module' in o) || !('name' in o)) return undefined;
  const { module } = o;
  const name = typeof module === 'object' && module !== null && 'name' in module ? String(module.name) : '';
  return { $: 'library-routine', v: [name, String(o.name)] };
}

// ---- reading ----------------------------------------------------------------------------------------------------

export type ModuleSearch = (name: string) => ModuleInterface | undefined;

/** Undefined where the text is no module file of this version. `search` finds the modules whose types this one uses. */
export function readModuleFile(text: string, search: ModuleSearch): ModuleInterface | undefined {
  const parsed = parse(text);
  if (
    !isRecord(parsed) ||
    parsed.format !== format ||
    typeof parsed.module !== 'string' ||
    !Array.isArray(parsed.objects)
  )
    return undefined;
  const reader = new Reader(parsed.objects, parsed.module, search);
  const found = reader.read(parsed.root);
  return isInterface(found) ? found : undefined;
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

function isInterface(x: unknown): x is ModuleInterface {
  return (
    isRecord(x) &&
    typeof x.name === 'string' &&
    x.symbols instanceof Map &&
    x.types instanceof Map &&
    x.operators instanceof Map &&
    Array.isArray(x.libraries)
  );
}

class Reader {
  private readonly made: unknown[];
  private readonly table: readonly unknown[];
  private readonly module: string;
  private readonly search: ModuleSearch;

  constructor(table: readonly unknown[], module: string, search: ModuleSearch) {
    this.table = table;
    this.module = module;
    this.search = search;
    this.made = table.map(() => undefined);
  }

  read(root: unknown): unknown {
    return this.value(root);
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

  private object(number: number): unknown {
    const known = this.made[number];
    if (known !== undefined) return known;
    const fields = this.table[number];
    if (!isRecord(fields)) return undefined;
    const foreign = fields.kind === 'derived-type' ? this.foreignType(String(fields.id)) : undefined;
    const made: Record<string, unknown> = {};
    this.made[number] = foreign ?? made;
    if (foreign) return foreign;
    this.fill(made, fields);
    if (fields.kind === 'variable') made.imported = true;
    return made;
  }

  private fill(made: Record<string, unknown>, fields: Record<string, unknown>): Record<string, unknown> {
    made.span = nowhere;
    for (const [key, v] of Object.entries(fields)) made[key] = this.value(v);
    return made;
  }

  /** A type that another module defines is the same object everywhere. */
  private foreignType(id: string): DerivedType | undefined {
    const module = id.split('::')[0] ?? '';
    const from = module === this.module ? undefined : this.search(module);
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
    if (x instanceof Map) todo.push(...x.values());
    else
      for (const [key, v] of Object.entries(x))
        if (!isLeftOut(key, v) && key !== 'library' && key !== 'module') todo.push(v);
  }
  knownTypes.set(m, types);
  return types;
}

function isDerivedType(x: object): x is DerivedType {
  return 'kind' in x && x.kind === 'derived-type' && 'id' in x;
}
