/** Messages about declarations of data. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import { typeText } from '../analyse/types.ts';
import type { Expr, Type, Variable } from '../program.ts';
import type * as tree from '../tree.ts';
import { article, declared, error, meant, named, plural, typed, warning, written } from './message.ts';

export const noSuchKind = (base: string, kind: number, kinds: readonly number[], at: Span): Diagnostic =>
  error('no-such-kind', `there is no ${base}(${kind})`, at, undefined, {
    notes: [`kinds of ${base}: ${kinds.join(', ')}`],
  });
type Named = { readonly name: string; readonly span: Span };
const widest: Readonly<Record<string, string>> = {
  real: 'use real(8), with some 15 digits: `integer, parameter :: rk = selected_real_kind(15)`',
  complex: 'use complex(8), with some 15 digits: `integer, parameter :: rk = selected_real_kind(15)`',
  integer: 'use integer(8), up to 9223372036854775807: `integer, parameter :: ik = selected_int_kind(18)`',
};
/** Kinds that some compilers have and GPUs have not. `kind` below 0: what selected_real_kind found. */
export const kindTooLarge = (base: string, kind: number, at: Span, name?: string): Diagnostic =>
  error(
    'kind-too-large',
    kind < 0 ? `no kind of ${base} has so many digits or so large exponents` : `there is no ${base}(${kind})`,
    at,
    undefined,
    {
      notes: [
        'a program that runs on GPUs cannot use it: neither they nor nvfortran have such numbers',
        ...(name === undefined ? [] : [`told once for all that is declared with \`${name}\``]),
      ],
      help: widest[base] ?? 'use kind 8',
    },
  );
