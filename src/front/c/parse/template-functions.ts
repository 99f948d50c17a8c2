/** Functions that are made of templates: for a call, by their types, and which template says more. */
import { workGoesOn } from '../../../base/long-work.ts';
import type { Span } from '../../../base/source.ts';
import type { Expression, FunctionSymbol } from '../tree.ts';
import { argumentKey, type FunctionType, type TemplateArgument, unqualified, withoutReference } from '../types.ts';
import { bound, defaultOf, patternOf, withTypes } from './bound-scopes.ts';
import { type Bindings, deduce } from './deduce.ts';
import { deduceCall } from './deduce-call.ts';
import { type FunctionName, withArguments } from './mangle.ts';
import type { Declarator, Parser, Specifiers } from './parser.ts';
import type { Scope, Template, TemplateParameter } from './scope.ts';
import { defineFromOutside } from './template-parameters.ts';

/** Of a call with these arguments; undefined where it does not fit. */
export function deduced(
  p: Parser,
  template: Template,
  given: readonly TemplateArgument[],
  args: readonly Expression[],
): FunctionSymbol | undefined {
  const pattern = patternOfFunction(p, template);
  if (!pattern) return undefined;
  const to: Bindings = new Map();
  for (const [i, q] of template.params.entries()) {
    const arg = given[i];
    if (arg && !(q.pack ? given.slice(i) : [arg]).every((a) => isOfKind(q.kind, a))) return undefined;
    if (q.pack && given.length > i) to.set(q.name, { pack: given.slice(i) });
    else if (arg && !q.pack) to.set(q.name, arg);
  }
  const fixed = new Set(to.keys());
  if (!deduceCall(pattern, args, to, fixed)) return undefined;
  return functionOf(p, template, to);
}

/** Whether a call with so few arguments may mean it. */
export function takesAsFew(p: Parser, template: Template, count: number): boolean {
  return patternOfFunction(p, template) !== undefined && count >= (template.least ?? 0);
}

/** What cannot be known yet may be anything. */
const isOfKind = (kind: TemplateParameter['kind'], a: TemplateArgument): boolean =>
  'pack' in a ||
  ('type' in a && a.type.kind === 'unknown') ||
  (kind === 'type' ? 'type' in a : kind === 'value' ? 'value' in a : 'template' in a);

export function patternOfFunction(p: Parser, template: Template): FunctionType | undefined {
  defineFromOutside(p, template);
  if (template.pattern === undefined)
    template.pattern =
      patternOf(p, template.params, template.scope, () =>
        p.elsewhere(template.bodyAt, p.scope, () => {
          const d = headOf(p, template);
          // Defaults may stand in the first declaration.
          if (!template.first)
            template.least = 1 + (d.params ?? []).findLastIndex((q) => !q.pack && q.defaultAt === undefined);
          return d.type.kind === 'function' ? d.type : undefined;
        }),
      ) ?? null;
  return template.pattern ?? undefined;
}

/** The declarator of the function that the template makes, read from here on. */
export function headOf(p: Parser, template: Template): Declarator & { readonly specifiers?: Specifiers } {
  if (!template.lambda) {
    const specifiers = p.parts.specifiers(p);
    return { ...p.parts.declarator(p, specifiers.type), specifiers };
  }
  const { autos } = p;
  p.autos = [...template.lambda.autos];
  try {
    const d = p.parts.declarator(p, { kind: 'auto' });
    const isConst = !template.lambda.where.has('mutable');
    return d.type.kind === 'function' ? { ...d, type: { ...d.type, isConst } } : d;
  } finally {
    p.autos = autos;
  }
}

/** The function for these arguments; undefined where its declaration makes no sense for them. */
export function functionOf(p: Parser, template: Template, given: Bindings): FunctionSymbol | undefined {
  if (template.inherited) {
    const fn = functionOf(p, template.inherited.from, given);
    return fn && template.inherited.heirFor(fn);
  }
  const all: Bindings = new Map();
  for (const q of template.params) {
    const arg = given.get(q.name) ?? (q.pack ? { pack: [] } : p.attempt(() => defaultOf(p, template, q, all)));
    if (!arg) return undefined;
    if (q.kind === 'value' && q.name.startsWith('#') && !hasType(p, template, q, all)) return undefined;
    all.set(q.name, arg);
  }
  const list = [...all.values()];
  const key = list.map(argumentKey).join(',');
  const known = template.functions.get(key);
  if (known) return known;
  const scope = bound(p, template.params, all, template.scope);
  const before = p.record;
  const { at } = p.ahead(-1);
  p.record = template.member;
  try {
    const fn = p.attempt(() => p.elsewhere(template.bodyAt, scope, () => instantiated(p, template, list, scope, at)));
    if (fn) template.functions.set(key, fn);
    if (fn && !template.hasBody) template.waiting = [...(template.waiting ?? []), list];
    return fn;
  } finally {
    p.record = before;
  }
}

