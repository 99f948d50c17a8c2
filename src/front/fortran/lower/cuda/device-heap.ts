/**
 * Memory that device code allocates while it runs: allocatables, arrays and temporaries of variable size. Pieces have sizes of powers of two; those that were given
 * back wait in lists, for each size one in each arena: a thread looks into its own arena, then takes memory that was never used, and only where there is none
 * into the others. A list is one word (i64): the number of its first piece (from 1; 0: none), and above it a count of its changes, so that
 * a thread that was late cannot take a piece that has come back meanwhile for the one that it saw.
 */
import { i32, i64, load, op, special } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import {
  arenas,
  classBytes,
  heapFunctions,
  heapName,
  heapState,
  heapStateBytes,
  heapStateName,
  lastClass,
  ownBytes,
} from '../../../../machine/device-heap.ts';
import { Context } from '../context.ts';

/** Before each piece: its size class and, while it is free, the number of the next free one (i32 each). */
const headerBytes = 16;

const heap: Expression = { kind: 'global', type: 'ptr.global', name: heapName };
const state: Expression = { kind: 'global', type: 'ptr.global', name: heapStateName };

/** The address (ptr.global) of `bytes` (i64) new bytes; null where there is no room. */
export function allocateOnHeap(ctx: Context, bytes: Expression): Expression {
  needHeap(ctx);
  const name = heapFunctions.allocate;
  if (!ctx.module.hasFunction(name)) addAllocate(ctx, name);
  return ctx.call({ kind: 'direct', name }, [bytes], ['ptr.global'])[0]!;
}

/** Gives back what `allocateOnHeap` gave; null is ignored. */
export function freeOnHeap(ctx: Context, address: Expression): void {
  needHeap(ctx);
  const name = heapFunctions.free;
  if (!ctx.module.hasFunction(name)) addFree(ctx, name);
  const global = address.type === 'ptr.global' ? address : op('cast.space', [address], 'ptr.global');
  ctx.call({ kind: 'direct', name }, [global], []);
}

function needHeap(ctx: Context): void {
  const common = { placement: 'global', linkage: 'common', init: [] } as const;
  ctx.module.needGlobal(heapName, () => ({ ...common, name: heapName, size: ownBytes, align: 256 }));
  ctx.module.needGlobal(heapStateName, () => ({ ...common, name: heapStateName, size: heapStateBytes, align: 8 }));
}

function addAllocate(ctx: Context, name: string): void {
  const own = new Context(ctx.module, ctx.parts, { name, mode: 'device', procedure: undefined, at: ctx.at }, new Set());
  const bytes = own.variable('bytes', 'i64');
  const base = own.variable('base', 'ptr.global');
  const result = own.variable('result', 'ptr.global');
  const none: Expression = { kind: 'const', type: 'ptr.global', value: 0n };
  own.set(base.index, none);
  own.set(result.index, none);
  own.if(op('le', [bytes, i64(2 ** lastClass - headerBytes)]), () => {
    const wanted = op('wrap', [op('add', [op('max', [bytes, i64(headerBytes)]), i64(headerBytes - 1)])]);
    const sizeClass = own.variable('class', 'i32');
    own.set(sizeClass.index, op('sub', [i32(32), op('clz', [wanted])]));
    const arena = own.variable('arena', 'i32');
    own.set(arena.index, ownArena());
    pop(own, listOf(sizeClass, arena), base);
    own.if(isNull(base), () => fill(own, sizeClass, base));
    own.if(isNull(base), () => search(own, sizeClass, arena, base));
    own.if(op('not', [isNull(base)]), () => {
      own.store('i32', base, sizeClass);
      own.set(result.index, op('offset', [base, i64(headerBytes)]));
    });
  });
  finish(ctx, own, 1, [result]);
}

/** All lists of the size, from the thread's own on, then those of larger ones: rather too large a piece than none. */
function search(
  own: Context,
  sizeClass: Expression & { readonly kind: 'local' },
  arena: Expression & { readonly kind: 'local' },
  base: Expression & { readonly kind: 'local' },
): void {
  const label = own.freshLabel('search');
  const tried = own.variable('tried', 'i32');
  own.set(tried.index, i32(0));
  own.loop(label, () => {
    own.set(tried.index, op('add', [tried, i32(1)]));
    own.if(op('lt', [i32(arenas), tried]), () => {
      own.if(op('le', [i32(lastClass), sizeClass]), () => own.break(label));
      own.set(sizeClass.index, op('add', [sizeClass, i32(1)]));
      own.set(tried.index, i32(1));
    });
    own.set(arena.index, op('and', [op('add', [arena, i32(1)]), i32(arenas - 1)]));
    pop(own, listOf(sizeClass, arena), base);
    own.if(op('not', [isNull(base)]), () => own.break(label));
  });
}

/** Threads that run together have different ones, as far as they go. */
function ownArena(): Expression {
  return op('and', [
    op('add', [op('mul', [linear('ctaid', 'nctaid'), threads()]), linear('tid', 'ntid')]),
    i32(arenas - 1),
  ]);
}

