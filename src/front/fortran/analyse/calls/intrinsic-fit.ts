/** Do the arguments of an intrinsic procedure fit its row? Those whose kinds may differ are converted. */
import { impossible } from '../../../../base/impossible.ts';
import type { Param } from '../../../../library/intrinsics/row.ts';
import type { SpecificName } from '../../../../library/intrinsics/specific-names.ts';
import * as errors from '../../errors/intrinsics.ts';
import type { Expr, Type } from '../../program.ts';
import { extentsOf } from '../fold/expr-extents.ts';
import { convert } from '../fold/fold.ts';
import { bitsAs } from '../fold/fold-intrinsics.ts';
import { valueProblem } from '../rules/intrinsic-values.ts';
import { typeOf, withKind } from '../scalar-types.ts';
import { integerOf, isNumeric, sameType } from '../types.ts';
import type { Reference } from './intrinsic-reference.ts';

/** Says what does not fit. */
export function check(r: Reference, specific: SpecificName | undefined): boolean {
  for (let i = 0; i < r.params.length; i++) {
    const [name, p] = r.params[i]!;
    const value = r.args[i];
    if (value && !checkOne(r, name, p, value, specific, r.boz.has(i))) return false;
  }
  if (!conformable(r)) return false;
  if (specific) convertAll(r, typeOf(specific.takes));
  for (let i = 0; i < r.params.length; i++) {
    const p = r.params[i]![1];
    const value = r.args[i];
    if (value && p.kind !== undefined && !p.changes) r.args[i] = convert(value, withKind(value.type, p.kind));
  }
  if (!alike(r)) return false;
  const problem = valueProblem(r, specific?.of ?? r.name);
  if (problem) r.report(problem);
  return !problem;
}

function checkOne(
  r: Reference,
  name: string,
  p: Param,
  value: Expr,
  specific: SpecificName | undefined,
  boz: boolean,
): boolean {
  const of = specific && p.rank === 'elemental' && !p.constant ? narrowed(p, specific) : p.of;
  if (!(boz && p.of.includes('boz')) && !accepts(of, value)) {
    r.report(errors.wrongType(r.name, r.row, name, of, value));
    return false;
  }
  if (r.row.by === 'call' && value.type.base === 'character' && value.type.kind === 4) {
    r.report(errors.wrongType(r.name, r.row, name, of, value));
    return false;
  }
  if (!rankFits(p.rank, value.rank)) {
    r.report(errors.wrongRank(r.name, r.row, name, p.rank, value));
    return false;
  }
  if (p.constant && integerOf(value) === undefined) {
    r.report(errors.notConstant(r.name, r.row, name, value.span));
    return false;
  }
  if (p.changes && !isVariable(value)) {
    r.report(errors.notVariable(r.name, r.row, name, value.span));
    return false;
  }
  return true;
}

const narrowed = (p: Param, specific: SpecificName): Param['of'] =>
  p.of.includes(specific.takes.base) ? [specific.takes.base] : p.of;

function accepts(of: Param['of'], value: Expr): boolean {
  if (value.kind === 'procedure') return of.includes('procedure');
  if (value.kind === 'null') return of.includes('null');
  if (of.includes('any')) return true;
  const base = value.type.base;
  return base !== 'any' && of.includes(base);
}

function rankFits(wanted: Param['rank'], rank: number): boolean {
  switch (wanted) {
    case 'elemental':
    case 'any':
    case 'scalarOrOneLess':
      return true;
    case 'scalar':
      return rank === 0;
    case 'array':
      return rank !== 0;
    case 'vector':
      return rank === 1;
    case 'matrix':
      return rank === 2;
    case 'vectorOrMatrix':
      return rank === 1 || rank === 2;
    default:
      return impossible(wanted);
  }
}

function isVariable(e: Expr): boolean {
  switch (e.kind) {
    case 'variable':
    case 'part':
    case 'complex-part':
      return true;
    case 'element':
    case 'substring':
      return isVariable(e.base);
    default:
      return e.kind === 'call';
  }
}

