/** Runs a program written as IR text. */
import { compileHost, compileKernels, layoutProgram } from '../../src/back/wasm/compile.ts';
import { link } from '../../src/ir/link.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { runProgram } from '../../src/runtime/program.ts';
import { MemoryHost } from './io-memory-host.ts';

export type Outcome = { readonly status: number; readonly out: string; readonly error: string };

export const workerScript = new URL('../../src/runtime/sim/worker.ts', import.meta.url);

export function runIr(
  text: string,
  options: { readonly devices?: number; readonly threads?: number; readonly environment?: Record<string, string> } = {},
): Outcome {
  const { program, diagnostics } = link([parseModule(text)], ['main']);
  if (diagnostics.length > 0) throw new Error(diagnostics.map((d) => d.message).join('\n'));
  const layout = layoutProgram(program);
  const compiled = { layout, host: compileHost(program, layout), kernels: compileKernels(program, layout) };
  const files = new MemoryHost();
  let error = '';
  const host = {
    command: './a.out',
    arguments: ['one', 'two'],
    environment: options.environment ?? {},
    writeError: (line: string) => {
      error += line;
    },
  };
  const settings = {
    entry: 'main',
    model: 'a100',
    devices: options.devices ?? 1,
    threads: options.threads ?? 2,
    workerScript,
  } as const;
  const status = runProgram(compiled, settings, host, files);
  return { status, out: files.standardOutput.text, error };
}
