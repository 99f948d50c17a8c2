/** A source text and places in it. Knows neither Fortran nor CUDA. */

/** One text that was read: a file, an include file, or text made by a tool. Lines and columns are counted from 1. */
export type Source = {
  readonly path: string;
  readonly text: string;
};

/** A byte beyond 127 that stands for no character of UTF-8 (of a file in Latin-1, or of an escape) is the character U+F700 and so many. */
export const firstRawByte = 0xf700;

/** Raw bytes as the characters that they are in Latin-1, to be shown. */
export function rawAsLatin1(text: string): string {
  return text.replace(/[\uf780-\uf7ff]/g, (c) => String.fromCharCode(c.charCodeAt(0) - firstRawByte));
}

/** A stretch of one source: UTF-16 offsets `from` (first) and `to` (one past the last). */
export type Span = {
  readonly source: Source;
  readonly from: number;
  readonly to: number;
};

export type Position = { readonly line: number; readonly column: number };

export function span(source: Source, from: number, to: number): Span {
  return { source, from, to };
}

/** From the start of `first` to the end of `last`; `first` alone where they lie in different sources. */
export function cover(first: Span, last: Span): Span {
  if (first.source !== last.source || last.to < first.from) return first;
  return { source: first.source, from: first.from, to: last.to };
}

/** The place of generated code that has no text of its own. */
export const nowhere: Span = { source: { path: '', text: '' }, from: 0, to: 0 };

/** Of the compiler's own library, which users do not read. */
export function isOfLibrary({ path }: Pick<Source, 'path'>): boolean {
  return /\/library\/(?:fortran|c)\//.test(path);
}

export function positionOf(source: Source, offset: number): Position {
  const starts = lineStarts(source);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - starts[low]! + 1 };
}

/** The text of line `line` (from 1), without its line end. */
export function lineText(source: Source, line: number): string {
  const starts = lineStarts(source);
  const from = starts[line - 1];
  if (from === undefined) return '';
  const to = starts[line] ?? source.text.length + 1;
  return rawAsLatin1(source.text.slice(from, to - 1).replace(/\r$/, ''));
}

export function startOf(at: Span): Position {
  return positionOf(at.source, at.from);
}

/** `path:line:column`, as terminals and editors link it. */
export function placeOf(at: Span): string {
  const { line, column } = startOf(at);
  return `${at.source.path}:${line}:${column}`;
}

const knownStarts = new WeakMap<Source, number[]>();

function lineStarts(source: Source): number[] {
  const known = knownStarts.get(source);
  if (known) return known;
  const starts = [0];
  for (let i = source.text.indexOf('\n'); i >= 0; i = source.text.indexOf('\n', i + 1)) starts.push(i + 1);
  knownStarts.set(source, starts);
  return starts;
}
