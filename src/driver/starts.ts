/** Units of C++ whose variables get their first values before the program begins: the main program calls what makes them. */
import type { Fn, Module, Statement } from '../ir/module.ts';
import { startPrefix } from '../machine/symbols.ts';

export function withStarts(
  modules: readonly Module[],
  members: readonly Module[],
  mainName: string,
): readonly Module[] {
  const starts = [...modules, ...taken(modules, members)].flatMap((m) =>
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

/** Members of static libraries that define what the program lacks, and what these lack in turn, as linkers take them. */
function taken(modules: readonly Module[], members: readonly Module[]): readonly Module[] {
  if (!members.some((m) => m.functions.some((fn) => fn.name.startsWith(startPrefix)))) return [];
  const found = new Set<Module>();
  const defined = new Set<string>();
  const owner = new Map<string, Module>();
  for (const m of members) for (const name of definedBy(m)) if (!owner.has(name)) owner.set(name, m);
  const wanted: string[] = [];
  const add = (m: Module): void => {
    for (const name of definedBy(m)) defined.add(name);
    for (const e of m.externs) if (e.from === 'object') wanted.push(e.name);
    for (const g of m.globals) if (g.linkage === 'extern') wanted.push(g.name);
  };
  modules.forEach(add);
  for (let name = wanted.shift(); name !== undefined; name = wanted.shift()) {
    const member = defined.has(name) ? undefined : owner.get(name);
    if (!member || found.has(member)) continue;
    found.add(member);
    add(member);
  }
  return [...found];
}

const definedBy = (m: Module): readonly string[] => [
  ...m.functions.map((fn) => fn.name),
  ...m.globals.filter((g) => g.linkage !== 'extern').map((g) => g.name),
];
