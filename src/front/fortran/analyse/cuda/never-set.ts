/** Dummies with intent(out) of which the body says nothing. */
import type { Source } from '../../../../base/source.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import type { Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { allComponents } from '../types.ts';

type Unit = tree.Subroutine | tree.FunctionUnit | tree.MainProgram | tree.ModuleProcedure;

/** A name that stands anywhere among the statements may set the dummy: only silence is told. */
export function checkNeverSet(env: Env, unit: Unit, dummies: readonly (Variable | 'alternate-return')[]): void {
  const { source } = unit.end;
  const first = unit.execution[0]?.span ?? unit.contains[0]?.span;
  if (!first || first.source !== source || isPreprocessed(source)) return;
  let text: string | undefined;
  for (const d of dummies) {
    if (d === 'alternate-return' || d.attributes.intent !== 'out' || isSetByItself(d)) continue;
    text ??= source.text.slice(first.from, unit.end.from);
    if (!names(text, d.name) && !names(text.toLowerCase(), d.name)) env.file.report(declarationErrors.neverSet(d));
  }
}

const preprocessed = new WeakMap<Source, boolean>();

/** What a macro stands for is not seen in the text. */
function isPreprocessed(source: Source): boolean {
  const known = preprocessed.get(source);
  if (known !== undefined) return known;
  const found = source.text.includes('#') && /^[ \t]*#/m.test(source.text);
  preprocessed.set(source, found);
  return found;
}

function names(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isInName(text, at - 1) && !isInName(text, at + name.length)) return true;
  return false;
}

function isInName(text: string, at: number): boolean {
  return /[\w$]/.test(text.charAt(at));
}

/** Allocatables are deallocated, types with defaults get them. */
function isSetByItself(d: Variable): boolean {
  if (d.attributes.allocatable || d.attributes.pointer || d.attributes.optional) return true;
  return (
    d.type.base === 'any' ||
    (d.type.base === 'derived' &&
      allComponents(d.type.type).some((c) => c.initial !== undefined || c.attributes.allocatable))
  );
}
