/** A program for a real device: its host module and, once the device is known, its kernels as PTX. */
import type { PtxModule, TrapPlace } from '../back/ptx/artifact.ts';
import { lastWordsAt, lastWordsBytes, printBytes, printHead, symbols } from '../back/ptx/artifact.ts';
import { compilePtx } from '../back/ptx/compile.ts';
import { fastRows, hasInstructions } from '../back/ptx/rows.ts';
import { compileHost, layoutProgram } from '../back/wasm/compile.ts';
import type { Layout } from '../back/wasm/encode/artifact.ts';
import { placeOf } from '../base/source.ts';
import type { Program } from '../ir/link.ts';
import { eachExpression, eachStatement, expressionsOf } from '../ir/walk.ts';
import { rareMath } from '../library/math-functions.ts';
import { type CheckTools, memoryTable, shadow, variableGap } from '../machine/check-tools.ts';
import { withBooks } from '../opt/check/check-books.ts';
import { withMemoryTable } from '../opt/check/table-of-memory.ts';
import type { MathOperation } from '../opt/math/math-calls.ts';
import { optimiseLinked, optimisePtx } from '../opt/pipeline.ts';
import type { CudaCode, CudaImage, CudaTrap } from '../runtime/cuda/cuda-image.ts';
import type { CheckedProgram } from '../runtime/sanitizer/sanitizer.ts';
import { carriesDeviceAddresses } from './device-addresses.ts';
import type { Files } from './files.ts';
import { checkedProgram, type Image, withLines } from './link.ts';
import { mathLibrary } from './math-library.ts';
import { mpiPlaces, withMpiRoutines } from './mpi-routines.ts';
import { withNativeRoutines } from './native-routines.ts';
import { type Options, reachesHost } from './options.ts';

export type CudaProgram = Pick<Image, 'host' | 'layout' | 'foreign' | 'mpi' | 'checks'> & { readonly image: CudaImage };

/** `keep` sees the text that was made for a compute capability. */
export function generateForCuda(
  linked: Program,
  options: Options,
  files: Files,
  keep: (text: string) => void = () => {},
): CudaProgram {
  // What asks the runtime gives it the parameters as the interfaces have them.
  const asking = withNativeRoutines(withMpiRoutines(checksIn(linked, options)));
  const watched = { target: 'ptx', program: asking, watch: options.watchPasses } as const;
  const program = optimiseLinked(asking, { ...options, checksOnDevice: true }, watched);
  const memory = options.memory ?? (carriesDeviceAddresses(program) ? 64 : undefined);
  const layout = layoutProgram(program, { separateDevice: true, ...gapIn(options), ...(memory && { memory }) });
  const managed = [...program.globals.values()].filter((g) => g.placement === 'managed');
  const places = managed.map((g) => ({ at: layout.addresses.get(g.name) ?? 0, bytes: g.size }));
  const made = new Map<number, CudaCode>();
  const ptx = (device: number): CudaCode => {
    const capability = options.gpu.computeCapability ?? device;
    const known = made.get(capability);
    if (known) return known;
    const module = ptxOf(program, layout, options, files, capability);
    keep(module.text);
    const code = codeOf(module, layout);
    made.set(capability, code);
    return code;
  };
  const mpi = mpiPlaces(program, layout.addresses);
  const managedEnd = places.reduce((end, p) => Math.max(end, p.at + p.bytes), 0);
  return {
    layout,
    host: options.debug ? withLines(compileHost(program, layout)) : compileHost(program, layout),
    ...(program.foreign && { foreign: program.foreign }),
    ...(mpi && { mpi }),
    ...(options.check && { checks: checkedOnDevice(program, layout, options.check) }),
    image: { ptx, cells: cellsOf(program, layout), managed: places, managedEnd, unified: reachesHost(options) },
  };
}

function gapIn({ check }: Options): { readonly gap?: number } {
  return check ? { gap: variableGap } : {};
}

/** Those that keep books on the simulated device do so by the GPU's own code here. */
const noTools: CheckTools = new Set();

function checksIn(linked: Program, { check }: Options): Program {
  return check ? withMemoryTable(withBooks(linked, noTools)) : linked;
}

/** Managed variables lie in the host's memory, the others where the device's code has them. */
function checkedOnDevice(program: Program, layout: Layout, tools: CheckTools): CheckedProgram {
  const all = [...program.globals.values()];
  const shared = all
    .filter((g) => g.placement === 'managed' && g.name !== shadow.pages)
    .map(({ name, size: bytes, undefined: unset }) => ({
      name,
      at: layout.addresses.get(name) ?? 0,
      bytes,
      ...(unset && { unset }),
    }));
  const symbols = all
    .filter((g) => g.placement === 'global')
    .map(({ name, size: bytes, undefined: unset }) => ({ name, bytes, ...(unset && { unset }) }));
  const table = layout.addresses.get(memoryTable.name) ?? 0;
  const window = table + (program.globals.get(memoryTable.name)?.size ?? 0) - memoryTable.windowBytes;
  return { ...checkedProgram(program, layout, tools), variables: [], real: { table, window, symbols, shared } };
}

