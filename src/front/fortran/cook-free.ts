/** Free form: `&` continues, `!` begins a comment, `;` separates statements. */
import type { Cooking, CookOptions, Escapes, Sentinel } from './cook-statements.ts';
import { type MappedText, placeIn, TextBuilder } from './cook-text.ts';
import * as errors from './errors/syntax.ts';
import { hollerithLength } from './hollerith.ts';

export function cookFreeLines(lines: Iterable<MappedText>, cooking: Cooking): void {
  const reader = new FreeReader(cooking);
  for (const line of lines) reader.line(line);
  reader.end();
}

const code = {
  quote: 39,
  doubleQuote: 34,
  bang: 33,
  ampersand: 38,
  semicolon: 59,
  hash: 35,
  backslash: 92,
  h: 104,
} as const;
const blankRest = /[ \t\f\v]*(?:!|$)/y;
const onlyBlank = /[ \t\f\v]*$/y;
const firstInk = /[^ \t\f\v\u00a0]/g;

class FreeReader {
  private readonly cooking: Cooking;
  private readonly builder = new TextBuilder();
  private sentinel: Sentinel = '';
  private continuing = false;
  private broken = false;
  /** The quote that is open, and where it was opened in which line. */
  private quote = 0;
  private opened: { line: MappedText; at: number } | undefined;
  /** What backslashes begin in this statement, and where the first one stands. */
  private escapes: Escapes;
  private escape: { line: MappedText; at: number } | undefined;
  private lastAmpersand: { line: MappedText; at: number } | undefined;

  constructor(cooking: Cooking) {
    this.cooking = cooking;
    this.escapes = cooking.options.escapes;
  }

  line(line: MappedText): void {
    let start = inkFrom(line.text, 0);
    if (start < 0) return;
    const first = line.text.charCodeAt(start);
    if (first === code.hash && !this.continuing) {
      this.cooking.hashLine(line);
      return;
    }
    if (first !== code.bang) {
      if (this.sentinel !== '') this.finish();
      this.statementLine(line, start);
      return;
    }
    const found = sentinelAt(line.text, start, this.cooking.options);
    if (!found) return;
    start = inkFrom(line.text, start + found.length);
    if (start < 0) return;
    if (found.kind === 'conditional') {
      if (this.sentinel !== '') this.finish();
      this.statementLine(line, start);
    } else this.directiveLine(line, start, found.kind);
  }

  end(): void {
    if (this.continuing && this.lastAmpersand && this.builder.text.trim() !== '') {
      const { line, at } = this.lastAmpersand;
      this.cooking.options.report(errors.continuedIntoNothing(placeIn(line, at, at + 1)));
      this.broken = true;
    }
    this.finish();
  }

  private statementLine(line: MappedText, start: number): void {
    if (!this.continuing) {
      const c = line.text.charCodeAt(start) | 32;
      if (c === 105 && this.cooking.include(line)) return;
      this.scan(line, start);
      return;
    }
    if (line.text.charCodeAt(start) === code.ampersand) {
      onlyBlank.lastIndex = start + 1;
      if (onlyBlank.test(line.text)) return;
      // `subroutine&` and `&name`, as macros leave it, are two words for nvfortran.
      if (headingWord.test(this.builder.text) && wordStart.test(line.text.charAt(start + 1)))
        this.builder.appendOwn(' ');
      this.scan(line, start + 1);
      return;
    }
    // A literal that goes on without `&` begins at the first ink, as of other compilers.
    if (this.quote === 0) this.builder.appendOwn(' ');
    this.scan(line, start);
  }

  private directiveLine(line: MappedText, start: number, sentinel: Sentinel): void {
    // In the middle of a statement a directive is a comment.
    if (this.continuing && this.sentinel === '') return;
    if (this.continuing && this.sentinel !== sentinel) this.finish();
    const continued = this.continuing;
    this.sentinel = sentinel;
    // With `&` before its rest a line goes on in the middle of a word.
    const rest = continued ? line.text.slice(start).search(/\S/) : -1;
    const joined = rest >= 0 && line.text.charCodeAt(start + rest) === code.ampersand;
    if (continued && !joined) this.builder.appendOwn(' ');
    this.scan(line, joined ? start + rest + 1 : start);
  }

