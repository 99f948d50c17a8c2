/** A run as it was told (machine/report.ts): events by their kind, ranges of NVTX with both ends. Times are nanoseconds. */
import type { Annotation, ReportEvent } from '../../machine/report.ts';
import { externalSymbolOf } from '../../machine/symbols.ts';

type Of<K extends ReportEvent['kind']> = Extract<ReportEvent, { readonly kind: K }>;

export type Range = {
  readonly style: 'PushPop' | 'StartEnd';
  /** As nsys writes it: the domain, a colon, the text. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** How many ranges of its stack it lies in. */
  readonly level: number;
  /** Its place in `ranges` of the one around it. */
  readonly parent: number | undefined;
  readonly facts: Annotation;
};

export type Recording = {
  readonly command: string;
  readonly process: number;
  /** Milliseconds since 1970. */
  readonly clock: number;
  readonly end: number;
  readonly devices: readonly Of<'device'>[];
  readonly kernels: readonly Timed<Of<'kernel'>>[];
  readonly copies: readonly Timed<Of<'copy'>>[];
  readonly fills: readonly Timed<Of<'fill'>>[];
  /** Stretches of managed memory that moved, and pages of it that were not where they were used. */
  readonly migrations: readonly Timed<Of<'migration'>>[];
  readonly faults: readonly (Of<'page-fault'> & { readonly start: number })[];
  readonly calls: readonly Timed<Of<'api'>>[];
  /** Of the host's procedures, as the symbols read; no two overlap. */
  readonly samples: readonly Timed<Of<'sample'>>[];
  readonly allocations: readonly (Of<'allocation'> & { readonly start: number })[];
  readonly ranges: readonly Range[];
  readonly marks: readonly { readonly name: string; readonly start: number; readonly facts: Annotation }[];
};

export type Timed<E> = E & { readonly start: number; readonly end: number };
export type DeviceWork = Timed<Of<'kernel'> | Of<'copy'> | Of<'fill'> | Of<'migration'>>;

/** From the lines of a report; undefined where the text is none. */
export function recordingOf(text: string): Recording | undefined {
  const lines = text.split('\n').filter((line) => line !== '');
  if (!lines[0]?.startsWith('{"kind":')) return undefined;
  const events = lines.map((line): ReportEvent => JSON.parse(line));
  const program = of(events, 'program');
  const end = nanoseconds(Math.max(0, ...program.map(({ time }) => time), latest(events)));
  const notes = of(events, 'nvtx');
  return {
    command: program[0]?.command ?? '',
    process: program[0]?.process ?? 0,
    clock: program[0]?.clock ?? 0,
    end,
    devices: of(events, 'device'),
    kernels: of(events, 'kernel').map((e) => timed({ ...e, name: externalSymbolOf(e.name) })),
    copies: of(events, 'copy').map(timed),
    fills: of(events, 'fill').map(timed),
    migrations: of(events, 'migration').map(timed),
    faults: of(events, 'page-fault').map((e) => ({ ...e, start: nanoseconds(e.time) })),
    calls: of(events, 'api').map(timed),
    samples: of(events, 'sample').map((e) => timed({ ...e, stack: e.stack.map(externalSymbolOf) })),
    allocations: of(events, 'allocation').map((e) => ({ ...e, start: nanoseconds(e.time) })),
    ranges: rangesOf(notes, end),
    marks: notes
      .filter(({ what }) => what === 'mark')
      .map((e) => ({ name: nameOf(e), start: nanoseconds(e.time), facts: e })),
  };
}

/** What the device did, in the order of time. */
export function workOf({ kernels, copies, fills, migrations }: Recording): readonly DeviceWork[] {
  return [...kernels, ...copies, ...fills, ...migrations].sort((a, b) => a.start - b.start);
}

function of<K extends ReportEvent['kind']>(events: readonly ReportEvent[], kind: K): readonly Of<K>[] {
  return events.filter((event): event is Of<K> => event.kind === kind);
}

function nanoseconds(microseconds: number): number {
  return Math.round(microseconds * 1000);
}

function timed<E extends { readonly time: number; readonly duration: number }>(event: E): Timed<E> {
  const start = nanoseconds(event.time);
  return { ...event, start, end: start + nanoseconds(event.duration) };
}

function latest(events: readonly ReportEvent[]): number {
  return events.reduce((last, e) => Math.max(last, e.time + ('duration' in e ? e.duration : 0)), 0);
}

function nameOf({ domain, label }: Annotation): string {
  return `${domain ?? ''}:${label}`;
}

type Open = { readonly note: Of<'nvtx'>; readonly level: number; readonly place: number };

/** Ranges that the program has not ended end with it. */
function rangesOf(notes: readonly Of<'nvtx'>[], end: number): readonly Range[] {
  const found: (Range | undefined)[] = [];
  const stacks = new Map<string, Open[]>();
  const started = new Map<string, Open>();
  const begin = (note: Of<'nvtx'>, level: number): Open => ({ note, level, place: found.push(undefined) - 1 });
  const finish = ({ note, level, place }: Open, at: number, parent: number | undefined): void => {
    const style = note.what === 'push' ? 'PushPop' : 'StartEnd';
    found[place] = { style, name: nameOf(note), start: nanoseconds(note.time), end: at, level, parent, facts: note };
  };
  for (const note of notes) {
    const domain = note.domain ?? '';
    const stack = stacks.get(domain) ?? [];
    stacks.set(domain, stack);
    if (note.what === 'push') stack.push(begin(note, stack.length));
    if (note.what === 'start') started.set(`${note.id}`, begin(note, 0));
    const ended = note.what === 'pop' ? stack.pop() : note.what === 'end' ? started.get(`${note.id}`) : undefined;
    if (!ended) continue;
    finish(ended, nanoseconds(note.time), note.what === 'pop' ? stack.at(-1)?.place : undefined);
    started.delete(`${note.id}`);
  }
  for (const open of started.values()) finish(open, end, undefined);
  for (const stack of stacks.values()) for (const [i, open] of stack.entries()) finish(open, end, stack[i - 1]?.place);
  return found.filter((range) => range !== undefined);
}
