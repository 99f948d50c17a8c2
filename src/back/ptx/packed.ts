/** Cells of one and two bytes in words of four: how they are taken out after a load and put together for a store. */
import type { MemoryType } from '../../ir/types.ts';
import type { Frame } from './frame.ts';
import { vector } from './instruction.ts';

/**
 * PTX ISA 8.5, 9.7.7.7 (prmt): each digit chooses a byte of eight, those of the second operand from 4 on; with 8 added it is the byte's sign alone. The second operand is 0.
 */
const bytes = {
  signed: ['0x8880', '0x9991', '0xaaa2', '0xbbb3'],
  unsigned: ['0x4440', '0x4441', '0x4442', '0x4443'],
} as const;
const halves = { signed: ['0x9910', '0xbb32'], unsigned: ['0x4410', '0x4432'] } as const;

/** The cell of the lane, as a number with its sign where it is a whole one. */
export function unpacked(
  f: Frame,
  words: readonly string[],
  memory: MemoryType,
  lane: number,
  unsigned = false,
): string {
  const { code } = f;
  if (memory === 'f16') {
    const pair = [code.register('h'), code.register('h')];
    code.put('mov.b32', vector(pair), words[lane >> 1]!);
    return widened(f, pair[lane & 1]!);
  }
  const sign = unsigned ? 'unsigned' : 'signed';
  const choices = memory === 'i8' ? bytes[sign] : halves[sign];
  const to = code.register('r');
  code.put('prmt.b32', to, words[Math.floor(lane / choices.length)]!, '0', choices[lane % choices.length]!);
  return to;
}

/** Two bytes become one word of two; of more the number is a multiple of four. */
export function packed(f: Frame, values: readonly string[], memory: MemoryType): readonly string[] {
  const { code } = f;
  const pairs = (of: readonly string[], join: (a: string, b: string) => string): readonly string[] =>
    of.flatMap((v, i) => (i % 2 === 0 ? [join(v, of[i + 1]!)] : []));
  const choose =
    (digits: string) =>
    (a: string, b: string): string => {
      const to = code.register('r');
      code.put('prmt.b32', to, a, b, digits);
      return to;
    };
  if (memory === 'f16')
    return pairs(values, (a, b) => {
      const to = code.register('r');
      code.put('mov.b32', to, vector([narrowed(f, a), narrowed(f, b)]));
      return to;
    });
  if (memory === 'i16') return pairs(values, choose('0x5410'));
  const two = pairs(values, choose('0x0040'));
  return two.length === 1 ? two : pairs(two, choose('0x5410'));
}

export function widened(f: Frame, half: string): string {
  const wide = f.code.register('f');
  f.code.put('cvt.f32.f16', wide, half);
  return wide;
}

export function narrowed(f: Frame, wide: string): string {
  const half = f.code.register('h');
  f.code.put('cvt.rn.f16.f32', half, wide);
  return half;
}
