/**
 * Blocks of which some threads do nothing (`if (tx > 1 .and. tx < 16) …` around all that a kernel does, as where tiles had rims): the others are a block of a smaller size whose first thread stands
 * where the first of them stood. Rows of such blocks lie side by side then.
 */
import { add, bool, i32 } from '../../ir/build.ts';
import type { BlockSize, Expression, Fn, Statement } from '../../ir/module.ts';
import {
  changeParts,
  changeStatement,
  conjuncts,
  expressionsOf,
  replaceEach,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import { evaluator, type Instance, type ThreadAxis, threadAxes } from '../analysis/shared-accesses.ts';
import { decided, fold } from '../scalar/fold.ts';
import { numbersOf, wholeOf } from './shared-places.ts';

export type TrimmedBlocks = { readonly fn: Fn; readonly block: BlockSize };

/** What has no part in how threads of a block work together. */
const kinds: ReadonlySet<Statement['kind']> = new Set(['set', 'store', 'atomic', 'if', 'for', 'return']);
const places = /^n?ctaid\.[xyz]$/;

/** Undefined where all threads may have something to do. */
export function trimBlocks(kernel: Fn, block: BlockSize): TrimmedBlocks | undefined {
  if (someStatement(kernel.body, isOfBlock)) return undefined;
  const values = numbersOf(kernel);
  const guards = guardsOf(kernel.body, values).map((guard) => {
    const whole = wholeOf(guard, values);
    return { guard, axis: axisOf(whole), holds: evaluator(whole) };
  });
  const first = new Map<ThreadAxis, number>();
  const size = threadAxes.map((axis, i): number => {
    const asked = guards.filter((g) => g.axis === axis);
    const all = Array.from({ length: block[i]! }, (_, at) => at);
    const busy = all.filter((at) => asked.every(({ holds }) => holds(thread(axis, at)) !== false));
    first.set(axis, busy[0] ?? 0);
    return busy.length > 0 ? busy.at(-1)! - busy[0]! + 1 : 0;
  });
  if (size.includes(0) || size.every((n, i) => n === block[i])) return undefined;
  const [x, y, z] = [size[0]!, size[1]!, size[2]!];
  const settled = new Set<Expression>();
  for (const { guard, holds, axis } of guards) {
    if (!axis) continue;
    const those = Array.from({ length: size[threadAxes.indexOf(axis)]! }, (_, n) => thread(axis, first.get(axis)! + n));
    if (those.every((at) => holds(at) === true)) settled.add(guard);
  }
  const change = (e: Expression): Expression => {
    if (settled.has(e)) return bool(true);
    const from = e.kind === 'special' ? first.get(e.name as ThreadAxis) : undefined;
    return from ? add(e, i32(from)) : changeParts(e, change);
  };
  const body = (list: readonly Statement[]): readonly Statement[] =>
    replaceEach(list, (s) => decided(changeStatement(s, { expression: change, body })));
  return { fn: { ...kernel, blockSize: [x, y, z], body: fold(body(kernel.body)) }, block: [x, y, z] };
}

function isOfBlock(s: Statement): boolean {
  const isOther = (e: Expression): boolean =>
    (e.kind === 'special' && !places.test(e.name) && !threadAxes.some((a) => a === e.name)) || e.type === 'ptr.shared';
  return !kinds.has(s.kind) || expressionsOf(s).some((e) => someExpression(e, isOther));
}

/** What holds where a thread does anything. */
function guardsOf(list: readonly Statement[], values: ReadonlyMap<number, Expression>): readonly Expression[] {
  const at = list.findIndex((s) => s.kind !== 'set');
  const s = list[at];
  if (s?.kind !== 'if' || s.otherwise.length > 0 || list.slice(at + 1).some((x) => x.kind !== 'return')) return [];
  return [...asked(s.condition, values), ...guardsOf(s.then, values)];
}

/** The parts of a condition, as they stand in the kernel. */
function asked(e: Expression, values: ReadonlyMap<number, Expression>): readonly Expression[] {
  return conjuncts(e).flatMap((c) => {
    const value = c.kind === 'local' ? values.get(c.index) : undefined;
    return value ? asked(value, values) : [c];
  });
}

/** The only thing that it depends on; undefined where that is something else, or more. */
function axisOf(e: Expression): ThreadAxis | undefined {
  const named = threadAxes.filter((a) => someExpression(e, (x) => x.kind === 'special' && x.name === a));
  const isKnown = (x: Expression): boolean =>
    x.kind === 'const' || (x.kind === 'special' && x.name === named[0]) || (x.kind === 'op' && x.args.every(isKnown));
  return named.length === 1 && isKnown(e) ? named[0] : undefined;
}

function thread(axis: ThreadAxis, at: number): Instance {
  return { tid: { 'tid.x': 0, 'tid.y': 0, 'tid.z': 0, [axis]: at }, loops: new Map() };
}
