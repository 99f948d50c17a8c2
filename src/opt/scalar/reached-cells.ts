/** Cells that a list loads in any case, and those between them: to load them, too, does no harm. What lies beside them may be no memory. */
import type { Expression, Statement } from '../../ir/module.ts';
import { sizeOf } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import { eachExpression, isLoop, localsSetIn } from '../../ir/walk.ts';
import { AffineForms, constantOf, namedBase, plus } from '../analysis/affine.ts';

export type Load = Extract<Expression, { kind: 'load' }>;

type Reached = { readonly locals: ReadonlySet<number>; readonly from: number; readonly to: number };

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

  isAmong(e: Load): boolean {
    if (e.volatile) return false;
    const { name, at } = this.placeOf(e);
    const reached = this.found.get(name);
    return reached !== undefined && at >= reached.from && at + sizeOf(e.memory) <= reached.to;
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
