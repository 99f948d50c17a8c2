/** Scopes in which the parameters of templates stand for themselves, or for their arguments. */
import { type TemplateArgument, unqualified } from '../types.ts';
import type { Bindings } from './deduce.ts';
import type { Parser } from './parser.ts';
import { type Entity, type OutsideDefinition, Scope, type Template, type TemplateParameter } from './scope.ts';

/** Names as in the class, and the parameters of the template as the definition calls them. */
export function outsideScope(p: Parser, o: OutsideDefinition, inside: Scope, args: readonly TemplateArgument[]): Scope {
  const bindings: Bindings = new Map(o.params.map((q, i) => [q.name, args[i] ?? { pack: [] }]));
  const scope = new Scope('template', inside);
  for (const [name, e] of bound(p, o.params, bindings, o.scope).names) scope.names.set(name, e);
  return scope;
}

/** Parameters stand for themselves while `run` reads. */
export function patternOf<T>(
  p: Parser,
  params: readonly TemplateParameter[],
  around: Scope,
  run: () => T,
): T | undefined {
  const scope = new Scope('template', around);
  for (const q of params)
    if (q.name !== '')
      scope.names.set(q.name, {
        kind: 'type',
        type: { kind: 'parameter', name: q.name, pack: q.pack, ...(q.kind === 'template' && { isTemplate: true }) },
        at: p.tokens[q.typeAt]!.at,
      });
  const before = p.patterns;
  p.patterns = true;
  try {
    return p.attempt(() => p.within(scope, run));
  } finally {
    p.patterns = before;
  }
}

/** A scope in which the parameters mean their arguments. */
export function bound(p: Parser, params: readonly TemplateParameter[], bindings: Bindings, around: Scope): Scope {
  const scope = new Scope('template', around);
  for (const q of params) {
    const arg = bindings.get(q.name);
    if (q.name === '' || !arg) continue;
    scope.names.set(q.name, entityOf(p, arg, q, scope));
  }
  return scope;
}

function entityOf(p: Parser, arg: TemplateArgument, q: TemplateParameter, scope: Scope): Entity {
  const at = p.tokens[q.typeAt]!.at;
  if ('type' in arg) return { kind: 'type', type: arg.type, at };
  if ('template' in arg) return { kind: 'template', template: arg.template as Template };
  if ('pack' in arg) return { kind: 'pack', list: arg.pack.map((one) => entityOf(p, one, q, scope)) };
  const type = p.attempt(() => p.elsewhere(q.typeAt, scope, () => p.parts.specifiers(p).type)) ?? {
    kind: 'integer',
    name: 'int',
  };
  return {
    kind: 'constant',
    value: arg.value,
    type: unqualified(type.kind === 'auto' || type.kind === 'unknown' ? { kind: 'integer', name: 'int' } : type),
    at,
  };
}

/** Arguments for all parameters, defaults for those that are not given. */
export function completed(
  p: Parser,
  template: Pick<Template, 'name' | 'params' | 'scope'>,
  args: readonly TemplateArgument[],
): Bindings | undefined {
  const to: Bindings = new Map();
  for (const [i, q] of template.params.entries()) {
    if (q.pack) to.set(q.name, { pack: args.slice(i) });
    else {
      const arg = args[i] ?? defaultOf(p, template, q, to);
      if (!arg) return undefined;
      to.set(q.name, arg);
    }
  }
  return to;
}

export function defaultOf(
  p: Parser,
  template: Pick<Template, 'name' | 'params' | 'scope'>,
  q: TemplateParameter,
  known: Bindings,
): TemplateArgument | undefined {
  if (q.defaultAt === undefined) return undefined;
  const { defaultAt } = q;
  const scope = bound(p, template.params, known, template.scope);
  return p.instantiating(template.name, p.token.at, () =>
    p.elsewhere(defaultAt, scope, () => {
      p.angle = 1;
      if (q.kind === 'type') {
        const type = p.parts.typeName(p);
        if (!p.is(',') && !p.is('>')) p.fail('`>`');
        return { type };
      }
      const value = p.parts.constant(p, 'the default of a template parameter');
      return value === undefined ? undefined : { value };
    }),
  );
}

/** Arguments that are values with the types of their parameters, which mean them in the scope. */
export function withTypes(
  params: readonly TemplateParameter[],
  args: readonly TemplateArgument[],
  scope: Scope,
): readonly TemplateArgument[] {
  const packAt = params.findIndex((q) => q.pack);
  return args.map((a, i) => {
    const q = params[packAt >= 0 ? Math.min(i, packAt) : i];
    const meant = q && scope.here(q.name);
    return withType(a, meant?.kind === 'pack' && !('pack' in a) ? meant.list[i - packAt] : meant);
  });
}

function withType(a: TemplateArgument, meant: Entity | undefined): TemplateArgument {
  if ('pack' in a)
    return { pack: a.pack.map((one, i) => withType(one, meant?.kind === 'pack' ? meant.list[i] : undefined)) };
  return 'value' in a && meant?.kind === 'constant' ? { ...a, of: meant.type } : a;
}
