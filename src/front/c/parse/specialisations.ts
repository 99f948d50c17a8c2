/** Which specialisation of a class or variable template its arguments mean ([temp.spec.partial.match]). */
import { argumentKey, type TemplateArgument, type Type } from '../types.ts';
import { bound } from './bound-scopes.ts';
import { type Bindings, deduceList } from './deduce.ts';
import { templateArguments } from './names.ts';
import type { Parser } from './parser.ts';
import type { Template } from './scope.ts';

type Chosen = { readonly special: Template['partial'][number]; readonly bindings: Bindings };

export function specialisation(p: Parser, template: Template, args: readonly TemplateArgument[]): Chosen | undefined {
  const fitting = template.partial.flatMap((special): Chosen[] => {
    const bindings: Bindings = new Map();
    if (!deduceList(special.args, args, bindings)) return [];
    return special.args.some(isOpen) && !isSame(p, special, bindings, args) ? [] : [{ special, bindings }];
  });
  const best = fitting.find((a) => fitting.every((b) => a === b || isMoreSpecial(a.special.args, b.special.args)));
  return best ?? fitting[0];
}

export const isOpen = (a: TemplateArgument): boolean => 'type' in a && hasUnknown(a.type);

export function hasUnknown(t: Type): boolean {
  if (t.kind === 'pattern') return t.args.some(isOpen);
  return t.kind === 'unknown' || ((t.kind === 'pointer' || t.kind === 'reference') && hasUnknown(t.to));
}

/** Arguments that depend on others, read again with what these are. */
function isSame(
  p: Parser,
  special: Template['partial'][number],
  bindings: Bindings,
  args: readonly TemplateArgument[],
): boolean {
  const scope = bound(p, special.params, bindings, special.scope);
  const made = p.attempt(() => p.elsewhere(special.argsAt, scope, () => templateArguments(p)));
  return made !== undefined && made.map(argumentKey).join(',') === args.map(argumentKey).join(',');
}

function isMoreSpecial(a: readonly TemplateArgument[], b: readonly TemplateArgument[]): boolean {
  return deduceList(b, a, new Map()) && !deduceList(a, b, new Map());
}
