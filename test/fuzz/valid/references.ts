/** Elements and sections of variables, with subscripts that stay inside. */
import { integerIndex } from './expressions.ts';
import { extentOf, type Maker, type Variable } from './maker.ts';

/** One element: constant subscripts, or ones computed and brought into the bounds. */
export function element(m: Maker, v: Variable, depth: number): string {
  if (v.bounds.length === 0) return v.name + v.suffix;
  const subscripts = v.bounds.map(([low, high]) =>
    m.chance(0.5) || depth <= 0 ? String(m.between(low, high)) : integerIndex(m, low, high, depth - 1),
  );
  return `${v.name}(${subscripts.join(', ')})${v.suffix}`;
}

/** A section with the extents of `shape`, or undefined where the array has none. `distinct`: it will be assigned to. */
export function section(m: Maker, v: Variable, shape: readonly number[], distinct: boolean): string | undefined {
  if (sameShape(v, shape) && m.chance(0.4)) return whole(v);
  let next = 0;
  const subscripts: string[] = [];
  for (const [k, bounds] of v.bounds.entries()) {
    const wanted = shape[next];
    const left = v.bounds.length - k;
    const drop = left > shape.length - next && (wanted === undefined || m.chance(0.5) || extentOf(bounds) < wanted);
    if (drop) {
      subscripts.push(String(m.between(bounds[0], bounds[1])));
      continue;
    }
    if (wanted === undefined || extentOf(bounds) < wanted) return undefined;
    subscripts.push(range(m, bounds, wanted, distinct));
    next++;
  }
  return next === shape.length ? `${v.name}(${subscripts.join(', ')})${v.suffix}` : undefined;
}

export function whole(v: Variable): string {
  return v.name + v.suffix;
}

function sameShape(v: Variable, shape: readonly number[]): boolean {
  return v.bounds.length === shape.length && v.bounds.every((b, i) => extentOf(b) === shape[i]);
}

function range(m: Maker, [low, high]: readonly [number, number], count: number, distinct: boolean): string {
  const room = high - low + 1;
  if (room === count && m.chance(0.4)) return ':';
  if (m.chance(0.2)) return vector(m, low, high, count, distinct);
  const widest = count > 1 ? Math.floor((room - 1) / (count - 1)) : 1;
  const step = Math.max(1, m.between(1, Math.max(1, widest)));
  const from = m.between(low, high - step * (count - 1));
  const to = from + step * (count - 1);
  if (m.chance(0.25)) return `${to}:${from}:${-step}`;
  return step === 1 && m.chance(0.8) ? `${from}:${to}` : `${from}:${Math.min(high, to + m.int(step))}:${step}`;
}

function vector(m: Maker, low: number, high: number, count: number, distinct: boolean): string {
  const places = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  const chosen: number[] = [];
  for (let i = 0; i < count; i++) {
    const at = m.int(places.length);
    chosen.push(places[at] ?? low);
    if (distinct) places.splice(at, 1);
  }
  return `[${chosen.join(', ')}]`;
}
