/** Short ways to write IR expressions. The type of an operation follows from its arguments; a wrong use is a bug of ours and throws. */
import { InternalError } from '../base/impossible.ts';
import type { Expression } from './module.ts';
import {
  type Operation,
  type OperationName,
  operations,
  type Signature,
  type SpecialName,
  type Value,
} from './operations.ts';
import { isPointer, loadedType, type MemoryType, type PointerType, type ValueType } from './types.ts';

const rows: Readonly<Record<OperationName, Operation>> = operations;

/** Constants from -16 on that stand in many places are one object each. */
const least = -16;
const common = Array.from({ length: 528 }, (_, i) => i + least);
const common32: readonly Expression[] = common.map((value) => ({ kind: 'const', type: 'i32', value }));
const common64: readonly Expression[] = common.map((value) => ({ kind: 'const', type: 'i64', value: BigInt(value) }));

export function i32(value: number): Expression {
  return common32[value - least] ?? { kind: 'const', type: 'i32', value: value | 0 };
}

export function i64(value: number | bigint): Expression {
  return common64[Number(value) - least] ?? { kind: 'const', type: 'i64', value: BigInt.asIntN(64, BigInt(value)) };
}

/** A constant of either type, cut to its width. */
export function integer(type: ValueType, value: number | bigint): Expression {
  return type === 'i64' ? i64(value) : i32(Number(BigInt.asIntN(32, BigInt(value))));
}

/** A whole number as one of another width. */
export function toInteger(type: ValueType, e: Expression): Expression {
  if (e.type === type) return e;
  return type === 'i64' ? op('extend', [e]) : op('wrap', [e]);
}

export function f32(value: number): Expression {
  return { kind: 'const', type: 'f32', value: Math.fround(value) };
}

export function f64(value: number): Expression {
  return { kind: 'const', type: 'f64', value };
}

export function bool(value: boolean): Expression {
  return { kind: 'const', type: 'bool', value };
}

export function zeroOf(type: ValueType): Expression {
  if (type === 'bool') return bool(false);
  return { kind: 'const', type, value: type === 'i64' || isPointer(type) ? 0n : 0 };
}

export function nullPointer(type: PointerType): Expression {
  return { kind: 'const', type, value: 0n };
}

export function local(index: number, type: ValueType): Extract<Expression, { kind: 'local' }> {
  return { kind: 'local', type, index };
}

export function special(name: SpecialName): Expression {
  return { kind: 'special', type: 'i32', name };
}

export function load(memory: MemoryType, from: Expression, offset = 0): Expression {
  return { kind: 'load', type: loadedType(memory), memory, from, offset };
}

/** `name` applied to `args`, folded where all are constant. `gives` is needed only where the arguments leave it open (conversions to several types, casts). */
export function op(name: OperationName, args: readonly Expression[], gives?: ValueType): Expression {
  const signature = signatureFor(rows[name].signatures, args, gives);
  if (!signature)
    throw new InternalError(
      `no operation ${name}(${args.map((a) => a.type).join(', ')})${gives ? ` giving ${gives}` : ''}`,
    );
  const type = signature.gives === 'pointer' ? (gives ?? args.find((a) => isPointer(a.type))!.type) : signature.gives;
  const folded = fold(signature.meaning, args);
  return folded === undefined ? { kind: 'op', type, op: name, args } : { kind: 'const', type, value: folded };
}

function signatureFor(
  signatures: readonly Signature[],
  args: readonly Expression[],
  gives: ValueType | undefined,
): Signature | undefined {
  for (const s of signatures) if (takes(s.takes, args) && (gives === undefined || fits(s.gives, gives))) return s;
  return undefined;
}

function takes(wanted: Signature['takes'], args: readonly Expression[]): boolean {
  if (wanted.length !== args.length) return false;
  for (let i = 0; i < args.length; i++) if (!fits(wanted[i]!, args[i]!.type)) return false;
  return true;
}

function fits(wanted: ValueType | 'pointer', type: ValueType): boolean {
  return wanted === type || (wanted === 'pointer' && isPointer(type));
}

function fold(
  meaning: ((...args: never[]) => Value | undefined) | undefined,
  args: readonly Expression[],
): Value | undefined {
  if (!meaning) return undefined;
  for (const a of args) if (a.kind !== 'const') return undefined;
  const values = args.flatMap((a) => (a.kind === 'const' ? [a.value] : []));
  const call: (...values: never[]) => Value | undefined = meaning;
  return Reflect.apply(call, undefined, values);
}

/** `pointer` plus `bytes` (i64), with constants gathered. */
export function offset(pointer: Expression, bytes: Expression): Expression {
  if (bytes.kind === 'const' && bytes.value === 0n) return pointer;
  return op('offset', [pointer, bytes]);
}

export const add = (a: Expression, b: Expression): Expression => (isZero(b) ? a : isZero(a) ? b : op('add', [a, b]));
export const sub = (a: Expression, b: Expression): Expression => (isZero(b) ? a : op('sub', [a, b]));
export const mul = (a: Expression, b: Expression): Expression => (isOne(b) ? a : isOne(a) ? b : op('mul', [a, b]));
export const and = (a: Expression, b: Expression): Expression => op('and', [a, b]);
export const or = (a: Expression, b: Expression): Expression => op('or', [a, b]);
export const not = (a: Expression): Expression => op('not', [a]);
export const eq = (a: Expression, b: Expression): Expression => op('eq', [a, b]);
export const ne = (a: Expression, b: Expression): Expression => op('ne', [a, b]);
export const lt = (a: Expression, b: Expression): Expression => op('lt', [a, b]);
export const select = (c: Expression, a: Expression, b: Expression): Expression => op('select', [c, a, b]);

/** i32 to i64 with its sign; an i64 stays. */
export function wide(x: Expression): Expression {
  return x.type === 'i64' ? x : op('extend', [x]);
}

function isZero(x: Expression): boolean {
  return x.kind === 'const' && (x.type === 'i32' || x.type === 'i64') && (x.value === 0 || x.value === 0n);
}

function isOne(x: Expression): boolean {
  return x.kind === 'const' && (x.type === 'i32' || x.type === 'i64') && (x.value === 1 || x.value === 1n);
}
