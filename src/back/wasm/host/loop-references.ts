/**
 * What the iterations of a loop read and write: whether so many iterations may run together, statement by statement, and what must be found out about addresses
 * before they do. References whose distance is known are compared here; of others, the stretches that they touch in the whole loop must not meet.
 */
import { op } from '../../../ir/build.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { isPointer, type MemoryType, sizeOf } from '../../../ir/types.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { eachExpression, eachStatement, expressionsOf } from '../../../ir/walk.ts';
import { type Affine, addressIn, namedBase, type Term } from '../../../opt/analysis/affine.ts';

/** References that lie at constant distances from each other in every iteration. */
export type Stretch = {
  /** Of one of them. */
  readonly from: Expression;
  readonly offset: number;
  /** Bytes from that to the first and behind the last byte that one iteration touches. */
  readonly low: number;
  readonly high: number;
  /** Bytes from iteration to iteration; not negative. */
  readonly stride: number;
};

/** Bytes that each iteration touches. Those of cells with one key lie at the distance of their places. */
export type Cell = {
  /** What the address begins with. */
  readonly base: string;
  readonly key: string;
  readonly place: number;
  /** Bytes from iteration to iteration. */
  readonly stride: number;
  readonly size: number;
};

export type Reference = Cell & {
  readonly from: Expression;
  readonly offset: number;
  readonly memory: MemoryType;
  readonly isStore: boolean;
  /** Statements in order; what a store reads comes before it. */
  readonly when: number;
};

export type LoopVariable = { readonly local: number; readonly step: number };

/** Pairs of stretches that must not meet; undefined where iterations depend on each other or nothing is known. `isApart`: what is loaded from an address that nothing is stored to. */
export function mayMeet(
  body: readonly Statement[],
  variable: LoopVariable,
  varies: (e: Expression) => boolean,
  together: number,
  isApart: (from: Expression) => boolean,
): readonly (readonly [Stretch, Stretch])[] | undefined {
  const references = referencesOf(body, variable, varies, isApart);
  if (!references) return undefined;
  const groups = new Map<string, Reference[]>();
  for (const r of references) groups.set(r.key, [...(groups.get(r.key) ?? []), r]);
  for (const group of groups.values()) if (dependsOnItself(group, together)) return undefined;
  const list = [...groups.values()].map((group) => ({ group, stretch: stretchOf(group) }));
  const pairs: (readonly [Stretch, Stretch])[] = [];
  list.forEach((a, i) => {
    for (const b of list.slice(i + 1)) if (needsTest(a.group, b.group)) pairs.push([a.stretch, b.stretch]);
  });
  return pairs;
}

function referencesOf(
  body: readonly Statement[],
  variable: LoopVariable,
  varies: (e: Expression) => boolean,
  isApart: (from: Expression) => boolean,
): readonly Reference[] | undefined {
  const found: Reference[] = [];
  let known = true;
  const add = (from: Expression, offset: number, memory: MemoryType, isStore: boolean, when: number): void => {
    const cell = cellAt({ from, offset, memory }, variable, varies);
    if (cell && cell.stride >= 0) found.push({ ...cell, from, offset, memory, isStore, when });
    else if (isStore || !isApart(from)) known = false;
  };
  // What is read or written under a condition counts as if it were so in any case, one side of a branch before the other.
  let when = 0;
  eachStatement(body, (s) => {
    for (const e of expressionsOf(s))
      eachExpression(e, (x) => {
        if (x.kind === 'load') add(x.from, x.offset, x.memory, false, when);
      });
    if (s.kind === 'store') add(s.to, s.offset, s.memory, true, when + 1);
    when += 2;
  });
  return known ? found : undefined;
}

export type Access = {
  readonly from: Expression;
  readonly offset: number;
  readonly memory: MemoryType;
  readonly volatile?: boolean | undefined;
};

/** Undefined where the address does not grow evenly. */
export function cellAt(at: Access, variable: LoopVariable, varies: (e: Expression) => boolean): Cell | undefined {
  const { base, sum } = addressIn(at.from, at.offset, varies);
  if (varies(base)) return undefined;
  let stride = 0n;
  const rest: string[] = [];
  for (const [key, { atoms, factor }] of sum.terms) {
    if (!atoms.some((a) => varies(a.e))) rest.push(`${factor}*${key}`);
    else if (atoms.length === 1 && isVariable(atoms[0]!.e, variable.local)) stride += factor * BigInt(variable.step);
    else return undefined;
  }
  if (isTooFar(stride, sum)) return undefined;
  const name = keyOf(base);
  const key = `${name} ${stride} ${rest.sort().join(' ')}`;
  return { base: name, key, place: Number(sum.constant), stride: Number(stride), size: sizeOf(at.memory) };
}

/** Whether distances may be more than a number holds. */
export function isTooFar(stride: bigint, { constant }: Affine): boolean {
  const far = (n: bigint, bits: bigint): boolean => n > 1n << bits || n < -(1n << bits);
  return far(stride, 20n) || far(constant, 40n);
}

/** `cellAt` for a loop, in which many cells have one expression for their place. */
export function cellsOf(variable: LoopVariable, varies: (e: Expression) => boolean): (at: Access) => Cell | undefined {
  const known = new Map<Expression, Cell | undefined>();
  return ({ from, offset, memory }) => {
    if (!known.has(from)) known.set(from, cellAt({ from, offset: 0, memory }, variable, varies));
    const cell = known.get(from);
    return cell && { ...cell, place: cell.place + offset, size: sizeOf(memory) };
  };
}

function isVariable(e: Expression, local: number): boolean {
  return e.kind === 'local' && e.index === local;
}

