/** Sums and the like over the turns of a loop: a local that grows by one operation whose order does not matter. */
import type { Expression, Local, Statement } from '../../../ir/module.ts';
import type { OperationName } from '../../../ir/operations.ts';
import type { ValueType } from '../../../ir/types.ts';
import { eachExpression, expressionsOf, someExpression } from '../../../ir/walk.ts';

export type SumType = 'i32' | 'i64' | 'f32' | 'f64';
export type Reduced = { readonly local: number; readonly op: OperationName; readonly type: SumType };

type Node = Extract<Expression, { kind: 'op' }>;

/** With what a lane begins; undefined where the order of the operation matters. */
const identities: Readonly<Partial<Record<OperationName, Partial<Record<SumType, number | bigint>>>>> = {
  add: { i32: 0, i64: 0n },
  mul: { i32: 1, i64: 1n },
  and: { i32: -1, i64: -1n },
  or: { i32: 0, i64: 0n },
  xor: { i32: 0, i64: 0n },
  min: { i32: 2 ** 31 - 1, i64: 2n ** 63n - 1n, f32: Number.NaN, f64: Number.NaN },
  max: { i32: -(2 ** 31), i64: -(2n ** 63n), f32: Number.NaN, f64: Number.NaN },
};
/** Where sums of reals may be taken in any order. -0 is what adding leaves as it is. */
const loose: typeof identities = { add: { f32: -0, f64: -0 } };

function neutral(op: OperationName, type: ValueType, reassociate: boolean): number | bigint | undefined {
  if (type !== 'i32' && type !== 'i64' && type !== 'f32' && type !== 'f64') return undefined;
  return identities[op]?.[type] ?? (reassociate ? loose[op]?.[type] : undefined);
}

export function identityOf({ op, type }: { readonly op: OperationName; readonly type: ValueType }): Expression {
  return { kind: 'const', type, value: neutral(op, type, true) ?? 0 };
}

/** Whether `value` is the local, combined with something. */
export function isReduction(value: Expression, local: number): value is Node {
  if (value.kind !== 'op' || neutral(value.op, value.type, true) === undefined) return false;
  const [a, b] = value.args;
  return a?.kind === 'local' && a.index === local && b !== undefined && !reads(b, local);
}

/** A sum that takes its value from a name for it (t = s + x … s = t, as complex numbers have it) grows itself (t = x … s = s + t). `keeps`: what is read after the loop. */
export function withSums(list: readonly Statement[], keeps: (local: number) => boolean): readonly Statement[] {
  let made = list;
  for (const [j, s] of list.entries()) {
    if (s.kind !== 'set' || s.value.kind !== 'local' || keeps(s.value.index)) continue;
    const { index: name, type } = s.value;
    const i = list.findIndex((x) => x.kind === 'set' && x.local === name);
    const grown = list[i];
    if (grown?.kind !== 'set' || i >= j || !isReduction(grown.value, s.local)) continue;
    const others = list.filter((_, k) => k !== i && k !== j);
    const uses = (x: Statement, local: number): boolean => readsIn(x, local) || (x.kind === 'set' && x.local === local);
    if (others.some((x) => uses(x, name) || uses(x, s.local))) continue;
    const [sum, by] = grown.value.args;
    made = made.with(i, { ...grown, value: by! }).with(j, {
      ...s,
      value: { ...grown.value, args: [sum!, { kind: 'local', type, index: name }] },
    });
  }
  return made;
}

/** The locals of `body` that are sums: set once, and read by that statement alone. */
export function reducedIn(
  body: readonly Statement[],
  locals: readonly Local[],
  reassociate: boolean,
): readonly Reduced[] {
  const found: Reduced[] = [];
  for (const s of body) {
    if (s.kind !== 'set' || !isReduction(s.value, s.local)) continue;
    const { type } = locals[s.local]!;
    if (type !== 'i32' && type !== 'i64' && type !== 'f32' && type !== 'f64') continue;
    if (neutral(s.value.op, type, reassociate) === undefined) continue;
    const elsewhere = body.some((x) => x !== s && (readsIn(x, s.local) || (x.kind === 'set' && x.local === s.local)));
    if (!elsewhere) found.push({ local: s.local, op: s.value.op, type });
  }
  return found;
}

function reads(e: Expression, local: number): boolean {
  return someExpression(e, (x) => x.kind === 'local' && x.index === local);
}

function readsIn(s: Statement, local: number): boolean {
  let found = false;
  for (const e of expressionsOf(s))
    eachExpression(e, (x) => {
      if (x.kind === 'local' && x.index === local) found = true;
    });
  return found;
}
