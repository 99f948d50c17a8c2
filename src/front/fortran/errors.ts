/** Every message of the analysis, as a function. Lower case, no full stop; the first label says what, the others why. */
import type { Diagnostic, Label } from '../../base/diagnostic.ts';
import type { Span } from '../../base/source.ts';
import { rankOf, typeAndRank, typeText } from './analyse/types.ts';
import type { Component, DerivedType, Expr, LibraryRoutine, Placement, Procedure, Type, Variable } from './program.ts';
import type * as tree from './tree.ts';

type More = {
  readonly also?: readonly (Label | undefined)[];
  readonly notes?: readonly string[];
  readonly help?: string | undefined;
};
type Callee = { readonly name: string; readonly span: Span };
type Value = Expr | { readonly kind: 'alternate-return' };
type Undefinable = { readonly why: string; readonly at?: Span };

function make(
  severity: 'error' | 'warning',
  code: string,
  message: string,
  at: Span,
  text: string | undefined,
  more: More,
): Diagnostic {
  const also = (more.also ?? []).flatMap((l) => (l && l.at.source.path !== '' ? [l] : []));
  return {
    severity,
    code,
    message,
    labels: [text === undefined ? { at } : { at, text }, ...also],
    ...(more.notes && { notes: more.notes }),
    ...(more.help !== undefined && { help: more.help }),
  };
}

const error = (code: string, message: string, at: Span, text?: string, more: More = {}): Diagnostic =>
  make('error', code, message, at, text, more);
const warning = (code: string, message: string, at: Span, text?: string, more: More = {}): Diagnostic =>
  make('warning', code, message, at, text, more);

/** As the user wrote it, in backquotes. */
function written(at: Span): string {
  const text = at.source.text.slice(at.from, at.to);
  return `\`${text.length > 40 || text.includes('\n') ? `${text.split('\n')[0]?.slice(0, 37)}...` : text}\``;
}

/** The name of something as its declaration spells it. */
function named(thing: { readonly name: string; readonly span: Span }): string {
  const text = thing.span.source.text.slice(thing.span.from, thing.span.to);
  return `\`${text.toLowerCase() === thing.name ? text : thing.name}\``;
}

const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;
const meant = (near: string | undefined): { help?: string } =>
  near === undefined ? {} : { help: `did you mean \`${near}\`?` };
const article = (text: string): string => (/^[aeio]/.test(text) ? `an ${text}` : `a ${text}`);
const typed = (e: Expr): string => typeAndRank(e.type, e.rank);
const declared = (v: Variable, text = `${named(v)} is declared here`): Label => ({ at: v.span, text });
const dummyLabel = (dummy: Variable): Label => ({
  at: dummy.span,
  text: `dummy argument ${named(dummy)} is ${article(typeAndRank(dummy.type, Math.max(0, rankOf(dummy.shape))))}`,
});
const valueText = (v: Value): string =>
  v.kind === 'alternate-return' ? 'a label' : v.kind === 'procedure' ? 'a procedure' : typed(v);

export const notSupported = (what: string, at: Span): Diagnostic =>
  error('not-supported', `not supported yet: ${what}`, at);

// ---- names ------------------------------------------------------------------------------------------------------

export const unknownName = (n: tree.Name, near: string | undefined): Diagnostic =>
  error('unknown-name', `${written(n.span)} is not declared`, n.span, 'not declared in this scope', meant(near));
export const unknownFunction = (n: tree.Name, near: string | undefined): Diagnostic =>
  error(
    'unknown-name',
    `no function or array named ${written(n.span)} is declared`,
    n.span,
    'not declared in this scope',
    meant(near),
  );
export const undeclaredSubroutine = (n: tree.Name, near: string): Diagnostic =>
  warning(
    'undeclared-subroutine',
    `no subroutine named ${written(n.span)} is declared here: it is taken as an external one`,
    n.span,
    undefined,
    meant(near),
  );
export const unknownType = (n: tree.Name, near: string | undefined): Diagnostic =>
  error(
    'unknown-type',
    `no derived type named ${written(n.span)} is defined`,
    n.span,
    'not defined in this scope',
    meant(near),
  );
export const untyped = (name: string, at: Span): Diagnostic =>
  error('no-type', `\`${name}\` has no type`, at, 'no declaration gives it one, and implicit typing is off');
export const resultWithoutType = (name: string, at: Span): Diagnostic =>
  error('no-result-type', `function result \`${name}\` has no type`, at, 'no declaration gives it one', {
    help: `declare it in the function, as in\n\`real :: ${name}\``,
  });
export const duplicateDeclaration = (n: tree.Name, before: Span): Diagnostic =>
  error('duplicate-declaration', `${written(n.span)} is declared twice`, n.span, 'declared again', {
    also: [{ at: before, text: 'first declared here' }],
  });
export const ambiguousName = (
  name: string,
  a: { span: Span; from: { name: string } },
  b: { span: Span; from: { name: string } },
): Diagnostic =>
  error(
    'ambiguous-name',
    `\`${name}\` comes from both module \`${a.from.name}\` and module \`${b.from.name}\``,
    b.span,
    undefined,
    {
      also: [{ at: a.span }],
      help: `take it from one of them with \`only\`, or rename one: \`use ${b.from.name}, other => ${name}\``,
    },
  );
export const circular = (name: string, at: Span): Diagnostic =>
  error('circular-definition', `\`${name}\` is defined by itself`, at);
export const notAVariable = (n: tree.Name): Diagnostic =>
  error('not-a-variable', `${written(n.span)} is not a variable`, n.span);
export const notAFunction = (n: tree.Name): Diagnostic =>
  error('not-a-function', `${written(n.span)} is not a function`, n.span);
export const notASubroutine = (n: tree.Name): Diagnostic =>
  error('not-a-subroutine', `${written(n.span)} is not a subroutine`, n.span);
export const notAProcedure = (n: tree.Name): Diagnostic =>
  error('not-a-procedure', `${written(n.span)} is not a procedure with a known interface`, n.span);
export const notAProcedureExpression = (at: Span): Diagnostic =>
  error('not-a-procedure', 'only a procedure can be called', at);
export const procedureAsValue = (n: tree.Name): Diagnostic =>
  error(
    'procedure-as-value',
    `${written(n.span)} is a procedure and has no value without arguments`,
    n.span,
    undefined,
    {
      help: `call it: \`${n.text}(...)\``,
    },
  );
export const genericAsArgument = (n: tree.Name): Diagnostic =>
  error(
    'generic-as-argument',
    `${written(n.span)} is a generic name; only a specific procedure can be an argument`,
    n.span,
  );

// ---- modules ----------------------------------------------------------------------------------------------------

