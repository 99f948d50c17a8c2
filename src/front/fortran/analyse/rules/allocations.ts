/** Rules of allocate and deallocate (Fortran 2018, 9.7.1, 9.7.3). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as allocationErrors from '../../errors/allocation.ts';
import type { Expr, Stmt, Type, Variable } from '../../program.ts';
import { constantLength, extendsType, integerOf, sameType } from '../types.ts';
import { eachVariable } from '../walk-program.ts';

type Allocate = Extract<Stmt, { kind: 'allocate' }>;

export function* allocateProblems(s: Allocate, written: Type | undefined): Iterable<Diagnostic> {
  if (s.source && s.mold) yield allocationErrors.twoSources(s.mold.span, 'source=');
  const from = s.source ?? s.mold;
  if (from && written) yield allocationErrors.twoSources(from.span, 'a type');
  yield* objectsTwice(s.items.map((i) => i.object));
  for (const { object } of s.items) {
    const given = written ?? from?.type;
    const open = given ? undefined : whatIsOpen(object.type);
    if (open) yield allocationErrors.openType(object, open);
    if (written && (otherLength(object.type, written) || !fits(object.type, written)))
      yield allocationErrors.otherType(object, written, object.span);
    else if (!written && from && !fits(object.type, from.type))
      yield allocationErrors.otherType(object, from.type, from.span);
    if (s.source && s.source.rank > 0 && s.source.rank !== object.rank)
      yield allocationErrors.sourceRank(object, s.source);
    for (const own of [s.stat, s.errmsg])
      if (own && partOfObject(own, object)) yield allocationErrors.allocatedHere(own);
  }
  yield* boundsOfOwn(s);
}

function whatIsOpen(t: Type): string | undefined {
  if (t.base === 'any') return 'has no type of its own';
  if (t.base === 'character' && t.length.kind === 'deferred') return 'has no length yet';
  return t.base === 'derived' && t.polymorphic && t.type.abstract ? 'is of an abstract type' : undefined;
}

function fits(object: Type, given: Type): boolean {
  if (object.base === 'any' || given.base === 'any') return true;
  if (object.base === 'derived' && given.base === 'derived')
    return object.type === given.type || extendsType(given.type, object.type) || object.type.name === given.type.name;
  return sameType(object, given);
}

/** Characters of another length than the object has. */
function otherLength(object: Type, given: Type): boolean {
  if (object.base !== 'character' || given.base !== 'character') return false;
  if (object.length.kind === 'deferred') return given.length.kind === 'assumed';
  if (object.length.kind === 'assumed' || given.length.kind === 'assumed')
    return object.length.kind !== given.length.kind;
  const [a, b] = [constantLength(object), constantLength(given)];
  return a !== undefined && b !== undefined && a !== b;
}

/** Is it the object, or does it lie in it? */
function partOfObject(a: Expr, object: Expr): boolean {
  const place = placeOf(object);
  for (let e: Expr | undefined = a; e && place !== undefined; e = baseOf(e)) if (placeOf(e) === place) return true;
  return false;
}

function baseOf(e: Expr): Expr | undefined {
  return e.kind === 'part' || e.kind === 'element' || e.kind === 'substring' ? e.base : undefined;
}

/** `p`, `x%a`, `x%a(2)%b`: which object it is; undefined where that depends on values. */
function placeOf(e: Expr): string | undefined {
  if (e.kind === 'variable') return e.variable.linkName;
  if (e.kind !== 'part' && e.kind !== 'element') return undefined;
  const base = placeOf(e.base);
  if (base === undefined) return undefined;
  if (e.kind === 'part') return `${base}%${e.component.name}`;
  const places = e.subscripts.map((s) => (s.kind === 'index' ? integerOf(s.value) : undefined));
  return places.includes(undefined) ? undefined : `${base}(${places.join()})`;
}

export function* objectsTwice(objects: readonly Expr[]): Iterable<Diagnostic> {
  if (objects.length < 2) return;
  const seen = new Set<string>();
  for (const o of objects) {
    const place = placeOf(o);
    if (place !== undefined && seen.has(place)) yield allocationErrors.objectTwice(o);
    if (place !== undefined) seen.add(place);
  }
}

/** Bounds that ask for what the same statement allocates. */
function* boundsOfOwn(s: Allocate): Iterable<Diagnostic> {
  const isOwn = (v: Variable) => s.items.some(({ object: o }) => o.kind === 'variable' && o.variable === v);
  const found: Expr[] = [];
  const see = (v: Variable, at: Expr): void => {
    if (isOwn(v)) found.push(at);
  };
  for (const i of s.items)
    for (const b of i.bounds) {
      eachVariable(b.lower, see);
      eachVariable(b.upper, see);
    }
  for (const e of found) yield allocationErrors.allocatedHere(e);
}
