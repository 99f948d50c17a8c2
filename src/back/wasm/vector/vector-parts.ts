/**
 * Statements that follow each other and set vectors of reals, where all of a chunk's lanes would take more registers than there are: four lanes go through all of them before the next four do, so that
 * what one statement hands to the next stays in a register.
 */
import type { Expression, Statement } from '../../../ir/module.ts';
import { someExpression } from '../../../ir/walk.ts';
import { setLocal } from '../expression.ts';
import { gathered } from '../kernel/vote-idioms.ts';
import { isDivision } from './lane-forms.ts';
import { VectorPairs } from './vector-pairs.ts';
import { processorRegisters } from './vector-registers.ts';

type Set = Extract<Statement, { kind: 'set' }>;

export abstract class VectorParts extends VectorPairs {
  protected override several(list: readonly Statement[], from: number): number {
    return super.several(list, from) || this.partByPart(list, from);
  }

  private partByPart(list: readonly Statement[], from: number): number {
    const groups = this.s.wide ? this.s.fours / 2 : this.s.fours;
    if (groups < 2 || this.active || this.numbers.size > 0) return 0;
    const run: Set[] = [];
    const set = new Set<number>();
    for (let i = from; i < list.length; i++) {
      const s = list[i]!;
      if (s.kind !== 'set' || !this.isOfParts(s, set)) break;
      run.push(s);
      set.add(s.local);
    }
    const vectors = run.reduce((n, s) => n + this.partCount(s.value.type), 0);
    if (run.length < 2 || vectors <= processorRegisters) return 0;
    for (const s of run) this.prepare(s.value);
    for (let group = 0; group < groups; group++) for (const s of run) this.setGroup(s, group, groups);
    this.endStatement();
    return run.length;
  }

  /** `group`: of the parts of a vector, of which V8 joins two where it makes one register of them. */
  private setGroup(s: Set, group: number, groups: number): void {
    this.f.code.mark(s.at);
    const all = this.partsOf(s.local);
    const count = all.length / groups;
    const parts = all.slice(group * count, (group + 1) * count);
    for (let i = 0; i < count; i++) this.part(s.value, group * count + i);
    for (const part of parts.toReversed()) setLocal(this.out, part);
  }

  /** Whether each part of what is set is made of the same parts of other vectors. `before`: vectors that are set first. */
  private isOfParts(s: Set, before: ReadonlySet<number>): boolean {
    const { type } = s.value;
    if ((type !== 'f32' && type !== 'f64') || this.lanes.strideOfLocal(s.local) !== undefined) return false;
    if (this.lanes.wayOf(s) === 'apart' || gathered(s, this.s.single)) return false;
    const isSet = (e: Expression): boolean => e.kind === 'local' && before.has(e.index);
    return !someExpression(s.value, (e) => !this.isOfPart(e, isSet));
  }

  private isOfPart(e: Expression, isSet: (e: Expression) => boolean): boolean {
    const stride = this.lanes.strideOf(e);
    if (stride === 0) return e.kind !== 'load';
    // Addresses of vectors in memory, and numbers in them.
    if (stride !== undefined) return e.type !== 'f32' && e.type !== 'f64';
    if (e.kind === 'local') return true;
    if (e.kind === 'load') return !e.volatile && (e.type === 'f32' || e.type === 'f64') && this.isContiguous(e);
    if (e.kind !== 'op' || this.formOf(e) !== 'together' || isDivision(e.op)) return false;
    if (this.ofEachLane(e) || this.holdsInLanes(e)) return false;
    if (e.type !== 'f32' && e.type !== 'f64' && e.type !== 'bool') return false;
    // What is as wide in half as many lanes is held by itself before.
    const isHeld = (a: Expression): boolean => this.partCount(a.type) < this.partCount(e.type);
    return !e.args.some((a) => isHeld(a) && a.kind !== 'local' && someExpression(a, isSet));
  }
}
