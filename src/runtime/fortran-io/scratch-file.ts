/** A scratch file: in memory while it is small, since most are written, read back and closed; then what `make` gives. */
import type { HostFile } from './host-files.ts';

/** Bytes of a file in memory. */
const most = 1 << 20;
const first = 1 << 12;

export class ScratchFile implements HostFile {
  readonly seekable = true;
  readonly terminal = false;
  readonly #make: () => HostFile;
  #real: HostFile | undefined;
  /** Zero behind the end. */
  #bytes = new Uint8Array(0);
  #size = 0;

  constructor(make: () => HostFile) {
    this.#make = make;
  }

  read(target: Uint8Array, position: number): number {
    if (this.#real) return this.#real.read(target, position);
    const found = this.#bytes.subarray(position, Math.min(this.#size, position + target.length));
    target.set(found);
    return found.length;
  }

  write(bytes: Uint8Array, position: number): void {
    const end = position + bytes.length;
    const real = this.#reach(end);
    if (real) real.write(bytes, position);
    else {
      this.#bytes.set(bytes, position);
      this.#size = Math.max(this.#size, end);
    }
  }

  size(): number {
    return this.#real ? this.#real.size() : this.#size;
  }

  truncate(size: number): void {
    const real = this.#reach(size);
    if (real) real.truncate(size);
    else {
      this.#bytes.fill(0, Math.min(size, this.#size), this.#size);
      this.#size = size;
    }
  }

  close(): void {
    this.#real?.close();
    this.#bytes = new Uint8Array(0);
  }

  /** Room for so many bytes: the real file where they are too many for memory. */
  #reach(end: number): HostFile | undefined {
    if (this.#real || end <= this.#bytes.length) return this.#real;
    if (end > most) {
      this.#real = this.#make();
      this.#real.write(this.#bytes.subarray(0, this.#size), 0);
      return this.#real;
    }
    const more = new Uint8Array(Math.max(first, 2 ** Math.ceil(Math.log2(end))));
    more.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = more;
    return undefined;
  }
}
