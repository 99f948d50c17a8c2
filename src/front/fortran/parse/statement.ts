/** One statement: which one it is, and its parts. */

import * as errors from '../errors/syntax.ts';
import type { Token } from '../lex.ts';
import type * as tree from '../tree.ts';
import * as constructs from './constructs.ts';
import { type Cursor, closingOf, isMark, isName } from './cursor.ts';
import * as declarations from './declarations.ts';
import * as executable from './executable.ts';
import { genericSpec } from './generic-spec.ts';
import * as headings from './headings.ts';
import * as io from './io.ts';
import type { Bare, Ending, Line } from './lines.ts';
import { indexHeader } from './loops.ts';
import { blockName } from './shapes.ts';
import * as specification from './specification.ts';
import * as structures from './structures.ts';
import { startsType } from './types.ts';
import { noStatement, unknownEnd, unknownStatement } from './unknown-statement.ts';

type Name = tree.Name | undefined;
type Parser = (c: Cursor, name: Name) => Bare<Line>;

/** The whole statement. Leaves with a Failure at the first mistake. */
export function statement(c: Cursor): Bare<Line> {
  if (c.atEnd()) return c.fail(errors.labelAlone(c.whole()));
  if (isFormat(c)) return { kind: 'either', node: io.format(c) };
  const line = assignmentMark(c.tokens, c.at) ? action(executable.assignment(c)) : keywordLine(c);
  if (c.is(',') && joinedDo.test(c.tokens[0]!.text)) c.fail(errors.joinedDo(c.tokens[0]!.text, c.span(0, 1)));
  c.expectEnd();
  return line;
}

/** `doi = 1, n`. */
const joinedDo = /^do[a-z]\w*$/;

function keywordLine(c: Cursor): Bare<Line> {
  let name: Name;
  if (isMark(c.peek(1), ':') && namedConstructs.has(c.peek(2).text)) {
    name = c.name('a name');
    c.at++;
  }
  const { token } = c;
  if (token.kind !== 'name') return c.fail(noStatement(c));
  if (startsHeading(token) && headings.isProcedureHeading(c.tokens)) return headings.procedureHeading(c);
  if (startsType(token, c.peek(1)) && !isTypeGuard(c)) return declaration(declarations.typeDeclaration(c));
  const parser = keywords.get(token.text);
  return parser ? parser(c, name) : c.fail(unknownStatement(c, statementWords));
}

/** A definition, a guard, or DEC's word for print: `type *, x`, `type 10, x`. */
function typeLine(c: Cursor): Bare<Line> {
  if (isTypeGuard(c)) return constructs.typeGuard(c);
  const next = c.peek(1);
  const prints = isMark(next, '*') || next.kind === 'integer' || next.kind === 'character';
  if (prints || (next.kind === 'name' && isMark(c.peek(2), ','))) return action(io.print(c));
  return specification.typeHeading(c);
}

/** DEC's `options /check`: what the compiler is asked for here it does not do by statement; nothing is said. */
function compilerOptions(c: Cursor): Bare<Line> {
  if (!isMark(c.peek(1), '/')) return c.fail(unknownStatement(c, statementWords));
  c.at = c.tokens.length - 1;
  return { kind: 'broken' };
}

function declaration(node: tree.Declaration): Bare<Line> {
  return { kind: 'declaration', node };
}

function action(node: tree.Executable): Bare<Line> {
  return { kind: 'action', node };
}

function isFormat(c: Cursor): boolean {
  if (!c.isWord('format') || !c.peek(1).text.startsWith('(')) return false;
  if (!c.label && assignmentMark(c.tokens, c.at)) return false;
  if (!c.label) c.fail(errors.formatNeedsLabel(c.whole()));
  return true;
}

/** Whether `name…(…)%name =` or `=>` begins at the token: then it is an assignment, whatever the name. */
function assignmentMark(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]!.kind !== 'name') return false;
  let i = at + 1;
  for (;;) {
    const token = tokens[i];
    if (token?.kind !== 'mark') return false;
    if (token.text === '=' || token.text === '=>') return true;
    if (token.text === '(' || token.text === '[') {
      const close = closingOf(tokens, i);
      if (close < 0) return false;
      i = close + 1;
    } else if (token.text === '%' && tokens[i + 1]?.kind === 'name') i += 2;
    else return false;
  }
}

/** `type is (`, `class is (`, `class default` are not declarations; nor is anything with `type` and no `(`. */
function isTypeGuard(c: Cursor): boolean {
  return isName(c.peek(1), 'is') && isMark(c.peek(2), '(');
}

const typeWords = ['integer', 'real', 'complex', 'logical', 'character', 'double', 'byte'];
const headingWords = new Set([
  ...['subroutine', 'function', 'recursive', 'non_recursive', 'pure', 'elemental', 'impure', 'simple', 'module'],
  ...['attributes', 'launch_bounds', 'cluster_dims', 'type', 'class', 'doubleprecision', 'doublecomplex'],
  ...typeWords,
]);

function startsHeading({ text }: Token): boolean {
  return headingWords.has(text);
}

