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
    lines.push(`${gutter} ${paint('blue', '=')} note: ${indentRest(note, width + 10)}`);
  if (diagnostic.help) lines.push(`${gutter} ${paint('blue', '=')} help: ${indentRest(diagnostic.help, width + 10)}`);
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
    if (previous && previous.path !== first.path)
      out.push(`${gutter} ${soft('┌─')} ${first.path}:${first.line}:${first.column}`);
    else if (previous && first.line > previous.line + 1) out.push(`${gutter} ${soft('·')}`);
    out.push(`${soft(String(first.line).padStart(width))} ${soft('│')} ${expandTabs(first.source)}`);
    for (const mark of group) out.push(`${gutter} ${soft('│')} ${underline(mark, strong, soft)}`);
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

function underline(mark: Mark, strong: Paint, soft: Paint): string {
  const lead = expandTabs(mark.source.slice(0, mark.column - 1)).replace(/./gu, ' ');
  const sign = (mark.primary ? '^' : '-').repeat(Math.min(mark.width, 200));
  const paint = mark.primary ? strong : soft;
  return `${lead}${paint(mark.text ? `${sign} ${mark.text}` : sign)}`;
}

function expandTabs(text: string): string {
  return text.replaceAll('\t', '    ');
}

function indentRest(text: string, by: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(by)}`);
}

type Paint = (text: string) => string;

function painter(color: boolean): (tone: Tone, text: string) => string {
  const codes = { red: '31;1', yellow: '33;1', blue: '34;1', bold: '1' };
  return (tone, text) => (color ? `\u001b[${codes[tone]}m${text}\u001b[0m` : text);
}
