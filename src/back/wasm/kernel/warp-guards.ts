/** Regions of whole warps that end in a branch which, in blocks of a known size, only some warps take: the others need not run them. */
import type { Expression, Statement } from '../../../ir/module.ts';
import { mapExpression, someExpression } from '../../../ir/walk.ts';
import { folded } from '../../../opt/scalar/fold.ts';
import type { BlockSize } from '../encode/artifact.ts';
import type { Guarded } from './guards.ts';
import { warpSize } from './kernel-writer.ts';

/** The bounds, and what threads within them run; undefined where nothing is known. `stays`: locals that others look at. */
export function guardOfWarps(
  body: readonly Statement[],
  block: BlockSize | undefined,
  stays: (local: number) => boolean,
): Guarded | undefined {
  const guard = body.at(-1);
  const leading = body.slice(0, -1);
  if (!block || guard?.kind !== 'if' || guard.otherwise.length > 0) return undefined;
  const inside: number[] = [];
  for (let x = 0; x < block[0]; x++) {
    const taken = takes(leading, guard.condition, x, stays);
    if (taken === undefined) return undefined;
    if (taken) inside.push(x);
  }
  const low = Math.floor((inside[0] ?? 0) / warpSize) * warpSize;
  const high = Math.ceil(((inside.at(-1) ?? -1) + 1) / warpSize) * warpSize;
  return {
    before: [],
    body: high - low === inside.length ? [...leading, ...guard.then] : body,
    x: [bound(low, true), bound(high, false)],
    y: [],
    always: [],
    byRow: false,
  };
}

function bound(x: number, low: boolean): Guarded['x'][number] {
  return {
    low,
    falls: false,
    thread: { kind: 'special', type: 'i32', name: 'tid.x' },
    other: { kind: 'const', type: 'i32', value: x },
    more: 0,
    step: 1,
  };
}

/** Whether the thread at `x` takes the branch. */
function takes(
  leading: readonly Statement[],
  condition: Expression,
  x: number,
  stays: (local: number) => boolean,
): boolean | undefined {
  const known = new Map<number, Expression>();
  const value = (e: Expression): Expression =>
    mapExpression(e, (y) => {
      if (y.kind === 'special' && y.name === 'tid.x') return { kind: 'const', type: 'i32', value: x };
      return y.kind === 'local' ? (known.get(y.index) ?? y) : folded(y);
    });
  for (const s of leading) {
    if (s.kind !== 'set' || stays(s.local) || someExpression(s.value, (e) => e.kind === 'load')) return undefined;
    known.set(s.local, value(s.value));
  }
  const found = value(condition);
  return found.kind === 'const' ? Boolean(found.value) : undefined;
}
