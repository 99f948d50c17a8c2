/** IR to WebAssembly: the host program is one module, all kernels another, both on one imported shared memory. Knows no Fortran and no runtime. */
import type { Program } from '../../ir/link.ts';
import type { HostModule, KernelModule, Layout, Options } from './encode/artifact.ts';
import { writeHost } from './host/host.ts';
import { writeKernels, writeKernelsLater } from './kernel/kernels.ts';
import { placeGlobals } from './layout.ts';

export function layoutProgram(program: Program, options: Options = {}): Layout {
  return placeGlobals(program, options.stackBytes ?? 8 << 20, options.memory, options);
}

export function compileHost(program: Program, layout: Layout, options: Options = {}): HostModule {
  return writeHost(program, layout, options);
}

export function compileKernels(program: Program, layout: Layout, options: Options = {}): KernelModule {
  return writeKernels(program, layout, options);
}

/** Each kernel when it is first needed, by a program that runs in this process. */
export function compileKernelsLater(program: Program, layout: Layout, options: Options = {}): KernelModule {
  return writeKernelsLater(program, layout, options);
}
