/** The functions of WebAssembly modules that an exception came through, as V8 writes them into its stack. */

/** `byte`: of the module. `name`: as the module has it; '' where it has none. */
export type Frame = { readonly name: string; readonly byte: number };

/** Innermost first. */
export function framesOf(error: unknown): readonly Frame[] {
  if (!(error instanceof Error)) return [];
  // `at m.inner (wasm://wasm/0f3c2a1e:wasm-function[12]:0x1234)`, without brackets where the function has no name.
  const frames = (error.stack ?? '').matchAll(/^ *at (?:(.*) \()?wasm:\/\/[^\n]*:wasm-function\[\d+\]:0x([0-9a-f]+)/gm);
  return Array.from(frames, ([, name, byte]) => ({ name: name ?? '', byte: Number.parseInt(byte ?? '0', 16) }));
}
