/** The types of C and C++, with sizes as the x86-64 ABI and CUDA have them. A type is a value; records and enumerations are known by their declarations. */
import type { Span } from '../../base/source.ts';

type Qualifiers = { readonly const?: boolean; readonly volatile?: boolean };

export type Type = Qualifiers &
  (
    | { readonly kind: 'void' | 'bool' | 'nullptr' | 'unknown' | 'va-list' }
    /** A template of classes, where its arguments are told by what follows. */
    | { readonly kind: 'auto'; readonly template?: object /** `decltype(auto)` */; readonly keepsReference?: boolean }
    | IntegerType
    | FloatType
    | PointerType
    | ArrayType
    | FunctionType
    | { readonly kind: 'record'; readonly record: RecordType }
    | { readonly kind: 'enum'; readonly of: EnumType }
    | ReferenceType
    | MemberPointerType
    | {
        readonly kind: 'parameter';
        readonly name: string;
        readonly pack: boolean;
        /** It stands for a template. */
        readonly isTemplate?: boolean;
      }
    | {
        readonly kind: 'pattern';
        /** The parameter that stands for the template. */
        readonly parameter?: string;
        readonly template: object;
        readonly name: string;
        readonly args: readonly TemplateArgument[];
      }
  );

export type IntegerName =
  | 'char'
  | 'schar'
  | 'uchar'
  | 'short'
  | 'ushort'
  | 'int'
  | 'uint'
  | 'long'
  | 'ulong'
  | 'llong'
  | 'ullong'
  | 'wchar'
  | 'char16'
  | 'char32'
  | 'char8';
/** `bits`: of the values of a bit-field in C that has more of them than int, and fewer than its type. */
export type IntegerType = { readonly kind: 'integer'; readonly name: IntegerName; readonly bits?: number };
export type FloatType = { readonly kind: 'float'; readonly bytes: 2 | 4 | 8 | 16 };
/** `restrict`: nothing else leads to what it leads to and what is changed there. */
export type PointerType = { readonly kind: 'pointer'; readonly to: Type; readonly restrict?: true };
/** Without a count: its size is not known yet. */
export type ArrayType = {
  readonly kind: 'array';
  readonly of: Type;
  readonly count?: number;
  readonly dynamic?: { readonly name: string };
};
export type FunctionType = {
  readonly kind: 'function';
  readonly result: Type;
  readonly params: readonly Type[];
  readonly variadic: boolean;
  /** The last parameter is a pack: it stands for all further ones. */
  readonly spreads?: boolean;
  /** `f()` in C: anything may be passed. */
  readonly open?: boolean;
  /** Of a member function. */
  readonly isConst?: boolean;
  /** The objects that a member function is for. */
  readonly ref?: '&' | '&&';
  /** Whether it says that nothing is thrown out of it; undefined: it does not say. */
  readonly noexcept?: boolean;
};

/** Whether two member functions are for the same objects. */
export const sameQualifiers = (a: FunctionType, b: FunctionType): boolean =>
  Boolean(a.isConst) === Boolean(b.isConst) && a.ref === b.ref;

export type ReferenceType = { readonly kind: 'reference'; readonly to: Type; readonly rvalue: boolean };
export type MemberPointerType = { readonly kind: 'member-pointer'; readonly of: RecordType; readonly to: Type };
export type TemplateArgument =
  | { readonly type: Type }
  | { readonly value: bigint; readonly of?: Type }
  | { readonly template: { readonly name: string } }
  | { readonly pack: readonly TemplateArgument[] };

export type Field = {
  readonly name: string;
  readonly type: Type;
  readonly offset: number;
  /** Of a bit-field: its first bit from `offset` on, and how many. */
  readonly bits?: { readonly from: number; readonly width: number };
  /** The members of a struct without a name belong to what is around it. */
  readonly anonymous?: boolean;
  readonly mutable?: boolean;
  /** Where the tokens of its default begin. */
  readonly defaultAt?: number;
  readonly base?: boolean;
  /** Of a virtual base: the slot of its offset in the table of the class. `offset` holds in whole objects. */
  readonly virtual?: number;
};

/** A virtual base of a whole object, by its place there; `slot` as in `Field.virtual`. */
export type VirtualBase = { readonly field: Field; readonly slot: number };

