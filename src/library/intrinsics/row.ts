/**
 * How an intrinsic procedure of Fortran is written down: one row says what it takes, what it gives, how it becomes IR and with which inputs to try it.
 * Name resolution, folding, lowering, hover texts, the manual and the tests read the same rows (all of them: `intrinsics` in table.ts).
 * Knows IR, but not the front end: types are named by base and kind.
 */
import type { Expression } from '../../ir/module.ts';

export type Base = 'integer' | 'real' | 'complex' | 'logical' | 'character' | 'derived';

/** A scalar intrinsic type. Character: kind 1. */
export type ScalarType = { readonly base: Exclude<Base, 'derived'>; readonly kind: number };

/**
 * What an argument may be.
 * of      allowed bases; `any` is every type, `procedure` and `null` what they say, `boz` a literal such as z'ff' (bits)
 * kind    a value of another kind of the same base is converted to this one
 * like    same base as that argument; where the kinds differ both are converted to the larger (an extension); a logical or integer is not mixed
 * rank    elemental: any, all arrays of a call have one rank; any: any, and not conformable with the others; others as they say
 */
export type Param = {
  readonly of: readonly (Base | 'any' | 'procedure' | 'null' | 'boz')[];
  readonly rank: 'elemental' | 'any' | 'scalar' | 'array' | 'vector' | 'matrix' | 'vectorOrMatrix' | 'scalarOrOneLess';
  readonly kind?: number;
  readonly like?: string;
  /** With `like`: numbers of different bases are converted to the type that their product has. */
  readonly mixes?: boolean;
  readonly optional?: boolean;
  /** A scalar constant expression (`kind=`). */
  readonly constant?: boolean;
  /** A variable that is set. */
  readonly changes?: boolean;
  /** The last one: may be given again and again (max, min). */
  readonly repeats?: boolean;
};

/**
 * Type of the result.
 * same      type, kind and character length of that argument
 * is        this one; kind `default` is 4
 * kind      `base` of the kind that the argument `from` says (a constant), else of kind `otherwise` (of an argument, where it is a name)
 * realOf    a complex gives real of its kind, anything else stays itself
 * text      character: `one` byte; `runtime` length known only then; `product`: length of `string` times `ncopies` where both are known
 */
export type Gives =
  /** `longest`: characters have the length of the longest argument. */
  | { readonly rule: 'same'; readonly as: string; readonly longest?: boolean }
  | { readonly rule: 'is'; readonly type: { readonly base: Exclude<Base, 'derived'>; readonly kind: number } }
  | {
      readonly rule: 'kind';
      readonly base: Exclude<Base, 'derived' | 'character'>;
      readonly from: string;
      readonly otherwise: number | string;
      /** Where the first argument is complex and no kind is given: its kind. */
      readonly complexKept?: boolean;
    }
  | { readonly rule: 'realOf'; readonly as: string }
  | { readonly rule: 'text'; readonly length: 'one' | 'runtime' | 'product' };

/**
 * Rank of the result of what is not elemental.
 * scalar; one; sameAs an argument; reduced: one less than `array` where `dim` is present, else 0; located: the same, else 1;
 * oneMore than `source`; lengthOf a constant-size vector (`shape` of reshape); product: of matmul; sized: 1 (transfer with an array mold or size, else 0);
 * bound: 0 with `dim`, else 1.
 */
export type Rank =
  | 'scalar'
  | 'one'
  | { readonly sameAs: string }
  | 'reduced'
  | 'located'
  | { readonly oneMore: string }
  | { readonly lengthOf: string }
  | 'product'
  | 'sized'
  | 'bound';

