/** Sections of arrays as copies of bytes and of rectangles. */
import type { Address } from '../../machine/device.ts';
import type { Area } from '../../machine/offload.ts';

/** From the lowest byte on. */
export type Span = { readonly from: Address; readonly bytes: number };
export type Rectangle = {
  readonly offset: number;
  readonly width: number;
  readonly pitch: number;
  readonly height: number;
};

/** Sections that run backwards begin at their other end. Undefined where an extent is not known. */
export function spanOf(area: Area): Span | undefined {
  let from = area.start;
  let bytes = area.elementBytes;
  for (const [i, n] of area.extents.entries()) {
    if (n < 0) return undefined;
    if (n === 0) return { from, bytes: 0 };
    const stride = area.strides[i] ?? 0;
    if (stride < 0) from += BigInt(stride * (n - 1));
    bytes += Math.abs(stride) * (n - 1);
  }
  return { from, bytes };
}

/** The bytes of the section, counted from its span's beginning. */
export function rectanglesOf(area: Area): readonly Rectangle[] {
  const loops = area.extents
    .map((extent, i) => ({ extent, stride: Math.abs(area.strides[i] ?? 0) }))
    .filter((l) => l.extent > 1)
    .sort((a, b) => a.stride - b.stride);
  let width = area.elementBytes;
  while (loops[0] && loops[0].stride === width) width *= loops.shift()!.extent;
  const rows = loops.shift();
  let offsets = [0];
  for (const { extent, stride } of loops)
    offsets = Array.from({ length: extent }, (_, k) => offsets.map((o) => o + k * stride)).flat();
  return offsets.map((offset) => ({ offset, width, pitch: rows?.stride ?? width, height: rows?.extent ?? 1 }));
}
