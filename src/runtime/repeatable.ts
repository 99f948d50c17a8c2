/**
 * What a run has shown and taken of the world outside, so that a program whose memory turns out too small may begin again with a larger one: what it has written to its
 * streams is not written twice, what it has read is read again, files that it has made are made anew. What cannot be done twice (changes of files that were there, commands,
 * messages to other processes) ends that.
 */
import type { ProgramHost } from './bind/calls.ts';
import type { HostFile, HostFiles, OpenHow } from './fortran-io/host-files.ts';

const newline = 10;
/** So much input is kept. */
const mostInput = 16 << 20;

export class RepeatableRun {
  readonly #files: HostFiles;
  readonly #output: StreamOnce;
  readonly #error: StreamOnce;
  readonly #input: InputAgain;
  /** Files that were not there before. */
  readonly #made = new Set<string>();
  #changed = false;

  constructor(files: HostFiles) {
    this.#files = files;
    this.#output = new StreamOnce(files.standardOutput);
    this.#error = new StreamOnce(files.standardError);
    this.#input = new InputAgain(files.standardInput);
  }

  get isRepeatable(): boolean {
    return !this.#changed && this.#input.isKept;
  }

  /** Something has been done that cannot be done again. */
  readonly change = (): void => {
    this.#changed = true;
  };

  /** From now on the program runs once more. */
  again(): void {
    for (const path of this.#made) if (this.#files.exists(path)) this.#files.unlink(path);
    this.#made.clear();
    this.#output.again();
    this.#error.again();
    this.#input.again();
  }

  get files(): HostFiles {
    const files = this.#files;
    return {
      open: (path, how) => this.#open(path, how),
      exists: (path) => files.exists(path),
      identity: (path) => files.identity(path),
      size: (path) => files.size(path),
      unlink: (path) => {
        if (!this.#made.delete(path)) this.change();
        files.unlink(path);
      },
      openScratch: () => files.openScratch(),
      standardInput: this.#input,
      standardOutput: this.#output,
      standardError: this.#error,
    };
  }

  host(host: ProgramHost): ProgramHost {
    const { execute, system } = host;
    return {
      ...host,
      writeError: (text) => this.#error.tell(text, host.writeError),
      ...(execute && {
        execute: (command: string, wait: boolean) => {
          this.change();
          return execute(command, wait);
        },
      }),
      ...(system && {
        system: {
          ...system,
          act: (act, path, other, number) => {
            if (act !== 'access') this.change();
            return system.act(act, path, other, number);
          },
          signal: (id, signal) => {
            this.change();
            return system.signal(id, signal);
          },
        },
      }),
    };
  }

  #open(path: string, how: OpenHow): HostFile {
    const isNew = how.access !== 'read' && !this.#files.exists(path);
    const file = this.#files.open(path, how);
    if (isNew) this.#made.add(path);
    if (how.access === 'read' || isNew || this.#made.has(path)) return file;
    // What is replaced is lost in any case; elsewhere the first write changes what the program would find again.
    return how.existing === 'replace' ? file : new FileOfOthers(file, this.change);
  }
}

/** Of one that passes all on. */
class PassedOn implements HostFile {
  protected readonly file: HostFile;

  constructor(file: HostFile) {
    this.file = file;
  }

  get seekable(): boolean {
    return this.file.seekable;
  }

  get terminal(): boolean {
    return this.file.terminal;
  }

  read(target: Uint8Array, position: number): number {
    return this.file.read(target, position);
  }

  write(bytes: Uint8Array, position: number): void {
    this.file.write(bytes, position);
  }

  size(): number {
    return this.file.size();
  }

  truncate(size: number): void {
    this.file.truncate(size);
  }

  close(): void {
    this.file.close();
  }
}

class FileOfOthers extends PassedOn {
  readonly #change: () => void;

  constructor(file: HostFile, change: () => void) {
    super(file);
    this.#change = change;
  }

  override write(bytes: Uint8Array, position: number): void {
    this.#change();
    super.write(bytes, position);
  }

  override truncate(size: number): void {
    this.#change();
    super.truncate(size);
  }
}

/** A stream whose first lines, those that were written before, are not written again: they may differ, as times of day do. */
class StreamOnce extends PassedOn {
  #lines = 0;
  #column = 0;
  #skipLines = 0;
  #skipColumns = 0;

  again(): void {
    this.#skipLines = this.#lines;
    this.#skipColumns = this.#column;
    this.#lines = 0;
    this.#column = 0;
  }

  override write(bytes: Uint8Array, position: number): void {
    const fresh = this.#fresh(bytes);
    if (fresh.length > 0) super.write(fresh, position);
  }

  /** Text that goes to the stream by `put`. */
  tell(text: string, put: (text: string) => void): void {
    const fresh = this.#fresh(new TextEncoder().encode(text));
    if (fresh.length > 0) put(new TextDecoder().decode(fresh));
  }

  #fresh(bytes: Uint8Array): Uint8Array {
    let from = 0;
    for (; from < bytes.length && this.#isOld(); from++) this.#count(bytes[from]!);
    for (let i = from; i < bytes.length; i++) this.#count(bytes[i]!);
    return bytes.subarray(from);
  }

  #isOld(): boolean {
    return this.#lines < this.#skipLines || (this.#lines === this.#skipLines && this.#column < this.#skipColumns);
  }

  #count(byte: number): void {
    if (byte === newline) {
      this.#lines++;
      this.#column = 0;
    } else this.#column++;
  }
}

/** Keeps what was read. */
class InputAgain extends PassedOn {
  #kept: Uint8Array[] = [];
  #bytes = 0;
  #pending: Uint8Array[] = [];
  #isSecond = false;

  get isKept(): boolean {
    return this.#bytes <= mostInput;
  }

  again(): void {
    this.#pending = this.#kept;
    this.#isSecond = true;
  }

  override read(target: Uint8Array, position: number): number {
    const [first, ...rest] = this.#pending;
    if (first) {
      const part = first.subarray(0, target.length);
      target.set(part);
      this.#pending = part.length < first.length ? [first.subarray(part.length), ...rest] : rest;
      return part.length;
    }
    const count = super.read(target, position);
    if (!this.#isSecond) {
      this.#bytes += count;
      if (this.isKept) this.#kept.push(target.slice(0, count));
    }
    return count;
  }
}
