/**
 * The parts of lowering that need each other in a circle. A file that needs one above it calls `ctx.parts.…`; lower-file.ts puts the table together.
 */
import type { Expression } from '../../../ir/module.ts';
import type { BinaryOp, Component, ConstantValue, DerivedType, Expr, Stmt, Type, Variable } from '../program.ts';
import type { Elements } from './arrays/array-value.ts';
import type { View } from './arrays/view.ts';
import type { Side } from './calls/abi.ts';
import type { Value } from './value.ts';
import type { Place } from './variables/place.ts';

/** `C`: the function being lowered (context.ts). */
export type PartsOf<C> = ScalarPartsOf<C> & ArrayPartsOf<C>;

export type ScalarPartsOf<C> = {
  /** The value of an expression of rank 0. May emit statements; temporaries are freed at the end of the statement. */
  readonly scalar: (ctx: C, e: Expr) => Value;
  /** A logical scalar as a bool. */
  readonly condition: (ctx: C, e: Expr) => Expression;
  /** An integer scalar as an i64. */
  readonly index: (ctx: C, e: Expr) => Expression;
  /** The address of a scalar designator's data (of the target, for a pointer; of the allocated data, for an allocatable). */
  readonly address: (ctx: C, e: Expr) => Expression;
  /** The address of the descriptor of an allocatable, pointer or polymorphic designator (whole variable or component), of every rank. */
  readonly descriptorAddress: (ctx: C, e: Expr) => Expression;
  /** i64: the length of a character expression or the bytes of an element of any other type. */
  readonly elementBytes: (ctx: C, e: Expr) => Expression;
  readonly statements: (ctx: C, list: readonly Stmt[]) => void;
  /** Calls a function: `hidden` are the addresses for a character, derived or array result (see call.ts). */
  readonly call: (ctx: C, e: Expr & { readonly kind: 'call' }, hidden: readonly Expression[]) => Value | undefined;
  /** The address of what a function with a scalar pointer result points to; undefined for other functions. */
  readonly pointerResult: (ctx: C, e: Expr & { readonly kind: 'call' }) => Expression | undefined;
  /** Calls a function with a pointer or allocatable result: the address of its descriptor. */
  readonly callDescribed: (ctx: C, e: Expr & { readonly kind: 'call' }) => Expression;
  /** Calls a function with an array result: where the elements lie until the end of the statement. */
  readonly callArray: (ctx: C, e: Expr & { readonly kind: 'call' }) => Place & { readonly kind: 'array' };
  /** Where a dummy lives, given the parameters passed for it (abi.ts). May emit loads of bounds. */
  readonly dummyPlace: (ctx: C, dummy: Variable, params: readonly Expression[], side: Side) => Place;
  /** The address of constants in memory, one after another (constant-array and structure constants). */
  readonly constantAddress: (ctx: C, type: Type, values: readonly ConstantValue[]) => Expression;
  /** An elemental procedure called with scalar values already lowered, in the order of the dummies. */
  readonly callElemental: (
    ctx: C,
    e: (Expr | Stmt) & { readonly kind: 'call' },
    args: readonly (Value | undefined)[],
  ) => Value | undefined;
  /** An elemental intrinsic on scalar values already lowered. */
  readonly elemental: (
    ctx: C,
    name: string,
    args: readonly (Value | undefined)[],
    types: readonly (Type | undefined)[],
    result: Type,
  ) => Value;
  readonly binary: (ctx: C, op: BinaryOp, left: Value, right: Value, leftType: Type, rightType: Type) => Value;
  /** Where a variable that has no place yet lives: statics and host variables. */
  readonly declare: (ctx: C, v: Variable) => Place;
  /** Gives a component or variable of derived type its default values (null for allocatables). */
  readonly initialize: (ctx: C, type: DerivedType, address: Expression) => void;
  /** Intrinsic assignment of a scalar of derived type, allocatable components copied too. */
  readonly assignDerived: (ctx: C, type: DerivedType, to: Expression, from: Expression) => void;
  /** Frees the allocatable components (and finalises) of one object of derived type. */
  readonly release: (ctx: C, type: DerivedType, address: Expression) => void;
  /** The address (ptr.host) of the table of a type: what stands in a descriptor's type field; of intrinsic types too, for class(*). */
  readonly typeTable: (ctx: C, type: Type) => Expression;
};

/** Of the array side. */
export type ArrayPartsOf<C> = {
  /** An array expression for a loop over its elements (a scalar stands for every element). */
  readonly elements: (ctx: C, e: Expr) => Elements;
  /**
   * assign with an array on the left or `transfer`, pointer-assign (of every rank; procedure pointers not), where, forall, do-concurrent, allocate, deallocate, nullify, launch, kernel-loop.
   */
  readonly arrayStatement: (ctx: C, s: Stmt) => void;
  /** The address of an array element: every subscript an index, `base` an array designator. */
  readonly elementAddress: (ctx: C, e: Expr & { readonly kind: 'element' }) => Expression;
  /** An intrinsic of rank 0 that takes an array (or asks about one): sum, size, ubound, allocated, associated, dot_product … */
  readonly arrayIntrinsic: (ctx: C, e: Expr & { readonly kind: 'intrinsic' }) => Value;
  /**
   * The actual argument for an array dummy, or for a dummy that is allocatable, pointer or polymorphic of rank > 0: one address (a descriptor's or the first element's);
   * for an element passed to an array dummy too. Copies back at the end of the statement.
   */
  readonly arrayArgument: (ctx: C, dummy: Variable | undefined, actual: Expr) => Expression;
  /** Bytes from the address that `arrayArgument` gave to the end of an array that a descriptor tells of; undefined for others. */
  readonly argumentRoom: (ctx: C, actual: Expr, address: Expression) => Expression | undefined;
  /** The elements of a designator one after another: where they lie, or a copy until the end of the statement, which then goes `back`. */
  readonly packedArray: (ctx: C, e: Expr, back: boolean) => Expression;
  /** `visit` for each element in element order; `address` where it is a designator. */
  readonly eachElement: (ctx: C, e: Expr, visit: (element: Value, address: Expression | undefined) => void) => void;
  /** In host code: calls a function whose array lies in the device's memory, until the end of the statement; undefined for other functions. */
  readonly deviceResult: (ctx: C, e: Expr & { readonly kind: 'call' }) => View | undefined;
  /** An array expression as an array in place: a view of a designator (no copy), or the elements of any other expression in a temporary. */
  readonly arrayPlace: (ctx: C, e: Expr) => Place & { readonly kind: 'array' };
  /** Where `e` is a contiguous array in host memory: its address and number of elements. */
  readonly contiguous: (ctx: C, e: Expr) => { readonly address: Expression; readonly count: Expression } | undefined;
  /** Deep copy of an allocatable component (rank 0 too): `to` and `from` are descriptors; `to` holds garbage or null where `fresh`. */
  readonly copyAllocatable: (ctx: C, c: Component, to: Expression, from: Expression, fresh: boolean) => void;
  /** Frees an allocatable (rank 0 too) through its descriptor where it is allocated: at the end of a procedure, for a component. Leaves it unallocated. */
  readonly freeAllocatable: (
    ctx: C,
    of: Pick<Variable, 'type' | 'shape' | 'attributes'>,
    descriptor: Expression,
  ) => void;
  /** Sets a new descriptor to unallocated or null: base 0, bytes of an element, type, rank. */
  readonly emptyDescriptor: (
    ctx: C,
    of: Pick<Variable, 'type' | 'shape' | 'attributes'>,
    descriptor: Expression,
  ) => void;
};
