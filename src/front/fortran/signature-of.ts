/** The interface of what a call names. */
import { impossible } from '../../base/impossible.ts';
import type { CalleeExpr, Signature } from './program.ts';

export function signatureOf(callee: CalleeExpr): Signature {
  switch (callee.kind) {
    case 'procedure':
      return callee.procedure.signature;
    case 'pointer':
      return callee.signature;
    case 'bound':
      return callee.binding.signature;
    default:
      return impossible(callee);
  }
}
