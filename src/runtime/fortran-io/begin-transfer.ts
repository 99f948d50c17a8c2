/** Read, write and print: from a complete control list to the transfer that takes the items. */

import { parseFormat } from '../../library/format-parse.ts';
import { ioFailure } from '../../library/io-errors.ts';
import type { IoKey } from '../../library/io-keys.ts';
import { fromUtf8, toBytes, toUtf8 } from '../wide-text.ts';
import { FormattedReader } from './formatted-reader.ts';
import { FormattedWriter } from './formatted-writer.ts';
import { ListReader } from './list-reader.ts';
import { ListWriter } from './list-writer.ts';
import { readNamelist } from './namelist-reader.ts';
import { writeNamelist } from './namelist-writer.ts';
import { defaultModes, modesFrom } from './open.ts';
import type { OutputRecord } from './output-record.ts';
import { holdsUtf8, type Statement } from './statement.ts';
import type { EditModes } from './transfer.ts';
import type { UnitModes } from './unit.ts';
import type { Units } from './units.ts';

export function beginTransfer(statement: Statement, units: Units, newRecord: () => OutputRecord): void {
  const s = statement.specifiers;
  const formatted = s.flag('star') || s.bytes('fmt') !== undefined || s.bytes('namelist') !== undefined;
  if (!statement.internal) {
    const form = formatted ? 'formatted' : 'unformatted';
    const unit = units.forTransfer(statement.unitNumber, statement.reading, form, s.integer('pos') !== undefined);
    statement.unit = unit;
    unit.begin(!statement.reading, form, s.integer('rec'), s.integer('pos'));
  }
  if (statement.reading) beginInput(statement, formatted);
  else beginOutput(statement, formatted, newRecord);
}

/** A statement of a procedure that transfers an item of `parent`: it goes on with the record of that one. */
export function beginChild(statement: Statement, parent: Statement): void {
  const format = statement.specifiers.bytes('fmt');
  statement.unit = parent.unit;
  statement.outermost = parent.outermost ?? parent;
  if (statement.reading) beginChildInput(statement, parent, format);
  else beginChildOutput(statement, parent, format);
}

function beginChildOutput(statement: Statement, parent: Statement, format: Uint8Array | undefined): void {
  const { record, output } = parent;
  if (!output) return;
  statement.record = record;
  const sink = (parent.outermost ?? parent).internal ?? parent.unit;
  const within = sink && {
    recordLength: sink.recordLength,
    write: (r: Uint8Array, n: number) => sink.write(r, n),
    keep: () => {},
  };
  if (!record || !within) statement.output = unfinished(output);
  else if (format)
    statement.output = new FormattedWriter(within, record, editModes(statement), parseFormat(format), false);
  else statement.output = unfinished(new ListWriter(within, record, editModes(statement), !parent.unit?.direct));
}

function beginChildInput(statement: Statement, parent: Statement, format: Uint8Array | undefined): void {
  const { records, input } = parent;
  if (!input) return;
  const keep = () => {};
  const report = (count: number) => {
    statement.size = count;
    input.took?.(count);
  };
  statement.records = records;
  if (!records) statement.input = unfinished(input);
  else if (!format)
    statement.input = unfinished(
      input instanceof ListReader && !parent.namelistSteps ? input : new ListReader(records, editModes(statement)),
    );
  else statement.input = new FormattedReader(records, editModes(statement), parseFormat(format), keep, report);
}

/** Its record is ended by the statement around. */
function unfinished<T extends { finish(): void }>(transfer: T): T {
  return new Proxy(transfer, {
    get: (of, name) => {
      if (name === 'finish') return () => {};
      const member: unknown = Reflect.get(of, name);
      return typeof member === 'function' ? member.bind(of) : member;
    },
  });
}

function beginOutput(statement: Statement, formatted: boolean, newRecord: () => OutputRecord): void {
  const { specifiers: s, unit, internal } = statement;
  if (!formatted) {
    if (!unit) throw ioFailure(215);
    statement.unformattedWriter.begin(unit);
    statement.output = statement.unformattedWriter;
    return;
  }
  const sink = internal ?? unit!;
  const modes = editModes(statement);
  const record = newRecord();
  if (internal || unit?.direct) record.limit = sink.recordLength;
  const behind = unit?.takePartialOutput();
  const format = s.bytes('fmt');
  if (s.bytes('namelist')) {
    statement.namelistSteps = writeNamelist(
      s.text('namelist') ?? '',
      statement.namelist,
      sink,
      record,
      modes,
      internal?.isSingle,
      holdsUtf8(statement) ? toUtf8 : toBytes,
    );
    statement.output = unfinished(new ListWriter(sink, record, modes, false));
  } else if (format) {
    const parsed = statement.format ?? parseFormat(format);
    if (behind) record.putBytes(behind);
    record.position = 0;
    statement.output = statement.spare.formattedWriter(sink, record, parsed, advances(statement));
  } else {
    statement.output = statement.spare.listWriter(sink, record, !unit?.direct, behind !== undefined);
  }
}

function beginInput(statement: Statement, formatted: boolean): void {
  const { specifiers: s, unit, internal } = statement;
  if (!formatted) {
    if (!unit) throw ioFailure(215);
    statement.unformattedReader.begin(unit);
    statement.input = statement.unformattedReader;
    return;
  }
  const modes = editModes(statement);
  const advance = advances(statement);
  const partial = unit?.partialInput;
  const records = statement.spare.records(internal ?? unit!, partial);
  statement.records = records;
  if (unit) unit.partialInput = undefined;
  const format = s.bytes('fmt');
  if (s.bytes('namelist')) {
    statement.namelistSteps = readNamelist(
      s.text('namelist') ?? '',
      statement.namelist,
      records,
      modes,
      holdsUtf8(statement) ? fromUtf8 : (bytes) => Uint32Array.from(bytes),
    );
    statement.input = unfinished(new ListReader(records, modes));
  } else if (format) {
    const keep = (record: Uint8Array, at: number) => {
      if (unit) unit.partialInput = { record: record === partial?.record ? record : record.slice(), at };
    };
    const parsed = statement.format ?? parseFormat(format);
    statement.input = statement.spare.formattedReader(records, parsed, advance ? undefined : keep, statement.report);
  } else {
    statement.input = statement.spare.listReader(records);
  }
}

function advances(statement: Statement): boolean {
  const advance = statement.specifiers.choice('advance', ['yes', 'no']) !== 'no';
  if (!advance && (statement.internal || statement.unit?.direct)) throw ioFailure(202);
  return advance;
}

const modeKeys: ReadonlySet<IoKey> = new Set<IoKey>(['blank', 'delim', 'pad', 'decimal', 'sign', 'round']);

/** The modes of the unit, changed by what the statement says. */
function editModes(statement: Statement): EditModes {
  const before = statement.unit?.modes ?? defaultModes;
  const { specifiers } = statement;
  const unitModes: UnitModes = specifiers.hasText(modeKeys) ? modesFrom(specifiers, before) : before;
  const { modes } = statement.spare;
  modes.scale = 0;
  modes.plus = unitModes.sign === 'plus';
  modes.comma = unitModes.decimal === 'comma';
  modes.rounding = unitModes.round === 'processor_defined' ? 'compatible' : unitModes.round;
  modes.blankZero = unitModes.blank === 'zero';
  modes.pad = unitModes.pad;
  modes.delim = unitModes.delim;
  return modes;
}
