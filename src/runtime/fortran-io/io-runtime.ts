/**
 * Fortran I/O as a compiled program calls it: one call per specifier and per item of each statement.
 * A pure library over a host's files: it must not know WebAssembly, nor where a program's memory is.
 *
 *   start(op); setInteger/setText/setInternal…; go(); put… or get…; end(); resultInteger/resultText
 */
import { impossible } from '../../base/impossible.ts';
import { IoFailure, ioFailure } from '../../library/io-errors.ts';
import {
  type IoKey,
  type IoOperation,
  ioFlagBit,
  ioHasRecord,
  ioHasUnit,
  ioIsInternal,
  ioStays,
} from '../../library/io-keys.ts';
import { toBytes, toUtf8 } from '../wide-text.ts';
import { beginChild, beginTransfer } from './begin-transfer.ts';
import { HostFileError, type HostFiles } from './host-files.ts';
import { inquire } from './inquire.ts';
import { InternalFile } from './internal-file.ts';
import { getItems, type ItemMemory, itemBytes, putItems, wordAt } from './item-cell.ts';
import type { NamelistItem } from './namelist-item.ts';
import { OutputRecord } from './output-record.ts';
import { getLine, putLine } from './quick-line.ts';
import { getRecord, partsOf, putRecord } from './quick-record.ts';
import { holdsUtf8, Statement } from './statement.ts';
import type { StatementPlan } from './statement-plan.ts';
import { LengthCounter } from './unformatted.ts';
import type { Unit } from './unit.ts';
import { starInput, starOutput, Units } from './units.ts';

export class IoRuntime {
  readonly #host: HostFiles;
  readonly #units: Units;
  readonly #stack: Statement[] = [];
  /** The innermost statement under way. */
  #current: Statement | undefined;
  /** The last statement ended, for its results. */
  #ended: Statement | undefined;
  readonly #spareStatements: Statement[] = [];
  /** Each transfer has an identifier of its own, for wait: all are complete when their statements end. */
  #transfers = 0;
  readonly #spareRecords: OutputRecord[] = [];

  constructor(host: HostFiles) {
    this.#host = host;
    this.#units = new Units(host);
  }

  swapBytes(): void {
    this.#units.swapsBytes = true;
  }

  start(operation: IoOperation): void {
    if (this.#current) this.#stack.push(this.#current);
    this.#current = this.#spareStatements.pop() ?? new Statement();
    this.#current.begin(operation);
  }

  setInteger(key: IoKey, value: number): void {
    this.#statement().specifiers.setInteger(key, value);
  }

  /** Of io-keys.ts. */
  setFlags(bits: number): void {
    this.#statement().specifiers.setFlags(bits);
  }

  setText(key: IoKey, bytes: Uint8Array): void {
    this.#statement().specifiers.setText(key, bytes);
  }

  /** The internal file: `records` records of `recordLength` bytes; with `encoding` set to utf-8, of characters of kind 4. A function is asked anew for each record. */
  setInternal(bytes: Uint8Array | (() => Uint8Array), recordLength: number, records: number): void {
    const view = typeof bytes === 'function' ? bytes : () => bytes;
    const statement = this.#statement();
    const wide = statement.specifiers.text('encoding') === 'utf-8';
    statement.internal = new InternalFile(view, recordLength, records, wide);
  }

  /** A member of the namelist group, before go(). */
  namelistItem(item: NamelistItem): void {
    this.#statement().namelist.push(item);
  }

  /** The control list is complete. */
  go(): void {
    const statement = this.#statement();
    try {
      this.#go(statement);
    } catch (error) {
      this.#fail(statement, error);
    }
  }

  putInteger(value: bigint | number, kind: number): void {
    const statement = this.#statement();
    try {
      statement.output?.putInteger(value, kind);
    } catch (error) {
      this.#fail(statement, error);
    }
  }

  putReal(value: number, kind: number): void {
    const statement = this.#statement();
    try {
      statement.output?.putReal(value, kind);
    } catch (error) {
      this.#fail(statement, error);
    }
  }

  putComplex(re: number, im: number, kind: number): void {
    const statement = this.#statement();
    try {
      statement.output?.putComplex(re, im, kind);
    } catch (error) {
      this.#fail(statement, error);
    }
  }

  putLogical(value: boolean, kind: number): void {
    const statement = this.#statement();
    try {
      statement.output?.putLogical(value, kind);
    } catch (error) {
      this.#fail(statement, error);
    }
  }

  putText(bytes: Uint8Array): void {
    const statement = this.#statement();
    try {
      if (statement.internal?.wide && bytes.some((b) => b > 127))
        statement.output?.putText(toUtf8(Uint32Array.from(bytes)), bytes.length);
      else statement.output?.putText(bytes);
    } catch (error) {
      this.#fail(statement, error);
    }
  }

  /** Characters of kind 4. */
  putCodes(codes: Uint32Array): void {
    const statement = this.#statement();
    try {
      const { output } = statement;
      if (isUnformatted(statement))
        output?.putBytes(new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength), 4);
      else output?.putText(holdsUtf8(statement) ? toUtf8(codes) : toBytes(codes), codes.length);
    } catch (error) {
      this.#fail(statement, error);
    }
  }

