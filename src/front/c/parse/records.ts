/** struct, union and enum: their members and layout, as the x86-64 ABI has it. */
import type { Span } from '../../../base/source.ts';
import { declaredTwice, expected, incomplete, notConstant, notSupported } from '../errors.ts';
import {
  alignOf,
  bool,
  char,
  type EnumType,
  type Field,
  int,
  isEmptyClass,
  isInteger,
  isSigned,
  long,
  newEnum,
  newRecord,
  type RecordType,
  recordOf,
  showType,
  sizeOf,
  type Type,
  uint,
  ulong,
  unknown,
  type VirtualBase,
} from '../types.ts';
import { setHome } from './mangle.ts';
import { findName, typeOfEntity } from './names.ts';
import { wrapped } from './numbers.ts';
import type { Parser } from './parser.ts';
import { type Entity, Scope } from './scope.ts';

export type Defined = { readonly type: Type; readonly defines: boolean };

export function recordSpecifier(p: Parser): Defined {
  if (p.language.cxx) return p.parts.classSpecifier(p);
  const word = p.next().text as RecordType['kind'];
  let packed = false;
  let align = 0;
  const more = (): void => {
    const a = skipAttributes(p);
    packed ||= a.packed;
    align = Math.max(align, a.align);
  };
  more();
  const name = p.token.kind === 'name' ? p.name() : undefined;
  more();
  const at = (name ?? p.token).at;
  if (!p.is('{')) {
    if (!name) return p.fail('a name or `{`');
    const known = p.scope.findTag(name.text);
    const isNew = !known || (p.is(';') && !p.scope.tagHere(name.text));
    if (!isNew && known) return { type: known, defines: false };
    const record = newRecord(word, name.text, at);
    const type = recordOf(record);
    declareTag(p, name.text, type);
    return { type, defines: false };
  }
  const known = name && p.scope.tagHere(name.text);
  let record: RecordType;
  if (known?.kind === 'record' && !known.record.complete) record = known.record;
  else {
    if (name && known) p.report(declaredTwice(name.text, at, known.kind === 'record' ? known.record.at : undefined));
    record = newRecord(word, name?.text ?? '', at);
    if (name) declareTag(p, name.text, recordOf(record));
  }
  p.next();
  const layout = new Layout(record.kind === 'union', packed ? 1 : (p.pack.at(-1) ?? Infinity));
  while (!p.is('}') && p.token.kind !== 'end') members(p, layout);
  p.expect('}');
  const after = skipAttributes(p);
  layout.finish(record, Math.max(align, after.align), after.packed);
  return { type: recordOf(record), defines: true };
}

export function declareTag(p: Parser, name: string, type: Type): void {
  p.scope.tags.set(name, type);
  const { at } = p.token;
  if (p.language.cxx && (!p.scope.names.has(name) || p.isFree(p.scope.names.get(name), at)))
    p.scope.names.set(name, { kind: 'type', type, at });
}

export function skipAttributes(p: Parser): { readonly packed: boolean; readonly align: number } {
  let packed = false;
  let align = 0;
  for (;;) {
    const t = p.token;
    if (t.text === '__attribute__') {
      const from = ++p.at;
      p.skipBalanced();
      for (let i = from; i < p.at; i++) {
        const word = p.tokens[i]!.text;
        if (/^(?:__)?packed(?:__)?$/.test(word)) packed = true;
        if (/^(?:__)?aligned(?:__)?$/.test(word)) {
          const end = p.at;
          p.at = i + 2;
          align = Math.max(
            align,
            p.tokens[i + 1]?.text === '(' ? Number(p.parts.constant(p, 'an alignment') ?? 1n) : 16,
          );
          p.at = end;
        }
      }
    } else if (t.text === '__align__' || t.text === 'alignas' || t.text === '_Alignas') {
      p.at++;
      p.expect('(');
      if (p.parts.isType(p)) align = Math.max(align, alignOf(p.parts.typeName(p)));
      else align = Math.max(align, Number(p.parts.constant(p, 'an alignment') ?? 1n));
      p.expect(')');
    } else if (t.text === '[' && p.isAhead(1, '[')) p.skipBalanced();
    else return { packed, align };
  }
}

