/**
 * A kernel is cut at its barriers into regions, each of which runs for all threads before the next begins.
 *
 * The result is ordinary IR in which some blocks are special: the body of a block in `threads` is a region, run once per thread;
 * everything around the regions runs once per block (once per warp within a block of `warps`, whose own regions run for the 32 lanes).
 * Branches and loops that hold a barrier and that all threads take alike stand around the regions. Where threads part, each thread
 * keeps in `skip` the number of the place where it takes part again (0: it takes part), and a region runs it only while that is 0.
 */

import { InternalError } from '../base/impossible.ts';
import { and, bool, eq, i32, i64, lt, mul, ne, not, offset, op, or, select, special, sub, wide } from '../ir/build.ts';
import { Bits, liveBefore } from '../ir/liveness.ts';
import type { Expression, Fn, Local, Statement } from '../ir/module.ts';
import type { ValueType } from '../ir/types.ts';
import { analyseUniformity, countSets, type Uniformity } from '../ir/uniformity.ts';
import {
  bodiesOf,
  eachExpression,
  eachStatement,
  expressionsOf,
  localsSet,
  mapStatement,
  someExpression,
  someStatement,
} from '../ir/walk.ts';

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

export type CutKernel = {
  readonly locals: readonly Local[];
  readonly body: readonly Statement[];
  readonly threads: ReadonlySet<string>;
  readonly warps: ReadonlySet<string>;
  /** Locals that exist once per block (or warp), not once per thread. */
  readonly single: ReadonlySet<number>;
  /** Where warp functions exchange values: two areas of 256 bytes, set up by the back end. */
  readonly exchange: { readonly write: number; readonly read: number } | undefined;
  readonly uniformity: Uniformity;
};

export function cut(fn: Fn): CutKernel {
  const made: Made = {
    locals: [...fn.locals],
    threads: new Set(),
    warps: new Set(),
    single: new Set(),
    names: 0,
    exchange: undefined,
  };
  let body = desugar(fn.body, made);
  body = keepParameters(body, fn.params, made);
  const uniformity = analyseUniformity({ body });
  if (!someStatement(body, (s) => isCut(s, 'block'))) body = [region(made, withoutReturns(body, made))];
  else body = new Cutter('block', body, made, uniformity, new Bits(made.locals.length)).run();
  body = cutWarps(body, made, uniformity);
  return { ...made, body, uniformity };
}

type Level = 'block' | 'warp';

type Made = {
  readonly locals: Local[];
  readonly threads: Set<string>;
  readonly warps: Set<string>;
  readonly single: Set<number>;
  names: number;
  exchange: { readonly write: number; readonly read: number } | undefined;
};

function newLocal(made: Made, name: string, type: ValueType): number {
  made.locals.push({ name, type });
  return made.locals.length - 1;
}

function newSingle(made: Made, name: string, type: ValueType): number {
  const index = newLocal(made, name, type);
  made.single.add(index);
  return index;
}

function newLabel(made: Made, name: string): string {
  return `%${name}${made.names++}`;
}

function region(made: Made, body: readonly Statement[]): Statement {
  const label = newLabel(made, 'threads');
  made.threads.add(label);
  return { kind: 'block', label, body };
}

function isCut(s: Statement, level: Level): boolean {
  if (s.kind === 'barrier') return level === 'warp' ? s.scope === 'warp' : s.scope !== 'warp';
  return level === 'warp' && s.kind === 'warp';
}

const get = (index: number, type: ValueType): Expression => ({ kind: 'local', type, index });
const put = (local: number, value: Expression): Statement => ({ kind: 'set', local, value });
const when = (condition: Expression, then: readonly Statement[], otherwise: readonly Statement[] = []): Statement => ({
  kind: 'if',
  condition,
  then,
  otherwise,
});

