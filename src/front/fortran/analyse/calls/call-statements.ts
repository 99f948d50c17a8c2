/** `call`, with and without chevrons. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import { nowhere, type Span } from '../../../../base/source.ts';
import type { Row } from '../../../../library/intrinsics/row.ts';
import { intrinsics } from '../../../../library/intrinsics/table.ts';
import * as callErrors from '../../errors/calls.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import * as deviceErrors from '../../errors/device.ts';
import * as intrinsicErrors from '../../errors/intrinsics.ts';
import * as launchErrors from '../../errors/launches.ts';
import * as nameErrors from '../../errors/names.ts';
import type { Expr, Signature, Stmt, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env, Meaning } from '../context.ts';
import { deviceSymbol } from '../cuda/device-names.ts';
import { tellLaunched } from '../cuda/host-code.ts';
import { isForgotten, isToldToUse, isWarnedToUse, privateIn, seenElsewhere } from '../declarations/module-with.ts';
import { externalNamed, implicitSignature } from '../declarations/signatures.ts';
import { partOf, variableReference } from '../expressions/designators.ts';
import { nameMeaning } from '../expressions/references.ts';
import { convert } from '../fold/fold.ts';
import { argumentProblem } from '../rules/intrinsic-arguments.ts';
import { isExcused, lookup, meaningOf, remember, suggestion } from '../scope.ts';
import { notDefinable } from '../statements/definable.ts';
import { imageSubroutine } from '../statements/images.ts';
import { integer4, integer8 } from '../types.ts';
import { type Arg, analyseArguments, procedureVariable } from './arguments.ts';
import { arrayMvbits } from './array-mvbits.ts';
import {
  checkSide,
  type Decided,
  decideBound,
  decideGeneric,
  decidePointer,
  decideProcedure,
  decideRoutine,
  intrinsicActuals,
  intrinsicAllowed,
  sortOf,
} from './calls.ts';
import { isIntrinsicSubroutine, resolveIntrinsicSubroutine } from './intrinsic-calls.ts';
import { decideSystemRoutine } from './system-routines.ts';

export function callStatement(env: Env, s: tree.Call): Stmt | undefined {
  const args = analyseArguments(env, s.arguments);
  const { procedure } = s;
  if (procedure.kind === 'component') return args && componentCall(env, s, procedure, args);
  if (procedure.kind !== 'name') return void env.file.report(nameErrors.notAProcedureExpression(procedure.span));
  const system =
    args &&
    !s.launch &&
    isUnknown(env, procedure.text) &&
    decideSystemRoutine(env, procedure.text, args, s.span, 'subroutine');
  if (system) return statementOf(env, s, system, procedure.text);
  const meaning = calledMeaning(env, procedure, s.launch !== undefined);
  if (!meaning || meaning.kind === 'error') return undefined;
  const isKernel = meaning.kind === 'procedure' && meaning.signature.targets.global;
  if (isKernel && !s.launch && env.side === 'host')
    return void env.file.report(launchErrors.kernelWithoutLaunch(meaning, s.span));
  return args && finished(env, s, procedure, meaning, args);
}

function isUnknown(env: Env, name: string): boolean {
  return !nameMeaning(env, name) && !isIntrinsicSubroutine(name) && !env.file.externals.names.has(name);
}

/** What is called; an unknown name is an external subroutine. */
function calledMeaning(env: Env, name: tree.Name, launched: boolean): Meaning | undefined {
  const meaning = nameMeaning(env, name.text);
  if (meaning) return meaning;
  if (isIntrinsicSubroutine(name.text)) return { kind: 'intrinsic', name: name.text };
  const outside = env.file.externals.names.get(name.text);
  if (outside) return meaningOf(outside);
  const device = env.file.options.cuda ? deviceSymbol(env, name.text) : undefined;
  if (device) return device;
  const near = suggestion(env, name.text, undefined, (known) => isSubroutine(env, known));
  if (isExcused(env, name.text)) return undefined;
  if (isForgotten(env, name.text) && !isWarnedToUse(env, name.text)) env.file.report(nameErrors.forgottenUse(name));
  const onHost = env.side === 'host' && !env.kernelLoop;
  const keeper = privateIn(env, name.text);
  if ((near ?? keeper) && onHost && !launched && !env.file.options.linkable?.(name.text))
    env.file.report(nameErrors.undeclaredSubroutine(name, near, keeper));
  return remember(env, name, externalNamed(name.text, name, implicitSignature(undefined)));
}

/** Whether `call` may name it. */
function isSubroutine(env: Env, name: string): boolean {
  const meaning = nameMeaning(env, name);
  switch (meaning?.kind) {
    case 'procedure':
      return meaning.signature.result === undefined;
    case 'variable':
      return meaning.procedure !== undefined;
    case 'generic':
    case 'library-routine':
      return true;
    default:
      return false;
  }
}

