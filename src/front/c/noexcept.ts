/** What a program says with `noexcept`, and what `noexcept (…)` answers. */
import { callsIn } from './calls-in.ts';
import type { Expression, FunctionSymbol } from './tree.ts';

/** The function says that nothing is thrown out of it: where something is all the same, the program ends. Destructors say so unless they say otherwise. */
export const throwsNothing = (fn: FunctionSymbol): boolean =>
  fn.type.noexcept === true || (fn.role === 'destructor' && fn.type.noexcept !== false);

/** Whether something may be thrown by the expression, as the declarations of what it calls have it. */
export function mayThrow(e: Expression): boolean {
  const calls = callsIn({ kind: 'expression', value: e, at: e.at });
  return calls.unknown || [...calls.functions].some((fn) => !isSafe(fn));
}

const asked = new Set<FunctionSymbol>();

/** What the compiler writes for a class throws where its parts do; functions of C never. */
function isSafe(fn: FunctionSymbol): boolean {
  if (throwsNothing(fn) || asked.has(fn)) return true;
  if (fn.type.noexcept !== undefined) return false;
  if (!fn.isImplicit && !fn.isDefaulted) return !fn.symbol.startsWith('_Z') && !fn.symbol.includes('@');
  fn.pending?.();
  if (!fn.body) return true;
  asked.add(fn);
  try {
    const calls = callsIn(fn.body);
    return !calls.unknown && [...calls.functions].every(isSafe);
  } finally {
    asked.delete(fn);
  }
}
