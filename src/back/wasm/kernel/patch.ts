/**
 * Rows of threads side by side: the statements of several neighbours in y follow each other, so that what does not depend on y (a column of a tile)
 * is loaded once for all of them, and their sums are chains of their own.
 */
import { i32, op } from '../../../ir/build.ts';
import type { Expression, Local, Statement } from '../../../ir/module.ts';
import type { ValueType } from '../../../ir/types.ts';
import {
  bodiesOf,
  expressionsOf,
  localsSet,
  mapExpression,
  mapStatement,
  someExpression,
  someStatement,
} from '../../../ir/walk.ts';
import { sharedLoads } from './shared-loads.ts';

export type PatchFacts = {
  readonly body: readonly Statement[];
  readonly locals: readonly Local[];
  /** Whether a local may differ between threads when the region begins. */
  readonly differs: (local: number) => boolean;
  /** Locals that exist once for all threads, or that all threads set alike. */
  readonly common: ReadonlySet<number>;
  /** Whether neighbours in x find different values. */
  readonly isLong: (e: Expression) => boolean;
};

export type Patch = {
  readonly body: readonly Statement[];
  readonly locals: readonly Local[];
  /** The local and row that a local of the patch stands for. */
  readonly rows: ReadonlyMap<number, { readonly local: number; readonly row: number }>;
  /** Where the loads that rows share lead to. */
  readonly shared: readonly ValueType[];
};

/** Undefined where rows have nothing to share in a loop. */
export function patchOf(facts: PatchFacts, rows: number): Patch | undefined {
  const { body } = facts;
  if (!someStatement(body, isLoop)) return undefined;
  if (someStatement(body, (s) => localsSet(s).some((l) => facts.common.has(l)) || !isKnown(s))) return undefined;
  const made = new Rows(facts, rows);
  return made.shares(body) ? made.patch() : undefined;
}

function isLoop(s: Statement): boolean {
  return s.kind === 'for' || s.kind === 'loop';
}

function isKnown(s: Statement): boolean {
  if (expressionsOf(s).some((e) => someExpression(e, (x) => x.kind === 'slot' || isSpecial(x, 'laneid')))) return false;
  return s.kind === 'set' || s.kind === 'store' || s.kind === 'if' || s.kind === 'for';
}

function isSpecial(e: Expression, name: string): boolean {
  return e.kind === 'special' && e.name === name;
}

class Rows {
  private readonly facts: PatchFacts;
  private readonly count: number;
  /** Locals that differ from row to row. */
  private readonly own = new Set<number>();
  private readonly locals: Local[];
  private readonly rows = new Map<number, { readonly local: number; readonly row: number }>();
  private readonly shared: ValueType[] = [];
  private readonly copies = new Map<string, number>();

  constructor(facts: PatchFacts, count: number) {
    this.facts = facts;
    this.count = count;
    this.locals = [...facts.locals];
    let before = -1;
    while (before !== this.own.size) {
      before = this.own.size;
      this.find(facts.body, false);
    }
  }

  /** Whether a loop that all rows run together loads something for all of them, and not only that. */
  shares(list: readonly Statement[]): boolean {
    return list.some((s) => {
      if (this.differs(s)) return false;
      if (s.kind === 'for') return this.loadsForAll(s.body) || this.shares(s.body);
      return bodiesOf(s).some((b) => this.shares(b));
    });
  }

  patch(): Patch {
    const body = sharedLoads(this.list(this.facts.body), this.locals);
    return { body, locals: this.locals, rows: this.rows, shared: this.shared };
  }

  private loadsForAll(list: readonly Statement[]): boolean {
    let forAll = false;
    let forOne = false;
    for (const s of list) {
      if (s.kind !== 'set' && s.kind !== 'store') return false;
      for (const whole of expressionsOf(s))
        someExpression(whole, (e) => {
          if (e.kind !== 'load') return false;
          if (this.isOwn(e)) forOne = true;
          else if (this.facts.isLong(e.from)) {
            forAll = true;
            this.shared.push(e.from.type);
          }
          return false;
        });
      if (s.kind === 'set' && this.own.has(s.local)) forOne = true;
    }
    return forAll && forOne;
  }

  private find(list: readonly Statement[], apart: boolean): void {
    for (const s of list) {
      const here = apart || this.differs(s);
      if (s.kind === 'set' ? here || this.isOwn(s.value) : here) for (const l of localsSet(s)) this.own.add(l);
      for (const b of bodiesOf(s)) this.find(b, here);
    }
  }

  /** Whether rows may run `s` in different ways. */
  private differs(s: Statement): boolean {
    return s.kind !== 'set' && s.kind !== 'store' && expressionsOf(s).some((e) => this.isOwn(e));
  }

  private isOwn(e: Expression): boolean {
    return someExpression(
      e,
      (x) =>
        isSpecial(x, 'tid.y') ||
        (x.kind === 'local' && (this.own.has(x.index) || this.facts.differs(x.index))) ||
        (x.kind === 'load' && x.volatile === true),
    );
  }

  private list(list: readonly Statement[]): readonly Statement[] {
    return list.flatMap((s): readonly Statement[] => {
      if (s.kind === 'set') return this.own.has(s.local) ? this.each(s) : [s];
      if (s.kind === 'store' || this.differs(s)) return this.each(s);
      return [mapStatement(s, { expression: (e) => e, body: (b) => this.list(b) })];
    });
  }

  private each(s: Statement): readonly Statement[] {
    return Array.from({ length: this.count }, (_, row) => (row === 0 ? s : this.copy(s, row)));
  }

  private copy(s: Statement, row: number): Statement {
    const local = (l: number): number => this.localIn(l, row);
    const change = (e: Expression): Expression => {
      if (isSpecial(e, 'tid.y')) return op('add', [e, i32(row)]);
      return e.kind === 'local' ? { ...e, index: local(e.index) } : e;
    };
    return mapStatement(s, {
      expression: (e) => mapExpression(e, change),
      body: (b) => b.map((x) => this.copy(x, row)),
      local,
      label: (l) => `${l}~row${row}`,
    });
  }

  private localIn(local: number, row: number): number {
    if (!this.own.has(local) && !this.facts.differs(local)) return local;
    const key = `${local} ${row}`;
    const known = this.copies.get(key);
    if (known !== undefined) return known;
    const made = this.locals.push(this.facts.locals[local]!) - 1;
    this.copies.set(key, made);
    this.rows.set(made, { local, row });
    return made;
  }
}
