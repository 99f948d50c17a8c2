/** From a cooked statement to a line; a mistake becomes one diagnostic and the best guess of what was meant. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Cooked } from '../cook-statements.ts';
import { placeIn } from '../cook-text.ts';
import { directiveLine } from '../directives/parse-directive.ts';
import * as errors from '../errors/syntax.ts';
import { lex, type Token } from '../lex.ts';
import { bracketMistake } from './brackets.ts';
import { Cursor, type Depth, Failure, type Seen } from './cursor.ts';
import { brokenDirective, cufDirective, dirDirective } from './directives.ts';
import { guess } from './guess.ts';
import type { Bare, Line } from './lines.ts';
import { isPackedFunction, respaced, unspaced } from './respace.ts';
import { statement } from './statement.ts';

export type LineOptions = {
  readonly cuda: boolean;
  readonly fixed: boolean;
  /** The file has structures of DEC: a dot may lead to a component. */
  readonly dots: boolean;
  readonly seen: Seen;
  readonly depth: Depth;
  readonly report: (diagnostic: Diagnostic) => void;
  /** The line before. */
  readonly before: () => Line | undefined;
};

/** Undefined for directives that say nothing to us. */
export function parseLine(cooked: Cooked, options: LineOptions): Line | undefined {
  const { label } = cooked;
  if (label && (label.value === 0 || cooked.text.slice(label.from, label.to).replace(/\D/g, '').length > 5))
    options.report(errors.badLabel(placeIn(cooked, label.from, label.to), label.value));
  const tokens = lex(cooked, options.dots);
  const c = new Cursor(cooked, tokens, options);
  const made = attempt(c, cooked);
  const { seen } = options;
  const wasUnfinished = seen.unfinished === true;
  seen.unfinished = false;
  if (!(made instanceof Failure)) return made && (runTogether(cooked, made, options) ?? placed(c, made));
  if (options.fixed && cooked.sentinel === '') {
    const again = retried(cooked, options);
    if (again) return again;
  }
  const problem = bracketMistake(c) ?? made.diagnostic;
  const follows =
    (wasUnfinished && !errors.isUnfinished(problem) && ofHalves.has(problem.code)) ||
    (seen.loopOfC === true && errors.endsLoopOfC(problem));
  if (!cooked.broken && !follows) options.report(problem);
  seen.unfinished = errors.isUnfinished(problem);
  seen.loopOfC ||= errors.isLoopOfC(problem);
  if (cooked.sentinel !== '') return placed(c, brokenDirective(c) ?? { kind: 'broken' });
  return placed(
    c,
    guess(c, (changed) => reread(cooked, changed, options)),
  );
}

function attempt(c: Cursor, cooked: Cooked): Bare<Line> | Failure | undefined {
  try {
    if (cooked.sentinel === '') return statement(c);
    if (cooked.sentinel === 'cuf') return cufDirective(c);
    if (cooked.sentinel === 'acc' || cooked.sentinel === 'omp') return directiveLine(c, cooked.sentinel);
    const node = dirDirective(c);
    return node && { kind: 'declaration', node };
  } catch (failure) {
    if (failure instanceof Failure) return failure;
    throw failure;
  }
}

function placed(c: Cursor, line: Bare<Line>): Line {
  return { ...line, span: c.whole(), label: c.label };
}

/** `REAL*8FUNCTIONF(I)` where a unit may begin, which would declare an array as well. */
function runTogether(cooked: Cooked, made: Bare<Line>, options: LineOptions): Line | undefined {
  if (
    !options.fixed ||
    made.kind !== 'declaration' ||
    made.node.kind !== 'type-declaration' ||
    !isPackedFunction(cooked)
  )
    return undefined;
  const before = options.before();
  const begins = !before || before.kind === 'contains' || (before.kind === 'end' && !before.what) || endsUnit(before);
  return begins ? retried(cooked, options) : undefined;
}

function endsUnit(line: Line): boolean {
  return line.kind === 'end' && ['program', 'subroutine', 'function', 'module'].includes(line.what ?? '');
}

/** Fixed form without meaningful blanks: `DO10I=1,5`. */
function retried(cooked: Cooked, options: LineOptions): Line | undefined {
  for (const other of [respaced(cooked), unspaced(cooked)]) {
    if (!other) continue;
    const c = new Cursor(other, lex(other, options.dots), options);
    const made = attempt(c, other);
    if (made && !(made instanceof Failure)) return placed(c, made);
  }
  return undefined;
}

/** The statement with other tokens, if it makes sense so. */
function reread(cooked: Cooked, tokens: readonly Token[], options: LineOptions): Bare<Line> | undefined {
  const made = attempt(new Cursor(cooked, tokens, options), cooked);
  return made instanceof Failure ? undefined : made;
}

/** For listings: the tokens of a statement with their places. */
export function tokensWithPlaces(cooked: Cooked): { token: Token; at: ReturnType<typeof placeIn> }[] {
  return lex(cooked)
    .filter((token) => token.kind !== 'end')
    .map((token) => ({ token, at: placeIn(cooked, token.from, token.to) }));
}

/** What is told of the second half of a statement whose first half lacks its &. */
const ofHalves = new Set(['unknown-statement', 'missing-call', 'unbalanced-parentheses']);
