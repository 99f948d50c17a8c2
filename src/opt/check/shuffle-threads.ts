/**
 * Threads and blocks in another order, by a seed: what a program may not rely on. Each thread takes the place of another one, turned round and counted from somewhere else along
 * each axis, so that the order in which the device runs them is another one. Kernels whose threads are known by their lanes or clusters keep those where they are.
 */
import { add, i32, local, op, special, sub } from '../../ir/build.ts';
import { isOfWarp } from '../../ir/effects.ts';
import type { Program } from '../../ir/link.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import type { SpecialName } from '../../ir/operations.ts';
import { eachExpressionIn, mapBody, someStatement } from '../../ir/walk.ts';
import { inlineInto } from '../scalar/inline.ts';

export type ShuffleSetting = { readonly schedule: number | undefined };

export function shuffleThreads(program: Program, { schedule }: ShuffleSetting): Program {
  if (schedule === undefined) return program;
  const functions = new Map(program.functions);
  for (const k of program.kernels) functions.set(k.name, shuffled(inlineInto(k, program.functions), schedule));
  return { ...program, functions, kernels: program.kernels.map((k) => functions.get(k.name) ?? k) };
}

const axes = ['x', 'y', 'z'] as const;

function shuffled(fn: Fn, seed: number): Fn {
  // What is called knows threads by their places.
  if (someStatement(fn.body, (s) => s.kind === 'call' && !isCheck(s))) return fn;
  const locals: Local[] = [...fn.locals];
  const first: Statement[] = [];
  const places = new Map<SpecialName, Expression>();
  const move = (name: SpecialName, extent: SpecialName, axis: number): void => {
    const index = locals.push({ name, type: 'i32' }) - 1;
    first.push({ kind: 'set', local: index, value: moved(name, extent, mixed(seed, axis)), at: fn.at });
    places.set(name, local(index, 'i32'));
  };
  const [threads, blocks] = [!knowsLanes(fn), !knowsClusters(fn)];
  for (const [i, a] of axes.entries()) {
    if (threads) move(`tid.${a}`, `ntid.${a}`, i);
    if (blocks) move(`ctaid.${a}`, `nctaid.${a}`, 3 + i);
  }
  const body = mapBody(fn.body, (e) => (e.kind === 'special' ? (places.get(e.name) ?? e) : e));
  return { ...fn, locals, body: [...first, ...body] };
}

function isCheck(s: Extract<Statement, { readonly kind: 'call' }>): boolean {
  return s.callee.kind === 'direct' && s.callee.name.startsWith('check.');
}

/** Some bits for an axis. */
function mixed(seed: number, axis: number): number {
  let bits = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(axis + 1, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  return (bits ^ (bits >>> 12)) >>> 0;
}

function moved(name: SpecialName, extent: SpecialName, bits: number): Expression {
  const from = op('rem.u', [add(special(name), i32((bits >>> 1) & 0xfffff)), special(extent)]);
  return bits & 1 ? sub(sub(special(extent), i32(1)), from) : from;
}

function knowsLanes(fn: Fn): boolean {
  return asksFor(fn, (name) => name === 'laneid') || someStatement(fn.body, isOfWarp);
}

function knowsClusters(fn: Fn): boolean {
  return (
    asksFor(fn, (name) => name.startsWith('cluster')) ||
    someStatement(fn.body, (s) => s.kind === 'barrier' && s.scope === 'cluster')
  );
}

function asksFor(fn: Fn, is: (name: SpecialName) => boolean): boolean {
  let found = fn.clusterDims !== undefined && is('cluster.rank');
  eachExpressionIn(fn.body, (e) => {
    found ||= e.kind === 'special' && is(e.name);
  });
  return found;
}