export const missingModule = (n: tree.Name, searched: readonly string[], near: string | undefined): Diagnostic =>
  error('unknown-module', `module ${written(n.span)} was not found`, n.span, 'no such module', {
    notes: [
      searched.length > 0
        ? `no file ${n.text}.mod in ${searched.join(', ')}; not in the sources before this one`
        : 'not in this file before its use, nor in the sources before this one',
    ],
    help:
      near === undefined
        ? `compile the file that holds \`module ${n.text}\` first, or name its folder with -I`
        : `did you mean \`${near}\`?`,
  });
export const noSeparateInterface = (n: tree.Name): Diagnostic =>
  error('no-separate-interface', `no interface of module procedure ${written(n.span)} is known`, n.span, undefined, {
    help: 'write it in the module: `interface`, `module subroutine ...`, `end interface`',
  });
export const notInModule = (n: tree.Name, module: string, near: string | undefined): Diagnostic =>
  error('not-in-module', `module \`${module}\` has no public name ${written(n.span)}`, n.span, undefined, meant(near));

// ---- declarations -----------------------------------------------------------------------------------------------

export const noSuchKind = (base: string, kind: number, kinds: readonly number[], at: Span): Diagnostic =>
  error('no-such-kind', `there is no ${base}(${kind})`, at, undefined, {
    notes: [`kinds of ${base}: ${kinds.join(', ')}`],
  });
export const notConstantInteger = (what: string, at: Span): Diagnostic =>
  error('not-constant', `${what} must be an integer constant`, at, 'not known at compile time');
export const notAnInteger = (what: string, e: Expr): Diagnostic =>
  error('not-an-integer', `${what} must be a scalar integer`, e.span, `this is ${article(typed(e))}`);
export const starNotLast = (at: Span): Diagnostic => error('bad-shape', 'only the last dimension may be `*`', at);
export const mixedShape = (at: Span, open: 'deferred' | 'assumed' | 'none'): Diagnostic =>
  error('bad-shape', 'a dimension `:` cannot be mixed with dimensions that have an upper bound', at, undefined, {
    help:
      open === 'deferred'
        ? 'give the extents in the allocate statement'
        : 'use `:` in every dimension, or bounds in every dimension',
  });
export const deferredShapeOfOrdinary = (at: Span): Diagnostic =>
  error('bad-shape', 'an array with `:` needs the allocatable or pointer attribute', at, 'no extent is known');
export const allocatableWithBounds = (name: string, at: Span): Diagnostic =>
  error(
    'bad-shape',
    `\`${name}\` is allocatable or a pointer: its dimensions must be \`:\``,
    at,
    'bounds are given by allocate',
  );
export const automaticInModule = (name: string, at: Span): Diagnostic =>
  error('not-constant', `the bounds of module array \`${name}\` must be constants`, at, undefined, {
    help: 'make it allocatable, or make the bounds named constants',
  });
export const componentNotConstant = (n: { readonly text: string; readonly span: Span }): Diagnostic =>
  error('not-constant', `the size of component \`${n.text}\` must be constant`, n.span, undefined, {
    help: 'make it allocatable, or make its bounds and length named constants',
  });
export const starOutsideDummy = (name: string, at: Span): Diagnostic =>
  error('bad-shape', `\`${name}\` is no dummy argument: its last dimension cannot be \`*\``, at);
export const tooManyDimensions = (name: string, at: Span): Diagnostic =>
  error('bad-shape', `\`${name}\` has more than 15 dimensions`, at);
export const conflictingAttributes = (name: string, a: string, b: string, at: Span): Diagnostic =>
  error('conflicting-attributes', `\`${name}\` cannot be both ${a} and ${b}`, at);
export const deferredLength = (name: string, at: Span): Diagnostic =>
  error('deferred-length', `character(:) \`${name}\` must be allocatable or a pointer`, at);
export const assumedLength = (name: string, at: Span): Diagnostic =>
  error('assumed-length', `character(*) is for dummy arguments and named constants; \`${name}\` is neither`, at);
export const classWithoutPointer = (name: string, at: Span): Diagnostic =>
  error('class-without-pointer', `class variable \`${name}\` must be a dummy argument, allocatable or a pointer`, at);
export const valueWithoutDummy = (name: string, at: Span): Diagnostic =>
  warning('value-without-dummy', `\`${name}\` is no dummy argument, so \`value\` says nothing`, at, undefined, {
    help: 'declare it without value',
  });

export const notADummy = (name: string, attribute: string, at: Span): Diagnostic =>
  error('not-a-dummy', `\`${name}\` has the attribute ${attribute} but is no dummy argument`, at);
export const constantWithoutValue = (name: string, at: Span): Diagnostic =>
  error('constant-without-value', `named constant \`${name}\` has no value`, at);
export const notConstant = (at: Span, what: string): Diagnostic =>
  error(
    'not-constant',
    `the value of ${what.includes(' ') ? what : `\`${what}\``} must be a constant`,
    at,
    'not known at compile time',
  );
export const initialType = (v: { name: string; span: Span }, type: Type, e: Expr): Diagnostic =>
  error(
    'type-mismatch',
    `${named(v)} is ${article(typeText(type))} and cannot have ${article(typeText(e.type))} as its value`,
    e.span,
    `this is ${article(typeText(e.type))}`,
    {
      also: [{ at: v.span }],
    },
  );
export const initialRank = (v: { name: string; span: Span }, rank: number, e: Expr): Diagnostic =>
  error('rank-mismatch', `${named(v)} has rank ${rank}, its value rank ${e.rank}`, e.span, `this has rank ${e.rank}`, {
    also: [{ at: v.span }],
    ...(e.rank === 1 && rank > 1 && { help: 'give it the shape with `reshape(values, [extents])`' }),
  });
export const initialExtents = (v: { name: string; span: Span }, extents: readonly number[], e: Expr): Diagnostic =>
  error(
    'shape-mismatch',
    `${named(v)} has ${plural(
      extents.reduce((a, b) => a * b, 1),
      'element',
    )}, its value ${e.kind === 'constant-array' ? e.values.length : 'another number'}`,
    e.span,
    undefined,
    {
      also: [{ at: v.span }],
    },
  );
export const commonSize = (n: tree.Name): Diagnostic =>
  error('storage-size', `${written(n.span)} cannot share storage: its size is not a constant`, n.span);
export const equivalenceConflict = (at: Span): Diagnostic =>
  error('equivalence-conflict', 'this equivalence contradicts an earlier one', at);
export const dataCount = (at: Span, objects: number, values: number): Diagnostic =>
  error('data-count', `${plural(objects, 'object')} but ${plural(values, 'value')} in this data statement`, at);
export const dataShape = (name: string, at: Span): Diagnostic =>
  error('not-constant', `\`${name}\` has no constant shape and cannot stand in a data statement`, at);
