/** The control list of a statement as it arrives: integers and texts by key. */

import { latin1 } from '../../library/format-parse.ts';
import { ioFailure } from '../../library/io-errors.ts';
import type { IoKey } from '../../library/io-keys.ts';

export class Specifiers {
  readonly #integers = new Map<IoKey, bigint>();
  readonly #texts = new Map<IoKey, Uint8Array>();

  setInteger(key: IoKey, value: bigint): void {
    this.#integers.set(key, value);
  }

  setText(key: IoKey, bytes: Uint8Array): void {
    this.#texts.set(key, bytes.slice());
  }

  integer(key: IoKey): number | undefined {
    const value = this.#integers.get(key);
    return value === undefined ? undefined : Number(value);
  }

  flag(key: IoKey): boolean {
    const value = this.#integers.get(key);
    return value !== undefined && value !== 0n;
  }

  bytes(key: IoKey): Uint8Array | undefined {
    return this.#texts.get(key);
  }

  /** Without blanks at either end. */
  text(key: IoKey): string | undefined {
    const bytes = this.#texts.get(key);
    return bytes && latin1(bytes).replaceAll('\0', '').trim();
  }

  /** As UTF-8, for file names. */
  path(key: IoKey): string | undefined {
    const bytes = this.#texts.get(key);
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
