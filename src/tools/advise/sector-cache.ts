/** A first-level cache: sectors of 32 bytes in lines of 128, of which the least recently used leaves. */
export class SectorCache {
  readonly #lines = new Map<number, number>();
  readonly #most: number;

  constructor(bytes: number) {
    this.#most = Math.max(8, Math.floor(bytes / 128));
  }

  /** Whether it was there; it is from now on. */
  take(sector: number): boolean {
    const line = Math.floor(sector / 4);
    const bit = 1 << (sector - line * 4);
    const known = this.#lines.get(line);
    if (known !== undefined) this.#lines.delete(line);
    this.#lines.set(line, (known ?? 0) | bit);
    if (this.#lines.size > this.#most) this.#lines.delete(this.#lines.keys().next().value ?? line);
    return known !== undefined && (known & bit) !== 0;
  }
}
