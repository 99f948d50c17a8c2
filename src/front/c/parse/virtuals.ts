/** Virtual functions: which function of a class stands for which of its bases', and the tables by which they are called. */
import type { Expression, FunctionSymbol, Statement, TypeFacts, VirtualTable } from '../tree.ts';
import { type RecordType, recordOf, sameQualifiers, sameType } from '../types.ts';
import { type ClassInfo, classInfo } from './class-info.ts';
import type { Parser } from './parser.ts';
import { type Part, partsOf, type Setting, whole } from './parts.ts';

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
  if (fn.name !== base.name || !sameQualifiers(fn.type, base.type)) return false;
  const [, ...own] = fn.type.params;
  const [, ...others] = base.type.params;
  return own.length === others.length && own.every((t, i) => sameType(t, others[i]!, true));
}

const known = new WeakMap<Setting, readonly VirtualTable[]>();

/** One for each part of the object that begins with the address of a table; of parts that begin at one place the largest counts. */
export function tablesOf(p: Parser, setting: Setting): readonly VirtualTable[] {
  const before = known.get(setting);
  if (before) return before;
  const { record } = setting;
  const tables = partsOf(setting).filter((part) => isPolymorphic(part.record));
  const made = tables
    .filter((part, i) => tables.findIndex((other) => other.offset === part.offset) === i)
    .map((part): VirtualTable => {
      const { offset } = part;
      return {
        record,
        part: part.record,
        offset,
        virtualBases: virtualOffsets(setting, part),
        facts: () => factsOf(p, record, setting),
        slots: () => slotsOf(p, setting, part),
      };
    });
  known.set(setting, made);
  p.tables.push(...made);
  return made;
}

function virtualOffsets(setting: Setting, { record, offset }: Part): number[] {
  const list: number[] = [];
  for (const { field, slot } of record.virtualBases)
    if (field.type.kind === 'record') list[slot] = setting.virtualAt(field.type.record) - offset;
  return list;
}

/** Whether a virtual function is left that no class defines. */
export function isAbstract(record: RecordType): boolean {
  const parts = partsOf(whole(record));
  return parts.some((part) =>
    virtualsOf(part.record).some(
      (root) => root.role !== 'destructor' && finalOf(parts, part, root)?.fn.isPure === true,
    ),
  );
}

type Slot = { readonly fn: FunctionSymbol; readonly delta: number };

function slotsOf(p: Parser, setting: Setting, part: Part): readonly (Slot | undefined)[] {
  const { offset } = part;
  return virtualsOf(part.record).map((root) => {
    if (root.role === 'destructor') {
      const fn = p.parts.destructor(p, recordOf(setting.record));
      return fn && { fn, delta: -offset };
    }
    const found = finalOf(partsOf(setting), part, root);
    if (!found || found.fn.isPure) return undefined;
    return { fn: found.fn, delta: found.part.offset - offset };
  });
}

/** The function that the object has for one of a part of it: of the largest part around that one which declares it ([class.virtual]). */
function finalOf(
  all: readonly Part[],
  within: Part,
  root: FunctionSymbol,
): { readonly fn: FunctionSymbol; readonly part: Part } | undefined {
  const owner = [...inside(within)].find((part) => part.record === root.member?.of && part.offset === within.offset);
  if (!owner) return undefined;
  const found = all.flatMap((part) => {
    if (!inside(part).has(owner)) return [];
    const fn = classInfo(part.record)?.methods.find((m) => m === root || (m.root && standsFor(m, root)));
    return fn ? [{ fn, part }] : [];
  });
  return found.find(({ part }) => found.every((o) => o.part === part || !inside(o.part).has(part)));
}

/** The part itself, its bases and theirs. */
function inside(part: Part, to = new Set<Part>()): ReadonlySet<Part> {
  to.add(part);
  for (const base of part.bases) inside(base, to);
  return to;
}

/** What a constructor does after its bases are made, and a destructor before all else. */
export function setTables(p: Parser, record: RecordType, self: Expression): Statement[] {
  if (!isPolymorphic(record)) return [];
  return [{ kind: 'tables', place: self, tables: tablesOf(p, whole(record)), at: self.at }];
}

const facts = new WeakMap<Setting, TypeFacts>();

/** Of a class, for casts and handlers that ask while the program runs. */
export function factsOf(p: Parser, record: RecordType, setting = whole(record)): TypeFacts {
  const before = facts.get(setting);
  if (before) return before;
  const name = nameOf(record);
  const made: TypeFacts =
    record.virtualBases.length > 0
      ? {
          name,
          isWhole: true,
          bases: partsOf(setting)
            .slice(1)
            .map((part) => factsAt(p, part)),
        }
      : { name, bases: partsOf(setting)[0]!.bases.map((part) => factsAt(p, part)) };
  facts.set(setting, made);
  return made;
}

const factsAt = (p: Parser, { record, offset }: Part): TypeFacts['bases'][number] => ({
  facts: factsOf(p, record),
  offset,
});

const nameOf = (record: RecordType): string => classInfo(record)?.scope.path().join('::') || record.name;
