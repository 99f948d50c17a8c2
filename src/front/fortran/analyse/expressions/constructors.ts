/** Structure constructors and array constructors. */
import { workGoesOn } from '../../../../base/long-work.ts';
import type { Span } from '../../../../base/source.ts';
import * as controlErrors from '../../errors/control.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import * as typeErrors from '../../errors/derived-types.ts';
import * as expressionErrors from '../../errors/expressions.ts';
import * as pointerErrors from '../../errors/pointers.ts';
import * as subscriptErrors from '../../errors/subscripts.ts';
import { plainAttributes } from '../../plain-attributes.ts';
import type { Component, ConstantValue, ConstructorItem, DerivedType, Expr, Type, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import { givesProcedure, procedureVariable } from '../calls/arguments.ts';
import { procedureNamed } from '../calls/procedure-names.ts';
import type { Env } from '../context.ts';
import { isIncomplete } from '../declarations/incomplete.ts';
import { typeOf } from '../declarations/type-specs.ts';
import { assignable, isTooLong } from '../fold/constant-values.ts';
import { extentsOf } from '../fold/expr-extents.ts';
import { convert, isConstant, type Trouble, toInteger8 } from '../fold/fold.ts';
import { callsAlike, interfaceDifference, isTarget } from '../rules/pointers.ts';
import { lookup, meaningOf, newScope, readyEntry } from '../scope.ts';
import { nearest } from '../suggest.ts';
import {
  allComponents,
  constantExtents,
  constantLength,
  integer8,
  integerOf,
  isNumeric,
  rankOf,
  sameType,
} from '../types.ts';
import { isExpression } from '../walk-tree.ts';
import { parentComponent, parentName, seesPrivate } from './designators.ts';
import { isElementwise } from './elementwise.ts';
import { int8, knownLength, lengthOf } from './make.ts';
import { commonType } from './operators.ts';

// ---- structures -------------------------------------------------------------------------------------------------

/** `lengths`: the values of length parameters that the type keeps in its objects, where they are not among the arguments. */
export function structure(
  env: Env,
  type: DerivedType,
  args: readonly tree.Argument[],
  span: Span,
  lengths?: ReadonlyMap<string, Expr>,
): Expr | undefined {
  if (type.abstract) return void env.file.report(typeErrors.abstractType(type.name, span));
  if (isIncomplete(type)) return undefined;
  const components = allComponents(type);
  const values = components.map((c) => (c.parameter ? lengthOfParameter(lengths, c) : undefined));
  const places = components.flatMap((c, i) => (lengths && c.parameter ? [] : [i]));
  const parent = parentValue(env, type, args);
  if (parent === 'bad') return undefined;
  const inherited = parent ? allComponents(parent.type).length : 0;
  let good = true;
  for (const [i, a] of args.entries()) {
    if (a === parent?.argument) continue;
    const index = a.keyword
      ? places.findIndex((k) => components[k]?.name === a.keyword?.text)
      : i + placesBefore(parent, i, lengths !== undefined);
    const place = places[index] ?? -1;
    const component = components[place];
    if (!a.keyword && args.slice(0, i).some((before) => before.keyword))
      return void env.file.report(typeErrors.positionAfterKeyword(a.value.span));
    if (!component && !a.keyword)
      return void env.file.report(typeErrors.tooManyComponents(type, places.length, args.length, span));
    if (!component && a.keyword) reportUnknown(env, type, a.keyword);
    if (component && (place < inherited || values[place]))
      env.file.report(typeErrors.componentTwice(component, a.value.span));
    if (component?.private && !seesPrivate(env, type, component))
      return void env.file.report(typeErrors.privateComponentGiven(type, component, a.value.span));
    const value = component && componentValue(env, component, a.value);
    if (!value) good = false;
    else values[place] = value;
  }
  const missing = components.find((c, i) => i >= inherited && !values[i] && !hasDefault(c) && !type.library);
  if (missing) return void (good && env.file.report(typeErrors.missingComponent(type, missing, span)));
  if (!good) return undefined;
  const whole: Type = { base: 'derived', type, polymorphic: false };
  const made = { kind: 'structure' as const, type: whole, rank: 0, span };
  if (!parent) return { ...made, values };
  const { component, value } = parent;
  return value.kind === 'structure' && !value.parent
    ? { ...made, values: [...value.values, ...values.slice(inherited)] }
    : { ...made, values, parent: { component, value } };
}

type ParentValue = {
  readonly argument: tree.Argument;
  readonly component: Component;
  readonly type: DerivedType;
  readonly value: Expr;
};

/** The argument that stands for all that is inherited: named by the parent type, or the first one where it has that type. */
function parentValue(env: Env, type: DerivedType, args: readonly tree.Argument[]): ParentValue | 'bad' | undefined {
  const ancestors = new Map<string, DerivedType>();
  for (let t = type; t.extends; t = t.extends) ancestors.set(parentName(t), t.extends);
  const known = allComponents(type);
  for (const [i, argument] of args.entries()) {
    const { keyword } = argument;
    if (keyword ? !ancestors.has(keyword.text) || known.some((c) => c.name === keyword.text) : i > 0) continue;
    if (ancestors.size === 0 || !isExpression(argument.value)) continue;
    const value = env.file.expression(env, argument.value);
    if (!value) return 'bad';
    const of = value.type.base === 'derived' ? value.type.type : undefined;
    const named = [...ancestors].find(([name, t]) => (keyword ? name === keyword.text : t === of));
    const ancestor = named?.[1];
    const component = named && parentComponent(type, named[0]);
    if (!ancestor || !component) continue;
    if (of === ancestor && value.rank === 0) return { argument, component, type: ancestor, value };
    env.file.report(
      of === ancestor ? typeErrors.componentRank(component, 0, value) : typeErrors.componentType(component, value),
    );
    return 'bad';
  }
  return undefined;
}

/** How many components an argument of the whole parent stands for beyond one, for the arguments after it. */
function placesBefore(parent: ParentValue | undefined, place: number, parameters: boolean): number {
  if (!parent || parent.argument.keyword || place === 0) return 0;
  return allComponents(parent.type).filter((c) => !parameters || !c.parameter).length - 1;
}

function lengthOfParameter(lengths: ReadonlyMap<string, Expr> | undefined, c: Component): Expr | undefined {
  const value = lengths?.get(c.name);
  return value && convert(value, c.type);
}

function reportUnknown(env: Env, type: DerivedType, keyword: tree.Name): void {
  const names = allComponents(type).map((c) => c.name);
  env.file.report(typeErrors.unknownComponent(type, keyword, nearest(keyword.text, names)));
}

/** A value, or a derived type all of whose components have one. */
function hasDefault(c: Component): boolean {
  if (c.initial || c.attributes.allocatable) return true;
  return c.type.base === 'derived' && !c.attributes.pointer && allComponents(c.type.type).every(hasDefault);
}

function componentValue(env: Env, c: Component, v: tree.ArgumentValue): Expr | undefined {
  if (!isExpression(v)) return void env.file.report(subscriptErrors.sectionAsArgument(v.span));
  const value = (v.kind === 'name' && c.procedure && procedureNamed(env, v)) || env.file.expression(env, v);
  if (!value) return undefined;
  if (value.kind === 'null')
    return c.attributes.pointer || c.attributes.allocatable || c.procedure
      ? value
      : void env.file.report(typeErrors.nullForValue(c, value.span));
  if (c.procedure) return procedureValue(env, c, value);
  const rank = rankOf(c.shape);
  const wrong =
    !assignable(c.type, value.type) && c.type.base !== 'any' && !(c.type.base === 'derived' && c.type.polymorphic);
  if (wrong) return void env.file.report(typeErrors.componentType(c, value));
  const spread = value.rank === 0 && !c.attributes.pointer;
  if (value.rank !== rank && !spread) return void env.file.report(typeErrors.componentRank(c, rank, value));
  const extents = c.shape?.kind === 'explicit' && value.rank > 0 ? constantExtents(c.shape) : undefined;
  const given = extents && extentsOf(value);
  if (given && extents.some((n, i) => n !== undefined && n !== given[i]))
    return void env.file.report(typeErrors.componentExtents(c, extents, given, value));
  if (!c.attributes.pointer) return convert(value, c.type);
  if (!isTarget(value)) return void env.file.report(pointerErrors.notATarget(value));
  const lengths = [constantLength(c.type), constantLength(value.type)];
  const differ = lengths[0] !== undefined && lengths[1] !== undefined && lengths[0] !== lengths[1];
  return differ ? void env.file.report(typeErrors.componentType(c, value)) : value;
}

function procedureValue(env: Env, c: Component, value: Expr): Expr | undefined {
  const given = value.kind === 'procedure' ? value.procedure.signature : procedureVariable(value);
  if (!given && !givesProcedure(value)) return void env.file.report(typeErrors.componentNotProcedure(c, value));
  const why = c.procedure && given && interfaceDifference(c.procedure, given);
  if (!c.procedure || !given || !why) return value;
  const severity = callsAlike(c.procedure, given) ? 'warning' : 'error';
  env.file.report(pointerErrors.procedureInterface(`\`${c.name}\``, why, value.span, severity));
  return severity === 'warning' ? value : undefined;
}

// ---- arrays -----------------------------------------------------------------------------------------------------

export function arrayConstructor(env: Env, e: tree.ArrayConstructor): Expr | undefined {
  const written = e.type && typeOf(env, e.type);
  if (e.type && !written) return undefined;
  if (written?.base === 'character' && (written.length.kind === 'assumed' || written.length.kind === 'deferred'))
    return void env.file.report(expressionErrors.constructorLength(e.span));
  const items = itemsOf(env, e.items);
  if (!items) return undefined;
  const type = written ?? typeOfItems(env, items, e.span);
  if (!type) return undefined;
  const converted = convertItems(env, items, type);
  if (!converted) return undefined;
  const folded = foldItems(converted, type);
  if (folded)
    return {
      kind: 'constant-array',
      extents: [folded.length],
      values: folded,
      type: lengthened(type, folded, e.span),
      rank: 1,
      span: e.span,
    };
  return { kind: 'array-constructor', items: converted, type: declaredType(type), rank: 1, span: e.span };
}

/** Constructors are not polymorphic. */
function declaredType(type: Type): Type {
  return type.base === 'derived' ? { ...type, polymorphic: false } : type;
}

function itemsOf(env: Env, items: readonly tree.Item[]): ConstructorItem[] | undefined {
  const done: ConstructorItem[] = [];
  let good = true;
  for (const item of items) {
    const made = item.kind === 'implied-do' ? loopItems(env, item) : valueItem(env, item);
    if (!made) good = false;
    else for (const m of made) done.push(m);
  }
  return good ? done : undefined;
}

function valueItem(env: Env, e: tree.Expression): ConstructorItem[] | undefined {
  const value = env.file.expression(env, e);
  return value && [{ kind: 'value', value }];
}

/** Of a constant: more are not worked out at compile time. */
const mostTurns = 1n << 24n;

/** With constant bounds where a constant is wanted, the items of each iteration; else a loop. */
function loopItems(env: Env, d: tree.ImpliedDo): ConstructorItem[] | undefined {
  const outer = d.type ? undefined : lookup(env, d.variable.text);
  if (outer && meaningOf(outer)?.kind === 'constant')
    return void env.file.report(controlErrors.constantCounts(d.variable));
  const from = loopBound(env, d.from);
  const to = loopBound(env, d.to);
  const step = d.step ? loopBound(env, d.step) : int8(1, d.span);
  if (!from || !to || !step) return undefined;
  const [a, b, c] = [integerOf(from), integerOf(to), integerOf(step)];
  if (c === 0n) return void env.file.report(subscriptErrors.zeroStep(step.span));
  if (env.specification && a !== undefined && b !== undefined && c !== undefined) {
    const iterations = (b - a) / c + 1n;
    if (iterations <= mostTurns) return unrolled(env, d, a, b, c);
    return void env.file.report(declarationErrors.tooManyConstants(iterations, mostTurns, d.span));
  }
  const { inner, index } = indexScope(env, d.variable, d.type);
  const items = itemsOf(inner, d.items);
  return (
    items && [
      {
        kind: 'loop',
        index,
        from: convert(from, index.type),
        to: convert(to, index.type),
        step: convert(step, index.type),
        items,
      },
    ]
  );
}

/** A real bound is cut to an integer (an extension). */
export function loopBound(env: Env, e: tree.Expression): Expr | undefined {
  const value = env.file.expression(env, e);
  if (!value) return undefined;
  if (value.rank === 0 && (value.type.base === 'integer' || value.type.base === 'real')) return toInteger8(value);
  return void env.file.report(controlErrors.loopBoundType(value));
}

function unrolled(env: Env, d: tree.ImpliedDo, from: bigint, to: bigint, step: bigint): ConstructorItem[] | undefined {
  const range: Range = { type: indexType(env, d.variable, d.type), from, to, step };
  return allAtOnce(env, d, range) ?? oneByOne(env, d, range);
}

/** Values of an index of that type. */
type Range = { readonly type: Type; readonly from: bigint; readonly to: bigint; readonly step: bigint };

/** Turns that are worth an array. */
const fewAtOnce = 8;
/** Of the array of values that stands for the index. */
const mostAtOnce = 1n << 16n;

/** Numbers that are computed from the index alone, the items analysed once for all of its values; undefined where they are something else, or something is to be said of them. */
function allAtOnce(env: Env, d: tree.ImpliedDo, { type, from, to, step }: Range): ConstructorItem[] | undefined {
  const iterations = (to - from) / step + 1n;
  const { text, span } = d.variable;
  if (iterations < fewAtOnce) return undefined;
  let isTold = false;
  const report = (): void => {
    isTold = true;
  };
  const scope = newScope({ kind: 'block', parent: env.scope, prefix: env.scope.prefix });
  const inner: Env = { ...env, scope, file: { ...env.file, report } };
  const bind = (value: Expr): void => {
    scope.names.set(text, readyEntry(inner, text, span, { kind: 'value', value }));
  };
  bind(convert(int8(from, span), type));
  if (!d.items.every((e) => e.kind !== 'implied-do' && isElementwise(inner, e, text))) return undefined;
  const all: ConstructorItem[] = [];
  for (let first = 0n; first < iterations; first += mostAtOnce) {
    workGoesOn();
    const count = Number(iterations - first < mostAtOnce ? iterations - first : mostAtOnce);
    bind(convert(counted(from + first * step, step, count, span), type));
    const made = itemsOf(inner, d.items);
    const item = made && !isTold ? interleaved(made, count) : undefined;
    if (!item) return undefined;
    all.push({ kind: 'value', value: item });
  }
  return all;
}

/** `count` values of the index. */
function counted(from: bigint, step: bigint, count: number, span: Span): Expr {
  const values = Array.from({ length: count }, (_, i) => from + BigInt(i) * step);
  return { kind: 'constant-array', extents: [count], values, type: integer8, rank: 1, span };
}

/** What each iteration gives, one after another: lists of one value for each iteration, and what is the same in all of them; undefined where they are not numbers of one type. */
function interleaved(items: readonly ConstructorItem[], count: number): Expr | undefined {
  const first = items[0]?.kind === 'value' ? items[0].value : undefined;
  if (!first || !(isNumeric(first.type) || first.type.base === 'logical')) return undefined;
  const columns: (readonly ConstantValue[])[] = [];
  for (const item of items) {
    if (item.kind === 'loop' || !isConstant(item.value) || !sameType(item.value.type, first.type)) return undefined;
    const { value } = item;
    if (value.kind === 'constant-array' && (value.rank !== 1 || value.values.length !== count)) return undefined;
    columns.push(value.kind === 'constant' ? new Array<ConstantValue>(count).fill(value.value) : value.values);
  }
  const [only] = columns;
  const values =
    columns.length === 1 && only ? only : Array.from({ length: count }, (_, i) => columns.map((c) => c[i]!)).flat();
  return { kind: 'constant-array', extents: [values.length], values, type: first.type, rank: 1, span: first.span };
}

function oneByOne(env: Env, d: tree.ImpliedDo, { type, from, to, step }: Range): ConstructorItem[] | undefined {
  const items: ConstructorItem[] = [];
  let recent: ConstructorItem[] = [];
  const scope = newScope({ kind: 'block', parent: env.scope, prefix: env.scope.prefix });
  const inner: Env = { ...env, scope };
  for (let i = from; step > 0n ? i <= to : i >= to; i += step) {
    const value = convert(int8(i, d.variable.span), type);
    scope.names.set(d.variable.text, readyEntry(inner, d.variable.text, d.variable.span, { kind: 'value', value }));
    const made = itemsOf(inner, d.items);
    if (!made) return undefined;
    for (const m of made) recent.push(m);
    if (recent.length < together) continue;
    workGoesOn();
    for (const m of joined(recent)) items.push(m);
    recent = [];
  }
  for (const m of joined(recent)) items.push(m);
  return items;
}

/** Numbers of one type as one array: of millions, each would need an expression of its own. */
const together = 1024;

function joined(items: readonly ConstructorItem[]): readonly ConstructorItem[] {
  const first = items[0]?.kind === 'value' ? items[0].value : undefined;
  if (!first || items.length < together || !(isNumeric(first.type) || first.type.base === 'logical')) return items;
  const values: ConstantValue[] = [];
  for (const item of items) {
    if (item.kind === 'loop' || !isConstant(item.value) || !sameType(item.value.type, first.type)) return items;
    if (item.value.kind === 'constant') values.push(item.value.value);
    else for (const v of item.value.values) values.push(v);
  }
  const { type, span } = first;
  return [{ kind: 'value', value: { kind: 'constant-array', extents: [values.length], values, type, rank: 1, span } }];
}

function indexType(env: Env, name: tree.Name, spec: tree.TypeSpec | undefined): Type {
  const written = spec && typeOf(env, spec);
  if (written) return written;
  const outer = lookup(env, name.text);
  const meaning = outer && meaningOf(outer);
  if (meaning?.kind === 'variable' && meaning.type.base === 'integer') return meaning.type;
  return { base: 'integer', kind: env.file.options.defaultInteger };
}

/** A scope with a loop index of its own. */
export function indexScope(
  env: Env,
  name: tree.Name,
  spec: tree.TypeSpec | undefined,
): { inner: Env; index: Variable } {
  const scope = newScope({ kind: 'block', parent: env.scope, prefix: env.scope.prefix });
  const inner: Env = { ...env, scope };
  const index: Variable = {
    kind: 'variable',
    name: name.text,
    span: name.span,
    type: indexType(env, name, spec),
    shape: undefined,
    attributes: plainAttributes,
    storage: 'index',
    linkName: `${env.scope.prefix}.${name.text}`,
    imported: false,
    initial: undefined,
    overlay: undefined,
    pointee: undefined,
    associated: undefined,
    owner: env.scope.owner,
    ignoreTkr: undefined,
    procedure: undefined,
    bindName: undefined,
  };
  scope.names.set(name.text, readyEntry(inner, name.text, name.span, index));
  return { inner, index };
}

function* valuesIn(items: readonly ConstructorItem[]): Iterable<Expr> {
  for (const item of items) {
    if (item.kind === 'value') yield item.value;
    else yield* valuesIn(item.items);
  }
}

function typeOfItems(env: Env, items: readonly ConstructorItem[], span: Span): Type | undefined {
  let type: Type | undefined;
  for (const value of valuesIn(items)) {
    if (!type) type = value.type;
    else if (isNumeric(type) && isNumeric(value.type)) type = commonType(type, value.type);
    else if (type.base === 'character' && value.type.base === 'character') type = longer(type, value, span);
    else if (!sameType(type, value.type)) return void env.file.report(expressionErrors.mixedConstructor(type, value));
  }
  if (!type) env.file.report(expressionErrors.emptyConstructor(span));
  if (type?.base === 'character') tellLengths(env, items);
  return type;
}

/** Here all become as long as the longest; other compilers refuse this, or cut. */
function tellLengths(env: Env, items: readonly ConstructorItem[]): void {
  let first: bigint | undefined;
  for (const value of valuesIn(items)) {
    const length = integerOf(lengthOf(value));
    first ??= length;
    if (length === undefined || length === first || first === undefined) continue;
    env.file.report(expressionErrors.constructorLengths(first, length, value));
    return;
  }
}

function longer(type: Extract<Type, { base: 'character' }>, value: Expr, span: Span): Type {
  const a = constantLength(type);
  const b = integerOf(lengthOf(value));
  return a !== undefined && b !== undefined && b > a ? { ...type, length: knownLength(b, span) } : type;
}

function convertItems(env: Env, items: readonly ConstructorItem[], type: Type): ConstructorItem[] | undefined {
  const done: ConstructorItem[] = [];
  for (const item of items) {
    if (item.kind === 'loop') {
      const inside = convertItems(env, item.items, type);
      if (!inside) return undefined;
      done.push({ ...item, items: inside });
      continue;
    }
    if (!assignable(type, item.value.type))
      return void env.file.report(expressionErrors.mixedConstructor(type, item.value));
    const { span } = item.value;
    const report = (t: Trouble): void => env.file.report(expressionErrors.trouble(t, span));
    done.push({ kind: 'value', value: convert(item.value, type, report) });
  }
  return done;
}

function foldItems(items: readonly ConstructorItem[], type: Type): ConstantValue[] | undefined {
  const values: ConstantValue[] = [];
  const known = constantLength(type);
  // Constants of a length that is known at run time are no constant array.
  if (type.base === 'character' && type.length.kind === 'known' && known === undefined) return undefined;
  if (isTooLong(type)) return undefined;
  const length = Math.max(0, Number(known ?? 0n));
  const fit = (v: ConstantValue) =>
    typeof v === 'string' && known !== undefined ? v.padEnd(length).slice(0, length) : v;
  for (const item of items) {
    if (item.kind === 'loop' || !isConstant(item.value)) return undefined;
    if (item.value.kind === 'constant') values.push(fit(item.value.value));
    else for (const v of item.value.values) values.push(fit(v));
  }
  return values;
}

function lengthened(type: Type, values: readonly ConstantValue[], span: Span): Type {
  const first = values[0];
  return type.base === 'character' && typeof first === 'string'
    ? { ...type, length: knownLength(first.length, span) }
    : type;
}
