/**
 * Arrays of a thread's own lie cell by cell beside those of its neighbours, as a GPU's local memory does: where threads run together and all look at the same element, its cells are one
 * vector. That is done to arrays that nothing but loads and stores of whole cells of one size lead to, most of them at places that threads agree on.
 */
import { i64, mul, op } from '../../ir/build.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { type MemoryType, sizeOf } from '../../ir/types.ts';
import {
  eachExpression,
  eachStatement,
  expressionsOf,
  localsSet,
  mapExpression,
  mapStatement,
  someExpression,
} from '../../ir/walk.ts';
import { type CongruenceOf, congruences } from '../analysis/congruence.ts';

export type Interleaved = {
  readonly body: readonly Statement[];
  /** Bytes of a cell, by slots that lie so. */
  readonly cells: ReadonlyMap<number, number>;
};

/** `apart`: how many cells lie between two elements of a thread. Undefined where there is no such array. */
export function interleaveSlots(fn: Fn, apart: number): Interleaved | undefined {
  const cells = candidates(fn);
  if (cells.size === 0) return undefined;
  const isOurs = (e: Expression): boolean => cells.has(slotOf(e) ?? -1);
  const place = (e: Expression): Expression =>
    e.kind === 'op' ? { ...e, args: [place(e.args[0]!), times(e.args[1]!, apart)] } : e;
  const loads = (e: Expression): Expression =>
    mapExpression(e, (x) =>
      x.kind === 'load' && isOurs(x.from) ? { ...x, from: place(x.from), offset: x.offset * apart } : x,
    );
  const list = (body: readonly Statement[]): readonly Statement[] =>
    body.map((s) => {
      const inner = mapStatement(s, { expression: loads, body: list });
      if (inner.kind !== 'store' || !isOurs(inner.to)) return inner;
      return { ...inner, to: place(inner.to), offset: inner.offset * apart };
    });
  return { body: list(fn.body), cells };
}

/** The slot that an address is counted from. */
function slotOf(e: Expression): number | undefined {
  if (e.kind === 'slot') return e.index;
  return e.kind === 'op' && e.op === 'offset' ? slotOf(e.args[0]!) : undefined;
}

function times(bytes: Expression, by: number): Expression {
  if (bytes.kind === 'const') return i64(BigInt(bytes.value) * BigInt(by));
  if (bytes.kind === 'op' && bytes.type === 'i64') {
    const [a, b] = bytes.args;
    if (bytes.op === 'add' || bytes.op === 'sub') return op(bytes.op, [times(a!, by), times(b!, by)]);
    if (bytes.op === 'mul' && b?.kind === 'const') return mul(a!, times(b, by));
  }
  return mul(bytes, i64(by));
}

type Found = { size: number; places: number; alike: number };

/** Slots by the size of their cells. */
function candidates(fn: Fn): ReadonlyMap<number, number> {
  const found = new Map<number, Found>();
  const others = new Map<number, number>();
  const congruenceOf = congruences(fn);
  const isAlike = alike(fn.body);
  const access = (place: Expression, offset: number, memory: MemoryType): void => {
    const slot = slotOf(place);
    if (slot === undefined) return;
    const size = sizeOf(memory);
    const own = found.get(slot) ?? { size, places: 0, alike: 0 };
    found.set(slot, own);
    if (own.size !== size || offset % size !== 0 || !isWhole(place, size, congruenceOf)) own.size = 0;
    own.places++;
    if (isAlike(place)) own.alike++;
  };
  eachStatement(fn.body, (s) => {
    if (s.kind === 'store' && !s.volatile) access(s.to, s.offset, s.memory);
    for (const whole of expressionsOf(s))
      eachExpression(whole, (e) => {
        if (e.kind === 'load' && !e.volatile) access(e.from, e.offset, e.memory);
        if (e.kind === 'slot') others.set(e.index, (others.get(e.index) ?? 0) + 1);
      });
  });
  const cells = new Map<number, number>();
  for (const [slot, { size, places, alike }] of found)
    if (size > 0 && places === others.get(slot) && 2 * alike > places) cells.set(slot, size);
  return cells;
}

/** Whether a place lies so many whole cells behind its slot. */
function isWhole(place: Expression, size: number, congruenceOf: CongruenceOf): boolean {
  if (place.kind !== 'op') return true;
  const by = congruenceOf(place.args[1]!);
  return (
    by.rest % BigInt(size) === 0n && by.modulus % BigInt(size) === 0n && isWhole(place.args[0]!, size, congruenceOf)
  );
}

/** Whether values are the same in all threads that have taken the same ways. */
function alike(body: readonly Statement[]): (e: Expression) => boolean {
  const varying = new Set<number>();
  const isAlike = (e: Expression): boolean =>
    !someExpression(e, (x) => {
      if (x.kind === 'local') return varying.has(x.index);
      if (x.kind === 'special') return x.name.startsWith('tid') || x.name === 'laneid';
      return x.kind === 'load' && x.from.type === 'ptr.local';
    });
  let before = -1;
  while (before !== varying.size) {
    before = varying.size;
    eachStatement(body, (s) => {
      const same = s.kind === 'set' ? isAlike(s.value) : s.kind === 'for' && isAlike(s.from) && isAlike(s.step);
      if (!same) for (const l of localsSet(s)) varying.add(l);
    });
  }
  return isAlike;
}
