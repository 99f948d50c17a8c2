/** Calls: which procedure is meant, whether the arguments fit, what comes back. */
import type { Span } from '../../../../base/source.ts';
import { intrinsics } from '../../../../library/intrinsics/table.ts';
import * as callErrors from '../../errors/calls.ts';
import * as typeErrors from '../../errors/derived-types.ts';
import * as deviceErrors from '../../errors/device.ts';
import * as nameErrors from '../../errors/names.ts';
import type {
  Actual,
  Binding,
  CalleeExpr,
  DerivedType,
  Expr,
  Generic,
  LibraryRoutine,
  Procedure,
  Signature,
  Type,
  Variable,
} from '../../program.ts';
import type { Env, Scope } from '../context.ts';
import { tellDeviceCall } from '../cuda/host-code.ts';
import { isAbstractInterface, isIncomplete } from '../declarations/incomplete.ts';
import { foldLibraryCall } from '../fold/fold-library.ts';
import { cPointerProblem } from '../rules/c-pointers.ts';
import { needsInterface } from '../rules/pointers.ts';
import { suggestion } from '../scope.ts';
import { integerOf, rankOf } from '../types.ts';
import { someInside } from '../walk-program.ts';
import type { Arg, Callee, Fit, FitMode } from './arguments.ts';
import { fit } from './arguments.ts';
import { isDeviceIntrinsic, isIntrinsic } from './intrinsic-calls.ts';
import type { IntrinsicActual } from './intrinsic-reference.ts';
import { fitRoutine, type RoutineFit } from './library-calls.ts';
import { substitute } from './substitute.ts';

/** A call that has been decided. */
export type Decided =
  | { readonly kind: 'procedure'; readonly callee: CalleeExpr; readonly signature: Signature; readonly args: Actual[] }
  | { readonly kind: 'library'; readonly routine: LibraryRoutine; readonly fit: RoutineFit };

/** A reference to a known procedure. */
export function decideProcedure(
  env: Env,
  p: Procedure,
  args: readonly Arg[],
  at: Span,
  mode: FitMode = 'call',
): Decided | undefined {
  if (isAbstractInterface(p)) return void env.file.report(nameErrors.abstractCalled(p.name, at, p.span));
  const found = fit(env, p, args, at, mode);
  if (!found.ok && mode === 'call' && (isImplicitlyKnown(env, p) || isByInclude(env, p))) {
    const lenient = fit(env, p, args, at, 'lenient');
    if (lenient.ok) {
      for (const problem of found.problems) env.file.report(callErrors.implicitMismatch(problem()));
      return {
        kind: 'procedure',
        callee: calleeOf(p, at),
        signature: p.signature,
        args: lenient.args,
      };
    }
  }
  if (!found.ok) return isIncomplete(p) ? undefined : tellAll(env, found);
  if (p.signature.implicit) env.file.namedCalls.push({ name: p.linkName, args: found.args, at });
  else if (mode === 'call') warnWithoutInterface(env, p, at);
  return { kind: 'procedure', callee: calleeOf(p, at), signature: p.signature, args: found.args };
}

function calleeOf(p: Procedure, at: Span): CalleeExpr {
  const { through } = p;
  if (!through) return { kind: 'procedure', procedure: p };
  const pointer = { kind: 'variable', variable: through, type: through.type, rank: 0, span: at } as const;
  return { kind: 'pointer', pointer, signature: p.signature };
}

/** It works because both stand in one file; other compilers pass the wrong things, without a word. */
function warnWithoutInterface(env: Env, p: Procedure, at: Span): void {
  if (env.side !== 'host' || p.origin !== 'external' || isAround(env, p)) return;
  const outside = env.file.externals.names.get(p.name);
  if (outside?.meaning !== p || outside.facts.entry) return;
  const why = needsInterface(p.signature, true);
  if (why !== undefined) env.file.report(callErrors.withoutInterface(p, why, at));
}

function isAround(env: Env, p: Procedure): boolean {
  for (let q: Procedure | undefined = env.unit?.procedure; q; q = q.host) if (q === p || q.name === p.name) return true;
  return false;
}

