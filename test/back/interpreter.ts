/** The meaning of a kernel, thread by thread: each thread is a generator that stops at barriers and warp functions. Slow and simple, to compare with. */
import type { Expression, Fn, Statement } from '../../src/ir/module.ts';
import { type Operation, operations, type Value } from '../../src/ir/operations.ts';
import type { MemoryType } from '../../src/ir/types.ts';
import { isPointer } from '../../src/ir/types.ts';

type V = Value | undefined;
type Dims = readonly [number, number, number];
const rows: Readonly<Record<string, Operation>> = operations;

export type World = {
  readonly view: DataView;
  readonly functions: ReadonlyMap<string, Fn>;
  readonly addressOf: (name: string, block: number) => number;
  /** Where threads may put their slots. */
  slots: number;
};

type Stop = {
  readonly s: Statement;
  readonly args: readonly V[];
  readonly path: readonly number[];
  answer: readonly V[];
};
type Thread = {
  readonly special: Readonly<Record<string, number>>;
  readonly lane: number;
  readonly warp: number;
  block: number;
  /** Where the thread stands: places in statement lists and turns of loops, outermost first. */
  readonly path: number[];
};
type Jump = { readonly kind: 'break' | 'continue' | 'return'; readonly label: string; readonly values: readonly V[] };
type Frame = {
  readonly locals: V[];
  readonly fn: Fn;
  readonly slots: readonly number[];
  readonly thread: Thread;
  readonly world: World;
};

export function interpret(world: World, kernel: Fn, grid: Dims, block: Dims, args: readonly V[]): void {
  let number = 0;
  for (let bz = 0; bz < grid[2]; bz++)
    for (let by = 0; by < grid[1]; by++)
      for (let bx = 0; bx < grid[0]; bx++) runBlock(world, kernel, grid, block, [bx, by, bz], number++, args);
}

function runBlock(
  world: World,
  kernel: Fn,
  grid: Dims,
  block: Dims,
  at: Dims,
  number: number,
  args: readonly V[],
): void {
  const threads: { run: Generator<Stop, unknown>; stop: Stop | undefined; warp: number; lane: number }[] = [];
  let linear = 0;
  for (let z = 0; z < block[2]; z++)
    for (let y = 0; y < block[1]; y++)
      for (let x = 0; x < block[0]; x++) {
        const lane = linear & 31;
        const special = {
          'tid.x': x,
          'tid.y': y,
          'tid.z': z,
          laneid: lane,
          'ctaid.x': at[0],
          'ctaid.y': at[1],
          'ctaid.z': at[2],
          'ntid.x': block[0],
          'ntid.y': block[1],
          'ntid.z': block[2],
          'nctaid.x': grid[0],
          'nctaid.y': grid[1],
          'nctaid.z': grid[2],
        };
        const thread: Thread = { special, lane, warp: linear >> 5, block: number, path: [] };
        threads.push({ run: callFunction(world, kernel, args, thread), stop: undefined, warp: linear >> 5, lane });
        linear++;
      }
  const step = (t: (typeof threads)[number]): void => {
    const r = t.run.next();
    t.stop = r.done ? undefined : r.value;
  };
  for (const t of threads) step(t);
  for (;;) {
    const waiting = threads.filter((t) => t.stop);
    if (waiting.length === 0) return;
    let moved = false;
    for (const warp of new Set(waiting.map((t) => t.warp))) {
      const lanes = waiting.filter((t) => t.warp === warp);
      if (
        !lanes.every((t) => t.stop!.s.kind === 'warp' || (t.stop!.s.kind === 'barrier' && t.stop!.s.scope === 'warp'))
      )
        continue;
      if (lanes.some((t) => t.stop!.s !== lanes[0]!.stop!.s)) throw new Error('lanes stop at different warp functions');
      answerWarp(lanes.map((t) => ({ stop: t.stop!, lane: t.lane })));
      for (const t of lanes) step(t);
      moved = true;
    }
    if (moved) continue;
    // Threads that are further on wait for those that are behind: they skipped what the others still do.
    waiting.sort((a, b) => order(a.stop!.path, b.stop!.path));
    const behind = waiting.filter((t) => order(t.stop!.path, waiting[0]!.stop!.path) === 0);
    const stops = behind.map((t) => t.stop!);
    const values = stops.map((s) => s.args[0]);
    const yes = values.filter((v) => v === true).length;
    for (const s of stops) {
      const how = s.s.kind === 'barrier' ? s.s.reduce?.how : undefined;
      s.answer = [how === 'count' ? yes : how === 'or' ? (yes > 0 ? 1 : 0) : yes === stops.length ? 1 : 0];
    }
    for (const t of behind) step(t);
  }
}

