/** NVIDIA's libraries without a GPU, made from the tables of the real ones: arguments are checked against their types, and calls are noted. */
import assert from 'node:assert/strict';
import type { NativeLibraries } from '../../src/runtime/cuda/libraries/native-libraries.ts';
import { type CType, type LibraryName, typesOf } from '../../src/runtime/cuda/libraries/signature.ts';
import type { FakeDriver } from './fake-driver.ts';

type Args = readonly (number | bigint)[];
export type FakeFunction = (args: Args, driver: FakeDriver) => number;

const limits: Readonly<Record<CType, readonly [number, number]>> = {
  i32: [-(2 ** 31), 2 ** 31 - 1],
  i64: [-(2 ** 63), 2 ** 63],
  f32: [-Infinity, Infinity],
  f64: [-Infinity, Infinity],
  address: [0, 2 ** 48],
  byte: [-128, 127],
};

export class FakeLibraries implements NativeLibraries {
  readonly installed: Set<LibraryName>;
  /** Names of the functions called, with their arguments. */
  readonly log: { readonly name: string; readonly args: Args }[] = [];
  readonly functions = new Map<string, FakeFunction>();
  readonly #driver: FakeDriver;
  #handles = 0x7000n;

  constructor(driver: FakeDriver, installed: readonly LibraryName[]) {
    this.#driver = driver;
    this.installed = new Set(installed);
  }

  find({ library, name, takes }: Parameters<NativeLibraries['find']>[0]) {
    if (!this.installed.has(library)) return undefined;
    const types = typesOf(takes);
    return (...args: Args): number => {
      this.log.push({ name, args });
      assert.equal(args.length, types.length, `${name}: number of arguments`);
      types.forEach((type, i) => {
        const value = Number(args[i]);
        const [low, high] = limits[type];
        assert.ok(value >= low && value <= high, `${name}: argument ${i + 1} is ${value}, not ${type}`);
      });
      return this.#done(name, args);
    };
  }

  #done(name: string, args: Args): number {
    const own = this.functions.get(name);
    if (own) return own(args, this.#driver);
    if (/Create|_create|cufftPlan/.test(name)) {
      const cell = this.#driver.at(args[0] ?? 0, 8);
      this.#handles += 0x10n;
      if (name.startsWith('cufft')) cell.setInt32(0, Number(this.#handles), true);
      else cell.setBigUint64(0, this.#handles, true);
    }
    return 0;
  }

  names(): readonly string[] {
    return this.log.map((call) => call.name);
  }
}