/** Where neither an option nor a device at hand says for which capability code is made. */
const usualCapability = 80;

/** Where an executable's code is made before a device is at hand. */
const oldestCapability = 70;

export const noKernels: Image['kernels'] = {
  bytes: new Uint8Array(),
  imports: [],
  traps: [],
  texts: [],
  kernels: [],
  lines: undefined,
};

/** A program image for executables that run on a real device. */
export function imageForCuda(program: Program, options: Options, files: Files, keep?: (text: string) => void): Image {
  const { image, ...host } = generateForCuda(program, options, files, keep);
  const { ptx, ...rest } = image;
  const asked = options.gpu.computeCapability;
  return {
    ...host,
    kernels: noKernels,
    cuda: { ...rest, code: ptx(asked ?? oldestCapability), open: asked === undefined },
  };
}

/** Where host code reads addresses of device variables: its own cells, and data that begins with such an address. */
function cellsOf(program: Program, layout: Layout): CudaImage['cells'] {
  const cells = [...layout.deviceCells].map(([name, at]) => ({ name, at, addend: 0 }));
  for (const g of program.globals.values()) {
    const start = layout.addresses.get(g.name);
    if (start === undefined) continue;
    for (const r of g.relocations ?? [])
      if (layout.deviceCells.has(r.symbol)) cells.push({ name: r.symbol, at: start + r.offset, addend: r.addend });
  }
  return cells;
}

export function showPtx(linked: Program, options: Options, files: Files): string {
  const watched = { target: 'ptx', program: linked, watch: undefined } as const;
  const setting = { ...options, checksOnDevice: true };
  const program = options.check ? optimiseLinked(checksIn(linked, options), setting, watched) : linked;
  const layout = layoutProgram(program, { separateDevice: true, ...gapIn(options) });
  return ptxOf(program, layout, options, files, options.gpu.computeCapability ?? usualCapability).text;
}

export function ptxOf(linked: Program, layout: Layout, options: Options, files: Files, capability: number): PtxModule {
  const { gpu } = options;
  const { program, kernels, functions, usual } = optimisePtx(
    linked,
    {
      globals: linked.globals,
      capability,
      contract: gpu.fma,
      keep: rareMath,
      ...mathLibrary((e) => isOwn(e, gpu.fastmath), files),
    },
    { target: 'ptx', program: linked, watch: options.watchPasses },
  );
  const managed = new Map<string, number>();
  const tables = tablesOnDevice(program);
  for (const g of program.globals.values())
    if (g.placement === 'managed' || tables.has(g.name)) managed.set(g.name, layout.addresses.get(g.name) ?? 0);
  return compilePtx(
    { program, kernels, functions, usual },
    {
      capability,
      flush: gpu.flushz || gpu.fastmath,
      fast: gpu.fastmath,
      ...(gpu.maxregcount !== undefined && { maxRegisters: gpu.maxregcount }),
      onlyL2: gpu.loadcache === 'L2',
      managed,
      ...gapIn(options),
    },
  );
}

/** The tables of types that device code or data names. */
function tablesOnDevice(program: Program): ReadonlySet<string> {
  const found = new Set<string>();
  const note = (name: string): void => {
    if (program.globals.get(name)?.methods) found.add(name);
  };
  for (const g of program.globals.values())
    if (g.placement === 'global' || g.placement === 'constant') for (const r of g.relocations ?? []) note(r.symbol);
  for (const fn of program.functions.values())
    if (fn.kind !== 'host')
      eachStatement(fn.body, (s) => {
        for (const whole of expressionsOf(s)) eachExpression(whole, (e) => e.kind === 'global' && note(e.name));
      });
  return found;
}

function codeOf(module: PtxModule, layout: Layout): CudaCode {
  return {
    text: module.text,
    kernels: module.kernels.map(({ hostCells, ...kernel }) => ({
      ...kernel,
      hostCells: hostCells.map(({ global, offset, isAddress }) => ({
        at: (layout.addresses.get(global) ?? 0) + offset,
        isAddress,
      })),
    })),
    texts: module.texts,
    traps: module.traps.map(trapOf),
    globals: module.globals,
    symbols: ownSymbols(module.needs),
    ...(module.needs.has('lastWords') && { lastWords: { at: lastWordsAt, bytes: lastWordsBytes } }),
    printHead,
    printBytes,
  };
}

function ownSymbols(needs: ReadonlySet<string>): CudaCode['symbols'] {
  const name = (key: 'hostBase' | 'trapCell' | 'print' | 'patience') => (needs.has(key) ? symbols[key] : '');
  return {
    hostBase: name('hostBase'),
    trapCell: name('trapCell'),
    print: name('print'),
    patience: name('patience'),
  };
}

function trapOf({ message, at, kernel, waits }: TrapPlace): CudaTrap {
  return { message, place: at && at.source.path !== '' ? placeOf(at) : '', kernel, waits };
}

/** Whether PTX has instructions for it. */
function isOwn(e: MathOperation, fast: boolean): boolean {
  if (fast && e.type === 'f32' && e.op in fastRows) return true;
  return hasInstructions(e.op, e.type);
}
