import type { Address } from './device.ts';

export type Span = { readonly first: number; readonly bytes: number };

/** From the lowest byte of a rectangle's rows to behind the highest; where the pitch (bytes) is negative, later rows lie lower. */
export function spanOfRows(
  at: Address,
  pitch: number,
  { width, height }: { readonly width: number; readonly height: number },
): Span {
  const apart = pitch * (height - 1);
  return { first: Number(at) + Math.min(0, apart), bytes: Math.abs(apart) + width };
}
