/**
 * The part of looking for races that runs at each access, as functions of the program's host code, which kernels import: they keep in the program's memory who has used each word
 * last (machine/check-tools.ts says how), and call the runtime where two accesses collide.
 */
import { add, eq, i32, i64, load, lt, mul, ne, offset, op, or, sub } from '../../ir/build.ts';
import { FunctionWriter } from '../../ir/function-writer.ts';
import type { Expression, Extern, Fn, Global } from '../../ir/module.ts';
import {
  accessBits,
  accessKinds,
  checkFunctions,
  exportedCheck,
  raceCells,
  raceFlags,
  raceSlot,
  raceState,
  wordsCheck,
} from '../../machine/check-tools.ts';
import {
  bits,
  cellIn,
  entryOf,
  has,
  isZero,
  now,
  ofNow,
  ofNow64,
  ofSlot,
  placeOfAnswer,
  pointer,
  slotIn,
} from './race-places.ts';
import { doQuickly } from './race-quickly.ts';

/** Where a function of the runtime answers. */
const asks = {
  page: { name: 'check.page', from: 'runtime', params: ['i64'], results: ['i64'] },
  before: { name: 'check.before', from: 'runtime', params: ['i32'], results: ['i32'] },
  released: { name: 'check.released', from: 'runtime', params: ['i64'], results: ['i32'] },
  gives: { name: 'check.gives', from: 'runtime', params: [], results: ['i32'] },
  look: { name: 'check.look', from: 'runtime', params: [], results: [] },
  collision: { name: 'check.collision', from: 'runtime', params: ['i64', 'i32'], results: [] },
} as const satisfies Record<string, Extern>;

const state: Global = {
  name: raceState.name,
  placement: 'host',
  size: 4 * raceState.words,
  align: 64,
  linkage: 'define',
  init: [],
};

const wordName = 'cufort.check.word';
const unorderedName = 'cufort.check.unordered';
const keepName = 'cufort.check.keep';

export const raceCode = {
  globals: [state] as readonly Global[],
  externs: Object.values(asks) as readonly Extern[],
  functions: (): readonly Fn[] => [access(), stretch(), words(), word(), unordered(), keep()],
  exported: [checkFunctions.access, checkFunctions.stretch, wordsCheck].map(exportedCheck),
};

const who = {
  code: 'i32',
  site: 'i32',
  thread: 'i32',
  block: 'i32',
  blockEpoch: 'i32',
  warpEpoch: 'i32',
  gridEpoch: 'i32',
  value: 'i32',
} as const;

/** Writes down what a thread does now; gives the flags of its words. */
function enter(f: FunctionWriter): Expression {
  // Nobody counts the barriers of functions that are called.
  f.if(lt(f.get('blockEpoch'), i32(0)), () => f.return());
  for (const name of ['site', 'thread', 'block', 'blockEpoch', 'warpEpoch', 'gridEpoch', 'value'] as const)
    f.store('i32', now, 4 * raceSlot[name], f.get(name));
  const code = f.get('code');
  const kind = f.keep('kind', bits(op('shr.u', [code, i32(accessBits.kind)]), 3));
  const synchronises = f.keep(
    'synchronises',
    op('select', [
      eq(kind, i32(accessKinds.atomic)),
      i32(raceFlags.atomic),
      op('select', [has(code, accessBits.volatile), i32(raceFlags.atomic | raceFlags.volatile), i32(0)]),
    ]),
  );
  const valued = op('select', [has(code, accessBits.valued), i32(raceFlags.valued), i32(0)]);
  const ofCluster = op('select', [has(code, accessBits.ofCluster), i32(raceFlags.ofCluster), i32(0)]);
  const flags = f.keep('flags', op('or', [op('or', [synchronises, valued]), ofCluster]));
  f.store('i32', now, 4 * raceState.isWrite, op('to.i32', [ne(kind, i32(accessKinds.read))]));
  f.if(has(code, accessBits.fenced), () => f.if(ne(synchronises, i32(0)), () => f.call(asks.look.name, [])));
  return flags;
}

