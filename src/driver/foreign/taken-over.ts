/**
 * Objects of the system's C compiler whose sources are compiled here instead, so that they share memory, functions and devices with the rest of the program: all of a
 * program of C, and what calls back into a program of Fortran.
 */
import { type Diagnostic, hasErrors } from '../../base/diagnostic.ts';
import type { Module } from '../../ir/module.ts';
import { readArchive } from '../ar.ts';
import type { Unit } from '../compile.ts';
import type { Files } from '../files.ts';
import { staysMachineCode } from '../messages.ts';
import type { MachineObject } from '../objects.ts';
import { isFortranSource } from '../sources.ts';
import { functionsOf, undefinedIn } from './elf.ts';
import { type Recorded, recordedIn } from './recorded.ts';

export type TakenOver = {
  readonly units: readonly Unit[];
  /** Of static libraries. */
  readonly members: readonly Module[];
  readonly machine: readonly MachineObject[];
  readonly archives: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Undefined, and told why, where the source has mistakes. */
export type Compile = (recorded: Recorded, told: Diagnostic[]) => Unit | undefined;

export function takenOver(
  machine: readonly MachineObject[],
  archives: readonly string[],
  own: readonly Module[],
  compile: Compile,
  files: Files,
): TakenOver {
  const libraries = archives.map((path) => ({ path, members: membersOf(path, files) }));
  const isOfC = !own.some((m) => m.functions.some((fn) => fn.name === 'main' && isFortranSource(fn.at.source.path)));
  if (!isOfC && !callsBack([...machine, ...libraries.flatMap((l) => l.members)], own))
    return { units: [], members: [], machine, archives, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const units: Unit[] = [];
  const left = machine.filter((object) => {
    const made = compiled(object, compile, diagnostics);
    units.push(...made);
    return made.length === 0;
  });
  const noted = libraries.filter((l) => l.members.length > 0 && l.members.every((m) => recordedIn(m.bytes).length > 0));
  const all = noted.flatMap((l) => l.members);
  const members = neededOf(all, [...own, ...units.map((u) => u.module)], (m) => compiled(m, compile, diagnostics));
  return {
    units,
    members,
    machine: left,
    archives: archives.filter((path) => !noted.some((l) => l.path === path)),
    diagnostics,
  };
}

function membersOf(path: string, files: Files): readonly MachineObject[] {
  const content = files.readBytes(path);
  const members = 'bytes' in content ? readArchive(content.bytes) : undefined;
  return (members ?? []).map(({ name, bytes }) => ({ path: name, bytes }));
}

/** Does machine code use a function of ours, or CUDA's? */
function callsBack(objects: readonly MachineObject[], own: readonly Module[]): boolean {
  const ours = new Set(own.flatMap((m) => m.functions.flatMap((fn) => [fn.name, `${fn.name}_`])));
  return objects.some(({ bytes }) => undefinedIn(bytes).some((name) => ours.has(name) || /^cuda[A-Z]/.test(name)));
}

/** None where nothing is noted, or one of its sources is not taken. */
function compiled({ path, bytes }: MachineObject, compile: Compile, diagnostics: Diagnostic[]): readonly Unit[] {
  const told: Diagnostic[] = [];
  const units = recordedIn(bytes).flatMap((recorded) => compile(recorded, told) ?? []);
  if (!hasErrors(told)) diagnostics.push(...told);
  else diagnostics.push(staysMachineCode(path, told.find((d) => d.severity === 'error')?.message ?? ''));
  return hasErrors(told) ? [] : units;
}

/** Members that define what the modules use, and what these use in turn. */
function neededOf(
  members: readonly MachineObject[],
  own: readonly Module[],
  make: (member: MachineObject) => readonly Unit[],
): readonly Module[] {
  const definers = new Map(members.flatMap((m) => functionsOf(m.bytes).map((name) => [name, m] as const)));
  const made = new Set<MachineObject>();
  const found: Module[] = [];
  for (let open = own; open.length > 0; ) {
    const wanted = open.flatMap((m) => m.externs.map((e) => definers.get(e.name))).filter((m) => m !== undefined);
    const fresh = [...new Set(wanted)].filter((m) => !made.has(m));
    for (const m of fresh) made.add(m);
    open = fresh.flatMap((m) => make(m).map((u) => u.module));
    found.push(...open);
  }
  return found;
}
