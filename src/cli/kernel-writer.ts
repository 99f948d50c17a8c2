/** The script that writes kernels, out of an executable; what V8 makes of it is kept as that of the runtime is. */
import Module from 'node:module';
import { dirname, join } from 'node:path';
import { digestOf } from '../base/digest.ts';
import { zlib } from '../base/node-parts.ts';
import type { KernelWriter } from '../driver/with-later.ts';
import type { WriterScript } from '../runtime/sim/compiler-process.ts';

/** `executable`: what the script's own modules are found from. */
export function writerOf(compressed: Uint8Array, executable: string): KernelWriter {
  const text = zlib().zstdDecompressSync(compressed).toString();
  const folder = Module.getCompileCacheDir();
  const module: CompilingModule = new Module(executable);
  module._compile?.(text, folder === undefined ? executable : join(folder, `kernels-${digestOf(compressed)}.cjs`));
  if (!isWriter(module.exports)) throw new Error('this executable is damaged');
  return module.exports;
}

/** For another process. */
export function writerScriptOf(compressed: Uint8Array): WriterScript {
  const folder = Module.getCompileCacheDir();
  // A copy: not with all that is in the executable.
  return { compressed: new Uint8Array(compressed), codeFolder: folder === undefined ? undefined : dirname(folder) };
}

type CompilingModule = Module & { _compile?: (text: string, file: string) => void };

function isWriter(value: unknown): value is KernelWriter {
  return typeof value === 'object' && value !== null && 'laterKernels' in value;
}
