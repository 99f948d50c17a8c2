/** References to intrinsic procedures: which row is meant, whether the arguments fit, what type and rank comes out; constants are folded. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import { InternalError, impossible } from '../../../base/impossible.ts';
import type { Span } from '../../../base/source.ts';
import type { Param, Row, ScalarType } from '../../../library/intrinsics/row.ts';
import { type SpecificName, specificNames } from '../../../library/intrinsics/specific-names.ts';
import { intrinsics } from '../../../library/intrinsics/table.ts';
import type { Expr, Type } from '../program.ts';
import { extentsOf } from './expr-extents.ts';
import { convert } from './fold.ts';
import { bitsAs, foldIntrinsic } from './fold-intrinsics.ts';
import * as errors from './intrinsic-errors.ts';
import { knownLength, lengthOf } from './make.ts';
import { nearest } from './suggest.ts';
import { integer4, integerOf, isNumeric, sameType } from './types.ts';

/** `boz`: the value is a literal such as z'ff', given as an integer(8) constant of its bits. */
export type IntrinsicActual = { readonly keyword?: string; readonly value: Expr; readonly boz?: boolean };

type Report = (d: Diagnostic) => void;
/** A reference on its way: `args` stand in the order of `params`. */
type Reference = {
  readonly name: string;
  readonly row: Row;
  readonly params: readonly (readonly [string, Param])[];
  readonly args: (Expr | undefined)[];
  readonly boz: Set<number>;
  readonly span: Span;
  readonly report: Report;
};

/** Is there an intrinsic function or subroutine (or specific name such as `dabs`) of this name (lower case)? */
export function isIntrinsic(name: string): boolean {
  return intrinsics.has(name) || specificNames.has(name);
}

export function isIntrinsicFunction(name: string): boolean {
  return specificNames.has(name) || intrinsics.get(name)?.gives !== undefined;
}

export function isIntrinsicSubroutine(name: string): boolean {
  const row = intrinsics.get(name);
  return row !== undefined && (row.gives === undefined || row.callable === true);
}

/** May it stand in device code? */
export function isDeviceIntrinsic(name: string): boolean {
  return intrinsics.get(specificNames.get(name)?.of ?? name)?.device === true;
}

/** A function reference, with the arguments put into the row's order and converted; undefined after an error has been reported. */
export function resolveIntrinsic(
  name: string,
  args: readonly IntrinsicActual[],
  span: Span,
  report: (d: Diagnostic) => void,
): Expr | undefined {
  const specific = specificNames.get(name);
  const row = rowOf(specific?.of ?? name);
  if (!row.gives) {
    report(errors.notAFunction(name, row, span));
    return undefined;
  }
  const reference = arrange(name, row, args, span, report);
  if (!reference || !check(reference, specific)) return undefined;
  const result = resultOf(reference);
  if (!result) return undefined;
  const e = reduce(reference, specific?.of ?? name, result.type, result.rank);
  return specific?.gives ? convert(e, typeOf(specific.gives)) : e;
}

/** `call name(args)`: the name and arguments of an 'intrinsic-call' statement. */
export function resolveIntrinsicSubroutine(
  name: string,
  args: readonly IntrinsicActual[],
  span: Span,
  report: (d: Diagnostic) => void,
): { readonly name: string; readonly args: readonly (Expr | undefined)[] } | undefined {
  const row = rowOf(specificNames.get(name)?.of ?? name);
  if (row.gives && !row.callable) {
    report(errors.notASubroutine(name, row, span));
    return undefined;
  }
  const reference = arrange(name, row, args, span, report);
  if (!reference || !check(reference, undefined)) return undefined;
  return { name, args: reference.args };
}

function rowOf(name: string): Row {
  const row = intrinsics.get(name);
  if (!row) throw new InternalError(`no intrinsic ${name}`);
  return row;
}

// ---- which argument is which ------------------------------------------------------------------------------------

function arrange(
  name: string,
  row: Row,
  actuals: readonly IntrinsicActual[],
  span: Span,
  report: Report,
): Reference | undefined {
  const params = parameters(row, actuals.length);
  const r: Reference = { name, row, params, args: params.map(() => undefined), boz: new Set(), span, report };
  let place = 0;
  for (const actual of actuals) {
    const at =
      actual.keyword === undefined ? positional(r, place, actual.value) : keyword(r, actual.keyword, actual.value.span);
    if (at === undefined) return undefined;
    if (at >= params.length) {
      report(errors.tooManyArguments(name, row, params.length, actuals.length, actual.value.span));
      return undefined;
    }
    if (r.args[at]) {
      report(errors.givenTwice(name, row, params[at]![0], actual.value.span));
      return undefined;
    }
    r.args[at] = actual.value;
    if (actual.boz) r.boz.add(at);
    place = at + 1;
  }
  return complete(r) ? r : undefined;
}

