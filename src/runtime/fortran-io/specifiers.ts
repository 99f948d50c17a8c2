/** The control list of a statement as it arrives: integers and texts by key. One object serves many statements. */

import { latin1 } from '../../library/format-parse.ts';
import { ioFailure } from '../../library/io-errors.ts';
import { type IoKey, ioFlags, ioKeys } from '../../library/io-keys.ts';

const places = Object.fromEntries(ioKeys.map((key, i) => [key, i])) as { readonly [K in IoKey]: number };
const allFlags = (1 << ioFlags.length) - 1;

export class Specifiers {
  readonly #integers: (number | undefined)[] = ioKeys.map(() => undefined);
  readonly #texts: (Uint8Array | undefined)[] = ioKeys.map(() => undefined);
  /** Texts of earlier statements, to be written over where the length is the same. */
  readonly #spare: (Uint8Array | undefined)[] = ioKeys.map(() => undefined);
  /** The places of the first `#count` of them are given. */
  readonly #given: number[] = [];
  #count = 0;

  clear(): void {
    for (let i = 0; i < this.#count; i += 1) {
      const place = this.#given[i]!;
      this.#integers[place] = undefined;
      this.#texts[place] = undefined;
    }
    this.#count = 0;
  }

  setInteger(key: IoKey, value: number): void {
    this.#integers[this.#give(key)] = value;
  }

  #give(key: IoKey): number {
    const place = places[key];
    this.#given[this.#count] = place;
    this.#count += 1;
    return place;
  }

  /** `bits`: of io-keys.ts, those of `ioFlags` count. */
  setFlags(bits: number): void {
    for (let left = bits & allFlags; left !== 0; left &= left - 1)
      this.setInteger(ioFlags[31 - Math.clz32(left & -left)]!, 1);
  }

  /** A text that stays as it is. */
  setConstant(key: IoKey, bytes: Uint8Array): void {
    this.#texts[this.#give(key)] = bytes;
  }

  setText(key: IoKey, bytes: Uint8Array): void {
    const place = this.#give(key);
    const spare = this.#spare[place];
    if (spare?.length === bytes.length) spare.set(bytes);
    this.#texts[place] = spare?.length === bytes.length ? spare : bytes.slice();
    this.#spare[place] = this.#texts[place];
  }

  integer(key: IoKey): number | undefined {
    return this.#integers[places[key]];
  }

  flag(key: IoKey): boolean {
    const value = this.#integers[places[key]];
    return value !== undefined && value !== 0;
  }

  bytes(key: IoKey): Uint8Array | undefined {
    return this.#texts[places[key]];
  }

  /** Whether one of the texts is given. */
  hasText(keys: ReadonlySet<IoKey>): boolean {
    for (let i = 0; i < this.#count; i += 1) {
      const place = this.#given[i]!;
      if (this.#texts[place] && keys.has(ioKeys[place]!)) return true;
    }
    return false;
  }

  /** Without blanks at either end. */
  text(key: IoKey): string | undefined {
    const bytes = this.bytes(key);
    return bytes && latin1(bytes).replaceAll('\0', '').trim();
  }

  /** As UTF-8, for file names. */
  path(key: IoKey): string | undefined {
    const bytes = this.bytes(key);
    return bytes && new TextDecoder().decode(bytes).split('\0', 1)[0]?.trim();
  }

  /** One of the words (in any case), or undefined if absent; any other text is an error. */
  choice<Word extends string>(key: IoKey, words: readonly Word[]): Word | undefined {
    const text = this.text(key)?.toLowerCase();
    if (text === undefined) return undefined;
    const word = words.find((w) => w === text);
    if (word === undefined) throw ioFailure(201);
    return word;
  }
}
