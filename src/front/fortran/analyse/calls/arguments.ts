/** Actual arguments: what they are, and whether they fit the dummies. */

import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Span } from '../../../../base/source.ts';
import * as callErrors from '../../errors/calls.ts';
import * as deviceErrors from '../../errors/device.ts';
import * as pointerErrors from '../../errors/pointers.ts';
import * as subscriptErrors from '../../errors/subscripts.ts';
import { onDevice, onDeviceOnly, placementOf } from '../../placement.ts';
import type { Actual, Expr, Placement, Signature, Type, Variable } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { rootOf } from '../mistakes/walk.ts';
import { copiedForVolatile, dynamicTypeProblem, tooFew } from '../rules/actual-arguments.ts';
import { callsAlike, interfaceDifference } from '../rules/pointers.ts';
import { deviceDataOfInput, notDefinable } from '../statements/definable.ts';
import type { Undefinable } from '../statements/undefinable.ts';
import { extendsType, rankOf, sameType } from '../types.ts';
import { procedureNamed } from './procedure-names.ts';

export type Arg = {
  readonly keyword: tree.Name | undefined;
  readonly value: Expr | { readonly kind: 'alternate-return'; readonly label: number };
  readonly boz: boolean;
  readonly span: Span;
};

/** All arguments, analysed; undefined after errors. */
export function analyseArguments(env: Env, args: readonly tree.Argument[]): Arg[] | undefined {
  const done: Arg[] = [];
  let good = true;
  for (const a of args) {
    const value = argumentValue(env, a.value);
    if (!value) good = false;
    else done.push({ keyword: a.keyword, value, boz: a.value.kind === 'boz', span: a.value.span });
  }
  return good ? done : undefined;
}

function argumentValue(env: Env, v: tree.ArgumentValue): Arg['value'] | undefined {
  switch (v.kind) {
    case 'alternate-return':
      return { kind: 'alternate-return', label: v.target.value };
    case 'passed-by':
      return argumentValue(env, v.value);
    case 'section':
    case 'star':
      env.file.report(subscriptErrors.sectionAsArgument(v.span));
      return undefined;
    case 'name':
      return procedureNamed(env, v) ?? env.file.expression(env, v);
    default:
      return env.file.expression(env, v);
  }
}

export type Callee = { readonly name: string; readonly span: Span; readonly signature: Signature };
/** What is wrong, told only when it is wanted. */
type Problem = () => Diagnostic;

export type Fit =
  | { readonly ok: true; readonly args: Actual[]; readonly distance: number }
  | { readonly ok: false; readonly problems: readonly Problem[] };
/** `lenient`: of an external procedure without explicit interface; types and ranks may differ. */
export type FitMode = 'call' | 'launch' | 'generic' | 'lenient';

const no = (problem: Problem): Fit => ({ ok: false, problems: [problem] });

export function fit(env: Env, callee: Callee, args: readonly Arg[], at: Span, mode: FitMode): Fit {
  const { signature } = callee;
  if (signature.implicit) {
    const nothing = args.find((a) => a.value.kind === 'null');
    if (nothing) return no(() => callErrors.nullWithoutInterface(callee.name, nothing.span));
    const keyword = args.find((a) => a.keyword)?.keyword;
    if (keyword) return no(() => callErrors.keywordWithoutInterface(callee.name, keyword));
    const elemental = args.find((a) => isOwnElemental(a.value));
    if (elemental) return no(() => callErrors.elementalPassed(callee.name, elemental.span));
    return { ok: true, args: args.map((a) => a.value), distance: 0 };
  }
  const placed = place(callee, args, at);
  if (!Array.isArray(placed)) return placed;
  let distance = 0;
  const actuals: Actual[] = [];
  const problems: Problem[] = [];
  for (const [i, dummy] of signature.dummies.entries()) {
    const arg = placed[i];
    if (!arg) {
      if (dummy !== 'alternate-return' && dummy.attributes.optional) actuals.push(undefined);
      else return no(() => callErrors.missingArgument(callee, dummy === 'alternate-return' ? undefined : dummy, at));
      continue;
    }
    const found = fitOne(env, callee, dummy, arg, mode);
    if (typeof found === 'number') distance += found;
    else if (mode === 'generic') return no(found);
    else problems.push(found);
    actuals.push(arg.value);
  }
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, args: actuals, distance };
}