  private scan(line: MappedText, from: number): void {
    const { text } = line;
    const before = { quote: this.quote, escape: this.escape };
    let begin = from;
    this.continuing = false;
    for (let i = from; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c > 59 && c !== code.backslash) {
        if ((c | 32) === code.h && this.quote === 0) i += hollerithLength(text, i);
        continue;
      }
      if (this.quote !== 0) {
        if (c === code.backslash && this.escapes !== 'none') {
          this.escape ??= { line, at: i };
          this.cooking.backslash(line, i);
          i++;
        } else if (c === this.quote) this.quote = 0;
        else if (c === code.ampersand && restMatches(onlyBlank, text, i + 1)) {
          this.continueAt(line, begin, i);
          return;
        }
      } else if (c === code.quote || c === code.doubleQuote) {
        this.quote = c;
        this.opened = { line, at: i };
      } else if (c === code.backslash && this.escape?.line === line) {
        this.withoutEscapes(line, begin, begin === from ? before : nothingOpen);
        return;
      } else if (c === code.bang) {
        this.builder.append(line, begin, i);
        this.finish();
        return;
      } else if (c === code.ampersand && restMatches(blankRest, text, i + 1)) {
        this.continueAt(line, begin, i);
        return;
      } else if (c === code.semicolon) {
        this.builder.append(line, begin, i);
        this.finish();
        begin = i + 1;
      }
    }
    if (this.quote !== 0 && this.escape?.line === line && endsAfterBackslash.test(text)) {
      this.withoutEscapes(line, begin, begin === from ? before : nothingOpen);
      return;
    }
    this.builder.append(line, begin, text.length);
    if (this.quote !== 0) this.unterminated(line);
    this.finish();
  }

  /** Escapes leave a literal without an end, or a backslash outside of one: the statement is read without them. */
  private withoutEscapes(line: MappedText, from: number, before: Before): void {
    if (this.escape) this.cooking.plainBackslash(this.escape.line, this.escape.at);
    this.escapes = 'none';
    this.quote = before.quote;
    this.escape = before.escape;
    this.scan(line, from);
  }

  private continueAt(line: MappedText, from: number, to: number): void {
    this.builder.append(line, from, to);
    this.continuing = true;
    this.lastAmpersand = { line, at: to };
  }

  private unterminated(line: MappedText): void {
    const { line: where, at } = this.opened!;
    const end = where === line ? line.text.trimEnd().length : at + 1;
    this.cooking.options.report(errors.unterminatedString(String.fromCharCode(this.quote), placeIn(where, at, end)));
    this.broken = true;
  }

  private finish(): void {
    if (this.builder.text !== '') this.cooking.finish(this.builder.take(), this.sentinel, this.broken, this.escapes);
    this.escapes = this.cooking.options.escapes;
    this.escape = undefined;
    this.sentinel = '';
    this.continuing = false;
    this.broken = false;
    this.quote = 0;
  }
}

type Before = { readonly quote: number; readonly escape: { line: MappedText; at: number } | undefined };
const nothingOpen: Before = { quote: 0, escape: undefined };
/** A literal may end there: `'it\'s` would not make sense. */
const endsAfterBackslash = /\\['"](?!\w)/;
const headingWord = /(?:^|[\s)])(?:subroutine|function)$/i;
const wordStart = /[a-z]/i;

function restMatches(pattern: RegExp, text: string, from: number): boolean {
  pattern.lastIndex = from;
  return pattern.test(text);
}

function inkFrom(text: string, from: number): number {
  firstInk.lastIndex = from;
  return firstInk.test(text) ? firstInk.lastIndex - 1 : -1;
}

type FoundSentinel = { readonly kind: 'conditional' | Exclude<Sentinel, ''>; readonly length: number };
const sentinels: Readonly<Record<string, FoundSentinel['kind']>> = {
  '!@cuf': 'conditional',
  '!$cuf': 'cuf',
  '!dir$': 'dir',
  '!pgi$': 'dir',
  '!dec$': 'dir',
  '!gcc$': 'dir',
  '!$acc': 'acc',
  '!@acc': 'acc',
  '!$omp': 'omp',
};
const afterSentinel = /[ \t&]|$/y;

/** The directives of `!dir$` that are more than advice. */
const heeded = /\s*(?:ignore_tkr\b|attributes\s+no_arg_check\b)/iy;

function sentinelAt(
  text: string,
  start: number,
  { cuda, directives = [] }: Pick<CookOptions, 'cuda' | 'directives'>,
): FoundSentinel | undefined {
  const kind = sentinels[text.slice(start, start + 5).toLowerCase()];
  if (kind === 'dir') return restMatches(heeded, text, start + 5) ? { kind, length: 5 } : undefined;
  if (kind === 'acc' || kind === 'omp') {
    if (!directives.includes(kind) || !restMatches(afterSentinel, text, start + 5)) return undefined;
    return { kind: text.charAt(start + 1) === '@' ? 'conditional' : kind, length: 5 };
  }
  return kind && cuda ? { kind, length: 5 } : undefined;
}
