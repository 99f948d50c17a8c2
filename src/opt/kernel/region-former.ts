/** Walks a list of statements and cuts it. */
import { InternalError } from '../../base/impossible.ts';
import { eq, i32, not, or } from '../../ir/build.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { countUses } from '../../ir/uniformity.ts';
import { bodiesOf, expressionsOf, labelsIn, mapStatement, someExpression, someStatement } from '../../ir/walk.ts';
import { RegionExchanges } from './region-exchanges.ts';
import { type Context, get, isCut, newLabel, newSingle, type Of, put, region, renamed, when } from './region-parts.ts';

export class RegionFormer extends RegionExchanges {
  protected uses: Uint32Array | undefined;

  run(): readonly Statement[] {
    const body = this.analyse(this.input);
    this.findOwned(body);
    this.list(body, { masked: false, together: true, last: true });
    this.flush();
    return this.skip < 0 ? this.out : this.withSkipCleared(put(this.skip, i32(0)));
  }

  protected withSkipCleared(clear: Statement): readonly Statement[] {
    const at = this.out.findIndex((s) => s.kind !== 'set');
    const first = this.out[at];
    if (first?.kind !== 'block' || !this.made.threads.has(first.label))
      return [region(this.made, [clear]), ...this.out];
    return [...this.out.slice(0, at), { ...first, body: [clear, ...first.body] }, ...this.out.slice(at + 1)];
  }

  // What must be cut, and where threads part.

  protected list(list: readonly Statement[], context: Context): void {
    for (let i = 0; i < list.length; i++) {
      const s = list[i]!;
      if (s.kind === 'set' && this.owned.has(s.local)) {
        this.ownedSet(s);
        continue;
      }
      if (!this.crossing.has(s)) {
        this.add(s, context.masked);
        continue;
      }
      const rest = list.slice(i + 1);
      const last = context.last && !rest.some((x) => this.cuts.has(x));
      const parts = this.statement(s, last === context.last ? context : { ...context, last });
      if (!parts) continue;
      if (rest.length === 0) return;
      const active = this.anyActive();
      const then = this.nested(() => this.list(rest, { ...context, masked: true }));
      this.out.push(when(active, then));
      return;
    }
  }

  protected ownedSet(s: Of<'set'>): void {
    this.endGroup();
    const reads = someStatement(this.open, (x) =>
      expressionsOf(x).some((e) => someExpression(e, (y) => y.kind === 'local' && y.index === s.local)),
    );
    if (reads) this.flush();
    this.ahead.push(s);
  }

  /** Whether some threads may have left to a place beyond `s`. */
  protected statement(s: Statement, context: Context): boolean {
    if (isCut(s, this.level)) {
      this.cutHere(s, context);
      return false;
    }
    switch (s.kind) {
      case 'break':
      case 'continue':
      case 'return':
        return this.jump(s, context);
      case 'if':
        return this.branch(s, context);
      case 'loop':
        return this.loop(s, context);
      case 'for':
        return this.counted(s, context);
      case 'block':
        return this.block(s, context);
      default:
        throw new InternalError(`${s.kind} cannot be cut`, s.at);
    }
  }

  protected jump(s: Of<'break' | 'continue' | 'return'>, context: Context): boolean {
    if (s.kind === 'return' ? context.together : !this.parting.has(s.label)) {
      this.flush();
      this.out.push(s);
      return false;
    }
    this.add(this.leaving(s), context.masked);
    this.group.push({ kind: 'break', label: this.groupLabel });
    this.endGroup();
    return true;
  }

  protected leaving(s: Of<'break' | 'continue' | 'return'>): Statement {
    return this.setSkip(s.kind === 'return' ? this.place('return') : this.place(`${s.kind} ${s.label}`));
  }

  /** A statement without a cut whose jumps lead out of the region. */
  protected jumping(s: Statement, context: Context): boolean {
    // The group must be open before its label is used.
    if (this.group.length === 0 || this.groupMasked !== context.masked) {
      this.endGroup();
      this.groupLabel = newLabel(this.made, 'group');
      this.groupMasked = context.masked;
    }
    const label = this.groupLabel;
    const change = (list: readonly Statement[]): readonly Statement[] =>
      list.flatMap((x): readonly Statement[] => {
        if (!this.crossing.has(x)) return [x];
        if (x.kind === 'break' || x.kind === 'continue' || x.kind === 'return')
          return [this.leaving(x), { kind: 'break', label }];
        return [mapStatement(x, { expression: (e) => e, body: change })];
      });
    this.group.push(...change([s]));
    return true;
  }

  protected branch(s: Of<'if'>, context: Context): boolean {
    const alike = this.uniformity.isUniform(s.condition);
    const cuts = this.cuts.has(s);
    if (alike && (cuts || this.jumpsTogether(s, context))) return this.branchTogether(s, context);
    if (!cuts) return this.jumping(s, context);
    return this.branchParting(s, context);
  }

  /** Whether `s` holds a jump that stands around the regions. */
  protected jumpsTogether(s: Statement, context: Context): boolean {
    return someStatement([s], (x) => {
      if (x.kind === 'return') return context.together && this.alwaysTogether(s);
      return (x.kind === 'break' || x.kind === 'continue') && this.cutLabels.has(x.label) && !this.parting.has(x.label);
    });
  }

  protected branchTogether(s: Of<'if'>, context: Context): boolean {
    const condition = this.around(s.condition, context);
    this.flush();
    const then = this.nested(() => this.list(s.then, context));
    const otherwise = this.nested(() => this.list(s.otherwise, context));
    this.out.push({ ...s, condition, then, otherwise });
    return this.mayLeave(s, context);
  }

