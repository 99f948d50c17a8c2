/**
 * Warp-synchronous code: before Volta the threads of a warp ran in step, and code that passes numbers through `volatile` shared memory within a warp still counts on it
 * (`s(t) = s(t) + s(t + 16)`, then the same with 8). Where threads run one after another, such a store has a barrier of the warp before it, when all have read, and one behind it, before any
 * reads on; where a branch or a loop stores so, they meet again behind it. Nothing is left for `volatile` to tell then.
 */

import { local } from '../../ir/build.ts';
import { isPlainBarrier } from '../../ir/effects.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { changeBodies, mapBody, someExpression, someStatement } from '../../ir/walk.ts';

type Store = Extract<Statement, { kind: 'store' }>;
type Body = readonly Statement[];

const meet = (): Statement => ({ kind: 'barrier', scope: 'warp' });

/** For kernels without loops in which threads wait for each other: those may wait for one that a barrier holds back. */
export function stepWarps(fn: Fn): Fn {
  if (!someStatement(fn.body, inStep)) return fn;
  const locals: Local[] = [...fn.locals];
  const list = (body: Body): Body => apart(body.flatMap((s) => (inStep(s) ? stored(s, locals) : around(s, list))));
  return { ...fn, body: mapBody(list(fn.body), steady), locals };
}

function steady(e: Expression): Expression {
  if (e.kind !== 'load' || !e.volatile || !isOfWarp(e.from)) return e;
  const { volatile: _, ...load } = e;
  return load;
}

const isOfWarp = (to: Expression): boolean => to.type === 'ptr.shared' || to.type === 'ptr.generic';

/** Whether other threads of the warp may wait for what `s` stores. */
function inStep(s: Statement): s is Store {
  return s.kind === 'store' && s.volatile === true && isOfWarp(s.to);
}

function around(s: Statement, list: (body: Body) => Body): Body {
  return someStatement([s], inStep) ? [changeBodies(s, list), meet()] : [s];
}

function stored(s: Store, locals: Local[]): Body {
  const kept: Statement[] = [];
  const keep = (value: Expression): Expression => {
    if (!someExpression(value, (e) => e.kind === 'load')) return value;
    kept.push({ kind: 'set', local: locals.length, value });
    locals.push({ name: '', type: value.type });
    return local(locals.length - 1, value.type);
  };
  const { volatile: _, ...plain } = s;
  const store = { ...plain, to: keep(s.to), value: keep(s.value) };
  return [...kept, meet(), store, meet()];
}

/** Without barriers of warps that stand behind another one: nothing was read or stored between. */
function apart(body: Body): Body {
  return body.filter((s, i) => !(isPlainBarrier(s, 'warp') && isPlainBarrier(body[i - 1])));
}
