/** Rules on arguments of intrinsic procedures that ask for more than a type and a rank. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Row } from '../../../../library/intrinsics/row.ts';
import * as allocationErrors from '../../errors/allocation.ts';
import * as callErrors from '../../errors/calls.ts';
import * as intrinsicErrors from '../../errors/intrinsics.ts';
import * as pointerErrors from '../../errors/pointers.ts';
import type { Expr } from '../../program.ts';
import { isAllocatable, isPointer, procedureVariable } from '../calls/arguments.ts';
import { extentsOf } from '../fold/expr-extents.ts';
import { extendsType, integerOf, sameType } from '../types.ts';
import { isTarget } from './pointers.ts';

/** Arguments in the order of the row. */
type Rule = (args: readonly (Expr | undefined)[]) => Diagnostic | undefined;

const rules: Readonly<Record<string, Rule>> = {
  allocated: ([of]) => (of && !isAllocatable(of) ? allocationErrors.notAllocatableAsked(of) : undefined),
  associated([of, target]) {
    if (of && !isPointer(of) && !procedureVariable(of)) return pointerErrors.notAPointer(of);
    if (!of || !target || target.kind === 'procedure' || target.kind === 'null' || procedureVariable(of))
      return undefined;
    if (!isTarget(target)) return pointerErrors.notATarget(target);
    return mayBeSame(of, target) ? undefined : pointerErrors.pointerType(of, target);
  },
  eoshift: ([array, , boundary]) =>
    array?.type.base === 'derived' && !boundary ? intrinsicErrors.boundaryMissing(array) : undefined,
  present: ([of]) =>
    of && !(of.kind === 'variable' && of.variable.attributes.optional) ? callErrors.notOptional(of) : undefined,
  move_alloc([from, to]) {
    for (const e of [from, to]) if (e && !isAllocatable(e)) return allocationErrors.notAllocatable(e);
    if (!from || !to) return undefined;
    if (from.rank !== to.rank) return pointerErrors.pointerRank(to, from);
    return mayBeSame(to, from) ? undefined : pointerErrors.pointerType(to, from);
  },
};

function mayBeSame(a: Expr, b: Expr): boolean {
  if (a.type.base === 'any' || b.type.base === 'any') return true;
  if (a.type.base === 'derived' && b.type.base === 'derived')
    return extendsType(a.type.type, b.type.type) || extendsType(b.type.type, a.type.type);
  return sameType(a.type, b.type);
}

export function argumentProblem(name: string, args: readonly (Expr | undefined)[], row: Row): Diagnostic | undefined {
  return rules[name]?.(args) ?? dimensionProblem(name, args, row) ?? shapeProblem(name, args, row);
}

/** `dim=` of an array that is there: 1 to its rank (one more for `spread`). */
function dimensionProblem(name: string, args: readonly (Expr | undefined)[], row: Row): Diagnostic | undefined {
  const dim = args[Object.keys(row.takes).indexOf('dim')];
  const array = args[0];
  const at = integerOf(dim);
  if (!dim || !array || at === undefined || array.rank <= 0) return undefined;
  const most = array.rank + (name === 'spread' ? 1 : 0);
  return at >= 1n && at <= BigInt(most) ? undefined : intrinsicErrors.noDimension(name, array, most, at, dim.span);
}

function shapeProblem(name: string, args: readonly (Expr | undefined)[], row: Row): Diagnostic | undefined {
  const [a, b] = args;
  if (name === 'dot_product' || name === 'matmul') {
    if (!a || !b) return undefined;
    const [x, y] = [extentsOf(a)?.at(-1), extentsOf(b)?.[0]];
    return x !== undefined && y !== undefined && x !== y ? intrinsicErrors.otherExtent(name, a, x, b, y) : undefined;
  }
  const mask = args[Object.keys(row.takes).indexOf('mask')];
  if (!a || !mask || mask === a || mask.rank <= 0 || row.class !== 'transformational' || name === 'unpack')
    return undefined;
  const [x, y] = [extentsOf(a), extentsOf(mask)];
  const differ = a.rank !== mask.rank || (x && y && x.some((n, i) => n !== y[i]));
  return differ ? intrinsicErrors.otherMask(name, a, mask) : undefined;
}
