/** Rules on what can be read or written where no procedure of its type does it (Fortran 2018, 12.6.3). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as ioErrors from '../../errors/io.ts';
import type { Component, DerivedType, Expr } from '../../program.ts';
import { allComponents } from '../types.ts';

/** `sees`: whether the statement stands where the component can be named. */
export function itemProblem(
  value: Expr,
  statement: 'read' | 'write',
  sees: (type: DerivedType, c: Component) => boolean,
): Diagnostic | undefined {
  const { type } = value;
  if (type.base === 'any' || (type.base === 'derived' && type.polymorphic))
    return ioErrors.polymorphicItem(value, statement);
  return type.base === 'derived' ? ofComponents(value, type.type, sees) : undefined;
}

function ofComponents(
  value: Expr,
  type: DerivedType,
  sees: (type: DerivedType, c: Component) => boolean,
): Diagnostic | undefined {
  for (const c of allComponents(type)) {
    if (c.parameter) continue;
    const what =
      c.procedure || c.attributes.pointer
        ? 'the pointer'
        : c.attributes.allocatable && !c.fixed
          ? 'the allocatable'
          : undefined;
    if (what) return ioErrors.componentItem(value, c, what);
    if (!sees(type, c)) return ioErrors.componentItem(value, c, 'the private');
    const inner = c.type.base === 'derived' ? ofComponents(value, c.type.type, sees) : undefined;
    if (inner) return inner;
  }
  return undefined;
}
