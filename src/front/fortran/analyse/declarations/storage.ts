/** Common blocks and equivalences: which bytes each variable has. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Span } from '../../../../base/source.ts';
import { placesOf } from '../../component-places.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import { notSupported } from '../../errors/message.ts';
import * as nameErrors from '../../errors/names.ts';
import type { Component, Type, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { meaningOf } from '../scope.ts';
import { allComponents, constantExtents, constantLength, integerOf, rankOf } from '../types.ts';
import { isExpression } from '../walk-tree.ts';
import { rootName } from './declare.ts';
import { constantInteger } from './type-specs.ts';

/** Where a set of variables that overlap lies: offsets from one of them. */
type Group = { readonly offsets: Map<Variable, number> };

export function shareStorage(env: Env): void {
  const groups = new Map<Variable, Group>();
  for (const d of env.scope.equivalences) for (const set of d.sets) join(env, groups, set);
  for (const [name, parts] of env.scope.commons) layOutCommon(env, groups, name, parts);
  for (const group of new Set(groups.values())) placeAlone(env, group);
}

function layOutCommon(
  env: Env,
  groups: Map<Variable, Group>,
  name: string,
  parts: readonly { name: tree.Name }[],
): void {
  const blockName = symbolOfBlock(env, name);
  let offset = 0;
  for (const part of parts) {
    const v = variableNamed(env, part.name);
    if (!v) continue;
    const size = sizeOf(v);
    if (size === undefined) {
      env.file.report(declarationErrors.commonSize(part.name));
      continue;
    }
    offset = Math.ceil(offset / size.align) * size.align;
    place(env, groups, v, blockName, offset, part.name.span);
    offset += size.bytes;
  }
}

/** As C knows it: by its own name, or with the underscore that Fortran compilers append. */
function symbolOfBlock(env: Env, name: string): string {
  if (name === '') return '_BLNK_';
  const bound = env.scope.boundBlocks.get(name);
  if (!bound) return `${name}_`;
  const given = bound.name && env.file.expression({ ...env, specification: true }, bound.name);
  const own = given?.kind === 'constant' && typeof given.value === 'string' ? given.value.trim() : name;
  return own === '' ? `${name}_` : own;
}

/** Of a group with a member in a common block: all of them lie there. `at`: where the block names that member. */
function place(env: Env, groups: Map<Variable, Group>, v: Variable, name: string, offset: number, at: Span): void {
  const group = groups.get(v);
  const own = group?.offsets.get(v) ?? 0;
  const problem = group && placeProblem(v, group, name, offset, at);
  if (problem) return void env.file.report(problem);
  for (const [member, from] of group?.offsets ?? [[v, 0] as const]) {
    member.overlay = { name, offset: offset + from - own, common: true };
    member.storage = 'static';
    env.file.variables.push(member);
  }
}

/** What another member in a common block says against this place, and blocks that would begin earlier. */
function placeProblem(v: Variable, group: Group, name: string, offset: number, at: Span): Diagnostic | undefined {
  const before = v.overlay;
  if (before && before.name !== name) return declarationErrors.blocksJoined(v, before.name, name, at);
  if (before && before.offset !== offset) return declarationErrors.otherPlace(v, at);
  const own = group.offsets.get(v) ?? 0;
  const early = [...group.offsets].find(([, from]) => offset + from - own < 0)?.[0];
  return early && declarationErrors.beforeBlock(early, name, at);
}

function placeAlone(_env: Env, group: Group): void {
  const members = [...group.offsets];
  if (members.some(([v]) => v.overlay)) return;
  const first = members[0];
  if (!first) return;
  const low = Math.min(...members.map(([, offset]) => offset));
  const name = `${first[0].linkName}.set`;
  const fixed = members.some(([v]) => v.storage === 'static');
  for (const [v, offset] of members) {
    v.overlay = { name, offset: offset - low, common: false };
    if (fixed) v.storage = 'static';
  }
}

function join(env: Env, groups: Map<Variable, Group>, set: readonly tree.Expression[]): void {
  let base: { group: Group; offset: number } | undefined;
  for (const e of set) {
    const found = locate(env, e);
    if (!found) continue;
    const { variable, offset } = found;
    const group = groups.get(variable) ?? { offsets: new Map([[variable, 0]]) };
    groups.set(variable, group);
    const here = (group.offsets.get(variable) ?? 0) + offset;
    if (!base) base = { group, offset: here };
    else if (base.group !== group) {
      const shift = base.offset - here;
      for (const [v, at] of group.offsets) {
        base.group.offsets.set(v, at + shift);
        groups.set(v, base.group);
      }
    } else if (base.offset !== here) env.file.report(declarationErrors.equivalenceConflict(e.span));
  }
}

function locate(env: Env, e: tree.Expression): { variable: Variable; offset: number } | undefined {
  const name = rootName(e);
  const variable = name && variableNamed(env, name);
  const size = variable && sizeOf(variable);
  if (!variable || !size) return void (name && variable && env.file.report(declarationErrors.commonSize(name)));
  const part = substringOf(e, variable);
  if (!part) return locateElement(env, e, variable, size);
  const { from } = part.section;
  const first = from ? integerOf(env.file.expression(env, from)) : 1n;
  if (first === undefined)
    return void env.file.report(declarationErrors.notConstantInteger('a bound in an equivalence', e.span));
  const place = locateElement(env, part.whole, variable, size);
  return place && { variable, offset: place.offset + Number(first) - 1 };
}

