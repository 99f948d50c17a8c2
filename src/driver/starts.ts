/** Units of C++ whose variables get their first values before the program begins: the main program calls what makes them. */
import type { Fn, Module, Statement } from '../ir/module.ts';
import { startPrefix } from '../machine/symbols.ts';

export function withStarts(modules: readonly Module[], mainName: string): readonly Module[] {
  const starts = modules.flatMap((m) =>
    m.functions.map((fn) => fn.name).filter((name) => name.startsWith(startPrefix)),
  );
  if (starts.length === 0) return modules;
  return modules.map((m) =>
    m.functions.some((fn) => fn.name === mainName)
      ? { ...m, functions: m.functions.map((fn) => (fn.name === mainName ? calling(fn, starts) : fn)) }
      : m,
  );
}

function calling(fn: Fn, names: readonly string[]): Fn {
  const calls = names.map(
    (name): Statement => ({ kind: 'call', callee: { kind: 'direct', name }, args: [], results: [], at: fn.at }),
  );
  return { ...fn, body: [...calls, ...fn.body] };
}
