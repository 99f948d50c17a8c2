/** Tables of a profile, and how they are written: nsys's formats. */

/** Times and sizes count in nanoseconds and bytes until they are written; a name may be a number, without commas. */
export type Column = {
  readonly head: string;
  readonly holds: 'text' | 'name' | 'count' | 'time' | 'size' | 'percent' | 'number';
};
export type Cell = string | number | undefined;
export type Table = {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
};

export const timeUnits = {
  nsec: { short: 'ns', nanoseconds: 1 },
  nanoseconds: { short: 'ns', nanoseconds: 1 },
  usec: { short: 'us', nanoseconds: 1e3 },
  microseconds: { short: 'us', nanoseconds: 1e3 },
  msec: { short: 'ms', nanoseconds: 1e6 },
  milliseconds: { short: 'ms', nanoseconds: 1e6 },
  seconds: { short: 's', nanoseconds: 1e9 },
} as const;
export type TimeUnit = keyof typeof timeUnits;

/** A head with its unit. Sizes are MB of 10^6 bytes. */
function headOf(column: Column, unit: TimeUnit): string {
  if (column.holds === 'time') return `${column.head} (${timeUnits[unit].short})`;
  if (column.holds === 'size') return `${column.head} (MB)`;
  return column.holds === 'percent' ? `${column.head} (%)` : column.head;
}

/** A mean of times has a decimal, a time that was measured none. */
function textOf(cell: Cell, column: Column, unit: TimeUnit): string {
  if (cell === undefined || typeof cell === 'string') return cell ?? '';
  switch (column.holds) {
    case 'time':
      return timeText(cell, column, unit);
    case 'size':
      return (cell / 1e6).toFixed(3);
    case 'percent':
      return cell.toFixed(1);
    case 'number':
      return cell.toFixed(column.head.includes('/s') ? 3 : 1);
    default:
      return String(cell);
  }
}

const means = /Avg|Med|StdDev/;

function timeText(cell: number, { head }: Column, unit: TimeUnit): string {
  const { nanoseconds } = timeUnits[unit];
  if (nanoseconds === 1) return means.test(head) ? cell.toFixed(1) : cell.toFixed(0);
  return (cell / nanoseconds).toFixed(nanoseconds === 1e9 ? 9 : 3);
}

type Format = (table: Table, unit: TimeUnit, settings: readonly string[]) => string;

/** By the words that `--format` takes. */
export const formats = {
  column: (table, unit, settings) => inColumns(table, unit, settings),
  table: (table, unit) => inBoxes(table, unit),
  csv: (table, unit) => separated(table, unit, ',', quoted),
  tsv: (table, unit) => separated(table, unit, '\t', (text) => text.replaceAll('\t', ' ')),
  json: (table, unit) => asJson(table, unit),
  htable: (table, unit) => asHtml(table, unit),
} satisfies Readonly<Record<string, Format>>;
export type FormatName = keyof typeof formats;

export function isFormat(word: string): word is FormatName {
  return Object.hasOwn(formats, word);
}

/** `nohdr`: no heads; `nofmt`: digits without commas. */
function inColumns(table: Table, unit: TimeUnit, settings: readonly string[]): string {
  const heads = table.columns.map((column) => headOf(column, unit));
  const group = settings.includes('nofmt') ? (text: string) => text : grouped;
  const rows = table.rows.map((row) =>
    table.columns.map((column, i) => {
      const text = textOf(row[i], column, unit);
      return column.holds === 'text' || column.holds === 'name' ? text : group(text);
    }),
  );
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: readonly string[], pad: (text: string, width: number, i: number) => string) =>
    ` ${cells.map((text, i) => pad(text, widths[i]!, i)).join('  ')}`.trimEnd();
  const side = (text: string, width: number, i: number) =>
    table.columns[i]!.holds === 'text' ? text.padEnd(width) : text.padStart(width);
  const top = settings.includes('nohdr')
    ? []
    : [
        line(heads, centred),
        line(
          widths.map((width) => '-'.repeat(width)),
          side,
        ),
      ];
  return `${[...top, ...rows.map((row) => line(row, side))].join('\n')}\n`;
}

function centred(text: string, width: number): string {
  const left = (width - text.length) >> 1;
  return `${' '.repeat(left)}${text}`.padEnd(width);
}

/** Commas between groups of three digits. */
export function grouped(text: string): string {
  return text.replace(/^-?\d+/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ','));
}

function inBoxes(table: Table, unit: TimeUnit): string {
  const heads = table.columns.map((column) => headOf(column, unit));
  const rows = table.rows.map((row) => table.columns.map((column, i) => textOf(row[i], column, unit)));
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i]!.length)));
  const rule = (with_: string): string => `+${widths.map((width) => with_.repeat(width + 2)).join('+')}+`;
  const line = (cells: readonly string[]): string =>
    `|${cells.map((text, i) => ` ${table.columns[i]!.holds === 'text' ? text.padEnd(widths[i]!) : text.padStart(widths[i]!)} `).join('|')}|`;
  return `${[rule('-'), line(heads), rule('='), ...rows.map(line), rule('-')].join('\n')}\n`;
}

function separated(table: Table, unit: TimeUnit, between: string, write: (text: string) => string): string {
  const lines = [
    table.columns.map((column) => headOf(column, unit)),
    ...table.rows.map((row) => table.columns.map((column, i) => textOf(row[i], column, unit))),
  ];
  return `${lines.map((cells) => cells.map(write).join(between)).join('\n')}\n`;
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function asJson(table: Table, unit: TimeUnit): string {
  const rows = table.rows.map((row) =>
    Object.fromEntries(
      table.columns.map((column, i) => {
        const text = textOf(row[i], column, unit);
        return [headOf(column, unit), column.holds === 'text' ? text : text === '' ? null : Number(text)];
      }),
    ),
  );
  return `${JSON.stringify(rows, undefined, 2)}\n`;
}

function asHtml(table: Table, unit: TimeUnit): string {
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('')}</tr>`;
  const heads = table.columns.map((column) => headOf(column, unit));
  const rows = table.rows.map((cells) =>
    row(
      table.columns.map((column, i) => textOf(cells[i], column, unit)),
      'td',
    ),
  );
  return `<h2>${escaped(table.title)}</h2>\n<table>\n${[row(heads, 'th'), ...rows].join('\n')}\n</table>\n`;
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
