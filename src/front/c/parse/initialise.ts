/** Initialisers: what a variable holds at first, as parts at their offsets. */
import { badInitialiser, noMember, notConstant } from '../errors.ts';
import { textValue } from '../text/literals.ts';
import type { Expression, Initial } from '../tree.ts';
import {
  type Field,
  findField,
  isRecord,
  isScalar,
  sameType,
  showType,
  sizeOf,
  type Type,
  unqualified,
} from '../types.ts';
import { classOf } from './class-info.ts';
import { isComplex } from './complex.ts';
import { packsAhead, spread } from './packs.ts';
import type { Parser } from './parser.ts';

export type Part = { readonly offset: number; readonly type: Type; readonly field?: Field; readonly value: Expression };

/** Behind `=`, or at a `{`. The type is completed where the initialiser tells how long an array is. */
export function initialiser(p: Parser, type: Type): { readonly initial: Initial; readonly type: Type } {
  if (p.language.cxx && type.kind === 'record' && p.is('{') && (hasConstructors(type) || isSameInside(p, type))) {
    const at = p.token.at;
    return { initial: { kind: 'value', value: p.parts.constructBraces(p, type, p.parts.list(p), at) }, type };
  }
  if (!p.is('{')) {
    if (type.kind === 'array') return textInitial(p, type);
    const value = p.parts.assignment(p);
    return { initial: { kind: 'value', value: p.parts.convert(p, value, type) }, type };
  }
  if (type.kind === 'array' && p.ahead(1).kind === 'string' && isText(type)) {
    p.at++;
    const text = textInitial(p, type);
    p.take(',');
    p.expect('}');
    return text;
  }
  if (isWhole(type)) {
    const parts: Part[] = [];
    new Filler(p, parts).element(type, 0);
    const value = parts[0]?.value ?? {
      kind: 'number',
      value: type.kind === 'float' ? 0 : 0n,
      type: unqualified(type),
      at: p.token.at,
    };
    return { initial: { kind: 'value', value }, type };
  }
  const parts: Part[] = [];
  const filler = new Filler(p, parts);
  const count = filler.braced(type, 0);
  const whole: Type = type.kind === 'array' && type.count === undefined ? { ...type, count } : type;
  return { initial: { kind: 'list', parts, size: sizeOf(whole) ?? 0 }, type: whole };
}

/** One value makes it. */
const isWhole = (type: Type): boolean => isScalar(type) || isComplex(type) || type.kind === 'unknown';

/** `T x{y}` where y is a T: a copy. */
function isSameInside(p: Parser, type: Type): boolean {
  if (type.kind !== 'record' || p.isAhead(1, '{') || p.isAhead(1, '.') || p.isAhead(1, '}')) return false;
  const from = p.at;
  const found = p.attempt(() => {
    p.at++;
    const e = p.parts.assignment(p);
    return p.is('}') && e.type.kind === 'record' && e.type.record === type.record;
  });
  p.at = from;
  return found === true;
}

const hasConstructors = (type: Type): boolean =>
  (classOf(type)?.constructors.length ?? 0) + (classOf(type)?.constructorTemplates.length ?? 0) > 0;

function textInitial(
  p: Parser,
  type: Type & { readonly kind: 'array' },
): { readonly initial: Initial; readonly type: Type } {
  const at = p.token.at;
  const value = p.parts.assignment(p);
  if (value.kind !== 'text' || value.type.kind !== 'array' || sizeOf(value.type.of) !== sizeOf(type.of)) {
    p.report(badInitialiser(showType(type), at));
    return { initial: { kind: 'list', parts: [], size: 0 }, type };
  }
  const whole: Type =
    type.count === undefined ? { ...type, ...(value.type.count !== undefined && { count: value.type.count }) } : type;
  return { initial: { kind: 'list', parts: [textPart(value, whole, 0)], size: sizeOf(whole) ?? 0 }, type: whole };
}

/** The text cut to the array. */
function textPart(value: Expression & { readonly kind: 'text' }, type: Type, offset: number): Part {
  const room = sizeOf(type) ?? value.bytes.length;
  const bytes = value.bytes.slice(0, room);
  return {
    offset,
    type,
    value: {
      ...value,
      bytes,
      type: { kind: 'array', of: value.type.kind === 'array' ? value.type.of : type, count: bytes.length },
    },
  };
}

/** Members that nothing says but that have values of their own. */
export function missingDefaults(p: Parser, type: Type, offset: number, given: readonly Part[]): Part[] {
  if (type.kind !== 'record' || !p.language.cxx) return [];
  return type.record.fields.flatMap((field): Part[] => {
    const at = offset + field.offset;
    if (given.some((part) => part.offset >= at && part.offset < at + Math.max(1, sizeOf(field.type) ?? 1))) return [];
    if (field.defaultAt === undefined) return madeOfNothing(p, field.type, at, given);
    const parts: Part[] = [];
    p.elsewhere(field.defaultAt, p.scope, () => new Filler(p, parts).element(field.type, at, field));
    return parts;
  });
}

