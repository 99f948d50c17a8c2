/** Messages about calls and their arguments. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import { rankOf, typeAndRank, typeText } from '../analyse/types.ts';
import type { Expr, LibraryRoutine, Procedure, Type, Variable } from '../program.ts';
import type * as tree from '../tree.ts';
import {
  article,
  type Callee,
  declared,
  dummyLabel,
  error,
  make,
  named,
  plural,
  typed,
  type Undefinable,
  type Value,
  valueText,
  warning,
  written,
} from './message.ts';

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
export const argumentNotDefinable = (
  c: Callee,
  dummy: Variable,
  e: Expr,
  why: Undefinable,
  severity: 'error' | 'warning' = 'error',
): Diagnostic =>
  make(
    severity,
    'argument-not-definable',
    `argument ${named(dummy)} of ${named(c)} is changed by it, but ${written(e.span)} is ${why.why}`,
    e.span,
    severity === 'error' ? 'must be a variable' : undefined,
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
export const interfaceDisagrees = (
  described: Procedure,
  defined: Procedure,
  why: string,
  severity: 'error' | 'warning',
): Diagnostic =>
  make(
    severity,
    'interface-mismatch',
    `this interface of ${named(described)} does not agree with its definition: there ${why}`,
    described.span,
    undefined,
    {
      also: [{ at: defined.span, text: 'defined here' }],
      help: 'copy heading and declarations of the arguments from the definition; in a module, it needs no interface at all',
    },
  );
export const otherResult = (name: string, expected: string, at: Span, p: Procedure, result: Variable): Diagnostic =>
  error(
    'interface-mismatch',
    `\`${name}\` gives ${article(typeText(result.type))}, but is taken for ${article(expected)} here`,
    at,
    undefined,
    {
      also: [{ at: p.span, text: `defined as ${article(typeText(result.type))} here` }],
      help: `declare it as it is: \`${typeText(result.type)}, external :: ${name}\`; in a module, it needs no declaration at all`,
    },
  );
export const nullWithoutInterface = (name: string, at: Span): Diagnostic =>
  error('null-assigned', `\`${name}\` has no explicit interface here: null() says nothing of what it takes`, at);
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
        .map((c) =>
          c.kind === 'procedure' && c.span.source === at.source
            ? { at: c.span, text: `takes (${dummiesText(c)})` }
            : undefined,
        ),
      notes: candidates
        .filter((c) => c.kind === 'procedure' && c.span.source !== at.source)
        .slice(0, 6)
        .map((c) => (c.kind === 'procedure' ? `${name}(${namedDummies(c)})` : c.name)),
    },
  );
/** Of another source, which the message does not show: `n: integer(4), x: real(4) array of rank 1`. */
function namedDummies(p: Procedure): string {
  return p.signature.dummies
    .map((d) => (d === 'alternate-return' ? '*' : `${d.name}: ${typeAndRank(d.type, Math.max(0, rankOf(d.shape)))}`))
    .join(', ');
}
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
export const leadingDimension = (a: Variable, at: Span, told: bigint, rows: number, dummy: Variable): Diagnostic =>
  warning(
    'leading-dimension',
    `${named(a)} has ${rows} rows, but its leading dimension is given as ${told}`,
    at,
    `argument ${named(dummy)}: the distance from one column to the next`,
    { also: [declared(a)], help: `give its first extent: \`size(${a.name}, 1)\`` },
  );
export const notOptional = (e: Expr): Diagnostic =>
  error('not-optional', `${written(e.span)} is no optional dummy argument: it is always there`, e.span, undefined, {
    also: e.kind === 'variable' ? [declared(e.variable)] : [],
  });
export const tooFewElements = (
  c: Callee,
  dummy: Variable,
  e: Expr,
  size: { readonly wanted: number; readonly given: number; readonly unit: string },
  severity: 'error' | 'warning',
): Diagnostic =>
  make(
    severity,
    'too-few-elements',
    `argument ${named(dummy)} of ${named(c)} has ${plural(size.wanted, size.unit)}, but ${written(e.span)} has only ${size.given}`,
    e.span,
    undefined,
    {
      also: [declared(dummy)],
      ...(severity === 'warning' && { notes: ['the procedure goes on in what lies behind it'] }),
    },
  );