/** A switch that holds a barrier, a warp function or a jump out becomes a chain of ifs. */
function desugar(list: readonly Statement[], made: Made): readonly Statement[] {
  return list.flatMap((s): readonly Statement[] => {
    const inner = mapStatement(s, { expression: (e) => e, body: (b) => desugar(b, made) });
    if (inner.kind !== 'switch' || !someStatement([inner], isCutOrJump)) return [inner];
    const value = newLocal(made, 'selector', 'i32');
    const chain = inner.cases.reduceRight<readonly Statement[]>((otherwise, c) => {
      const tests = c.values.map((v) => eq(get(value, 'i32'), i32(v)));
      return [when(tests.reduce(or, bool(false)), c.body, otherwise)];
    }, inner.otherwise);
    return [put(value, inner.value), ...chain];
  });
}

function isCutOrJump(s: Statement): boolean {
  return (
    s.kind === 'barrier' || s.kind === 'warp' || s.kind === 'break' || s.kind === 'continue' || s.kind === 'return'
  );
}

/** Parameters exist once; one that the kernel sets gets a copy per thread. */
function keepParameters(body: readonly Statement[], params: number, made: Made): readonly Statement[] {
  const counts = countSets(body, made.locals.length);
  const copies = new Map<number, number>();
  for (let i = 0; i < params; i++) {
    if (counts[i] === 0) made.single.add(i);
    else copies.set(i, newLocal(made, made.locals[i]!.name, made.locals[i]!.type));
  }
  if (copies.size === 0) return body;
  for (const p of copies.keys()) made.single.add(p);
  const first = [...copies].map(([from, to]) => put(to, get(from, made.locals[from]!.type)));
  return [...first, ...renamed(body, (l) => copies.get(l) ?? l)];
}

function renamed(list: readonly Statement[], local: (l: number) => number): readonly Statement[] {
  const rename = (e: Expression): Expression => {
    if (e.kind === 'local') {
      const to = local(e.index);
      return to === e.index ? e : { ...e, index: to };
    }
    if (e.kind === 'op') return { ...e, args: e.args.map(rename) };
    return e.kind === 'load' ? { ...e, from: rename(e.from) } : e;
  };
  const body = (b: readonly Statement[]): readonly Statement[] =>
    b.map((s) => mapStatement(s, { expression: rename, body, local }));
  return body(list);
}

/** In a kernel of one region, a return ends the thread's turn. */
function withoutReturns(body: readonly Statement[], made: Made): readonly Statement[] {
  if (!someStatement(body, (s) => s.kind === 'return')) return body;
  const label = newLabel(made, 'exit');
  const change = (list: readonly Statement[]): readonly Statement[] =>
    list.map((s) => {
      if (s.kind === 'return') return { kind: 'break', label, ...(s.at && { at: s.at }) };
      return mapStatement(s, { expression: (e) => e, body: change });
    });
  return [{ kind: 'block', label, body: change(body) }];
}

/** Regions that use warp functions run warp by warp. */
function cutWarps(body: readonly Statement[], made: Made, uniformity: Uniformity): readonly Statement[] {
  if (!someStatement(body, (s) => isCut(s, 'warp'))) return body;
  const liveIn = new Map<string, Bits>();
  liveBefore(body, made.locals.length, (label, before) => liveIn.set(label, before));
  const write = newSingle(made, 'exchange.write', 'ptr.local');
  const read = newSingle(made, 'exchange.read', 'ptr.local');
  made.exchange = { write, read };
  const counts = countSets(body, made.locals.length);
  const change = (list: readonly Statement[]): readonly Statement[] =>
    list.map((s) => {
      if (s.kind !== 'block' || !made.threads.has(s.label))
        return mapStatement(s, { expression: (e) => e, body: change });
      if (!someStatement(s.body, (x) => isCut(x, 'warp'))) return s;
      made.threads.delete(s.label);
      const label = newLabel(made, 'warps');
      made.warps.add(label);
      const shared = liveIn.get(s.label)?.copy() ?? new Bits(made.locals.length);
      const inner = countSets(s.body, counts.length);
      for (let l = 0; l < counts.length; l++) if (inner[l] !== counts[l]) shared.add(l);
      const cutter = new Cutter('warp', withoutReturns(s.body, made), made, uniformity, shared);
      return { ...s, label, body: cutter.run() };
    });
  return change(body);
}