export const dataType = (v: Variable, type: Type, at: Span): Diagnostic =>
  error(
    'type-mismatch',
    `${article(typeText(type))} cannot be a value of ${named(v)}, which is ${article(typeText(v.type))}`,
    at,
    undefined,
    { also: [declared(v)] },
  );

// ---- derived types ----------------------------------------------------------------------------------------------

export const unknownComponent = (t: DerivedType, n: tree.Name, near: string | undefined): Diagnostic =>
  error('unknown-component', `type(${t.name}) has no component ${written(n.span)}`, n.span, undefined, {
    also: [{ at: t.span, text: `\`${t.name}\` is defined here` }],
    ...meant(near),
  });
export const privateComponent = (t: DerivedType, n: tree.Name): Diagnostic =>
  error('private-component', `component ${written(n.span)} of type(${t.name}) is private`, n.span, undefined, {
    also: [{ at: t.span }],
  });
export const notDerived = (base: Expr, n: tree.Name): Diagnostic =>
  error(
    'not-derived',
    `${written(base.span)} is ${article(typeText(base.type))} and has no component ${written(n.span)}`,
    n.span,
  );
export const containsItself = (n: tree.Name, type: string): Diagnostic =>
  error('contains-itself', `component ${written(n.span)} would make type(${type}) contain itself`, n.span, undefined, {
    help: 'make the component a pointer or allocatable',
  });
export const duplicateComponent = (type: string, c: Component, before: Component): Diagnostic =>
  error('duplicate-declaration', `type(${type}) has two components ${named(c)}`, c.span, 'declared again', {
    also: [{ at: before.span, text: 'first declared here' }],
  });
export const noPassedObject = (n: tree.Name, type: string): Diagnostic =>
  error(
    'no-passed-object',
    `the procedure bound as ${written(n.span)} has no dummy argument for the object of type(${type})`,
    n.span,
    undefined,
    {
      help: 'give it one as the first argument, or bind it with `nopass`',
    },
  );
export const abstractType = (type: string, at: Span): Diagnostic =>
  error('abstract-type', `type(${type}) is abstract: there are no objects of it`, at);
export const tooManyComponents = (t: DerivedType, has: number, given: number, at: Span): Diagnostic =>
  error(
    'component-count',
    `type(${t.name}) has ${plural(has, 'component')}, ${given} values are given`,
    at,
    undefined,
    { also: [{ at: t.span }] },
  );
export const missingComponent = (t: DerivedType, c: Component, at: Span): Diagnostic =>
  error('missing-component', `component ${named(c)} of type(${t.name}) has no value`, at, undefined, {
    also: [{ at: c.span, text: 'it has no default' }],
  });
export const componentType = (c: Component, e: Expr): Diagnostic =>
  error(
    'type-mismatch',
    `component ${named(c)} is ${article(typeText(c.type))}, not ${article(typeText(e.type))}`,
    e.span,
    `this is ${article(typeText(e.type))}`,
    {
      also: [{ at: c.span }],
    },
  );
export const componentRank = (c: Component, rank: number, e: Expr): Diagnostic =>
  error('rank-mismatch', `component ${named(c)} has rank ${rank}, the value rank ${e.rank}`, e.span, undefined, {
    also: [{ at: c.span }],
  });

// ---- expressions ------------------------------------------------------------------------------------------------

export const integerTooLarge = (e: tree.IntegerLiteral, type: Type, severity: 'error' | 'warning'): Diagnostic =>
  make(severity, 'integer-too-large', `${e.digits} is too large for ${typeText(type)}`, e.span, undefined, {
    ...(type.base === 'integer' && type.kind < 8 && { help: `write \`${e.digits}_8\` for an integer(8)` }),
  });
export const realTooLarge = (at: Span, type: Type): Diagnostic =>
  error('real-too-large', `${written(at)} is too large for ${typeText(type)}`, at);
export const complexPart = (e: Expr): Diagnostic =>
  error('type-mismatch', `a part of a complex constant must be real or integer, not ${typeText(e.type)}`, e.span);
export const trouble = (t: { what: 'overflow' | 'zero-divide'; type: Type }, at: Span): Diagnostic =>
  t.what === 'overflow'
    ? warning('integer-overflow', `the value does not fit in ${typeText(t.type)}`, at, 'it wraps around')
    : error('zero-divide', 'division by zero', at);
export const noTypeParameters = (t: DerivedType, at: Span): Diagnostic =>
  error('type-parameters', `type(${t.name}) has no parameters`, at);
export const unknownTypeParameter = (t: DerivedType, at: Span): Diagnostic =>
  error('type-parameters', `type(${t.name}) has no such parameter`, at);
export const typeParameterMissing = (t: DerivedType, name: string, at: Span): Diagnostic =>
  error('type-parameters', `the parameter \`${name}\` of type(${t.name}) has no value`, at, 'it has no default');
export const notAssumedRank = (e: Expr): Diagnostic =>
  error('not-assumed-rank', 'select rank is for dummies of assumed rank', e.span, 'its rank is known');
export const assumedRankUsed = (e: Expr): Diagnostic =>
  error(
    'assumed-rank-used',
    `${written(e.span)} has assumed rank and cannot be used as a whole`,
    e.span,
    'its rank is not known here',
    { help: 'use it inside select rank, or pass it on to a dummy of assumed rank' },
  );
export const operatorTypes = (operator: string, a: Expr, b: Expr, at: Span): Diagnostic => {
  const logical = a.type.base === 'logical' && b.type.base === 'logical';
  const help =
    logical && operator === '=='
      ? 'compare logicals with `.eqv.`'
      : logical && operator === '/='
        ? 'compare logicals with `.neqv.`'
        : undefined;
  return error(
    'operator-types',
    `\`${shown(operator)}\` has no meaning between ${typeText(a.type)} and ${typeText(b.type)}`,
    at,
    undefined,
    {
      also: [
        { at: a.span, text: typed(a) },
        { at: b.span, text: typed(b) },
      ],
      help,
    },
  );
};
const shown = (operator: string): string => (/^[a-z]/.test(operator) ? `.${operator}.` : operator);
export const operatorRanks = (operator: string, a: Expr, b: Expr, at: Span): Diagnostic =>
  error('rank-mismatch', `the operands of \`${shown(operator)}\` have ranks ${a.rank} and ${b.rank}`, at, undefined, {
    also: [
      { at: a.span, text: `rank ${a.rank}` },
      { at: b.span, text: `rank ${b.rank}` },
    ],
  });
