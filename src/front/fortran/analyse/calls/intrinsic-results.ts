/** Type and rank of what an intrinsic function gives. */
import { InternalError, impossible } from '../../../../base/impossible.ts';
import type { Row } from '../../../../library/intrinsics/row.ts';
import * as errors from '../../errors/intrinsics.ts';
import type { Type } from '../../program.ts';
import { knownLength, lengthOf } from '../expressions/make.ts';
import { extentsOf } from '../fold/expr-extents.ts';
import { typeOf } from '../scalar-types.ts';
import { integer4, integerOf } from '../types.ts';
import { argument, type Reference } from './intrinsic-reference.ts';

export function resultOf(r: Reference): { readonly type: Type; readonly rank: number } | undefined {
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
    case 'same': {
      const type = argument(r, gives.as)?.type ?? { base: 'any', assumed: false };
      return gives.longest && type.base === 'character' ? longest(r, type) : type;
    }
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

/** Where one of the lengths is not known, it shows at run time. */
function longest(r: Reference, type: Extract<Type, { base: 'character' }>): Type {
  const lengths = r.args.filter((a) => a !== undefined).map((a) => integerOf(lengthOf(a)));
  if (lengths.some((n) => n === undefined)) return { ...type, length: { kind: 'deferred' } };
  const most = lengths.map((n) => n ?? 0n).reduce((a, b) => (a > b ? a : b), 0n);
  return { ...type, length: knownLength(most, r.span) };
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
  const { base, otherwise } = gives;
  if (typeof otherwise === 'number' && otherwise !== 4) return typeOf({ base, kind: otherwise });
  const { defaultInteger, defaultReal } = r.defaults;
  return typeOf({ base, kind: base === 'integer' || base === 'logical' ? defaultInteger : defaultReal });
}

const kindsOf: Readonly<Record<'integer' | 'logical' | 'real' | 'complex', readonly bigint[]>> = {
  integer: [1n, 2n, 4n, 8n],
  logical: [1n, 2n, 4n, 8n],
  real: [2n, 4n, 8n],
  complex: [4n, 8n],
};

function textType(r: Reference, length: 'one' | 'runtime' | 'product'): Type {
  const string = argument(r, 'string') ?? argument(r, 'a');
  const asked = integerOf(argument(r, 'kind'));
  const same = string?.type.base === 'character' ? string.type.kind : 1;
  const kind = asked === 4n ? 4 : asked === undefined ? same : 1;
  const known = (n: bigint): Type => ({ base: 'character', kind, length: knownLength(n, r.span) });
  if (length === 'one') return known(1n);
  const copies = integerOf(argument(r, 'ncopies'));
  const each = string && integerOf(lengthOf(string));
  if (length === 'product' && copies !== undefined && each !== undefined)
    return known(copies > 0n ? copies * each : 0n);
  return { base: 'character', kind, length: { kind: 'deferred' } };
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
