/**
 * A cut kernel whose block can stop at barriers that several blocks share, and go on there when it is called again: the block's code becomes a machine
 * whose state is the number of the barrier at which it stands (0: it runs). Going on, it walks down to that barrier past all that came before.
 */
import { and, bool, eq, i32, i64, lt, op, or } from '../../ir/build.ts';
import { liveBefore } from '../../ir/liveness.ts';
import type { Expression, Local, Statement } from '../../ir/module.ts';
import type { ValueType } from '../../ir/types.ts';
import { mapStatement, someStatement } from '../../ir/walk.ts';
import { get, type Of, put, type RegionKernel, when } from './region-parts.ts';

export type Pause = { readonly number: number; readonly scope: 'grid' | 'cluster' };

export type Resumable = {
  readonly locals: readonly Local[];
  readonly body: readonly Statement[];
  /** Blocks that stand for barriers, by label. */
  readonly pauses: ReadonlyMap<string, Pause>;
  /** The local (i32) that holds the state. */
  readonly state: number;
  /** Locals that a block must find again when it goes on. */
  readonly kept: readonly number[];
};

type Range = { readonly first: number; readonly last: number };

export function isPause(s: Statement): boolean {
  return s.kind === 'barrier' && (s.scope === 'grid' || s.scope === 'cluster');
}

/** `isElsewhere`: locals that need not be kept, as they are in the threads' scratch or come with each call. */
export function resumable(kernel: RegionKernel, isElsewhere: (local: number) => boolean): Resumable {
  return new BlockMaker(kernel).make(isElsewhere);
}

/** Code that can go on from places in it: statements run only while the state is 0, or lead to the place that it names. */
export abstract class Maker {
  readonly locals: Local[];
  protected readonly pauses = new Map<string, Pause>();
  private readonly ranges = new Map<Statement, Range | undefined>();
  protected state = -1;

  constructor(locals: readonly Local[]) {
    this.locals = [...locals];
  }

  /** Whether it is such a place, or becomes one. */
  protected abstract isPlace(s: Statement): boolean;
  /** A place, marked by a block whose label is in `pauses`. */
  protected abstract place(s: Statement): readonly Statement[];
  /** What runs at a marked place. */
  protected abstract atPlace(s: Of<'block'>, pause: Pause): readonly Statement[];

  protected local(name: string, type: ValueType): number {
    this.locals.push({ name, type });
    return this.locals.length - 1;
  }

  /** Places as labelled blocks, and counted loops around them with their counters in locals. */
  protected mark(list: readonly Statement[]): readonly Statement[] {
    return list.flatMap((s): readonly Statement[] => {
      if (!someStatement([s], (x) => this.isPlace(x))) return [s];
      if (this.isPlace(s)) return this.place(s);
      const inner = mapStatement(s, { expression: (e) => e, body: (b) => this.mark(b) });
      return inner.kind === 'for' ? this.counting(inner) : [inner];
    });
  }

  private counting(s: Of<'for'>): readonly Statement[] {
    const { type } = s.trips;
    const one = type === 'i64' ? i64(1) : i32(1);
    const left = this.local('trips', type);
    const step = this.local('step', s.step.type);
    const iteration = `${s.label}~pausing`;
    return [
      put(left, s.trips),
      put(step, s.step),
      put(s.local, s.from),
      {
        kind: 'loop',
        label: s.label,
        body: [
          when(lt(get(left, type), one), [{ kind: 'break', label: s.label }]),
          { kind: 'block', label: iteration, body: leadTo(s.body, s.label, iteration) },
          put(s.local, op('add', [get(s.local, s.from.type), get(step, s.step.type)])),
          put(left, op('sub', [get(left, type), one])),
        ],
      },
    ];
  }

