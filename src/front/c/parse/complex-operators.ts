/** What the operators do to complex numbers, as GCC computes them: an operand that is real has no second part. */
import type { Span } from '../../../base/source.ts';
import type { BinaryOperator, Expression, FunctionSymbol, Statement } from '../tree.ts';
import { isReal, sizeOf, type Type } from '../types.ts';
import { type Apart, apart, behind, complexOf, elementOf, isSimple, temporary, together } from './complex.ts';
import { commonType, converted } from './convert.ts';
import { numberOf } from './numbers.ts';
import type { Parser } from './parser.ts';

export type Scalars = (op: BinaryOperator, l: Expression, r: Expression) => Expression;

/** In which both are computed: of two types, of which one is complex. */
export const commonComplex = (a: Type, b: Type): Type => complexOf(commonType(elementOf(a) ?? a, elementOf(b) ?? b));

/** Undefined: numbers like these have no such operator. */
export function complexBinary(
  p: Parser,
  op: BinaryOperator,
  l: Expression,
  r: Expression,
  at: Span,
  scalars: Scalars,
): Expression | undefined {
  const type = commonComplex(l.type, r.type);
  const element = elementOf(type)!;
  const [a, b] = [apart(l), apart(r)];
  const zero = numberOf(isReal(element) ? 0 : 0n, element, { at });
  const as = (e: Expression | undefined): Expression => (e ? converted(e, element) : zero);
  const body = [...a.body, ...b.body];
  switch (op) {
    case '+':
    case '-': {
      const im = !b.im
        ? as(a.im)
        : !a.im
          ? op === '+'
            ? as(b.im)
            : negative(as(b.im), at)
          : scalars(op, as(a.im), as(b.im));
      return together(type, scalars(op, as(a.re), as(b.re)), im, body, at);
    }
    case '==':
    case '!=': {
      const [re, im] = [scalars(op, as(a.re), as(b.re)), scalars(op, as(a.im), as(b.im))];
      return behind(body, { kind: op === '==' ? 'and' : 'or', left: re, right: im, type: re.type, at });
    }
    case '*':
      if (!a.im || !b.im) {
        const [whole, real] = a.im ? [a, b] : [b, a];
        return together(
          type,
          scalars('*', as(whole.re), as(real.re)),
          scalars('*', as(whole.im), as(real.re)),
          body,
          at,
        );
      }
      return product(p, type, { body, parts: [as(a.re), as(a.im), as(b.re), as(b.im)] }, at, scalars);
    case '/':
      if (!b.im) return together(type, scalars('/', as(a.re), as(b.re)), scalars('/', as(a.im), as(b.re)), body, at);
      return quotient(p, type, { body, parts: [as(a.re), as(a.im), as(b.re), as(b.im)] }, at, scalars);
    default:
      return undefined;
  }
}

type Four = {
  readonly body: readonly Statement[];
  readonly parts: readonly [Expression, Expression, Expression, Expression];
};

function negative(e: Expression, at: Span): Expression {
  if (e.kind === 'number') return numberOf(-e.value, e.type, { at });
  return { kind: 'negate', of: e, type: e.type, at };
}

/** `-e`, `~e` (the conjugate) */
export function complexSigned(e: Expression, op: '-' | '~', at: Span): Expression {
  const { body, re, im }: Apart = apart(e);
  return together(e.type, op === '-' ? negative(re, at) : re, negative(im!, at), body, at);
}

/** Where both parts are no numbers an operand may have been without an end: C's annex G says what the product is then. */
function product(p: Parser, type: Type, { body, parts }: Four, at: Span, scalars: Scalars): Expression {
  const [a, b, c, d] = parts;
  const re = scalars('-', scalars('*', a, c), scalars('*', b, d));
  const im = scalars('+', scalars('*', a, d), scalars('*', b, c));
  const element = elementOf(type)!;
  if (!isReal(element) || (re.kind === 'number' && im.kind === 'number')) return together(type, re, im, body, at);
  const [x, y] = [temporary(re), temporary(im)];
  const whole = temporary(together(type, x.use, y.use, [], at));
  const isNone = (e: Expression): Expression => scalars('!=', e, e);
  const condition: Expression = {
    kind: 'and',
    left: isNone(x.use),
    right: isNone(y.use),
    type: isNone(x.use).type,
    at,
  };
  const value = ofLibrary(p, 'mul', type, parts, at);
  if (!value) return together(type, re, im, body, at);
  const set: Expression = { kind: 'assign', to: whole.use, value, type, at };
  const again: Statement = {
    kind: 'if',
    condition,
    then: { kind: 'expression', value: set, at },
    otherwise: undefined,
    at,
  };
  return behind([...body, x.variable, y.variable, whole.variable, again], whole.use);
}

function quotient(p: Parser, type: Type, { body, parts }: Four, at: Span, scalars: Scalars): Expression {
  const [a, b, c, d] = parts;
  const made = ofLibrary(p, 'div', type, parts, at);
  if (made) return behind(body, made);
  const by = temporary(scalars('+', scalars('*', c, c), scalars('*', d, d)));
  const re = scalars('/', scalars('+', scalars('*', a, c), scalars('*', b, d)), by.use);
  const im = scalars('/', scalars('-', scalars('*', b, c), scalars('*', a, d)), by.use);
  return together(type, re, im, [...body, by.variable], at);
}

/** A function of __builtins.h, for real parts. */
function ofLibrary(p: Parser, word: string, type: Type, args: readonly Expression[], at: Span): Expression | undefined {
  const element = elementOf(type)!;
  if (!isReal(element)) return undefined;
  const found = p.file.names.get(`__cufort_${word}${{ 4: 's', 8: 'd', 16: 'x' }[sizeOf(element) ?? 8] ?? 'd'}c3`);
  const fn: FunctionSymbol | undefined = found?.kind === 'functions' ? found.list[0] : undefined;
  if (!fn) return undefined;
  p.needs(fn);
  return { kind: 'call', callee: { kind: 'function', fn, type: fn.type, at, lvalue: true }, args, type, at };
}

/** A place that may be named twice, behind what finds it. */
export function placeOnce(
  to: Expression,
  address: (e: Expression) => Expression,
): { readonly body: readonly Statement[]; readonly place: Expression } {
  if (isSimple(to)) return { body: [], place: to };
  const pointer = temporary(address(to));
  return {
    body: [pointer.variable],
    place: { kind: 'dereference', of: pointer.use, type: to.type, at: to.at, lvalue: true },
  };
}