function tellAll(env: Env, found: Extract<Fit, { ok: false }>): undefined {
  for (const problem of found.problems) env.file.report(problem());
}

/** An external procedure of this file that no interface describes here. */
function isImplicitlyKnown(env: Env, p: Procedure): boolean {
  const outside = env.file.externals.names.get(p.name)?.meaning;
  return outside === p || (outside?.kind === 'procedure' && p.origin === 'external' && outside.linkName === p.linkName);
}

/** A routine of a module for which an include file stands that has no interfaces (mpif.h): compilers pass what they are given there. */
function isByInclude(env: Env, p: Procedure): boolean {
  for (let scope: Scope | undefined = env.scope; scope; scope = scope.parent)
    if (scope.uses.some((u) => u.from.name === p.module && isFileWithoutInterfaces(u.span.source.path))) return true;
  return false;
}

const isFileWithoutInterfaces = (path: string): boolean => /(^|[\\/])mpif\.h$/.test(path);

/** A reference through a dummy procedure or procedure pointer. */
export function decidePointer(
  env: Env,
  pointer: Expr,
  s: Signature,
  name: string,
  args: readonly Arg[],
  at: Span,
): Decided | undefined {
  const span = pointer.kind === 'variable' ? pointer.variable.span : pointer.span;
  const pass = pointer.kind === 'part' ? pointer.component.pass : undefined;
  const object = pointer.kind === 'part' && pass !== undefined ? pointer.base : undefined;
  const all = object && pass !== undefined ? withObject(object, s, pass, args, at) : args;
  const found = fit(env, { name, span, signature: s }, all, at, 'call');
  if (!found.ok) return tellAll(env, found);
  return { kind: 'procedure', callee: { kind: 'pointer', pointer, signature: s }, signature: s, args: found.args };
}

export function decideRoutine(
  env: Env,
  r: LibraryRoutine,
  args: readonly Arg[],
  at: Span,
  wants: 'function' | 'subroutine',
): Decided | undefined {
  if (!sideAllows(env, r)) {
    const wrong = r.routine.where === 'device' ? 'host' : 'device';
    const problem = deviceErrors.routineOnWrongSide(r.name, wrong, at);
    return wrong === 'host' ? tellDeviceCall(env, problem) : void env.file.report(problem);
  }
  const found = fitRoutine(env, r, args, at);
  if (!found.ok) return void env.file.report(found.problem());
  if (wants === 'function' && !r.routine.gives)
    return void env.file.report(callErrors.subroutineAsFunction(r.name, at));
  if (wants === 'subroutine' && r.routine.gives && !r.routine.callable && !callableAnyway(env))
    return void env.file.report(callErrors.functionAsSubroutine(r.name, at));
  const problem = cPointerProblem(r.name, found.args);
  if (problem) return void env.file.report(problem);
  return { kind: 'library', routine: r, fit: found };
}

/** Device functions such as atomicadd are called as subroutines too. */
function callableAnyway(env: Env): boolean {
  return env.side !== 'host' || env.kernelLoop;
}

/** In device code only those intrinsics that a device has. */
export function intrinsicAllowed(env: Env, name: string): boolean {
  return (env.side === 'host' && !env.kernelLoop) || isDeviceIntrinsic(name);
}

function sideAllows(env: Env, r: LibraryRoutine): boolean {
  const where = r.routine.where ?? 'host';
  if (where === 'both' || r.routine.onDevice !== undefined) return true;
  if (env.side === 'both') return env.guarded === true;
  const device = env.side === 'device' || env.kernelLoop;
  return device ? where === 'device' : where === 'host';
}

