/** Rules on arguments of intrinsic procedures that ask for more than a type and a rank. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Row } from '../../../../library/intrinsics/row.ts';
import { firstState } from '../../../../library/random.ts';
import * as allocationErrors from '../../errors/allocation.ts';
import * as callErrors from '../../errors/calls.ts';
import * as argumentErrors from '../../errors/intrinsic-arguments.ts';
import * as intrinsicErrors from '../../errors/intrinsics.ts';
import * as pointerErrors from '../../errors/pointers.ts';
import type { Expr, Type } from '../../program.ts';
import { isAllocatable, isPointer, procedureVariable } from '../calls/arguments.ts';
import { pathOf, samePath } from '../expressions/designator-paths.ts';
import { extentsOf } from '../fold/expr-extents.ts';
import { extendsType, integerOf, sameType } from '../types.ts';
import { isTarget } from './pointers.ts';

/** Arguments in the order of the row. */
type Rule = (args: readonly (Expr | undefined)[]) => Diagnostic | undefined;

const rules: Readonly<Record<string, Rule>> = {
  allocated: ([of]) => {
    if (!of || isAllocatable(of)) return undefined;
    return isPointer(of) ? allocationErrors.allocatedPointer(of) : allocationErrors.notAllocatableAsked(of);
  },
  associated([of, target]) {
    if (of && !isPointer(of) && !procedureVariable(of)) return pointerErrors.notAPointer(of);
    if (!of || !target || target.kind === 'procedure' || target.kind === 'null' || procedureVariable(of))
      return undefined;
    if (!isTarget(target)) return pointerErrors.notATarget(target);
    return mayBeSame(of, target) ? undefined : pointerErrors.pointerType(of, target);
  },
  eoshift([array, , boundary, dim]) {
    if (array?.type.base === 'derived' && !boundary) return intrinsicErrors.boundaryMissing(array);
    const extents = array && extentsOf(array);
    const [at, given] = [dim ? integerOf(dim) : 1n, boundary && extentsOf(boundary)];
    if (!boundary || boundary.rank <= 0 || !extents || !given || at === undefined) return undefined;
    const wanted = extents.filter((_, i) => i !== Number(at) - 1);
    const fits = wanted.length === given.length && wanted.every((n, i) => n === given[i]);
    return fits ? undefined : argumentErrors.boundaryShape(boundary, wanted, given);
  },
  random_seed([size, put, get]) {
    const given = [size, put, get].filter((e) => e !== undefined && !isOptional(e));
    if (given[1]) return intrinsicErrors.oneArgument('random_seed', given[1].span);
    for (const [param, e] of [
      ['put', put],
      ['get', get],
    ] as const) {
      const count = e && extentsOf(e)?.[0];
      if (e && count !== undefined && count < firstState.length)
        return intrinsicErrors.tooFewElements('random_seed', param, firstState.length, count, e.span);
    }
    return undefined;
  },
  present: ([of]) =>
    of && !(of.kind === 'variable' && of.variable.attributes.optional) ? callErrors.notOptional(of) : undefined,
  same_type_as: ([a, b]) => notExtensible(a) ?? notExtensible(b),
  extends_type_of: ([a, b]) => notExtensible(a) ?? notExtensible(b),
  date_and_time([, , , values]) {
    const count = values && extentsOf(values)?.[0];
    return values && count !== undefined && count < 8
      ? intrinsicErrors.tooFewElements('date_and_time', 'values', 8, count, values.span)
      : undefined;
  },
  min: (args) => otherCharacterKind('min', args),
  max: (args) => otherCharacterKind('max', args),
  findloc: ([a, v]) => otherCharacterKind('findloc', [a, v]),
  move_alloc([from, to]) {
    for (const e of [from, to]) if (e && !isAllocatable(e)) return allocationErrors.notAllocatable(e);
    if (!from || !to) return undefined;
    if (from.rank !== to.rank) return pointerErrors.pointerRank(to, from);
    if (isOpen(from.type) && !isOpen(to.type)) return argumentErrors.movesOpen(from, to);
    if (isPartOf(to, from)) return argumentErrors.movesIntoItself(from, to);
    return mayBeSame(to, from) ? undefined : pointerErrors.pointerType(to, from);
  },
};

const isOptional = (e: Expr) => e.kind === 'variable' && e.variable.attributes.optional;

/** `list%next%next`, which is gone when `list%next` has been moved into it. */
function isPartOf(e: Expr, whole: Expr): boolean {
  const [path, start] = [pathOf(e), pathOf(whole)];
  if (!path || !start || path.steps.length <= start.steps.length) return false;
  const begin = { ...path, steps: path.steps.slice(0, start.steps.length) };
  return path.steps.every((s) => s.kind === 'component') && samePath(begin, start);
}

const isOpen = (t: Type) => t.base === 'any' || (t.base === 'derived' && t.polymorphic);

function notExtensible(e: Expr | undefined): Diagnostic | undefined {
  if (!e || e.type.base === 'any') return undefined;
  const good = e.type.base === 'derived' && !e.type.type.sequence && !e.type.type.bindC;
  return good ? undefined : argumentErrors.notExtensible(e);
}

function otherCharacterKind(name: string, args: readonly (Expr | undefined)[]): Diagnostic | undefined {
  const texts = args.flatMap((a) => (a?.type.base === 'character' ? [{ at: a.span, kind: a.type.kind }] : []));
  const other = texts.find((t) => t.kind !== texts[0]?.kind);
  return other && argumentErrors.otherCharacterKind(name, other.at);
}

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