function access(): Fn {
  const f = new FunctionWriter(exportedCheck(checkFunctions.access), { at: 'i64', ...who });
  const at = f.get('at');
  doQuickly(f, (bytes) => maskOf(at, bytes));
  const flags = enter(f);
  const bytes = f.keep('bytes', bits(f.get('code'), accessBits.bytes));
  f.if(
    op('le', [bytes, i32(4)]),
    () => f.call(wordName, [sub(at, bits(at, 3)), op('or', [flags, maskOf(at, bytes)])]),
    () => {
      for (const by of [0, 4]) f.call(wordName, [add(at, i64(by)), op('or', [flags, i32(raceFlags.bytes)])]);
    },
  );
  return f.done('host');
}

/** The bytes of its word that an access of up to 4 takes. */
function maskOf(at: Expression, bytes: Expression): Expression {
  const mask = op('shl', [sub(op('shl', [i32(1), bytes]), i32(1)), op('wrap', [bits(at, 3)])]);
  return bits(mask, raceFlags.bytes);
}

function stretch(): Fn {
  const f = new FunctionWriter(exportedCheck(checkFunctions.stretch), { at: 'i64', bytes: 'i64', ...who });
  const flags = enter(f);
  f.call(exportedCheck(wordsCheck), [f.get('at'), f.get('bytes'), flags]);
  return f.done('host');
}

/** All words of a stretch. */
function words(): Fn {
  const f = new FunctionWriter(exportedCheck(wordsCheck), { at: 'i64', bytes: 'i64', flags: 'i32' });
  const [at, flags] = [f.get('at'), f.get('flags')];
  const end = f.keep('end', add(at, f.get('bytes')));
  const one = f.keep('word', sub(at, bits(at, 3)));
  const pageBytes = 1 << raceCells.pageBits;
  f.while(lt(one, end), () => {
    const isSeen = or(ne(ofNow(raceState.keeps), i32(0)), ne(load('i64', entryOf(one)), i64(0)));
    f.if(
      isSeen,
      () => {
        const mask = f.keep('mask', i32(raceFlags.bytes));
        f.if(lt(one, at), () => f.set(mask, op('shl', [mask, op('wrap', [sub(at, one)])])));
        const over = op('wrap', [sub(add(one, i64(4)), end)]);
        f.if(lt(end, add(one, i64(4))), () =>
          f.set(mask, op('and', [mask, op('shr.u', [i32(raceFlags.bytes), over])])),
        );
        f.call(wordName, [one, op('or', [flags, bits(mask, raceFlags.bytes)])]);
        f.set(one, add(one, i64(4)));
      },
      // Nobody has used the page: what is not kept need not be looked at there.
      () => f.set(one, add(sub(one, bits(one, pageBytes - 1)), i64(pageBytes))),
    );
  });
  return f.done('host');
}

/** One word of what is done now: `flags` with its bytes. */
function word(): Fn {
  const f = new FunctionWriter(wordName, { at: 'i64', flags: 'i32' });
  const [at, flags] = [f.get('at'), f.get('flags')];
  const page = f.keep('page', load('i64', entryOf(at)));
  f.if(isZero(page), () => {
    f.if(isZero(ofNow(raceState.keeps)), () => f.return());
    f.set(page, f.callFor(asks.page.name, [at], 'i64'));
    f.if(isZero(page), () => f.return());
  });
  const cell = f.keep('cell', cellIn(page, at));
  const isWrite = f.keep('isWrite', ofNow(raceState.isWrite));
  const work = f.keep('work', ofNow(raceSlot.work));
  f.store('i64', now, 4 * raceState.at, at);
  // A lock that was taken by an atomic operation is given back by a plain store behind a fence.
  const isLock = op('and', [
    has(ofSlot(cell, raceSlot.flags), raceFlags.atomic),
    eq(ofSlot(cell, raceSlot.work), work),
  ]);
  f.if(ne(ofNow(raceState.fences), i32(0)), () =>
    f.if(op('and', [op('and', [ne(isWrite, i32(0)), isLock]), isZero(bits(flags, raceFlags.atomic))]), () => {
      f.if(ne(f.callFor(asks.gives.name, [], 'i32'), i32(0)), () =>
        f.set(flags, op('or', [flags, i32(raceFlags.atomic)])),
      );
    }),
  );
  f.store('i32', now, 4 * raceSlot.flags, flags);
  collide(f, cell, true);
  f.if(
    ne(isWrite, i32(0)),
    () => {
      for (let n = 1; n < raceCells.slots; n++) collide(f, slotIn(cell, n), false);
      f.if(ne(ofNow(raceState.keeps), i32(0)), () => f.call(keepName, [op('to.address', [cell])]));
    },
    () => f.if(ne(ofNow(raceState.keeps), i32(0)), () => keepRead(f, cell, work)),
  );
  return f.done('host');
}