/** The specific procedure of a generic that these arguments mean; `quiet` says nothing where there is none. */
export function decideGeneric(
  env: Env,
  generic: Pick<Generic, 'name' | 'span' | 'procedures'>,
  args: readonly Arg[],
  at: Span,
  wants: 'function' | 'subroutine',
  quiet = false,
  launch = false,
): Decided | undefined {
  const extending = isIntrinsic(generic.name);
  const candidates = generic.procedures.filter(
    (p) => isWanted(p, wants) && !(extending && p.kind === 'procedure' && !sideFits(env, p)),
  );
  const best =
    bestOf(env, candidates, args, at, launch, 'generic') ?? bestOf(env, candidates, args, at, launch, 'call');
  if (best) return bySecondName(generic.name) ? second(best) : best;
  if (quiet || candidates.some(isIncomplete)) return undefined;
  const only = candidates[0];
  if (candidates.length === 1 && only?.kind === 'procedure')
    return decideProcedure(env, only, args, at, launch ? 'launch' : 'call');
  if (candidates.length === 1 && only?.kind === 'library-routine') return decideRoutine(env, only, args, at, wants);
  return void env.file.report(
    callErrors.noSpecific(
      generic.name,
      args.map((a) => a.value),
      generic.procedures,
      at,
    ),
  );
}

/** MPI's routines have second names, by which what a program defines in their place calls them. */
function bySecondName(generic: string): boolean {
  return generic.startsWith('pmpi_');
}

function second(decided: Decided): Decided {
  if (decided.kind !== 'procedure' || decided.callee.kind !== 'procedure') return decided;
  return { ...decided, callee: { ...decided.callee, second: true } };
}

function isWanted(p: Procedure | LibraryRoutine, wants: 'function' | 'subroutine'): boolean {
  if (p.kind === 'procedure') return p.signature.subroutine === (wants === 'subroutine');
  return wants === 'subroutine' || p.routine.gives !== undefined;
}

function bestOf(
  env: Env,
  candidates: readonly (Procedure | LibraryRoutine)[],
  args: readonly Arg[],
  at: Span,
  launch: boolean,
  mode: FitMode,
): Decided | undefined {
  let best: Decided | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const p of candidates) {
    if (p.kind === 'library-routine') {
      const found = sideAllows(env, p) ? fitRoutine(env, p, args, at) : undefined;
      if (!found?.ok || found.distance >= least) continue;
      least = found.distance;
      best = { kind: 'library', routine: p, fit: found };
      continue;
    }
    if (!sideFits(env, p) && candidates.length > 1) continue;
    const found: Fit = fit(env, p, args, at, launch && mode === 'call' ? 'launch' : mode);
    const distance = found.ok ? found.distance * 2 + (p.signature.elemental ? 1 : 0) : 0;
    if (!found.ok || distance >= least) continue;
    least = distance;
    best = { kind: 'procedure', callee: calleeOf(p, at), signature: p.signature, args: found.args };
  }
  return best;
}

function sideFits(env: Env, p: Procedure): boolean {
  const t = p.signature.targets;
  if (env.side === 'host') return t.host || t.global;
  return env.side === 'both' || t.device;
}

/** Of `object%name(args)`, where name is bound to the type. */
export function decideBound(
  env: Env,
  object: Expr,
  name: string,
  type: DerivedType,
  args: readonly Arg[],
  at: Span,
  wants: 'function' | 'subroutine',
): Decided | undefined {
  const direct = type.bindings.find((b) => b.name === name);
  if (direct?.module !== undefined && direct.module !== env.scope.module)
    return void env.file.report(typeErrors.privateBinding(type, name, at));
  if (type.abstract && object.type.base === 'derived' && !object.type.polymorphic)
    return void env.file.report(typeErrors.callOfAbstract(type.name, name, at));
  if (direct) {
    const found = fitBinding(env, object, direct, args, at);
    return found.ok ? boundCall(object, direct, found.args) : tellAll(env, found);
  }
  const owner = type.privateGenerics?.get(name);
  if (owner !== undefined && owner !== env.scope.module)
    return void env.file.report(typeErrors.privateBinding(type, name, at));
  const candidates = (type.generics.get(name) ?? []).flatMap((n) => type.bindings.find((b) => b.name === n) ?? []);
  const found = bestBinding(env, object, candidates, args, at);
  if (found) return found;
  const only = candidates[0];
  if (candidates.length === 1 && only) {
    const single = fitBinding(env, object, only, args, at);
    return single.ok ? boundCall(object, only, single.args) : tellAll(env, single);
  }
  const procedures = candidates.flatMap((b) => b.procedure ?? []);
  env.file.report(
    callErrors.noSpecific(
      name,
      args.map((a) => a.value),
      procedures.filter((p) => isWanted(p, wants)),
      at,
    ),
  );
  return undefined;
}

