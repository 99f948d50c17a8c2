/** The threads of a block one at a time: each runs until it stops at a barrier or a warp function; who waits for whom is decided here. */
import type { Fn } from '../../src/ir/module.ts';
import { callFunction, type Place, type Stop, type Thread, type World } from './interpreter.ts';
import type { V } from './memory.ts';

export type Dims = readonly [number, number, number];

type Running = {
  readonly run: Generator<Stop, unknown>;
  readonly warp: number;
  readonly lane: number;
  stop: Stop | undefined;
  readonly place: Place;
  readonly world: World;
};

export function interpret(world: World, kernel: Fn, grid: Dims, block: Dims, args: readonly V[]): void {
  let number = 0;
  for (let bz = 0; bz < grid[2]; bz++)
    for (let by = 0; by < grid[1]; by++)
      for (let bx = 0; bx < grid[0]; bx++) {
        const bottom = world.slots;
        runBlock(startThreads(world, kernel, grid, block, [bx, by, bz], number++, args));
        world.slots = bottom;
      }
}

function startThreads(
  world: World,
  kernel: Fn,
  grid: Dims,
  block: Dims,
  at: Dims,
  number: number,
  args: readonly V[],
): readonly Running[] {
  const threads: Running[] = [];
  for (let z = 0; z < block[2]; z++)
    for (let y = 0; y < block[1]; y++)
      for (let x = 0; x < block[0]; x++) {
        const [warp, lane] = [threads.length >> 5, threads.length & 31];
        const special = {
          ...triple('tid', [x, y, z]),
          ...triple('ctaid', at),
          ...triple('ntid', block),
          ...triple('nctaid', grid),
          laneid: lane,
        };
        const thread: Thread = { special, block: number, path: [] };
        const place = { block: number, thread: threads.length, barriers: 0, ofWarp: 0 };
        threads.push({ run: callFunction(world, kernel, args, thread), stop: undefined, warp, lane, place, world });
      }
  return threads;
}

function triple(name: string, [x, y, z]: Dims): Readonly<Record<string, number>> {
  return { [`${name}.x`]: x, [`${name}.y`]: y, [`${name}.z`]: z };
}

function go(t: Running): void {
  if (t.stop) pass(t.place, t.stop);
  t.world.watch?.goesOn(t.place);
  const r = t.run.next();
  t.stop = r.done ? undefined : r.value;
}

function pass(place: Place, { s }: Stop): void {
  if (s.kind === 'barrier' && s.scope !== 'warp') {
    place.barriers++;
    place.ofWarp = 0;
  } else place.ofWarp++;
}

function runBlock(threads: readonly Running[]): void {
  for (const t of threads) go(t);
  for (;;) {
    const waiting = threads.filter((t) => t.stop);
    if (waiting.length === 0) return;
    if (warpsMove(waiting)) continue;
    // Threads that are further on wait for those that are behind: they skipped what the others still do.
    waiting.sort((a, b) => order(a.stop!.path, b.stop!.path));
    const behind = waiting.filter((t) => order(t.stop!.path, waiting[0]!.stop!.path) === 0);
    answerBarrier(behind.map((t) => t.stop!));
    for (const t of behind) go(t);
  }
}

function warpsMove(waiting: readonly Running[]): boolean {
  let moved = false;
  for (const warp of new Set(waiting.map((t) => t.warp))) {
    // Lanes that are further on wait for those that are behind.
    const all = waiting.filter((t) => t.warp === warp).sort((a, b) => order(a.stop!.path, b.stop!.path));
    const lanes = all.filter((t) => order(t.stop!.path, all[0]!.stop!.path) === 0);
    const inWarp = ({ s }: Stop): boolean => s.kind === 'warp' || (s.kind === 'barrier' && s.scope === 'warp');
    if (!inWarp(lanes[0]!.stop!)) continue;
    if (lanes.some((t) => t.stop!.s !== lanes[0]!.stop!.s)) throw new Error('lanes stop at different warp functions');
    answerWarp(lanes.map((t) => ({ stop: t.stop!, lane: t.lane })));
    for (const t of lanes) go(t);
    moved = true;
  }
  return moved;
}

function order(a: readonly number[], b: readonly number[]): number {
  for (let k = 0; k < Math.min(a.length, b.length); k++) if (a[k] !== b[k]) return a[k]! - b[k]!;
  return 0;
}

function answerBarrier(stops: readonly Stop[]): void {
  const yes = stops.filter((s) => s.args[0] === true).length;
  for (const s of stops) {
    const how = s.s.kind === 'barrier' ? s.s.reduce?.how : undefined;
    s.answer = [how === 'count' ? yes : how === 'or' ? (yes > 0 ? 1 : 0) : yes === stops.length ? 1 : 0];
  }
}

type Lane = { readonly stop: Stop; readonly lane: number };

function answerWarp(lanes: readonly Lane[]): void {
  const { s } = lanes[0]!.stop;
  if (s.kind !== 'warp') return;
  const bits = (is: (l: Lane) => boolean): number => lanes.reduce((m, l) => (is(l) ? m | (1 << l.lane) : m), 0);
  for (const me of lanes) {
    const value = me.stop.args[1];
    switch (s.how) {
      case 'shuffle':
      case 'shuffle.up':
      case 'shuffle.down':
      case 'shuffle.xor': {
        const from = sourceLane(s.how, me);
        // Of a lane that takes no part any number.
        me.stop.answer = [(lanes.find((l) => l.lane === from) ?? me).stop.args[1]];
        break;
      }
      case 'all':
        me.stop.answer = [lanes.every((l) => l.stop.args[1] === true)];
        break;
      case 'any':
        me.stop.answer = [lanes.some((l) => l.stop.args[1] === true)];
        break;
      case 'ballot':
        me.stop.answer = [bits((l) => l.stop.args[1] === true)];
        break;
      case 'active':
        me.stop.answer = [bits(() => true)];
        break;
      case 'match.any':
        me.stop.answer = [bits((l) => l.stop.args[1] === value)];
        break;
      case 'match.all': {
        const same = lanes.every((l) => l.stop.args[1] === value);
        me.stop.answer = [same ? bits(() => true) : 0, same];
        break;
      }
    }
  }
}

function sourceLane(how: 'shuffle' | 'shuffle.up' | 'shuffle.down' | 'shuffle.xor', me: Lane): number {
  const [, , by, width] = me.stop.args;
  const w = Number(width ?? 32);
  const first = me.lane & ~(w - 1);
  const last = me.lane | (w - 1);
  switch (how) {
    case 'shuffle':
      return first | (Number(by) & (w - 1));
    case 'shuffle.up':
      return me.lane - Number(by) < first ? me.lane : me.lane - Number(by);
    case 'shuffle.down':
      return me.lane + Number(by) > last ? me.lane : me.lane + Number(by);
    case 'shuffle.xor':
      return (me.lane ^ Number(by)) > last ? me.lane : me.lane ^ Number(by);
  }
}
