/** A small stand-in for the runtime: instantiates what the back end makes and runs kernels block by block on this thread. */

import { compileHost, compileKernels, layoutProgram } from '../../src/back/wasm/compile.ts';
import type { KernelModule, Layout, Options } from '../../src/back/wasm/encode/artifact.ts';
import { blocksOfGroup, blocksOfRow, launchRecord } from '../../src/back/wasm/encode/artifact.ts';
import { link, type Program } from '../../src/ir/link.ts';
import type { Module } from '../../src/ir/module.ts';
import { type Operation, operations } from '../../src/ir/operations.ts';
import { isPointer } from '../../src/ir/types.ts';
import { verifyPasses } from '../../src/opt/watch.ts';
import { addressFor, newMemory } from '../../src/runtime/linear-memory.ts';
import { tierUp } from '../../src/runtime/sim/tier-up.ts';

export type Dims = readonly [number, number, number];
type Call = (...args: (number | bigint)[]) => unknown;

/** Of a launch: bytes of dynamic shared memory, how far it is alone (`launch.alone`), and the blocks at which other workers go on, in this order: [5, 0] are two, the second one from the start. */
export type How = { readonly dynamic?: number; readonly alone?: 0 | 1 | 2; readonly parts?: readonly number[] };

export type TestMachine = {
  readonly memory: WebAssembly.Memory;
  readonly view: DataView;
  readonly layout: Layout;
  readonly kernels: KernelModule;
  /** Bytes above everything else, zeroed unless they were released before. */
  readonly allocate: (bytes: number) => number;
  /** Gives everything allocated so far back. */
  readonly release: () => void;
  readonly launch: (kernel: string, grid: Dims, block: Dims, args: readonly (number | bigint)[], how?: How) => void;
  readonly call: (name: string, ...args: (number | bigint)[]) => unknown;
  readonly printed: number[][];
};

/** What the table of operations says: functions of the runtime are of f64, with or without its name. */
const mathOf = (name: string): Call => {
  const [op = '', type = 'f64'] = name.replace(/^Math\./, '').split(/\.(?=f\d\d$)/);
  const rows: Readonly<Record<string, Operation>> = operations;
  const meaning = rows[op]?.signatures.find((s) => s.takes[0] === type)?.meaning;
  if (!meaning) throw new Error(`no meaning of ${name}`);
  return (...args) => Reflect.apply(meaning, undefined, args);
};

export function boot(
  module: Module,
  roots: readonly string[],
  extra: Readonly<Record<string, Call>> = {},
  options: Options = {},
): TestMachine {
  const { program, diagnostics } = link([module], roots);
  if (diagnostics.length > 0) throw new Error(diagnostics.map((d) => d.message).join('\n'));
  return bootProgram(program, extra, options);
}

