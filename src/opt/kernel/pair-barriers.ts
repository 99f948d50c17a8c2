/**
 * Threads of a block meet at barriers by their count, not by where these stand: `if (t < n) { a; sync; b } else { c; sync; d }` is one barrier for all. Where both sides of a branch, or one that
 * jumps away and what stands behind it, have barriers of their own, the first of one side is that of the other, and so on.
 */
import { isBlockBarrier, isPlainBarrier } from '../../ir/effects.ts';
import type { Statement } from '../../ir/module.ts';
import { analyseUniformity, type Uniformity } from '../../ir/uniformity.ts';
import { mapStatement, someStatement } from '../../ir/walk.ts';
import { get, type Made, newLocal, type Of, put, when } from './region-parts.ts';

type Body = readonly Statement[];
/** `rest`: what both come to. */
type Sides = { readonly then: Body; readonly otherwise: Body; readonly rest: Body };

export function pairBarriers(body: Body, made: Made): Body {
  if (!waits(body)) return body;
  let known: Uniformity | undefined;
  const isDivergent = (s: Of<'if'>): boolean => {
    known ??= analyseUniformity({ body });
    return !known.isUniform(s.condition);
  };
  const change = (list: Body): Body => {
    for (const [i, s] of list.entries()) {
      const sides = s.kind === 'if' ? sidesOf(s, list.slice(i + 1)) : undefined;
      if (s.kind !== 'if' || !sides || !isDivergent(s)) continue;
      return [...inner(list.slice(0, i)), ...change(paired(s, sides, made))];
    }
    return inner(list);
  };
  const inner = (list: Body): Body => list.map((s) => mapStatement(s, { expression: (e) => e, body: change }));
  return change(body);
}

const waits = (list: Body): boolean => someStatement(list, isBlockBarrier);

const leaves = (list: Body): boolean => {
  const last = list.at(-1)?.kind;
  return last === 'return' || last === 'break' || last === 'continue';
};

/** Undefined where nothing is to be paired. */
function sidesOf({ then, otherwise }: Of<'if'>, behind: Body): Sides | undefined {
  const sides =
    waits(then) && leaves(then)
      ? { then, otherwise: [...otherwise, ...behind], rest: [] }
      : waits(otherwise) && leaves(otherwise)
        ? { then: [...then, ...behind], otherwise, rest: [] }
        : { then, otherwise, rest: behind };
  return firstBarrier(sides.then) >= 0 && firstBarrier(sides.otherwise) >= 0 ? sides : undefined;
}

/** Where it stands in the list itself, with no other one inside of what comes before. */
function firstBarrier(list: Body): number {
  const at = list.findIndex((s) => someStatement([s], isBlockBarrier));
  return isPlainBarrier(list[at], 'block') ? at : -1;
}

function paired(s: Of<'if'>, sides: Sides, made: Made): Body {
  const side = newLocal(made, 'side', 'bool');
  const taken = get(side, 'bool');
  const out: Statement[] = [put(side, s.condition)];
  let { then, otherwise } = sides;
  for (;;) {
    const [a, b] = [firstBarrier(then), firstBarrier(otherwise)];
    if (a < 0 || b < 0) break;
    out.push(when(taken, then.slice(0, a), otherwise.slice(0, b)), { ...then[a]! });
    then = then.slice(a + 1);
    otherwise = otherwise.slice(b + 1);
  }
  if (leaves(then)) return [...out, when(taken, then), ...otherwise, ...sides.rest];
  if (leaves(otherwise)) return [...out, when(taken, [], otherwise), ...then, ...sides.rest];
  return [...out, when(taken, then, otherwise), ...sides.rest];
}