export const operatorShapes = (operator: string, a: Expr, b: Expr, at: Span): Diagnostic =>
  error('shape-mismatch', `the operands of \`${shown(operator)}\` have different extents`, at, undefined, {
    also: [{ at: a.span }, { at: b.span }],
  });
export const unaryType = (operator: string, e: Expr, at: Span): Diagnostic =>
  error('operator-types', `\`${shown(operator)}\` has no meaning for ${typeText(e.type)}`, at);
export const unknownOperator = (n: tree.Name, operands: readonly Expr[]): Diagnostic =>
  error('unknown-operator', `no operator \`.${n.text}.\` is defined for ${operands.map(typed).join(' and ')}`, n.span);
export const subscriptCount = (e: Expr, rank: number, given: number, at: Span): Diagnostic =>
  error(
    'subscript-count',
    `${written(e.span)} has rank ${rank}, but ${plural(given, 'subscript')} ${given === 1 ? 'is' : 'are'} given`,
    at,
    undefined,
    {
      also: e.kind === 'variable' ? [declared(e.variable)] : [],
    },
  );
export const outOfBounds = (
  e: Expr,
  dimension: number,
  at: bigint,
  low: bigint,
  high: bigint,
  span: Span,
): Diagnostic =>
  error(
    'out-of-bounds',
    `subscript ${at} is outside of dimension ${dimension} of ${written(e.span)}, which goes from ${low} to ${high}`,
    span,
    undefined,
    {
      also: e.kind === 'variable' ? [declared(e.variable)] : [],
    },
  );
export const twoArrayParts = (at: Span): Diagnostic =>
  error('two-array-parts', 'only one part of this reference may be an array', at);
export const keywordInSubscript = (n: tree.Name): Diagnostic =>
  error('keyword-in-subscript', 'a subscript has no keyword', n.span);
export const badSubscript = (at: Span): Diagnostic => error('bad-subscript', 'this cannot be a subscript', at);
export const zeroStep = (at: Span): Diagnostic => error('zero-step', 'a step of zero', at);
export const stepInSubstring = (at: Span): Diagnostic => error('step-in-substring', 'a substring has no step', at);
export const notAnArray = (v: Variable, at: Span): Diagnostic =>
  error('not-an-array', `${named(v)} is a scalar ${typeText(v.type)}, not an array or a function`, at, undefined, {
    also: [declared(v)],
  });
export const notIndexable = (e: Expr, at: Span): Diagnostic =>
  error('not-an-array', `${written(e.span)} is ${article(typed(e))} and cannot be indexed like this`, at);
export const sectionAsArgument = (at: Span): Diagnostic => error('bad-argument', 'this cannot be an argument', at);
export const mixedConstructor = (type: Type, e: Expr): Diagnostic =>
  error(
    'type-mismatch',
    `elements of an array constructor must have one type: ${typeText(type)} and ${typeText(e.type)} do not mix`,
    e.span,
    `this is ${article(typeText(e.type))}`,
  );
export const emptyConstructor = (at: Span): Diagnostic =>
  error('empty-constructor', 'an empty array constructor needs a type', at, undefined, {
    help: 'write it as in `[integer ::]`',
  });

// ---- calls ------------------------------------------------------------------------------------------------------

export const argumentCount = (name: string, takes: number, given: number, at: Span, declaredAt: Span): Diagnostic =>
  error(
    'argument-count',
    `\`${name}\` takes ${plural(takes, 'argument')}, ${given} ${given === 1 ? 'is' : 'are'} given`,
    at,
    undefined,
    {
      also: [{ at: declaredAt, text: `\`${name}\` is declared here` }],
    },
  );
export const missingArgument = (c: Callee, dummy: Variable | undefined, at: Span): Diagnostic =>
  error('missing-argument', `argument ${dummy ? `${named(dummy)} ` : ''}of ${named(c)} is missing`, at, undefined, {
    also: [dummy ? dummyLabel(dummy) : { at: c.span }],
  });
export const unknownKeyword = (c: Callee, n: tree.Name): Diagnostic =>
  error('unknown-keyword', `${named(c)} has no argument ${written(n.span)}`, n.span, undefined, {
    also: [{ at: c.span, text: 'declared here' }],
  });
export const argumentTwice = (c: Callee, n: tree.Name): Diagnostic =>
  error('argument-twice', `argument ${written(n.span)} of ${named(c)} is given twice`, n.span);
export const argumentType = (c: Callee, dummy: Variable, e: Expr): Diagnostic =>
  error(
    'argument-type',
    `argument ${named(dummy)} of ${named(c)} is ${article(typeText(dummy.type))}, but ${article(typeText(e.type))} is passed`,
    e.span,
    `this is ${article(typed(e))}`,
    {
      also: [dummyLabel(dummy)],
      help: conversionHelp(dummy.type, e),
    },
  );
function conversionHelp(to: Type, e: Expr): string | undefined {
  const text = written(e.span).slice(1, -1);
  if (text.endsWith('...')) return undefined;
  if (e.type.base === 'real' && to.base === 'real' && e.kind === 'constant')
    return to.kind === 8 ? `write the constant as \`${text.replace(/[eE]|$/, (x) => (x ? 'd' : 'd0'))}\`` : undefined;
  const f = { integer: 'int', real: 'real', complex: 'cmplx', logical: 'logical' } as const;
  if (to.base !== 'integer' && to.base !== 'real' && to.base !== 'complex') return undefined;
  if (e.type.base !== 'integer' && e.type.base !== 'real') return undefined;
  return e.rank === 0 ? `convert it: \`${f[to.base]}(${text}, kind=${to.kind})\`` : undefined;
}
export const argumentRank = (c: Callee, dummy: Variable, e: Expr, rank: number): Diagnostic =>
  error(
    'argument-rank',
    `argument ${named(dummy)} of ${named(c)} has rank ${rank}, but ${e.rank === 0 ? 'a scalar' : `an array of rank ${e.rank}`} is passed`,
    e.span,
    `this has rank ${e.rank}`,
    {
      also: [dummyLabel(dummy)],
    },
  );
export const argumentNotDefinable = (c: Callee, dummy: Variable, e: Expr, why: Undefinable): Diagnostic =>
  error(
    'argument-not-definable',
    `argument ${named(dummy)} of ${named(c)} is changed by it, but ${written(e.span)} is ${why.why}`,
    e.span,
    'must be a variable',
    {
      also: [{ at: dummy.span, text: `intent(${dummy.attributes.intent ?? 'inout'})` }, why.at && { at: why.at }],
    },
  );
export const argumentNotAllocatable = (c: Callee, dummy: Variable, e: Expr): Diagnostic =>
  error(
    'argument-not-allocatable',
    `argument ${named(dummy)} of ${named(c)} must be allocatable`,
    e.span,
    'not allocatable',
    { also: [dummyLabel(dummy)] },
  );
