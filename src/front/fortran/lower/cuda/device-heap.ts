/** Memory that device code allocates while it runs (ir/device-heap.ts): allocatables, arrays and temporaries of variable size. */

import { op } from '../../../../ir/build.ts';
import { heapFunction, heapGlobals } from '../../../../ir/device-heap.ts';
import type { Expression } from '../../../../ir/module.ts';
import { heapFunctions } from '../../../../machine/device-heap.ts';
import type { Context } from '../context.ts';

/** The address (ptr.global) of `bytes` (i64) new bytes; null where there is no room. */
export function allocateOnHeap(ctx: Context, bytes: Expression): Expression {
  return ctx.call({ kind: 'direct', name: needed(ctx, 'allocate') }, [bytes], ['ptr.global'])[0]!;
}

/** Gives back what `allocateOnHeap` gave; null is ignored. */
export function freeOnHeap(ctx: Context, address: Expression): void {
  const global = address.type === 'ptr.global' ? address : op('cast.space', [address], 'ptr.global');
  ctx.call({ kind: 'direct', name: needed(ctx, 'free') }, [global], []);
}

function needed(ctx: Context, what: keyof typeof heapFunctions): string {
  for (const global of heapGlobals) ctx.module.needGlobal(global.name, () => global);
  const name = heapFunctions[what];
  if (!ctx.module.hasFunction(name)) ctx.module.addFunction({ ...heapFunction[what](), at: ctx.at });
  return name;
}
