/**
 * Control flow that parts lanes. A mask holds the lanes that take part; what the others have is kept by selecting. A jump puts its lanes into a mask
 * of its own (`gone`) until they come to where it leads; each construct that it leaves on the way takes them out of its own mask.
 * Code under a mask runs only while at least one lane takes part, so that values that all lanes share may be computed as scalars.
 */
import type { Expression, OwnCell, Statement } from '../../../ir/module.ts';
import { bodiesOf } from '../../../ir/walk.ts';
import { getLocal, setLocal } from '../expression.ts';
import { close, ifCode, open } from '../statement.ts';
import { gains } from './vector-cost.ts';
import { VectorExtremes } from './vector-extremes.ts';
import { bitwise } from './vector-rows.ts';

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;
export type Mask = readonly number[];

const plainAtMost = 4;

const leavesOut: ReadonlySet<string> = new Set(['and', 'or', 'select']);

export abstract class VectorMasks extends VectorExtremes {
  /** Lanes that jumped, by `break label` or `continue label`. */
  protected readonly gone = new Map<string, Mask>();
  private readonly crossings = new WeakMap<Statement, ReadonlySet<string>>();

  protected abstract statement(s: Statement): void;
  /** Writes several statements from a place of a list on as one, where that is possible; how many. */
  protected abstract several(list: readonly Statement[], from: number): number;
  protected abstract together(s: Statement): void;
  /** Whether the result stays in registers until the region's loops are done. */
  protected abstract waits(s: Of<'atomic'>): boolean;
  /** Writes a condition by which lanes store side by side, where that is possible. */
  protected abstract packed(s: Of<'if'>): boolean;

  list(list: readonly Statement[]): void {
    const { shorts, cellsRead } = this;
    this.shorts = new Map(shorts);
    this.statements(list);
    this.shorts = shorts;
    this.cellsRead = cellsRead;
  }

  /** Where all lanes compute `e`: they read what it loads, but for operands that a choice may leave out. */
  protected noteCells(e: Expression): void {
    if (this.active) return;
    const found: number[] = [];
    const within = (x: Expression): void => {
      if (x.kind === 'load' && x.cell !== undefined) found.push(x.cell);
      if (x.kind === 'op' && !leavesOut.has(x.op)) x.args.forEach(within);
    };
    within(e);
    if (found.length > 0) this.cellsRead = new Set([...this.cellsRead, ...found]);
  }

  /** What the launch must give the same for lanes that take no part to have a cell of their own here; undefined where that is not known. */
  protected ownCell({ own = [] }: Of<'store'>): OwnCell | undefined {
    return own.find((o) => this.cellsRead.has(o.cell));
  }

  private statements(list: readonly Statement[]): void {
    for (let i = 0; i < list.length; i++) {
      const run = this.extremes(list, i) || this.several(list, i);
      if (run > 0) {
        i += run - 1;
        continue;
      }
      const s = list[i]!;
      this.statement(s);
      const left = this.leave(s);
      if (s.kind === 'break' || s.kind === 'continue') return;
      const rest = list.slice(i + 1);
      if (!left || rest.length === 0) continue;
      if (this.isPlain(rest)) continue;
      this.test(this.active ?? [], 'any');
      open(this.w, ifCode);
      this.list(rest);
      close(this.w);
      return;
    }
  }

  /** Takes out of the mask the lanes that jumped out of `s`; whether there may be some. */
  private leave(s: Statement): boolean {
    if (!this.active) return false;
    let some = false;
    for (const key of this.crossing(s)) {
      const gone = this.gone.get(key);
      if (!gone) continue;
      some = true;
      this.change(this.active, this.active, bitwise.andNot, gone);
    }
    return some;
  }

  /** Whether lanes may jump out of `s` into a mask, so that it may be left with none. */
  protected jumpsOut(s: Statement): boolean {
    return this.active !== undefined && [...this.crossing(s)].some((key) => this.gone.has(key));
  }

  /** The jumps that lead out of `s`. */
  protected crossing(s: Statement): ReadonlySet<string> {
    if (s.kind === 'break' || s.kind === 'continue') return new Set([`${s.kind} ${s.label}`]);
    let found = this.crossings.get(s);
    if (found) return found;
    const keys = new Set(bodiesOf(s).flatMap((b) => b.flatMap((x) => [...this.crossing(x)])));
    if ('label' in s) for (const kind of ['break', 'continue']) keys.delete(`${kind} ${s.label}`);
    found = keys;
    this.crossings.set(s, found);
    return found;
  }