function finished(env: Env, s: tree.Call, name: tree.Name, meaning: Meaning, args: Arg[]): Stmt | undefined {
  switch (meaning.kind) {
    case 'procedure':
      if (s.launch && !launchable(meaning.signature))
        return tellLaunched(env, meaning, launchErrors.launchOfOrdinary(meaning, s.launch.span));
      return statementOf(env, s, decideProcedure(env, meaning, args, s.span, s.launch ? 'launch' : 'call'), name.text);
    case 'generic': {
      const also = isIntrinsicSubroutine(name.text);
      const decided = decideGeneric(env, meaning, args, s.span, 'subroutine', also, s.launch !== undefined);
      return decided || !also ? statementOf(env, s, decided, name.text) : intrinsic(env, s, name.text, args);
    }
    case 'library-routine':
      return statementOf(env, s, decideRoutine(env, meaning, args, s.span, 'subroutine'), name.text);
    case 'intrinsic':
      return intrinsic(env, s, meaning.name, args);
    case 'variable':
      return throughVariable(env, s, name, meaning, args);
    default:
      return void env.file.report(nameErrors.notASubroutine(name));
  }
}

function intrinsic(env: Env, s: tree.Call, name: string, args: readonly Arg[]): Stmt | undefined {
  if (!isIntrinsicSubroutine(name)) return void env.file.report(callErrors.functionAsSubroutine(name, s.span));
  if (!intrinsicAllowed(env, name))
    return void env.file.report(deviceErrors.routineOnWrongSide(name, 'device', s.span));
  const found = resolveIntrinsicSubroutine(name, intrinsicActuals(env, name, args), s.span, env.file.report);
  const row = found && intrinsics.get(found.name);
  if (found && row?.by === 'image')
    return imageSubroutine(env, found.name, found.args, { span: s.span, label: s.label?.value });
  const problem =
    found && row && (unsettable(env, name, found.args, row) ?? argumentProblem(found.name, found.args, row));
  if (problem) return void env.file.report(problem);
  if (found?.name === 'mvbits' && found.args.some((a) => a && a.rank > 0))
    return arrayMvbits(found.args, s, env.file.report);
  return found && { kind: 'intrinsic-call', name: found.name, args: found.args, span: s.span, label: s.label?.value };
}

/** An argument that the intrinsic sets and that may not be set here. */
function unsettable(env: Env, name: string, args: readonly (Expr | undefined)[], row: Row): Diagnostic | undefined {
  for (const [i, [param, p]] of Object.entries(row.takes).entries()) {
    const value = p.changes ? args[i] : undefined;
    const why = value && notDefinable(env, value);
    if (value && why) return intrinsicErrors.notSettable(name, param, why.why, value.span);
  }
  return undefined;
}

function throughVariable(env: Env, s: tree.Call, name: tree.Name, v: Variable, args: Arg[]): Stmt | undefined {
  const plainDummy = v.storage === 'dummy' && !v.shape && !v.attributes.intent;
  if (!v.procedure && plainDummy) v.procedure = implicitSignature(undefined);
  const entry = lookup(env, name.text);
  if (!v.procedure && entry && !entry.facts.typeAt && !v.shape && entry.facts.words.size === 0) {
    const p = externalNamed(name.text, name, implicitSignature(undefined));
    entry.meaning = p;
    return statementOf(env, s, decideProcedure(env, p, args, s.span), name.text);
  }
  if (!v.procedure && isIntrinsicSubroutine(name.text)) return intrinsic(env, s, name.text, args);
  if (!v.procedure) return void env.file.report(nameErrors.notASubroutine(name));
  const pointer = variableReference(env, v, name.span);
  return pointer && statementOf(env, s, decidePointer(env, pointer, v.procedure, v.name, args, s.span), name.text);
}

function componentCall(env: Env, s: tree.Call, c: tree.Component, args: Arg[]): Stmt | undefined {
  const object = env.file.expression(env, c.base);
  if (!object) return undefined;
  if (object.type.base === 'derived') {
    const { type } = object.type;
    const name = c.component.text;
    if (type.bindings.some((b) => b.name === name) || type.generics.has(name))
      return statementOf(env, s, decideBound(env, object, name, type, args, s.span, 'subroutine'), name);
  }
  const part = partOf(env, object, c.component, c.span);
  const signature = part && procedureVariable(part);
  if (!part) return undefined;
  if (!signature) return void env.file.report(nameErrors.notASubroutine(c.component));
  return statementOf(env, s, decidePointer(env, part, signature, c.component.text, args, s.span), c.component.text);
}

