/** A bare name as an actual argument or pointer target that stands for a procedure. */
import * as nameErrors from '../../errors/names.ts';
import type { Expr, Procedure } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { lookup, meaningOf } from '../scope.ts';
import { integer4 } from '../types.ts';

/** `wanted`: nothing but a procedure may stand here, so that a name without a declaration may be an intrinsic function. */
export function procedureNamed(env: Env, name: tree.Name, wanted = false): Expr | undefined {
  const entry = lookup(env, name.text) ?? env.file.externals.names.get(name.text);
  const meaning = entry && meaningOf(entry);
  if (!meaning || meaning.kind === 'intrinsic') {
    const own = meaning ? { ...name, text: meaning.name } : name;
    const made = env.file.intrinsicProcedure(env, own, wanted || meaning !== undefined);
    return made && procedureRef(made, name.span);
  }
  if (meaning.kind === 'procedure') return procedureRef(meaning, name.span);
  if (meaning.kind === 'generic') {
    const specific = meaning.procedures.find((p) => p.kind === 'procedure' && p.name === name.text);
    if (specific?.kind === 'procedure') return procedureRef(specific, name.span);
    const only = meaning.procedures[0];
    if (meaning.procedures.length === 1 && only?.kind === 'procedure') return procedureRef(only, name.span);
    env.file.report(nameErrors.genericAsArgument(name));
  }
  return undefined;
}

export function procedureRef(procedure: Procedure, span: tree.Name['span']): Expr {
  return { kind: 'procedure', procedure, type: procedure.signature.result?.type ?? integer4, rank: 0, span };
}
