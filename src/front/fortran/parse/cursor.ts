/** A place in the tokens of one statement, and the small steps of a parser. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import type { Cooked } from '../cook-statements.ts';
import { placeIn } from '../cook-text.ts';
import * as errors from '../errors/syntax.ts';
import type { Token } from '../lex.ts';
import type { Label, Name } from '../tree.ts';

/** Leaves a statement at its first mistake. Thrown and caught inside the parser only. */
export class Failure {
  readonly diagnostic: Diagnostic;
  constructor(diagnostic: Diagnostic) {
    this.diagnostic = diagnostic;
  }
}

/** Where a statement stands and what label it has. */
export type Place = { readonly span: Span; readonly label: Label | undefined };

/** What some statement of a file has, so that later stages need not look for it. */
export type Seen = {
  typesWithParameters: boolean;
  labels: boolean;
  /** The statement before was told to be unfinished: this one may be its second half. */
  unfinished?: boolean;
  /** A `for` or `while` was told, which has an `end for` or `end while`. */
  loopOfC?: boolean;
};

/** How deep expressions and constructs may be nested, and how many operands a chain of operators may have: later stages walk the tree by recursion. */
export type Depth = { readonly nested: number; readonly chain: number };
export const usualDepth: Depth = { nested: 120, chain: 1000 };
/** With a stack that was made larger for it. */
export const deepDepth: Depth = { nested: 12_000, chain: 200_000 };

export class Cursor {
  readonly statement: Cooked;
  readonly tokens: readonly Token[];
  readonly label: Label | undefined;
  readonly cuda: boolean;
  readonly seen: Seen;
  readonly mostDepth: Depth;
  at = 0;
  private depth = 0;
  private everything: Span | undefined;
  /** The last answer of `span`: a name is often all of the argument or the operand that it is in. */
  private latest: Span | undefined;
  private latestFrom = 0;
  private latestLast = 0;

  constructor(
    statement: Cooked,
    tokens: readonly Token[],
    options: { readonly cuda: boolean; readonly seen: Seen; readonly depth: Depth },
  ) {
    this.statement = statement;
    this.tokens = tokens;
    this.cuda = options.cuda;
    this.seen = options.seen;
    this.mostDepth = options.depth;
    const { label } = statement;
    this.label = label && { kind: 'label', span: placeIn(statement, label.from, label.to), value: label.value };
  }

  get token(): Token {
    return this.tokens[this.at] ?? this.peek(0);
  }

  /** The token `n` further on; the end where there is none. */
  peek(n: number): Token {
    return this.tokens[Math.min(this.at + n, this.tokens.length - 1)]!;
  }

  atEnd(): boolean {
    return this.token.kind === 'end';
  }

  is(mark: string): boolean {
    return isMark(this.token, mark);
  }

  isWord(word: string): boolean {
    return isName(this.token, word);
  }

  take(mark: string): boolean {
    if (!this.is(mark)) return false;
    this.at++;
    return true;
  }

  takeWord(word: string): boolean {
    if (!this.isWord(word)) return false;
    this.at++;
    return true;
  }

  /** Both words, or neither; also written as one. */
  takeWords(first: string, second: string): boolean {
    if (this.isWord(first) && isName(this.peek(1), second)) {
      this.at += 2;
      return true;
    }
    return this.takeWord(first + second);
  }

  expect(mark: string): void {
    if (!this.take(mark)) this.expected(`\`${mark}\``);
  }

  expectWord(word: string): void {
    if (!this.takeWord(word)) this.expected(`\`${word}\``);
  }

  expectEnd(): void {
    if (this.atEnd()) return;
    if (this.is('<<<')) this.fail(errors.launchInExpression(this.here()));
    if (this.text(this.at) === '.' && cName.test(this.before() ?? ''))
      this.fail(errors.componentWithDot(this.before() ?? '', this.here()));
    const comment = isMark(this.tokens[this.at - 2], '//');
    this.fail(errors.unexpected(this.text(this.at), comment ? '//' : this.before(), this.here()));
  }

  /** `what` as in "expected a name". */
  name(what: string): Name {
    const { token } = this;
    if (token.kind !== 'name') return this.expected(what);
    // CUDA's own names begin with two of them.
    if (/^_[^_]/.test(token.text)) this.fail(errors.nameBeginsWithUnderscore(this.text(this.at), this.here()));
    this.at++;
    return { kind: 'name', span: this.span(this.at - 1), text: token.text };
  }

