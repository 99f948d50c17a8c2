/**
 * Inline PTX as what it does: each instruction is a call of `__ptx_NAME` (library/c/__ptx.h), whose name is the instruction's with `_` for `.`; loads, stores, moves,
 * comparisons and conversions are written here. It runs on every device. What is read from `"r"(value)` is computed once, before the first instruction.
 */
import { byName } from '../../../base/by-name.ts';
import type { Span } from '../../../base/source.ts';
import { notSupported } from '../errors.ts';
import { textValue } from '../text/literals.ts';
import type { BinaryOperator, Expression, Statement, VariableSymbol } from '../tree.ts';
import {
  bool,
  double,
  float,
  int,
  isReal,
  llong,
  long,
  pointerTo,
  qualified,
  schar,
  short,
  sizeOf,
  type Type,
  uchar,
  uint,
  ullong,
  ulong,
  ushort,
  voidType,
} from '../types.ts';
import { assignAny, binaryAny, unaryAny } from './class-operators.ts';
import { asValue, castTo, converted, promoted } from './convert.ts';
import { callFunction } from './cxx-calls.ts';
import { castAny } from './named-casts.ts';
import { numberOf } from './numbers.ts';
import { choose } from './overloads.ts';
import type { Parser } from './parser.ts';
import type { Template } from './scope.ts';
import { newVariable } from './variables.ts';

const types: Readonly<Record<string, Type>> = byName({
  pred: bool,
  b8: uchar,
  u8: uchar,
  s8: schar,
  b16: ushort,
  u16: ushort,
  s16: short,
  b32: uint,
  u32: uint,
  s32: int,
  b64: ullong,
  u64: ullong,
  s64: llong,
  f32: float,
  f64: double,
});

const comparisons: Readonly<Record<string, BinaryOperator>> = {
  eq: '==',
  ne: '!=',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  lo: '<',
  ls: '<=',
  hi: '>',
  hs: '>=',
  equ: '==',
  neu: '!=',
};

/** Words of an instruction that say where memory is or how it is kept in caches: not what is done. */
const kept: ReadonlySet<string> = new Set(
  'volatile global shared local const param cta cluster gpu sys relaxed acquire release acq_rel weak ca cg cs lu cv nc wb wt ftz noftz aligned sync_aligned L1 no_allocate evict_last evict_first evict_normal'.split(
    ' ',
  ),
);

type Operand = { readonly value: Expression; readonly isOutput: boolean };

/** Behind the word `asm`, as far as its `;`. */
export function assembly(p: Parser, at: Span): Statement {
  p.at++;
  while (p.is('volatile') || p.is('__volatile__') || p.is('goto') || p.is('inline')) p.at++;
  p.expect('(');
  const template = textHere(p);
  const operands: Operand[] = [];
  const before: Statement[] = [];
  for (let part = 0; p.is(':') || p.is('::'); part++) {
    const colons = p.next().text.length;
    part += colons - 1;
    if (part < 2) readOperands(p, part === 0, operands, before);
    else while (!p.is(')') && !p.is(':') && p.token.kind !== 'end') p.at++;
  }
  p.expect(')');
  p.expect(';');
  const asm = new Assembly(p, at, operands);
  return { kind: 'block', body: [...before, ...asm.statements(template)], at };
}

/** Texts side by side. */
function textHere(p: Parser): string {
  let text = '';
  while (p.token.kind === 'string') text += String.fromCharCode(...textValue(p.next().text).elements);
  return text;
}

