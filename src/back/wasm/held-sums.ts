/** Sums of products that a loop adds to stay vectors with the same number in all lanes while it runs: WebAssembly multiplies and adds with one rounding in vectors alone. */
import type { Statement } from '../../ir/module.ts';
import { eachStatement } from '../../ir/walk.ts';
import { emitInLanes, extractLane, type Frame, getLocal, type Real, realOf, setLocal } from './expression.ts';

type Loop = Extract<Statement, { kind: 'loop' | 'for' }>;

export function setHeld(f: Frame, s: Extract<Statement, { kind: 'set' }>): boolean {
  const held = f.held?.get(s.local);
  if (held === undefined) return false;
  emitInLanes(f, s.value);
  setLocal(f.code.out, held);
  return true;
}

/** `emitLoop` between what brings the loop's sums into vectors and back. */
export function withHeldSums(f: Frame, loop: Loop, emitLoop: () => void): void {
  const sums = sumsOf(loop);
  if (sums.size === 0) {
    emitLoop();
    return;
  }
  const { code } = f;
  const outer = f.held;
  const held = new Map(outer);
  for (const [index, type] of sums) {
    const vector = code.local('v128');
    emitInLanes(f, { kind: 'local', type, index });
    setLocal(code.out, vector);
    held.set(index, vector);
  }
  f.held = held;
  emitLoop();
  f.held = outer;
  for (const [index, type] of sums) {
    getLocal(code.out, held.get(index)!);
    const around = outer?.get(index);
    if (around === undefined) extractLane(f, type);
    setLocal(code.out, around ?? f.local(index));
  }
}

/** Locals that the loop changes only by adding products to them, where nothing jumps out of it but to its end. */
function sumsOf(loop: Loop): ReadonlyMap<number, Real> {
  const sums = new Map<number, Real>();
  const others = new Set<number>();
  let fits = true;
  eachStatement(loop.body, (s) => {
    if (s.kind === 'set') {
      const { value } = s;
      const sum = value.kind === 'op' && value.op === 'fma' ? value.args[2] : undefined;
      if (sum?.kind === 'local' && sum.index === s.local) sums.set(s.local, realOf(value));
      else others.add(s.local);
    } else if (s.kind === 'break' || s.kind === 'continue') fits &&= s.label === loop.label;
    else if (s.kind !== 'store' && s.kind !== 'if') fits = false;
  });
  for (const l of others) sums.delete(l);
  return fits ? sums : new Map();
}