/** What was called while only a declaration stood there gets its body. */
export function makeWaiting(p: Parser, template: Template): void {
  const waiting = template.waiting ?? [];
  template.waiting = [];
  delete template.pattern;
  for (const list of waiting) {
    const key = list.map(argumentKey).join(',');
    const declared = template.functions.get(key);
    template.functions.delete(key);
    const defined = functionOf(p, template, new Map(template.params.map((q, i) => [q.name, list[i]!])));
    if (!declared || !defined) continue;
    template.functions.set(key, declared);
    const { pending } = defined;
    declared.pending = () => {
      pending?.();
      Object.assign(declared, defined, { pending: undefined });
    };
    p.needs(declared);
  }
}

/** `enable_if_t<…> = 0` */
function hasType(p: Parser, template: Template, q: TemplateParameter, known: Bindings): boolean {
  const scope = bound(p, template.params, known, template.scope);
  return p.attempt(() => p.elsewhere(q.typeAt, scope, () => p.parts.typeName(p))) !== undefined;
}

/** Whether what fits the first always fits the second, and not the other way round. */
export function isMoreSpecialFunction(p: Parser, a: Template, b: Template): boolean {
  const x = patternOfFunction(p, a);
  const y = patternOfFunction(p, b);
  if (!x || !y) return false;
  const covers = (wide: FunctionType, narrow: FunctionType): boolean => {
    const to: Bindings = new Map();
    if (narrow.params.length < wide.params.length && !wide.spreads) return false;
    return narrow.params.every((t, i) => {
      const param = wide.params[i] ?? (wide.spreads ? wide.params.at(-1) : undefined);
      if (!param || (isPackAt(narrow, i) && !isPackAt(wide, i))) return false;
      return deduce(unqualified(withoutReference(param)), unqualified(withoutReference(t)), to, true);
    });
  };
  const [narrow, wide] = [covers(y, x), covers(x, y)];
  return narrow && (!wide || (isMoreConst(x, y) && !isMoreConst(y, x)));
}

const isPackAt = ({ params, spreads }: FunctionType, i: number): boolean => spreads === true && i >= params.length - 1;

/** Of references that fit alike one to what is const is the more special. */
const isMoreConst = (a: FunctionType, b: FunctionType): boolean =>
  a.params.some((t, i) => {
    const other = b.params[i];
    return t.kind === 'reference' && other?.kind === 'reference' && t.to.const === true && !other.to.const;
  });

function instantiated(
  p: Parser,
  template: Template,
  args: readonly TemplateArgument[],
  scope: Scope,
  at: Span,
): FunctionSymbol {
  workGoesOn();
  const name = withArguments(template.name, args);
  const made = madeOf(p, template, args, scope);
  return p.instantiating(name, at, () => p.parts.templateFunction(p, template, { name, ...made }, scope));
}

/** What its name as a symbol is made of. */
export function madeOf(
  p: Parser,
  template: Template,
  args: readonly TemplateArgument[],
  scope: Scope,
): Pick<FunctionName, 'made' | 'pattern'> {
  const typed = withTypes(template.params, args, scope);
  return { made: { template, args: typed }, pattern: patternOfFunction(p, template) };
}

/** What the parameters of the template are where a function of that type stands for it. */
export function specialArguments(
  p: Parser,
  template: Template,
  type: FunctionType,
  given: readonly TemplateArgument[],
): readonly TemplateArgument[] | undefined {
  const pattern = patternOfFunction(p, template);
  if (!pattern || pattern.params.length !== type.params.length) return undefined;
  const to: Bindings = new Map();
  for (const [i, q] of template.params.entries()) if (!q.pack && given[i]) to.set(q.name, given[i]!);
  if (!pattern.params.every((q, i) => deduce(q, type.params[i]!, to))) return undefined;
  if (given.length > 0) for (const q of template.params) if (!to.has(q.name) && q.pack) to.set(q.name, { pack: [] });
  if (template.params.some((q) => !to.has(q.name)) && !deduce(pattern.result, type.result, to)) return undefined;
  const list = template.params.flatMap((q) => to.get(q.name) ?? []);
  return list.length === template.params.length ? list : undefined;
}
