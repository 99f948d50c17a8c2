/** Rules of pointer association (Fortran 2018, 10.2.2): what may be pointed to, and by what. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as pointerErrors from '../../errors/pointers.ts';
import type { Expr, Shape, Signature, Type, Variable } from '../../program.ts';
import { extentsOf } from '../fold/expr-extents.ts';
import type { Undefinable } from '../statements/undefinable.ts';
import { constantExtents, constantLength, extendsType, integerOf, rankOf, sameType } from '../types.ts';

/** Whether the object, or a pointer on the way to it, is a target. */
export function isTarget(e: Expr): boolean {
  switch (e.kind) {
    case 'variable':
      return isTargetVariable(e.variable);
    case 'part':
      return e.component.attributes.pointer || isTarget(e.base);
    case 'element':
    case 'substring':
    case 'complex-part':
      return isTarget(e.base);
    default:
      return e.kind === 'call';
  }
}

function isTargetVariable(v: Variable): boolean {
  const { target, pointer } = v.attributes;
  if (target || pointer || v.pointee) return true;
  if (v.storage !== 'associate' || !v.associated) return v.storage === 'associate';
  // In `select type` others take the object as it is.
  const { type } = v.associated;
  return type.base === 'any' || (type.base === 'derived' && type.polymorphic) || isTarget(v.associated);
}

/** What stops a pointer from being made to point elsewhere. */
export function notRepointable(e: Expr, protects: (v: Variable) => boolean): Undefinable | undefined {
  if (e.kind === 'element' || e.kind === 'substring') return notRepointable(e.base, protects);
  if (e.kind === 'part') {
    const { base } = e;
    const through = base.kind === 'element' ? base.base : base;
    if (through.kind === 'part' && through.component.attributes.pointer) return undefined;
    if (through.kind === 'variable' && through.variable.attributes.pointer) return undefined;
    return notRepointable(base, protects);
  }
  if (e.kind !== 'variable') return undefined;
  const v = e.variable;
  if (v.storage === 'dummy' && v.attributes.intent === 'in')
    return { why: 'a dummy argument with intent(in)', at: v.span };
  return protects(v) ? { why: 'protected by its module', at: v.span } : undefined;
}

export type PointerBounds = readonly { readonly lower: Expr; readonly upper: Expr | undefined }[];

/** Of data pointers whose types fit. */
export function targetProblem(to: Expr, target: Expr, bounds: PointerBounds | undefined): Diagnostic | undefined {
  if (!isTarget(target)) return pointerErrors.notATarget(target);
  if (hasVectorSubscript(target)) return pointerErrors.vectorSubscript(target.span);
  const lengths = [to.type, target.type].map(constantLength);
  if (lengths[0] !== undefined && lengths[1] !== undefined && lengths[0] !== lengths[1])
    return pointerErrors.pointerType(to, target);
  if (isContiguousPointer(to) && hasGaps(target)) return pointerErrors.notContiguous(to, target);
  return bounds && remapProblem(to, target, bounds);
}

function isContiguousPointer(e: Expr): boolean {
  if (e.kind === 'variable') return e.variable.attributes.contiguous;
  return e.kind === 'part' && e.component.attributes.contiguous;
}

/** A section, or a part of each element, whose elements certainly do not lie one after the other. */
function hasGaps(e: Expr): boolean {
  if (e.kind === 'complex-part') return e.rank > 0;
  if (e.kind === 'part' && e.base.rank > 0)
    return e.base.type.base === 'derived' && e.base.type.type.components.length > 1;
  if (e.kind === 'substring' && e.rank > 0) return isShorter(e.type, e.base.type) || hasGaps(e.base);
  if (e.kind !== 'element' || e.base.kind !== 'variable') return false;
  const whole = extentsOf(e.base);
  const held = extentsOf(e);
  if (!whole || !held) return false;
  let part = 0;
  return e.subscripts.some((s, i) => {
    const [extent, all] = [s.kind === 'index' ? 1 : (held[part++] ?? 1), whole[i] ?? 1];
    const step = s.kind === 'range' && s.step ? integerOf(s.step) : 1n;
    if (step !== undefined && step !== 1n && extent > 1) return true;
    return extent < all && held.slice(part).some((n) => n > 1);
  });
}

function isShorter(a: Type, b: Type): boolean {
  const [part, whole] = [constantLength(a), constantLength(b)];
  return part !== undefined && whole !== undefined && part < whole;
}

function hasVectorSubscript(e: Expr): boolean {
  if (e.kind === 'element') return e.subscripts.some((s) => s.kind === 'vector') || hasVectorSubscript(e.base);
  return e.kind === 'part' || e.kind === 'substring' || e.kind === 'complex-part' ? hasVectorSubscript(e.base) : false;
}

