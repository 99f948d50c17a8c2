/**
 * Trees and shuffles by which a block takes what its threads have together: each thread adds its number to one cell of the shared memory that the tree stood in, where its first level was; sums and
 * extremes of a chunk's lanes stay in registers. What a tree computes is found by running it for all threads (`block-run.ts`), whatever it looks like.
 */
import { InternalError } from '../../base/impossible.ts';
import { and, eq, i32, i64, integer, load, offset, special } from '../../ir/build.ts';
import { isPlainBarrier } from '../../ir/effects.ts';
import { liveBefore } from '../../ir/liveness.ts';
import type { BlockSize, Expression, Fn, Statement } from '../../ir/module.ts';
import { neutralOf, nothingOf, numberType } from '../../ir/neutral.ts';
import { isPointer, loadedType, type MemoryType } from '../../ir/types.ts';
import { countSets, countUses } from '../../ir/uniformity.ts';
import {
  bodiesOf,
  changeBodies,
  changeParts,
  eachExpressionOf,
  eachStatement,
  expressionsOf,
  localsSet,
  localsSetIn,
  mapStatement,
  partsOf,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import { aliasesOf } from '../analysis/alias.ts';
import { BlockRun, type Found, type Leaf } from '../analysis/block-run.ts';

type Cell = Leaf['cells'][number] & { readonly leaf: Leaf; readonly how: NonNullable<Found['how']> };
type Plan = {
  readonly size: BlockSize;
  readonly list: readonly Statement[];
  readonly run: BlockRun;
  readonly isNested: boolean;
  readonly deleted: ReadonlySet<Statement>;
  /** Loads and locals that hold a result, by their statements. */
  readonly results: ReadonlyMap<Statement, ReadonlyMap<Expression, Cell>>;
  readonly cells: readonly Cell[];
};

export function collectTrees(kernel: Fn, size: BlockSize): Fn {
  const threads = size[0] * size[1] * size[2];
  if (threads < 2 || threads > 1024 || !handsOn(kernel.body)) return kernel;
  const others = new Set<string>();
  for (;;) {
    const known = others.size;
    const plans = plansOf(kernel, size, others);
    const good = withoutOthers(kernel, plans, others);
    if (good.length > 0) return intoBranches({ ...kernel, body: collected(kernel, kernel.body, good) });
    if (others.size === known) return kernel;
  }
}

function plansOf(kernel: Fn, size: BlockSize, others: Set<string>): readonly Plan[] {
  const plans: Plan[] = [];
  const visit = (list: readonly Statement[], run: BlockRun, isNested: boolean): void => {
    run.list(list, (s) => {
      for (const body of bodiesOf(s))
        if (body.some((x) => isPlainBarrier(x, 'block')))
          visit(body, new BlockRun(size, kernel.locals, others, run), true);
    });
    const plan = planOf(kernel, list, run, isNested, others);
    if (plan) plans.push(plan);
  };
  visit(kernel.body, new BlockRun(size, kernel.locals, others), false);
  const holds = (p: Plan, q: Plan): boolean => p !== q && someStatement(q.list, (s) => p.results.has(s));
  return plans.filter((q) => !plans.some((p) => holds(p, q)));
}

type Atomic = Extract<Statement, { kind: 'atomic' }>;

/** Numbers that only a branch gives (`x = 0; if (i <= n) x = a(i)`) are added there: threads that do not come to it are left out. */
function intoBranches(fn: Fn): Fn {
  const uses = countUses(fn.body, fn.locals.length);
  const sets = countSets(fn.body, fn.locals.length);
  const change = (list: readonly Statement[]): readonly Statement[] => {
    const out: Statement[] = [];
    for (const s of list) {
      const within = s.kind === 'atomic' && s.to.type === 'ptr.shared' ? branchOf(s, out) : undefined;
      if (within) out.splice(within.at, 1, within.branch);
      else out.push(changeBodies(s, change));
    }
    return out;
  };
  const branchOf = (
    s: Atomic,
    out: readonly Statement[],
  ): { readonly at: number; readonly branch: Statement } | undefined => {
    const [x] = s.args;
    if (x?.kind !== 'local' || uses[x.index] !== 3 || sets[x.index] !== 2) return undefined;
    const at = out.findLastIndex((y) => y.kind !== 'atomic');
    const branch = out[at];
    const before = out.findLast((y) => y.kind === 'set' && y.local === x.index);
    if (branch?.kind !== 'if') return undefined;
    const first = before?.kind === 'set' && before.value.kind === 'const' ? before.value : undefined;
    if (before && !first) return undefined;
    const isNothing = (value: Expression): boolean =>
      value.kind === 'const' && (s.how === 'add' || s.how === 'or' || s.how === 'xor') && Number(value.value) === 0;
    const added = (value: Expression): readonly Statement[] => (isNothing(value) ? [] : [{ ...s, args: [value] }]);
    const side = (list: readonly Statement[]): readonly Statement[] | undefined => {
      if (list.some((y) => y.kind === 'set' && y.local === x.index))
        return list.flatMap((y) => (y.kind === 'set' && y.local === x.index ? added(y.value) : [y]));
      return localsSetIn(list).has(x.index) ? undefined : first && [...list, ...added(first)];
    };
    const [then, otherwise] = [side(branch.then), side(branch.otherwise)];
    return then && otherwise && { at, branch: { ...branch, then, otherwise } };
  };
  return { ...fn, body: change(fn.body) };
}

/** Whether threads find anything in shared memory that others put there. */
function handsOn(body: readonly Statement[]): boolean {
  return (
    someStatement(body, (s) => isPlainBarrier(s, 'block')) &&
    someStatement(body, (s) => s.kind === 'store' && s.to.type === 'ptr.shared') &&
    !someStatement(body, (s) => s.kind === 'barrier' && s.scope !== 'block' && s.scope !== 'warp')
  );
}

const resultOf = (f: Found | undefined): Leaf | undefined => {
  const [leaf] = f?.shares ?? [];
  return f?.whole && f.shares.size === 1 && leaf !== 'other' ? leaf : undefined;
};

type Read = { readonly e: Expression; readonly found: Found; readonly leaf: Leaf | undefined };

/** What a statement reads, from the outside to the inside: what is part of a result is not asked for. */
function readsOf(run: BlockRun, s: Statement): readonly Read[] {
  const found = run.found.get(s);
  const reads: Read[] = [];
  const visit = (e: Expression): void => {
    const known = found?.get(e);
    const leaf = resultOf(known);
    if (known && (leaf || e.kind !== 'op')) reads.push({ e, found: known, leaf });
    if (!leaf) partsOf(e).forEach(visit);
  };
  expressionsOf(s).forEach(visit);
  return reads;
}

function planOf(
  kernel: Fn,
  list: readonly Statement[],
  run: BlockRun,
  isNested: boolean,
  others: Set<string>,
): Plan | undefined {
  if (run.leaves.length === 0) return undefined;
  const deleted = new Set<Statement>();
  const canHold = (s: Statement): boolean =>
    s.kind === 'set' &&
    readsOf(run, s).every(({ found: { shares }, leaf }) => leaf || (shares.size === 1 && shares.has('other')));
  const hands = (s: Statement): boolean => run.handing.has(s) && !run.unknown.has(s) && !canHold(s);
  const inPlace = new Set(run.leaves.map((l) => l.within));
  const stays = (s: Statement, x: Statement): boolean =>
    run.unknown.has(x) || !isOfTree(run, x) || (x !== s && inPlace.has(x));
  const visit = (s: Statement): void => {
    if (someStatement([s], hands) && !someStatement([s], (x) => stays(s, x))) {
      eachStatement([s], (x) => deleted.add(x));
    } else for (const b of bodiesOf(s)) b.forEach(visit);
  };
  list.forEach(visit);
  if (deleted.size === 0) return undefined;
  const lost = localsSetIn([...deleted]);
  const results = new Map<Statement, Map<Expression, Cell>>();
  const cells: Cell[] = [];
  const cellOf = (leaf: Leaf, how: NonNullable<Found['how']>): Cell | undefined => {
    const known = cells.find((c) => c.leaf === leaf && c.how === how);
    if (known) return known;
    const isFree = (c: Leaf['cells'][number]): boolean => !cells.some((x) => x.base === c.base && x.at === c.at);
    const cell = leaf.cells.toSorted((a, b) => a.at - b.at).find(isFree);
    if (!cell || !isKnown(list, run, leaf) || !isSum(leaf, cell.memory, how)) return undefined;
    const made = { ...cell, leaf, how };
    cells.push(made);
    return made;
  };
  let good = !outlives(list, run, deleted, kernel.locals.length);
  eachStatement(list, (s) => {
    if (deleted.has(s)) return;
    if (hands(s)) good = false;
    for (const { e, found: f, leaf } of readsOf(run, s)) {
      if (leaf && f.how && (e.kind !== 'local' || [...f.set].some((x) => x && deleted.has(x)))) {
        const cell = cellOf(leaf, f.how);
        if (cell) results.set(s, (results.get(s) ?? new Map<Expression, Cell>()).set(e, cell));
        else good = false;
      } else if (e.kind === 'local' && lost.has(e.index) && [...f.set].some((x) => !x || deleted.has(x))) good = false;
    }
  });
  const found = good && cells.length > 0;
  if (!found) for (const base of broadcastsOf(run)) others.add(base);
  return found ? { size: run.size, list, run, isNested, deleted, results, cells } : undefined;
}

/** Whether somebody reads what a deleted statement leaves in a local where the run no longer knows what it holds, as in loops that set it as well. */
function outlives(list: readonly Statement[], run: BlockRun, deleted: ReadonlySet<Statement>, locals: number): boolean {
  const left = new Set<number>();
  // What a loop or a branch sets that nobody can run may be what was there before.
  const isKnownIn = (s: Statement, e: Expression): boolean => {
    const known = run.found.get(s)?.get(e);
    return known !== undefined && ![...known.set].some((x) => x !== undefined && run.unknown.has(x));
  };
  const isUnknown = (s: Statement, local: number): boolean =>
    !deleted.has(s) &&
    expressionsOf(s).some((whole) =>
      someExpression(whole, (e) => e.kind === 'local' && e.index === local && !isKnownIn(s, e)),
    );
  for (const s of list) {
    const reads = left.size > 0 ? liveBefore([s], locals) : left;
    for (const local of left) if (reads.has(local) && someStatement([s], (x) => isUnknown(x, local))) return true;
    if (s.kind === 'set' && !deleted.has(s)) left.delete(s.local);
    eachStatement([s], (x) => {
      if (deleted.has(x)) for (const local of localsSet(x)) left.add(local);
    });
  }
  return false;
}

/** Memory in which some threads tell others what they know, and no tree stands. */
function broadcastsOf({ leaves, threads }: BlockRun): ReadonlySet<string> {
  const basesOf = (list: readonly Leaf[]): Set<string> => new Set(list.flatMap((l) => l.cells.map((c) => c.base)));
  const [whole, some] = [true, false].map((is) => basesOf(leaves.filter((l) => (l.threads.size === threads) === is)));
  return some!.difference(whole!);
}

/** Statements that trees are made of. */
function isOfTree(run: BlockRun, s: Statement): boolean {
  switch (s.kind) {
    case 'store':
      return run.handing.has(s);
    case 'barrier':
      return s.reduce === undefined;
    case 'warp':
      return s.how.startsWith('shuffle');
    default: // else: it does more than hand on
      return ['set', 'if', 'for', 'loop', 'block', 'break', 'continue'].includes(s.kind);
  }
}

/** Whether all threads have the number before the statement of the list that hands it on. */
function isKnown(
  list: readonly Statement[],
  run: BlockRun,
  { value, before, threads, set, within: store }: Leaf,
): boolean {
  if (threads.size !== run.threads) return false;
  if (store) return true;
  const first = list[before]!;
  if (value.kind === 'local') {
    let within = false;
    eachStatement([first], (s) => {
      if (set.has(s)) within = true;
    });
    return !within;
  }
  return first.kind === 'store' || first.kind === 'warp';
}

function isSum({ value, cells }: Leaf, memory: MemoryType, how: NonNullable<Found['how']>): boolean {
  return (
    value.type === loadedType(memory) && neutralOf(how, memory) !== undefined && cells.every((c) => c.memory === memory)
  );
}

/** Plans whose shared memory nobody else looks at; memory that others do joins `others`. */
function withoutOthers(kernel: Fn, plans: readonly Plan[], others: Set<string>): readonly Plan[] {
  const aliases = aliasesOf(kernel);
  for (let left = plans; ; ) {
    const bases = new Set(left.flatMap((p) => [...p.run.bases]));
    const lost = new Map(left.map((p) => [p, localsSetIn([...p.deleted])]));
    const bad = new Set<string>();
    const badLocals = new Set<number>();
    eachStatement(kernel.body, (s) => {
      if (left.some((p) => p.deleted.has(s))) return;
      const isHeld = (e: Expression): boolean => left.some((p) => p.results.get(s)?.has(e) === true);
      const note = (e: Expression): void => {
        const { name, space } = aliases.rootOf(e);
        if (name !== undefined && bases.has(name)) bad.add(name);
        if (name === undefined && (space === 'shared' || space === 'generic')) for (const b of bases) bad.add(b);
      };
      const look = (e: Expression): void => {
        if (isHeld(e)) return;
        if (e.kind === 'load') note(e.from);
        partsOf(e).forEach(look);
      };
      expressionsOf(s).forEach(look);
      if (s.kind === 'store' || s.kind === 'atomic') note(s.to);
      if (s.kind === 'copy' || s.kind === 'fill' || s.kind === 'call') for (const b of bases) bad.add(b);
      if (s.kind === 'store' && isPointer(s.value.type)) note(s.value);
    });
    for (const p of left) {
      const inside = new Set<Statement>();
      eachStatement(p.list, (s) => inside.add(s));
      eachStatement(kernel.body, (s) => {
        if (inside.has(s) || left.some((q) => q.deleted.has(s))) return;
        eachExpressionOf(s, (e) => {
          if (e.kind === 'local' && lost.get(p)!.has(e.index)) badLocals.add(e.index);
        });
      });
    }
    const kept = left.filter(
      (p) => ![...p.run.bases].some((b) => bad.has(b)) && ![...lost.get(p)!].some((l) => badLocals.has(l)),
    );
    if (kept.length === left.length) return kept;
    for (const b of bad) others.add(b);
    left = kept;
  }
}

const barrier = (): Statement => ({ kind: 'barrier', scope: 'block' });
/** Whether it neither reads nor writes what others do. */
const isOfThread = (s: Statement): boolean => s.kind === 'set' && !someExpression(s.value, (e) => e.kind === 'load');

function collected(kernel: Fn, list: readonly Statement[], plans: readonly Plan[]): readonly Statement[] {
  const plan = plans.find((p) => p.list === list);
  if (!plan) return list.map((s) => changeBodies(s, (b) => collected(kernel, b, plans)));
  const { deleted, cells, isNested } = plan;
  const place = ({ base, at }: Cell): Expression => offset(baseOf(base), i64(at));
  const added = (c: Cell): Statement => ({
    kind: 'atomic',
    how: c.how,
    memory: c.memory,
    to: place(c),
    args: [c.leaf.value],
    scope: 'block',
  });
  /** Results instead of what found them. */
  const replaced = (within: readonly Statement[]): readonly Statement[] =>
    within.flatMap((s, i) => {
      if (deleted.has(s)) return cells.filter((c) => c.leaf.within === s).map(added);
      // With nothing left between them.
      const next = within.slice(i + 1).find((x) => !deleted.has(x));
      if (isPlainBarrier(s, 'block') && isPlainBarrier(next, 'block')) return [];
      if (s.kind === 'barrier' && s.scope === 'warp' && within.some((x) => deleted.has(x))) return [];
      const held = plan.results.get(s);
      const expression = (e: Expression): Expression => {
        const cell = held?.get(e);
        return cell ? load(cell.memory, place(cell)) : changeParts(e, expression);
      };
      const body = (b: readonly Statement[]): readonly Statement[] =>
        plans.some((p) => p.list === b) ? collected(kernel, b, plans) : replaced(b);
      return [mapStatement(s, { expression, body })];
    });
  const begins = beginOf(kernel, plan);
  const out: Statement[] = [];
  let open = false;
  let met = false;
  const meet = (): void => {
    if (!met) out.push(barrier());
    met = true;
    open = false;
  };
  for (const [i, s] of list.entries()) {
    if (i === begins) {
      if (isNested || i > 0) meet();
      out.push(
        first(
          plan.size,
          cells.map((c) => ({ kind: 'store', memory: c.memory, to: place(c), offset: 0, value: nothing(c) })),
        ),
      );
      met = false;
      meet();
    }
    for (const c of cells.filter(({ leaf }) => leaf.before === i && !leaf.within)) {
      out.push(added(c));
      open = true;
      met = false;
    }
    const adds = cells.some(({ leaf }) => leaf.before === i && leaf.within);
    const meets = (x: Statement): boolean => isPlainBarrier(x, 'block');
    if (meets(s) || (deleted.has(s) && someStatement([s], meets))) meet();
    if (deleted.has(s) || meets(s)) continue;
    if (open && !adds && (s.kind !== 'set' || plan.results.has(s))) meet();
    const made = replaced([s]);
    if (!made.every(isOfThread)) met = false;
    out.push(...made);
    open ||= adds;
  }
  return out;
}

/** Where the cells are made to hold nothing: behind the last statement before that has to do with their memory. */
function beginOf(kernel: Fn, { list, cells, run }: Plan): number {
  const before = Math.min(...cells.map(({ leaf }) => leaf.before));
  const aliases = aliasesOf(kernel);
  const touches = (s: Statement): boolean =>
    someStatement([s], (x) => {
      const isOfBases = (e: Expression): boolean => run.bases.has(aliases.rootOf(e).name ?? '');
      if ((x.kind === 'store' || x.kind === 'atomic') && isOfBases(x.to)) return true;
      return expressionsOf(x).some((e) => someExpression(e, (y) => y.kind === 'load' && isOfBases(y.from)));
    });
  return list.slice(0, before).findLastIndex(touches) + 1;
}

/** By the first thread. */
function first(size: BlockSize, then: readonly Statement[]): Statement {
  const along = (['tid.x', 'tid.y', 'tid.z'] as const).filter((_, axis) => size[axis]! > 1);
  const condition = along.map((name) => eq(special(name), i32(0))).reduce(and);
  return { kind: 'if', condition, then, otherwise: [] };
}

function nothing({ how, memory }: Cell): Expression {
  const type = numberType(memory);
  if (!type) throw new InternalError(`a cell of ${memory} for a sum`);
  const value = nothingOf(how, type);
  return type === 'i32' || type === 'i64' ? integer(type, value) : { kind: 'const', type, value };
}

function baseOf(base: string): Expression {
  if (base === '#dynamic') return { kind: 'dynamic-shared', type: 'ptr.shared' };
  return { kind: 'global', type: 'ptr.shared', name: base.slice(1) };
}
