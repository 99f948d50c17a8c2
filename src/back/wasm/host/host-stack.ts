/**
 * Calls that are functions of the host's module itself. Temporaries of the host program on its stack: what is large, and everything when the stack is nearly full, comes
 * from the heap. The lock of the allocator, where several threads run: 0 free, 1 taken, 2 taken and waited for.
 */
import type { StackCallName } from '../../../library/runtime-calls.ts';
import { addressConst, offsetAddress } from '../encode/address-code.ts';
import { type Layout, pendingAt } from '../encode/artifact.ts';
import type { Code, ModuleWriter } from '../encode/encode.ts';

/** The most bytes that one temporary takes of the stack. */
const most = 65536;
/** Holds the stack pointer that was before. */
const head = 16;

/** Numbers of the module's globals; all but the first are there where several threads run. */
export type HostGlobals = {
  readonly stackPointer: number;
  readonly stackLow: number | undefined;
  readonly ownOffset: number | undefined;
};

const makers: Readonly<Record<StackCallName, typeof take>> = {
  'stack.take': take,
  'stack.give': give,
  'team.own-offset': ownOffset,
  'team.enter': enter,
  'team.leave': leave,
  'memory.lock': lock,
  'memory.unlock': unlock,
};

function isStackCall(name: string): name is StackCallName {
  return Object.hasOwn(makers, name);
}

/** Defines one of these calls; false for any other name. */
export function addStackCall(name: string, module: ModuleWriter, layout: Layout, globals: HostGlobals): boolean {
  if (!isStackCall(name)) return false;
  module.add(makers[name](module, layout, globals));
  return true;
}

/** The lowest address of this thread's stack, plus a constant. */
export function emitStackLow(code: Code, layout: Layout, { stackLow }: HostGlobals, more = 0): void {
  if (stackLow === undefined) addressConst(code, layout.stackLow + more);
  else {
    code.out.byte(0x23);
    code.out.u32(stackLow);
    offsetAddress(code, more);
  }
}

function ownOffset(module: ModuleWriter, _: Layout, globals: HostGlobals): Code {
  const code = module.code('rt.team.own-offset', [], ['i64']);
  if (globals.ownOffset === undefined) code.out.all([0x42, 0]);
  else {
    code.out.byte(0x23);
    code.out.u32(globals.ownOffset);
    if (module.address === 'i32') code.out.byte(0xac);
  }
  return code;
}

/** Address -> nothing. */
function enter(module: ModuleWriter, layout: Layout): Code {
  const code = module.code('rt.team.enter', [module.address], []);
  const { out } = code;
  if (layout.threads) {
    addressConst(code, layout.threads.lock + pendingAt);
    // Nobody waits, and the lock was free.
    out.all([0xfe, 0x10, 2, 0, 0x45, 0x04, 0x40, 0x20, 0, 0x41, 0, 0x41, 1, 0xfe, 0x48, 2, 0, 0x45, 0x04, 0x40, 0x0f]);
    out.all([0x0b, 0x0b]);
  }
  out.all([0x20, 0]);
  code.call(module.import('rt', 'team.enter-slowly', [module.address], []));
  return code;
}

function leave(module: ModuleWriter): Code {
  const code = module.code('rt.team.leave', [module.address], []);
  const { out } = code;
  out.all([0x20, 0, 0x41, 0, 0xfe, 0x41, 2, 0, 0x41, 2, 0x46, 0x04, 0x40]);
  code.call(module.import('rt', 'team.wake', [], []));
  out.byte(0x0b);
  return code;
}

/** How often a thread looks before it sleeps. */
const looks = 200;

function lock(module: ModuleWriter, layout: Layout): Code {
  const code = module.code('rt.memory.lock', [], []);
  const { out } = code;
  if (!layout.threads) return code;
  const word = (): void => addressConst(code, layout.threads?.lock ?? 0);
  const count = code.local('i32');
  const compareExchange = (): void => {
    word();
    out.all([0x41, 0, 0x41, 1, 0xfe, 0x48, 2, 0]);
  };
  // loop: return if 0 -> 1; again while count++ < looks
  out.all([0x03, 0x40]);
  compareExchange();
  out.all([0x45, 0x04, 0x40, 0x0f, 0x0b]);
  out.all([0x20, count, 0x41, 1, 0x6a, 0x22, count, 0x41]);
  out.s32(looks);
  out.all([0x48, 0x0d, 0, 0x0b]);
  // loop: return if exchange(2) was 0; wait while it is 2
  out.all([0x03, 0x40]);
  word();
  out.all([0x41, 2, 0xfe, 0x41, 2, 0, 0x45, 0x04, 0x40, 0x0f, 0x0b]);
  word();
  out.all([0x41, 2, 0x42, 0x7f, 0xfe, 0x01, 2, 0, 0x1a, 0x0c, 0, 0x0b]);
  return code;
}

function unlock(module: ModuleWriter, layout: Layout): Code {
  const code = module.code('rt.memory.unlock', [], []);
  const { out } = code;
  if (!layout.threads) return code;
  addressConst(code, layout.threads.lock);
  out.all([0x41, 0, 0xfe, 0x41, 2, 0, 0x41, 2, 0x46, 0x04, 0x40]);
  addressConst(code, layout.threads.lock);
  out.all([0x41, 1, 0xfe, 0x00, 2, 0, 0x1a, 0x0b]);
  return code;
}

/** Bytes (i64) -> address. A quarter of the stack is left to frames. */
function take(module: ModuleWriter, layout: Layout, globals: HostGlobals): Code {
  const { stackPointer } = globals;
  const { address } = module;
  const code = module.code('rt.stack.take', ['i64'], [address]);
  const { out } = code;
  const wide = address === 'i64';
  const top = code.local(address);
  const spared = (layout.stackHigh - layout.stackLow) >>> 2;
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
  emitStackLow(code, layout, globals, spared);
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
function give(module: ModuleWriter, layout: Layout, globals: HostGlobals): Code {
  const { stackPointer } = globals;
  const { address } = module;
  const code = module.code('rt.stack.give', [address], []);
  const { out } = code;
  const wide = address === 'i64';
  out.all([0x20, 0]);
  emitStackLow(code, layout, globals);
  out.byte(wide ? 0x7d : 0x6b);
  addressConst(code, layout.stackHigh - layout.stackLow);
  out.all([wide ? 0x54 : 0x49, 0x04, 0x40, 0x20, 0]);
  offsetAddress(code, -head);
  out.all([wide ? 0x29 : 0x28, 2, 0, 0x24, stackPointer, 0x05, 0x20, 0]);
  code.call(module.import('rt', 'memory.free-block', [address], []));
  out.byte(0x0b);
  return code;
}