export type Row = {
  readonly doc: string;
  readonly class: 'elemental' | 'inquiry' | 'transformational' | 'subroutine';
  /** Ordered. */
  readonly takes: Readonly<Record<string, Param>>;
  /** Absent: a subroutine only. */
  readonly gives?: Gives;
  readonly rank?: Rank;
  /** What the first argument is called where it stands alone. */
  readonly alone?: string;
  /** A function that may be called as a subroutine too, or a subroutine (`gives` absent). */
  readonly callable?: boolean;
  /** May stand in device code. */
  readonly device: boolean;
  /** Beyond the standard. */
  readonly extension?: boolean;
  /** What a row without `lower` is made by (`front/fortran/lower/calls/intrinsic.ts`). */
  readonly by?: By;
  readonly lower?: Lower;
  /** Inputs for tests: bigint is integer, number real, pair complex, boolean logical, string character. */
  readonly tries?: readonly (readonly Try[])[];
  /** Allowed distance from another implementation, in units of the last place. */
  readonly ulp?: number;
};

/** `image`: gone when a program has been analysed. */
export type By = 'array' | 'text' | 'inquiry' | 'call' | 'image';
export type Try = bigint | number | boolean | string | readonly [number, number];

/**
 * A scalar in IR. integer(1,2,4): one i32, sign-extended; integer(8): i64; real(2,4): f32; real(8): f64; logical of any kind: one `bool`;
 * complex: real and imaginary part; character: address, length (i64).
 */
export type ScalarValue = { readonly type: ScalarType; readonly parts: readonly Expression[] };

export interface Lowering {
  /** Of the result. */
  readonly gives: ScalarType;
  /** The value for use more than once: constants and locals stay as they are, anything else is computed into a new local. */
  keep(value: Expression): Expression;
}

/** `args` in the row's order, undefined where absent; the value's parts come back. Conversions between arguments' kinds have been made. */
export type Lower = (args: readonly (ScalarValue | undefined)[], to: Lowering) => readonly Expression[];

// ---- words for rows ---------------------------------------------------------------------------------------------

const param = (...of: Param['of']): Param => ({ of, rank: 'elemental' });

export const integer = param('integer');
export const real = param('real');
export const complex = param('complex');
export const logical = param('logical');
export const character = param('character');
export const numeric = param('integer', 'real', 'complex');
export const realOrComplex = param('real', 'complex');
export const integerOrReal = param('integer', 'real');
export const ordered = param('integer', 'real', 'character');
export const anything: Param = { of: ['any'], rank: 'any' };

export const optional = (p: Param): Param => ({ ...p, optional: true });
export const like = (p: Param, other: string): Param => ({ ...p, like: other });
export const ofKind = (p: Param, kind: number): Param => ({ ...p, kind });
export const scalar = (p: Param): Param => ({ ...p, rank: 'scalar' });
export const array = (p: Param): Param => ({ ...p, rank: 'array' });
export const vector = (p: Param): Param => ({ ...p, rank: 'vector' });
export const ofAnyRank = (p: Param): Param => ({ ...p, rank: 'any' });
export const variable = (p: Param): Param => ({ ...p, changes: true });
/** `kind=`: a scalar constant. */
export const kindArgument: Param = { of: ['integer'], rank: 'scalar', optional: true, constant: true };

export const sameAs = (as: string): Gives => ({ rule: 'same', as });
export const realOf = (as: string): Gives => ({ rule: 'realOf', as });
export const is = (base: Exclude<Base, 'derived'>, kind = base === 'character' ? 1 : 4): Gives => ({
  rule: 'is',
  type: { base, kind },
});
export const defaultInteger = is('integer');
export const defaultLogical = is('logical');
export const integerOfKind: Gives = { rule: 'kind', base: 'integer', from: 'kind', otherwise: 4 };
export const text = (length: 'one' | 'runtime' | 'product'): Gives => ({ rule: 'text', length });

const knownParameters = new WeakMap<Row, readonly (readonly [string, Param])[]>();

/** What a row takes, in order. */
export function ownParameters(row: Row): readonly (readonly [string, Param])[] {
  const known = knownParameters.get(row);
  if (known) return known;
  const made = Object.entries(row.takes);
  knownParameters.set(row, made);
  return made;
}
