/** Random kernels on the simulated device and thread by thread: what each writes must be the same, bit for bit. */

import { chunkWidths, type Options as WasmOptions } from '../../src/back/wasm/encode/artifact.ts';
import { readyToCut } from '../../src/back/wasm/kernel/kernels.ts';
import { hasErrors } from '../../src/base/diagnostic.ts';
import { defaults } from '../../src/driver/options.ts';
import { compileInputs, linkInputs } from '../../src/driver/program.ts';
import type { Program } from '../../src/ir/link.ts';
import type { Fn } from '../../src/ir/module.ts';
import { withArguments } from '../../src/opt/analysis/shape-parameters.ts';
import { dynamicVariable } from '../../src/opt/kernel/name-dynamic-shared.ts';
import { widthAsked } from '../../src/runtime/sim/wide.ts';
import { bootProgram, type How, type TestMachine } from '../back/machine.ts';
import { oneFile } from '../one-file.ts';
import { type RandomKernel, randomSourceText } from './kernel-source.ts';
import type { WatchedMemory } from './races.ts';
import { interpret } from './threads.ts';

const sourceName = 'random.cuf';
const together = 10;
const hasWide = widthAsked('256', () => {}) === 256;

/** What differs in the kernels of the seeds from <= seed < to, a line for each. */
export function problemsOf(from: number, to: number): readonly string[] {
  const problems: string[] = [];
  for (let first = from; first < to; first += together)
    problems.push(...problemsInSource(first, Math.min(to, first + together)));
  return problems;
}

function problemsInSource(from: number, to: number): readonly string[] {
  const { text, kernels } = randomSourceText(from, to);
  return problemsOfKernels(compile(text), kernels, Math.floor(from / together));
}

/** `group`: says how the program is made. */
export function problemsOfKernels(
  program: Program,
  kernels: readonly RandomKernel[],
  group: number,
): readonly string[] {
  const chunk = [undefined, ...chunkWidths][group % 5];
  const wide = hasWide && (group % 3 === 1 || process.env.CUFORT_WIDE === '256');
  const options: WasmOptions = { contract: group % 2 === 1, wide, ...(chunk && { chunk }) };
  // Kernels that are written for blocks of one size are programs of their own.
  const known = Math.floor(group / 5) % 2 === 1;
  const common = known ? undefined : bootOf(program, options);
  return kernels.flatMap((k, i) => {
    const fixed = known && Math.floor(group / 10) % 2 === 1;
    const own = {
      ...program,
      kernels: program.kernels
        .filter((f) => f.name === `m.${k.name}`)
        .map((f) => (fixed ? withArguments(f, [{ param: f.params - 1, value: k.n }]) : f)),
    };
    const { machine, ready, functions } =
      common ?? bootOf(program, { ...options, block: k.block, dynamic: k.dynamic, strides: 'unit' }, own);
    const fn = ready.find((f) => f.name === `m.${k.name}`)!;
    machine.release();
    const launch = launchOf(k, group + i);
    const difference = compareKernel(machine, program, functions, fn, k, launch);
    const how = `chunk ${chunk ?? 'chosen'}${known ? ', block known' : ''}${fixed ? ', argument known' : ''}${wide ? ', 256 bits' : ''}, alone ${launch.alone}, parts at ${launch.parts}`;
    return difference ? [`seed ${k.name.slice('kernel'.length)} (${how}): ${difference}`] : [];
  });
}

/** Other kernels run meanwhile or not; workers share the grid, and the last one begins, or one has it all. */
function launchOf({ grid, dynamic = 0 }: RandomKernel, number: number): Required<How> {
  const blocks = grid[0] * grid[1] * grid[2];
  const parts = [[0], [Math.ceil(blocks / 2), 0], [blocks - 1, Math.floor(blocks / 3), 0]][number % 3]!;
  return { alone: ([0, 1, 2] as const)[Math.floor(number / 3) % 3]!, parts: [...new Set(parts)], dynamic };
}

function bootOf(program: Program, options: WasmOptions, own = program) {
  const machine = bootProgram(program, {}, options, own);
  if (!options.contract) return { machine, ready: own.kernels, functions: program.functions };
  // Where products and sums are fused decides a pass: its result is what is compared with.
  const ready = readyToCut(own, options);
  return { machine, ready: ready.kernels, functions: new Map(ready.functions.map((f) => [f.name, f])) };
}

export function compile(text: string): Program {
  const files = oneFile(sourceName, text);
  const inputs = compileInputs({ ...defaults, inputs: [sourceName] }, files);
  const linked = linkInputs(inputs, files);
  if (hasErrors(inputs.diagnostics) || !linked.program)
    throw new Error([...inputs.diagnostics, ...linked.diagnostics].map((d) => d.message).join('\n'));
  return linked.program;
}

/** Bytes of one cell of each array, and what a cell holds where it holds a number to begin with. */
const arrays = [
  { name: 'ia', bytes: 4, put: (view: DataView, at: number, n: number) => view.setInt32(at, n, true) },
  { name: 'la', bytes: 8, put: (view: DataView, at: number, n: number) => view.setBigInt64(at, BigInt(n), true) },
  { name: 'ra', bytes: 4, put: (view: DataView, at: number, n: number) => view.setFloat32(at, n, true) },
  { name: 'da', bytes: 8, put: (view: DataView, at: number, n: number) => view.setFloat64(at, n, true) },
] as const;
const counters = 24;

