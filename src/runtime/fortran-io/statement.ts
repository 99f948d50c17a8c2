/** One I/O statement under way. */

import type { Format } from '../../library/format-parse.ts';
import { FortranRuntimeError, type IoFailure } from '../../library/io-errors.ts';
import type { IoKey, IoOperation } from '../../library/io-keys.ts';
import { fileLine, hostLines } from './host-failure.ts';
import type { HostFileError } from './host-files.ts';
import type { InternalFile } from './internal-file.ts';
import type { DefinedElement, NamelistItem } from './namelist-item.ts';
import type { OutputRecord } from './output-record.ts';
import type { RecordReader } from './record-reader.ts';
import { SpareTransfers } from './spare-transfers.ts';
import { Specifiers } from './specifiers.ts';
import type { DefinedStyle, InputTransfer, OutputTransfer } from './transfer.ts';
import { UnformattedReader, UnformattedWriter } from './unformatted.ts';
import type { Unit } from './unit.ts';
import { starInput, starOutput } from './units.ts';

const noStyle: DefinedStyle = { type: '', list: [] };

/** One object serves many statements, one after the other. */
export class Statement {
  operation: IoOperation = 'read';
  readonly specifiers = new Specifiers();
  namelist: NamelistItem[] = [];
  internal: InternalFile | undefined;
  unit: Unit | undefined;
  output: OutputTransfer | undefined;
  input: InputTransfer | undefined;
  record: OutputRecord | undefined;
  failure: IoFailure | undefined;
  records: RecordReader | undefined;
  /** While a procedure transfers an item: the unit by which its statements mean the record of this one. */
  definedUnit: number | undefined;
  /** Of a statement in such a procedure: the one whose record it goes on with, through all procedures. */
  outermost: Statement | undefined;
  /** What that procedure is told. */
  definedStyle: DefinedStyle = noStyle;
  /** A namelist some of whose members are transferred by procedures, and the element that is. */
  namelistSteps: Iterator<DefinedElement, void> | undefined;
  namelistElement = 0;
  readonly integers = new Map<IoKey, bigint>();
  readonly texts = new Map<IoKey, string>();

  /** Of a data transfer: its number, for wait. */
  id = 0;
  /** Characters that data edits took; undefined where nobody counts. */
  size: number | undefined;
  /** Of a statement that is one call: what its format was parsed to, where that is known. */
  format: Format | undefined;
  readonly report = (count: number): void => {
    this.size = count;
  };
  /** What formatted transfers work with. */
  readonly spare = new SpareTransfers();
  /** What unformatted transfers work with. */
  readonly unformattedWriter = new UnformattedWriter();
  readonly unformattedReader = new UnformattedReader();

  /** Forgets the statement that was before. */
  begin(operation: IoOperation): void {
    this.operation = operation;
    this.specifiers.clear();
    if (this.namelist.length > 0) this.namelist = [];
    this.internal = undefined;
    this.unit = undefined;
    this.output = undefined;
    this.input = undefined;
    this.record = undefined;
    this.failure = undefined;
    this.records = undefined;
    this.definedUnit = undefined;
    this.outermost = undefined;
    this.definedStyle = noStyle;
    this.namelistSteps = undefined;
    this.namelistElement = 0;
    this.id = 0;
    this.size = undefined;
    this.format = undefined;
    if (this.integers.size > 0) this.integers.clear();
    if (this.texts.size > 0) this.texts.clear();
  }

  get reading(): boolean {
    return this.operation === 'read';
  }

  /** As nvfortran's messages call it. */
  get description(): string {
    if (this.operation !== 'read' && this.operation !== 'write' && this.operation !== 'print') {
      return this.operation.toUpperCase();
    }
    const verb = this.reading ? 'read' : 'write';
    const s = this.specifiers;
    if (s.flag('star'))
      return this.internal && !this.reading ? `internal list-directed ${verb}` : `list-directed ${verb}`;
    if (s.bytes('namelist')) return `namelist ${verb}`;
    return s.bytes('fmt') ? `formatted ${verb}` : `unformatted ${verb}`;
  }

  get unitNumber(): number {
    return this.specifiers.integer('unit') ?? (this.reading ? starInput : starOutput);
  }

  /** Whether a specifier takes the failure, so that the program goes on. */
  takes(failure: IoFailure): boolean {
    const s = this.specifiers;
    if (s.flag('hasIostat')) return true;
    const label = { error: 'hasErr', end: 'hasEnd', eor: 'hasEor' } as const;
    return s.flag(label[failure.condition]);
  }

  fatal(failure: IoFailure, host: HostFileError | undefined): FortranRuntimeError {
    const where = this.internal ? 'internal file' : `unit=${this.unitNumber}`;
    const lines = host
      ? hostLines(host, this.description, where)
      : [`FIO-F-${failure.number}/${this.description}/${where}/${failure.message}.`];
    const file = this.#fileLine();
    return new FortranRuntimeError([...lines, ...(file ? [file] : [])].join('\n'));
  }

  #fileLine(): string | undefined {
    if (!this.unit) {
      const path = this.specifiers.path('file');
      return path === undefined ? undefined : ` File name = ${path}`;
    }
    return fileLine(this.unit);
  }
}

/** Do the records hold characters of kind 4 as UTF-8? */
export function holdsUtf8({ internal, unit, outermost }: Statement): boolean {
  return (internal ?? outermost?.internal)?.wide ?? unit?.connection.encoding === 'utf-8';
}