/** How the statements of a list are run. */
type Context = {
  /** Whether some threads may be skipping here. */
  readonly masked: boolean;
  /** Whether all threads of the block come here alike, so that code around the regions may stand for them. */
  readonly together: boolean;
};

class Cutter {
  private readonly level: Level;
  private readonly made: Made;
  private readonly uniformity: Uniformity;
  private readonly input: readonly Statement[];
  /** Loops and blocks that are cut, by label; and those whose threads part. */
  private readonly cutLabels = new Set<string>();
  private readonly parting = new Set<string>();
  private readonly cuts = new WeakSet<Statement>();
  private readonly crossing = new WeakSet<Statement>();
  /** Locals that may not be held around the regions. */
  private readonly notOwned: Bits;
  private owned = new Set<number>();
  private readonly places = new Map<string, number>();
  private skip = -1;

  private out: Statement[] = [];
  /** To run before the open region. */
  private ahead: Statement[] = [];
  private open: Statement[] = [];
  /** Statements of the open region that only threads that take part run. */
  private group: Statement[] = [];
  private groupLabel = '';
  private groupMasked = false;

  constructor(level: Level, input: readonly Statement[], made: Made, uniformity: Uniformity, notOwned: Bits) {
    this.level = level;
    this.made = made;
    this.uniformity = uniformity;
    this.notOwned = notOwned;
    this.input = input;
  }

  run(): readonly Statement[] {
    const body = this.analyse(this.input);
    this.findOwned(body);
    this.list(body, { masked: false, together: true });
    this.flush();
    return this.skip < 0 ? this.out : this.withSkipCleared(put(this.skip, i32(0)));
  }

  private withSkipCleared(clear: Statement): readonly Statement[] {
    const at = this.out.findIndex((s) => s.kind !== 'set');
    const first = this.out[at];
    if (first?.kind !== 'block' || !this.made.threads.has(first.label))
      return [region(this.made, [clear]), ...this.out];
    return [...this.out.slice(0, at), { ...first, body: [clear, ...first.body] }, ...this.out.slice(at + 1)];
  }

  // What must be cut, and where threads part.

  private analyse(input: readonly Statement[]): readonly Statement[] {
    let body = input;
    this.mark(body);
    for (;;) {
      const before = this.parting.size;
      this.findParting(body, []);
      if (this.parting.size > before) continue;
      const plain = this.withoutPartingCounts(body);
      if (plain === body) return body;
      body = plain;
      this.mark(body);
    }
  }

  private mark(list: readonly Statement[]): void {
    const cutsOf = (s: Statement): boolean => {
      let holds = isCut(s, this.level);
      for (const b of bodiesOf(s)) for (const x of b) if (cutsOf(x)) holds = true;
      if (!holds) return false;
      this.cuts.add(s);
      if (s.kind === 'loop' || s.kind === 'for' || s.kind === 'block') this.cutLabels.add(s.label);
      return true;
    };
    for (const s of list) cutsOf(s);
    const crosses = (s: Statement): boolean => {
      let holds = this.cuts.has(s) || s.kind === 'return';
      if (s.kind === 'break' || s.kind === 'continue') holds = this.cutLabels.has(s.label);
      for (const b of bodiesOf(s)) for (const x of b) if (crosses(x)) holds = true;
      if (holds) this.crossing.add(s);
      return holds;
    };
    for (const s of list) crosses(s);
  }

  /** `around`: the constructs that a jump may leave; `alike` where their control stands around the regions. */
  private findParting(list: readonly Statement[], around: readonly Around[]): void {
    for (const s of list) {
      if (!this.crossing.has(s)) continue;
      if (s.kind === 'break' || s.kind === 'continue') this.leave(s.label, around);
      else if (s.kind === 'return') this.leave(undefined, around);
      else {
        if (s.kind === 'for' && this.cuts.has(s) && ![s.from, s.trips, s.step].every(this.uniformity.isUniform))
          this.parting.add(s.label);
        const next = [...around, this.aroundOf(s)];
        for (const b of bodiesOf(s)) this.findParting(b, next);
      }
    }
  }

