/** Literals with a suffix that the program or the library defines: `1.5_km`, `"text"s`, `10ms`. */
import type { Token } from '../text/lex.ts';
import { readNumber } from '../text/literals.ts';
import type { Expression } from '../tree.ts';
import { arrayOf, char, double, longDouble, qualified, ullong, ulong } from '../types.ts';
import { call } from './calls.ts';
import { numberOf } from './numbers.ts';
import type { Parser } from './parser.ts';
import type { Entity } from './scope.ts';

const spelt = /^(0[xX][\da-fA-F']+|0[bB][01']+|[\d']*\.?[\d']*(?:[eE][+-]?[\d']+)?)([A-Za-z_]\w*)$/;

/** A number whose suffix C does not know; undefined where nobody defines it. */
export function userNumber(p: Parser, t: Token): Expression | undefined {
  const [, digits = '', suffix = ''] = spelt.exec(t.text) ?? [];
  const set = operatorOf(p, suffix);
  const n = set && readNumber(digits);
  if (!set || !n) return undefined;
  const isReal = n.kind === 'real';
  const wanted = set.list.find((f) => f.type.params[0]?.kind === (isReal ? 'float' : 'integer'));
  if (!wanted && set.list.some((f) => f.type.params[0]?.kind === 'pointer')) {
    const bytes = new TextEncoder().encode(`${digits}\0`);
    const type = arrayOf(qualified(char, true), bytes.length);
    return called(p, set, suffix, [{ kind: 'text', bytes, type, at: t.at, lvalue: true }], t);
  }
  const only = wanted ? { ...set, list: [wanted] } : set;
  const type = isReal ? (wanted?.type.params[0] ?? longDouble) : ullong;
  const value: Expression = n.kind === 'real' ? numberOf(n.value, type ?? double, t) : numberOf(n.value, ullong, t);
  return called(p, only, suffix, [value], t);
}

/** A text or a character with a name close behind it. */
export function userText(p: Parser, e: Expression): Expression {
  const t = p.token;
  const set = p.language.cxx && t.kind === 'name' && !t.spaced && !t.first ? operatorOf(p, t.text) : undefined;
  if (!set) return e;
  p.at++;
  const length = e.type.kind === 'array' ? (e.type.count ?? 1) - 1 : undefined;
  return called(p, set, t.text, length === undefined ? [e] : [e, numberOf(BigInt(length), ulong, t)], t);
}

type Functions = Entity & { readonly kind: 'functions' };

function operatorOf(p: Parser, suffix: string): Functions | undefined {
  const entity = suffix === '' ? undefined : p.scope.find(`operator""${suffix}`);
  return entity?.kind === 'functions' ? entity : undefined;
}

function called(p: Parser, set: Functions, suffix: string, args: readonly Expression[], { at }: Token): Expression {
  const type = set.list[0]?.type ?? { kind: 'unknown' };
  const { list, templates } = set;
  return call(p, { kind: 'overloads', name: `operator""${suffix}`, list, templates, args: [], type, at }, args, at);
}
