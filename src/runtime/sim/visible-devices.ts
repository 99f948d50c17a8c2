/** How many simulated devices CUDA_VISIBLE_DEVICES leaves: its numbers up to the first that names none, each once. Identifiers are of real GPUs: one of them stands for one device. */
export function visibleDevices(count: number, wanted: string | undefined): number {
  if (wanted === undefined) return count;
  const seen = new Set<number | string>();
  for (const word of wanted.split(',').map((w) => w.trim())) {
    const named = nameOf(word, count);
    if (named === undefined || seen.has(named) || seen.size === count) break;
    seen.add(named);
  }
  return seen.size;
}

function nameOf(word: string, count: number): number | string | undefined {
  if (/^(GPU|MIG)-/.test(word)) return word;
  return /^\d+$/.test(word) && Number(word) < count ? Number(word) : undefined;
}
