/**
 * Values that an iteration of `do concurrent` stores and reads again by subscripts that arrays tell: others may use the same place meanwhile (Fortran 2018, 11.1.7.5),
 * so that iterations cannot be mixed.
 */
import { events, someInside } from '../../analyse/walk-program.ts';
import type { Expr, Stmt } from '../../program.ts';
import { rootOf, sameDesignator } from './array-alias.ts';

type Element = Expr & { readonly kind: 'element' };

export function meetsValues(body: readonly Stmt[]): boolean {
  const stored: Element[] = [];
  const read: Element[] = [];
  const look = (e: Expr): boolean => {
    if (e.kind === 'element') read.push(e);
    return someInside(e, look);
  };
  for (const e of events(body)) {
    if (e.kind === 'read') look(e.value);
    else if (e.kind === 'write' && e.to.kind === 'element') stored.push(e.to);
  }
  return stored.some((to) => read.some((e) => mayMeet(to, e)));
}

function mayMeet(a: Element, b: Element): boolean {
  return rootOf(a) === rootOf(b) && !sameDesignator(a, b) && (isIndirect(a) || isIndirect(b));
}

function isIndirect(e: Element): boolean {
  return e.subscripts.some((s) => s.kind === 'index' && asksArray(s.value));
}

function asksArray(e: Expr): boolean {
  return e.kind === 'element' || e.kind === 'call' || someInside(e, asksArray);
}
