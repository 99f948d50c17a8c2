/** Rules on the specifiers of an I/O statement (Fortran 2018, 12.5.6, 12.6.2.1, 12.10). */

import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Span } from '../../../../base/source.ts';
import { type FormatStep, parseFormat } from '../../../../library/format-parse.ts';
import { IoFailure } from '../../../../library/io-errors.ts';
import * as ioErrors from '../../errors/io.ts';
import type { Expr, IoControl, IoOperation } from '../../program.ts';
import type * as tree from '../../tree.ts';
import { procedureVariable } from '../calls/arguments.ts';
import { hasBase, specifierBase, specifierWords } from './io-specifiers.ts';

type Statement = Exclude<tree.InputOutput, { kind: 'print' }>;

/** Type, rank and words of one specifier. */
export function specifierProblem(statement: IoOperation, key: string, value: Expr): Diagnostic | undefined {
  const base = specifierBase(key);
  if (value.kind === 'null' || value.kind === 'procedure' || procedureVariable(value))
    return ioErrors.notAValue(key, value);
  if (key === 'unit' && value.kind === 'element' && value.subscripts.some((x) => x.kind === 'vector'))
    return ioErrors.scatteredUnit(value);
  if (key === 'unit')
    return value.rank > 0 && value.type.base === 'integer' ? ioErrors.specifierArray(key, value) : undefined;
  if (!hasBase(value.type, base)) return ioErrors.specifierType(key, base, value);
  if (value.rank > 0) return ioErrors.specifierArray(key, value);
  const transfers = statement === 'read' || statement === 'write';
  if (key === 'asynchronous' && transfers && value.kind !== 'constant')
    return ioErrors.specifierNotConstant(key, value);
  const words = specifierWords(statement, key);
  if (!words || value.kind !== 'constant' || typeof value.value !== 'string') return undefined;
  const word = value.value.trimEnd();
  return words.includes(word.toLowerCase()) ? undefined : ioErrors.specifierValue(key, word, words, value.span);
}

/** A format that is known when the program is compiled: that of a FORMAT statement, or a constant. */
export function formatProblem(text: string, at: Span, statement: boolean): Diagnostic | undefined {
  const steps = stepsOf(text);
  if (steps instanceof IoFailure) return ioErrors.badFormat(steps.message, at, statement);
  const never = steps.find((s) => s.kind === 'data' && s.repeat === 0);
  return never?.kind === 'data' ? ioErrors.badFormat(`${never.letter} is repeated 0 times`, at, true) : undefined;
}

function stepsOf(text: string): readonly FormatStep[] | IoFailure {
  try {
    return parseFormat(Uint8Array.from(text, (c) => c.charCodeAt(0) & 255)).steps;
  } catch (e) {
    if (e instanceof IoFailure) return e;
    throw e;
  }
}

/** A width of 0 asks for as many characters as the value needs: input has no value yet. */
export function readProblem(controls: readonly IoControl[], at: Span): Diagnostic | undefined {
  const given = controls.find((c) => c.key === 'fmt');
  const value = given?.how === 'value' ? given.value : undefined;
  if (value === undefined || value === 'star') return undefined;
  const text = 'format' in value ? `(${value.format})` : textOf(value);
  const steps = text === undefined ? [] : stepsOf(text);
  const empty =
    steps instanceof IoFailure ? undefined : steps.find((s) => s.kind === 'data' && s.width === 0 && s.letter !== 'G');
  return empty?.kind === 'data'
    ? ioErrors.badFormat(`${empty.letter}0 is for output: it does not say how much to read`, at, true)
    : undefined;
}

/** Older words for specifiers of open and close. */
const olderWords: Readonly<Partial<Record<tree.InputOutput['kind'], Readonly<Record<string, string>>>>> = {
  open: { type: 'status', recordsize: 'recl' },
  close: { disp: 'status', dispose: 'status' },
};

/** What DEC's files had and files of today have not. */
export const ignoredSpecifiers: ReadonlySet<string> = new Set([
  ...['shared', 'noshared', 'nospanblocks', 'carriagecontrol', 'blocksize', 'buffercount', 'buffered', 'maxrec'],
  ...['initialsize', 'extendsize', 'recordtype', 'organization', 'share', 'defaultfile'],
]);

export function keyOf(kind: tree.InputOutput['kind'], c: tree.Control, index: number): string {
  const word = c.keyword?.text ?? (index === 0 ? 'unit' : 'fmt');
  return olderWords[kind]?.[word] ?? word;
}

