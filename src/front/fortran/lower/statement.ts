/** Statements: which file lowers which. */

import { InternalError } from '../../../base/impossible.ts';
import type { PointerType } from '../../../ir/types.ts';
import type { Expr, Stmt } from '../program.ts';
import { signatureOf } from '../signature-of.ts';
import { lowerAssignment } from './assignment.ts';
import { lowerCallStatement } from './calls/call.ts';
import { lowerLibraryStatement } from './calls/library-call.ts';
import { surroundingsSubroutine } from './calls/surroundings.ts';
import type { Context } from './context.ts';
import { lowerAssociate, lowerBlock } from './control/constructs.ts';
import { hasTargets, lowerSegments } from './control/goto.ts';
import { goTo } from './control/goto-branch.ts';
import { lowerDo, lowerDoWhile } from './control/loops.ts';
import { lowerSelectCase } from './control/select-case.ts';
import { lowerSelectType } from './control/select-type.ts';
import { lowerStop } from './control/stop.ts';
import { lowerLanes } from './cuda/kernel-lanes.ts';
import { lowerAtomic } from './directives/atomic.ts';
import { lowerMapped, lowerOffloadSet, lowerOnDevice, lowerQueueWait } from './directives/mapped.ts';
import { lowerInt } from './expression.ts';
import { lowerIo } from './io/io.ts';
import { checkPointers } from './objects/pointer-checks.ts';
import { lowerTeam } from './team/team.ts';

export function lowerStatements(ctx: Context, list: readonly Stmt[]): void {
  if (hasTargets(ctx, list)) {
    lowerSegments(ctx, list, (s) => lowerStatement(ctx, s));
    return;
  }
  for (const s of list) {
    lowerStatement(ctx, s);
    // After `if (on_device()) return` stands what only the other side has.
    if (ctx.left) return;
  }
}

export function lowerStatement(ctx: Context, s: Stmt): void {
  const outer = ctx.at;
  ctx.at = s.span;
  ctx.scope(() => {
    checkPointers(ctx, s);
    dispatch(ctx, s);
  });
  ctx.at = outer;
}

function dispatch(ctx: Context, s: Stmt): void {
  switch (s.kind) {
    case 'assign':
      if (s.to.rank > 0) ctx.parts.arrayStatement(ctx, s);
      else lowerAssignment(ctx, s.to, s.value);
      return;
    case 'pointer-assign':
      if (isProcedurePointer(s.to)) lowerProcedurePointer(ctx, s.to, s.target);
      else ctx.parts.arrayStatement(ctx, s);
      return;
    case 'call':
      if (s.args.some((a, i) => isElementalArray(s, a, i))) ctx.parts.arrayStatement(ctx, s);
      else lowerCallStatement(ctx, s);
      return;
    case 'intrinsic-call':
      return void surroundingsSubroutine(ctx, s);
    case 'library-call':
      return void lowerLibraryStatement(ctx, s);
    case 'if':
      return void lowerIf(ctx, s, 0);
    case 'do':
      return void lowerDo(ctx, s);
    case 'do-while':
      return void lowerDoWhile(ctx, s);
    case 'cycle':
    case 'exit':
      return void leave(ctx, s);
    case 'block':
      return void lowerBlock(ctx, s);
    case 'associate':
      return void lowerAssociate(ctx, s);
    case 'select-case':
      return void lowerSelectCase(ctx, s);
    case 'select-type':
      return void lowerSelectType(ctx, s);
    case 'goto':
      return void goTo(ctx, s.target);
    case 'computed-goto':
      return void computedGoto(ctx, s);
    case 'continue':
      return;
    case 'return':
      return void lowerReturn(ctx, s.value);
    case 'stop':
      return void lowerStop(ctx, s);
    case 'io':
      return void lowerIo(ctx, s);
    case 'mapped':
      return void lowerMapped(ctx, s);
    case 'queue-wait':
      return void lowerQueueWait(ctx, s);
    case 'on-device':
      return void lowerOnDevice(ctx, s);
    case 'lanes':
      return void lowerLanes(ctx, s);
    case 'offload-set':
      return void lowerOffloadSet(ctx, s);
    case 'atomic':
      return void lowerAtomic(ctx, s);
    case 'team':
      return void lowerTeam(ctx, s);
    case 'nullify': {
      for (const p of s.objects.filter(isProcedurePointer)) nullifyProcedure(ctx, p);
      return void ctx.parts.arrayStatement(ctx, { ...s, objects: s.objects.filter((o) => !isProcedurePointer(o)) });
    }
    default:
      return void ctx.parts.arrayStatement(ctx, s);
  }
}