/** Members of a class, and elements, that nothing is said of. */
function madeOfNothing(p: Parser, type: Type, at: number, given: readonly Part[]): Part[] {
  if (type.kind === 'array') return elementsOfNothing(p, type, 0, at, given);
  if (type.kind !== 'record') return [];
  if (!hasConstructors(type)) return missingDefaults(p, type, at, given);
  return [{ offset: at, type, value: p.parts.construct(p, type, [], p.token.at) }];
}

/** From that element on. */
function elementsOfNothing(
  p: Parser,
  type: Type & { readonly kind: 'array' },
  from: number,
  at: number,
  given: readonly Part[],
): Part[] {
  if (!isMade(type.of)) return [];
  const each = sizeOf(type.of) ?? 0;
  const count = Math.max(0, (type.count ?? 0) - from);
  return Array.from({ length: count }, (_, i) => madeOfNothing(p, type.of, at + (from + i) * each, given)).flat();
}

/** Whether more than zeros is in it where nothing is said. */
function isMade(type: Type): boolean {
  if (type.kind === 'array') return isMade(type.of);
  if (type.kind !== 'record') return false;
  return hasConstructors(type) || type.record.fields.some((f) => f.defaultAt !== undefined || isMade(f.type));
}

/** `T x(a, b)`: members one after another, where the class has no constructor. */
export function bracketed(p: Parser, type: Type): Initial {
  const parts: Part[] = [];
  new Filler(p, parts).bracketed(type);
  return { kind: 'list', parts, size: sizeOf(type) ?? 0 };
}

class Filler {
  readonly #p: Parser;
  readonly #parts: Part[];
  /** Read already, not yet put anywhere. */
  #pending: Expression | undefined;
  /** What a pack became, as far as nobody took it. */
  readonly #expanded: Expression[] = [];

  constructor(p: Parser, parts: Part[]) {
    this.#p = p;
    this.#parts = parts;
  }

  /** `{ … }` of an array or a struct: how many elements it has. */
  braced(type: Type, offset: number): number {
    const p = this.#p;
    p.expect('{');
    let next = 0;
    let most = 0;
    while (!p.is('}')) {
      if (this.#expand()) while (this.#expanded.length > 0) next = this.#following(type, offset, next);
      else next = this.#designated(type, offset, next);
      most = Math.max(most, next);
      if (!p.take(',')) break;
    }
    p.expect('}');
    if (type.kind === 'record') this.#parts.push(...missingDefaults(p, type, offset, this.#parts));
    else if (type.kind === 'array') this.#parts.push(...elementsOfNothing(p, type, most, offset, this.#parts));
    return most;
  }

  /** Reads `pattern...` where it stands here. */
  #expand(): boolean {
    const p = this.#p;
    if (!p.language.cxx || !packsAhead(p)) return false;
    spread(p, () => this.#expanded.push(p.is('{') ? p.parts.braced(p) : p.parts.assignment(p)));
    return true;
  }

  bracketed(type: Type): void {
    const p = this.#p;
    p.expect('(');
    for (let next = 0; !p.is(')'); ) {
      next = this.#following(type, 0, next);
      if (!p.take(',')) break;
    }
    p.expect(')');
    this.#parts.push(...missingDefaults(p, type, 0, this.#parts));
  }

  /** One element, by its designator or the one whose turn it is; gives the number of the next. */
  #designated(type: Type, offset: number, next: number): number {
    const p = this.#p;
    const t = p.token;
    if (t.text === '.' && type.kind === 'record') {
      const name = p.ahead(1).text;
      p.at += 2;
      const index = type.record.fields.findIndex((f) => f.name === name);
      const path = findField(type.record, name);
      if (!path) {
        p.report(noMember(showType(type), name, t.at));
        p.take('=');
        p.parts.assignment(p);
        return next;
      }
      const at = path.reduce((sum, f) => sum + f.offset, offset);
      const last = path.at(-1)!;
      this.#designate(last.type, at, last);
      return (index < 0 ? type.record.fields.indexOf(path[0]!) : index) + 1;
    }
    if (t.text === '[' && type.kind === 'array') {
      p.at++;
      const low = Number(p.parts.constant(p, 'the index of an element') ?? 0n);
      const high = p.take('...') ? Number(p.parts.constant(p, 'the index of an element') ?? 0n) : low;
      p.expect(']');
      const each = sizeOf(type.of) ?? 0;
      if (low < 0 || high < low || high > 2 ** 27 || (type.count !== undefined && high >= type.count)) {
        p.report(notConstant('the index of an element, within the array,', t.at));
        p.take('=');
        p.parts.assignment(p);
        return next;
      }
      const from = this.#parts.length;
      this.#designate(type.of, offset + low * each);
      const made = this.#parts.slice(from);
      for (let i = low + 1; i <= high; i++)
        for (const part of made) this.#parts.push({ ...part, offset: part.offset + (i - low) * each });
      return high + 1;
    }
    if (t.kind === 'name' && p.isAhead(1, ':') && type.kind === 'record' && !p.language.cxx) {
      // gcc's old form: `name: value`
      p.at += 2;
      const f = type.record.fields.findIndex((g) => g.name === t.text);
      const field = type.record.fields[f];
      if (field) this.element(field.type, offset + field.offset, field);
      return f + 1;
    }
    return this.#following(type, offset, next);
  }