function remapProblem(to: Expr, target: Expr, bounds: PointerBounds): Diagnostic | undefined {
  if (bounds.length !== to.rank) return pointerErrors.boundCount(to, bounds.length);
  const remaps = bounds.some((b) => b.upper);
  if (!remaps) return to.rank === target.rank ? undefined : pointerErrors.pointerRank(to, target);
  if (target.rank === 0) return pointerErrors.pointerRank(to, target);
  if (target.rank > 1 && hasGaps(target)) return pointerErrors.remapWithGaps(to, target);
  let wanted = 1n;
  for (const b of bounds) {
    const [low, high] = [integerOf(b.lower), integerOf(b.upper)];
    if (low === undefined || high === undefined) return undefined;
    wanted *= high < low ? 0n : high - low + 1n;
  }
  const extents = extentsOf(target);
  const held = extents?.reduce((n, x) => n * BigInt(x), 1n);
  return held !== undefined && held < wanted ? pointerErrors.tooFewElements(to, target, wanted, held) : undefined;
}

/** How a procedure differs from the interface that it should have, as a part of a sentence; undefined: in nothing that is known. */
export function interfaceDifference(wanted: Signature, given: Signature): string | undefined {
  const known = !wanted.implicit || wanted.result;
  if (known && !given.implicit && wanted.subroutine !== given.subroutine)
    return given.subroutine ? 'it is a subroutine, not a function' : 'it is a function, not a subroutine';
  if (given.elemental && !wanted.elemental) return 'it is elemental';
  if (given.implicit && given.result && known && wanted.subroutine) return 'it is a function, not a subroutine';
  const byName = wanted.implicit || given.implicit;
  if (wanted.result && given.result && !sameKindOfData(wanted.result, given.result, byName))
    return 'its result has another type or rank';
  if (given.implicit) return undefined;
  if (wanted.pure && !wanted.implicit && !given.pure && !given.targets.device) return 'it is not pure';
  if (wanted.implicit) return needsInterface(given, false);
  const result = wanted.result && given.result && passedDifference(wanted.result, given.result);
  if (result !== undefined) return `its result is ${result}`;
  if (wanted.dummies.length !== given.dummies.length) return 'it has another number of arguments';
  for (const [i, a] of wanted.dummies.entries()) {
    const b = given.dummies[i];
    if (b === undefined || a === 'alternate-return' || b === 'alternate-return') continue;
    const inner = a.procedure && b.procedure ? interfaceDifference(a.procedure, b.procedure) : undefined;
    if (inner !== undefined) return `its argument \`${b.name}\` is another procedure: ${inner}`;
    if (!sameKindOfData(a, b, false)) return `its argument \`${b.name}\` has another type or rank`;
    if (otherExtents(a, b)) return `its argument \`${b.name}\` has other extents`;
    const [one, other] = [a.attributes, b.attributes];
    if (one.optional && !other.optional) return `its argument \`${b.name}\` is not optional`;
    const passed = a.procedure || b.procedure || a.ignoreTkr ? undefined : passedDifference(a, b);
    if (passed !== undefined) return `its argument \`${b.name}\` is ${passed}`;
    if (one.intent === 'in' && (other.intent === 'out' || other.intent === 'inout'))
      return `it changes its argument \`${b.name}\``;
  }
  return undefined;
}

/** Arrays of explicit shape whose extents are constants, and others. */
function otherExtents(a: Variable, b: Variable): boolean {
  if (a.shape?.kind !== 'explicit' || b.shape?.kind !== 'explicit' || a.procedure || b.procedure) return false;
  const [x, y] = [constantExtents(a.shape), constantExtents(b.shape)];
  return x !== undefined && y !== undefined && x.some((n, i) => n !== undefined && y[i] !== undefined && n !== y[i]);
}

/** Do two descriptions of one procedure disagree in more than the types of what is passed by address? */
export function passesOtherwise(a: Signature, b: Signature): boolean {
  if (a.subroutine !== b.subroutine || a.dummies.length !== b.dummies.length) return true;
  const [one, other] = [a.result?.type, b.result?.type];
  if (one && other && one.base !== 'derived' && other.base !== 'derived' && !sameType(one, other)) return true;
  return a.dummies.some((d, i) => {
    const e = b.dummies[i];
    if (!e || d === 'alternate-return' || e === 'alternate-return') return d !== e;
    if (d.procedure || e.procedure || passedDifference(d, e) === undefined) return false;
    return !(isAddressBehind(d) && isAddressOnly(e));
  });
}

/** Whoever describes an array of assumed shape has its address, which the linker passes where the definition wants no more (link-described.ts). */
const isAddressBehind = (v: Variable) => v.shape?.kind === 'assumed-shape' && isPlain(v);
const isAddressOnly = (v: Variable) => (v.shape?.kind === 'explicit' || v.shape?.kind === 'assumed-size') && isPlain(v);

