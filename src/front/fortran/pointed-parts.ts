/** Pointer components that `data` statements associate: where they lie in their variables, and with what. */
import type { Component, Expr, Variable } from './program.ts';

export type PointedPart = {
  /** From the variable: elements by their places from 0, and components; the pointer is the last one. */
  readonly path: readonly (
    | { readonly kind: 'index'; readonly at: number }
    | { readonly kind: 'component'; readonly component: Component }
  )[];
  readonly target: Expr | 'null';
};

const parts = new WeakMap<Variable, PointedPart[]>();

export function notePointed(v: Variable, part: PointedPart): void {
  const known = parts.get(v);
  if (known) known.push(part);
  else parts.set(v, [part]);
}

export function pointedParts(v: Variable): readonly PointedPart[] {
  return parts.get(v) ?? [];
}
