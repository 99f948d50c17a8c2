/**
 * Rows of threads side by side: the statements of several neighbours in y follow each other, so that what does not depend on y (a column of a tile)
 * is loaded once for all of them, and their sums are chains of their own.
 */
import type { Expression, Local, Statement } from '../../../ir/module.ts';
import type { ValueType } from '../../../ir/types.ts';
import {
  bodiesOf,
  expressionsOf,
  isLoop,
  localsSet,
  mapStatement,
  someExpression,
  someStatement,
} from '../../../ir/walk.ts';
import { RowCopies, type RowFacts, type RowLocals } from './row-copies.ts';
import { sharedLoads } from './shared-loads.ts';

export type TilingFacts = RowFacts & {
  /** Locals that exist once for all threads, or that all threads set alike. */
  readonly common: ReadonlySet<number>;
  /** Whether neighbours in x find different values. */
  readonly isLong: (e: Expression) => boolean;
};

export type Patch = {
  readonly body: readonly Statement[];
  readonly locals: readonly Local[];
  readonly rows: RowLocals;
  /** Where the loads that rows share lead to. */
  readonly shared: readonly ValueType[];
};

/** Undefined where rows have nothing to share in a loop. */
export function registerTiling(facts: TilingFacts, rows: number): Patch | undefined {
  const { body } = facts;
  if (!someStatement(body, isLoop)) return undefined;
  if (someStatement(body, (s) => localsSet(s).some((l) => facts.common.has(l)) || !isKnown(s))) return undefined;
  const made = new Loops(facts, rows);
  return made.shares(body) ? made.patch() : undefined;
}

function isKnown(s: Statement): boolean {
  if (
    expressionsOf(s).some((e) =>
      someExpression(e, (x) => x.kind === 'slot' || (x.kind === 'special' && x.name === 'laneid')),
    )
  )
    return false;
  return s.kind === 'set' || s.kind === 'store' || s.kind === 'if' || s.kind === 'for';
}

class Loops {
  private readonly facts: TilingFacts;
  private readonly copies: RowCopies;
  private readonly shared: ValueType[] = [];

  constructor(facts: TilingFacts, rows: number) {
    this.facts = facts;
    this.copies = new RowCopies(facts, rows, 'tid.y');
  }

  /** Whether a loop that all rows run together loads something for all of them, and not only that. */
  shares(list: readonly Statement[]): boolean {
    return list.some((s) => {
      if (this.copies.differs(s)) return false;
      if (s.kind === 'for') return this.loadsForAll(s.body) || this.shares(s.body);
      return bodiesOf(s).some((b) => this.shares(b));
    });
  }

  patch(): Patch {
    const { copies } = this;
    const body = sharedLoads(this.list(this.facts.body), copies.locals);
    return { body, locals: copies.locals, rows: copies.rows, shared: this.shared };
  }

  private loadsForAll(list: readonly Statement[]): boolean {
    let forAll = false;
    let forOne = false;
    for (const s of list) {
      if (s.kind !== 'set' && s.kind !== 'store') return false;
      for (const whole of expressionsOf(s))
        someExpression(whole, (e) => {
          if (e.kind !== 'load') return false;
          if (this.copies.isOwn(e)) forOne = true;
          else if (this.facts.isLong(e.from)) {
            forAll = true;
            this.shared.push(e.from.type);
          }
          return false;
        });
      if (s.kind === 'set' && this.copies.isOwnLocal(s.local)) forOne = true;
    }
    return forAll && forOne;
  }

  private list(list: readonly Statement[]): readonly Statement[] {
    return list.flatMap((s): readonly Statement[] => {
      if (s.kind === 'set') return this.copies.isOwnLocal(s.local) ? this.copies.each(s) : [s];
      if (s.kind === 'store' || this.copies.differs(s)) return this.copies.each(s);
      return [mapStatement(s, { expression: (e) => e, body: (b) => this.list(b) })];
    });
  }
}
