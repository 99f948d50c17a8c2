/** The open statement: specifiers to a connected unit. */

import { ioFailure } from '../../library/io-errors.ts';
import type { HostFile, HostFiles, OpenHow } from './host-files.ts';
import { HostFileError } from './host-files.ts';
import type { Specifiers } from './specifiers.ts';
import { type Connection, Unit, type UnitModes } from './unit.ts';

type Wanted = {
  readonly status: 'old' | 'new' | 'scratch' | 'replace' | 'unknown';
  readonly access: Connection['access'];
  readonly form: Connection['form'];
  readonly action: Connection['action'] | undefined;
  readonly position: Connection['position'];
  readonly recordLength: number;
  readonly path: string | undefined;
};

export const defaultModes: UnitModes = {
  blank: 'null',
  delim: 'none',
  pad: true,
  decimal: 'point',
  sign: 'processor_defined',
  round: 'processor_defined',
};

export function wanted(s: Specifiers): Wanted {
  const access = s.choice('access', ['sequential', 'direct', 'stream', 'append']) ?? 'sequential';
  const form = s.choice('form', ['formatted', 'unformatted', 'binary']);
  const position = s.choice('position', ['asis', 'rewind', 'append']) ?? (access === 'append' ? 'append' : 'asis');
  const result: Wanted = {
    status: s.choice('status', ['old', 'new', 'scratch', 'replace', 'unknown']) ?? 'unknown',
    access: form === 'binary' ? 'stream' : access === 'append' ? 'sequential' : access,
    form:
      form === 'binary'
        ? 'unformatted'
        : (form ?? (access === 'sequential' || access === 'append' ? 'formatted' : 'unformatted')),
    action: s.choice('action', ['read', 'write', 'readwrite']),
    position,
    recordLength: s.integer('recl') ?? 0,
    path: s.path('file'),
  };
  if (result.path === '') throw ioFailure(211);
  checkWanted(s, result);
  return result;
}

function checkWanted(s: Specifiers, w: Wanted): void {
  const recl = s.integer('recl');
  if (recl !== undefined && recl < 1) throw ioFailure(201);
  if (w.access === 'direct' && recl === undefined) throw ioFailure(203);
  if (w.access === 'stream' && recl !== undefined) throw ioFailure(213);
  if (w.access === 'direct' && s.text('position') !== undefined) throw ioFailure(202);
  if (w.status === 'scratch' && w.path !== undefined) throw ioFailure(206);
  const formattedOnly = ['blank', 'delim', 'pad', 'decimal', 'round', 'sign'] as const;
  if (w.form === 'unformatted' && formattedOnly.some((key) => s.text(key) !== undefined)) throw ioFailure(202);
}

/** The modes of `from`, changed by what the statement says. */
export function modesFrom(s: Specifiers, from: UnitModes): UnitModes {
  const pad = s.choice('pad', ['yes', 'no']);
  return {
    blank: s.choice('blank', ['null', 'zero']) ?? from.blank,
    delim: s.choice('delim', ['none', 'apostrophe', 'quote']) ?? from.delim,
    pad: pad === undefined ? from.pad : pad === 'yes',
    decimal: s.choice('decimal', ['point', 'comma']) ?? from.decimal,
    sign: s.choice('sign', ['processor_defined', 'plus', 'suppress']) ?? from.sign,
    round: s.choice('round', ['up', 'down', 'zero', 'nearest', 'compatible', 'processor_defined']) ?? from.round,
  };
}

/** Opens the file and connects it. */
export function connect(
  host: HostFiles,
  unit: number,
  w: Wanted & { readonly swapsBytes: boolean },
  s: Specifiers,
  beforeRead: () => void,
): Unit {
  const scratch = w.status === 'scratch' ? host.openScratch() : undefined;
  const path = scratch?.path ?? w.path ?? `fort.${unit}`;
  const opened = scratch ? { file: scratch.file, action: 'readwrite' as const } : openNamed(host, path, w);
  const convert = s.choice('convert', ['big_endian', 'little_endian', 'native', 'swap']);
  const connection: Connection = {
    unit,
    path,
    identity: scratch ? path : host.identity(path),
    scratch: scratch !== undefined,
    standard: false,
    access: w.access,
    form: w.form,
    action: opened.action,
    recordLength: w.recordLength,
    bigEndian: convert === undefined ? w.swapsBytes : convert === 'big_endian' || convert === 'swap',
    asynchronous: s.choice('asynchronous', ['yes', 'no']) === 'yes',
    position: w.position,
    encoding: s.choice('encoding', ['default', 'utf-8']) ?? 'default',
    unbuffered: false,
  };
  return new Unit(connection, modesFrom(s, defaultModes), opened.file, beforeRead);
}

/** EPERM, EACCES, EROFS: reading or writing alone may be allowed. */
const refused: ReadonlySet<number> = new Set([1, 13, 30]);

function openNamed(host: HostFiles, path: string, w: Wanted): { file: HostFile; action: Connection['action'] } {
  const exists = host.exists(path);
  if (w.status === 'old' && !exists) throw ioFailure(209);
  if (w.status === 'new' && exists) throw ioFailure(208);
  const existing = w.status === 'replace' ? 'replace' : w.status === 'old' ? 'must-exist' : 'create';
  // As other compilers have it, a new file may be there to be read alone: it is empty.
  if (w.action === 'read' && (w.status === 'new' || w.status === 'replace'))
    host.open(path, { access: 'write', existing }).close();
  if (w.action === 'read') return { file: host.open(path, { access: 'read', existing: 'must-exist' }), action: 'read' };
  const both = attempt(host, path, { access: 'readwrite', existing });
  if (!(both instanceof HostFileError)) return { file: both, action: w.action ?? 'readwrite' };
  if (w.action === 'readwrite' || !refused.has(both.errno)) throw both;
  const action = w.action ?? 'read';
  const alone = attempt(host, path, { access: action, existing: action === 'read' ? 'must-exist' : existing });
  if (alone instanceof HostFileError) throw both;
  return { file: alone, action };
}

function attempt(host: HostFiles, path: string, how: OpenHow): HostFile | HostFileError {
  try {
    return host.open(path, how);
  } catch (error) {
    if (error instanceof HostFileError) return error;
    throw error;
  }
}
