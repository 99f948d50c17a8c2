/** `data`: values put into variables before the program runs. */
import * as errors from '../errors.ts';
import type { ConstantValue, Expr, Subscript, Type, Variable } from '../program.ts';
import type * as tree from '../tree.ts';
import { assignable } from './constant-values.ts';
import type { Env } from './context.ts';
import { convertConstant } from './fold.ts';
import { bozAs } from './literals.ts';
import { int8, knownLength } from './make.ts';
import { newScope, readyEntry } from './scope.ts';
import { constantInteger } from './type-specs.ts';
import { constantExtents, integerOf } from './types.ts';

/** One scalar to be set. */
type Slot = { readonly variable: Variable; readonly index: number; readonly e: Expr };
type Value = { readonly value: ConstantValue; readonly type: Type; readonly boz: boolean; readonly e: tree.Expression };

export function takeData(env: Env, d: tree.Data): void {
  for (const set of d.sets) {
    const slots: Slot[] = [];
    let good = true;
    for (const object of set.objects) good = slotsOf(env, object, slots) && good;
    const values = valuesOf(env, set.values);
    if (!good || !values) continue;
    if (values.length !== slots.length) env.file.report(errors.dataCount(set.span, slots.length, values.length));
    else for (const [i, slot] of slots.entries()) put(env, slot, values[i]!);
  }
}

function valuesOf(env: Env, list: readonly tree.DataValue[]): Value[] | undefined {
  const values: Value[] = [];
  for (const v of list) {
    const count = v.repeat ? constantInteger(env, v.repeat, 'a repeat count') : 1n;
    const value = env.file.expression({ ...env, specification: true }, v.value);
    if (count === undefined || !value) return undefined;
    const parts =
      value.kind === 'constant' ? [value.value] : value.kind === 'constant-array' ? value.values : undefined;
    if (!parts) return void env.file.report(errors.notConstant(v.value.span, 'a data value'));
    for (let i = 0n; i < count; i++)
      for (const part of parts) values.push({ value: part, type: value.type, boz: v.value.kind === 'boz', e: v.value });
  }
  return values;
}

function slotsOf(env: Env, item: tree.Item, slots: Slot[]): boolean {
  if (item.kind === 'implied-do') return loopSlots(env, item, slots);
  const e = env.file.expression(env, item);
  if (!e) return false;
  if (e.kind === 'variable') return wholeSlots(env, e, slots);
  if (e.kind === 'element' && e.base.kind === 'variable') return elementSlots(env, e, e.base.variable, slots);
  env.file.report(errors.notSupported('this object in a data statement', item.span));
  return false;
}

function wholeSlots(env: Env, e: Extract<Expr, { kind: 'variable' }>, slots: Slot[]): boolean {
  const { variable } = e;
  if (!variable.shape) {
    slots.push({ variable, index: 0, e });
    return true;
  }
  const count = countOf(env, variable, e);
  for (let index = 0; index < (count ?? 0); index++) slots.push({ variable, index, e });
  return count !== undefined;
}

function countOf(env: Env, v: Variable, e: Expr): number | undefined {
  let count = 1;
  const extents = constantExtents(v.shape);
  if (!extents) return void env.file.report(errors.dataShape(v.name, e.span));
  for (const n of extents) {
    if (n === undefined) return void env.file.report(errors.dataShape(v.name, e.span));
    count *= n;
  }
  return count;
}

/** An element, or all of a section, in element order. */
function elementSlots(env: Env, e: Extract<Expr, { kind: 'element' }>, v: Variable, slots: Slot[]): boolean {
  if (v.shape?.kind !== 'explicit' || countOf(env, v, e) === undefined) return false;
  let indices = [0];
  let stride = 1;
  for (const [i, s] of e.subscripts.entries()) {
    const low = integerOf(v.shape.bounds[i]?.lower) ?? 1n;
    const high = integerOf(v.shape.bounds[i]?.upper) ?? 0n;
    const places = placesOf(s, low, high);
    if (!places) {
      env.file.report(errors.notConstant(e.span, 'a subscript in a data statement'));
      return false;
    }
    const step = stride;
    indices = places.flatMap((p) => indices.map((at) => at + Number(p - low) * step));
    stride *= Number(high - low + 1n);
  }
  for (const index of indices) slots.push({ variable: v, index, e });
  return true;
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

function loopSlots(env: Env, d: tree.ImpliedDo, slots: Slot[]): boolean {
  const from = constantInteger(env, d.from, 'a loop bound');
  const to = constantInteger(env, d.to, 'a loop bound');
  const step = d.step ? constantInteger(env, d.step, 'a loop step') : 1n;
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
  const { variable } = slot;
  const { type } = variable;
  const value = valueFor(type, from);
  if (value === undefined) {
    env.file.report(errors.dataType(variable, from.type, from.e.span));
    return;
  }
  variable.storage = 'static';
  const span = from.e.span;
  if (!variable.shape) {
    variable.initial = {
      kind: 'value',
      value: { kind: 'constant', value, type: lengthened(type, value, from), rank: 0, span },
    };
    return;
  }
  const known = arrays.get(variable);
  const values = known ?? fresh(variable);
  values[slot.index] = value;
  if (known) return;
  arrays.set(variable, values);
  const extents = (constantExtents(variable.shape) ?? []).map(Number);
  variable.initial = {
    kind: 'value',
    value: { kind: 'constant-array', extents, values, type, rank: extents.length, span },
  };
}

const arrays = new WeakMap<Variable, ConstantValue[]>();

/** Elements without a value are zero. */
function fresh(v: Variable): ConstantValue[] {
  const count = (constantExtents(v.shape) ?? []).reduce<number>((a, b) => a * (b ?? 0), 1);
  const before = v.initial?.kind === 'value' && v.initial.value.kind === 'constant-array' ? v.initial.value.values : [];
  return Array.from({ length: count }, (_, i) => before[i] ?? zero(v.type));
}

function zero(t: Type): ConstantValue {
  switch (t.base) {
    case 'integer':
      return 0n;
    case 'logical':
      return false;
    case 'complex':
      return [0, 0];
    case 'character':
      return ' '.repeat(t.length.kind === 'known' ? Number(integerOf(t.length.value) ?? 0n) : 0);
    default:
      return 0;
  }
}

function valueFor(type: Type, from: Value): ConstantValue | undefined {
  if (from.boz && typeof from.value === 'bigint') return bozAs(from.value, type);
  if (!assignable(type, from.type)) return undefined;
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
