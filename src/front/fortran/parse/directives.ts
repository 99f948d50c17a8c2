/** `!$cuf kernel do …` and `!dir$ ignore_tkr …`: the text after the sentinel. */
import * as errors from '../errors/syntax.ts';
import type * as tree from '../tree.ts';
import { type Cursor, closingOf, isMark } from './cursor.ts';
import { expression, starOrExpression } from './expressions.ts';
import type { Bare, Line } from './lines.ts';
import { reduction } from './loops.ts';

export function cufDirective(c: Cursor): Bare<Line> {
  if (!c.isWord('kernel')) return c.fail(errors.unknownDirectiveOfCuf(c.whole()));
  c.at++;
  c.expectWord('do');
  const loops = c.is('(') ? c.parenthesized(expression)[0] : undefined;
  const reductions: tree.Reduction[] = [];
  let launch: Launch = {};
  while (!c.atEnd()) {
    if (c.is('<<<')) launch = launchShape(c);
    else if (c.isWord('reduce') || c.isWord('reduction')) reductions.push(reduction(c));
    else c.expected('`<<<` or `reduce`');
    c.take(',');
  }
  const { grid, block, shared, stream } = launch;
  return {
    kind: 'cuf kernel',
    directive: { kind: 'cuf-kernel', span: c.whole(), loops, grid, block, shared, stream, reductions },
  };
}

/** A directive with a mistake in it still says that the device runs the loop. */
export function brokenDirective(c: Cursor): Bare<Line> | undefined {
  const [first] = c.tokens;
  if (c.statement.sentinel !== 'cuf' || first?.kind !== 'name' || first.text !== 'kernel') return undefined;
  const unknown = { loops: undefined, grid: undefined, block: undefined, shared: undefined, stream: undefined };
  return { kind: 'cuf kernel', directive: { kind: 'cuf-kernel', span: c.whole(), ...unknown, reductions: [] } };
}

type Launch = {
  grid?: tree.LaunchShape;
  block?: tree.LaunchShape;
  shared?: tree.Expression;
  stream?: tree.Expression;
};

function launchShape(c: Cursor): Launch {
  if (!c.tokens.some((token) => isMark(token, '>>>')))
    c.fail(errors.badChevrons(c.here(), '!$cuf kernel do <<<*, *>>>'));
  c.expect('<<<');
  const launch: Launch = { grid: extents(c) };
  c.expect(',');
  launch.block = extents(c);
  while (c.take(',')) {
    if (c.isWord('stream') && isMark(c.peek(1), '=')) {
      c.at += 2;
      launch.stream = expression(c);
    } else if (launch.shared || launch.stream) launch.stream = expression(c);
    else launch.shared = expression(c);
  }
  c.expect('>>>');
  return launch;
}

/** `*`, `n`, `(16, 16)`, `(*, n)`. */
function extents(c: Cursor): tree.LaunchShape {
  const from = c.at;
  if (!isExtentList(c)) return starOrExpression(c);
  const made = c.parenthesized(starOrExpression);
  return { kind: 'extents', span: c.span(from), extents: made };
}

/** Parentheses that reach to the next `,` or `>>>`, and hold a list or a `*`. */
function isExtentList(c: Cursor): boolean {
  if (!c.is('(')) return false;
  const close = closingOf(c.tokens, c.at);
  const after = c.tokens[close + 1];
  if (close < 0 || !(isMark(after, ',') || isMark(after, '>>>'))) return false;
  let depth = 0;
  for (let i = c.at; i < close; i++) {
    const token = c.tokens[i]!;
    if (isMark(token, '(')) depth++;
    else if (isMark(token, ')')) depth--;
    else if (depth === 1 && (isMark(token, ',') || (isMark(token, '*') && i === c.at + 1))) return true;
  }
  return false;
}

/** `ignore_tkr`, `ignore_tkr a, b`, `ignore_tkr (tk) a, (d) b`, `attributes no_arg_check :: a`; other `!dir$` directives say nothing to us. */
export function dirDirective(c: Cursor): tree.IgnoreTkr | undefined {
  if (c.isWord('attributes')) return noArgCheck(c);
  if (!c.takeWord('ignore_tkr')) return undefined;
  const items = c.atEnd() ? [] : c.list(ignoreTkrItem);
  return { kind: 'ignore-tkr', span: c.whole(), label: undefined, items };
}

function noArgCheck(c: Cursor): tree.IgnoreTkr | undefined {
  c.at++;
  if (!c.takeWord('no_arg_check') || !c.take('::')) return undefined;
  const items = c.list(ignoreTkrItem);
  return { kind: 'ignore-tkr', span: c.whole(), label: undefined, items };
}

function ignoreTkrItem(c: Cursor): tree.IgnoreTkrItem {
  const from = c.at;
  let letters = '';
  if (c.take('(')) {
    // The letters may stand together or one by one.
    while (c.token.kind === 'name') {
      letters += c.token.text;
      c.at++;
      c.take(',');
    }
    c.expect(')');
  }
  const name = c.name('the name of a dummy argument');
  return { kind: 'ignore-tkr-item', span: c.span(from), letters, name };
}
