/** The inquire statement: every answer, by key. */
import type { IoKey } from '../../library/io-keys.ts';
import type { HostFiles } from './host-files.ts';
import type { Unit } from './unit.ts';

export type Answers = { readonly integers: ReadonlyMap<IoKey, bigint>; readonly texts: ReadonlyMap<IoKey, string> };

type TextAnswer = (unit: Unit) => string;

const yes = (is: boolean) => (is ? 'YES' : 'NO');

const textAnswers: readonly (readonly [IoKey, string, TextAnswer])[] = [
  ['access', 'UNDEFINED', (u) => u.connection.access],
  ['sequential', 'UNKNOWN', (u) => yes(u.connection.access === 'sequential')],
  ['direct', 'UNKNOWN', (u) => yes(u.connection.access === 'direct')],
  ['stream', 'UNKNOWN', (u) => yes(u.connection.access === 'stream')],
  ['form', 'UNDEFINED', (u) => u.connection.form],
  ['formatted', 'UNKNOWN', (u) => yes(u.connection.form === 'formatted')],
  ['unformatted', 'UNKNOWN', (u) => yes(u.connection.form === 'unformatted')],
  ['action', 'UNDEFINED', (u) => u.connection.action],
  ['read', 'UNKNOWN', (u) => yes(u.connection.action !== 'write')],
  ['write', 'UNKNOWN', (u) => yes(u.connection.action !== 'read')],
  ['readwrite', 'UNKNOWN', (u) => yes(u.connection.action === 'readwrite')],
  ['position', 'UNDEFINED', positionAnswer],
  ['asynchronous', 'UNDEFINED', (u) => yes(u.connection.asynchronous)],
  ['encoding', 'UNKNOWN', (u) => (u.connection.encoding === 'utf-8' ? 'UTF-8' : formatted(u, 'DEFAULT'))],
  ['blank', 'UNDEFINED', (u) => formatted(u, u.modes.blank)],
  ['delim', 'UNDEFINED', (u) => formatted(u, u.modes.delim)],
  ['decimal', 'UNDEFINED', (u) => formatted(u, u.modes.decimal)],
  ['sign', 'UNDEFINED', (u) => formatted(u, u.modes.sign)],
  ['round', 'UNDEFINED', (u) => formatted(u, u.modes.round)],
  ['pad', 'UNDEFINED', (u) => formatted(u, yes(u.modes.pad))],
  ['convert', 'UNKNOWN', (u) => (u.connection.bigEndian ? 'BIG_ENDIAN' : 'LITTLE_ENDIAN')],
];

function formatted(unit: Unit, answer: string): string {
  return unit.connection.form === 'formatted' ? answer : 'UNDEFINED';
}

function positionAnswer(unit: Unit): string {
  if (unit.direct) return 'UNDEFINED';
  if (!unit.buffer.seekable) return 'ASIS';
  if (unit.buffer.position === unit.buffer.size()) return 'APPEND';
  return unit.buffer.position === 0 ? 'REWIND' : 'ASIS';
}

/** `path` is given when the statement inquires by file. */
export function inquire(
  host: HostFiles,
  unit: Unit | undefined,
  path: string | undefined,
  validUnit: boolean,
): Answers {
  const texts = new Map<IoKey, string>();
  for (const [key, unconnected, answer] of textAnswers)
    texts.set(key, (unit ? answer(unit) : unconnected).toUpperCase());
  const name = unit ? (unit.connection.scratch ? undefined : unit.connection.path) : path;
  if (name !== undefined) texts.set('name', name);
  return { texts, integers: integerAnswers(host, unit, path, validUnit) };
}

function integerAnswers(
  host: HostFiles,
  unit: Unit | undefined,
  path: string | undefined,
  validUnit: boolean,
): Map<IoKey, bigint> {
  const integers = new Map<IoKey, bigint>();
  const set = (key: IoKey, value: number | boolean) => integers.set(key, BigInt(value));
  set('exist', path === undefined ? validUnit : unit !== undefined || host.exists(path));
  set('opened', unit !== undefined);
  set('number', unit?.connection.unit ?? -1);
  set('named', unit !== undefined && !unit.connection.scratch);
  set('nextrec', unit?.direct ? unit.nextRecord : 0);
  set(
    'size',
    unit ? (unit.buffer.seekable ? unit.buffer.size() : -1) : path === undefined ? -1 : (host.size(path) ?? -1),
  );
  set('pending', false);
  set('id', 0);
  if (unit) set('pos', unit.buffer.position + 1);
  const length = unit?.connection.recordLength ?? -1;
  set('recl', unit?.connection.access === 'stream' ? -2 : length > 0 ? length : unit ? 1073741824 : -1);
  return integers;
}
