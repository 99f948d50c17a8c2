/** What C++ knows of a class beside its layout. */
import type { FunctionSymbol } from '../tree.ts';
import { askFor, type RecordType, type TemplateArgument, type Type } from '../types.ts';
import type { OutsideDefinition, Scope, Template } from './scope.ts';

export type MadeOf = { readonly template: Template; readonly args: readonly TemplateArgument[] };

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
  readonly made?: MadeOf;
  /** Of a member class of such a class: the names from there. */
  readonly memberOf?: { readonly made: MadeOf; readonly names: readonly string[] };
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
const origins = new WeakMap<RecordType, MadeOf>();

export function classInfo(record: RecordType): ClassInfo | undefined {
  askFor(record);
  return known.get(record);
}

/** What it was made of: nobody needs to define it for that. */
export const madeOf = (record: RecordType): MadeOf | undefined => origins.get(record);

export const madeFor = (t: Type): MadeOf | undefined => (t.kind === 'record' ? origins.get(t.record) : undefined);

export function setMade(record: RecordType, made: MadeOf): void {
  origins.set(record, made);
}

/** What stands outside of a class that was made of a template, or of a member class of it, and the arguments of the template. */
export function outsideOf(
  info: ClassInfo,
  name: string,
): { readonly list: readonly OutsideDefinition[]; readonly args: readonly TemplateArgument[] } | undefined {
  const { made = info.memberOf?.made } = info;
  if (!made) return undefined;
  const within = (info.made ? [] : (info.memberOf?.names ?? [])).join();
  return { list: made.template.outside.filter((o) => o.name === name && o.within.join() === within), args: made.args };
}

/** Where a class is a member of another: that one's template. */
export function templateAround(scope: Scope, name: string): ClassInfo['memberOf'] {
  let inside: Scope | undefined = scope;
  while (inside?.kind === 'template') inside = inside.parent;
  const around = inside && scopes.get(inside);
  const info = around && known.get(around);
  if (info?.made) return { made: info.made, names: [name] };
  return info?.memberOf && { made: info.memberOf.made, names: [...info.memberOf.names, name] };
}

const scopes = new WeakMap<Scope, RecordType>();
export const recordOfScope = (scope: Scope): RecordType | undefined => scopes.get(scope);

export function setClassInfo(record: RecordType, info: ClassInfo): void {
  known.set(record, info);
  scopes.set(info.scope, record);
}

export function classOf(t: Type): ClassInfo | undefined {
  return t.kind === 'record' ? classInfo(t.record) : undefined;
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

/** Whether the way to the base leads through a virtual one. */
export function isThroughVirtual(record: RecordType, base: RecordType): boolean {
  if (record === base) return false;
  return record.fields.some(
    (f) =>
      f.base &&
      f.type.kind === 'record' &&
      baseOffset(f.type.record, base) !== undefined &&
      (f.virtual !== undefined || isThroughVirtual(f.type.record, base)),
  );
}

/** Its conversions, and those of its bases that it does not declare itself. */
export function conversionsOf(record: RecordType): readonly FunctionSymbol[] {
  const info = classInfo(record);
  const own = info?.conversions ?? [];
  const others = (info?.bases ?? []).flatMap(conversionsOf);
  return [...own, ...others.filter((o) => !own.some((c) => c.name === o.name))];
}

/** Functions of that name of a class or its bases. */
export function methodsOf(
  record: RecordType,
  name: string,
): { readonly list: readonly FunctionSymbol[]; readonly templates: readonly Template[] } | undefined {
  const found = classInfo(record)?.scope.here(name);
  return found?.kind === 'functions' ? found : undefined;
}

/** Whether copies are made of its bytes. */
export function isPlainCopy(t: Type): boolean {
  if (t.kind === 'array') return isPlainCopy(t.of);
  if (t.kind !== 'record') return true;
  const info = classInfo(t.record);
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
  return t.kind === 'record' ? classInfo(t.record)?.destructor : undefined;
}

/** Whether nothing happens when it ends. */
export function isPlainEnd(t: Type): boolean {
  if (t.kind === 'array') return isPlainEnd(t.of);
  if (t.kind !== 'record') return true;
  return !classInfo(t.record)?.destructor && t.record.fields.every((f) => isPlainEnd(f.type));
}
