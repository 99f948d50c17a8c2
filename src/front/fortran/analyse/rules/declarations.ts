/** Rules on what a declaration may say at once, and on what sizes may depend (Fortran 2018, 8.5, 8.6, 10.1.11). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Span } from '../../../../base/source.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import { notSupported } from '../../errors/message.ts';
import type { CalleeExpr, DerivedType, Expr, Shape, Signature, Variable } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import type { Entry } from '../context.ts';
import { allComponents } from '../types.ts';
import { eachVariable, inside } from '../walk-program.ts';

export function declarationProblem(entry: Entry, v: Variable): Diagnostic | undefined {
  const { facts, name, span } = entry;
  const { attributes: a, shape } = v;
  const clash = (one: string, other: string) => declarationErrors.conflictingAttributes(name, one, other, span);
  if (a.pointer && a.target) return clash('a pointer', 'a target');
  if (
    a.intent === 'out' &&
    shape?.kind === 'assumed-size' &&
    v.type.base === 'derived' &&
    startsWithValues(v.type.type)
  )
    return declarationErrors.outOfUnknownSize(v);
  if (a.value && a.pointer) return clash('passed by value', 'a pointer');
  if (a.value && a.allocatable) return clash('passed by value', 'allocatable');
  if (a.value && (a.intent === 'out' || a.intent === 'inout')) return clash('passed by value', `intent(${a.intent})`);
  if (facts.dummy && facts.words.has('save')) return clash('a dummy argument', 'saved');
  if (facts.result && facts.words.has('save')) return clash('the result of a function', 'saved');
  const open = shape?.kind === 'assumed-shape' || shape?.kind === 'assumed-rank' || (a.pointer && shape);
  if (a.contiguous && !open) return declarationErrors.contiguousWithoutPointer(name, span);
  if (facts.initial?.kind === 'initial-target' && facts.dummy)
    return declarationErrors.initialOf(name, 'a dummy argument', span);
  if (facts.initial?.kind === 'initial-value') {
    const what = facts.dummy
      ? 'a dummy argument'
      : facts.result
        ? 'the result of a function'
        : a.allocatable
          ? 'allocatable'
          : isAutomatic(shape)
            ? 'an array whose size is known only when the procedure is called'
            : undefined;
    if (what) return declarationErrors.initialOf(name, what, span);
  }
  if (!facts.dummy && isAutomatic(shape) && facts.words.has('save'))
    return clash('saved', 'of a size that is no constant');
  // In a block all that stands before it has a value.
  if (entry.env.scope.kind === 'block') return undefined;
  if (v.storage === 'static' && isAutomatic(shape) && !facts.cray && facts.common === undefined)
    return declarationErrors.staticSize(name, span);
  return sizeProblem(v);
}

/** Components that are given values, or let go, when a dummy argument with intent(out) begins. Addresses are null at first here alone. */
function startsWithValues(t: DerivedType): boolean {
  if (t.library?.opaque) return false;
  if (t.finals.length > 0) return true;
  return allComponents(t).some(
    (c) =>
      c.attributes.allocatable ||
      (c.initial !== undefined && !c.parameter) ||
      (c.type.base === 'derived' && !c.attributes.pointer && startsWithValues(c.type.type)),
  );
}

/** Of an elemental procedure (Fortran 2018, 15.8.1). */
export function elementalProblems(name: string, s: Signature): Diagnostic[] {
  if (!s.elemental) return [];
  return [...s.dummies, s.result].flatMap((v): Diagnostic[] => {
    if (!v || v === 'alternate-return') return [];
    const { pointer, allocatable } = v.attributes;
    const what = v.procedure
      ? 'a procedure'
      : v.shape
        ? 'an array'
        : pointer
          ? 'a pointer'
          : allocatable
            ? 'allocatable'
            : undefined;
    return what ? [declarationErrors.notElemental(name, v, what)] : [];
  });
}

export function isAutomatic(shape: Shape | undefined): boolean {
  return (
    shape?.kind === 'explicit' && shape.bounds.some((b) => b.lower.kind !== 'constant' || b.upper.kind !== 'constant')
  );
}