  private aroundOf(s: Statement): Around {
    if (s.kind === 'if') return { label: undefined, alike: this.uniformity.isUniform(s.condition) };
    if (s.kind === 'loop' || s.kind === 'for' || s.kind === 'block')
      return { label: s.label, alike: this.cuts.has(s) && !this.parting.has(s.label) };
    return { label: undefined, alike: false };
  }

  private leave(label: string | undefined, around: readonly Around[]): void {
    const from = label === undefined ? 0 : around.findIndex((a) => a.label === label);
    const left = around.slice(Math.max(0, from));
    if (left.every((a) => a.alike)) return;
    for (const a of left) if (a.label !== undefined && this.cutLabels.has(a.label)) this.parting.add(a.label);
  }

  /** A counted loop whose threads part counts in each thread. */
  private withoutPartingCounts(list: readonly Statement[]): readonly Statement[] {
    let changed = false;
    const made = list.flatMap((s): readonly Statement[] => {
      if (!this.cuts.has(s)) return [s];
      const inner = mapStatement(s, { expression: (e) => e, body: (b) => this.withoutPartingCounts(b) });
      const same = bodiesOf(s).every((b, i) => b === bodiesOf(inner)[i]);
      if (!same) changed = true;
      if (inner.kind !== 'for' || !this.parting.has(inner.label)) return [same ? s : inner];
      changed = true;
      return this.counting(inner);
    });
    return changed ? made : list;
  }

  private counting(s: Of<'for'>): readonly Statement[] {
    const wideTrips = s.trips.type === 'i64';
    const one = wideTrips ? i64(1) : i32(1);
    const left = this.threadLocal('trips', s.trips.type);
    const step = this.threadLocal('step', s.step.type);
    const turn = `${s.label}~turn`;
    const retarget = (list: readonly Statement[]): readonly Statement[] =>
      list.map((x) =>
        x.kind === 'continue' && x.label === s.label
          ? { ...x, kind: 'break', label: turn }
          : mapStatement(x, { expression: (e) => e, body: retarget }),
      );
    const variable = get(s.local, s.from.type);
    return [
      put(left, s.trips),
      put(step, s.step),
      put(s.local, s.from),
      {
        kind: 'loop',
        label: s.label,
        body: [
          when(lt(get(left, s.trips.type), one), [{ kind: 'break', label: s.label }]),
          { kind: 'block', label: turn, body: retarget(s.body) },
          put(s.local, op('add', [variable, get(step, s.step.type)])),
          put(left, op('sub', [get(left, s.trips.type), one])),
        ],
      },
    ];
  }

  private threadLocal(name: string, type: ValueType): number {
    const index = newLocal(this.made, name, type);
    this.uniformity.varying.add(index);
    return index;
  }

  /** Locals that steer branches and loops around the regions, and that are only set there: they are held there too. */
  private findOwned(body: readonly Statement[]): void {
    const good = new Map<number, Expression[]>();
    const bad = new Set<number>();
    const wanted = new Set<number>();
    const want = (e: Expression): void =>
      eachExpression(e, (x) => {
        if (x.kind === 'local') wanted.add(x.index);
      });
    const visit = (list: readonly Statement[], alike: boolean): void => {
      for (const s of list) {
        if (alike && s.kind === 'set') good.set(s.local, [...(good.get(s.local) ?? []), s.value]);
        else for (const l of localsSet(s)) bad.add(l);
        const cutHere = alike && this.crossing.has(s);
        const around = this.aroundOf(s);
        if (cutHere && around.alike) for (const e of expressionsOf(s)) want(e);
        for (const b of bodiesOf(s)) visit(b, cutHere && around.alike && this.cuts.has(s));
      }
    };
    visit(body, true);
    const owned = new Set<number>();
    for (const l of good.keys())
      if (
        !bad.has(l) &&
        !this.uniformity.varying.has(l) &&
        !(l < this.notOwned.words.length * 32 && this.notOwned.has(l))
      )
        owned.add(l);
    for (let changed = true; changed; ) {
      changed = false;
      for (const l of owned)
        if (!good.get(l)!.every((e) => this.isAround(e, owned))) {
          owned.delete(l);
          changed = true;
        }
    }
    for (let changed = true; changed; ) {
      const before = wanted.size;
      for (const l of [...wanted]) if (owned.has(l)) for (const e of good.get(l)!) want(e);
      changed = wanted.size > before;
    }
    for (const l of owned) if (!wanted.has(l)) owned.delete(l);
    this.owned = owned;
    for (const l of owned) this.made.single.add(l);
  }