// ---- statements that hold statements ----------------------------------------------------------------------------

function ifLine(c: Cursor, name: Name): Bare<Line> {
  const place = c.place();
  const from = c.at++;
  const condition = constructs.condition(c);
  if (c.isWord('then') && c.peek(1).kind === 'end') {
    c.at++;
    return { kind: 'if', name, condition };
  }
  if (c.token.kind === 'integer') return action(arithmeticIf(c, place, condition));
  if (c.atEnd()) return c.fail(errors.missingThen('if', c.span(from), c.here()));
  if (c.isWord('then') && !assignmentMark(c.tokens, c.at)) {
    c.at++;
    c.expectEnd();
  }
  const inner = innerAction(c);
  return action({ kind: 'if-statement', span: place.span, label: place.label, condition, action: inner });
}

function arithmeticIf(c: Cursor, place: ReturnType<Cursor['place']>, value: tree.Expression): tree.ArithmeticIf {
  const negative = c.labelNumber();
  c.expect(',');
  const zero = c.labelNumber();
  c.expect(',');
  const positive = c.labelNumber();
  return { kind: 'arithmetic-if', ...place, value, negative, zero, positive };
}

function innerAction(c: Cursor): tree.Executable {
  if (assignmentMark(c.tokens, c.at)) return executable.assignment(c);
  const word = c.token.text;
  const at = c.here();
  const line = c.nested(keywordLine);
  if (line.kind === 'action' && line.node.kind !== 'if-statement') return line.node;
  return c.fail(errors.notAnAction(word, at));
}

function where(c: Cursor, name: Name): Bare<Line> {
  const { span, label } = c.place();
  c.at++;
  const mask = constructs.condition(c);
  if (c.atEnd()) return { kind: 'where', name, mask };
  const inner = executable.assignment(c);
  if (inner.kind !== 'assignment') return c.fail(errors.notAnAction('=>', inner.span));
  return action({ kind: 'where-statement', span, label, mask, action: inner });
}

function forall(c: Cursor, name: Name): Bare<Line> {
  const { span, label } = c.place();
  c.at++;
  const header = indexHeader(c);
  if (c.atEnd()) return { kind: 'forall', name, header };
  return action({ kind: 'forall-statement', span, label, header, action: executable.assignment(c) });
}

// ---- end --------------------------------------------------------------------------------------------------------

const endings = new Map<string, Ending>([
  ...(
    [
      'program',
      'module',
      'submodule',
      'subroutine',
      'function',
      'procedure',
      'type',
      'interface',
      'enum',
      'if',
      'do',
      'select',
      'where',
      'forall',
      'associate',
      'block',
      'critical',
      'team',
      'structure',
      'union',
      'map',
    ] as const
  ).map((word): [string, Ending] => [word, word]),
  ['blockdata', 'block data'],
]);

function endLine(c: Cursor): Bare<Line> {
  const place = c.place();
  c.at++;
  if (c.atEnd()) return { kind: 'end', what: undefined, name: undefined };
  if (c.takeWord('file')) return action(io.fileStatement(c, 'endfile', place));
  const what = c.token.kind === 'name' ? endings.get(c.token.text) : undefined;
  if (!what) return c.fail(unknownEnd(c, [...endings.keys()]));
  c.at++;
  return ended(c, what === 'block' && c.takeWord('data') ? 'block data' : what);
}

function ended(c: Cursor, what: Ending): Bare<Line> {
  if (c.atEnd()) return { kind: 'end', what, name: undefined };
  if (what === 'structure' && c.is('/')) {
    blockName(c);
    return { kind: 'end', what, name: undefined };
  }
  if (what !== 'interface') return { kind: 'end', what, name: c.name(`the name of the ${what}`) };
  return { kind: 'end', what, name: undefined, spec: genericSpec(c) };
}

// ---- the table of statements ------------------------------------------------------------------------------------

const attribute: Parser = (c) => declaration(declarations.attributeStatement(c));
const file =
  (kind: tree.FileStatement): Parser =>
  (c) => {
    const place = c.place();
    c.at++;
    return action(io.fileStatement(c, kind, place));
  };