  /** Whether the jump is one of masks. */
  protected jumped(s: Of<'break' | 'continue'>): boolean {
    const gone = this.gone.get(`${s.kind} ${s.label}`);
    if (!gone || !this.active) return false;
    this.change(gone, gone, bitwise.or, this.active);
    return true;
  }

  /** Whether a statement may run with no lane at all: it only sets locals to what may be computed in vain, adds nothing, or says who jumps. */
  private readonly isHarmless = (s: Statement): boolean => {
    if (s.kind === 'set') return this.s.inVain(s.value) && this.lanes.wayOf(s) === 'together';
    if (s.kind === 'atomic') return this.waits(s) && s.args.every(this.s.inVain);
    return (s.kind === 'break' || s.kind === 'continue') && this.gone.has(`${s.kind} ${s.label}`);
  };

  /** Cheaper to run in vain than to ask whether any lane is there. */
  protected isPlain(list: readonly Statement[]): boolean {
    return list.length <= plainAtMost && list.every(this.isHarmless);
  }

  // Masks.

  protected newMask(): Mask {
    return Array.from({ length: this.s.fours }, () => this.f.code.local('v128'));
  }

  /** to = a; or to = a op b. */
  protected change(to: Mask, a: Mask, instruction?: number, b: Mask = []): void {
    this.wideMasks.delete(to);
    to.forEach((local, p) => {
      getLocal(this.out, a[p]!);
      if (instruction !== undefined) {
        getLocal(this.out, b[p]!);
        this.simd(instruction);
      }
      setLocal(this.out, local);
    });
  }

  protected fill(mask: Mask, value: 0 | -1): void {
    for (const local of mask) {
      this.constant32([value, value, value, value]);
      setLocal(this.out, local);
    }
  }

  /** The lanes that take part, in registers of their own. */
  protected present(): Mask {
    const mask = this.newMask();
    if (this.active) this.change(mask, this.active);
    else this.fill(mask, -1);
    return mask;
  }

  /** The lanes of a truth value, in registers of their own. */
  protected holding(condition: Expression): Mask {
    this.prepare(condition);
    const mask = this.newMask();
    mask.forEach((local, p) => {
      this.part(condition, p);
      setLocal(this.out, local);
    });
    this.endStatement();
    return mask;
  }

  /** The same as lanes of 64 bits, where comparisons of such lanes make up the condition. */
  protected wideHolding(condition: Expression): readonly number[] | undefined {
    if (!this.isWideCondition(condition)) return undefined;
    this.prepare(condition);
    const wide = Array.from({ length: 2 * this.s.fours }, () => this.f.code.local('v128'));
    wide.forEach((local, p) => {
      this.wideCondition(condition, p);
      setLocal(this.out, local);
    });
    return wide;
  }

  /** The same for a branch; where its condition is one of 64-bit lanes, these are held too. */
  protected holdingFor(s: Of<'if'>): Mask {
    const wide = this.active || this.crossing(s).size > 0 ? undefined : this.wideHolding(s.condition);
    if (!wide) return this.holding(s.condition);
    const mask = this.newMask();
    mask.forEach((local, p) => {
      for (const half of [2 * p, 2 * p + 1]) getLocal(this.out, wide[half]!);
      this.lowHalves();
      setLocal(this.out, local);
    });
    this.wideMasks.set(mask, wide);
    this.endStatement();
    return mask;
  }

  /** `write` with these lanes alone; `owner` is the statement that chose them. */
  protected under(mask: Mask, owner: Statement, write: () => void): void {
    const [active, old] = [this.active, this.owner];
    this.active = mask;
    this.owner = owner;
    write();
    this.active = active;
    this.owner = old;
  }

  protected underAny(mask: Mask, owner: Statement, list: readonly Statement[]): void {
    if (list.length === 0) return;
    if (!this.isWorthMask(list)) {
      this.test(mask, 'any');
      open(this.w, ifCode);
      this.someLanes(mask, list);
      close(this.w);
      return;
    }
    const plain = this.isPlain(list);
    if (!plain) {
      this.test(mask, 'any');
      open(this.w, ifCode);
    }
    this.under(mask, owner, () => this.list(list));
    if (!plain) close(this.w);
  }

  /** Whether lanes gain by running the statements together; those that jump must. */
  private isWorthMask(list: readonly Statement[]): boolean {
    return this.isPlain(list) || list.some((s) => this.crossing(s).size > 0) || gains(this.lanes, list);
  }
}