/** A struct, union or class; filled when its body has been read. */
export type RecordType = {
  readonly kind: 'struct' | 'union' | 'class';
  readonly name: string;
  readonly at: Span;
  complete: boolean;
  fields: Field[];
  size: number;
  align: number;
  /** What it takes as a base, where that is less than a whole object. */
  part: { readonly size: number; readonly align: number } | undefined;
  /** All of them, in the order in which they are made. */
  virtualBases: readonly VirtualBase[];
  readonly id: number;
};

export type EnumType = {
  readonly name: string;
  readonly at: Span;
  underlying: Type;
  /** What C++ computes with where it is not `underlying`: int, if that holds all values. */
  promotes?: Type;
  complete: boolean;
  readonly scoped: boolean;
  readonly id: number;
};

/** A class without data: as a base it takes no room. */
export function isEmptyClass(r: RecordType): boolean {
  return (
    r.kind !== 'union' &&
    r.complete &&
    r.fields.every((f) => f.base === true && f.type.kind === 'record' && isEmptyClass(f.type.record))
  );
}

let records = 0;

export function newRecord(kind: RecordType['kind'], name: string, at: Span): RecordType {
  return new AskedRecord(kind, name, at);
}

/** A record that may wait until somebody asks what it holds. */
class AskedRecord implements RecordType {
  kind: RecordType['kind'];
  readonly name: string;
  readonly at: Span;
  readonly id = ++records;
  #complete = false;
  #fields: Field[] = [];
  #size = 0;
  #align = 1;
  #part: RecordType['part'];
  #virtualBases: readonly VirtualBase[] = [];
  /** What completes it; it gives nothing as long as that is not known. */
  found: (() => (() => void) | undefined) | undefined;

  constructor(kind: RecordType['kind'], name: string, at: Span) {
    this.kind = kind;
    this.name = name;
    this.at = at;
  }

  ask(): void {
    const { found } = this;
    if (!found) return;
    this.found = undefined;
    const run = found();
    if (run) run();
    else this.found = found;
  }

  get complete(): boolean {
    if (this.found) this.ask();
    return this.#complete;
  }
  set complete(value: boolean) {
    this.#complete = value;
  }

  get fields(): Field[] {
    if (this.found) this.ask();
    return this.#fields;
  }
  set fields(value: Field[]) {
    this.#fields = value;
  }

  get size(): number {
    if (this.found) this.ask();
    return this.#size;
  }
  set size(value: number) {
    this.#size = value;
  }

  get align(): number {
    if (this.found) this.ask();
    return this.#align;
  }
  set align(value: number) {
    this.#align = value;
  }

  get part(): RecordType['part'] {
    if (this.found) this.ask();
    return this.#part;
  }
  set part(value: RecordType['part']) {
    this.#part = value;
  }

  get virtualBases(): readonly VirtualBase[] {
    if (this.found) this.ask();
    return this.#virtualBases;
  }
  set virtualBases(value: readonly VirtualBase[]) {
    this.#virtualBases = value;
  }
}

/** What the class holds is found out by what `found` gives, when somebody asks first. */
export function completeWhenAsked(record: RecordType, found: () => (() => void) | undefined): void {
  if (record instanceof AskedRecord) record.found = found;
}

/** Completes what waits. */
export function askFor(record: RecordType): void {
  if (record instanceof AskedRecord && record.found) record.ask();
}

export function newEnum(name: string, at: Span, scoped: boolean): EnumType {
  return { name, at, underlying: int, complete: false, scoped, id: ++records };
}

const integer = (name: IntegerName): IntegerType => ({ kind: 'integer', name });
export const voidType: Type = { kind: 'void' };
export const bool: Type = { kind: 'bool' };
export const char: Type = integer('char');
export const schar: Type = integer('schar');
export const uchar: Type = integer('uchar');
export const short: Type = integer('short');
export const ushort: Type = integer('ushort');
export const int: Type = integer('int');
export const uint: Type = integer('uint');
export const long: Type = integer('long');
export const ulong: Type = integer('ulong');
export const llong: Type = integer('llong');
export const ullong: Type = integer('ullong');
export const wchar: Type = integer('wchar');
export const float: Type = { kind: 'float', bytes: 4 };
export const double: Type = { kind: 'float', bytes: 8 };
export const longDouble: Type = { kind: 'float', bytes: 16 };
export const half: Type = { kind: 'float', bytes: 2 };
export const autoType: Type = { kind: 'auto' };
export const decltypeAuto: Type = { kind: 'auto', keepsReference: true };
export const unknown: Type = { kind: 'unknown' };
export const nullptrType: Type = { kind: 'nullptr' };

