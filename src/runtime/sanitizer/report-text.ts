/** Findings as compute-sanitizer writes them, and behind that what it cannot know: the source line, designators, statements that allocated and freed. */
import type { CheckSite } from '../../machine/check-record.ts';
import type { Allocation, Backtrace, Nearest, Trace } from './allocations.ts';
import type { Names } from './names.ts';

/** What lines begin with. */
export const bar = '=========';

/** Each line behind the bar; the first as it is, the others indented. */
export function reportLines(title: string, details: readonly string[]): string {
  return [`${bar} ${title}`, ...details.map((d) => `${bar}     ${d}`), `${bar} `].map((l) => `${l}\n`).join('');
}

export function barLine(text: string): string {
  return `${bar} ${text}\n`;
}

export type Thread = { readonly thread: readonly number[]; readonly block: readonly number[] };

/** Numbers from 0 on as those from another first one. */
export function countedFrom(first: number, n: readonly number[]): readonly number[] {
  return n.map((i) => i + first);
}

const triple = (n: readonly number[]): string => `(${n.join(',')})`;

export function whereLines(names: Names, site: CheckSite, who: Thread): readonly string[] {
  return [placeText(names, site), `by thread ${triple(who.thread)} in block ${triple(who.block)}`];
}

export function placeText(names: Names, { procedure, path, line }: Backtrace[number]): string {
  return `at ${names.procedure(procedure)} in ${names.file(path)}:${line}`;
}

/** The kernel of a procedure that it calls. */
export function deviceFrames(names: Names, site: CheckSite): readonly string[] {
  const inner = site.kernel !== '' && site.procedure !== site.kernel;
  return inner ? [`    Device Frame: ${names.procedure(site.kernel)}`] : [];
}

export function hex(address: number): string {
  return `0x${address.toString(16)}`;
}

export function grouped(n: number): string {
  return n.toLocaleString('en-US');
}

export function spaceName(site: CheckSite): string {
  const own = site.space === 'shared' || site.space === 'local' || site.space === 'constant';
  return own ? `__${site.space}__` : '__global__';
}

export function addressLines(address: number, near: Nearest | undefined): readonly string[] {
  return [`Access to ${hex(address)} is out of bounds`, ...(near ? [nearLine(near)] : [])];
}

export function misalignedLines(address: number, near: Nearest | undefined): readonly string[] {
  return [`Access to ${hex(address)} is misaligned`, ...(near ? [nearLine(near)] : [])];
}

export function nearLine({ allocation: a, where, bytes }: Nearest): string {
  const of = `at ${hex(a.address)} of size ${grouped(a.bytes)} bytes`;
  if (where === 'inside') return `and is inside the ${a.freed ? 'freed' : 'nearest'} allocation ${of}`;
  return `and is ${grouped(bytes)} bytes ${where} the nearest allocation ${of}`;
}

/** The source line with its designator underlined. */
export function sourceLines({
  source,
  line,
  column,
  width,
}: Pick<CheckSite, 'source' | 'line' | 'column' | 'width'>): readonly string[] {
  if (source.trim() === '') return [];
  const number = String(line);
  return [`${number} | ${source}`, `${' '.repeat(number.length)} | ${' '.repeat(column - 1)}${'^'.repeat(width)}`];
}

/** Where an allocation came from and went. */
export function historyLines(names: Names, a: Allocation): readonly string[] {
  if (a.kind === 'variable') return [`the variable ${a.name} lies there`];
  const places = (of: Trace): readonly string[] =>
    of()
      .slice(0, 1)
      .map(({ path, line }) => `${names.file(path)}:${line}`);
  return [
    ...places(a.from).map((p) => `allocated at ${p}`),
    ...(a.freed ? places(a.freed) : []).map((p) => `freed at ${p}`),
  ];
}

export function frameLines(names: Names, title: string, frames: Backtrace): readonly string[] {
  if (frames.length === 0) return [];
  const shown = frames.map((f) => `    Host Frame: ${names.procedure(f.procedure)} in ${names.file(f.path)}:${f.line}`);
  return [title, ...shown];
}
