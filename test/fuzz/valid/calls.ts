/** Calls of the procedures that the program has. */
import { expression, held, type Shape } from './expressions.ts';
import { type Dummy, extentOf, type Kind, type Maker, rangeOf, type Value, type Variable } from './maker.ts';
import { section } from './references.ts';

/** A function of the kind on values; for a shape only elemental ones. */
export function functionCall(m: Maker, kind: Kind, depth: number, shape: Shape): Value | undefined {
  const p = m.maybe(m.procedures.filter((f) => f.result === kind && (f.elemental || !shape)));
  if (!p) return undefined;
  const actuals = p.dummies.map((d) => actualValue(m, d, Math.min(depth - 1, 2), p.elemental ? shape : undefined));
  if (actuals.some((a) => a === undefined)) return undefined;
  return { text: `${p.name}(${actuals.join(', ')})`, low: -rangeOf[kind], high: rangeOf[kind] };
}

function actualValue(m: Maker, d: Dummy, depth: number, shape: Shape): string | undefined {
  if (d.extent === 0) return held(m, d.kind, depth, shape);
  const v = m.maybe(m.arrays(d.kind).filter((a) => a.bounds.some((b) => extentOf(b) >= d.extent)));
  const text = v && section(m, v, [d.extent], false);
  return text ?? listOf(m, d.kind, d.extent);
}

export function listOf(m: Maker, kind: Kind, count: number): string {
  return `[${Array.from({ length: count }, () => held(m, kind, 1)).join(', ')}]`;
}

/** A subroutine: what it changes is one variable per argument, each another one. */
export function subroutineCall(m: Maker, changeable: (v: Variable) => boolean): string | undefined {
  const p = m.maybe(m.procedures.filter((q) => q.result === undefined));
  if (!p) return undefined;
  const taken = new Set<string>();
  const changed = p.dummies.map((d) => (d.intent === 'inout' ? changedActual(m, d, changeable, taken) : ''));
  if (changed.some((a) => a === undefined)) return undefined;
  // Nothing that the call changes may be read through another argument.
  const actuals = m.variables.filter((v) => !taken.has(v.name));
  const all = m.variables.splice(0, m.variables.length, ...actuals);
  const list = p.dummies.map((d, i) => (d.intent === 'inout' ? changed[i] : actualValue(m, d, 2, undefined)));
  m.variables.splice(0, m.variables.length, ...all);
  return list.some((a) => a === undefined) ? undefined : `call ${p.name}(${list.join(', ')})`;
}

function changedActual(
  m: Maker,
  d: Dummy,
  changeable: (v: Variable) => boolean,
  taken: Set<string>,
): string | undefined {
  const free = m.variables.filter((v) => v.kind === d.kind && changeable(v) && !taken.has(v.name));
  if (d.extent === 0) {
    const v = m.maybe(free.filter((x) => x.bounds.length === 0));
    if (v) taken.add(v.name);
    return v && v.name + v.suffix;
  }
  const v = m.maybe(free.filter((x) => x.bounds.length > 0));
  const text = v && plainSection(m, v, d.extent);
  if (v) taken.add(v.name);
  return text;
}

/** A section without vector subscripts: those cannot be changed through a dummy. */
function plainSection(m: Maker, v: Variable, extent: number): string | undefined {
  for (let i = 0; i < 8; i++) {
    const text = section(m, v, [extent], true);
    if (text && !text.includes('[')) return text;
  }
  return undefined;
}

export { expression };
