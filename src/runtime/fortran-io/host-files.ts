/** What the Fortran I/O runtime needs from the machine: synchronous files and the three standard streams. */
export interface HostFiles {
  /** Throws HostFileError. */
  open(path: string, how: OpenHow): HostFile;
  exists(path: string): boolean;
  /** The same for all paths by which one file is reached. */
  identity(path: string): string;
  /** In bytes; undefined if there is no such file. */
  size(path: string): number | undefined;
  unlink(path: string): void;
  /** A new empty file that vanishes when it is closed. */
  openScratch(): { readonly path: string; readonly file: HostFile };
  readonly standardInput: HostFile;
  readonly standardOutput: HostFile;
  readonly standardError: HostFile;
}

export type OpenHow = {
  readonly access: 'read' | 'write' | 'readwrite';
  /** `create`: make it if missing; `replace`: make it, or empty it. */
  readonly existing: 'must-exist' | 'create' | 'replace';
};

export interface HostFile {
  /** False for terminals and pipes: `position` is then ignored. */
  readonly seekable: boolean;
  readonly terminal: boolean;
  /** Bytes read, 0 at the end of the file. Throws HostFileError. */
  read(target: Uint8Array, position: number): number;
  /** Writes everything. Throws HostFileError. */
  write(bytes: Uint8Array, position: number): void;
  size(): number;
  truncate(size: number): void;
  close(): void;
}

/** A regular file behind a standard stream is appended to or read on, never truncated or repositioned. */
export const standardStream = (file: HostFile): HostFile => ({
  seekable: false,
  terminal: file.terminal,
  read: (target, position) => file.read(target, position),
  write: (bytes, position) => file.write(bytes, position),
  size: () => 0,
  truncate: () => {},
  close: () => {},
});

/** An error of the host's file system: its errno and its text, as `ENOENT`'s 2 and `No such file or directory`. */
export class HostFileError extends Error {
  readonly errno: number;
  constructor(errno: number, message: string) {
    super(message);
    this.name = 'HostFileError';
    this.errno = errno;
  }
}
