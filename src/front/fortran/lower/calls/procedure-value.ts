/**
 * Procedures as values. An internal procedure that is passed along is called without its host's frame: a function of its own takes the frame from a cell
 * that is set when the value is made. Of a main program there is one frame; each call of another host has a function of its own to pass along, as calls may
 * nest (also where nothing says `recursive`) and run on several threads.
 */
import { add, i32, i64, load, local, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { isPointer, type ValueType } from '../../../../ir/types.ts';
import type { Procedure } from '../../program.ts';
import { type Context, plus } from '../context.ts';
import { kernelValue } from '../cuda/kernel-value.ts';
import { notYet } from '../not-yet.ts';
import { frameCellOf } from '../variables/frame.ts';
import { headingOf, takesFrame } from './abi.ts';

/** As C and callers by a `bind(c)` interface take it: pointers have 64 bits in every such call, whose two sides do not know each other. */
export function procedureValueForC(ctx: Context, p: Procedure): Expression {
  const plain = procedureValue(ctx, p);
  if (ctx.mode === 'device' || !p.signature.bindC || plain.kind !== 'function') return plain;
  const { params, results } = headingOf(p.signature, 'host', false);
  if (![...params, ...results].some(isPointer)) return plain;
  const name = `${plain.name}.c`;
  if (!ctx.module.hasFunction(name)) addForC(ctx, p, name, plain.name);
  return { ...plain, name };
}

export const typeForC = (t: ValueType): ValueType => (isPointer(t) ? 'i64' : t);

function addForC(ctx: Context, p: Procedure, name: string, callee: string): void {
  const { params, results } = headingOf(p.signature, 'host', false);
  const locals = [...params.map(typeForC), ...results].map((type, i) => ({ name: `p${i}`, type }));
  const args = params.map((t, i) => (isPointer(t) ? op('from.address', [local(i, 'i64')], t) : local(i, t)));
  const taken = results.map((_, i) => params.length + i);
  const values = results.map((t, i) => {
    const value = local(params.length + i, t);
    return isPointer(t) ? op('to.address', [value]) : value;
  });
  ctx.module.addFunction({
    name,
    kind: 'host',
    params: params.length,
    results: results.map(typeForC),
    locals,
    slots: [],
    at: p.span,
    shareable: true,
    body: [
      { kind: 'call', at: p.span, callee: { kind: 'direct', name: callee }, args, results: taken },
      { kind: 'return', at: p.span, values },
    ],
  });
}

export function procedureValue(ctx: Context, p: Procedure): Expression {
  if (ctx.mode === 'device') return procedureOfDevice(ctx, p);
  if (p.signature.targets.global) return kernelValue(ctx, p);
  ctx.module.needProcedure(p);
  if (!takesFrame(p)) return { kind: 'function', type: 'ptr.host', name: p.linkName };
  if (!ctx.frame) return theOne(ctx, p);
  if (p.host?.origin === 'main') {
    ctx.store('ptr.host', frameOf(ctx, p), ctx.frame);
    return theOne(ctx, p);
  }
  // What a neighbour passes along belongs to the call of their host, which has taken the function.
  if (ctx.hostFrame) return load('ptr.host', plus(ctx.frame, i64(8 * frameCellOf(ctx.hostFrame, p))));
  return oneOfMany(ctx, p, ctx.frame);
}

/** Device code passes what internal procedures use of their host with each call, which one that is passed along does not get. */
function procedureOfDevice(ctx: Context, p: Procedure): Expression {
  if (p.origin === 'internal' && ctx.frameCells.length > 0)
    notYet(
      ctx,
      `internal procedure \`${p.name}\` passed along in device code, where internal procedures use variables of their host`,
    );
  return { kind: 'function', type: 'ptr.generic', name: ctx.module.needProcedure(p, 'device') };
}

function frameOf(ctx: Context, p: Procedure): Expression {
  return cells(ctx, `${p.linkName}.frame`, 8);
}

/** The function that takes the only frame there is. */
function theOne(ctx: Context, p: Procedure): Expression {
  const name = `${p.linkName}.unframed`;
  if (!ctx.module.hasFunction(name)) addUnframed(ctx, p, name, frameOf(ctx, p), 0);
  return { kind: 'function', type: 'ptr.host', name };
}

function cells(ctx: Context, name: string, size: number): Expression {
  ctx.module.needGlobal(name, () => ({ name, placement: 'host', size, align: 8, linkage: 'define', init: [] }));
  return { kind: 'global', type: 'ptr.host', name };
}

/** How many calls of a host may have passed the same internal procedure along at one time. */
function mostOf(ctx: Context, p: Procedure): number {
  return p.host?.recursive || ctx.module.threads ? 64 : 16;
}

type Place = Expression & { readonly kind: 'local' };

/** A function of a pool, taken when the call first passes the procedure along, until it ends. */
function oneOfMany(ctx: Context, p: Procedure, frame: Expression): Expression {
  const pool = poolOf(ctx, p);
  const place = takenBy(ctx, p);
  ctx.if(op('lt', [place, i64(0)]), () => {
    take(ctx, p, place);
    ctx.store('ptr.host', plus(pool.frames, place), frame);
  });
  return ctx.keep(load('ptr.host', plus(pool.functions, place)), 'procedure');
}

/** The first that nobody holds. */
function take(ctx: Context, p: Procedure, place: Place): void {
  const label = ctx.freshLabel('pool');
  const held = ctx.newLocal('held', 'i64');
  const most = mostOf(ctx, p);
  ctx.set(place.index, i64(0));
  ctx.loop(label, () => {
    const to = plus(poolOf(ctx, p).held, place);
    ctx.emit({ kind: 'atomic', how: 'cas', memory: 'i64', to, args: [i64(0), i64(1)], result: held, scope: 'device' });
    ctx.if(op('eq', [local(held, 'i64'), i64(0)]), () => ctx.break(label));
    ctx.set(place.index, add(place, i64(8)));
    ctx.if(op('eq', [place, i64(8 * most)]), () => tooMany(ctx, p));
  });
}

const taken = new WeakMap<Context, Map<Procedure, Place>>();

/** Where in the pool the function is that this call has taken; below 0 it has taken none. */
function takenBy(ctx: Context, p: Procedure): Place {
  const known = taken.get(ctx)?.get(p);
  if (known) return known;
  const place = ctx.variable('taken', 'i64');
  ctx.atStart(() => ctx.set(place.index, i64(-1)));
  ctx.atEnd(() => ctx.if(op('ge', [place, i64(0)]), () => ctx.store('i64', plus(poolOf(ctx, p).held, place), i64(0))));
  taken.set(ctx, (taken.get(ctx) ?? new Map<Procedure, Place>()).set(p, place));
  return place;
}

function tooMany(ctx: Context, p: Procedure): void {
  const text = `more than ${mostOf(ctx, p)} calls of ${p.host?.name} have passed ${p.name} along`;
  ctx.runtime('program.fail', ctx.text(text), i64(text.length), i32(0));
}

type Pool = { readonly held: Expression; readonly frames: Expression; readonly functions: Expression };

/** Which functions are held, the frames of the calls that hold them, and the functions. */
function poolOf(ctx: Context, p: Procedure): Pool {
  const name = `${p.linkName}.pool`;
  const most = mostOf(ctx, p);
  const held = cells(ctx, `${p.linkName}.held`, 8 * most);
  const frames = cells(ctx, `${p.linkName}.frames`, 8 * most);
  const functions: Expression = { kind: 'global', type: 'ptr.host', name };
  if (ctx.module.hasGlobal(name)) return { held, frames, functions };
  const relocations = Array.from({ length: most }, (_, k) => {
    const symbol = `${p.linkName}.unframed.${k}`;
    addUnframed(ctx, p, symbol, frames, 8 * k);
    return { offset: 8 * k, symbol, addend: 0 };
  });
  const memory = { placement: 'host', size: 8 * most, align: 8, linkage: 'define', init: [] } as const;
  ctx.module.addGlobal({ ...memory, name, relocations });
  return { held, frames, functions };
}

function addUnframed(ctx: Context, p: Procedure, name: string, cell: Expression, offset: number): void {
  const { params, results } = headingOf(p.signature, 'host', false);
  const locals = [...params, ...results].map((type, i) => ({ name: `p${i}`, type }));
  const at = (i: number, type: ValueType): Expression => local(i, type);
  const frame: Expression = { kind: 'load', type: 'ptr.host', memory: 'ptr.host', from: cell, offset };
  ctx.module.addFunction({
    name,
    kind: 'host',
    params: params.length,
    results,
    locals,
    slots: [],
    at: p.span,
    body: [
      {
        kind: 'call',
        at: p.span,
        callee: { kind: 'direct', name: p.linkName },
        args: [...params.map((t, i) => at(i, t)), frame],
        results: results.map((_, i) => params.length + i),
      },
      { kind: 'return', at: p.span, values: results.map((t, i) => at(params.length + i, t)) },
    ],
  });
}
