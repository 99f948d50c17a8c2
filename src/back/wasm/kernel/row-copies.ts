/** Statements of several neighbouring rows of threads, made of those of one: which locals differ from row to row, and copies of statements for a row. */
import { i32, op } from '../../../ir/build.ts';
import type { Expression, Local, Statement } from '../../../ir/module.ts';
import type { SpecialName } from '../../../ir/operations.ts';
import { bodiesOf, expressionsOf, localsSet, mapExpression, mapStatement, someExpression } from '../../../ir/walk.ts';

export type RowFacts = {
  readonly body: readonly Statement[];
  readonly locals: readonly Local[];
  /** Whether a local may differ between threads when the region begins, or has a cell for each when it ends. */
  readonly differs: (local: number) => boolean;
};

/** The local and row that a local of the copies stands for. */
export type RowLocals = ReadonlyMap<number, { readonly local: number; readonly row: number }>;

export class RowCopies {
  readonly count: number;
  /** Those of the region, and of the copies. */
  readonly locals: Local[];
  readonly rows = new Map<number, { readonly local: number; readonly row: number }>();
  private readonly facts: RowFacts;
  private readonly place: SpecialName;
  private readonly step: number;
  /** Locals that differ from row to row. */
  private readonly own = new Set<number>();
  private readonly copies = new Map<string, number>();

  /** `place`: what tells a thread its row, of which each lies `step` behind the one before. */
  constructor(facts: RowFacts, count: number, place: SpecialName, step = 1) {
    this.facts = facts;
    this.count = count;
    this.place = place;
    this.step = step;
    this.locals = [...facts.locals];
    let before = -1;
    while (before !== this.own.size) {
      before = this.own.size;
      this.find(facts.body, false);
    }
  }

  private find(list: readonly Statement[], apart: boolean): void {
    for (const s of list) {
      const here = apart || this.differs(s);
      const isOwn = here || (s.kind === 'set' && this.isOwn(s.value));
      for (const l of localsSet(s)) if (isOwn || this.facts.differs(l)) this.own.add(l);
      for (const b of bodiesOf(s)) this.find(b, here);
    }
  }

  /** Whether rows may run `s` in different ways. */
  differs(s: Statement): boolean {
    if (s.kind === 'set' || s.kind === 'store') return false;
    return expressionsOf(s).some((e) => this.isOwn(e)) || localsSet(s).some((l) => this.own.has(l));
  }

  isOwnLocal(local: number): boolean {
    return this.own.has(local);
  }

  isOwn(e: Expression): boolean {
    return someExpression(
      e,
      (x) =>
        (x.kind === 'special' && x.name === this.place) ||
        (x.kind === 'local' && (this.own.has(x.index) || this.facts.differs(x.index))) ||
        (x.kind === 'load' && x.volatile === true),
    );
  }

  /** `s` for each row. */
  each(s: Statement): readonly Statement[] {
    return Array.from({ length: this.count }, (_, row) => this.copy(s, row));
  }

  copy(s: Statement, row: number): Statement {
    if (row === 0) return s;
    const local = (l: number): number => this.localIn(l, row);
    const change = (e: Expression): Expression => {
      if (e.kind === 'special' && e.name === this.place) return op('add', [e, i32(row * this.step)]);
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
