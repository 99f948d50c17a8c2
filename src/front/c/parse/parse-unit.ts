/** A source of C, C++ or CUDA as a program with types. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Source } from '../../../base/source.ts';
import { preprocess, type TextOptions } from '../text/preprocess.ts';
import type { Unit } from '../tree.ts';
import { declaration, unit } from './declarations.ts';
import { declarator, typeName } from './declarators.ts';
import { assignment, constant, expression } from './expressions.ts';
import { initialiser } from './initialise.ts';
import { isTypeHere } from './is-type.ts';
import { type Language, Parser, type Parts } from './parser.ts';
import { specifiers } from './specifiers.ts';
import { compound, statement } from './statements.ts';

export type UnitOptions = TextOptions & { readonly language: Language; readonly isLibrary: (path: string) => boolean };

const parts: Parts = {
  expression,
  assignment,
  constant,
  isType: isTypeHere,
  typeName,
  specifiers,
  declarator,
  compound,
  statement,
  declaration,
  initialiser,
};

export function parseUnit(source: Source, options: UnitOptions, report: (d: Diagnostic) => void): Unit {
  const tokens = preprocess(source, options, report);
  const p = new Parser(tokens, source.path, options.language, parts, report, options.isLibrary);
  unit(p);
  return { path: source.path, functions: p.functions, variables: p.variables, starts: p.starts };
}
