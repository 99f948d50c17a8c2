/** Variables: where they lie, their symbols, when they are made and destroyed. */
import { declaredTwice, incomplete } from '../errors.ts';
import type { Expression, Placement, Statement, VariableSymbol } from '../tree.ts';
import {
  int,
  isScalar,
  mentionsAuto,
  pointerTo,
  qualified,
  sameType,
  showType,
  sizeOf,
  type Type,
  voidType,
} from '../types.ts';
import { callFree } from './class-operators.ts';
import { callFunction } from './cxx-calls.ts';
import { deduceTemplate, defaultInitial, directly, initialise, keepConstant, laterStart } from './initial-values.ts';
import { symbolOfVariable } from './mangle.ts';
import { destructorFor } from './objects.ts';
import type { NamedDeclarator, Parser, Specifiers } from './parser.ts';
import { dynamicSize, newVariable, placementOf } from './variables.ts';

/** `struct s x;` of C, whose members may follow: what never gets any is told at the end (`declarations.ts`). */
const mayComplete = (p: Parser, type: Type): boolean =>
  !p.language.cxx && p.scope.kind === 'file' && type.kind === 'record' && !p.is('=');

export function variable(p: Parser, s: Specifiers, d: NamedDeclarator): Statement | undefined {
  const placement = placementOf(p, s);
  const isLocal = placement === 'automatic';
  const scope = p.scope;
  const known = scope.names.get(d.name.text);
  const name = d.name.text;
  const type = s.constexpr ? qualified(d.type, true) : d.type;
  const v = newVariable(name, symbolOf(p, s, name, placement), d.name.at, type, placement);
  v.size = dynamicSize(p, d.type, d.name.at);
  if (
    !v.size &&
    sizeOf(d.type) === undefined &&
    !mentionsAuto(d.type) &&
    !scalarLater(d.type) &&
    d.type.kind !== 'unknown' &&
    !s.extern &&
    !mayComplete(p, d.type)
  )
    p.report(incomplete(showType(d.type), d.name.at));
  if (d.type.kind === 'void') p.report(incomplete('void', d.name.at));
  Object.assign(v, { internal: isLocal || s.static || (scope.kind === 'block' && !s.extern) });
  v.inMemory = !isScalar(d.type) && d.type.kind !== 'reference';
  const builtin = builtinVariables.find((b) => b === name);
  if (builtin && p.isLibrary(d.name.at.source.path)) Object.assign(v, { builtin });
  if (s.align > 0) v.align = s.align;
  const other = aliased(p, s);
  if (other !== undefined) Object.assign(v, { symbol: other });
  if (s.inline) v.shared = true;
  if (s.constexpr) v.isConstexpr = true;
  const hasValue = p.is('=');
  v.defined = (!s.extern || hasValue || placement === 'dynamic-shared') && other === undefined;
  v.tentative =
    !isLocal && !p.language.cxx && !hasValue && !s.static && placement === 'static' && scope.kind === 'file';
  const before = known?.kind === 'variable' ? known : undefined;
  // `struct x *x`: the class is found by its keyword from now on.
  const isTag = p.language.cxx && known?.kind === 'type' && scope.tags.get(name) === known.type;
  if (known && !isTag && !p.isFree(known, d.name.at) && (!before || isLocal || !sameType(before.type, d.type)))
    p.report(declaredTwice(name, d.name.at, 'at' in known ? known.at : undefined));
  const target = before && !isLocal ? merged(before, v) : v;
  if (target === v) {
    if (!isLocal) p.variables.push(v);
    scope.names.set(name, v);
  }
  if (hasValue) {
    p.at++;
    initialise(p, target, s);
  } else if (p.language.cxx && (p.is('(') || p.is('{'))) {
    directly(p, target);
    keepConstant(p, target);
    laterStart(p, target);
  } else if (p.language.cxx && target.defined && placement !== 'shared' && placement !== 'dynamic-shared') {
    if (target.type.kind === 'auto' && target.type.template) deduceTemplate(p, target, d.name.at);
    else target.initial = defaultInitial(p, d.type, d.name.at);
    keepConstant(p, target);
    laterStart(p, target);
  }
  if (v.placement === 'static' && target === v && hasTwin(d.type)) addTwin(p, v);
  if (isLocal) {
    target.home = p.fn;
    if (p.language.cxx) target.destroy = destructorFor(p, target.type);
  }
  const ends =
    isLocal || v.placement !== 'static' || !target.defined || !p.language.cxx ? undefined : endLater(p, target);
  if (target.once) return onceStatement(p, target, target.once, ends);
  if (ends) registerEnd(p, target, ends);
  return isLocal ? { kind: 'variable', variable: target, at: d.name.at } : undefined;
}

/** The symbol of what it stands for. */
export function aliased(p: Parser, s: Specifiers): string | undefined {
  if (s.alias === undefined) return undefined;
  const known = p.file.names.get(s.alias);
  if (known?.kind === 'functions') return known.list[0]?.symbol;
  return known?.kind === 'variable' ? known.symbol : s.alias;
}

