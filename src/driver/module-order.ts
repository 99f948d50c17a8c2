/** Which modules a file defines and uses, and the order in which files can be compiled. */
import { eachStatement } from '../front/fortran/analyse/walk-tree.ts';
import { submoduleName } from '../front/fortran/submodule-name.ts';
import type * as tree from '../front/fortran/tree.ts';

type WithFile = { readonly file: tree.File };

/** Files that define modules before those that use them; otherwise in the order given. A circle is left as it stands: the analysis reports it. */
export function orderByModules<T extends WithFile>(files: readonly T[]): T[] {
  const definer = new Map<string, T>();
  for (const one of files) for (const name of unitsDefined(one.file)) if (!definer.has(name)) definer.set(name, one);
  const done = new Set<T>();
  const ordered: T[] = [];
  const visit = (one: T): void => {
    if (done.has(one)) return;
    done.add(one);
    for (const name of modulesUsed(one.file)) {
      const other = definer.get(name);
      if (other) visit(other);
    }
    ordered.push(one);
  };
  for (const one of files) visit(one);
  return ordered;
}

function modulesDefined(file: tree.File): string[] {
  return file.units.flatMap((unit) => (unit.kind === 'module' ? [unit.name.text] : []));
}

/** Of modules and submodules, as messages have them. */
export function namesOfUnits(file: tree.File): string[] {
  return file.units.flatMap((u) => (u.kind === 'module' || u.kind === 'submodule' ? [u.name.text] : []));
}

/** Submodules too. */
function unitsDefined(file: tree.File): string[] {
  const submodules = file.units.flatMap((unit) =>
    unit.kind === 'submodule' ? [submoduleName(unit.ancestor.text, unit.name.text)] : [],
  );
  return [...modulesDefined(file), ...submodules];
}

function modulesUsed(file: tree.File): string[] {
  const names = new Set<string>();
  for (const unit of file.units) collect(unit, names);
  return [...names];
}

function collect(unit: tree.ProgramUnit, names: Set<string>): void {
  usedIn(unit.specification, names);
  if ('execution' in unit)
    eachStatement(unit.execution, (s) => {
      if (s.kind === 'block') usedIn(s.specification, names);
    });
  if (unit.kind === 'submodule') {
    names.add(unit.ancestor.text);
    if (unit.parent) names.add(submoduleName(unit.ancestor.text, unit.parent.text));
  }
  if ('contains' in unit) for (const inner of unit.contains) collect(inner, names);
}

/** Interface bodies have their own. */
function usedIn(specification: readonly tree.Declaration[], names: Set<string>): void {
  for (const d of specification) {
    if (d.kind === 'use') names.add(d.module.text);
    if (d.kind === 'interface') for (const m of d.members) if ('specification' in m) usedIn(m.specification, names);
  }
}

/** Asks of a module whether it uses itself through others: the way around, as in `a`, `b` for a that uses b that uses a. */
export function circleOf(files: readonly WithFile[]): (module: string) => readonly string[] | undefined {
  let uses: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return (module) => {
    uses ??= usesOfModules(files);
    return wayTo(module, module, uses, new Set());
  };
}

function usesOfModules(files: readonly WithFile[]): ReadonlyMap<string, ReadonlySet<string>> {
  const uses = new Map<string, ReadonlySet<string>>();
  for (const { file } of files)
    for (const unit of file.units) {
      if (unit.kind !== 'module') continue;
      const names = new Set<string>();
      collect(unit, names);
      uses.set(unit.name.text, names);
    }
  return uses;
}

/** The modules on the way from one to another, the first among them. */
function wayTo(
  from: string,
  to: string,
  uses: ReadonlyMap<string, ReadonlySet<string>>,
  seen: Set<string>,
): readonly string[] | undefined {
  for (const next of uses.get(from) ?? []) {
    if (next === to) return [from];
    if (seen.has(next)) continue;
    seen.add(next);
    const rest = wayTo(next, to, uses, seen);
    if (rest) return [from, ...rest];
  }
  return undefined;
}