export const argumentNotPointer = (c: Callee, dummy: Variable, e: Expr): Diagnostic =>
  error('argument-not-pointer', `argument ${named(dummy)} of ${named(c)} must be a pointer`, e.span, 'not a pointer', {
    also: [dummyLabel(dummy)],
  });
export const argumentNotProcedure = (c: Callee, dummy: Variable, e: Expr): Diagnostic =>
  error('argument-not-procedure', `argument ${named(dummy)} of ${named(c)} must be a procedure`, e.span, undefined, {
    also: [declared(dummy)],
  });
export const argumentIsProcedure = (c: Callee, dummy: Variable, e: Expr): Diagnostic =>
  error(
    'argument-is-procedure',
    `argument ${named(dummy)} of ${named(c)} is data, but a procedure is passed`,
    e.span,
    undefined,
    { also: [dummyLabel(dummy)] },
  );
export const expectedLabel = (c: Callee, at: Span): Diagnostic =>
  error('argument-type', `this argument of ${named(c)} must be a label for an alternate return`, at);
export const unexpectedLabel = (c: Callee, dummy: Variable, at: Span): Diagnostic =>
  error('argument-type', `argument ${named(dummy)} of ${named(c)} is no alternate return`, at, undefined, {
    also: [dummyLabel(dummy)],
  });
export const implicitMismatch = (d: Diagnostic): Diagnostic => ({
  ...d,
  severity: 'warning',
  notes: [...(d.notes ?? []), 'there is no explicit interface here: the argument is passed as it is'],
});
export const noSpecific = (
  name: string,
  args: readonly Value[],
  candidates: readonly (Procedure | LibraryRoutine)[],
  at: Span,
): Diagnostic =>
  error(
    'no-specific',
    `no procedure of the generic \`${name}\` takes these arguments: (${args.map(valueText).join(', ')})`,
    at,
    undefined,
    {
      also: candidates
        .slice(0, 4)
        .map((c) => (c.kind === 'procedure' ? { at: c.span, text: `takes (${dummiesText(c)})` } : undefined)),
    },
  );
function dummiesText(p: Procedure): string {
  return p.signature.dummies
    .map((d) => (d === 'alternate-return' ? '*' : typeAndRank(d.type, Math.max(0, rankOf(d.shape)))))
    .join(', ');
}
export const subroutineAsFunction = (name: string, at: Span): Diagnostic =>
  error('subroutine-as-function', `\`${name}\` is a subroutine and gives no value`, at, undefined, {
    help: `call it: \`call ${name}(...)\``,
  });
export const functionAsSubroutine = (name: string, at: Span): Diagnostic =>
  error('function-as-subroutine', `\`${name}\` is a function and cannot be called as a subroutine`, at, undefined, {
    help: `use its value: \`x = ${name}(...)\``,
  });

export const routineArgumentCount = (name: string, takes: readonly string[], given: number, at: Span): Diagnostic =>
  error(
    'argument-count',
    `\`${name}\` takes ${plural(takes.length, 'argument')}, ${given} ${given === 1 ? 'is' : 'are'} given`,
    at,
    undefined,
    {
      notes: [`its arguments: ${name}(${takes.join(', ')})`],
    },
  );
export const routineArgumentMissing = (
  name: string,
  argument: string,
  takes: readonly string[],
  at: Span,
): Diagnostic =>
  error('missing-argument', `argument \`${argument}\` of \`${name}\` is missing`, at, undefined, {
    notes: [`its arguments: ${name}(${takes.join(', ')})`],
  });
export const unknownRoutineKeyword = (name: string, n: tree.Name, takes: readonly string[]): Diagnostic =>
  error('unknown-keyword', `\`${name}\` has no argument ${written(n.span)}`, n.span, undefined, {
    notes: [`its arguments: ${name}(${takes.join(', ')})`],
  });
export const routineArgument = (
  name: string,
  argument: string,
  wanted: string,
  v: Value,
  doc: string | undefined,
): Diagnostic =>
  error(
    'argument-type',
    `argument \`${argument}\` of \`${name}\` must be ${wanted}`,
    'span' in v ? v.span : nowhereSpan,
    `this is ${article(valueText(v))}`,
    doc ? { notes: [doc] } : {},
  );
const nowhereSpan: Span = { source: { path: '', text: '' }, from: 0, to: 0 };
export const noForm = (name: string, args: readonly Value[], forms: readonly string[], at: Span): Diagnostic =>
  error(
    'no-specific',
    `no form of \`${name}\` takes these arguments: (${args.map(valueText).join(', ')})`,
    at,
    undefined,
    {
      notes: forms.slice(0, 6).map((f) => `${name}(${f})`),
    },
  );

// ---- assignment -------------------------------------------------------------------------------------------------

export const notDefinable = (e: Expr, why: Undefinable): Diagnostic =>
  error('not-definable', `${written(e.span)} cannot be changed: it is ${why.why}`, e.span, undefined, {
    also: [why.at && { at: why.at, text: 'declared here' }],
  });
export const assignmentType = (to: Expr, value: Expr): Diagnostic =>
  error(
    'type-mismatch',
    `${article(typeText(value.type))} value cannot be assigned to ${written(to.span)}, which is ${article(typeText(to.type))}`,
    value.span,
    `this is ${article(typed(value))}`,
    {
      also: [{ at: to.span, text: typed(to) }],
    },
  );
export const assignmentRank = (to: Expr, value: Expr): Diagnostic =>
  error(
    'rank-mismatch',
    `an array of rank ${value.rank} cannot be assigned to ${to.rank === 0 ? 'scalar' : `rank-${to.rank} array`} ${written(to.span)}`,
    value.span,
    `this has rank ${value.rank}`,
    {
      also: [{ at: to.span, text: to.rank === 0 ? 'a scalar' : `rank ${to.rank}` }],
    },
  );
export const assignmentShape = (to: Expr, value: Expr): Diagnostic =>
  error('shape-mismatch', `the value has other extents than ${written(to.span)}`, value.span, undefined, {
    also: [{ at: to.span }],
  });
export const assignToProcedure = (at: Span): Diagnostic =>
  error('not-definable', 'a procedure cannot be assigned to', at, undefined, {
    help: 'use `=>` for procedure pointers',
  });
export const nullAssigned = (at: Span): Diagnostic =>
  error('null-assigned', 'null() is for pointer assignment', at, undefined, { help: 'write `=>`' });
export const notAPointer = (e: Expr): Diagnostic =>
  error('not-a-pointer', `${written(e.span)} is not a pointer`, e.span, undefined, {
    also: e.kind === 'variable' ? [declared(e.variable)] : [],
  });
