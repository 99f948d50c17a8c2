/** The streams of C's stdio: handles from 1 (0 is no stream) over the host's files; standard output is that of unit 6. */
import { FileBuffer } from './fortran-io/file-buffer.ts';
import type { HostFile, HostFiles, OpenHow } from './fortran-io/host-files.ts';
import { HostFileError, standardStream } from './fortran-io/host-files.ts';

type Stream = { readonly buffer: FileBuffer; readonly appends: boolean; end: boolean };

export type Failed = (errno: number) => void;

const newline = 10;
/** As library/c/stdio.h has it. */
const standardInput = 3;
const badFile = 9;
/** Handles are no small numbers, so that a length or a unit that is passed instead is noticed. */
const firstHandle = 4096;

export class CStreams {
  readonly #files: HostFiles;
  readonly #open = new Map<number, Stream>();
  readonly #failed: Failed;
  #next = firstHandle;

  /** `beforeRead`: before a terminal is asked. */
  constructor(files: HostFiles, failed: Failed, beforeRead: () => void) {
    this.#files = files;
    this.#failed = failed;
    const buffer = new FileBuffer(standardStream(files.standardInput), beforeRead);
    this.#open.set(standardInput, { buffer, appends: false, end: false });
  }

  /** 0 where that fails. */
  open(path: string, mode: string): number {
    const how = howOf(mode);
    if (!how) return this.#fail(22);
    return this.#try(0, () => {
      const file: HostFile = this.#files.open(path, how);
      const stream: Stream = { buffer: new FileBuffer(file, () => {}), appends: mode.startsWith('a'), end: false };
      this.#open.set(this.#next, stream);
      return this.#next++;
    });
  }

  /** The handle then stands for another file; standard output and errors may, too. */
  reopen(path: string, mode: string, handle: number): number {
    if (this.isOpen(handle)) this.close(handle);
    const made = this.open(path, mode);
    const stream = this.#open.get(made);
    if (!stream) return 0;
    this.#open.delete(made);
    this.#open.set(handle, stream);
    return 1;
  }

  isOpen(handle: number): boolean {
    return this.#open.has(handle);
  }

  close(handle: number): number {
    return this.#with(handle, -1, (s) => {
      this.#open.delete(handle);
      s.buffer.close();
      return 0;
    });
  }

  flush(handle: number): number {
    return this.#with(handle, -1, (s) => {
      s.buffer.flush();
      return 0;
    });
  }

  flushAll(): void {
    for (const handle of this.#open.keys()) this.flush(handle);
  }

  closeAll(): void {
    for (const handle of [...this.#open.keys()]) this.close(handle);
  }

  read(handle: number, target: Uint8Array): number {
    return this.#with(handle, 0, (s) => {
      const count = s.buffer.read(target);
      if (count < target.length) s.end = true;
      return count;
    });
  }

  /** A line with its end, as far as there is room. */
  line(handle: number, target: Uint8Array): number {
    return this.#with(handle, 0, (s) => {
      let count = 0;
      const one = new Uint8Array(1);
      while (count < target.length) {
        if (s.buffer.read(one) === 0) {
          s.end = true;
          break;
        }
        target[count++] = one[0]!;
        if (one[0] === newline) break;
      }
      return count;
    });
  }

  write(handle: number, bytes: Uint8Array): number {
    return this.#with(handle, 0, (s) => {
      if (s.appends) s.buffer.position = s.buffer.size();
      s.buffer.write(bytes);
      return bytes.length;
    });
  }

  seek(handle: number, offset: number, from: number): number {
    return this.#with(handle, -1, (s) => {
      const base = from === 0 ? 0 : from === 1 ? s.buffer.position : s.buffer.size();
      if (base + offset < 0) return this.#fail(22) - 1;
      s.buffer.position = base + offset;
      s.end = false;
      return 0;
    });
  }

  tell(handle: number): number {
    return this.#with(handle, -1, (s) => s.buffer.position);
  }

  atEnd(handle: number): boolean {
    return this.#open.get(handle)?.end ?? false;
  }

  #with(handle: number, otherwise: number, act: (s: Stream) => number): number {
    const stream = this.#open.get(handle);
    if (stream) return this.#try(otherwise, () => act(stream));
    this.#fail(badFile);
    return otherwise;
  }

  #try(otherwise: number, act: () => number): number {
    try {
      return act();
    } catch (problem) {
      if (!(problem instanceof HostFileError)) throw problem;
      this.#fail(problem.errno);
      return otherwise;
    }
  }

  #fail(errno: number): number {
    this.#failed(errno);
    return 0;
  }
}

function howOf(mode: string): OpenHow | undefined {
  const both = mode.includes('+');
  switch (mode.charAt(0)) {
    case 'r':
      return { access: both ? 'readwrite' : 'read', existing: 'must-exist' };
    case 'w':
      return { access: both ? 'readwrite' : 'write', existing: 'replace' };
    case 'a':
      return { access: both ? 'readwrite' : 'write', existing: 'create' };
    default:
      return undefined;
  }
}
