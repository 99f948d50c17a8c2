/** Rules on what may be given to a dummy argument, beside type, rank and place (Fortran 2018, 15.5.2.4, 15.5.2.5, 15.5.2.11). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as callErrors from '../../errors/calls.ts';
import type { Callee } from '../../errors/message.ts';
import type { Expr, Type, Variable } from '../../program.ts';
import { extentsOf } from '../fold/expr-extents.ts';
import { constantExtents, constantLength, integerOf } from '../types.ts';

/** Allocatables and pointers that the procedure may allocate or point elsewhere: both sides know the same of the type. */
export function dynamicTypeProblem(callee: Callee, dummy: Variable, value: Expr): (() => Diagnostic) | undefined {
  if (isTypeless(dummy.type) && dummy.shape?.kind === 'assumed-rank' && isTypeless(value.type) && !describes(value))
    return () => callErrors.dynamicType(callee, dummy, value, 'takes any type and rank, of which this says nothing');
  const { allocatable, pointer, intent } = dummy.attributes;
  if (!allocatable && !pointer) return undefined;
  const why = typeDifference(dummy.type, value.type, intent === 'in');
  return why === undefined ? undefined : () => callErrors.dynamicType(callee, dummy, value, why);
}

const isTypeless = (t: Type) => t.base === 'any' && t.assumed;

/** Does it come with a description of what it is? */
function describes(e: Expr): boolean {
  const kind = e.kind === 'variable' ? e.variable.shape?.kind : undefined;
  return kind === 'assumed-shape' || kind === 'assumed-rank' || kind === 'deferred';
}

function typeDifference(d: Type, a: Type, readOnly: boolean): string | undefined {
  if (d.base === 'character' && a.base === 'character') return lengthDifference(d, a);
  if (readOnly || (d.base === 'any' && d.assumed)) return undefined;
  const [one, other] = [isOpen(d), isOpen(a)];
  // Objects that are polymorphic are given to others as those of their declared type.
  if (!one) return undefined;
  if (!other) return 'is polymorphic, and this is not';
  if (d.base === 'derived' && a.base === 'derived' && d.type !== a.type && d.type.name !== a.type.name)
    return `is of class(${d.type.name}) and may become any type of it`;
  return d.base === 'any' && a.base !== 'any' ? 'is of class(*) and may become any type' : undefined;
}

const isOpen = (t: Type) => t.base === 'any' || (t.base === 'derived' && t.polymorphic);

function lengthDifference(d: Type, a: Type): string | undefined {
  if (d.base !== 'character' || a.base !== 'character') return undefined;
  if ((d.length.kind === 'deferred') !== (a.length.kind === 'deferred'))
    return d.length.kind === 'deferred'
      ? 'has a deferred length, and this has not'
      : 'has no deferred length, and this has';
  return undefined;
}

/** An element that stands for what follows it, of an array whose elements need not lie one after the other. */
export function scatteredElement(dummy: Variable, value: Expr): boolean {
  if (!dummy.shape || value.rank !== 0 || value.kind !== 'element' || value.type.base === 'character') return false;
  const { base } = value;
  if (base.kind === 'variable') {
    const { shape, attributes } = base.variable;
    if (attributes.contiguous) return false;
    return shape?.kind === 'assumed-shape' || attributes.pointer;
  }
  return base.kind === 'part' && base.component.attributes.pointer && !base.component.attributes.contiguous;
}

/** A copy of the argument's elements would be passed, and nobody else sees what happens to it (Fortran 2018, C1538, C1539). */
export function copiedForVolatile(dummy: Variable, value: Expr): boolean {
  // Asynchronous dummies keep a copy as long as it is needed.
  if (!dummy.attributes.volatile || dummy.attributes.asynchronous || value.kind !== 'element' || value.rank === 0)
    return false;
  const plain = dummy.shape?.kind === 'explicit' || dummy.shape?.kind === 'assumed-size';
  return value.subscripts.some((s) => s.kind === 'vector' || (plain && s.kind === 'range' && s.step !== undefined));
}

