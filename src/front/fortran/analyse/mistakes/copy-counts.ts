/** cudaMemcpy counts elements of typed arrays, not bytes; and the direction that it is told must be that of its arguments. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as launchErrors from '../../errors/launches.ts';
import { onDevice, placementOf } from '../../placement.ts';
import type { Expr, Stmt } from '../../program.ts';
import { extentsOf } from '../fold/expr-extents.ts';
import { constantExtents, integerOf } from '../types.ts';
import { bare, eachWithin, eventsOf, rootOf, within } from './walk.ts';

type Call = Extract<Expr, { kind: 'library-call' }>;

export function checkCopyCounts(report: (d: Diagnostic) => void, body: readonly Stmt[]): void {
  const look = (x: Expr): void => {
    if (x.kind === 'library-call' && /^cudamemcpy(?:async)?$/i.test(x.routine.name)) checkCopy(report, x);
  };
  for (const e of eventsOf(body)) if (e.kind === 'read') eachWithin(e.value, look);
}

function checkCopy(report: (d: Diagnostic) => void, call: Call): void {
  const [to, from, count, kind] = call.args;
  if (!to || !from || !count || to.kind === 'procedure' || from.kind === 'procedure' || count.kind === 'procedure')
    return;
  const gaps = [to, from].find(hasGaps);
  if (gaps)
    report(
      (call.routine.name.toLowerCase() === 'cudamemcpy' ? launchErrors.gatheredSection : launchErrors.copyOfSection)(
        gaps,
        to,
        from,
      ),
    );
  const rooms = [to, from].map((e) => ({ e, room: roomOf(e) }));
  const wanted = integerOf(bare(count));
  const short = rooms.find(({ room }) => room !== undefined && wanted !== undefined && wanted > room);
  if (short?.room !== undefined && wanted !== undefined)
    report(launchErrors.copyTooLong(call, short.e, short.room, count, wanted));
  else if (isBytes(count) && rooms.some(({ e }) => rootOf(e) !== undefined && e.type.base !== 'derived'))
    report(launchErrors.copyInBytes(call, count));
  const direction = kind && kind.kind !== 'procedure' ? integerOf(bare(kind)) : undefined;
  checkDirection(report, to, from, kind && kind.kind !== 'procedure' ? kind : undefined, direction);
}

/** Elements from the one named to the end of the array. */
function roomOf(e: Expr): bigint | undefined {
  if (hasGaps(e)) return extentsOf(e)?.reduce((n, x) => n * BigInt(x), 1n);
  const base = e.kind === 'element' ? e.base : e;
  if (base.kind !== 'variable' || base.type.base === 'derived') return undefined;
  const { shape } = base.variable;
  if (!shape) return undefined;
  const extents = constantExtents(shape);
  if (!extents || shape.kind !== 'explicit') return undefined;
  let all = 1n;
  for (const n of extents) {
    if (n === undefined) return undefined;
    all *= BigInt(n);
  }
  if (e.kind !== 'element') return all;
  const [only] = e.subscripts;
  const at = e.subscripts.length === 1 && only?.kind === 'index' ? integerOf(bare(only.value)) : undefined;
  const lower = integerOf(shape.bounds[0]!.lower);
  return at === undefined || lower === undefined ? undefined : all - (at - lower);
}

function isBytes(count: Expr): boolean {
  return within(count).some((x) => x.kind === 'intrinsic' && (x.name === 'sizeof' || x.name === 'storage_size'));
}

/** cudaMemcpyHostToDevice is 1, cudaMemcpyDeviceToHost 2. */
function checkDirection(
  report: (d: Diagnostic) => void,
  to: Expr,
  from: Expr,
  kind: Expr | undefined,
  direction: bigint | undefined,
): void {
  if (!kind || (direction !== 1n && direction !== 2n) || !rootOf(to) || !rootOf(from)) return;
  if (to.type.base === 'derived' || from.type.base === 'derived') return;
  const [toDevice, fromDevice] = [isDevice(to), isDevice(from)];
  if (toDevice === undefined || fromDevice === undefined || toDevice === fromDevice) return;
  if ((direction === 1n) !== toDevice) report(launchErrors.copyDirection(kind, toDevice));
}

/** Undefined where both sides may be meant. */
function isDevice(e: Expr): boolean | undefined {
  const placement = placementOf(e);
  if (placement === 'managed') return undefined;
  return onDevice(placement);
}

/** A section whose elements do not lie one after the other: what would be copied is a temporary. */
function hasGaps(e: Expr): boolean {
  if (e.kind !== 'element' || e.rank === 0) return false;
  const last = e.subscripts.findLastIndex((s) => s.kind !== 'index');
  return e.subscripts.some((s, i) => {
    if (s.kind === 'vector') return true;
    if (s.kind === 'index') return i < last;
    const step = s.step && integerOf(bare(s.step));
    if (s.step && step !== 1n) return true;
    return i < last && (s.from !== undefined || s.to !== undefined);
  });
}
