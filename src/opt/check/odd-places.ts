/** Places in a variable that need not be aligned: what is added to where it begins is no multiple of what is asked, for all that the code says. */
import type { Expression } from '../../ir/module.ts';

/** `values`: what locals hold that are set in one place. */
export function isOddlyPlaced(
  address: Expression,
  offset: number,
  align: number,
  values: ReadonlyMap<number, Expression>,
): boolean {
  return (factorOf(address, values, 0) | offset) % align !== 0;
}

const most = 2 ** 20;
const deepest = 8;

/** A power of two that the value is a multiple of, which is what addresses are counted from: 0 for what is always a multiple. */
function factorOf(e: Expression, values: ReadonlyMap<number, Expression>, depth: number): number {
  const of = (x: Expression | undefined): number => (x ? factorOf(x, values, depth) : 1);
  switch (e.kind) {
    case 'slot':
    case 'global':
    case 'dynamic-shared':
      return 0;
    case 'const':
      return typeof e.value === 'boolean'
        ? 1
        : evenPart(Number(BigInt.asUintN(20, BigInt(Math.trunc(Number(e.value))))));
    case 'local': {
      const value = values.get(e.index);
      return value && depth < deepest ? factorOf(value, values, depth + 1) : 1;
    }
    case 'op': {
      const [a, b] = e.args;
      switch (e.op) {
        case 'offset':
        case 'add':
        case 'sub':
          return evenPart(of(a) | of(b));
        case 'mul':
          return Math.min(most, of(a) * of(b));
        case 'shl':
          return b?.kind === 'const' ? Math.min(most, of(a) * 2 ** Number(b.value)) : of(a);
        case 'extend':
        case 'extend.u':
        case 'wrap':
        case 'cast.space':
        case 'to.address':
        case 'from.address':
          return of(a);
        default: // else: nothing is known
          return 1;
      }
    }
    default: // else: nothing is known
      return 1;
  }
}

function evenPart(n: number): number {
  return n & -n;
}
