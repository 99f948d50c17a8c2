/** How far numbers and addresses grow from one thread to the next along an axis of a block: an estimate, for what to choose, not for what is legal. */
import { impossible } from '../../base/impossible.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import type { SpecialName } from '../../ir/operations.ts';
import { bodiesOf, localsSet } from '../../ir/walk.ts';

type Steps = (number | undefined)[];

/** What is asked of the growth with `places`: not a number where it is none or unknown. */
export function stepsAlong(
  body: readonly Statement[],
  locals: number,
  places: readonly SpecialName[],
): (e: Expression) => number {
  const steps: Steps = new Array(locals).fill(undefined);
  let changed = true;
  const join = (local: number, step: number): void => {
    const known = steps[local];
    if (known === undefined) steps[local] = step;
    else if (!Object.is(known, step) && !Number.isNaN(known)) steps[local] = Number.NaN;
    else return;
    changed = true;
  };
  const of = (e: Expression): number => stepOf(e, steps, places);
  const visit = (list: readonly Statement[]): void => {
    for (const s of list) {
      if (s.kind === 'set') join(s.local, of(s.value));
      else if (s.kind === 'for') join(s.local, of(s.from));
      else for (const l of localsSet(s)) join(l, Number.NaN);
      for (const b of bodiesOf(s)) visit(b);
    }
  };
  while (changed) {
    changed = false;
    visit(body);
  }
  return of;
}

function stepOf(e: Expression, steps: Steps, places: readonly SpecialName[]): number {
  switch (e.kind) {
    case 'special':
      return places.includes(e.name) ? 1 : 0;
    case 'local':
      return steps[e.index] ?? 0;
    case 'load':
      return stepOf(e.from, steps, places) === 0 ? 0 : Number.NaN;
    case 'slot':
      return Number.NaN;
    case 'op':
      return stepOfOperation(e, steps, places);
    case 'const':
    case 'global':
    case 'function':
    case 'dynamic-shared':
      return 0;
    default:
      return impossible(e);
  }
}

function stepOfOperation(e: Extract<Expression, { kind: 'op' }>, steps: Steps, places: readonly SpecialName[]): number {
  const args = e.args.map((a) => stepOf(a, steps, places));
  const [a = 0, b = 0] = args;
  const by = e.args[1];
  switch (e.op) {
    case 'add':
    case 'offset':
      return a + b;
    case 'sub':
      return a - b;
    case 'extend':
    case 'wrap':
    case 'cast.space':
    case 'to.address':
    case 'from.address':
      return a;
    case 'mul':
      if (by?.kind === 'const') return a * Number(by.value);
      break;
    case 'shl':
      if (by?.kind === 'const') return a * 2 ** Number(by.value);
      break;
    // Away from an edge.
    case 'max':
    case 'min':
      if (a === 0 || b === 0) return a + b;
      break;
    default:
      break;
  }
  return args.every((x) => x === 0) ? 0 : Number.NaN;
}
