/** Operations that take more than one instruction and are not worth their place at each use: small functions of the module itself, added on first use. */
import { InternalError } from '../../../base/impossible.ts';
import { hypotLimits } from '../../../ir/math-special.ts';
import type { WasmType } from './artifact.ts';
import type { Code, ModuleWriter } from './encode.ts';
import { type DoubleName, doubleHelpers, writeDouble } from './math-helpers.ts';

const get = 0x20;
const set = 0x21;
const tee = 0x22;
const select = 0x1b;

type Helper = {
  readonly params: readonly WasmType[];
  readonly result: WasmType;
  readonly locals?: readonly WasmType[];
  write(c: Code, module: ModuleWriter): void;
};

const two = (t: WasmType): readonly WasmType[] => [t, t];

/** A number before NaN: r = min(a, b) unless that is NaN, then whichever is a number. */
const floatExtreme = (t: 'f32' | 'f64', instruction: number): Helper => {
  const eq = t === 'f32' ? 0x5b : 0x61;
  return {
    params: two(t),
    result: t,
    locals: [t],
    write: (c) =>
      c.out.all([
        get,
        0,
        get,
        1,
        instruction,
        tee,
        2,
        get,
        0,
        get,
        1,
        get,
        0,
        get,
        0,
        eq,
        select,
        get,
        2,
        get,
        2,
        eq,
        select,
      ]),
  };
};

const integerExtreme = (t: 'i32' | 'i64', compare: number): Helper => ({
  params: two(t),
  result: t,
  write: (c) => c.out.all([get, 0, get, 1, get, 0, get, 1, compare, select]),
});

const high32 = (extend: number, shift: number): Helper => ({
  params: two('i32'),
  result: 'i32',
  write: (c) => {
    c.out.all([get, 0, extend, get, 1, extend, 0x7e, 0x42, 32, shift, 0xa7]);
  },
});

/** Unsigned high half by 32-bit parts; the signed one takes b off for negative a, and a off for negative b. */
const high64 = (signed: boolean): Helper => ({
  params: two('i64'),
  result: 'i64',
  locals: ['i64', 'i64', 'i64', 'i64', 'i64', 'i64'],
  write: (c) => {
    const [al, ah, bl, bh, t, u] = [2, 3, 4, 5, 6, 7];
    const low = (from: number, to: number) => c.out.all([get, from, 0x42, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x83, set, to]);
    const high = (from: number, to: number) => c.out.all([get, from, 0x42, 32, 0x88, set, to]);
    low(0, al);
    high(0, ah);
    low(1, bl);
    high(1, bh);
    // t = ah*bl + (al*bl >> 32); u = al*bh + (t & low)
    c.out.all([get, ah, get, bl, 0x7e, get, al, get, bl, 0x7e, 0x42, 32, 0x88, 0x7c, set, t]);
    c.out.all([get, al, get, bh, 0x7e, get, t, 0x42, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x83, 0x7c, set, u]);
    c.out.all([get, ah, get, bh, 0x7e, get, t, 0x42, 32, 0x88, 0x7c, get, u, 0x42, 32, 0x88, 0x7c]);
    if (!signed) return;
    c.out.all([get, 0, 0x42, 63, 0x87, get, 1, 0x83, 0x7d]);
    c.out.all([get, 1, 0x42, 63, 0x87, get, 0, 0x83, 0x7d]);
  },
});

const reverse = (t: 'i32' | 'i64'): Helper => ({
  params: [t],
  result: t,
  write: (c) => {
    const wide = t === 'i64';
    const [and, or, shl, shr] = wide ? [0x83, 0x84, 0x86, 0x88] : [0x71, 0x72, 0x74, 0x76];
    const constant = (n: bigint) => {
      c.out.byte(wide ? 0x42 : 0x41);
      if (wide) c.out.s64(BigInt.asIntN(64, n));
      else c.out.s32(Number(BigInt.asIntN(32, n)));
    };
    const masks = [
      0x5555555555555555n,
      0x3333333333333333n,
      0x0f0f0f0f0f0f0f0fn,
      0x00ff00ff00ff00ffn,
      0x0000ffff0000ffffn,
    ];
    masks.forEach((mask, i) => {
      const by = BigInt(1 << i);
      c.out.all([get, 0]);
      constant(by);
      c.out.byte(shr);
      constant(mask);
      c.out.all([and, get, 0]);
      constant(mask);
      c.out.byte(and);
      constant(by);
      c.out.all([shl, or, set, 0]);
    });
    c.out.all([get, 0]);
    if (!wide) return;
    constant(32n);
    c.out.all([shr, get, 0]);
    constant(32n);
    c.out.all([shl, or]);
  },
});

