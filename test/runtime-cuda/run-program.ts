/** Compiles Fortran and runs its host program against a fake driver. */
import { generateForCuda, noKernels } from '../../src/driver/cuda.ts';
import { defaults, type Options } from '../../src/driver/options.ts';
import { compileInputs, linkInputs } from '../../src/driver/program.ts';
import type { NativeLibraries } from '../../src/runtime/cuda/libraries/native-libraries.ts';
import { openNativeRoutines } from '../../src/runtime/cuda/libraries/native-routines.ts';
import { openDevices } from '../../src/runtime/cuda/open-devices.ts';
import { runProgram } from '../../src/runtime/program.ts';
import { builtDisk } from '../built-disk.ts';
import { MemoryHost } from '../runtime/io-memory-host.ts';
import type { FakeDriver } from './fake-driver.ts';

export type Outcome = { readonly status: number; readonly out: string; readonly errors: string };

export function runOnFake(
  source: string,
  driver: FakeDriver,
  options: Partial<Options> = {},
  libraries?: { readonly find: NativeLibraries; readonly demanded: boolean },
): Outcome {
  const files = {
    ...builtDisk,
    read: (path: string) => (path === 'test.cuf' ? { text: source } : builtDisk.read(path)),
  };
  const all: Options = { ...defaults, inputs: ['test.cuf'], ...options };
  const inputs = compileInputs(all, files);
  const linked = linkInputs(inputs, files);
  const problem = [...inputs.diagnostics, ...linked.diagnostics].find((d) => d.severity === 'error');
  if (!linked.program || problem) throw new Error(problem?.message ?? 'no program');
  const { host, layout, image, checks } = generateForCuda(linked.program, all, files);
  driver.memoryTable = checks?.real?.table ?? 0;
  const terminal = new MemoryHost();
  let errors = '';
  const status = runProgram(
    { host, layout, kernels: noKernels, ...(checks && { checks }) },
    {
      entry: 'main',
      model: 'h200',
      devices: 1,
      threads: 1,
      workerScript: new URL('about:blank'),
      startDevice: image.cells.length > 0,
      ...(libraries && {
        native: (memory, cuda) =>
          openNativeRoutines({ driver, memory, cuda, libraries: libraries.find, demanded: libraries.demanded }),
      }),
      openDevices: (memory, listener) => openDevices(driver, memory, image, { ...listener, verbose: all.gpu.ptxinfo }),
    },
    {
      command: 'test',
      arguments: [],
      environment: {},
      writeError: (text) => {
        errors += text;
      },
      execute: () => 0,
    },
    terminal,
  );
  return { status, out: new TextDecoder().decode(terminal.standardOutput.bytes), errors };
}