export const pointerToProcedure = (to: Expr, e: Expr): Diagnostic =>
  error('pointer-type', `${written(to.span)} is a data pointer and cannot point to a procedure`, e.span);
export const pointerToExpression = (e: Expr): Diagnostic =>
  error('pointer-to-expression', 'a pointer can only point to a variable', e.span);
export const pointerType = (to: Expr, e: Expr): Diagnostic =>
  error(
    'pointer-type',
    `a pointer to ${typeText(to.type)} cannot point to ${article(typeText(e.type))}`,
    e.span,
    `this is ${article(typed(e))}`,
    { also: [{ at: to.span, text: typed(to) }] },
  );
export const pointerRank = (to: Expr, e: Expr): Diagnostic =>
  error(
    'rank-mismatch',
    `a pointer of rank ${to.rank} cannot point to ${e.rank === 0 ? 'a scalar' : `an array of rank ${e.rank}`}`,
    e.span,
    undefined,
    { also: [{ at: to.span }] },
  );
export const pointerPlacement = (to: Expr, e: Expr): Diagnostic =>
  error(
    'pointer-placement',
    `${written(to.span)} and ${written(e.span)} must both be device data or both be host data`,
    e.span,
    undefined,
    { also: [{ at: to.span }] },
  );
export const pointerBound = (at: Span): Diagnostic =>
  error('pointer-bound', 'a bound of a pointer needs a lower bound', at);

// ---- control ----------------------------------------------------------------------------------------------------

export const conditionType = (e: Expr): Diagnostic =>
  error(
    'condition-type',
    `a condition must be a scalar logical, not ${article(typed(e))}`,
    e.span,
    `this is ${article(typed(e))}`,
    {
      help: e.rank > 0 && e.type.base === 'logical' ? 'reduce it with `any(...)` or `all(...)`' : undefined,
    },
  );
export const integerCondition = (e: Expr): Diagnostic =>
  warning(
    'integer-condition',
    'an integer stands as a condition: it is true where it is odd',
    e.span,
    `this is ${article(typed(e))}`,
    {
      help: `compare it: \`${written(e.span).slice(1, -1)} /= 0\``,
    },
  );
export const maskType = (e: Expr): Diagnostic =>
  error('mask-type', `a mask must be a logical array, not ${article(typed(e))}`, e.span);
export const arithmeticIfType = (e: Expr): Diagnostic =>
  error('condition-type', `an arithmetic if needs an integer or real, not ${typeText(e.type)}`, e.span);
export const loopBoundType = (e: Expr): Diagnostic =>
  error('loop-bound', `a loop bound must be a scalar integer, not ${article(typed(e))}`, e.span);
export const loopVariableType = (n: tree.Name, v: Variable): Diagnostic =>
  error(
    'loop-variable',
    `loop variable ${written(n.span)} must be a scalar integer`,
    n.span,
    `this is ${article(typeAndRank(v.type, Math.max(0, rankOf(v.shape))))}`,
    { also: [declared(v)] },
  );
export const noConstruct = (word: string, n: tree.Name | undefined, at: Span): Diagnostic =>
  n
    ? error('no-construct', `no construct named ${written(n.span)} is around this ${word}`, n.span)
    : error('no-construct', `no loop is around this ${word}`, at);
export const selectorType = (e: Expr): Diagnostic =>
  error('selector-type', `select case needs a scalar integer, logical or character, not ${article(typed(e))}`, e.span);
export const caseType = (e: Expr, type: Type): Diagnostic =>
  error('type-mismatch', `a case of ${article(typeText(type))} cannot be ${article(typeText(e.type))}`, e.span);
export const noLabel = (label: number | undefined, at: Span): Diagnostic =>
  error(
    'no-label',
    label === undefined ? 'a label is wanted here' : `no statement of this procedure has label ${label}`,
    at,
  );
export const stopCodeType = (e: Expr): Diagnostic =>
  error('stop-code', `a stop code must be an integer or characters, not ${article(typed(e))}`, e.span);

// ---- allocation, input and output -------------------------------------------------------------------------------

export const notAllocatable = (e: Expr): Diagnostic =>
  error('not-allocatable', `${written(e.span)} is neither allocatable nor a pointer`, e.span, undefined, {
    also: e.kind === 'variable' ? [declared(e.variable)] : [],
  });
export const notAllocatableAsked = (e: Expr): Diagnostic =>
  error('not-allocatable', `${written(e.span)} is not allocatable: it has no state to ask for`, e.span, undefined, {
    also: e.kind === 'variable' ? [declared(e.variable)] : [],
  });
export const allocateBound = (at: Span): Diagnostic => error('allocate-bound', 'allocate needs the upper bound', at);
export const allocateRank = (e: Expr, given: number): Diagnostic =>
  error(
    'allocate-rank',
    `${written(e.span)} has rank ${e.rank}, but ${plural(given, 'dimension')} ${given === 1 ? 'is' : 'are'} given`,
    e.span,
    undefined,
    {
      also: e.kind === 'variable' ? [declared(e.variable)] : [],
    },
  );
export const unknownSpecifier = (n: tree.Name, known: readonly string[]): Diagnostic =>
  error('unknown-specifier', `there is no \`${n.text}=\` here`, n.span, undefined, {
    notes: [`known: ${known.map((k) => `${k}=`).join(', ')}`],
  });
export const specifierType = (key: string, base: string, e: Expr): Diagnostic =>
  error('specifier-type', `\`${key}=\` must be ${article(base)}, not ${article(typed(e))}`, e.span);
export const unknownIoSpecifier = (statement: string, n: tree.Name, near: string | undefined): Diagnostic =>
  error(
    'unknown-specifier',
    `${statement} has no \`${n.text}=\``,
    n.span,
    undefined,
    near === undefined ? {} : { help: `did you mean \`${near}=\`?` },
  );
export const badStar = (at: Span): Diagnostic => error('bad-star', '`*` is only for the unit and the format', at);
export const unitType = (e: Expr): Diagnostic =>
  error('unit-type', `a unit is an integer, a character variable or \`*\`, not ${article(typed(e))}`, e.span);
export const formatType = (e: Expr): Diagnostic =>
  error('format-type', `a format is characters, a label or \`*\`, not ${article(typed(e))}`, e.span);
export const noFormat = (label: number, at: Span): Diagnostic =>
  error('no-format', `no format statement of this procedure has label ${label}`, at);
export const noNamelist = (at: Span): Diagnostic => error('no-namelist', `${written(at)} is not a namelist group`, at);
export const badIoItem = (at: Span): Diagnostic => error('io-item', 'this cannot be read or written', at);

// ---- CUDA -------------------------------------------------------------------------------------------------------

