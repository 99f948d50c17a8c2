/** Statements. */
import { byName } from '../../../base/by-name.ts';
import type { Span } from '../../../base/source.ts';
import { declaredTwice, noLabel, notConstant, strayJump, unlikeTypes } from '../errors.ts';
import type { Case, Expression, Statement, VariableSymbol } from '../tree.ts';
import { isInteger, long, mentionsAuto, pointerTo, showType, type Type, unqualified } from '../types.ts';
import { assembly } from './assembly.ts';
import { conditionVariable } from './condition-variable.ts';
import { asCondition, asValue, converted, promoted } from './convert.ts';
import { evaluate } from './evaluate.ts';
import { Abandoned, type Parser } from './parser.ts';
import { isRange, rangeLoop } from './range-loop.ts';
import { Scope } from './scope.ts';
import { marked } from './set-jumps.ts';

export function compound(p: Parser): Statement {
  return p.within(new Scope('block', p.scope), () => block(p));
}

/** `{ … }` in the scope that is there. */
export function block(p: Parser): Statement {
  const at = p.expect('{').at;
  const body: Statement[] = [];
  while (!p.is('}') && p.token.kind !== 'end') {
    try {
      body.push(...item(p));
    } catch (problem) {
      if (!(problem instanceof Abandoned)) throw problem;
      p.recover();
    }
  }
  p.expect('}');
  return { kind: 'block', body, at };
}

/** `__label__ a, b;` */
function localLabels(p: Parser): Statement[] {
  p.next();
  do {
    const { text } = p.name('a label');
    p.scope.labels ??= new Map();
    p.scope.labels.set(text, `${text}.${p.unique()}`);
  } while (p.take(','));
  p.expect(';');
  return [];
}

function item(p: Parser): Statement[] {
  if (hasAttribute(p)) return attributed(p);
  if (p.is('__label__')) return localLabels(p);
  if (isDeclaration(p)) return marked(p, () => p.parts.declaration(p));
  return [p.parts.statement(p)];
}

/** `[[…]]`, but not a lambda within brackets. */
const hasAttribute = (p: Parser): boolean => p.is('[') && p.isAhead(1, '[');

/** What an attribute stands before: a declaration reads it itself, of a statement it says nothing that matters. */
function attributed(p: Parser): Statement[] {
  const from = p.at;
  while (hasAttribute(p)) p.skipBalanced();
  if (p.is('using') || p.is('typedef') || !isDeclaration(p)) return item(p);
  p.at = from;
  return marked(p, () => p.parts.declaration(p));
}

function isDeclaration(p: Parser): boolean {
  const t = p.token;
  if (t.kind !== 'name') return false;
  if (
    t.text === '_Static_assert' ||
    t.text === 'static_assert' ||
    t.text === 'using' ||
    t.text === 'typedef' ||
    (p.language.cxx && t.text === 'namespace')
  )
    return true;
  if (t.text === '__extension__') {
    p.at++;
    const yes = p.token.kind === 'name' && isDeclaration(p);
    p.at--;
    return yes;
  }
  if (p.isAhead(1, ':') && !p.isAhead(1, '::')) return false;
  return p.parts.isType(p) || isNestedDeclarator(p);
}

/** `T (*name)[n]`, `T (*name)(…)`, `T (&name)[n]` */
function isNestedDeclarator(p: Parser): boolean {
  if (!p.language.cxx || !p.isAhead(1, '(') || !(p.isAhead(2, '*') || p.isAhead(2, '&'))) return false;
  if (p.ahead(3).kind !== 'name' || !p.isAhead(4, ')') || !(p.isAhead(5, '[') || p.isAhead(5, '('))) return false;
  const entity = p.scope.find(p.token.text);
  return entity?.kind === 'type' && p.scope.find(p.ahead(3).text)?.kind !== 'variable';
}

export function statement(p: Parser): Statement {
  const list = marked(p, () => [unmarked(p)]);
  return list.length === 1 ? list[0]! : { kind: 'block', body: list, at: list[0]!.at };
}