/** Where the access of a slot and the one of now are not in order, the runtime is told. */
function collide(f: FunctionWriter, slot: Expression, isWrite: boolean): void {
  const kept = f.keep('slot', slot);
  const work = f.keep('kept work', ofSlot(kept, raceSlot.work));
  const tell = (): void => {
    const address = op('to.address', [kept]);
    const which = i32(isWrite ? 1 : 0);
    f.if(ne(f.callFor(unorderedName, [address, which], 'i32'), i32(0)), () =>
      f.call(asks.collision.name, [address, which]),
    );
  };
  const isSame = (field: number): Expression => eq(ofSlot(kept, field), ofNow(field));
  const isPassed = lt(ofSlot(kept, raceSlot.blockEpoch), ofNow(raceSlot.blockEpoch));
  f.if(ne(work, i32(0)), () =>
    f.if(
      op('and', [isSame(raceSlot.work), isSame(raceSlot.block)]),
      // What is usual: the thread itself, or another one before a barrier.
      () => f.if(op('not', [or(isSame(raceSlot.thread), isPassed)]), tell),
      tell,
    ),
  );
}

/** Of many readers the first and the last are kept: in the place of an older launch or block, or of the same thread. */
function keepRead(f: FunctionWriter, cell: Expression, work: Expression): void {
  const place = f.keep('place', i64(raceCells.slotBytes));
  const slot = slotIn(cell, 1);
  const isOld = or(ne(ofSlot(slot, raceSlot.work), work), ne(ofSlot(slot, raceSlot.block), ofNow(raceSlot.block)));
  const isFree = or(isOld, eq(ofSlot(slot, raceSlot.thread), ofNow(raceSlot.thread)));
  f.if(op('not', [isFree]), () => f.set(place, i64(2 * raceCells.slotBytes)));
  f.call(keepName, [op('to.address', [offset(cell, place)])]);
}

/** Puts what is done now in a slot. */
function keep(): Fn {
  const f = new FunctionWriter(keepName, { slot: 'i64' });
  const slot = f.keep('place', pointer(f.get('slot')));
  const bytes = raceCells.slotBytes;
  for (let by = 0; by < bytes; by += 8) f.store('i64', slot, by, load('i64', now, by));
  return f.done('host');
}