/** A call of an elemental subroutine with arrays for its scalar dummies. */
function isElementalArray(
  s: Stmt & { readonly kind: 'call' },
  a: (Stmt & { readonly kind: 'call' })['args'][number],
  i: number,
): boolean {
  if (a === undefined || a.kind === 'alternate-return' || a.rank === 0) return false;
  const signature = signatureOf(s.callee);
  const d = signature.dummies[i];
  return signature.elemental && d !== undefined && d !== 'alternate-return' && d.shape === undefined;
}

function isProcedurePointer(e: Expr): boolean {
  return (
    (e.kind === 'variable' && e.variable.procedure !== undefined) ||
    (e.kind === 'part' && e.component.procedure !== undefined)
  );
}

function nullifyProcedure(ctx: Context, to: Expr): void {
  const type: PointerType = ctx.mode === 'host' ? 'ptr.host' : 'ptr.generic';
  ctx.store(type, ctx.parts.address(ctx, to), { kind: 'const', type, value: 0n });
}

function lowerProcedurePointer(ctx: Context, to: Expr, target: Expr): void {
  const value = ctx.parts.scalar(ctx, target);
  if (value.kind !== 'plain') throw new InternalError('a procedure pointer gets no procedure', to.span);
  const place = to.kind === 'variable' ? ctx.placeOf(to.variable) : undefined;
  if (place?.kind === 'register') ctx.set(place.local, value.x);
  else ctx.store(value.x.type === 'ptr.generic' ? 'ptr.generic' : 'ptr.host', ctx.parts.address(ctx, to), value.x);
}

function lowerIf(ctx: Context, s: Stmt & { readonly kind: 'if' }, arm: number): void {
  const a = s.arms[arm];
  if (!a) return void lowerStatements(ctx, s.otherwise);
  const condition = ctx.settled(() => ctx.parts.condition(ctx, a.condition));
  ctx.if(
    condition,
    () => lowerStatements(ctx, a.body),
    () => lowerIf(ctx, s, arm + 1),
  );
}

function leave(ctx: Context, s: Stmt & { readonly kind: 'cycle' | 'exit' }): void {
  const construct = ctx.constructs.get(s.name);
  if (!construct) throw new InternalError(`no construct ${s.name}`, s.span);
  if (s.kind === 'exit') return void ctx.break(construct.exit);
  if (!construct.cycle) throw new InternalError(`cycle of ${s.name}, which is no loop`, s.span);
  ctx.emit({ kind: construct.cycle.kind, label: construct.cycle.label });
}

function computedGoto(ctx: Context, s: Stmt & { readonly kind: 'computed-goto' }): void {
  const value = ctx.settled(() => lowerInt(ctx, s.value));
  const cases = s.targets.map((label, i) => ({ values: [i + 1], body: ctx.capture(() => goTo(ctx, label)) }));
  ctx.emit({ kind: 'switch', value, cases, otherwise: [] });
}

function lowerReturn(ctx: Context, value: Expr | undefined): void {
  if (value && ctx.alternate !== undefined) ctx.set(ctx.alternate, lowerInt(ctx, value));
  ctx.break(ctx.exitLabel);
}