function linear(place: 'tid' | 'ctaid', size: 'ntid' | 'nctaid'): Expression {
  const rows = op('add', [op('mul', [special(`${place}.z`), special(`${size}.y`)]), special(`${place}.y`)]);
  return op('add', [op('mul', [rows, special(`${size}.x`)]), special(`${place}.x`)]);
}

function threads(): Expression {
  return op('mul', [op('mul', [special('ntid.x'), special('ntid.y')]), special('ntid.z')]);
}

function isNull(p: Expression): Expression {
  return op('eq', [op('to.address', [p]), i64(0)]);
}

function listOf(sizeClass: Expression, arena: Expression): Expression {
  const place = op('add', [op('mul', [sizeClass, i32(classBytes)]), op('mul', [arena, i32(8)])]);
  return op('offset', [state, op('extend', [op('add', [place, i32(heapState.lists)])])]);
}

function volatileLoad(memory: 'i32' | 'i64', from: Expression, offset = 0): Expression {
  return { kind: 'load', type: memory, memory, from, offset, volatile: true };
}

/** A list after one more change, with this piece as its first. */
function changed(list: Expression, first: Expression): Expression {
  const count = op('add', [op('shr.u', [list, i64(32)]), i64(1)]);
  return op('or', [op('shl', [count, i64(32)]), op('extend.u', [first])]);
}

/** Replaces the list by what `next` makes of it, where it has not changed; `make` may leave the loop before. */
function exchange(own: Context, list: Expression, next: (old: Expression, leave: () => void) => Expression): void {
  const at = own.keep(list, 'list');
  const seen = own.variable('seen', 'i64');
  const old = own.variable('old', 'i64');
  own.set(seen.index, volatileLoad('i64', at));
  const label = own.freshLabel('exchange');
  own.loop(label, () => {
    own.set(old.index, seen);
    const made = next(old, () => own.break(label));
    own.emit({
      kind: 'atomic',
      how: 'cas',
      memory: 'i64',
      to: at,
      args: [old, made],
      result: seen.index,
      scope: 'device',
    });
    own.if(op('eq', [seen, old]), () => own.break(label));
  });
}

/** Takes the first piece of a list: `base` stays null where there is none. */
function pop(own: Context, list: Expression, base: Expression & { readonly kind: 'local' }): void {
  exchange(own, list, (old, leave) => {
    const first = own.keep(op('wrap', [old]), 'first');
    own.set(base.index, { kind: 'const', type: 'ptr.global', value: 0n });
    own.if(op('eq', [first, i32(0)]), leave);
    const number = op('extend', [op('sub', [first, i32(1)])]);
    own.set(base.index, op('offset', [begin(own), op('mul', [number, i64(headerBytes)])]));
    return changed(old, own.keep(volatileLoad('i32', base, 4), 'next'));
  });
}

/** A new piece from the part of the heap that was never used. */
function fill(own: Context, sizeClass: Expression, base: Expression & { readonly kind: 'local' }): void {
  const size = own.keep(op('shl', [i64(1), op('extend', [sizeClass])]), 'size');
  const top = own.variable('top', 'i64');
  const add = (how: 'add' | 'sub', result?: number): void =>
    own.emit({
      kind: 'atomic',
      how,
      memory: 'i64',
      to: state,
      args: [size],
      ...(result !== undefined && { result }),
      scope: 'device',
    });
  add('add', top.index);
  const given = own.variable('given', 'i64');
  own.set(given.index, load('i64', state, heapState.size));
  own.if(op('eq', [given, i64(0)]), () => own.set(given.index, i64(ownBytes)));
  own.if(
    op('le', [op('add', [top, size]), given]),
    () => own.set(base.index, op('offset', [begin(own), top])),
    () => add('sub'),
  );
}

/** Where the heap begins. */
function begin(own: Context): Expression {
  const at = own.variable('begin', 'ptr.global');
  own.set(at.index, load('ptr.global', state, heapState.begin));
  own.if(isNull(at), () => own.set(at.index, heap));
  return at;
}

function addFree(ctx: Context, name: string): void {
  const own = new Context(ctx.module, ctx.parts, { name, mode: 'device', procedure: undefined, at: ctx.at }, new Set());
  const address = own.variable('address', 'ptr.global');
  own.if(op('not', [isNull(address)]), () => {
    const base = own.keep(op('offset', [address, i64(-headerBytes)]), 'base');
    const distance = op('sub', [op('to.address', [base]), op('to.address', [begin(own)])]);
    const number = own.keep(op('wrap', [op('add', [op('shr.u', [distance, i64(4)]), i64(1)])]), 'number');
    exchange(own, listOf(load('i32', base), ownArena()), (old) => {
      own.store('i32', base, op('wrap', [old]), 4);
      own.emit({ kind: 'fence', scope: 'device' });
      return changed(old, number);
    });
  });
  finish(ctx, own, 1, []);
}

function finish(ctx: Context, own: Context, params: number, results: readonly Expression[]): void {
  ctx.module.addFunction({
    name: own.name,
    kind: 'device',
    params,
    results: results.map((r) => r.type),
    locals: own.locals,
    slots: own.slots,
    body: [...own.statements, { kind: 'return', values: results, at: ctx.at }],
    at: ctx.at,
    shareable: true,
  });
}