export const kernelWithoutLaunch = (p: { name: string; span: Span }, at: Span): Diagnostic =>
  error(
    'kernel-without-launch',
    `${named(p)} is a kernel: it needs a launch configuration`,
    at,
    'called like an ordinary subroutine',
    {
      also: [{ at: p.span, text: '`attributes(global)`' }],
      help: `call ${p.name}<<<grid, block>>>(...)`,
    },
  );
export const launchOfOrdinary = (p: Callee, at: Span): Diagnostic =>
  error('launch-of-ordinary', `${named(p)} is no kernel and cannot be launched`, at, undefined, {
    also: [{ at: p.span, text: 'not `attributes(global)`' }],
    help: `make it a kernel with \`attributes(global)\`, or leave out \`<<<...>>>\``,
  });
export const launchWithoutInterface = (name: string, at: Span): Diagnostic =>
  error('launch-without-interface', `the interface of kernel \`${name}\` is not known here`, at, undefined, {
    help: 'put the kernel in a module and use it, or write an interface block for it',
  });
export const launchInKernelLoop = (at: Span): Diagnostic =>
  error('launch-in-device-code', 'a kernel cannot be launched inside a CUF kernel', at);
export const launchExtentType = (what: string, e: Expr): Diagnostic =>
  error('launch-extent', `the ${what} of a launch must be an integer or type(dim3), not ${article(typed(e))}`, e.span);
export const starBlock = (at: Span): Diagnostic => error('launch-extent', 'the block of a launch cannot be `*`', at);
export const kernelAsFunction = (p: Procedure, at: Span): Diagnostic =>
  error('kernel-without-launch', `kernel ${named(p)} cannot be used as a function`, at, undefined, {
    also: [{ at: p.span }],
  });
export const kernelIsFunction = (n: tree.Name): Diagnostic =>
  error('kernel-is-function', `kernel ${written(n.span)} must be a subroutine`, n.span);
export const kernelIsRecursive = (n: tree.Name): Diagnostic =>
  error('kernel-is-recursive', `kernel ${written(n.span)} cannot be recursive`, n.span);
export const kernelHasOtherTarget = (n: tree.Name): Diagnostic =>
  error('kernel-has-other-target', `kernel ${written(n.span)} cannot be a host or device procedure as well`, n.span);
export const kernelDummyOptional = (v: Variable): Diagnostic =>
  error('kernel-dummy', `dummy argument ${named(v)} of a kernel cannot be optional`, v.span);
export const valueArray = (v: Variable): Diagnostic =>
  error('value-array', `array ${named(v)} cannot be passed to a kernel by value`, v.span);
export const sharedInHost = (name: string, at: Span): Diagnostic =>
  error('shared-in-host-code', `\`${name}\` is shared memory, which only device code has`, at);
export const constantInProcedure = (name: string, at: Span): Diagnostic =>
  error('constant-in-procedure', `constant memory \`${name}\` must be declared in a module`, at);
export const pinnedNotAllocatable = (name: string, at: Span): Diagnostic =>
  warning('pinned-not-allocatable', `\`${name}\` is pinned but not allocatable: it stays in ordinary host memory`, at);
export const deviceComponent = (c: tree.Name): Diagnostic =>
  error('device-component', `device component ${written(c.span)} must be allocatable or a pointer`, c.span);
export const reductionType = (operator: string, n: tree.Name, type: Type): Diagnostic =>
  error(
    'reduction-type',
    `\`${operator}\` cannot reduce ${written(n.span)}, which is ${article(typeText(type))}`,
    n.span,
  );
export const exitKernelLoop = (word: string, at: Span): Diagnostic =>
  error(
    'exit-kernel-loop',
    `${word} cannot leave the loops of a CUF kernel`,
    at,
    'each turn of the loop is a thread of its own',
  );
export const builtinInHostCode = (name: string, at: Span): Diagnostic =>
  error(
    'builtin-in-host-code',
    `${written(at)} has a value only in device code`,
    at,
    `\`${name}\` is set for each thread of a kernel`,
  );
export const builtinInKernelLoop = (name: string, at: Span): Diagnostic =>
  error(
    'builtin-in-kernel-loop',
    `\`${name}\` cannot be used inside a CUF kernel`,
    at,
    'the compiler chooses the threads here',
  );
export const builtinWithoutComponent = (name: string, at: Span): Diagnostic =>
  error('builtin-component', `\`${name}\` needs one of its components`, at, undefined, {
    help: `write \`${name}%x\`, \`${name}%y\` or \`${name}%z\``,
  });
export const hostArrayOnDevice = (v: Variable, at: Span, where: 'kernel-loop' | 'device'): Diagnostic => {
  const place = where === 'kernel-loop' ? 'a CUF kernel, which runs on the device' : 'device code';
  return error('host-array-on-device', `host array ${named(v)} is used inside ${place}`, at, 'used on the device', {
    also: [{ at: v.span, text: `${named(v)} is declared in host memory` }],
    ...(where === 'kernel-loop' && { notes: ['scalars are copied to the device for you; arrays are not'] }),
    help: arrayHelp(v),
  });
};
function arrayHelp(v: Variable): string {
  const rank = rankOf(v.shape);
  const open =
    v.attributes.allocatable ||
    v.attributes.pointer ||
    v.shape?.kind === 'assumed-shape' ||
    v.shape?.kind === 'assumed-size';
  const shape = open ? `(${Array.from({ length: rank }, () => ':').join(',')})` : extentsText(v);
  return [
    'declare it with the device, managed or constant attribute, or copy it first:',
    `${typeText(v.type).replace('(4)', '')}, device${open ? ', allocatable' : ''} :: ${v.name}_d${shape}`,
    `${v.name}_d = ${v.name}`,
  ].join('\n');
}
function extentsText(v: Variable): string {
  if (v.shape?.kind !== 'explicit') return '';
  const parts = v.shape.bounds.map(({ lower, upper }) => {
    const low = lower.kind === 'constant' ? `${String(lower.value)}` : written(lower.span).slice(1, -1);
    const high = upper.kind === 'constant' ? `${String(upper.value)}` : written(upper.span).slice(1, -1);
    return low === '1' ? high : `${low}:${high}`;
  });
  return `(${parts.join(',')})`;
}
export const hostVariableOnDevice = (v: Variable, at: Span): Diagnostic =>
  error('host-variable-on-device', `host variable ${named(v)} is used inside device code`, at, 'used on the device', {
    also: [{ at: v.span, text: `${named(v)} is declared in host memory` }],
    help: 'pass it as an argument with the value attribute, or declare it with the device, managed or constant attribute',
  });
