/** Lines on one mistake of a kernel that many of its threads have met: told once, with their number. */
import { mistakeFormat } from '../machine/print-record.ts';
import type { PrintedLine } from './sim/prints.ts';

/** Of the lines on a mistake, the first of each launch and place stays; its format has room for one more text at the end. */
export function toldOnce(lines: readonly PrintedLine[]): readonly PrintedLine[] {
  const counts = new Map<string, number>();
  const kept: { readonly line: PrintedLine; readonly key?: string }[] = [];
  for (const line of lines) {
    const text = formatOf(line);
    if (!text.startsWith(mistakeFormat.mark)) {
      kept.push({ line });
      continue;
    }
    const key = `${line.sequence} ${text}`;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    if (count === 0) kept.push({ line, key });
  }
  return kept.map(({ line, key }) => (key === undefined ? line : counted(line, counts.get(key) ?? 1)));
}

function formatOf({ items }: PrintedLine): string {
  const [first] = items;
  return first?.kind === 'format' ? first.text : '';
}

function counted(line: PrintedLine, count: number): PrintedLine {
  const text = formatOf(line);
  const format = text.slice(text.indexOf(mistakeFormat.end) + mistakeFormat.end.length);
  const others = count === 2 ? ', and in 1 other thread' : `, and in ${count - 1} other threads`;
  const more = count > 1 ? [{ kind: 'text', text: others } as const] : [];
  return { ...line, items: [{ kind: 'format', text: format }, ...line.items.slice(1), ...more] };
}
