/** `<class T, int n = 3, class... R>`, and how the parameters of a definition meet those of the declaration before it. */
import { bound } from './bound-scopes.ts';
import { classInfo } from './class-info.ts';
import type { Bindings } from './deduce.ts';
import type { Parser } from './parser.ts';
import type { Scope, Template, TemplateParameter } from './scope.ts';

/** The definition of a member template that stands outside of its class. */
export function defineTemplate(t: Template, params: readonly TemplateParameter[], bodyAt: number, scope: Scope): void {
  const first = { bodyAt: t.bodyAt, params: t.params };
  Object.assign(t, { first, bodyAt, hasBody: true, params: withOldDefaults(params, t.params), scope });
}

/** Of a class that was made of a template: the parameters of the class come first. */
export function defineFromOutside(p: Parser, t: Template): void {
  const info = t.member && !t.hasBody ? classInfo(t.member) : undefined;
  const made = info?.made;
  if (!info || !made) return;
  const own = made.template.params.length;
  const o = made.template.outside.find(
    (one) => one.name === t.name && one.within.length === 0 && one.params.length === own + t.params.length,
  );
  if (!o) return;
  const first = o.params.slice(0, own);
  const bindings: Bindings = new Map(first.map((q, i) => [q.name, made.args[i] ?? { pack: [] }]));
  defineTemplate(t, o.params.slice(own), o.bodyAt, bound(p, first, bindings, info.scope));
}

/** Defaults stand in the first declaration. */
export function withOldDefaults(
  params: readonly TemplateParameter[],
  before: readonly TemplateParameter[],
): readonly TemplateParameter[] {
  return params.map((q, i) => ({ ...q, defaultAt: q.defaultAt ?? before[i]?.defaultAt }));
}

export function parametersOf(p: Parser): TemplateParameter[] {
  p.expect('<');
  const list: TemplateParameter[] = [];
  while (!p.is('>') && p.token.kind !== 'end') {
    const made = parameterOf(p);
    list.push(made.name === '' ? { ...made, name: `#${list.length}` } : made);
    if (!p.take(',')) break;
  }
  p.expect('>');
  return list;
}

function parameterOf(p: Parser): TemplateParameter {
  const typeAt = p.at;
  let kind: TemplateParameter['kind'] = 'value';
  if (p.is('template')) {
    kind = 'template';
    p.at++;
    parametersOf(p);
    p.at++;
  } else if (p.is('typename') || p.is('class')) {
    if (!(p.is('typename') && p.isAhead(2, '::'))) {
      kind = 'type';
      p.at++;
    }
  }
  let pack = p.take('...');
  let name = '';
  if (kind === 'value') {
    // The name is the last before `=`, `,` or `>`.
    let angle = 0;
    while (p.token.kind !== 'end') {
      const t = p.token;
      if (angle === 0 && (t.text === ',' || t.text === '>' || t.text === '=')) break;
      if (t.text === '<') angle++;
      if (t.text === '>') angle--;
      if (t.text === '...') pack = true;
      if (t.text === '(') {
        p.skipBalanced();
        continue;
      }
      p.at++;
    }
    const last = p.ahead(-1);
    // `typename X<T>::type` has none.
    name = last.kind === 'name' && p.at - typeAt > 1 && p.ahead(-2).text !== '::' ? last.text : '';
  } else if (p.token.kind === 'name') name = p.next().text;
  let defaultAt: number | undefined;
  if (p.take('=')) {
    defaultAt = p.at;
    let angle = 0;
    while (p.token.kind !== 'end' && !(angle === 0 && (p.is(',') || p.is('>')))) {
      if (p.is('<')) angle++;
      if (p.is('>')) angle--;
      if (p.is('(') || p.is('{')) p.skipBalanced();
      else p.at++;
    }
  }
  return { kind, name, pack, typeAt, defaultAt };
}
