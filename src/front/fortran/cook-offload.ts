/** OpenACC and OpenMP with devices: host code does what their directives ask for, on data that devices share. What is left of them is where the two take turns. */

import type { Offloading } from './cook-statements.ts';
import type { Form, MappedText } from './cook-text.ts';

type Words = {
  /** Work of the device must be over here. */
  readonly turn: string;
  /** Routines get the device's addresses of data until `end`. */
  readonly begin: RegExp;
  readonly end: RegExp;
};

const words: Readonly<Record<Offloading, Words>> = {
  openacc: {
    turn: String.raw`acc\s+(?:parallel|kernels|serial|data|enter|exit|host_data|update|wait|end\s*(?:data|host_data))\b`,
    begin: /\bhost_data\b/i,
    end: /\bend\s*host_data\b/i,
  },
  openmp: {
    turn: String.raw`omp\s+(?:target|taskwait|dispatch|end\s*(?:target|dispatch))\b`,
    begin: /\btarget\s+data\b/i,
    end: /\bend\s*target\s+data\b/i,
  },
};

/**
 * The lines with `!$cwt wait a b c` in place of such directives, with the names of data that goes to routines of the
 * device from there on, or `!$cwt done` where that ends. Lines that go on with a directive are comments.
 */
export function withWaits(
  lines: Iterable<MappedText>,
  form: Form,
  offload: readonly Offloading[],
): readonly MappedText[] {
  const begin = form === 'free' ? String.raw`^\s*!\$` : String.raw`^[c*!]\$`;
  const pattern = new RegExp(`${begin}(?:${offload.map((o) => words[o].turn).join('|')})`, 'i');
  const list = [...lines];
  return list.map((line, at) => {
    if (!line.text.includes('$') || !pattern.test(line.text)) return line;
    const text = `!$cwt ${directive(list, at)}`;
    return { ...line, text: text.padEnd(line.text.length) };
  });
}

function directive(lines: readonly MappedText[], at: number): string {
  const { text } = lines[at]!;
  const { begin, end } = words[/\$acc/i.test(text) ? 'openacc' : 'openmp'];
  if (end.test(text)) return 'done';
  return begin.test(text) ? `wait ${namesIn(wholeFrom(lines, at)).join(' ')}` : 'wait';
}

/** With the lines that go on with it. */
function wholeFrom(lines: readonly MappedText[], at: number): string {
  let whole = '';
  for (let i = at; i < lines.length; i++) {
    const text = lines[i]!.text.trimEnd();
    if (i > at && !/^\s*[!c*]\$(?:acc|omp)/i.test(text)) break;
    whole += ` ${text.replace(/^\s*[!c*]\$(?:acc|omp)\s*&?/i, '').replace(/&$/, '')}`;
    const next = lines[i + 1]?.text ?? '';
    if (!text.endsWith('&') && !/^[!c*]\$(?:acc|omp)[^\s0]/i.test(next)) break;
  }
  return whole;
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/\buse_device(?:_ptr|_addr)?\s*\(([^()]*)\)/gi)].flatMap(([, list]) =>
    (list ?? '').split(',').flatMap((name) => /^\s*(\w+)\s*$/.exec(name)?.[1] ?? []),
  );
}
