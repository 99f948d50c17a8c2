/** Input and output statements. */
import type { Span } from '../../../../base/source.ts';
import * as assignmentErrors from '../../errors/assignments.ts';
import * as controlErrors from '../../errors/control.ts';
import * as expressionErrors from '../../errors/expressions.ts';
import * as ioErrors from '../../errors/io.ts';
import type {
  Component,
  DerivedType,
  Expr,
  IoBranches,
  IoControl,
  IoItem,
  IoOperation,
  Namelist,
  Stmt,
  Variable,
} from '../../program.ts';
import type * as tree from '../../tree.ts';
import { procedureVariable } from '../calls/arguments.ts';
import type { Env } from '../context.ts';
import { definedItems, definedMembers, type Transfer, transferOf } from '../declarations/defined-io.ts';
import { indexScope } from '../expressions/constructors.ts';
import { seesPrivate } from '../expressions/designators.ts';
import { bytesOf } from '../expressions/literals.ts';
import { int4, text } from '../expressions/make.ts';
import { nameMeaning } from '../expressions/references.ts';
import { convert } from '../fold/fold.ts';
import {
  formatProblem,
  ignoredSpecifiers,
  keyOf,
  listProblems,
  readProblem,
  specifierProblem,
} from '../rules/io-controls.ts';
import { itemProblem } from '../rules/io-items.ts';
import { nearest } from '../suggest.ts';
import { isNumeric } from '../types.ts';
import { notDefinable } from './definable.ts';
import { loopVariable } from './loops.ts';
import { namelistFits } from './namelists.ts';

const transferKeys = [
  'unit',
  'fmt',
  'nml',
  'rec',
  'pos',
  'advance',
  'size',
  'iostat',
  'iomsg',
  'err',
  'end',
  'eor',
  'id',
  'asynchronous',
  'decimal',
  'delim',
  'blank',
  'pad',
  'sign',
  'round',
];
const connectKeys = [
  'access',
  'action',
  'asynchronous',
  'blank',
  'decimal',
  'delim',
  'encoding',
  'form',
  'pad',
  'position',
  'recl',
  'round',
  'sign',
  'convert',
];
const fileKeys = ['unit', 'iostat', 'iomsg', 'err', 'end', 'id'];
const keysOf: Record<tree.InputOutput['kind'], readonly string[]> = {
  read: transferKeys,
  write: transferKeys,
  print: [],
  open: [...fileKeys, ...connectKeys, 'file', 'status', 'newunit', 'name', 'readonly'],
  close: [...fileKeys, 'status'],
  inquire: [
    ...fileKeys,
    ...connectKeys,
    'file',
    'exist',
    'opened',
    'number',
    'named',
    'name',
    'sequential',
    'direct',
    'stream',
    'formatted',
    'unformatted',
    'nextrec',
    'read',
    'write',
    'readwrite',
    'pending',
    'pos',
    'size',
    'iolength',
  ],
  rewind: fileKeys,
  backspace: fileKeys,
  endfile: fileKeys,
  flush: fileKeys,
  wait: fileKeys,
};
const branchKeys = new Set(['err', 'end', 'eor']);
const resultKeys = new Set(['iostat', 'iomsg', 'size', 'newunit', 'iolength']);
const inquireInputs = new Set(['unit', 'file', 'id']);

type Parts = {
  controls: IoControl[];
  branches: { end: number | undefined; err: number | undefined; eor: number | undefined };
  namelist: Namelist | undefined;
};

export function inputOutput(env: Env, s: tree.InputOutput): Stmt | undefined {
  const parts: Parts = {
    controls: [],
    branches: { end: undefined, err: undefined, eor: undefined },
    namelist: undefined,
  };
  let good = true;
  if (s.kind === 'print') good = format(env, s.format, parts);
  else for (const [i, c] of s.controls.entries()) good = control(env, s, c, i, parts) && good;
  const direction = s.kind === 'read' ? 'read' : s.kind === 'write' || s.kind === 'print' ? 'write' : undefined;
  const transfer = direction && transferOf(direction, parts.controls);
  const items = 'items' in s ? ioItems(env, s.items, transfer) : [];
  if (direction && parts.namelist) good = namelistFits(env, parts.namelist, direction, s.span) && good;
  if (!good || !items) return undefined;
  if (s.kind !== 'print')
    for (const d of listProblems(s, parts.controls, parts.namelist !== undefined, items.length)) good = tell(env, d);
  if (!good) return undefined;
  if (s.kind === 'read' && items.length > 0) {
    const problem = readProblem(parts.controls, s.span);
    if (problem) return void env.file.report(problem);
  }
  const operation: IoOperation = parts.controls.some((c) => c.key === 'iolength') ? 'iolength' : s.kind;
  const branches: IoBranches = parts.branches;
  return {
    kind: 'io',
    operation,
    controls: parts.controls,
    items,
    branches,
    namelist: parts.namelist,
    ...(parts.namelist && direction && { members: definedMembers(env, parts.namelist, direction) }),
    span: s.span,
    label: s.label?.value,
  };
}

