/** Rules on procedures bound to a type (Fortran 2018, 7.5.5, 7.5.6, 7.5.7). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as typeErrors from '../../errors/derived-types.ts';
import * as nameErrors from '../../errors/names.ts';
import type { Binding, DerivedType, Procedure, Signature, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import { rankOf } from '../types.ts';

export function* bindingProblems(
  type: DerivedType,
  d: tree.TypeDefinition | undefined,
  inModule: boolean,
): Iterable<Diagnostic> {
  const plain = type.sequence ? 'a sequence type' : type.bindC ? 'a bind(c) type' : undefined;
  if (plain && d?.extends) yield typeErrors.notExtensible(type.name, plain, 'extend another one', d.extends.span);
  if (plain && d?.bindings[0]) yield typeErrors.notExtensible(type.name, plain, 'have procedures', d.bindings[0].span);
  const parent = type.extends;
  if (parent && d?.extends && (parent.sequence || parent.bindC))
    yield typeErrors.notExtensible(
      parent.name,
      parent.sequence ? 'a sequence type' : 'a bind(c) type',
      'be extended',
      d.extends.span,
    );
  for (const b of type.bindings) {
    if (parent?.bindings.includes(b)) continue;
    const same = type.components.find((c) => c.name === b.name);
    if (same) yield typeErrors.nameOfComponent(type.name, same, d ? nameIn(d, b.name) : type.span);
    const problem = plain ? undefined : objectProblem(type, b);
    if (problem) yield problem;
  }
  yield* deferredProblems(type);
  yield* finalsTwice(type);
  const final = d?.bindings.find((b) => b.kind === 'final');
  if (final && !inModule) yield typeErrors.finalOutsideModule(type.name, final.span);
  for (const p of inModule ? type.finals : []) {
    const why = finalProblem(type, p.signature);
    if (why !== undefined) yield typeErrors.badFinal(p, type.name, why);
  }
  for (const [key, names] of type.generics) {
    const bound = names.flatMap((n) => type.bindings.find((b) => b.name === n) ?? []);
    yield* missingOf(type, d, names);
    yield* genericProblems(
      key,
      bound.flatMap((b) => b.procedure ?? []),
    );
  }
}

function* deferredProblems(type: DerivedType): Iterable<Diagnostic> {
  const open = type.bindings.find((b) => !b.procedure);
  if (open && !type.abstract && !type.library) yield typeErrors.stillDeferred(type, open);
  for (const b of type.bindings) {
    const before = type.extends?.bindings.find((x) => x.name === b.name);
    if (before?.procedure && !b.procedure) yield typeErrors.deferredAgain(b.name, type.extends?.name ?? '', type.span);
  }
}

/** One final procedure for each rank. */
function* finalsTwice(type: DerivedType): Iterable<Diagnostic> {
  const seen = new Map<number, Procedure>();
  for (const p of type.finals) {
    const [v] = p.signature.dummies;
    if (!v || v === 'alternate-return') continue;
    const rank = rankOf(v.shape);
    const before = seen.get(rank);
    if (before && sameKinds(p, before))
      yield typeErrors.finalTwice(p, before, rank === 0 ? 'both take a scalar' : `both take arrays of rank ${rank}`);
    seen.set(rank, p);
  }
}

/** Of one type: with parameters there may be a procedure for each. */
function sameKinds(a: Procedure, b: Procedure): boolean {
  const [x, y] = [a.signature.dummies[0], b.signature.dummies[0]];
  if (!x || !y || x === 'alternate-return' || y === 'alternate-return') return false;
  return x.type.base === 'derived' && y.type.base === 'derived' && x.type.type === y.type.type;
}

function nameIn(d: tree.TypeDefinition, name: string) {
  for (const b of d.bindings)
    if (b.kind === 'bound-procedures') for (const i of b.items) if (i.name.text === name) return i.name.span;
  return d.name.span;
}

/** The dummy that gets the object: a scalar of the type, polymorphic, in no way a pointer. */
function objectProblem(type: DerivedType, b: Binding): Diagnostic | undefined {
  const dummy = b.pass === undefined || !b.procedure ? undefined : b.signature.dummies[b.pass];
  if (!dummy || dummy === 'alternate-return' || !b.procedure || dummy.procedure) return undefined;
  const why = objectDifference(type, dummy);
  return why === undefined ? undefined : typeErrors.badObject(dummy, b.procedure.name, type.name, why);
}

function objectDifference(type: DerivedType, v: Variable): string | undefined {
  if (v.type.base !== 'derived' || !sameTemplate(v.type.type, type)) return `is not of type(${type.name})`;
  if (v.shape) return 'is an array';
  if (v.attributes.pointer) return 'is a pointer';
  if (v.attributes.allocatable) return 'is allocatable';
  return v.type.polymorphic ? undefined : 'is not polymorphic';
}

const sameTemplate = (a: DerivedType, b: DerivedType) => a === b || a.name.split('(')[0] === b.name.split('(')[0];

function finalProblem(type: DerivedType, s: Signature): string | undefined {
  const [v] = s.dummies;
  if (!s.subroutine) return 'it is a function';
  if (s.dummies.length !== 1 || !v || v === 'alternate-return') return 'it must have one argument';
  if (v.type.base !== 'derived' || !sameTemplate(v.type.type, type)) return `its argument is not of type(${type.name})`;
  if (v.type.polymorphic) return 'its argument is polymorphic';
  if (v.attributes.pointer) return 'its argument is a pointer';
  if (v.attributes.allocatable) return 'its argument is allocatable';
  if (v.attributes.optional) return 'its argument is optional';
  if (v.attributes.value) return 'its argument is passed by value';
  return v.attributes.intent === 'out' ? 'its argument has intent(out)' : undefined;
}

function* missingOf(
  type: DerivedType,
  d: tree.TypeDefinition | undefined,
  names: readonly string[],
): Iterable<Diagnostic> {
  for (const b of d?.bindings ?? []) {
    if (b.kind !== 'bound-generic') continue;
    for (const n of b.names)
      if (names.includes(n.text) && !type.bindings.some((x) => x.name === n.text))
        yield typeErrors.noSuchBinding(n, type.name);
  }
}

/** Of a generic name, an operator or the assignment: procedures of one sort, with as many arguments as it has. */
export function* genericProblems(key: string, procedures: readonly Procedure[]): Iterable<Diagnostic> {
  const known = procedures.filter((p) => !p.signature.implicit);
  const [first] = known;
  if (/\((un)?formatted\)$/.test(key)) return;
  const operator = key !== '=' && !/^\w+$/.test(key);
  const sort = key === '=' ? true : operator ? false : first?.signature.subroutine;
  for (const p of known) {
    const { subroutine, dummies } = p.signature;
    if (subroutine !== sort) {
      yield nameErrors.mixedGeneric(key, p, sort === true, key === '=' || operator ? undefined : first);
      return;
    }
    const wanted = key === '=' ? [2, 2] : key === '.not.' ? [1, 1] : operator ? [1, 2] : undefined;
    if (wanted && (dummies.length < wanted[0]! || dummies.length > wanted[1]!))
      yield nameErrors.operandCount(key, p, dummies.length);
  }
}
