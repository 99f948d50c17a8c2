/** Statements: every kind of node, handed to the file that knows it. */
import { impossible } from '../../../../base/impossible.ts';
import * as controlErrors from '../../errors/control.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import * as loopErrors from '../../errors/kernel-loops.ts';
import * as openmpErrors from '../../errors/openmp.ts';
import type { Expr, Stmt } from '../../program.ts';
import type * as tree from '../../tree.ts';
import { callStatement } from '../calls/call-statements.ts';
import type { Env } from '../context.ts';
import { kernelLoop } from '../cuda/kernel-loop.ts';
import { directive } from '../directives/directive.ts';
import { convert } from '../fold/fold.ts';
import { integer8 } from '../types.ts';
import { allocate, deallocate, nullify } from './allocation.ts';
import { assignedGoto, labelAssign } from './assigned-goto.ts';
import { assignment, pointerAssignment } from './assignments.ts';
import { associate, blockConstruct } from './blocks.ts';
import { arithmeticIf, ifConstruct, ifStatement } from './branches.ts';
import { at } from './construct.ts';
import { changeTeam, imageControl } from './images.ts';
import { inputOutput } from './io-statements.ts';
import { doLoop, jump } from './loops.ts';
import { forall, where, whereStatement } from './masks.ts';
import { pause } from './pause.ts';
import { selectRank } from './select-rank.ts';
import { selectCase, selectType } from './selections.ts';
import { guardAfter } from './sides.ts';

export function statements(env: Env, block: tree.Block): Stmt[] {
  const done: Stmt[] = [];
  let here = env;
  for (const s of block) {
    const made = statement(here, s);
    here = guardAfter(here, s);
    if (made && 'kind' in made) done.push(made);
    else if (made) done.push(...made);
    // A label stays a place to go to, whatever became of its statement.
    else if (s.label) done.push({ kind: 'continue', ...at(s) });
  }
  return done.slice();
}

function statement(env: Env, s: tree.Executable): Stmt | readonly Stmt[] | undefined {
  switch (s.kind) {
    case 'assignment':
      return assignment(env, s);
    case 'pointer-assignment':
      return pointerAssignment(env, s);
    case 'call':
      return callWithReturns(env, s);
    case 'if':
      return ifConstruct(env, s);
    case 'if-statement':
      return ifStatement(env, s);
    case 'arithmetic-if':
      return arithmeticIf(env, s);
    case 'select-case':
      return selectCase(env, s);
    case 'select-type':
      return selectType(env, s);
    case 'do':
      return doLoop(env, s);
    case 'select-rank':
      return selectRank(env, s);
    case 'kernel-loop':
      return kernelLoop(env, s);
    case 'directive':
      return directive(env, s);
    case 'block':
      return blockConstruct(env, s);
    case 'associate':
      return associate(env, s);
    case 'critical':
      return statements(env, s.body);
    case 'where':
      return where(env, s);
    case 'where-statement':
      return whereStatement(env, s);
    case 'forall':
    case 'forall-statement':
      return forall(env, s);
    case 'cycle':
    case 'exit':
      return jump(env, s);
    case 'goto':
      return goTo(env, s);
    case 'computed-goto':
      return computedGoto(env, s);
    case 'assigned-goto':
      return assignedGoto(env, s);
    case 'label-assign':
      return labelAssign(env, s);
    case 'allocate':
      return allocate(env, s);
    case 'deallocate':
      return deallocate(env, s);
    case 'nullify':
      return nullify(env, s);
    case 'return':
      return returnStatement(env, s);
    case 'stop':
      return stop(env, s);
    case 'continue':
      return { kind: 'continue', ...at(s) };
    case 'data':
    case 'namelist':
    case 'format':
      return s.label ? { kind: 'continue', ...at(s) } : [];
    case 'entry':
      return entry(env, s);
    case 'pause':
      return pause(env, s);
    case 'image-control':
      return imageControl(env, s);
    case 'change-team':
      return changeTeam(env, s);
    case 'read':
    case 'write':
    case 'print':
    case 'inquire':
    case 'open':
    case 'close':
    case 'rewind':
    case 'backspace':
    case 'endfile':
    case 'flush':
    case 'wait':
      return inputOutput(env, s);
    default:
      return impossible(s);
  }
}

/** Alternate returns branch to labels of the caller: they must exist. */
function callWithReturns(env: Env, s: tree.Call): Stmt | undefined {
  for (const a of s.arguments) if (a.value.kind === 'alternate-return') labelKnown(env, a.value.target);
  return callStatement(env, s);
}

function labelKnown(env: Env, label: tree.Label): boolean {
  if (env.unit?.labels.has(label.value)) return true;
  env.file.report(controlErrors.noLabel(label.value, label.span));
  return false;
}

function goTo(env: Env, s: tree.Goto): Stmt | undefined {
  return labelKnown(env, s.target) ? { kind: 'goto', target: s.target.value, ...at(s) } : undefined;
}

function computedGoto(env: Env, s: tree.ComputedGoto): Stmt | undefined {
  const value = env.file.expression(env, s.value);
  const good = s.targets.map((t) => labelKnown(env, t)).every((g) => g);
  if (!value || !good) return undefined;
  if (value.type.base !== 'integer' || value.rank > 0)
    return void env.file.report(declarationErrors.notAnInteger('a computed go to', value));
  return { kind: 'computed-goto', targets: s.targets.map((t) => t.value), value: convert(value, integer8), ...at(s) };
}

function returnStatement(env: Env, s: tree.Return): Stmt | undefined {
  if (env.kernelLoop) return void env.file.report(loopErrors.returnInKernelLoop(s.span));
  for (let c = env.constructs; c; c = c.outer)
    if (c.region)
      return void env.file.report(openmpErrors.leavesRegion('return', c.region.directive, s.span, c.region.at));
    else if (c.concurrent) return void env.file.report(controlErrors.leavesConcurrent('return', s.span, c.concurrent));
  const value = s.value && env.file.expression(env, s.value);
  if (value && (value.rank !== 0 || value.type.base !== 'integer'))
    return void env.file.report(declarationErrors.notAnInteger('the number of an alternate return', value));
  return s.value && !value ? undefined : { kind: 'return', value, ...at(s) };
}

function stop(env: Env, s: tree.Stop): Stmt | undefined {
  const code = s.code && env.file.expression(env, s.code);
  const quiet = s.quiet && env.file.expression(env, s.quiet);
  if ((s.code && !code) || (s.quiet && !quiet)) return undefined;
  if (code && !stopCode(code)) return void env.file.report(controlErrors.stopCodeType(code));
  return { kind: 'stop', error: s.error, code, quiet, ...at(s) };
}

function stopCode(e: Expr): boolean {
  return (e.type.base === 'integer' || (e.type.base === 'character' && e.type.kind === 1)) && e.rank === 0;
}

function entry(env: Env, s: tree.Entry): Stmt | undefined {
  return { kind: 'continue', span: s.span, label: env.unit?.entryLabels.get(s) };
}
