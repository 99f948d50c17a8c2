/** `-gpu=keep`: the text of the kernels for a GPU stays in a file beside the program's. */
import type { Options } from '../driver/options.ts';
import { withExtension } from '../driver/sources.ts';
import { disk } from './disk.ts';

export function keepPtx(options: Options): ((text: string) => void) | undefined {
  if (!options.gpu.keep) return undefined;
  const name = withExtension(options.inputs[0] ?? 'a', '.ptx');
  return (text) => disk.write(name, text);
}