function unmarked(p: Parser): Statement {
  return p.deeper(() => {
    while (hasAttribute(p)) p.skipBalanced();
    const t = p.token;
    if (t.kind === 'punct') {
      if (t.text === '{') return compound(p);
      if (t.text === ';') {
        p.at++;
        return { kind: 'empty', at: t.at };
      }
      if (t.text === '#pack') {
        while (!p.take('#end')) p.at++;
        return { kind: 'empty', at: t.at };
      }
    }
    if (t.kind === 'name') {
      const make = words[t.text];
      if (make) return make(p, t.at);
      if (p.isAhead(1, ':') && !p.isAhead(1, '::')) return label(p);
    }
    const value = p.parts.expression(p);
    p.expect(';');
    return { kind: 'expression', value, at: t.at };
  });
}

function label(p: Parser): Statement {
  const name = p.next();
  p.next();
  while (p.is('__attribute__')) {
    p.at++;
    p.skipBalanced();
  }
  const own = p.scope.labelOf(name.text);
  if (p.fn?.labels.has(own)) p.report(declaredTwice(name.text, name.at, undefined));
  p.fn?.labels.add(own);
  return { kind: 'label', name: own, at: name.at };
}

function condition(p: Parser): ReturnType<typeof asCondition> {
  p.expect('(');
  const e = asCondition(p, p.parts.truth(p, p.parts.expression(p)));
  p.expect(')');
  return e;
}

/** One statement, with a scope of its own; labels and cases before it come along. */
function inner(p: Parser): Statement {
  return p.within(new Scope('block', p.scope), () => {
    const list = isDeclaration(p) && p.language.cxx ? p.parts.declaration(p) : [p.parts.statement(p)];
    for (let last = list[0]!; (last.kind === 'label' || last.kind === 'case') && !p.is('}'); last = list.at(-1)!)
      list.push(...item(p));
    return list.length === 1 ? list[0]! : { kind: 'block', body: list, at: list[0]!.at };
  });
}

function loopBody(p: Parser): Statement {
  const { fn } = p;
  if (!fn) return inner(p);
  fn.loops++;
  fn.breakable++;
  try {
    return inner(p);
  } finally {
    fn.loops--;
    fn.breakable--;
  }
}

const words: Readonly<Record<string, (p: Parser, at: Span) => Statement>> = byName({
  if(p, at) {
    p.at++;
    const isConstexpr = p.take('constexpr');
    return p.within(new Scope('block', p.scope), () => {
      p.expect('(');
      const first = startOf(p);
      const named = conditionVariable(p);
      const c = asCondition(p, p.parts.truth(p, named?.value ?? p.parts.expression(p)));
      p.expect(')');
      const known = isConstexpr ? evaluate(c, p.limits) : undefined;
      if (known !== undefined) return chosen(p, known !== 0n && known !== 0, at);
      const then = inner(p);
      const otherwise = p.take('else') ? inner(p) : undefined;
      const made: Statement = { kind: 'if', condition: c, then, otherwise, at };
      const before = [...(first ?? []), ...(named ? [named.statement] : [])];
      return before.length > 0 ? { kind: 'block', body: [...before, made], at } : made;
    });
  },
  while(p, at) {
    p.at++;
    return p.within(new Scope('block', p.scope), () => {
      p.expect('(');
      const named = conditionVariable(p);
      const c = asCondition(p, p.parts.truth(p, named?.value ?? p.parts.expression(p)));
      p.expect(')');
      const whole = { kind: 'loop', how: 'while', first: undefined, step: undefined, at } as const;
      if (!named) return { ...whole, condition: c, body: loopBody(p) };
      // The variable is made and destroyed each time.
      const leave: Statement = { kind: 'if', condition: c, then: loopBody(p), otherwise: { kind: 'break', at }, at };
      return { ...whole, condition: undefined, body: { kind: 'block', body: [named.statement, leave], at } };
    });
  },
  do(p, at) {
    p.at++;
    const body = loopBody(p);
    p.expect('while');
    const c = condition(p);
    p.expect(';');
    return { kind: 'loop', how: 'do', first: undefined, condition: c, step: undefined, body, at };
  },
  for(p, at) {
    p.at++;
    return p.within(new Scope('block', p.scope), () => {
      p.expect('(');
      if (p.language.cxx && isRange(p)) return rangeLoop(p, at, loopBody);
      let first: Statement | undefined;
      if (p.is(';')) p.at++;
      else if (isDeclaration(p)) first = { kind: 'block', body: p.parts.declaration(p), at };
      else {
        first = { kind: 'expression', value: p.parts.expression(p), at };
        p.expect(';');
      }
      const c = p.is(';') ? undefined : asCondition(p, p.parts.truth(p, p.parts.expression(p)));
      p.expect(';');
      const step = p.is(')') ? undefined : p.parts.expression(p);
      p.expect(')');
      return { kind: 'loop', how: 'for', first, condition: c, step, body: loopBody(p), at };
    });
  },
  switch(p, at) {
    p.at++;
    return p.within(new Scope('block', p.scope), () => {
      p.expect('(');
      const first = startOf(p);
      const named = conditionVariable(p);
      const e = asValue(named?.value ?? p.parts.expression(p));
      p.expect(')');
      const made = switchOver(p, e, at);
      const before = [...(first ?? []), ...(named ? [named.statement] : [])];
      return before.length > 0 ? { kind: 'block', body: [...before, made], at } : made;
    });
  },
  case(p, at) {
    p.at++;
    const low = p.parts.constant(p, 'the value of a case');
    const high = p.take('...') ? p.parts.constant(p, 'the value of a case') : low;
    p.expect(':');
    return caseOf(p, low === undefined || high === undefined ? undefined : { low, high }, at, 'case');
  },
  default(p, at) {
    p.at++;
    p.expect(':');
    return caseOf(p, undefined, at, 'default');
  },
  break(p, at) {
    p.at++;
    p.expect(';');
    if (!p.fn || p.fn.breakable === 0) p.report(strayJump('break', at));
    return { kind: 'break', at };
  },
  continue(p, at) {
    p.at++;
    p.expect(';');
    if (!p.fn || p.fn.loops === 0) p.report(strayJump('continue', at));
    return { kind: 'continue', at };
  },
  goto(p, at) {
    p.at++;
    if (p.take('*')) return computedJump(p, at);
    const name = p.name('a label');
    p.expect(';');
    const label = p.scope.labelOf(name.text);
    p.fn?.jumps.push({ label, at: name.at });
    return { kind: 'goto', label, at };
  },
  return(p, at) {
    p.at++;
    const variable = ownVariable(p);
    const value = p.is(';') ? undefined : returned(p, at);
    p.expect(';');
    p.fn?.returns.add(variable);
    return { kind: 'return', value, variable, at };
  },
  try: (p) => p.parts.tryStatement(p),
  asm: assembly,
  __asm__: assembly,
  __asm: assembly,
});

