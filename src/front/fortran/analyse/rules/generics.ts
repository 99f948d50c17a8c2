/** Rules on what generic names and overriding procedures must be like (Fortran 2018, 7.5.7.3, 15.4.3.4.5). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as typeErrors from '../../errors/derived-types.ts';
import * as nameErrors from '../../errors/names.ts';
import type { Binding, DerivedType, Generic, Procedure, Signature, Type, Variable } from '../../program.ts';
import { isIncomplete } from '../declarations/incomplete.ts';
import { extendsType, rankOf, sameType } from '../types.ts';
import { callsAlike, interfaceDifference } from './pointers.ts';

type Dummies = Signature['dummies'];

/** Two procedures of a generic that the same call fits, however it is resolved. */
export function ambiguityOf(g: Generic): Diagnostic | undefined {
  const own = g.procedures.filter((p): p is Procedure => p.kind === 'procedure' && !isIncomplete(p));
  const named = /^\w+$/.test(g.name);
  const pair = pairOf(own, (a, b) => a.linkName !== b.linkName && ambiguous(a.signature, b.signature, named));
  return pair && nameErrors.ambiguousGeneric(g.name, ...pair);
}

/** The same of the generics bound to a type; what gets the object is not compared. */
export function boundAmbiguities(type: DerivedType): Diagnostic[] {
  const problems: Diagnostic[] = [];
  for (const [key, names] of type.generics) {
    const bound = names.flatMap((n) => type.bindings.find((b) => b.name === n && isKnown(b)) ?? []);
    const named = /^\w+$/.test(key);
    const pair = pairOf(bound, (a, b) => {
      const [one, other] = [signatureOf(a), signatureOf(b)];
      if (!named || a.procedure === b.procedure) return !named && ambiguous(one, other, false);
      return ambiguous(withoutObject(one, a.pass), withoutObject(other, b.pass), true);
    });
    const [p, q] = pair?.map((b) => b.procedure) ?? [];
    if (p && q && p !== q) problems.push(nameErrors.ambiguousGeneric(key, p, q));
  }
  return problems;
}

function pairOf<T>(list: readonly T[], is: (a: T, b: T) => boolean): readonly [T, T] | undefined {
  for (const [i, a] of list.entries()) for (const b of list.slice(i + 1)) if (a !== b && is(a, b)) return [a, b];
  return undefined;
}

function isKnown(b: Binding): boolean {
  return !b.procedure || !isIncomplete(b.procedure);
}

function signatureOf(b: Binding): Signature {
  return b.procedure?.signature ?? b.signature;
}

function withoutObject(s: Signature, pass: number | undefined): Signature {
  return pass === undefined ? s : { ...s, dummies: s.dummies.filter((_, i) => i !== pass) };
}

/** Whether a call that gives both what they need fits both; operands have no names. */
function ambiguous(a: Signature, b: Signature, named: boolean): boolean {
  if (a.subroutine !== b.subroutine || a.implicit || b.implicit) return false;
  if (a.targets.host !== b.targets.host || a.targets.device !== b.targets.device) return false;
  if (a.targets.global !== b.targets.global || a.targets.grid !== b.targets.grid) return false;
  if (fitsBothByPosition(a.dummies, b.dummies)) return true;
  if (!named) return false;
  return (
    !countsTell(a.dummies, b.dummies) &&
    !countsTell(b.dummies, a.dummies) &&
    !placesTell(a.dummies, b.dummies) &&
    !placesTell(b.dummies, a.dummies)
  );
}

function fitsBothByPosition(a: Dummies, b: Dummies): boolean {
  const count = Math.max(needed(a), needed(b));
  if (count > a.length || count > b.length) return false;
  for (let i = 0; i < count; i++) if (distinct(a[i], b[i])) return false;
  return true;
}

/** More arguments of some sort are needed here than there can be there (C1514, 1). */
function countsTell(a: Dummies, b: Dummies): boolean {
  return a.some((d) => {
    if (d === 'alternate-return') return true;
    const here = a.filter((x) => x !== 'alternate-return' && !x.attributes.optional && !distinct(x, d)).length;
    return here > b.filter((x) => !distinct(x, d)).length;
  });
}

/** A place tells them apart, and so does a name that does not stand before it (C1514, 3). */
function placesTell(a: Dummies, b: Dummies): boolean {
  const place = a.findIndex((d, i) => d !== 'alternate-return' && !d.attributes.optional && distinct(d, b[i]));
  if (place < 0) return false;
  const named = (name: string) => b.find((x) => x !== 'alternate-return' && x.name === name);
  return a.some(
    (d, i) => i >= place && d !== 'alternate-return' && !d.attributes.optional && distinct(d, named(d.name)),
  );
}

