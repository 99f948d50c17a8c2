/** Which functions of a unit may end because something was thrown. */
import { callsIn } from '../calls-in.ts';
import { throwsNothing } from '../noexcept.ts';
import type { FunctionSymbol, Unit } from '../tree.ts';

/** Functions by which all others are known: they leave something that was thrown. */
const sources: ReadonlySet<string> = new Set(['__cufort_raise', '__cufort_rethrow']);

/** The answer for any function that the unit calls; nothing throws where the language has no word for it. */
export function throwing(unit: Unit): (fn: FunctionSymbol) => boolean {
  if (!unit.thrown) return () => false;
  const callers = new Map<FunctionSymbol, FunctionSymbol[]>();
  const found = new Set<FunctionSymbol>();
  const queue: FunctionSymbol[] = [];
  const seen = new Set<FunctionSymbol>();
  const throws = (fn: FunctionSymbol): void => {
    if (found.has(fn)) return;
    found.add(fn);
    if (throwsNothing(fn)) return;
    queue.push(fn);
  };
  const visit = (first: FunctionSymbol): void => {
    const waiting = [first];
    for (let fn = waiting.pop(); fn; fn = waiting.pop()) {
      if (seen.has(fn)) continue;
      seen.add(fn);
      fn.pending?.();
      if (sources.has(fn.name) || (!fn.body && isOfOthers(fn))) throws(fn);
      if (!fn.body) continue;
      const calls = callsIn(fn.body);
      if (calls.unknown) throws(fn);
      for (const callee of calls.functions) {
        callers.set(callee, [...(callers.get(callee) ?? []), fn]);
        if (found.has(callee) && !throwsNothing(callee)) throws(fn);
        waiting.push(callee);
      }
    }
    for (let fn = queue.pop(); fn; fn = queue.pop()) for (const caller of callers.get(fn) ?? []) throws(caller);
  };
  return (fn) => {
    visit(fn);
    return found.has(fn) && !throwsNothing(fn);
  };
}

/** Of C++, in another unit. */
function isOfOthers(fn: FunctionSymbol): boolean {
  return fn.symbol.startsWith('_Z');
}
