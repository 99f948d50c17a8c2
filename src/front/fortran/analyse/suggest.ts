/** What CUDA Fortran calls a variable of device code that is written otherwise: `threadIdx_x`, `blockid`. */
export function builtinMeant(name: string): string | undefined {
  const joined = /^(.*)_([xyz])$/.exec(name);
  const near = nearestOf(joined?.[1] ?? name);
  return near && (joined ? `${near}%${joined[2]}` : near);
}

function nearestOf(name: string): string | undefined {
  const words = ['threadIdx', 'blockIdx', 'blockDim', 'gridDim', 'warpSize'];
  const lower = new Map(words.map((w) => [w.toLowerCase(), w]));
  return lower.get(name) ?? lower.get(nearest(name, lower.keys()) ?? '');
}

/** The known name that a misspelt one most likely means. */
export function nearest(
  name: string,
  known: Iterable<string>,
  most = name.length <= 4 ? 1 : name.length <= 8 ? 2 : 3,
  fits: (candidate: string) => boolean = () => true,
): string | undefined {
  let best: string | undefined;
  let bestDistance = most + 0.5;
  if (name.length < 3) return undefined;
  for (const candidate of known) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const d = distance(name, candidate, bestDistance);
    if (d < bestDistance && fits(candidate)) {
      bestDistance = d;
      best = candidate;
    }
  }
  return best;
}

/** Insertions, deletions, changes and swaps of neighbours; gives up above `limit`. */
function distance(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let d = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) d = Math.min(d, before[j - 2]! + 1);
      row.push(d);
      if (d < least) least = d;
    }
    if (least > limit) return least;
    before = last;
    last = row;
  }
  return last[b.length]!;
}
