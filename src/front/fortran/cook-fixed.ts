/** Fixed form: columns 1-5 hold the label, column 6 the continuation mark, 7-72 the statement. */
import type { Cooking, Escapes, Sentinel } from './cook-statements.ts';
import { type MappedText, placeIn, TextBuilder } from './cook-text.ts';
import * as errors from './errors/syntax.ts';
import { hollerithLength } from './hollerith.ts';

export function cookFixedLines(lines: Iterable<MappedText>, cooking: Cooking): void {
  const reader = new FixedReader(cooking);
  for (const line of lines) reader.line(line);
  reader.finish();
}

const usualColumns = 72;
const sentinelPattern =
  /^[c*!](@cuf|@acc|\$cuf|\$acc|\$omp|(?:dir|pgi|dec|gcc)\$(?=\s*(?:ignore_tkr|attributes\s+no_arg_check)\b))/i;
const sentinelOf: Readonly<Record<string, Sentinel>> = { $cuf: 'cuf', $acc: 'acc', $omp: 'omp' };
const code = { quote: 39, doubleQuote: 34, bang: 33, semicolon: 59, backslash: 92 } as const;

class FixedReader {
  private readonly cooking: Cooking;
  private readonly builder = new TextBuilder();
  private sentinel: Sentinel = '';
  private quote = 0;
  private opened: { line: MappedText; at: number } | undefined;
  /** The length of the line before, for strings that go on in the next. */
  private lastLength = 0;

  /** What backslashes begin in this statement, and where the first one stands. */
  private escapes: Escapes;
  private escape: { line: MappedText; at: number } | undefined;
  /** The parts of lines that the statement is made of. */
  private parts: { line: MappedText; from: number; end: number }[] = [];
  private readonly lastColumn: number;

  constructor(cooking: Cooking) {
    this.cooking = cooking;
    this.escapes = cooking.options.escapes;
    this.lastColumn = cooking.options.lastColumn ?? usualColumns;
  }

  line(line: MappedText): void {
    const { text } = line;
    if (text.trim() === '') return;
    const directive = sentinelPattern.exec(text);
    const word = directive?.[1]?.toLowerCase();
    if (word !== undefined && this.isHeeded(word)) {
      this.sentinelLine(line, word);
      return;
    }
    const first = text.charAt(0);
    if (first === '#') {
      this.cooking.hashLine(line);
      return;
    }
    if ('cC*!'.includes(first)) return;
    if ('dD'.includes(first)) {
      if (this.cooking.options.debugLines) this.statementLine(line, '', 1);
      return;
    }
    const ink = text.search(/\S/);
    if (text.charAt(ink) === '!' && ink !== 5) return;
    this.statementLine(line, '', 0);
  }

  finish(): void {
    if (this.quote !== 0 && this.escape) this.withoutEscapes(this.escape);
    if (this.quote !== 0 && this.opened) {
      const { line, at } = this.opened;
      const place = placeIn(line, at, Math.min(line.text.length, this.lastColumn));
      this.cooking.options.report(errors.unterminatedString(String.fromCharCode(this.quote), place));
    }
    if (this.builder.text !== '')
      this.cooking.finish(this.builder.take(), this.sentinel, this.quote !== 0, this.escapes);
    this.sentinel = '';
    this.quote = 0;
    this.escapes = this.cooking.options.escapes;
    this.escape = undefined;
    this.parts = [];
  }

  /** Escapes leave a literal without an end: the statement is read without them. */
  private withoutEscapes({ line, at }: { line: MappedText; at: number }): void {
    this.cooking.plainBackslash(line, at);
    const { parts } = this;
    this.builder.take();
    [this.quote, this.escapes, this.escape, this.parts] = [0, 'none', undefined, []];
    for (const [i, part] of parts.entries()) {
      if (part.line === parts[i - 1]?.line) this.builder.appendOwn(' ');
      else this.fillLine();
      this.scan(part.line, part.from, part.end);
    }
  }

  /** A literal goes on to the last column of its line. */
  private fillLine(): void {
    if (this.quote !== 0) this.builder.appendOwn(' '.repeat(Math.max(0, this.lastColumn - this.lastLength)));
  }

  private isHeeded(word: string): boolean {
    const { cuda, directives = [] } = this.cooking.options;
    const model = /acc|omp/.exec(word)?.[0];
    if (model) return directives.some((d) => d === model);
    return cuda || word.endsWith('$');
  }

  private sentinelLine(line: MappedText, word: string): void {
    if (word.startsWith('@')) this.statementLine(line, '', 5);
    else this.statementLine(line, sentinelOf[word] ?? 'dir', 5);
  }

  /** The first `skip` columns count as blank. */
  private statementLine(line: MappedText, sentinel: Sentinel, skip: number): void {
    const { from, continued, end } = columnsOf(line.text, skip, this.lastColumn);
    if (continued) {
      this.fillLine();
      this.scan(line, from, end);
      return;
    }
    this.finish();
    this.sentinel = sentinel;
    if (sentinel === '' && /^\s*include\b/i.test(line.text) && this.cooking.include(line)) return;
    // Without the continuation column, which may hold a 0.
    this.scan(line, skip, Math.min(from - 1, line.text.length));
    this.builder.appendOwn(' ');
    this.scan(line, from, end);
  }

  private scan(line: MappedText, from: number, end: number): void {
    const { text } = line;
    let begin = from;
    this.lastLength = text.length;
    this.parts.push({ line, from, end });
    for (let i = from; i < end; i++) {
      const c = text.charCodeAt(i);
      if (this.quote !== 0) {
        if (c === code.backslash && this.escapes !== 'none') {
          this.escape ??= { line, at: i };
          this.cooking.backslash(line, i);
          i++;
        } else if (c === this.quote) this.quote = 0;
      } else if (c === code.quote || c === code.doubleQuote) {
        this.quote = c;
        this.opened = { line, at: i };
      } else if ((c | 32) === 104) i += hollerithLength(text, i);
      else if (c === code.bang) {
        this.builder.append(line, begin, i);
        return;
      } else if (c === code.semicolon) {
        this.builder.append(line, begin, i);
        this.finish();
        begin = i + 1;
        this.parts.push({ line, from: begin, end });
      }
    }
    this.builder.append(line, begin, end);
  }
}

function columnsOf(text: string, skip: number, lastColumn: number): { from: number; continued: boolean; end: number } {
  const tab = text.indexOf('\t', skip);
  if (tab >= 0 && tab < 6 && /^[\s\d]*$/.test(text.slice(skip, tab))) {
    const continued = /[1-9]/.test(text.charAt(tab + 1));
    return { from: continued ? tab + 2 : tab + 1, continued, end: text.length };
  }
  const mark = text.charAt(5);
  const continued = /^\s*$/.test(text.slice(skip, 5)) && mark !== '' && mark !== ' ' && mark !== '0';
  return { from: 6, continued, end: Math.min(text.length, lastColumn) };
}
