/**
 * The heap of kernels on the simulated device: its functions stay calls while their callers are instrumented, so that the runtime hears of each piece that a thread is given, and of
 * each that comes back. What was not allocated, or is free already, is told of and not freed.
 */
import { eq, i32, i64, local, op } from '../../ir/build.ts';
import type { Program } from '../../ir/link.ts';
import type { Expression, Extern, Fn, Statement } from '../../ir/module.ts';
import { heapChecks } from '../../machine/check-tools.ts';
import { heapFunctions, heapName } from '../../machine/device-heap.ts';
import type { Rewriter } from './hoist-loads.ts';

type Call = Extract<Statement, { readonly kind: 'call' }>;

const allocated: Extern = { name: heapChecks.allocated, from: 'runtime', params: ['i64', 'i64', 'i32'], results: [] };
const frees: Extern = { name: heapChecks.frees, from: 'runtime', params: ['i64'], results: ['i32'] };
const released: Extern = { name: heapChecks.released, from: 'runtime', params: ['i32'], results: ['i64'] };
export const heapExterns: readonly Extern[] = [allocated, frees, released];

export function hasHeap({ globals }: Pick<Program, 'globals'>): boolean {
  return globals.has(heapName);
}

/** What may go into a kernel before it is instrumented. */
export function withoutHeap(functions: ReadonlyMap<string, Fn>): ReadonlyMap<string, Fn> {
  return new Map([...functions].filter(([name]) => !name.startsWith(heapName)));
}

/** Whether it is the heap that a statement calls; which function of it. */
export function heapCallOf(s: Statement): keyof typeof heapFunctions | undefined {
  if (s.kind !== 'call' || s.callee.kind !== 'direct') return undefined;
  const { name } = s.callee;
  return name === heapFunctions.allocate ? 'allocate' : name === heapFunctions.free ? 'free' : undefined;
}

/** `site`: where the program does it. */
export function noteAllocation(to: Rewriter, s: Call, site: number): void {
  const bytes = to.keep('bytes', s.args[0]!);
  const at = addressOf(local(s.results[0]!, 'ptr.global'));
  const allocate = (): void => to.add({ ...s, args: [bytes] });
  allocate();
  to.if(eq(at, i64(0)), () => {
    freeReleased(to, 1);
    allocate();
  });
  const args = [at, bytes, i32(site)];
  to.add({ kind: 'call', callee: { kind: 'direct', name: allocated.name }, args, results: [] });
}

/** `tells`: of an address that may not be freed, and why (a place in `heapAnswers`). */
export function checkFree(to: Rewriter, s: Call, tells: (at: Expression, why: Expression) => void): void {
  const at = to.keep('at', addressOf(s.args[0]!));
  const answer = to.fresh('answer', 'i32');
  to.add({ kind: 'call', callee: { kind: 'direct', name: frees.name }, args: [at], results: [answer] });
  const why = local(answer, 'i32');
  to.if(
    eq(why, i32(0)),
    () => freeReleased(to, 0),
    () => tells(at, why),
  );
}

/** `all`: 1 where there is no room else. */
function freeReleased(to: Rewriter, all: 0 | 1): void {
  const next = to.fresh('released', 'i64');
  const label = `released.${next}`;
  const body = to.collect(() => {
    to.add({ kind: 'call', callee: { kind: 'direct', name: released.name }, args: [i32(all)], results: [next] });
    to.if(eq(local(next, 'i64'), i64(0)), () => to.add({ kind: 'break', label }));
    const address = op('from.address', [local(next, 'i64')], 'ptr.global');
    to.add({ kind: 'call', callee: { kind: 'direct', name: heapFunctions.free }, args: [address], results: [] });
  });
  to.add({ kind: 'loop', label, body });
}

function addressOf(place: Expression): Expression {
  return op('to.address', [place]);
}
