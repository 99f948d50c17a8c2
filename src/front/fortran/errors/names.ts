/** Messages about names and modules. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import type { Procedure } from '../program.ts';
import type * as tree from '../tree.ts';
import { error, meant, plural, warning, written } from './message.ts';

/** A module that has a name which is not known here; `private`: for itself. */
export type Elsewhere = { readonly module: string; readonly private: boolean };

export const helpElsewhere = (name: string, { module, private: own }: Elsewhere): string =>
  own ? madePublic(name, module) : `it comes with a module; put before the declarations:\nuse ${module}`;
const madePublic = (name: string, module: string): string =>
  `module \`${module}\` has it, but keeps it private; put into that module:\npublic :: ${name}`;
const orUse = (name: string, near: string | undefined, at: Elsewhere | undefined): { help?: string } =>
  at === undefined ? meant(near) : { help: helpElsewhere(name, at) };

export const unknownName = (n: tree.Name, near: string | undefined, elsewhere?: Elsewhere): Diagnostic =>
  error(
    'unknown-name',
    `${written(n.span)} is not declared`,
    n.span,
    'not declared in this scope',
    orUse(n.text, near, elsewhere),
  );
export const commentOfC = (n: tree.Name): Diagnostic =>
  error('unknown-name', `${written(n.span)} is not declared`, n.span, '`//` joins characters', {
    help: 'a comment begins with `!`',
  });
export const unknownFunction = (n: tree.Name, near: string | undefined, elsewhere?: Elsewhere): Diagnostic =>
  error(
    'unknown-name',
    `no function or array named ${written(n.span)} is declared`,
    n.span,
    'not declared in this scope',
    orUse(n.text, near, elsewhere),
  );
export const undeclaredSubroutine = (n: tree.Name, near: string | undefined, keeper?: string): Diagnostic =>
  warning(
    'undeclared-subroutine',
    `no subroutine named ${written(n.span)} is declared here: it is taken as an external one`,
    n.span,
    undefined,
    keeper === undefined ? meant(near) : { help: madePublic(n.text, keeper) },
  );
export const misspelt = (n: tree.Name, near: string, as: string): Diagnostic =>
  warning(
    'misspelt-name',
    `${written(n.span)} is declared nowhere: it is taken as ${as}`,
    n.span,
    undefined,
    meant(near),
  );
