/** Names, and names with arguments: variables, elements, function references, constructors, intrinsics. */
import type { Span } from '../../../../base/source.ts';
import { intrinsics } from '../../../../library/intrinsics/table.ts';
import * as callErrors from '../../errors/calls.ts';
import * as typeErrors from '../../errors/derived-types.ts';
import * as deviceErrors from '../../errors/device.ts';
import * as launchErrors from '../../errors/launches.ts';
import * as nameErrors from '../../errors/names.ts';
import * as subscriptErrors from '../../errors/subscripts.ts';
import { structureOf } from '../../layout.ts';
import type { DerivedType, Expr, LibraryRoutine, NamedConstant, Procedure, Shape, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import { type Arg, analyseArguments, procedureVariable } from '../calls/arguments.ts';
import {
  callValue,
  type Decided,
  decideBound,
  decideGeneric,
  decidePointer,
  decideProcedure,
  decideRoutine,
  intrinsicActuals,
  intrinsicAllowed,
} from '../calls/calls.ts';
import { isIntrinsic, resolveIntrinsic } from '../calls/intrinsic-calls.ts';
import { expand } from '../calls/statement-functions.ts';
import { decideSystemRoutine } from '../calls/system-routines.ts';
import { type BuiltinName, builtins, type Entry, type Env, type Meaning } from '../context.ts';
import { deviceSymbol } from '../cuda/device-names.ts';
import { isForgotten, isToldToUse, isWarnedToUse, seenElsewhere } from '../declarations/module-with.ts';
import { hasDefaultLengths } from '../declarations/parameterized-types.ts';
import { implicitType, implicitVariable } from '../declarations/resolve-entry.ts';
import { externalNamed, implicitSignature } from '../declarations/signatures.ts';
import { scopeOfUnit } from '../places.ts';
import { argumentProblem } from '../rules/intrinsic-arguments.ts';
import { isExcused, lookup, lookupType, meaningOf, misspeltCuda, poison, remember, suggestion } from '../scope.ts';
import { imageFunction } from '../statements/images.ts';
import { builtinMeant } from '../suggest.ts';
import { integer4, integerOf, sameType, typeText } from '../types.ts';
import { isExpression } from '../walk-tree.ts';
import { structure } from './constructors.ts';
import { builtinReference, elementOf, findComponent, partOf, substringOf, variableReference } from './designators.ts';

/** What a name means here; undefined where it is declared nowhere. */
export function nameMeaning(env: Env, name: string): Meaning | undefined {
  const entry = lookup(env, name);
  if (entry) return meaningOf(entry);
  if (!env.file.options.cuda) return undefined;
  const builtin = builtinNamed(name);
  if (builtin) return { kind: 'builtin', name: builtin };
  return env.side !== 'host' || env.kernelLoop ? deviceSymbol(env, name) : undefined;
}

const builtinNames = new Map<string, BuiltinName>(builtins.map((b) => [b, b]));

export function builtinNamed(name: string): BuiltinName | undefined {
  return builtinNames.get(name);
}

// ---- a bare name ------------------------------------------------------------------------------------------------

export function nameReference(env: Env, e: tree.Name): Expr | undefined {
  const meaning = nameMeaning(env, e.text);
  if (!meaning) return unknownName(env, e);
  switch (meaning.kind) {
    case 'variable':
      return variableReference(env, meaning, e.span);
    case 'constant':
      return constantReference(meaning, e.span);
    case 'value':
      return { ...meaning.value, span: e.span };
    case 'builtin':
      return builtinReference(env, meaning.name, undefined, e.span);
    case 'error':
      return undefined;
    case 'procedure':
      return ownResult(env, meaning, e);
    case 'library-routine':
      return bareRoutine(env, meaning, e);
    case 'generic':
    case 'intrinsic':
    case 'statement-function':
      return void env.file.report(nameErrors.procedureAsValue(e));
    case 'namelist':
    case 'derived-type':
      return void env.file.report(nameErrors.notAVariable(e));
    default:
      return undefined;
  }
}

/** `istat = cudaDeviceSynchronize`, which nvfortran takes for the call. */
function bareRoutine(env: Env, r: LibraryRoutine, e: tree.Name): Expr | undefined {
  const { gives, takes } = r.routine;
  if (!gives || Object.values(takes).some((t) => t.optional === undefined))
    return void env.file.report(nameErrors.procedureAsValue(e));
  env.file.report(nameErrors.missingParentheses(e));
  const decided = decideRoutine(env, r, [], e.span, 'function');
  return decided && callValue(env, decided, e.text, e.span);
}

/** A function's name without arguments is no value, except where a host function's name is its result. */
function ownResult(env: Env, p: Procedure, e: tree.Name): Expr | undefined {
  const { result } = p.signature;
  if (result && result.name === p.name && p === env.unit?.procedure) return variableReference(env, result, e.span);
  if (result && p.signature.dummies.length === 0 && isOfLibrary(env, p)) {
    env.file.report(nameErrors.missingParentheses(e));
    return procedureCall(env, p, { kind: 'call-or-index', base: e, arguments: [], span: e.span });
  }
  return void env.file.report(nameErrors.procedureAsValue(e));
}

/** A function of a module that comes with the compiler. */
function isOfLibrary(env: Env, p: Procedure): boolean {
  const module = p.linkName.split('.')[0] ?? '';
  return p.origin === 'module' && env.file.options.intrinsicModules?.(module) !== undefined;
}

export function constantReference(c: NamedConstant, span: Span): Expr {
  return c.value.kind === 'constant-array' ? { ...c.value, span, lowers: lowersOf(c.shape) } : { ...c.value, span };
}

function lowersOf(shape: Shape | undefined): readonly number[] {
  return shape?.kind === 'explicit' ? shape.bounds.map((b) => Number(integerOf(b.lower) ?? 1n)) : [];
}

function unknownName(env: Env, e: tree.Name): Expr | undefined {
  if (!isExcused(env, e.text) && lookupType(env, e.text)) return void env.file.report(nameErrors.notAVariable(e));
  const meaning: Meaning = isExcused(env, e.text) ? { kind: 'error' } : implicitVariable(env, e);
  if (meaning.kind === 'procedure') return void env.file.report(nameErrors.procedureAsValue(e));
  if (meaning.kind === 'variable' && isForgotten(env, e.text) && !isWarnedToUse(env, e.text))
    env.file.report(nameErrors.forgottenUse(e));
  const misspelt = meaning.kind === 'variable' && env.file.options.cuda ? misspeltCuda(env, e.text) : undefined;
  if (misspelt) env.file.report(nameErrors.misspelt(e, misspelt, 'a variable of its own'));
  if (meaning.kind === 'variable') return variableReference(env, meaning, e.span);
  if (!isExcused(env, e.text) && !isToldToUse(env, e.text))
    env.file.report(
      followsSlashes(e)
        ? nameErrors.commentOfC(e)
        : nameErrors.unknownName(e, meantBy(env, e.text), seenElsewhere(env, e.text)),
    );
  poison(env, e.text, e.span);
  return undefined;
}

/** `x = 1 // one`. */
function followsSlashes({ span }: tree.Name): boolean {
  return /\/\/[ \t]*$/.test(span.source.text.slice(Math.max(0, span.from - 8), span.from));
}

const ofOtherLanguages = new Map([
  ['true', '.true.'],
  ['false', '.false.'],
  ['null', 'null()'],
  ['nullptr', 'null()'],
]);

function meantBy(env: Env, name: string): string | undefined {
  const known = ofOtherLanguages.get(name);
  if (known !== undefined) return known;
  return suggestion(env, name) ?? (env.side === 'host' ? undefined : builtinMeant(name));
}

// ---- a name with arguments --------------------------------------------------------------------------------------

export function callOrIndex(env: Env, e: tree.CallOrIndex): Expr | undefined {
  const { base } = e;
  if (base.kind === 'name') return namedCall(env, e, base);
  if (base.kind === 'component') return componentCall(env, e, base);
  const type = base.kind === 'call-or-index' && base.base.kind === 'name' && lookupType(env, base.base.text);
  if (type && base.kind === 'call-or-index') return parameterizedConstructor(env, type, base, e);
  const value = env.file.expression(env, base);
  return value && indexed(env, value, e, undefined);
}

function namedCall(env: Env, e: tree.CallOrIndex, name: tree.Name): Expr | undefined {
  const meaning = nameMeaning(env, name.text);
  if (!meaning || meaning.kind === 'derived-type' || meaning.kind === 'generic') {
    const type = lookupType(env, name.text);
    if (type && meaning?.kind !== 'generic') return typeConstructor(env, type, e);
    if (type && meaning?.kind === 'generic') return genericOrConstructor(env, meaning, type, e, name);
  }
  if (!meaning) return unknownCall(env, e, name);
  switch (meaning.kind) {
    case 'variable':
      return variableCall(env, meaning, e, name);
    case 'constant':
      return indexed(env, constantReference(meaning, name.span), e, meaning);
    case 'value':
      return indexed(env, meaning.value, e, undefined);
    case 'procedure':
      return procedureCall(env, meaning, e);
    case 'generic':
      return genericCall(env, meaning, e, name);
    case 'library-routine':
      return withArguments(env, e, (args) => decideRoutine(env, meaning, args, e.span, 'function'), name.text);
    case 'intrinsic':
      return intrinsicCall(env, meaning.name, e);
    case 'statement-function': {
      const args = analyseArguments(env, e.arguments);
      const keyword = args?.find((a) => a.keyword)?.keyword;
      if (keyword) return void env.file.report(callErrors.keywordWithoutInterface(name.text, keyword));
      return args && expand(env, meaning.definition, expressionsOf(args), e.span);
    }
    case 'builtin':
    case 'namelist':
      return void env.file.report(nameErrors.notAFunction(name));
    case 'derived-type':
    case 'error':
      return silently(env, e);
    default:
      return undefined;
  }
}

/** The arguments of something wrong are looked at all the same. */
function silently(env: Env, e: tree.CallOrIndex): undefined {
  analyseArguments(
    env,
    e.arguments.filter((a) => a.value.kind !== 'section'),
  );
  return undefined;
}

function expressionsOf(args: readonly Arg[]): Expr[] {
  return args.flatMap((a) => (a.value.kind === 'alternate-return' ? [] : [a.value]));
}

function typeConstructor(env: Env, entry: Entry, e: tree.CallOrIndex): Expr | undefined {
  const type: DerivedType | undefined =
    entry.meaning?.kind === 'derived-type' ? entry.meaning : env.file.resolveType(entry);
  const named = type && env.file.instance(env, type, [], e.span);
  if (!type || !named) return undefined;
  // Beyond the standard, the lengths may come first among the values.
  const lengths = named.open && hasDefaultLengths(env, type) ? env.file.lengths(env, type, named, []) : undefined;
  return structure(env, named, e.arguments, e.span, lengths);
}

/** `t(k, n)(…)` */
function parameterizedConstructor(
  env: Env,
  entry: Entry,
  head: tree.CallOrIndex,
  e: tree.CallOrIndex,
): Expr | undefined {
  const given = head.arguments.flatMap((a): tree.TypeArgument[] =>
    isExpression(a.value) ? [{ kind: 'type-argument', span: a.span, keyword: a.keyword, value: a.value }] : [],
  );
  if (given.length < head.arguments.length) return void env.file.report(typeErrors.badTypeParameter(head.span));
  const template = entry.meaning?.kind === 'derived-type' ? entry.meaning : env.file.resolveType(entry);
  const type = template && env.file.instance(env, template, given, head.span);
  if (!template || !type) return undefined;
  const lengths = type.open && env.file.lengths(env, template, type, given);
  return type.open && !lengths ? undefined : structure(env, type, e.arguments, e.span, lengths);
}

function genericOrConstructor(
  env: Env,
  meaning: Extract<Meaning, { kind: 'generic' }>,
  type: Entry,
  e: tree.CallOrIndex,
  name: tree.Name,
): Expr | undefined {
  const args = analyseArguments(env, e.arguments);
  if (!args) return undefined;
  const decided = decideGeneric(env, meaning, args, e.span, 'function', true);
  return decided ? callValue(env, decided, name.text, e.span) : typeConstructor(env, type, e);
}

function withArguments(
  env: Env,
  e: tree.CallOrIndex,
  decide: (args: Arg[]) => Decided | undefined,
  name: string,
): Expr | undefined {
  const args = analyseArguments(env, e.arguments);
  const decided = args && decide(args);
  return decided && callValue(env, decided, name, e.span);
}

export function procedureCall(env: Env, p: Procedure, e: tree.CallOrIndex): Expr | undefined {
  if (p.signature.targets.global) return void env.file.report(launchErrors.kernelAsFunction(p, e.span));
  return withArguments(env, e, (args) => decideProcedure(env, p, args, e.span), p.name);
}

function genericCall(
  env: Env,
  generic: Extract<Meaning, { kind: 'generic' }>,
  e: tree.CallOrIndex,
  name: tree.Name,
): Expr | undefined {
  const args = analyseArguments(env, e.arguments);
  if (!args) return undefined;
  const extends_ = isIntrinsic(generic.name);
  const decided = decideGeneric(env, generic, args, e.span, 'function', extends_);
  if (decided) return callValue(env, decided, name.text, e.span);
  return extends_
    ? resolveIntrinsic(
        generic.name,
        intrinsicActuals(env, generic.name, args),
        e.span,
        env.file.report,
        env.file.options,
      )
    : undefined;
}

function intrinsicCall(env: Env, name: string, e: tree.CallOrIndex): Expr | undefined {
  if (name === 'null' && e.arguments.length === 0) return { kind: 'null', type: integer4, rank: 0, span: e.span };
  const size = name === 'sizeof' ? sizeOfType(env, e) : undefined;
  if (size) return size;
  const args = analyseArguments(env, e.arguments);
  if (!args) return undefined;
  if (name === 'null') return nullLike(args, e.span);
  const made = resolveIntrinsic(name, intrinsicActuals(env, name, args), e.span, env.file.report, env.file.options);
  // Of a default kind that is not 4.
  const found = made?.kind === 'convert' ? made.value : made;
  const row = found?.kind === 'intrinsic' ? intrinsics.get(found.name) : undefined;
  if (found?.kind === 'intrinsic' && row?.by === 'image')
    return imageFunction(env, found.name, found.args, found.type, e.span);
  const problem = found?.kind === 'intrinsic' && row ? argumentProblem(found.name, found.args, row) : undefined;
  if (problem) env.file.report(problem);
  if (problem?.severity === 'error') return undefined;
  if (problem && found?.kind === 'intrinsic' && found.name === 'allocated')
    return { ...found, name: 'associated', args: [...found.args, undefined] };
  if (found?.kind === 'intrinsic' && !intrinsicAllowed(env, name))
    return void env.file.report(deviceErrors.routineOnWrongSide(name, 'device', e.span));
  return made;
}

/** `sizeof(t)` of a derived type, as NVIDIA's own programs write. */
function sizeOfType(env: Env, e: tree.CallOrIndex): Expr | undefined {
  const [only, ...more] = e.arguments;
  if (only?.value.kind !== 'name' || more.length > 0 || nameMeaning(env, only.value.text)?.kind === 'variable')
    return undefined;
  const entry = lookupType(env, only.value.text);
  const type = entry && (entry.meaning?.kind === 'derived-type' ? entry.meaning : env.file.resolveType(entry));
  if (!type || type.template) return undefined;
  const value = BigInt(structureOf(type).size);
  return { kind: 'constant', value, type: { base: 'integer', kind: 8 }, rank: 0, span: e.span };
}

/** `null(mold)` */
function nullLike([mold]: readonly Arg[], span: Span): Expr {
  const like = mold && mold.value.kind !== 'alternate-return' ? mold.value : undefined;
  const molded = like && like.kind !== 'procedure' && !procedureVariable(like);
  return molded
    ? { kind: 'null', molded: true, type: like.type, rank: like.rank, span }
    : { kind: 'null', type: integer4, rank: 0, span };
}

function variableCall(env: Env, v: Variable, e: tree.CallOrIndex, name: tree.Name): Expr | undefined {
  if (v.procedure?.implicit && !v.procedure.result) v.procedure = implicitSignature(v.type);
  if (v.procedure) {
    const pointer = variableReference(env, v, name.span);
    const { procedure } = v;
    return (
      pointer && withArguments(env, e, (args) => decidePointer(env, pointer, procedure, v.name, args, e.span), v.name)
    );
  }
  if (!v.shape && v.type.base !== 'character') return scalarCall(env, v, e, name);
  const base = variableReference(env, v, name.span);
  if (!base) return silently(env, e);
  if (v.type.base === 'character' && !v.shape && e.arguments[0]?.value.kind !== 'section')
    return scalarCall(env, v, e, name);
  return indexed(env, base, e, undefined);
}

/** A scalar with arguments was a function all along: by its type declaration, or the procedure itself. */
function scalarCall(env: Env, v: Variable, e: tree.CallOrIndex, name: tree.Name): Expr | undefined {
  const own = env.unit?.procedure;
  if (v.storage === 'result' && own && own.name === v.name) return procedureCall(env, own, e);
  if (v.owner && v.storage === 'result') return procedureCall(env, v.owner, e);
  const entry = lookup(env, v.name);
  if (v.storage === 'dummy' && !v.attributes.intent && !v.attributes.value) {
    v.procedure = implicitSignature(v.type);
    return variableCall(env, v, e, name);
  }
  if ((v.storage !== 'automatic' && !(v.storage === 'static' && !v.initial)) || !entry || entry.facts.words.size > 0)
    return void env.file.report(subscriptErrors.notAnArray(v, e.span));
  if (isIntrinsic(v.name)) {
    entry.meaning = { kind: 'intrinsic', name: v.name };
    forget(env, v);
    return intrinsicCall(env, v.name, e);
  }
  if (v.type.base === 'derived' || e.arguments.some((a) => a.value.kind === 'section'))
    return void env.file.report(subscriptErrors.notAnArray(v, e.span));
  const p = definedHere(env, v) ?? externalNamed(v.name, { span: v.span }, implicitSignature(v.type));
  entry.meaning = p;
  forget(env, v);
  return procedureCall(env, p, e);
}

/** A function of this file that is declared with another type here. */
function definedHere(env: Env, v: Variable): Procedure | undefined {
  const outside = env.file.externals.names.get(v.name);
  const p = outside?.facts.unit && meaningOf(outside);
  if (p?.kind !== 'procedure' || !p.signature.result) return undefined;
  env.file.report(callErrors.otherResult(v.name, typeText(v.type), v.span, p, p.signature.result));
  return p;
}

function forget(env: Env, v: Variable): void {
  const { locals } = scopeOfUnit(env.scope);
  const at = locals.indexOf(v);
  if (at >= 0) locals.splice(at, 1);
}

function unknownCall(env: Env, e: tree.CallOrIndex, name: tree.Name): Expr | undefined {
  if (isIntrinsic(name.text) || name.text === 'null') return intrinsicCall(env, name.text, e);
  const outside = env.file.externals.names.get(name.text);
  const meaning = outside && meaningOf(outside);
  const assumed = meaning?.kind === 'procedure' && !meaning.signature.subroutine && implicitType(env, name.text);
  if (meaning?.kind === 'procedure' && assumed) {
    const { result } = meaning.signature;
    // An entry's name has the type of its result in its own unit.
    if (result && !outside?.facts.entry && !sameType(result.type, assumed))
      env.file.report(callErrors.otherResult(name.text, typeText(assumed), name.span, meaning, result));
    return procedureCall(env, meaning, e);
  }
  const device = env.file.options.cuda ? deviceSymbol(env, name.text) : undefined;
  if (device?.kind === 'library-routine')
    return withArguments(env, e, (args) => decideRoutine(env, device, args, e.span, 'function'), name.text);
  const system = hasSections(e) ? undefined : systemCall(env, e, name.text);
  if (system) return system;
  const dim3 = name.text === 'dim3' && env.file.options.cuda;
  const type = dim3 || hasSections(e) || isExcused(env, name.text) ? undefined : implicitType(env, name.text);
  if (!type) {
    if (!isExcused(env, name.text) && !isToldToUse(env, name.text))
      env.file.report(nameErrors.unknownFunction(name, suggestion(env, name.text), seenElsewhere(env, name.text)));
    poison(env, name.text, name.span);
    return silently(env, e);
  }
  if (isForgotten(env, name.text) && !isWarnedToUse(env, name.text)) env.file.report(nameErrors.forgottenUse(name));
  const misspelt = misspeltCuda(env, name.text);
  if (misspelt) env.file.report(nameErrors.misspelt(name, misspelt, 'an external function'));
  return procedureCall(env, remember(env, name, externalNamed(name.text, name, implicitSignature(type))), e);
}

/** A routine that compilers bring along, where the arguments fit one. */
function systemCall(env: Env, e: tree.CallOrIndex, name: string): Expr | undefined {
  const offered = env.file.options.intrinsicModules?.('cufort_lib3f');
  if (!offered?.symbols.has(`lib_${name}`)) return undefined;
  const args = analyseArguments(env, e.arguments);
  const decided = args && decideSystemRoutine(env, name, args, e.span, 'function');
  return decided && callValue(env, decided, name, e.span);
}

function hasSections(e: tree.CallOrIndex): boolean {
  return e.arguments.some((a) => a.value.kind === 'section');
}

/** `value(…)`: an element, a section, a substring. */
function indexed(env: Env, value: Expr, e: tree.CallOrIndex, constant: NamedConstant | undefined): Expr | undefined {
  const only = e.arguments.length === 1 ? e.arguments[0]?.value : undefined;
  const isArray = constant ? constant.shape !== undefined : takesSubscripts(value, e.base);
  if (!isArray && value.type.base === 'character' && only?.kind === 'section')
    return substringOf(env, value, only, e.span);
  const designator = ['variable', 'part', 'constant', 'constant-array', 'array-constructor'].includes(value.kind);
  if (!isArray || !designator) return void env.file.report(subscriptErrors.notIndexable(value, e.span));
  return constant
    ? elementOf(env, value, e.arguments, e.span, constant.shape)
    : elementOf(env, value, e.arguments, e.span);
}

/** What has subscripts, or is a scalar component of an array of structures, takes a substring's bounds only. */
function takesSubscripts(value: Expr, written: tree.Expression): boolean {
  if (written.kind === 'call-or-index' || value.kind === 'element') return false;
  return value.kind === 'part'
    ? value.component.shape !== undefined || value.type.base !== 'character'
    : value.rank > 0;
}

// ---- components -------------------------------------------------------------------------------------------------

export function componentReference(env: Env, e: tree.Component): Expr | undefined {
  if (e.base.kind === 'name') {
    const meaning = nameMeaning(env, e.base.text);
    if (meaning?.kind === 'builtin') return builtinReference(env, meaning.name, e.component.text, e.span);
  }
  const base = env.file.expression(env, e.base);
  if (!base) return undefined;
  if (isBareBinding(base, e.component.text)) {
    env.file.report(nameErrors.missingParentheses(e.component));
    return componentCall(env, { kind: 'call-or-index', base: e, arguments: [], span: e.span }, e);
  }
  const inquiry = typeInquiry(env, base, e);
  return inquiry ?? partOf(env, base, e.component, e.span);
}

/** `object%area` for `object%area()`, which nvfortran takes for the call. */
function isBareBinding(base: Expr, name: string): boolean {
  if (base.type.base !== 'derived' || findComponent(base.type.type, name)) return false;
  const binding = base.type.type.bindings.find((b) => b.name === name);
  return binding !== undefined && !binding.signature.subroutine;
}

/** `x%kind`, `c%len`. */
function typeInquiry(env: Env, base: Expr, e: tree.Component): Expr | undefined {
  const name = e.component.text;
  if (base.type.base === 'derived' || (name !== 'kind' && !(name === 'len' && base.type.base === 'character')))
    return undefined;
  return resolveIntrinsic(name, [{ value: base }], e.span, env.file.report);
}

function componentCall(env: Env, e: tree.CallOrIndex, c: tree.Component): Expr | undefined {
  if (c.base.kind === 'name' && nameMeaning(env, c.base.text)?.kind === 'builtin') return env.file.expression(env, c);
  const object = env.file.expression(env, c.base);
  if (!object) return silently(env, e);
  if (object.type.base === 'derived') {
    const { type } = object.type;
    const isBound = type.bindings.some((b) => b.name === c.component.text) || type.generics.has(c.component.text);
    if (isBound && !findComponent(type, c.component.text))
      return withArguments(
        env,
        e,
        (args) => decideBound(env, object, c.component.text, type, args, e.span, 'function'),
        c.component.text,
      );
  }
  const part = partOf(env, object, c.component, c.span);
  if (!part) return silently(env, e);
  const signature = procedureVariable(part);
  if (signature)
    return withArguments(
      env,
      e,
      (args) => decidePointer(env, part, signature, c.component.text, args, e.span),
      c.component.text,
    );
  return indexed(env, part, e, undefined);
}