function members(p: Parser, layout: Layout): void {
  if (p.take(';')) return;
  if (p.is('#pack') || p.is('#end')) {
    while (!p.take('#end') && p.token.kind !== 'end') p.at++;
    return;
  }
  if (p.is('_Static_assert') || p.is('static_assert')) {
    p.parts.declaration(p);
    return;
  }
  const from = p.at;
  const s = p.parts.specifiers(p);
  const base = s.type;
  const align = Math.max(0, s.align);
  if (p.take(';')) {
    if (base.kind === 'record' && base.record.name === '') layout.add({ name: '', type: base, anonymous: true }, align);
    return;
  }
  for (;;) {
    const made = p.is(':') ? { name: undefined, type: base } : p.parts.declarator(p, base);
    let width: number | undefined;
    if (p.take(':')) width = Number(p.parts.constant(p, 'the width of a bit-field') ?? 0n);
    const extra = skipAttributes(p);
    if (width !== undefined) {
      if (!isInteger(made.type)) p.report(expected('an integer type', `\`${showType(made.type)}\``, p.since(from)));
      else layout.addBits(made.name?.text, made.type, Math.max(0, Math.min(width, 8 * (sizeOf(made.type) ?? 4))));
    } else {
      const type = typeOfField(p, made.type, p.since(from));
      const defaultAt = memberDefault(p);
      const field = { name: made.name?.text ?? '', type, ...(defaultAt !== undefined && { defaultAt }) };
      layout.add(field, Math.max(align, extra.align), extra.packed);
    }
    if (!p.take(',')) break;
  }
  p.expect(';');
}

/** As a member has it: a class that is not complete, such as the one around, is told and left out. */
export function typeOfField(p: Parser, type: Type, at: Span): Type {
  let element = type;
  while (element.kind === 'array') {
    if (element.dynamic && !p.language.cxx) {
      p.report(notSupported('a member whose size is known only when the program runs', at));
      return unknown;
    }
    element = element.of;
  }
  if (element.kind === 'unknown' || sizeOf(element) !== undefined) return type;
  p.report(incomplete(showType(element), at));
  return unknown;
}

/** `= value` or `{…}` behind a member; it is read where an object is made. */
export function memberDefault(p: Parser): number | undefined {
  if (!p.language.cxx || (!p.is('=') && !p.is('{'))) return undefined;
  p.take('=');
  const from = p.at;
  while (!p.is(',') && !p.is(';') && !p.is('}') && p.token.kind !== 'end') {
    if (p.is('(') || p.is('{') || p.is('[')) p.skipBalanced();
    else p.at++;
  }
  return from;
}

/** Members one after another. */
export class Layout {
  readonly #union: boolean;
  readonly #most: number;
  readonly fields: Field[] = [];
  /** In bits. */
  #end = 0;
  #size = 0;
  #align = 1;

  constructor(union: boolean, most: number) {
    this.#union = union;
    this.#most = most;
  }