  /** Whether `e` can be computed around the regions: it reads no memory and nothing that threads hold. */
  private isAround(e: Expression, owned: ReadonlySet<number> = this.owned): boolean {
    if (!this.uniformity.isUniform(e)) return false;
    return !someExpression(
      e,
      (x) => x.kind === 'load' || (x.kind === 'local' && !this.made.single.has(x.index) && !owned.has(x.index)),
    );
  }

  // The open region.

  private add(s: Statement, masked: boolean): void {
    if (this.group.length > 0 && this.groupMasked !== masked) this.endGroup();
    if (this.group.length === 0) {
      this.groupLabel = newLabel(this.made, 'group');
      this.groupMasked = masked;
    }
    this.group.push(s);
  }

  private endGroup(): void {
    if (this.group.length === 0) return;
    const label = this.groupLabel;
    const jumps = someStatement(this.group, (s) => s.kind === 'break' && s.label === label);
    const body: readonly Statement[] = jumps ? [{ kind: 'block', label, body: this.group }] : this.group;
    if (this.groupMasked) this.open.push(when(eq(this.skipped(), i32(0)), body));
    else this.open.push(...body);
    this.group = [];
  }

  /** For all threads, also those that skip. */
  private join(s: Statement): void {
    this.endGroup();
    this.open.push(s);
  }

  private flush(): void {
    this.endGroup();
    this.out.push(...this.ahead);
    if (this.open.length > 0) this.out.push(region(this.made, this.open));
    this.ahead = [];
    this.open = [];
  }

  /** Runs `write` with an output of its own. */
  private nested(write: () => void): readonly Statement[] {
    const saved = this.out;
    this.out = [];
    write();
    this.flush();
    const made = this.out;
    this.out = saved;
    return made;
  }

  private skipped(): Expression {
    if (this.skip < 0) this.skip = this.threadLocal('skip', 'i32');
    return get(this.skip, 'i32');
  }

  private setSkip(place: number): Statement {
    this.skipped();
    return put(this.skip, i32(place));
  }

  /** The number of a place where threads take part again. */
  private place(name: string): number {
    const known = this.places.get(name);
    if (known !== undefined) return known;
    this.places.set(name, this.places.size + 1);
    return this.places.size;
  }

  private rejoin(place: number): void {
    this.join(when(eq(this.skipped(), i32(place)), [put(this.skip, i32(0))]));
  }

  /** A local that is true around the regions where any thread meets the condition. */
  private any(condition: Expression): Expression {
    const any = newSingle(this.made, 'any', 'bool');
    this.ahead.push(put(any, bool(false)));
    this.join(when(condition, [put(any, bool(true))]));
    this.flush();
    return get(any, 'bool');
  }

  private anyActive(): Expression {
    return this.any(eq(this.skipped(), i32(0)));
  }

  // Statements.