function order(a: readonly number[], b: readonly number[]): number {
  for (let k = 0; k < Math.min(a.length, b.length); k++) if (a[k] !== b[k]) return a[k]! - b[k]!;
  return 0;
}

function answerWarp(lanes: readonly { stop: Stop; lane: number }[]): void {
  const s = lanes[0]!.stop.s;
  if (s.kind !== 'warp') return;
  const bits = (is: (l: (typeof lanes)[number]) => boolean): number =>
    lanes.reduce((m, l) => (is(l) ? m | (1 << l.lane) : m), 0);
  const all = bits(() => true);
  for (const me of lanes) {
    const [, value, by, width] = me.stop.args;
    const w = Number(width ?? 32);
    const first = me.lane & ~(w - 1);
    const last = me.lane | (w - 1);
    const from = (lane: number): V => lanes.find((l) => l.lane === lane)?.stop.args[1];
    switch (s.how) {
      case 'shuffle':
        me.stop.answer = [from(first | (Number(by) & (w - 1)))];
        break;
      case 'shuffle.up':
      case 'shuffle.down':
      case 'shuffle.xor': {
        const j =
          s.how === 'shuffle.up'
            ? me.lane - Number(by)
            : s.how === 'shuffle.down'
              ? me.lane + Number(by)
              : me.lane ^ Number(by);
        me.stop.answer = [from(j > last || (s.how !== 'shuffle.xor' && j < first) ? me.lane : j)];
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
        me.stop.answer = [all];
        break;
      case 'match.any':
        me.stop.answer = [bits((l) => l.stop.args[1] === value)];
        break;
      case 'match.all': {
        const same = lanes.every((l) => l.stop.args[1] === value);
        me.stop.answer = [same ? all : 0, same];
        break;
      }
    }
  }
}

function* callFunction(world: World, fn: Fn, args: readonly V[], thread: Thread): Generator<Stop, readonly V[]> {
  const slots = fn.slots.map((s) => {
    world.slots = (world.slots + 15) & ~15;
    const at = world.slots;
    world.slots += s.size;
    return at;
  });
  const locals: V[] = fn.locals.map((l) => (l.type === 'bool' ? false : l.type === 'i64' ? 0n : 0));
  args.forEach((a, i) => {
    locals[i] = a;
  });
  const jump = yield* run(fn.body, { locals, fn, slots, thread, world });
  return jump?.values ?? [];
}

function* run(list: readonly Statement[], f: Frame): Generator<Stop, Jump | undefined> {
  const { path } = f.thread;
  for (let k = 0; k < list.length; k++) {
    path.push(k);
    const jump = yield* step(list[k]!, f);
    path.pop();
    if (jump) return jump;
  }
  return undefined;
}

function* branch(list: readonly Statement[], number: number, f: Frame): Generator<Stop, Jump | undefined> {
  f.thread.path.push(number);
  const jump = yield* run(list, f);
  f.thread.path.pop();
  return jump;
}

function* step(s: Statement, f: Frame): Generator<Stop, Jump | undefined> {
  const ev = (e: Expression): V => evaluate(e, f);
  switch (s.kind) {
    case 'set':
      f.locals[s.local] = ev(s.value);
      return undefined;
    case 'store':
      storeValue(f.world.view, s.memory, Number(ev(s.to)) + s.offset, ev(s.value));
      return undefined;
    case 'if':
      return yield* ev(s.condition) === true ? branch(s.then, 0, f) : branch(s.otherwise, 1, f);
    case 'switch': {
      const v = Number(ev(s.value));
      const found = s.cases.findIndex((c) => c.values.includes(v));
      return yield* found < 0 ? branch(s.otherwise, s.cases.length, f) : branch(s.cases[found]!.body, found, f);
    }
    case 'block': {
      const jump = yield* run(s.body, f);
      return jump?.kind === 'break' && jump.label === s.label ? undefined : jump;
    }
    case 'loop':
      for (let turn = 0; ; turn++) {
        f.thread.path.push(turn);
        const jump = yield* run(s.body, f);
        f.thread.path.pop();
        if (!jump || (jump.kind === 'continue' && jump.label === s.label)) continue;
        return jump.kind === 'break' && jump.label === s.label ? undefined : jump;
      }
    case 'for': {
      const trips = Number(ev(s.trips));
      const stepBy = ev(s.step);
      let v = ev(s.from);
      f.locals[s.local] = v;
      for (let n = 0; n < trips; n++) {
        f.thread.path.push(n);
        const jump = yield* run(s.body, f);
        f.thread.path.pop();
        if (jump && !(jump.kind === 'continue' && jump.label === s.label))
          return jump.kind === 'break' && jump.label === s.label ? undefined : jump;
        v = apply('add', [v, stepBy], [s.from.type, s.from.type], s.from.type);
        f.locals[s.local] = v;
      }
      return undefined;
    }
    case 'break':
    case 'continue':
      return { kind: s.kind, label: s.label, values: [] };
    case 'return':
      return { kind: 'return', label: '', values: s.values.map(ev) };
    case 'call': {
      if (s.callee.kind !== 'direct') throw new Error('indirect');
      const results = yield* callFunction(f.world, f.world.functions.get(s.callee.name)!, s.args.map(ev), f.thread);
      s.results.forEach((r, i) => {
        f.locals[r] = results[i];
      });
      return undefined;
    }
    case 'barrier':
    case 'warp': {
      const args = s.kind === 'warp' ? s.args.map(ev) : s.reduce ? [ev(s.reduce.value)] : [];
      const stop: Stop = { s, args, path: [...f.thread.path], answer: [] };
      yield stop;
      if (s.kind === 'warp') {
        f.locals[s.result] = stop.answer[0];
        if (s.result2 !== undefined) f.locals[s.result2] = stop.answer[1];
      } else if (s.reduce) f.locals[s.reduce.result] = stop.answer[0];
      return undefined;
    }
    case 'atomic': {
      const at = Number(ev(s.to));
      const old = loadValue(f.world.view, s.memory, at);
      if (s.how !== 'add') throw new Error('only atomic add');
      const type = s.memory === 'i64' ? 'i64' : s.memory === 'f32' ? 'f32' : s.memory === 'f64' ? 'f64' : 'i32';
      storeValue(f.world.view, s.memory, at, apply('add', [old, ev(s.args[0]!)], [type, type], type));
      if (s.result !== undefined) f.locals[s.result] = old;
      return undefined;
    }
    case 'fence':
      return undefined;
    default:
      throw new Error(`not interpreted: ${s.kind}`);
  }
}

function evaluate(e: Expression, f: Frame): V {
  switch (e.kind) {
    case 'const':
      return e.value;
    case 'local':
      return f.locals[e.index];
    case 'special':
      return f.thread.special[e.name];
    case 'slot':
      return f.slots[e.index];
    case 'global':
      return f.world.addressOf(e.name, f.thread.block);
    case 'load':
      return loadValue(f.world.view, e.memory, Number(evaluate(e.from, f)) + e.offset);
    case 'op':
      return apply(
        e.op,
        e.args.map((a) => evaluate(a, f)),
        e.args.map((a) => a.type),
        e.type,
      );
    default:
      throw new Error(`not interpreted: ${e.kind}`);
  }
}

function apply(op: string, args: readonly V[], types: readonly string[], gives: string): V {
  if (op === 'offset') return (Number(args[0]) + Number(args[1])) | 0;
  if (op === 'cast.space') return args[0];
  const row = rows[op]!;
  const found = row.signatures.find(
    (s) => s.takes.every((t, i) => t === types[i]) && s.gives === gives && s.takes.length === args.length,
  );
  if (!found?.meaning) throw new Error(`no meaning for ${op}(${types.join()})`);
  return Reflect.apply(found.meaning, undefined, args);
}

function loadValue(view: DataView, memory: MemoryType, at: number): V {
  if (isPointer(memory)) return view.getInt32(at, true);
  switch (memory) {
    case 'i8':
      return view.getInt8(at);
    case 'i16':
      return view.getInt16(at, true);
    case 'i32':
      return view.getInt32(at, true);
    case 'i64':
      return view.getBigInt64(at, true);
    case 'f32':
      return view.getFloat32(at, true);
    case 'f64':
      return view.getFloat64(at, true);
    case 'f16':
      return view.getFloat16(at, true);
  }
}

function storeValue(view: DataView, memory: MemoryType, at: number, v: V): void {
  if (isPointer(memory)) {
    view.setBigInt64(at, BigInt(v ?? 0), true);
    return;
  }
  switch (memory) {
    case 'i8':
      view.setInt8(at, Number(v));
      return;
    case 'i16':
      view.setInt16(at, Number(v), true);
      return;
    case 'i32':
      view.setInt32(at, Number(v), true);
      return;
    case 'i64':
      view.setBigInt64(at, BigInt(v ?? 0), true);
      return;
    case 'f32':
      view.setFloat32(at, Number(v), true);
      return;
    case 'f64':
      view.setFloat64(at, Number(v), true);
      return;
    case 'f16':
      view.setFloat16(at, Number(v), true);
      return;
  }
}
