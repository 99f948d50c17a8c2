import * as declarationErrors from '../../errors/declarations.ts';
import * as kernelErrors from '../../errors/kernels.ts';
import * as nameErrors from '../../errors/names.ts';
import type { Placement, Procedure, Signature, Targets, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Entry, Env, Prepared, Scope, Side, UnitOrigin } from '../context.ts';
import { takeDeviceAddresses } from '../directives/device-addresses.ts';
import { isRoutine } from '../directives/routines.ts';
import { elementalProblems } from '../rules/declarations.ts';
import { procedureProblems } from '../rules/interoperable.ts';
import { kernelPrefixProblems } from '../rules/kernel-prefixes.ts';
import { ownNameProblem } from '../rules/unit-names.ts';
import { meaningOf, newEntry, newScope, readyEntry } from '../scope.ts';
import { integerOf } from '../types.ts';
import { collect, declare } from './declare.ts';
import { declareEntryDummies, entrances, entriesOf, entryResults } from './entries.ts';
import { isBroken, markIncomplete } from './incomplete.ts';
import { makingMeaning } from './late-bindings.ts';

/** Still being put together. */
export type OpenProcedure = Omit<Procedure, 'signature'> & { signature: Signature };

export const hostTargets: Targets = { host: true, device: false, global: false, grid: false };

export function prepare(env: Env, unit: tree.Subroutine | tree.FunctionUnit, origin: UnitOrigin): Prepared {
  const before = env.file.prepared.get(unit);
  return before ?? makingMeaning(env.file, () => prepared(env, unit, origin));
}

function prepared(env: Env, unit: tree.Subroutine | tree.FunctionUnit, origin: UnitOrigin): Prepared {
  const targets = withRoutine(env, unit, targetsOf(env, unit.prefixes, origin));
  const procedure = openProcedure(env, unit, origin, targets);
  const scope = procedureScope(env, unit, origin, procedure, targets);
  const inner: Env = {
    ...env,
    scope,
    unit: undefined,
    side: sideOf(targets),
    constructs: undefined,
    kernelLoop: false,
  };
  const made: Prepared = { procedure, env: inner };
  env.file.prepared.set(unit, made);
  const dummies = declareDummies(inner, unit.dummies);
  const entries = entriesOf(env, unit);
  declareEntryDummies(inner, entries);
  const result = unit.kind === 'function' ? declareResult(inner, unit) : undefined;
  collect(inner, unit.specification);
  takeDeviceAddresses(inner, unit);
  if (procedure.origin === 'separate' && origin !== 'interface') takeFromInterface(env, unit, dummies);
  if (env.file.options.saved && maySave(unit, targets)) scope.static = true;
  for (const inside of unit.contains) declareContained(inner, inside);
  for (const e of entries) {
    const other = scope.names.get(e.name.text)?.facts.unit;
    if (other) env.file.report(nameErrors.duplicateDeclaration(other.name, e.name.span));
  }
  const renamed = ownNameProblem(inner, unit);
  if (renamed) env.file.report(renamed);
  if (unit.kind === 'subroutine' && !scope.names.has(unit.name.text))
    scope.names.set(unit.name.text, readyEntry(inner, unit.name.text, unit.name.span, procedure));
  procedure.signature = {
    ...procedure.signature,
    dummies: dummies.map((d) => dummyOf(d)).filter((d) => d !== undefined),
    result: result && variableOf(result),
    launchBounds: boundsOf(inner, unit.prefixes, 'launch-bounds'),
    clusterDims: clusterDims(inner, unit.prefixes),
  };
  const known = procedure.signature.dummies.length === dummies.length && (!result || procedure.signature.result);
  if (!known || isBroken(inner, unit.heading)) markIncomplete(procedure);
  checkHeading(inner, unit, procedure);
  if (entries.length > 0) addEntries(inner, entries, procedure, made);
  return made;
}

/** Recursive and pure procedures, and those of the device, have no saved variables unless they say so. */
function maySave(unit: tree.Subroutine | tree.FunctionUnit, targets: Targets): boolean {
  const words = unit.prefixes.flatMap((p) => (p.kind === 'prefix-word' ? [p.word] : []));
  const never = ['recursive', 'pure', 'elemental'].some((w) => words.some((x) => x === w));
  return !never && !targets.device && !targets.global;
}