/** Bounds and lengths are known when the procedure begins: they ask for dummy arguments and what lives outside of it. */
function sizeProblem(v: Variable): Diagnostic | undefined {
  const sizes: Expr[] = [];
  if (v.shape?.kind === 'explicit') for (const b of v.shape.bounds) sizes.push(b.lower, b.upper);
  if (v.type.base === 'character' && v.type.length.kind === 'known') sizes.push(v.type.length.value);
  for (const e of sizes) {
    const found = e.kind === 'constant' ? undefined : fromVariables(e, (x) => variableProblem(x, x.variable, v));
    if (found) return found;
    const f = e.kind === 'constant' ? undefined : impureCall(e);
    if (f) return declarationErrors.sizeCalls(v.name, f.name, f.at);
  }
  const local = v.storage === 'result' ? sizes.find((e) => mentionsLocal(e, v)) : undefined;
  return local && notSupported('a result whose size depends on a local array', local.span);
}

/** The first function that may do more than give a value. */
function impureCall(e: Expr): { readonly name: string; readonly at: Span } | undefined {
  if (e.kind === 'call' && !signatureOf(e.callee).pure && !signatureOf(e.callee).targets.device)
    return { name: calleeName(e.callee), at: e.span };
  for (const x of inside(e)) {
    const found = impureCall(x);
    if (found) return found;
  }
  return undefined;
}

function calleeName(c: CalleeExpr): string {
  if (c.kind === 'procedure') return c.procedure.name;
  return c.kind === 'bound'
    ? c.binding.name
    : c.pointer.kind === 'variable'
      ? c.pointer.variable.name
      : 'the procedure';
}

/** Callers work out the size of a result: they do not know the function's own arrays. */
function mentionsLocal(e: Expr, of: Variable): boolean {
  let found = false;
  eachVariable(e, (used) => {
    found ||= isOwnLocal(used, of);
  });
  return found;
}

/** They ask for properties, not for values. */
const inquiries = new Set([
  'size',
  'len',
  'shape',
  'lbound',
  'ubound',
  'kind',
  'bit_size',
  'storage_size',
  'sizeof',
  'present',
  'rank',
  'allocated',
]);

/** The local variable on which the last upper bound of a dummy depends. */
export function unknownLastExtent(v: Variable): { readonly used: Variable; readonly at: Span } | undefined {
  const last = v.storage === 'dummy' && v.shape?.kind === 'explicit' ? v.shape.bounds.at(-1)?.upper : undefined;
  const used = last && fromVariables(last, (e) => (isOwnLocal(e.variable, v) ? e.variable : undefined));
  return used && { used, at: last.span };
}

/** Do the bounds ask for nothing but constants and variables that begin with a value? */
export function hasInitialSizes(shape: Shape | undefined): boolean {
  if (shape?.kind !== 'explicit') return false;
  const without = (e: Expr): boolean =>
    fromVariables(e, (x) => (x.variable.initial === undefined ? true : undefined)) === true;
  return !shape.bounds.some((b) => without(b.lower) || without(b.upper));
}

type Reference = Expr & { readonly kind: 'variable' };

/** What the first variable gives whose value the expression asks for, of those that give something. */
function fromVariables<T>(e: Expr, gives: (e: Reference) => T | undefined): T | undefined {
  if (e.kind === 'variable') return gives(e);
  if (e.kind === 'intrinsic' && inquiries.has(e.name)) return undefined;
  for (const x of inside(e)) {
    const found = fromVariables(x, gives);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A local of the same procedure, which has no value when its sizes are worked out. */
function isOwnLocal(used: Variable, of: Variable): boolean {
  const own = used.owner !== undefined && used.owner === of.owner;
  return own && used.storage === 'automatic' && !used.overlay && of.storage !== 'associate';
}

function variableProblem(e: Expr, used: Variable, of: Variable): Diagnostic | undefined {
  const { attributes: a } = used;
  const size = (why: string) => declarationErrors.sizeOf(of.name, used, why, e.span);
  if (used.storage === 'dummy') {
    if (a.optional) return size('an optional dummy argument');
    return a.intent === 'out' ? size('a dummy argument with intent(out)') : undefined;
  }
  return isOwnLocal(used, of) ? size('a local variable') : undefined;
}