function control(
  env: Env,
  s: Exclude<tree.InputOutput, { kind: 'print' }>,
  c: tree.Control,
  index: number,
  parts: Parts,
): boolean {
  const key = keyOf(s.kind, c, index);
  if (ignoredSpecifiers.has(key) && s.kind !== 'read' && s.kind !== 'write') {
    env.file.report(ioErrors.ignoredSpecifier(key, c.span));
    return true;
  }
  if (key === 'readonly') return pushed(parts, { key: 'action', how: 'value', value: text('read', c.span) });
  if (key === '#length') return encodedLength(env, c, parts);
  if (!keysOf[s.kind].includes(key)) {
    const at = c.keyword ?? { kind: 'name' as const, text: key, span: c.span };
    env.file.report(ioErrors.unknownIoSpecifier(s.kind, at, nearest(key, keysOf[s.kind])));
    return false;
  }
  if (branchKeys.has(key)) return branch(env, key, c, parts);
  if (key === 'fmt') return formatOrNamelist(env, c, parts);
  if (key === 'nml') return namelist(env, c, parts);
  if (c.value.kind === 'star') {
    if (key === 'unit') parts.controls.push({ key, how: 'value', value: 'star' });
    else env.file.report(ioErrors.badStar(c.span));
    return key === 'unit';
  }
  const value = env.file.expression(env, c.value);
  if (!value) return false;
  const coded = s.controls.some((other) => other.keyword?.text === '#length');
  if (key === 'unit' && coded) {
    const why = s.kind === 'write' ? notDefinable(env, value) : undefined;
    return why ? tell(env, assignmentErrors.notDefinable(value, why)) : pushed(parts, { key, how: 'value', value });
  }
  const problem = specifierProblem(s.kind, key, value);
  if (problem) env.file.report(problem);
  if (problem?.severity === 'error') return false;
  const result =
    resultKeys.has(key) ||
    (s.kind === 'inquire' && !inquireInputs.has(key)) ||
    (key === 'id' && s.kind !== 'wait' && s.kind !== 'inquire');
  if (result) return resultControl(env, key, value, parts);
  if (key === 'unit' && value.type.base === 'integer')
    parts.controls.push({ key, how: 'value', value: convert(value, { base: 'integer', kind: 4 }) });
  else if (key === 'unit' && value.type.base !== 'character') return tell(env, ioErrors.unitType(value));
  else if (key === 'unit' && s.kind === 'write' && notDefinable(env, value)) return tell(env, ioErrors.unitType(value));
  else parts.controls.push({ key, how: 'value', value });
  return true;
}

function pushed(parts: Parts, c: IoControl): true {
  parts.controls.push(c);
  return true;
}

/** Of encode and decode: how many characters a record has. */
function encodedLength(env: Env, c: tree.Control, parts: Parts): boolean {
  const value = c.value.kind === 'star' ? undefined : env.file.expression(env, c.value);
  if (!value) return false;
  const problem = specifierProblem('write', 'recl', value);
  if (problem) return tell(env, problem);
  return pushed(parts, { key: '#length', how: 'value', value });
}

function tell(env: Env, d: Parameters<Env['file']['report']>[0]): false {
  env.file.report(d);
  return false;
}

function resultControl(env: Env, key: string, to: Expr, parts: Parts): boolean {
  const why = notDefinable(env, to);
  if (why) return tell(env, assignmentErrors.notDefinable(to, why));
  parts.controls.push({ key, how: 'result', to });
  return true;
}

function branch(env: Env, key: string, c: tree.Control, parts: Parts): boolean {
  const label = c.value.kind === 'integer' ? Number(c.value.digits) : undefined;
  if (label === undefined || !env.unit?.labels.has(label)) return tell(env, controlErrors.noLabel(label, c.span));
  if (key === 'err') parts.branches.err = label;
  else if (key === 'end') parts.branches.end = label;
  else parts.branches.eor = label;
  return true;
}

function formatOrNamelist(env: Env, c: tree.Control, parts: Parts): boolean {
  if (c.value.kind === 'name' && nameMeaning(env, c.value.text)?.kind === 'namelist') return namelist(env, c, parts);
  return format(env, c.value, parts);
}

