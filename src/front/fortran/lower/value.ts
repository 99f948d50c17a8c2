/** What lowering a scalar expression gives. */
import { InternalError } from '../../../base/impossible.ts';
import type { Expression } from '../../../ir/module.ts';

/** Characters in memory; the length in bytes. */
export type Text = { readonly address: Expression; readonly length: Expression };

export type Value =
  /**
   * integer: i32 (kinds 1, 2, 4, sign-extended) or i64; real: f32 (kinds 2, 4) or f64; logical of every kind: bool (loads compare with 0, stores widen);
   * procedures: ptr.host.
   */
  | { readonly kind: 'plain'; readonly x: Expression }
  | { readonly kind: 'complex'; readonly re: Expression; readonly im: Expression }
  /** `length` is an i64. The bytes may be a variable's own: copy them before changing that variable. */
  | { readonly kind: 'character'; readonly address: Expression; readonly length: Expression }
  /** `dynamic`: address of the type's table (ptr.host) where the value is polymorphic. */
  | { readonly kind: 'derived'; readonly address: Expression; readonly dynamic?: Expression };

export function plain(x: Expression): Value {
  return { kind: 'plain', x };
}

/** The expression of a value that is one. */
export function plainOf(v: Value): Expression {
  if (v.kind !== 'plain') throw new InternalError(`a plain value expected, not ${v.kind}`);
  return v.x;
}

export function complexOf(v: Value): { readonly re: Expression; readonly im: Expression } {
  if (v.kind !== 'complex') throw new InternalError(`a complex value expected, not ${v.kind}`);
  return v;
}

export function textOf(v: Value): { readonly address: Expression; readonly length: Expression } {
  if (v.kind !== 'character') throw new InternalError(`a character value expected, not ${v.kind}`);
  return v;
}

/** Where the bytes of a character or derived value lie. */
export function addressOf(v: Value): Expression {
  if (v.kind !== 'character' && v.kind !== 'derived') throw new InternalError(`no address of a ${v.kind} value`);
  return v.address;
}
