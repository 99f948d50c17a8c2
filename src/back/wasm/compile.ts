/** IR to WebAssembly: the host program is one module, all kernels another, both on one imported shared memory. Knows no Fortran and no runtime. */
import type { Program } from '../../ir/link.ts';
import type { Fn } from '../../ir/module.ts';
import type { HostModule, KernelModule, Layout, Options } from './encode/artifact.ts';
import { type HostReady, hostReady, writeHost } from './host/host.ts';
import { writeFirstKernels, writeKernels, writeKernelsLater } from './kernel/kernels.ts';
import { placeGlobals } from './layout.ts';

export function layoutProgram(program: Program, options: Options = {}): Layout {
  return placeGlobals(program, options.stackBytes ?? 8 << 20, options.memory, options);
}

/** Host code as it is for layouts of any width of addresses. */
export function prepareHost(program: Program, layout: Layout, options: Options = {}): HostReady {
  return hostReady(program, layout, options);
}

export function compileHost(
  program: Program,
  layout: Layout,
  options: Options = {},
  ready = prepareHost(program, layout, options),
): HostModule {
  return writeHost(program, ready, layout, options);
}

export function compileKernels(program: Program, layout: Layout, options: Options = {}): KernelModule {
  return writeKernels(program, layout, options);
}

/** Some kernels now: the others, and better code for launches of which more is known, when they are first needed (`kernelsLater`). */
export function compileFirstKernels(
  program: Program,
  layout: Layout,
  options: Options,
  isFirst: (fn: Fn) => boolean,
  expected: HostModule['expected'],
): ReturnType<typeof writeFirstKernels> {
  return writeFirstKernels(program, layout, options, isFirst, expected);
}

/** Each kernel when it is first needed, by a program that runs in this process. */
export function compileKernelsLater(
  program: Program,
  layout: Layout,
  options: Options = {},
  expected?: HostModule['expected'],
): KernelModule {
  return writeKernelsLater(program, layout, options, expected);
}
