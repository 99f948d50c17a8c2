/** Classes, variables and the types of aliases that are made of templates ([temp.inst]). */
import { workGoesOn } from '../../../base/long-work.ts';
import type { Span } from '../../../base/source.ts';
import { noMatch } from '../errors.ts';
import type { VariableSymbol } from '../tree.ts';
import {
  argumentKey,
  completeWhenAsked,
  isDependent,
  newRecord,
  qualified,
  recordOf,
  showType,
  type TemplateArgument,
  type Type,
  unknown,
} from '../types.ts';
import { bound, completed, defaultOf, withTypes } from './bound-scopes.ts';
import { setMade } from './class-info.ts';
import type { Bindings } from './deduce.ts';
import { setHome, withArguments } from './mangle.ts';
import type { MadeClass, Parser } from './parser.ts';
import type { Entity, Scope, Template } from './scope.ts';
import { specialisation } from './specialisations.ts';
import { newVariable, placementOf } from './variables.ts';

const dependentArgument = (a: TemplateArgument): boolean =>
  'type' in a ? isDependent(a.type) : 'pack' in a ? a.pack.some(dependentArgument) : false;

/** The class, or the type that an alias names. */
export function instance(p: Parser, template: Template, args: readonly TemplateArgument[], at: Span): Type {
  workGoesOn();
  if (args.some(dependentArgument))
    return template.what === 'alias'
      ? aliasPattern(p, template, args)
      : { kind: 'pattern', template, name: template.name, args: withDefaults(p, template, args) };
  const all = completed(p, template, args);
  if (!all) {
    p.report(
      noMatch(
        template.name,
        args.map((a) => ('type' in a ? showType(a.type) : '…')),
        at,
      ),
    );
    return unknown;
  }
  const list = template.params.flatMap((q): readonly TemplateArgument[] => {
    const a = all.get(q.name);
    return a && 'pack' in a ? a.pack : a ? [a] : [];
  });
  const key = list.map(argumentKey).join(',');
  const known = template.types.get(key);
  if (known) return known;
  if (template.what === 'alias') return alias(p, template, all, key);
  const plain = bound(p, template.params, all, template.scope);
  const name = withArguments(template.name, list);
  const record = newRecord('struct', name, template.at);
  const made = { template, args: withTypes(template.params, list, plain), name, record };
  setHome(record, plain, undefined, made);
  setMade(record, made);
  const type = recordOf(record);
  template.types.set(key, type);
  completeWhenAsked(record, () => definition(p, made, list, plain));
  return type;
}

/** What reads the class when it must be known ([temp.inst]); undefined while nothing defines it. */
function definition(
  p: Parser,
  made: MadeClass,
  list: readonly TemplateArgument[],
  plain: Scope,
): (() => void) | undefined {
  const { template, name } = made;
  const chosen = specialisation(p, template, list);
  if (!(chosen ? chosen.special : template).hasBody) return undefined;
  const scope = chosen ? bound(p, chosen.special.params, chosen.bindings, chosen.special.scope) : plain;
  const at = chosen ? chosen.special.bodyAt : template.bodyAt;
  const read = (): void => p.elsewhere(at, scope, () => p.making(made, () => void p.parts.classSpecifier(p)));
  const isWritten = chosen?.special.params.length === 0;
  return () => p.readLater(isWritten ? read : () => p.instantiating(name, p.ahead(-1).at, read));
}

/** Arguments that depend on parameters, and the defaults behind them as far as they can be read. */
function withDefaults(p: Parser, template: Template, args: readonly TemplateArgument[]): readonly TemplateArgument[] {
  const to: Bindings = new Map();
  const all = [...args];
  for (const [i, q] of template.params.entries()) {
    if (q.pack || 'pack' in (args[i] ?? {})) return all;
    const arg = args[i] ?? p.attempt(() => defaultOf(p, template, q, to));
    if (!args[i] && q.defaultAt !== undefined) all.push(arg ?? { type: unknown });
    if (arg) to.set(q.name, arg);
  }
  return all;
}

/** `template <class T> constexpr bool is_x = …;` for these arguments; undefined while they are not known. */
export function instanceVariable(p: Parser, template: Template, args: readonly TemplateArgument[]): Entity | undefined {
  if (args.some(dependentArgument)) return { kind: 'type', type: unknown, at: template.at };
  const bindings = completed(p, template, args);
  if (!bindings) return undefined;
  const list = [...bindings.values()];
  const key = list.map(argumentKey).join(',');
  const known = template.variables.get(key);
  if (known) return known;
  const chosen = specialisation(p, template, list);
  const params = chosen ? chosen.special.params : template.params;
  const scope = bound(p, params, chosen ? chosen.bindings : bindings, chosen ? chosen.special.scope : template.scope);
  const { at } = p.token;
  const made = newVariable(template.name, `${template.name}<${key}>@${p.path}`, template.at, unknown, 'static');
  // A specialisation names itself.
  template.variables.set(key, made);
  const read = (): VariableSymbol => {
    const s = p.parts.specifiers(p);
    const d = p.parts.declarator(p, s.type);
    const type = s.constexpr ? qualified(d.type, true) : d.type;
    Object.assign(made, { type, placement: placementOf(p, s), at: d.at, internal: true, inMemory: true });
    p.variables.push(made);
    if (p.take('=') || p.is('{')) p.parts.initialVariable(p, made);
    return made;
  };
  const all = (): VariableSymbol => p.elsewhere(chosen ? chosen.special.bodyAt : template.bodyAt, scope, read);
  if (chosen?.special.params.length === 0) return all();
  return p.instantiating(withArguments(template.name, list), at, all);
}

function aliasPattern(p: Parser, template: Template, args: readonly TemplateArgument[]): Type {
  const all = completed(p, template, args);
  const made = all && p.attempt(() => alias(p, template, all, undefined));
  // What does not depend on its arguments still says whether they make sense.
  return made && isDependent(made) ? made : unknown;
}

function alias(p: Parser, template: Template, all: Bindings, key: string | undefined): Type {
  const scope = bound(p, template.params, all, template.scope);
  const type = p.elsewhere(template.bodyAt, scope, () => {
    p.at += 2;
    p.expect('=');
    return p.parts.typeName(p);
  });
  if (key !== undefined) template.types.set(key, type);
  return type;
}