/** Its parameters, the repeated last one as often as there are arguments. */
function parameters(row: Row, given: number): (readonly [string, Param])[] {
  const params: (readonly [string, Param])[] = Object.entries(row.takes);
  const last = params.at(-1);
  if (last?.[1].repeats) while (params.length < given) params.push([`a${params.length + 1}`, last[1]]);
  return params;
}

/** A mask may stand where `dim` would. */
function positional(r: Reference, place: number, value: Expr): number {
  const isMask = value.type.base === 'logical' && r.params[place]?.[0] === 'dim' && r.params[place + 1]?.[0] === 'mask';
  return isMask ? place + 1 : place;
}

function keyword(r: Reference, word: string, at: Span): number | undefined {
  const index = r.params.findIndex(([name]) => name === word.toLowerCase());
  if (index >= 0) return index;
  const names = r.params.map(([name]) => name);
  r.report(errors.unknownKeyword(r.name, r.row, word, nearest(word, names), at));
  return undefined;
}

function complete(r: Reference): boolean {
  const missing = r.params.findIndex(([, p], i) => !p.optional && !r.args[i]);
  if (missing < 0) return true;
  r.report(errors.missingArgument(r.name, r.row, r.params[missing]![0], r.span));
  return false;
}

// ---- do they fit ------------------------------------------------------------------------------------------------

