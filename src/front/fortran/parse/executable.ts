/** Actions: assignments, calls, branches, allocation, stopping. */
import * as errors from '../errors/syntax.ts';
import type * as tree from '../tree.ts';
import { anyInside, type Cursor, closingOf, isMark } from './cursor.ts';
import { argumentList, bareType, designator, expression, starOrExpression } from './expressions.ts';
import { startsType } from './types.ts';

export function assignment(c: Cursor): tree.Assignment | tree.PointerAssignment {
  const { span, label } = c.place();
  const target = designator(c);
  const kind = c.take('=>') ? 'pointer-assignment' : 'assignment';
  if (kind === 'assignment') c.expect('=');
  const value = expression(c);
  return { kind, span, label, target, value };
}

export function call(c: Cursor): tree.Call {
  const { span, label } = c.place();
  c.at++;
  const { procedure, inner } = procedureDesignator(c);
  if (inner && c.is('<<<')) c.fail(errors.launchAfterArguments(c.here()));
  if (c.is('<')) c.fail(errors.badChevrons(c.here()));
  const launch = c.is('<<<') ? chevrons(c) : undefined;
  const given = inner ?? (c.is('(') ? argumentList(c) : []);
  return { kind: 'call', span, label, procedure, launch, arguments: given };
}

/** Without the last argument list, which belongs to the call. */
function procedureDesignator(c: Cursor): { procedure: tree.Expression; inner: readonly tree.Argument[] | undefined } {
  const made = designator(c);
  if (made.kind !== 'call-or-index') return { procedure: made, inner: undefined };
  return { procedure: made.base, inner: made.arguments };
}

function chevrons(c: Cursor): tree.Launch {
  const from = c.at;
  if (!c.cuda) c.fail(errors.cudaOnly('a kernel launch', c.here()));
  if (!c.tokens.some((token) => isMark(token, '>>>'))) c.fail(errors.badChevrons(c.here()));
  c.expect('<<<');
  const grid = extents(c);
  if (c.is('>>>')) c.fail(errors.launchWithoutBlock(c.span(from, c.at + 1)));
  c.expect(',');
  const block = extents(c);
  let shared: tree.Expression | undefined;
  let stream: tree.Expression | undefined;
  while (c.take(',')) {
    if (c.isWord('stream') && isMark(c.peek(1), '=')) {
      c.at += 2;
      stream = expression(c);
    } else if (!shared) shared = expression(c);
    else if (!stream) stream = expression(c);
    else c.fail(errors.launchTooLong(c.span(from, c.tokens.findIndex((t) => isMark(t, '>>>')) + 1)));
  }
  c.expect('>>>');
  return { kind: 'launch', span: c.span(from), grid, block, shared, stream };
}

/** `(16, 16)` is what C programmers write for `dim3(16, 16, 1)`. */
function extents(c: Cursor): ReturnType<typeof starOrExpression> {
  const close = c.is('(') ? closingOf(c.tokens, c.at) : -1;
  const after = c.tokens[close + 1];
  if (close > 0 && (isMark(after, ',') || isMark(after, '>>>'))) {
    let depth = 0;
    for (let i = c.at; i < close; i++) {
      const token = c.tokens[i];
      if (isMark(token, '(')) depth++;
      else if (isMark(token, ')')) depth--;
      else if (depth === 1 && isMark(token, ',')) {
        const at = c.span(c.at, close + 1);
        c.fail(errors.launchTuple(at.source.text.slice(at.from, at.to), at));
      }
    }
  }
  return starOrExpression(c);
}

// ---- jumps ------------------------------------------------------------------------------------------------------

export function goto(c: Cursor): tree.Executable {
  const place = c.place();
  if (!c.takeWord('goto')) c.at += 2;
  if (c.token.kind === 'integer') return { kind: 'goto', ...place, target: c.labelNumber() };
  if (c.is('(')) {
    const targets = c.parenthesized((l) => l.labelNumber());
    c.take(',');
    return { kind: 'computed-goto', ...place, targets, value: expression(c) };
  }
  const variable = c.name('a statement label');
  c.take(',');
  const targets = c.is('(') ? c.parenthesized((l) => l.labelNumber()) : [];
  return { kind: 'assigned-goto', ...place, variable, targets };
}

export function assign(c: Cursor): tree.LabelAssign {
  c.seen.labels = true;
  const place = c.place();
  c.at++;
  const target = c.labelNumber();
  c.expectWord('to');
  return { kind: 'label-assign', ...place, target, variable: c.name('the name of a variable') };
}

export function cycleOrExit(c: Cursor, kind: 'cycle' | 'exit'): tree.Executable {
  const { span, label } = c.place();
  c.at++;
  return { kind, span, label, construct: c.atEnd() ? undefined : c.name('the name of a construct') };
}