/** Whether an iteration meets another one's data out of order, when `together` iterations run at once. */
function dependsOnItself(group: readonly Reference[], together: number): boolean {
  return group.some(
    (a) =>
      a.isStore &&
      group.some((b) => {
        for (let later = 1; later < together; later++) {
          // b in a later iteration than a, or in an earlier one.
          if (overlap(a, b, later) && (b === a ? a.stride < a.size : b.when <= a.when)) return true;
          if (overlap(a, b, -later) && (b === a ? a.stride < a.size : a.when <= b.when)) return true;
        }
        return false;
      }),
  );
}

/** Whether b so many iterations later lies where a does. */
export function overlap(a: Cell, b: Cell, iterations: number): boolean {
  const distance = iterations * a.stride + b.place - a.place;
  return distance < a.size && distance > -b.size;
}

/** Whether cells of one key meet in any two of `together` iterations. */
export function meetWithin(a: Cell, b: Cell, together: number): boolean {
  for (let iterations = 1 - together; iterations < together; iterations++) if (overlap(a, b, iterations)) return true;
  return false;
}

/** Data of numbers and what describes arrays never share their storage, unless by one name (`transfer`). */
export function needsTest(a: readonly Reference[], b: readonly Reference[]): boolean {
  const stores = [...a, ...b].filter((r) => r.isStore);
  if (stores.length === 0) return false;
  const describing = (list: readonly Reference[]): boolean =>
    list.every((r) => r.stride === 0 && (r.memory === 'i64' || isPointer(r.memory)));
  const plain = stores.every((r) => r.memory !== 'i64' && !isPointer(r.memory));
  return !(plain && (describing(a) || describing(b)) && a[0]!.base !== b[0]!.base);
}

export function stretchOf(group: readonly Reference[]): Stretch {
  const [first] = group;
  const { from, offset, stride, place } = first!;
  let [low, high] = [0, 0];
  for (const r of group) {
    low = Math.min(low, r.place - place);
    high = Math.max(high, r.place - place + r.size);
  }
  return { from, offset, low, high, stride };
}

/**
 * Sizes that steps of arrays must have for their elements to be neighbours, by the local that holds the step: an element holds at least the cells that an iteration
 * reads or writes of it, or as much as `usual` says of the step. Undefined where such a size is no multiple of what the step counts.
 */
export function stepsWanted(
  body: readonly Statement[],
  variable: LoopVariable,
  varies: (e: Expression) => boolean,
  usual: (step: number) => number | undefined,
): ReadonlyMap<number, bigint> | undefined {
  const elements = new Map<string, { readonly step: number; readonly factor: bigint; low: bigint; high: bigint }>();
  for (const at of accessesIn(body)) {
    const { base, sum } = addressIn(at.from, at.offset, varies);
    const place = sum.constant;
    const end = place + BigInt(sizeOf(at.memory));
    const key = `${keyOf(base)} ${namedBase(sum)}`;
    const terms = [...sum.terms.values()];
    for (const term of terms) {
      const { factor } = term;
      const step = stepIn(term, variable.local, varies);
      if (step === undefined) continue;
      // Elements are neighbours along another subscript: this step is that of columns.
      const isElement = (n: bigint): boolean => n === BigInt(sizeOf(at.memory)) || n === -BigInt(sizeOf(at.memory));
      if (usual(step) === undefined && terms.some((t) => t !== term && isElement(t.factor) && t.atoms.length === 1))
        continue;
      const known = elements.get(`${step} ${key}`);
      elements.set(`${step} ${key}`, {
        step,
        factor,
        low: known && known.low < place ? known.low : place,
        high: known && known.high > end ? known.high : end,
      });
    }
  }
  const wanted = new Map<number, bigint>();
  for (const { step, factor, low, high } of elements.values()) {
    const known = usual(step);
    const size = known === undefined ? (high - low) / factor : BigInt(known);
    if (size <= 0n || (known === undefined && size * factor !== high - low)) return undefined;
    if ((wanted.get(step) ?? 0n) < size) wanted.set(step, size);
  }
  return wanted;
}

/** What the statements load and store, in order. */
export function accessesIn(body: readonly Statement[]): readonly Access[] {
  const found: Access[] = [];
  eachStatement(body, (s) => found.push(...accessesOf(s)));
  return found;
}

/** What the statement itself does so. */
export function accessesOf(s: Statement): readonly Access[] {
  const found: Access[] = [];
  for (const e of expressionsOf(s))
    eachExpression(e, (x) => {
      if (x.kind === 'load') found.push(x);
    });
  if (s.kind === 'store') found.push({ from: s.to, offset: s.offset, memory: s.memory });
  return found;
}

/** The local with which the loop's variable is multiplied. */
function stepIn({ atoms }: Term, local: number, varies: (e: Expression) => boolean): number | undefined {
  const steps = atoms.filter(({ e }) => !isVariable(e, local)).map((a) => a.e);
  const [step] = steps;
  if (atoms.length !== 2 || steps.length !== 1 || step?.kind !== 'local' || varies(step)) return undefined;
  if (step.type !== 'i64') return undefined;
  return step.index;
}

/** First and last-but-one-past address (i64) of what `iterations` (i64) iterations touch, from the address of the first. */
export function reach(
  s: Stretch,
  first: Expression,
  iterations: Expression,
): readonly [low: Expression, high: Expression] {
  const grown = s.stride === 0 ? first : op('add', [first, op('mul', [iterations, constant(s.stride)])]);
  return [plus(first, s.low + s.offset), plus(grown, s.high + s.offset - s.stride)];
}

function plus(e: Expression, n: number): Expression {
  return n === 0 ? e : op('add', [e, constant(n)]);
}

function constant(n: number): Expression {
  return { kind: 'const', type: 'i64', value: BigInt(n) };
}
