/** Format texts as programs: parsed once, walked by the format cursor. Blanks do not count outside strings. */
import { ioFailure } from './io-errors.ts';

export type DataLetter = 'I' | 'B' | 'O' | 'Z' | 'F' | 'E' | 'EN' | 'ES' | 'D' | 'G' | 'L' | 'A' | 'DT';

export type DataEdit = {
  readonly kind: 'data';
  readonly letter: DataLetter;
  /** Undefined: the default of the item's type. 0: as narrow as possible. */
  readonly width: number | undefined;
  /** d, or m of Iw.m */
  readonly digits: number | undefined;
  readonly exponent: number | undefined;
  readonly repeat: number;
  /** Of DT: the text and the numbers behind it. */
  readonly defined?: { readonly text: string; readonly list: readonly number[] };
};

export type ControlName =
  | 'T'
  | 'TL'
  | 'TR'
  | 'P'
  | 'S'
  | 'SP'
  | 'SS'
  | 'BN'
  | 'BZ'
  | 'RU'
  | 'RD'
  | 'RZ'
  | 'RN'
  | 'RC'
  | 'RP'
  | 'DC'
  | 'DP'
  | '$';

export type FormatStep =
  | DataEdit
  | { readonly kind: 'text'; readonly bytes: Uint8Array; readonly repeat: number }
  | { readonly kind: 'control'; readonly name: ControlName; readonly value: number }
  | { readonly kind: 'slash'; readonly repeat: number }
  | { readonly kind: 'colon' }
  | { readonly kind: 'open'; readonly repeat: number }
  | { readonly kind: 'close'; readonly open: number }
  | { readonly kind: 'end' };

export type Format = {
  readonly steps: readonly FormatStep[];
  /** Where control goes when the format ends and items remain. */
  readonly reversion: number;
};

type Known = { readonly bytes: Uint8Array; readonly format: Format };

/** By a hash of their bytes. */
const cache = new Map<number, Known>();
const cacheLimit = 1000;

/** Throws IoFailure if the text is no format. */
export function parseFormat(bytes: Uint8Array): Format {
  const hash = hashOf(bytes);
  const known = cache.get(hash);
  if (known && same(known.bytes, bytes)) return known.format;
  const format = new FormatParser(bytes).parse();
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(hash, { bytes: bytes.slice(), format });
  return format;
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i += 1) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash;
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}

export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

const blank = 32;
const digitLetters = new Set('0123456789');
const dataLetters: ReadonlySet<string> = new Set('IBOZFEDGLA');
/** Two-letter descriptors and what follows them. */
const twoLetters: { readonly [letters: string]: 'data' | 'plain' | 'tab' } = {
  DT: 'data',
  EN: 'data',
  ES: 'data',
  TL: 'tab',
  TR: 'tab',
  SP: 'plain',
  SS: 'plain',
  BN: 'plain',
  BZ: 'plain',
  RU: 'plain',
  RD: 'plain',
  RZ: 'plain',
  RN: 'plain',
  RC: 'plain',
  RP: 'plain',
  DC: 'plain',
  DP: 'plain',
};

class FormatParser {
  readonly #bytes: Uint8Array;
  #at = 0;
  readonly #steps: FormatStep[] = [];
  readonly #open: number[] = [];
  #reversion = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  parse(): Format {
    if (this.#peek() !== '(') throw ioFailure(240);
    this.#at += 1;
    for (;;) {
      const c = this.#peek();
      if (c === '') throw ioFailure(222);
      if (c === ')' && this.#open.length === 0) break;
      this.#item(c);
    }
    this.#steps.push({ kind: 'end' });
    return { steps: this.#steps, reversion: this.#reversion };
  }

  /** The next character that is not a blank, in upper case; '' at the end. */
  #peek(): string {
    while (this.#bytes[this.#at] === blank || this.#bytes[this.#at] === 9) this.#at += 1;
    const byte = this.#bytes[this.#at];
    return byte === undefined ? '' : String.fromCharCode(byte >= 97 && byte <= 122 ? byte - 32 : byte);
  }

  #take(c: string): boolean {
    if (this.#peek() !== c) return false;
    this.#at += 1;
    return true;
  }

  #number(): number | undefined {
    let text = '';
    for (let c = this.#peek(); digitLetters.has(c); c = this.#peek()) {
      text += c;
      this.#at += 1;
    }
    return text === '' ? undefined : Number(text);
  }

  #item(c: string): void {
    if (c === ',') {
      this.#at += 1;
    } else if (c === ')') {
      this.#close();
    } else if (c === '*') {
      this.#at += 1;
      if (this.#peek() !== '(') throw ioFailure(254);
      this.#group(Number.POSITIVE_INFINITY);
    } else if (c === '+' || c === '-') {
      this.#signedScale(c);
    } else {
      const repeat = this.#number();
      if (repeat === 0 && this.#peek() !== 'P') throw ioFailure(254);
      this.#descriptor(this.#peek(), repeat);
    }
  }

  #signedScale(sign: string): void {
    this.#at += 1;
    const value = this.#number();
    if (value === undefined) throw ioFailure(250);
    if (!this.#take('P')) throw ioFailure(221);
    this.#scale(sign === '-' ? -value : value);
  }

  #descriptor(c: string, repeat: number | undefined): void {
    const count = repeat ?? 1;
    switch (c) {
      case '':
        throw ioFailure(241);
      case '(':
        this.#group(count);
        return;
      case '/':
        this.#at += 1;
        this.#steps.push({ kind: 'slash', repeat: count });
        return;
      case ':':
        this.#plain(repeat, { kind: 'colon' });
        return;
      case '$':
      case '\\':
        this.#plain(repeat, { kind: 'control', name: '$', value: 0 });
        return;
      case "'":
      case '"':
        this.#quoted(c, count);
        return;
      case 'H':
        this.#hollerith(repeat);
        return;
      case 'X':
        this.#at += 1;
        this.#steps.push({ kind: 'control', name: 'TR', value: count });
        return;
      case 'P':
        if (repeat === undefined) throw ioFailure(223);
        this.#at += 1;
        this.#scale(repeat);
        return;
      default:
        this.#letters(c, repeat);
        return;
    }
  }

  #plain(repeat: number | undefined, step: FormatStep): void {
    if (repeat !== undefined) throw ioFailure(254);
    this.#at += 1;
    this.#steps.push(step);
  }

