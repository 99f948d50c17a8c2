/**
 * V8 can join two neighbouring operations on 128 bits into one on 256 (AVX2). It calls that experimental, so it is done only where CUFORT_WIDE=256 asks for it,
 * and only after a try in this process has given the right results. Such code leaves the upper halves of the registers in use, which makes
 * scalar code that follows many times slower: `clean` is called after each kernel. Node's own AVX code for long ASCII texts resets them on its way out.
 */
import { Buffer, isAscii } from 'node:buffer';
import { performance } from 'node:perf_hooks';
import { arch } from 'node:process';
import { ModuleWriter } from '../../back/wasm/encode/encode.ts';
import { tierUp } from './tier-up.ts';

const ascii = Buffer.alloc(256, 65);

export function clean(): void {
  isAscii(ascii);
}

/** What CUFORT_WIDE asks for, once the try has been made; `refused` is told why it cannot be. */
export function isWide(asked: string | undefined, refused: (text: string) => void): boolean {
  if (asked === undefined || asked === '' || asked === '128') return false;
  const why = asked === '256' ? problem() : `it takes 128 or 256, not '${asked}'`;
  if (why === undefined) return true;
  refused(`CUFORT_WIDE has no effect: ${why}`);
  return false;
}

function problem(): string | undefined {
  if (arch !== 'x64') return 'only x64 processors have such vectors';
  const plain = tryOut(false);
  const wide = tryOut(true);
  if (!plain.bytes.every((b, i) => b === wide.bytes[i])) return 'V8 computes wrong results with 256 bits';
  return wide.scalar > slower * plain.scalar ? 'scalar code stays slow after it' : undefined;
}

const slower = 8;
const vectors = 64;
const outcomes = 2 * 16 * vectors;

/** What a loop over pairs of vectors leaves in memory, and how long scalar square roots take afterwards. */
function tryOut(wide: boolean): { readonly bytes: Uint8Array; readonly scalar: number } {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const module = new WebAssembly.Module(sample());
  const { pairs, roots } = new WebAssembly.Instance(module, { env: { memory } }).exports;
  if (typeof pairs !== 'function' || typeof roots !== 'function') throw new TypeError('no exports');
  const inputs = new Float32Array(memory.buffer, 0, 2 * outcomes);
  inputs.forEach((_, i) => {
    inputs[i] = ((i * 37) % 101) * 0.37 - 17.5;
  });
  tierUp(pairs, wide);
  tierUp(roots);
  let scalar = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 5; turn++) {
    Reflect.apply(pairs, undefined, [0, vectors]);
    if (wide) clean();
    const start = performance.now();
    Reflect.apply(roots, undefined, [4000]);
    scalar = Math.min(scalar, performance.now() - start);
  }
  return { bytes: new Uint8Array(memory.buffer).slice(2 * outcomes * 2, 2 * outcomes * 2 + outcomes), scalar };
}

/** Two functions: `pairs(from, turns)` on neighbouring vectors in memory, `roots(turns)` on one number. */
function sample(): Uint8Array<ArrayBuffer> {
  const module = new ModuleWriter('i32');
  const pairs = module.code('pairs', ['i32', 'i32'], []);
  const { out } = pairs;
  const simd = (...numbers: number[]): void => {
    for (const n of numbers) {
      out.byte(0xfd);
      out.u32(n);
    }
  };
  const memory = (instruction: number, offset: number): void => {
    simd(instruction);
    out.byte(2);
    out.u32(offset);
  };
  const get = (local: number): void => out.all([0x20, local]);
  const [x, y, r] = [
    [2, 3],
    [4, 5],
    [6, 7],
  ] as const;
  for (let k = 0; k < 6; k++) pairs.local('v128');
  // loop
  out.all([0x03, 0x40]);
  for (const [locals, offset] of [
    [x, 0],
    [y, outcomes],
  ] as const)
    locals.forEach((local, p) => {
      get(0);
      memory(0, offset + 16 * p);
      out.all([0x21, local]);
    });
  r.forEach((local, p) => {
    // r = min(sqrt(abs(x * y + y)), y); r = x < y ? r : y
    for (const l of [x[p]!, y[p]!, y[p]!]) get(l);
    simd(261, 224, 227);
    get(y[p]!);
    simd(232);
    for (const l of [y[p]!, x[p]!, y[p]!]) get(l);
    simd(67, 82);
    // as a whole number: shifted, and with the bits of x
    simd(248);
    out.all([0x41, 3]);
    simd(171);
    get(x[p]!);
    simd(81, 250);
    out.all([0x21, local]);
  });
  r.forEach((local, p) => {
    get(0);
    get(local);
    memory(11, 4 * outcomes + 16 * p);
  });
  // from += 32; again while (turns -= 1)
  out.all([0x20, 0, 0x41, 32, 0x6a, 0x21, 0, 0x20, 1, 0x41, 1, 0x6b, 0x22, 1, 0x0d, 0, 0x0b]);
  const roots = module.code('roots', ['i32'], ['f32']);
  const number = roots.local('f32');
  roots.out.all([0x03, 0x40, 0x20, number, 0x20, 0, 0xb2, 0x92, 0x91, 0x21, number]);
  roots.out.all([0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b, 0x20, number]);
  for (const code of [pairs, roots]) {
    module.add(code);
    module.export(code.name);
  }
  return module.write(1);
}
