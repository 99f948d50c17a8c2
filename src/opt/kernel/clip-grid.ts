/**
 * Blocks that do nothing: `if (blockIdx%x > rows) return`. Kernels whose threads meet are written for blocks that all do the same, and run in a grid of as many as do something; those that no
 * launch has stay away.
 */
import { add, and, bool, i64, op, special, toInteger } from '../../ir/build.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { isComparison, mirrored, negated } from '../../ir/negated.ts';
import { keyOf } from '../../ir/value-key.ts';
import { conjuncts, someExpressionIn, someStatement } from '../../ir/walk.ts';
import {
  AffineForms,
  difference,
  expressionOf,
  growthBy,
  isConstant,
  isOfLaunch,
  withoutTerms,
  zeroForm,
} from '../analysis/affine.ts';
import type { GridAxis } from '../analysis/grid-strides.ts';
import { type EnlargedGrid, Enlarger, isUsually, mayHaveOtherBlocks } from './enlarge-grid.ts';

type List = readonly Statement[];

/** Blocks along an axis that a condition lets in, i64, and whether there are any. */
type Limit = { readonly axis: GridAxis; readonly blocks: Expression; readonly some: Expression };

const axes: readonly GridAxis[] = ['x', 'y', 'z'];
const exact = new AffineForms({ bits: 64, keyOf });

/** Undefined where all blocks do something, or threads do not meet. */
export function clipGrid(kernel: Fn): EnlargedGrid | undefined {
  const meet = someStatement(kernel.body, (s) => s.kind === 'barrier' || s.kind === 'warp');
  if (!meet || !mayHaveOtherBlocks(kernel)) return undefined;
  const grid: EnlargedGrid = {
    fn: kernel,
    locals: kernel.locals,
    blocks: new Map(),
    when: bool(true),
    isUsual: true,
    rounds: undefined,
  };
  const made = clipped(grid);
  return made === grid ? undefined : made;
}

/** A grid without blocks that do nothing. */
export function clipped(grid: EnlargedGrid): EnlargedGrid {
  if (grid.rounds) return grid;
  const { body, limits } = new Clipper(grid.fn).clip();
  if (limits.length === 0) return grid;
  const blocks = new Map(grid.blocks);
  const locals = [...grid.locals];
  for (const { axis, blocks: most } of limits) {
    const old = blocks.get(axis);
    const launched = toInteger('i64', special(`nctaid.${axis}`));
    const index = old?.local ?? locals.push({ name: `blocks ${axis}`, type: 'i64' }) - 1;
    blocks.set(axis, { local: index, value: op('min', [old?.value ?? launched, most]) });
  }
  const some = limits.map((l) => l.some);
  const isUsual = grid.isUsual && some.every(isUsually);
  return { ...grid, fn: { ...grid.fn, body }, locals, blocks, when: [...some, grid.when].reduce(and), isUsual };
}

class Clipper extends Enlarger {
  private readonly limits: Limit[] = [];

  /** The kernel's list without conditions that only say which blocks do something. */
  clip(): { readonly body: List; readonly limits: readonly Limit[] } {
    const body = this.list(this.kernel.body);
    return { body, limits: this.limits };
  }

  private list(list: List): List {
    const at = list.findIndex((s) => s.kind !== 'set');
    const s = list[at];
    for (const before of list.slice(0, Math.max(at, 0))) if (before.kind === 'set') this.note(before);
    if (s?.kind !== 'if' || s.otherwise.length > 0) return list;
    const [before, rest] = [list.slice(0, at), list.slice(at + 1)];
    if (s.then.length === 1 && s.then[0]?.kind === 'return') {
      const kept = this.others(negated(s.condition));
      const leave: List = kept ? [{ ...s, condition: negated(kept) }] : [];
      return [...before, ...leave, ...this.list(rest)];
    }
    if (rest.some((x) => x.kind !== 'return')) return list;
    const kept = this.others(s.condition);
    const then = this.list(s.then);
    return [...before, ...(kept ? [{ ...s, condition: kept, then }] : then), ...rest];
  }

  /** What is left of a condition without those parts that limit the grid; undefined where nothing is. */
  private others(condition: Expression): Expression | undefined {
    const kept = conjuncts(condition).filter((c) => {
      const limit = this.limitOf(c);
      if (limit) this.limits.push(limit);
      return !limit;
    });
    return kept.length > 0 ? kept.reduce(and) : undefined;
  }

  /** `k*block + d < 0` lets in the first `(-d - 1)/k + 1` blocks. */
  private limitOf(e: Expression): Limit | undefined {
    const [a, b] = e.kind === 'op' && isComparison(e.op) ? e.args.map(this.expand) : [];
    if (e.kind !== 'op' || !isComparison(e.op) || !a || !b || (a.type !== 'i32' && a.type !== 'i64')) return undefined;
    const name = e.op === 'gt' || e.op === 'ge' ? mirrored[e.op] : e.op;
    const distance = name === e.op ? difference(exact.of(a), exact.of(b)) : difference(exact.of(b), exact.of(a));
    if (name !== 'lt' && name !== 'le') return undefined;
    for (const axis of axes) {
      const isBlock = (x: Expression): boolean => x.kind === 'special' && x.name === `ctaid.${axis}`;
      const growth = growthBy(distance, isBlock);
      if (!growth || !isConstant(growth) || growth.constant <= 0n || this.asksHowMany(axis)) continue;
      const rest = withoutTerms(distance, isBlock);
      if (!isOfLaunch(rest, this.kernel.params, (size) => size.startsWith('ntid.'))) continue;
      const room = difference(zeroForm, rest);
      const last = expressionOf({ ...room, constant: room.constant - (name === 'lt' ? 1n : 0n) }, 'i64') ?? i64(0);
      const blocks = add(op('div', [last, i64(growth.constant)]), i64(1));
      return { axis, blocks, some: op('ge', [last, i64(0)]) };
    }
    return undefined;
  }

  private asksHowMany(axis: GridAxis): boolean {
    return someExpressionIn(this.kernel.body, (e) => e.kind === 'special' && e.name === `nctaid.${axis}`);
  }
}
