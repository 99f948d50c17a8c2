/**
 * What the iterations of a loop with loops in it read and write. Iterations that run together go through the inner loops together: what an iteration does in the second iteration of an inner loop comes
 * before what its neighbour would have done in the third of its own, so that no iteration may meet what another one of them reads or writes, wherever in the inner loops either is.
 */
import { i64, op, toInteger } from '../../../ir/build.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { sizeOf } from '../../../ir/types.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { bodiesOf, withLocal } from '../../../ir/walk.ts';
import { addressIn, type Term } from '../../../opt/analysis/affine.ts';
import {
  type Access,
  accessesOf,
  isTooFar,
  type LoopVariable,
  needsTest,
  overlap,
  type Reference,
  type Stretch,
  stretchOf,
} from './loop-references.ts';

export type For = Extract<Statement, { kind: 'for' }>;

/** How an address grows from iteration to iteration of an inner loop: by `factor` times all of `by` bytes. */
export type InnerTerm = { readonly loop: For; readonly factor: bigint; readonly by: readonly Expression[] };

export type Place = {
  /** The same for places whose distance is the difference of `place`. */
  readonly key: string;
  readonly stride: number;
  readonly place: number;
  readonly inner: readonly InnerTerm[];
  /** Whether it grows from iteration to iteration by what is no constant: that is one of `inner` then. */
  readonly leaps: boolean;
};
/** The loop whose iterations run together. */
export type NestVariable = LoopVariable & { readonly loop: For };
type NestReference = Reference & Pick<Place, 'inner' | 'leaps'>;
export type NestStretch = Stretch & { readonly inner: readonly InnerTerm[] };

export type NestTests = {
  readonly pairs: readonly (readonly [NestStretch, NestStretch])[];
  /** Conditions on distances that are no constants. */
  readonly conditions: readonly Expression[];
};

type Varies = (e: Expression) => boolean;
type Body = readonly Statement[];

/** Undefined where iterations depend on each other, or nothing is known. `asserted`: somebody says that they do not. */
export function testsOfNest(
  body: Body,
  variable: NestVariable,
  varies: Varies,
  { together, asserted }: { readonly together: number; readonly asserted: boolean },
): NestTests | undefined {
  const references = new NestReferences(variable, varies);
  if (!references.visit(body, [])) return undefined;
  const groups = new Map<string, NestReference[]>();
  for (const r of references.found) groups.set(r.key, [...(groups.get(r.key) ?? []), r]);
  const conditions: Expression[] = [];
  for (const group of groups.values()) {
    const condition = asserted ? [] : apartInIterations(group, together);
    if (!condition) return undefined;
    conditions.push(...condition);
  }
  const list = [...groups.values()].map((group) => ({ group, stretch: stretchOfNest(group) }));
  const pairs: (readonly [NestStretch, NestStretch])[] = [];
  for (const [i, a] of list.entries())
    for (const b of list.slice(i + 1)) {
      if (!needsTest(a.group, b.group)) continue;
      // Two places in one array that lie at no constant distance: columns of a matrix, whose stretches meet.
      if (a.group[0]!.base === b.group[0]!.base && (a.stretch.inner.length > 0 || b.stretch.inner.length > 0))
        return undefined;
      pairs.push([a.stretch, b.stretch]);
    }
  return { pairs, conditions };
}

/** How many accesses neither stay where they are nor lie side by side from iteration to iteration. */
export function strayAccesses(body: Body, variable: NestVariable, varies: Varies): number {
  return countAccesses(body, (at, loops) => {
    const place = placeIn(at, variable, varies, loops);
    return !place || place.leaps || (place.stride !== 0 && place.stride !== sizeOf(at.memory));
  });
}

/** How many there are of which `counts` holds, in such loops. */
export function countAccesses(body: Body, counts: (at: Access, loops: readonly For[]) => boolean): number {
  const within = (list: Body, loops: readonly For[]): number =>
    list.reduce((n, s) => {
      const own = accessesOf(s).filter((at) => counts(at, loops));
      const inner = s.kind === 'for' ? [...loops, s] : loops;
      return bodiesOf(s).reduce((m, b) => m + within(b, inner), n + own.length);
    }, 0);
  return within(body, []);
}

class NestReferences {
  readonly found: NestReference[] = [];
  private readonly variable: NestVariable;
  private readonly varies: Varies;
  private when = 0;

  constructor(variable: NestVariable, varies: Varies) {
    this.variable = variable;
    this.varies = varies;
  }

  /** Whether all that is read and written is known. */
  visit(list: Body, loops: readonly For[]): boolean {
    return list.every((s) => {
      for (const at of accessesOf(s)) if (!this.add(at, s.kind === 'store' && at.from === s.to, loops)) return false;
      this.when += 2;
      if (s.kind === 'for' && !isSteady(s, this.varies)) return false;
      const inner = s.kind === 'for' ? [...loops, s] : loops;
      return bodiesOf(s).every((b) => this.visit(b, inner));
    });
  }

  private add(at: Access, isStore: boolean, loops: readonly For[]): boolean {
    const place = placeIn(at, this.variable, this.varies, loops);
    if (!place || place.stride < 0) return false;
    const { from, offset, memory } = at;
    const base = keyOf(baseOf(from));
    this.found.push({ ...place, base, size: sizeOf(memory), from, offset, memory, isStore, when: this.when });
    return true;
  }
}

/** An inner loop that does the same iterations in all iterations. */
function isSteady({ from, trips, step }: For, varies: Varies): boolean {
  return step.kind === 'const' && !varies(from) && !varies(trips);
}

