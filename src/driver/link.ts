/** Objects to a program image: linking, passes and code generation over the whole program. */

import {
  compileFirstKernels,
  compileHost,
  compileKernels,
  compileKernelsLater,
  layoutProgram,
  prepareHost,
} from '../back/wasm/compile.ts';
import type { HostModule, KernelModule, Layout, Lines, Options as Settings } from '../back/wasm/encode/artifact.ts';
import { type Diagnostic, hasErrors } from '../base/diagnostic.ts';
import type { Archive } from '../ir/archive.ts';
import type { Foreign } from '../ir/foreign.ts';
import { link, type Program } from '../ir/link.ts';
import type { Fn, Module } from '../ir/module.ts';
import { type CheckTools, raceState, shadow, variableGap } from '../machine/check-tools.ts';
import { pageWatch, type WatchedPages } from '../machine/page-watch.ts';
import { withBooks } from '../opt/check/check-books.ts';
import { hasHeap } from '../opt/check/check-heap.ts';
import { isManagedVariable, usesManaged, withPages } from '../opt/check/watch-pages.ts';
import { isWatched, watchFunctions } from '../opt/math/watched-arithmetic.ts';
import { optimiseLinked, optimiseWatched } from '../opt/pipeline.ts';
import type { PackedCuda } from '../runtime/cuda/cuda-image.ts';
import type { MpiPlaces } from '../runtime/mpi/places.ts';
import type { CheckedProgram } from '../runtime/sanitizer/sanitizer.ts';
import { noMain } from './messages.ts';
import { mpiPlaces, withMpiRoutines } from './mpi-routines.ts';
import type { Options } from './options.ts';
import { packKernels } from './pack-kernels.ts';
import { withStarts } from './starts.ts';

export type Image = {
  readonly host: HostModule;
  readonly kernels: KernelModule & { readonly carried?: KernelsInside };
  readonly layout: Layout;
  /** Made for a real device: `kernels` is empty then. */
  readonly cuda?: PackedCuda;
  /** Machine code that host code calls. */
  readonly foreign?: Foreign;
  /** Where a program that uses MPI has the variables that stand for something. */
  readonly mpi?: MpiPlaces;
  /** Of a program that is instrumented for the sanitizer. */
  readonly checks?: CheckedProgram;
  /** Of a program whose managed memory is watched. */
  readonly pages?: WatchedPages;
  /** Whether it has managed memory. */
  readonly managed?: boolean;
};

/** All kernels of a program, to be written when more is known of their launches: how many, and what `packKernels` gives. */
export type KernelsInside = { readonly count: number; readonly bytes: Uint8Array };

/** All kernels at once; none, each when it is first needed in this process; or those that the function holds for, with what the others and better code are written from. */
export type KernelsWanted = 'all' | 'later' | ((fn: Fn) => boolean);

export const mainName = 'main';

/** `members`: those of static libraries, which `library` has as well. */
export function linkModules(
  given: readonly Module[],
  members: readonly Module[],
  library: Archive,
): {
  program: Program | undefined;
  diagnostics: readonly Diagnostic[];
} {
  const modules = withStarts(given, members, mainName);
  if (!modules.some((m) => m.functions.some((f) => f.name === mainName)))
    return { program: undefined, diagnostics: [noMain()] };
  const linked = linkWatched(modules, library);
  return { program: hasErrors(linked.diagnostics) ? undefined : linked.program, diagnostics: linked.diagnostics };
}

/** Where the program asks for flags of IEEE arithmetic or another way of rounding, with the functions that keep them. */
function linkWatched(modules: readonly Module[], library: Archive): ReturnType<typeof link> {
  const linked = link(modules, [mainName], library);
  if (hasErrors(linked.diagnostics) || !isWatched(linked.program)) return linked;
  const all = link(modules, [mainName, ...watchFunctions], library);
  const watched = { target: 'host', program: all.program, watch: undefined } as const;
  return { ...all, program: { ...optimiseWatched(all.program, watched), roots: linked.program.roots } };
}

/** `remark` is told how each kernel runs, where it is asked for (-Minfo). */
export function generate(
  linked: Program,
  options: Options,
  remark: (d: Diagnostic) => void,
  wanted: KernelsWanted,
): Image {
  return generator(linked, options, remark, wanted)(options.memory);
}

/**
 * Images of one program for addresses of several widths: what is the same for all of them is made once. Of those that few runs come to, for another width than the options say, kernels
 * are written when they are first needed.
 */