  add(f: Omit<Field, 'offset'>, asked = 0, packed = false): void {
    const align = Math.max(packed ? 1 : Math.min(this.#most, alignOf(f.type)), asked);
    this.#append(f, sizeOf(f.type) ?? 0, align);
  }

  #append(f: Omit<Field, 'offset'>, size: number, align: number): void {
    let offset = this.#union ? 0 : roundUp(Math.ceil(this.#end / 8), align);
    while (!this.#union && this.#meets(f.type, offset)) offset += align;
    this.fields.push({ ...f, offset });
    this.#took(8 * (offset + size), align);
  }

  /** An empty base lies at the beginning and takes no room, but where one of its own type lies there (as the Itanium ABI has it). */
  addBase(f: Omit<Field, 'offset'> & { readonly type: Type & { readonly kind: 'record' } }): void {
    const { record } = f.type;
    if (!isEmptyClass(record)) {
      const { size, align } = record.part ?? record;
      this.#append(f, size, Math.min(this.#most, align));
      return;
    }
    let offset = 0;
    while (this.#meets(f.type, offset)) offset++;
    this.fields.push({ ...f, offset });
    this.#size = Math.max(this.#size, offset === 0 ? 0 : offset + 1);
  }

  #meets(type: Type, offset: number): boolean {
    const own = emptyParts(type, offset);
    if (own.length === 0) return false;
    const others = this.fields.flatMap((f) => (f.virtual === undefined ? emptyParts(f.type, f.offset) : []));
    return own.some((a) => others.some((b) => a.record === b.record && a.offset === b.offset));
  }

  addBits(name: string | undefined, type: Type, width: number): void {
    const unit = 8 * (sizeOf(type) ?? 4);
    const align = Math.min(this.#most, unit / 8);
    let from = this.#union ? 0 : this.#end;
    if (width === 0) {
      this.#took(roundUp(from, unit), 1);
      return;
    }
    if (this.#most > 1 && Math.floor(from / unit) !== Math.floor((from + width - 1) / unit)) from = roundUp(from, unit);
    if (name !== undefined) {
      const offset = this.#most > 1 ? Math.floor(from / unit) * (unit / 8) : Math.floor(from / 8);
      this.fields.push({ name, type, offset, bits: { from: from - 8 * offset, width } });
    }
    this.#took(from + width, name === undefined ? 1 : align);
  }

  #took(end: number, align: number): void {
    this.#align = Math.max(this.#align, align);
    if (!this.#union) this.#end = end;
    this.#size = Math.max(this.#size, Math.ceil(end / 8));
  }

  finish(record: RecordType, asked: number, packed: boolean): void {
    if (packed) {
      const again = new Layout(this.#union, 1);
      for (const f of this.fields) {
        if (f.bits) again.addBits(f.name, f.type, f.bits.width);
        else again.add(f);
      }
      again.finish(record, asked, false);
      return;
    }
    record.fields = this.fields;
    record.align = Math.max(this.#align, asked);
    record.size = roundUp(this.#size, record.align);
    record.complete = true;
  }

  /** What others may put their members behind, and then what a whole object has beside. */
  finishClass(record: RecordType, asked: number, isPod: boolean, addVirtualBases: () => readonly VirtualBase[]): void {
    const part = { size: this.#size, align: Math.max(this.#align, asked) };
    const count = this.fields.length;
    record.virtualBases = addVirtualBases();
    this.finish(record, asked, false);
    record.fields = this.fields.slice(0, count).map((f) => (f.virtual === undefined ? f : wholeOf(record, f)));
    if (!isPod) record.part = part;
  }
}

const wholeOf = (record: RecordType, f: Field): Field => ({
  ...f,
  offset: record.virtualBases.find((v) => v.slot === f.virtual)?.field.offset ?? 0,
});

type Part = { readonly record: RecordType; readonly offset: number };

/** Objects of empty classes in it: two of one type have two addresses. */
function emptyParts(type: Type, offset: number): readonly Part[] {
  if (type.kind !== 'record' || type.record.kind === 'union') return [];
  const { record } = type;
  const inner = record.fields.flatMap((f) => emptyParts(f.type, offset + f.offset));
  return isEmptyClass(record) ? [{ record, offset }, ...inner] : inner;
}

export function roundUp(n: number, to: number): number {
  return Math.ceil(n / to) * to;
}

export function enumSpecifier(p: Parser): Defined {
  p.next();
  const scoped = p.language.cxx && (p.take('class') || p.take('struct'));
  skipAttributes(p);
  const qualified = qualifiedEnum(p);
  if (qualified) return { type: qualified, defines: false };
  const name = p.token.kind === 'name' ? p.name() : undefined;
  const at = (name ?? p.token).at;
  const fixed = p.is(':') && !isBitField(p) ? fixedType(p) : undefined;
  if (!p.is('{')) {
    if (!name) return p.fail('a name or `{`');
    const known = p.scope.findTag(name.text);
    if (known) return { type: known, defines: false };
    const made = newEnum(name.text, at, scoped);
    setHome(made, p.scope, p.fn?.fn);
    if (fixed || scoped) {
      made.underlying = fixed ?? int;
      made.complete = true;
    }
    declareTag(p, name.text, { kind: 'enum', of: made });
    return { type: { kind: 'enum', of: made }, defines: false };
  }
  const known = name && p.scope.tagHere(name.text);
  const of = known?.kind === 'enum' ? known.of : newEnum(name?.text ?? '', at, scoped);
  if (known?.kind !== 'enum') setHome(of, p.scope, p.fn?.fn);
  if (name) declareTag(p, name.text, { kind: 'enum', of });
  if (fixed) of.underlying = fixed;
  enumerators(p, of, fixed !== undefined || scoped);
  return { type: { kind: 'enum', of }, defines: true };
}

/** `N::E` behind `enum`, where it is declared already. */
function qualifiedEnum(p: Parser): Type | undefined {
  if (!p.language.cxx || !(p.is('::') || p.isAhead(1, '::'))) return undefined;
  const from = p.at;
  const named = findName(p);
  const type = typeOfEntity(named?.entity) ?? named?.scope?.tagHere(named.name);
  if (type?.kind === 'enum' && !p.is('{') && !p.is(':')) return type;
  p.at = from;
  return undefined;
}

function fixedType(p: Parser): Type {
  p.next();
  return p.parts.typeName(p);
}

function isBitField(p: Parser): boolean {
  return p.ahead(1).kind === 'number';
}

function enumerators(p: Parser, of: EnumType, isFixed: boolean): void {
  // Those of `enum class` are seen among themselves, as numbers.
  const inside = of.scoped ? new Scope('template', p.scope) : p.scope;
  p.expect('{');
  let next = 0n;
  const constants = p.enumerators.get(of) ?? new Map<string, Entity>();
  p.enumerators.set(of, constants);
  const type: Type = { kind: 'enum', of };
  const made: [string, bigint, (typeof p.token)['at']][] = [];
  while (!p.is('}')) {
    const name = p.name();
    skipAttributes(p);
    if (p.take('=')) {
      const value = p.within(inside, () => p.parts.constant(p, 'the value of an enumerator'));
      if (value === undefined) p.report(notConstant('the value of an enumerator', name.at));
      next = value ?? next;
    }
    made.push([name.text, next, name.at]);
    const own: Type = of.complete || isFixed || p.language.cxx ? type : int;
    if (of.scoped) inside.names.set(name.text, { kind: 'constant', value: next, type: of.underlying, at: name.at });
    else
      p.scope.names.set(name.text, {
        kind: 'constant',
        value: next,
        type: sizeFits(next) ? (p.language.cxx ? own : int) : long,
        at: name.at,
      });
    constants.set(name.text, { kind: 'constant', value: next, type, at: name.at });
    next++;
    if (!p.take(',')) break;
  }
  p.expect('}');
  if (!isFixed) of.underlying = smallest(made.map(([, v]) => v));
  if (!isFixed && p.language.cxx) of.promotes = promotedOf(made.map(([, v]) => v));
  of.complete = true;
  if (p.language.cxx && !of.scoped)
    for (const [name, value, at] of made)
      p.scope.names.set(name, { kind: 'constant', value: BigInt(wrapped(value, of.underlying)), type, at });
}

const sizeFits = (v: bigint): boolean => BigInt.asIntN(32, v) === v;

/** gcc: unsigned int where nothing is negative. */
function smallest(values: readonly bigint[]): Type {
  const negative = values.some((v) => v < 0n);
  const most = values.reduce((a, b) => (a > b ? a : b), 0n);
  const least = values.reduce((a, b) => (a < b ? a : b), 0n);
  if (negative) return sizeFits(most) && sizeFits(least) ? int : long;
  return most < 2n ** 32n ? uint : ulong;
}

/** The first of int, unsigned, long, unsigned long that holds all. */
function promotedOf(values: readonly bigint[]): Type {
  if (values.every(sizeFits)) return int;
  if (values.every((v) => BigInt.asUintN(32, v) === v)) return uint;
  return values.every((v) => BigInt.asIntN(64, v) === v) ? long : ulong;
}

export const bitType = (t: Type): Type =>
  t.kind === 'bool' ? bool : t.kind === 'enum' ? (isSigned(t) ? int : uint) : t.kind === 'integer' ? t : char;