  labelNumber(): Label {
    const { token } = this;
    if (token.kind !== 'integer' || token.suffix !== '') return this.expected('a statement label');
    this.at++;
    return { kind: 'label', span: this.span(this.at - 1), value: Number(token.text) };
  }

  /** From the token with index `from` up to the one before the cursor (or before `to`). */
  span(from: number, to: number = this.at): Span {
    const last = Math.max(from, to - 1);
    if (from !== this.latestFrom || last !== this.latestLast || !this.latest) {
      this.latestFrom = from;
      this.latestLast = last;
      this.latest = placeIn(
        this.statement,
        this.tokens[Math.min(from, this.tokens.length - 1)]!.from,
        this.tokens[Math.min(last, this.tokens.length - 1)]!.to,
      );
    }
    return this.latest;
  }

  here(): Span {
    return this.span(this.at, this.at + 1);
  }

  whole(): Span {
    const { label } = this.statement;
    this.everything ??= placeIn(this.statement, label ? label.from : this.tokens[0]!.from, this.tokens.at(-1)!.to);
    return this.everything;
  }

  /** Of the statement that begins at the cursor: the whole, or the part that an `if (…)` governs, which has no label. */
  place(): Place {
    if (this.at === 0) return { span: this.whole(), label: this.label };
    return { span: this.span(this.at, this.tokens.length - 1), label: undefined };
  }

  expected(what: string): never {
    return this.fail(errors.expected(what, this.before(), this.found(), this.here()));
  }

  fail(diagnostic: Diagnostic): never {
    throw new Failure(diagnostic);
  }

  /** Runs one level deeper, so that no text can exhaust the stack. */
  nested<T>(parse: (cursor: Cursor) => T): T {
    if (this.depth >= this.mostDepth.nested) this.fail(errors.nestedTooDeep(this.here()));
    this.depth++;
    const made = parse(this);
    this.depth--;
    return made;
  }

  /** One or more, separated by commas. */
  list<T>(parse: (cursor: Cursor) => T): T[] {
    const first = parse(this);
    if (!this.is(',')) return [first];
    const made = [first];
    while (this.take(',')) made.push(parse(this));
    // Without the room that a growing list keeps: trees live long.
    return made.slice();
  }

  /** `(a, b)`; possibly empty. */
  parenthesized<T>(parse: (cursor: Cursor) => T): T[] {
    this.expect('(');
    if (this.take(')')) return [];
    const made = this.list(parse);
    this.expect(')');
    return made;
  }

  /** What the user wrote as the token before the cursor. */
  before(): string | undefined {
    return this.at > 0 ? this.text(this.at - 1) : undefined;
  }

  found(): string | undefined {
    return this.atEnd() ? undefined : this.text(this.at);
  }

  private text(index: number): string {
    const token = this.tokens[index]!;
    return this.statement.text.slice(token.from, token.to);
  }
}

export function isMark(token: Token | undefined, mark: string): boolean {
  return token !== undefined && token.kind === 'mark' && token.text === mark;
}

export function isName(token: Token | undefined, word: string): boolean {
  return token !== undefined && token.kind === 'name' && token.text === word;
}

const opening = new Set(['(', '[', '(/']);
const closing = new Set([')', ']', '/)']);

/** The index of the bracket that closes the one at `open`; -1 where none does. */
export function closingOf(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind !== 'mark') continue;
    if (opening.has(token.text)) depth++;
    else if (closing.has(token.text) && --depth === 0) return i;
  }
  return -1;
}

/** Whether `test` holds for a token between the brackets at `open`, not counting inner brackets. */
export function anyInside(tokens: readonly Token[], open: number, test: (index: number) => boolean): boolean {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind === 'mark' && opening.has(token.text)) depth++;
    else if (token.kind === 'mark' && closing.has(token.text) && --depth === 0) return false;
    else if (depth === 1 && test(i)) return true;
  }
  return false;
}

/** Variables of CUDA C that have components. */
const cName = /^(?:threadidx|blockidx|blockdim|griddim)$/i;
