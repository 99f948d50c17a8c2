/**
 * Loops whose iterations lie as far apart as a block is wide (a kernel loop's rounds): a version of the kernel for blocks of the usual width, in which iterations that run together
 * have addresses that differ by constants, and need one address for all.
 */
import { i32 } from '../../ir/build.ts';
import type { Expression, Fn } from '../../ir/module.ts';
import { eachExpressionIn, eachStatement, mapBody, someExpression } from '../../ir/walk.ts';

/** A warp where the threads of a block lie in rows, else what the runtime takes for a loop alone (`runtime/cuda/loop-shape.ts`) and most programs do. */
const usualWidth = { inRows: 32, alone: 256 } as const;

export type WideKernel = { readonly fn: Fn; readonly width: number };

/** Undefined where no loop goes along by the width of a block. */
export function knownWidth(kernel: Fn): WideKernel | undefined {
  if (!stepsByWidth(kernel)) return undefined;
  const width = asks(kernel, 'tid.y') ? usualWidth.inRows : usualWidth.alone;
  const change = (e: Expression): Expression => (e.kind === 'special' && e.name === 'ntid.x' ? i32(width) : e);
  return { fn: { ...kernel, body: mapBody(kernel.body, change) }, width };
}

/** Whether the number of an iteration is multiplied with the width. */
function stepsByWidth(kernel: Fn): boolean {
  let found = false;
  eachStatement(kernel.body, (s) => {
    if (s.kind !== 'for' || found) return;
    const counts = (e: Expression): boolean => someExpression(e, (x) => x.kind === 'local' && x.index === s.local);
    eachExpressionIn(s.body, (e) => {
      if (e.kind === 'op' && e.op === 'mul') found ||= e.args.some(isWidth) && e.args.some(counts);
    });
  });
  return found;
}

function isWidth(e: Expression): boolean {
  if (e.kind === 'op' && e.op === 'extend') return isWidth(e.args[0]!);
  return e.kind === 'special' && e.name === 'ntid.x';
}

function asks(kernel: Fn, name: string): boolean {
  let found = false;
  eachExpressionIn(kernel.body, (e) => {
    found ||= e.kind === 'special' && e.name === name;
  });
  return found;
}
