/**
 * Memory that device code allocates while it runs: allocatables, arrays and temporaries of variable size. One word holds how many pieces are in use and how far the
 * heap is filled; when the last piece is given back, the heap is empty again. CUDA's own heap has the same size unless the program asks for more.
 */
import { i64, load, op } from '../../../ir/build.ts';
import type { Expression } from '../../../ir/module.ts';
import { Context } from './context.ts';

const capacity = 8 * 1024 * 1024;
const heapName = 'cufort.heap';
const stateName = 'cufort.heap.state';
/** One more piece. */
const piece = 2n ** 32n;

const heap: Expression = { kind: 'global', type: 'ptr.global', name: heapName };
const state: Expression = { kind: 'global', type: 'ptr.global', name: stateName };

/** The address (ptr.global) of `bytes` (i64) new bytes; null where there is no room. */
export function allocateOnHeap(ctx: Context, bytes: Expression): Expression {
  needHeap(ctx);
  const name = 'cufort.heap.allocate';
  if (!ctx.module.hasFunction(name)) addAllocate(ctx, name);
  return ctx.call({ kind: 'direct', name }, [bytes], ['ptr.global'])[0]!;
}

/** Gives back what `allocateOnHeap` gave; null is ignored. */
export function freeOnHeap(ctx: Context, address: Expression): void {
  needHeap(ctx);
  const name = 'cufort.heap.free';
  if (!ctx.module.hasFunction(name)) addFree(ctx, name);
  const global = address.type === 'ptr.global' ? address : op('cast.space', [address], 'ptr.global');
  ctx.call({ kind: 'direct', name }, [global], []);
}

function needHeap(ctx: Context): void {
  const common = { placement: 'global', linkage: 'common', init: [] } as const;
  ctx.module.needGlobal(heapName, () => ({ ...common, name: heapName, size: capacity, align: 256 }));
  ctx.module.needGlobal(stateName, () => ({ ...common, name: stateName, size: 8, align: 8 }));
}

function addAllocate(ctx: Context, name: string): void {
  const own = new Context(ctx.module, ctx.parts, { name, mode: 'device', procedure: undefined, at: ctx.at }, new Set());
  const bytes = own.variable('bytes', 'i64');
  const result = own.variable('result', 'ptr.global');
  own.set(result.index, { kind: 'const', type: 'ptr.global', value: 0n });
  const rounded = op('and', [op('add', [op('max', [bytes, i64(1)]), i64(15)]), i64(-16)]);
  const size = own.keep(rounded, 'size');
  own.if(op('le', [size, i64(capacity)]), () => {
    const old = own.variable('old', 'i64');
    const taken = op('add', [size, i64(piece)]);
    own.emit({
      kind: 'atomic',
      how: 'add',
      memory: 'i64',
      to: state,
      args: [taken],
      result: old.index,
      scope: 'device',
    });
    const top = own.keep(op('and', [old, i64(piece - 1n)]), 'top');
    own.if(
      op('le', [op('add', [top, size]), i64(capacity)]),
      () => own.set(result.index, op('offset', [heap, top])),
      () => own.emit({ kind: 'atomic', how: 'sub', memory: 'i64', to: state, args: [taken], scope: 'device' }),
    );
  });
  finish(ctx, own, 1, [result]);
}

function addFree(ctx: Context, name: string): void {
  const own = new Context(ctx.module, ctx.parts, { name, mode: 'device', procedure: undefined, at: ctx.at }, new Set());
  const address = own.variable('address', 'ptr.global');
  own.if(op('ne', [op('to.address', [address]), i64(0)]), () => {
    const seen = own.variable('seen', 'i64');
    const label = own.freshLabel('free');
    own.loop(label, () => {
      const old = own.keep(load('i64', state), 'old');
      const last = op('lt', [old, i64(2n * piece)]);
      const left = op('select', [last, i64(0), op('sub', [old, i64(piece)])]);
      own.emit({
        kind: 'atomic',
        how: 'cas',
        memory: 'i64',
        to: state,
        args: [old, left],
        result: seen.index,
        scope: 'device',
      });
      own.if(op('eq', [seen, old]), () => own.break(label));
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