export function bestBinding(
  env: Env,
  object: Expr,
  candidates: readonly Binding[],
  args: readonly Arg[],
  at: Span,
): Decided | undefined {
  // Those that are not elemental come first (Fortran 2018, 15.5.5.2).
  const isElemental = (b: Binding): boolean => (b.procedure?.signature ?? b.signature).elemental;
  for (const elemental of [false, true])
    for (const b of candidates.filter((c) => isElemental(c) === elemental)) {
      const found = fitBinding(env, object, b, args, at);
      if (found.ok) return boundCall(object, b, found.args);
    }
  return undefined;
}

function fitBinding(env: Env, object: Expr, b: Binding, args: readonly Arg[], at: Span): Fit {
  const callee: Callee = { name: b.name, span: b.procedure?.span ?? at, signature: b.signature };
  if (b.pass === undefined) return fit(env, callee, args, at, 'call');
  return fit(env, callee, withObject(object, b.signature, b.pass, args, at), at, 'call');
}

/** The arguments with the object in the place of dummy `pass`. */
function withObject(object: Expr, s: Signature, pass: number, args: readonly Arg[], at: Span): Arg[] {
  const self: Arg = { keyword: undefined, value: object, boz: false, span: object.span };
  const keywordAt = args.findIndex((a) => a.keyword);
  const positional = keywordAt < 0 ? args.length : keywordAt;
  if (pass <= positional) return [...args.slice(0, pass), self, ...args.slice(pass)];
  const dummy = s.dummies[pass];
  const keyword =
    dummy && dummy !== 'alternate-return' ? { kind: 'name' as const, text: dummy.name, span: at } : undefined;
  return [...args, { ...self, keyword }];
}

function boundCall(object: Expr, binding: Binding, args: Actual[]): Decided {
  const dynamic = object.type.base === 'derived' && object.type.polymorphic;
  const callee: CalleeExpr =
    !dynamic && binding.procedure
      ? { kind: 'procedure', procedure: binding.procedure }
      : { kind: 'bound', object, binding };
  return { kind: 'procedure', callee, signature: binding.signature, args };
}

// ---- what a call gives ------------------------------------------------------------------------------------------

/** The value of a decided function reference. */
export function callValue(env: Env, d: Decided, name: string, at: Span): Expr | undefined {
  if (d.kind === 'library') {
    const { type } = d.fit;
    if (!type) return void env.file.report(callErrors.subroutineAsFunction(d.routine.name, at));
    const folded = foldLibraryCall(d.routine, d.fit.args, type, at);
    if (folded) return folded;
    const [first] = d.fit.args;
    // A load of a vector, or of a section: hints for the caches change nothing of what it gives.
    const { effect } = d.routine.routine;
    if (effect?.kind === 'load' && first && first.rank > 0 && first.kind !== 'procedure') return { ...first, span: at };
    return {
      kind: 'library-call',
      routine: d.routine,
      form: d.fit.form,
      args: d.fit.args,
      type,
      rank: d.fit.rank,
      span: at,
    };
  }
  const { result, subroutine, elemental, targets } = d.signature;
  if (subroutine) return void env.file.report(callErrors.subroutineAsFunction(name, at));
  // A result whose declaration is wrong has been told.
  if (!result) return undefined;
  const near = () => (d.signature.implicit ? suggestion(env, name.toLowerCase()) : undefined);
  if (!checkSide(env, name, targets, at, sortOf(d.callee), near)) return undefined;
  const rank = elemental ? maxRank(d.args) : rankOf(result.shape);
  return { kind: 'call', callee: d.callee, args: d.args, type: resultType(result, d), rank, span: at };
}

function maxRank(args: readonly Actual[]): number {
  let rank = 0;
  for (const a of args) if (a && a.kind !== 'alternate-return' && a.rank > rank) rank = a.rank;
  return rank;
}

