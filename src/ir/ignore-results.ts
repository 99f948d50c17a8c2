/** Functions of other objects that are called as subroutines: C allows it, and so does an interface with bind(c). */

import { callsIn } from './calls.ts';
import { takeIgnoredResults } from './ignored-results.ts';
import type { Fn } from './module.ts';
import type { ValueType } from './types.ts';

export function ignoreResults(functions: Map<string, Fn>): void {
  for (const [name, fn] of functions) {
    const ignored = new Map<string, readonly ValueType[]>();
    for (const s of callsIn(fn.body)) {
      if (s.kind !== 'call' || s.callee.kind !== 'direct' || s.results.length > 0) continue;
      const target = functions.get(s.callee.name);
      if (target && target.results.length > 0) ignored.set(target.name, target.results);
    }
    if (ignored.size > 0) functions.set(name, takeIgnoredResults(fn, ignored));
  }
}
