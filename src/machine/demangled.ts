/** Functions of C++ as tools of CUDA name them: of `_Z1kPKfi` `k(const float *, int)`. Templates have their arguments in their names already. */

const letters: { readonly [letter: string]: string } = {
  v: 'void',
  b: 'bool',
  c: 'char',
  a: 'signed char',
  h: 'unsigned char',
  s: 'short',
  t: 'unsigned short',
  i: 'int',
  j: 'unsigned int',
  l: 'long',
  m: 'unsigned long',
  x: 'long long',
  y: 'unsigned long long',
  w: 'wchar_t',
  f: 'float',
  d: 'double',
  e: 'long double',
  z: '...',
};

/** Undefined where the symbol is none of C++, or holds what is not known here. */
export function demangled(symbol: string): string | undefined {
  if (!symbol.startsWith('_Z')) return undefined;
  try {
    const text = new Reader(symbol.slice(2));
    const isConst = symbol.startsWith('_ZNK');
    const name = text.name();
    const params: string[] = [];
    while (!text.isAtEnd) params.push(text.type());
    return `${name}(${params.length === 1 && params[0] === 'void' ? '' : params.join(', ')})${isConst ? ' const' : ''}`;
  } catch (e) {
    if (e instanceof Unknown) return undefined;
    throw e;
  }
}

/** In the order of the ABI. */
const qualifiers = [
  ['r', '__restrict__'],
  ['V', 'volatile'],
  ['K', 'const'],
] as const;

class Unknown extends Error {}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  #take(part: string): boolean {
    const isThere = this.#text.startsWith(part, this.#at);
    if (isThere) this.#at += part.length;
    return isThere;
  }

  #number(): number {
    const [digits = ''] = /^\d+/.exec(this.#text.slice(this.#at)) ?? [];
    if (digits === '') throw new Unknown();
    this.#at += digits.length;
    return Number(digits);
  }

  /** `5scale`, or of a namespace or a class `N1a1kE`. */
  name(): string {
    if (!this.#take('N')) return this.#word();
    this.#take('K');
    const words: string[] = [];
    while (!this.#take('E')) words.push(this.#special(words.at(-1)) ?? this.#word());
    return words.join('::');
  }

  /** Constructors and destructors are called as their class is. */
  #special(of: string | undefined): string | undefined {
    const name = of?.replace(/<.*/, '') ?? '';
    if (this.#take('C1')) return name;
    return this.#take('D1') ? `~${name}` : undefined;
  }

  #word(): string {
    const length = this.#number();
    const word = this.#text.slice(this.#at, this.#at + length);
    if (word.length < length) throw new Unknown();
    this.#at += length;
    return word.startsWith('_GLOBAL_') ? '<unnamed>' : word;
  }

  /** Qualifiers of what pointers point to stand before it, those of pointers behind the star. */
  type(): string {
    if (this.#take('P')) return this.#pointed('*');
    if (this.#take('R')) return this.#pointed('&');
    if (this.#take('O')) return this.#pointed('&&');
    const words = qualifiers.filter(([letter]) => this.#take(letter)).map(([, word]) => word);
    if (words.length > 0) return this.#qualified(words.toReversed().join(' '));
    const letter = this.#text.charAt(this.#at);
    if (/[\dN]/.test(letter)) return this.name();
    const known = letters[letter];
    if (known === undefined) throw new Unknown();
    this.#at++;
    return known;
  }

  #qualified(word: string): string {
    const of = this.type();
    return /[*&]$/.test(of) ? of + word : `${word} ${of}`;
  }

  #pointed(sign: string): string {
    if (this.#take('F')) {
      const result = this.type();
      const params: string[] = [];
      while (!this.#take('E')) params.push(this.type());
      return `${result} (${sign})(${params.join(', ') === 'void' ? '' : params.join(', ')})`;
    }
    if (this.#take('A')) {
      const count = this.#number();
      if (!this.#take('_')) throw new Unknown();
      return `${this.type()} (${sign})[${count}]`;
    }
    const of = this.type();
    return /[*&]$/.test(of) ? `${of}${sign}` : `${of} ${sign}`;
  }
}
