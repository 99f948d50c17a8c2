/** How well an argument fits a parameter: 0 exact, 1 promotion, 2 conversion, 3 by a class, 4 `...`. */
import type { Expression } from '../tree.ts';
import { isReal, rankOf, sameType, type Type, unqualified } from '../types.ts';
import { baseOffset, classInfo } from './class-info.ts';
import { asValue, implicitly, promoted } from './convert.ts';

/** Undefined: it does not. Fractions tell apart what is otherwise alike: const added, an rvalue to an rvalue reference. */
export function rank(e: Expression, to: Type): number | undefined {
  if (to.kind === 'unknown' || e.type.kind === 'unknown') return 0;
  if (to.kind === 'reference') return rankReference(e, to);
  return rankValue(e, to);
}

function rankReference(e: Expression, to: Type & { readonly kind: 'reference' }): number | undefined {
  const target = to.to;
  const isTemporary = isValue(e);
  const same = sameType(unqualified(e.type), unqualified(target));
  const base =
    e.type.kind === 'record' && target.kind === 'record' ? baseOffset(e.type.record, target.record) : undefined;
  const keepsConst = target.const === true || !e.type.const || isTemporary;
  if (same || (base !== undefined && base >= 0)) {
    const distance = same ? 0 : 2;
    if (to.rvalue) return isTemporary || isMoved(e) ? distance : undefined;
    if (isTemporary || isMoved(e)) return target.const ? distance + 0.2 : undefined;
    if (!keepsConst) return undefined;
    return distance + (target.const && !e.type.const ? 0.1 : 0);
  }
  if (!to.rvalue && !target.const) return undefined;
  const value = rankValue(e, target);
  return value === undefined ? undefined : value + 0.2;
}

/** No place that somebody may look at again. */
export const isValue = (e: Expression): boolean =>
  !e.lvalue || e.kind === 'object' || e.kind === 'construct' || e.expiring === true || isMoved(e);

/** What std::move gave: a place whose value may be taken. */
export function isMoved(e: Expression): boolean {
  return (
    e.kind === 'dereference' &&
    e.of.kind === 'call' &&
    e.of.callee.kind === 'function' &&
    e.of.callee.fn.type.result.kind === 'reference' &&
    e.of.callee.fn.type.result.rvalue
  );
}

function rankValue(e: Expression, to: Type): number | undefined {
  const v = asValue(e);
  const from = unqualified(v.type);
  const type = unqualified(to);
  if (sameType(from, type, true)) return 0;
  if (from.kind === 'record' || type.kind === 'record') return rankClass(v, from, type);
  if (from.kind === 'pointer' && type.kind === 'pointer' && sameType(unqualified(from.to), unqualified(type.to)))
    return implicitly(v, type, true) ? 0.1 : undefined;
  if (
    from.kind === 'pointer' &&
    type.kind === 'pointer' &&
    from.to.kind === 'record' &&
    type.to.kind === 'record' &&
    baseOffset(from.to.record, type.to.record) !== undefined
  )
    return !from.to.const || type.to.const ? 2 : undefined;
  if (!implicitly(v, type, true)) return undefined;
  if (sameType(promoted(from), type) && from.kind !== 'pointer') return 1;
  if (from.kind === 'float' && type.kind === 'float' && from.bytes < type.bytes && type.bytes === 8) return 1;
  if (isReal(from) !== isReal(type)) return 2.1;
  return type.kind === 'bool' ? 2.5 : 2 + (rankOf(type) > 3 ? 0 : 0.01);
}

function rankClass(e: Expression, from: Type, type: Type): number | undefined {
  if (type.kind === 'record' && from.kind === 'record') {
    if (from.record === type.record) return 0;
    if (baseOffset(from.record, type.record) !== undefined) return 2;
  }
  if (type.kind === 'record') {
    const fits = classInfo(type.record)?.constructors.some((c) => {
      if (c.explicit || c.type.params.length < 2) return false;
      const param = c.type.params[1]!;
      const to = param.kind === 'reference' ? param.to : param;
      if (to.kind === 'record' && to.record === type.record) return false;
      const others = c.type.params.slice(2);
      return (
        rankWithout(e, param) !== undefined &&
        (others.length === 0 || c.defaults?.slice(2).every((d) => d !== undefined) === true)
      );
    });
    if (fits) return 3;
  }
  if (from.kind === 'record') {
    const fits = classInfo(from.record)?.conversions.some(
      (c) => rankWithout({ ...e, type: c.type.result, lvalue: false }, type) !== undefined,
    );
    if (fits) return 3;
  }
  return undefined;
}

/** Without conversions by classes: there is one at most. */
function rankWithout(e: Expression, to: Type): number | undefined {
  const target = to.kind === 'reference' ? to.to : to;
  const from = e.type.kind === 'reference' ? e.type.to : e.type;
  if (target.kind === 'record' || from.kind === 'record')
    return target.kind === 'record' && from.kind === 'record' && baseOffset(from.record, target.record) !== undefined
      ? 0
      : undefined;
  return implicitly({ ...e, type: from }, target, true) ? 1 : undefined;
}