/** An elemental procedure that is no intrinsic one cannot be passed on (Fortran 2018, C1533). */
function isOwnElemental(v: Arg['value']): boolean {
  return v.kind === 'procedure' && v.procedure.signature.elemental && !v.procedure.linkName.includes('.intrinsic.');
}

/** Arguments in the order of the dummies. */
function place(callee: Callee, args: readonly Arg[], at: Span): (Arg | undefined)[] | Fit {
  const { dummies } = callee.signature;
  const placed: (Arg | undefined)[] = Array.from({ length: dummies.length });
  for (const [i, arg] of args.entries()) {
    let index = i;
    if (arg.keyword) {
      const { text } = arg.keyword;
      const { keyword } = arg;
      index = dummies.findIndex((d) => d !== 'alternate-return' && d.name === text);
      if (index < 0) return no(() => callErrors.unknownKeyword(callee, keyword));
      if (placed[index]) return no(() => callErrors.argumentTwice(callee, keyword));
    }
    if (index >= dummies.length)
      return no(() => callErrors.argumentCount(callee.name, dummies.length, args.length, at, callee.span));
    placed[index] = arg;
  }
  return placed;
}

/** Without an interface an address is passed: an array value for a scalar has none that means anything. */
function passesAsItIs(dummy: Variable, value: Expr): boolean {
  return value.rank === 0 || dummy.shape !== undefined || ['variable', 'part', 'element'].includes(value.kind);
}

/** How far the argument is from the dummy (0: as declared), or what is wrong. */
/** Is the mold of `null(mold)` one for this dummy? */
function isLike(dummy: Variable, value: Expr): boolean {
  const open = dummy.type.base === 'any' || value.type.base === 'any' || dummy.type.base === 'derived';
  return (
    (open || sameType(dummy.type, value.type)) &&
    (value.rank < 0 || dummy.shape?.kind === 'assumed-rank' || rankOf(dummy.shape) === value.rank)
  );
}

function fitOne(
  env: Env,
  callee: Callee,
  dummy: Variable | 'alternate-return',
  arg: Arg,
  mode: FitMode,
): number | Problem {
  const { value } = arg;
  if (dummy === 'alternate-return')
    return value.kind === 'alternate-return' ? 0 : () => callErrors.expectedLabel(callee, arg.span);
  if (value.kind === 'alternate-return') return () => callErrors.unexpectedLabel(callee, dummy, arg.span);
  if (dummy.procedure || value.kind === 'procedure') return fitProcedure(callee, dummy, value, mode);
  if (value.kind === 'null' && value.molded && mode !== 'lenient' && !isLike(dummy, value))
    return () => callErrors.argumentNotPointer(callee, dummy, value);
  if (value.kind === 'null')
    return dummy.attributes.pointer || dummy.attributes.allocatable || dummy.attributes.optional
      ? 0
      : () => callErrors.argumentNotPointer(callee, dummy, value);
  if (
    mode === 'lenient' &&
    passesAsItIs(dummy, value) &&
    dummy.shape?.kind !== 'assumed-shape' &&
    dummy.shape?.kind !== 'deferred'
  )
    return 0;
  if (!typeFits(dummy, value)) return () => callErrors.argumentType(callee, dummy, value);
  if (!rankFits(callee, dummy, value, mode))
    return () => callErrors.argumentRank(callee, dummy, value, rankOf(dummy.shape));
  // Told later (rules/references.ts), as of an element: a kernel may have its own bounds.
  const few = mode === 'lenient' || mode === 'launch' || value.kind === 'element' ? undefined : tooFew(dummy, value);
  if (few) return () => callErrors.tooFewElements(callee, dummy, value, few, 'error');
  if (mode !== 'launch' && copiedForVolatile(dummy, value))
    return () => callErrors.copyForVolatile(callee, dummy, value);
  const placement = placementFit(env, callee, dummy, value, mode);
  if (typeof placement !== 'number') return placement;
  const attributes = attributesFit(env, callee, dummy, value, mode);
  if (attributes) return attributes;
  const strict = mode !== 'generic' && !ignoresMore(dummy) && !(dummy.attributes.pointer && !isPointer(value));
  return (strict && dynamicTypeProblem(callee, dummy, value)) || placement;
}

