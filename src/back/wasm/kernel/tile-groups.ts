/**
 * Tiles in shared memory are filled from and written to short pieces of rows that lie far apart, and the blocks beside them take what lies between. Neighbouring blocks run together therefore,
 * each with its own shared memory: a region for all of them before the next one, row by row where they walk through memory side by side, so that the processor sees long streams.
 */
import { effectsOf } from '../../../ir/effects.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { isPointer, type ValueType } from '../../../ir/types.ts';
import { bodiesOf, eachStatement, expressionsOf, localsSet, someExpression, someStatement } from '../../../ir/walk.ts';
import type { RegionKernel } from '../../../opt/kernel/region-parts.ts';
import { rematerialised } from '../../../opt/pipeline.ts';
import type { BlockSize } from '../encode/artifact.ts';
import { goesOnAlong, readIn } from './coalesce-blocks.ts';
import { assignStorage } from './storage.ts';

export type TileGroup = {
  /** Regions whose rows go on in the next block. */
  readonly rows: ReadonlySet<string>;
  /** Where a block keeps what its threads have from region to region, behind its shared memory. */
  readonly kept: number;
  /** Bytes from a block's shared memory to the next one's, and how many blocks run together at most. */
  readonly stride: number;
  readonly most: number;
};

/** What a core holds near. */
const nearBytes = 160 * 1024;
/** Longer rows gain nothing. */
const rowThreads = 1024;
/** Where each step over the grid leads to other pages, some pages in a row. */
const stepThreads = 4096;
/** Tiles that lie a power of two apart would meet in the same lines of a cache. */
export const apart = 128;

type Facts = {
  readonly params: number;
  readonly block: BlockSize;
  /** Bytes of shared memory. */
  readonly shared: number;
  /** `InterchangedLoops.iterations`, of loops that neighbouring blocks may step through together. */
  readonly iterations: ReadonlySet<number>;
};

export function tileGroup(whole: RegionKernel, { params, block, shared, iterations }: Facts): TileGroup | undefined {
  const steps = iterations.size > 0;
  if (!steps && (block[1] * block[2] === 1 || whole.whole.size > 0)) return undefined;
  if (whole.threads.size < 2 || whole.warps.size > 0 || whole.exchange) return undefined;
  if (!whole.body.every((s) => isAround(whole, s, iterations))) return undefined;
  const isRead = readIn(whole.body);
  if (someStatement(whole.body, (s) => isOther(s, isRead))) return undefined;
  const kernel = rematerialised(whole, params);
  const { regions, arrays } = assignStorage(kernel);
  if ([...regions.values()].some((r) => r.carried.length > 0)) return undefined;
  const bytes = arrays.reduce((n, l) => n + bytesOf(kernel.locals[l]!.type), 0) * block[0] * block[1] * block[2];
  const at = Math.ceil(shared / apart) * apart;
  const stride = Math.ceil((at + bytes) / apart) * apart + apart;
  const most = Math.min(Math.floor(nearBytes / stride), Math.floor((steps ? stepThreads : rowThreads) / block[0]));
  if (most < 2) return undefined;
  const rows = new Set<string>();
  let good = true;
  eachStatement(kernel.body, (s) => {
    if (s.kind !== 'block' || !whole.threads.has(s.label)) return;
    if (goesOnAlong(s.body, block[0])) rows.add(s.label);
    eachStatement(s.body, (x) => {
      if (localsSet(x).some((l) => whole.single.has(l))) good = false;
    });
  });
  return good && rows.size > 0 ? { rows, kept: at, stride, most } : undefined;
}

/** At most. */
function bytesOf(type: ValueType): 4 | 8 {
  return isPointer(type) || type === 'i64' || type === 'f64' ? 8 : 4;
}

/** What differs from block to block of a group. */
export function isOfBlock(e: Expression): boolean {
  return e.kind === 'special' ? e.name === 'ctaid.x' : e.kind === 'global' && e.type === 'ptr.shared';
}

/** Regions, and what stands around them and is the same for all blocks of a group. */
function isAround(kernel: RegionKernel, s: Statement, iterations: ReadonlySet<number>): boolean {
  if (s.kind === 'set' && iterations.has(s.local)) return true;
  if (s.kind === 'return' || (s.kind === 'block' && kernel.threads.has(s.label))) return true;
  if (s.kind !== 'set' && s.kind !== 'if' && s.kind !== 'for') return false;
  const same = expressionsOf(s).every((e) => !someExpression(e, (x) => x.kind === 'load' || isOfBlock(x)));
  return same && bodiesOf(s).every((b) => b.every((x) => isAround(kernel, x, iterations)));
}

/** Kinds that are seen from outside and yet need no order between blocks. */
const ownOfThread: ReadonlySet<Statement['kind']> = new Set(['trap', 'warp', 'fence', 'read-clock']);

function isOther(s: Statement, isRead: (local: number) => boolean): boolean {
  const { syncs, outside } = effectsOf(s);
  const counts = s.kind === 'atomic' && (s.to.type === 'ptr.shared' || s.result === undefined || !isRead(s.result));
  if (!counts && !ownOfThread.has(s.kind) && (syncs || outside)) return true;
  return expressionsOf(s).some((e) =>
    someExpression(
      e,
      (x) =>
        x.kind === 'slot' ||
        x.kind === 'dynamic-shared' ||
        (x.kind === 'load' && x.volatile === true) ||
        (x.kind === 'special' && (x.name === 'laneid' || x.name.startsWith('cluster'))),
    ),
  );
}

/** Of all tiles of a group, wherever they begin. */
export function tileBytes(group: TileGroup): number {
  return group.most * group.stride + apart;
}
