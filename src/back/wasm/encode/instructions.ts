/** Names of the instructions that this room writes, and what follows their bytes: for listings. */

/** What stands after an instruction's own bytes: numbers of the given forms. */
export type Immediate =
  | 'block'
  | 'u'
  | 's32'
  | 's64'
  | 'f32'
  | 'f64'
  | 'memory'
  | 'table'
  | 'bytes16'
  | 'byte'
  | 'lane-memory';
export type Instruction = { readonly name: string; readonly with: readonly Immediate[] };

const list = (first: number, names: string, immediates: readonly Immediate[] = []): [number, Instruction][] =>
  names.split(' ').map((name, i) => [first + i, { name, with: immediates }]);

const conversions =
  'i32.wrap_i64 i32.trunc_f32_s i32.trunc_f32_u i32.trunc_f64_s i32.trunc_f64_u i64.extend_i32_s i64.extend_i32_u i64.trunc_f32_s i64.trunc_f32_u i64.trunc_f64_s i64.trunc_f64_u f32.convert_i32_s f32.convert_i32_u f32.convert_i64_s f32.convert_i64_u f32.demote_f64 f64.convert_i32_s f64.convert_i32_u f64.convert_i64_s f64.convert_i64_u f64.promote_f32 i32.reinterpret_f32 i64.reinterpret_f64 f32.reinterpret_i32 f64.reinterpret_i64 i32.extend8_s i32.extend16_s i64.extend8_s i64.extend16_s i64.extend32_s';
const compared = (t: string): string =>
  `${t}.eqz ${t}.eq ${t}.ne ${t}.lt_s ${t}.lt_u ${t}.gt_s ${t}.gt_u ${t}.le_s ${t}.le_u ${t}.ge_s ${t}.ge_u`;
const comparedReal = (t: string): string => `${t}.eq ${t}.ne ${t}.lt ${t}.gt ${t}.le ${t}.ge`;
const integer = (t: string): string =>
  `${t}.clz ${t}.ctz ${t}.popcnt ${t}.add ${t}.sub ${t}.mul ${t}.div_s ${t}.div_u ${t}.rem_s ${t}.rem_u ${t}.and ${t}.or ${t}.xor ${t}.shl ${t}.shr_s ${t}.shr_u ${t}.rotl ${t}.rotr`;
const real = (t: string): string =>
  `${t}.abs ${t}.neg ${t}.ceil ${t}.floor ${t}.trunc ${t}.nearest ${t}.sqrt ${t}.add ${t}.sub ${t}.mul ${t}.div ${t}.min ${t}.max ${t}.copysign`;

export const plainInstructions: ReadonlyMap<number, Instruction> = new Map([
  ...list(0x00, 'unreachable nop'),
  ...list(0x02, 'block loop if', ['block']),
  ...list(0x05, 'else'),
  ...list(0x0b, 'end'),
  ...list(0x0c, 'br br_if', ['u']),
  ...list(0x0e, 'br_table', ['table']),
  ...list(0x0f, 'return'),
  ...list(0x10, 'call', ['u']),
  ...list(0x11, 'call_indirect', ['u', 'u']),
  ...list(0x1a, 'drop select'),
  ...list(0x20, 'local.get local.set local.tee global.get global.set', ['u']),
  ...list(
    0x28,
    'i32.load i64.load f32.load f64.load i32.load8_s i32.load8_u i32.load16_s i32.load16_u i64.load8_s i64.load8_u i64.load16_s i64.load16_u i64.load32_s i64.load32_u i32.store i64.store f32.store f64.store i32.store8 i32.store16 i64.store8 i64.store16 i64.store32',
    ['memory'],
  ),
  ...list(0x41, 'i32.const', ['s32']),
  ...list(0x42, 'i64.const', ['s64']),
  ...list(0x43, 'f32.const', ['f32']),
  ...list(0x44, 'f64.const', ['f64']),
  ...list(0x45, [compared('i32'), compared('i64'), comparedReal('f32'), comparedReal('f64')].join(' ')),
  ...list(0x67, [integer('i32'), integer('i64'), real('f32'), real('f64'), conversions].join(' ')),
]);

/** After the byte 0xfc. */
export const bulkInstructions: ReadonlyMap<number, Instruction> = new Map([
  ...list(
    0,
    'i32.trunc_sat_f32_s i32.trunc_sat_f32_u i32.trunc_sat_f64_s i32.trunc_sat_f64_u i64.trunc_sat_f32_s i64.trunc_sat_f32_u i64.trunc_sat_f64_s i64.trunc_sat_f64_u',
  ),
  ...list(10, 'memory.copy', ['u', 'u']),
  ...list(11, 'memory.fill', ['u']),
]);

const atomic = (name: string): string =>
  `i32.atomic.${name} i64.atomic.${name} i32.atomic.${name}8_u i32.atomic.${name}16_u i64.atomic.${name}8_u i64.atomic.${name}16_u i64.atomic.${name}32_u`;