  /** The numbers of the barriers in a list: they follow each other. */
  private rangeOf(s: Statement): Range | undefined {
    if (this.ranges.has(s)) return this.ranges.get(s);
    let found: Range | undefined;
    someStatement([s], (x) => {
      const pause = x.kind === 'block' ? this.pauses.get(x.label) : undefined;
      if (pause)
        found = {
          first: Math.min(found?.first ?? pause.number, pause.number),
          last: Math.max(found?.last ?? pause.number, pause.number),
        };
      return false;
    });
    this.ranges.set(s, found);
    return found;
  }

  protected get running(): Expression {
    return eq(get(this.state, 'i32'), i32(0));
  }

  private within(range: Range | undefined): Expression {
    if (!range) return bool(false);
    const state = get(this.state, 'i32');
    if (range.first === range.last) return eq(state, i32(range.first));
    return and(lt(i32(range.first - 1), state), lt(state, i32(range.last + 1)));
  }

  protected guarded(list: readonly Statement[]): readonly Statement[] {
    const out: Statement[] = [];
    let plain: Statement[] = [];
    const flush = (): void => {
      if (plain.length > 0) out.push(when(this.running, plain));
      plain = [];
    };
    for (const s of list) {
      const range = this.rangeOf(s);
      if (!range) {
        plain.push(s);
        continue;
      }
      flush();
      out.push(when(or(this.running, this.within(range)), this.entered(s)));
    }
    flush();
    return out;
  }

  /** A statement that holds a barrier. */
  private entered(s: Statement): readonly Statement[] {
    const pause = s.kind === 'block' ? this.pauses.get(s.label) : undefined;
    if (pause && s.kind === 'block') return this.atPlace(s, pause);
    if (s.kind !== 'if') return [mapStatement(s, { expression: (e) => e, body: (b) => this.guarded(b) })];
    const enter = this.local('enter', 'bool');
    const inside = s.then.map((x) => this.rangeOf(x)).filter((r) => r !== undefined);
    const range = inside.length > 0 ? { first: inside[0]!.first, last: inside.at(-1)!.last } : undefined;
    return [
      put(enter, this.within(range)),
      when(this.running, [put(enter, s.condition)]),
      { ...s, condition: get(enter, 'bool'), then: this.guarded(s.then), otherwise: this.guarded(s.otherwise) },
    ];
  }
}

class BlockMaker extends Maker {
  private readonly body: readonly Statement[];

  constructor(kernel: RegionKernel) {
    super(kernel.locals);
    this.body = kernel.body;
  }

  make(isElsewhere: (local: number) => boolean): Resumable {
    const marked = this.mark(this.body);
    const kept = new Set<number>();
    liveBefore(marked, this.locals.length, (label, _, after) => {
      if (!this.pauses.has(label)) return;
      for (let l = 0; l < this.locals.length; l++) if (after.has(l) && !isElsewhere(l)) kept.add(l);
    });
    this.state = this.local('state', 'i32');
    const body = this.guarded(marked);
    return { locals: this.locals, body, pauses: this.pauses, state: this.state, kept: [...kept] };
  }

  protected isPlace(s: Statement): boolean {
    return isPause(s);
  }

  protected place(s: Statement): readonly Statement[] {
    const scope = s.kind === 'barrier' && s.scope === 'cluster' ? 'cluster' : 'grid';
    const number = this.pauses.size + 1;
    const label = `%pause${number}`;
    this.pauses.set(label, { number, scope });
    return [{ kind: 'block', label, body: [], ...(s.at && { at: s.at }) }];
  }

  protected atPlace(s: Of<'block'>): readonly Statement[] {
    return [s];
  }
}

/** Where `continue` went to the loop `label` it leaves the block `iteration`. */
function leadTo(list: readonly Statement[], label: string, iteration: string): readonly Statement[] {
  return list.map((s) =>
    s.kind === 'continue' && s.label === label
      ? { ...s, kind: 'break', label: iteration }
      : mapStatement(s, { expression: (e) => e, body: (b) => leadTo(b, label, iteration) }),
  );
}