function addEntries(env: Env, entries: readonly tree.Entry[], procedure: OpenProcedure, prepared: Prepared): void {
  const { result } = procedure.signature;
  const results = result ? entryResults(env, entries, result) : [];
  const parts = entries.map((e, i) => ({
    tree: e,
    dummies: entryDummies(env, e),
    result: results[i],
    bindC: e.bind !== undefined,
    bindName: e.bind && bindNameOf(env, e.bind, e.name.text),
  }));
  const { whole, outer, selector } = entrances(procedure, parts);
  const [main, ...others] = outer;
  if (main) {
    procedure.signature = main.signature;
    procedure.body = main.body;
  }
  for (const [i, p] of others.entries()) env.file.entryProcedures.set(entries[i]!, p);
  prepared.whole = { procedure: whole, selector };
  env.file.added.push(whole, ...others);
}

function entryDummies(env: Env, e: tree.Entry): Signature['dummies'] {
  const dummies: (Variable | 'alternate-return')[] = [];
  for (const d of e.dummies) {
    const entry = d.kind === 'star' ? undefined : env.scope.names.get(d.text);
    const variable = entry && variableOf(entry);
    if (variable) dummies.push(variable);
    else if (d.kind === 'star') dummies.push('alternate-return');
  }
  return dummies;
}

function openProcedure(
  env: Env,
  unit: tree.Subroutine | tree.FunctionUnit,
  origin: UnitOrigin,
  targets: Targets,
): OpenProcedure {
  const words = new Set<tree.PrefixWord>();
  for (const p of unit.prefixes) {
    if (p.kind !== 'prefix-word') continue;
    if (words.has(p.word)) env.file.report(declarationErrors.repeatedAttribute(p.word, p.span, unit.name.span));
    words.add(p.word);
  }
  const { scope } = env;
  const separate = words.has('module');
  const contained = origin === 'contained' || (separate && origin === 'interface');
  const bindName = unit.bind && bindNameOf(env, unit.bind, unit.name.text);
  // A separate procedure has the name of its module, whichever submodule holds it.
  const prefix = separate && scope.kind === 'module' ? (scope.module ?? scope.prefix) : scope.prefix;
  const linkName = bindName ?? (contained && scope.kind !== 'file' ? `${prefix}.${unit.name.text}` : unit.name.text);
  const inModule = contained && scope.kind === 'module';
  return {
    kind: 'procedure',
    name: unit.name.text,
    span: unit.name.span,
    linkName,
    origin: separate ? 'separate' : inModule ? 'module' : contained ? 'internal' : 'external',
    host: contained && !inModule ? scope.owner : undefined,
    module: inModule ? scope.module : undefined,
    bindC: unit.bind !== undefined,
    recursive: words.has('recursive'),
    body: undefined,
    signature: {
      subroutine: unit.kind === 'subroutine',
      targets,
      dummies: [],
      result: undefined,
      elemental: words.has('elemental'),
      pure: words.has('pure') || words.has('simple') || (words.has('elemental') && !words.has('impure')),
      bindC: unit.bind !== undefined,
      launchBounds: [],
      clusterDims: undefined,
      implicit: false,
    },
  };
}

/** Undefined: an empty name, by which C does not know the procedure. `own`: the name in Fortran. */
function bindNameOf(env: Env, bind: tree.Bind, own: string): string | undefined {
  if (!bind.name) return own;
  const value = env.file.expression({ ...env, specification: true }, bind.name);
  const given = value?.kind === 'constant' && typeof value.value === 'string' ? value.value.trim() : own;
  return given === '' ? undefined : given;
}

function procedureScope(
  env: Env,
  unit: tree.Subroutine | tree.FunctionUnit,
  origin: UnitOrigin,
  owner: Procedure,
  targets: Targets,
): Scope {
  const external = origin === 'interface' || origin === 'abstract';
  const module = unit.prefixes.some((p) => p.kind === 'prefix-word' && p.word === 'module');
  return newScope({
    kind: 'procedure',
    parent: origin === 'external' ? undefined : env.scope,
    prefix: owner.linkName,
    imports: external && !module ? new Set() : undefined,
    module: env.scope.module,
    owner,
    targets,
    implicit: external || origin === 'external' ? { none: false, letters: new Map() } : undefined,
  });
}

