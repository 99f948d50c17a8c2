/** Inquiry functions: they ask for types and shapes, which are mostly known although the values are not. */
import type { Span } from '../../../../base/source.ts';
import { integerRanges, realModel } from '../../../../library/intrinsics/real-model.ts';
import type { ConstantValue, DerivedType, Expr, Type } from '../../program.ts';
import { constant } from '../expressions/make.ts';
import { extendsType, integerOf } from '../types.ts';
import { bytesOfType } from './constant-bytes.ts';
import { boundsOf, extentsOf } from './expr-extents.ts';

type Args = readonly (Expr | undefined)[];
type Answer = ConstantValue | readonly ConstantValue[] | undefined;

export function foldInquiry(name: string, args: Args, type: Type, span: Span): Expr | undefined {
  const ask = inquiries.get(name);
  const answer = ask?.(args);
  if (answer === undefined) return undefined;
  if (!isList(answer)) return constant(answer, type, span);
  return { kind: 'constant-array', extents: [answer.length], values: answer, type, rank: 1, span };
}

function isList(answer: ConstantValue | readonly ConstantValue[]): answer is readonly ConstantValue[] {
  return Array.isArray(answer);
}

const ofType =
  (of: (type: Type) => ConstantValue | undefined) =>
  (args: Args): ConstantValue | undefined => {
    const type = args[0]?.type;
    return type && of(type);
  };

const ofReal = (of: (kind: number) => number) =>
  ofType((t) => {
    if (t.base !== 'real' && t.base !== 'complex') return undefined;
    return BigInt(of(t.kind));
  });

/** The largest number of a type; undefined for other types than integer and real. */
export function huge(t: Type): bigint | number | undefined {
  if (t.base === 'integer') return 2n ** BigInt(8 * t.kind - 1) - 1n;
  if (t.base !== 'real') return undefined;
  const { digits, maxExponent } = realModel(t.kind);
  return (1 - 2 ** -digits) * 2 ** (maxExponent - 1) * 2;
}

function digits(t: Type): ConstantValue | undefined {
  if (t.base === 'integer') return BigInt(8 * t.kind - 1);
  return t.base === 'real' ? BigInt(realModel(t.kind).digits) : undefined;
}

function range(t: Type): ConstantValue | undefined {
  if (t.base === 'integer') return BigInt(integerRanges[t.kind]);
  return t.base === 'real' || t.base === 'complex' ? BigInt(realModel(t.kind).range) : undefined;
}

/** Along `dim` (the second argument) or, without it, of all dimensions. */
function alongDim(args: Args, list: readonly bigint[] | undefined): Answer {
  if (!list) return undefined;
  if (!args[1]) return list;
  const dim = integerOf(args[1]);
  return dim === undefined ? undefined : list[Number(dim) - 1];
}

function size(args: Args): Answer {
  const extents = args[0] && extentsOf(args[0]);
  if (!extents) return undefined;
  if (!args[1]) return extents.reduce((all, n) => all * BigInt(n), 1n);
  return alongDim(args, extents.map(BigInt));
}

function bytes(args: Args): ConstantValue | undefined {
  const a = args[0];
  const each = a && bytesOfType(a.type);
  const extents = a && extentsOf(a);
  if (each === undefined || !extents) return undefined;
  return extents.reduce((all, n) => all * BigInt(n), BigInt(each));
}

function intKind(args: Args): ConstantValue | undefined {
  const r = integerOf(args[0]);
  if (r === undefined) return undefined;
  return r <= 2n ? 1n : r <= 4n ? 2n : r <= 9n ? 4n : r <= 18n ? 8n : -1n;
}

