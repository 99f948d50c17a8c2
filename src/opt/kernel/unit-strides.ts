/**
 * Dummy arrays of assumed shape come with the distance of their elements, which is nearly always an element's size: a version of the kernel for launches whose arrays all lie so, in which
 * neighbours are neighbours.
 */
import { integer } from '../../ir/build.ts';
import type { Expression, Fn } from '../../ir/module.ts';
import { type MemoryType, sizeOf } from '../../ir/types.ts';
import { countSets } from '../../ir/uniformity.ts';
import { eachExpression, eachExpressionOf, eachStatement, mapBody } from '../../ir/walk.ts';

/** A parameter, and what it has to be. */
export type KnownStride = { readonly param: number; readonly bytes: number };
export type UnitStrides = { readonly fn: Fn; readonly strides: readonly KnownStride[] };

/** Undefined where no array has such a distance. */
export function unitStrides(kernel: Fn): UnitStrides | undefined {
  const strides = firstStrides(kernel);
  if (strides.length === 0) return undefined;
  const known = new Map(strides.map((s) => [s.param, s.bytes]));
  const change = (e: Expression): Expression => {
    const bytes = e.kind === 'local' ? known.get(e.index) : undefined;
    return bytes === undefined ? e : integer('i64', bytes);
  };
  return { fn: { ...kernel, body: mapBody(kernel.body, change) }, strides };
}

/** Of each array the first parameter behind its address that indices are multiplied with, and how far what is read and written of an element reaches. */
function firstStrides(kernel: Fn): readonly KnownStride[] {
  const sets = countSets(kernel.body, kernel.locals.length);
  const isParam = (e: Expression): e is Extract<Expression, { kind: 'local' }> =>
    e.kind === 'local' && e.index < kernel.params && sets[e.index] === 0;
  const first = new Map<number, number>();
  const reach = new Map<number, { readonly from: number; readonly to: number }>();
  const access = (memory: MemoryType, address: Expression, offset: number): void => {
    const { base, constant } = baseOf(address);
    if (base === undefined || !isParam(base)) return;
    const at = offset + constant;
    const old = reach.get(base.index);
    const to = at + sizeOf(memory);
    reach.set(base.index, { from: Math.min(at, old?.from ?? at), to: Math.max(to, old?.to ?? to) });
    eachExpression(address, (e) => {
      if (e.kind !== 'op' || e.op !== 'mul' || e.type !== 'i64') return;
      for (const a of e.args)
        if (isParam(a) && a.index > base.index)
          first.set(base.index, Math.min(a.index, first.get(base.index) ?? a.index));
    });
  };
  eachStatement(kernel.body, (s) => {
    if (s.kind === 'store') access(s.memory, s.to, s.offset);
    if (s.kind === 'atomic') access(s.memory, s.to, 0);
    eachExpressionOf(s, (e) => {
      if (e.kind === 'load') access(e.memory, e.from, e.offset);
    });
  });
  return [...first].map(([base, param]) => {
    const { from, to } = reach.get(base)!;
    return { param, bytes: to - from };
  });
}

/** The local that an address is counted from, and the constant in it. */
function baseOf(e: Expression): { readonly base: Expression | undefined; readonly constant: number } {
  if (e.kind === 'local') return { base: e, constant: 0 };
  if (e.kind !== 'op' || e.op !== 'offset') return { base: undefined, constant: 0 };
  const [to, by] = e.args;
  const { base, constant } = baseOf(to!);
  return { base, constant: by?.kind === 'const' ? constant + Number(by.value) : constant };
}