export const hostComponentOnDevice = (c: Component, n: tree.Name): Diagnostic =>
  error(
    'host-array-on-device',
    `component ${named(c)} lies in host memory and is used inside a CUF kernel, which runs on the device`,
    n.span,
    'used on the device',
    {
      also: [{ at: c.span, text: 'allocated in host memory' }],
      help: 'give the component the device or managed attribute',
    },
  );
export const hostProcedureInDeviceCode = (name: string, where: 'kernel-loop' | 'device', at: Span): Diagnostic =>
  error(
    'host-procedure-on-device',
    `host procedure \`${name}\` is called inside ${where === 'kernel-loop' ? 'a CUF kernel, which runs on the device' : 'device code'}`,
    at,
    undefined,
    {
      help: 'give it `attributes(device)` or `attributes(host,device)`',
    },
  );
export const deviceProcedureInHostCode = (name: string, at: Span): Diagnostic =>
  error('device-procedure-on-host', `device procedure \`${name}\` is called from host code`, at, undefined, {
    help: 'give it `attributes(host,device)`, or call it from a kernel',
  });
export const routineOnWrongSide = (name: string, side: 'host' | 'device' | 'both', at: Span): Diagnostic =>
  side === 'host'
    ? error('device-procedure-on-host', `\`${name}\` can only be called in device code`, at, 'this is host code')
    : error('host-procedure-on-device', `\`${name}\` can only be called in host code`, at, 'this is device code');
export const hostDataToDevice = (
  c: Callee,
  dummy: Variable,
  e: Expr,
  launch: boolean,
  _actual: Placement,
): Diagnostic => {
  const scalar = e.rank === 0 && !dummy.shape;
  return error(
    'host-data-to-device',
    `${written(e.span)} is host data, but argument ${named(dummy)} of ${launch ? 'kernel ' : ''}${named(c)} is device data`,
    e.span,
    'in host memory',
    {
      also: [{ at: dummy.span, text: `${named(dummy)} is read on the device` }],
      help: scalar
        ? `declare the dummy argument with the value attribute: \`${typeText(dummy.type)}, value :: ${dummy.name}\``
        : 'pass a copy that has the device or managed attribute',
    },
  );
};
export const deviceDataToHost = (c: Callee, dummy: Variable, e: Expr): Diagnostic =>
  error(
    'device-data-to-host',
    `${written(e.span)} is device data, but argument ${named(dummy)} of ${named(c)} is host data`,
    e.span,
    'in device memory',
    {
      also: [{ at: dummy.span, text: `${named(dummy)} has no device attribute` }],
      help: 'copy it to a host variable first, or give the dummy argument the device attribute',
    },
  );
export const kernelLoopInDeviceCode = (at: Span): Diagnostic =>
  error('kernel-loop-in-device-code', 'a CUF kernel cannot stand in device code', at);
export const kernelLoopNested = (at: Span): Diagnostic =>
  error('kernel-loop-nested', 'a CUF kernel cannot stand inside another one', at);
export const kernelLoopControl = (at: Span): Diagnostic =>
  error('kernel-loop-control', 'a loop of a CUF kernel must count: `do i = 1, n`', at);
export const loopDepth = (at: Span): Diagnostic => error('loop-depth', 'a CUF kernel needs at least one loop', at);
export const nestNotTight = (
  at: Span,
  depth: number,
  level: number,
  body: readonly { readonly span: Span }[],
): Diagnostic => {
  const other = body.find((_, i) => i > 0) ?? body[0];
  return error(
    'loop-nest-not-tight',
    `\`do(${depth})\` needs ${depth} loops directly inside one another, but only ${level} ${level === 1 ? 'is' : 'are'} found`,
    at,
    'the nest ends here',
    {
      also: [other && { at: other.span, text: 'this is not the next loop' }],
      help: 'move the statements between the loops into the innermost one, or give a smaller number of loops',
    },
  );
};
export const unknownReduction = (operator: string, at: Span): Diagnostic =>
  error('unknown-reduction', `\`${operator}\` is no reduction`, at);
export const reductionOfArray = (n: tree.Name): Diagnostic =>
  error('reduction-of-array', `${written(n.span)} is an array: only scalars can be reduced`, n.span);
export const carriedScalar = (v: Variable, e: Expr): Diagnostic =>
  warning(
    'carried-scalar',
    `${named(v)} is read before it is set in this CUF kernel, but each turn of the loop has its own`,
    e.span,
    undefined,
    { also: [declared(v)] },
  );
export const lostScalar = (v: Variable, e: Expr): Diagnostic =>
  warning(
    'lost-scalar',
    `${named(v)} is set in this CUF kernel and not used there; each turn of the loop has its own`,
    e.span,
    'keeps its old value after the loop',
    { also: [declared(v)] },
  );
export const neverSet = (v: Variable): Diagnostic =>
  warning(
    'never-set',
    `dummy argument ${named(v)} has intent(out) but is never set`,
    v.span,
    'the caller gets no value',
  );
export const returnInKernelLoop = (at: Span): Diagnostic =>
  error('return-in-kernel-loop', 'return cannot leave a CUF kernel', at);
/** Why a condition differs between threads: it asks for threadIdx itself (`via` undefined), or reads a variable that depends on it. */
export type Divergence = { readonly at: Span; readonly via: Variable | undefined; readonly source: string };
export const divergentBarrier = (at: Span, why: Divergence): Diagnostic =>
  warning(
    'divergent-barrier',
    `not every thread of the block may reach this ${barrierName(at)}`,
    at,
    'threads that skip the branch never arrive, and the block may hang',
    {
      also: [
        {
          at: why.at,
          text: `differs between threads, because ${why.via ? `${named(why.via)} depends on \`${why.source}\`` : `it asks for \`${why.source}\``}`,
        },
      ],
      help: 'put the barrier after the branch, where every thread of the block passes',
    },
  );
function barrierName(at: Span): string {
  const name = /^\s*call\s+(\w+)/i.exec(at.source.text.slice(at.from, at.to))?.[1];
  return name === undefined ? 'barrier' : `\`${name}\``;
}
export const carriedDependence = (set: Expr, read: Expr): Diagnostic =>
  warning(
    'carried-dependence',
    `${written(read.span)} is set by another turn of this CUF kernel, and all turns run at the same time`,
    read.span,
    'may be read before or after it is set',
    {
      also: [{ at: set.span, text: 'set here' }],
      help: 'put the result into another array, or keep this loop in order inside a kernel',
    },
  );
export const sharedElement = (set: Expr, index: Variable): Diagnostic =>
  warning(
    'shared-element',
    `${written(set.span)} is the same for all turns of the loop over ${named(index)} in this CUF kernel, which run at the same time`,
    set.span,
    'which turn sets it last is not known',
    { help: `use ${named(index)} in the subscripts, a scalar for a reduction, or atomicAdd` },
  );
