/** Messages about derived types, their components and constructors. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import { typeText } from '../analyse/types.ts';
import type { Component, DerivedType, Expr, Procedure, Type, Variable } from '../program.ts';
import type * as tree from '../tree.ts';
import { article, error, make, meant, named, plural, written } from './message.ts';

export const unknownComponent = (t: DerivedType, n: tree.Name, near: string | undefined): Diagnostic =>
  error('unknown-component', `type(${t.name}) has no component ${written(n.span)}`, n.span, undefined, {
    also: [{ at: t.span, text: `\`${t.name}\` is defined here` }],
    ...meant(near),
  });
export const privateComponent = (t: DerivedType, n: tree.Name): Diagnostic =>
  error('private-component', `component ${written(n.span)} of type(${t.name}) is private`, n.span, undefined, {
    also: [{ at: t.span }],
  });
/** `near`: what the object was probably meant to be. */
export const notDerived = (base: Expr, n: tree.Name, near?: string): Diagnostic =>
  error(
    'not-derived',
    `${written(base.span)} is ${article(typeText(base.type))} and has no component ${written(n.span)}`,
    n.span,
    undefined,
    meant(near),
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
/** `warning`: calls reach it all the same. */
export const overrideDiffers = (
  p: Procedure,
  name: string,
  parent: string,
  why: string,
  severity: 'error' | 'warning',
): Diagnostic =>
  make(
    severity,
    'override-differs',
    severity === 'error'
      ? `\`${p.name}\` cannot stand for \`${name}\` of type(${parent}): ${why}`
      : `\`${p.name}\` stands for \`${name}\` of type(${parent}) and is not like it: ${why}`,
    p.span,
    undefined,
    { notes: ['but for the object, a procedure that overrides another has the same arguments and result'] },
  );
export const privateBinding = (t: DerivedType, name: string, at: Span): Diagnostic =>
  error('private-component', `\`${name}\` of type(${t.name}) is private to its module`, at, undefined, {
    also: [{ at: t.span }],
  });
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
export const componentTwice = (c: Component, at: Span): Diagnostic =>
  error('component-twice', `component ${named(c)} has a value already`, at, undefined, { also: [{ at: c.span }] });
export const componentNotProcedure = (c: Component, e: Expr): Diagnostic =>
  error(
    'type-mismatch',
    `component ${named(c)} is a procedure pointer: its value must be a procedure`,
    e.span,
    undefined,
    {
      also: [{ at: c.span }],
    },
  );
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
export const componentExtents = (
  c: Component,
  wanted: readonly (number | undefined)[],
  given: readonly number[],
  e: Expr,
): Diagnostic =>
  error(
    'shape-mismatch',
    `component ${named(c)} has the extents ${wanted.map((n) => n ?? '?').join(' × ')}, the value ${given.join(' × ')}`,
    e.span,
    undefined,
    { also: [{ at: c.span }] },
  );
export const noTypeParameters = (t: DerivedType, at: Span): Diagnostic =>
  error('type-parameters', `type(${t.name}) has no parameters`, at);
export const unknownTypeParameter = (t: DerivedType, at: Span): Diagnostic =>
  error('type-parameters', `type(${t.name}) has no such parameter`, at);
export const badTypeParameter = (at: Span): Diagnostic =>
  error('type-parameters', 'the parameters of a type in a constructor are values', at);
export const typeParameterMissing = (t: DerivedType, name: string, at: Span): Diagnostic =>
  error('type-parameters', `the parameter \`${name}\` of type(${t.name}) has no value`, at, 'it has no default');
export const notExtensible = (type: string, what: string, cannot: string, at: Span): Diagnostic =>
  error('not-extensible', `type(${type}) is ${what} and cannot ${cannot}`, at, undefined, {
    help: 'take `sequence` or `bind(c)` out of its definition, or keep an object of the type as a component',
  });
export const nameOfComponent = (type: string, c: Component, at: Span): Diagnostic =>
  error('duplicate-declaration', `type(${type}) has a component and a procedure ${named(c)}`, at, 'declared again', {
    also: [{ at: c.span, text: 'the component' }],
  });
export const badObject = (v: Variable, procedure: string, type: string, why: string): Diagnostic =>
  error(
    'passed-object',
    `argument ${named(v)} of \`${procedure}\` gets the object, but ${why}`,
    v.span,
    `must be a scalar of class(${type})`,
    { help: `declare it as \`class(${type}) :: ${v.name}\`, or bind the procedure with \`nopass\`` },
  );
export const badFinal = (p: Procedure, type: string, why: string): Diagnostic =>
  error('bad-final', `\`${p.name}\` cannot clean up objects of type(${type}): ${why}`, p.span, undefined, {
    help: `the form is:\nsubroutine ${p.name}(object)\n  type(${type}), intent(inout) :: object`,
  });
export const noSuchBinding = (n: tree.Name, type: string): Diagnostic =>
  error('not-a-procedure', `type(${type}) has no procedure ${written(n.span)} bound to it`, n.span, undefined, {
    help: `bind it first: \`procedure :: ${n.text}\``,
  });
export const callOfAbstract = (type: string, name: string, at: Span): Diagnostic =>
  error('abstract-type', `type(${type}) is abstract: \`${name}\` cannot be called for an object of it`, at);
export const otherGuard = (e: Expr, guard: Type, at: Span): Diagnostic =>
  error(
    'selector-type',
    `${written(e.span)} is ${article(typeText(e.type))} and can never be ${article(typeText(guard))}`,
    at,
  );
export const positionAfterKeyword = (at: Span): Diagnostic =>
  error('missing-keyword', 'after a component that is named, the others must be named too', at, 'no name');
export const nullForValue = (c: Component, at: Span): Diagnostic =>
  error(
    'type-mismatch',
    `component ${named(c)} is neither a pointer nor allocatable and cannot be null()`,
    at,
    undefined,
    {
      also: [{ at: c.span }],
    },
  );
export const procedureComponent = (n: tree.Name): Diagnostic =>
  error('procedure-component', `the procedure ${written(n.span)} of each object must be a pointer`, n.span, undefined, {
    help: 'give it the attribute `pointer`, or bind it to the type after `contains`',
  });
export const stillDeferred = (t: DerivedType, b: { readonly name: string }): Diagnostic =>
  error('abstract-type', `type(${t.name}) has no procedure for the deferred \`${b.name}\``, t.span, undefined, {
    help: `bind one: \`procedure :: ${b.name}\`, or make the type abstract: \`type, abstract :: ${t.name}\``,
  });
export const deferredAgain = (name: string, parent: string, at: Span): Diagnostic =>
  error('override-differs', `\`${name}\` has a procedure in type(${parent}) and cannot be deferred again`, at);
export const finalTwice = (p: Procedure, before: Procedure, why: string): Diagnostic =>
  error('bad-final', `\`${p.name}\` cannot finalise what \`${before.name}\` does: ${why}`, p.span, undefined, {
    also: [{ at: before.span }],
  });
export const abstractPart = (e: Expr, type: string): Diagnostic =>
  error('abstract-type', `${written(e.span)} is of the abstract type \`${type}\`: there are no values of it`, e.span);
export const parameterNotDeclared = (p: tree.Name, type: string): Diagnostic =>
  error('type-parameters', `the parameter ${written(p.span)} of type(${type}) is not declared`, p.span, undefined, {
    help: `declare it first in the type: \`integer, kind :: ${p.text}\` for kinds, \`integer, len :: ${p.text}\` for sizes`,
  });
export const notAParameter = (n: tree.Name, type: tree.Name): Diagnostic =>
  error('type-parameters', `${written(n.span)} is no parameter of type(${type.text})`, n.span, undefined, {
    also: [{ at: type.span, text: 'it is not named here' }],
    help: `name it in the heading: \`type ${type.text}(${n.text})\``,
  });
export const parameterAttribute = (n: tree.Name, at: Span): Diagnostic =>
  error('type-parameters', `the type parameter ${written(n.span)} is a scalar with \`kind\` or \`len\` alone`, at);
export const finalOutsideModule = (type: string, at: Span): Diagnostic =>
  error('misplaced-statement', `type(${type}) has a final procedure, and is not defined in a module`, at, undefined, {
    help: 'define the type in the specification part of a module, and the procedure behind its `contains`',
  });
export const privateComponentGiven = (t: DerivedType, c: Component, at: Span): Diagnostic =>
  error(
    'private-component',
    `component \`${c.name}\` of type(${t.name}) is private: no value can be given to it here`,
    at,
    undefined,
    {
      help: `ask the module of the type for an object: one of its functions, or a constant`,
    },
  );
