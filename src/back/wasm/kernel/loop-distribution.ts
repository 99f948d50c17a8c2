/**
 * Threads that each write several rows of one array: where neighbouring blocks run as one wide block, each row is written from one end to the other before the next
 * begins, so that the processor follows few long streams instead of many that lie a power of two apart.
 */
import type { Expression, Statement } from '../../../ir/module.ts';
import { type Operation, operations } from '../../../ir/operations.ts';
import { countSets } from '../../../ir/uniformity.ts';
import { keyOf } from '../../../ir/value-key.ts';
import {
  bodiesOf,
  eachExpression,
  eachStatement,
  localsSetIn,
  someExpression,
  someExpressionIn,
} from '../../../ir/walk.ts';
import { addressIn } from '../../../opt/analysis/affine.ts';
import { cacheLine } from '../../../opt/cost.ts';
import type { RegionKernel } from '../../../opt/kernel/region-parts.ts';

type Body = readonly Statement[];

/** Each region as one for each stream; the others as they are. */
export function distributeLoop(kernel: RegionKernel): RegionKernel {
  const threads = new Set(kernel.threads);
  const body = kernel.body.flatMap((s): Body => {
    if (s.kind !== 'block' || !kernel.threads.has(s.label) || kernel.whole.has(s.label)) return [s];
    const parts = apart(s.body, kernel.locals.length);
    if (parts.length < 2) return [s];
    return parts.map((part, i) => {
      const label = i === 0 ? s.label : `${s.label}~${i}`;
      threads.add(label);
      return { ...s, label, body: part };
    });
  });
  return threads.size === kernel.threads.size ? kernel : { ...kernel, body, threads };
}

/** Parts of a list that leave each other alone, in their order; each has what it needs of the arithmetic. */
function apart(list: Body, locals: number): readonly Body[] {
  const last = list.at(-1);
  if (last?.kind === 'if' && last.otherwise.length === 0 && list.slice(0, -1).every(isArithmetic))
    return apart(last.then, locals).map((then) => [...list.slice(0, -1), { ...last, then }]);
  const sets = countSets(list, locals);
  const stays = (s: Statement): boolean => {
    if (s.kind === 'if') return bodiesOf(s).every((b) => b.every(stays));
    return s.kind === 'set' ? sets[s.local] === 1 : s.kind === 'store' && !s.volatile;
  };
  if (!list.every(stays)) return [list];
  const ends = endsOf(list);
  const starts = [0, ...ends.slice(0, -1).map((e) => e + 1)];
  if (
    !writesAnArrayTwice(ends.map((e, i) => storesIn(list.slice(starts[i], e + 1)))) ||
    fillsStructures(storesIn(list))
  )
    return [list];
  return ends.map((end, i) => list.filter((s, at) => (at >= starts[i]! && at <= end) || (at < end && isArithmetic(s))));
}

type Store = Extract<Statement, { kind: 'store' }>;

/** Those within branches, too. */
function storesIn(list: Body): readonly Store[] {
  const found: Store[] = [];
  eachStatement(list, (s) => {
    if (s.kind === 'store') found.push(s);
  });
  return found;
}

/** Where a part may end: behind a store, or a branch with one, when nothing loaded before is read later. */
function endsOf(list: Body): readonly number[] {
  const ends: number[] = [];
  list.forEach((s, at) => {
    if (storesIn([s]).length === 0) return;
    const loaded = new Set<number>();
    for (const x of list.slice(0, at + 1))
      if (x.kind === 'if' || (x.kind === 'set' && (!isArithmetic(x) || reads(x, loaded))))
        for (const l of localsSetIn([x])) loaded.add(l);
    if (!list.slice(at + 1).some((x) => reads(x, loaded))) ends.push(at);
  });
  const rest = list.length - 1;
  if (ends.at(-1) !== rest) ends.splice(-1, 1, rest);
  return ends;
}

function reads(s: Statement, locals: ReadonlySet<number>): boolean {
  return someExpressionIn([s], (x) => x.kind === 'local' && locals.has(x.index));
}

/** Reads no memory and may be computed again. */
function isArithmetic(s: Statement): boolean {
  if (s.kind !== 'set') return false;
  return !someExpression(s.value, (x) => {
    if (x.kind !== 'op') return x.kind === 'load' || x.kind === 'slot';
    const row: Operation = operations[x.op];
    return row.expensive === true || row.partial === true;
  });
}

function writesAnArrayTwice(parts: readonly (readonly Store[])[]): boolean {
  const written = new Set<string>();
  return parts.some((part) => {
    const own = new Set(part.map((s) => rootOf(s.to)));
    const again = [...own].some((root) => root !== '' && written.has(root));
    for (const root of own) written.add(root);
    return again;
  });
}

/** Stores that are looked at: structures show early. */
const mostAsked = 16;

/** Whether two stores of a thread lie in one line: a row of structures is no row for each of their cells. */
function fillsStructures(stores: readonly Store[]): boolean {
  const last = new Map<string, number>();
  return stores.slice(0, mostAsked).some((s) => {
    const { base, sum } = addressIn(s.to, s.offset, () => false);
    const terms = [...sum.terms].map(([key, { factor }]) => `${factor}*${key}`).sort();
    const key = `${keyOf(base)} ${terms.join(' ')}`;
    const place = Number(sum.constant);
    const before = last.get(key);
    last.set(key, place);
    return before !== undefined && Math.abs(place - before) < cacheLine;
  });
}

/** The parameter or variable that an address counts from; nothing where that is not plain. */
function rootOf(address: Expression): string {
  let root = '';
  eachExpression(address, (x) => {
    if (x.kind === 'global') root = x.name;
    else if (x.kind === 'local' && x.type.startsWith('ptr')) root = `$${x.index}`;
  });
  return root;
}
