/** NVIDIA's driver library, loaded through koffi: only where a program asks for a real device. */
import { type ArgumentType, type Driver, type DriverCalls, type DriverFunction, driverTable } from './driver-table.ts';
import { type Koffi, loadKoffi } from './load-koffi.ts';

/** Why there is no driver, in the user's words. */
export class NoDriver extends Error {}

const libraries = process.platform === 'win32' ? ['nvcuda.dll'] : ['libcuda.so.1', 'libcuda.so'];

const nativeTypes: Readonly<Record<ArgumentType, string>> = {
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

/** `from`: files (paths or file URLs) from which the package koffi may be found; the current folder comes last. */
export function loadDriver(from: readonly string[]): Driver {
  const koffi = loadKoffi(from);
  if (!koffi) throw new NoDriver('the package koffi, through which the CUDA driver is called, is not installed');
  const library = open(koffi);
  const calls: Partial<Record<DriverFunction, DriverCalls[DriverFunction]>> = {};
  for (const [name, types] of Object.entries(driverTable)) {
    if (!isFunction(name)) continue;
    const takes: readonly ArgumentType[] = types;
    calls[name] = library.func(
      name,
      'int32_t',
      takes.map((t) => nativeTypes[t]),
    );
  }
  return { calls: complete(calls), addressOf: (buffer) => koffi.address(buffer) };
}

function open(koffi: Koffi): ReturnType<Koffi['load']> {
  for (const name of libraries)
    try {
      return koffi.load(name);
    } catch {
      // The next name may be there.
    }
  throw new NoDriver(`NVIDIA's driver library (${libraries[0]}) is not installed on this machine`);
}

function isFunction(name: string): name is DriverFunction {
  return Object.hasOwn(driverTable, name);
}

function complete(calls: Partial<Record<DriverFunction, DriverCalls[DriverFunction]>>): DriverCalls {
  const whole = (made: typeof calls): made is DriverCalls => Object.keys(driverTable).every((name) => name in made);
  if (!whole(calls)) throw new NoDriver('the CUDA driver lacks functions: it is too old');
  return calls;
}
