/** What the objects of a data statement are: elements, components and substrings of variables, each a path from its variable. */
import * as declarationErrors from '../../errors/declarations.ts';
import { notSupported } from '../../errors/message.ts';
import type {
  Component,
  ConstantValue,
  Expr,
  Shape,
  StructureValue,
  Subscript,
  Type,
  Variable,
} from '../../program.ts';
import type { Env } from '../context.ts';
import { allComponents, constantExtents, integerOf } from '../types.ts';

export type DataStep =
  /** An element by its place in element order, from 0. */
  | { readonly kind: 'index'; readonly at: number }
  | { readonly kind: 'component'; readonly component: Component }
  /** Characters from `from` (from 0) up to `to`. */
  | { readonly kind: 'substring'; readonly from: number; readonly to: number };

export type DataPlace = { readonly variable: Variable; readonly steps: readonly DataStep[] };

/** The scalars of a designator in element order. */
export function dataPlaces(env: Env, e: Expr): DataPlace[] | undefined {
  return located(env, e, true);
}

/** `whole`: an array stands for all of its elements. */
function located(env: Env, e: Expr, whole: boolean): DataPlace[] | undefined {
  switch (e.kind) {
    case 'variable': {
      const place: DataPlace = { variable: e.variable, steps: [] };
      return whole && !e.variable.attributes.pointer
        ? eachElement(env, [place], e.variable.shape, e.variable.name, e)
        : [place];
    }
    case 'part': {
      const { component } = e;
      if (component.attributes.allocatable) break;
      const places = located(env, e.base, true)?.map((p) => further(p, { kind: 'component', component }));
      return places && whole && !component.attributes.pointer
        ? eachElement(env, places, component.shape, component.name, e)
        : places;
    }
    case 'element':
      return elements(env, e);
    case 'substring': {
      const length =
        e.base.type.base === 'character' && e.base.type.length.kind === 'known' && e.base.type.length.value;
      const from = e.from ? integerOf(e.from) : 1n;
      const to = e.to ? integerOf(e.to) : length ? integerOf(length) : undefined;
      if (from === undefined || to === undefined)
        return void env.file.report(
          declarationErrors.notConstant(e.span, 'a bound of a substring in a data statement'),
        );
      const step: DataStep = { kind: 'substring', from: Number(from) - 1, to: Number(to) };
      return located(env, e.base, true)?.map((p) => further(p, step));
    }
    default:
      break;
  }
  return void env.file.report(notSupported('this object in a data statement', e.span));
}

function further(p: DataPlace, step: DataStep): DataPlace {
  return { variable: p.variable, steps: [...p.steps, step] };
}

function eachElement(
  env: Env,
  places: DataPlace[],
  shape: Shape | undefined,
  name: string,
  e: Expr,
): DataPlace[] | undefined {
  if (!shape) return places;
  const count = countOf(shape);
  if (count === undefined) return void env.file.report(declarationErrors.dataShape(name, e.span));
  return places.flatMap((p) => Array.from({ length: count }, (_, at) => further(p, { kind: 'index', at })));
}

function countOf(shape: Shape): number | undefined {
  let count = 1;
  for (const n of constantExtents(shape) ?? [undefined]) {
    if (n === undefined) return undefined;
    count *= n;
  }
  return count;
}

/** An element, or all of a section, in element order. */
function elements(env: Env, e: Extract<Expr, { kind: 'element' }>): DataPlace[] | undefined {
  const { base } = e;
  const shape =
    base.kind === 'variable' ? base.variable.shape : base.kind === 'part' ? base.component.shape : undefined;
  const places = located(env, base, false);
  if (!places) return undefined;
  if (shape?.kind !== 'explicit' || countOf(shape) === undefined)
    return void env.file.report(
      declarationErrors.dataShape(base.kind === 'variable' ? base.variable.name : '', e.span),
    );
  let indices = [0];
  let stride = 1;
  for (const [i, s] of e.subscripts.entries()) {
    const low = integerOf(shape.bounds[i]?.lower) ?? 1n;
    const high = integerOf(shape.bounds[i]?.upper) ?? 0n;
    const chosen = placesOf(s, low, high);
    if (!chosen) return void env.file.report(declarationErrors.notConstant(e.span, 'a subscript in a data statement'));
    const step = stride;
    indices = chosen.flatMap((p) => indices.map((at) => at + Number(p - low) * step));
    stride *= Number(high - low + 1n);
  }
  return places.flatMap((p) => indices.map((at) => further(p, { kind: 'index', at })));
}

