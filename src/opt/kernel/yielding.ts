/**
 * Threads that wait for others let them run. A region with a loop in which a thread may wait for long (see ir/waiting-loops.ts) becomes one that each thread can leave
 * from that loop and enter again; it is repeated, with the block stopped in between, until all threads of the block have come to its end.
 */
import { bool, i32, lt, ne, not, op } from '../../ir/build.ts';
import type { Local, Statement } from '../../ir/module.ts';
import { mayWait, placeOfLoop, waitsAlways } from '../../ir/waiting-loops.ts';
import { expressionsOf, mapStatement, someExpression, someStatement } from '../../ir/walk.ts';
import { get, type Of, put, type RegionKernel, when } from './region-parts.ts';
import { isPause, Maker, type Pause } from './resumable.ts';

/** Iterations after which a thread lets others run for the first time, and iterations that it looks each time from then on. */
const patience = 20_000;
const again = 64;
const finished = -1;

/** The same kernel where no thread may wait, or blocks stop for other reasons too. */
export function yielding(kernel: RegionKernel): RegionKernel {
  const waits = (s: Statement): boolean =>
    s.kind === 'block' && kernel.threads.has(s.label) && someStatement(s.body, isWaitingLoop);
  if (!someStatement(kernel.body, waits) || someStatement(kernel.body, isPause) || readsNeighbours(kernel))
    return kernel;
  const maker = new ThreadMaker(kernel.locals);
  const threads = new Set(kernel.threads);
  const single = new Set(kernel.single);
  const list = (body: readonly Statement[]): readonly Statement[] =>
    body.flatMap((s): readonly Statement[] => {
      if (s.kind === 'block' && kernel.warps.has(s.label)) return [s];
      if (s.kind !== 'block' || !kernel.threads.has(s.label))
        return [mapStatement(s, { expression: (e) => e, body: list })];
      return waits(s) ? maker.region(s, threads, single) : [s];
    });
  const cut = list(kernel.body);
  // The lanes of a warp wait where they are.
  if (threads.size === kernel.threads.size) return kernel;
  const body = [maker.begin(threads), ...cut];
  for (let l = kernel.locals.length; l < maker.locals.length; l++) if (!single.has(l)) kernel.uniformity.varying.add(l);
  return { ...kernel, locals: maker.locals, body, threads, single };
}

function isWaitingLoop(s: Statement): boolean {
  return s.kind === 'loop' && mayWait(s);
}

function readsNeighbours(kernel: RegionKernel): boolean {
  return someStatement(kernel.body, (s) =>
    expressionsOf(s).some((e) => someExpression(e, (x) => x.kind === 'op' && x.op === 'cluster.map')),
  );
}

class ThreadMaker extends Maker {
  /** How many iterations a thread has waited. */
  private readonly iterations: number;
  /** Whether some thread of the block has come to a loop in which it may wait. */
  private moved = -1;
  private stop = '';
  private regions = 0;

  constructor(locals: readonly Local[]) {
    super(locals);
    this.iterations = this.local('turns', 'i32');
  }

  /** At the start of the kernel. */
  begin(threads: Set<string>): Statement {
    threads.add('%yield.begin');
    return { kind: 'block', label: '%yield.begin', body: [put(this.iterations, i32(0))] };
  }

  region(s: Of<'block'>, threads: Set<string>, single: Set<number>): readonly Statement[] {
    const name = `%yield${this.regions++}`;
    this.stop = `${name}.stop`;
    this.state = this.local('state', 'i32');
    this.moved = this.local('moved', 'bool');
    single.add(this.moved);
    const any = this.local('any', 'bool');
    single.add(any);
    const state = get(this.state, 'i32');
    threads.add(`${name}.begin`);
    const body = [...this.guarded(this.mark(s.body)), put(this.state, i32(finished))];
    return [
      { kind: 'block', label: `${name}.begin`, body: [put(this.state, i32(0))] },
      {
        kind: 'loop',
        label: name,
        body: [
          put(any, bool(false)),
          put(this.moved, bool(false)),
          {
            ...s,
            body: [
              when(ne(state, i32(finished)), [
                { kind: 'block', label: this.stop, body },
                when(ne(state, i32(finished)), [put(any, bool(true))]),
              ]),
            ],
          },
          when(not(get(any, 'bool')), [{ kind: 'break', label: name }]),
          // The scope tells whether the block has got on.
          when(get(this.moved, 'bool'), [{ kind: 'barrier', scope: 'cluster' }], [{ kind: 'barrier', scope: 'grid' }]),
        ],
      },
    ];
  }

  protected isPlace(s: Statement): boolean {
    return isWaitingLoop(s);
  }

  protected place(s: Statement): readonly Statement[] {
    if (s.kind !== 'loop') return [s];
    const number = this.pauses.size + 1;
    const label = `%wait${number}`;
    const at = placeOfLoop(s);
    this.pauses.set(label, { number, scope: 'grid' });
    return [
      put(this.moved, bool(true)),
      {
        ...s,
        ...(at && { at }),
        waits: waitsAlways(s) ? 'always' : true,
        body: [{ kind: 'block', label, body: [] }, ...this.mark(s.body)],
      },
    ];
  }

  protected atPlace(_: Of<'block'>, pause: Pause): readonly Statement[] {
    const iterations = get(this.iterations, 'i32');
    const leave = [
      put(this.iterations, i32(patience - again)),
      put(this.state, i32(pause.number)),
      { kind: 'break', label: this.stop },
    ] as const;
    return [
      when(
        this.running,
        [put(this.iterations, op('add', [iterations, i32(1)])), when(lt(i32(patience), iterations), leave)],
        [put(this.state, i32(0))],
      ),
    ];
  }
}
