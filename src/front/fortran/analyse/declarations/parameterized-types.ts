/**
 * Derived types with parameters: a definition is a template, of which every list of values makes a type of its own.
 * Kind and length parameters are treated alike: both must be constant where the type is named.
 */
import type { Span } from '../../../../base/source.ts';
import * as typeErrors from '../../errors/derived-types.ts';
import { notSupported } from '../../errors/message.ts';
import { madeVariable } from '../../made-variable.ts';
import type { DerivedType, Expr, NamedConstant, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Entry, Env } from '../context.ts';
import { constant } from '../expressions/make.ts';
import { lookupType, newScope, readyEntry } from '../scope.ts';
import { integer4 } from '../types.ts';
import { instancesOf } from './type-instances.ts';
import { constantInteger, typeOf } from './type-specs.ts';
import { readDefinition, writtenDefinition } from './written-definition.ts';

type Template = {
  readonly entry: Entry;
  readonly parent: DerivedType | undefined;
  readonly definition: tree.TypeDefinition;
  readonly open: boolean;
};
type Parameter = { readonly name: tree.Name; readonly template: Template };

const templates = new WeakMap<DerivedType, Template>();

export function isTemplate(type: DerivedType): boolean {
  return type.template !== undefined;
}

export function markTemplate(
  type: DerivedType,
  entry: Entry,
  parent: DerivedType | undefined,
  definition: tree.TypeDefinition,
): void {
  const open = entry.env.file.openLengths;
  type.template = { definition: writtenDefinition(definition), open };
  templates.set(type, { entry, parent, definition, open });
}

/** Of a definition, also one out of a module file. */
function templateOf(env: Env, type: DerivedType): Template | undefined {
  const known = templates.get(type);
  if (known || !type.template) return known;
  const home = env.file.options.modules(type.id.split('::')[0] ?? '');
  const definition = readDefinition(type.template.definition);
  if (!home || !definition) return undefined;
  const inside = env.file.environment({ ...env, unit: undefined, constructs: undefined, kernelLoop: false }, home);
  const above = definition.extends && lookupType(inside, definition.extends.text)?.meaning;
  const parent = above?.kind === 'derived-type' ? above : undefined;
  const entry = readyEntry(inside, type.name, type.span, type);
  const made: Template = { entry, parent, definition, open: type.template.open };
  templates.set(type, made);
  return made;
}

/** A file may leave lengths open that the file of the definition does not. */
function templateSeenFrom(env: Env, type: DerivedType): Template | undefined {
  const t = templateOf(env, type);
  return t && env.file.openLengths && !t.open ? { ...t, open: true } : t;
}

/** Whether `t(…)` may leave the length parameters to their defaults. */
export function hasDefaultLengths(env: Env, template: DerivedType): boolean {
  const t = templateOf(env, template);
  return t === undefined || parametersOf(t).every((p) => !isLength(p) || defaultLength(t.entry.env, p) !== undefined);
}

/** `x%k` of a type with the parameter `k`. */
export function parameterValue(type: DerivedType, name: string, span: Span): Expr | undefined {
  const value = type.kinds?.get(name);
  return value && { ...value, span };
}

/** How a type is made of its definition once the parameters stand for values. */
export type Build = (env: Env, entry: Entry, definition: tree.TypeDefinition, type: DerivedType) => void;

/** The type for these arguments, as seen from `env`. */
export function instanceOf(
  env: Env,
  template: DerivedType,
  args: readonly tree.TypeArgument[],
  span: Span,
  build: Build,
): DerivedType | undefined {
  const found = templateSeenFrom(env, template);
  if (!found) return void env.file.report(typeErrors.noTypeParameters(template, span));
  const parameters = parametersOf(found);
  const given = new Map<string, bigint>();
  for (const [i, a] of args.entries()) {
    const name = a.keyword?.text ?? parameters[i]?.name.text;
    if (name === undefined || !parameters.some((p) => p.name.text === name))
      return void env.file.report(typeErrors.unknownTypeParameter(template, a.span));
    if (found.open && parameters.some((p) => p.name.text === name && isLength(p))) continue;
    if (a.value.kind === 'star' || a.value.kind === 'colon')
      return void env.file.report(notSupported('type parameters that are not constant', a.span));
    const value = env.file.expression({ ...env, specification: false }, a.value);
    if (!value) return undefined;
    if (value.kind !== 'constant' || typeof value.value !== 'bigint')
      return void env.file.report(notSupported('type parameters that are not constant', a.span));
    given.set(name, value.value);
  }
  return made(env, template, found, parameters, given, span, build);
}

/** Those of the parent come first. */
function parametersOf(t: Template): Parameter[] {
  const parent = t.parent && templateOf(t.entry.env, t.parent);
  return [...(parent ? parametersOf(parent) : []), ...t.definition.parameters.map((name) => ({ name, template: t }))];
}

