/** Which devices programs run on. */
import { existsSync } from 'node:fs';
import type { Options } from '../driver/options.ts';
import { toolsOnDevice } from '../machine/check-tools.ts';

/** The simulated device, and NVIDIA's. */
export const deviceNames = ['sim', 'cuda'] as const;
export type DeviceName = (typeof deviceNames)[number];

/** `text`: names, with commas between them. Undefined where one of them is no name of a device. */
export function devicesIn(text: string): readonly DeviceName[] | undefined {
  const words = text.split(',');
  const named = deviceNames.filter((name) => words.includes(name));
  return words.every((word) => deviceNames.some((name) => name === word)) ? named : undefined;
}

/** The devices that code is made for; or the text that names one that is not there. */
export function chosenDevices(options: Options): readonly DeviceName[] | string {
  // What is watched or put in another order is simulated, but where a real device is asked for and can do it.
  const canBeReal = options.check && [...options.check].every((t) => toolsOnDevice.has(t));
  if (options.schedule !== undefined || (options.check && !(canBeReal && options.device === 'cuda'))) return ['sim'];
  const asked = options.device ?? process.env.CUFORT_DEVICE;
  if (asked !== undefined) return devicesIn(asked) ?? asked;
  const simulated = options.model ?? options.devices ?? options.threads ?? process.env.CUFORT_MODEL;
  return [simulated === undefined ? presentDevice(deviceNames) : 'sim'];
}

/** The one that a program runs on at once. */
export function chosenDevice(options: Options): DeviceName | { readonly unknown: string } {
  const devices = chosenDevices(options);
  return typeof devices === 'string' ? { unknown: devices } : presentDevice(devices);
}

/** One of several: a GPU whose driver shows itself, else the simulated device. */
export function presentDevice(among: readonly DeviceName[]): DeviceName {
  const [only] = among;
  if (only !== undefined && among.length === 1) return only;
  return ['/dev/nvidiactl', '/dev/dxg'].some((path) => existsSync(path)) ? 'cuda' : 'sim';
}