export const notConstantInteger = (what: string, at: Span, module?: string): Diagnostic =>
  error('not-constant', `${what} must be an integer constant`, at, 'not known at compile time', {
    ...(module !== undefined && { help: `it comes with a module; put before the declarations:\nuse ${module}` }),
  });
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
export const allocatableWithBounds = (name: string, at: Span, rank: number): Diagnostic =>
  error(
    'bad-shape',
    `\`${name}\` is allocatable or a pointer: its dimensions must be \`:\``,
    at,
    'bounds are given by allocate',
    { help: `${name}(${Array.from({ length: rank }, () => ':').join(',')})` },
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
  error('conflicting-attributes', `\`${name}\` cannot be both ${a} and ${b}`, at, undefined, {
    help: 'leave one of the two out',
  });
export const commaAfterType = (at: Span): Diagnostic =>
  warning('comma-after-type', 'a comma between a type and what has it is no standard Fortran', at, undefined, {
    help: 'write `::` in its place',
  });
export const placedConstant = (name: string, place: string, at: Span): Diagnostic =>
  warning(
    'placed-constant',
    `\`${name}\` is a named constant: both sides know it, and nothing of it is ${place}`,
    at,
    undefined,
    {
      help: 'leave one of the two attributes out',
    },
  );
export const accessChanged = (name: string, before: string, now: string, at: Span): Diagnostic =>
  warning('access-changed', `\`${name}\` was made ${before} before; it is ${now} now`, at, undefined, {
    help: 'leave one of the two out',
  });
export const repeatedAttribute = (word: string, at: Span, before: Span): Diagnostic =>
  warning('repeated-attribute', `the attribute ${word} is given twice`, at, undefined, {
    also: [{ at: before, text: 'given here already' }],
    help: 'leave it out here',
  });
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
export const intentOfResult = (name: string, at: Span): Diagnostic =>
  warning('intent-of-result', `\`${name}\` is the result of its function, so \`intent\` says nothing`, at, undefined, {
    help: 'declare it without intent',
  });
export const resultNamedAsFunction = (name: string, at: Span): Diagnostic =>
  warning(
    'result-named-as-function',
    `\`result(${name})\` names the function itself, which Fortran forbids`,
    at,
    undefined,
    {
      notes: ['cufort reads it as if `result` were left out; other compilers refuse it'],
      help: 'leave `result` out, or give the result another name',
    },
  );
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
export const allocatedAtStart = (component: string, at: Span): Diagnostic =>
  error('not-constant', `the allocatable component \`${component}\` begins unallocated`, at, undefined, {
    help: 'write `null()` here, and assign the value in the first statement',
  });
export const impliedRank = (v: Named, rank: number, e: Expr): Diagnostic =>
  error(
    'rank-mismatch',
    `${named(v)} takes its shape from a value of rank ${e.rank}`,
    v.span,
    `declared of rank ${rank}`,
    {
      also: [{ at: e.span, text: `rank ${e.rank}` }],
      help: `give it as many stars: \`${v.name}(${Array.from({ length: Math.max(1, e.rank) }, () => '*').join(', ')})\``,
    },
  );
export const textTooLong = (name: string, at: Span): Diagnostic =>
  error('not-constant', `\`${name}\` is too long for a value that is known when the program is compiled`, at);
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
export const dataLength = (v: Variable, at: Span): Diagnostic =>
  error('not-constant', `the length of ${named(v)} is known only when the procedure is called`, at, undefined, {
    also: [declared(v)],
    help: 'assign the value in the first statement',
  });
export const dataType = (v: Variable, type: Type, at: Span): Diagnostic =>
  error(
    'type-mismatch',
    `${article(typeText(type))} cannot be a value of ${named(v)}, which is ${article(typeText(v.type))}`,
    at,
    undefined,
    { also: [declared(v)] },
  );
export const neverSet = (v: Variable): Diagnostic =>
  warning(
    'never-set',
    `dummy argument ${named(v)} has intent(out) but is never set`,
    v.span,
    'the caller gets no value',
  );
export const contiguousWithoutPointer = (name: string, at: Span): Diagnostic =>
  error(
    'conflicting-attributes',
    `\`${name}\` cannot be contiguous: only array pointers and arrays of assumed shape can`,
    at,
  );
export const alwaysContiguous = (name: string, at: Span): Diagnostic =>
  warning('needless-contiguous', `dummy argument \`${name}\` is contiguous in any case`, at, undefined, {
    notes: ['only array pointers and arrays of assumed shape may have the attribute; other compilers refuse this'],
    help: 'leave `contiguous` out',
  });
export const lastExtentUnknown = (name: string, used: Variable, at: Span): Diagnostic =>
  warning(
    'last-extent-unknown',
    `the last extent of dummy argument \`${name}\` depends on ${named(used)}, which has no value there`,
    at,
    `taken as \`*\``,
    { also: [{ at: used.span, text: 'a local variable' }], help: 'write `*`, or make it a dummy argument' },
  );
export const sizeFromInitialValue = (name: string, at: Span): Diagnostic =>
  warning(
    'size-from-variable',
    `the bounds of \`${name}\` in the main program are no constants`,
    at,
    'the initial values of the variables count',
    { help: 'make the variables named constants (`parameter`), or the array allocatable' },
  );
export const tooManyConstants = (count: bigint, most: bigint, at: Span): Diagnostic =>
  error('not-constant', `${count} elements are too many to be worked out at compile time`, at, `at most ${most}`, {
    help: 'declare a variable without a value, and assign the values in the first statements',
  });
export const initialOf = (name: string, what: string, at: Span): Diagnostic =>
  error('initial-value', `\`${name}\` cannot have an initial value: it is ${what}`, at, undefined, {
    help: 'assign the value in the first statement',
  });
export const notElemental = (procedure: string, v: Variable, what: string): Diagnostic =>
  error('not-elemental', `${named(v)} cannot be ${what}: \`${procedure}\` is elemental`, v.span, undefined, {
    notes: ['an elemental procedure works on scalars; called with arrays, it is called for each of their elements'],
  });
export const sizeOf = (name: string, used: Variable, why: string, at: Span): Diagnostic =>
  error('size-unknown', `the size of \`${name}\` cannot depend on ${named(used)}, which is ${why}`, at, undefined, {
    also: [{ at: used.span, text: 'declared here' }],
    help: 'make it allocatable, and allocate it where the size is known',
  });
export const staticSize = (name: string, at: Span): Diagnostic =>
  error(
    'not-constant',
    `the bounds of \`${name}\`, which lives as long as the program, must be constants`,
    at,
    undefined,
    {
      help: 'make it allocatable, or make the bounds named constants',
    },
  );
export const outsideModule = (name: string, word: string, at: Span): Diagnostic =>
  error('outside-module', `\`${name}\` cannot be ${word} here: ${word} is about what a module offers`, at, undefined, {
    help: `leave \`${word}\` out, or declare it in the specification part of a module`,
  });
export const notInCommon = (n: tree.Name, why: string): Diagnostic =>
  error('common-object', `${written(n.span)} cannot lie in a common block: it is ${why}`, n.span);
export const commonTwice = (n: tree.Name): Diagnostic =>
  error('common-object', `${written(n.span)} lies in a common block twice`, n.span);
export const blockName = (block: string, what: string, at: Span): Diagnostic =>
  error('common-object', `\`${block}\` is the name of a common block and cannot be ${what} too`, at);
export const aloneInEquivalence = (at: Span): Diagnostic =>
  error('equivalence-conflict', 'an equivalence needs two objects that share their place', at, 'the only one');
export const blocksJoined = (v: Named, one: string, other: string, at: Span): Diagnostic =>
  error(
    'equivalence-conflict',
    `${named(v)} would lie in two common blocks, ${blockText(one)} and ${blockText(other)}`,
    at,
    undefined,
    {
      notes: ['an equivalence puts all of its objects into the block of one of them'],
      help: 'leave one of the two out of the equivalence, or of its block',
    },
  );
export const beforeBlock = (v: Named, block: string, at: Span): Diagnostic =>
  error(
    'equivalence-conflict',
    `${named(v)} would begin before the first variable of ${blockText(block)}`,
    at,
    'its place follows from an equivalence',
    { notes: ['an equivalence may make a common block longer at its end, but not at its beginning'] },
  );
export const otherPlace = (v: Named, at: Span): Diagnostic =>
  error('equivalence-conflict', `an equivalence gives ${named(v)} another place in this common block`, at, undefined, {
    help: 'leave it out of the equivalence: the order in the common block says where it lies',
  });
const blockText = (name: string): string => (name === '_BLNK_' ? 'the blank one' : `/${name.replace(/_$/, '')}/`);
export const sharedValues = (v: Variable, other: Variable, at: Span): Diagnostic =>
  error(
    'shared-values',
    `${named(v)} and ${named(other)} share their place, but begin with different values`,
    at,
    undefined,
    {
      also: [
        { at: other.span, text: `${named(other)} begins with one value` },
        { at: v.span, text: `${named(v)} begins with another` },
      ],
      help: 'give the value to one of the two only',
    },
  );
const forC: readonly (readonly [why: RegExp, help: string])[] = [
  [
    /length 1$/,
    'pass an array of characters, which ends with c_null_char:\ncharacter(kind=c_char), dimension(*) :: text',
  ],
  [/no bind\(c\)$/, 'give the type bind(c) in its definition: `type, bind(c) :: ...`'],
  [/pointer$|allocatable$/, 'let C have its address:\ntype(c_ptr) :: address'],
  [/polymorphic$/, 'declare it with a type of its own, or as `type(*)`'],
  [/array$/, 'let C set an array that it gets as an argument'],
  [/module$/, 'declare it in a module'],
];
export const notForC = (what: string, why: string, at: Span): Diagnostic =>
  error('not-interoperable', `${what} has no form in C: ${why}`, at, undefined, {
    help: forC.find(([pattern]) => pattern.test(why))?.[1],
  });
export const lateImplicit = (at: Span, before: Span): Diagnostic =>
  error('late-implicit', 'an implicit statement stands before all declarations', at, undefined, {
    also: [{ at: before, text: 'a declaration before it' }],
    help: 'move it up, to the line after the last `use`',
  });
export const implicitAgain = (at: Span, before: Span): Diagnostic =>
  error('late-implicit', 'this contradicts another implicit statement', at, undefined, {
    also: [{ at: before, text: 'implicit typing is settled here' }],
    help: 'keep one of the two',
  });
export const namesTheProcedure = (name: string, at: Span, heading: Span, result: string | undefined): Diagnostic =>
  error(
    'duplicate-declaration',
    result === undefined
      ? `\`${name}\` is the name of this subroutine and cannot be declared as something else`
      : `\`${name}\` is the name of this function; what it gives is called \`${result}\``,
    at,
    'declared again',
    {
      also: [{ at: heading, text: 'declared here' }],
      ...(result !== undefined && { help: `declare \`${result}\` instead` }),
    },
  );
export const namesTheUnit = (name: string, what: string, at: Span): Diagnostic =>
  warning('name-of-unit', `\`${name}\` is the name of this ${what} too`, at, undefined, {
    notes: ['the standard, and other compilers, refuse what is declared in a unit by the name of that unit'],
    help: 'give one of the two another name',
  });
export const describedTwice = (name: string, at: Span, before: Span): Diagnostic =>
  error('duplicate-declaration', `an interface says what \`${name}\` is`, at, 'declared again', {
    also: [{ at: before, text: 'its interface' }],
    help: 'leave this out: the interface says the type',
  });
export const noSuchBlock = (n: tree.Name): Diagnostic =>
  error('common-object', `there is no common block /${n.text}/ here`, n.span, undefined, {
    help: `declare it first: \`common /${n.text}/ ...\``,
  });
export const privateInNamelist = (group: string, n: tree.Name): Diagnostic =>
  error(
    'private-in-namelist',
    `${written(n.span)} is private, but the namelist \`${group}\` is public`,
    n.span,
    undefined,
    {
      help: `make the group private too: \`private :: ${group}\``,
    },
  );
export const entryResult = (name: string, v: Variable, why: string): Diagnostic =>
  error(
    'entry-result',
    `the results of \`${name}\` and ${named(v)} share one place, and cannot: ${why}`,
    v.span,
    undefined,
    {
      help: 'give both the same type and shape, or write two functions',
    },
  );
export const sizeCalls = (name: string, f: string, at: Span): Diagnostic =>
  error('size-unknown', `the size of \`${name}\` cannot ask \`${f}\`, which is not pure`, at, undefined, {
    help: `declare it as \`pure function ${f}(...)\`, or make the array allocatable`,
  });
export const assumedLengthResult = (name: string, at: Span): Diagnostic =>
  error(
    'assumed-length',
    `the function \`${name}\` stands in a module or inside of a unit and cannot give character(*)`,
    at,
    undefined,
    {
      help: 'give the length by arguments, or let the result be `character(:), allocatable`',
    },
  );
export const blockDataObject = (name: string, at: Span): Diagnostic =>
  error('common-object', `\`${name}\` lies in no common block, and \`block data\` gives values to nothing else`, at);
export const noSuchIntrinsic = (name: string, at: Span, near: string | undefined): Diagnostic =>
  error('unknown-intrinsic', `there is no intrinsic procedure \`${name}\``, at, undefined, meant(near));
export const placedNothing = (name: string, at: Span): Diagnostic =>
  warning('attributes-of-nothing', `\`${name}\` has attributes, and is not declared`, at, 'declares nothing', {
    help: `leave \`${name}\` out, or give it a type`,
  });
export const repeatedType = (name: string, at: Span, before: Span): Diagnostic =>
  warning('repeated-attribute', `the type of \`${name}\` is given twice`, at, undefined, {
    also: [{ at: before, text: 'given here already' }],
    notes: ['other compilers refuse this'],
    help: 'leave it out in one of the two places',
  });
export const elementalPointer = (name: string, at: Span): Diagnostic =>
  error('not-elemental', `the procedure pointer \`${name}\` cannot be elemental`, at, undefined, {
    help: 'write an interface for it that is not elemental',
  });
export const outOfUnknownSize = (v: Variable): Diagnostic =>
  error(
    'conflicting-attributes',
    `\`${v.name}\` cannot have intent(out): nobody knows its size, and its components begin with values`,
    v.span,
    undefined,
    { help: `make it an array of assumed shape: ${v.name}(:)` },
  );
