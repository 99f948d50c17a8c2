import type { Diagnostic, Label } from './diagnostic.ts';
import { lineText, positionOf, startOf } from './source.ts';

export type Style = { readonly color: boolean };

/**
 * A diagnostic as a terminal shows it: the message, the source lines with their labels underlined, notes and help.
 * A label that crosses lines is underlined to the end of its first line.
 */
export function renderDiagnostic(diagnostic: Diagnostic, style: Style = { color: false }): string {
  const paint = painter(style.color);
  const tone = { error: 'red', warning: 'yellow', remark: 'blue' }[diagnostic.severity] as Tone;
  const lines = [
    `${paint(tone, `${diagnostic.severity}[${diagnostic.code}]`)}${paint('bold', `: ${diagnostic.message}`)}`,
  ];
  const marks = marksOf(diagnostic.labels);
  const width = Math.max(1, ...marks.map((m) => String(m.line).length));
  const gutter = ' '.repeat(width);
  const primary = diagnostic.labels[0];
  if (primary && marks.length > 0)
    lines.push(
      ...renderLines(
        primary,
        marks,
        width,
        (t) => paint(tone, t),
        (t) => paint('blue', t),
      ),
    );
  for (const note of diagnostic.notes ?? [])
    lines.push(`${gutter} ${paint('blue', '=')} note: ${indentRest(note, width + 9)}`);
  if (diagnostic.help) lines.push(`${gutter} ${paint('blue', '=')} help: ${indentRest(diagnostic.help, width + 9)}`);
  return `${lines.join('\n')}\n`;
}

export function renderAll(diagnostics: readonly Diagnostic[], style: Style = { color: false }): string {
  return diagnostics.map((d) => renderDiagnostic(d, style)).join('\n');
}

type Mark = {
  line: number;
  column: number;
  width: number;
  text: string;
  primary: boolean;
  path: string;
  source: string;
};
type Tone = 'red' | 'yellow' | 'blue' | 'bold';

function marksOf(labels: readonly Label[]): Mark[] {
  return labels
    .filter((l) => l.at.source.path !== '')
    .map((label, i) => {
      const { line, column } = startOf(label.at);
      const end = positionOf(label.at.source, Math.max(label.at.from, label.at.to));
      const source = lineText(label.at.source, line);
      const last = end.line === line ? end.column : source.length + 1;
      const width = Math.max(1, last - column);
      return { line, column, width, text: label.text ?? '', primary: i === 0, path: label.at.source.path, source };
    });
}

function renderLines(primary: Label, marks: readonly Mark[], width: number, strong: Paint, soft: Paint): string[] {
  const { line, column } = startOf(primary.at);
  const gutter = ' '.repeat(width);
  const out = [`${gutter} ${soft('┌─')} ${primary.at.source.path}:${line}:${column}`];
  const here = primary.at.source.path;
  const groups = byPlace(marks, here);
  let previous: { path: string; line: number } | undefined;
  for (const group of groups) {
    const first = group[0]!;
    const start = startOfCut(first);
    if (previous && previous.path !== first.path)
      out.push(`${gutter} ${soft('┌─')} ${first.path}:${first.line}:${first.column}`);
    else if (previous && first.line > previous.line + 1) out.push(`${gutter} ${soft('·')}`);
    out.push(`${soft(String(first.line).padStart(width))} ${soft('│')} ${cut(first.source, start)}`);
    for (const mark of group) out.push(`${gutter} ${soft('│')} ${underline(mark, start, strong, soft)}`);
    previous = { path: first.path, line: first.line };
  }
  return out;
}

/** Marks by line, those of the primary's file first in the order of lines, then those of other files. */
function byPlace(marks: readonly Mark[], here: string): Mark[][] {
  const sorted = [...marks].sort(
    (a, b) =>
      Number(a.path !== here) - Number(b.path !== here) ||
      a.path.localeCompare(b.path) ||
      a.line - b.line ||
      a.column - b.column,
  );
  const groups: Mark[][] = [];
  for (const mark of sorted) {
    const last = groups.at(-1);
    if (last && last[0]!.line === mark.line && last[0]!.path === mark.path) last.push(mark);
    else groups.push([mark]);
  }
  return groups;
}

function underline(mark: Mark, start: number, strong: Paint, soft: Paint): string {
  const ellipsis = start > 0 ? 1 : 0;
  const lead = ' '.repeat(ellipsis + printable(mark.source.slice(start, mark.column - 1)).length);
  const sign = (mark.primary ? '^' : '-').repeat(Math.max(1, Math.min(mark.width, start + widest - mark.column)));
  const paint = mark.primary ? strong : soft;
  return `${lead}${paint(mark.text ? `${sign} ${mark.text}` : sign)}`;
}

const widest = 160;

/** Of a long line only a part is shown: from here. */
function startOfCut(mark: Mark): number {
  return mark.source.length <= widest || mark.column < widest - 40 ? 0 : mark.column - 60;
}

function cut(source: string, start: number): string {
  const part = printable(source.slice(start, start + widest));
  return `${start > 0 ? '…' : ''}${part}${start + widest < source.length ? '…' : ''}`;
}

/** Tabs as four blanks; what a terminal would obey instead of showing, as a dot. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach the terminal
  return text.replaceAll('\t', '    ').replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '·');
}

function indentRest(text: string, by: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(by)}`);
}

type Paint = (text: string) => string;

function painter(color: boolean): (tone: Tone, text: string) => string {
  const codes = { red: '31;1', yellow: '33;1', blue: '34;1', bold: '1' };
  return (tone, text) => (color ? `\u001b[${codes[tone]}m${text}\u001b[0m` : text);
}