function readOperands(p: Parser, areOutputs: boolean, to: Operand[], before: Statement[]): void {
  if (p.is(':') || p.is('::') || p.is(')')) return;
  do {
    if (p.is('[')) p.skipBalanced();
    const form = textHere(p);
    p.expect('(');
    const e = p.parts.expression(p);
    p.expect(')');
    const first = /^%?(\d+)$/.exec(form);
    const same = first ? to[Number(first[1])] : undefined;
    if (areOutputs) to.push({ value: fixedPlace(p, e, before), isOutput: true });
    else if (same) {
      const value = p.language.cxx ? castAny(p, e, same.value.type, e.at) : castTo(p, e, same.value.type, e.at);
      before.push(storing(same.value, value));
      to.push(same);
    } else {
      const value = asValue(e);
      const type = formTypes[form.replace(/[^a-z]/g, '')] ?? value.type;
      const isWhole = value.type.kind === 'pointer' || value.type.kind === 'nullptr';
      const given = isWhole ? value : isReal(type) ? value : { ...value, type: value.type };
      const kept = value.kind === 'number' ? value : variableFor(p, given, before);
      to.push({ value: kept, isOutput: false });
    }
  } while (p.take(','));
}

const storing = (to: Expression, value: Expression): Statement => ({
  kind: 'expression',
  value: { kind: 'assign', to, value, type: to.type, at: value.at },
  at: value.at,
});

/** A place that a call leads to is found once. */
function fixedPlace(p: Parser, e: Expression, before: Statement[]): Expression {
  if (e.kind !== 'dereference' || e.of.kind !== 'call') return e;
  return { ...e, of: variableFor(p, asValue(e.of), before) };
}

const formTypes: Readonly<Record<string, Type>> = { r: uint, l: ulong, f: float, d: double, h: ushort };

function variableFor(p: Parser, value: Expression, before: Statement[]): Expression {
  const variable = newVariable('operand', 'operand', value.at, qualified(value.type, false), 'automatic');
  variable.home = p.fn;
  variable.initial = { kind: 'value', value };
  before.push({ kind: 'variable', variable, at: value.at });
  return { kind: 'variable', variable, type: value.type, at: value.at, lvalue: true };
}

class Assembly {
  readonly #p: Parser;
  readonly #at: Span;
  readonly #operands: readonly Operand[];
  readonly #registers = new Map<string, VariableSymbol>();

  constructor(p: Parser, at: Span, operands: readonly Operand[]) {
    this.#p = p;
    this.#at = at;
    this.#operands = operands;
  }

