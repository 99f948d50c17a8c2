/**
 * In which order threads of a block may go through all iterations of a loop around barriers, one after the other. Two accesses to the same cell, one of them a store, that a barrier of the loop keeps
 * apart tell which of two threads comes first; the distance between them is known where both move alike with the thread's number and the loop's variable.
 */
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { isPointer, type MemoryType, sizeOf } from '../../ir/types.ts';
import { countSets } from '../../ir/uniformity.ts';
import { keyOf } from '../../ir/value-key.ts';
import { eachExpression, eachStatement, expressionsOf, localsSet } from '../../ir/walk.ts';
import { type Affine, AffineForms, constantOf, difference, isConstant, plus } from '../analysis/affine.ts';
import type { Comparison } from '../scalar/clip-loops.ts';
import { numbersOf } from './shared-places.ts';

type For = Extract<Statement, { kind: 'for' }>;
export type ThreadOrder = 'ascending' | 'descending';

/** Bytes by which a place moves from thread to thread and from iteration to iteration. */
type Access = {
  readonly root: string;
  readonly thread: number;
  readonly iteration: number;
  readonly rest: Affine;
  readonly bytes: number;
  readonly stores: boolean;
  /** Between which barriers of an iteration. */
  readonly segment: number;
};
/** `guards`: what holds for threads and iterations that do anything. */
type Setting = {
  readonly threads: number;
  readonly varying: ReadonlySet<number>;
  readonly guards: readonly Comparison[];
};
/** thread * t + iteration * u, for thread t and iteration u, lies between these two. */
type Span = { readonly thread: number; readonly iteration: number; readonly least: number; readonly most: number };

/** More iterations are not looked at one by one. */
const iterationsAtMost = 1 << 14;

/** Undefined where no order is known to do, or neighbours store side by side, as lanes of vectors do. */
export function orderOfThreads(s: For, kernel: Fn, { threads, varying, guards }: Setting): ThreadOrder | undefined {
  const placed = placesIn(s, kernel, varying);
  const accesses = accessesOf(s, placed.address);
  const spans = spansOf(s, threads, guards.map(placed.guard));
  if (!accesses) return undefined;
  const stored = accesses.filter((a) => a.stores);
  if (stored.length === 0 || stored.some((a) => a.thread === 0 || Math.abs(a.thread) === a.bytes)) return undefined;
  const orders = new Set<ThreadOrder>(['ascending', 'descending']);
  for (const a of stored)
    for (const b of accesses) {
      if (a.root !== b.root) continue;
      for (const [x, y] of [
        [a, b],
        [b, a],
      ] as const) {
        const { before, behind } = conflicts(x, y, { s, threads, spans });
        if (before) orders.delete('ascending');
        if (behind) orders.delete('descending');
      }
    }
  return orders.values().next().value;
}

/** Whether threads before, or behind, the one that makes access `x` come to its cells by `y` when a barrier lies between. */
function conflicts(
  x: Access,
  y: Access,
  { s, threads, spans }: { readonly s: For; readonly threads: number; readonly spans: readonly Span[] },
): { readonly before: boolean; readonly behind: boolean } {
  const apart = difference(y.rest, x.rest);
  if (x.thread !== y.thread || x.iteration !== y.iteration || !isConstant(apart)) return { before: true, behind: true };
  const first = x.segment < y.segment ? 0 : 1;
  const farthest =
    x.iteration === 0
      ? first
      : Math.ceil((Math.abs(x.thread) * threads + Math.abs(constantOf(apart)) + 16) / Math.abs(x.iteration));
  const trips = s.trips.kind === 'const' ? Number(s.trips.value) - 1 : farthest;
  const last = Math.min(trips, farthest);
  if (last > iterationsAtMost) return { before: true, behind: true };
  let [before, behind] = [false, false];
  for (let iterations = first; iterations <= last; iterations++) {
    // -y.bytes < thread * n + at < x.bytes
    const at = x.iteration * iterations + constantOf(apart);
    const ends = [(-y.bytes - at) / x.thread, (x.bytes - at) / x.thread] as const;
    const [low, high] = [Math.floor(Math.min(...ends)) + 1, Math.ceil(Math.max(...ends)) - 1];
    for (let n = Math.max(low, 1 - threads); n <= Math.min(high, threads - 1); n++) {
      if (n === 0 || !spans.every((p) => Math.abs(p.thread * n + p.iteration * iterations) <= p.most - p.least))
        continue;
      if (n < 0) before = true;
      else behind = true;
    }
    if (before && behind) break;
  }
  return { before, behind };
}

/** Those to memory that the loop writes to; undefined where there are others than to shared arrays at places that are known. */
function accessesOf(
  s: For,
  placed: (to: Expression, offset: number) => Placed | undefined,
): readonly Access[] | undefined {
  const found: Access[] = [];
  const unknown = new Set<'load' | 'store'>();
  let far = false;
  let segment = 0;
  const add = (to: Expression, offset: number, memory: MemoryType, stores: boolean): void => {
    if (to.type === 'ptr.global' || to.type === 'ptr.constant') {
      far ||= stores;
      return;
    }
    const place = to.type === 'ptr.shared' ? placed(to, offset) : undefined;
    if (place) found.push({ ...place, bytes: sizeOf(memory), stores, segment });
    else unknown.add(stores ? 'store' : 'load');
  };
  for (const x of s.body) {
    if (x.kind === 'barrier') segment++;
    eachStatement([x], (y) => {
      if (y.kind === 'store') add(y.to, y.offset, y.memory, true);
      for (const whole of expressionsOf(y))
        eachExpression(whole, (e) => {
          if (e.kind !== 'load') return;
          if (e.volatile) unknown.add('store');
          add(e.from, e.offset, e.memory, false);
        });
    });
  }
  return far || unknown.size > 0 ? undefined : found;
}

