/**
 * Checks on a real device: its addresses lie anywhere, so that no shadow has them by their places. A table of what is allocated stands in memory that host and device share, in
 * order of addresses, and a function of the device looks an address up. What was written of an allocation stands in another of its size, its twin: 255 for each byte until somebody
 * has written it.
 */
import { and, i32, i64, load, local, lt, ne, offset, op, or } from '../../ir/build.ts';
import type { Program } from '../../ir/link.ts';
import type { Expression, Global } from '../../ir/module.ts';
import { parseModule } from '../../ir/parse.ts';
import { isPointer, type MemoryType } from '../../ir/types.ts';
import { memoryTable } from '../../machine/check-tools.ts';
import { isMisaligned } from './check-memory.ts';
import type { Rewriter } from './hoist-loads.ts';

const lookUpName = 'cufort.check.look-up';
const { entryBytes, end, twin, dynamicBytes, dynamicTwin } = memoryTable;
const entry = (n: string): string =>
  `(offset:ptr.global (global "${memoryTable.name}" ptr.global) (mul:i64 ${n} ${entryBytes}:i64))`;

/** Of an address: the bytes to the end of the allocation that holds it, below 0 where none does, and how far behind it its twin is. */
const lookUp = `module "check"
device "${lookUpName}" ("at":i64) (i64 i64) {
  local "low":i64
  local "high":i64
  local "middle":i64
  local "entry":ptr.global
  $1 = -1:i64
  $2 = (load i64 (global "${memoryTable.name}" ptr.global) 0)
  loop "search" {
    if (le:bool (sub:i64 $2:i64 $1:i64) 1:i64) {
      break "search"
    }
    $3 = (add:i64 $1:i64 (shr.s:i64 (sub:i64 $2:i64 $1:i64) 1:i64))
    $4 = ${entry('$3:i64')}
    if (lt.u:bool $0:i64 (load i64 $4:ptr.global ${entryBytes})) {
      $2 = $3:i64
    } else {
      $1 = $3:i64
    }
  }
  if (lt:bool $1:i64 0:i64) {
    return (-1:i64 0:i64)
  }
  $4 = ${entry('$1:i64')}
  return ((sub:i64 (load i64 $4:ptr.global ${entryBytes + end}) $0:i64) (load i64 $4:ptr.global ${entryBytes + twin}))
}
`;

const table: Global = {
  name: memoryTable.name,
  placement: 'managed',
  size: entryBytes * (1 + memoryTable.most) + memoryTable.windowBytes,
  align: 64,
  linkage: 'define',
  init: [],
};

export function withMemoryTable(program: Program): Program {
  const functions = parseModule(lookUp).functions.map((fn) => [fn.name, fn] as const);
  return {
    ...program,
    globals: new Map([...program.globals, [table.name, table]]),
    functions: new Map([...program.functions, ...functions]),
  };
}

/** What the table says of a place; `left`: bytes to the end of its allocation. */
export type Entry = { readonly left: Expression; readonly twin: Expression };

/** Asks for it, in front of what is added next. `at`: the place as an i64. Undefined where no table has it. */
export function entryOf(to: Rewriter, place: Expression, at: Expression): Entry | undefined {
  if (!isPointer(place.type) || (place.type !== 'ptr.global' && place.type !== 'ptr.generic')) return undefined;
  const results = [to.fresh('left', 'i64'), to.fresh('twin', 'i64')] as const;
  const [left, behind] = results;
  const ask = (): void => to.add({ kind: 'call', callee: { kind: 'direct', name: lookUpName }, args: [at], results });
  if (place.type === 'ptr.global') ask();
  else {
    // Shared and local memory are in no table: they are known by the variables.
    to.set(left, i64(2n ** 62n));
    to.set(behind, i64(0));
    to.if(op('is.global', [place]), ask);
  }
  return { left: local(left, 'i64'), twin: local(behind, 'i64') };
}

/** Whether the device may not use `bytes` at an address (i64), a multiple of `align`. */
export function isOutside({ left }: Entry, address: Expression, bytes: number, align = bytes): Expression {
  const outside = lt(left, i64(bytes));
  return align === 1 ? outside : or(isMisaligned(address, align), outside);
}

export function isStretchOutside({ left }: Entry, bytes: Expression): Expression {
  return and(lt(i64(0), bytes), lt(left, bytes));
}

/** What the table says of dynamic shared memory. */
export function dynamicEntry(): { readonly bytes: Expression; readonly twin: Expression } {
  const at: Expression = { kind: 'global', type: 'ptr.global', name: memoryTable.name };
  return { bytes: load('i64', at, dynamicBytes), twin: load('i64', at, dynamicTwin) };
}

const wordOf: Readonly<Record<number, MemoryType>> = { 1: 'i8', 2: 'i16', 4: 'i32', 8: 'i64' };

/** Whether one of `bytes` at a place was never written: then `then` runs. What another block has written may be told of by then. */
export function ifUnset(to: Rewriter, { twin: by }: Entry, place: Expression, bytes: number, then: () => void): void {
  to.if(ne(by, i64(0)), () => {
    const word = { ...load(wordOf[bytes]!, offset(place, by)), volatile: true };
    to.if(ne(word, bytes === 8 ? i64(0) : i32(0)), then);
  });
}

export function markTwin(to: Rewriter, { twin: by }: Entry, place: Expression, bytes: number): void {
  const value = bytes === 8 ? i64(0) : i32(0);
  to.if(ne(by, i64(0)), () => {
    to.add({ kind: 'store', memory: wordOf[bytes]!, to: offset(place, by), offset: 0, value });
  });
}

/** All of a stretch is as its source is: written where nobody keeps that of the source. */
export function markCopied(
  to: Rewriter,
  target: Entry,
  place: Expression,
  bytes: Expression,
  source?: { readonly entry: Entry; readonly place: Expression },
): void {
  const twinPlace = offset(place, target.twin);
  const fill = (): void => to.add({ kind: 'fill', to: twinPlace, byte: i32(0), bytes });
  to.if(ne(target.twin, i64(0)), () => {
    if (!source) fill();
    else
      to.if(
        ne(source.entry.twin, i64(0)),
        () =>
          to.add({
            kind: 'copy',
            to: twinPlace,
            from: offset(source.place, source.entry.twin),
            bytes,
            align: 1,
          }),
        fill,
      );
  });
}
