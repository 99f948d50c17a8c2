/** Types of the analysed program: the common ones, comparison, and how messages name them. */
import { impossible } from '../../../base/impossible.ts';
import type { DerivedType, Expr, Shape, Type } from '../program.ts';

export const integer4: Type = { base: 'integer', kind: 4 };
export const integer8: Type = { base: 'integer', kind: 8 };
export const real4: Type = { base: 'real', kind: 4 };
export const real8: Type = { base: 'real', kind: 8 };
export const logical4: Type = { base: 'logical', kind: 4 };

export function isNumeric(t: Type): boolean {
  return t.base === 'integer' || t.base === 'real' || t.base === 'complex';
}

export function isIntrinsicType(t: Type): boolean {
  return t.base !== 'derived' && t.base !== 'any';
}

/** Same base, kind and derived type; lengths of characters are not compared. */
export function sameType(a: Type, b: Type): boolean {
  if (a.base === 'derived') return b.base === 'derived' && a.type === b.type;
  if (a.base === 'any') return b.base === 'any';
  return a.base === b.base && 'kind' in b && a.kind === b.kind;
}

/** Is `type` the type `ancestor` or an extension of it? */
export function extendsType(type: DerivedType, ancestor: DerivedType): boolean {
  for (let t: DerivedType | undefined = type; t; t = t.extends) if (t === ancestor) return true;
  return false;
}

/** As a declaration says it: `real(8)`, `character(5)`, `type(sphere)`. */
export function typeText(t: Type): string {
  switch (t.base) {
    case 'integer':
    case 'logical':
    case 'real':
    case 'complex':
      return `${t.base}(${t.kind})`;
    case 'character':
      return t.kind === 4 ? characterText(t.length).replace(/\)?$/, ', kind=4)') : characterText(t.length);
    case 'derived':
      if (t.type.name.startsWith('structure ')) return `record /${t.type.name.slice(10)}/`;
      return `${t.polymorphic ? 'class' : 'type'}(${t.type.name})`;
    case 'any':
      return t.assumed ? 'type(*)' : 'class(*)';
    default:
      return impossible(t);
  }
}

function characterText(length: Extract<Type, { base: 'character' }>['length']): string {
  if (length.kind === 'assumed') return 'character(*)';
  if (length.kind === 'deferred') return 'character(:)';
  return length.value.kind === 'constant' ? `character(${String(length.value.value)})` : 'character';
}

/** With the rank, where it is an array: `real(4) array of rank 2`. */
export function typeAndRank(t: Type, rank: number): string {
  return rank === 0 ? typeText(t) : `${typeText(t)} array of rank ${rank}`;
}

export function rankOf(shape: Shape | undefined): number {
  if (!shape) return 0;
  switch (shape.kind) {
    case 'explicit':
    case 'assumed-size':
      return shape.bounds.length + (shape.kind === 'assumed-size' ? 1 : 0);
    case 'assumed-shape':
      return shape.lowers.length;
    case 'deferred':
      return shape.rank;
    case 'assumed-rank':
      return -1;
    default:
      return impossible(shape);
  }
}

/** Constant extents where they are known; undefined for the whole where the rank is 0 or open. */
export function constantExtents(shape: Shape | undefined): (number | undefined)[] | undefined {
  if (shape?.kind !== 'explicit') return undefined;
  return shape.bounds.map(({ lower, upper }) => {
    const from = integerOf(lower);
    const to = integerOf(upper);
    if (from === undefined || to === undefined) return undefined;
    return Number(to < from ? 0n : to - from + 1n);
  });
}

/** The value of an integer constant expression. */
export function integerOf(e: Expr | undefined): bigint | undefined {
  return e?.kind === 'constant' && typeof e.value === 'bigint' ? e.value : undefined;
}

/** The length of a character type where it is a constant. */
export function constantLength(t: Type): bigint | undefined {
  return t.base === 'character' && t.length.kind === 'known' ? integerOf(t.length.value) : undefined;
}

/** Components of all ancestors, oldest first, then its own. */
export function allComponents(type: DerivedType): DerivedType['components'] {
  return type.extends ? [...allComponents(type.extends), ...type.components] : type.components;
}