export function returnStatement(c: Cursor): tree.Return {
  const { span, label } = c.place();
  c.at++;
  return { kind: 'return', span, label, value: optional(c) };
}

/** `stop`, `error stop`, with a code and `, quiet = …`. */
export function stop(c: Cursor): tree.Stop {
  const { span, label } = c.place();
  const error = c.takeWord('error') || c.isWord('errorstop');
  c.at++;
  const code = c.is(',') ? undefined : optional(c);
  let quiet: tree.Expression | undefined;
  if (c.take(',')) {
    c.expectWord('quiet');
    c.expect('=');
    quiet = expression(c);
  }
  return { kind: 'stop', span, label, error, code, quiet };
}

export function pause(c: Cursor): tree.Pause {
  const { span, label } = c.place();
  c.at++;
  return { kind: 'pause', span, label, code: optional(c) };
}

export function continueStatement(c: Cursor): tree.Continue {
  const { span, label } = c.place();
  c.at++;
  return { kind: 'continue', span, label };
}

function optional(c: Cursor): tree.Expression | undefined {
  return c.atEnd() ? undefined : expression(c);
}

// ---- allocation -------------------------------------------------------------------------------------------------

export function allocate(c: Cursor): tree.Allocate {
  const { span, label } = c.place();
  c.at++;
  c.expect('(');
  const type = hasType(c) ? bareType(c) : undefined;
  if (type) c.expect('::');
  const { objects, options } = objectsAndOptions(c, allocation);
  return { kind: 'allocate', span, label, type, allocations: objects, options };
}

function hasType(c: Cursor): boolean {
  const typed = anyInside(c.tokens, c.at - 1, (i) => isMark(c.tokens[i], '::'));
  return typed && (startsType(c.token, c.peek(1)) || c.token.kind === 'name');
}

/** The bounds are the last parentheses of the designator, read again as bounds. */
function allocation(c: Cursor): tree.Allocation {
  const from = c.at;
  const made = designator(c);
  const coshape = made.kind === 'coindexed' ? made.selectors : undefined;
  const object = made.kind === 'coindexed' ? made.base : made;
  if (object.kind !== 'call-or-index') return { kind: 'allocation', span: c.span(from), object, shape: [], coshape };
  const shape = object.arguments.map((a) => bound(c, a));
  return { kind: 'allocation', span: c.span(from), object: object.base, shape, coshape };
}

function bound(c: Cursor, given: tree.Argument): tree.Dimension {
  const { value, span } = given;
  if (given.keyword) return c.fail(errors.keywordAmongBounds(given.keyword));
  switch (value.kind) {
    case 'section':
      if (value.step) return c.fail(errors.strideAmongBounds(value.step.span));
      if (!value.to) return { kind: 'deferred', span, lower: value.from };
      return { kind: 'explicit', span, lower: value.from, upper: value.to };
    case 'star':
      return { kind: 'assumed-size', span, lower: undefined };
    case 'alternate-return':
    case 'passed-by':
      return c.fail(errors.strideAmongBounds(span));
    default:
      return { kind: 'explicit', span, lower: undefined, upper: value };
  }
}

export function deallocate(c: Cursor): tree.Deallocate {
  const { span, label } = c.place();
  c.at++;
  c.expect('(');
  const { objects, options } = objectsAndOptions(c, designator);
  return { kind: 'deallocate', span, label, objects, options };
}

function objectsAndOptions<T>(c: Cursor, object: (c: Cursor) => T): { objects: T[]; options: tree.Option[] } {
  const objects: T[] = [];
  const options: tree.Option[] = [];
  do {
    const from = c.at;
    if (c.token.kind === 'name' && isMark(c.peek(1), '=')) {
      const keyword = c.name('a keyword');
      c.expect('=');
      options.push({ kind: 'option', keyword, value: expression(c), span: c.span(from) });
    } else objects.push(object(c));
  } while (c.take(','));
  c.expect(')');
  return { objects, options };
}

export function nullify(c: Cursor): tree.Nullify {
  const { span, label } = c.place();
  c.at++;
  return { kind: 'nullify', span, label, objects: c.parenthesized(designator) };
}

/** `sync all`, `event post (e)`, `lock (l)`: `words` are the tokens that name it. */
export function imageControl(c: Cursor, words: number): tree.ImageControl {
  const { span, label } = c.place();
  if (words === 2 && c.peek(1).kind !== 'name') {
    c.at++;
    c.expected('a name');
  }
  const verb = c.tokens
    .slice(c.at, c.at + words)
    .map((token) => token.text)
    .join(' ');
  c.at += words;
  return { kind: 'image-control', span, label, verb, arguments: c.is('(') ? argumentList(c) : [] };
}
