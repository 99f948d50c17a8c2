/** Loops in which the threads below each other share what they read in each iteration. */
import { impossible } from '../../base/impossible.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { eachStatement, expressionsOf, someExpression } from '../../ir/walk.ts';

type Body = readonly Statement[];
type For = Extract<Statement, { kind: 'for' }>;

/** Growth with a place or a variable; not a number where it is not constant. */
type Growth = { readonly x: number; readonly y: number; readonly iteration: number };
const still: Growth = { x: 0, y: 0, iteration: 0 };

/** Whether each iteration reads a row along x that is the same along y, at least `far` bytes from the last one's, and something else besides that is not. */
export function readsPanel(loop: For, region: Body, far: number): boolean {
  const known = new Map<number, Growth>([[loop.local, { ...still, iteration: 1 }]]);
  const set = (list: Body): void =>
    eachStatement(list, (s) => {
      if (s.kind === 'set' && s.local !== loop.local && !known.has(s.local))
        known.set(s.local, growthOf(s.value, known));
    });
  set(region);
  let [rows, others] = [false, false];
  for (const s of loop.body)
    for (const whole of expressionsOf(s))
      someExpression(whole, (e) => {
        if (e.kind !== 'load') return false;
        const { x, y, iteration } = growthOf(e.from, known);
        if (x !== 0 && y === 0 && iteration !== 0 && !(Math.abs(iteration) < far)) rows = true;
        if (y !== 0 && iteration !== 0) others = true;
        return false;
      });
  return rows && others;
}

function growthOf(e: Expression, known: ReadonlyMap<number, Growth>): Growth {
  switch (e.kind) {
    case 'local':
      return known.get(e.index) ?? still;
    case 'special':
      return { x: e.name === 'tid.x' ? 1 : 0, y: e.name === 'tid.y' ? 1 : 0, iteration: 0 };
    case 'load':
      return times(growthOf(e.from, known), Number.NaN);
    case 'op': {
      const args = e.args.map((a) => growthOf(a, known));
      const [a = still, b = still] = args;
      if (e.op === 'add' || e.op === 'offset') return sum(a, b, 1);
      if (e.op === 'sub') return sum(a, b, -1);
      if (e.op === 'mul' && e.args[1]?.kind === 'const') return times(a, Number(e.args[1].value));
      if (straight.has(e.op)) return a;
      return args.map((g) => times(g, Number.NaN)).reduce((g, h) => sum(g, h, 1));
    }
    case 'const':
    case 'global':
    case 'slot':
    case 'function':
    case 'dynamic-shared':
      return still;
    default:
      return impossible(e);
  }
}

const straight: ReadonlySet<string> = new Set(['extend', 'wrap', 'cast.space', 'to.address', 'from.address']);

function sum(a: Growth, b: Growth, sign: number): Growth {
  return { x: a.x + sign * b.x, y: a.y + sign * b.y, iteration: a.iteration + sign * b.iteration };
}

/** What does not grow does not, whatever it is multiplied with. */
function times(g: Growth, by: number): Growth {
  const each = (n: number): number => (n === 0 ? 0 : n * by);
  return { x: each(g.x), y: each(g.y), iteration: each(g.iteration) };
}
