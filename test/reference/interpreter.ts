/**
 * The meaning of a kernel, thread by thread, from the rows of ir/operations.ts: a thread is a generator that stops at barriers and warp functions.
 * Slow and simple, to compare with. Memory is one view; an address is a place in it.
 */
import type { Expression, Fn, Statement } from '../../src/ir/module.ts';
import { bodiesOf } from '../../src/ir/walk.ts';
import { dynamicVariable } from '../../src/opt/kernel/name-dynamic-shared.ts';
import { combined, loadValue, type Meaning, meaningOf, storeValue, type V } from './memory.ts';

export type World = {
  readonly view: DataView;
  readonly functions: ReadonlyMap<string, Fn>;
  readonly addressOf: (name: string, block: number) => number;
  /** Where threads may put their slots. */
  slots: number;
  /** Is told who goes on, and what is one with others' accesses. */
  readonly watch?: Watch;
};

export type Watch = {
  readonly goesOn: (who: Place) => void;
  readonly atomic: (is: boolean) => void;
};

/** A thread and how many barriers of its block, and behind the last one of its warp, it has come by. */
export type Place = { readonly block: number; readonly thread: number; barriers: number; ofWarp: number };

export type Stop = {
  readonly s: Statement;
  readonly args: readonly V[];
  readonly path: readonly number[];
  answer: readonly V[];
};

export type Thread = {
  readonly special: Readonly<Record<string, number>>;
  readonly block: number;
  /** Where the thread stands: places in statement lists and iterations of loops, outermost first. */
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

export function* callFunction(world: World, fn: Fn, args: readonly V[], thread: Thread): Generator<Stop, readonly V[]> {
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
    const s = list[k]!;
    const jump = bodiesOf(s).length > 0 || canStop(s) ? yield* step(s, f) : simple(s, f);
    path.pop();
    if (jump) return jump;
  }
  return undefined;
}

function canStop(s: Statement): s is Extract<Statement, { kind: 'call' | 'barrier' | 'warp' }> {
  return s.kind === 'call' || s.kind === 'barrier' || s.kind === 'warp';
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
      for (let iteration = 0; ; iteration++) {
        const jump = yield* branch(s.body, iteration, f);
        if (jump && !goesOn(jump, s.label)) return leaves(jump, s.label);
      }
    case 'for':
      return yield* counted(s, f);
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
    default:
      return simple(s, f);
  }
}

function* counted(s: Extract<Statement, { kind: 'for' }>, f: Frame): Generator<Stop, Jump | undefined> {
  const trips = Number(evaluate(s.trips, f));
  const stepBy = evaluate(s.step, f);
  let v = evaluate(s.from, f);
  f.locals[s.local] = v;
  const add = operation('add', [s.from.type, s.from.type], s.from.type);
  for (let n = 0; n < trips; n++) {
    const jump = yield* branch(s.body, n, f);
    if (jump && !goesOn(jump, s.label)) return leaves(jump, s.label);
    v = add([v, stepBy]);
    f.locals[s.local] = v;
  }
  return undefined;
}

function goesOn(jump: Jump, label: string): boolean {
  return jump.kind === 'continue' && jump.label === label;
}

function leaves(jump: Jump, label: string): Jump | undefined {
  return jump.kind === 'break' && jump.label === label ? undefined : jump;
}

/** Statements without bodies at which no thread waits. */
function simple(s: Statement, f: Frame): Jump | undefined {
  const ev = (e: Expression): V => evaluate(e, f);
  const { view } = f.world;
  switch (s.kind) {
    case 'set':
      f.locals[s.local] = ev(s.value);
      return undefined;
    case 'store':
      storeValue(view, s.memory, Number(ev(s.to)) + s.offset, ev(s.value));
      return undefined;
    case 'break':
    case 'continue':
      return { kind: s.kind, label: s.label, values: [] };
    case 'return':
      return { kind: 'return', label: '', values: s.values.map(ev) };
    case 'atomic': {
      const at = Number(ev(s.to));
      f.world.watch?.atomic(true);
      const old = loadValue(view, s.memory, at);
      storeValue(view, s.memory, at, combined(s.how, s.memory, old, s.args.map(ev)));
      f.world.watch?.atomic(false);
      if (s.result !== undefined) f.locals[s.result] = old;
      return undefined;
    }
    case 'copy': {
      const [to, from, bytes] = [s.to, s.from, s.bytes].map((e) => Number(ev(e)));
      new Uint8Array(view.buffer).copyWithin(to!, from!, from! + bytes!);
      return undefined;
    }
    case 'fill': {
      const [to, byte, bytes] = [s.to, s.byte, s.bytes].map((e) => Number(ev(e)));
      new Uint8Array(view.buffer).fill(byte!, to!, to! + bytes!);
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
    case 'dynamic-shared':
      return f.world.addressOf(dynamicVariable, f.thread.block);
    case 'load':
      return loadValue(f.world.view, e.memory, Number(evaluate(e.from, f)) + e.offset);
    case 'op': {
      const meaning =
        known.get(e) ??
        operation(
          e.op,
          e.args.map((a) => a.type),
          e.type,
        );
      known.set(e, meaning);
      return meaning(e.args.map((a) => evaluate(a, f)));
    }
    default:
      throw new Error(`not interpreted: ${e.kind}`);
  }
}

const known = new WeakMap<Expression, Meaning>();

function operation(op: string, types: readonly string[], gives: string): Meaning {
  return meaningOf(op, types, gives);
}