/** How many arguments a call by position gives at least. */
function needed(dummies: Dummies): number {
  return dummies.findLastIndex((d) => d === 'alternate-return' || !d.attributes.optional) + 1;
}

/** Does an actual argument tell the one from the other? What is not known for certain does. */
function distinct(a: Dummies[number] | undefined, b: Dummies[number] | undefined): boolean {
  if (!a || !b || a === 'alternate-return' || b === 'alternate-return') return a !== b;
  if (a.ignoreTkr || b.ignoreTkr || a.attributes.placement !== b.attributes.placement) return true;
  if (a.attributes.unified !== b.attributes.unified) return true;
  if (a.procedure && b.procedure) return distinctProcedures(a.procedure, b.procedure);
  if (a.procedure || b.procedure) return true;
  if (byAttributes(a, b) || byAttributes(b, a)) return true;
  if (a.codimensions || b.codimensions) return true;
  const anyRank = a.shape?.kind === 'assumed-rank' || b.shape?.kind === 'assumed-rank';
  return (!anyRank && rankOf(a.shape) !== rankOf(b.shape)) || !compatible(a.type, b.type);
}

/** A function and a subroutine, or functions that give other things. */
function distinctProcedures(a: Signature, b: Signature): boolean {
  if (a.subroutine !== b.subroutine || !a.result || !b.result) return true;
  return rankOf(a.result.shape) !== rankOf(b.result.shape) || !compatible(a.result.type, b.result.type);
}

function byAttributes(a: Variable, b: Variable): boolean {
  return a.attributes.allocatable && b.attributes.pointer && b.attributes.intent !== 'in';
}

function compatible(a: Type, b: Type): boolean {
  // As other compilers have it, a procedure for class(*) may stand beside those for single types.
  if (a.base === 'any' || b.base === 'any') return a.base === b.base;
  if (a.base === 'derived' && b.base === 'derived' && a.type !== b.type)
    return (a.polymorphic && extendsType(b.type, a.type)) || (b.polymorphic && extendsType(a.type, b.type));
  return sameType(a, b);
}

/** Procedures that stand for one of the parent and are not like it. */
export function overrideProblems(type: DerivedType): Diagnostic[] {
  const { extends: parent } = type;
  if (!parent) return [];
  return type.bindings.flatMap((b): Diagnostic[] => {
    const before = parent.bindings.find((p) => p.name === b.name);
    const differs = before && before !== b && before.procedure !== b.procedure && isKnown(before) && isKnown(b);
    const why = differs ? overrideDifference(before, b) : undefined;
    if (!before || !why || !b.procedure) return [];
    const alike = before.pass === b.pass && callsAlike(...withoutObjects(before, b));
    return [typeErrors.overrideDiffers(b.procedure, b.name, parent.name, why, alike ? 'warning' : 'error')];
  });
}

function overrideDifference(before: Binding, b: Binding): string | undefined {
  if (before.pass !== b.pass) return 'the object is passed as another argument';
  const [one, other] = [signatureOf(before), signatureOf(b)];
  if (one.elemental && !other.elemental) return 'it is not elemental';
  if (one.pure && !other.pure) return 'it is not pure';
  const [wanted, given] = withoutObjects(before, b);
  return interfaceDifference(wanted, given) ?? attributeDifference(wanted.dummies, given.dummies);
}

function withoutObjects(before: Binding, b: Binding): [Signature, Signature] {
  return [withoutObject(signatureOf(before), b.pass), withoutObject(signatureOf(b), b.pass)];
}

function attributeDifference(wanted: Dummies, given: Dummies): string | undefined {
  for (const [i, a] of wanted.entries()) {
    const b = given[i];
    if (!b || a === 'alternate-return' || b === 'alternate-return') continue;
    if (a.attributes.intent !== b.attributes.intent) return `its argument \`${b.name}\` has another intent`;
    const same = (key: 'optional' | 'pointer' | 'allocatable' | 'value') => a.attributes[key] === b.attributes[key];
    for (const key of ['optional', 'pointer', 'allocatable', 'value'] as const)
      if (!same(key)) return `its argument \`${b.name}\` is ${b.attributes[key] ? '' : 'not '}${words[key]}`;
  }
  return undefined;
}

const words = { optional: 'optional', pointer: 'a pointer', allocatable: 'allocatable', value: 'passed by value' };
