/** Cells that a list loads in any case, and those between them: to load them, too, does no harm. What lies beside them may be no memory, but for shared memory, around which there is some. */
import type { Expression, Statement } from '../../ir/module.ts';
import { sizeOf } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import { eachExpression, isLoop, localsSetIn } from '../../ir/walk.ts';
import { scratchMargin } from '../../machine/kernel.ts';
import { AffineForms, constantOf, namedBase, plus } from '../analysis/affine.ts';

export type Load = Extract<Expression, { kind: 'load' }>;

type Reached = { readonly locals: ReadonlySet<number>; readonly from: number; readonly to: number };

/** Bytes around cells of shared memory that are reached. */
const around = scratchMargin / 4;
/** Of cells one of which is reached. */
const together = scratchMargin / 2;

export class ReachedCells {
  private readonly found: Map<string, Reached>;
  private readonly forms = new AffineForms({ bits: 64, keyOf });

  constructor(found: ReadonlyMap<string, Reached> = new Map()) {
    this.found = new Map(found);
  }

  /** What an expression loads. */
  add(whole: Expression): void {
    eachExpression(whole, (e) => {
      if (e.kind !== 'load' || e.volatile) return;
      const { name, at } = this.placeOf(e);
      const old = this.found.get(name);
      const locals = old?.locals ?? localsIn(e.from);
      const end = at + sizeOf(e.memory);
      this.found.set(name, { locals, from: Math.min(at, old?.from ?? at), to: Math.max(end, old?.to ?? end) });
    });
  }

  /** Places that are found by what a statement changes are others from then on. */
  forget(s: Statement): void {
    const set = localsSetIn([s]);
    if (set.size === 0) return;
    for (const [name, { locals }] of this.found) if ([...locals].some((l) => set.has(l))) this.found.delete(name);
  }

  /** For the bodies of a statement. */
  within(s: Statement): ReachedCells {
    const inner = new ReachedCells(this.found);
    if (isLoop(s)) inner.forget(s);
    return inner;
  }

  with(also: readonly Expression[]): ReachedCells {
    if (also.length === 0) return this;
    const more = new ReachedCells(this.found);
    for (const e of also) more.add(e);
    return more;
  }

  /** With cells of shared memory either the first or the second of which are loaded in any case, and lie near each other. */
  withEither(one: readonly Expression[], other: readonly Expression[]): ReachedCells {
    const [a, b] = [one, other].map((list) => {
      const cells = new ReachedCells();
      for (const e of list) cells.add(e);
      return cells.found;
    });
    const more = new ReachedCells(this.found);
    for (const [name, { locals, ...x }] of a!) {
      const y = b!.get(name);
      if (!y || !name.startsWith('ptr.shared')) continue;
      const hull = { from: Math.min(x.from, y.from), to: Math.max(x.to, y.to) };
      if (hull.to - hull.from <= together && !this.found.has(name)) more.found.set(name, { locals, ...hull });
    }
    return more;
  }

  isAmong(e: Load): boolean {
    if (e.volatile) return false;
    const { name, at } = this.placeOf(e);
    const reached = this.found.get(name);
    const beside = e.from.type === 'ptr.shared' ? around : 0;
    return reached !== undefined && at >= reached.from - beside && at + sizeOf(e.memory) <= reached.to + beside;
  }

  private placeOf(e: Load): { readonly name: string; readonly at: number } {
    const form = plus(this.forms.of(e.from), e.offset);
    return { name: `${e.from.type} ${namedBase(form)}`, at: constantOf(form) };
  }
}

function localsIn(whole: Expression): ReadonlySet<number> {
  const found = new Set<number>();
  eachExpression(whole, (e) => {
    if (e.kind === 'local') found.add(e.index);
  });
  return found;
}
