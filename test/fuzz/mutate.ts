/** Sources spoilt in the ways that editors, mail and cats spoil them. The same seed gives the same text. */

/** Numbers in 0 <= x < 1 from a seed (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Mutation = (text: string, random: () => number, others: readonly string[]) => string;

const place = (text: string, random: () => number) => Math.floor(random() * (text.length + 1));
const pick = <T>(items: readonly T[], random: () => number): T | undefined =>
  items[Math.floor(random() * items.length)];

const fragments = [
  '(',
  ')',
  ',',
  '%',
  '&',
  "'",
  '"',
  '::',
  '<<<',
  '>>>',
  '=',
  '=>',
  '*',
  '**',
  'end',
  'end do',
  'contains',
  'if (',
  'then',
  'do i = 1,',
  '!$cuf kernel do',
  'attributes(device)',
  '1.0_',
  '.and.',
  '\u0000',
  'é',
  '\t',
  '[',
  '/)',
  '(/',
  '%val(',
  'select case',
  'type(',
  'integer(',
  '9999999999999999999',
  '1e999',
  '#if',
  '#define x',
];

const mutations: readonly Mutation[] = [
  (text, random) => text.slice(0, place(text, random)),
  (text, random) => text.slice(place(text, random)),
  (text, random) => {
    const at = place(text, random);
    return text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 20));
  },
  (text, random) => {
    const at = place(text, random);
    return text.slice(0, at) + (pick(fragments, random) ?? '') + text.slice(at);
  },
  (text, random) => onLines(text, (lines) => swap(lines, random)),
  (text, random) => onLines(text, (lines) => lines.toSpliced(Math.floor(random() * lines.length), 1)),
  (text, random) =>
    onLines(text, (lines) => lines.toSpliced(Math.floor(random() * lines.length), 0, pick(lines, random) ?? '')),
  (text, random, others) => {
    const other = pick(others, random) ?? '';
    return onLines(text, (lines) =>
      lines.toSpliced(Math.floor(random() * lines.length), 0, ...other.split('\n').slice(0, 5)),
    );
  },
  (text, random) => {
    const words = [...text.matchAll(/[A-Za-z_]\w*|\d+/g)];
    const from = pick(words, random);
    const to = pick(words, random);
    return from && to ? text.slice(0, from.index) + to[0] + text.slice(from.index + from[0].length) : text;
  },
  (text, random) => {
    const at = place(text, random);
    return text.slice(0, at) + String.fromCharCode(Math.floor(random() * 256)) + text.slice(at + 1);
  },
];

export function mutate(text: string, seed: number, others: readonly string[]): string {
  const random = generator(seed);
  let result = text;
  for (let turns = 1 + Math.floor(random() * 4); turns > 0; turns--)
    result = (pick(mutations, random) ?? ((t) => t))(result, random, others);
  return result;
}

function onLines(text: string, change: (lines: string[]) => string[]): string {
  return change(text.split('\n')).join('\n');
}

function swap(lines: string[], random: () => number): string[] {
  const a = Math.floor(random() * lines.length);
  const b = Math.floor(random() * lines.length);
  return lines.with(a, lines[b] ?? '').with(b, lines[a] ?? '');
}
