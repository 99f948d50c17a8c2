/** A copy is two accesses: the statement stands for what it writes, and this for what it reads. */
import type { Statement } from '../../ir/module.ts';

const sources = new WeakMap<Statement, object>();

export function sourceOf(copy: Statement): object {
  const source = sources.get(copy) ?? { of: copy };
  sources.set(copy, source);
  return source;
}
