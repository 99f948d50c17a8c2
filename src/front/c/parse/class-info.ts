/** What C++ knows of a class beside its layout. */
import type { FunctionSymbol } from '../tree.ts';
import type { RecordType, TemplateArgument, Type } from '../types.ts';
import type { Scope, Template } from './scope.ts';

export type ClassInfo = {
  readonly scope: Scope;
  readonly bases: RecordType[];
  readonly constructors: FunctionSymbol[];
  readonly constructorTemplates: Template[];
  destructor: FunctionSymbol | undefined;
  readonly conversions: FunctionSymbol[];
  /** Functions by their places in the table of virtual ones. */
  readonly virtuals: FunctionSymbol[];
  /** The template and arguments that it was made of. */
  readonly made?: { readonly template: Template; readonly args: readonly TemplateArgument[] };
  /** Its own functions, those that are made of its members included. */
  readonly methods: FunctionSymbol[];
};

/** Of a class that has nothing yet. */
export function emptyClass(scope: Scope): ClassInfo {
  return {
    scope,
    bases: [],
    constructors: [],
    constructorTemplates: [],
    destructor: undefined,
    conversions: [],
    virtuals: [],
    methods: [],
  };
}

const known = new WeakMap<RecordType, ClassInfo>();

export const classInfo = (record: RecordType): ClassInfo | undefined => known.get(record);
const scopes = new WeakMap<Scope, RecordType>();
export const recordOfScope = (scope: Scope): RecordType | undefined => scopes.get(scope);

export function setClassInfo(record: RecordType, info: ClassInfo): void {
  known.set(record, info);
  scopes.set(info.scope, record);
}

export function classOf(t: Type): ClassInfo | undefined {
  return t.kind === 'record' ? known.get(t.record) : undefined;
}

/** How far the base lies from the beginning of the class; undefined where it is none. */
export function baseOffset(record: RecordType, base: RecordType): number | undefined {
  if (record === base) return 0;
  for (const f of record.fields) {
    if (!f.base || f.type.kind !== 'record') continue;
    const inner = baseOffset(f.type.record, base);
    if (inner !== undefined) return f.offset + inner;
  }
  return undefined;
}

/** Its conversions, and those of its bases that it does not declare itself. */
export function conversionsOf(record: RecordType): readonly FunctionSymbol[] {
  const info = known.get(record);
  const own = info?.conversions ?? [];
  const others = (info?.bases ?? []).flatMap(conversionsOf);
  return [...own, ...others.filter((o) => !own.some((c) => c.name === o.name))];
}

/** Functions of that name of a class or its bases. */
export function methodsOf(
  record: RecordType,
  name: string,
): { readonly list: readonly FunctionSymbol[]; readonly templates: readonly Template[] } | undefined {
  const found = known.get(record)?.scope.here(name);
  return found?.kind === 'functions' ? found : undefined;
}

/** Whether copies are made of its bytes. */
export function isPlainCopy(t: Type): boolean {
  if (t.kind === 'array') return isPlainCopy(t.of);
  if (t.kind !== 'record') return true;
  const info = known.get(t.record);
  if (!info) return true;
  if (info.virtuals.length > 0 || t.record.fields.some((f) => f.name === '__vptr')) return false;
  if (info.constructors.some((c) => isCopyOf(c, t.record))) return false;
  return t.record.fields.every((f) => isPlainCopy(f.type));
}

export function isCopyOf(fn: FunctionSymbol, record: RecordType): boolean {
  const [, first, ...more] = fn.type.params;
  if (first?.kind !== 'reference' || first.to.kind !== 'record' || first.to.record !== record) return false;
  return more.length === 0 || fn.defaults?.slice(2).every((d) => d !== undefined) === true;
}

export function destructorOf(t: Type): FunctionSymbol | undefined {
  if (t.kind === 'array') return destructorOf(t.of);
  return t.kind === 'record' ? known.get(t.record)?.destructor : undefined;
}
