/** Stores to structures of equal cells that are made alike, each of its neighbours in other structures: what all lanes store lies side by side then, and what they load as well. */
import type { Expression, Statement } from '../../../ir/module.ts';
import { mapExpression } from '../../../ir/walk.ts';
import type { Stride } from './strides.ts';
import { extremeRows, vectorRows } from './vector-rows.ts';
import { wholeLanes } from './vector-splats.ts';

type Store = Extract<Statement, { kind: 'store' }>;

/** The same store so many bytes further on, made of what lies so far behind what it is made of. */
export function behind(s: Store, bytes: number): Store {
  const value = mapExpression(s.value, (e) => (e.kind === 'load' ? { ...e, offset: e.offset + bytes } : e));
  return { ...s, offset: s.offset + bytes, value };
}

/** Whether it is made of what all lanes share and of cells of structures as long as its own, by operations on one cell each. */
export function isOfCells({ value, memory, to }: Store, strideOf: (e: Expression) => Stride): boolean {
  const stride = strideOf(to);
  const isOwn = (e: Expression): boolean => {
    if (e.type !== value.type) return false;
    if (strideOf(e) === 0) return true;
    if (e.kind === 'load') return e.memory === memory && !e.volatile && strideOf(e.from) === stride;
    return e.kind === 'op' && isOfOneCell(e) && e.args.every(isOwn);
  };
  return wholeLanes.has(memory) && isOwn(value);
}

function isOfOneCell({ op, type }: Extract<Expression, { kind: 'op' }>): boolean {
  if (type !== 'i32' && type !== 'i64' && type !== 'f32' && type !== 'f64') return false;
  return op === 'fma' || vectorRows[op]?.[type] !== undefined || extremeRows[op]?.[type] !== undefined;
}