/** Of the memory in which kernels are interpreted, and where threads' own begins. */
export const memoryBytes = 1 << 21;
export const slotsFrom = 1 << 20;

function compareKernel(
  machine: TestMachine,
  program: Program,
  functions: ReadonlyMap<string, Fn>,
  fn: Fn,
  k: RandomKernel,
  how: How,
): string | undefined {
  const { view: expected, want, sizes } = interpreted(program, functions, fn, k);
  const got = sizes.map(machine.allocate);
  begin(machine.view, got, sizes, k);
  machine.launch(`m.${k.name}`, k.grid, k.block, [...got, k.n], how);
  return firstDifference(machine.view, got, expected, want, sizes);
}

/** Whether two versions of a kernel leave the same memory when both are run thread by thread. */
export function compareVersions(program: Program, k: RandomKernel, a: Version, b: Version): string | undefined {
  const [x, y] = [a, b].map(({ functions, fn }) => interpreted(program, functions, fn, k));
  return firstDifference(x!.view, x!.want, y!.view, y!.want, x!.sizes);
}

export type Version = { readonly functions: ReadonlyMap<string, Fn>; readonly fn: Fn };

/** The arrays' memory behind a launch, thread by thread. */
export function interpreted(
  program: Program,
  functions: ReadonlyMap<string, Fn>,
  fn: Fn,
  k: RandomKernel,
  watched?: WatchedMemory,
) {
  const threads = [...k.grid, ...k.block].reduce((a, b) => a * b, 1);
  const sizes = [...arrays.map((a) => a.bytes * (k.elements ?? 4 * (threads + 1))), 4 * counters];
  const expected = watched ?? new DataView(new ArrayBuffer(memoryBytes));
  let next = 1 << 12;
  const want = sizes.map((bytes) => {
    const at = next;
    next = (next + bytes + 15) & ~15;
    return at;
  });
  begin(expected, want, sizes, k);
  const shared = new Map<string, number>();
  // Blocks have one shared memory after the other; where threads are watched each has its own.
  const addressOf = (name: string, block: number): number => {
    const global = program.globals.get(name);
    const isShared = name === dynamicVariable || global?.placement === 'shared';
    const key = watched && isShared ? `${name} ${block}` : name;
    const known = shared.get(key);
    if (known !== undefined) return known;
    const at = next;
    next = (next + (name === dynamicVariable ? (k.dynamic ?? 0) : (global?.size ?? 0)) + 15) & ~15;
    for (const part of global?.init ?? []) new Uint8Array(expected.buffer).set(part.bytes, at + part.offset);
    shared.set(key, at);
    if (isShared) watched?.isShared(at, next);
    return at;
  };
  // Passes may have made its blocks larger, for threads that do less each.
  const block = fn.blockSize ?? k.block;
  const world = { view: expected, functions, addressOf, slots: slotsFrom, ...(watched && { watch: watched }) };
  interpret(world, fn, k.grid, block, [...want, k.n]);
  return { view: expected, want, sizes };
}

function begin(
  view: DataView,
  places: readonly number[],
  sizes: readonly number[],
  { elements = 0 }: RandomKernel,
): void {
  sizes.forEach((bytes, i) => {
    new Uint8Array(view.buffer, view.byteOffset + places[i]!, bytes).fill(0);
    const array = arrays[i];
    for (let c = 0; array && c < elements; c++)
      array.put(view, places[i]! + array.bytes * c, ((c * 37 + i) % 101) - 40);
  });
}

function firstDifference(
  a: DataView,
  got: readonly number[],
  b: DataView,
  want: readonly number[],
  sizes: readonly number[],
): string | undefined {
  for (const [i, size] of sizes.entries()) {
    const { name, bytes } = arrays[i] ?? { name: 'ca', bytes: 4 };
    for (let c = 0; c < size / bytes; c++) {
      const [x, y] = [cellAt(a, got[i]! + bytes * c, name, bytes), cellAt(b, want[i]! + bytes * c, name, bytes)];
      if (!Object.is(x, y)) return `${name}(${c + 1}) is ${x}, expected ${y}`;
    }
  }
  return undefined;
}

/** All NaN are one. */
function cellAt(view: DataView, at: number, name: string, bytes: 4 | 8): number | bigint {
  if (name === 'ra') return view.getFloat32(at, true);
  if (name === 'da') return view.getFloat64(at, true);
  return bytes === 4 ? view.getInt32(at, true) : view.getBigInt64(at, true);
}

if (import.meta.main) {
  const [from, to] = process.argv.slice(2).map(Number);
  if (from === undefined || to === undefined) throw new Error('usage: compare.ts FROM TO');
  for (let seed = from; seed < to; seed += together) {
    for (const problem of problemsOf(seed, Math.min(to, seed + together))) console.log(problem);
    if (seed % 100 === 0) console.log(`to ${seed}`);
  }
}
