/**
 * Temporaries of the host program on its stack: `stack.take` and `stack.give` as two functions of the host's module. What is large, and everything when
 * the stack is nearly full, comes from the heap.
 */
import type { StackCallName } from '../../../library/runtime-calls.ts';
import { addressConst, offsetAddress } from '../encode/address-code.ts';
import type { Layout } from '../encode/artifact.ts';
import type { Code, ModuleWriter } from '../encode/encode.ts';

/** The most bytes that one temporary takes of the stack. */
const most = 65536;
/** Holds the stack pointer that was before. */
const head = 16;

const makers: Readonly<Record<StackCallName, typeof take>> = { 'stack.take': take, 'stack.give': give };

/** Defines one of the stack's calls; false for any other name. */
export function addStackCall(name: string, module: ModuleWriter, layout: Layout, stackPointer: number): boolean {
  if (name !== 'stack.take' && name !== 'stack.give') return false;
  module.add(makers[name](module, layout, stackPointer));
  return true;
}

/** Bytes (i64) -> address. A quarter of the stack is left to frames. */
function take(module: ModuleWriter, layout: Layout, stackPointer: number): Code {
  const { address } = module;
  const code = module.code('rt.stack.take', ['i64'], [address]);
  const { out } = code;
  const wide = address === 'i64';
  const top = code.local(address);
  const lowest = layout.stackLow + ((layout.stackHigh - layout.stackLow) >>> 2);
  // bytes <= most
  out.all([0x20, 0, 0x42]);
  out.s64(BigInt(most));
  out.all([0x58, 0x04, 0x40]);
  // top = stack pointer - head - bytes rounded up
  out.all([0x23, stackPointer]);
  out.all(wide ? [0x20, 0] : [0x20, 0, 0xa7]);
  offsetAddress(code, head + 15);
  addressConst(code, -16);
  out.all(wide ? [0x83, 0x7d, 0x22, top] : [0x71, 0x6b, 0x22, top]);
  addressConst(code, lowest);
  out.all([wide ? 0x5a : 0x4f, 0x04, 0x40]);
  out.all([0x20, top, 0x23, stackPointer, wide ? 0x37 : 0x36, 2, 0]);
  out.all([0x20, top, 0x24, stackPointer]);
  out.all([0x20, top]);
  offsetAddress(code, head);
  out.all([0x0f, 0x0b, 0x0b]);
  out.all([0x20, 0, 0x42]);
  out.s64(64n);
  code.call(module.import('rt', 'memory.allocate-block', ['i64', 'i64'], [address]));
  return code;
}

/** Address -> nothing; what was taken last is given first. */
function give(module: ModuleWriter, layout: Layout, stackPointer: number): Code {
  const { address } = module;
  const code = module.code('rt.stack.give', [address], []);
  const { out } = code;
  const wide = address === 'i64';
  out.all([0x20, 0]);
  offsetAddress(code, -layout.stackLow);
  addressConst(code, layout.stackHigh - layout.stackLow);
  out.all([wide ? 0x54 : 0x49, 0x04, 0x40, 0x20, 0]);
  offsetAddress(code, -head);
  out.all([wide ? 0x29 : 0x28, 2, 0, 0x24, stackPointer, 0x05, 0x20, 0]);
  code.call(module.import('rt', 'memory.free-block', [address], []));
  out.byte(0x0b);
  return code;
}
