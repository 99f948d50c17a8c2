/** The host's files for the Fortran I/O runtime, over node:fs. */
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { constants, platform, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { getSystemErrorMap } from 'node:util';
import { cryptography, terminals } from '../base/node-parts.ts';
import { type HostFile, HostFileError, type HostFiles, type OpenHow } from '../runtime/fortran-io/host-files.ts';
import { ScratchFile } from '../runtime/fortran-io/scratch-file.ts';

/** What is no device of characters is none: Node's part that tells of others loads much. */
function isTerminal(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice() && terminals().isatty(descriptor);
  } catch {
    return false;
  }
}

export function nodeFiles(): HostFiles {
  return {
    open: (path, how) => guard(() => new NodeFile(openSync(path, flagsFor(path, how), 0o666))),
    exists: existsSync,
    identity: (path) => (existsSync(path) ? realpathSync(path) : resolve(path)),
    size: (path) => (existsSync(path) ? statSync(path).size : undefined),
    unlink: (path) => guard(() => unlinkSync(path)),
    openScratch,
    standardInput: new NodeFile(0),
    standardOutput: new NodeFile(1),
    standardError: new NodeFile(2),
  };
}

function flagsFor(path: string, how: OpenHow): string {
  if (how.access === 'read') return 'r';
  if (how.existing === 'replace') return 'w+';
  if (how.existing === 'create' && !existsSync(path)) return 'w+';
  return 'r+';
}

function openScratch(): { path: string; file: HostFile } {
  const path = join(tmpdir(), `fortran-${process.pid}-${++scratchFiles}`);
  return { path, file: new ScratchFile(nameless) };
}

let scratchFiles = 0;

function nameless(): HostFile {
  return guard(() => {
    const path = join(tmpdir(), `fortran-${cryptography().randomUUID()}`);
    const file = openSync(path, 'wx+', 0o600);
    // What has no name any more goes with its last descriptor, however the program ends; Windows keeps files that are open.
    const named = platform() === 'win32';
    if (!named) unlinkSync(path);
    return new NodeFile(file, named ? path : undefined);
  });
}

const interrupted = 'EAGAIN';
/** The reader has gone; of a socket with something in it that nobody has read, the latter is told. */
const readerGone: readonly string[] = ['EPIPE', 'ECONNRESET'];

class NodeFile implements HostFile {
  readonly #descriptor: number;
  /** Removed when the file is closed. */
  readonly #scratch: string | undefined;
  #seekable: boolean | undefined;
  #terminal: boolean | undefined;
  /** The reader of our output has gone: the rest is dropped. */
  #broken = false;

  constructor(descriptor: number, scratch?: string) {
    this.#descriptor = descriptor;
    this.#scratch = scratch;
  }

  get seekable(): boolean {
    this.#seekable ??= isRegular(this.#descriptor);
    return this.#seekable;
  }

  get terminal(): boolean {
    this.#terminal ??= isTerminal(this.#descriptor);
    return this.#terminal;
  }

  /** The standard streams go on where they are, as other programs may share them. */
  #place(position: number): number | null {
    return this.#descriptor > 2 && this.seekable ? position : null;
  }

  read(target: Uint8Array, position: number): number {
    for (;;) {
      try {
        return readSync(this.#descriptor, target, 0, target.length, this.#place(position));
      } catch (error) {
        const code = codeOf(error);
        if (code === 'EOF') return 0;
        if (code !== interrupted) throw hostError(error);
        pause();
      }
    }
  }

  write(bytes: Uint8Array, position: number): void {
    let done = 0;
    while (done < bytes.length && !this.#broken) {
      try {
        done += writeSync(this.#descriptor, bytes, done, bytes.length - done, this.#place(position + done));
      } catch (error) {
        const code = codeOf(error);
        if (readerGone.includes(code)) this.#nobodyReads();
        else if (code !== interrupted) throw hostError(error);
        else pause();
      }
    }
  }

  /** A program whose output nobody reads any more ends there, as SIGPIPE ends others; a pipe of its own only takes no more. */
  #nobodyReads(): void {
    if (this.#descriptor === 1 || this.#descriptor === 2) process.exit(128 + constants.signals.SIGPIPE);
    this.#broken = true;
  }

  size(): number {
    return guard(() => fstatSync(this.#descriptor).size);
  }

  truncate(size: number): void {
    guard(() => ftruncateSync(this.#descriptor, size));
  }

  close(): void {
    guard(() => closeSync(this.#descriptor));
    if (this.#scratch) rmSync(this.#scratch, { force: true });
  }
}

/** A pipe set to non-blocking by someone else is not ready: wait a little. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
}

function isRegular(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

function guard<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw hostError(error);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function hostError(error: unknown): unknown {
  if (!(error instanceof Error) || !('errno' in error) || typeof error.errno !== 'number') return error;
  const text = getSystemErrorMap().get(error.errno)?.[1] ?? error.message;
  return new HostFileError(Math.abs(error.errno), text.slice(0, 1).toUpperCase() + text.slice(1));
}