/** `goto *address`: to the label that has the number; which have one is known when the function has been read. */
function computedJump(p: Parser, at: Span): Statement {
  const value = converted(asValue(p.parts.expression(p)), long);
  p.expect(';');
  const cases: Case[] = [];
  const body: Statement[] = [];
  p.fn?.computed.push({ cases, body, at });
  return { kind: 'switch', value, body: { kind: 'block', body, at }, cases, hasDefault: false, at };
}

/** `&&label`: its number in the function. */
export function labelAddress(p: Parser): Expression {
  const { at } = p.next();
  const name = p.name('a label');
  const label = p.scope.labelOf(name.text);
  const numbers = p.fn?.labelNumbers;
  if (numbers && !numbers.has(label)) numbers.set(label, BigInt(numbers.size + 1));
  p.fn?.jumps.push({ label, at: name.at });
  return { kind: 'number', value: numbers?.get(label) ?? 0n, type: pointerTo({ kind: 'void' }), at };
}

function switchOver(p: Parser, e: Expression, at: Span): Statement {
  const isWhole = isInteger(e.type) || e.type.kind === 'enum';
  if (!isWhole && e.type.kind !== 'unknown') p.report(unlikeTypes(showType(e.type), 'int', e.at));
  const type: Type = isWhole ? promoted(e.type) : unqualified(e.type);
  const cases: Case[] = [];
  const { fn } = p;
  fn?.switches.push({ type, cases });
  if (fn) fn.breakable++;
  try {
    const body = inner(p);
    return { kind: 'switch', value: converted(e, type), body, cases, hasDefault: cases.includes(undefined), at };
  } finally {
    fn?.switches.pop();
    if (fn) fn.breakable--;
  }
}

/** `if constexpr`: what is not chosen is not even read. */
function chosen(p: Parser, yes: boolean, at: Span): Statement {
  const then = yes ? inner(p) : skipped(p, at);
  if (!p.take('else')) return then;
  const otherwise = yes ? skipped(p, at) : inner(p);
  return yes ? then : otherwise;
}