function targetsOf(env: Env, prefixes: readonly tree.Prefix[], origin: UnitOrigin): Targets {
  const words = prefixes.flatMap((p) => (p.kind === 'attributes' ? p.targets : []));
  if (words.length === 0 && origin === 'interface') return hostTargets;
  if (words.length === 0) {
    const around = env.scope.kind === 'procedure' ? env.scope.targets : undefined;
    return around && !around.host ? { host: false, device: true, global: false, grid: false } : (around ?? hostTargets);
  }
  const has = (w: tree.ProcedureTarget) => words.includes(w);
  return {
    host: has('host'),
    device: has('device'),
    global: has('global') || has('grid_global'),
    grid: has('grid_global'),
  };
}

/** A procedure that a directive makes one of the device too. */
function withRoutine(env: Env, unit: tree.Subroutine | tree.FunctionUnit, targets: Targets): Targets {
  if (targets.device || targets.global || !isRoutine(env, unit)) return targets;
  return { ...targets, device: true };
}

export function sideOf(t: Targets): Side {
  if (t.global) return 'device';
  return t.device ? (t.host ? 'both' : 'device') : 'host';
}

function declareDummies(env: Env, dummies: readonly tree.Dummy[]): (Entry | 'alternate-return')[] {
  return dummies.map((d) => {
    if (d.kind === 'star') return 'alternate-return';
    if (env.scope.names.has(d.text))
      env.file.report(nameErrors.duplicateDeclaration(d, env.scope.names.get(d.text)!.span));
    const entry = declare(env, d);
    entry.facts.dummy = true;
    return entry;
  });
}

/** Dummies of a separate procedure that its body says nothing of are as its interface says. */
function takeFromInterface(
  env: Env,
  unit: tree.Subroutine | tree.FunctionUnit,
  dummies: readonly (Entry | 'alternate-return')[],
): void {
  const bare = dummies.filter((d) => d !== 'alternate-return').filter((d) => saysNothing(d.facts));
  const described = bare.length > 0 ? interfaceScope(env, unit) : undefined;
  for (const entry of bare) {
    const facts = described?.names.get(entry.name)?.facts;
    if (!facts || saysNothing(facts)) continue;
    Object.assign(entry.facts, facts);
    env.file.report(nameErrors.declaredInInterface(entry.name, unit.name, entry.span));
  }
}

const saysNothing = (f: Entry['facts']): boolean =>
  !f.type && !f.shape && f.words.size === 0 && !f.intent && !f.procedure && !f.interfaceBody;

/** Of the interface in this file. */
function interfaceScope(env: Env, { name }: tree.Subroutine | tree.FunctionUnit): Scope | undefined {
  const own = env.scope.names.get(name.text)?.facts.separate;
  if (own) return prepare(env, own, 'interface').env.scope;
  for (let scope = env.scope.parent; scope; scope = scope.parent) {
    const body = scope.names.get(name.text)?.facts.interfaceBody?.unit;
    const prepared = body && env.file.prepared.get(body);
    if (prepared) return prepared.env.scope;
  }
  return undefined;
}

function dummyOf(d: Entry | 'alternate-return'): Variable | 'alternate-return' | undefined {
  return d === 'alternate-return' ? d : variableOf(d);
}

function variableOf(entry: Entry): Variable | undefined {
  const meaning = meaningOf(entry);
  if (meaning.kind === 'variable') return meaning;
  return undefined;
}

function declareResult(env: Env, unit: tree.FunctionUnit): Entry {
  const name = unit.result ?? unit.name;
  const entry = newEntry(env, name.text, name.span);
  entry.facts.result = true;
  if (unit.type) {
    entry.facts.type = unit.type;
    entry.facts.typeAt = unit.type.span;
  }
  env.scope.names.set(name.text, entry);
  if (unit.result?.text === unit.name.text)
    env.file.report(declarationErrors.resultNamedAsFunction(name.text, name.span));
  else if (unit.result && env.scope.owner)
    env.scope.names.set(unit.name.text, readyEntry(env, unit.name.text, unit.name.span, env.scope.owner));
  return entry;
}

