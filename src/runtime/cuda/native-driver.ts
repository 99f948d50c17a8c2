/** NVIDIA's driver library, loaded through koffi: only where a program asks for a real device. */
import { codeOf, errorText } from '../../machine/errors.ts';
import { type Koffi, loadKoffi } from '../native/load-koffi.ts';
import { type ArgumentType, type Driver, type DriverCalls, type DriverFunction, driverTable } from './driver-table.ts';
import type { NativeMemory } from './native-memory.ts';
import { systemCalls } from './system-calls.ts';

/** Why there is no driver, in the user's words. */
export class NoDriver extends Error {}

const libraries = process.platform === 'win32' ? ['nvcuda.dll'] : ['libcuda.so.1', 'libcuda.so'];

const nativeTypes: Readonly<Record<Exclude<ArgumentType, 'record'>, string>> = {
  i32: 'int32_t',
  u32: 'uint32_t',
  f32: 'float',
  u64: 'uint64_t',
  size: 'size_t',
  address: 'uint64_t',
  handle: 'uint64_t',
  byte: 'uint8_t',
  half: 'uint16_t',
};

/** Of the CUDA that the driver was made for, as it says it: 1000 times the number before the point. */
const leastVersion = 11080;

function tooOld(why: string): string {
  return `the CUDA driver is too old: ${why}; update it to one for CUDA ${versionText(leastVersion)} or newer`;
}

function versionText(version: number): string {
  return `${Math.floor(version / 1000)}.${Math.floor((version % 1000) / 10)}`;
}

/** Starts the driver: how many devices it has. */
export function startDriver(driver: Driver, native: NativeMemory): number {
  const code = driver.calls.cuInit(0);
  if (code === codeOf.noDevice) return 0;
  if (code !== 0) throw new NoDriver(`the CUDA driver does not start: ${errorText(code)} (error ${code})`);
  const version = driverVersion(driver, native);
  if (version < leastVersion) throw new NoDriver(tooOld(`it is for CUDA ${versionText(version)}`));
  return driver.calls.cuDeviceGetCount(native.cell(0)) === 0 ? native.i32(0) : 0;
}

export function driverVersion(driver: Driver, native: NativeMemory): number {
  return driver.calls.cuDriverGetVersion(native.cell(0)) === 0 ? native.i32(0) : 0;
}

/** `from`: files (paths or file URLs) from which the package koffi may be found. */
export function loadDriver(from: readonly string[], names = libraries): Driver {
  const koffi = loadKoffi(from);
  if (!koffi) throw new NoDriver('the package koffi, through which the CUDA driver is called, is not installed');
  const library = open(koffi, names);
  const calls: Partial<Record<DriverFunction, DriverCalls[DriverFunction]>> = {};
  const record = koffi.struct({ words: koffi.array('uint64_t', 8) });
  for (const [name, types] of Object.entries(driverTable)) {
    if (!isFunction(name)) continue;
    const takes: readonly ArgumentType[] = types;
    try {
      const call: DriverCalls[DriverFunction] = library.func(
        name,
        'int32_t',
        takes.map((t) => (t === 'record' ? record : nativeTypes[t])),
      );
      const at = takes.indexOf('record');
      calls[name] = at < 0 ? call : (...args) => call(...args.with(at, koffi.decode(args[at], record)));
    } catch {
      throw new NoDriver(tooOld(`it lacks ${name}`));
    }
  }
  const system = systemCalls(koffi);
  return { calls: complete(calls), addressOf: (buffer) => koffi.address(buffer), ...(system && { system }) };
}

function open(koffi: Koffi, names: readonly string[]): ReturnType<Koffi['load']> {
  for (const name of names)
    try {
      return koffi.load(name);
    } catch {
      // The next name may be there.
    }
  throw new NoDriver(`NVIDIA's driver library (${names[0]}) is not installed on this machine`);
}

function isFunction(name: string): name is DriverFunction {
  return Object.hasOwn(driverTable, name);
}

function complete(calls: Partial<Record<DriverFunction, DriverCalls[DriverFunction]>>): DriverCalls {
  const whole = (made: typeof calls): made is DriverCalls => Object.keys(driverTable).every((name) => name in made);
  if (!whole(calls)) throw new NoDriver(tooOld('it lacks functions'));
  return calls;
}
