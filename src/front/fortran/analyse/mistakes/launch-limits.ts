/** Launches whose shape is constant and more than any GPU takes. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as launchErrors from '../../errors/launches.ts';
import type { Expr, Procedure, Stmt, Variable } from '../../program.ts';
import { integerOf } from '../types.ts';
import { events } from '../walk-program.ts';
import { eventsOf, rootOf } from './walk.ts';

type Launch = Extract<Stmt, { kind: 'launch' }>;

/** CUDA C++ Programming Guide, technical specifications per compute capability: the same for all since 3.0. */
const most = { threads: 1024n, block: [1024n, 1024n, 64n], grid: [2147483647n, 65535n, 65535n] } as const;

/** Variables of the procedure that one assignment of a whole dim3 sets, and nothing else. */
export function shapesSetOnce(p: Procedure): ReadonlyMap<Variable, Expr> {
  const found = new Map<Variable, Expr | undefined>();
  const own = eventsOf(p.body?.statements ?? []);
  const inner = p.body?.internals.flatMap((one) => one.body?.statements ?? []) ?? [];
  for (const e of inner.length > 0 ? [...own, ...events(inner)] : own) {
    const v = e.kind === 'write' ? rootOf(e.to) : undefined;
    if (v?.type.base !== 'derived' || v.shape || v.owner !== p) continue;
    const whole =
      e.kind === 'write' && e.to.kind === 'variable' && e.statement.kind === 'assign' ? e.statement : undefined;
    found.set(v, whole && !found.has(v) && v.storage !== 'dummy' && !v.attributes.pointer ? whole.value : undefined);
  }
  return new Map([...found].flatMap(([v, value]) => (value ? [[v, value] as const] : [])));
}

export function checkLaunchLimits(
  report: (d: Diagnostic) => void,
  s: Launch,
  shapes: ReadonlyMap<Variable, Expr>,
): void {
  const of = (e: Expr): bigint[] | undefined => {
    const value = e.kind === 'variable' ? shapes.get(e.variable) : undefined;
    return shapeOf(value ?? e);
  };
  const block = of(s.block);
  const threads = block?.reduce((a, b) => a * b, 1n);
  const bound = s.callee.kind === 'procedure' ? s.callee.procedure.signature.launchBounds[0] : undefined;
  if (block && threads !== undefined) {
    const axis = block.findIndex((n, i) => n > most.block[i]!);
    if (block.some((n) => n < 1n)) report(launchErrors.emptyLaunch('block', s.block.span));
    else if (threads > most.threads) report(launchErrors.blockTooLarge(threads, s.block.span));
    else if (axis >= 0) report(launchErrors.axisTooLarge('block', axis, block[axis]!, most.block[axis]!, s.block.span));
    else if (bound !== undefined && threads > BigInt(bound)) report(launchErrors.overLaunchBounds(threads, bound, s));
  }
  const grid = s.grid === 'star' ? undefined : of(s.grid);
  if (s.grid === 'star' || !grid) return;
  const axis = grid.findIndex((n, i) => n > most.grid[i]!);
  if (grid.some((n) => n < 1n)) report(launchErrors.emptyLaunch('grid', s.grid.span));
  else if (axis >= 0) report(launchErrors.axisTooLarge('grid', axis, grid[axis]!, most.grid[axis]!, s.grid.span));
}

/** x, y and z where all are constant. */
function shapeOf(e: Expr): bigint[] | undefined {
  const one = integerOf(e);
  if (one !== undefined) return [one, 1n, 1n];
  if (e.kind === 'constant' && typeof e.value === 'object' && 'components' in e.value) {
    const parts = e.value.components.flatMap((c) => (typeof c === 'bigint' ? [c] : []));
    return parts.length === 3 ? parts : undefined;
  }
  if (e.kind !== 'structure') return undefined;
  const parts = e.values.map((v) => (v === undefined ? 1n : integerOf(v))).flatMap((n) => (n === undefined ? [] : [n]));
  return parts.length === 3 ? parts : undefined;
}