  /** `e` as a value around the regions: computed there, or by the threads, which all find the same. */
  protected around(e: Expression, context: Context): Expression {
    if (this.isAround(e)) return e;
    const held = newSingle(this.made, 'held', e.type);
    this.add(put(held, e), context.masked);
    return get(held, e.type);
  }

  protected branchParting(s: Of<'if'>, context: Context): boolean {
    const name = newLabel(this.made, 'if');
    const otherwise = this.place(`else ${name}`);
    const waits = s.otherwise.some((x) => this.cuts.has(x));
    this.behind(otherwise, context.last && !waits);
    this.add(when(not(s.condition), [this.setSkip(otherwise)]), context.masked);
    const inner: Context = { masked: true, together: false, last: context.last };
    this.ifAny(s.then, inner);
    if (s.otherwise.length > 0) {
      const end = this.place(`end ${name}`);
      this.behind(end, context.last);
      const stop = when(
        eq(this.skipped(), i32(0)),
        [put(this.skip, i32(end))],
        [when(eq(this.skipped(), i32(otherwise)), [put(this.skip, i32(0))])],
      );
      this.join(stop);
      this.ifAny(s.otherwise, inner);
      this.rejoin(end);
    } else this.rejoin(otherwise);
    return this.mayLeave(s, context);
  }

  protected ifAny(list: readonly Statement[], context: Context): void {
    const active = this.anyActive();
    const then = this.nested(() => this.list(list, context));
    if (then.length > 0) this.out.push(when(active, then));
  }

  /** Whether a jump of some threads may lead out of `s`. */
  protected mayLeave(s: Statement, context: Context): boolean {
    const inside = labelsIn([s]);
    return someStatement([s], (x) => {
      if (x.kind === 'return') return !context.together || !this.alwaysTogether(s);
      return (x.kind === 'break' || x.kind === 'continue') && this.parting.has(x.label) && !inside.has(x.label);
    });
  }

  /** Whether every return within `s` is taken by all threads alike. */
  protected alwaysTogether(s: Statement): boolean {
    const alike = (x: Statement): boolean => {
      if (x.kind === 'return' || !this.crossing.has(x)) return true;
      const here =
        bodiesOf(x).length === 0 || this.aroundOf(x).alike || !someStatement([x], (y) => y.kind === 'return');
      return here && bodiesOf(x).every((b) => b.every(alike));
    };
    return alike(s);
  }

  protected loop(s: Of<'loop'>, context: Context): boolean {
    if (!this.cuts.has(s)) return this.jumping(s, context);
    if (!this.parting.has(s.label)) {
      this.flush();
      const body = this.nested(() => this.list(s.body, { ...context, last: false }));
      this.out.push({ ...s, body });
      return this.mayLeave(s, context);
    }
    const again = this.place(`continue ${s.label}`);
    const left = this.place(`break ${s.label}`);
    this.behind(left, context.last);
    this.flush();
    const body = this.nested(() => {
      this.rejoin(again);
      this.list(s.body, { masked: true, together: false, last: false });
      const more = this.any(or(eq(this.skipped(), i32(0)), eq(this.skipped(), i32(again))));
      this.out.push(when(not(more), [{ kind: 'break', label: s.label }]));
    });
    this.out.push({ ...s, body });
    this.rejoin(left);
    return this.mayLeave(s, context);
  }

  /** Only loops whose threads count alike are left: the others count by themselves. */
  protected counted(s: Of<'for'>, context: Context): boolean {
    if (!this.cuts.has(s)) return this.jumping(s, context);
    const [from, trips, step] = [
      this.around(s.from, context),
      this.around(s.trips, context),
      this.around(s.step, context),
    ];
    this.flush();
    const type = s.from.type;
    const variable = newSingle(this.made, this.made.locals[s.local]!.name, type);
    if (this.isOnlyIn(s.local, s)) {
      // Nobody else knows the thread's own variable: the loop's takes its place.
      const inner = renamed(s.body, (l) => (l === s.local ? variable : l));
      this.mark(inner);
      const body = this.nested(() => this.list(inner, { ...context, last: false }));
      this.out.push({ ...s, local: variable, from, trips, step, body });
      return this.mayLeave({ ...s, body: inner }, context);
    }
    const body = this.nested(() => {
      this.add(put(s.local, get(variable, type)), context.masked);
      this.list(s.body, { ...context, last: false });
    });
    this.out.push({ ...s, local: variable, from, trips, step, body });
    this.add(put(s.local, get(variable, type)), context.masked);
    return this.mayLeave(s, context);
  }

  protected isOnlyIn(local: number, s: Statement): boolean {
    if (this.level === 'warp') return false;
    this.uses ??= countUses(this.input, this.made.locals.length);
    return this.uses[local] === countUses([s], this.made.locals.length)[local];
  }

  protected block(s: Of<'block'>, context: Context): boolean {
    if (!this.cuts.has(s)) return this.jumping(s, context);
    if (!this.parting.has(s.label)) {
      this.flush();
      const body = this.nested(() => this.list(s.body, context));
      this.out.push({ ...s, body });
      return this.mayLeave(s, context);
    }
    const left = this.place(`break ${s.label}`);
    this.behind(left, context.last);
    this.list(s.body, { masked: true, together: false, last: context.last });
    this.rejoin(left);
    return this.mayLeave(s, context);
  }

  // Barriers and warp functions.
}
