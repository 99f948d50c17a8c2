/** In which order the arguments of an operation are worked out, by the registers that they take meanwhile (Sethi and Ullman, 1970). */
import type { Expression } from '../../ir/module.ts';

const known = new WeakMap<Expression, number>();

/** Registers beside those of locals and constants. */
function registersNeeded(e: Expression): number {
  if (e.kind === 'load') return 1;
  if (e.kind !== 'op') return 0;
  const found = known.get(e);
  if (found !== undefined) return found;
  const needs = e.args.map(registersNeeded).sort((a, b) => b - a);
  const needed = needs.reduce((most, n, held) => Math.max(most, n > 0 ? n + held : 0), 1);
  known.set(e, needed);
  return needed;
}

/**
 * Arguments on the stack. The one that takes the most registers is worked out first, so that no other waits for it in a register meanwhile: V8 keeps the order of the code. `setAside`
 * takes what was worked out from the stack, and gives what puts it there.
 */
export function pushArguments(
  args: readonly Expression[],
  push: (a: Expression) => void,
  setAside: () => () => void,
): void {
  const needs = args.map(registersNeeded);
  const first = needs.indexOf(Math.max(...needs));
  if (first === 0) {
    for (const a of args) push(a);
    return;
  }
  push(args[first]!);
  const back = setAside();
  args.forEach((a, i) => {
    if (i === first) back();
    else push(a);
  });
}