/** `text(2:3)` and `texts(1)(2:3)`. */
function substringOf(e: tree.Expression, variable: Variable) {
  if (e.kind !== 'call-or-index' || variable.type.base !== 'character' || e.arguments.length !== 1) return undefined;
  const section = e.arguments[0]?.value;
  if (section?.kind !== 'section' || (e.base.kind === 'name') !== (variable.shape === undefined)) return undefined;
  return { section, whole: e.base };
}

function locateElement(
  env: Env,
  e: tree.Expression,
  variable: Variable,
  size: Size,
): { variable: Variable; offset: number } | undefined {
  if (e.kind === 'name') return { variable, offset: 0 };
  if (e.kind !== 'call-or-index') return void env.file.report(notSupported('this object in an equivalence', e.span));
  const section = e.arguments[0]?.value;
  if (section?.kind === 'section') {
    const first = section.from ? constantInteger(env, section.from, 'a substring in an equivalence') : 1n;
    const whole = locate(env, e.base);
    return whole && first !== undefined ? { variable, offset: whole.offset + Number(first) - 1 } : undefined;
  }
  if (e.base.kind !== 'name' || variable.shape?.kind !== 'explicit')
    return void env.file.report(notSupported('this object in an equivalence', e.span));
  return elementOf(env, e, variable, variable.shape, size);
}

function elementOf(
  env: Env,
  e: tree.CallOrIndex,
  variable: Variable,
  shape: Extract<Variable['shape'], { kind: 'explicit' }>,
  size: Size,
): { variable: Variable; offset: number } | undefined {
  const extents = constantExtents(shape) ?? [];
  let index = 0;
  let stride = 1;
  for (const [i, a] of e.arguments.entries()) {
    const value = isExpression(a.value) ? env.file.expression(env, a.value) : undefined;
    const at = integerOf(value);
    const low = integerOf(shape.bounds[i]?.lower);
    if (at === undefined || low === undefined)
      return void env.file.report(declarationErrors.notConstantInteger('a subscript in an equivalence', a.span));
    index += Number(at - low) * stride;
    stride *= extents[i] ?? 1;
  }
  const count = extents.reduce<number>((a, b) => a * (b ?? 1), 1);
  return { variable, offset: index * (size.bytes / Math.max(count, 1)) };
}

function variableNamed(env: Env, name: tree.Name): Variable | undefined {
  const entry = env.scope.names.get(name.text);
  const meaning = entry && meaningOf(entry);
  if (meaning?.kind === 'variable') return meaning;
  if (meaning && meaning.kind !== 'error') env.file.report(nameErrors.notAVariable(name));
  return undefined;
}

type Size = { readonly bytes: number; readonly align: number };

function sizeOf(v: Variable): Size | undefined {
  const one = sizeOfType(v.type);
  if (!one) return undefined;
  if (v.attributes.pointer || v.attributes.allocatable) {
    const rank = rankOf(v.shape);
    return { bytes: rank > 0 ? 32 + rank * 24 : 8, align: 8 };
  }
  if (!v.shape) return one;
  const extents = constantExtents(v.shape);
  if (!extents) return undefined;
  let count = 1;
  for (const e of extents) {
    if (e === undefined) return undefined;
    count *= e;
  }
  return { bytes: one.bytes * count, align: one.align };
}

function sizeOfType(t: Type): Size | undefined {
  switch (t.base) {
    case 'integer':
    case 'logical':
    case 'real':
      return { bytes: t.kind, align: t.kind };
    case 'complex':
      return { bytes: 2 * t.kind, align: t.kind };
    case 'character': {
      const length = constantLength(t);
      return length === undefined ? undefined : { bytes: Number(length) * t.kind, align: t.kind };
    }
    case 'derived':
      return sizeOfDerived(t.type);
    default:
      return undefined;
  }
}

function sizeOfDerived(type: Extract<Type, { base: 'derived' }>['type']): Size | undefined {
  let bytes = 0;
  let align = 1;
  for (const group of placesOf(allComponents(type))) {
    const sizes = group.map(sizeOfComponent);
    const known = sizes.filter((s) => s !== undefined);
    if (known.length < sizes.length) return undefined;
    const most = Math.max(...known.map((s) => s.align));
    bytes = Math.ceil(bytes / most) * most + Math.max(...known.map((s) => s.bytes));
    align = Math.max(align, most);
  }
  return { bytes: Math.ceil(bytes / align) * align, align };
}

function sizeOfComponent(c: Component): Size | undefined {
  const one = sizeOfType(c.type);
  if (!one || c.attributes.pointer || c.attributes.allocatable) return undefined;
  const count = (constantExtents(c.shape) ?? []).reduce<number>((a, b) => a * (b ?? 0), 1);
  return { bytes: one.bytes * count, align: one.align };
}
