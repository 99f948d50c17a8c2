/** Bodies of functions; those of headers are read when somebody calls the function first. */
import { declaredTwice } from '../errors.ts';
import type { FunctionSymbol, Statement, VariableSymbol } from '../tree.ts';
import {
  decayed,
  type FunctionType,
  isScalar,
  mentionsAuto,
  type RecordType,
  sameType,
  type Type,
  unqualified,
} from '../types.ts';
import { isPlainCopy } from './class-info.ts';
import { afterDestructor, beforeDestructor, memberInits } from './member-initialisers.ts';
import { frameStatements, withChain } from './nested-functions.ts';
import type { Declarator, FunctionContext, NamedDeclarator, ParameterName, Parser } from './parser.ts';
import { Scope } from './scope.ts';
import { withLandings } from './set-jumps.ts';
import { skipBody } from './skip-declaration.ts';
import { block, checkJumps } from './statements.ts';
import { newVariable } from './variables.ts';

/** The body of a function; it is read now, or when somebody calls it first. */
export function define(
  p: Parser,
  fn: FunctionSymbol,
  d: NamedDeclarator,
  type: FunctionType,
  chain?: VariableSymbol,
): void {
  if (fn.body || fn.pending) p.report(declaredTwice(fn.name, d.name.at, fn.at));
  const names = d.old ? oldTypes(p, fn, d.params ?? []) : (d.params ?? []);
  fn.type = {
    ...type,
    ...(fn.type.isConst && { isConst: true }),
    ...(fn.type.ref && { ref: fn.type.ref }),
    ...(fn.type.noexcept !== undefined && { noexcept: fn.type.noexcept }),
    ...(d.old && { params: names.map((n) => n.type) }),
  };
  fn.params = names.map((n) => n.variable ?? newVariable(n.name, n.name, n.at, n.type, 'parameter'));
  const sizes = names.flatMap((n) => n.sizes ?? []);
  for (const v of fn.params) v.inMemory = !isScalar(v.type) && v.type.kind !== 'reference';
  if (chain) withChain(fn, chain);
  const scope = p.scope;
  const from = p.at;
  const later = (fn.inline || fn.internal) && p.isLibrary(p.token.at.source.path);
  if (!later) {
    body(p, fn, scope, undefined, sizes);
    return;
  }
  skipBody(p);
  const { linkage } = p;
  fn.pending = () => {
    fn.pending = undefined;
    const state = { at: p.at, fn: p.fn, scope: p.scope, linkage: p.linkage, angle: p.angle };
    Object.assign(p, { at: from, fn: undefined, scope, linkage, angle: 0 });
    body(p, fn, scope);
    Object.assign(p, state);
  };
}

/** Of a function that is read; a nested one has the frame of the function around as its first parameter. */
export function newContext(fn: FunctionSymbol, chain: VariableSymbol | undefined): FunctionContext {
  return {
    fn,
    result: fn.type.result,
    returns: new Set(),
    labels: new Set(),
    jumps: [],
    labelNumbers: new Map(),
    computed: [],
    switches: [],
    loops: 0,
    before: [],
    marks: [],
    ...(fn.nestedIn && chain && { around: { context: fn.nestedIn as FunctionContext, chain } }),
    breakable: 0,
  };
}

export function body(
  p: Parser,
  fn: FunctionSymbol,
  around: Scope,
  captures?: FunctionContext['captures'],
  sizes: readonly Statement[] = [],
): void {
  const self = fn.member && !fn.member.isStatic && !captures ? fn.params[0] : undefined;
  const context: FunctionContext = {
    ...newContext(fn, fn.params[0]),
    ...(self && { self }),
    ...(captures && { captures }),
  };
  const before = p.fn;
  p.fn = context;
  const scope = new Scope('block', around);
  for (const s of sizes) if (s.kind === 'variable') s.variable.home = context;
  for (const v of fn.params) {
    v.home = context;
    if (v.type.kind !== 'reference') v.inMemory ||= !isScalar(v.type);
    if (v.name !== '' && v !== self) scope.names.set(v.name, v);
  }
  bindPacks(fn, scope);
  try {
    fn.body = p.within(scope, () => withLandings(p, fn, whole(p, fn)));
    checkJumps(p);
    const first = [...frameStatements(context, fn.at), ...sizes];
    if (first.length > 0) fn.body = { kind: 'block', body: [...first, fn.body], at: fn.body.at };
  } finally {
    p.fn = before;
  }
  if (mentionsAuto(context.result)) fn.type = { ...fn.type, result: context.found ?? { kind: 'void' } };
  markResult(fn, context);
}

