/**
 * Declarations and headings with one mark too many or too few, as they were meant: other statements depend on what they declare, and would only tell
 * the same mistake again.
 */
import type { Token } from '../lex.ts';
import type { Cursor } from './cursor.ts';
import type { Bare, Line } from './lines.ts';

type Tokens = readonly Token[];

/** What others depend on. */
const declaring: ReadonlySet<string> = new Set<Line['kind']>([
  'declaration',
  'subroutine',
  'function',
  'type',
  'type guard',
  'rank',
  'where',
]);

/** The first change that makes a declaration or a heading of the statement, whose mistake stands at the cursor. */
export function repaired(c: Cursor, reread: (tokens: Tokens) => Bare<Line> | undefined): Bare<Line> | undefined {
  for (const tokens of changed(c.tokens, c.at)) {
    const line = reread(tokens);
    if (line && declaring.has(line.kind)) return line;
  }
  return undefined;
}

function* changed(tokens: Tokens, at: number): Generator<Tokens> {
  if (tokens.length > longest) return;
  const found = tokens[at]!;
  if (found.text === ':') yield tokens.with(at, { ...found, text: '::' });
  if (found.kind === 'mark') yield tokens.toSpliced(at, 1);
  const brackets = lacking(tokens);
  for (const text of brackets.length > 0 ? brackets : [',', '::'])
    for (let i = 1; i < tokens.length; i++) yield inserted(tokens, i, text);
}

/** Of a statement; longer ones would take long. */
const longest = 200;

function inserted(tokens: Tokens, at: number, text: string): Tokens {
  const { from } = tokens[at]!;
  return tokens.toSpliced(at, 0, { kind: 'mark', text, suffix: '', from, to: from });
}

/** The bracket that one of the statement's lacks. */
function lacking(tokens: Tokens): readonly string[] {
  const count = (text: string) => tokens.filter((t) => t.kind === 'mark' && t.text === text).length;
  const missing = (open: string, close: string) => {
    const more = count(open) - count(close);
    return more === 1 ? [close] : more === -1 ? [open] : [];
  };
  return [...missing('(', ')'), ...missing('[', ']')];
}
