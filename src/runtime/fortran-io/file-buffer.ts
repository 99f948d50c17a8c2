/** A host file with one buffer, for reading or for writing, and a position of its own. */
import type { HostFile } from './host-files.ts';

const chunkSize = 65536;
const newline = 10;

export class FileBuffer {
  readonly #file: HostFile;
  readonly #beforeRead: () => void;
  /** Where the next byte is read or written. */
  position = 0;
  /** What was read: the bytes from #chunkStart on. */
  #chunk = new Uint8Array(0);
  #chunkStart = 0;
  /** What is to be written: #pendingLength bytes at #pendingStart. */
  #pending = new Uint8Array(0);
  #pendingStart = 0;
  #pendingLength = 0;

  /** `beforeRead` runs before the host is asked for bytes of a terminal. */
  constructor(file: HostFile, beforeRead: () => void) {
    this.#file = file;
    this.#beforeRead = beforeRead;
  }

  get seekable(): boolean {
    return this.#file.seekable;
  }

  get terminal(): boolean {
    return this.#file.terminal;
  }

  size(): number {
    this.flush();
    return this.#file.size();
  }

  write(bytes: Uint8Array): void {
    if (this.position !== this.#pendingStart + this.#pendingLength) this.flush();
    if (this.#pendingLength + bytes.length > this.#pending.length) this.#makeRoom(bytes.length);
    if (this.#pendingLength === 0) this.#pendingStart = this.position;
    if (bytes.length > this.#pending.length) {
      this.#file.write(bytes, this.position);
      this.position += bytes.length;
      return;
    }
    this.#chunk = this.#chunk.subarray(0, 0);
    this.#pending.set(bytes, this.#pendingLength);
    this.#pendingLength += bytes.length;
    this.position += bytes.length;
  }

  #makeRoom(count: number): void {
    if (this.#pending.length < chunkSize) {
      const grown = new Uint8Array(chunkSize);
      grown.set(this.#pending.subarray(0, this.#pendingLength));
      this.#pending = grown;
    }
    if (this.#pendingLength + count > this.#pending.length) this.flush();
    this.#chunk = this.#chunk.subarray(0, 0);
  }

  flush(): void {
    if (this.#pendingLength === 0) return;
    const length = this.#pendingLength;
    this.#pendingLength = 0;
    this.#file.write(this.#pending.subarray(0, length), this.#pendingStart);
  }

  /** Bytes read: fewer than asked for only at the end of the file. */
  read(target: Uint8Array): number {
    let done = 0;
    while (done < target.length) {
      const rest = this.#rest();
      if (rest === 0) break;
      const from = this.position - this.#chunkStart;
      const count = Math.min(rest, target.length - done);
      target.set(this.#chunk.subarray(from, from + count), done);
      done += count;
      this.position += count;
    }
    return done;
  }

  /** The bytes up to the next newline, which is passed; undefined at the end of the file. Valid until the next call. */
  readLine(): Uint8Array | undefined {
    if (this.#rest() === 0) return undefined;
    const parts: Uint8Array[] = [];
    for (;;) {
      const from = this.position - this.#chunkStart;
      const at = this.#chunk.indexOf(newline, from);
      if (at >= 0) {
        this.position = this.#chunkStart + at + 1;
        const last = this.#chunk.subarray(from, at);
        return parts.length === 0 ? last : join([...parts, last]);
      }
      parts.push(this.#chunk.slice(from));
      this.position = this.#chunkStart + this.#chunk.length;
      if (this.#rest() === 0) return join(parts);
    }
  }

  atEnd(): boolean {
    return this.#rest() === 0;
  }

  /** How many bytes of the chunk lie ahead; reads the next chunk if none do. */
  #rest(): number {
    const inside = this.position - this.#chunkStart;
    if (inside >= 0 && inside < this.#chunk.length) return this.#chunk.length - inside;
    this.flush();
    if (this.#file.terminal) this.#beforeRead();
    const fresh = new Uint8Array(chunkSize);
    const count = this.#file.read(fresh, this.position);
    this.#chunk = fresh.subarray(0, count);
    this.#chunkStart = this.position;
    return count;
  }

  /** Where the line starts that ends just before `position`. */
  lineStartBefore(position: number): number {
    this.flush();
    let end = Math.max(position - 1, 0);
    while (end > 0) {
      const start = Math.max(0, end - chunkSize);
      const part = new Uint8Array(end - start);
      this.#file.read(part, start);
      const at = part.lastIndexOf(newline);
      if (at >= 0) return start + at + 1;
      end = start;
    }
    return 0;
  }

  truncate(size: number): void {
    this.flush();
    this.#chunk = this.#chunk.subarray(0, 0);
    this.#file.truncate(size);
  }

  close(): void {
    this.flush();
    this.#file.close();
  }
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
