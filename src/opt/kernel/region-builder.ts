/** Building regions: statements are gathered for all threads, or for those that take part; a cut closes the region. */
import { bool, eq, i32 } from '../../ir/build.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { someStatement } from '../../ir/walk.ts';
import { RegionAnalysis } from './region-analysis.ts';
import { get, newLabel, newSingle, put, region, when } from './region-parts.ts';

export class RegionBuilder extends RegionAnalysis {
  protected add(s: Statement, masked: boolean): void {
    if (this.group.length > 0 && this.groupMasked !== masked) this.endGroup();
    if (this.group.length === 0) {
      this.groupLabel = newLabel(this.made, 'group');
      this.groupMasked = masked;
    }
    this.group.push(s);
  }

  protected endGroup(): void {
    if (this.group.length === 0) return;
    const label = this.groupLabel;
    const jumps = someStatement(this.group, (s) => s.kind === 'break' && s.label === label);
    const body: readonly Statement[] = jumps ? [{ kind: 'block', label, body: this.group }] : this.group;
    if (this.groupMasked) this.open.push(when(eq(this.skipped(), i32(0)), body));
    else this.open.push(...body);
    this.group = [];
  }

  /** For all threads, also those that skip. */
  protected join(s: Statement): void {
    this.endGroup();
    this.open.push(s);
  }

  protected flush(): void {
    this.endGroup();
    this.out.push(...this.ahead);
    if (this.open.length > 0) this.out.push(region(this.made, this.open));
    this.ahead = [];
    this.open = [];
  }

  /** Runs `write` with an output of its own. */
  protected nested(write: () => void): readonly Statement[] {
    const saved = this.out;
    this.out = [];
    write();
    this.flush();
    const made = this.out;
    this.out = saved;
    return made;
  }

  protected skipped(): Expression {
    if (this.skip < 0) this.skip = this.threadLocal('skip', 'i32');
    return get(this.skip, 'i32');
  }

  protected setSkip(place: number): Statement {
    this.skipped();
    return put(this.skip, i32(place));
  }

  /** The number of a place where threads take part again. */
  protected place(name: string): number {
    const known = this.places.get(name);
    if (known !== undefined) return known;
    this.places.set(name, this.places.size + 1);
    return this.places.size;
  }

  /** Threads that wait at `place` only go to the kernel's end from there. */
  protected behind(place: number, isLast: boolean): void {
    if (isLast) this.ending.push(place);
  }

  protected rejoin(place: number): void {
    this.join(when(eq(this.skipped(), i32(place)), [put(this.skip, i32(0))]));
  }

  /** A local that is true around the regions where any thread meets the condition. */
  protected any(condition: Expression): Expression {
    const any = newSingle(this.made, 'any', 'bool');
    this.ahead.push(put(any, bool(false)));
    this.join(when(condition, [put(any, bool(true))]));
    this.flush();
    return get(any, 'bool');
  }

  protected anyActive(): Expression {
    return this.any(eq(this.skipped(), i32(0)));
  }

  // Statements.
}
