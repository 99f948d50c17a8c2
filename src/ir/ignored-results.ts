/** Calls of functions as if they gave nothing (bind(c) allows a subroutine interface): the result is taken and forgotten. */
import type { Fn, Local, Statement } from './module.ts';
import type { ValueType } from './types.ts';
import { changeBodies, mapEach, someStatement } from './walk.ts';

/** `ignored`: what the functions that are called so give. */
export function takeIgnoredResults(f: Fn, ignored: ReadonlyMap<string, readonly ValueType[]>): Fn {
  if (!someStatement(f.body, (s) => ignoredBy(s, ignored) !== undefined)) return f;
  const locals: Local[] = [...f.locals];
  const taken = (list: readonly Statement[]): readonly Statement[] =>
    mapEach(list, (s): Statement => {
      const types = ignoredBy(s, ignored);
      if (s.kind !== 'call' || !types) return changeBodies(s, taken);
      const results = types.map((type) => locals.push({ name: 'ignored', type }) - 1);
      return { ...s, results };
    });
  const body = taken(f.body);
  return { ...f, locals, body };
}

function ignoredBy(s: Statement, ignored: ReadonlyMap<string, readonly ValueType[]>): readonly ValueType[] | undefined {
  return s.kind === 'call' && s.callee.kind === 'direct' && s.results.length === 0
    ? ignored.get(s.callee.name)
    : undefined;
}
