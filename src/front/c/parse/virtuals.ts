/** Virtual functions: which function of a class stands for which of its bases', and the tables by which they are called. */
import type { Expression, FunctionSymbol, Statement, TypeFacts, VirtualTable } from '../tree.ts';
import { type RecordType, recordOf, sameType } from '../types.ts';
import { type ClassInfo, classInfo } from './class-info.ts';
import type { Parser } from './parser.ts';

export const tableField = '__vptr';

/** Whether its objects begin with the address of a table. */
export function isPolymorphic(record: RecordType): boolean {
  return record.fields.some((f) => f.name === tableField || (f.base && isPolymorphicBase(f.type)));
}

const isPolymorphicBase = (t: RecordType['fields'][number]['type']): boolean =>
  t.kind === 'record' && isPolymorphic(t.record);

/** Whether the body from here on declares virtual functions: `virtual` stands at its own level. */
export function declaresVirtual(p: Parser): boolean {
  let depth = 0;
  for (let i = 0; ; i++) {
    const t = p.ahead(i);
    if (t.kind === 'end') return false;
    if (t.text === '{') depth++;
    if (t.text === '}' && --depth === 0) return false;
    if (depth === 1 && t.kind === 'name' && t.text === 'virtual') return true;
  }
}

/** The functions that objects of the class are asked for at their beginning, those of its first base before. */
export function virtualsOf(record: RecordType): readonly FunctionSymbol[] {
  return classInfo(record)?.virtuals ?? [];
}

/** A function that was declared joins the table where it is virtual and no base has it. */
export function noteVirtual(info: ClassInfo, fn: FunctionSymbol, declared: boolean): void {
  if (fn.role === 'constructor' || fn.member?.isStatic) return;
  const before = overridden(info, fn);
  if (before) {
    fn.root = before.root;
    return;
  }
  if (!declared || !fn.member) return;
  fn.root = { part: fn.member.of, slot: info.virtuals.length };
  info.virtuals.push(fn);
}

/** Of the bases. */
function overridden(info: ClassInfo, fn: FunctionSymbol): FunctionSymbol | undefined {
  for (const base of info.bases) {
    const of = classInfo(base);
    if (!of) continue;
    const own = of.methods.find((m) => m.root && standsFor(fn, m)) ?? overridden(of, fn);
    if (own) return own;
  }
  return undefined;
}

function standsFor(fn: FunctionSymbol, base: FunctionSymbol): boolean {
  if (fn.role === 'destructor' || base.role === 'destructor') return fn.role === base.role;
  if (fn.name !== base.name || Boolean(fn.type.isConst) !== Boolean(base.type.isConst)) return false;
  const [, ...own] = fn.type.params;
  const [, ...others] = base.type.params;
  return own.length === others.length && own.every((t, i) => sameType(t, others[i]!, true));
}

const known = new WeakMap<RecordType, readonly VirtualTable[]>();

/** One for each part of the class that begins with the address of a table. */
export function tablesOf(p: Parser, record: RecordType): readonly VirtualTable[] {
  const before = known.get(record);
  if (before) return before;
  const made = partsOf(record, 0).map(
    ({ part, offset }): VirtualTable => ({
      record,
      part,
      offset,
      facts: () => factsOf(p, record),
      slots: () => slotsOf(p, record, part, offset),
    }),
  );
  known.set(record, made);
  p.tables.push(...made);
  return made;
}

type PartOf = { readonly part: RecordType; readonly offset: number };

/** Of parts that begin at one place the whole one counts. */
function partsOf(record: RecordType, offset: number): PartOf[] {
  const inner = record.fields.flatMap((f) =>
    f.base && f.type.kind === 'record' ? partsOf(f.type.record, offset + f.offset) : [],
  );
  if (!isPolymorphic(record)) return inner;
  const others = inner.filter((one) => one.offset !== offset);
  const isOwn = record.fields.some((f) => f.name === tableField) || inner.length > others.length;
  return isOwn ? [{ part: record, offset }, ...others] : others;
}

/** Whether a virtual function is left that no class defines. */
export const isAbstract = (record: RecordType): boolean =>
  partsOf(record, 0).some(({ part }) =>
    virtualsOf(part).some((root) => root.role !== 'destructor' && finalOf(record, root, 0)?.fn.isPure === true),
  );

function slotsOf(
  p: Parser,
  record: RecordType,
  part: RecordType,
  offset: number,
): readonly ({ readonly fn: FunctionSymbol; readonly delta: number } | undefined)[] {
  return virtualsOf(part).map((root) => {
    if (root.role === 'destructor') {
      const fn = p.parts.destructor(p, recordOf(record));
      return fn && { fn, delta: -offset };
    }
    const found = finalOf(record, root, 0);
    if (!found || found.fn.isPure) return undefined;
    return { fn: found.fn, delta: found.offset - offset };
  });
}

/** The function that the most derived class has for it. */
function finalOf(
  record: RecordType,
  root: FunctionSymbol,
  offset: number,
): { readonly fn: FunctionSymbol; readonly offset: number } | undefined {
  const info = classInfo(record);
  const own = info?.methods.find((m) => m === root || (m.root && sameRoot(m, root)) || isHeir(m, root, record));
  if (own) return { fn: own, offset };
  for (const f of record.fields) {
    if (!f.base || f.type.kind !== 'record') continue;
    const found = finalOf(f.type.record, root, offset + f.offset);
    if (found) return found;
  }
  return undefined;
}

const sameRoot = (a: FunctionSymbol, b: FunctionSymbol): boolean =>
  a.root !== undefined && b.root !== undefined && a.root.part === b.root.part && a.root.slot === b.root.slot;

/** It overrides functions of several bases, of which its root names one. */
function isHeir(fn: FunctionSymbol, root: FunctionSymbol, record: RecordType): boolean {
  return fn.root !== undefined && fn.member?.of === record && standsFor(fn, root);
}

/** What a constructor does after its bases are made. */
export function setTables(p: Parser, record: RecordType, self: Expression): Statement[] {
  if (!isPolymorphic(record)) return [];
  return [{ kind: 'tables', place: self, tables: tablesOf(p, record), at: self.at }];
}

const facts = new WeakMap<RecordType, TypeFacts>();

/** Of a class, for casts and handlers that ask while the program runs. */
export function factsOf(p: Parser, record: RecordType): TypeFacts {
  const before = facts.get(record);
  if (before) return before;
  const bases = record.fields.flatMap((f) =>
    f.base && f.type.kind === 'record' ? [{ facts: factsOf(p, f.type.record), offset: f.offset }] : [],
  );
  const made: TypeFacts = { name: nameOf(record), bases };
  facts.set(record, made);
  return made;
}

const nameOf = (record: RecordType): string => classInfo(record)?.scope.path().join('::') || record.name;