function skipped(p: Parser, at: Span): Statement {
  skipStatement(p);
  return { kind: 'empty', at };
}

function skipStatement(p: Parser): void {
  if (p.is('{')) {
    p.skipBalanced();
    return;
  }
  if (p.is('if')) {
    p.at++;
    p.take('constexpr');
    p.skipBalanced();
    skipStatement(p);
    if (p.take('else')) skipStatement(p);
    return;
  }
  if (p.is('for') || p.is('while') || p.is('switch')) {
    p.at++;
    p.skipBalanced();
    skipStatement(p);
    return;
  }
  while (!p.is(';') && p.token.kind !== 'end') {
    if (p.is('(') || p.is('{') || p.is('[')) p.skipBalanced();
    else p.at++;
  }
  p.take(';');
}

/** `if (int x = f(); x > 0)` */
function startOf(p: Parser): Statement[] | undefined {
  if (!p.language.cxx) return undefined;
  const from = p.at;
  let depth = 0;
  for (let i = p.at; ; i++) {
    const t = p.tokens[i];
    if (!t || t.kind === 'end' || t.text === '{') return undefined;
    if (t.text === '(') depth++;
    if (t.text === ')' && depth-- === 0) return undefined;
    if (t.text === ';' && depth === 0) break;
  }
  p.at = from;
  if (isDeclaration(p)) return p.parts.declaration(p);
  const value = p.parts.expression(p);
  p.expect(';');
  return [{ kind: 'expression', value, at: value.at }];
}

function caseOf(p: Parser, c: Case, at: Span, word: string): Statement {
  const within = p.fn?.switches.at(-1);
  if (!within) {
    p.report(strayJump(word, at));
    return { kind: 'empty', at };
  }
  const taken = within.cases.some((o) => (c && o ? c.low <= o.high && o.low <= c.high : c === o));
  if (taken) p.report(notConstant(`each \`${word}\` of a switch`, at));
  within.cases.push(c);
  return { kind: 'case', number: within.cases.length - 1, at };
}

function returned(p: Parser, at: Span): ReturnType<typeof asValue> {
  const { fn } = p;
  if (p.is('{') && fn) {
    const { initial, type } = p.parts.initialiser(p, fn.result);
    return initial.kind === 'value' ? initial.value : { kind: 'object', initial, type, at, lvalue: true };
  }
  const from = p.at;
  const e = ownValue(p.parts.expression(p));
  if (!fn) return e;
  if (mentionsAuto(fn.result)) {
    fn.found ??= p.parts.replacedAuto(p, fn.result, e, from);
    return p.parts.convert(p, e, fn.found);
  }
  if (fn.result.kind === 'reference') {
    return p.parts.convert(p, e, fn.result);
  }
  if (fn.result.kind === 'void') {
    if (e.type.kind !== 'void' && e.type.kind !== 'unknown' && p.language.cxx)
      p.report(unlikeTypes(showType(e.type), 'void', e.at));
    return { kind: 'convert', of: asValue(e), type: { kind: 'void' }, at: e.at };
  }
  return p.parts.convert(p, e, fn.result);
}

/** `x;` */
function ownVariable(p: Parser): VariableSymbol | undefined {
  const entity =
    p.language.cxx && p.token.kind === 'name' && p.isAhead(1, ';') ? p.scope.find(p.token.text) : undefined;
  return entity?.kind === 'variable' && entity.placement === 'automatic' && entity.home === p.fn ? entity : undefined;
}

/** A variable of the function that ends: its value may be taken. */
function ownValue(e: Expression): Expression {
  const isOwn = e.kind === 'variable' && (e.variable.placement === 'automatic' || e.variable.placement === 'parameter');
  return isOwn && e.type.kind === 'record' ? { ...e, expiring: true } : e;
}

export function checkJumps(p: Parser): void {
  for (const { cases, body, at } of p.fn?.computed ?? [])
    for (const [label, number] of p.fn?.labelNumbers ?? []) {
      cases.push({ low: number, high: number });
      body.push({ kind: 'case', number: cases.length - 1, at }, { kind: 'goto', label, at });
    }
  for (const j of p.fn?.jumps ?? [])
    if (!p.fn?.labels.has(j.label)) p.report(noLabel(j.label.replace(/\.\d+$/, ''), j.at));
}
