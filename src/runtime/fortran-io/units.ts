/** The units of a program: which are connected, and the statements that connect, disconnect and position them. */

import { type FortranRuntimeError, ioFailure } from '../../library/io-errors.ts';
import type { FileBuffer } from './file-buffer.ts';
import { hostFailure } from './host-failure.ts';
import { type HostFile, HostFileError, type HostFiles, standardStream } from './host-files.ts';
import { connect, defaultModes, modesFrom, wanted } from './open.ts';
import { Specifiers } from './specifiers.ts';
import { type Connection, Unit } from './unit.ts';

/** The first number that newunit= gives; the next ones are lower. */
const firstNewUnit = -13;

/** The units of `*`. */
export const starInput = 5;
export const starOutput = 6;

export class Units {
  readonly #host: HostFiles;
  readonly #units = new Map<number, Unit>();
  #nextNewUnit = firstNewUnit;
  /** Unit 6 until that is connected to something else. */
  readonly #standardOutput: Unit;
  readonly #flushOutput: () => void;
  /** Unformatted files are opened with the other order of bytes, unless they say which. */
  swapsBytes = false;

  constructor(host: HostFiles) {
    this.#host = host;
    this.#flushOutput = () => this.#standardOutput.flush();
    this.#preconnect(starInput, 'stdin ', host.standardInput, 'read', false);
    this.#standardOutput = this.#preconnect(starOutput, 'stdout ', host.standardOutput, 'write', false);
    this.#preconnect(0, 'stderr ', host.standardError, 'write', true);
  }

  #preconnect(unit: number, path: string, file: HostFile, action: 'read' | 'write', unbuffered: boolean): Unit {
    const connection: Connection = {
      unit,
      path,
      identity: path,
      scratch: false,
      standard: true,
      access: 'sequential',
      form: 'formatted',
      action,
      recordLength: 0,
      bigEndian: false,
      asynchronous: false,
      position: 'asis',
      encoding: 'default',
      unbuffered,
    };
    const connected = new Unit(connection, { ...defaultModes }, standardStream(file), this.#flushOutput);
    this.#units.set(unit, connected);
    return connected;
  }

  find(number: number): Unit | undefined {
    return this.#units.get(number);
  }

  findFile(path: string): Unit | undefined {
    const identity = this.#host.identity(path);
    for (const unit of this.#units.values()) if (unit.connection.identity === identity) return unit;
    return undefined;
  }

  /** The unit, connected to fort.N if it was not connected. */
  forTransfer(number: number, reading: boolean, form: Connection['form'], stream: boolean): Unit {
    const known = this.#units.get(number);
    if (known) return known;
    if (number < 0) throw ioFailure(212);
    const s = new Specifiers();
    s.setText('form', new TextEncoder().encode(form));
    if (stream) s.setText('access', new TextEncoder().encode('stream'));
    if (reading) s.setText('status', new TextEncoder().encode('old'));
    return this.#connect(number, s);
  }

  /** Connected by this statement alone, the unit gets its form from the first transfer. */
  forEndfile(number: number): Unit {
    const known = this.#units.get(number);
    if (known) return known;
    const unit = this.forTransfer(number, false, 'formatted', false);
    unit.formIsOpen = true;
    return unit;
  }

  /** The number of the unit connected. */
  open(s: Specifiers): number {
    const isNew = s.flag('newunit');
    if (
      isNew &&
      s.text('file') === undefined &&
      s.choice('status', ['old', 'new', 'scratch', 'replace', 'unknown']) !== 'scratch'
    ) {
      throw ioFailure(258);
    }
    const number = isNew ? this.#nextNewUnit : s.integer('unit');
    if (number === undefined || (!isNew && number < 0 && !this.#units.has(number))) throw ioFailure(212);
    this.#connect(number, s);
    if (isNew) this.#nextNewUnit -= 1;
    return number;
  }

  #connect(number: number, s: Specifiers): Unit {
    const w = wanted(s);
    const other = w.path === undefined ? undefined : this.findFile(w.path);
    if (other && other.connection.unit !== number && !(w.action === 'read' && other.connection.action === 'read'))
      throw ioFailure(207);
    const known = this.#units.get(number);
    if (known && (w.path === undefined || this.findFile(w.path) === known)) return this.#reopen(known, w, s);
    if (known) this.#disconnect(known);
    const unit = connect(this.#host, number, { ...w, swapsBytes: this.swapsBytes }, s, this.#flushOutput);
    this.#units.set(number, unit);
    return unit;
  }

  /** The same file again: only the modes may change. */
  #reopen(unit: Unit, w: ReturnType<typeof wanted>, s: Specifiers): Unit {
    const c = unit.connection;
    if (w.status === 'scratch' && !c.scratch) throw ioFailure(202);
    if (s.text('access') !== undefined && w.access !== c.access) throw ioFailure(202);
    if (s.text('form') !== undefined && w.form !== c.form) throw ioFailure(202);
    if (w.access === 'direct' && w.recordLength !== c.recordLength) throw ioFailure(202);
    if (s.text('encoding') !== undefined && c.standard)
      unit.connection = { ...c, encoding: s.choice('encoding', ['default', 'utf-8']) ?? 'default' };
    Object.assign(unit.modes, modesFrom(s, unit.modes));
    if (w.position === 'rewind') unit.rewind();
    if (w.position === 'append' && unit.buffer.seekable) unit.buffer.position = unit.buffer.size();
    return unit;
  }

  close(s: Specifiers): void {
    const number = s.integer('unit');
    if (number === undefined) throw ioFailure(212);
    const status = s.choice('status', ['keep', 'delete', 'save']);
    const unit = this.#units.get(number);
    if (!unit) return;
    if (status !== undefined && status !== 'delete' && unit.connection.scratch) throw ioFailure(202);
    this.#disconnect(unit);
    if (status === 'delete' && !unit.connection.scratch && !unit.connection.standard)
      this.#host.unlink(unit.connection.path);
  }

  #disconnect(unit: Unit): void {
    this.#units.delete(unit.connection.unit);
    unit.close();
  }

  writeStandardOutput(bytes: Uint8Array): void {
    const { buffer } = this.#standardOutput;
    buffer.write(bytes);
    if (buffer.terminal) buffer.flush();
  }

  /** What is printed, until the host gets it. */
  get standardOutput(): Pick<FileBuffer, 'isDirty' | 'flush'> {
    return this.#standardOutput.buffer;
  }

  flush(): void {
    for (const unit of this.#units.values()) unit.flush();
    this.#standardOutput.flush();
  }

  /** For no statement of the program: what fails ends it. */
  flushAll(): void {
    this.#each('FLUSH', (unit) => unit.flush());
  }

  closeAll(): void {
    try {
      this.#each('CLOSE', (unit) => unit.close());
    } finally {
      this.#units.clear();
    }
  }

  /** The first failure is told when all units are done with. */
  #each(operation: 'CLOSE' | 'FLUSH', act: (unit: Unit) => void): void {
    let first: FortranRuntimeError | undefined;
    for (const unit of new Set([...this.#units.values(), this.#standardOutput]))
      try {
        act(unit);
      } catch (error) {
        if (!(error instanceof HostFileError)) throw error;
        first ??= hostFailure(error, operation, unit);
      }
    if (first) throw first;
  }
}
