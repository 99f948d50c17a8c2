/** Interfaces by name, and procedures known only by name. */
import * as nameErrors from '../../errors/names.ts';
import { madeVariable } from '../../made-variable.ts';
import type { Procedure, Signature, Type } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Entry, Env } from '../context.ts';
import { isExcused, lookup, meaningOf, suggestion } from '../scope.ts';
import { isToldToUse, seenElsewhere } from './module-with.ts';
import { typeOf } from './type-specs.ts';

export function signatureNamed(env: Env, from: tree.ProcedureDeclaration['interface']): Signature | undefined {
  if (!from) return implicitSignature(undefined);
  if (from.kind !== 'name') {
    const type = typeOf(env, from);
    return type && implicitSignature(type);
  }
  const found = lookup(env, from.text);
  const meaning = found && meaningOf(found);
  if (meaning?.kind === 'error') return undefined;
  if (meaning?.kind === 'procedure') return meaning.signature;
  if (meaning?.kind === 'variable' && meaning.procedure) return meaning.procedure;
  const intrinsic =
    !meaning || meaning.kind === 'intrinsic'
      ? env.file.intrinsicProcedure(env, { ...from, text: meaning?.name ?? from.text }, true)
      : undefined;
  if (intrinsic) return intrinsic.signature;
  if (!isExcused(env, from.text)) tellNoProcedure(env, from);
  return undefined;
}

/** That no procedure with an interface has this name, and where one is. */
export function tellNoProcedure(env: Env, n: tree.Name): void {
  if (isToldToUse(env, n.text)) return;
  env.file.report(nameErrors.notAProcedure(n, suggestion(env, n.text), seenElsewhere(env, n.text)));
}

export function externalNamed(name: string, at: { readonly span: Entry['span'] }, signature: Signature): Procedure {
  return {
    kind: 'procedure',
    name,
    span: at.span,
    linkName: name,
    signature,
    origin: 'external',
    host: undefined,
    module: undefined,
    bindC: false,
    recursive: false,
    body: undefined,
  };
}

/** Known only by name: `result` where it is known to be a function. */
export function implicitSignature(result: Type | undefined): Signature {
  return {
    subroutine: result === undefined,
    targets: { host: true, device: false, global: false, grid: false },
    dummies: [],
    result: result && { ...madeVariable('result', result), storage: 'result', linkName: 'result' },
    elemental: false,
    pure: false,
    bindC: false,
    launchBounds: [],
    clusterDims: undefined,
    implicit: true,
  };
}
