/** What printf makes of a format and its arguments, each of which lies in 8 bytes. */

/** `integer` has all 64 bits; `text` reads the bytes up to a zero from an address. */
export type FormatArguments = {
  readonly integer: () => bigint;
  readonly real: () => number;
  readonly text: (address: bigint) => string;
};

const directive = /%([-+ #0]*)(\*|\d+)?(?:\.(\*|-?\d+)?)?(hh|h|ll|l|j|z|t|L|q)?([diouxXcsfFeEgGaAp%n])/g;

type Directive = { readonly flags: string; readonly width: number; readonly precision: number | undefined };

/** Characters stand for bytes. */
export function formatted(format: string, from: FormatArguments): string {
  return format.replace(directive, (_, flags: string, width = '', precision, size = '', letter: string, ...rest) => {
    if (letter === '%') return '%';
    const asked = width === '*' ? Number(BigInt.asIntN(32, from.integer())) : Number(width || 0);
    const text: string = rest[1];
    const hasDot = text.slice(rest[0]).startsWith(`%${flags}${width}.`);
    const digits =
      precision === '*' ? Number(BigInt.asIntN(32, from.integer())) : hasDot ? Number(precision ?? 0) : undefined;
    const d: Directive = {
      flags: asked < 0 ? `${flags}-` : flags,
      width: Math.abs(asked),
      precision: digits !== undefined && digits < 0 ? undefined : digits,
    };
    return one(letter, size, d, from);
  });
}

function one(letter: string, size: string, d: Directive, from: FormatArguments): string {
  switch (letter) {
    case 'd':
    case 'i': {
      const n = BigInt.asIntN(bitsOf(size), from.integer());
      return padded(signOf(n < 0n, d), digitsOf(n < 0n ? -n : n, 10, d), d, d.precision === undefined);
    }
    case 'u':
    case 'o':
    case 'x':
    case 'X': {
      const radix = letter === 'u' ? 10 : letter === 'o' ? 8 : 16;
      const n = BigInt.asUintN(bitsOf(size), from.integer());
      const digits = digitsOf(n, radix, d);
      const prefix = d.flags.includes('#') && n !== 0n ? (radix === 16 ? '0x' : radix === 8 ? '0' : '') : '';
      const text = padded(prefix, digits, d, d.precision === undefined);
      return letter === 'X' ? text.toUpperCase() : text;
    }
    case 'c':
      return padded('', String.fromCharCode(Number(from.integer() & 255n)), d, false);
    case 's': {
      const text = from.text(from.integer());
      return padded('', d.precision === undefined ? text : text.slice(0, d.precision), d, false);
    }
    case 'p': {
      const address = BigInt.asUintN(64, from.integer());
      return padded('', address === 0n ? '(nil)' : `0x${address.toString(16)}`, d, false);
    }
    case 'n':
      from.integer();
      return '';
    default:
      return real(letter, from.real(), d);
  }
}

function bitsOf(size: string): number {
  return size === 'hh' ? 8 : size === 'h' ? 16 : size === '' ? 32 : 64;
}

function digitsOf(n: bigint, radix: number, d: Directive): string {
  return n === 0n && d.precision === 0 ? '' : n.toString(radix).padStart(d.precision ?? 1, '0');
}

function signOf(negative: boolean, d: Directive): string {
  return negative ? '-' : d.flags.includes('+') ? '+' : d.flags.includes(' ') ? ' ' : '';
}

/** `zeros`: the flag 0 may fill the room. */
function padded(sign: string, text: string, d: Directive, zeros: boolean): string {
  if (d.flags.includes('-')) return (sign + text).padEnd(d.width);
  if (zeros && d.flags.includes('0')) return sign + text.padStart(d.width - sign.length, '0');
  return (sign + text).padStart(d.width);
}

function real(letter: string, x: number, d: Directive): string {
  const sign = signOf(x < 0 || Object.is(x, -0), d);
  const lower = letter.toLowerCase();
  const text = Number.isFinite(x) ? digitsOfReal(lower, Math.abs(x), d) : Number.isNaN(x) ? 'nan' : 'inf';
  const made = padded(sign, text, d, Number.isFinite(x));
  return lower === letter ? made : made.toUpperCase();
}

function digitsOfReal(letter: string, x: number, d: Directive): string {
  const precision = Math.min(d.precision ?? 6, 100);
  switch (letter) {
    case 'f':
      return fixed(x, precision, d);
    case 'e':
      return scientific(x, precision, d);
    case 'a':
      return hexadecimal(x, d);
    default:
      return general(x, precision === 0 ? 1 : precision, d);
  }
}

/** toFixed gives up beyond 1e21: all digits of such a number are those of the whole number that it is. */
function fixed(x: number, precision: number, d: Directive): string {
  const text =
    x < 1e21 ? nearestFixed(x, precision) : BigInt(x).toString() + (precision > 0 ? `.${'0'.repeat(precision)}` : '');
  return precision === 0 && d.flags.includes('#') ? `${text}.` : text;
}

/** As toFixed, but what lies in the middle goes to the even digit, as the C library has it. */
function nearestFixed(x: number, precision: number): string {
  const up = x.toFixed(precision);
  if (!isExact(x, precision + 1)) return up;
  return evenOf(up, x.toFixed(precision + 1));
}

/** The same for toExponential: digits and exponent. */
function nearestExponential(x: number, precision: number): readonly [digits: string, exponent: string] {
  const [up = '', exponent = ''] = x.toExponential(precision).split('e');
  const [longer = '', place = ''] = precision < 100 ? x.toExponential(precision + 1).split('e') : [];
  if (!isExact(x, precision + 1 - Number(place))) return [up, exponent];
  const even = evenOf(up, longer);
  return [even, even === up ? exponent : place];
}

/** `longer` has one digit more and is the number itself: where that digit is a 5 behind an even one, it is dropped. */
function evenOf(up: string, longer: string): string {
  const shorter = longer.slice(0, -1).replace(/\.$/, '');
  return longer.endsWith('5') && /[02468]$/.test(shorter) ? shorter : up;
}

/** Whether so many digits behind the point say what the number is. */
function isExact(x: number, digits: number): boolean {
  if (digits > 0) return digits <= 100 && (x * 2 ** digits) % 1 === 0;
  return x % 1 === 0 && BigInt(x) % 10n ** BigInt(-digits) === 0n;
}

function scientific(x: number, precision: number, d: Directive): string {
  const [digits, exponent] = nearestExponential(x, precision);
  const point = precision === 0 && d.flags.includes('#') ? '.' : '';
  return `${digits}${point}e${exponent.charAt(0)}${exponent.slice(1).padStart(2, '0')}`;
}

function general(x: number, precision: number, d: Directive): string {
  const exponent = x === 0 ? 0 : Number(nearestExponential(x, precision - 1)[1]);
  const text =
    exponent < -4 || exponent >= precision
      ? scientific(x, precision - 1, d)
      : fixed(x, Math.max(precision - 1 - exponent, 0), d);
  if (d.flags.includes('#') || !text.includes('.')) return text;
  const [digits = '', power] = text.split('e');
  return digits.replace(/\.?0+$/, '') + (power === undefined ? '' : `e${power}`);
}

function hexadecimal(x: number, d: Directive): string {
  if (x === 0) return `0x0p+0`;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const field = Number(bits >> 52n);
  const digits = (bits & ((1n << 52n) - 1n)).toString(16).padStart(13, '0');
  const shown = d.precision === undefined ? digits.replace(/0+$/, '') : digits.slice(0, d.precision);
  const exponent = field === 0 ? -1022 : field - 1023;
  return `0x${field === 0 ? 0 : 1}${shown === '' ? '' : `.${shown}`}p${exponent < 0 ? '' : '+'}${exponent}`;
}
