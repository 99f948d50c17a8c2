/** Regions that only copy neighbours to neighbours: long rows are moved by one instruction, for which an engine has the widest loads and stores that there are. */
import type { Expression, Statement } from '../../../ir/module.ts';
import { sizeOf } from '../../../ir/types.ts';
import { offsetAddress } from '../encode/address-code.ts';
import { emitAddress, getLocal, i32const, setLocal } from '../expression.ts';
import { close, emitStatements, ifCode, open, type Writer } from '../statement.ts';
import type { Lanes } from '../vector/lanes.ts';
import type { KernelWriter } from './kernel-writer.ts';
import type { Region } from './storage.ts';

export type MemcpyIdiom = {
  /** What the addresses read, for the first thread. */
  readonly before: readonly Statement[];
  readonly store: Extract<Statement, { kind: 'store' }>;
  readonly load: Extract<Expression, { kind: 'load' }>;
};

/** Shorter rows are done before the call is. */
const threadsAtLeast = 512;

export function memcpyIdiom(body: readonly Statement[], region: Region, lanes: Lanes): MemcpyIdiom | undefined {
  const store = body.at(-1);
  const before = body.slice(0, -1);
  if (store?.kind !== 'store' || store.volatile || region.save.length > 0 || region.carried.length > 0)
    return undefined;
  const load = store.value;
  if (load.kind !== 'load' || load.volatile || load.memory !== store.memory) return undefined;
  const size = sizeOf(store.memory);
  const runs = (e: Expression): boolean => e.type === 'ptr.global' && lanes.strideOf(e) === size;
  if (!runs(store.to) || !runs(load.from)) return undefined;
  const scalar = (s: Statement): boolean =>
    s.kind === 'set' && lanes.isArithmetic(s.value) && lanes.strideOf(s.value) !== undefined;
  return before.every(scalar) ? { before, store, load } : undefined;
}

/** From the row's thread tx on, before `end`, where there are enough; tx and t are behind them then. */
export function moveRow(k: KernelWriter, w: Writer, { before, store, load }: MemcpyIdiom, end: number): void {
  const { out } = k.code;
  const count = k.code.local('i32');
  getLocal(out, end);
  getLocal(out, k.at.tx);
  out.byte(0x6b);
  setLocal(out, count);
  getLocal(out, count);
  i32const(out, threadsAtLeast);
  out.byte(0x4e);
  open(w, ifCode);
  emitStatements(w, before);
  offsetAddress(k.code, emitAddress(w.frame, store.to, store.offset));
  offsetAddress(k.code, emitAddress(w.frame, load.from, load.offset));
  getLocal(out, count);
  i32const(out, sizeOf(store.memory));
  out.byte(0x6c);
  if (k.code.address === 'i64') out.byte(0xad);
  // memory.copy
  out.all([0xfc, 10, 0, 0]);
  for (const l of [k.at.tx, k.at.t]) {
    getLocal(out, l);
    getLocal(out, count);
    out.byte(0x6a);
    setLocal(out, l);
  }
  close(w);
}