function check(r: Reference, specific: SpecificName | undefined): boolean {
  for (const [i, [name, p]] of r.params.entries()) {
    const value = r.args[i];
    if (value && !checkOne(r, name, p, value, specific, r.boz.has(i))) return false;
  }
  if (!conformable(r)) return false;
  if (specific) convertAll(r, typeOf(specific.takes));
  for (const [i, [, p]] of r.params.entries()) {
    const value = r.args[i];
    if (value && p.kind !== undefined && !p.changes) r.args[i] = convert(value, withKind(value.type, p.kind));
  }
  return alike(r);
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
  if (value.kind === 'null') return of.includes('null') || of.includes('any');
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

/** All arrays that are taken element by element have one rank. */
function conformable(r: Reference): boolean {
  let first: Expr | undefined;
  for (const [i, [, p]] of r.params.entries()) {
    const value = r.args[i];
    if (!value || value.rank === 0 || p.rank !== 'elemental') continue;
    if (first && first.rank !== value.rank) {
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
  for (const [i, [name, p]] of r.params.entries()) {
    const value = r.args[i];
    const first = p.like === undefined ? -1 : r.params.findIndex(([n]) => n === p.like);
    const other = r.args[first];
    if (!value || !other) continue;
    if (r.boz.has(i) || r.boz.has(first)) adoptKind(r, i, first);
    else if (p.mixes && isNumeric(value.type) && isNumeric(other.type)) mix(r, first, i);
    else if (!sameBase(value.type, other.type)) {
      r.report(errors.notAlike(r.name, r.row, r.params[first]![0], other, name, value));
      return false;
    }
  }
  for (const [i, [, p]] of r.params.entries()) if (p.like !== undefined) widen(r, i, p.like);
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

// ---- what comes out ---------------------------------------------------------------------------------------------

function argument(r: Reference, name: string): Expr | undefined {
  return r.args[r.params.findIndex(([n]) => n === name)];
}

function resultOf(r: Reference): { readonly type: Type; readonly rank: number } | undefined {
  const type = resultType(r);
  const rank = r.row.class === 'elemental' ? elementalRank(r) : resultRank(r);
  return type && rank !== undefined ? { type, rank } : undefined;
}

function resultType(r: Reference): Type | undefined {
  const gives = r.row.gives;
  if (!gives) throw new InternalError(`${r.name} gives nothing`);
  switch (gives.rule) {
    case 'is':
      return typeOf(gives.type);
    case 'same':
      return argument(r, gives.as)?.type ?? { base: 'any', assumed: false };
    case 'realOf': {
      const type = argument(r, gives.as)?.type ?? integer4;
      return type.base === 'complex' ? { base: 'real', kind: type.kind } : type;
    }
    case 'text':
      return textType(r, gives.length);
    case 'kind':
      return typeOfKind(r, gives);
    default:
      return impossible(gives);
  }
}

function typeOfKind(r: Reference, gives: Extract<NonNullable<Row['gives']>, { rule: 'kind' }>): Type | undefined {
  const asked = argument(r, gives.from);
  const wanted = integerOf(asked);
  if (asked && wanted !== undefined) {
    if (kindsOf[gives.base].includes(wanted)) return typeOf({ base: gives.base, kind: Number(wanted) });
    r.report(errors.noSuchKind(r.name, gives.base, wanted, asked.span));
    return undefined;
  }
  const from = typeof gives.otherwise === 'string' ? argument(r, gives.otherwise)?.type : undefined;
  const first = r.args[0]?.type;
  if (gives.complexKept && first?.base === 'complex') return typeOf({ base: gives.base, kind: first.kind });
  if (from && 'kind' in from) return typeOf({ base: gives.base, kind: from.kind });
  return typeOf({ base: gives.base, kind: typeof gives.otherwise === 'number' ? gives.otherwise : 4 });
}

const kindsOf: Readonly<Record<'integer' | 'logical' | 'real' | 'complex', readonly bigint[]>> = {
  integer: [1n, 2n, 4n, 8n],
  logical: [1n, 2n, 4n, 8n],
  real: [2n, 4n, 8n],
  complex: [4n, 8n],
};

function textType(r: Reference, length: 'one' | 'runtime' | 'product'): Type {
  if (length === 'one') return { base: 'character', kind: 1, length: knownLength(1, r.span) };
  const string = argument(r, 'string');
  const copies = integerOf(argument(r, 'ncopies'));
  const each = string && integerOf(lengthOf(string));
  if (length === 'product' && copies !== undefined && each !== undefined)
    return { base: 'character', kind: 1, length: knownLength(copies > 0n ? copies * each : 0n, r.span) };
  return { base: 'character', kind: 1, length: { kind: 'deferred' } };
}

function elementalRank(r: Reference): number {
  return Math.max(0, ...r.params.map(([, p], i) => (p.rank === 'elemental' ? (r.args[i]?.rank ?? 0) : 0)));
}

function resultRank(r: Reference): number | undefined {
  const rule = r.row.rank ?? 'scalar';
  const dim = argument(r, 'dim');
  const arrayRank = r.args[0]?.rank ?? 0;
  if (typeof rule === 'object') return namedRank(r, rule);
  switch (rule) {
    case 'scalar':
      return 0;
    case 'one':
      return 1;
    case 'reduced':
      return dim ? arrayRank - 1 : 0;
    case 'located':
      return dim ? arrayRank - 1 : 1;
    case 'bound':
      return dim ? 0 : 1;
    case 'sized':
      return argument(r, 'size') || (argument(r, 'mold')?.rank ?? 0) > 0 ? 1 : 0;
    case 'product':
      return productRank(r);
    default:
      return impossible(rule);
  }
}

function productRank(r: Reference): number | undefined {
  const [a, b] = r.args;
  if (!a || !b) return undefined;
  if (a.rank === 1 && b.rank === 1) {
    r.report(errors.wrongRank(r.name, r.row, 'matrix_b', 'matrix', b));
    return undefined;
  }
  return a.rank + b.rank - 2;
}

function namedRank(
  r: Reference,
  rule: { sameAs: string } | { oneMore: string } | { lengthOf: string },
): number | undefined {
  if ('sameAs' in rule) return argument(r, rule.sameAs)?.rank ?? 0;
  if ('oneMore' in rule) return (argument(r, rule.oneMore)?.rank ?? 0) + 1;
  const vector = argument(r, rule.lengthOf);
  const length = vector && extentsOf(vector)?.[0];
  if (length === undefined) r.report(errors.unknownRank(r.name, rule.lengthOf, vector?.span ?? r.span));
  return length;
}

function reduce(r: Reference, name: string, type: Type, rank: number): Expr {
  for (const i of r.boz) {
    const value = r.args[i];
    if (value && r.params[i]![1].like === undefined) r.args[i] = bitsAs(value, partType(type)) ?? value;
  }
  if (name === 'null') return { kind: 'null', type, rank, span: r.span };
  const folded = foldIntrinsic(name, r.row, r.args, type, rank, r.span);
  return folded ?? { kind: 'intrinsic', name, args: r.args, type, rank, span: r.span };
}

const partType = (type: Type): Type => (type.base === 'complex' ? { base: 'real', kind: type.kind } : type);

// ---- types ------------------------------------------------------------------------------------------------------

function typeOf(t: ScalarType): Type {
  return withKind(bare[t.base], t.kind);
}

const bare: Readonly<Record<ScalarType['base'], Type>> = {
  integer: integer4,
  real: { base: 'real', kind: 4 },
  complex: { base: 'complex', kind: 4 },
  logical: { base: 'logical', kind: 4 },
  character: { base: 'character', kind: 1, length: { kind: 'deferred' } },
};

/** The type with another kind (one that its base has). */
function withKind(type: Type, kind: number): Type {
  switch (type.base) {
    case 'integer':
    case 'logical':
      return { base: type.base, kind: kind === 1 ? 1 : kind === 2 ? 2 : kind === 8 ? 8 : 4 };
    case 'real':
      return { base: 'real', kind: kind === 2 ? 2 : kind === 8 ? 8 : 4 };
    case 'complex':
      return { base: 'complex', kind: kind === 8 ? 8 : 4 };
    default:
      return type;
  }
}