const helpers: Readonly<Record<string, Helper>> = {
  'min.i32': integerExtreme('i32', 0x48),
  'min.i64': integerExtreme('i64', 0x53),
  'min.f32': floatExtreme('f32', 0x96),
  'min.f64': floatExtreme('f64', 0xa4),
  'max.i32': integerExtreme('i32', 0x4a),
  'max.i64': integerExtreme('i64', 0x55),
  'max.f32': floatExtreme('f32', 0x97),
  'max.f64': floatExtreme('f64', 0xa5),
  'mul.high.i32': high32(0xac, 0x87),
  'mul.high.u.i32': high32(0xad, 0x88),
  'mul.high.i64': high64(true),
  'mul.high.u.i64': high64(false),
  'reverse.i32': reverse('i32'),
  'reverse.i64': reverse('i64'),
  /** The bits of a half-precision number, as f32: exact. */
  'f16.widen': {
    params: ['i32'],
    result: 'f32',
    locals: ['i32', 'i32'],
    write: (c) => {
      const { out } = c;
      // 1 = exponent and fraction << 13; ordinary: + 112 << 23; Inf/NaN: exponent all ones; small: fraction * 2^-24
      out.all([get, 0, 0x41, ...s32(0x7fff), 0x71, 0x41, 13, 0x74, set, 1]);
      out.all([get, 0, 0x41, ...s32(0x8000), 0x71, 0x41, 16, 0x74, set, 2]);
      out.all([get, 1, 0x41, ...s32(0x0f800000), 0x4f, 0x04, 0x7d]);
      out.all([get, 1, 0x41, ...s32(0x7f800000), 0x72, get, 2, 0x72, 0xbe, 0x05]);
      out.all([get, 1, 0x41, ...s32(0x00800000), 0x49, 0x04, 0x7d]);
      out.all([get, 1, 0x41, 13, 0x76, 0xb3, 0x43, 0, 0, 0x80, 0x33, 0x94, 0xbc, get, 2, 0x72, 0xbe, 0x05]);
      out.all([get, 1, 0x41, ...s32(0x38000000), 0x6a, get, 2, 0x72, 0xbe, 0x0b, 0x0b]);
    },
  },
  /** JavaScript's power, and where that is no number what C99 has: 1 to any power is 1. */
  'pow.f64': {
    params: ['f64', 'f64'],
    result: 'f64',
    locals: ['f64'],
    write: (c, module) => {
      const { out } = c;
      const call = (name: string): void => {
        out.all([get, 0, get, 1]);
        c.call(module.import('math', name, ['f64', 'f64'], ['f64']));
      };
      call('Math.pow');
      out.all([tee, 2, get, 2, 0x61, 0x04, 0x7c, get, 2, 0x05]);
      call('pow');
      out.byte(0x0b);
    },
  },
  /** The usual case of `hypot` of ir/math-special.ts, step by step; 2, 3: the larger and the smaller one. */
  'hypot.f64': {
    params: ['f64', 'f64'],
    result: 'f64',
    locals: ['f64', 'f64', 'f64', 'f64', 'f64'],
    write: (c, module) => {
      const { out } = c;
      const [a, b, h, d, e] = [2, 3, 4, 5, 6];
      const [plus, minus, times, over] = [0xa0, 0xa1, 0xa2, 0xa3];
      const size = (n: number): readonly number[] => [get, n, 0x99];
      const twice = (n: number): readonly number[] => [get, n, get, n, plus];
      out.all([...size(0), ...size(1), 0xa5, tee, a, ...constant(hypotLimits[1]), 0x65]);
      out.all([...size(0), ...size(1), 0xa4, tee, b, ...constant(hypotLimits[0]), 0x66, 0x71, 0x04, 0x7c]);
      out.all([get, a, get, a, times, get, b, get, b, times, plus, 0x9f, tee, h]);
      out.all([get, h, ...twice(b), 0x65, 0x04, 0x7c, get, h, get, b, minus, set, d]);
      out.all([get, a, ...twice(d), get, a, minus, times]);
      out.all([get, d, get, a, get, b, minus, tee, e, get, e, plus, minus, get, d, times, plus, 0x05]);
      out.all([get, h, get, a, minus, tee, d, get, d, plus, tee, e, get, a, ...twice(b), minus, times]);
      out.all([...twice(e), get, b, minus, get, b, times, get, d, get, d, times, plus, plus, 0x0b]);
      out.all([...twice(h), over, minus, 0x05, get, b, ...constant(0), 0x61, 0x04, 0x7c, get, a, 0x05]);
      out.all([get, 0, get, 1]);
      c.call(module.import('math', 'hypot', ['f64', 'f64'], ['f64']));
      out.all([0x0b, 0x0b]);
    },
  },
  /** f32 to the bits of a half-precision number, rounded to nearest even. */
  'f16.round': {
    params: ['f32'],
    result: 'i32',
    locals: ['i32', 'i32'],
    write: (c) => {
      const { out } = c;
      // 1 = bits without sign, 2 = sign
      out.all([get, 0, 0xbc, tee, 1, 0x41, 16, 0x76, 0x41, ...s32(0x8000), 0x71, set, 2]);
      out.all([get, 1, 0x41, ...s32(0x7fffffff), 0x71, set, 1]);
      // NaN
      out.all([get, 1, 0x41, ...s32(0x7f800000), 0x4b, 0x04, 0x7f, get, 2, 0x41, ...s32(0x7e00), 0x72, 0x05]);
      // too large: infinity
      out.all([get, 1, 0x41, ...s32(0x477ff000), 0x4f, 0x04, 0x7f, get, 2, 0x41, ...s32(0x7c00), 0x72, 0x05]);
      // small: adding 0.5 aligns the fraction to units of 2^-24
      out.all([get, 1, 0x41, ...s32(0x38800000), 0x49, 0x04, 0x7f]);
      out.all([get, 1, 0xbe, 0x43, 0, 0, 0, 0x3f, 0x92, 0xbc, 0x41, ...s32(0x3f000000), 0x6b, get, 2, 0x72, 0x05]);
      // ordinary: round to even at bit 13
      out.all([get, 1, 0x41, ...s32(0xfff), 0x6a, get, 1, 0x41, 13, 0x76, 0x41, 1, 0x71, 0x6a]);
      out.all([0x41, ...s32(0x38000000), 0x6b, 0x41, 13, 0x76, get, 2, 0x72, 0x0b, 0x0b, 0x0b]);
    },
  },
};

