/** What C has no form for (Fortran 2018, 18.3). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import type { Component, DerivedType, Procedure, Type, Variable } from '../../program.ts';
import type { Entry } from '../context.ts';
import { constantLength } from '../types.ts';

/** Of a procedure with bind(c). */
export function* procedureProblems(p: Procedure): Iterable<Diagnostic> {
  const { dummies, result, elemental } = p.signature;
  if (!p.bindC) return;
  if (elemental) yield declarationErrors.notForC(`\`${p.name}\``, 'it is elemental', p.span);
  if (dummies.includes('alternate-return'))
    yield declarationErrors.notForC(`\`${p.name}\``, 'it has an alternate return', p.span);
  const onDevice = p.signature.targets.device || p.signature.targets.global;
  for (const d of dummies) {
    const why =
      d === 'alternate-return' || d.procedure
        ? undefined
        : (dummyProblem(d) ?? (onDevice ? undefined : formProblem(d)));
    if (why !== undefined && d !== 'alternate-return')
      yield declarationErrors.notForC(`argument \`${d.name}\` of \`${p.name}\``, why, d.span);
  }
  const why = onDevice ? undefined : result && resultProblem(result);
  if (result && why !== undefined) yield declarationErrors.notForC(`the result of \`${p.name}\``, why, result.span);
}

function dummyProblem(v: Variable): string | undefined {
  if (v.type.base === 'derived' && v.type.polymorphic) return 'it is polymorphic';
  if (v.type.base === 'any' && !v.type.assumed) return 'it is polymorphic';
  if (v.attributes.pointer && v.attributes.contiguous) return 'a pointer of C may point to elements with gaps';
  return v.attributes.value && v.attributes.optional ? 'it is optional and passed by value' : undefined;
}

/** Characters of one length, types that C knows. */
function formProblem(v: Variable): string | undefined {
  if (v.ignoreTkr || v.attributes.pointer || v.attributes.allocatable) return undefined;
  if (v.shape && v.shape.kind !== 'explicit' && v.shape.kind !== 'assumed-size') return undefined;
  if (v.type.base === 'character' && v.type.length.kind !== 'known') return undefined;
  if (v.type.base === 'derived' && v.type.type.sequence) return undefined;
  return typeProblem(v.type);
}

function resultProblem(v: Variable): string | undefined {
  if (v.shape) return 'it is an array';
  if (v.attributes.pointer) return 'it is a pointer';
  if (v.attributes.allocatable) return 'it is allocatable';
  return typeProblem(v.type);
}

function typeProblem(t: Type): string | undefined {
  if (t.base === 'character') {
    const length = constantLength(t);
    return length === 1n ? undefined : 'a character of C has length 1';
  }
  if (t.base === 'derived' && t.polymorphic) return 'it is polymorphic';
  return t.base === 'derived' && !t.type.bindC && !t.type.library ? `type(${t.type.name}) has no bind(c)` : undefined;
}

/** Of a derived type with bind(c). */
export function* typeProblems(type: DerivedType): Iterable<Diagnostic> {
  if (!type.bindC) return;
  for (const c of type.components) {
    const why = componentProblem(c);
    if (why !== undefined)
      yield declarationErrors.notForC(`component \`${c.name}\` of type(${type.name})`, why, c.span);
  }
}

function componentProblem(c: Component): string | undefined {
  if (c.procedure) return 'it is a pointer';
  if (c.attributes.pointer) return 'it is a pointer';
  if (c.attributes.allocatable) return 'it is allocatable';
  // Longer characters lie there as C's arrays of characters do.
  return c.type.base === 'character' ? undefined : typeProblem(c.type);
}

/** Of a variable with bind(c): C sees it by its name, so it lives as long as the program. */
export function variableProblem({ facts, meaning, env, span, name }: Entry): Diagnostic | undefined {
  if (!facts.bind || meaning?.kind !== 'variable' || meaning.procedure) return undefined;
  const said = `\`${name}\``;
  if (env.scope.kind !== 'module' && facts.common === undefined)
    return declarationErrors.notForC(said, 'it is no variable of a module', span);
  if (meaning.attributes.allocatable) return declarationErrors.notForC(said, 'it is allocatable', span);
  if (meaning.attributes.pointer) return declarationErrors.notForC(said, 'it is a pointer', span);
  const why = typeProblem(meaning.type);
  return why === undefined ? undefined : declarationErrors.notForC(said, why, span);
}