export const pointerTo = (to: Type): Type => ({ kind: 'pointer', to });
export const constVoidPointer: Type = pointerTo({ kind: 'void', const: true });
export const arrayOf = (of: Type, count?: number): Type => ({
  kind: 'array',
  of,
  ...(count !== undefined && { count }),
});
export const referenceTo = (to: Type, rvalue = false): Type =>
  to.kind === 'reference' ? (rvalue ? to : { ...to, rvalue: false }) : { kind: 'reference', to, rvalue };
export const recordOf = (record: RecordType): Type => ({ kind: 'record', record });

type IntegerRow = {
  readonly bytes: 1 | 2 | 4 | 8;
  readonly signed: boolean;
  readonly rank: number;
  readonly shown: string;
  readonly code: string;
};

/** Names as messages show them, and letters as the Itanium ABI has them. */
const integers: Readonly<Record<IntegerName, IntegerRow>> = {
  char: { bytes: 1, signed: true, rank: 1, shown: 'char', code: 'c' },
  schar: { bytes: 1, signed: true, rank: 1, shown: 'signed char', code: 'a' },
  uchar: { bytes: 1, signed: false, rank: 1, shown: 'unsigned char', code: 'h' },
  char8: { bytes: 1, signed: false, rank: 1, shown: 'char8_t', code: 'Du' },
  short: { bytes: 2, signed: true, rank: 2, shown: 'short', code: 's' },
  ushort: { bytes: 2, signed: false, rank: 2, shown: 'unsigned short', code: 't' },
  char16: { bytes: 2, signed: false, rank: 2, shown: 'char16_t', code: 'Ds' },
  int: { bytes: 4, signed: true, rank: 3, shown: 'int', code: 'i' },
  uint: { bytes: 4, signed: false, rank: 3, shown: 'unsigned int', code: 'j' },
  wchar: { bytes: 4, signed: true, rank: 3, shown: 'wchar_t', code: 'w' },
  char32: { bytes: 4, signed: false, rank: 3, shown: 'char32_t', code: 'Di' },
  long: { bytes: 8, signed: true, rank: 4, shown: 'long', code: 'l' },
  ulong: { bytes: 8, signed: false, rank: 4, shown: 'unsigned long', code: 'm' },
  llong: { bytes: 8, signed: true, rank: 5, shown: 'long long', code: 'x' },
  ullong: { bytes: 8, signed: false, rank: 5, shown: 'unsigned long long', code: 'y' },
};

export function integerRow(t: IntegerType): IntegerRow {
  return integers[t.name];
}

export const isInteger = (t: Type): boolean =>
  t.kind === 'integer' || t.kind === 'bool' || (t.kind === 'enum' && !t.of.scoped);
export const isReal = (t: Type): boolean => t.kind === 'float';
export const isArithmetic = (t: Type): boolean => isInteger(t) || isReal(t);
export const isPointer = (t: Type): t is PointerType => t.kind === 'pointer';
export const isScalar = (t: Type): boolean =>
  isArithmetic(t) ||
  t.kind === 'pointer' ||
  t.kind === 'nullptr' ||
  t.kind === 'enum' ||
  t.kind === 'va-list' ||
  t.kind === 'member-pointer';
export const isRecord = (t: Type): t is Type & { kind: 'record' } => t.kind === 'record';
export const isDependent = (t: Type): boolean => {
  switch (t.kind) {
    case 'parameter':
    case 'pattern':
    case 'unknown':
      return true;
    case 'pointer':
    case 'reference':
      return isDependent(t.to);
    case 'array':
      return t.dynamic !== undefined || isDependent(t.of);
    case 'function':
      return isDependent(t.result) || t.params.some(isDependent);
    default:
      return false;
  }
};

/** `auto`, `auto *`, `const auto &` */
export const mentionsAuto = (t: Type): boolean =>
  t.kind === 'auto' || ((t.kind === 'pointer' || t.kind === 'reference') && mentionsAuto(t.to));

/** What an enumeration is made of; others as they are. */
export function underlying(t: Type): Type {
  return t.kind === 'enum' ? t.of.underlying : t;
}

export function isSigned(t: Type): boolean {
  const u = underlying(t);
  return u.kind === 'integer' && integers[u.name].signed;
}

export function rankOf(t: Type): number {
  const u = underlying(t);
  return u.kind === 'integer' ? integers[u.name].rank : 0;
}

