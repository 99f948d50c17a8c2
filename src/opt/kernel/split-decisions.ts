/**
 * Branches on branches by which each thread of a block finds numbers, such as its neighbours at corners and sides of a tile: where a number is one of two, and one question says which of them, it is
 * asked alone (`if (ty == 1) then; north = …; else; north = …`) and the numbers are found one after another. Only for blocks of a known size, whose threads are gone through.
 */
import { not } from '../../ir/build.ts';
import type { BlockSize, Expression, Fn, Statement } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import { changeBodies, eachExpressionIn, replaceEach } from '../../ir/walk.ts';
import { type Evaluate, eachInstance, evaluator, type Instance } from '../analysis/shared-accesses.ts';
import { numbersOf, wholeOf } from './shared-places.ts';

type If = Extract<Statement, { kind: 'if' }>;
type SetOf = Extract<Statement, { kind: 'set' }>;
/** What is set where all of these hold. */
type Leaf = { readonly when: readonly Expression[]; readonly sets: readonly SetOf[] };

/** Fewer are as well asked one behind the other. */
const leavesAtLeast = 3;

export function splitDecisions(kernel: Fn, block: BlockSize): Fn {
  const values = numbersOf(kernel);
  const ask = (e: Expression): Evaluate => evaluator(wholeOf(e, values));
  const list = (body: readonly Statement[]): readonly Statement[] =>
    replaceEach(body, (s) => (s.kind === 'if' && splitOf(s, ask, block)) || changeBodies(s, list));
  const body = list(kernel.body);
  return body === kernel.body ? kernel : { ...kernel, body };
}

function splitOf(s: If, ask: (e: Expression) => Evaluate, block: BlockSize): readonly Statement[] | undefined {
  const leaves: Leaf[] = [];
  if (!collect([s], [], leaves) || leaves.length < leavesAtLeast) return undefined;
  const locals = leaves[0]!.sets.map((x) => x.local);
  const own = new Set(locals);
  let apart = leaves.every(({ sets }) => sets.length === own.size && sets.every((x) => own.has(x.local)));
  for (const { sets } of leaves)
    eachExpressionIn(sets, (e) => {
      if (e.kind === 'local' && own.has(e.index)) apart = false;
    });
  const taken = apart ? leavesTaken(leaves, ask, block) : undefined;
  if (!taken) return undefined;
  const questions = [...new Map(leaves.flatMap((l) => l.when.flatMap(atomsOf)).map((e) => [keyOf(e), e])).values()];
  const asked = questions.map((e) => ({ e, holds: taken.map(({ at }) => ask(e)(at) === true) }));
  const made: Statement[] = [];
  for (const l of locals) {
    const of = leaves.map(({ sets }) => sets.find((x) => x.local === l)!);
    const keys = of.map((x) => keyOf(x.value));
    const values = [...new Map(taken.map(({ leaf }) => [keys[leaf]!, of[leaf]!])).values()];
    const [first, second] = values;
    if (!first || values.length > 2) return undefined;
    if (!second) {
      made.push(first);
      continue;
    }
    const key = keys[of.indexOf(first)];
    const isFirst = taken.map(({ leaf }) => keys[leaf] === key);
    const same = asked.find(({ holds }) => holds.every((h, i) => h === isFirst[i]));
    const other = asked.find(({ holds }) => holds.every((h, i) => h !== isFirst[i]));
    const question = same ?? other;
    if (!question) return undefined;
    const [then, otherwise] = same ? [first, second] : [second, first];
    made.push({ ...s, condition: question.e, then: [then], otherwise: [otherwise] });
  }
  return made;
}

/** False where branches do more than setting numbers. */
function collect(list: readonly Statement[], when: readonly Expression[], leaves: Leaf[]): boolean {
  const [first] = list;
  if (list.length === 1 && first?.kind === 'if') {
    const no = collect(first.otherwise, [...when, not(first.condition)], leaves);
    return no && collect(first.then, [...when, first.condition], leaves);
  }
  const sets = list.filter((s) => s.kind === 'set');
  leaves.push({ when, sets });
  return sets.length === list.length && sets.length > 0;
}

/** Which leaf each thread comes to; undefined where more than its place says so. */
function leavesTaken(
  leaves: readonly Leaf[],
  ask: (e: Expression) => Evaluate,
  block: BlockSize,
): readonly { readonly at: Instance; readonly leaf: number }[] | undefined {
  const asked = leaves.map(({ when }) => when.map(ask));
  const taken: { at: Instance; leaf: number }[] = [];
  const isThere = eachInstance({ conditions: [], loops: [] }, block, (at) => {
    const leaf = asked.findIndex((list) => list.every((holds) => holds(at) === true));
    if (leaf >= 0) taken.push({ at, leaf });
    return leaf >= 0;
  });
  return isThere ? taken : undefined;
}

/** What it asks, without its `and`, `or` and `not`. */
function atomsOf(e: Expression): readonly Expression[] {
  const isJoined = e.kind === 'op' && e.type === 'bool' && (e.op === 'and' || e.op === 'or' || e.op === 'not');
  return isJoined ? e.args.flatMap(atomsOf) : [e];
}
