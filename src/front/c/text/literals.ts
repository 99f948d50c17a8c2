/** Numbers, characters and strings of C as values. */

export type NumberValue =
  | {
      readonly kind: 'integer';
      readonly value: bigint;
      readonly unsigned: boolean;
      readonly longs: 0 | 1 | 2;
      readonly decimal: boolean;
    }
  | { readonly kind: 'real'; readonly value: number; readonly suffix: string };

const integerText = /^(0[xX][\da-fA-F]+|0[bB][01]+|\d+)([uUlLzZ]*)$/;
const realText = /^((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)([fFlLhH]|f16|F16|[qQ])?$/;
const hexReal = /^0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([+-]?\d+)([fFlL]?)$/;

export function readNumber(spelt: string): NumberValue | undefined {
  const text = spelt.replaceAll("'", '');
  const i = integerText.exec(text);
  if (i) {
    const [, digits = '', suffix = ''] = i;
    const octal = /^0\d/.test(digits);
    if (octal && /[89]/.test(digits)) return undefined;
    const value = BigInt(octal ? `0o${digits.slice(1)}` : digits);
    const longs = suffix.toLowerCase().replaceAll('u', '').length;
    if (longs > 2) return undefined;
    return {
      kind: 'integer',
      value,
      unsigned: /[uU]/.test(suffix),
      longs: longs as 0 | 1 | 2,
      decimal: /^[1-9]/.test(digits),
    };
  }
  const r = realText.exec(text);
  if (r && /[.eE]/.test(r[1] ?? '')) return { kind: 'real', value: Number(r[1]), suffix: (r[2] ?? '').toLowerCase() };
  const h = hexReal.exec(text);
  return h ? { kind: 'real', value: hexValue(h), suffix: (h[4] ?? '').toLowerCase() } : undefined;
}

function hexValue([, whole = '', part = '', power = '0']: RegExpExecArray): number {
  const digits = whole + part || '0';
  return Number(BigInt(`0x${digits}`)) * 2 ** (Number(power) - 4 * part.length);
}

const simple: Readonly<Record<string, number>> = {
  n: 10,
  t: 9,
  r: 13,
  a: 7,
  b: 8,
  f: 12,
  v: 11,
  e: 27,
  '\\': 92,
  "'": 39,
  '"': 34,
  '?': 63,
};

/** The elements of a text between quotes: bytes (UTF-8), or code points for wide ones. */
function elements(inner: string, wide: boolean): number[] {
  const out: number[] = [];
  const put = (code: number): void => {
    if (wide || code < 0x80) out.push(code);
    else for (const b of new TextEncoder().encode(String.fromCodePoint(Math.min(code, 0x10ffff)))) out.push(b);
  };
  for (let i = 0; i < inner.length; ) {
    if (inner[i] !== '\\') {
      const code = inner.codePointAt(i) ?? 0;
      put(code);
      i += code > 0xffff ? 2 : 1;
      continue;
    }
    const rest = inner.slice(i + 1);
    const octal = /^[0-7]{1,3}/.exec(rest);
    const hex = /^x([\da-fA-F]+)/.exec(rest);
    const universal = /^(?:u([\da-fA-F]{4})|U([\da-fA-F]{8}))/.exec(rest);
    if (octal) out.push(wide ? Number.parseInt(octal[0], 8) : Number.parseInt(octal[0], 8) & 255);
    else if (hex) out.push(Number(BigInt(`0x${hex[1]}`) & (wide ? 0xffffffffn : 255n)));
    else if (universal) put(Number.parseInt(universal[1] ?? universal[2] ?? '0', 16));
    else out.push(simple[rest[0] ?? ''] ?? rest.charCodeAt(0));
    i += 1 + (octal ?? hex ?? universal ?? [' '])[0].length;
  }
  return out;
}

const quoted = /^(u8|[uUL])?(["'])([\s\S]*)\2$/;

/** Undefined: no character constant. Several letters make one number, as gcc has it. */
export function characterValue(text: string): number | undefined {
  const m = quoted.exec(text);
  if (!m) return undefined;
  const wide = m[1] !== undefined && m[1] !== 'u8';
  const list = elements(m[3] ?? '', wide);
  if (list.length === 0) return undefined;
  if (wide) return list[0];
  if (list.length === 1) return (list[0]! << 24) >> 24;
  return list.reduce((sum, b) => (sum << 8) | b, 0);
}

export type TextValue = { readonly elements: readonly number[]; readonly prefix: string };

export function textValue(text: string): TextValue {
  const raw = /^(u8|[uUL])?R"([^(]*)\(([\s\S]*)\)\2"$/.exec(text);
  if (raw) {
    const body = raw[3] ?? '';
    const wide = raw[1] !== undefined && raw[1] !== 'u8';
    const codes = wide ? [...body].map((c) => c.codePointAt(0)!) : [...new TextEncoder().encode(body)];
    return { elements: codes, prefix: raw[1] ?? '' };
  }
  const m = quoted.exec(text);
  const prefix = m?.[1] ?? '';
  return {
    elements: elements(m?.[3] ?? text.replace(/^(?:u8|[uUL])?"/, ''), prefix !== '' && prefix !== 'u8'),
    prefix,
  };
}