/** How many bits a value has, its sign among them. */
export function precisionOf(t: Type): number {
  const u = underlying(t);
  return u.kind === 'integer' ? (u.bits ?? 8 * integers[u.name].bytes) : 0;
}

/** Undefined: not known (yet). */
export function sizeOf(t: Type): number | undefined {
  switch (t.kind) {
    case 'bool':
      return 1;
    case 'void':
      return 1;
    case 'integer':
      return integers[t.name].bytes;
    case 'float':
      return t.bytes;
    case 'pointer':
    case 'nullptr':
    case 'reference':
    case 'va-list':
    case 'member-pointer':
      return 8;
    case 'function':
      return 1;
    case 'enum':
      return sizeOf(t.of.underlying);
    case 'array': {
      const each = sizeOf(t.of);
      return each === undefined || t.count === undefined ? undefined : each * t.count;
    }
    case 'record':
      return t.record.complete ? t.record.size : undefined;
    default:
      return undefined;
  }
}

/** Without what others may put behind it where it is a base. */
export function dataSizeOf(t: Type): number | undefined {
  return t.kind === 'record' && t.record.virtualBases.length === 0 ? (t.record.part?.size ?? sizeOf(t)) : sizeOf(t);
}

export function alignOf(t: Type): number {
  switch (t.kind) {
    case 'array':
      return alignOf(t.of);
    case 'record':
      return t.record.align;
    case 'enum':
      return alignOf(t.of.underlying);
    default:
      return Math.min(16, sizeOf(t) ?? 1);
  }
}

export function unqualified(t: Type): Type {
  if (!t.const && !t.volatile) return t;
  const { const: _c, volatile: _v, ...rest } = t;
  return rest as Type;
}

export function qualified(t: Type, isConst: boolean, isVolatile = false): Type {
  if ((!isConst || t.const) && (!isVolatile || t.volatile)) return t;
  if (t.kind === 'array') return { ...t, of: qualified(t.of, isConst, isVolatile) };
  if (t.kind === 'reference' || t.kind === 'function') return t;
  return { ...t, ...(isConst && { const: true }), ...(isVolatile && { volatile: true }) };
}

export function isConstType(t: Type): boolean {
  return t.kind === 'array' ? isConstType(t.of) : t.const === true;
}

/** `strict`: const and volatile count, below the top too. */
export function sameType(a: Type, b: Type, strict = false): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  if (strict && (Boolean(a.const) !== Boolean(b.const) || Boolean(a.volatile) !== Boolean(b.volatile))) return false;
  switch (a.kind) {
    case 'integer':
      return a.name === (b as IntegerType).name && a.bits === (b as IntegerType).bits;
    case 'float':
      return a.bytes === (b as FloatType).bytes;
    case 'pointer':
      return sameType(a.to, (b as PointerType).to, strict);
    case 'reference':
      return a.rvalue === (b as ReferenceType).rvalue && sameType(a.to, (b as ReferenceType).to, strict);
    case 'array': {
      const other = b as ArrayType;
      return (
        (a.count === undefined || other.count === undefined || a.count === other.count) &&
        sameType(a.of, other.of, strict)
      );
    }
    case 'function': {
      const other = b as FunctionType;
      if (!sameType(a.result, other.result, strict) || Boolean(a.isConst) !== Boolean(other.isConst)) return false;
      if (a.open || other.open) return true;
      return (
        a.variadic === other.variadic &&
        a.params.length === other.params.length &&
        a.params.every((p, i) => sameType(p, other.params[i]!, strict))
      );
    }
    case 'record':
      return a.record === (b as { readonly record: RecordType }).record;
    case 'enum':
      return a.of === (b as { readonly of: EnumType }).of;
    case 'member-pointer':
      return a.of === (b as MemberPointerType).of && sameType(a.to, (b as MemberPointerType).to, strict);
    case 'parameter':
      return a.name === (b as { readonly name: string }).name;
    case 'pattern':
      return keyOf(a) === keyOf(b);
    default:
      return true;
  }
}

