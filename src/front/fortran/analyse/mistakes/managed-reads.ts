/** Managed data, or with unified memory any array, that host code uses while a kernel may still be at work on it. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import { bodiesOf } from '../../bodies-of.ts';
import * as launchErrors from '../../errors/launches.ts';
import { deviceDataIn } from '../../placement.ts';
import type { Expr, Stmt, Variable } from '../../program.ts';
import { blockVariables } from '../cuda/block-variables.ts';
import { events, inActuals, ownEvents } from '../walk-program.ts';
import { rootOf, within } from './walk.ts';

type Launch = Extract<Stmt, { kind: 'launch' | 'kernel-loop' }>;
type Running = Map<Variable, Launch>;

export function checkManagedReads(report: (d: Diagnostic) => void, body: readonly Stmt[]): void {
  follow(report, body, new Map());
}

function follow(report: (d: Diagnostic) => void, list: readonly Stmt[], running: Running): void {
  for (const s of list) {
    if (s.kind === 'launch') {
      for (const a of inActuals(s.args)) addManaged(a, s, running);
      continue;
    }
    if (running.size > 0 && waits(s)) running.clear();
    if (running.size > 0) checkReads(report, s, running);
    if (s.kind === 'kernel-loop') {
      addWritten(s, running);
      continue;
    }
    const bodies = bodiesOf(s);
    if (bodies.length === 0) continue;
    for (const b of bodies) if (b.length > 0) follow(report, b, new Map(running));
    if (running.size > 0 && bodies.some((b) => b.some(maySynchronise))) running.clear();
  }
}

function addManaged(a: Expr | undefined, s: Launch, running: Running): void {
  const v = a && !isApart(a) ? rootOf(a) : undefined;
  const reached = s.kind === 'kernel-loop' || (a !== undefined && a.rank > 0);
  if (v?.attributes.placement === 'managed' || (v?.attributes.placement === 'host' && reached)) running.set(v, s);
}

/** What allocatable and pointer components lead to is no part of the object. */
function isApart(e: Expr): boolean {
  if (e.kind === 'part' && (e.component.attributes.allocatable || e.component.attributes.pointer)) return true;
  return (e.kind === 'element' || e.kind === 'part' || e.kind === 'substring') && isApart(e.base);
}

/** The host waits for the results of reductions, and so for all that the loop does. */
function addWritten(s: Extract<Stmt, { kind: 'kernel-loop' }>, running: Running): void {
  if (s.reductions.length > 0) return;
  const own = new Set(blockVariables(s.body));
  for (const e of events(s.body)) {
    const v = e.kind === 'write' ? rootOf(e.to) : undefined;
    if (v?.shape && !own.has(v)) addManaged(e.kind === 'write' ? e.to : undefined, s, running);
  }
}

/** A call may wait for the device; copies with device data do. */
function waits(s: Stmt): boolean {
  if (s.kind === 'call' || s.kind === 'library-call' || s.kind === 'allocate' || s.kind === 'deallocate') return true;
  if (s.kind === 'goto' || s.kind === 'computed-goto' || s.label !== undefined) return true;
  if (s.kind === 'assign' && s.transfer) return true;
  return ownReads(s).some((e) => deviceDataIn(e) !== undefined || callsAnything(e) || foldsManaged(e));
}

/** `sum(a)` of a managed array is computed by the device, after what it is at work on. */
function foldsManaged(e: Expr): boolean {
  return within(e).some((x) => {
    const array = x.kind === 'intrinsic' && ['sum', 'maxval', 'minval'].includes(x.name) ? x.args[0] : undefined;
    return array !== undefined && array.rank > 0 && rootOf(array)?.attributes.placement === 'managed';
  });
}

function maySynchronise(s: Stmt): boolean {
  return waits(s) || bodiesOf(s).some((b) => b.some(maySynchronise));
}

function callsAnything(e: Expr): boolean {
  return within(e).some((x) => x.kind === 'call' || x.kind === 'library-call');
}

/** What the statement reads before anything inside it runs. */
function ownReads(s: Stmt): Expr[] {
  const found: Expr[] = [];
  for (const e of ownEvents(s)) {
    if (e.kind === 'enter') break;
    if (e.kind === 'read') found.push(e.value);
    if (e.kind === 'write') found.push(e.to);
  }
  return found;
}

function checkReads(report: (d: Diagnostic) => void, s: Stmt, running: Running): void {
  for (const whole of ownReads(s))
    for (const e of within(whole)) {
      const launch = e.kind === 'variable' ? running.get(e.variable) : undefined;
      if (!launch || e.kind !== 'variable' || isInquired(whole, e)) continue;
      report(launchErrors.managedBeforeSync(e.span, e.variable, launch.span));
      running.delete(e.variable);
    }
}

/** `size(a)` asks nothing of the data. */
function isInquired(whole: Expr, e: Expr): boolean {
  return within(whole).some(
    (x) =>
      x.kind === 'intrinsic' &&
      ['size', 'shape', 'lbound', 'ubound', 'allocated', 'loc', 'sizeof'].includes(x.name) &&
      within(x).includes(e),
  );
}
