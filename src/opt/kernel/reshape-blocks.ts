/**
 * Blocks of one row whose threads take themselves for several (`i = mod(t, 32); j = t/32`): as many rows. Threads keep their order, so that warps are the same.
 */
import { add, i32, mul, special } from '../../ir/build.ts';
import type { BlockSize, Expression, Fn, Statement } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import { changeParts, changeStatement, replaceEach, someExpressionIn, someStatement } from '../../ir/walk.ts';
import { AffineForms, isZero } from '../analysis/affine.ts';
import { fold } from '../scalar/fold.ts';
import { withoutDead } from '../scalar/simplify.ts';
import { numbersOf, wholeOf } from './shared-places.ts';

export type ReshapedBlocks = { readonly fn: Fn; readonly block: BlockSize };

/** Shorter rows fill no vectors. */
const shortestRow = 8;

/** Undefined where threads are not asked for their place in a row and for the number of that, or rows are of several lengths. */
export function reshapeBlocks(kernel: Fn, [threads, y, z]: BlockSize): ReshapedBlocks | undefined {
  if (y !== 1 || z !== 1 || someStatement(kernel.body, isOfWarps)) return undefined;
  if (someExpressionIn(kernel.body, (e) => e.kind === 'special' && ofOrder.has(e.name))) return undefined;
  const parts = partsIn(kernel);
  const [width, ...others] = new Set([...parts.values()].map((p) => p.width));
  const kinds = new Set([...parts.values()].map((p) => p.is));
  if (width === undefined || others.length > 0 || kinds.size < 2) return undefined;
  if (width < shortestRow || threads % width !== 0 || threads <= width) return undefined;
  const number = add(mul(special('tid.y'), i32(width)), special('tid.x'));
  const change = (e: Expression): Expression => {
    const part = parts.get(e);
    if (part) return special(part.is === 'place' ? 'tid.x' : 'tid.y');
    return e.kind === 'special' && e.name === 'tid.x' ? number : changeParts(e, change);
  };
  const block: BlockSize = [width, threads / width, 1];
  const list = (body: readonly Statement[]): readonly Statement[] =>
    replaceEach(body, (s) => changeStatement(s, { expression: change, body: list }));
  const body = withoutDead(list(kernel.body), kernel.locals.length);
  return { fn: { ...kernel, blockSize: block, body: fold(body) }, block };
}

const isOfWarps = (s: Statement): boolean => s.kind === 'warp' || (s.kind === 'barrier' && s.scope !== 'block');
const ofOrder: ReadonlySet<string> = new Set(['laneid', 'tid.y', 'tid.z']);

/** Of rows of so many threads. */
type Part = { readonly is: 'place' | 'row'; readonly width: number };

/** What of a kernel is a thread's place in a row, or the number of its row. */
function partsIn(kernel: Fn): ReadonlyMap<Expression, Part> {
  const values = numbersOf(kernel);
  const found = new Map<Expression, Part>();
  someExpressionIn(kernel.body, (e) => {
    const part = partOf(e, (a) => isNumber(wholeOf(a, values)));
    if (part) found.set(e, part);
    return false;
  });
  return found;
}

const forms = new AffineForms({ bits: 64, keyOf });

function isNumber(e: Expression): boolean {
  return e.type === 'i32' && isZero(forms.sum(forms.of(e), forms.of(special('tid.x')), -1n));
}

function partOf(e: Expression, isThread: (e: Expression) => boolean): Part | undefined {
  const [a, b] = e.kind === 'op' ? e.args : [];
  if (e.kind !== 'op' || e.type !== 'i32' || !a || b?.kind !== 'const' || !isThread(a)) return undefined;
  const n = Number(b.value);
  switch (e.op) {
    case 'rem':
    case 'rem.u':
      return { is: 'place', width: n };
    case 'div':
    case 'div.u':
      return { is: 'row', width: n };
    case 'and':
      return n > 0 && (n & (n + 1)) === 0 ? { is: 'place', width: n + 1 } : undefined;
    case 'shr.s':
    case 'shr.u':
      return { is: 'row', width: 2 ** n };
    default: // else: neither
      return undefined;
  }
}