export function generator(
  linked: Program,
  options: Options,
  remark: (d: Diagnostic) => void,
  wanted: KernelsWanted,
): (memory: Options['memory']) => Image {
  const watch = options.watchPasses;
  const asking = withPages(withMpiRoutines(options.check ? withBooks(linked, options.check) : linked), options);
  const program = optimiseLinked(asking, options, { target: 'sim', program: asking, watch });
  const settings = {
    nest: options.showNest,
    watch,
    contract: options.gpu.fma,
    checkBarriers: true,
    ...(options.check && { gap: variableGap }),
    ...(isSerial(options.check, program) && { simd: false }),
    ...(options.chunk && { chunk: options.chunk }),
    reassociate: options.reassociate,
  };
  const keep = options.debug ? withLines : <M>(module: M): M => module;
  const chosen = options.check && wanted !== 'later' ? 'all' : wanted;
  let ready: ReturnType<typeof prepareHost> | undefined;
  let packed: Uint8Array | undefined;
  const pack = (): Uint8Array => (packed ??= packKernels(program, settings));
  let tell = remark;
  return (memory) => {
    const layout = layoutProgram(program, { ...settings, ...(memory && { memory }) });
    ready ??= prepareHost(program, layout, settings);
    const mpi = mpiPlaces(program, layout.addresses);
    const host = compileHost(program, layout, settings, ready);
    const expected = options.check ? new Map() : host.expected;
    const now = memory === options.memory || typeof chosen === 'string' ? chosen : () => false;
    const kernels = kernelsOf(program, layout, { ...settings, remark: tell }, now, expected, pack);
    tell = () => {};
    return {
      layout,
      host: keep(host),
      kernels: { ...keep(kernels), ...(kernels.versions && { versions: kernels.versions.map(keep) }) },
      ...(linked.foreign && { foreign: linked.foreign }),
      ...(mpi && { mpi }),
      ...(options.check && { checks: checkedProgram(program, layout, options.check) }),
      ...pagesOf(program, layout),
      ...(usesManaged(linked) && { managed: true }),
    };
  };
}

function kernelsOf(
  program: Program,
  layout: Layout,
  settings: Settings,
  wanted: KernelsWanted,
  expected: HostModule['expected'],
  pack: () => Uint8Array,
): Image['kernels'] {
  if (wanted === 'later') {
    const module = compileKernelsLater(program, layout, settings, expected);
    const packed = () => ({ bytes: packKernels(program, settings), layout });
    return { ...module, ...(module.later && { later: { ...module.later, packed } }) };
  }
  if (wanted === 'all' || program.kernels.length === 0) return compileKernels(program, layout, settings);
  const { module, isWhole } = compileFirstKernels(program, layout, settings, wanted, expected);
  if (isWhole) return module;
  return { ...module, carried: { count: program.kernels.length, bytes: pack() } };
}

/** Variables of devices are known by their names. */
export function checkedProgram(program: Program, layout: Layout, tools: CheckTools): CheckedProgram {
  const variables = [...program.globals.values()].flatMap(
    ({ name, placement, size: bytes, undefined: unset, byHost }) => {
      const at = layout.addresses.get(name);
      if (at === undefined || placement === 'host' || placement === 'shared') return [];
      const isDescriptor = byHost === true;
      return [{ name, at, bytes, hostless: placement !== 'managed', isDescriptor, ...(unset && { unset }) }];
    },
  );
  const sites = { at: layout.addresses.get(shadow.sites) ?? 0, bytes: program.globals.get(shadow.sites)?.size ?? 0 };
  const addressOf = (name: string): number => layout.addresses.get(name) ?? 0;
  return { tools: [...tools], pages: addressOf(shadow.pages), races: addressOf(raceState.name), sites, variables };
}

function pagesOf(program: Program, { addresses }: Layout): Pick<Image, 'pages'> {
  const [missing, used] = [addresses.get(pageWatch.missing), addresses.get(pageWatch.used)];
  if (missing === undefined || used === undefined) return {};
  const variables = [...program.globals.values()].filter(isManagedVariable).flatMap(({ name, size: bytes }) => {
    const at = addresses.get(name);
    return at === undefined ? [] : [{ at, bytes }];
  });
  return { pages: { missing, used, variables } };
}

/** For an image that becomes a file: what makes the table of lines does not go there, the table does. */
export function withLines<M extends { readonly lines: Lines }>(module: M): M {
  return { ...module, lines: typeof module.lines === 'function' ? module.lines() : module.lines };
}

/** Checks that keep books of accesses see one thread after another. */
function isSerial(tools: CheckTools | undefined, program: Program): boolean {
  return (
    tools !== undefined && (hasHeap(program) || [...tools].some((t) => t === 'race' || t === 'init' || t === 'sync'))
  );
}