  /** Fills what is read; else it stays. */
  getCodes(target: Uint32Array): void {
    const statement = this.#statement();
    try {
      const { input } = statement;
      if (isUnformatted(statement))
        input?.getBytes(new Uint8Array(target.buffer, target.byteOffset, target.byteLength), 4);
      else input?.getCodes?.(target, holdsUtf8(statement));
    } catch (error) {
      this.#fail(statement, error);
    }
  }

  /** Unformatted: any number of elements, each `elementSize` bytes (what convert= swaps). */
  putBytes(bytes: Uint8Array, elementSize = 1): void {
    const statement = this.#statement();
    try {
      statement.output?.putBytes(bytes, elementSize);
    } catch (error) {
      this.#fail(statement, error);
    }
  }

  /** The value read; `current` if the item is null or the statement has failed. */
  getInteger(kind: number, current: bigint | number): bigint | number {
    const statement = this.#statement();
    try {
      return statement.input ? statement.input.getInteger(kind, current) : current;
    } catch (error) {
      this.#fail(statement, error);
      return current;
    }
  }

  getReal(kind: number, current: number): number {
    const statement = this.#statement();
    try {
      return statement.input ? statement.input.getReal(kind, current) : current;
    } catch (error) {
      this.#fail(statement, error);
      return current;
    }
  }

  getComplex(kind: number, re: number, im: number): readonly [number, number] {
    const statement = this.#statement();
    try {
      return statement.input ? statement.input.getComplex(kind, re, im) : [re, im];
    } catch (error) {
      this.#fail(statement, error);
      return [re, im];
    }
  }

  getLogical(kind: number, current: boolean): boolean {
    const statement = this.#statement();
    try {
      return statement.input ? statement.input.getLogical(kind, current) : current;
    } catch (error) {
      this.#fail(statement, error);
      return current;
    }
  }

  getText(target: Uint8Array): void {
    const statement = this.#statement();
    try {
      statement.input?.getText(target);
    } catch (error) {
      this.#fail(statement, error);
    }
  }

  getBytes(target: Uint8Array, elementSize = 1): void {
    const statement = this.#statement();
    try {
      statement.input?.getBytes(target, elementSize);
    } catch (error) {
      this.#fail(statement, error);
    }
  }

  /** The next item is transferred by a procedure: the unit by which its statements mean this one's record. */
  beginDefined(): number {
    const statement = this.#statement();
    if (statement.namelistSteps) statement.definedStyle = { type: 'NAMELIST', list: [] };
    else this.#askStyle(statement);
    statement.definedUnit = statement.internal ? internalUnit : statement.unitNumber;
    return statement.definedUnit;
  }