export function bootProgram(
  program: Program,
  extra: Readonly<Record<string, Call>> = {},
  options: Options = {},
  kernelsOf: Program = program,
): TestMachine {
  const layout = layoutProgram(program, {
    stackBytes: 1 << 16,
    memory: options.memory ?? (process.env.CUFORT_MEMORY === '64' ? 64 : 32),
  });
  const watched = { watch: verifyPasses, ...options };
  const host = compileHost(program, layout, watched);
  const kernels = compileKernels(kernelsOf, layout, watched);
  const memory = newMemory(256, layout.address);
  const view = new DataView(memory.buffer);
  let top = layout.heapStart;
  const sizes = new Map<number, number>();
  const allocate = (bytes: number): number => {
    const at = top;
    top = (top + bytes + 255) & ~255;
    if (top > memory.buffer.byteLength) throw new Error('test memory is too small');
    sizes.set(at, bytes);
    return at;
  };
  const printed: number[][] = [];
  /** Kernels whose code is optimised, where it is asked for vectors of 256 bits. */
  const joined = new Set<string>();
  const address = addressFor(layout.address);
  const start = (
    name: string,
    params: number,
    record: number,
    first: number,
    last: number,
    shared: number,
    scratch: number,
  ): void => {
    const [from, launch, blockMemory, own] = [params, record, shared, scratch].map(address);
    if (options.wide && !joined.has(name)) tierUp(kernelInstance.exports[name], true);
    joined.add(name);
    call(kernelInstance, name, from!, launch!, first, last, blockMemory!, own!);
  };
  const run = (
    id: number,
    grid: Dims,
    block: Dims,
    params: number,
    { dynamic = 0, alone = 0, parts = [0] }: How,
  ): void => {
    const kernel = kernels.kernels[id]!;
    const record = allocate(launchRecord.size);
    [...grid, ...block].forEach((n, i) => {
      view.setInt32(record + 4 * i, n, true);
    });
    view.setInt32(record + launchRecord.dynamicShared, dynamic, true);
    for (let i = 0; i < 3; i++) view.setInt32(record + launchRecord.clusterX + 4 * i, 1, true);
    view.setInt32(record + launchRecord.alone, alone, true);
    const threads = block[0] * block[1] * block[2];
    const blocks = grid[0] * grid[1] * grid[2];
    const ofShared = Math.ceil((kernel.sharedBytes + dynamic) / 64) * 64;
    const ofArrays = kernel.scratch.perThread * threads;
    const group = kernel.inGroups ? blocksOfGroup(ofShared + ofArrays) : 1;
    const place = (): { readonly shared: number; readonly scratch: number } => ({
      shared: allocate(group * ofShared + 16),
      scratch: allocate(
        kernel.scratch.fixed + ofArrays * group * blocksOfRow(kernel.scratch.row, block[0], grid[0]) + 16,
      ),
    });
    if (!kernel.inPhases && !kernel.yields) {
      const ends = [...parts, blocks].filter((b) => b <= blocks).sort((a, b) => a - b);
      for (const first of parts.filter((b) => b < blocks)) {
        const { shared, scratch } = place();
        start(kernel.name, params, record, first, ends.find((b) => b > first)!, shared, scratch);
      }
      return;
    }
    const places = Array.from({ length: blocks }, place);
    for (const { scratch } of places) view.setInt32(scratch, 0, true);
    const open = (): boolean => places.some(({ scratch }) => view.getInt32(scratch, true) !== -1);
    while (open())
      places.forEach(({ shared, scratch }, b) => {
        if (view.getInt32(scratch, true) !== -1) start(kernel.name, params, record, b, b + 1, shared, scratch);
      });
  };
  const rt: Record<string, Call> = {
    trap: (n) => {
      throw new Error(`trap: ${[...host.traps, ...kernels.traps][Number(n)]?.message}`);
    },
    launch: (id, gx, gy, gz, bx, by, bz, dynamic, _stream, params, count) => {
      const rooms = kernels.kernels[Number(id)]?.rooms ?? [];
      const copy = allocate(8 * (Number(count) + rooms.length) + 8);
      rooms.forEach((_, i) => {
        view.setBigInt64(copy + 8 * (Number(count) + i), -1n, true);
      });
      for (let i = 0; i < Number(count); i++)
        view.setBigInt64(copy + 8 * i, view.getBigInt64(Number(params) + 8 * i, true), true);
      run(Number(id), [Number(gx), Number(gy), Number(gz)], [Number(bx), Number(by), Number(bz)], copy, {
        dynamic: Number(dynamic),
      });
    },
    clock: () => 1n,
    print: (at, count) => {
      printed.push([...new Uint8Array(memory.buffer).slice(Number(at), Number(at) + 32 * Number(count))]);
    },
    ...extra,
  };
  const importsOf = (list: readonly { module: string; name: string }[]): WebAssembly.Imports => {
    const imports: Record<string, Record<string, WebAssembly.ImportValue>> = { env: { memory }, rt: {}, math: {} };
    for (const i of list) imports[i.module]![i.name] = i.module === 'math' ? mathOf(i.name) : (rt[i.name] ?? (() => 0));
    return imports;
  };
  const instance = (
    bytes: Uint8Array<ArrayBuffer>,
    list: readonly { module: string; name: string }[],
  ): WebAssembly.Instance => new WebAssembly.Instance(new WebAssembly.Module(bytes), importsOf(list));
  const hostInstance = instance(host.bytes, host.imports);
  const kernelInstance = instance(kernels.bytes, kernels.imports);
  return {
    memory,
    view,
    layout,
    kernels,
    allocate,
    release: () => {
      top = layout.heapStart;
    },
    printed,
    call: (name, ...args) => call(hostInstance, name, ...args),
    launch: (name, grid, block, args, how = {}) => {
      const kernel = kernels.kernels.find((x) => x.name === name)!;
      const rooms = kernel.rooms ?? [];
      const params = allocate(8 * (args.length + rooms.length) + 8);
      rooms.forEach((param, i) => {
        view.setBigInt64(params + 8 * (args.length + i), BigInt(sizes.get(Number(args[param])) ?? -1), true);
      });
      kernel.params.forEach((type, i) => {
        const a = args[i]!;
        const at = params + 8 * i;
        if (type === 'f64') view.setFloat64(at, Number(a), true);
        else if (type === 'f32') view.setFloat32(at, Number(a), true);
        else if (type === 'i64' || isPointer(type)) view.setBigInt64(at, BigInt(a), true);
        else view.setInt32(at, Number(a), true);
      });
      run(kernel.id, grid, block, params, how);
    },
  };
}

function call(instance: WebAssembly.Instance, name: string, ...args: (number | bigint)[]): unknown {
  const fn = instance.exports[name];
  if (typeof fn !== 'function') throw new Error(`no export ${name}`);
  return Reflect.apply(fn, undefined, args);
}
