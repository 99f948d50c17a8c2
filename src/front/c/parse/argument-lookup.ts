/** Functions that a call finds by its name and its arguments ([basic.lookup.argdep]). */
import type { Expression, FunctionSymbol } from '../tree.ts';
import type { RecordType, Type } from '../types.ts';
import { baseOffset, classInfo, recordOfScope } from './class-info.ts';
import { scopeOf } from './mangle.ts';
import type { Parser } from './parser.ts';
import type { Scope, Template } from './scope.ts';

export type FunctionSet = { readonly list: readonly FunctionSymbol[]; readonly templates: readonly Template[] };

/** By the scopes around, and those of the arguments. */
export function freeFunctions(p: Parser, name: string, args: readonly Expression[]): FunctionSet {
  const list = new Set<FunctionSymbol>();
  const templates = new Set<Template>();
  const add = (e: ReturnType<Scope['find']>): void => {
    if (e?.kind !== 'functions') return;
    for (const fn of e.list) if (!fn.member || fn.member.isStatic) list.add(fn);
    for (const t of e.templates) if (!t.member) templates.add(t);
  };
  for (let s: Scope | undefined = p.scope; s; s = s.parent) if (s.kind !== 'class') add(s.here(name));
  for (const a of args) {
    const home = homeOf(a);
    if (home) add(home.here(name));
    for (const around of associated(a.type)) add(around.here(name));
  }
  return visible({ list: [...list], templates: [...templates] }, args);
}

/** The namespaces of a type: those of its class, of the bases, of what the template was made with, and of the types that it points to, takes and gives ([basic.lookup.argdep]). */
function associated(type: Type): ReadonlySet<Scope> {
  const found = new Set<Scope>();
  const seen = new Set<RecordType>();
  const around = (scope: Scope | undefined): void => {
    for (let s = scope; s; s = s.parent) if (s.kind === 'namespace' || s.kind === 'file') found.add(s);
  };
  const addRecord = (record: RecordType): void => {
    if (seen.has(record)) return;
    seen.add(record);
    around(scopeOf(record));
    const info = classInfo(record);
    for (const base of info?.bases ?? []) addRecord(base);
    for (const arg of info?.made?.args ?? []) if ('type' in arg) add(arg.type);
  };
  const add = (t: Type): void => {
    switch (t.kind) {
      case 'pointer':
      case 'reference':
        add(t.to);
        break;
      case 'array':
        add(t.of);
        break;
      case 'function':
        for (const one of [t.result, ...t.params]) add(one);
        break;
      case 'record':
        addRecord(t.record);
        break;
      case 'enum':
        around(scopeOf(t.of));
        break;
      default:
    }
  };
  add(type);
  return found;
}

/** Iterators of our containers are pointers: the namespace of the method that gives one, as if it were a class there. */
function homeOf(e: Expression): Scope | undefined {
  if (e.type.kind !== 'pointer') return undefined;
  if (e.kind === 'move') return homeOf(e.pointer);
  const owner = e.kind === 'call' && e.callee.kind === 'function' ? e.callee.fn.member?.of : undefined;
  const around = owner && classInfo(owner)?.scope;
  for (let s = around; s; s = s.parent) if (s.kind === 'namespace') return s;
  return undefined;
}

/** Without friends that only their class declares, where no argument brings that class. */
export function visible(set: FunctionSet, args: readonly Expression[]): FunctionSet {
  const isSeen = ({ friendOf }: FunctionSymbol | Template): boolean =>
    friendOf === undefined || args.some((a) => isAssociated(a.type, friendOf));
  return set.list.every(isSeen) && set.templates.every(isSeen)
    ? set
    : { list: set.list.filter(isSeen), templates: set.templates.filter(isSeen) };
}

/** Whether the class is one of those that the type brings: itself, its bases, the class around, arguments of its template. */
function isAssociated(type: Type, of: RecordType): boolean {
  switch (type.kind) {
    case 'pointer':
    case 'reference':
      return isAssociated(type.to, of);
    case 'array':
      return isAssociated(type.of, of);
    case 'function':
      return isAssociated(type.result, of) || type.params.some((t) => isAssociated(t, of));
    case 'record':
      return isOfClass(type.record, of);
    case 'enum':
    case 'unknown':
      return true;
    default:
      return false;
  }
}

function isOfClass(record: RecordType, of: RecordType): boolean {
  if (record === of) return true;
  const info = classInfo(record);
  if (!info) return false;
  if (baseOffset(record, of) !== undefined) return true;
  const around = info.scope.parent && recordOfScope(info.scope.parent);
  if (around && isOfClass(around, of)) return true;
  return info.made?.args.some((a) => 'type' in a && isAssociated(a.type, of)) === true;
}
