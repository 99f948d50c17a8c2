/** Interfaces by name, and procedures known only by name. */
import * as nameErrors from '../errors/names.ts';
import type { Procedure, Signature, Type, Variable } from '../program.ts';
import type * as tree from '../tree.ts';
import type { Entry, Env } from './context.ts';
import { plainAttributes } from './plain-attributes.ts';
import { hasBrokenUse, lookup, meaningOf } from './scope.ts';
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
  if (!hasBrokenUse(env)) env.file.report(nameErrors.notAProcedure(from));
  return undefined;
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
    result: result && plainResult(result),
    elemental: false,
    pure: false,
    bindC: false,
    launchBounds: [],
    clusterDims: undefined,
    implicit: true,
  };
}

function plainResult(type: Type): Variable {
  return {
    kind: 'variable',
    name: 'result',
    span: { source: { path: '', text: '' }, from: 0, to: 0 },
    type,
    shape: undefined,
    attributes: plainAttributes,
    storage: 'result',
    linkName: 'result',
    imported: false,
    initial: undefined,
    overlay: undefined,
    pointee: undefined,
    associated: undefined,
    owner: undefined,
    ignoreTkr: undefined,
    procedure: undefined,
    bindName: undefined,
  };
}
