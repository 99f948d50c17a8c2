/**
 * What the turns of a loop read and write: whether so many turns may run together, statement by statement, and what must be found out about addresses
 * before they do. References whose distance is known are compared here; of others, the stretches that they touch in the whole loop must not meet.
 */
import { op } from '../../../ir/build.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { isPointer, type MemoryType, sizeOf } from '../../../ir/types.ts';
import { someExpression } from '../../../ir/walk.ts';
import { keyOf, linearAddress } from '../vector/addresses.ts';

/** References that lie at constant distances from each other in every turn. */
export type Stretch = {
  /** Of one of them. */
  readonly from: Expression;
  readonly offset: number;
  /** Bytes from that to the first and behind the last byte that one turn touches. */
  readonly low: number;
  readonly high: number;
  /** Bytes from turn to turn; not negative. */
  readonly stride: number;
};

type Reference = {
  /** What the address begins with. */
  readonly base: string;
  readonly key: string;
  readonly from: Expression;
  readonly offset: number;
  readonly place: number;
  readonly stride: number;
  readonly size: number;
  readonly memory: MemoryType;
  readonly isStore: boolean;
  /** Statements in order; what a store reads comes before it. */
  readonly when: number;
};

export type LoopVariable = { readonly local: number; readonly step: number };

/** Pairs of stretches that must not meet; undefined where turns depend on each other or nothing is known. */
export function mayMeet(
  body: readonly Statement[],
  variable: LoopVariable,
  varies: (e: Expression) => boolean,
  together: number,
): readonly (readonly [Stretch, Stretch])[] | undefined {
  const references = referencesOf(body, variable, varies);
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
): readonly Reference[] | undefined {
  const found: Reference[] = [];
  let known = true;
  const add = (from: Expression, offset: number, memory: MemoryType, isStore: boolean, when: number): void => {
    const place = placeIn(from, offset, variable, varies);
    if (place) found.push({ ...place, from, offset, memory, size: sizeOf(memory), isStore, when });
    else known = false;
  };
  const loads = (e: Expression, when: number): void => {
    someExpression(e, (x) => {
      if (x.kind === 'load') add(x.from, x.offset, x.memory, false, when);
      return false;
    });
  };
  body.forEach((s, i) => {
    if (s.kind === 'set') loads(s.value, 2 * i);
    if (s.kind !== 'store') return;
    loads(s.to, 2 * i);
    loads(s.value, 2 * i);
    add(s.to, s.offset, s.memory, true, 2 * i + 1);
  });
  return known ? found : undefined;
}

/** Undefined where the address does not grow evenly. */
function placeIn(
  from: Expression,
  offset: number,
  variable: LoopVariable,
  varies: (e: Expression) => boolean,
): Pick<Reference, 'base' | 'key' | 'place' | 'stride'> | undefined {
  const { base, constant, terms } = linearAddress(from, offset, varies);
  if (varies(base)) return undefined;
  let stride = 0n;
  const rest: string[] = [];
  for (const { atom, factor } of terms) {
    if (!varies(atom)) rest.push(`${factor}*${keyOf(atom)}`);
    else if (isVariable(atom, variable.local)) stride += factor * BigInt(variable.step);
    else return undefined;
  }
  if (stride < 0n || stride > 1n << 20n || constant > 1n << 40n || constant < -(1n << 40n)) return undefined;
  const name = keyOf(base);
  const key = `${name} ${stride} ${rest.sort().join(' ')}`;
  return { base: name, key, place: Number(constant), stride: Number(stride) };
}

/** The loop's variable, as an index of 64 bits. */
export function isVariable(atom: Expression, local: number): boolean {
  const inner = atom.kind === 'op' && atom.op === 'extend' ? atom.args[0]! : atom;
  return inner.kind === 'local' && inner.index === local;
}

/** Whether a turn meets another one's data out of order, when `together` turns run at once. */
function dependsOnItself(group: readonly Reference[], together: number): boolean {
  return group.some(
    (a) =>
      a.isStore &&
      group.some((b) => {
        for (let later = 1; later < together; later++) {
          // b in a later turn than a, or in an earlier one.
          if (overlap(a, b, later) && (b === a ? a.stride < a.size : b.when <= a.when)) return true;
          if (overlap(a, b, -later) && (b === a ? a.stride < a.size : a.when <= b.when)) return true;
        }
        return false;
      }),
  );
}

function overlap(a: Reference, b: Reference, turns: number): boolean {
  const distance = turns * a.stride + b.place - a.place;
  return distance < a.size && distance > -b.size;
}

/** Data of numbers and what describes arrays never share their storage, unless by one name (`transfer`). */
function needsTest(a: readonly Reference[], b: readonly Reference[]): boolean {
  const stores = [...a, ...b].filter((r) => r.isStore);
  if (stores.length === 0) return false;
  const describing = (list: readonly Reference[]): boolean =>
    list.every((r) => r.stride === 0 && (r.memory === 'i64' || isPointer(r.memory)));
  const plain = stores.every((r) => r.memory !== 'i64' && !isPointer(r.memory));
  return !(plain && (describing(a) || describing(b)) && a[0]!.base !== b[0]!.base);
}

function stretchOf(group: readonly Reference[]): Stretch {
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
 * Sizes that steps of arrays must have for their elements to be neighbours: by the local that holds the step. Undefined where they contradict each other.
 */
export function stepsWanted(
  body: readonly Statement[],
  variable: LoopVariable,
  varies: (e: Expression) => boolean,
): ReadonlyMap<number, bigint> | undefined {
  const wanted = new Map<number, bigint>();
  let agree = true;
  const look = (from: Expression, offset: number, memory: MemoryType): void => {
    for (const { atom, factor } of linearAddress(from, offset, varies).terms) {
      const step = stepIn(atom, variable.local, varies);
      if (step === undefined) continue;
      const size = BigInt(sizeOf(memory)) / (factor === 0n ? 1n : factor);
      if (size <= 0n || size * factor !== BigInt(sizeOf(memory))) agree = false;
      else if ((wanted.get(step) ?? size) !== size) agree = false;
      else wanted.set(step, size);
    }
  };
  const visit = (e: Expression): void => {
    someExpression(e, (x) => {
      if (x.kind === 'load') look(x.from, x.offset, x.memory);
      return false;
    });
  };
  for (const s of body) {
    if (s.kind === 'set') visit(s.value);
    if (s.kind !== 'store') continue;
    visit(s.to);
    visit(s.value);
    look(s.to, s.offset, s.memory);
  }
  return agree ? wanted : undefined;
}

/** The local with which the loop's variable is multiplied. */
function stepIn(atom: Expression, local: number, varies: (e: Expression) => boolean): number | undefined {
  if (atom.kind !== 'op' || atom.op !== 'mul') return undefined;
  const [a, b] = atom.args;
  for (const [x, n] of [
    [a!, b!],
    [b!, a!],
  ] as const)
    if (isVariable(x, local) && n.kind === 'local' && !varies(n)) return n.index;
  return undefined;
}

/** First and last-but-one-past address (i64) of what `turns` (i64) turns touch, from the address of the first. */
export function reach(s: Stretch, first: Expression, turns: Expression): readonly [low: Expression, high: Expression] {
  const grown = s.stride === 0 ? first : op('add', [first, op('mul', [turns, constant(s.stride)])]);
  return [plus(first, s.low + s.offset), plus(grown, s.high + s.offset - s.stride)];
}

function plus(e: Expression, n: number): Expression {
  return n === 0 ? e : op('add', [e, constant(n)]);
}

function constant(n: number): Expression {
  return { kind: 'const', type: 'i64', value: BigInt(n) };
}
