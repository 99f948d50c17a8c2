/** Assignment and pointer assignment. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Span } from '../../../../base/source.ts';
import * as assignmentErrors from '../../errors/assignments.ts';
import * as expressionErrors from '../../errors/expressions.ts';
import { written } from '../../errors/message.ts';
import * as pointerErrors from '../../errors/pointers.ts';
import * as subscriptErrors from '../../errors/subscripts.ts';
import { deviceDataIn, onDevice, onDeviceOnly, placementOf } from '../../placement.ts';
import type { Binding, Expr, Signature, Stmt, Type } from '../../program.ts';
import type * as tree from '../../tree.ts';
import { type Arg, givesProcedure, isPointer, procedureVariable } from '../calls/arguments.ts';
import { bestBinding, decideGeneric } from '../calls/calls.ts';
import { procedureNamed } from '../calls/procedure-names.ts';
import type { Env } from '../context.ts';
import { integerExpression } from '../declarations/type-specs.ts';
import { originOf } from '../directives/map-entries.ts';
import { charactersAs, isHollerith, withBits } from '../expressions/literals.ts';
import { constant } from '../expressions/make.ts';
import { conformable } from '../expressions/operators.ts';
import { assignable, assignableByExtension } from '../fold/constant-values.ts';
import { extentsOf } from '../fold/expr-extents.ts';
import { convert } from '../fold/fold.ts';
import { rootOf } from '../mistakes/walk.ts';
import { callsAlike, interfaceDifference, type PointerBounds, targetProblem } from '../rules/pointers.ts';
import { lookupOperator } from '../scope.ts';
import { extendsType, integer4, isIntrinsicType, sameType } from '../types.ts';
import { isProtected, notDefinable, notPointable } from './definable.ts';

export function assignment(env: Env, s: tree.Assignment): Stmt | undefined {
  const to = env.file.expression(env, s.target);
  const raw = env.file.expression(env, s.value);
  if (!to || !raw) return undefined;
  const label = s.label?.value;
  if (s.value.kind === 'unary' && isTurnedRound(s.value.span))
    env.file.report(assignmentErrors.turnedRound(s.target.span, s.value));
  const own = isIntrinsicAssignment(to, raw) ? undefined : definedAssignment(env, to, raw, s.span);
  if (own) return { ...own, span: s.span, label };
  const value = extents(numberOfText(withBits(env, raw, to.type), to.type, s.value), to);
  if (!checkAssignment(env, to, value, s.span)) return undefined;
  return {
    kind: 'assign',
    to,
    value: convert(value, to.type),
    transfer: isTransfer(env, to, value),
    span: s.span,
    label,
  };
}

/** `n =+ 1`: nobody needs that sign. */
function isTurnedRound({ source, from }: Span): boolean {
  return source.text[from] === '+' && source.text[from - 1] === '=' && source.text[from + 1] === ' ';
}

/** An integer assigned to a dim3 is its x; y and z are 1. */
function extents(value: Expr, to: Expr): Expr {
  if (to.type.base !== 'derived' || to.type.type.name !== 'dim3' || !to.type.type.library) return value;
  if (value.type.base !== 'integer' || value.rank > 0) return value;
  const type: Type = { ...to.type, polymorphic: false };
  const values = [convert(value, integer4), undefined, undefined];
  return { kind: 'structure', type, rank: 0, span: value.span, values };
}

/** A Hollerith constant assigned to a number is its bytes. */
function numberOfText(raw: Expr, type: Type, written: tree.Expression): Expr {
  if (!isHollerith(written) || raw.kind !== 'constant' || raw.type.base !== 'character' || type.base === 'character')
    return raw;
  const number = charactersAs(String(raw.value), type);
  return number === undefined ? raw : constant(number, type, raw.span);
}

export function isTransfer(env: Env, to: Expr, value: Expr): boolean {
  if (!env.file.options.cuda || env.side !== 'host' || env.kernelLoop) return false;
  return onDeviceOnly(placementOf(to)) || deviceDataIn(value) !== undefined;
}

function checkAssignment(env: Env, to: Expr, value: Expr, span: Span): boolean {
  const problem = assignmentProblem(env, to, value);
  if (problem) env.file.report(problem);
  return !problem && span.to >= span.from;
}

