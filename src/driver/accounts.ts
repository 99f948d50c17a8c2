/** What became of directives, as nvfortran's -Minfo=accel prints it: procedures, lines, and lines inside of constructs. */
import type { Diagnostic } from '../base/diagnostic.ts';
import { startOf } from '../base/source.ts';

export function accountText(list: readonly Diagnostic[]): string {
  const procedures = new Map<string, Diagnostic[]>();
  for (const d of list) {
    const name = d.account?.procedure ?? '';
    const known = procedures.get(name);
    if (known) known.push(d);
    else procedures.set(name, [d]);
  }
  return [...procedures].map(([name, own]) => `${name}:\n${linesOf(own)}`).join('');
}

function linesOf(list: readonly Diagnostic[]): string {
  const byLine = [...list].sort((a, b) => lineOf(a) - lineOf(b));
  let text = '';
  let line = 0;
  let under = 0;
  const told = new Set<string>();
  for (const d of byLine) {
    const inner = d.account?.under ? startOf(d.account.under).line : 0;
    const key = `${lineOf(d)} ${inner} ${d.message}`;
    if (told.has(key)) continue;
    told.add(key);
    const first = lineOf(d) !== line || (inner === 0 && under !== 0);
    line = lineOf(d);
    if (first) under = 0;
    const number = first ? `${String(line).padStart(7)}, ` : ' '.repeat(9);
    if (inner === 0) text += `${number}${d.message}\n`;
    else {
      text += inner === under ? `${' '.repeat(13)}${d.message}\n` : `${number}${inner}, ${d.message}\n`;
      under = inner;
    }
  }
  return text;
}

function lineOf(d: Diagnostic): number {
  const at = d.labels[0]?.at;
  return at ? startOf(at).line : 0;
}
