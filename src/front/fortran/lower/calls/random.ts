/** random_number: the generator (library/random.ts) as functions that every object which needs them holds; its state lies in the host's memory. */
import { f32, f64, i32, load, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { ValueType } from '../../../../ir/types.ts';
import { firstState } from '../../../../library/random.ts';
import { Context } from '../context.ts';

const stateName = 'cufort.random-state';
const wordName = 'cufort.random-word';
type Real = 'f32' | 'f64';

/** The next number, 0 <= x < 1. */
export function nextRandom(ctx: Context, type: Real): Expression {
  const name = `cufort.random-${type}`;
  needFunction(ctx, name, type, (own) => (type === 'f32' ? single(own) : double(own)));
  return ctx.call({ kind: 'direct', name }, [], [type])[0]!;
}

/** Where the four words of the generator's state lie. */
export function randomState(ctx: Context): Expression {
  if (!ctx.module.hasGlobal(stateName)) {
    const bytes = new Uint8Array(Uint32Array.from(firstState).buffer);
    const init = [{ offset: 0, bytes }];
    ctx.module.addGlobal({ name: stateName, placement: 'host', size: 16, align: 16, linkage: 'common', init });
  }
  return { kind: 'global', type: 'ptr.host', name: stateName };
}

function needFunction(ctx: Context, name: string, gives: ValueType, value: (own: Context) => Expression): void {
  if (ctx.module.hasFunction(name)) return;
  const own = new Context(ctx.module, ctx.parts, { name, mode: 'host', procedure: undefined, at: ctx.at }, new Set());
  const result = value(own);
  const { locals, slots, at } = own;
  const body = [...own.statements, { kind: 'return', values: [result], at } as const];
  ctx.module.addFunction({
    name,
    kind: 'host',
    params: 0,
    results: [gives],
    locals,
    slots,
    body,
    at,
    shareable: true,
  });
}

function nextWord(ctx: Context): Expression {
  needFunction(ctx, wordName, 'i32', step);
  return ctx.call({ kind: 'direct', name: wordName }, [], ['i32'])[0]!;
}

/** 24 bits. */
function single(ctx: Context): Expression {
  return op('mul', [op('to.f32', [op('shr.u', [nextWord(ctx), i32(8)])]), f32(2 ** -24)]);
}

/** 53 bits. */
function double(ctx: Context): Expression {
  const high = op('to.f64', [op('shr.u', [nextWord(ctx), i32(5)])]);
  const low = op('to.f64', [op('shr.u', [nextWord(ctx), i32(6)])]);
  return op('mul', [op('add', [op('mul', [high, f64(2 ** 26)]), low]), f64(2 ** -53)]);
}

function step(ctx: Context): Expression {
  const state = randomState(ctx);
  const word = (at: number): Expression => ctx.keep(load('i32', state, at));
  const [s0, s1, s2, s3] = [word(0), word(4), word(8), word(12)];
  const result = ctx.keep(op('mul', [rotated(ctx, op('mul', [s1, i32(5)]), 7), i32(9)]));
  const second = ctx.keep(op('xor', [s2, s0]));
  const third = ctx.keep(op('xor', [s3, s1]));
  ctx.store('i32', state, op('xor', [s0, third]), 0);
  ctx.store('i32', state, op('xor', [s1, second]), 4);
  ctx.store('i32', state, op('xor', [second, op('shl', [s1, i32(9)])]), 8);
  ctx.store('i32', state, rotated(ctx, third, 11), 12);
  return result;
}

function rotated(ctx: Context, x: Expression, by: number): Expression {
  const kept = ctx.keep(x);
  return op('or', [op('shl', [kept, i32(by)]), op('shr.u', [kept, i32(32 - by)])]);
}
