/** Functions of C++ as tools of CUDA name them: of `_Z1kIfLi4EEvPT_i` `void k<float, (int)4>(T1 *, int)`. */

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
  Da: 'auto',
  Dn: 'std::nullptr_t',
  Di: 'char32_t',
  Ds: 'char16_t',
  Du: 'char8_t',
};

/** In the order of the ABI. */
const qualifiers = [
  ['r', '__restrict__'],
  ['V', 'volatile'],
  ['K', 'const'],
] as const;

const operators: { readonly [code: string]: string } = {
  nw: ' new',
  na: ' new[]',
  dl: ' delete',
  da: ' delete[]',
  ps: '+',
  pl: '+',
  ng: '-',
  mi: '-',
  de: '*',
  ml: '*',
  ad: '&',
  an: '&',
  dv: '/',
  rm: '%',
  co: '~',
  or: '|',
  eo: '^',
  aS: '=',
  pL: '+=',
  mI: '-=',
  mL: '*=',
  dV: '/=',
  rM: '%=',
  aN: '&=',
  oR: '|=',
  eO: '^=',
  ls: '<<',
  rs: '>>',
  lS: '<<=',
  rS: '>>=',
  eq: '==',
  ne: '!=',
  lt: '<',
  gt: '>',
  le: '<=',
  ge: '>=',
  ss: '<=>',
  nt: '!',
  aa: '&&',
  oo: '||',
  pp: '++',
  mm: '--',
  cm: ',',
  pm: '->*',
  pt: '->',
  cl: '()',
  ix: '[]',
};

/** What stands before and behind a declared name. */
type Written = { readonly left: string; readonly right: string };

type Name = {
  readonly text: string;
  /** The last part, without arguments. */
  readonly base: string;
  readonly isTemplate: boolean;
  /** A constructor, a destructor or a conversion: they tell no result. */
  readonly isSpecial: boolean;
  readonly isConst: boolean;
};

/** Undefined where the symbol is none of C++, or holds what is not known here. */
export function demangled(symbol: string): string | undefined {
  return read(symbol)?.signature;
}

/** The last part of the name, without arguments of templates and of the call: of `a::Box<float>::get(int)` `get`. */
export function demangledBase(symbol: string): string | undefined {
  return read(symbol)?.base;
}

type Function = { readonly signature: string; readonly base: string };

function read(symbol: string): Function | undefined {
  if (!symbol.startsWith('_Z')) return undefined;
  const text = new Reader(symbol.slice(2));
  try {
    const found = text.encoding();
    return text.isAtEnd ? found : undefined;
  } catch (e) {
    if (e instanceof Unknown) return undefined;
    throw e;
  }
}

class Unknown extends Error {}

const plain = (left: string): Written => ({ left, right: '' });
const shown = ({ left, right }: Written): string => left + right;

