/**
 * What the sanitizer must know to find races: each access to memory that threads may share, each fence, and how many barriers a thread has passed. These are calls of
 * functions of the runtime (`check.access`, `check.fence`), which code of kernels makes before it does the thing itself.
 */
import { add, i32, local, mul, op, special } from '../../ir/build.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import type { MemoryType } from '../../ir/types.ts';
import { eachExpressionIn, someStatement } from '../../ir/walk.ts';
import { accessBits, accessCode, type accessKinds, checkFunctions, fenceCheck } from '../../machine/check-tools.ts';
import { heapCallOf } from './check-heap.ts';
import type { Rewriter } from './hoist-loads.ts';

export type SharedAccess = {
  readonly how: keyof typeof accessKinds;
  readonly bytes: number;
  readonly volatile: boolean;
  /** To shared memory, surely. */
  readonly ofBlock: boolean;
  readonly site: number;
  /** What a store writes. */
  readonly value?: { readonly memory: MemoryType; readonly of: Expression };
};

/** Counters of a kernel's barriers, in locals of each thread; none in functions that are called. */
export class Epochs {
  readonly #counters: readonly [block: number, warp: number, grid: number] | undefined;

  /** Goes with each access. */
  readonly code: number;

  constructor(to: Rewriter, fn: Fn) {
    const isFenced = (s: Statement): boolean => s.kind === 'fence' || (s.kind === 'call' && !heapCallOf(s));
    const fenced = someStatement(fn.body, isFenced) ? accessBits.fenced : 0;
    this.code = fenced | (reachesOtherBlocks(fn) ? accessBits.ofCluster : 0);
    this.#counters =
      fn.kind === 'kernel'
        ? [to.fresh('epoch.block', 'i32'), to.fresh('epoch.warp', 'i32'), to.fresh('epoch.grid', 'i32')]
        : undefined;
  }

  /** Before the first statement. */
  start(to: Rewriter): void {
    for (const c of this.#counters ?? []) to.set(c, i32(0));
  }

  /** Behind a statement at which threads wait for each other. */
  pass(to: Rewriter, s: Statement): void {
    if (!this.#counters) return;
    const [block, warp, grid] = this.#counters;
    const count = (c: number): void => to.set(c, add(local(c, 'i32'), i32(1)));
    if (s.kind === 'warp' || (s.kind === 'barrier' && s.scope === 'warp')) count(warp);
    else if (s.kind === 'barrier') {
      count(block);
      if (s.scope !== 'block') count(grid);
    }
  }

  /** -1 where nobody counts. */
  values(): readonly Expression[] {
    return this.#counters ? this.#counters.map((c) => local(c, 'i32')) : [i32(-1), i32(-1), i32(-1)];
  }
}

/** Whether blocks of a cluster may use each other's shared memory. */
function reachesOtherBlocks(fn: Fn): boolean {
  let found = false;
  eachExpressionIn(fn.body, (e) => {
    found ||= e.kind === 'op' && e.op === 'cluster.map';
  });
  return found;
}

/** `at`: the address, an i64. */
export function noteAccess(to: Rewriter, epochs: Epochs, at: Expression, access: SharedAccess): void {
  const code =
    accessCode(access.how, access.bytes, access.volatile, access.value !== undefined) |
    epochs.code |
    (access.ofBlock ? accessBits.ofBlock : 0);
  const args = [at, i32(code), i32(access.site), threadOfBlock(), block(), ...epochs.values(), bitsOf(access)];
  to.add({ kind: 'call', callee: { kind: 'direct', name: checkFunctions.access }, args, results: [] });
}

/** `byte`: what all of its bytes become. */
export function noteStretch(
  to: Rewriter,
  epochs: Epochs,
  at: Expression,
  bytes: Expression,
  how: keyof typeof accessKinds,
  site: number,
  byte?: Expression,
): void {
  const code = accessCode(how, 0, false, byte !== undefined) | epochs.code;
  const value = byte ? mul(op('and', [byte, i32(255)]), i32(0x01010101)) : i32(0);
  const args = [at, bytes, i32(code), i32(site), threadOfBlock(), block(), ...epochs.values(), value];
  to.add({ kind: 'call', callee: { kind: 'direct', name: checkFunctions.stretch }, args, results: [] });
}

export function noteFence(to: Rewriter, epochs: Epochs): void {
  const args = [threadOfBlock(), block(), ...epochs.values()];
  to.add({ kind: 'call', callee: { kind: 'direct', name: fenceCheck }, args, results: [] });
}

/** The number of a thread in its block. */
export const threadOfBlock = (): Expression =>
  add(mul(add(mul(special('tid.z'), special('ntid.y')), special('tid.y')), special('ntid.x')), special('tid.x'));
const block = (): Expression =>
  add(
    mul(add(mul(special('ctaid.z'), special('nctaid.y')), special('ctaid.y')), special('nctaid.x')),
    special('ctaid.x'),
  );

/** Enough of the value to tell whether two are the same: an i32. */
function bitsOf({ value }: SharedAccess): Expression {
  if (!value) return i32(0);
  const { memory, of } = value;
  const fold = (x: Expression): Expression =>
    op('wrap', [op('xor', [x, op('shr.u', [x, { kind: 'const', type: 'i64', value: 32n }])])]);
  switch (memory) {
    case 'i8':
    case 'i16':
    case 'i32':
      return of;
    case 'i64':
      return fold(of);
    case 'f64':
      return fold(op('bitcast', [of]));
    case 'f16':
    case 'f32':
      return op('bitcast', [of]);
    case 'ptr.host':
    case 'ptr.global':
    case 'ptr.shared':
    case 'ptr.constant':
    case 'ptr.local':
    case 'ptr.generic':
      return fold(op('to.address', [of]));
  }
}
