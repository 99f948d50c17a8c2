/** `malloc` and `free` of device code: the heap that Fortran's allocatables there come from (ir/device-heap.ts). */
import { integer, local, op } from '../../../ir/build.ts';
import { heapFunction, heapGlobals } from '../../../ir/device-heap.ts';
import type { Expression as Ir } from '../../../ir/module.ts';
import { heapFunctions } from '../../../machine/device-heap.ts';
import type { Expression } from '../tree.ts';
import type { FunctionLowering } from './function.ts';

export function allocateOnHeap(f: FunctionLowering, [bytes]: readonly Expression[]): Ir {
  const args = [bytes ? f.value(bytes) : integer('i64', 0)];
  const result = f.newLocal('allocated', 'ptr.global');
  f.emit({ kind: 'call', callee: { kind: 'direct', name: needed(f, 'allocate') }, args, results: [result] });
  f.fixed(result);
  return op('cast.space', [local(result, 'ptr.global')], 'ptr.generic');
}

export function freeOnHeap(f: FunctionLowering, [pointer]: readonly Expression[]): undefined {
  if (!pointer) return;
  const args = [op('cast.space', [f.value(pointer)], 'ptr.global')];
  f.emit({ kind: 'call', callee: { kind: 'direct', name: needed(f, 'free') }, args, results: [] });
}

function needed(f: FunctionLowering, what: keyof typeof heapFunctions): string {
  for (const global of heapGlobals) f.unit.addGlobal(global);
  const name = heapFunctions[what];
  f.unit.needFunction(heapFunction[what], name);
  return name;
}