function placesOf(s: Subscript, low: bigint, high: bigint): bigint[] | undefined {
  if (s.kind === 'index') {
    const at = integerOf(s.value);
    return at === undefined ? undefined : [at];
  }
  if (s.kind === 'vector') return undefined;
  const from = s.from ? integerOf(s.from) : low;
  const to = s.to ? integerOf(s.to) : high;
  const step = s.step ? integerOf(s.step) : 1n;
  if (from === undefined || to === undefined || step === undefined) return undefined;
  const places: bigint[] = [];
  for (let i = from; step > 0n ? i <= to : i >= to; i += step) places.push(i);
  return places;
}

/** `old` with `value` put where `path` leads; parts that nothing was said about keep their defaults. */
export function withPart(
  old: ConstantValue | undefined,
  type: Type,
  path: readonly DataStep[],
  value: ConstantValue,
): ConstantValue {
  const [step, ...rest] = path;
  if (!step) return value;
  if (step.kind === 'substring') {
    const before = typeof old === 'string' ? old : String(blankValue(type));
    return before.slice(0, step.from) + String(value).slice(0, step.to - step.from) + before.slice(step.to);
  }
  if (step.kind === 'index' || type.base !== 'derived') return value;
  const { component } = step;
  const at = allComponents(type.type).indexOf(component);
  const components = [...(isStructure(old) ? old : defaultStructure(type)).components];
  components[at] = withComponent(components[at], component, rest, value);
  return { components };
}

function withComponent(
  old: ConstantValue | readonly ConstantValue[] | undefined,
  c: Component,
  path: readonly DataStep[],
  value: ConstantValue,
): ConstantValue | readonly ConstantValue[] {
  const [step, ...rest] = path;
  if (!c.shape || step?.kind !== 'index') return withPart(isOne(old) ? old : undefined, c.type, path, value);
  const count = countOf(c.shape) ?? 0;
  const values = isOne(old) || !old ? Array.from({ length: count }, () => blankValue(c.type)) : [...old];
  values[step.at] = withPart(values[step.at], c.type, rest, value);
  return values;
}

/** A single value: no list (a complex number is a pair of numbers). */
function isOne(v: ConstantValue | readonly ConstantValue[] | undefined): v is ConstantValue {
  return v !== undefined && !Array.isArray(v);
}

function isStructure(v: ConstantValue | undefined): v is StructureValue {
  return typeof v === 'object' && !Array.isArray(v);
}

function defaultStructure(type: Extract<Type, { base: 'derived' }>): StructureValue {
  return {
    components: allComponents(type.type).map((c) => {
      const initial = c.initial?.kind === 'value' ? c.initial.value : undefined;
      if (initial?.kind === 'constant') return c.shape ? undefined : initial.value;
      return initial?.kind === 'constant-array' ? initial.values : undefined;
    }),
  };
}

/** What an element holds that has got no value: zero or blanks. */
export function blankValue(t: Type): ConstantValue {
  switch (t.base) {
    case 'integer':
      return 0n;
    case 'logical':
      return false;
    case 'complex':
      return [0, 0];
    case 'character':
      return ' '.repeat(t.length.kind === 'known' ? Number(integerOf(t.length.value) ?? 0n) : 0);
    case 'derived':
      return defaultStructure(t);
    default:
      return 0;
  }
}