/** What the dummy has more than the argument holds. */
export function tooFew(dummy: Variable, value: Expr): Few | undefined {
  const elements = tooFewElements(dummy, value);
  if (elements) return { ...elements, unit: 'element' };
  const characters = dummy.ignoreTkr ? undefined : tooFewCharacters(dummy, value);
  return characters && { ...characters, unit: 'character' };
}

/** Elements of a dummy array of explicit shape, and of what it gets: the dummy's are more. A section in one piece is taken for its first element, as one without an interface would be. */
function tooFewElements(dummy: Variable, value: Expr): Sizes | undefined {
  return sizesOf(dummy, value, fromFirst(value) ?? (value.rank > 0 ? extentsOf(value) : undefined));
}

/** The same where the dummy goes on behind the section, in the array that it is of. */
export function beyondSection(dummy: Variable, value: Expr): Sizes | undefined {
  return value.rank > 0 && fromFirst(value) ? sizesOf(dummy, value, extentsOf(value)) : undefined;
}

export type Few = Sizes & { readonly unit: 'element' | 'character' };
type Sizes = { readonly wanted: number; readonly given: number };

const count = (list: readonly (number | undefined)[]) => list.reduce((n: number, x) => n * (x ?? 1), 1);

function sizesOf(dummy: Variable, value: Expr, held: readonly number[] | undefined): Sizes | undefined {
  if (value.rank < 0 || dummy.shape?.kind !== 'explicit' || dummy.type.base === 'character' || dummy.ignoreTkr)
    return undefined;
  const extents = constantExtents(dummy.shape);
  if (!held || !extents?.every((n) => n !== undefined)) return undefined;
  const [wanted, given] = [count(extents), count(held)];
  return given < wanted ? { wanted, given } : undefined;
}

/** How many elements there are from this one, or from the first of a section in one piece, to the end of its array. */
function fromFirst(e: Expr): readonly number[] | undefined {
  if (e.kind !== 'element' || e.base.kind !== 'variable' || e.base.variable.shape?.kind !== 'explicit')
    return undefined;
  const { bounds } = e.base.variable.shape;
  const extents = constantExtents(e.base.variable.shape);
  if (e.base.variable.overlay || e.base.variable.pointee || !extents) return undefined;
  let before = 0;
  let stride = 1;
  let whole = true;
  for (const [i, s] of e.subscripts.entries()) {
    const low = integerOf(bounds[i]?.lower);
    const extent = extents[i];
    const at = s.kind === 'index' ? integerOf(s.value) : s.kind === 'range' && s.from ? integerOf(s.from) : low;
    if (at === undefined || low === undefined || extent === undefined) return undefined;
    if (s.kind === 'vector' || (s.kind === 'range' && (s.step || !whole))) return undefined;
    whole &&= s.kind === 'range' && !s.from && !s.to;
    before += Number(at - low) * stride;
    stride *= extent;
  }
  return [stride - before];
}

/** Characters of a dummy array of explicit shape, and of what it gets. */
function tooFewCharacters(dummy: Variable, value: Expr): Sizes | undefined {
  const length = constantLength(dummy.type);
  const extents = constantExtents(dummy.shape);
  const own = constantLength(value.type);
  if (length === undefined || own === undefined || !extents?.every((n) => n !== undefined)) return undefined;
  const held =
    value.rank > 0 ? extentsOf(value) : value.kind === 'constant' || isScalarVariable(value) ? [] : undefined;
  if (!held) return undefined;
  const [wanted, given] = [count(extents) * Number(length), count(held) * Number(own)];
  return given < wanted ? { wanted, given } : undefined;
}

function isScalarVariable(e: Expr): boolean {
  return e.kind === 'variable' && !e.variable.shape && !e.variable.overlay && !e.variable.pointee;
}
