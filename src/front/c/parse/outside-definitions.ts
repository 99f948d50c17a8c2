/** Definitions of members that stand outside of their class. */
import { noMember } from '../errors.ts';
import type { FunctionSymbol, VariableSymbol } from '../tree.ts';
import {
  type FunctionType,
  type RecordType,
  sameQualifiers,
  sameType,
  type TemplateArgument,
  type Type,
} from '../types.ts';
import { outsideScope } from './bound-scopes.ts';
import { classInfo } from './class-info.ts';
import { pendingBody } from './classes.ts';
import { defaultedOutside } from './defaulted-outside.ts';
import { body } from './function-bodies.ts';
import { initialVariable, madeOfNothing } from './initial-values.ts';
import type { NamedDeclarator } from './parser.ts';
import { abandoned, type Declarator, type Parser, type Specifiers } from './parser.ts';
import type { OutsideDefinition, Scope } from './scope.ts';
import { skipBody } from './skip-declaration.ts';
import { endLater, registerEnd } from './variable-declarations.ts';

/** `template <class T> T X<T>::v = …;` for a class that was made of it. */
export function outsideVariable(
  p: Parser,
  v: VariableSymbol,
  o: OutsideDefinition,
  inside: Scope,
  args: readonly TemplateArgument[],
): void {
  const scope = outsideScope(p, o, inside, args);
  p.elsewhere(o.bodyAt, scope, () => {
    while (!(p.is(o.name) && p.ahead(-1).text === '::') && p.token.kind !== 'end') p.at++;
    p.at++;
    while (p.is('[')) p.skipBalanced();
    v.defined = true;
    v.shared = true;
    if (!p.is('=') && !p.is('{') && !p.is('(')) {
      madeOfNothing(p, v);
      return;
    }
    p.take('=');
    initialVariable(p, v);
  });
}

/** `int X::count = 0;` */
export function staticMember(p: Parser, owner: RecordType, d: NamedDeclarator): void {
  const v = classInfo(owner)?.scope.names.get(d.called ?? d.name.text);
  if (v?.kind !== 'variable') {
    p.report(noMember(owner.name, d.called ?? d.name.text, d.name.at));
    throw abandoned;
  }
  v.defined = true;
  v.shared = false;
  v.type = d.type;
  if (p.is('=') || p.is('{') || p.is('(')) {
    p.take('=');
    initialVariable(p, v);
  } else madeOfNothing(p, v);
  const ends = v.placement === 'static' ? endLater(p, v) : undefined;
  if (ends) registerEnd(p, v, ends);
}

/** `void X::f() { … }` */
export function outsideDefinition(p: Parser, s: Specifiers, d: Declarator, type: FunctionType): void {
  const { owner } = d;
  const info = owner && classInfo(owner);
  const name = d.called ?? '';
  if (!owner || !info) return;
  const plainOwner = owner.name.replace(/<.*/, '');
  const list =
    name === plainOwner
      ? info.constructors
      : name.startsWith('~')
        ? info.destructor
          ? [info.destructor]
          : []
        : info.methods.filter((m) => m.name === name);
  const params = (m: FunctionSymbol): readonly Type[] => (m.member?.isStatic ? m.type.params : m.type.params.slice(1));
  const fn =
    list.find(
      (m) =>
        params(m).length === type.params.length &&
        params(m).every((t, i) => sameType(t, type.params[i]!, true)) &&
        sameQualifiers(m.type, type),
    ) ?? (list.length === 1 ? list[0] : undefined);
  if (!fn) {
    p.report(noMember(owner.name, name, d.at));
    throw abandoned;
  }
  const names = d.params ?? [];
  const offset = fn.member?.isStatic ? 0 : 1;
  for (const [i, n] of names.entries()) {
    const v = fn.params[i + offset];
    if (v) Object.assign(v, { name: n.name });
  }
  if (fn.member) Object.assign(fn, { inline: s.inline || s.constexpr });
  if (!p.functions.includes(fn)) p.functions.push(fn);
  const from = p.at;
  if (p.take(';')) return;
  if (p.is('=') && p.isAhead(1, 'default')) {
    p.at += 2;
    p.expect(';');
    defaultedOutside(p, owner, fn);
    p.late.push(fn);
    return;
  }
  skipBody(p);
  pendingBody(p, owner, fn, from, info.scope);
  p.late.push(fn);
}

/** The definition of a member of a class template that stands outside of it: true where it is that one. */
export function outsideMethod(
  p: Parser,
  fn: FunctionSymbol,
  o: OutsideDefinition,
  inside: Scope,
  args: readonly TemplateArgument[],
  several: boolean,
): boolean {
  const scope = outsideScope(p, o, inside, args);
  return p.elsewhere(o.bodyAt, scope, () => {
    while (!isHead(p, o.name)) p.at++;
    p.at += o.name.startsWith('operator') ? nameLength(p) : o.name.startsWith('~') ? 2 : 1;
    const d = p.parts.declarator(p, { kind: 'void' });
    if (d.type.kind !== 'function') return false;
    const own = fn.member?.isStatic ? fn.type.params : fn.type.params.slice(1);
    const { type } = d;
    if (
      several &&
      (own.length !== type.params.length ||
        !own.every((t, i) => sameType(t, type.params[i]!, true)) ||
        !sameQualifiers(fn.type, type))
    )
      return false;
    const offset = fn.member?.isStatic ? 0 : 1;
    for (const [i, n] of (d.params ?? []).entries())
      if (fn.params[i + offset]) Object.assign(fn.params[i + offset]!, { name: n.name });
    const { fn: before, record } = p;
    Object.assign(p, { fn: undefined, record: fn.member?.of });
    try {
      body(p, fn, scope);
    } finally {
      Object.assign(p, { fn: before, record });
    }
    return true;
  });
}

/** `::name(` */
function isHead(p: Parser, name: string): boolean {
  if (p.token.kind === 'end') return true;
  const first = name.startsWith('operator') ? 'operator' : name.startsWith('~') ? '~' : name;
  return p.is(first) && p.ahead(-1).text === '::' && (first !== name || p.isAhead(1, '('));
}

function nameLength(p: Parser): number {
  let n = 1;
  while (!p.isAhead(n, '(') || (n === 1 && p.isAhead(2, ')'))) n++;
  return n;
}
