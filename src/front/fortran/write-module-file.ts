/** Module files written: see module-format.ts. */
import { homeOf } from './analyse/declarations/homes.ts';
import type { ModuleInterface } from './analyse/declarations/module-interface.ts';
import { format, isLeftOut, type Json, type ModuleFile, type Table } from './module-format.ts';

export function writeModuleFile(m: ModuleInterface): string {
  const writer = new Writer(m.name);
  const tables = {
    symbols: writer.table(m.symbols),
    types: writer.table(m.types),
    operators: writer.table(m.operators),
    hidden: writer.table(m.hidden),
  };
  const libraries = writer.value(m.libraries);
  const uses = writer.value(m.uses);
  const implicit = writer.value(m.implicit);
  const { objects } = writer;
  const file: ModuleFile = {
    format,
    module: m.name,
    extended: m.extended,
    needs: [...writer.needs, ...(m.extended ? [m.extended.name] : [])],
    tables,
    libraries,
    intrinsics: [...m.intrinsics],
    uses,
    implicit,
    incomplete: m.incomplete,
    objects,
  };
  return JSON.stringify(file);
}

const withIdentity = new Set(['variable', 'procedure', 'derived-type', 'component', 'generic']);

class Writer {
  readonly objects: Json[] = [];
  readonly needs = new Set<string>();
  private readonly numbers = new Map<object, number>();
  private readonly module: string;

  constructor(module: string) {
    this.module = module;
  }

  table(entries: ReadonlyMap<string, object>): Table {
    return [...entries].map(([name, thing]) => [name, this.elsewhere(thing) ?? this.value(thing)]);
  }

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
      return this.elsewhere(o) ?? { $: 'ref', v: this.number(o) };
    return this.fields(o);
  }

  /** What is at home in another module is named only. */
  private elsewhere(o: object): Json | undefined {
    const home = homeOf(o);
    if (!home || home.module === this.module) return undefined;
    this.needs.add(home.module);
    return { $: 'from', v: [home.module, home.table, home.name] };
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