function fitProcedure(callee: Callee, dummy: Variable, value: Expr, mode: FitMode): number | Problem {
  const isProcedure =
    value.kind === 'procedure' || value.kind === 'null' || procedureVariable(value) || givesProcedure(value);
  if (!isProcedure) return () => callErrors.argumentNotProcedure(callee, dummy, value);
  if (!dummy.procedure && (mode === 'generic' || dummy.shape || dummy.attributes.intent))
    return () => callErrors.argumentIsProcedure(callee, dummy, value);
  const why = interfaceMismatch(dummy, value);
  return why === undefined || calledAlike(dummy, value)
    ? 0
    : () => pointerErrors.procedureInterface(`\`${dummy.name}\``, why, value.span);
}

/** A procedure that differs in what does not matter to calls is told later (rules/references.ts). */
export function calledAlike(dummy: Variable, value: Expr): boolean {
  const given = value.kind === 'procedure' ? value.procedure.signature : procedureVariable(value);
  return dummy.procedure !== undefined && given !== undefined && callsAlike(dummy.procedure, given);
}

export function interfaceMismatch(dummy: Variable, value: Expr): string | undefined {
  const given = value.kind === 'procedure' ? value.procedure.signature : procedureVariable(value);
  // Specific intrinsic procedures are elemental, and may be passed all the same.
  const intrinsic = value.kind === 'procedure' && value.procedure.linkName.includes('.intrinsic.');
  if (!dummy.procedure || !given) return undefined;
  return intrinsic ? intrinsicMismatch(dummy.procedure, given) : interfaceDifference(dummy.procedure, given);
}

function intrinsicMismatch(wanted: Signature, given: Signature): string | undefined {
  if (wanted.implicit || given.implicit) return undefined;
  if (wanted.subroutine !== given.subroutine) return interfaceDifference(wanted, { ...given, elemental: false });
  return wanted.dummies.length === given.dummies.length ? undefined : 'it has another number of arguments';
}

export function givesProcedure(e: Expr): boolean {
  return e.kind === 'call' && signatureOf(e.callee).result?.procedure !== undefined;
}

export function procedureVariable(e: Expr): Signature | undefined {
  if (e.kind === 'variable') return e.variable.procedure;
  return e.kind === 'part' ? e.component.procedure : undefined;
}

/** More than where the data lies. */
function ignoresMore({ ignoreTkr }: Variable): boolean {
  return ignoreTkr !== undefined && ignoreTkr !== 'd';
}

export function ignores(dummy: Variable, letter: string): boolean {
  return dummy.ignoreTkr?.includes(letter) ?? false;
}

export function typeFits(dummy: Variable, value: Expr): boolean {
  return typesFit(dummy.type, value.type, (letter) => ignores(dummy, letter));
}

function typesFit(d: Type, a: Type, ignored: (letter: string) => boolean): boolean {
  if (d.base === 'any') return d.assumed || a.base !== 'any' || !a.assumed;
  if (ignored('t')) return ignored('k') || !('kind' in d && 'kind' in a) || d.kind === a.kind;
  if (d.base === 'derived') {
    if (a.base !== 'derived') return false;
    if (d.type === a.type || (d.polymorphic && extendsType(a.type, d.type))) return true;
    return (
      d.type.name === a.type.name &&
      (d.type.sequence || d.type.bindC) &&
      d.type.components.length === a.type.components.length
    );
  }
  return sameType(d, a) || (d.base === a.base && ignored('k'));
}

function rankFits(callee: Callee, dummy: Variable, value: Expr, mode: FitMode): boolean {
  const { shape } = dummy;
  if (ignores(dummy, 'r') || shape?.kind === 'assumed-rank') return true;
  if (!shape) return value.rank === 0 || callee.signature.elemental;
  const same = value.rank === rankOf(shape);
  if (same || shape.kind === 'deferred' || shape.kind === 'assumed-shape') return same;
  if (mode === 'generic') return false;
  return value.rank > 0 || sequenceStart(value);
}

/** An element from which an array dummy can go on: of an array, or characters. */
function sequenceStart(e: Expr): boolean {
  if (e.kind === 'element') return true;
  if (e.type.base === 'character') return true;
  return e.kind === 'substring';
}

/** Whether the data lies where the dummy needs it. */
function placementFit(env: Env, callee: Callee, dummy: Variable, value: Expr, mode: FitMode): number | Problem {
  if (!env.file.options.cuda || env.side !== 'host' || env.kernelLoop) return 0;
  const actual = placementOf(value);
  if (dummy.attributes.value) return 0;
  const wanted = mode === 'launch' && dummy.attributes.placement === 'host' ? 'device' : dummy.attributes.placement;
  return (
    distanceOf(env, wanted, actual, value, dummy) ??
    (mode !== 'launch' && wanted === 'managed' && isResult(value) ? 2 : undefined) ??
    (() => placementProblem(callee, dummy, value, wanted, actual, mode))
  );
}