function made(
  env: Env,
  template: DerivedType,
  t: Template,
  parameters: readonly Parameter[],
  given: ReadonlyMap<string, bigint>,
  span: Span,
  build: Build,
): DerivedType | undefined {
  // The file that asks for the type may be another one than that of the definition.
  const home: Env = { ...t.entry.env, file: env.file };
  const scope = newScope({ kind: 'block', parent: home.scope, prefix: home.scope.prefix });
  const inside: Env = { ...home, scope };
  const values = new Map<string, Expr>();
  const lengths: { name: string; variable: Variable; own: boolean }[] = [];
  for (const p of parameters) {
    if (t.open && isLength(p)) {
      const variable = lengthVariable(inside, p);
      scope.names.set(p.name.text, readyEntry(inside, p.name.text, p.name.span, variable));
      lengths.push({ name: p.name.text, variable, own: p.template.definition === t.definition });
      continue;
    }
    const value = parameterExpr(inside, p, given.get(p.name.text));
    if (!value) return void env.file.report(typeErrors.typeParameterMissing(template, p.name.text, span));
    values.set(p.name.text, value);
    const known: NamedConstant = {
      kind: 'constant',
      name: p.name.text,
      linkName: `${scope.prefix}.${p.name.text}`,
      span: p.name.span,
      type: value.type,
      shape: undefined,
      value,
    };
    scope.names.set(p.name.text, readyEntry(inside, p.name.text, p.name.span, known));
  }
  const key = [...values.values()].map((v) => (v.kind === 'constant' ? String(v.value) : '')).join(',');
  const id = `${template.id}::${key.replaceAll(',', '::')}`;
  const before = instancesOf(template).get(id);
  if (before) return before;
  const { template: _, ...rest } = template;
  const type: DerivedType = {
    ...rest,
    name: `${template.name}(${key})`,
    id,
    kinds: values,
    components: [],
    bindings: [],
    generics: new Map(),
    finals: [],
    ...(lengths.length > 0 && {
      open: { parameters: lengths, own: lengths.filter((l) => l.own), sized: [] },
    }),
  };
  instancesOf(template).set(id, type);
  build(inside, t.entry, t.definition, type);
  return type;
}

function isLength(p: Parameter): boolean {
  return p.template.definition.components.some(
    (c) =>
      c.kind === 'type-declaration' &&
      c.attributes.some((a) => a.kind === 'word-attribute' && a.word === 'len') &&
      c.entities.some((e) => e.name.text === p.name.text),
  );
}

/** Stands for the parameter in the sizes of components. */
function lengthVariable(env: Env, p: Parameter): Variable {
  const declared = p.template.definition.components.find(
    (c) => c.kind === 'type-declaration' && c.entities.some((e) => e.name.text === p.name.text),
  );
  const type = declared?.kind === 'type-declaration' ? typeOf(env, declared.type) : undefined;
  return { ...madeVariable(p.name.text, type ?? integer4, p.name.span), storage: 'dummy' };
}

/** The values that a declaration gives to the length parameters of an open type; undefined where it leaves them open. */
export function lengthsGiven(
  env: Env,
  template: DerivedType,
  type: DerivedType,
  args: readonly tree.TypeArgument[],
): ReadonlyMap<string, Expr> | undefined {
  const found = templateSeenFrom(env, template);
  if (!found || !type.open) return undefined;
  const parameters = parametersOf(found);
  const values = new Map<string, Expr>();
  for (const [i, p] of parameters.entries()) {
    if (!isLength(p)) continue;
    const named = args.find((a) => a.keyword?.text === p.name.text);
    const given = (named ?? (args[i]?.keyword ? undefined : args[i]))?.value;
    if (given?.kind === 'star' || given?.kind === 'colon') return undefined;
    const value = given ? env.file.expression(env, given) : defaultLength({ ...found.entry.env, file: env.file }, p);
    if (!value) return void env.file.report(typeErrors.typeParameterMissing(template, p.name.text, p.name.span));
    values.set(p.name.text, value);
  }
  return values;
}

function defaultLength(env: Env, p: Parameter): Expr | undefined {
  for (const c of p.template.definition.components) {
    const entity = c.kind === 'type-declaration' ? c.entities.find((e) => e.name.text === p.name.text) : undefined;
    if (entity?.initial?.kind === 'initial-value') return env.file.expression(env, entity.initial.value);
  }
  return undefined;
}

/** The value given, or the default of the declaration, in the declared kind. */
function parameterExpr(env: Env, p: Parameter, given: bigint | undefined): Expr | undefined {
  for (const c of p.template.definition.components) {
    if (c.kind !== 'type-declaration') continue;
    const entity = c.entities.find((e) => e.name.text === p.name.text);
    const type = entity && typeOf(env, c.type);
    if (!entity || !type) continue;
    if (given !== undefined) return constant(given, type, entity.span);
    if (entity.initial?.kind !== 'initial-value') return undefined;
    const value = constantInteger(env, entity.initial.value, 'a type parameter');
    return value === undefined ? undefined : constant(value, type, entity.span);
  }
  return undefined;
}

/** The declaration of a parameter is no component. */
export function declaresParameter(c: tree.TypeDeclaration | tree.ProcedureDeclaration): boolean {
  return c.attributes.some((a) => a.kind === 'word-attribute' && (a.word === 'kind' || a.word === 'len'));
}

/** The values that a type hands on to the parameters of its parent. */
export function parentArguments(env: Env, parent: DerivedType): tree.TypeArgument[] {
  const t = templateOf(env, parent);
  return (t ? parametersOf(t) : []).flatMap(({ name }): tree.TypeArgument[] =>
    env.scope.names.has(name.text) ? [{ kind: 'type-argument', span: name.span, keyword: name, value: name }] : [],
  );
}