function assignmentProblem(env: Env, to: Expr, value: Expr): Diagnostic | undefined {
  const why = notDefinable(env, to);
  if (why) return assignmentErrors.notDefinable(to, why);
  if (to.kind === 'procedure' || procedureVariable(to)) return assignmentErrors.assignToProcedure(to.span);
  if (value.kind === 'null') return pointerErrors.nullAssigned(value.span);
  if (to.rank < 0 || value.rank < 0) return expressionErrors.assumedRankUsed(to.rank < 0 ? to : value);
  if (!typesAssignable(to.type, value.type)) return assignmentErrors.assignmentType(to, value);
  if (to.type.base === 'any' && !isAllocatable(to)) return assignmentErrors.anyNotAllocatable(to);
  if (value.rank !== 0 && value.rank !== to.rank) return assignmentErrors.assignmentRank(to, value);
  if (to.type.base === 'derived' && to.type.polymorphic && !isAllocatable(to))
    return assignmentErrors.assignToPolymorphic(to);
  if (to.rank > 0 && !isAllocatable(to) && !conformable(to, value))
    return assignmentErrors.assignmentShape(to, value, extentsOf(to), extentsOf(value));
  return undefined;
}

function isAllocatable(e: Expr): boolean {
  return (
    (e.kind === 'variable' && e.variable.attributes.allocatable) ||
    (e.kind === 'part' && e.component.attributes.allocatable)
  );
}

function typesAssignable(to: Type, from: Type): boolean {
  if (to.base === 'derived' && from.base === 'derived')
    return to.type === from.type || (to.polymorphic && extendsType(from.type, to.type)) || sameLayout(to, from);
  if (to.base === 'any') return true;
  return assignableByExtension(to, from);
}

/** Sequence and bind(c) types declared twice with the same name. */
function sameLayout(a: Extract<Type, { base: 'derived' }>, b: Extract<Type, { base: 'derived' }>): boolean {
  return a.type.name === b.type.name && (a.type.sequence || a.type.bindC) && (b.type.sequence || b.type.bindC);
}

function isIntrinsicAssignment(to: Expr, value: Expr): boolean {
  return isIntrinsicType(to.type) && isIntrinsicType(value.type) && assignable(to.type, value.type);
}

function definedAssignment(env: Env, to: Expr, value: Expr, span: Span) {
  const right: Expr = {
    kind: 'unary',
    operator: 'parentheses',
    operand: value,
    type: value.type,
    rank: value.rank,
    span: value.span,
  };
  const arg = (v: Expr): Arg => ({ keyword: undefined, value: v, boz: false, span: v.span });
  const procedures = lookupOperator(env, '=');
  if (procedures.length > 0) {
    const generic = { name: '=', span, procedures };
    const decide = (v: Expr) => decideGeneric(env, generic, [arg(to), arg(v)], span, 'subroutine', true);
    const decided = (isDeviceVariable(value) ? decide(value) : undefined) ?? decide(right);
    if (decided?.kind === 'procedure') return { kind: 'call' as const, callee: decided.callee, args: decided.args };
  }
  for (const [pass, object, other] of [
    [0, to, right],
    [1, value, to],
  ] as const) {
    const bound = boundAssignments(object, pass);
    const decided = bound.length > 0 ? bestBinding(env, object, bound, [arg(other)], span) : undefined;
    if (decided?.kind === 'procedure') return { kind: 'call' as const, callee: decided.callee, args: decided.args };
  }
  return undefined;
}

/** In parentheses, as the standard has the right side, it would be a value of the host. */
function isDeviceVariable(e: Expr): boolean {
  return e.kind !== 'call' && onDeviceOnly(placementOf(e));
}

/** Procedures for `=` bound to the type of the object, which they take as dummy number `pass`. */
function boundAssignments(object: Expr, pass: number): Binding[] {
  if (object.type.base !== 'derived') return [];
  const { type } = object.type;
  return (type.generics.get('=') ?? []).flatMap(
    (n) => type.bindings.find((b) => b.name === n && b.pass === pass) ?? [],
  );
}

// ---- pointers ---------------------------------------------------------------------------------------------------

export function pointerAssignment(env: Env, s: tree.PointerAssignment): Stmt | undefined {
  const left = pointerTarget(env, s.target);
  const target =
    s.value.kind === 'name'
      ? (procedureNamed(env, s.value, left && procedureVariable(left.to) !== undefined) ??
        env.file.expression(env, s.value))
      : env.file.expression(env, s.value);
  if (!left || !target) return undefined;
  const { to, bounds } = left;
  if (!isPointer(to) && !procedureVariable(to)) {
    const isShared = to.kind === 'variable' && originOf(to.variable).attributes.pointer;
    return void env.file.report(isShared ? pointerErrors.pointerOfAllThreads(to) : pointerErrors.notAPointer(to));
  }
  if (to.kind === 'part' && to.base.rank > 0)
    return void env.file.report(subscriptErrors.pointerOfArray(to.component, to.span));
  const why = notPointable(env, to);
  if (why) return void env.file.report(assignmentErrors.notDefinable(to, why));
  if (!pointerFits(env, to, target, bounds)) return undefined;
  return { kind: 'pointer-assign', to, bounds, target, span: s.span, label: s.label?.value };
}