function distanceOf(env: Env, wanted: Placement, actual: Placement, value: Expr, dummy: Variable): number | undefined {
  if (wanted === actual)
    return wanted === 'managed' && isUnified(value) !== (dummy.attributes.unified ?? false) ? 1 : 0;
  if (onDeviceOnly(wanted)) {
    if (actual === 'managed') return 2;
    if (onDeviceOnly(actual) || ignores(dummy, 'd')) return 0;
    return isReached(env, value) ? 3 : undefined;
  }
  if (wanted === 'managed') return ignores(dummy, 'm') || isReached(env, value) ? 1 : undefined;
  if (onDeviceOnly(actual)) return ignores(dummy, 'd') ? 1 : undefined;
  return actual === 'managed' ? 3 : 1;
}

function isUnified(e: Expr): boolean {
  switch (e.kind) {
    case 'variable':
      return e.variable.attributes.unified ?? false;
    case 'part':
      return e.component.attributes.unified ?? isUnified(e.base);
    case 'element':
      return isUnified(e.base);
    default:
      return false;
  }
}

/** What an expression gives lies in memory of the host: a procedure of the host that takes managed data gets a managed copy. */
function isResult(value: Expr): boolean {
  return value.rank > 0 && rootOf(value) === undefined;
}

/** Whether the device may reach host data: all of it, or with managed allocatables what may be one of them. */
function isReached(env: Env, value: Expr): boolean {
  const { managed, unified } = env.file.options;
  return unified ? rootOf(value) !== undefined : managed && maybeManaged(value);
}

/** With managed allocatables: data of a dummy or pointer may be managed too. */
function maybeManaged(e: Expr): boolean {
  switch (e.kind) {
    case 'variable':
      return e.variable.storage === 'dummy' || e.variable.attributes.pointer || e.variable.attributes.allocatable;
    case 'part':
      return e.component.attributes.pointer || e.component.attributes.allocatable || maybeManaged(e.base);
    case 'element':
      return maybeManaged(e.base);
    default:
      return false;
  }
}

function placementProblem(
  callee: Callee,
  dummy: Variable,
  value: Expr,
  wanted: Placement,
  actual: Placement,
  mode: FitMode,
): Diagnostic {
  if (onDevice(wanted)) return deviceErrors.hostDataToDevice(callee, dummy, value, mode === 'launch', actual);
  return deviceErrors.deviceDataToHost(callee, dummy, value);
}

function attributesFit(env: Env, callee: Callee, dummy: Variable, value: Expr, mode: FitMode): Problem | undefined {
  const a = dummy.attributes;
  if (a.allocatable && !isAllocatable(value)) return () => callErrors.argumentNotAllocatable(callee, dummy, value);
  if (a.pointer && !isPointer(value) && a.intent !== 'in')
    return () => callErrors.argumentNotPointer(callee, dummy, value);
  // Told later (rules/references.ts).
  if (mode === 'launch' && deviceDataOfInput(value)) return undefined;
  if (a.intent === 'out' || a.intent === 'inout') {
    const why = notDefinable(env, value) ?? pickedElements(value);
    if (why) return () => callErrors.argumentNotDefinable(callee, dummy, value, why);
  }
  return undefined;
}

/** The same element may be picked twice. */
function pickedElements(e: Expr): Undefinable | undefined {
  if (e.kind !== 'element') return undefined;
  const picks = e.subscripts.some((s) => s.kind === 'vector');
  return picks ? { why: 'what an array of subscripts picks, which is passed as a copy' } : undefined;
}

export function isAllocatable(e: Expr): boolean {
  if (e.kind === 'variable') return e.variable.attributes.allocatable;
  return e.kind === 'part' && e.component.attributes.allocatable;
}

export function isPointer(e: Expr): boolean {
  if (e.kind === 'variable') return e.variable.attributes.pointer;
  if (e.kind === 'part') return e.component.attributes.pointer;
  if (e.kind === 'null') return true;
  return e.kind === 'call' && (signatureOf(e.callee).result?.attributes.pointer ?? false);
}
