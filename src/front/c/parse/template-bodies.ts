/** Functions that a template makes, whose bodies are read when they are called. */
import type { FunctionSymbol } from '../tree.ts';
import { newMethod } from './classes.ts';
import { body } from './function-bodies.ts';
import type { FunctionName } from './mangle.ts';
import type { FunctionContext, Parser, Specifiers } from './parser.ts';
import { Scope, type Template } from './scope.ts';
import { emptySpecifiers } from './specifiers.ts';
import { newFunction, withDefaults } from './symbols.ts';
import { headOf } from './template-functions.ts';

/** A function made of a template; its body is read when it is called. */
export function templateFunction(
  p: Parser,
  template: Template,
  made: Pick<FunctionName, 'made' | 'pattern'> & { readonly name: string },
  scope: Scope,
): FunctionSymbol {
  const { name, ...of } = made;
  const d = headOf(p, template);
  const s = d.specifiers ?? lambdaSpecifiers(p, template);
  if (d.type.kind !== 'function') return p.fail('a function');
  const { type } = d;
  const given = { name, at: d.at, type, params: d.params ?? [], of };
  const record = template.member;
  const isConstructor =
    record !== undefined && !template.lambda && (s.missing || template.name === record.name.replace(/<.*/, ''));
  const fn = record
    ? newMethod(
        p,
        record,
        { ...s, inline: true, static: s.static || template.isStatic === true },
        {
          name: isConstructor ? `constructor ${name}` : name,
          at: d.at,
          result: isConstructor ? { kind: 'void' } : type.result,
          ...(isConstructor && { role: 'constructor' as const }),
        },
        isConstructor ? { ...type, result: { kind: 'void' } } : type,
        given.params,
        of,
      )
    : newFunction(p, { ...s, inline: true }, given);
  const offset = fn.type.params.length - type.params.length;
  Object.assign(fn, {
    packs: new Set(given.params.flatMap((q, i) => (q.packIndex === undefined ? [] : [i + offset]))),
    emptyPacks: packNames(p, template),
  });
  fn.templateOf = template;
  if (template.first) defaultsBefore(p, template, template.first, scope, fn, offset);
  if (p.is('=') && p.isAhead(1, 'delete')) fn.deleted = true;
  if (template.lambda) fn.params = [template.lambda.captures.variable, ...fn.params.slice(1)];
  const from = p.at;
  const linkage = p.linkage;
  fn.pending = () => {
    fn.pending = undefined;
    const before = {
      at: p.at,
      fn: p.fn,
      scope: p.scope,
      record: p.record,
      angle: p.angle,
      patterns: p.patterns,
      linkage: p.linkage,
    };
    Object.assign(p, { at: from, fn: undefined, scope, record, angle: 0, patterns: false, linkage });
    try {
      while (template.lambda && !p.is('{') && p.token.kind !== 'end') p.at++;
      const captures = template.lambda?.captures as FunctionContext['captures'];
      if (p.is('{') || p.is(':') || p.is('try')) body(p, fn, scope, captures);
    } finally {
      Object.assign(p, before);
    }
  };
  return fn;
}

/** Values of parameters that only the first declaration of a template has. */
function defaultsBefore(
  p: Parser,
  template: Template,
  first: NonNullable<Template['first']>,
  scope: Scope,
  fn: FunctionSymbol,
  offset: number,
): void {
  const inside = new Scope('template', scope);
  for (const [i, q] of first.params.entries()) {
    const known = scope.find(template.params[i]?.name ?? '');
    if (known && q.name !== '') inside.names.set(q.name, known);
  }
  const defaults = p.elsewhere(first.bodyAt, inside, () => {
    const d = headOf(p, template);
    return withDefaults(p, { params: d.params ?? [] }).defaults;
  });
  if (!defaults) return;
  const all = [...new Array<undefined>(offset).fill(undefined), ...defaults];
  fn.defaults = all.map((value, i) => fn.defaults?.[i] ?? value);
}

/** As the words behind its brackets say. */
function lambdaSpecifiers(_p: Parser, template: Template): Specifiers {
  const where: Specifiers['where'] = new Set();
  if (template.lambda?.where.has('__device__')) where.add('device');
  if (template.lambda?.where.has('__host__') || where.size === 0) where.add('host');
  const s = emptySpecifiers();
  return { ...s, where, inline: true };
}

/** Names of function parameters that are packs: `Ts... values`. */
function packNames(p: Parser, template: Template): string[] {
  const names: string[] = [];
  for (let i = template.bodyAt; i < p.at; i++)
    if (p.tokens[i]?.text === '...' && p.tokens[i + 1]?.kind === 'name') names.push(p.tokens[i + 1]!.text);
  return names;
}