  #askStyle(statement: Statement): void {
    try {
      const style = statement.output?.defined?.() ?? statement.input?.defined?.();
      if (style) statement.definedStyle = style;
    } catch (error) {
      this.#fail(statement, error);
    }
  }

  /** The procedure's iotype, blanks behind it; its length. */
  definedType(target: Uint8Array): number {
    const { type } = this.#statement().definedStyle;
    const bytes = Uint8Array.from(type.slice(0, target.length), (c) => c.charCodeAt(0));
    target.fill(32);
    target.set(bytes);
    return bytes.length;
  }

  /** At most `most` numbers of its v_list. */
  definedList(most: number): readonly number[] {
    return this.#statement().definedStyle.list.slice(0, most);
  }

  endDefined(iostat: number, message: string): void {
    const statement = this.#statement();
    statement.definedUnit = undefined;
    if (iostat !== 0) this.#fail(statement, definedFailure(iostat, message));
  }

  /** Goes on with a namelist up to the next element that a procedure transfers: the number of its member, -1 at the end. */
  namelistNext(): number {
    const statement = this.#statement();
    if (statement.failure) return -1;
    try {
      const step = statement.namelistSteps?.next();
      if (!step || step.done) return -1;
      statement.namelistElement = step.value.address;
      return step.value.item.kind;
    } catch (error) {
      this.#fail(statement, error);
      return -1;
    }
  }

  namelistElement(): number {
    return this.#statement().namelistElement;
  }

  /** The iostat: 0, -1 at the end of a file, -2 at the end of a record, else an error's number. */
  end(): number {
    const statement = this.#statement();
    try {
      statement.output?.finish();
      statement.input?.finish();
      if (statement.output instanceof LengthCounter)
        statement.integers.set('iolength', BigInt(statement.output.length));
    } catch (error) {
      this.#fail(statement, error);
    }
    this.#leave(statement);
    if (this.#ended) this.#spareStatements.push(this.#ended);
    this.#ended = statement;
    return statement.failure?.iostat ?? 0;
  }

  /** A whole unformatted statement with all that its items hold; `bits` and `sizes` as library/runtime-calls.ts has them. */
  writeRecord(number: number, bits: number, record: number, bytes: Uint8Array, sizes: number): number {
    const unit = this.#current ? undefined : this.#units.find(number);
    const rec = bits & ioHasRecord ? record : undefined;
    if (unit && putRecord(unit, rec, bytes)) return 0;
    this.#begin('write', number, bits, rec);
    for (const [part, size] of partsOf(bytes, sizes)) this.putBytes(part, size);
    return this.end();
  }

  readRecord(number: number, bits: number, record: number, bytes: Uint8Array, sizes: number): number {
    const unit = this.#current ? undefined : this.#units.find(number);
    const rec = bits & ioHasRecord ? record : undefined;
    if (unit && getRecord(unit, rec, bytes)) return 0;
    const statement = this.#begin('read', number, bits, rec);
    for (const [part, size] of partsOf(bytes, sizes)) {
      const read = sizes < 0 ? part : part.slice();
      this.getBytes(read, size);
      if (read !== part && !statement.failure) part.set(read);
    }
    return this.end();
  }

  /** A whole formatted statement; `bits` as library/runtime-calls.ts has them, `cell` the place of its items in `memory`. */
  transfer(number: number, bits: number, plan: StatementPlan, memory: ItemMemory, cell: number): number {
    if (plan.isLine && this.#line(number, bits, plan, memory, cell)) return 0;
    this.start(plan.operation);
    const statement = this.#statement();
    const { specifiers } = statement;
    specifiers.setFlags(bits);
    if (plan.text) specifiers.setConstant('fmt', plan.text);
    statement.format = plan.parsed;
    if (bits & ioHasUnit) specifiers.setInteger('unit', number);
    if (bits & ioStays) specifiers.setConstant('advance', no);
    let items = cell;
    if (bits & ioIsInternal) {
      const length = wordAt(memory.view, cell + 8);
      this.setInternal(memory.bytes(wordAt(memory.view, cell), length), length, 1);
      items += itemBytes;
    }
    this.go();
    try {
      if (statement.output) putItems(statement.output, plan.items, memory, items);
      if (statement.input) getItems(statement.input, plan.items, memory, items);
    } catch (error) {
      this.#fail(statement, error);
    }
    return this.end();
  }

  /** Of one character item, where all is as usual. */
  #line(number: number, bits: number, plan: StatementPlan, memory: ItemMemory, cell: number): boolean {
    if (this.#current || (bits & (ioIsInternal | ioStays)) !== 0) return false;
    const { reading } = plan;
    const unit = this.#units.find(bits & ioHasUnit ? number : reading ? starInput : starOutput);
    const at = wordAt(memory.view, cell);
    const count = wordAt(memory.view, cell + 8);
    if (!unit || count < 0 || !memory.holds(at, count)) return false;
    const done = reading ? getLine(unit, memory.octets, at, count) : putLine(unit, memory.octets, at, count);
    if (done && bits & ioFlagBit('hasIomsg')) this.#forget();
    return done;
  }

  /** No statement has ended: there is no message of it. */
  #forget(): void {
    if (this.#ended) this.#spareStatements.push(this.#ended);
    this.#ended = undefined;
  }

  #begin(operation: 'read' | 'write', unit: number, bits: number, record: number | undefined): Statement {
    this.start(operation);
    const statement = this.#statement();
    statement.specifiers.setFlags(bits);
    this.setInteger('unit', unit);
    if (record !== undefined) this.setInteger('rec', record);
    this.go();
    return statement;
  }

  /** Of the statement ended last: size, newunit, id, and the answers of inquire. */
  resultInteger(key: IoKey): bigint {
    const ended = this.#ended;
    if (key === 'id' && ended?.id) return BigInt(ended.id);
    if (key === 'size' && ended?.size !== undefined) return BigInt(ended.size);
    return ended?.integers.get(key) ?? 0n;
  }

  /** Fills the target, with blanks behind the text; leaves it alone if there is nothing to say (iomsg without an error). */
  resultText(key: IoKey, target: Uint8Array): void {
    const text = key === 'iomsg' ? this.#ended?.failure?.message : this.#ended?.texts.get(key);
    if (text === undefined) return;
    target.fill(32);
    target.set(new TextEncoder().encode(text).subarray(0, target.length));
  }

  /** Bytes for the standard output from elsewhere (printf, device output), in order with unit 6. */
  writeStandardOutput(bytes: Uint8Array): void {
    this.#units.writeStandardOutput(bytes);
  }

  /** Bytes from the start of the unit's file. */
  tell(unit: number): number | undefined {
    return this.#units.find(unit)?.buffer.position;
  }

  /** `from`: 0 the start, 1 here, 2 the end. False where there is no such place. */
  seek(number: number, offset: number, from: number): boolean {
    const unit = this.#units.find(number);
    if (!unit?.buffer.seekable) return false;
    const base = from === 0 ? 0 : from === 1 ? unit.buffer.position : unit.buffer.size();
    if (base + offset < 0) return false;
    unit.place(base + offset);
    return true;
  }

  isTerminal(unit: number): boolean {
    return this.#units.find(unit)?.buffer.terminal ?? false;
  }

  /** The number that the system has for the file: of the standard streams; others have their unit's. */
  descriptor(unit: number): number {
    return unit === 5 ? 0 : unit === 6 ? 1 : unit === 0 ? 2 : this.#units.find(unit) ? unit : -1;
  }

  get standardOutput(): Units['standardOutput'] {
    return this.#units.standardOutput;
  }

  flushAll(): void {
    this.#units.flushAll();
  }

  /** At the end of the program. */
  closeAll(): void {
    this.#units.closeAll();
  }

  #statement(): Statement {
    if (!this.#current) throw new Error('an I/O call outside a statement');
    return this.#current;
  }

  #leave(statement: Statement): void {
    this.#current = this.#stack.pop();
    if (statement.record && statement.record !== this.#current?.record) this.#spareRecords.push(statement.record);
  }

  #fail(statement: Statement, error: unknown): void {
    const host = error instanceof HostFileError ? error : undefined;
    const failure = host ? new IoFailure(host.errno, host.message) : error;
    if (!(failure instanceof IoFailure)) throw error;
    statement.output = undefined;
    statement.input = undefined;
    if (failure.condition === 'end' && statement.unit) statement.unit.afterEnd = true;
    if (!statement.takes(failure)) {
      this.#leave(statement);
      throw statement.fatal(failure, host);
    }
    statement.failure ??= failure;
  }

  #go(statement: Statement): void {
    switch (statement.operation) {
      case 'read':
      case 'write':
      case 'print':
        if (this.#isChild(statement)) return;
        this.#transfers += 1;
        statement.id = this.#transfers;
        beginTransfer(statement, this.#units, () => this.#record(statement));
        if (!statement.namelist.some((i) => i.type === 'defined')) statement.namelistSteps?.next();
        return;
      case 'open':
        statement.integers.set('newunit', BigInt(this.#units.open(statement.specifiers)));
        return;
      case 'close':
        this.#units.close(statement.specifiers);
        return;
      case 'inquire':
        this.#inquire(statement);
        return;
      case 'rewind':
        this.#connected(statement)?.rewind();
        return;
      case 'backspace':
        this.#connected(statement)?.backspace();
        return;
      case 'endfile':
        this.#units.forEndfile(statement.unitNumber).endfile();
        return;
      case 'flush':
        this.#flush(statement);
        return;
      case 'wait':
        // Without a file there is nothing to wait for, and no error.
        if (this.#units.find(statement.unitNumber)) this.#flush(statement);
        return;
      case 'iolength':
        statement.output = new LengthCounter();
        return;
      default:
        impossible(statement.operation);
        return;
    }
  }

  /** Does it belong to a procedure that transfers an item of the statement around? Then it has been begun. */
  #isChild(statement: Statement): boolean {
    const parent = this.#stack.at(-1);
    if (parent?.definedUnit === undefined || statement.internal) return false;
    if (parent.definedUnit !== statement.unitNumber) return false;
    beginChild(statement, parent);
    return true;
  }

  #record(statement: Statement): OutputRecord {
    const record = this.#spareRecords.pop() ?? new OutputRecord();
    record.clear();
    record.limit = Number.POSITIVE_INFINITY;
    statement.record = record;
    return record;
  }

  #connected(statement: Statement): Unit | undefined {
    statement.unit = this.#units.find(statement.unitNumber);
    if (!statement.unit && statement.unitNumber < 0) throw ioFailure(212);
    return statement.unit;
  }

  #flush(statement: Statement): void {
    if (statement.specifiers.integer('unit') === undefined) this.#units.flush();
    else this.#connected(statement)?.flush();
  }

  #inquire(statement: Statement): void {
    const path = statement.specifiers.path('file');
    const number = statement.specifiers.integer('unit') ?? -1;
    const unit = path === undefined ? this.#units.find(number) : this.#units.findFile(path);
    const answers = inquire(this.#host, unit, path, unit !== undefined || number >= 0);
    for (const [key, value] of answers.integers) statement.integers.set(key, value);
    for (const [key, text] of answers.texts) statement.texts.set(key, text);
  }
}

function isUnformatted(s: Statement): boolean {
  return !s.specifiers.flag('star') && !s.specifiers.bytes('fmt') && s.operation !== 'print';
}

const no = Uint8Array.from([110, 111]);

/** Stands for an internal file in procedures that transfer items. */
const internalUnit = -1;

function definedFailure(iostat: number, message: string): IoFailure {
  if (iostat === -1) return ioFailure(217);
  if (iostat === -2) return ioFailure(218);
  return new IoFailure(iostat, message === '' ? 'error in defined input or output' : message);
}
