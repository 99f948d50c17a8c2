/**
 * Cells of shared memory that one thread alone reads and writes (`s(tx, ty)`, never `s(tx + 1, ty)`): it has them in locals. Only for blocks of a known size, whose threads are gone through to see
 * that no other comes to a cell. It pays where nobody has to wait any more: what threads keep behind a barrier lies in memory as well.
 */
import { local, zeroOf } from '../../ir/build.ts';
import { liveBefore } from '../../ir/liveness.ts';
import type { BlockSize, Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { type MemoryType, sizeOf, type ValueType } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import { changeParts, changeStatement, replaceEach } from '../../ir/walk.ts';
import { type Affine, AffineForms, nameOf } from '../analysis/affine.ts';
import {
  eachInstance,
  type Load,
  numberOf,
  type SharedAccesses,
  type Store,
  sharedAccesses,
} from '../analysis/shared-accesses.ts';

/** Cells of a variable that a thread has: more would not stay in registers. */
const cellsAtMost = 4;

/** Of the variables that `isWanted` holds for. */
export function promoteOwnCells(kernel: Fn, block: BlockSize, isWanted: (of: SharedAccesses) => boolean): Fn {
  const wanted = [...(sharedAccesses(kernel) ?? [])].filter(([, of]) => isWanted(of));
  return begun(ownCellsInLocals(kernel, block, wanted), kernel.locals.length);
}

/** Those of some variables, or of some of their versions. What nobody has written is not set. */
export function ownCellsInLocals(
  kernel: Fn,
  block: BlockSize,
  variables: Iterable<readonly [string, SharedAccesses]>,
): Fn {
  const locals: Local[] = [...kernel.locals];
  const cells = new Map<Load | Store, Expression>();
  for (const [name, accesses] of variables)
    for (const { type, uses } of ownCells(accesses, block) ?? []) {
      const cell = local(locals.push({ name, type }) - 1, type);
      for (const use of uses) cells.set(use, cell);
    }
  return cells.size === 0 ? kernel : { ...kernel, locals, body: inLocals(kernel.body, cells) };
}

/** With something in locals, from one on, that hold cells which nobody may have written: it is anything. */
export function begun(kernel: Fn, first: number): Fn {
  const { locals } = kernel;
  const live = liveBefore(kernel.body, locals.length);
  const begin = locals.flatMap(({ type }, l): readonly Statement[] =>
    l >= first && live.has(l) ? [{ kind: 'set', local: l, value: zeroOf(type) }] : [],
  );
  return begin.length === 0 ? kernel : { ...kernel, body: [...begin, ...kernel.body] };
}

/** A place in the variable where each thread has a cell. */
type Own = { readonly type: ValueType & MemoryType; readonly place: Affine; readonly uses: (Load | Store)[] };

/** Undefined where threads may meet in a cell, or it is read otherwise than it was written. */
function ownCells({ writes, reads }: SharedAccesses, block: BlockSize): readonly Own[] | undefined {
  const found = new Map<string, Own>();
  const accesses = [
    ...writes.map((w) => ({ use: w.store, at: w.to, type: w.store.value.type })),
    ...reads.map((r) => ({ use: r.load, at: r.from, type: r.load.type })),
  ];
  for (const { use, at, type } of accesses) {
    if (use.memory !== type || use.memory !== accesses[0]!.use.memory) return undefined;
    const place = forms.address(at, use.offset).sum;
    const own = found.get(nameOf(place));
    if (own) own.uses.push(use);
    else found.set(nameOf(place), { type, place, uses: [use] });
  }
  const all = [...found.values()];
  return all.length <= cellsAtMost && areApart(all, block) ? all : undefined;
}

const forms = new AffineForms({ bits: 64, keyOf });

/** Whether each thread finds a cell of its own at each place. */
function areApart(all: readonly Own[], block: BlockSize): boolean {
  const seen = new Set<number>();
  return all.every(({ type, place }) => {
    const size = sizeOf(type);
    const cellOf = numberOf(place);
    return eachInstance({ conditions: [], loops: [] }, block, (at) => {
      const cell = cellOf(at);
      // Neither is what is not a number.
      if (cell % size !== 0 || seen.has(cell)) return false;
      seen.add(cell);
      return true;
    });
  });
}

function inLocals(list: readonly Statement[], cells: ReadonlyMap<Load | Store, Expression>): readonly Statement[] {
  const expression = (e: Expression): Expression => (e.kind === 'load' && cells.get(e)) || changeParts(e, expression);
  const body = (inner: readonly Statement[]): readonly Statement[] =>
    replaceEach(inner, (s) => {
      const cell = s.kind === 'store' ? cells.get(s) : undefined;
      if (s.kind !== 'store' || cell?.kind !== 'local') return changeStatement(s, { expression, body });
      return { kind: 'set', local: cell.index, value: expression(s.value) };
    });
  return body(list);
}
