/**
 * Kernels whose threads lie side by side in memory along y or z, where x goes along another side (`i = threadIdx%y; j = threadIdx%x; a(i, j)`, CUF kernels whose outermost loop has the first
 * index): both axes take each other's place, in blocks and in the grid. Lanes are neighbours then, and neighbouring blocks go on where they end.
 */
import { add, i32, special } from '../../ir/build.ts';
import { isPlainBarrier } from '../../ir/effects.ts';
import type { BlockSize, Expression, Fn, Statement } from '../../ir/module.ts';
import type { SpecialName } from '../../ir/operations.ts';
import { sizeOf } from '../../ir/types.ts';
import {
  bodiesOf,
  eachExpression,
  expressionsOf,
  isLoop,
  mapBody,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import { holdsTiles } from '../analysis/shared-accesses.ts';
import { stepsAlong } from '../analysis/steps-along.ts';
import { cacheLine } from '../cost.ts';

/** What takes x's place, and x that of it. */
export type OtherAxis = 'y' | 'z';
export type ExchangedAxes = { readonly fn: Fn; readonly block: BlockSize; readonly along: OtherAxis };

/** Undefined where x is as good as any. */
export function exchangeAxes(kernel: Fn, block: BlockSize): ExchangedAxes | undefined {
  if (someStatement(kernel.body, isOfOrder)) return undefined;
  const [x, ...others] = (['x', 'y', 'z'] as const).map((axis, i) => ({ axis, ...costAlong(kernel, axis, block[i]!) }));
  const isTaken = (extent: number): boolean => extent >= fewestLanes || (extent === 1 && !holdsTiles(kernel));
  const better = others
    .filter(({ axis, isNear, cost }) => isNear && isTaken(extentOf(block, axis)) && cost * leastGain <= x!.cost)
    .sort((a, b) => a.cost - b.cost)[0]?.axis;
  if (better === undefined || better === 'x') return undefined;
  const [wx, wy, wz] = block;
  const size: BlockSize = better === 'y' ? [wy, wx, wz] : [wz, wy, wx];
  // A row of blocks of one thread each is one of threads.
  const isRowOfBlocks = size[0] === 1;
  const change = (e: Expression): Expression => {
    const name = e.kind === 'special' ? exchanged(e.name, better) : undefined;
    if (e.kind !== 'special' || !name || name === e.name) return e;
    if (!isRowOfBlocks || (name !== 'ctaid.x' && name !== 'tid.x')) return special(name);
    return name === 'tid.x' ? i32(0) : add(special(name), special('tid.x'));
  };
  return { fn: { ...kernel, blockSize: size, body: mapBody(kernel.body, change) }, block: size, along: better };
}

/** A place or a size where x and another axis take each other's place. */
export function exchanged(name: SpecialName, along: OtherAxis): SpecialName {
  return axes[along].get(name) ?? name;
}

const names = ['tid', 'ctaid', 'ntid', 'nctaid'] as const;
const pairs = (along: OtherAxis): ReadonlyMap<SpecialName, SpecialName> =>
  new Map(names.flatMap((of) => [[`${of}.x`, `${of}.${along}`] as const, [`${of}.${along}`, `${of}.x`] as const]));
const axes = { y: pairs('y'), z: pairs('z') } as const;

/** Fewer threads fill no chunk. */
const fewestLanes = 4;
/** Nothing is won by little. */
const leastGain = 1.5;

const extentOf = (block: BlockSize, axis: 'x' | OtherAxis): number => block[axis === 'x' ? 0 : axis === 'y' ? 1 : 2];

/** Whether it asks for the order of threads in a block, or names places to others. */
function isOfOrder(s: Statement): boolean {
  if (!kinds.has(s.kind) && !isPlainBarrier(s, 'block')) return true;
  const asks = (e: Expression): boolean => e.kind === 'special' && !places.test(e.name);
  return expressionsOf(s).some((e) => someExpression(e, asks));
}

const kinds: ReadonlySet<Statement['kind']> = new Set([
  'set',
  'store',
  'atomic',
  'fence',
  'if',
  'switch',
  'for',
  'loop',
  'block',
  'break',
  'continue',
  'return',
]);
const places = /^n?(?:cta|t)id\.[xyz]$|^dynamic\.bytes$/;

/** What an access costs with lanes along an axis: all of them at one place, side by side, in pairs of cells (complex numbers), in one line or two, or each by itself. */
const together = 1;
const inPairs = 2;
const inLines = 4;
const alone = 8;
/** How much more often what a loop holds runs. */
const iterations = 8;

/** What all accesses cost with lanes along an axis, and whether any of them lie side by side. */
function costAlong(
  { body, locals }: Fn,
  axis: 'x' | OtherAxis,
  extent: number,
): { readonly cost: number; readonly isNear: boolean } {
  const stepOf = stepsAlong(body, locals.length, [extent === 1 ? `ctaid.${axis}` : `tid.${axis}`]);
  let cost = 0;
  let isNear = false;
  const access = (at: Expression, size: number, atOnePlace: number, times: number): void => {
    const step = Math.abs(stepOf(at));
    const beside = step === size ? together : step === 2 * size ? inPairs : undefined;
    if (beside) isNear = true;
    const one = step === 0 ? atOnePlace : (beside ?? (step <= cacheLine ? inLines : alone));
    cost += one * times;
  };
  const visit = (list: readonly Statement[], times: number): void => {
    for (const s of list) {
      // Who stores to one place does so one after another.
      if (s.kind === 'store') access(s.to, sizeOf(s.memory), alone, times);
      if (s.kind === 'atomic') access(s.to, sizeOf(s.memory), inLines, times);
      for (const whole of expressionsOf(s))
        eachExpression(whole, (e) => {
          if (e.kind === 'load') access(e.from, sizeOf(e.memory), 0, times);
        });
      for (const b of bodiesOf(s)) visit(b, isLoop(s) ? times * iterations : times);
    }
  };
  visit(body, 1);
  return { cost, isNear };
}