function isPlain({ attributes, type }: Variable): boolean {
  const { pointer, allocatable, optional, value } = attributes;
  return !pointer && !allocatable && !optional && !value && !(type.base === 'derived' && type.polymorphic);
}

/** Does a call by the one interface hand the other what it expects? Intents, optional and related types behind pointers do not matter to that. */
export function callsAlike(wanted: Signature, given: Signature): boolean {
  if (wanted.implicit || given.implicit || wanted.elemental !== given.elemental) return false;
  if (wanted.subroutine !== given.subroutine || wanted.dummies.length !== given.dummies.length) return false;
  if (wanted.pure && !given.pure && !given.targets.device) return false;
  const [result, other] = [wanted.result, given.result];
  if (result && other && (passedDifference(result, other) !== undefined || !sameKindOfData(result, other, false)))
    return false;
  return wanted.dummies.every((a, i) => {
    const b = given.dummies[i];
    if (!b || a === 'alternate-return' || b === 'alternate-return') return a === b;
    if (a.procedure && b.procedure)
      return interfaceDifference(a.procedure, b.procedure) === undefined || callsAlike(a.procedure, b.procedure);
    return !a.procedure && !b.procedure && passedAlike(a, b);
  });
}

function passedAlike(a: Variable, b: Variable): boolean {
  if ((isPointerValue(a) && isAddressOnly(b)) || (isPointerValue(b) && isAddressOnly(a))) return true;
  if (passedDifference(a, b) === undefined) return sameKindOfData(a, b, false);
  const behindPointers = !a.shape && !b.shape && a.attributes.pointer && b.attributes.pointer;
  if (!behindPointers || a.type.base !== 'derived' || b.type.base !== 'derived') return false;
  return a.type.type === b.type.type || extendsType(b.type.type, a.type.type) || extendsType(a.type.type, b.type.type);
}

/** A c_ptr by value is an address, as an array of explicit shape or assumed size is. */
function isPointerValue({ type, shape, attributes }: Variable): boolean {
  const isPointer = type.base === 'derived' && type.type.library !== undefined && type.type.name === 'c_ptr';
  return isPointer && attributes.value && !attributes.optional && !shape;
}

/** What makes a difference to how data is passed. */
function passedDifference(a: Variable, b: Variable): string | undefined {
  for (const [key, text] of passing)
    if (a.attributes[key] !== b.attributes[key]) return `${b.attributes[key] ? '' : 'not '}${text}`;
  if (a.type.base === 'derived' && b.type.base === 'derived' && a.type.polymorphic !== b.type.polymorphic)
    return b.type.polymorphic ? 'polymorphic' : 'not polymorphic';
  const [one, other] = [isDescribed(a.shape), isDescribed(b.shape)];
  return one === other || !a.shape || !b.shape ? undefined : `${other ? '' : 'not '}of assumed shape`;
}

const passing = [
  ['pointer', 'a pointer'],
  ['allocatable', 'allocatable'],
  ['value', 'passed by value'],
] as const;

const isDescribed = (s: Shape | undefined) => s?.kind === 'assumed-shape' || s?.kind === 'deferred';

/** Why a procedure cannot be called by those who know its name only (Fortran 2018, 15.4.2.2). */
export function needsInterface(s: Signature, polymorphic: boolean): string | undefined {
  for (const d of s.dummies) {
    if (d === 'alternate-return') continue;
    const why = needsDescription(d, polymorphic);
    if (why !== undefined) return `its argument \`${d.name}\` is ${why}`;
  }
  const why = s.result && needsDescription(s.result, polymorphic);
  if (why !== undefined) return `its result is ${why}`;
  return s.result?.shape ? 'its result is an array' : undefined;
}

function needsDescription(v: Variable, polymorphic: boolean): string | undefined {
  if (v.shape?.kind === 'assumed-shape') return 'of assumed shape';
  if (v.shape?.kind === 'assumed-rank') return 'of assumed rank';
  const found = passing.find(([key]) => v.attributes[key]);
  if (found) return found[1];
  if (polymorphic && v.attributes.optional) return 'optional';
  if (polymorphic && v.attributes.volatile) return 'volatile';
  const open = (v.type.base === 'derived' && v.type.polymorphic) || v.type.base === 'any';
  return polymorphic && open ? 'polymorphic' : undefined;
}

function sameKindOfData(a: Variable, b: Variable, typeOnly: boolean): boolean {
  if (a.procedure || b.procedure || a.ignoreTkr || b.ignoreTkr) return true;
  const alike =
    sameType(a.type, b.type) || a.type.base === 'any' || b.type.base === 'any' || sameByName(a.type, b.type);
  return alike && (typeOnly || rankOf(a.shape) === rankOf(b.shape));
}

/** Sequence and bind(c) types are the same where they look the same. */
function sameByName(a: Type, b: Type): boolean {
  return a.base === 'derived' && b.base === 'derived' && a.type.name === b.type.name;
}
