/** The value of an `#if`: integers of 64 bits, with or without a sign. */
import { byName } from '../../../base/by-name.ts';
import type { Diagnostic } from '../../../base/diagnostic.ts';
import { badNumber, directive } from '../errors.ts';
import type { Token } from './lex.ts';
import { characterValue, readNumber } from './literals.ts';

type Value = { readonly value: bigint; readonly unsigned: boolean };

const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];

const words: Readonly<Record<string, string>> = byName({
  and: '&&',
  or: '||',
  not: '!',
  bitand: '&',
  bitor: '|',
  xor: '^',
  compl: '~',
  not_eq: '!=',
});

/** `defined` and names have been replaced already. */
export function conditionValue(tokens: readonly Token[], whole: Token, report: (d: Diagnostic) => void): boolean {
  const c = new Condition(tokens, whole, report);
  return c.whole() !== 0n;
}

class Condition {
  readonly #tokens: readonly Token[];
  readonly #whole: Token;
  readonly #report: (d: Diagnostic) => void;
  #at = 0;
  #failed = false;
  #depth = 0;

  constructor(tokens: readonly Token[], whole: Token, report: (d: Diagnostic) => void) {
    this.#tokens = tokens;
    this.#whole = whole;
    this.#report = report;
  }

  whole(): bigint {
    const v = this.#conditional();
    if (this.#at < this.#tokens.length) this.#fail('the condition has more than an expression');
    return v.value;
  }

  #fail(message: string): Value {
    if (!this.#failed) this.#report(directive(message, (this.#tokens[this.#at] ?? this.#whole).at));
    this.#failed = true;
    this.#at = this.#tokens.length;
    return { value: 0n, unsigned: false };
  }

  #is(text: string): boolean {
    const t = this.#tokens[this.#at];
    if (t?.kind !== 'punct' && t?.kind !== 'name') return false;
    if (t.text !== text && words[t.text] !== text) return false;
    this.#at++;
    return true;
  }

  #conditional(): Value {
    const c = this.#level(0);
    if (!this.#is('?')) return c;
    const a = this.#conditional();
    if (!this.#is(':')) return this.#fail('`:` is missing in the condition');
    const b = this.#conditional();
    return c.value !== 0n ? a : b;
  }

  #level(n: number): Value {
    const ops = levels[n];
    if (!ops) return this.#unary();
    let left = this.#level(n + 1);
    for (;;) {
      const op = ops.find((o) => this.#is(o));
      if (op === undefined) return left;
      left = this.#apply(op, left, this.#level(n + 1));
    }
  }

  #apply(op: string, a: Value, b: Value): Value {
    const unsigned = a.unsigned || b.unsigned;
    const cut = (v: bigint): Value => ({ value: unsigned ? BigInt.asUintN(64, v) : BigInt.asIntN(64, v), unsigned });
    const truth = (v: boolean): Value => ({ value: v ? 1n : 0n, unsigned: false });
    const x = cut(a.value).value;
    const y = cut(b.value).value;
    switch (op) {
      case '||':
        return truth(a.value !== 0n || b.value !== 0n);
      case '&&':
        return truth(a.value !== 0n && b.value !== 0n);
      case '|':
        return cut(x | y);
      case '^':
        return cut(x ^ y);
      case '&':
        return cut(x & y);
      case '==':
        return truth(x === y);
      case '!=':
        return truth(x !== y);
      case '<':
        return truth(x < y);
      case '>':
        return truth(x > y);
      case '<=':
        return truth(x <= y);
      case '>=':
        return truth(x >= y);
      case '<<':
        return cut(x << BigInt.asUintN(6, y));
      case '>>':
        return cut(x >> BigInt.asUintN(6, y));
      case '+':
        return cut(x + y);
      case '-':
        return cut(x - y);
      case '*':
        return cut(x * y);
      default:
        if (y === 0n) return truth(false);
        return cut(op === '/' ? x / y : x % y);
    }
  }

  #unary(): Value {
    if (++this.#depth > 2000) return this.#fail('the condition is nested too deeply');
    if (this.#is('!')) return { value: this.#unary().value === 0n ? 1n : 0n, unsigned: false };
    if (this.#is('~')) {
      const v = this.#unary();
      return { ...v, value: v.unsigned ? BigInt.asUintN(64, ~v.value) : ~v.value };
    }
    if (this.#is('-')) {
      const v = this.#unary();
      return { ...v, value: v.unsigned ? BigInt.asUintN(64, -v.value) : -v.value };
    }
    if (this.#is('+')) return this.#unary();
    if (this.#is('(')) {
      const v = this.#conditional();
      return this.#is(')') ? v : this.#fail('`)` is missing in the condition');
    }
    const t = this.#tokens[this.#at++];
    if (t?.kind === 'number') return this.#number(t);
    if (t?.kind === 'char') return { value: BigInt(characterValue(t.text) ?? 0), unsigned: false };
    if (t?.kind === 'name') return { value: t.text === 'true' ? 1n : 0n, unsigned: false };
    this.#at--;
    return this.#fail('the condition is no integer expression');
  }

  #number(t: Token): Value {
    const n = readNumber(t.text);
    if (n?.kind === 'integer') return { value: n.value, unsigned: n.unsigned || n.value > 2n ** 63n - 1n };
    this.#report(badNumber(t.text, t.at));
    return { value: 0n, unsigned: false };
  }
}
