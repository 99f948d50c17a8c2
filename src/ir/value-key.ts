/** Keys of expressions: equal for those that compute the same from the same locals and memory. */
import type { Expression } from './module.ts';
import { isPointer } from './types.ts';

export type KeyOf = (e: Expression) => string;

const keys = new WeakMap<Expression, string>();
/** Loads that may find something else each time. */
let volatileLoads = 0;

/** Equal for expressions that compute the same from the same locals and memory. */
export function keyOf(e: Expression): string {
  const known = keys.get(e);
  if (known !== undefined) return known;
  const key = makeKey(e);
  keys.set(e, key);
  return key;
}

function makeKey(e: Expression): string {
  switch (e.kind) {
    case 'const':
      return `${Object.is(e.value, -0) ? '-0' : e.value}${e.type}`;
    case 'local':
      return `$${e.index}`;
    case 'special':
      return `%${e.name}`;
    case 'global':
    case 'function':
      return `@${e.name}${e.type}`;
    case 'slot':
      return `#${e.index}`;
    case 'dynamic-shared':
      return '#dynamic';
    case 'load':
      return `[${e.memory} ${keyOf(e.from)} ${e.offset}${e.volatile ? ` ${volatileLoads++}` : ''}]`;
    case 'op':
      return `(${e.op} ${isPointer(e.type) ? e.type : ''}${e.args.map(keyOf).join(' ')})${e.type}`;
  }
}
