/** The program's PTX on one device: the driver compiles it, and says why where it does not. */
import type { Driver } from './driver-table.ts';
import { NoDriver } from './native-driver.ts';
import { type NativeMemory, textOf } from './native-memory.ts';

export type LoadedModule = {
  readonly handle: bigint;
  /** The entry of a kernel, 0n where there is none. */
  readonly entry: (symbol: string) => bigint;
  /** The address of a variable, 0n where there is none or the name is empty. */
  readonly variable: (symbol: string) => bigint;
  /** What the driver's compiler says of registers and memory. */
  readonly information: string;
};

/** cudaErrorUnsupportedPtxVersion. */
const tooNew = 222;

/** The driver does not take the text: a mistake of the compiler's. */
export class PtxRejected extends Error {
  readonly code: number;
  constructor(code: number, log: string) {
    super(`the CUDA driver does not take the kernels' code (error ${code})${log === '' ? '' : `:\n${log}`}`);
    this.code = code;
  }
}

/** Numbers of CUjit_option. */
const jit = { informationLog: 3, informationBytes: 4, errorLog: 5, errorBytes: 6, verbose: 12, lines: 13 } as const;
const logBytes = 16384;

export function loadModule(driver: Driver, native: NativeMemory, ptx: string, verbose: boolean): LoadedModule {
  const image = native.text(ptx);
  const information = native.buffer(logBytes);
  const errors = native.buffer(logBytes);
  const options: readonly (readonly [number, number])[] = [
    [jit.informationLog, information.address],
    [jit.informationBytes, logBytes],
    [jit.errorLog, errors.address],
    [jit.errorBytes, logBytes],
    [jit.lines, 1],
    ...(verbose ? [[jit.verbose, 1] as const] : []),
  ];
  const keys = native.buffer(4 * options.length);
  const values = native.buffer(8 * options.length);
  const keyView = new DataView(keys.bytes.buffer);
  const valueView = new DataView(values.bytes.buffer);
  options.forEach(([key, value], i) => {
    keyView.setInt32(4 * i, key, true);
    valueView.setBigUint64(8 * i, BigInt(value), true);
  });
  const code = driver.calls.cuModuleLoadDataEx(
    native.cell(0),
    image.address,
    options.length,
    keys.address,
    values.address,
  );
  if (code === tooNew) throw new NoDriver('the CUDA driver is too old for this GPU: update it');
  if (code !== 0) throw new PtxRejected(code, textOf(errors.bytes).trim());
  const handle = native.u64(0);
  const variables = new Map<string, bigint>();
  return {
    handle,
    information: textOf(information.bytes).trim(),
    entry: (symbol) => {
      const name = native.text(symbol);
      return driver.calls.cuModuleGetFunction(native.cell(0), handle, name.address) === 0 ? native.u64(0) : 0n;
    },
    variable: (symbol) => {
      const known = symbol === '' ? 0n : variables.get(symbol);
      if (known !== undefined) return known;
      const name = native.text(symbol);
      const found = driver.calls.cuModuleGetGlobal_v2(native.cell(0), native.cell(1), handle, name.address);
      const address = found === 0 ? native.u64(0) : 0n;
      variables.set(symbol, address);
      return address;
    },
  };
}