/** A character length that depends on the dummies is that of the actual arguments. */
function resultType(result: Variable, d: Extract<Decided, { kind: 'procedure' }>): Type {
  const { type } = result;
  if (type.base !== 'character' || type.length.kind !== 'known' || type.length.value.kind === 'constant') return type;
  const actuals = new Map<Variable, Expr>();
  for (const [i, dummy] of d.signature.dummies.entries()) {
    const a = d.args[i];
    if (dummy !== 'alternate-return' && a && a.kind !== 'alternate-return') actuals.set(dummy, a);
  }
  const { value } = type.length;
  // What an array has by its declaration there, the actual argument need not have: the call alone tells the length.
  if (rankOf(result.shape) === 0 && asksForDeclared(value, d.signature))
    return { ...type, length: { kind: 'deferred' } };
  return { ...type, length: { kind: 'known', value: substitute(value, actuals) } };
}

/** Are there bounds of dummy arrays that are not those of the actual argument? */
function asksForDeclared(e: Expr, signature: Signature): boolean {
  if (e.kind === 'intrinsic' && boundsAsked.has(e.name) && differs(e.args[0], e.name, signature)) return true;
  return someInside(e, (x) => asksForDeclared(x, signature));
}

function differs(of: Expr | undefined, asked: string, signature: Signature): boolean {
  if (of?.kind !== 'variable' || !signature.dummies.includes(of.variable)) return false;
  const { shape } = of.variable;
  if (shape?.kind === 'assumed-shape') return asked !== 'size' && asked !== 'shape' && !shape.lowers.every(isOne);
  return shape?.kind === 'explicit' || shape?.kind === 'assumed-size';
}

const boundsAsked = new Set(['size', 'shape', 'lbound', 'ubound']);

function isOne(e: Expr): boolean {
  return integerOf(e) === 1n;
}

/** What there is to say about where it could run. */
export function sortOf(callee: CalleeExpr): 'own' | 'library' | 'unknown' {
  if (callee.kind === 'pointer') return 'unknown';
  const p = callee.kind === 'procedure' ? callee.procedure : callee.binding.procedure;
  return p && p.span.source.path !== '' ? 'own' : 'library';
}

/** May this procedure be called from here? */
export function checkSide(
  env: Env,
  name: string,
  t: Signature['targets'],
  at: Span,
  sort: 'own' | 'library' | 'unknown',
  near: () => string | undefined = () => undefined,
): boolean {
  if (!env.file.options.cuda) return true;
  if (env.kernelLoop) {
    if (t.device) return true;
    env.file.report(deviceErrors.hostProcedureInDeviceCode(name, 'kernel-loop', at, sort, near()));
    return false;
  }
  const both = env.side === 'both' && !env.guarded;
  if ((env.side === 'device' || both) && !t.device && !t.global) {
    env.file.report(deviceErrors.hostProcedureInDeviceCode(name, 'device', at, sort, near()));
    return false;
  }
  if ((env.side === 'host' || both) && !t.host && t.device) {
    tellDeviceCall(env, deviceErrors.deviceProcedureInHostCode(name, at));
    return false;
  }
  return true;
}

/** Arguments as the intrinsics take them. */
export function intrinsicActuals(env: Env, name: string, args: readonly Arg[]): IntrinsicActual[] {
  // A literal without a type gets one from the intrinsic, or from another argument.
  const bits = Object.values(intrinsics.get(name)?.takes ?? {}).filter((p) => p.of.includes('boz'));
  if (bits.length > 0 && (args.some((a) => !a.boz) || bits.every((p) => p.like === undefined)))
    for (const { boz, span } of args) if (boz) env.file.typeless.typed.add(span);
  const actuals: IntrinsicActual[] = [];
  for (const { keyword, value, boz } of args) {
    if (value.kind === 'alternate-return') continue;
    if (!keyword && !boz) actuals.push({ value });
    else actuals.push({ ...(keyword && { keyword: keyword.text }), value, ...(boz && { boz }) });
  }
  return actuals;
}