function namelist(env: Env, c: tree.Control, parts: Parts): boolean {
  const group = c.value.kind === 'name' ? nameMeaning(env, c.value.text) : undefined;
  if (group?.kind !== 'namelist') return tell(env, ioErrors.noNamelist(c.value.span));
  parts.namelist = group;
  return true;
}

function format(env: Env, f: tree.Expression | tree.Star, parts: Parts): boolean {
  if (f.kind === 'star') {
    parts.controls.push({ key: 'fmt', how: 'value', value: 'star' });
    return true;
  }
  if (f.kind === 'integer') return formatLabel(env, Number(f.digits), f.span, parts);
  if (f.kind === 'name' && nameMeaning(env, f.text)?.kind === 'namelist') {
    const group = nameMeaning(env, f.text);
    if (group?.kind === 'namelist') parts.namelist = group;
    return true;
  }
  const value = env.file.expression(env, f);
  if (!value) return false;
  // A format in an array of numbers: Hollerith constants.
  const numbers = value.rank > 0 && isNumeric(value.type);
  if (!numbers && (value.type.base !== 'character' || value.type.kind === 4))
    return tell(env, ioErrors.formatType(value));
  const known = value.kind === 'constant' ? formatProblem(String(value.value), value.span, false) : undefined;
  if (known) tell(env, known);
  if (known?.severity === 'error') return false;
  parts.controls.push({ key: 'fmt', how: 'value', value });
  return true;
}

function formatLabel(env: Env, label: number, at: Span, parts: Parts): boolean {
  const text = env.unit?.formats.get(label);
  if (text === undefined) return tell(env, ioErrors.noFormat(label, at));
  env.unit?.usedFormats.add(label);
  const problem = formatProblem(`(${text})`, at, true);
  if (problem) return tell(env, problem);
  parts.controls.push({ key: 'fmt', how: 'value', value: { format: bytesOf(text) } });
  return true;
}

function ioItems(env: Env, items: readonly tree.Item[], transfer: Transfer | undefined): IoItem[] | undefined {
  const done: IoItem[] = [];
  let good = true;
  for (const item of items) {
    const made = item.kind === 'implied-do' ? ioLoop(env, item, transfer) : ioValue(env, item, transfer);
    if (made) done.push(...made);
    else good = false;
  }
  return good ? done : undefined;
}

function ioValue(env: Env, e: tree.Expression, transfer: Transfer | undefined): IoItem[] | undefined {
  const value = env.file.expression(env, e);
  if (!value) return undefined;
  if (value.kind === 'procedure' || value.kind === 'null' || procedureVariable(value))
    return void env.file.report(ioErrors.badIoItem(value.span));
  if (value.rank < 0) return void env.file.report(expressionErrors.assumedRankUsed(value));
  const reads = transfer?.direction === 'read';
  const why = reads ? notDefinable(env, value) : undefined;
  if (why) return void env.file.report(assignmentErrors.notDefinable(value, why));
  if (!transfer) return [{ kind: 'value', value }];
  const own = definedItems(env, value, transfer);
  if (own !== 'none') return own;
  const sees = (type: DerivedType, c: Component) => !c.private || seesPrivate(env, type, c);
  const problem = itemProblem(value, transfer.direction, sees);
  return problem ? void env.file.report(problem) : [{ kind: 'value', value }];
}

/** The variable around the statement counts, and keeps its last value. */
function outerIndex(env: Env, name: tree.Name): { inner: Env; index: Variable } | undefined {
  const index = loopVariable(env, name);
  return index && { inner: env, index };
}

function ioLoop(env: Env, d: tree.ImpliedDo, transfer: Transfer | undefined): IoItem[] | undefined {
  const from = env.file.expression(env, d.from);
  const to = env.file.expression(env, d.to);
  const step = d.step ? env.file.expression(env, d.step) : int4(1, d.span);
  const loop = d.type ? indexScope(env, d.variable, d.type) : outerIndex(env, d.variable);
  if (!loop) return undefined;
  const { inner, index } = loop;
  const items = ioItems(inner, d.items, transfer);
  if (!from || !to || !step || !items) return undefined;
  for (const e of [from, to, step])
    if (e.type.base !== 'integer' || e.rank > 0) return void env.file.report(controlErrors.loopBoundType(e));
  const bounds = { from: convert(from, index.type), to: convert(to, index.type), step: convert(step, index.type) };
  return [{ kind: 'loop', index, ...bounds, items }];
}
