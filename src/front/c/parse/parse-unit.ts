/** A source of C, C++ or CUDA as a program with types. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Source } from '../../../base/source.ts';
import { preprocess, type TextOptions } from '../text/preprocess.ts';
import type { FunctionSymbol, Unit } from '../tree.ts';
import { assignAny, callFree, callNamed, condition, operate, stepAny } from './class-operators.ts';
import { classSpecifier, newMethod } from './classes.ts';
import { convertTo } from './convert.ts';
import { callMethod } from './cxx-calls.ts';
import { declaration, external, unit } from './declarations.ts';
import { declarator, typeName } from './declarators.ts';
import { handledBody, tryStatement } from './exceptions.ts';
import { anyList, assignment, bracedItem, constant, expression, unary } from './expressions.ts';
import { body, defineAt } from './function-bodies.ts';
import { headerOf } from './implicit.ts';
import { initialVariable, replacedAuto } from './initial-values.ts';
import { initialiser } from './initialise.ts';
import { instance, instanceVariable } from './instances.ts';
import { type Limits, ReadingEnded, usualLimits } from './instantiation.ts';
import { isTypeHere } from './is-type.ts';
import { lambda } from './lambdas.ts';
import { methodOfType } from './member-pointers.ts';
import { variableExpression } from './members.ts';
import { construct, constructBraces, convertAny, destructorFor } from './objects.ts';
import { outsideMethod, outsideVariable } from './outside-definitions.ts';
import { takes } from './overloads.ts';
import { type Language, Parser, type Parts } from './parser.ts';
import { rank } from './rank.ts';
import { specifiers, typeOf } from './specifiers.ts';
import { compound, labelAddress, statement } from './statements.ts';
import { templateFunction } from './template-bodies.ts';
import { parametersOf } from './template-parameters.ts';

export type UnitOptions = TextOptions & {
  readonly language: Language;
  readonly isLibrary: (path: string) => boolean;
  readonly limits?: Partial<Limits>;
};

const parts: Parts = {
  expression,
  assignment,
  constant,
  isType: isTypeHere,
  typeName,
  typeOf,
  specifiers,
  declarator,
  compound,
  statement,
  declaration,
  initialiser,
  classSpecifier,
  instance,
  instanceVariable,
  external,
  lambda,
  templateParameters: parametersOf,
  list: anyList,
  assignTo: assignAny,
  method: callMethod,
  newMethod,
  replacedAuto,
  tryStatement,
  handledBody,
  methodBody: body,
  outsideMethod,
  outsideVariable,
  initialVariable,
  templateFunction,
  define: defineAt,
  unary,
  variable: variableExpression,
  braced: bracedItem,
  labelAddress,
  convert: (p, e, to) => (p.language.cxx ? convertAny(p, e, to) : convertTo(p, e, to)),
  construct,
  destructor: destructorFor,
  isConvertible: (p, e, to) => rank(p, e, to) !== undefined,
  takes,
  constructBraces,
  truth: condition,
  step: stepAny,
  member: callNamed,
  operate,
  callFree,
  methodOfType,
};

export function parseUnit(source: Source, options: UnitOptions, report: (d: Diagnostic) => void): Unit {
  const told: Diagnostic[] = [];
  const p = read(source, options, (d) => told.push(d));
  const held = heldNames(p, source);
  if (held.size > 0) {
    const first = [...new Set([...options.first, ...held.values()])];
    return unitOf(read(source, { ...options, first }, report, held));
  }
  for (const d of told) report(d);
  return unitOf(p);
}

/** Functions whose code our headers hold, and that the source calls without the header, with those headers. */
function heldNames(p: Parser, source: Source): ReadonlyMap<string, string> {
  const declared = p.language.cxx ? [] : p.functions.filter((fn) => fn.at.source === source && !fn.internal);
  const found = [...p.implicit, ...declared].flatMap((fn): [string, string][] => {
    const header = fn.body || fn.pending ? undefined : headerOf(fn.name);
    return header === undefined ? [] : [[fn.name, header]];
  });
  return new Map(found);
}

function read(
  source: Source,
  options: UnitOptions,
  report: (d: Diagnostic) => void,
  held: ReadonlyMap<string, string> = new Map(),
): Parser {
  let isWhole = true;
  const all = preprocess(source, options, (d) => {
    if (d.code === 'no-header') isWhole = false;
    report(d);
  });
  // Without one of its headers nothing that is said of a source helps.
  const tokens = isWhole ? all : all.slice(-1);
  const { language, isLibrary, limits } = options;
  const p = new Parser(tokens, source.path, language, parts, report, isLibrary, { ...usualLimits, ...limits });
  for (const name of held.keys()) p.held.add(name);
  try {
    unit(p);
  } catch (problem) {
    if (!(problem instanceof ReadingEnded)) throw problem;
    report(problem.told);
  }
  return p;
}

function unitOf(p: Parser): Unit {
  const { functions, variables, starts, tables } = p;
  const functionNamed = (name: string): FunctionSymbol | undefined => {
    const entity = p.file.names.get(name);
    return entity?.kind === 'functions' ? entity.list[0] : undefined;
  };
  const pending = p.file.names.get('__cufort_pending');
  return {
    path: p.path,
    functions,
    variables,
    starts,
    tables,
    thrown: pending?.kind === 'variable' ? pending : undefined,
    escaped: functionNamed('__cufort_escaped'),
    atEnd: functionNamed('__cufort_run_exits'),
    destructorOf: (type) => destructorFor(p, type),
  };
}