  /** Further designators, then the value. */
  #designate(type: Type, offset: number, field?: Field): void {
    const p = this.#p;
    if (p.is('.') || p.is('[')) {
      this.#designated(type, offset, 0);
      return;
    }
    p.take('=');
    this.element(type, offset, field);
  }

  #following(type: Type, offset: number, next: number): number {
    const at = this.#p.token.at;
    if (type.kind === 'array') {
      if (type.count !== undefined && next >= type.count) return this.#excess(type, next);
      this.element(type.of, offset + next * (sizeOf(type.of) ?? 0));
      return next + 1;
    }
    if (type.kind === 'record') {
      let n = next;
      while (type.record.fields[n]?.bits && type.record.fields[n]?.name === '') n++;
      const field = type.record.fields[n];
      if (!field || (type.record.kind === 'union' && n > 0)) return this.#excess(type, n);
      this.element(field.type, offset + field.offset, field);
      return n + 1;
    }
    this.element(type, offset);
    if (next > 0) this.#p.report(badInitialiser(showType(type), at));
    return 1;
  }

  #excess(type: Type, next: number): number {
    const at = this.#p.token.at;
    if (this.#p.language.cxx) this.#p.report(badInitialiser(showType(type), at));
    if (this.#expanded.length === 0 && this.#p.is('{')) this.#p.skipBalanced();
    else this.#take();
    return next + 1;
  }

  #take(): Expression {
    const e = this.#pending ?? this.#expanded.shift() ?? this.#p.parts.assignment(this.#p);
    this.#pending = undefined;
    return e;
  }

  element(type: Type, offset: number, field?: Field): void {
    const p = this.#p;
    if (!this.#pending && this.#expanded.length === 0 && p.is('{')) {
      if (p.language.cxx && type.kind === 'record' && hasConstructors(type)) {
        const at = p.token.at;
        this.#put(type, offset, field, p.parts.constructBraces(p, type, p.parts.list(p), at));
        return;
      }
      if (isWhole(type)) {
        p.at++;
        if (!p.is('}')) this.element(type, offset, field);
        p.take(',');
        p.expect('}');
        return;
      }
      if (type.kind === 'array' && p.ahead(1).kind === 'string' && isText(type)) {
        p.at++;
        this.element(type, offset, field);
        p.take(',');
        p.expect('}');
        return;
      }
      p.deeper(() => this.braced(type, offset));
      return;
    }
    const value = this.#take();
    if (value.kind === 'braces') {
      this.#put(type, offset, field, p.parts.convert(p, value, type));
      return;
    }
    if (
      p.language.cxx &&
      (type.kind === 'reference' ||
        (type.kind === 'record' &&
          (hasConstructors(type) || value.type.kind !== 'record' || p.parts.isConvertible(p, value, type))))
    ) {
      if (type.kind === 'reference' || hasConstructors(type) || p.parts.isConvertible(p, value, type)) {
        this.#put(type, offset, field, p.parts.convert(p, value, type));
        return;
      }
    }
    if (isWhole(type)) {
      this.#put(type, offset, field, p.parts.convert(p, value, type));
      return;
    }
    if (value.kind === 'text' && type.kind === 'array' && isText(type)) {
      this.#parts.push(textPart(value, type, offset));
      return;
    }
    if (isRecord(type) && (value.type.kind === 'unknown' || sameType(unqualified(value.type), unqualified(type)))) {
      this.#put(type, offset, field, value);
      return;
    }
    if (type.kind !== 'array' && type.kind !== 'record') {
      p.report(badInitialiser(showType(type), value.at));
      return;
    }
    this.#pending = value;
    this.#elided(type, offset);
  }

  #put(type: Type, offset: number, field: Field | undefined, value: Expression): void {
    this.#parts.push({ offset, type, value, ...(field?.bits && { field }) });
  }

  /** An aggregate without braces of its own takes what it needs of the list. */
  #elided(type: Type, offset: number): void {
    const p = this.#p;
    const count =
      type.kind === 'array'
        ? (type.count ?? 0)
        : type.kind === 'record'
          ? type.record.kind === 'union'
            ? 1
            : type.record.fields.length
          : 1;
    let next = 0;
    for (;;) {
      next = this.#following(type, offset, next);
      if (next >= count || this.#pending) return;
      if (this.#expanded.length > 0) continue;
      if (!p.is(',') || p.isAhead(1, '}') || p.isAhead(1, '.') || p.isAhead(1, '[')) return;
      p.at++;
      if (this.#expand() && this.#expanded.length === 0) return;
    }
  }
}

function isText(type: Type & { readonly kind: 'array' }): boolean {
  return (
    type.of.kind === 'integer' &&
    (type.of.name.endsWith('char') ||
      type.of.name.startsWith('char') ||
      type.of.name === 'wchar' ||
      sizeOf(type.of) === 4)
  );
}

export function textOf(text: string): ReturnType<typeof textValue> {
  return textValue(text);
}