class Reader {
  readonly #text: string;
  #at = 0;
  /** What `S_`, `S0_`, … stand for. */
  readonly #known: Written[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  #is(part: string): boolean {
    return this.#text.startsWith(part, this.#at);
  }

  #take(part: string): boolean {
    const isThere = this.#is(part);
    if (isThere) this.#at += part.length;
    return isThere;
  }

  #match(pattern: RegExp): string {
    const [found] = pattern.exec(this.#text.slice(this.#at)) ?? [];
    if (found === undefined) throw new Unknown();
    this.#at += found.length;
    return found;
  }

  /** `_` is the first, `0_` the second. */
  #index(base: number): number {
    const digits = this.#match(/^[0-9A-Z]*_/).slice(0, -1);
    return digits === '' ? 0 : Number.parseInt(digits, base) + 1;
  }

  #keep(t: Written): Written {
    this.#known.push(t);
    return t;
  }

  encoding(): Function {
    const name = this.#name();
    if (this.isAtEnd || this.#is('E')) return { signature: name.text, base: name.base };
    const result = name.isTemplate && !name.isSpecial ? `${shown(this.#type())} ` : '';
    const params: string[] = [];
    while (!this.isAtEnd && !this.#is('E')) params.push(shown(this.#type()));
    const list = params.length === 1 && params[0] === 'void' ? '' : params.join(', ');
    return { signature: `${result}${name.text}(${list})${name.isConst ? ' const' : ''}`, base: name.base };
  }

  // ---- names ----

  /** `5scale`, or of a namespace or a class `N1a1kE`, or of what is local to a function `Z1fvE1k`. */
  #name(): Name {
    if (this.#take('N')) return this.#nested();
    if (this.#take('Z')) return this.#local();
    const isStd = this.#take('St');
    const known = !isStd && this.#is('S') ? this.#substitution().left : undefined;
    const base = known ?? this.#unqualified(undefined);
    const text = isStd ? `std::${base}` : base;
    const name = { text, base, isTemplate: false, isSpecial: false, isConst: false };
    if (!this.#is('I')) return name;
    if (known === undefined) this.#keep(plain(text));
    return { ...name, text: text + this.#arguments(), isTemplate: true };
  }

  #local(): Name {
    const { signature } = this.encoding();
    if (!this.#take('E')) throw new Unknown();
    const name = this.#name();
    this.#discriminator();
    return { ...name, text: `${signature}::${name.text}` };
  }

  #discriminator(): void {
    if (this.#is('_')) this.#match(/^_(?:\d|_\d+_)/);
  }

  #nested(): Name {
    const isConst = this.#take('K');
    let text = '';
    let base: string | undefined;
    let [isTemplate, isSpecial] = [false, false];
    while (!this.#take('E')) {
      if (this.#is('I')) {
        text += this.#arguments();
        isTemplate = true;
      } else if (this.#is('S') && text === '') {
        text = this.#take('St') ? 'std' : this.#substitution().left;
        base = lastOf(text);
        continue;
      } else {
        isSpecial = /^(?:[CD]\d|cv)/.test(this.#text.slice(this.#at));
        base = this.#unqualified(base);
        text += text === '' ? base : `::${base}`;
        isTemplate = false;
      }
      // The whole name of a function is no part of another, but that of a type is kept by those who ask for it.
      if (!this.#is('E')) this.#keep(plain(text));
    }
    return { text, base: base ?? text, isTemplate, isSpecial, isConst };
  }

  #unqualified(of: string | undefined): string {
    if (/^\d/.test(this.#text.slice(this.#at))) return this.#word();
    if (this.#take('C1') || this.#take('C2')) return of ?? '';
    if (this.#take('D1') || this.#take('D2') || this.#take('D0')) return `~${of ?? ''}`;
    if (this.#take('cv')) return `operator ${shown(this.#type())}`;
    if (this.#take('li')) return `operator ""${this.#word()}`;
    if (this.#take('Ul')) return this.#lambda();
    if (this.#take('Ut')) return `[unnamed type (instance ${this.#index(10) + 1})]`;
    const sign = operators[this.#text.slice(this.#at, this.#at + 2)];
    if (sign === undefined) throw new Unknown();
    this.#at += 2;
    return sign.startsWith(' ') ? `operator${sign}` : `operator ${sign}`;
  }

  #lambda(): string {
    const params: string[] = [];
    while (!this.#take('E')) params.push(shown(this.#type()));
    return `[lambda(${params.join(', ').replace(/^void$/, '')}) (instance ${this.#index(10) + 1})]`;
  }

  #word(): string {
    const length = Number(this.#match(/^\d+/));
    const word = this.#text.slice(this.#at, this.#at + length);
    if (word.length < length) throw new Unknown();
    this.#at += length;
    return word.startsWith('_GLOBAL_') ? '<unnamed>' : word;
  }

  #substitution(): Written {
    if (!this.#take('S')) throw new Unknown();
    const found = this.#known[this.#index(36)];
    if (!found) throw new Unknown();
    return found;
  }

  // ---- arguments of templates ----

  #arguments(): string {
    if (!this.#take('I')) throw new Unknown();
    const list: string[] = [];
    while (!this.#take('E')) list.push(...this.#argument());
    return `<${list.join(', ')}>`;
  }

  #argument(): readonly string[] {
    if (this.#take('L')) return [this.#literal()];
    if (this.#take('X')) return [this.#expression()];
    if (!this.#take('J')) return [shown(this.#type())];
    const list: string[] = [];
    while (!this.#take('E')) list.push(...this.#argument());
    return list;
  }

  #literal(): string {
    const type = shown(this.#type());
    const value = this.#match(/^n?\d+E/).slice(0, -1);
    return `(${type})${value.replace('n', '-')}`;
  }

  /** A parameter by itself, or all of a pack. */
  #expression(): string {
    const isPack = this.#take('sp');
    const of = this.#number();
    if (!this.#take('E')) throw new Unknown();
    return isPack ? `${of}...` : of;
  }

  // ---- types ----

  /** Qualifiers of what pointers point to stand before it, those of pointers behind the star. */
  #type(): Written {
    const words = qualifiers.filter(([letter]) => this.#take(letter)).map(([, word]) => word);
    if (words.length > 0) return this.#keep(withQualifiers(words.toReversed().join(' '), this.#type()));
    if (this.#take('P')) return this.#keep(pointed('*', this.#type()));
    if (this.#take('R')) return this.#keep(pointed('&', this.#type()));
    if (this.#take('O')) return this.#keep(pointed('&&', this.#type()));
    if (this.#take('F')) return this.#keep(this.#function());
    if (this.#take('A')) return this.#keep(this.#array());
    if (this.#take('M')) return this.#keep(this.#member());
    if (this.#take('Dp')) return this.#keep(plain(`${shown(this.#type())}...`));
    if (this.#is('T')) return this.#parameter();
    if (this.#is('S') && !this.#is('St')) return this.#substituted();
    if (/^[\dNZS]/.test(this.#text.slice(this.#at))) return this.#keep(plain(this.#name().text));
    const letter = this.#text.slice(this.#at, this.#at + (this.#is('D') ? 2 : 1));
    const known = letters[letter];
    if (known === undefined) throw new Unknown();
    this.#at += letter.length;
    return plain(known);
  }

  #substituted(): Written {
    const known = this.#substitution();
    return this.#is('I') ? this.#keep(plain(known.left + this.#arguments())) : known;
  }

  /** A parameter that is a number is not counted among what `S_` stands for. */
  #number(): string {
    if (!this.#take('T')) throw new Unknown();
    return `T${this.#index(10) + 1}`;
  }

  #parameter(): Written {
    const t = this.#keep(plain(this.#number()));
    return this.#is('I') ? this.#keep(plain(t.left + this.#arguments())) : t;
  }

  #function(): Written {
    const { left, right } = this.#type();
    const params: string[] = [];
    while (!this.#take('E')) params.push(shown(this.#type()));
    return { left: `${left} `, right: `(${params.join(', ').replace(/^void$/, '')})${right}` };
  }

  #array(): Written {
    const count = this.#is('T') ? this.#number() : this.#match(/^\d*/);
    if (!this.#take('_')) throw new Unknown();
    const { left, right } = this.#type();
    return { left: left.endsWith(' ') ? left : `${left} `, right: `[${count}]${right}` };
  }

  #member(): Written {
    const of = shown(this.#type());
    const isConst = this.#take('K');
    const to = pointed(`${of}::*`, this.#type());
    return isConst ? { ...to, right: `${to.right} const` } : to;
  }
}

function withQualifiers(words: string, { left, right }: Written): Written {
  if (right !== '') return { left: `${words} ${left}`, right };
  return plain(/[*&]$/.test(left) ? left + words : `${words} ${left}`);
}

/** Functions and arrays, which end in a bracket, take it in. */
function pointed(sign: string, { left, right }: Written): Written {
  if (left.endsWith(' ')) return { left: `${left}(${sign}`, right: `)${right}` };
  return { left: /[*&]$/.test(left) ? `${left}${sign}` : `${left} ${sign}`, right };
}

/** Of `a::Box<float>` `Box`. */
function lastOf(text: string): string {
  const plainText = text.replace(/<.*>$/s, '');
  return plainText.slice(plainText.lastIndexOf('::') < 0 ? 0 : plainText.lastIndexOf('::') + 2);
}
