import * as callErrors from '../../errors/calls.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import * as nameErrors from '../../errors/names.ts';
import type { Expr, Generic, NamedConstant, Procedure, Signature, Type, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import { isIntrinsic } from '../calls/intrinsic-calls.ts';
import { statementFunctionOf } from '../calls/statement-functions.ts';
import type { Entry, Env, Meaning } from '../context.ts';
import { constantShape, constantValueFor } from '../fold/constant-values.ts';
import { scopeOfUnit } from '../places.ts';
import { unknownIntrinsic } from '../rules/unknown-intrinsics.ts';
import { hasBrokenUse, implicitTypeOf, lookup, meaningOf, noFacts, used, withHosts } from '../scope.ts';
import { sameType, typeText } from '../types.ts';
import { eachVariable } from '../walk-program.ts';
import {
  attributesOf,
  bareVariable,
  defaultImplicit,
  finish,
  pointTo,
  targetInitial,
  typeOfEntry,
  variable,
} from './entry-variables.ts';
import { markAbstract } from './incomplete.ts';
import { makingMeaning } from './late-bindings.ts';
import { prepare } from './procedures.ts';
import { externalNamed, implicitSignature, signatureNamed } from './signatures.ts';
import { constantInteger, shapeOf, typeOf } from './type-specs.ts';

export function resolveEntry(entry: Entry): Meaning {
  if (entry.meaning) return entry.meaning;
  const { env } = entry;
  if (entry.state === 'resolving') {
    env.file.report(nameErrors.circular(entry.name, entry.span));
    entry.meaning = { kind: 'error' };
    return entry.meaning;
  }
  return makingMeaning(env.file, () => resolved(entry));
}

function resolved(entry: Entry): Meaning {
  entry.state = 'resolving';
  const meaning = make(entry) ?? { kind: 'error' };
  entry.state = 'done';
  entry.meaning ??= meaning;
  return entry.meaning;
}

function make(entry: Entry): Meaning | undefined {
  const { env, facts } = entry;
  if (facts.generics) return generic(entry);
  return specific(env, entry);
}

function specific(env: Env, entry: Entry): Meaning | undefined {
  const { facts } = entry;
  if (facts.enumerator) return enumerator(entry, facts.enumerator);
  if (facts.words.has('parameter')) return constant(entry);
  if (facts.namelist) return namelist(entry, facts.namelist);
  if (facts.statementFunction) return statementFunctionOf(entry, facts.statementFunction);
  if (facts.entry) {
    const origin = env.scope.kind === 'file' ? 'external' : 'contained';
    prepare({ ...env, unit: undefined }, facts.entry.unit, origin);
    return env.file.entryProcedures.get(facts.entry.statement);
  }
  if (facts.unit && facts.unit.kind !== 'module-procedure') {
    const origin = env.scope.kind === 'file' ? 'external' : 'contained';
    return prepare({ ...env, unit: undefined }, facts.unit, origin).procedure;
  }
  if (facts.interfaceBody) return interfaceBody(entry, facts.interfaceBody);
  if (facts.procedure) return declaredProcedure(entry, facts.procedure);
  if (facts.words.has('intrinsic') && isIntrinsic(entry.name)) return { kind: 'intrinsic', name: entry.name };
  const unknown = unknownIntrinsic(entry);
  if (unknown) return void env.file.report(unknown);
  if (facts.words.has('external')) return externalProcedure(entry);
  return typedProcedure(entry) ?? outerVariable(entry) ?? variable(entry);
}

/** `volatile x` where x is the host's or a module's. */
function outerVariable(entry: Entry): Variable | undefined {
  const { env, facts } = entry;
  if (!facts.words.has('volatile') && !facts.words.has('asynchronous')) return undefined;
  if (![...facts.words.keys()].every((w) => w === 'volatile' || w === 'asynchronous')) return undefined;
  if (facts.type || facts.shape || facts.dummy || facts.result || facts.initial || facts.common) return undefined;
  const { scope } = env;
  const host = scope.parent && !scope.imports ? lookup({ ...env, scope: scope.parent }, entry.name) : undefined;
  const outer = used(env, entry.name) ?? (host && meaningOf(host));
  return outer?.kind === 'variable' ? outer : undefined;
}

/** `real :: f` where this file has an external function f. */
function typedProcedure(entry: Entry): Procedure | undefined {
  const { env, facts } = entry;
  if (facts.dummy || facts.result || facts.shape || facts.words.size > 0 || facts.initial) return undefined;
  if (env.scope.kind === 'module' || facts.common !== undefined || facts.data) return undefined;
  const outside = env.file.externals.names.get(entry.name);
  const unit = outside?.facts.unit ?? outside?.facts.entry?.unit;
  if (!outside || unit?.kind !== 'function') return undefined;
  const meaning = meaningOf(outside);
  if (meaning.kind !== 'procedure' || otherResultType(entry, meaning)) return undefined;
  return withDeclaredLength(entry, meaning);
}

/** The type that the entry declares for a function of this file, where it gives another one. */
function otherResultType(entry: Entry, p: Procedure): Type | undefined {
  const type = entry.facts.type && typeOfEntry(entry);
  const given = p.signature.result?.type;
  return type && given && !sameType(type, given) ? type : undefined;
}

/** A character(*) function has the length that its caller declares. */
function withDeclaredLength(entry: Entry, p: Procedure): Procedure {
  const result = p.signature.result;
  if (result?.type.base !== 'character' || result.type.length.kind !== 'assumed' || !entry.facts.type) return p;
  const type = typeOfEntry(entry);
  if (type?.base !== 'character') return p;
  return { ...p, signature: { ...p.signature, result: { ...result, type } } };
}

function enumerator(entry: Entry, value: () => Expr | undefined): NamedConstant | undefined {
  const known = value();
  return (
    known && {
      kind: 'constant',
      name: entry.name,
      linkName: linkNameOf(entry),
      span: entry.span,
      type: known.type,
      shape: undefined,
      value: known,
    }
  );
}

function constant(entry: Entry): Meaning | undefined {
  const { env, facts, name, span } = entry;
  const type = typeOfEntry(entry);
  if (!type) return undefined;
  if (!facts.value) return void env.file.report(declarationErrors.constantWithoutValue(name, span));
  const quiet: Env = { ...env, specification: true };
  const implied = facts.shape?.dimensions.some((d) => d.kind === 'assumed-size');
  const written = implied ? undefined : facts.shape && shapeOf(quiet, facts.shape, 'none');
  if (facts.shape && !implied && !written) return undefined;
  // Its value may ask for its shape or kind.
  const itself: Variable = { ...bareVariable(entry, type), shape: written };
  unfinished.add(itself);
  entry.meaning = itself;
  const raw = env.file.expression(quiet, facts.value);
  entry.meaning = { kind: 'error' };
  if (raw && readsUnfinished(raw)) return void env.file.report(nameErrors.circular(name, span));
  const value = raw && constantValueFor(env, raw, type, written, entry);
  if (!value) return undefined;
  if (!facts.shape && value.rank > 0) return void env.file.report(declarationErrors.initialRank(entry, 0, value));
  const stars = implied ? (facts.shape?.dimensions.length ?? 0) : 0;
  if (implied && stars !== value.rank) return void env.file.report(declarationErrors.impliedRank(entry, stars, value));
  entry.meaning = undefined;
  const lowers = implied && facts.shape ? impliedLowers(quiet, facts.shape) : [];
  const shape = written ?? constantShape(value, lowers);
  const linkName = linkNameOf(entry);
  return { kind: 'constant', name, linkName, span, type: value.type, shape, value };
}

/** The lower bounds of `a(0:*)`. */
function impliedLowers(env: Env, shape: tree.Shape): readonly number[] {
  return shape.dimensions.map((d) =>
    d.kind === 'assumed-size' && d.lower ? Number(constantInteger(env, d.lower, 'an array bound') ?? 1n) : 1,
  );
}

/** Named constants whose values are just being worked out. */
const unfinished = new WeakSet<Variable>();

function readsUnfinished(e: Expr): boolean {
  let found = false;
  eachVariable(e, (v) => {
    if (unfinished.has(v)) found = true;
  });
  return found;
}

function namelist(entry: Entry, names: readonly tree.Name[]): Meaning {
  const variables: Variable[] = [];
  for (const n of names) {
    const found = lookup(entry.env, n.text);
    const meaning = found ? meaningOf(found) : implicitVariable(entry.env, n);
    if (meaning.kind === 'variable') variables.push(meaning);
    else if (meaning.kind !== 'error') entry.env.file.report(nameErrors.notAVariable(n));
  }
  return { kind: 'namelist', name: entry.name, linkName: linkNameOf(entry), span: entry.span, variables };
}

function linkNameOf(entry: Entry): string {
  return `${entry.env.scope.prefix}.${entry.name}`;
}

// ---- procedures -------------------------------------------------------------------------------------------------

function interfaceBody(entry: Entry, body: NonNullable<Entry['facts']['interfaceBody']>): Meaning {
  const { procedure } = prepare({ ...entry.env, unit: undefined }, body.unit, body.abstract ? 'abstract' : 'interface');
  if (entry.facts.dummy) return procedureVariable(entry, procedure.signature);
  if (entry.facts.words.has('pointer')) return procedureVariable(entry, procedure.signature);
  if (body.abstract) markAbstract(procedure);
  return procedure;
}

function declaredProcedure(entry: Entry, d: tree.ProcedureDeclaration): Meaning | undefined {
  const signature = signatureNamed(entry.env, d.interface);
  if (!signature) return undefined;
  if (signature.elemental && entry.facts.words.has('pointer') && !isIntrinsicInterface(d))
    return void entry.env.file.report(declarationErrors.elementalPointer(entry.name, entry.span));
  if (entry.facts.dummy || entry.facts.words.has('pointer')) return procedureVariable(entry, signature);
  return external(entry, signature);
}

/** `procedure(sin)`: a specific intrinsic function may be pointed to although it is elemental. */
function isIntrinsicInterface(d: tree.ProcedureDeclaration): boolean {
  return d.interface?.kind === 'name' && isIntrinsic(d.interface.text);
}

function procedureVariable(entry: Entry, signature: Signature): Variable {
  const v = bareVariable(
    entry,
    signature.result?.type ?? implicitType(entry.env, entry.name) ?? { base: 'integer', kind: 4 },
  );
  v.attributes = attributesOf(entry);
  v.procedure = signature;
  const initial =
    entry.facts.procedureInitial ??
    (entry.facts.initial?.kind === 'initial-target' ? entry.facts.initial.target : undefined);
  if (initial) v.initial = targetInitial(entry.env, initial);
  finish(entry, v);
  return v;
}

function externalProcedure(entry: Entry): Meaning | undefined {
  const outside = entry.env.file.externals.names.get(entry.name);
  if (outside?.facts.unit && !entry.facts.dummy) {
    const meaning = meaningOf(outside);
    if (meaning.kind !== 'procedure') return meaning;
    const type = otherResultType(entry, meaning);
    const { result } = meaning.signature;
    if (type && result)
      entry.env.file.report(callErrors.otherResult(entry.name, typeText(type), entry.span, meaning, result));
    return withDeclaredLength(entry, meaning);
  }
  const typed = entry.facts.type ? typeOfEntry(entry) : undefined;
  if (entry.facts.type && !typed) return undefined;
  const signature = implicitSignature(typed);
  if (entry.facts.cray) return procedurePointee(entry, signature, entry.facts.cray);
  return entry.facts.dummy || entry.facts.words.has('pointer')
    ? procedureVariable(entry, signature)
    : external(entry, signature);
}

/** `external f` with `pointer (p, f)`: the procedure whose address `p` holds. */
function procedurePointee(entry: Entry, signature: Signature, pointer: tree.Name): Variable {
  const v = procedureVariable(entry, signature);
  pointTo(entry, v, pointer);
  return v;
}

function external(entry: Entry, signature: Signature): Procedure {
  return externalNamed(entry.name, entry, signature);
}

function generic(entry: Entry): Generic {
  const { env, name, span } = entry;
  const procedures = new Set<Generic['procedures'][number]>();
  const add = (m: Meaning | undefined): boolean => {
    if (m?.kind === 'procedure' || m?.kind === 'library-routine') procedures.add(m);
    else if (m?.kind === 'variable' && m.procedure)
      procedures.add({ ...externalNamed(m.name, m, m.procedure), through: m });
    else if (m?.kind === 'generic') for (const p of m.procedures) procedures.add(p);
    else return m?.kind === 'error';
    return true;
  };
  for (const part of entry.facts.generics ?? [])
    for (const m of part.members) {
      if (m.kind !== 'interface-procedures') {
        const body = env.scope.names.get(m.name.text);
        if (body === entry) add(specific(env, entry));
        // Another generic may have the name of the body.
        else if (body)
          add(body.facts.interfaceBody?.unit === m && !isVariable(body) ? specific(env, body) : meaningOf(body));
        continue;
      }
      for (const n of m.names) {
        const found = n.text === name ? undefined : lookup(part.env, n.text);
        const meaning = n.text === name ? ownSpecific(env, entry) : found && meaningOf(found);
        if (m.module && meaning?.kind === 'procedure' && meaning.origin === 'external')
          env.file.report(nameErrors.notAModuleProcedure(n));
        if (!add(meaning) && !hasBrokenUse(part.env)) env.file.report(nameErrors.notAProcedure(n));
      }
    }
  if (entry.facts.unit || entry.facts.entry) add(specific(env, entry));
  add(used(env, name));
  return withHosts(env, name, { kind: 'generic', name, span, procedures: [...procedures] });
}

/** A dummy procedure or a pointer, which is one and the same wherever it is named. */
function isVariable({ facts }: Entry): boolean {
  return facts.dummy === true || facts.words.has('pointer');
}

/** The procedure of the generic's own name: of this scope, or of a module that it uses. */
function ownSpecific(env: Env, entry: Entry): Meaning | undefined {
  const { unit, interfaceBody: body, procedure, entry: entrance } = entry.facts;
  return (unit || body || procedure || entrance ? undefined : used(env, entry.name)) ?? specific(env, entry);
}

/** A variable of the implicit type, or an error (told once) where there is none. */
export function implicitVariable(env: Env, name: tree.Name): Meaning {
  const scope = scopeOfUnit(env.scope);
  const inner: Env = { ...env, scope };
  const entry: Entry = {
    name: name.text,
    span: name.span,
    env: inner,
    meaning: undefined,
    state: 'declared',
    facts: noFacts(),
  };
  const known = scope.names.get(name.text);
  if (known) return meaningOf(known);
  const spec = implicitTypeOf(env, name.text);
  scope.names.set(name.text, entry);
  if (spec === undefined) entry.meaning = { kind: 'error' };
  else return resolveEntry(entry);
  return entry.meaning;
}

export function implicitType(env: Env, name: string): Type | undefined {
  const spec = implicitTypeOf(env, name);
  if (spec === undefined) return undefined;
  return spec === 'default' ? defaultImplicit(env, name) : typeOf(env, spec);
}
