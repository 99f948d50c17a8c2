/**
 * What an iteration of an innermost loop stores and the next one loads again (`a(i) = f(a(i - 1))`) goes from iteration to iteration in a local: a processor takes longer to find in its queue of stores what it
 * has just put there than to compute it.
 */
import { i64, integer, local as localOf, op } from '../../../ir/build.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import type { MemoryType, ValueType } from '../../../ir/types.ts';
import {
  eachStatement,
  expressionsOf,
  localsSetIn,
  mapExpression,
  mapStatement,
  someExpression,
  withLocal,
} from '../../../ir/walk.ts';
import type { Aliases } from '../../../opt/analysis/alias.ts';
import { count, isPlain, type LocalNode, variesWith, withSteps } from './iteration-statements.ts';
import { type Access, type Cell, cellsOf, overlap, stepsWanted } from './loop-references.ts';

type Body = readonly Statement[];
type For = Extract<Statement, { kind: 'for' }>;
type Store = Extract<Statement, { kind: 'store' }>;
type Load = Extract<Expression, { kind: 'load' }>;
/** The store at `at` of the body, whose value the next turn's `first` would load. */
type Carried = {
  readonly at: number;
  readonly first: Load;
  readonly local: LocalNode;
  readonly loads: (x: Access) => boolean;
};

const numbers: ReadonlySet<MemoryType> = new Set(['i32', 'i64', 'f32', 'f64']);
const mostStatements = 24;
/** Bytes from one turn's cell to the next one's. */
const farthest = 4096;
/** More would find no registers. */
const mostCarried = 4;

export type CarryFacts = {
  readonly aliases: Aliases;
  readonly fresh: (type: ValueType) => LocalNode;
  /** What a local that holds the step of an array most likely holds. */
  readonly usual: (local: number) => number | undefined;
};

/** The loop behind what it begins with; undefined where no iteration loads what the one before has stored. */
export function carryStored(s: For, facts: CarryFacts): Body | undefined {
  if (s.independent || s.step.kind !== 'const' || count(s.body) > mostStatements) return undefined;
  if (!s.body.every(isStraight)) return undefined;
  const written = localsSetIn(s.body);
  const step = Number(s.step.value);
  const steps = stepsWanted(s.body, { local: s.local, step }, variesWith(s.local, written), facts.usual);
  if (!steps) return undefined;
  const near: For = { ...s, body: withSteps(s.body, steps) };
  const found = carriedIn(near, step, written, facts);
  if (found.length === 0) return undefined;
  const runs = op('lt', [integer(s.trips.type, 0), s.trips]);
  const begin = found.map(({ local, first }): Statement => {
    return { kind: 'set', local: local.index, value: { ...first, from: withLocal(first.from, s.local, s.from) } };
  });
  const made: Body = [
    { kind: 'if', condition: runs, then: begin, otherwise: [] },
    { ...near, body: near.body.flatMap((x, at) => rewritten(x, at, found)) },
  ];
  if (steps.size === 0) return made;
  const tests = [...steps].map(([l, size]) => op('eq', [localOf(l, 'i64'), i64(size)]));
  const condition = tests.reduce((a, b) => op('and', [a, b]));
  return [{ kind: 'if', condition, then: made, otherwise: [{ ...s, label: `${s.label}.apart` }] }];
}

/** Sets, stores, and branches of them. */
function isStraight(s: Statement): boolean {
  if (s.kind === 'if') return [...s.then, ...s.otherwise].every(isStraight) && isPlain(s);
  return (s.kind === 'set' || s.kind === 'store') && isPlain(s);
}

function carriedIn(
  s: For,
  step: number,
  written: ReadonlySet<number>,
  { aliases, fresh }: CarryFacts,
): readonly Carried[] {
  const stores: { readonly at: number; readonly x: Store }[] = [];
  for (const [at, top] of s.body.entries())
    eachStatement([top], (x) => {
      if (x.kind === 'store') stores.push({ at, x });
    });
  const cellOf = cellsOf({ local: s.local, step }, variesWith(s.local, written));
  const found: Carried[] = [];
  for (const { at, x } of stores) {
    const cell = cellOf(whereOf(x));
    if (found.length === mostCarried || s.body[at] !== x || !numbers.has(x.memory) || x.value.type !== x.memory)
      continue;
    if (!cell || cell.stride === 0) continue;
    if (stores.some((o) => o.x !== x && mayWrite(o.x, cellOf(whereOf(o.x)), x, cell, aliases))) continue;
    const loads = (y: Access): boolean => {
      const other = y.memory === x.memory ? cellOf(y) : undefined;
      return other?.key === cell.key && other.place === cell.place - cell.stride;
    };
    const isFixed = (e: Expression): boolean => e.kind !== 'local' || !written.has(e.index);
    const always = s.body.slice(0, at + 1).flatMap(loadsOf);
    const first = (Math.abs(cell.stride) <= farthest ? always.concat(inBranches(s.body.slice(0, at))) : always).find(
      (e) => loads(e) && !someExpression(e.from, (y) => !isFixed(y)),
    );
    if (first) found.push({ at, first, loads, local: fresh(x.value.type) });
  }
  return found;
}

/** Whether another store may change the cell between the iteration that stores it and the load in the next one. */
function mayWrite(o: Store, other: Cell | undefined, x: Store, cell: Cell, aliases: Aliases): boolean {
  if (other && other.key === cell.key) return [-1, 0, 1].some((iterations) => overlap(cell, other, iterations));
  return aliases.mayMeet(aliases.rootOf(o.to), aliases.rootOf(x.to));
}

/** What the statement itself loads in any case. */
function loadsOf(s: Statement): readonly Load[] {
  const found: Load[] = [];
  for (const e of expressionsOf(s))
    someExpression(e, (x) => {
      if (x.kind === 'load') found.push(x);
      return false;
    });
  return found;
}

/** What only branches load: so near to what the first iteration stores to there is memory, whatever it holds. */
function inBranches(list: Body): readonly Load[] {
  const found: Load[] = [];
  eachStatement(
    list.filter((s) => s.kind === 'if'),
    (s) => void found.push(...loadsOf(s)),
  );
  return found;
}

function whereOf({ to, offset, memory }: Store): Access {
  return { from: to, offset, memory };
}

function rewritten(s: Statement, at: number, found: readonly Carried[]): Body {
  const inIteration = found.filter((c) => at <= c.at);
  const expression = (e: Expression): Expression =>
    mapExpression(e, (x) => (x.kind === 'load' ? (inIteration.find((c) => c.loads(x))?.local ?? x) : x));
  const body = (list: Body): Body => list.map((x) => mapStatement(x, { expression, body }));
  const made = mapStatement(s, { expression, body });
  const own = found.find((c) => c.at === at);
  if (!own || made.kind !== 'store') return [made];
  return [
    { kind: 'set', local: own.local.index, value: made.value, ...(made.at && { at: made.at }) },
    { ...made, value: own.local },
  ];
}