const keywords = new Map<string, Parser>([
  ['program', headings.program],
  ['module', headings.module],
  ['submodule', headings.submodule],
  ['blockdata', constructs.blockData],
  ['block', constructs.block],
  ['subroutine', headings.procedureHeading],
  ['function', headings.procedureHeading],
  ['contains', single({ kind: 'contains' })],
  ['sequence', single({ kind: 'sequence' })],
  ['use', (c) => declaration(specification.use(c))],
  ['import', (c) => declaration(specification.importStatement(c))],
  ['implicit', (c) => declaration(specification.implicit(c))],
  ['type', typeLine],
  ['structure', structures.structureHeading],
  ['record', (c) => declaration(structures.record(c))],
  ['union', single({ kind: 'union' })],
  ['map', single({ kind: 'map' })],
  ['class', constructs.typeGuard],
  ['abstract', specification.interfaceHeading],
  ['interface', specification.interfaceHeading],
  ['enum', specification.enumHeading],
  ['enumerator', specification.enumerators],
  ['procedure', specification.procedureLine],
  ['generic', specification.generic],
  ['final', specification.final],
  ['include', specification.strayInclude],
  ['public', (c) => declaration(declarations.access(c))],
  ['private', (c) => declaration(declarations.access(c))],
  ['parameter', (c) => declaration(declarations.parameterStatement(c))],
  ['common', (c) => declaration(declarations.common(c))],
  ['equivalence', (c) => declaration(declarations.equivalence(c))],
  ['dimension', (c) => declaration(declarations.dimensionStatement(c))],
  ['codimension', (c) => declaration(declarations.dimensionStatement(c))],
  ['attributes', (c) => declaration(declarations.attributesStatement(c))],
  ...attributeStatements(),
  ['data', (c) => ({ kind: 'either', node: declarations.data(c) })],
  ['namelist', (c) => ({ kind: 'either', node: declarations.namelist(c) })],
  ['entry', (c) => ({ kind: 'either', node: headings.entry(c) })],
  ['if', ifLine],
  ['else', constructs.elseLine],
  ['elseif', constructs.elseLine],
  ['elsewhere', constructs.elseLine],
  ['do', constructs.doHeading],
  ['dowhile', constructs.doHeading],
  ['select', constructs.select],
  ['selectcase', constructs.select],
  ['selecttype', constructs.select],
  ['selectrank', constructs.select],
  ['case', constructs.caseLine],
  ['rank', constructs.rankLine],
  ['associate', constructs.associate],
  ['critical', constructs.critical],
  ['change', constructs.changeTeam],
  ['where', where],
  ['forall', forall],
  ['call', (c) => action(executable.call(c))],
  ['goto', (c) => action(executable.goto(c))],
  ['go', (c) => (isName(c.peek(1), 'to') ? action(executable.goto(c)) : c.fail(unknownStatement(c, statementWords)))],
  ['assign', (c) => action(executable.assign(c))],
  ['cycle', (c) => action(executable.cycleOrExit(c, 'cycle'))],
  ['exit', (c) => action(executable.cycleOrExit(c, 'exit'))],
  ['return', (c) => action(executable.returnStatement(c))],
  ['stop', (c) => action(executable.stop(c))],
  ['errorstop', (c) => action(executable.stop(c))],
  [
    'error',
    (c) => (isName(c.peek(1), 'stop') ? action(executable.stop(c)) : c.fail(unknownStatement(c, statementWords))),
  ],
  ['pause', (c) => action(executable.pause(c))],
  ['continue', (c) => action(executable.continueStatement(c))],
  ['allocate', (c) => action(executable.allocate(c))],
  ['deallocate', (c) => action(executable.deallocate(c))],
  ['nullify', (c) => action(executable.nullify(c))],
  ['sync', (c) => action(executable.imageControl(c, 2))],
  ['event', (c) => action(executable.imageControl(c, 2))],
  ['fail', (c) => action(executable.imageControl(c, 2))],
  ['form', (c) => action(executable.imageControl(c, 2))],
  ['lock', (c) => action(executable.imageControl(c, 1))],
  ['unlock', (c) => action(executable.imageControl(c, 1))],
  ['write', (c) => action(io.transfer(c, 'write'))],
  ['inquire', (c) => action(io.transfer(c, 'inquire'))],
  ['read', (c) => action(io.read(c))],
  ['print', (c) => action(io.print(c))],
  ['options', compilerOptions],
  ['accept', (c) => action(io.accept(c))],
  ['encode', (c) => action(io.coded(c, 'write'))],
  ['decode', (c) => action(io.coded(c, 'read'))],
  ['open', file('open')],
  ['close', file('close')],
  ['rewind', file('rewind')],
  ['backspace', file('backspace')],
  ['endfile', file('endfile')],
  ['flush', file('flush')],
  ['wait', file('wait')],
  ['end', endLine],
  ...joinedEndings(),
]);

const namedConstructs = new Set([
  ...['if', 'do', 'dowhile', 'select', 'selectcase', 'selecttype', 'selectrank'],
  ...['where', 'forall', 'associate', 'block', 'critical', 'change'],
]);

/** Words that begin a statement, for guessing what was meant. */
export const statementWords: readonly string[] = [...keywords.keys(), ...typeWords, 'recursive', 'pure', 'elemental'];

function single(line: Bare<Line>): Parser {
  return (c) => {
    c.at++;
    return line;
  };
}

function attributeStatements(): [string, Parser][] {
  const words = ['allocatable', 'asynchronous', 'bind', 'contiguous', 'external', 'intent', 'intrinsic', 'optional'];
  const more = ['pointer', 'protected', 'save', 'target', 'value', 'volatile', 'static', 'automatic'];
  return [...words, ...more].map((word) => [word, attribute]);
}

function joinedEndings(): [string, Parser][] {
  return [...endings].map(([word, what]) => [`end${word}`, joinedEnd(what)]);
}

function joinedEnd(what: Ending): Parser {
  return (c) => {
    c.at++;
    return ended(c, what === 'block' && c.takeWord('data') ? 'block data' : what);
  };
}