function pointerFits(env: Env, to: Expr, target: Expr, bounds: PointerBounds | undefined): boolean {
  if (target.kind === 'null') return nullFits(env, to, target, bounds);
  const wanted = procedureVariable(to);
  if (wanted) return procedureFits(env, to, wanted, target);
  const report = (d: Parameters<Env['file']['report']>[0]): false => {
    env.file.report(d);
    return false;
  };
  if (target.kind === 'procedure') return report(pointerErrors.pointerToProcedure(to, target));
  const designator =
    ['variable', 'part', 'element', 'substring', 'complex-part'].includes(target.kind) || isPointer(target);
  if (!designator) return report(pointerErrors.pointerToExpression(target));
  if (!fitsPointer(to.type, target.type) && !sameType(to.type, target.type))
    return report(pointerErrors.pointerType(to, target));
  if (!bounds && to.rank !== target.rank && to.rank >= 0) return report(pointerErrors.pointerRank(to, target));
  if (env.side === 'host' && env.file.options.cuda && !env.file.options.managed && liesElsewhere(to, target))
    return report(pointerErrors.pointerPlacement(to, target));
  const root = rootOf(target);
  if (root && !root.attributes.pointer && isProtected(env, root))
    return report(assignmentErrors.notDefinable(target, { why: 'protected by its module', at: root.span }));
  const problem = targetProblem(to, target, bounds);
  return problem ? report(problem) : true;
}

/** Managed data is host data too; what a pointer of the host points to may be managed. */
function liesElsewhere(to: Expr, target: Expr): boolean {
  const [here, there] = [placementOf(to), placementOf(target)];
  if (there === 'managed' && !onDeviceOnly(here)) return false;
  if (here === 'managed' && there === 'host' && isPointer(target)) return false;
  return onDevice(here) !== onDevice(there);
}

function procedureFits(env: Env, to: Expr, wanted: Signature, target: Expr): boolean {
  const given = target.kind === 'procedure' ? target.procedure.signature : procedureVariable(target);
  const why = given && interfaceDifference(wanted, given);
  if (!given && !givesProcedure(target)) {
    env.file.report(pointerErrors.pointerToData(to, target));
    return false;
  }
  if (!given || !why) return true;
  const severity = callsAlike(wanted, given) ? 'warning' : 'error';
  env.file.report(pointerErrors.procedureInterface(written(to.span), why, target.span, severity));
  return severity === 'warning';
}

/** class(t) => extension; unlimited polymorphic => anything; what may be interoperable or lie in sequence => unlimited polymorphic. */
function fitsPointer(to: Type, from: Type): boolean {
  if (to.base === 'any') return true;
  if (to.base === 'derived' && from.base === 'any') return to.type.sequence || to.type.bindC;
  return to.base === 'derived' && from.base === 'derived' && (to.type === from.type || extendsType(from.type, to.type));
}

type Bounds = { readonly lower: Expr; readonly upper: Expr | undefined };

/** `p`, `p(2:)`, `p(1:n, 1:m)`. */
function pointerTarget(env: Env, e: tree.Expression): { to: Expr; bounds: Bounds[] | undefined } | undefined {
  if (e.kind !== 'call-or-index' || !e.arguments.every((a) => a.value.kind === 'section')) {
    const to = env.file.expression(env, e);
    return to && { to, bounds: undefined };
  }
  const to = env.file.expression(env, e.base);
  if (!to) return undefined;
  const bounds: Bounds[] = [];
  for (const a of e.arguments) {
    if (a.value.kind !== 'section') return undefined;
    const { from, to: last } = a.value;
    const lower = from && integerExpression(env, from, 'a bound of a pointer');
    const upper = last && integerExpression(env, last, 'a bound of a pointer');
    if (!lower || (last && !upper)) return from ? undefined : void env.file.report(pointerErrors.pointerBound(a.span));
    bounds.push({ lower, upper });
  }
  return { to, bounds };
}

function nullFits(
  env: Env,
  to: Expr,
  target: Extract<Expr, { kind: 'null' }>,
  bounds: PointerBounds | undefined,
): boolean {
  if (!bounds?.some((b) => b.upper)) return moldFits(env, to, target);
  env.file.report(pointerErrors.boundsOfNull(to, target));
  return false;
}

/** `null(mold)` is a pointer like the mold. */
function moldFits(env: Env, to: Expr, target: Extract<Expr, { kind: 'null' }>): boolean {
  if (!target.molded || procedureVariable(to)) return true;
  const open = to.type.base === 'any' || target.type.base === 'any' || to.type.base === 'derived';
  const problem =
    !open && !sameType(to.type, target.type)
      ? pointerErrors.pointerType(to, target)
      : to.rank >= 0 && target.rank >= 0 && to.rank !== target.rank
        ? pointerErrors.pointerRank(to, target)
        : undefined;
  if (problem) env.file.report(problem);
  return !problem;
}