/** After the byte 0xfe. */
export const atomicInstructions: ReadonlyMap<number, Instruction> = new Map([
  ...list(0, 'memory.atomic.notify memory.atomic.wait32 memory.atomic.wait64', ['memory']),
  ...list(3, 'atomic.fence', ['byte']),
  ...list(
    0x10,
    ['load', 'store', 'rmw.add', 'rmw.sub', 'rmw.and', 'rmw.or', 'rmw.xor', 'rmw.xchg', 'rmw.cmpxchg']
      .map(atomic)
      .join(' '),
    ['memory'],
  ),
]);

/** After the byte 0xfd: those with something behind them, and the arithmetic that this room uses. Others are listed by number. */
export const vectorInstructions: ReadonlyMap<number, Instruction> = new Map([
  ...list(
    0,
    'v128.load v128.load8x8_s v128.load8x8_u v128.load16x4_s v128.load16x4_u v128.load32x2_s v128.load32x2_u v128.load8_splat v128.load16_splat v128.load32_splat v128.load64_splat v128.store',
    ['memory'],
  ),
  ...list(12, 'v128.const i8x16.shuffle', ['bytes16']),
  ...list(14, 'i8x16.swizzle i8x16.splat i16x8.splat i32x4.splat i64x2.splat f32x4.splat f64x2.splat'),
  ...list(
    21,
    'i8x16.extract_lane_s i8x16.extract_lane_u i8x16.replace_lane i16x8.extract_lane_s i16x8.extract_lane_u i16x8.replace_lane i32x4.extract_lane i32x4.replace_lane i64x2.extract_lane i64x2.replace_lane f32x4.extract_lane f32x4.replace_lane f64x2.extract_lane f64x2.replace_lane',
    ['byte'],
  ),
  ...list(
    55,
    'i32x4.eq i32x4.ne i32x4.lt_s i32x4.lt_u i32x4.gt_s i32x4.gt_u i32x4.le_s i32x4.le_u i32x4.ge_s i32x4.ge_u f32x4.eq f32x4.ne f32x4.lt f32x4.gt f32x4.le f32x4.ge f64x2.eq f64x2.ne f64x2.lt f64x2.gt f64x2.le f64x2.ge v128.not v128.and v128.andnot v128.or v128.xor v128.bitselect v128.any_true',
  ),
  ...list(
    84,
    'v128.load8_lane v128.load16_lane v128.load32_lane v128.load64_lane v128.store8_lane v128.store16_lane v128.store32_lane v128.store64_lane',
    ['memory', 'byte'],
  ),
  ...list(92, 'v128.load32_zero v128.load64_zero', ['memory']),
  ...list(94, 'f32x4.demote_f64x2_zero f64x2.promote_low_f32x4'),
  ...list(100, 'i8x16.bitmask i8x16.narrow_i16x8_s'),
  ...list(131, 'i16x8.all_true i16x8.bitmask i16x8.narrow_i32x4_s'),
  ...list(160, 'i32x4.abs i32x4.neg'),
  ...list(163, 'i32x4.all_true i32x4.bitmask'),
  ...list(167, 'i32x4.extend_low_i16x8_s'),
  ...list(171, 'i32x4.shl i32x4.shr_s i32x4.shr_u i32x4.add'),
  ...list(177, 'i32x4.sub'),
  ...list(181, 'i32x4.mul i32x4.min_s i32x4.min_u i32x4.max_s i32x4.max_u'),
  ...list(
    199,
    'i64x2.extend_low_i32x4_s i64x2.extend_high_i32x4_s i64x2.extend_low_i32x4_u i64x2.extend_high_i32x4_u i64x2.shl i64x2.shr_s i64x2.shr_u i64x2.add',
  ),
  ...list(209, 'i64x2.sub'),
  ...list(213, 'i64x2.mul i64x2.eq i64x2.ne i64x2.lt_s i64x2.gt_s i64x2.le_s i64x2.ge_s'),
  ...list(224, 'f32x4.abs f32x4.neg'),
  ...list(
    227,
    'f32x4.sqrt f32x4.add f32x4.sub f32x4.mul f32x4.div f32x4.min f32x4.max f32x4.pmin f32x4.pmax f64x2.abs f64x2.neg',
  ),
  ...list(
    239,
    'f64x2.sqrt f64x2.add f64x2.sub f64x2.mul f64x2.div f64x2.min f64x2.max f64x2.pmin f64x2.pmax i32x4.trunc_sat_f32x4_s i32x4.trunc_sat_f32x4_u f32x4.convert_i32x4_s f32x4.convert_i32x4_u i32x4.trunc_sat_f64x2_s_zero i32x4.trunc_sat_f64x2_u_zero f64x2.convert_low_i32x4_s f64x2.convert_low_i32x4_u',
  ),
  ...list(256, 'i8x16.relaxed_swizzle i32x4.relaxed_trunc_f32x4_s'),
  ...list(259, 'i32x4.relaxed_trunc_f64x2_s_zero'),
  ...list(
    261,
    'f32x4.relaxed_madd f32x4.relaxed_nmadd f64x2.relaxed_madd f64x2.relaxed_nmadd i8x16.relaxed_laneselect i16x8.relaxed_laneselect i32x4.relaxed_laneselect i64x2.relaxed_laneselect',
  ),
]);
