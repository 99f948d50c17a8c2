/** What a template declares, found without reading it: the words before the first bracket. */
import { classOf } from './class-info.ts';
import type { Parser } from './parser.ts';
import type { Entity, Scope, Template } from './scope.ts';

export type Shape = {
  readonly what: Template['what'] | 'none';
  readonly name: string;
  readonly special: boolean;
  readonly specialAt: number;
  readonly owner?: readonly string[];
};

/** What is declared, found without reading it: the words before the first bracket. */
export function shapeOf(p: Parser): Shape {
  const none = { special: false, specialAt: 0 };
  if (p.take('using')) return { what: 'alias', name: p.name().text, ...none };
  if ((p.is('struct') || p.is('class') || p.is('union')) && isClass(p)) {
    p.at++;
    while (p.is('__align__') || p.is('alignas') || p.is('__attribute__') || p.is('[')) {
      if (!p.is('[')) p.at++;
      p.skipBalanced();
    }
    const { text } = p.name();
    const last = lastOfClass(p);
    if (last !== p.at - 1) return { what: 'class', ...ownerOf(p, last) };
    return { what: 'class', name: text, special: p.is('<'), specialAt: p.at };
  }
  return functionShape(p);
}

/** Of `X<T>::Y`, from behind `X`: where the last name stands. */
function lastOfClass(p: Parser): number {
  let last = p.at - 1;
  let angle = 0;
  for (let i = 0; ; i++) {
    const t = p.ahead(i);
    if (t.text === '<') angle++;
    else if (t.text === '>') angle--;
    else if (angle > 0 && t.kind !== 'end') continue;
    else if (t.text === '::' && p.ahead(i + 1).kind === 'name') last = p.at + ++i;
    else return last;
  }
}

function isClass(p: Parser): boolean {
  let angle = 0;
  for (let i = 1; ; i++) {
    const t = p.ahead(i);
    if (t.text === '<') angle++;
    if (t.text === '>') angle--;
    if (angle > 0 && t.kind !== 'end') continue;
    if (t.kind === 'end' || t.text === '(')
      return t.text === '(' && /^(?:__align__|alignas|__attribute__)$/.test(p.ahead(i - 1).text);
    if (t.text === '{' || t.text === ';' || t.text === ':') return true;
  }
}

const bracketed: ReadonlySet<string> = new Set([
  '__attribute__',
  '__launch_bounds__',
  'alignas',
  '__align__',
  'decltype',
  'noexcept',
  'explicit',
  '__cluster_dims__',
]);

function functionShape(p: Parser): Shape {
  let angle = 0;
  for (; p.token.kind !== 'end'; p.at++) {
    const t = p.token;
    if (t.kind === 'name' && bracketed.has(t.text) && p.isAhead(1, '(')) {
      p.at++;
      p.skipBalanced();
      p.at--;
      continue;
    }
    if (t.text === '[' && p.isAhead(1, '[')) {
      p.skipBalanced();
      p.at--;
      continue;
    }
    if (t.text === 'operator') return operatorShape(p);
    if (t.text === '<') angle++;
    else if (t.text === '>') angle = Math.max(0, angle - 1);
    if (angle > 0) continue;
    if (t.text === '(' || t.text === '=' || t.text === ';' || t.text === '{' || t.text === '[') {
      const last = p.at - 1;
      if (t.text === '(') return { what: 'function', ...ownerOf(p, last) };
      const special = p.tokens[last]?.text === '>';
      return { what: 'variable', ...ownerOf(p, last), special, specialAt: special ? openOf(p, last) : 0 };
    }
  }
  return { what: 'none', name: '', special: false, specialAt: 0 };
}

function operatorShape(p: Parser): Shape {
  const from = p.at - 1;
  p.at++;
  const t = p.next();
  let name = `operator${t.text}`;
  if (t.text === '(' || t.text === '[') name = t.text === '(' ? 'operator()' : 'operator[]';
  else if (t.text === '>' && p.is('>') && !p.token.spaced) name = 'operator>>';
  return {
    what: 'function',
    name,
    special: false,
    specialAt: 0,
    ...(p.tokens[from]?.text === '::' && { owner: ownerBefore(p, from) }),
  };
}

/** `f`, `f<int>`, `X<T>::f` */
function ownerOf(p: Parser, last: number): Omit<Shape, 'what'> {
  let i = last;
  if (p.tokens[i]?.text === '>') i = openOf(p, i) - 1;
  const tilde = p.tokens[i - 1]?.text === '~' ? 1 : 0;
  const name = (tilde ? '~' : '') + (p.tokens[i]?.text ?? '');
  const none = { name, special: false, specialAt: 0 };
  if (p.tokens[i - 1 - tilde]?.text !== '::') return none;
  return { ...none, owner: ownerBefore(p, i - 1 - tilde) };
}

/** The names in front of `::`, from outside. */
function ownerBefore(p: Parser, colons: number): readonly string[] {
  const names: string[] = [];
  for (let i = colons; p.tokens[i]?.text === '::'; i--) {
    i--;
    if (p.tokens[i]?.text === '>') i = openOf(p, i) - 1;
    if (p.tokens[i]?.kind !== 'name') break;
    names.unshift(p.tokens[i]!.text);
  }
  return names;
}

/** The class template of `X<T>::Y::…`, and the names behind it. */
export function templateOwner(
  scope: Scope,
  names: readonly string[],
): { readonly template: Template; readonly within: readonly string[] } | undefined {
  for (let n = 1; n <= names.length; n++) {
    const found = findOwner(scope, names.slice(0, n));
    if (found?.kind === 'template') return { template: found.template, within: names.slice(n) };
  }
  return undefined;
}

export function findOwner(scope: Scope, names: readonly string[]): Entity | undefined {
  const [first, ...others] = names;
  let found = first === undefined ? undefined : scope.find(first);
  for (const name of others) {
    const inner = found?.kind === 'namespace' ? found.scope : found?.kind === 'type' && classOf(found.type)?.scope;
    found = inner ? inner.here(name) : undefined;
  }
  return found;
}

function openOf(p: Parser, close: number): number {
  let depth = 0;
  for (let i = close; i >= 0; i--) {
    if (p.tokens[i]?.text === '>') depth++;
    if (p.tokens[i]?.text === '<' && --depth === 0) return i;
  }
  return close;
}