/** What guards say of threads and iterations, beside how many there are. */
function spansOf(s: For, threads: number, guards: readonly (Omit<Placed, 'root'> | undefined)[]): readonly Span[] {
  const trips = s.trips.kind === 'const' ? Number(s.trips.value) : Number.POSITIVE_INFINITY;
  const spans: Span[] = [];
  for (const g of guards) {
    if (!g || !isConstant(g.rest)) continue;
    const { thread, iteration } = g;
    const ends = [0, thread * (threads - 1)].flatMap((x) => [x, iteration === 0 ? x : x + iteration * (trips - 1)]);
    const at = spans.findIndex((p) => isAlong(p, g) || isAgainst(p, g));
    const known = spans[at] ?? { thread, iteration, least: Math.min(...ends), most: Math.max(...ends) };
    const [least, most] = isAlong(known, g)
      ? [Math.max(known.least, -constantOf(g.rest)), known.most]
      : [known.least, Math.min(known.most, constantOf(g.rest))];
    spans.splice(at < 0 ? spans.length : at, 1, { ...known, least, most });
  }
  return spans;
}

type Moving = Pick<Placed, 'thread' | 'iteration'>;
const isAlong = (a: Moving, b: Moving): boolean => a.thread === b.thread && a.iteration === b.iteration;
const isAgainst = (a: Moving, b: Moving): boolean => a.thread === -b.thread && a.iteration === -b.iteration;

type Places = {
  readonly address: (to: Expression, offset: number) => Placed | undefined;
  /** Of what is at least 0. */
  readonly guard: (g: Comparison) => Omit<Placed, 'root'> | undefined;
};

type Placed = Pick<Access, 'root' | 'thread' | 'iteration' | 'rest'>;

/** Where an address in shared memory leads. */
function placesIn(s: For, kernel: Fn, varying: ReadonlySet<number>): Places {
  const counts = countSets(kernel.body, kernel.locals.length);
  const within = new Set<number>();
  const values = new Map<number, Affine>();
  const forms = new AffineForms({ bits: 64, keyOf, known: (l) => values.get(l) });
  for (const [l, value] of numbersOf(kernel)) if (isWhole(value)) values.set(l, forms.of(value));
  eachStatement(s.body, (x) => {
    for (const l of localsSet(x)) within.add(l);
    if (x.kind === 'set' && counts[x.local] === 1 && isWhole(x.value)) values.set(x.local, forms.of(x.value));
  });
  const step = s.step.kind === 'const' ? Number(s.step.value) : undefined;
  const isFixed = (e: Expression): boolean =>
    e.kind === 'local' ? !within.has(e.index) && !varying.has(e.index) : e.kind === 'special' && same.has(e.name);
  const moving = (form: Affine, roots: Set<string>): Omit<Placed, 'root'> | undefined => {
    let [thread, iteration] = [0, 0];
    const rest = new Map(form.terms);
    for (const [key, { atoms, factor }] of form.terms) {
      const [e] = atoms.map((a) => a.e);
      if (atoms.length !== 1 || !e) return undefined;
      if ((e.kind === 'global' || e.kind === 'dynamic-shared') && factor === 1n) roots.add(key);
      else if (e.kind === 'special' && e.name === 'tid.x') thread = Number(factor);
      else if (e.kind === 'local' && e.index === s.local) iteration = Number(factor) * (step ?? Number.NaN);
      else if (isFixed(e)) continue;
      else return undefined;
      rest.delete(key);
    }
    return Number.isNaN(iteration) ? undefined : { thread, iteration, rest: { ...form, terms: rest } };
  };
  return {
    address: (to, offset) => {
      const roots = new Set<string>();
      const found = moving(plus(forms.of(to), offset), roots);
      const [root] = roots;
      return found && root !== undefined && roots.size === 1 ? { root, ...found } : undefined;
    },
    guard: ({ a, b, least }) => {
      const first = s.from.kind === 'const' ? Number(s.from.value) : undefined;
      const found = moving(plus(difference(forms.of(a), forms.of(b)), -least), new Set());
      if (!found || first === undefined || !step) return undefined;
      // In iterations from 0 on.
      return { ...found, rest: plus(found.rest, (found.iteration / step) * first) };
    },
  };
}

const isWhole = ({ type }: Expression): boolean => type === 'i32' || type === 'i64' || isPointer(type);

const same: ReadonlySet<string> = new Set([
  'ctaid.x',
  'ctaid.y',
  'ctaid.z',
  'nctaid.x',
  'nctaid.y',
  'nctaid.z',
  'ntid.x',
]);