export function declareContained(env: Env, unit: tree.Procedure): void {
  if (unit.kind === 'module-procedure') return;
  const known = env.scope.names.get(unit.name.text);
  if (known?.facts.interfaceBody && isSeparate(unit)) {
    known.facts.separate = known.facts.interfaceBody.unit;
    delete known.facts.interfaceBody;
  }
  if (known && (known.facts.unit || known.facts.interfaceBody || known.facts.type || known.facts.dummy)) {
    if (!(known.facts.generics && !known.facts.unit))
      env.file.report(nameErrors.duplicateDeclaration(unit.name, known.span));
    return;
  }
  for (const e of entriesOf(env, unit)) {
    const other = env.scope.names.get(e.name.text);
    if (other?.facts.unit || other?.facts.entry) env.file.report(nameErrors.duplicateDeclaration(e.name, other.span));
    // A generic may have its name.
    const entrance = other?.facts.generics && !other.meaning ? other : newEntry(env, e.name.text, e.name.span);
    entrance.facts.entry ??= { unit, statement: e };
    if (!other) env.scope.names.set(e.name.text, entrance);
  }
  const entry = known && !known.meaning ? known : newEntry(env, unit.name.text, unit.name.span);
  entry.facts.unit = unit;
  entry.span = unit.name.span;
  env.scope.names.set(unit.name.text, entry);
}

function isSeparate(unit: tree.Subroutine | tree.FunctionUnit): boolean {
  return unit.prefixes.some((p) => p.kind === 'prefix-word' && p.word === 'module');
}

function boundsOf(env: Env, prefixes: readonly tree.Prefix[], kind: 'launch-bounds' | 'cluster-dims'): number[] {
  const numbers: number[] = [];
  for (const p of prefixes) {
    if (p.kind !== kind) continue;
    for (const a of p.arguments) {
      const value = env.file.expression({ ...env, specification: true }, a);
      const known = integerOf(value);
      if (value && known === undefined)
        env.file.report(declarationErrors.notConstantInteger(`an argument of ${kind.replace('-', '_')}`, a.span));
      numbers.push(Number(known ?? 1n));
    }
  }
  return numbers;
}

function clusterDims(env: Env, prefixes: readonly tree.Prefix[]): [number, number, number] | undefined {
  const dims = boundsOf(env, prefixes, 'cluster-dims');
  return dims.length === 0 ? undefined : [dims[0] ?? 1, dims[1] ?? 1, dims[2] ?? 1];
}

function checkHeading(env: Env, unit: tree.Subroutine | tree.FunctionUnit, p: Procedure): void {
  const { targets } = p.signature;
  if (targets.global && unit.kind === 'function') env.file.report(kernelErrors.kernelIsFunction(unit.name));
  if (targets.global && p.recursive) env.file.report(kernelErrors.kernelIsRecursive(unit.name));
  for (const problem of kernelPrefixProblems(unit, targets.global)) env.file.report(problem);
  if (targets.global && (targets.host || targets.device)) env.file.report(kernelErrors.kernelHasOtherTarget(unit.name));
  const { result } = p.signature;
  if (result?.type.base === 'character' && result.type.length.kind === 'assumed' && p.origin !== 'external')
    env.file.report(declarationErrors.assumedLengthResult(p.name, result.span));
  for (const problem of procedureProblems(p)) env.file.report(problem);
  for (const problem of elementalProblems(p.name, p.signature)) env.file.report(problem);
  for (const d of p.signature.dummies) {
    if (d === 'alternate-return' || !targets.global) continue;
    const placed = misplaced[d.attributes.placement];
    if (d.procedure) env.file.report(kernelErrors.kernelDummyProcedure(d));
    else if (placed !== undefined) env.file.report(kernelErrors.kernelDummyPlaced(d, placed));
    if (d.attributes.optional) env.file.report(kernelErrors.kernelDummyOptional(d));
    if (d.attributes.value && d.shape) env.file.report(kernelErrors.valueArray(d));
  }
}

/** Why a dummy of a kernel cannot be in such memory. */
const misplaced: Partial<Record<Placement, string>> = {
  shared: 'each block has shared memory of its own, which host code cannot pass',
  constant: 'constant memory is a part of the module',
  pinned: 'pinned memory belongs to the host',
};