  private list(list: readonly Statement[], context: Context): void {
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
      const parts = this.statement(s, context);
      if (!parts) continue;
      const rest = list.slice(i + 1);
      if (rest.length === 0) return;
      const active = this.anyActive();
      const then = this.nested(() => this.list(rest, { ...context, masked: true }));
      this.out.push(when(active, then));
      return;
    }
  }

  private ownedSet(s: Of<'set'>): void {
    this.endGroup();
    const reads = someStatement(this.open, (x) =>
      expressionsOf(x).some((e) => someExpression(e, (y) => y.kind === 'local' && y.index === s.local)),
    );
    if (reads) this.flush();
    this.ahead.push(s);
  }

  /** Whether some threads may have left to a place beyond `s`. */
  private statement(s: Statement, context: Context): boolean {
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

  private jump(s: Of<'break' | 'continue' | 'return'>, context: Context): boolean {
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

  private leaving(s: Of<'break' | 'continue' | 'return'>): Statement {
    return this.setSkip(s.kind === 'return' ? this.place('return') : this.place(`${s.kind} ${s.label}`));
  }

  /** A statement without a cut whose jumps lead out of the region. */
  private jumping(s: Statement, context: Context): boolean {
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

  private branch(s: Of<'if'>, context: Context): boolean {
    const alike = this.uniformity.isUniform(s.condition);
    const cuts = this.cuts.has(s);
    if (alike && (cuts || this.jumpsTogether(s, context))) return this.branchTogether(s, context);
    if (!cuts) return this.jumping(s, context);
    return this.branchParting(s, context);
  }

  /** Whether `s` holds a jump that stands around the regions. */
  private jumpsTogether(s: Statement, context: Context): boolean {
    return someStatement([s], (x) => {
      if (x.kind === 'return') return context.together && this.alwaysTogether(s);
      return (x.kind === 'break' || x.kind === 'continue') && this.cutLabels.has(x.label) && !this.parting.has(x.label);
    });
  }

  private branchTogether(s: Of<'if'>, context: Context): boolean {
    const condition = this.around(s.condition, context);
    this.flush();
    const then = this.nested(() => this.list(s.then, context));
    const otherwise = this.nested(() => this.list(s.otherwise, context));
    this.out.push({ ...s, condition, then, otherwise });
    return this.mayLeave(s, context);
  }

  /** `e` as a value around the regions: computed there, or by the threads, which all find the same. */
  private around(e: Expression, context: Context): Expression {
    if (this.isAround(e)) return e;
    const held = newSingle(this.made, 'held', e.type);
    this.add(put(held, e), context.masked);
    return get(held, e.type);
  }

  private branchParting(s: Of<'if'>, context: Context): boolean {
    const name = newLabel(this.made, 'if');
    const otherwise = this.place(`else ${name}`);
    this.add(when(not(s.condition), [this.setSkip(otherwise)]), context.masked);
    const inner: Context = { masked: true, together: false };
    this.ifAny(s.then, inner);
    if (s.otherwise.length > 0) {
      const end = this.place(`end ${name}`);
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

  private ifAny(list: readonly Statement[], context: Context): void {
    const active = this.anyActive();
    const then = this.nested(() => this.list(list, context));
    if (then.length > 0) this.out.push(when(active, then));
  }

  /** Whether a jump of some threads may lead out of `s`. */
  private mayLeave(s: Statement, context: Context): boolean {
    const inside = new Set<string>();
    eachStatement([s], (x) => {
      if (x.kind === 'loop' || x.kind === 'for' || x.kind === 'block') inside.add(x.label);
    });
    return someStatement([s], (x) => {
      if (x.kind === 'return') return !context.together || !this.alwaysTogether(s);
      return (x.kind === 'break' || x.kind === 'continue') && this.parting.has(x.label) && !inside.has(x.label);
    });
  }

  /** Whether every return within `s` is taken by all threads alike. */
  private alwaysTogether(s: Statement): boolean {
    const alike = (x: Statement): boolean => {
      if (x.kind === 'return' || !this.crossing.has(x)) return true;
      const here =
        bodiesOf(x).length === 0 || this.aroundOf(x).alike || !someStatement([x], (y) => y.kind === 'return');
      return here && bodiesOf(x).every((b) => b.every(alike));
    };
    return alike(s);
  }

  private loop(s: Of<'loop'>, context: Context): boolean {
    if (!this.cuts.has(s)) return this.jumping(s, context);
    if (!this.parting.has(s.label)) {
      this.flush();
      const body = this.nested(() => this.list(s.body, context));
      this.out.push({ ...s, body });
      return this.mayLeave(s, context);
    }
    const again = this.place(`continue ${s.label}`);
    const left = this.place(`break ${s.label}`);
    this.flush();
    const body = this.nested(() => {
      this.rejoin(again);
      this.list(s.body, { masked: true, together: false });
      const more = this.any(or(eq(this.skipped(), i32(0)), eq(this.skipped(), i32(again))));
      this.out.push(when(not(more), [{ kind: 'break', label: s.label }]));
    });
    this.out.push({ ...s, body });
    this.rejoin(left);
    return this.mayLeave(s, context);
  }

  /** Only loops whose threads count alike are left: the others count by themselves. */
  private counted(s: Of<'for'>, context: Context): boolean {
    if (!this.cuts.has(s)) return this.jumping(s, context);
    const [from, trips, step] = [
      this.around(s.from, context),
      this.around(s.trips, context),
      this.around(s.step, context),
    ];
    this.flush();
    const type = s.from.type;
    const variable = newSingle(this.made, this.made.locals[s.local]!.name, type);
    const body = this.nested(() => {
      this.add(put(s.local, get(variable, type)), context.masked);
      this.list(s.body, context);
    });
    this.out.push({ ...s, local: variable, from, trips, step, body });
    this.add(put(s.local, get(variable, type)), context.masked);
    return this.mayLeave(s, context);
  }

  private block(s: Of<'block'>, context: Context): boolean {
    if (!this.cuts.has(s)) return this.jumping(s, context);
    if (!this.parting.has(s.label)) {
      this.flush();
      const body = this.nested(() => this.list(s.body, context));
      this.out.push({ ...s, body });
      return this.mayLeave(s, context);
    }
    const left = this.place(`break ${s.label}`);
    this.list(s.body, { masked: true, together: false });
    this.rejoin(left);
    return this.mayLeave(s, context);
  }

  // Barriers and warp functions.

  private cutHere(s: Statement, context: Context): void {
    if (s.kind === 'warp') {
      this.warp(s, context);
      return;
    }
    if (s.kind !== 'barrier') throw new InternalError(`${s.kind} is no cut`, s.at);
    if (s.scope === 'grid' || s.scope === 'cluster') {
      this.flush();
      this.out.push(s);
      return;
    }
    if (!s.reduce) {
      this.flush();
      return;
    }
    const yes = newSingle(this.made, 'arrived.true', 'i32');
    const all = newSingle(this.made, 'arrived', 'i32');
    this.ahead.push(put(yes, i32(0)), put(all, i32(0)));
    this.add(put(all, op('add', [get(all, 'i32'), i32(1)])), context.masked);
    this.add(when(s.reduce.value, [put(yes, op('add', [get(yes, 'i32'), i32(1)]))]), context.masked);
    this.flush();
    const [heldYes, heldAll] = [this.hold(yes), this.hold(all)];
    const values = {
      and: () => op('to.i32', [eq(heldYes, heldAll)]),
      or: () => op('to.i32', [ne(heldYes, i32(0))]),
      count: () => heldYes,
    };
    this.add(put(s.reduce.result, values[s.reduce.how]()), context.masked);
  }

  /** A copy that stays when the next turn of a loop counts anew. */
  private hold(counter: number): Expression {
    const held = newSingle(this.made, 'held', 'i32');
    this.out.push(put(held, get(counter, 'i32')));
    return get(held, 'i32');
  }

  private warp(s: Of<'warp'>, context: Context): void {
    const add = (x: Statement): void => this.add(x, context.masked);
    const lane = special('laneid');
    const own = op('shl', [i32(1), lane]);
    const active = newSingle(this.made, 'active', 'i32');
    this.ahead.push(put(active, i32(0)));
    const arrive = (): void => add(put(active, or(get(active, 'i32'), own)));
    switch (s.how) {
      case 'shuffle':
      case 'shuffle.up':
      case 'shuffle.down':
      case 'shuffle.xor': {
        const [, value, by, width] = s.args;
        const from = this.threadLocal('lane', 'i32');
        add(put(from, sourceLane(s.how, by!, width ?? i32(32))));
        this.exchanged(value!, context);
        add(put(s.result, this.received(value!.type, get(from, 'i32'))));
        return;
      }
      case 'all':
      case 'any':
      case 'ballot': {
        const yes = newSingle(this.made, 'votes', 'i32');
        this.ahead.push(put(yes, i32(0)));
        arrive();
        add(when(s.args[1]!, [put(yes, or(get(yes, 'i32'), own))]));
        this.flush();
        const [votes, voters] = [this.hold(yes), this.hold(active)];
        const values = { all: () => eq(votes, voters), any: () => ne(votes, i32(0)), ballot: () => votes };
        add(put(s.result, values[s.how]()));
        return;
      }
      case 'active':
        arrive();
        this.flush();
        add(put(s.result, this.hold(active)));
        return;
      case 'match.any':
      case 'match.all':
        this.match(s, context, active, arrive);
        return;
    }
  }

  private match(s: Of<'warp'>, context: Context, active: number, arrive: () => void): void {
    const value = s.args[1]!;
    const mine = this.threadLocal('mine', value.type);
    const k = this.threadLocal('k', 'i32');
    const same = this.threadLocal('same', 'i32');
    arrive();
    this.add(put(mine, value), context.masked);
    this.exchanged(get(mine, value.type), context);
    const voters = this.hold(active);
    const bit = op('shl', [i32(1), get(k, 'i32')]);
    const takesPart = ne(and(voters, bit), i32(0));
    const equal = eq(this.received(value.type, get(k, 'i32')), get(mine, value.type));
    this.add(put(same, i32(0)), context.masked);
    this.add(
      {
        kind: 'for',
        label: newLabel(this.made, 'match'),
        local: k,
        from: i32(0),
        trips: i32(32),
        step: i32(1),
        body: [when(and(takesPart, equal), [put(same, or(get(same, 'i32'), bit))])],
      },
      context.masked,
    );
    if (s.how === 'match.any') {
      this.add(put(s.result, get(same, 'i32')), context.masked);
      return;
    }
    const everyone = eq(get(same, 'i32'), voters);
    if (s.result2 !== undefined) this.add(put(s.result2, everyone), context.masked);
    this.add(put(s.result, select(everyone, voters, i32(0))), context.masked);
  }

  /** Each lane writes `value`; after the cut all can be read. */
  private exchanged(value: Expression, context: Context): void {
    const { write, read } = this.exchange();
    const type = value.type === 'bool' ? 'i32' : value.type;
    const stored = value.type === 'bool' ? op('to.i32', [value]) : value;
    this.add(
      { kind: 'store', memory: type, to: cell(write, special('laneid')), offset: 0, value: stored },
      context.masked,
    );
    this.flush();
    this.out.push({ kind: 'copy', to: get(read, 'ptr.local'), from: get(write, 'ptr.local'), bytes: i64(256) });
  }

  private received(type: ValueType, lane: Expression): Expression {
    const memory = type === 'bool' ? 'i32' : type;
    const value: Expression = { kind: 'load', type: memory, memory, from: cell(this.exchange().read, lane), offset: 0 };
    return type === 'bool' ? ne(value, i32(0)) : value;
  }

  private exchange(): { readonly write: number; readonly read: number } {
    if (!this.made.exchange) throw new InternalError('no exchange area');
    return this.made.exchange;
  }
}

type Around = { readonly label: string | undefined; readonly alike: boolean };

function cell(area: number, lane: Expression): Expression {
  return offset(get(area, 'ptr.local'), mul(wide(lane), i64(8)));
}

/** The lane that a shuffle reads, its own where that would lie outside its part of the warp. */
function sourceLane(
  how: 'shuffle' | 'shuffle.up' | 'shuffle.down' | 'shuffle.xor',
  by: Expression,
  width: Expression,
): Expression {
  const lane = special('laneid');
  const inside = sub(width, i32(1));
  const first = and(lane, op('xor', [inside, i32(-1)]));
  const last = or(lane, inside);
  const within = (j: Expression): Expression => select(or(lt(j, first), lt(last, j)), lane, j);
  switch (how) {
    case 'shuffle':
      return or(first, and(by, inside));
    case 'shuffle.up':
      return within(sub(lane, by));
    case 'shuffle.down':
      return within(op('add', [lane, by]));
    case 'shuffle.xor': {
      const j = op('xor', [lane, by]);
      return select(lt(last, j), lane, j);
    }
  }
}