function constant(x: number): readonly number[] {
  return [0x44, ...new Uint8Array(Float64Array.of(x).buffer)];
}

function s32(n: number): readonly number[] {
  const bytes: number[] = [];
  let rest = n | 0;
  for (;;) {
    const low = rest & 0x7f;
    rest >>= 7;
    if ((rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0)) return [...bytes, low];
    bytes.push(low | 0x80);
  }
}

/** The symbol of a helper, which is added to the module if it is not there. */
export function helper(module: ModuleWriter, name: string): string {
  const symbol = `helper.${name}`;
  if (module.has(symbol)) return symbol;
  const row = helpers[name];
  if (!row) throw new InternalError(`no helper function ${name}`);
  const code = module.code(symbol, row.params, [row.result]);
  for (const t of row.locals ?? []) code.local(t);
  row.write(code, module);
  module.add(code);
  return symbol;
}

const isDouble = (name: string): name is DoubleName => Object.hasOwn(doubleHelpers, name);

/** The function of f64 that an operation of the math library is; undefined where the runtime gives it. */
export function mathHelper(module: ModuleWriter, op: string): string | undefined {
  if (op === 'pow' || op === 'hypot') return helper(module, `${op}.f64`);
  const name = op.replace('fast.', '');
  if (!isDouble(name)) return undefined;
  const symbol = `math.${name}.f64`;
  if (module.has(symbol)) return symbol;
  const code = module.code(symbol, ['f64'], ['f64']);
  writeDouble(code, module, name);
  module.add(code);
  return symbol;
}

/** Stands in the table for functions of the other side, which cannot be called here. */
export function notCallable(module: ModuleWriter): string {
  const name = 'not callable here';
  if (module.has(name)) return name;
  const code = module.code(name, [], []);
  code.out.byte(0);
  module.add(code);
  return name;
}