function statementOf(env: Env, s: tree.Call, d: Decided | undefined, name: string): Stmt | undefined {
  if (!d) return undefined;
  const base = { span: s.span, label: s.label?.value };
  if (d.kind === 'library') {
    if (s.launch) return void env.file.report(launchErrors.launchOfOrdinary({ name, span: nowhere }, s.launch.span));
    return (
      vectorStore(d, base) ?? { kind: 'library-call', routine: d.routine, form: d.fit.form, args: d.fit.args, ...base }
    );
  }
  const { signature } = d;
  if (!signature.subroutine && !signature.implicit)
    return void env.file.report(callErrors.functionAsSubroutine(name, s.span));
  if (s.launch) return launch(env, s, s.launch, d, name);
  if (signature.targets.global && (env.side !== 'host' || env.kernelLoop))
    return void env.file.report(launchErrors.launchInDeviceCode(name, s.span));
  if (signature.targets.global) {
    const p = d.callee.kind === 'procedure' ? d.callee.procedure : undefined;
    return void env.file.report(launchErrors.kernelWithoutLaunch(p ?? { name, span: s.span }, s.span));
  }
  if (!signature.implicit && !checkSide(env, name, signature.targets, s.span, sortOf(d.callee))) return undefined;
  const within = env.kernelLoop ? 'kernel-loop' : env.side;
  if (signature.implicit && (within === 'kernel-loop' || within === 'device'))
    return void env.file.report(
      deviceErrors.hostProcedureInDeviceCode(
        name,
        within,
        s.span,
        sortOf(d.callee),
        suggestion(env, name.toLowerCase()),
      ),
    );
  return { kind: 'call', callee: d.callee, args: d.args, ...base };
}

/** A store of a whole vector, or of a section: hints for the caches change nothing of what it does. */
function vectorStore(
  d: Extract<Decided, { kind: 'library' }>,
  base: { readonly span: Span; readonly label: number | undefined },
): Stmt | undefined {
  const [to, value] = d.fit.args;
  if (d.routine.routine.effect?.kind !== 'store' || !to || !value || to.rank === 0) return undefined;
  return { kind: 'assign', to, value, transfer: false, ...base };
}

// ---- launches ---------------------------------------------------------------------------------------------------

function launch(
  env: Env,
  s: tree.Call,
  l: tree.Launch,
  d: Extract<Decided, { kind: 'procedure' }>,
  name: string,
): Stmt | undefined {
  const place = d.callee.kind === 'procedure' ? d.callee.procedure : { name, span: nowhere };
  if (d.signature.implicit && isToldToUse(env, name.toLowerCase())) return undefined;
  if (d.signature.implicit)
    return void env.file.report(launchErrors.launchWithoutInterface(name, l.span, seenElsewhere(env, name)));
  if (!launchable(d.signature)) return void env.file.report(launchErrors.launchOfOrdinary(place, l.span));
  if (env.kernelLoop) return void env.file.report(launchErrors.launchInKernelLoop(l.span));
  if (env.side === 'device') return void env.file.report(launchErrors.launchInDeviceCode(name, l.span));
  const grid = l.grid.kind === 'star' ? 'star' : launchExtent(env, l.grid, 'grid');
  const block =
    l.block.kind === 'star'
      ? void env.file.report(launchErrors.starBlock(l.block.span))
      : launchExtent(env, l.block, 'block');
  const shared = l.shared && sharedBytes(env, l.shared);
  const stream = l.stream && launchNumber(env, l.stream, 'the stream', integer8);
  if (!grid || !block || (l.shared && !shared) || (l.stream && !stream)) return undefined;
  return {
    kind: 'launch',
    callee: d.callee,
    args: d.args,
    grid,
    block,
    shared,
    stream,
    span: s.span,
    label: s.label?.value,
  };
}

/** A kernel, or a bind(c) procedure that is one in CUDA C. */
function launchable(s: Signature): boolean {
  return s.targets.global || s.bindC || s.implicit;
}

/** An integer, a dim3, or up to three integers as an array. */
export function launchExtent(env: Env, e: tree.Expression, what: 'grid' | 'block'): Expr | undefined {
  const value = env.file.expression(env, e);
  if (!value) return undefined;
  if (value.type.base === 'integer' && value.rank === 0) return convert(value, integer4);
  if (value.type.base === 'derived' && value.type.type.name === 'dim3' && value.rank === 0) return value;
  return void env.file.report(launchErrors.launchExtentType(what, value));
}

/** A real number of bytes is cut to an integer (an extension). */
export function sharedBytes(env: Env, e: tree.Expression): Expr | undefined {
  const value = env.file.expression(env, e);
  if (!value) return undefined;
  const fits = value.rank === 0 && (value.type.base === 'integer' || value.type.base === 'real');
  return fits
    ? convert(value, integer4)
    : void env.file.report(declarationErrors.notAnInteger('the bytes of shared memory', value));
}

export function launchNumber(env: Env, e: tree.Expression, what: string, type: typeof integer4): Expr | undefined {
  const value = env.file.expression(env, e);
  if (!value) return undefined;
  if (value.type.base !== 'integer' || value.rank !== 0)
    return void env.file.report(declarationErrors.notAnInteger(what, value));
  return convert(value, type);
}
