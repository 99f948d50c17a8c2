/**
 * Objects of types whose length parameters are known only when the program runs. The parameters are integer components of the object; components whose sizes depend on
 * them are allocatable, and are allocated where the object comes into being.
 */
import type { Span } from '../../../../base/source.ts';
import { notSupported } from '../../errors/message.ts';
import { madeVariable } from '../../made-variable.ts';
import { plainAttributes } from '../../plain-attributes.ts';
import type { Component, Expr, OpenLengths, Stmt, Subscript, Type, Variable } from '../../program.ts';
import { substitute } from '../calls/substitute.ts';
import type { Env } from '../context.ts';
import { int8 } from '../expressions/make.ts';
import { convert } from '../fold/fold.ts';
import { allComponents, integer8, rankOf } from '../types.ts';

/** The components that hold the parameters which a type adds to those of its parent. */
export function lengthComponents(open: OpenLengths | undefined): Component[] {
  return (open?.own ?? []).map(({ name, variable }) => ({
    kind: 'component',
    name,
    span: variable.span,
    type: variable.type,
    shape: undefined,
    attributes: plainAttributes,
    private: false,
    initial: undefined,
    parameter: true,
    procedure: undefined,
  }));
}

/** A component whose size depends on parameters. */
export function sizedComponent(open: OpenLengths, c: Component): Component {
  const { type, shape } = c;
  const made: Component = {
    ...c,
    type: type.base === 'character' ? { ...type, length: { kind: 'deferred' } } : type,
    shape: shape && { kind: 'deferred', rank: rankOf(shape) },
    attributes: { ...c.attributes, allocatable: true },
    initial: undefined,
    fixed: true,
  };
  open.sized.push({ component: made, type, shape, initial: c.initial?.kind === 'value' ? c.initial.value : undefined });
  return made;
}

/** Does an object of the type need statements that make its parts? */
export function needsLengths(type: Type): boolean {
  if (type.base !== 'derived') return false;
  return type.lengths !== undefined || allComponents(type.type).some((c) => isInline(c) && needsLengths(c.type));
}

function isInline(c: Component): boolean {
  return !c.attributes.allocatable && !c.attributes.pointer && !c.procedure;
}

/** For the variables that come into being with a procedure or block. */
export function startLengths(env: Env, variables: readonly Variable[]): Stmt[] {
  const main = env.unit?.procedure.origin === 'main';
  return variables.flatMap((v): Stmt[] => {
    const { allocatable, pointer } = v.attributes;
    if (allocatable || pointer || v.storage === 'dummy' || v.storage === 'associate' || !needsLengths(v.type))
      return [];
    if (v.storage !== 'static' || main) return makeLengths(reference(v));
    env.file.report(notSupported('a saved object whose type has length parameters', v.span));
    return [];
  });
}

function reference(variable: Variable): Expr {
  return { kind: 'variable', variable, type: variable.type, rank: rankOf(variable.shape), span: variable.span };
}

/** Sets the parameters of an object, or of each one of an array, and allocates what depends on them. */
export function makeLengths(object: Expr): Stmt[] {
  if (object.rank > 0) return forEach(object, makeLengths);
  const { type, span } = object;
  if (type.base !== 'derived') return [];
  const at = { span, label: undefined };
  const components = allComponents(type.type);
  const values = new Map<Variable, Expr>();
  const made: Stmt[] = [];
  for (let t: typeof type.type | undefined = type.type; t; t = t.extends)
    for (const { name, variable } of t.open?.parameters ?? []) {
      const component = components.find((c) => c.name === name);
      if (!component) continue;
      const to = part(object, component);
      values.set(variable, to);
      const value = t === type.type ? type.lengths?.get(name) : undefined;
      if (value) made.push({ kind: 'assign', to, value: convert(value, to.type), transfer: false, ...at });
    }
  for (let t: typeof type.type | undefined = type.type; t; t = t.extends)
    for (const s of t.open?.sized ?? []) made.push(...allocated(object, s, values));
  for (const c of components) {
    if (!isInline(c) || !needsLengths(c.type) || c.type.base !== 'derived') continue;
    const lengths = new Map([...(c.type.lengths ?? [])].map(([n, e]) => [n, substitute(e, values)]));
    made.push(...makeLengths({ ...part(object, c), type: { ...c.type, lengths } }));
  }
  return made;
}

function part(base: Expr, component: Component): Expr {
  return { kind: 'part', base, component, type: component.type, rank: rankOf(component.shape), span: base.span };
}

function allocated(object: Expr, s: OpenLengths['sized'][number], values: ReadonlyMap<Variable, Expr>): Stmt[] {
  const at = { span: object.span, label: undefined };
  const to = part(object, s.component);
  const now = (e: Expr): Expr => substitute(e, values);
  const written = s.shape?.kind === 'explicit' ? s.shape.bounds : [];
  const bounds = written.map((b) => ({ lower: now(b.lower), upper: now(b.upper) }));
  const { type } = s;
  const known: Type =
    type.base === 'character' && type.length.kind === 'known'
      ? { ...type, length: { kind: 'known', value: now(type.length.value) } }
      : type;
  const none = { source: undefined, mold: undefined, stat: undefined, errmsg: undefined, stream: undefined };
  const made: Stmt[] = [
    { kind: 'allocate', items: [{ object: to, bounds, type: known }], ...none, pinned: undefined, ...at },
  ];
  if (s.initial) made.push({ kind: 'assign', to, value: s.initial, transfer: false, ...at });
  if (needsLengths(known)) made.push(...makeLengths({ ...to, type: known }));
  return made;
}

/** `make` for all elements of an array. */
function forEach(array: Expr, make: (one: Expr) => Stmt[]): Stmt[] {
  const { span } = array;
  const indexes = Array.from({ length: array.rank }, (_, k) => madeVariable(`element${k + 1}`, integer8, span));
  const subscripts = indexes.map((v): Subscript => ({ kind: 'index', value: reference(v) }));
  const one: Expr = { kind: 'element', base: array, subscripts, type: array.type, rank: 0, span };
  return indexes.reduce<Stmt[]>((body, index, k) => [loop(array, index, k + 1, body, span)], make(one));
}

function loop(array: Expr, index: Variable, dim: number, body: readonly Stmt[], span: Span): Stmt {
  const bound = (name: string): Expr => ({
    kind: 'intrinsic',
    name,
    args: [array, int8(dim, span), undefined],
    type: integer8,
    rank: 0,
    span,
  });
  const [from, to] = [bound('lbound'), bound('ubound')];
  return { kind: 'do', name: `#${index.name}`, index, from, to, step: undefined, body, span, label: undefined };
}
