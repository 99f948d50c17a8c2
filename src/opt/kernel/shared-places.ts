/** Elements of static variables that a thread's number along x and constants give. */
import type { Expression, Fn } from '../../ir/module.ts';
import { valuesOf } from '../../ir/uniformity.ts';
import { localsSetIn, mapExpression } from '../../ir/walk.ts';
import { folded } from '../scalar/fold.ts';

/** A variable and, in bytes, how far its element lies behind that of the thread's number. */
export type Place = { readonly root: string; readonly step: number; readonly behind: number };

/** Whole numbers that places and parameters give, set once and for all threads: they may be found anywhere. */
export function numbersOf(kernel: Fn): ReadonlyMap<number, Expression> {
  const once = valuesOf(kernel.body, kernel.locals.length);
  const found = new Map<number, Expression>();
  const isPure = (e: Expression): boolean => {
    if (e.kind === 'local') return e.index < kernel.params ? !once.has(e.index) : found.has(e.index);
    return e.kind === 'const' || e.kind === 'special' || (e.kind === 'op' && e.args.every(isPure));
  };
  const sets = localsSetIn(kernel.body);
  if ([...sets].some((l) => l < kernel.params)) return found;
  for (const s of kernel.body)
    if (s.kind === 'set' && once.get(s.local) === s.value && isPure(s.value)) found.set(s.local, s.value);
  return found;
}

/** With what locals hold. */
export function wholeOf(e: Expression, values: ReadonlyMap<number, Expression>): Expression {
  return mapExpression(e, (x) =>
    x.kind === 'local' && values.has(x.index) ? wholeOf(values.get(x.index)!, values) : x,
  );
}

/** Undefined where it is not a static variable's element that the thread's number and constants give. */
export function placeOf(
  address: Expression,
  offset: number,
  values: ReadonlyMap<number, Expression>,
): Place | undefined {
  const at = (thread: number): { root: string; bytes: number } | undefined => {
    let root = '';
    let bytes = offset;
    const walk = (e: Expression): boolean => {
      if (e.kind === 'global') {
        root = e.name;
        return true;
      }
      if (e.kind === 'local' && values.has(e.index)) return walk(values.get(e.index)!);
      if (e.kind !== 'op' || e.op !== 'offset') return false;
      const more = numberOf(e.args[1]!, thread, values);
      if (more === undefined || !walk(e.args[0]!)) return false;
      bytes += more;
      return true;
    };
    return walk(address) ? { root, bytes } : undefined;
  };
  const [first, second, third] = [at(0), at(1), at(7)];
  if (!first || !second || !third) return undefined;
  const step = second.bytes - first.bytes;
  return third.bytes === first.bytes + 7 * step && isSum(address, values)
    ? { root: first.root, step, behind: first.bytes }
    : undefined;
}

/** Whether sums and products of places and constants make up `e`, so that it grows evenly. */
function isSum(e: Expression, values: ReadonlyMap<number, Expression>): boolean {
  if (e.kind === 'local') return values.has(e.index) && isSum(values.get(e.index)!, values);
  if (e.kind !== 'op') return e.kind === 'const' || e.kind === 'global' || (e.kind === 'special' && e.name === 'tid.x');
  const even = ['offset', 'add', 'sub', 'extend', 'wrap'].includes(e.op);
  const product = (e.op === 'mul' || e.op === 'shl') && e.args.some((a) => a.kind === 'const');
  return (even || product) && e.args.every((a) => isSum(a, values));
}

/** Of the thread with this number in x. */
function numberOf(e: Expression, thread: number, values: ReadonlyMap<number, Expression>): number | undefined {
  const replaced = (x: Expression, depth: number): Expression =>
    mapExpression(x, (y) => {
      if (y.kind === 'special' && y.name === 'tid.x') return { kind: 'const', type: 'i32', value: thread };
      if (y.kind === 'local' && depth < 8 && values.has(y.index)) return replaced(values.get(y.index)!, depth + 1);
      return folded(y);
    });
  const value = replaced(e, 0);
  return value.kind === 'const' && (value.type === 'i32' || value.type === 'i64') ? Number(value.value) : undefined;
}
