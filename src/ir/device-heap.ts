/**
 * Memory that device code allocates while it runs: allocatables, arrays and temporaries of variable size. Pieces have sizes of powers of two; those that were given
 * back wait in lists, for each size one in each arena: a thread looks into its own arena, then takes memory that was never used, and only where there is none
 * into the others. A list is one word (i64): the number of its first piece (from 1; 0: none), and above it a count of its changes, so that
 * a thread that was late cannot take a piece that has come back meanwhile for the one that it saw.
 */
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
} from '../machine/device-heap.ts';
import { i32, i64, load, op, special } from './build.ts';
import { FunctionWriter } from './function-writer.ts';
import type { Expression, Fn, Global } from './module.ts';

/** Before each piece: its size class and, while it is free, the number of the next free one (i32 each). */
const headerBytes = 16;

const heap: Expression = { kind: 'global', type: 'ptr.global', name: heapName };
const state: Expression = { kind: 'global', type: 'ptr.global', name: heapStateName };

const common = { placement: 'global', linkage: 'common', init: [] } as const;

export const heapGlobals: readonly Global[] = [
  { ...common, name: heapName, size: ownBytes, align: 256 },
  { ...common, name: heapStateName, size: heapStateBytes, align: 8 },
];

/** Several modules may hold them. */
export const heapFunction = {
  /** The address (ptr.global) of so many bytes (i64); null where there is no room. */
  allocate: (): Fn => ({ ...allocate(), shareable: true }),
  /** Gives back what `allocate` gave; null is ignored. */
  free: (): Fn => ({ ...free(), shareable: true }),
};

function allocate(): Fn {
  const f = new FunctionWriter(heapFunctions.allocate, { bytes: 'i64' }, ['ptr.global']);
  const bytes = f.get('bytes');
  const base = f.variable('base', 'ptr.global');
  const result = f.variable('result', 'ptr.global');
  const none: Expression = { kind: 'const', type: 'ptr.global', value: 0n };
  f.set(base, none);
  f.set(result, none);
  f.if(op('le', [bytes, i64(2 ** lastClass - headerBytes)]), () => {
    const wanted = op('wrap', [op('add', [op('max', [bytes, i64(headerBytes)]), i64(headerBytes - 1)])]);
    const sizeClass = f.variable('class', 'i32');
    f.set(sizeClass, op('sub', [i32(32), op('clz', [wanted])]));
    const arena = f.variable('arena', 'i32');
    f.set(arena, ownArena());
    pop(f, listOf(sizeClass, arena), base);
    f.if(isNull(base), () => fill(f, sizeClass, base));
    f.if(isNull(base), () => search(f, sizeClass, arena, base));
    f.if(op('not', [isNull(base)]), () => {
      f.store('i32', base, 0, sizeClass);
      f.set(result, op('offset', [base, i64(headerBytes)]));
    });
  });
  f.return(result);
  return f.done('device');
}

/** All lists of the size, from the thread's own on, then those of larger ones: rather too large a piece than none. */
function search(
  f: FunctionWriter,
  sizeClass: Expression & { readonly kind: 'local' },
  arena: Expression & { readonly kind: 'local' },
  base: Expression & { readonly kind: 'local' },
): void {
  const tried = f.variable('tried', 'i32');
  f.set(tried, i32(0));
  f.loop((leave) => {
    f.set(tried, op('add', [tried, i32(1)]));
    f.if(op('lt', [i32(arenas), tried]), () => {
      f.if(op('le', [i32(lastClass), sizeClass]), leave);
      f.set(sizeClass, op('add', [sizeClass, i32(1)]));
      f.set(tried, i32(1));
    });
    f.set(arena, op('and', [op('add', [arena, i32(1)]), i32(arenas - 1)]));
    pop(f, listOf(sizeClass, arena), base);
    f.if(op('not', [isNull(base)]), leave);
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
function exchange(f: FunctionWriter, list: Expression, next: (old: Expression, leave: () => void) => Expression): void {
  const at = f.keep('list', list);
  const seen = f.variable('seen', 'i64');
  const old = f.variable('old', 'i64');
  f.set(seen, volatileLoad('i64', at));
  f.loop((leave) => {
    f.set(old, seen);
    const made = next(old, leave);
    f.add({
      kind: 'atomic',
      how: 'cas',
      memory: 'i64',
      to: at,
      args: [old, made],
      result: seen.index,
      scope: 'device',
    });
    f.if(op('eq', [seen, old]), leave);
  });
}

/** Takes the first piece of a list: `base` stays null where there is none. */
function pop(f: FunctionWriter, list: Expression, base: Expression & { readonly kind: 'local' }): void {
  exchange(f, list, (old, leave) => {
    const first = f.keep('first', op('wrap', [old]));
    f.set(base, { kind: 'const', type: 'ptr.global', value: 0n });
    f.if(op('eq', [first, i32(0)]), leave);
    const number = op('extend', [op('sub', [first, i32(1)])]);
    f.set(base, op('offset', [begin(f), op('mul', [number, i64(headerBytes)])]));
    return changed(old, f.keep('next', volatileLoad('i32', base, 4)));
  });
}

/** A new piece from the part of the heap that was never used. */
function fill(f: FunctionWriter, sizeClass: Expression, base: Expression & { readonly kind: 'local' }): void {
  const size = f.keep('size', op('shl', [i64(1), op('extend', [sizeClass])]));
  const top = f.variable('top', 'i64');
  const add = (how: 'add' | 'sub', result?: number): void =>
    f.add({
      kind: 'atomic',
      how,
      memory: 'i64',
      to: state,
      args: [size],
      ...(result !== undefined && { result }),
      scope: 'device',
    });
  add('add', top.index);
  const given = f.variable('given', 'i64');
  f.set(given, load('i64', state, heapState.size));
  f.if(op('eq', [given, i64(0)]), () => f.set(given, i64(ownBytes)));
  f.if(
    op('le', [op('add', [top, size]), given]),
    () => f.set(base, op('offset', [begin(f), top])),
    () => add('sub'),
  );
}

/** Where the heap begins. */
function begin(f: FunctionWriter): Expression {
  const at = f.variable('begin', 'ptr.global');
  f.set(at, load('ptr.global', state, heapState.begin));
  f.if(isNull(at), () => f.set(at, heap));
  return at;
}

function free(): Fn {
  const f = new FunctionWriter(heapFunctions.free, { address: 'ptr.global' });
  const address = f.get('address');
  f.if(op('not', [isNull(address)]), () => {
    const base = f.keep('base', op('offset', [address, i64(-headerBytes)]));
    const distance = op('sub', [op('to.address', [base]), op('to.address', [begin(f)])]);
    const number = f.keep('number', op('wrap', [op('add', [op('shr.u', [distance, i64(4)]), i64(1)])]));
    exchange(f, listOf(load('i32', base), ownArena()), (old) => {
      f.store('i32', base, 4, op('wrap', [old]));
      f.add({ kind: 'fence', scope: 'device' });
      return changed(old, number);
    });
  });
  f.return();
  return f.done('device');
}
