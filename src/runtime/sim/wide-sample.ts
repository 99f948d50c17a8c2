/** The module that V8 is tried with (width-problem.ts): what it leaves in memory is the same with vectors of 128 bits and of 256. */
import { ModuleWriter } from '../../back/wasm/encode/encode.ts';

type Code = ReturnType<ModuleWriter['code']>;
type Pair = readonly [lower: number, upper: number];

/** Plain data. */
export type WideSample = {
  readonly bytes: readonly number[];
  /** Pairs of vectors that `pairs` takes from each of its two inputs. */
  readonly vectors: number;
  /** Where inputs lie, of both functions. */
  readonly inputBytes: number;
  /** Where each function leaves what it finds. */
  readonly outcomes: readonly (readonly [from: number, to: number])[];
};

const vectors = 64;
const span = 2 * 16 * vectors;
const inputBytes = 4 * span;
const outcomes: WideSample['outcomes'] = [
  [inputBytes, inputBytes + span],
  [inputBytes + span, inputBytes + 2 * span],
];

/** Three functions: `pairs(from, turns)` and `edges(from, which)` on neighbouring vectors in memory, `roots(turns)` on one number. */
export function wideSample(): WideSample {
  const module = new ModuleWriter('i32');
  for (const code of [pairs(module), edges(module), roots(module)]) {
    module.add(code);
    module.export(code.name);
  }
  return { bytes: [...module.write(1)], vectors, inputBytes, outcomes };
}

/** A loop with operations of all sorts. */
function pairs(module: ModuleWriter): Code {
  const code = module.code('pairs', ['i32', 'i32'], []);
  const { out } = code;
  const { simd, get, set, load, store } = writer(code);
  const [x, y, r] = [pair(code), pair(code), pair(code)];
  // loop
  out.all([0x03, 0x40]);
  load(x, 0);
  load(y, span);
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
    set(local);
  });
  store(outcomes[0]![0], (half) => get(r[half]!));
  // from += 32; again while (turns -= 1)
  out.all([0x20, 0, 0x41, 32, 0x6a, 0x21, 0, 0x20, 1, 0x41, 1, 0x6b, 0x22, 1, 0x0d, 0, 0x0b]);
  return code;
}

/** Branches that meet, with pairs that lie in memory by then: what goes on are the pairs and, beside them, their lower halves (tier-up.ts says what for). */
function edges(module: ModuleWriter): Code {
  const code = module.code('edges', ['i32', 'i32'], []);
  const { out } = code;
  const { simd, get, set, load, store } = writer(code);
  const pairsOf = (count: number): Pair[] => Array.from({ length: count }, () => pair(code));
  const halves = Array.from({ length: 4 }, () => code.local('v128'));
  const [onward, kept, others] = [pairsOf(4), pairsOf(4), pairsOf(16)];
  const add = 174;
  let [from, to] = [0, outcomes[1]![0]];
  for (const p of [...kept, ...others]) {
    load(p, from);
    from += 32;
  }
  const result = (value: (half: 0 | 1) => void): void => {
    store(to, value);
    to += 32;
  };
  // As many as registers: the others leave them.
  others.forEach((p, k) => {
    result((half) => {
      get(p[half]);
      get(others[others.length - 1 - k]![half]);
      simd(add);
    });
  });
  const goOn = (pairs: readonly Pair[]): void =>
    onward.forEach((p, k) => {
      get(pairs[k]![0]);
      set(halves[k]!);
      p.forEach((local, half) => {
        get(pairs[k]![half]!);
        set(local);
      });
    });
  // if which … else … end
  out.all([0x20, 1, 0x04, 0x40]);
  goOn(kept);
  out.byte(0x05);
  goOn(others);
  out.byte(0x0b);
  for (const p of onward)
    result((half) => {
      get(p[half]);
      get(p[half]);
      simd(add);
    });
  for (const half of halves) {
    get(0);
    get(half);
    simd(11);
    out.byte(2);
    out.u32(to);
    to += 64;
  }
  return code;
}

function roots(module: ModuleWriter): Code {
  const code = module.code('roots', ['i32'], ['f32']);
  const number = code.local('f32');
  code.out.all([0x03, 0x40, 0x20, number, 0x20, 0, 0xb2, 0x92, 0x91, 0x21, number]);
  code.out.all([0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b, 0x20, number]);
  return code;
}

function pair(code: Code): Pair {
  return [code.local('v128'), code.local('v128')];
}

/** Writes of instructions; addresses are those in local 0. */
function writer({ out }: Code) {
  const get = (local: number): void => out.all([0x20, local]);
  const set = (local: number): void => out.all([0x21, local]);
  const simd = (...numbers: readonly number[]): void => {
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
  const load = (into: Pair, offset: number): void =>
    into.forEach((local, half) => {
      get(0);
      memory(0, offset + 16 * half);
      set(local);
    });
  const store = (offset: number, value: (half: 0 | 1) => void): void => {
    for (const half of [1, 0] as const) {
      get(0);
      value(half);
      memory(11, offset + 16 * half);
    }
  };
  return { simd, get, set, load, store };
}
