/**
 * WebAssembly code starts in V8's baseline tier, and a call that runs long stays in it to its end. This compiles an exported function with the optimising tier at once.
 * It is done by a function that V8 offers to tests (`%WasmTierUpFunction`): flags such as --no-liftoff would concern all modules of the process,
 * and V8 fails on modules that were compiled under both. Where V8 does not know it, the code tiers up by itself.
 */
import { setFlagsFromString } from 'node:v8';

/** `wide`: with vectors of 256 bits (wide.ts). */
export function tierUp(exported: unknown, wide = false): void {
  try {
    if (wide) setFlagsFromString('--experimental-wasm-revectorize');
    setFlagsFromString('--allow-natives-syntax');
    new Function('f', '%WasmTierUpFunction(f)')(exported);
  } catch {
    // The engine has no such function.
  } finally {
    if (wide) setFlagsFromString('--no-experimental-wasm-revectorize');
    setFlagsFromString('--no-allow-natives-syntax');
  }
}
