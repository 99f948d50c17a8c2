/**
 * Fixed form does not count blanks: `DO10I=1,5`, `GO TO 10`, `1 000`. A statement that makes no sense as it is written
 * is tried again with all its blanks removed and one put behind each keyword that begins it, then with none.
 */
import type { Cooked } from '../cook-statements.ts';
import { TextBuilder } from '../cook-text.ts';

export function respaced(cooked: Cooked): Cooked | undefined {
  const packed = pack(cooked);
  return cutAt(cooked, packed, keywordEnds(packed.text));
}

/** `REAL*8FUNCTIONF(I)` */
export function isPackedFunction(cooked: Cooked): boolean {
  return cooked.text.includes('(') && packedFunction.test(pack(cooked).text);
}

/** Without any blanks: names that begin as keywords do, `GO TO 1 = 43`. */
export function unspaced(cooked: Cooked): Cooked | undefined {
  const packed = pack(cooked);
  const label = /^\d*/.exec(packed.text)![0].length;
  return cutAt(cooked, packed, label > 0 ? [label] : []);
}

function cutAt(cooked: Cooked, packed: ReturnType<TextBuilder['take']>, cuts: readonly number[]): Cooked | undefined {
  const builder = new TextBuilder();
  let from = 0;
  for (const cut of cuts) {
    builder.append(packed, from, cut);
    builder.appendOwn(' ');
    from = cut;
  }
  builder.append(packed, from, packed.text.length);
  const made = builder.take();
  if (made.text === '' || made.text === cooked.text.trim()) return undefined;
  // The label is read from the original text: give it a place of its own before the statement.
  return {
    ...made,
    sentinel: '',
    broken: cooked.broken,
    escapes: cooked.escapes,
    label: undefined,
    ...relabelled(cooked, made.text),
  };
}

function relabelled(cooked: Cooked, text: string): Partial<Cooked> {
  if (!cooked.label) return {};
  const digits = /^\d+/.exec(text)?.[0].length ?? 0;
  return { label: { value: cooked.label.value, from: 0, to: digits } };
}

/** The statement without the blanks that stand outside of character constants. */
function pack(cooked: Cooked): ReturnType<TextBuilder['take']> {
  const { text } = cooked;
  const builder = new TextBuilder();
  let quote = '';
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (quote !== '') {
      if (c === '\\' && cooked.escapes !== 'none') i++;
      else if (c === quote) quote = '';
    } else if (c === "'" || c === '"') quote = c;
    else if (c === ' ' || c === '\t') {
      builder.append(cooked, from, i);
      from = i + 1;
    }
  }
  builder.append(cooked, from, text.length);
  return builder.take();
}

const joined = [
  'accept',
  'assign',
  'automatic',
  'backspace',
  'blockdata',
  'byte',
  'call',
  'case',
  'character',
  'close',
  'common',
  'complex',
  'contains',
  'continue',
  'cycle',
  'data',
  'dimension',
  'doublecomplex',
  'doubleprecision',
  'dowhile',
  'elemental',
  'else',
  'elseif',
  'endfile',
  'entry',
  'equivalence',
  'exit',
  'external',
  'function',
  'goto',
  'if',
  'implicitnone',
  'implicit',
  'inquire',
  'integer',
  'intrinsic',
  'logical',
  'module',
  'namelist',
  'open',
  'parameter',
  'pause',
  'pointer',
  'optional',
  'print',
  'private',
  'program',
  'public',
  'pure',
  'read',
  'real',
  'recursive',
  'return',
  'rewind',
  'save',
  'selectcase',
  'static',
  'stop',
  'subroutine',
  'target',
  'type',
  'use',
  'write',
];
const keyword = new RegExp(`^(?:${[...joined].sort((a, b) => b.length - a.length).join('|')})`, 'i');
const typeWord = /^(?:integer|real|complex|logical|character|byte|doubleprecision|doublecomplex)$/i;
/** What may follow a type but its names. */
const functionHeading = /^(?:recursive|pure|elemental)*function\w+\((?=[a-z*)])/i;
/** Dummies are names; bounds of an array would be numbers too. */
const packedFunction =
  /^(?:integer|real|complex|logical|character|doubleprecision|doublecomplex)(?:\*\d+|\*\(\*\))?function[a-z]\w*\((?:[a-z]\w*(?:,[a-z]\w*)*)?\)$/i;
const endWord =
  /^end(?:program|module|subroutine|function|interface|type|if|do|select|where|forall|associate|blockdata|block)/i;

/** Where blanks belong in a packed statement. */
function keywordEnds(text: string): number[] {
  const cuts: number[] = [];
  let at = /^\d*/.exec(text)![0].length;
  if (at > 0) cuts.push(at);
  const loop = /^do(\d*),?[a-z]\w*=[^=]/i.exec(text.slice(at));
  if (loop && hasTopComma(text, at)) return [...cuts, at + 2, ...(loop[1] ? [at + 2 + loop[1].length] : [])];
  const whileLoop = /^do(\d+),?while\(/i.exec(text.slice(at));
  if (whileLoop) return [...cuts, at + 2, at + 2 + whileLoop[1]!.length];
  for (;;) {
    const rest = text.slice(at);
    const word = endWord.exec(rest)?.[0] ?? keyword.exec(rest)?.[0];
    if (!word) return cuts;
    if (word.toLowerCase() === 'implicitnone') return [...cuts, at + 8];
    at += word.length;
    cuts.push(at);
    if (word.toLowerCase() === 'if') {
      const close = closeOf(text, at);
      if (close < 0) return cuts;
      at = close + 1;
    } else if (typeWord.test(word)) {
      at += /^\*\d+/.exec(text.slice(at))?.[0].length ?? 0;
      if (cuts.at(-1) !== at) cuts.push(at);
      if (!functionHeading.test(text.slice(at))) return cuts;
    } else if (!/^(?:implicit|recursive|pure|elemental)$/i.test(word)) return cuts;
  }
}

function closeOf(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === '(') depth++;
    if (c === ')' && --depth === 0) return i;
  }
  return -1;
}

/** A comma outside of parentheses tells `do10i=1,5` from `do10i=1.5`. */
function hasTopComma(text: string, from: number): boolean {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === '(') depth++;
    else if (c === ')') depth--;
    else if (c === ',' && depth === 0) return true;
  }
  return false;
}