export const unknownType = (n: tree.Name, near: string | undefined, elsewhere?: Elsewhere): Diagnostic =>
  error(
    'unknown-type',
    `no derived type named ${written(n.span)} is defined`,
    n.span,
    'not defined in this scope',
    orUse(n.text, near, elsewhere),
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
export const ambiguousGeneric = (name: string, a: Procedure, b: Procedure): Diagnostic =>
  error(
    'ambiguous-generic',
    `\`${a.name}\` and \`${b.name}\` cannot both be called as \`${name}\`: the same arguments fit both`,
    b.span,
    undefined,
    {
      also: [{ at: a.span, text: 'fits the same arguments' }],
      notes: ['types, kinds and ranks of arguments tell the procedures of a generic apart; names and intents do not'],
    },
  );
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
export const notAProcedure = (n: tree.Name, near?: string, elsewhere?: Elsewhere): Diagnostic =>
  error(
    'not-a-procedure',
    `${written(n.span)} is not a procedure with a known interface`,
    n.span,
    undefined,
    orUse(n.text, near, elsewhere),
  );
export const notAProcedureExpression = (at: Span): Diagnostic =>
  error('not-a-procedure', 'only a procedure can be called', at);
export const procedureAsValue = (n: { readonly span: Span }): Diagnostic =>
  error(
    'procedure-as-value',
    `${written(n.span)} is a procedure and has no value without arguments`,
    n.span,
    undefined,
    {
      help: `call it: \`${written(n.span).slice(1, -1)}(...)\``,
    },
  );
export const missingParentheses = (n: tree.Name): Diagnostic =>
  warning(
    'missing-parentheses',
    `${written(n.span)} is a function, and is called here`,
    n.span,
    'without parentheses',
    {
      help: `write ${written(n.span).slice(0, -1)}()\``,
    },
  );
export const genericAsArgument = (n: tree.Name): Diagnostic =>
  error(
    'generic-as-argument',
    `${written(n.span)} is a generic name; only a specific procedure can be an argument`,
    n.span,
  );
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
export const missingSubmodule = (
  ancestor: tree.Name,
  parent: tree.Name,
  file: string,
  searched: readonly string[],
): Diagnostic =>
  error(
    'unknown-module',
    `submodule ${written(parent.span)} of module ${written(ancestor.span)} was not found`,
    parent.span,
    'no such submodule',
    {
      notes: [`no file ${file}.mod in ${searched.join(', ')}; not in the sources before this one`],
      help: `compile the file that holds \`submodule (${ancestor.text}) ${parent.text}\` first, or name its folder with -I`,
    },
  );
/** What the module of a submodule uses. */
export const missingBehindAncestor = (ancestor: tree.Name, module: string, searched: readonly string[]): Diagnostic =>
  error(
    'unknown-module',
    `module ${written(ancestor.span)} uses module \`${module}\`, which was not found`,
    ancestor.span,
    undefined,
    {
      ...(searched.length > 0 && { notes: [`no file ${module}.mod in ${searched.join(', ')}`] }),
      help: `compile the file that holds \`module ${module}\` first, or name its folder with -I`,
    },
  );
export const moduleInOtherSource = (n: tree.Name, path: string): Diagnostic =>
  error('unknown-module', `module ${written(n.span)} was not found`, n.span, 'no such module so far', {
    notes: [`\`${path}\` defines it, and was not compiled before`],
    help: `name it before this source: \`cufort run ${path} ${n.span.source.path}\``,
  });
/** `circle`: the modules on the way, the one that is missing first. */
export const circularUse = (n: tree.Name, circle: readonly string[]): Diagnostic =>
  error(
    'circular-use',
    circle.length === 1
      ? `module \`${n.text}\` uses itself`
      : `modules use each other in a circle: ${[...circle, n.text].map((m) => `\`${m}\``).join(' uses ')}`,
    n.span,
    'not known yet',
    {
      help: 'put what they share into a module of its own, which all of them use, or into submodules',
    },
  );
export const noSeparateInterface = (n: tree.Name): Diagnostic =>
  error('no-separate-interface', `no interface of module procedure ${written(n.span)} is known`, n.span, undefined, {
    help: 'write it in the module: `interface`, `module subroutine ...`, `end interface`',
  });
export const operatorNotInModule = (at: Span, module: string): Diagnostic =>
  error('not-in-module', `module \`${module}\` has no public ${written(at)}`, at);
export const notInModule = (n: tree.Name, module: string, near: string | undefined, isPrivate: boolean): Diagnostic =>
  error(
    'not-in-module',
    `module \`${module}\` has no public name ${written(n.span)}`,
    n.span,
    isPrivate ? 'private there' : undefined,
    isPrivate ? { help: `put into the module:\npublic :: ${n.text}` } : meant(near),
  );
export const redeclared = (name: string, at: Span, use: { span: Span; from: { name: string } }): Diagnostic =>
  warning(
    'redeclared',
    `\`${name}\` is declared here, but comes from module \`${use.from.name}\` too`,
    at,
    'this one counts here',
    {
      also: [{ at: use.span, text: `brings \`${name}\`` }],
      notes: ['other compilers refuse this'],
      help: `leave the declaration out, or take the module's under another name: \`use ${use.from.name}, other => ${name}\``,
    },
  );
export const mixedGeneric = (
  key: string,
  p: Procedure,
  subroutines: boolean,
  first: Procedure | undefined,
): Diagnostic =>
  error(
    'mixed-generic',
    first
      ? `\`${key}\` stands for a subroutine and a function`
      : `${key === '=' ? 'assignment' : `operator(${key})`} takes a ${subroutines ? 'subroutine' : 'function'}, and \`${p.name}\` is a ${subroutines ? 'function' : 'subroutine'}`,
    p.span,
    p.signature.subroutine ? 'a subroutine' : 'a function',
    { also: first ? [{ at: first.span, text: first.signature.subroutine ? 'a subroutine' : 'a function' }] : [] },
  );
export const operandCount = (key: string, p: Procedure, count: number): Diagnostic =>
  error(
    'mixed-generic',
    `\`${p.name}\` has ${plural(count, 'argument')} and cannot stand for ${key === '=' ? 'an assignment, which has two' : `operator(${key}), which has ${key === '.not.' ? 'one operand' : 'one or two operands'}`}`,
    p.span,
  );
export const separateDiffers = (given: Procedure, wanted: Procedure, why: string): Diagnostic =>
  error(
    'separate-differs',
    `module procedure \`${given.name}\` differs from its interface: ${why}`,
    given.span,
    undefined,
    {
      also: [{ at: wanted.span, text: 'the interface' }],
      help: `repeat nothing: \`module procedure ${given.name}\` takes arguments and result from the interface`,
    },
  );
