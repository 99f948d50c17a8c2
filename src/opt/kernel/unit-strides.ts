/**
 * Dummy arrays of assumed shape come with the distance of their elements, which is nearly always an element's size: a version of the kernel for launches whose arrays all lie so, in which
 * neighbours are neighbours.
 */
import { integer } from '../../ir/build.ts';
import type { Expression, Fn } from '../../ir/module.ts';
import { type MemoryType, sizeOf } from '../../ir/types.ts';
import { countSets } from '../../ir/uniformity.ts';
import { eachExpressionIn, eachExpressionOf, eachStatement, mapBody } from '../../ir/walk.ts';

/** A parameter, what it has to be, and the address of the array whose it is. */
export type KnownStride = { readonly param: number; readonly bytes: number; readonly array: number };
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

/** A cell of a descriptor that nobody changes while a kernel runs, and what it has to be: `offset` bytes into a variable. */
export type KnownCell = { readonly variable: string; readonly offset: number; readonly value: number };
export type NearStrides = UnitStrides & { readonly cells: readonly KnownCell[] };

/** The same where pointers and allocatable arrays of modules bring their descriptors along: their distances, too. */
export function nearStrides(kernel: Fn): NearStrides | undefined {
  const near = unitStrides(kernel);
  const cells = new Map<string, KnownCell>();
  const change = (e: Expression): Expression => {
    const variable = e.kind === 'load' && e.type === 'i64' && !e.volatile ? ofDescriptor(e.from) : undefined;
    if (e.kind !== 'load' || e.usually === undefined || variable === undefined) return e;
    const { offset, usually: value } = e;
    cells.set(`${variable} ${offset}`, { variable, offset, value });
    return integer('i64', value);
  };
  const body = mapBody((near?.fn ?? kernel).body, change);
  if (!near && cells.size === 0) return undefined;
  return { fn: { ...kernel, body }, strides: near?.strides ?? [], cells: [...cells.values()] };
}

/** The variable that an address in constant memory names. */
function ofDescriptor(from: Expression): string | undefined {
  const [inner] = from.kind === 'op' && from.op === 'cast.space' && from.type === 'ptr.constant' ? from.args : [];
  return inner?.kind === 'global' ? inner.name : undefined;
}

type Asked = Extract<Expression, { kind: 'local' | 'load' }>;
/** What a launch is asked of a parameter, or of a cell of the host's data that it takes along. */
export type UsualFact =
  | { readonly of: Asked; readonly is: 'equal' | 'multiple'; readonly number: number }
  | { readonly of: Asked; readonly is: 'narrow' }
  | { readonly of: 'block'; readonly is: 'width'; readonly number: number };
export type UsualKernel = { readonly fn: Fn; readonly facts: readonly UsualFact[] };

/**
 * The same for a device whose launches take cells of the host's data along: distances that are loaded from descriptors of modules count as well. What else indices are multiplied with are
 * numbers of 32 bits, and of such an array multiples of what its elements are.
 */
export function usualStrides(kernel: Fn): UsualKernel | undefined {
  const near = unitStrides(kernel);
  const facts: UsualFact[] = (near?.strides ?? []).map(({ param: index, bytes: number }) => {
    return { of: { kind: 'local', type: 'i64', index }, is: 'equal', number };
  });
  const described = new Map<string, number>();
  const change = (e: Expression): Expression => {
    if (e.kind !== 'load' || e.usually === undefined || e.from.kind !== 'global' || e.volatile) return e;
    facts.push({ of: e, is: 'equal', number: e.usually });
    described.set(e.from.name, e.usually);
    return integer('i64', e.usually);
  };
  const body = mapBody((near?.fn ?? kernel).body, change);
  if (facts.length === 0) return undefined;
  const fn = { ...kernel, body };
  for (const of of factors(fn)) {
    if (of.kind === 'local') facts.push({ of, is: 'narrow' });
    const bytes = of.kind === 'local' ? elementOf(near?.strides ?? [], of.index) : describedBy(of, described);
    const number = bytes === undefined ? 1 : bytes & -bytes;
    if (number > 1) facts.push({ of, is: 'multiple', number });
  }
  return { fn, facts };
}

/** Parameters of 64 bits that stay as they are, and loads from descriptors, that something is multiplied with. */
function factors(kernel: Fn): readonly Asked[] {
  const sets = countSets(kernel.body, kernel.locals.length);
  const found = new Map<string, Asked>();
  eachExpressionIn(kernel.body, (e) => {
    if (e.kind !== 'op' || e.op !== 'mul' || e.type !== 'i64') return;
    for (const a of e.args) {
      if (a.kind === 'local' && a.index < kernel.params && sets[a.index] === 0) found.set(`$${a.index}`, a);
      if (a.kind === 'load' && a.from.kind === 'global' && !a.volatile) found.set(`${a.from.name} ${a.offset}`, a);
    }
  });
  return [...found.values()];
}

/** The bytes of the elements of the array to whose descriptor the parameter belongs. */
function elementOf(strides: readonly KnownStride[], param: number): number | undefined {
  return strides.find((s) => s.array < param && strides.every((o) => o.array <= s.array || o.array > param))?.bytes;
}

function describedBy(e: Asked, described: ReadonlyMap<string, number>): number | undefined {
  return e.kind === 'load' && e.from.kind === 'global' ? described.get(e.from.name) : undefined;
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
    for (const a of factorsOf(address))
      if (isParam(a) && a.index > base.index)
        first.set(base.index, Math.min(a.index, first.get(base.index) ?? a.index));
  };
  eachStatement(kernel.body, (s) => {
    if (s.kind === 'store') access(s.memory, s.to, s.offset);
    if (s.kind === 'atomic') access(s.memory, s.to, 0);
    eachExpressionOf(s, (e) => {
      if (e.kind === 'load') access(e.memory, e.from, e.offset);
    });
  });
  return [...first].map(([array, param]) => {
    const { from, to } = reach.get(array)!;
    return { param, bytes: to - from, array };
  });
}

/** What the terms of an address are multiplied with: distances in bytes. A column's length is not one, since its product is a number of elements. */
function factorsOf(e: Expression): readonly Expression[] {
  if (e.kind !== 'op') return [];
  if (e.op === 'mul') return e.type === 'i64' ? e.args : [];
  return e.op === 'offset' || e.op === 'add' || e.op === 'sub' ? e.args.flatMap(factorsOf) : [];
}

/** The local that an address is counted from, and the constant in it. */
function baseOf(e: Expression): { readonly base: Expression | undefined; readonly constant: number } {
  if (e.kind === 'local') return { base: e, constant: 0 };
  if (e.kind !== 'op' || e.op !== 'offset') return { base: undefined, constant: 0 };
  const [to, by] = e.args;
  const { base, constant } = baseOf(to!);
  return { base, constant: by?.kind === 'const' ? constant + Number(by.value) : constant };
}