/** As a message shows it. */
export function showType(t: Type): string {
  const q = `${t.const ? 'const ' : ''}${t.volatile ? 'volatile ' : ''}`;
  switch (t.kind) {
    case 'integer':
      return q + integers[t.name].shown;
    case 'float':
      return q + { 2: '__half', 4: 'float', 8: 'double', 16: 'long double' }[t.bytes];
    case 'pointer':
      if (t.to.kind === 'function') return `${showType(t.to.result)} (*)(${paramsShown(t.to)})`;
      return `${showType(t.to)}${t.to.kind === 'pointer' ? '' : ' '}*${t.const ? ' const' : ''}`;
    case 'reference':
      return `${showType(t.to)} ${t.rvalue ? '&&' : '&'}`;
    case 'array': {
      let base: Type = t;
      let bounds = '';
      while (base.kind === 'array') {
        bounds += `[${base.count ?? ''}]`;
        base = base.of;
      }
      return `${showType(base)} ${bounds}`;
    }
    case 'function':
      return `${showType(t.result)} (${paramsShown(t)})`;
    case 'record':
      return `${q}${t.record.name === '' ? `${t.record.kind} without a name` : t.record.name}`;
    case 'enum':
      return `${q}${t.of.name === '' ? 'enum without a name' : t.of.name}`;
    case 'parameter':
      return q + t.name;
    case 'pattern':
      return `${q}${t.name}<${t.args.map(showArgument).join(', ')}>`;
    case 'member-pointer':
      return `${showType(t.to)} ${t.of.name}::*`;
    case 'va-list':
      return 'va_list';
    case 'nullptr':
      return 'nullptr_t';
    default:
      return q + t.kind;
  }
}

function paramsShown(t: FunctionType): string {
  return [...t.params.map(showType), ...(t.variadic ? ['...'] : [])].join(', ');
}

export function showArgument(a: TemplateArgument): string {
  if ('type' in a) return showType(a.type);
  if ('pack' in a) return a.pack.map(showArgument).join(', ');
  return 'template' in a ? a.template.name : String(a.value);
}

/** Of types that are made of others. */
const keys = new WeakMap<Type, string>();

/** Two types have the same key where they are the same. */
export function keyOf(t: Type): string {
  switch (t.kind) {
    case 'pointer':
    case 'function':
    case 'pattern': {
      const known = keys.get(t);
      if (known !== undefined) return known;
      const key = newKey(t);
      keys.set(t, key);
      return key;
    }
    default:
      return newKey(t);
  }
}

function newKey(t: Type): string {
  const q = `${t.const ? 'K' : ''}${t.volatile ? 'V' : ''}`;
  switch (t.kind) {
    case 'integer':
      return q + integers[t.name].code + (t.bits ?? '');
    case 'float':
      return q + { 2: 'Dh', 4: 'f', 8: 'd', 16: 'e' }[t.bytes];
    case 'void':
      return `${q}v`;
    case 'bool':
      return `${q}b`;
    case 'pointer':
      return `${q}P${keyOf(t.to)}`;
    case 'reference':
      return `${t.rvalue ? 'O' : 'R'}${keyOf(t.to)}`;
    case 'array':
      return `A${t.count ?? ''}_${keyOf(t.of)}`;
    case 'function':
      return `F${keyOf(t.result)}${t.params.length === 0 ? 'v' : t.params.map(keyOf).join('')}${t.variadic ? 'z' : ''}E`;
    case 'record':
      return `${q}C${t.record.id}_`;
    case 'enum':
      return `${q}N${t.of.id}_`;
    case 'member-pointer':
      return `${q}M${t.of.id}${keyOf(t.to)}`;
    case 'parameter':
      return `${q}T${t.name}_`;
    case 'pattern':
      return `${q}${t.name}I${t.args.map(argumentKey).join(',')}E`;
    default:
      return q + t.kind;
  }
}

export function argumentKey(a: TemplateArgument): string {
  if ('type' in a) return keyOf(a.type);
  if ('pack' in a) return `J${a.pack.map(argumentKey).join(',')}E`;
  return 'template' in a ? `X${a.template.name}` : `L${a.value}`;
}

/** Array to pointer, function to pointer; the top's qualifiers are gone. */
export function decayed(t: Type): Type {
  if (t.kind === 'array') return pointerTo(t.of);
  if (t.kind === 'function') return pointerTo(t);
  return unqualified(t);
}

export function withoutReference(t: Type): Type {
  return t.kind === 'reference' ? t.to : t;
}

export function findField(record: RecordType, name: string): readonly Field[] | undefined {
  for (const f of record.fields) {
    if (f.name === name && !f.base) return [f];
  }
  for (const f of record.fields) {
    if ((!f.anonymous && !f.base) || f.type.kind !== 'record') continue;
    const inner = findField(f.type.record, name);
    if (inner) return [f, ...inner];
  }
  return undefined;
}