/** Whether the access of a slot and the one of now are not in order: 1 where nothing says so. `isWrite`: of the slot. */
function unordered(): Fn {
  const f = new FunctionWriter(unorderedName, { slot: 'i64', isWrite: 'i32' }, ['i32']);
  const slot = f.keep('place', pointer(f.get('slot')));
  const inOrder = (condition: Expression): void => f.if(condition, () => f.return(i32(0)));
  const [block, thread] = [ofSlot(slot, raceSlot.block), ofSlot(slot, raceSlot.thread)];
  const isSameWork = f.keep('same work', eq(ofSlot(slot, raceSlot.work), ofNow(raceSlot.work)));
  const isSameBlock = f.keep('same block', op('and', [isSameWork, eq(block, ofNow(raceSlot.block))]));
  const isPassed = lt(ofSlot(slot, raceSlot.blockEpoch), ofNow(raceSlot.blockEpoch));
  inOrder(op('and', [isSameBlock, or(eq(thread, ofNow(raceSlot.thread)), isPassed)]));
  const [kept, flags] = [f.keep('kept', ofSlot(slot, raceSlot.flags)), f.keep('flags', ofNow(raceSlot.flags))];
  inOrder(isZero(bits(op('and', [kept, flags]), raceFlags.bytes)));
  const warp = (t: Expression): Expression => op('shr.s', [t, i32(5)]);
  const isSameWarp = f.keep('same warp', op('and', [isSameBlock, eq(warp(thread), warp(ofNow(raceSlot.thread)))]));
  atomicsInOrder(f, kept, flags, isSameWarp);
  f.if(op('not', [isSameWork]), () => {
    f.if(ne(isBefore(f, ofSlot(slot, raceSlot.work)), i32(0)), () => f.return(i32(0)));
    f.return(isOfAll(f));
  });
  f.if(op('not', [isSameBlock]), () => {
    inOrder(lt(ofSlot(slot, raceSlot.gridEpoch), ofNow(raceSlot.gridEpoch)));
    f.if(isZero(bits(flags, raceFlags.ofCluster)), () => f.if(isZero(isOfAll(f)), () => f.return(i32(0))));
    f.return(isNotReleased(f));
  });
  inOrder(op('and', [isSameWarp, lt(ofSlot(slot, raceSlot.warpEpoch), ofNow(raceSlot.warpEpoch))]));
  f.return(isNotReleased(f));
  return f.done('host');
}

/**
 * Two atomic operations are in order, and one that looks finds what an atomic operation has left. Volatile accesses count as such, but not of threads of one warp to shared
 * memory: they need not run in step.
 */
function atomicsInOrder(f: FunctionWriter, kept: Expression, flags: Expression, isSameWarp: Expression): void {
  const ordered = (): void => f.return(i32(0));
  f.if(
    has(op('and', [kept, flags]), raceFlags.atomic),
    () =>
      f.if(
        op('and', [isSameWarp, has(op('or', [kept, flags]), raceFlags.volatile)]),
        () => f.if(ne(isOfAll(f), i32(0)), ordered),
        ordered,
      ),
    () =>
      f.if(has(op('or', [kept, flags]), raceFlags.atomic), () => {
        const isRead = op('select', [has(kept, raceFlags.atomic), ofNow(raceState.isWrite), f.get('isWrite')]);
        f.if(isZero(isRead), ordered);
      }),
  );
}

/** Whether a work is done before the one of now begins: what was asked before is known. */
function isBefore(f: FunctionWriter, work: Expression): Expression {
  const place = f.keep('asked', placeOfAnswer(work));
  f.if(ne(load('i32', place, 4 * raceState.asked), work), () => {
    f.store('i32', place, 4 * raceState.answers, f.callFor(asks.before.name, [work], 'i32'));
    f.store('i32', place, 4 * raceState.asked, work);
  });
  return load('i32', place, 4 * raceState.answers);
}

/** 0 of memory that each block has for itself. */
function isOfAll(f: FunctionWriter): Expression {
  const at = f.keep('at', ofNow64(raceState.at));
  const all = f.keep('all', i32(1));
  const n = f.keep('n', i32(0));
  f.while(lt(n, ofNow(raceState.ranges)), () => {
    const range = f.keep('range', offset(now, op('extend', [mul(n, i32(16))])));
    const [from, to] = [load('i64', range, 4 * raceState.range), load('i64', range, 4 * raceState.range + 8)];
    f.if(op('and', [op('le', [from, at]), lt(at, to)]), () => f.set(all, i32(0)));
    f.set(n, add(n, i32(1)));
  });
  return all;
}

/** 0 where the thread of the slot, or its block, has passed a fence since, and the one of now has looked at something after it. */
function isNotReleased(f: FunctionWriter): Expression {
  const result = f.keep('not released', i32(1));
  f.if(ne(ofNow(raceState.fences), i32(0)), () => {
    const released = f.callFor(asks.released.name, [f.get('slot')], 'i32');
    f.set(result, sub(i32(1), released));
  });
  return result;
}
