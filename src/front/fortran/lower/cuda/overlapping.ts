/** Which parameters of a kernel may lead to the same data (`Fn.overlapping`). */
import type { Fn, Statement } from '../../../../ir/module.ts';
import { someExpressionIn } from '../../../../ir/walk.ts';

/** `params`: addresses of pointers' and targets' data. One alone may only lead to variables that the body names. */
export function overlappingOf(params: readonly number[], body: readonly Statement[]): Pick<Fn, 'overlapping'> {
  const namesVariables = (): boolean => someExpressionIn(body, (e) => e.kind === 'global' && e.type === 'ptr.global');
  const mayMeet = params.length > 1 || (params.length === 1 && namesVariables());
  return mayMeet ? { overlapping: params } : {};
}