function realKind(args: Args): ConstantValue | undefined {
  const [p, r, radix] = args.map((a) => (a ? integerOf(a) : 0n));
  if (p === undefined || (args[1] && r === undefined) || (args[2] && radix === undefined)) return undefined;
  if (radix !== undefined && radix !== 0n && radix !== 2n) return -5n;
  const range = r ?? 0n;
  if (p <= 6n && range <= 37n) return 4n;
  if (p <= 15n && range <= 307n) return 8n;
  return p > 15n && range > 307n ? -3n : p > 15n ? -1n : -2n;
}

const charKinds: Readonly<Record<string, bigint>> = { ASCII: 1n, DEFAULT: 1n, ISO_10646: 4n };

function charKind(args: Args): ConstantValue | undefined {
  const name = args[0]?.kind === 'constant' ? args[0].value : undefined;
  if (typeof name !== 'string') return undefined;
  return charKinds[name.trim().toUpperCase()] ?? -1n;
}

function logicalKind(args: Args): ConstantValue | undefined {
  const bits = integerOf(args[0]);
  if (bits === undefined) return undefined;
  return bits <= 8n ? 1n : bits <= 16n ? 2n : bits <= 32n ? 4n : bits <= 64n ? 8n : -1n;
}

function length(args: Args): ConstantValue | undefined {
  const type = args[0]?.type;
  if (type?.base !== 'character' || type.length.kind !== 'known') return undefined;
  const n = integerOf(type.length.value);
  return n === undefined ? undefined : n < 0n ? 0n : n;
}

function kind(t: Type): ConstantValue | undefined {
  return 'kind' in t ? BigInt(t.kind) : undefined;
}

function storageBits(t: Type): ConstantValue | undefined {
  const bytes = bytesOfType(t);
  return bytes === undefined ? undefined : BigInt(8 * bytes);
}

/** What type an object has is known where it is not polymorphic. */
function ofTypes(ask: (a: DerivedType, b: DerivedType) => boolean): (args: Args) => Answer {
  return ([a, b]) => {
    const [one, other] = [a?.type, b?.type];
    if (one?.base !== 'derived' || other?.base !== 'derived' || one.polymorphic || other.polymorphic) return undefined;
    return ask(one.type, other.type);
  };
}

const inquiries: ReadonlyMap<string, (args: Args) => Answer> = new Map<string, (args: Args) => Answer>([
  ['kind', ofType(kind)],
  ['huge', ofType(huge)],
  ['tiny', ofType((t) => (t.base === 'real' ? 2 ** (realModel(t.kind).minExponent - 1) : undefined))],
  ['epsilon', ofType((t) => (t.base === 'real' ? 2 ** (1 - realModel(t.kind).digits) : undefined))],
  ['digits', ofType(digits)],
  ['range', ofType(range)],
  ['radix', () => 2n],
  ['precision', ofReal((k) => realModel(k).precision)],
  ['maxexponent', ofReal((k) => realModel(k).maxExponent)],
  ['minexponent', ofReal((k) => realModel(k).minExponent)],
  ['bit_size', ofType((t) => (t.base === 'integer' ? BigInt(8 * t.kind) : undefined))],
  ['storage_size', ofType(storageBits)],
  ['sizeof', bytes],
  ['int_ptr_kind', () => 8n],
  ['selected_int_kind', intKind],
  ['selected_real_kind', realKind],
  ['selected_char_kind', charKind],
  ['selected_logical_kind', logicalKind],
  ['len', length],
  ['new_line', () => '\n'],
  ['size', size],
  ['shape', (args) => args[0] && extentsOf(args[0])?.map(BigInt)],
  ['lbound', (args) => alongDim(args, args[0] && boundsOf(args[0])?.map((b) => b.lower))],
  ['ubound', (args) => alongDim(args, args[0] && boundsOf(args[0])?.map((b) => b.upper))],
  ['same_type_as', ofTypes((a, b) => a === b)],
  ['extends_type_of', ofTypes(extendsType)],
  ['rank', (args) => (args[0] && args[0].rank >= 0 ? BigInt(args[0].rank) : undefined)],
]);
