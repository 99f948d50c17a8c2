/** Atomic functions: read, combine, write back as one step; they give the old value. */
import type { AtomicName } from '../../ir/module.ts';
import type { Effect, Routine, RowType } from '../library-module.ts';
import { generic, i4, i8, place, r2, r4, r8, value } from './words.ts';

type Scope = 'block' | 'device' | 'system';
const numbers = [i4, r4, r8, i8, r2];
const integers = [i4, i8];
const first = [i4];

const atomic = (doc: string, how: AtomicName, types: readonly RowType[], scope: Scope): Routine => {
  const operands = how === 'cas' ? ['val', 'val2'] : ['val'];
  const effect: Effect = { kind: 'atomic', how, scope };
  return generic(
    doc,
    types,
    (type) => ({ address: place(type), ...Object.fromEntries(operands.map((name) => [name, value(type)])) }),
    (type) => type,
    { effect },
  );
};

const rows: readonly (readonly [string, string, AtomicName, readonly RowType[]])[] = [
  ['atomicAdd', 'Adds `val`.', 'add', numbers],
  ['atomicSub', 'Subtracts `val`.', 'sub', numbers],
  ['atomicMax', 'Keeps the greater of both.', 'max', numbers],
  ['atomicMin', 'Keeps the less of both.', 'min', numbers],
  ['atomicAnd', 'Bitwise and.', 'and', integers],
  ['atomicOr', 'Bitwise or.', 'or', integers],
  ['atomicXor', 'Bitwise exclusive or.', 'xor', integers],
  ['atomicExch', 'Puts `val` in.', 'exchange', numbers],
  ['atomicInc', 'One more, 0 where it was `val` or more.', 'inc', first],
  ['atomicDec', 'One less, `val` where it was 0 or more than `val`.', 'dec', first],
  ['atomicCas', 'Puts `val2` in where it was `val`.', 'cas', numbers],
];

const scopes: readonly (readonly [string, Scope])[] = [
  ['', 'device'],
  ['_block', 'block'],
  ['_system', 'system'],
];

export const atomicRoutines: Readonly<Record<string, Routine>> = Object.fromEntries(
  rows.flatMap(([name, doc, how, types]) =>
    scopes.map(([suffix, scope]): [string, Routine] => [`${name}${suffix}`, atomic(doc, how, types, scope)]),
  ),
);