/** A variable of the outermost block that is all the function gives back needs no copy ([class.copy.elision]). */
function markResult(fn: FunctionSymbol, { returns }: FunctionContext): void {
  const [v] = returns;
  const { body: whole } = fn;
  if (!v || returns.size > 1 || v.type.kind !== 'record' || isPlainCopy(v.type) || whole?.kind !== 'block') return;
  if (!sameType(unqualified(v.type), unqualified(fn.type.result))) return;
  if (whole.body.some((s) => s.kind === 'variable' && s.variable === v)) v.isResult = true;
}

/** Parameters that one pack became have its name together. */
function bindPacks(fn: FunctionSymbol, scope: Scope): void {
  const packs = new Map<string, VariableSymbol[]>();
  for (const [i, v] of fn.params.entries())
    if (fn.packs?.has(i)) {
      const list = packs.get(v.name) ?? [];
      list.push(v);
      packs.set(v.name, list);
    }
  for (const [name, list] of packs) scope.names.set(name, { kind: 'pack', list, values: true });
  for (const name of fn.emptyPacks ?? [])
    if (!packs.has(name)) scope.names.set(name, { kind: 'pack', list: [], values: true });
}

/** Of a constructor with what comes before, of a destructor with what comes after. */
function whole(p: Parser, fn: FunctionSymbol): Statement {
  const record = fn.member?.of;
  const { token } = p;
  const isTried = p.language.cxx && p.take('try');
  const first = firstStatements(p, fn, record);
  const own = block(p);
  const after = fn.role === 'destructor' && record ? afterDestructor(p, fn, record) : [];
  const all: Statement =
    first.length + after.length === 0 ? own : { kind: 'block', body: [...first, own, ...after], at: own.at };
  return isTried ? p.parts.handledBody(p, all, token.at) : all;
}

function firstStatements(p: Parser, fn: FunctionSymbol, record: RecordType | undefined): Statement[] {
  if (!record) return [];
  if (fn.role === 'constructor') return memberInits(p, fn, record);
  return fn.role === 'destructor' ? beforeDestructor(p, fn, record) : [];
}

/** int f(a, b) int a; char *b; { … } */
function oldTypes(p: Parser, fn: FunctionSymbol, params: readonly ParameterName[]): ParameterName[] {
  const types = new Map<string, Type>();
  while (!p.is('{') && p.token.kind !== 'end') {
    const s = p.parts.specifiers(p);
    if (s.missing) p.fail('the type of a parameter');
    do {
      const d = p.parts.declarator(p, s.type);
      if (d.name)
        types.set(d.name.text, d.type.kind === 'array' || d.type.kind === 'function' ? decayed(d.type) : d.type);
    } while (p.take(','));
    p.expect(';');
  }
  void fn;
  return params.map((n) => ({ ...n, type: types.get(n.name) ?? n.type }));
}

/** A body that begins at that token. */
export function defineAt(p: Parser, fn: FunctionSymbol, d: Declarator, at: number): void {
  const { scope, record } = p;
  void d;
  fn.pending = () => {
    fn.pending = undefined;
    const before = { at: p.at, fn: p.fn, scope: p.scope, record: p.record, angle: p.angle };
    Object.assign(p, { at, fn: undefined, scope, record, angle: 0 });
    while (!p.is('{') && !p.is(';') && p.token.kind !== 'end') p.at++;
    try {
      if (p.is('{')) body(p, fn, scope);
    } finally {
      Object.assign(p, before);
    }
  };
}
