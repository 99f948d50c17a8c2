/** Kernels whose blocks wait for each other (grids and clusters): what a block must find again lies at the start of its scratch, behind its state. */
import type { Fn, Statement } from '../../../ir/module.ts';
import { expressionsOf, someExpression, someStatement } from '../../../ir/walk.ts';
import type { HoistedKernel } from '../../../opt/kernel/hoist-invariants.ts';
import { isPause, type Pause, type Resumable, resumable } from '../../../opt/kernel/resumable.ts';
import { onDevice } from '../device.ts';
import { getLocal, i32const, setLocal } from '../expression.ts';
import { blockCode, close, ifCode, jump, open, type Writer } from '../statement.ts';
import { type KernelWriter, loads, param, stores } from './kernel-writer.ts';
import type { Storage } from './storage.ts';

/** The state of a block that has come to its end. */
const done = -1;

const valuesAt = 16;

/** Undefined where a block runs to its end without waiting for others or touching their shared memory. */
export function phasesOf(kernel: HoistedKernel, fn: Fn, storage: Storage): Resumable | undefined {
  if (!someStatement(fn.body, usesClusters) && !someStatement(kernel.body, isPause)) return undefined;
  const arrays = new Set(storage.arrays);
  const { exchange } = kernel;
  return resumable(kernel, (l) => l < fn.params || arrays.has(l) || l === exchange?.write || l === exchange?.read);
}

/** Whether it looks into the memory of another block of its cluster. */
export function usesClusters(s: Statement): boolean {
  return expressionsOf(s).some((e) => someExpression(e, (x) => x.kind === 'op' && x.op === 'cluster.map'));
}

export function stateBytes(phases: Resumable): number {
  return valuesAt + 16 * Math.ceil(phases.kept.length / 2);
}

/** Before the block's code: the state and, where it goes on, what it held. */
export function goOn(k: KernelWriter, phases: Resumable, localOf: (index: number) => number): void {
  const { out } = k.code;
  getLocal(out, param.scratch);
  out.all([0x28, 2, 0]);
  setLocal(out, localOf(phases.state));
  getLocal(out, localOf(phases.state));
  out.all([ifCode, 0x40]);
  phases.kept.forEach((l, i) => {
    getLocal(out, param.scratch);
    out.all(loads[onDevice(k.device, k.cut.locals[l]!.type)]);
    out.u32(valuesAt + 8 * i);
    setLocal(out, localOf(l));
  });
  out.byte(0x0b);
}

/** The block's code: its end, by whatever way, is noted; where it waits it leaves without that. */
export function inPhases(k: KernelWriter, w: Writer, body: () => void): void {
  const { out } = k.code;
  k.blockStop = open(w, blockCode);
  k.blockEnd = open(w, blockCode);
  body();
  close(w);
  getLocal(out, param.scratch);
  i32const(out, done);
  out.all([0x36, 2, 0]);
  close(w);
}

/** The first time the block keeps what it holds and stops; the second time it goes on. */
export function pause(k: KernelWriter, w: Writer, phases: Resumable, { number, scope }: Pause): void {
  const { out } = k.code;
  const state = w.frame.local(phases.state);
  getLocal(out, state);
  out.byte(0x45);
  open(w, ifCode);
  phases.kept.forEach((l, i) => {
    getLocal(out, param.scratch);
    getLocal(out, w.frame.local(l));
    out.all(stores[onDevice(k.device, k.cut.locals[l]!.type)]);
    out.u32(valuesAt + 8 * i);
  });
  getLocal(out, param.scratch);
  i32const(out, number);
  out.all([0x36, 2, 0]);
  getLocal(out, param.scratch);
  i32const(out, scope === 'grid' ? 1 : 0);
  out.all([0x36, 2, 4]);
  jump(w, k.blockStop);
  close(w);
  i32const(out, 0);
  setLocal(out, state);
}
