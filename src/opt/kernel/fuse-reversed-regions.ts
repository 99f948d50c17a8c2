/**
 * A region in which threads only read, and one behind it in which each writes its own place in shared memory (`x = s(t) + s(t - k)`, a barrier, `s(t) = x`): where
 * nobody reads the places of threads behind it, both run as one, from the last thread to the first; where nobody reads those of threads before it (`s(2*t)` and more), from the first to the last. What
 * threads hold meanwhile stays in registers.
 */
import type { Expression, Statement } from '../../ir/module.ts';
import { countSets, valuesOf } from '../../ir/uniformity.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  bodiesOf,
  changeBodies,
  eachExpression,
  eachStatement,
  expressionsOf,
  localsSetIn,
  someExpression,
} from '../../ir/walk.ts';
import type { RegionKernel } from './region-parts.ts';
import { type Place, placeOf } from './shared-places.ts';

type Region = Extract<Statement, { readonly kind: 'block' }>;

/** The kernel with such regions as one, and their labels. Only for blocks of one row. */
export function fuseReversedRegions(kernel: RegionKernel): {
  readonly kernel: RegionKernel;
  readonly descending: ReadonlySet<string>;
} {
  const values = valuesOf(kernel.body, kernel.locals.length);
  const descending = new Set<string>();
  const idle = idleChoices(kernel.body, kernel.locals.length);
  let fused = false;
  const threads = new Set(kernel.threads);
  const isRegion = (s: Statement | undefined): s is Region =>
    s?.kind === 'block' && kernel.threads.has(s.label) && !kernel.whole.has(s.label);
  const list = (statements: readonly Statement[]): readonly Statement[] => {
    const out: Statement[] = [];
    for (let i = 0; i < statements.length; i++) {
      const [first, second] = [statements[i]!, statements[i + 1]];
      const order =
        isRegion(first) && isRegion(second) ? orderOf(first.body, second.body, values, kernel.single) : undefined;
      if (isRegion(first) && isRegion(second) && order) {
        if (order === 'descending') descending.add(first.label);
        fused = true;
        threads.delete(second.label);
        out.push({ ...first, body: inOneGuard(first.body, second.body, idle) });
        i++;
      } else if (first.kind === 'for' || first.kind === 'loop' || first.kind === 'if') {
        out.push(changeBodies(first, list));
      } else out.push(first);
    }
    return out;
  };
  const body = list(kernel.body);
  return fused ? { kernel: { ...kernel, body, threads }, descending } : { kernel, descending };
}

type Order = 'ascending' | 'descending';

/** In which both run as one; undefined where they may not. */
function orderOf(
  reads: readonly Statement[],
  writes: readonly Statement[],
  values: ReadonlyMap<number, Expression>,
  single: ReadonlySet<number>,
): Order | undefined {
  const plain = (s: Statement): boolean =>
    (s.kind === 'set' && !single.has(s.local)) || (s.kind === 'if' && bodiesOf(s).every((b) => b.every(plain)));
  if (!reads.every(plain)) return undefined;
  const written: Place[] = [];
  let far = false;
  const stores = (s: Statement): boolean => {
    if (s.kind === 'if') return bodiesOf(s).every((b) => b.every(stores));
    if (s.kind !== 'store') return plain(s);
    if (s.volatile) return false;
    if (s.to.type === 'ptr.global') {
      far = true;
      return true;
    }
    const place = s.to.type === 'ptr.shared' ? placeOf(s.to, s.offset, values) : undefined;
    if (place) written.push(place);
    return place !== undefined;
  };
  if (!writes.every(stores) || written.length === 0) return undefined;
  const orders = new Set<Order>(['descending', 'ascending']);
  const meet = (read: Place | undefined): void => {
    for (const w of written) {
      if (read && w.root !== read.root) continue;
      const even = read && w.step > 0 && read.step >= 0;
      if (!even || read.step > w.step || read.behind > w.behind) orders.delete('descending');
      if (!even || read.step < w.step || read.behind < w.behind) orders.delete('ascending');
    }
  };
  eachStatement(reads, (s) => {
    for (const whole of expressionsOf(s))
      eachExpression(whole, (e) => {
        if (e.kind !== 'load') return;
        if (e.from.type === 'ptr.global') {
          // What is stored there must be stored behind all loads.
          if (far) orders.clear();
        } else meet(e.volatile || e.from.type !== 'ptr.shared' ? undefined : placeOf(e.from, e.offset, values));
      });
  });
  return orders.values().next().value;
}