function sameExtents(a: Expr, b: Expr): boolean {
  if (a.rank !== b.rank) return false;
  const x = extentsOf(a);
  const y = extentsOf(b);
  return !x || !y || x.every((n, i) => n === y[i]);
}

/** All arrays that are taken element by element have one shape. */
function conformable(r: Reference): boolean {
  let first: Expr | undefined;
  for (let i = 0; i < r.params.length; i++) {
    const p = r.params[i]![1];
    const value = r.args[i];
    if (!value || value.rank === 0 || p.rank !== 'elemental') continue;
    if (first && !sameExtents(first, value)) {
      r.report(errors.notConformable(r.name, first, value));
      return false;
    }
    first ??= value;
  }
  return true;
}

/** To the type of a specific name. */
function convertAll(r: Reference, type: Type): void {
  for (const [i, [, p]] of r.params.entries()) {
    const value = r.args[i];
    if (value && p.rank === 'elemental' && !p.constant && value.type.base === type.base)
      r.args[i] = convert(value, type);
  }
}

/** Arguments that must be of one type: of different kinds all become the largest. */
function alike(r: Reference): boolean {
  for (let i = 0; i < r.params.length; i++) {
    const [name, p] = r.params[i]!;
    if (p.like === undefined) continue;
    const value = r.args[i];
    const first = r.params.findIndex((x) => x[0] === p.like);
    const other = r.args[first];
    if (!value || !other) continue;
    if (r.boz.has(i) || r.boz.has(first)) adoptKind(r, i, first);
    else if (p.mixes && isNumeric(value.type) && isNumeric(other.type)) mix(r, first, i);
    else if (!sameBase(value.type, other.type)) {
      r.report(errors.notAlike(r.name, r.row, r.params[first]![0], other, name, value));
      return false;
    }
  }
  r.params.forEach((p, i) => {
    if (p[1].like !== undefined) widen(r, i, p[1].like);
  });
  return true;
}

/** Both become what their product is. */
function mix(r: Reference, first: number, second: number): void {
  const [a, b] = [r.args[first]!, r.args[second]!];
  const type = productType(a.type, b.type);
  r.args[first] = convert(a, type);
  r.args[second] = convert(b, type);
}

function productType(a: Type, b: Type): Type {
  if (!('kind' in a) || !('kind' in b)) return a;
  if (a.base === b.base) return a.kind >= b.kind ? a : b;
  if (a.base === 'integer') return b;
  if (b.base === 'integer') return a;
  return withKind({ base: 'complex', kind: 4 }, Math.max(a.kind, b.kind));
}

function adoptKind(r: Reference, i: number, first: number): void {
  const [literal, typed] = r.boz.has(i) ? [i, first] : [first, i];
  const type = r.args[typed]!.type;
  const value = r.args[literal]!;
  r.args[literal] = bitsAs(value, type) ?? convert(value, type);
}

function sameBase(a: Type, b: Type): boolean {
  if (a.base === 'derived' || b.base === 'derived')
    return a.base === b.base && (sameType(a, b) || polymorphic(a) || polymorphic(b));
  return a.base === b.base || a.base === 'any' || b.base === 'any';
}

const polymorphic = (t: Type) => t.base === 'derived' && t.polymorphic;

function widen(r: Reference, i: number, like: string): void {
  const first = r.params.findIndex(([n]) => n === like);
  const [a, b] = [r.args[first], r.args[i]];
  if (!a || !b || sameType(a.type, b.type) || r.params[i]![1].changes) return;
  if (!('kind' in a.type) || !('kind' in b.type) || a.type.base === 'character') return;
  const type = a.type.kind >= b.type.kind ? a.type : b.type;
  for (const [k, [name, p]] of r.params.entries()) {
    const value = r.args[k];
    if (value && (name === like || p.like === like)) r.args[k] = convert(value, type);
  }
}
