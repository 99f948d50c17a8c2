/**
 * Checks on a real device: its addresses lie anywhere, so that no shadow has them by their places. A table of what is allocated stands in memory that host and device share, in
 * order of addresses, and a function of the device looks an address up.
 */
import { i64, local, lt, ne, op, or } from '../../ir/build.ts';
import type { Program } from '../../ir/link.ts';
import type { Expression, Global } from '../../ir/module.ts';
import { parseModule } from '../../ir/parse.ts';
import { memoryTable } from '../../machine/check-tools.ts';
import type { Rewriter } from './hoist-loads.ts';

const roomName = 'cufort.check.room';

/** Bytes from an address to the end of the allocation that holds it; below 0 where none does. The table: how many there are, then where each begins and ends. */
const room = `module "check"
device "${roomName}" ("at":i64) (i64) {
  local "low":i64
  local "high":i64
  local "middle":i64
  local "from":ptr.global
  $1 = -1:i64
  $2 = (load i64 (global "${memoryTable.name}" ptr.global) 0)
  loop "search" {
    if (le:bool (sub:i64 $2:i64 $1:i64) 1:i64) {
      break "search"
    }
    $3 = (add:i64 $1:i64 (shr.s:i64 (sub:i64 $2:i64 $1:i64) 1:i64))
    $4 = (offset:ptr.global (global "${memoryTable.name}" ptr.global) (mul:i64 $3:i64 16:i64))
    if (lt.u:bool $0:i64 (load i64 $4:ptr.global 16)) {
      $2 = $3:i64
    } else {
      $1 = $3:i64
    }
  }
  if (lt:bool $1:i64 0:i64) {
    return (-1:i64)
  }
  $4 = (offset:ptr.global (global "${memoryTable.name}" ptr.global) (mul:i64 $1:i64 16:i64))
  return ((sub:i64 (load i64 $4:ptr.global 24) $0:i64))
}
`;

const table: Global = {
  name: memoryTable.name,
  placement: 'managed',
  size: 16 * (1 + memoryTable.most),
  align: 64,
  linkage: 'define',
  init: [],
};

export function withMemoryTable(program: Program): Program {
  const functions = parseModule(room).functions.map((fn) => [fn.name, fn] as const);
  return {
    ...program,
    globals: new Map([...program.globals, [table.name, table]]),
    functions: new Map([...program.functions, ...functions]),
  };
}

/** Whether the device may not use `bytes` at an address (i64); in front of it the table is asked. */
export function isOutside(to: Rewriter, address: Expression, bytes: number): Expression {
  const found = to.fresh('room', 'i64');
  to.add({ kind: 'call', callee: { kind: 'direct', name: roomName }, args: [address], results: [found] });
  const outside = lt(local(found, 'i64'), i64(bytes));
  return bytes === 1 ? outside : or(ne(op('and', [address, i64(bytes - 1)]), i64(0)), outside);
}