  #scale(value: number): void {
    if (value < -128 || value > 127) throw ioFailure(230);
    this.#steps.push({ kind: 'control', name: 'P', value });
  }

  #letters(c: string, repeat: number | undefined): void {
    if (c < 'A' || c > 'Z') throw ioFailure(251);
    this.#at += 1;
    const pair = c + this.#peek();
    const two = twoLetters[pair];
    if (two) this.#at += 1;
    const letters = two ? pair : c;
    if (two === 'data' || (!two && dataLetters.has(c))) {
      this.#data(letters, repeat ?? 1);
      return;
    }
    const name = controlNames.get(letters);
    if (!name) throw ioFailure(226);
    if (repeat !== undefined) throw ioFailure(254);
    const value = two === 'plain' || letters === 'S' ? 0 : this.#number();
    if (value === undefined) throw ioFailure(223);
    this.#steps.push({ kind: 'control', name, value });
  }

  #data(letters: string, repeat: number): void {
    const letter = dataNames.get(letters);
    if (!letter) throw ioFailure(226);
    if (letter === 'DT') return void this.#defined(repeat);
    const width = this.#number();
    const real = letter !== 'I' && letter !== 'B' && letter !== 'O' && letter !== 'Z';
    let digits: number | undefined;
    if (width !== undefined && letter !== 'A' && letter !== 'L' && this.#take('.')) {
      digits = this.#number();
      if (digits === undefined) throw ioFailure(250);
    } else if (width !== undefined && real && letter !== 'A' && letter !== 'L' && !(letter === 'G' && width === 0)) {
      if (letter !== 'G') throw ioFailure(249);
    }
    let exponent: number | undefined;
    if (digits !== undefined && real && this.#take('E')) {
      exponent = this.#number();
      if (exponent === undefined) throw ioFailure(249);
    }
    this.#steps.push({ kind: 'data', letter, width, digits, exponent, repeat });
  }

  /** What stands behind DT is for the procedure. */
  #defined(repeat: number): void {
    const c = this.#peek();
    const text = c === "'" || c === '"' ? latin1(this.#string(c)) : '';
    const list: number[] = [];
    if (this.#take('(')) {
      do {
        const negative = this.#take('-');
        if (!negative) this.#take('+');
        list.push((negative ? -1 : 1) * (this.#number() ?? 0));
      } while (this.#take(','));
      if (!this.#take(')')) throw ioFailure(222);
    }
    const none = { width: undefined, digits: undefined, exponent: undefined };
    this.#steps.push({ kind: 'data', letter: 'DT', ...none, repeat, defined: { text, list } });
  }

  #group(repeat: number): void {
    this.#at += 1;
    if (this.#open.length === 0) this.#reversion = this.#steps.length;
    this.#open.push(this.#steps.length);
    this.#steps.push({ kind: 'open', repeat });
  }

  #close(): void {
    this.#at += 1;
    const open = this.#open.pop();
    if (open === undefined) throw ioFailure(222);
    this.#steps.push({ kind: 'close', open });
  }

  #quoted(quote: string, repeat: number): void {
    this.#steps.push({ kind: 'text', bytes: this.#string(quote), repeat });
  }

  #string(quote: string): Uint8Array {
    const code = quote.charCodeAt(0);
    const bytes: number[] = [];
    for (this.#at += 1; ; this.#at += 1) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw ioFailure(224);
      if (byte === code) {
        if (this.#bytes[this.#at + 1] !== code) break;
        this.#at += 1;
      }
      bytes.push(byte);
    }
    this.#at += 1;
    return Uint8Array.from(bytes);
  }

  #hollerith(length: number | undefined): void {
    this.#at += 1;
    if (length === undefined || this.#at + length > this.#bytes.length) throw ioFailure(224);
    this.#steps.push({ kind: 'text', bytes: this.#bytes.slice(this.#at, this.#at + length), repeat: 1 });
    this.#at += length;
  }
}

const controlNames = new Map<string, ControlName>(
  (['T', 'TL', 'TR', 'S', 'SP', 'SS', 'BN', 'BZ', 'RU', 'RD', 'RZ', 'RN', 'RC', 'RP', 'DC', 'DP'] as const).map((n) => [
    n,
    n,
  ]),
);
const dataNames = new Map<string, DataLetter>(
  (['I', 'B', 'O', 'Z', 'F', 'E', 'EN', 'ES', 'D', 'G', 'L', 'A', 'DT'] as const).map((n) => [n, n]),
);
