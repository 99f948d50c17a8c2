/** `data`: values put into variables before the program runs. */
import * as declarationErrors from '../../errors/declarations.ts';
import * as expressionErrors from '../../errors/expressions.ts';
import * as subscriptErrors from '../../errors/subscripts.ts';
import { noteGiven } from '../../given-elements.ts';
import { notePointed } from '../../pointed-parts.ts';
import type { Component, ConstantValue, Expr, Type, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { bozAs, charactersAs, isHollerith } from '../expressions/literals.ts';
import { int8, knownLength } from '../expressions/make.ts';
import { assignableByExtension, isTooLong } from '../fold/constant-values.ts';
import { convertConstant } from '../fold/fold.ts';
import { constantOf } from '../fold/fold-arrays.ts';
import { newScope, readyEntry } from '../scope.ts';
import { constantExtents, integerOf } from '../types.ts';
import { blankValue, type DataStep, dataPlaces, withPart } from './data-places.ts';
import { keepTarget } from './entry-variables.ts';
import { constantInteger } from './type-specs.ts';

/** One scalar to be set. */
type Slot = {
  readonly variable: Variable;
  /** Which element of an array. */
  readonly index: number;
  /** Which part of the variable or element. */
  readonly path: readonly DataStep[];
  readonly e: Expr;
};
type Value = { readonly value: ConstantValue; readonly type: Type; readonly boz: boolean; readonly e: tree.Expression };
/** What a pointer is associated with. */
type Target = { readonly target: Expr | 'null'; readonly e: tree.Expression };

export function takeData(env: Env, d: tree.Data): void {
  for (const set of d.sets) {
    if (fillWhole(env, set)) continue;
    const slots: Slot[] = [];
    let good = true;
    for (const object of set.objects) good = slotsOf(env, object, slots) && good;
    const values = valuesOf(env, set.values);
    if (!good || !values) continue;
    if (values.length !== slots.length)
      env.file.report(declarationErrors.dataCount(set.span, slots.length, values.length));
    else for (const [i, slot] of slots.entries()) fill(env, slot, values[i]!);
  }
}

/** `data a /1000000 * 0.0/`: a whole array gets one number, without a slot for each element. */
function fillWhole(env: Env, set: tree.Data['sets'][number]): boolean {
  const [object, ...others] = set.objects;
  const [from, ...more] = set.values;
  if (object?.kind !== 'name' || others.length > 0 || !from?.repeat || more.length > 0) return false;
  if (from.value.kind !== 'integer' && from.value.kind !== 'real') return false;
  const e = env.file.expression(env, object);
  const variable =
    e?.kind === 'variable' && !e.variable.initial && !e.variable.attributes.pointer ? e.variable : undefined;
  const extents = variable?.shape?.kind === 'explicit' ? constantExtents(variable.shape) : undefined;
  const size = extents?.reduce<number>((a, n) => a * Number(n ?? Number.NaN), 1);
  if (!variable || !extents || size !== Number(constantInteger(env, from.repeat, 'a repeat count'))) return false;
  const given = env.file.expression({ ...env, specification: true }, from.value);
  const one = given && constantOf(given);
  if (one === undefined || !given || !assignableByExtension(variable.type, given.type)) return false;
  const value = convertConstant(one, variable.type);
  if (value === undefined || size === 0) return false;
  const { type } = variable;
  const values = new Array<ConstantValue>(size).fill(value);
  arrays.set(variable, values);
  variable.storage = 'static';
  const rank = extents.length;
  const whole: Expr = {
    kind: 'constant-array',
    extents: extents.map(Number),
    values,
    type,
    rank,
    span: from.value.span,
  };
  variable.initial = { kind: 'value', value: whole };
  return true;
}

function valuesOf(env: Env, list: readonly tree.DataValue[]): (Value | Target)[] | undefined {
  const values: (Value | Target)[] = [];
  for (const v of list) {
    const count = v.repeat ? constantInteger(env, v.repeat, 'a repeat count') : 1n;
    const value = env.file.expression({ ...env, specification: true }, v.value);
    if (count === undefined || !value) return undefined;
    env.file.typeless.typed.add(value.span);
    const one = constantOf(value);
    const parts = one === undefined ? (value.kind === 'constant-array' ? value.values : undefined) : [one];
    const target = value.kind === 'null' ? 'null' : definableTarget(value) ? value : undefined;
    if (target && !v.repeat) {
      values.push({ target, e: v.value });
      continue;
    }
    if (!parts) return void env.file.report(declarationErrors.notConstant(v.value.span, 'a data value'));
    for (let i = 0n; i < count; i++)
      for (const part of parts) values.push({ value: part, type: value.type, boz: v.value.kind === 'boz', e: v.value });
  }
  return values;
}

/** A variable or a component of one: it has a place in memory from the start. */
function definableTarget(e: Expr): boolean {
  if (e.kind === 'part') return !e.component.attributes.pointer && definableTarget(e.base);
  if (e.kind === 'element')
    return e.subscripts.every((s) => s.kind === 'index' && integerOf(s.value) !== undefined) && definableTarget(e.base);
  return e.kind === 'variable' && (e.variable.attributes.target || e.variable.type.base === 'derived');
}

function fill(env: Env, slot: Slot, from: Value | Target): void {
  const { variable, path } = slot;
  const component = pointerAt(path);
  const isPointer = component !== undefined || (variable.attributes.pointer && path.length === 0);
  if (!('target' in from)) {
    if (isPointer) wrongTarget(env, slot, from);
    else put(env, slot, from);
    return;
  }
  if (!isPointer) {
    env.file.report(declarationErrors.notConstant(from.e.span, 'a data value'));
    return;
  }
  variable.storage = 'static';
  if (from.target !== 'null') keepTarget(from.target);
  if (component) {
    const steps = [...(variable.shape ? [{ kind: 'index' as const, at: slot.index }] : []), ...path];
    notePointed(variable, { path: steps.filter((s) => s.kind !== 'substring'), target: from.target });
    return;
  }
  variable.initial = { kind: 'target', target: from.target };
}

/** The pointer component that a path ends in. */
function pointerAt(path: readonly DataStep[]): Component | undefined {
  const last = path.at(-1);
  return last?.kind === 'component' && last.component.attributes.pointer ? last.component : undefined;
}

function wrongTarget(env: Env, { variable }: Slot, from: Value): void {
  env.file.report(declarationErrors.dataType(variable, from.type, from.e.span));
}

function slotsOf(env: Env, item: tree.Item, slots: Slot[]): boolean {
  if (item.kind === 'implied-do') return loopSlots(env, item, slots);
  const e = env.file.expression(env, item);
  if (!e) return false;
  const found = dataPlaces(env, e);
  for (const { variable, steps } of found ?? []) {
    const [first, ...rest] = steps;
    const index = first?.kind === 'index' ? first.at : 0;
    slots.push({ variable, index, path: variable.shape ? rest : steps, e });
  }
  return found !== undefined;
}

function loopSlots(env: Env, d: tree.ImpliedDo, slots: Slot[]): boolean {
  const from = constantInteger(env, d.from, 'a loop bound');
  const to = constantInteger(env, d.to, 'a loop bound');
  const step = d.step ? constantInteger(env, d.step, 'a loop step') : 1n;
  if (step === 0n && d.step) env.file.report(subscriptErrors.zeroStep(d.step.span));
  if (from === undefined || to === undefined || step === undefined || step === 0n) return false;
  const scope = newScope({ kind: 'block', parent: env.scope, prefix: env.scope.prefix });
  const inner: Env = { ...env, scope };
  const { text, span } = d.variable;
  for (let i = from; step > 0n ? i <= to : i >= to; i += step) {
    scope.names.set(text, readyEntry(inner, text, span, { kind: 'value', value: int8(i, span) }));
    for (const item of d.items) if (!slotsOf(inner, item, slots)) return false;
  }
  return true;
}

function put(env: Env, slot: Slot, from: Value): void {
  const { variable, path } = slot;
  const { type } = variable;
  if (type.base === 'character' && type.length.kind === 'known' && integerOf(type.length.value) === undefined) {
    env.file.report(declarationErrors.dataLength(variable, slot.e.span));
    return;
  }
  const last = slot.e.type;
  const wanted = path.length === 0 ? type : last;
  if (isTooLong(wanted)) return void env.file.report(declarationErrors.textTooLong(variable.name, from.e.span));
  const value = valueFor(wanted, from);
  if (value !== undefined && from.type.base === 'character' && wanted.base !== 'character' && !isHollerith(from.e))
    env.file.report(expressionErrors.charactersAsNumber(wanted, from.e.span));
  if (value === undefined) {
    env.file.report(declarationErrors.dataType(variable, from.type, from.e.span));
    return;
  }
  variable.storage = 'static';
  const span = from.e.span;
  if (!variable.shape) {
    const old = path.length > 0 ? scalarBefore(variable) : undefined;
    const whole = withPart(old, type, path, value);
    variable.initial = {
      kind: 'value',
      value: { kind: 'constant', value: whole, type: lengthened(type, whole, from), rank: 0, span },
    };
    return;
  }
  const known = arrays.get(variable);
  const values = known ?? fresh(variable);
  values[slot.index] = withPart(values[slot.index], type, path, value);
  if (!known && variable.initial)
    values.forEach((_, i) => {
      noteGiven(values, i);
    });
  noteGiven(values, slot.index);
  if (known) return;
  arrays.set(variable, values);
  const extents = (constantExtents(variable.shape) ?? []).map(Number);
  variable.initial = {
    kind: 'value',
    value: { kind: 'constant-array', extents, values, type, rank: extents.length, span },
  };
}

function scalarBefore(v: Variable): ConstantValue | undefined {
  return v.initial?.kind === 'value' && v.initial.value.kind === 'constant' ? v.initial.value.value : undefined;
}

const arrays = new WeakMap<Variable, ConstantValue[]>();

/** Elements without a value are zero. */
function fresh(v: Variable): ConstantValue[] {
  const count = (constantExtents(v.shape) ?? []).reduce<number>((a, b) => a * (b ?? 0), 1);
  const before = v.initial?.kind === 'value' && v.initial.value.kind === 'constant-array' ? v.initial.value.values : [];
  return Array.from({ length: count }, (_, i) => before[i] ?? blankValue(v.type));
}

function valueFor(type: Type, from: Value): ConstantValue | undefined {
  if (from.boz && typeof from.value === 'bigint') return bozAs(from.value, type);
  if (typeof from.value === 'string' && type.base !== 'character') return charactersAs(from.value, type);
  if (!assignableByExtension(type, from.type)) return undefined;
  if (type.base === 'character' && typeof from.value === 'string') {
    const length = type.length.kind === 'known' ? Number(integerOf(type.length.value) ?? -1n) : -1;
    return length < 0 ? from.value : from.value.slice(0, length).padEnd(length);
  }
  return type.base === 'derived' ? from.value : convertConstant(from.value, type);
}

function lengthened(type: Type, value: ConstantValue, from: Value): Type {
  return type.base === 'character' && typeof value === 'string'
    ? { ...type, length: knownLength(value.length, from.e.span) }
    : type;
}
