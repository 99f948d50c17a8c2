/** Which device programs run on. */
import { existsSync } from 'node:fs';
import type { Options } from '../driver/options.ts';

/** As an option or the environment says. Else a GPU whose driver shows itself, unless an option speaks of the simulated machine. */
export function chosenDevice(options: Options): string {
  const simulated = options.model ?? options.devices ?? options.threads ?? process.env.CUFORT_MODEL;
  const present = ['/dev/nvidiactl', '/dev/dxg'].some((path) => existsSync(path));
  const usual = simulated === undefined && present ? 'cuda' : 'sim';
  return options.device ?? process.env.CUFORT_DEVICE ?? usual;
}