/** What is wrong with the list as a whole. `namelist`: a group stands where the format would. */
export function* listProblems(
  s: Statement,
  controls: readonly IoControl[],
  namelist: boolean,
  items: number,
): Iterable<Diagnostic> {
  const at = new Map<string, Span>();
  for (const [i, c] of s.controls.entries()) {
    const key = keyOf(s.kind, c, i);
    if (at.has(key)) yield ioErrors.specifierTwice(key, c.span);
    at.set(key, c.span);
  }
  yield* unitProblems(s, controls, at);
  if (s.kind === 'read' || s.kind === 'write') yield* transferProblems(s, controls, at, namelist, items);
}

function* unitProblems(
  s: Statement,
  controls: readonly IoControl[],
  at: ReadonlyMap<string, Span>,
): Iterable<Diagnostic> {
  const unit = controls.find((c) => c.key === 'unit');
  const { kind } = s;
  const transfers = kind === 'read' || kind === 'write';
  const place = at.get('unit') ?? s.span;
  if (unit?.how === 'value' && unit.value === 'star' && !transfers && kind !== 'inquire' && kind !== 'flush')
    yield ioErrors.specifierConflict('unit', `\`*\` is for read and write only`, place);
  if (!transfers && unit?.how === 'value' && isText(unit.value)) yield ioErrors.unitType(unit.value);
  if (kind === 'open') {
    if (!at.has('unit') && !at.has('newunit')) yield ioErrors.missingUnit('open', ': unit= or newunit=', s.span);
    if (at.has('newunit') && !at.has('file') && !at.has('name') && !at.has('status'))
      yield ioErrors.specifierConflict(
        'newunit',
        "file= must name it, or status='scratch' say that it has no name",
        at.get('newunit') ?? place,
      );
    if (at.has('unit') && at.has('newunit'))
      yield ioErrors.specifierConflict('newunit', 'the unit is given', at.get('newunit') ?? place);
  } else if (kind === 'inquire') {
    if (at.has('iolength')) return;
    if (!at.has('unit') && !at.has('file')) yield ioErrors.missingUnit('inquire', ' or a file', s.span);
    if (at.has('unit') && at.has('file'))
      yield ioErrors.specifierConflict('file', 'the unit is given', at.get('file') ?? place);
  } else if (!at.has('unit') && !(kind === 'flush' && at.size === 0)) yield ioErrors.missingUnit(kind, '', s.span);
}

function isText(value: Expr | 'star' | { readonly format: string }): value is Expr {
  return typeof value === 'object' && 'kind' in value && value.type.base === 'character';
}

/** Specifiers that cannot stand together: the first one with the reason. */
function* transferProblems(
  s: Statement,
  controls: readonly IoControl[],
  at: ReadonlyMap<string, Span>,
  namelist: boolean,
  items: number,
): Iterable<Diagnostic> {
  const value = (key: string) => {
    const found = controls.find((c) => c.key === key);
    return found?.how === 'value' ? found.value : undefined;
  };
  const unit = value('unit');
  const format = value('fmt');
  const internal = unit !== undefined && (isText(unit) || at.has('#length'));
  const nml = namelist || at.has('nml');
  const rules: readonly (readonly [keys: readonly string[], broken: boolean, why: string])[] = [
    [['end', 'eor', 'size'], s.kind === 'write', 'it is for read'],
    [['fmt'], at.has('nml'), 'a namelist has no format'],
    [['rec', 'pos'], internal, 'an internal file has no such place'],
    [['rec'], format === 'star' || nml, 'a direct transfer needs a format with edit descriptors, or none'],
    [['pos', 'end'], at.has('rec'), '`rec=` says which record is meant'],
    [['advance'], format === 'star' || nml || format === undefined, 'it needs a format with edit descriptors'],
    [['eor'], !at.has('advance'), "there is no advance='no'"],
    [['id'], !isYes(value('asynchronous')), "there is no asynchronous='yes'"],
  ];
  for (const [keys, broken, why] of rules)
    for (const key of keys) {
      const place = at.get(key);
      if (broken && place) yield ioErrors.specifierConflict(key, why, place);
    }
  if (internal && format === undefined && !nml)
    yield ioErrors.specifierConflict('unit', 'a transfer without format needs a file', at.get('unit') ?? s.span);
  if (nml && items > 0) yield ioErrors.itemsWithNamelist(s.span);
}

/** What is no constant may be it. */
function isYes(value: Expr | 'star' | { readonly format: string } | undefined): boolean {
  if (value === undefined || value === 'star' || 'format' in value) return false;
  return value.kind !== 'constant' || String(value.value).trimEnd().toLowerCase() === 'yes';
}

function textOf(e: Expr): string | undefined {
  return e.kind === 'constant' && typeof e.value === 'string' ? e.value : undefined;
}