/** Both bodies; where each ends with a branch that the same condition opens, in one branch. */
function inOneGuard(
  reads: readonly Statement[],
  writes: readonly Statement[],
  idle: ReadonlySet<Statement>,
): readonly Statement[] {
  const second = writes.at(-1);
  const both = [...reads, ...writes];
  if (second?.kind !== 'if' || second.otherwise.length > 0 || writes.length > 1) return both;
  const branched = choicesAsBranch(reads, second, idle);
  const first = branched.at(-1);
  if (first?.kind !== 'if' || first.otherwise.length > 0) return both;
  const changed = localsSetIn(first.then);
  const moves = someExpression(
    second.condition,
    (e) => e.kind === 'load' || (e.kind === 'local' && changed.has(e.index)),
  );
  if (moves || keyOf(first.condition) !== keyOf(second.condition)) return both;
  return [...branched.slice(0, -1), { ...first, then: [...first.then, ...second.then] }];
}

type Choice = {
  readonly asked: Expression;
  readonly condition: string;
  readonly value: Expression;
  readonly other: Expression;
};

function choiceOf(s: Statement): Choice | undefined {
  if (s.kind !== 'set' || s.value.kind !== 'op' || s.value.op !== 'select') return undefined;
  const [asked, value, other] = s.value.args;
  return { asked: asked!, condition: keyOf(asked!), value: value!, other: other! };
}

/** Choices at the end by the condition of a branch (`x = merge(s(2*t), x, t < n)`) as such a branch: nothing is loaded for threads that do not come to it. */
function choicesAsBranch(
  list: readonly Statement[],
  { condition }: Extract<Statement, { kind: 'if' }>,
  idle: ReadonlySet<Statement>,
): readonly Statement[] {
  const then: Statement[] = [];
  for (const s of list.toReversed()) {
    const choice = choiceOf(s);
    if (s.kind !== 'set' || choice?.condition !== keyOf(condition)) break;
    const stays = choice.other.kind === 'local' && choice.other.index === s.local;
    if (!stays && !idle.has(s)) break;
    then.unshift({ ...s, value: choice.value });
  }
  if (then.length === 0) return list;
  return [...list.slice(0, list.length - then.length), { kind: 'if', condition, then, otherwise: [] }];
}

/**
 * Choices whose other value nobody needs: what they give is only read in branches that the same condition opens, or as the other value of such choices. The condition is the same all along: places,
 * constants and parameters make it up.
 */
function idleChoices(body: readonly Statement[], locals: number): ReadonlySet<Statement> {
  const counts = countSets(body, locals);
  const changes = (e: Expression): boolean => e.kind === 'load' || (e.kind === 'local' && counts[e.index]! > 0);
  const choices = new Map<number, { readonly set: Statement; readonly condition: string }>();
  eachStatement(body, (s) => {
    const choice = choiceOf(s);
    if (s.kind !== 'set' || !choice || counts[s.local] !== 1) return;
    if (!someExpression(choice.asked, changes)) choices.set(s.local, { set: s, condition: choice.condition });
  });
  for (let known = -1; known !== choices.size; ) {
    known = choices.size;
    const isIdle = (s: Statement): boolean => s.kind === 'set' && choices.get(s.local)?.set === s;
    const read = (e: Expression, open: ReadonlySet<string>): void =>
      eachExpression(e, (x) => {
        const choice = x.kind === 'local' ? choices.get(x.index) : undefined;
        if (choice && x.kind === 'local' && !open.has(choice.condition)) choices.delete(x.index);
      });
    const visit = (list: readonly Statement[], open: ReadonlySet<string>): void => {
      for (const s of list) {
        const choice = isIdle(s) ? choiceOf(s) : undefined;
        if (choice && s.kind === 'set' && s.value.kind === 'op')
          s.value.args.slice(0, 2).forEach((e) => void read(e, open));
        else for (const e of expressionsOf(s)) read(e, open);
        if (s.kind === 'if') {
          visit(s.then, new Set([...open, keyOf(s.condition)]));
          visit(s.otherwise, open);
        } else for (const b of bodiesOf(s)) visit(b, open);
      }
    };
    visit(body, new Set());
  }
  return new Set([...choices.values()].map((c) => c.set));
}