/** Undefined where the address does not grow evenly in the loop and in those in it. */
export function placeIn(at: Access, variable: NestVariable, varies: Varies, loops: readonly For[]): Place | undefined {
  const { base, sum } = addressIn(at.from, at.offset, varies);
  if (varies(base)) return undefined;
  const growth = new Growth(variable, varies, loops);
  if (![...sum.terms.values()].every((t) => growth.add(t)) || isTooFar(growth.stride, sum)) return undefined;
  const inner = [...growth.inner.values()].filter((t) => t.factor !== 0n);
  const inLoops = inner.map((t) => `${t.loop.local}:${t.factor}*${keysOf(t.by)}`).sort();
  const key = [keyOf(base), growth.stride, growth.rest.sort().join(' '), ...inLoops].join(' | ');
  return { key, stride: Number(growth.stride), place: Number(sum.constant), inner, leaps: growth.leaps };
}

/** An address as what stays, multiples of the loop's variable, and of those of the loops in it. */
class Growth {
  stride = 0n;
  leaps = false;
  readonly rest: string[] = [];
  readonly inner = new Map<string, { loop: For; factor: bigint; by: readonly Expression[] }>();
  private readonly variable: NestVariable;
  private readonly varies: Varies;
  private readonly loops: readonly For[];

  constructor(variable: NestVariable, varies: Varies, loops: readonly For[]) {
    this.variable = variable;
    this.varies = varies;
    this.loops = loops;
  }

  /** Whether the term grows evenly. */
  add({ atoms, factor }: Term): boolean {
    const [moving, ...others] = atoms.filter((a) => this.varies(a.e)).map((a) => a.e);
    const by = atoms.filter((a) => a.e !== moving).map((a) => toInteger('i64', a.e));
    if (!moving) this.rest.push(`${factor}*${keysOf(by)}`);
    return !moving || (others.length === 0 && moving.kind === 'local' && this.addVariable(moving.index, factor, by));
  }

  private addVariable(local: number, factor: bigint, by: readonly Expression[]): boolean {
    if (local === this.variable.local) {
      if (by.length === 0) this.stride += factor * BigInt(this.variable.step);
      else this.leaps = true;
      if (by.length === 0) return true;
    }
    const { variable } = this;
    const loop = local === variable.local ? variable.loop : this.loops.findLast((l) => l.local === local);
    if (loop?.step.kind !== 'const') return false;
    const step = BigInt(loop.step.value);
    const key = `${local} ${keysOf(by)}`;
    const known = this.inner.get(key);
    if (known) known.factor += factor * step;
    else this.inner.set(key, { loop, factor: factor * step, by });
    return true;
  }
}

/** What must hold for no iteration to meet another one's data, where one of them stores; undefined where they do or nothing is known. */
function apartInIterations(group: readonly NestReference[], together: number): readonly Expression[] | undefined {
  const stores = group.filter((r) => r.isStore);
  if (stores.length === 0) return [];
  const { inner, stride, leaps } = group[0]!;
  if (leaps) return undefined;
  const iterations = Array.from({ length: together - 1 }, (_, k) => k + 1).flatMap((k) => [k, -k]);
  const meet = (is: (a: NestReference, b: NestReference, iterations: number) => boolean): boolean =>
    stores.some((a) => group.some((b) => iterations.some((k) => is(a, b, k))));
  if (inner.every((t) => t.by.length === 0)) {
    const far = inner.reduce((n, t) => commonDivisor(n, Number(t.factor)), 0);
    return meet((a, b, k) => (far === 0 ? overlap(a, b, k) : overlapModulo(a, b, k, far))) ? undefined : [];
  }
  if (inner.length > 1 || meet(overlap)) return undefined;
  const places = group.map((r) => r.place);
  const spread = Math.max(...places) - Math.min(...places) + Math.max(...group.map((r) => r.size));
  const least = (together - 1) * stride + spread;
  const step = stepOf(inner[0]!);
  return [op('or', [op('le', [i64(least), step]), op('le', [step, i64(-least)])])];
}

/** Whether b so many iterations later lies where a does, or a multiple of `far` bytes from there. */
function overlapModulo(a: NestReference, b: NestReference, iterations: number, far: number): boolean {
  const distance = iterations * a.stride + b.place - a.place;
  const rest = ((distance % far) + far) % far;
  return rest < a.size || far - rest < b.size;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? Math.abs(a) : commonDivisor(b, a % b);
}

function stepOf({ factor, by }: InnerTerm): Expression {
  return by.reduce((n, e) => op('mul', [n, e]), i64(factor));
}

function stretchOfNest(group: readonly NestReference[]): NestStretch {
  return { ...stretchOf(group), inner: group[0]!.inner };
}

/** The address of a stretch where the inner loops begin. */
export function atStart({ from, inner }: NestStretch): Expression {
  return inner.reduce((e, { loop }) => withLocal(e, loop.local, loop.from), from);
}

export function notInner(stretch: Stretch): NestStretch {
  return { ...stretch, inner: [] };
}

/** By how many bytes the inner loops lead below and above their start. */
export function innerReach(stretch: NestStretch): readonly (readonly [below: Expression, above: Expression])[] {
  return stretch.inner.map((t) => {
    const times = op('max', [op('sub', [toInteger('i64', t.loop.trips), i64(1)]), i64(0)]);
    const far = op('mul', [times, stepOf(t)]);
    return [op('min', [far, i64(0)]), op('max', [far, i64(0)])];
  });
}

function baseOf(address: Expression): Expression {
  return address.kind === 'op' && address.op === 'offset' ? baseOf(address.args[0]!) : address;
}

function keysOf(list: readonly Expression[]): string {
  return list.map(keyOf).sort().join('*');
}
