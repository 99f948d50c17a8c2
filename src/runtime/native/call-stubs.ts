/**
 * Native routines with many arguments at the cost of one without: koffi takes each argument of a call from a JavaScript value, which costs more than a
 * short message or a launch does. A stub is a few instructions of machine code that load the arguments from cells beside it and call the routine; only
 * the stub is called through koffi. Linux on x86-64, System V ABI; elsewhere, and where memory must not be executed, koffi passes the arguments.
 */
import type { DirectCalls } from './direct-calls.ts';
import type { Koffi } from './load-koffi.ts';

/** A routine whose arguments are integers or addresses. */
export type NativeCall = {
  /** Two words for each argument, the lower first. */
  readonly cells: Uint32Array;
  /** Calls it with what stands in the cells: the lower 32 bits of the result. */
  readonly call: () => number;
  /** The same at a fraction of the cost, for a routine that calls no JavaScript meanwhile. */
  readonly direct?: (() => number) | undefined;
};

const pageBytes = 4096;
const readWrite = 3;
const readExecute = 5;
const privateAnonymous = 0x22;
const inRegisters = 6;

/** Gives stubs for routines by their addresses; undefined where there are none. `direct`: how else they may be called. */
export function callStubs(
  koffi: Koffi,
  direct?: DirectCalls,
): ((address: number, count: number) => NativeCall | undefined) | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const c = koffi.load(null);
  const mmap = c.func('mmap', 'int64_t', ['int64_t', 'size_t', 'int', 'int', 'int', 'int64_t']);
  const mprotect = c.func('mprotect', 'int', ['int64_t', 'size_t', 'int']);
  const form = koffi.proto('int', []);
  return (address, count) => {
    const place = Number(mmap(0, 2 * pageBytes, readWrite, privateAnonymous, -1, 0));
    if (place <= 0) return undefined;
    const memory = koffi.view(place, 2 * pageBytes);
    new Uint8Array(memory).set(machineCode(address, count, place + pageBytes));
    const cells = new Uint32Array(memory, pageBytes, 2 * count);
    if (mprotect(place, pageBytes, readExecute) !== 0) return undefined;
    return { cells, call: koffi.decode(place, form), direct: direct?.(place) };
  };
}

/** The same through koffi alone, for a routine without a result. */
export function passedCall(routine: (...given: readonly number[]) => void, count: number): NativeCall {
  const cells = new Uint32Array(2 * count);
  const call = (): number => {
    routine(...Array.from({ length: count }, (_, i) => (cells[2 * i] ?? 0) + 2 ** 32 * ((cells[2 * i + 1] ?? 0) | 0)));
    return 0;
  };
  return { cells, call };
}

/** An argument of at most 53 bits. */
export function setCell(cells: Uint32Array, place: number, value: number): void {
  cells[2 * place] = value;
  cells[2 * place + 1] = Math.floor(value / 2 ** 32);
}

/** Calls with arguments of at most 53 bits. */
export function callWith({ cells, call }: Pick<NativeCall, 'cells' | 'call'>, given: readonly number[]): number {
  for (let i = 0; i < given.length; i++) setCell(cells, i, given[i] ?? 0);
  return call();
}

/** Calls `address` with the contents of `count` cells of 8 bytes that begin at `cells`. */
export function machineCode(address: number, count: number, cells: number): readonly number[] {
  const onStack = Math.max(0, count - inRegisters);
  // The return address is on the stack: with an odd number of words above it, the stack is a multiple of 16 bytes at the call.
  const padding = onStack % 2 === 0 ? 8 : 0;
  const room = 8 * onStack + padding;
  return [
    ...[0x48, 0xb8, ...bytesOf(cells, 8)], // mov rax, cells
    ...(padding ? [0x48, 0x83, 0xec, padding] : []), // sub rsp, padding
    ...Array.from({ length: onStack }, (_, i) => [0xff, 0xb0, ...bytesOf(8 * (count - 1 - i), 4)]).flat(), // push [rax + …]
    ...registerLoads.slice(0, count).flatMap((load, i) => [...load, 8 * i]),
    ...[0x48, 0xb8, ...bytesOf(address, 8)], // mov rax, address
    ...[0xff, 0xd0], // call rax
    ...[0x48, 0x81, 0xc4, ...bytesOf(room, 4)], // add rsp, room
    0xc3, // ret
  ];
}

/** mov REGISTER, [rax + byte] for rdi, rsi, rdx, rcx, r8, r9. */
const registerLoads: readonly (readonly number[])[] = [
  [0x48, 0x8b, 0x78],
  [0x48, 0x8b, 0x70],
  [0x48, 0x8b, 0x50],
  [0x48, 0x8b, 0x48],
  [0x4c, 0x8b, 0x40],
  [0x4c, 0x8b, 0x48],
];

function bytesOf(value: number, count: number): readonly number[] {
  const whole = BigInt(value);
  return Array.from({ length: count }, (_, i) => Number((whole >> BigInt(8 * i)) & 0xffn));
}
