/** Numbers by chance from a seed, and choices by them. */
export type Random = { readonly below: (n: number) => number; readonly one: <T>(of: readonly T[]) => T };

export function randomOf(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  const below = (n: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 3) % n;
  };
  for (let i = 0; i < 8; i++) below(2);
  return { below, one: (of) => of[below(of.length)]! };
}
