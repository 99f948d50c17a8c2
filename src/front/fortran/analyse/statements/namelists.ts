/** What may be transferred by a namelist (Fortran 2018, 8.9, 12.6.3). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Span } from '../../../../base/source.ts';
import * as assignmentErrors from '../../errors/assignments.ts';
import * as ioErrors from '../../errors/io.ts';
import type { Component, DerivedType, Expr, Namelist } from '../../program.ts';
import type { Env } from '../context.ts';
import { seesPrivate } from '../expressions/designators.ts';
import { itemProblem } from '../rules/io-items.ts';
import { lookupOperator } from '../scope.ts';
import { rankOf } from '../types.ts';
import { notDefinable } from './definable.ts';

/** Each variable of the group could be an item. */
export function namelistFits(env: Env, group: Namelist, direction: 'read' | 'write', span: Span): boolean {
  let good = true;
  for (const v of group.variables) {
    const value: Expr = { kind: 'variable', variable: v, type: v.type, rank: Math.max(0, rankOf(v.shape)), span };
    const why = direction === 'read' ? notDefinable(env, value) : undefined;
    if (why) good = no(env, assignmentErrors.notDefinable(value, why));
    else if (v.shape?.kind === 'assumed-size')
      good = no(env, ioErrors.namelistObject(v, 'its size is not known', span));
    else if (v.type.base === 'derived' && !v.type.polymorphic && !hasOwnTransfer(env, v.type.type)) {
      const sees = (type: DerivedType, c: Component) => !c.private || seesPrivate(env, type, c);
      if (itemProblem(value, direction, sees))
        good = no(env, ioErrors.namelistObject(v, 'its type has components that cannot be read or written', span));
    }
  }
  return good;
}

function hasOwnTransfer(env: Env, type: DerivedType, seen: ReadonlySet<DerivedType> = new Set()): boolean {
  const forms = ['read(formatted)', 'write(formatted)'];
  if (forms.some((k) => type.generics.has(k) || lookupOperator(env, k).length > 0)) return true;
  const known = new Set([...seen, type]);
  return type.components.some(
    (c) => c.type.base === 'derived' && !known.has(c.type.type) && hasOwnTransfer(env, c.type.type, known),
  );
}

function no(env: Env, d: Diagnostic): false {
  env.file.report(d);
  return false;
}
