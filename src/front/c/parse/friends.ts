/** Friends of a class: functions of the namespace around, defined with the names of the class. */
import { type FunctionType, type RecordType, sameType } from '../types.ts';
import type { Declarator, Parser } from './parser.ts';
import type { Scope } from './scope.ts';
import { isStorageWord, specifiers } from './specifiers.ts';
import { newFunction } from './symbols.ts';

/** Words such as `inline` may come first. */
export function isFriend(p: Parser): boolean {
  let i = 0;
  while (isStorageWord(p.ahead(i).text) && !p.isAhead(i, 'friend') && !p.isAhead(i + 1, '(')) i++;
  return p.isAhead(i, 'friend');
}

/** What a friend is that a class declares belongs to the namespace around. */
export function spaceAround(p: Parser): Scope {
  let around: Scope | undefined = p.scope;
  while (around && around.kind !== 'namespace' && around.kind !== 'file') around = around.parent;
  return around ?? p.file;
}

export function friend(p: Parser, of: RecordType): void {
  p.take('friend');
  if ((p.is('class') || p.is('struct')) && (p.isAhead(2, ';') || p.isAhead(2, '::'))) {
    while (!p.take(';') && p.token.kind !== 'end') p.at++;
    return;
  }
  if (p.ahead(1).text === ';') {
    p.at += 2;
    return;
  }
  if (p.is('template')) {
    while (!p.is(';') && !p.is('{') && p.token.kind !== 'end') p.at++;
    if (p.is('{')) p.skipBalanced();
    p.take(';');
    return;
  }
  const s = specifiers(p);
  const d = p.parts.declarator(p, s.type);
  if (d.type.kind === 'function' && d.name) befriend(p, of, { ...s, inline: true }, { ...d, type: d.type });
  else p.take(';');
}

function befriend(
  p: Parser,
  of: RecordType,
  s: ReturnType<typeof specifiers>,
  d: Declarator & { readonly type: FunctionType },
): void {
  const target = spaceAround(p);
  const given = { name: d.called ?? d.name?.text ?? '', at: d.at, type: d.type, params: d.params ?? [] };
  const fn = p.within(target, () => newFunction(p, s, given));
  const set = target.names.get(fn.name);
  const list = set?.kind === 'functions' ? set.list : [];
  if (set?.kind !== 'functions') target.names.set(fn.name, { kind: 'functions', list, templates: [] });
  const isKnown = list.some(
    ({ type: { params } }) =>
      params.length === d.type.params.length && params.every((t, i) => sameType(t, d.type.params[i]!, true)),
  );
  if (isKnown && p.is('{')) list.unshift(fn);
  if (!isKnown) {
    fn.friendOf = of;
    list.push(fn);
  }
  p.functions.push(fn);
  if (p.is('{')) {
    p.parts.define(p, fn, d, p.at);
    p.skipBalanced();
  } else p.expect(';');
}
