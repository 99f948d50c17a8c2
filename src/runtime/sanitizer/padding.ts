/**
 * Gaps between the components of structures: nobody writes them, and copies of whole structures take them along. Of what is copied the types are not known, so they are told by
 * their places: the same in each of several structures, and such that alignment asks for them.
 */

export type Stretch = { readonly at: number; readonly bytes: number };

const mostAlignment = 8;
/** A structure has no more gaps than these. */
const mostGaps = 16;

/** Whether all that is unset of `bytes` from `at` on are gaps of structures that lie one behind another. */
export function areGaps(unset: readonly Stretch[], at: number, bytes: number): boolean {
  for (let count = 1; count <= Math.min(mostGaps, unset.length / 2); count++) {
    const size = unset[count]!.at - unset[0]!.at;
    if (bytes % size !== 0 || unset.length * size !== count * bytes || !repeats(unset, count, size)) continue;
    const gaps = unset.slice(0, count).map((u) => ({ at: u.at - at, bytes: u.bytes }));
    if (gaps.every((g) => isAsked(g, size, gaps))) return true;
  }
  return false;
}

function repeats(unset: readonly Stretch[], count: number, size: number): boolean {
  return unset.every(
    ({ at, bytes }, i) => i < count || (at - unset[i - count]!.at === size && bytes === unset[i - count]!.bytes),
  );
}

/** A gap ends where something of its alignment may begin, behind what does not fill its place, and the structure has something of that alignment. */
function isAsked({ at, bytes }: Stretch, size: number, gaps: readonly Stretch[]): boolean {
  if (bytes >= mostAlignment) return false;
  const align = 2 ** (Math.floor(Math.log2(bytes)) + 1);
  if (size % align !== 0 || (at + bytes) % align !== 0) return false;
  const places = Array.from({ length: size / align }, (_, i) => i * align);
  return places.some((from) => gaps.every((g) => g.at >= from + align || g.at + g.bytes <= from));
}