export const forgottenUse = (n: tree.Name): Diagnostic =>
  warning(
    'forgotten-use',
    `${written(n.span)} comes with module \`cudafor\`, which is not used here`,
    n.span,
    'taken as something else',
    {
      help: 'put before the declarations:\nuse cudafor\nimplicit none',
    },
  );
export const usesItself = (n: tree.Name): Diagnostic =>
  error(
    'duplicate-declaration',
    `${written(n.span)} is the name of the module, and of the program unit that uses it`,
    n.span,
    undefined,
    { help: 'give one of the two another name' },
  );
export const redefinesOperator = (key: string, p: Procedure): Diagnostic =>
  error(
    'redefined-operator',
    `${key === '=' ? 'assignment' : `operator(${key})`} of these types is Fortran's own, and \`${p.name}\` cannot change it`,
    p.span,
    undefined,
    {
      notes: ['what a program defines is for operands that the language has no meaning for'],
      help: key === '=' ? 'call it as a subroutine' : 'give the operator a name of its own, as in `operator(.plus.)`',
    },
  );
export const abstractCalled = (name: string, at: Span, before: Span): Diagnostic =>
  error(
    'abstract-called',
    `\`${name}\` is an abstract interface: it says how procedures look, and is none`,
    at,
    undefined,
    {
      also: [{ at: before, text: 'the interface' }],
      help: `call a procedure of that form, or a pointer to one: \`procedure(${name}), pointer :: p\``,
    },
  );
export const globalNameTwice = (
  name: string,
  what: string,
  at: Span,
  before: { readonly what: string; readonly at: Span },
  where = '',
): Diagnostic =>
  error(
    'global-name-twice',
    `\`${name}\` is the name ${where}of ${what} here and of ${before.what} already`,
    at,
    undefined,
    {
      also: [{ at: before.at, text: 'the other one' }],
      help: 'give one of the two another name: the whole program knows them by it',
    },
  );
export const externalNotDeclared = (n: tree.Name): Diagnostic =>
  error(
    'external-not-declared',
    `${written(n.span)} is not declared, and \`implicit none (external)\` asks for that`,
    n.span,
    undefined,
    { help: `use the module that has it, write an interface for it, or declare it: \`external :: ${n.text}\`` },
  );
export const notAModuleProcedure = (n: tree.Name): Diagnostic =>
  error('not-a-procedure', `${written(n.span)} is no procedure of a module`, n.span, undefined, {
    help: `write \`procedure :: ${n.text}\` without \`module\``,
  });
export const ambiguousType = (n: { readonly name: string }, at: Span, modules: readonly string[]): Diagnostic =>
  error(
    'ambiguous-name',
    `type \`${n.name}\` comes from two modules: ${modules.map((m) => `\`${m}\``).join(' and ')}`,
    at,
    undefined,
    {
      help: 'name with `only:` what you need of each, or rename one of the two',
    },
  );
export const declaredInInterface = (name: string, p: tree.Name, at: Span): Diagnostic =>
  warning(
    'separate-differs',
    `argument \`${name}\` of \`${p.text}\` is declared in its interface alone`,
    at,
    undefined,
    {
      notes: ['other compilers refuse this'],
      help: `declare it here too, or repeat nothing: \`module procedure ${p.text}\``,
    },
  );
export const withoutModulePrefix = (p: Procedure, wanted: Procedure): Diagnostic =>
  warning(
    'separate-differs',
    `\`${p.name}\` does not define the procedure of that name which the module describes`,
    p.span,
    'a procedure of the submodule alone',
    {
      also: [{ at: wanted.span, text: 'its interface in the module' }],
      help: `write the word before it: \`module ${p.signature.subroutine ? 'subroutine' : 'function'} ${p.name}(...)\``,
    },
  );
export const callOfUnit = (name: string, what: string, at: Span, defined: Span): Diagnostic =>
  error('not-a-procedure', `\`${name}\` is the name of ${what}, which cannot be called`, at, undefined, {
    also: [{ at: defined, text: 'named here' }],
    help: 'put what is to be called into a subroutine, and call that',
  });
export const ownNameUsed = (n: tree.Name, procedure: { readonly name: string; readonly span: Span }): Diagnostic =>
  error('duplicate-declaration', `\`${n.text}\` is the name of this procedure too`, n.span, undefined, {
    also: [{ at: procedure.span, text: 'the procedure' }],
    help: `use it by another name: other => ${n.text}`,
  });
