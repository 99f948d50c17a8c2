/** Conditions of `#if`: integers with the operators of C. */

/** The value, or undefined where the text is no expression. Names that are left stand for 0. */
export function evaluate(text: string): number | undefined {
  const tokens = text.replace(/\/\*.*?\*\//g, ' ').match(tokenPattern) ?? [];
  const reader = new Reader(tokens);
  const value = reader.ternary(0);
  return reader.done() && !reader.failed ? value : undefined;
}

const tokenPattern = /0[xX][0-9a-fA-F]+[uUlL]*|\d+[uUlL]*|\w+|'(?:\\.|[^'])'|&&|\|\||==|!=|<=|>=|<<|>>|\S/g;
const deepest = 200;

type Operator = (a: number, b: number) => number;
const operators: readonly ReadonlyMap<string, Operator>[] = [
  table({ '||': (a, b) => Number(a !== 0 || b !== 0) }),
  table({ '&&': (a, b) => Number(a !== 0 && b !== 0) }),
  table({ '|': (a, b) => a | b }),
  table({ '^': (a, b) => a ^ b }),
  table({ '&': (a, b) => a & b }),
  table({ '==': (a, b) => Number(a === b), '!=': (a, b) => Number(a !== b) }),
  table({
    '<': (a, b) => Number(a < b),
    '<=': (a, b) => Number(a <= b),
    '>': (a, b) => Number(a > b),
    '>=': (a, b) => Number(a >= b),
  }),
  table({ '<<': (a, b) => a << b, '>>': (a, b) => a >> b }),
  table({ '+': (a, b) => a + b, '-': (a, b) => a - b }),
  table({
    '*': (a, b) => a * b,
    '/': (a, b) => (b === 0 ? 0 : Math.trunc(a / b)),
    '%': (a, b) => (b === 0 ? 0 : a % b),
  }),
];

function table(rows: Readonly<Record<string, Operator>>): ReadonlyMap<string, Operator> {
  return new Map(Object.entries(rows));
}

class Reader {
  private readonly tokens: readonly string[];
  private at = 0;
  failed = false;
  constructor(tokens: readonly string[]) {
    this.tokens = tokens;
  }

  done(): boolean {
    return this.at === this.tokens.length;
  }

  ternary(depth: number): number {
    const condition = this.level(0, depth);
    if (!this.take('?')) return condition;
    const yes = this.ternary(this.deeper(depth));
    this.expect(':');
    const no = this.ternary(this.deeper(depth));
    return condition !== 0 ? yes : no;
  }

  private level(level: number, depth: number): number {
    const row = operators[level];
    if (!row) return this.unary(depth);
    let left = this.level(level + 1, depth);
    for (;;) {
      const operator = row.get(this.tokens[this.at] ?? '');
      if (!operator) return left;
      this.at++;
      left = operator(left, this.level(level + 1, depth));
    }
  }

  private unary(depth: number): number {
    const token = this.tokens[this.at++];
    if (token === undefined || this.failed) return this.fail();
    if (token === '!') return Number(this.unary(this.deeper(depth)) === 0);
    if (token === '~') return ~this.unary(this.deeper(depth));
    if (token === '-') return -this.unary(this.deeper(depth));
    if (token === '+') return this.unary(this.deeper(depth));
    if (token === '(') {
      const value = this.ternary(this.deeper(depth));
      this.expect(')');
      return value;
    }
    return this.primary(token);
  }

  private primary(token: string): number {
    if (/^\d/.test(token)) {
      const digits = token.replace(/[uUlL]+$/, '');
      return /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
    }
    if (token.startsWith("'")) return token.charCodeAt(1);
    if (!/^\w+$/.test(token)) return this.fail();
    // A name that is no macro, possibly used like one with arguments.
    if (this.take('(')) this.skipArguments();
    return 0;
  }

  private skipArguments(): void {
    for (let open = 1; open > 0; this.at++) {
      const token = this.tokens[this.at];
      if (token === undefined) {
        this.fail();
        return;
      }
      if (token === '(') open++;
      if (token === ')') open--;
    }
  }

  private deeper(depth: number): number {
    if (depth > deepest) this.failed = true;
    return depth + 1;
  }

  private take(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at++;
    return true;
  }

  private expect(token: string): void {
    if (!this.take(token)) this.fail();
  }

  private fail(): number {
    this.failed = true;
    this.at = this.tokens.length;
    return 0;
  }
}