export const beyondSection = (
  c: Callee,
  dummy: Variable,
  e: Expr,
  size: { readonly wanted: number; readonly given: number },
): Diagnostic =>
  warning(
    'too-few-elements',
    `argument ${named(dummy)} of ${named(c)} has ${plural(size.wanted, 'element')}, but ${written(e.span)} has only ${size.given}: it goes on in the array behind the section`,
    e.span,
    undefined,
    { also: [declared(dummy)], help: 'pass the first element, or a section of that size' },
  );
export const elementalShapes = (first: Expr, e: Expr): Diagnostic =>
  error('shape-mismatch', `${written(e.span)} has another shape than ${written(first.span)}`, e.span, undefined, {
    also: [{ at: first.span }],
    notes: ['arrays that are given to an elemental procedure have one shape'],
  });
export const withoutInterface = (p: Procedure, why: string, at: Span): Diagnostic =>
  warning('no-interface', `calls of \`${p.name}\` need an explicit interface: ${why}`, at, undefined, {
    also: [{ at: p.span, text: 'declared outside of a module' }],
    notes: ['it is known here because both stand in one file; elsewhere the call would pass the wrong things'],
    help: `put it into a module, or after \`contains\` of the program:\nmodule procedures\ncontains\n  ! ${p.name}\nend module`,
  });
export const elementalScalar = (dummy: Variable, e: Expr, array: Expr): Diagnostic =>
  error(
    'shape-mismatch',
    `${written(e.span)} is a scalar, but would be set for each element of ${written(array.span)}`,
    e.span,
    undefined,
    {
      also: [
        { at: array.span, text: 'an array' },
        { at: dummy.span, text: `intent(${dummy.attributes.intent ?? 'inout'})` },
      ],
      help: 'give an array of the same shape',
    },
  );
export const keywordWithoutInterface = (name: string, n: tree.Name): Diagnostic =>
  error(
    'keyword-without-interface',
    `the argument is named, but \`${name}\` has no explicit interface here`,
    n.span,
    'nobody knows the names of its arguments',
    { help: 'give the arguments by position, or put the procedure into a module and `use` that' },
  );
export const dynamicType = (c: Callee, dummy: Variable, e: Expr, why: string): Diagnostic =>
  error('dynamic-type', `argument ${named(dummy)} of ${named(c)} ${why}`, e.span, `this is ${article(typed(e))}`, {
    also: [dummyLabel(dummy)],
    ...((dummy.attributes.pointer || dummy.attributes.allocatable) && {
      notes: [
        `it is ${dummy.attributes.pointer ? 'a pointer' : 'allocatable'}: the procedure may make it another object, which both sides must be able to hold`,
      ],
    }),
  });
export const scatteredElement = (c: Callee, dummy: Variable, e: Expr): Diagnostic =>
  warning(
    'scattered-element',
    `array ${named(dummy)} of ${named(c)} begins at ${written(e.span)}, but nothing says that the elements after it lie side by side`,
    e.span,
    'an element of a pointer or of an assumed-shape array',
    {
      also: [dummyLabel(dummy)],
      help: 'pass a section, such as `a(i:)`, or declare the array contiguous',
    },
  );
export const elementalPassed = (name: string, at: Span): Diagnostic =>
  error('procedure-interface', `an elemental procedure cannot be passed to \`${name}\``, at, undefined, {
    help: 'pass a procedure that is not elemental and calls this one',
  });
export const copyForVolatile = (callee: Callee, dummy: Variable, value: Expr): Diagnostic =>
  error(
    'argument-copied',
    `\`${dummy.name}\` of \`${callee.name}\` is volatile, and a copy of these elements would be passed`,
    value.span,
    undefined,
    {
      also: [{ at: dummy.span, text: 'declared here' }],
      help: `declare \`${dummy.name}\` with an assumed shape, or pass a whole array that is no pointer`,
    },
  );