/** References to textures and surfaces: the host sets them, and device code reads what it binds to them. */
const hasTwin = (t: Type): boolean =>
  t.kind === 'record' &&
  t.record.fields.some((f) => f.name === '__cufort_twin' || (f.base === true && hasTwin(f.type)));

function addTwin(p: Parser, v: VariableSymbol): void {
  const twin = newVariable(v.name, `${v.symbol}@device`, v.at, v.type, 'device');
  Object.assign(twin, { inMemory: true, defined: v.defined, internal: v.internal });
  v.twin = twin;
  const tell = p.file.names.get('__cufort_has_twin');
  if (!v.defined || tell?.kind !== 'functions') return;
  const { at } = v;
  const addresses = [v, twin].map((variable): Expression => {
    const of: Expression = { kind: 'variable', variable, type: v.type, at, lvalue: true };
    return { kind: 'address', of, type: pointerTo(voidType), at };
  });
  atStart(p, v, 'twin', callFunction(p, tell.list[0]!, addresses, at));
}

/** What has an object of the program's whole life destroyed at its end; undefined where nothing ends it. */
export function endLater(p: Parser, v: VariableSymbol): Expression | undefined {
  if (p.isLibrary(v.at.source.path) || p.fn?.fn?.sides.host === false || !destructorFor(p, v.type)) return undefined;
  const object: Expression = { kind: 'variable', variable: v, type: v.type, at: v.at, lvalue: true };
  return callFree(p, '__cufort_ends_later', object, v.at);
}

export function registerEnd(p: Parser, v: VariableSymbol, ends: Expression): void {
  if (!p.fn) atStart(p, v, 'ends', ends);
}

/** With the first values of the unit's variables, behind the object's own. */
function atStart(p: Parser, v: VariableSymbol, word: string, left: Expression): void {
  const done = newVariable(`${v.name}.${word}`, `${v.symbol}.${word}`, v.at, int, 'static');
  Object.assign(done, { internal: true, inMemory: true, defined: true });
  const right: Expression = { kind: 'number', value: 1n, type: int, at: v.at };
  done.initial = { kind: 'value', value: { kind: 'comma', left, right, type: int, at: v.at } };
  p.variables.push(done);
  p.starts.push(done);
}

function onceStatement(p: Parser, v: VariableSymbol, once: VariableSymbol, ends: Expression | undefined): Statement {
  const { at } = v;
  Object.assign(once, { internal: true, inMemory: true });
  p.variables.push(once);
  const made: Expression = { kind: 'variable', variable: once, type: int, at, lvalue: true };
  const yes: Expression = { kind: 'number', value: 1n, type: int, at };
  const place: Expression = { kind: 'variable', variable: v, type: v.type, at, lvalue: true };
  const set: Statement = { kind: 'expression', value: { kind: 'assign', to: made, value: yes, type: int, at }, at };
  const first: Statement[] = v.initial ? [{ kind: 'place', place, initial: v.initial, at }] : [];
  v.initial = undefined;
  const last: Statement[] = ends ? [{ kind: 'expression', value: ends, at }] : [];
  const then: Statement = { kind: 'block', body: [set, ...first, ...last], at };
  return { kind: 'if', condition: { kind: 'not', of: made, type: int, at }, then, otherwise: undefined, at };
}

const builtinVariables = ['threadIdx', 'blockIdx', 'blockDim', 'gridDim', 'warpSize'] as const;

/** An array whose initialiser tells its size. */
function scalarLater(type: Type): boolean {
  return type.kind === 'array' && type.count === undefined && sizeOf(type.of) !== undefined;
}

function symbolOf(p: Parser, s: Specifiers, name: string, placement: Placement): string {
  // Constants of C++ belong to their unit.
  const isConst = s.constexpr || s.type.const === true;
  const isUnits = p.language.cxx && isConst && !s.extern && !s.inline && placement === 'static';
  if (p.scope.kind === 'block' && !s.extern && placement !== 'automatic')
    return `${p.fn?.fn?.symbol ?? ''}.${name}.${p.unique()}`;
  const base = p.linkage === 'C' || p.scope.kind !== 'namespace' ? name : symbolOfVariable(p.scope, name, p.path);
  // Shared memory is each kernel's own, also where it is declared outside of one.
  return s.static || isUnits || placement === 'shared' ? `${base}@${p.path}` : base;
}

/** Declared before: one symbol for both. */
function merged(before: VariableSymbol, v: VariableSymbol): VariableSymbol {
  if (v.type.kind === 'array' && v.type.count !== undefined) before.type = v.type;
  before.tentative = (before.tentative || !before.defined) && v.tentative;
  before.defined ||= v.defined;
  if (v.placement !== 'static') before.placement = v.placement;
  return before;
}
