/**
 * Kernels whose tiles can't all be left out: those that only hand on what an array, or another tile, holds go alone. A tile that is stored to again counts as another one where nobody looks for what it
 * held before: `s = a(…); barrier; b = f(s, q); barrier; s = b; barrier; a2 = f(s, q)` loads `a` in the first step, and `b` in the second one. What threads then pass on to nobody is theirs, and barriers
 * between which nothing is shared any more are gone.
 */
import { isPlainBarrier } from '../../ir/effects.ts';
import type { BlockSize, Fn, Statement } from '../../ir/module.ts';
import { eachExpressionIn, someStatement } from '../../ir/walk.ts';
import { baseOf, type Load, type SharedAccesses, sharedAccesses, usesShared } from '../analysis/shared-accesses.ts';
import { versionsOf } from '../analysis/tile-versions.ts';
import { joinBranches } from '../scalar/join-branches.ts';
import { sourcesOf, withoutIdle, withoutTiles } from './bypass-filled-tiles.ts';
import { arraysApart, type BypassedTiles, storesOnce } from './bypass-shared-tiles.ts';
import { begun, ownCellsInLocals } from './own-cells.ts';
import type { Source } from './tile-pieces.ts';

/** How often a cell of a tile is looked at, where looking at what filled it costs no more. */
const readsAtMost = 12;

/** Undefined where all tiles stay. */
export function bypassTileVersions(given: Fn, block: BlockSize): BypassedTiles | undefined {
  const apart = arraysApart(given);
  if (!apart || !storesOnce(given) || !someStatement(given.body, (s) => s.kind === 'barrier')) return undefined;
  let kernel = given;
  for (let next = withOneLess(kernel, block); next; next = withOneLess(kernel, block)) kernel = next;
  return kernel === given ? undefined : { fn: begun(kernel, given.locals.length), apart };
}

type Version = SharedAccesses & { readonly name: string };

function withOneLess(kernel: Fn, block: BlockSize): Fn | undefined {
  const variables = sharedAccesses(kernel);
  if (!variables || !isAllOf(variables, kernel.body)) return undefined;
  const versions = [...variables].flatMap(([name, of]): readonly Version[] =>
    versionsOf(of, block).map((v) => ({ ...v, name })),
  );
  for (const v of versions) {
    const first = firstOf(v);
    const isLast = versions.every((o) => o === v || lastOf(o) <= first);
    const own = isLast ? ownCellsInLocals(kernel, block, [[v.name, v]]) : kernel;
    if (own !== kernel) return tidied(own);
    const loads = v.writes.every((w) => w.shared.length === 0) ? loadsOf(v, versions, kernel, block) : undefined;
    if (!loads) continue;
    return tidied(withoutTiles(kernel, loads, new Set(v.writes.map((w) => w.store))));
  }
  return undefined;
}

const accessesOf = ({ writes, reads }: SharedAccesses): readonly { readonly passed: number }[] => [...writes, ...reads];
const firstOf = (v: SharedAccesses): number => Math.min(...accessesOf(v).map((a) => a.passed));
const lastOf = (v: SharedAccesses): number => Math.max(...accessesOf(v).map((a) => a.passed));

function loadsOf(
  v: Version,
  versions: readonly Version[],
  { params }: Fn,
  block: BlockSize,
): ReadonlyMap<Load, Source> | undefined {
  if (v.reads.length === 0) return new Map();
  const [first, last] = [firstOf(v), lastOf(v)];
  /** Whether nobody stores to what fills it from then on. */
  const isStill = ({ from }: Load): boolean => {
    const base = baseOf(from);
    if (from.type !== 'ptr.shared' || base.kind !== 'global') return from.type === 'ptr.global';
    const stores = versions.flatMap((o) => (o.name === base.name ? o.writes : []));
    return stores.every((w) => w.shared.length === 0 && (w.passed < first || w.passed > last));
  };
  return sourcesOf(v, { params, block, isStill, most: readsAtMost });
}

/** Whether nothing else is shared by the threads of a block. */
function isAllOf(variables: ReadonlyMap<string, unknown>, body: readonly Statement[]): boolean {
  let all = true;
  eachExpressionIn(body, (e) => {
    if (e.kind === 'dynamic-shared' || (e.kind === 'global' && e.type === 'ptr.shared' && !variables.has(e.name)))
      all = false;
  });
  return all;
}

function tidied(kernel: Fn): Fn {
  return { ...kernel, body: withoutIdle(joinBranches(withoutNeedlessBarriers(kernel.body)), kernel.locals.length) };
}

/** Barriers stay between parts of the kernel that share something. */
function withoutNeedlessBarriers(body: readonly Statement[]): readonly Statement[] {
  const out: Statement[] = [];
  let shares = false;
  for (const [i, s] of body.entries()) {
    if (!isPlainBarrier(s, 'block')) {
      out.push(s);
      shares ||= usesShared([s]);
      continue;
    }
    if (!shares || !usesShared(body.slice(i + 1))) continue;
    out.push(s);
    shares = false;
  }
  return out;
}