  statements(template: string): Statement[] {
    const text = template
      .replace(/\/\/[^\n]*/g, ' ')
      .replace(/\/\*[\s\S]*?\*\//g, ' ')
      .trim();
    if (/^rdtscp?\b/.test(text)) return this.#cycles();
    const lines = text
      .replace(/^[{}\s]+|[{}\s]+$/g, (ends) => (ends.includes('{') || ends.includes('}') ? '' : ' '))
      .split(/;|\n/)
      .map((line) => line.replace(/^\s*\{\s*(?=[.@a-z])/, '').trim())
      .filter((line) => line !== '' && line !== '{' && line !== '}');
    return lines.flatMap((line) => this.#instruction(line));
  }

  /** The host's counter of cycles: nanoseconds. */
  #cycles(): Statement[] {
    const now = this.#call('__ptx_rdtsc', []);
    const [low, high] = this.#operands;
    if (!low || !now) return [];
    if (!high?.isOutput) return [this.#assign(low.value, now)];
    return [
      this.#assign(low.value, castAny(this.#p, now, uint, this.#at)),
      this.#assign(high.value, castAny(this.#p, this.#binary('>>', now, this.#number(32n, int)), uint, this.#at)),
    ];
  }

  #instruction(line: string): Statement[] {
    const guard = /^@(!?)(\S+)\s+(.*)$/s.exec(line);
    if (guard) {
      const asked = this.#operand(guard[2]!, bool);
      if (!asked) return this.#refused(line);
      const truth = this.#p.parts.truth(this.#p, asked);
      const condition = guard[1] ? unaryAny(this.#p, '!', truth, this.#at) : truth;
      const then: Statement = { kind: 'block', body: this.#instruction(guard[3]!), at: this.#at };
      return [{ kind: 'if', condition, then, otherwise: undefined, at: this.#at }];
    }
    const [, name = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(line) ?? [];
    const words = name.split('.').flatMap((word) => word.split('::'));
    const [, type, names] = /^\.(\w+)\s+(.*)$/s.exec(rest) ?? [];
    if (name === '.reg' && type !== undefined && names !== undefined) return this.#declare(type, names);
    const made = this.#done(words, split(rest));
    return made ?? this.#refused(line);
  }

  #refused(line: string): Statement[] {
    this.#p.report(notSupported(`\`${line}\` in inline assembly`, this.#at));
    return [];
  }

  #declare(word: string, names: string): Statement[] {
    const type = types[word];
    if (!type) return this.#refused(`.reg .${word}`);
    return names.split(',').flatMap((text): Statement[] => {
      const [, name = '', count] = /^\s*%?([\w$]+)(?:<(\d+)>)?\s*$/.exec(text) ?? [];
      const all = count === undefined ? [name] : Array.from({ length: Number(count) }, (_, i) => `${name}${i}`);
      return all.map((one) => {
        const variable = newVariable(one, one, this.#at, type, 'automatic');
        variable.home = this.#p.fn;
        this.#registers.set(one, variable);
        return { kind: 'variable', variable, at: this.#at };
      });
    });
  }

  /** Undefined: nobody knows the instruction, or one of its operands. */
  #done(words: readonly string[], operands: readonly string[]): Statement[] | undefined {
    const [first = ''] = words;
    const type = types[words.at(-1) ?? ''];
    const [to, ...from] = operands;
    const isShared = words.includes('shared');
    if ((first === 'ld' || first === 'ldu') && type && to && from[0]) return this.#load(type, to, from[0], isShared);
    if (first === 'st' && type && to && from[0]) return this.#store(type, to, from[0], isShared);
    if (first === 'mov' && type && to && from[0]) return this.#move(type, to, from[0]);
    if (first === 'setp' && type && to) return this.#compare(words[1] ?? '', type, to, from);
    if (first === 'cvt' && type && to && from[0]) return this.#convert(words, to, from[0]);
    return this.#called(words, type, to, from);
  }

  #called(
    words: readonly string[],
    type: Type | undefined,
    to: string | undefined,
    from: readonly string[],
  ): Statement[] | undefined {
    const name = `__ptx_${words.filter((w, i) => i === 0 || (!kept.has(w) && !/^(?:\d+B|L2)$/.test(w))).join('_')}`;
    const set = this.#p.file.names.get(name);
    const fn = set?.kind === 'functions' ? set.list[0] : undefined;
    const gives = fn ? fn.type.result.kind !== 'void' : false;
    // Of several addresses the first one is that in shared memory.
    let inShared = words.includes('shared');
    const given = (gives ? from : [...(to === undefined ? [] : [to]), ...from]).map((text) => {
      const made = this.#operand(text, type, inShared);
      if (text.startsWith('[')) inShared = false;
      return made;
    });
    if (given.some((e) => !e)) return undefined;
    const made = this.#call(name, given as Expression[]);
    if (!made) return undefined;
    if (!gives) return [{ kind: 'expression', value: made, at: this.#at }];
    if (to === '_') return [{ kind: 'expression', value: made, at: this.#at }];
    const place = to === undefined ? undefined : this.#place(to);
    return place && [this.#assign(place, made)];
  }

  #call(name: string, args: readonly Expression[]): Expression | undefined {
    const set = this.#p.file.names.get(name);
    if (set?.kind !== 'functions') return undefined;
    const templates = set.templates as readonly Template[];
    const fn = choose(this.#p, { name, list: set.list, templates, args: [] }, args, this.#at);
    return fn && callFunction(this.#p, fn, args, this.#at);
  }

  #load(type: Type, to: string, from: string, isShared: boolean): Statement[] | undefined {
    return this.#each(to, (part, i) => {
      const place = this.#place(part);
      const memory = this.#memory(from, type, i, isShared);
      return place && memory && this.#assign(place, this.#asBits(memory, place.type));
    });
  }

  #store(type: Type, to: string, from: string, isShared: boolean): Statement[] | undefined {
    return this.#each(from, (part, i) => {
      const value = this.#operand(part, type);
      const memory = this.#memory(to, type, i, isShared);
      return value && memory && this.#assign(memory, this.#asBits(asValue(value), type));
    });
  }

  #each(list: string, run: (part: string, i: number) => Statement | undefined): Statement[] | undefined {
    const parts = list.startsWith('{') ? split(list.slice(1, -1)) : [list];
    const made = parts.map(run);
    return made.every((s) => s !== undefined) ? made : undefined;
  }

  /** `[address + offset]`, and the place of that number behind it. */
  #memory(text: string, type: Type, i: number, isShared = false): Expression | undefined {
    const [, base = '', sign, more] = /^\[\s*([^\s+\]-]+)\s*(?:([+-])\s*(\d+))?\s*\]$/.exec(text) ?? [];
    const address = this.#operand(base, ullong);
    if (!address) return undefined;
    const offset = BigInt(more ?? 0) * (sign === '-' ? -1n : 1n) + BigInt(i * (sizeOf(type) ?? 1));
    const counted = castAny(this.#p, asValue(address), long, this.#at);
    const bytes = isShared ? castAny(this.#p, this.#inShared(counted), long, this.#at) : counted;
    const sum = this.#binary('+', bytes, this.#number(offset, long));
    const pointer = castAny(this.#p, sum, pointerTo(qualified(type, false, true)), this.#at);
    return unaryAny(this.#p, '*', pointer, this.#at);
  }

  #inShared(address: Expression): Expression {
    return { kind: 'builtin', name: 'shared_pointer', args: [address], type: pointerTo(voidType), at: this.#at };
  }

  /** `mov.b64 %0, {%1, %2}` and `mov.b64 {%0, %1}, %2` join and part; others copy. */
  #move(type: Type, to: string, from: string): Statement[] | undefined {
    if (to.startsWith('{')) {
      const value = this.#operand(from, type);
      const parts = split(to.slice(1, -1));
      const width = (8 * (sizeOf(type) ?? 8)) / parts.length;
      const whole = value && this.#asBits(asValue(value), ullong);
      const made = parts.map((part, i) => {
        const place = this.#place(part);
        if (!place || !whole) return undefined;
        const bits = this.#binary('>>', whole, this.#number(BigInt(i * width), int));
        const piece = castAny(this.#p, bits, width === 32 ? uint : ushort, this.#at);
        return this.#assign(place, this.#asBits(piece, place.type));
      });
      return made.every((s) => s !== undefined) ? made : undefined;
    }
    const place = this.#place(to);
    const value = from.startsWith('{') ? this.#joined(type, from) : this.#operand(from, type);
    return place && value && [this.#assign(place, this.#asBits(asValue(value), place.type))];
  }

  #joined(type: Type, from: string): Expression | undefined {
    const parts = split(from.slice(1, -1));
    const width = (8 * (sizeOf(type) ?? 8)) / parts.length;
    let all: Expression | undefined;
    for (const [i, part] of parts.entries()) {
      const value = this.#operand(part, width === 32 ? uint : ushort);
      if (!value) return undefined;
      const bits = castAny(this.#p, this.#asBits(asValue(value), width === 32 ? uint : ushort), ullong, this.#at);
      const moved = this.#binary('<<', bits, this.#number(BigInt(i * width), int));
      all = all ? this.#binary('|', all, moved) : moved;
    }
    return all;
  }

  #compare(word: string, type: Type, to: string, from: readonly string[]): Statement[] | undefined {
    const op = comparisons[word];
    const [yes = '', no] = to.split('|');
    const place = this.#place(yes.trim());
    const [a, b] = from.map((text) => this.#operand(text, type));
    if (!op || !place || !a || !b || from.length > 2) return undefined;
    const [x, y] = [a, b].map((e) => this.#asBits(asValue(e), type));
    const made = [this.#assign(place, this.#binary(op, x!, y!))];
    const other = no === undefined ? undefined : this.#place(no.trim());
    if (other) made.push(this.#assign(other, unaryAny(this.#p, '!', place, this.#at)));
    return made;
  }

  #convert(words: readonly string[], to: string, from: string): Statement[] | undefined {
    const source = types[words.at(-1) ?? ''];
    const target = types[words.at(-2) ?? ''];
    const how = words.slice(1, -2).filter((w) => w !== 'ftz' && w !== 'sat' && w !== 'rn' && w !== 'rzi' && w !== 'rz');
    const place = this.#place(to);
    const value = source && this.#operand(from, source);
    if (!source || !target || !place || !value || how.some((w) => !/^r[nmp]i$/.test(w))) return undefined;
    let x = this.#asBits(asValue(value), source);
    const rounding = { rni: '__ptx_rni', rmi: '__ptx_rmi', rpi: '__ptx_rpi' }[how[0] ?? ''];
    if (rounding) x = this.#call(rounding, [castAny(this.#p, x, double, this.#at)]) ?? x;
    return [this.#assign(place, castAny(this.#p, x, target, this.#at))];
  }

  #place(text: string): Expression | undefined {
    const operand = /^%(\d+)$/.exec(text);
    if (operand) return this.#operands[Number(operand[1])]?.value;
    const variable = this.#registers.get(text.replace(/^%+/, ''));
    return variable && { kind: 'variable', variable, type: variable.type, at: this.#at, lvalue: true };
  }

  #operand(text: string, type: Type | undefined, inShared = false): Expression | undefined {
    const place = this.#place(text);
    if (place) return place;
    if (/^-?(?:0x[0-9a-f]+|\d+)u?$/i.test(text)) {
      const value = text.startsWith('-') ? -BigInt(text.slice(1).replace(/u$/i, '')) : BigInt(text.replace(/u$/i, ''));
      return this.#number(value, type && !isReal(type) && type.kind !== 'bool' ? type : llong);
    }
    const real = /^0([fd])([0-9a-f]+)$/i.exec(text);
    if (real) {
      const view = new DataView(new ArrayBuffer(8));
      const isDouble = real[1]!.toLowerCase() === 'd';
      view.setBigUint64(0, BigInt(`0x${real[2]}`) << (isDouble ? 0n : 32n));
      return this.#number(isDouble ? view.getFloat64(0) : view.getFloat32(0), isDouble ? double : float);
    }
    if (/^\[.*\]$/.test(text)) {
      const memory = this.#memory(text, uchar, 0, inShared);
      return memory && { kind: 'address', of: memory, type: pointerTo(voidType), at: this.#at };
    }
    const special = /^%+([a-z_]\w*(?:\.[xyz])?)$/.exec(text);
    return special ? this.#call(`__ptx_sreg_${special[1]!.replace('.', '_')}`, []) : undefined;
  }

  /** A register holds bits: the same ones as another type of that size. */
  #asBits(value: Expression, type: Type): Expression {
    if (isReal(value.type) === isReal(type) || sizeOf(value.type) !== sizeOf(type))
      return castAny(this.#p, value, type, this.#at);
    const memory = sizeOf(type) === 4 ? int : long;
    const given = isReal(value.type) ? value : converted(promoted(value.type) === value.type ? value : value, memory);
    return { kind: 'builtin', name: 'bitcast', args: [given], type: isReal(type) ? type : memory, at: this.#at };
  }

  #assign(to: Expression, value: Expression): Statement {
    const given = castAny(this.#p, this.#asBits(asValue(value), to.type), qualified(to.type, false), this.#at);
    return { kind: 'expression', value: assignAny(this.#p, to, given, this.#at), at: this.#at };
  }

  #binary(op: BinaryOperator, a: Expression, b: Expression): Expression {
    return binaryAny(this.#p, op, a, b, this.#at);
  }

  #number(value: number | bigint, type: Type): Expression {
    return numberOf(value, type, { at: this.#at });
  }
}

/** At commas outside of brackets. */
function split(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const c of text) {
    if (c === '{' || c === '[' || c === '(') depth++;
    if (c === '}' || c === ']' || c === ')') depth--;
    if (c === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else part += c;
  }
  return part.trim() === '' ? parts : [...parts, part.trim()];
}
