/** What of a run is kept: kinds of events, and a stretch of time. */
import type { ReportEvent } from '../../machine/report.ts';

export type Wanted = {
  /** cuda, nvtx; others have nothing here. */
  readonly traces: readonly string[];
  readonly delay: number;
  readonly duration: number | undefined;
  readonly capture: 'none' | 'cudaProfilerApi' | 'nvtx';
  /** RANGE or RANGE@DOMAIN. */
  readonly range: string | undefined;
};

export function kept(events: readonly ReportEvent[], wanted: Wanted): readonly ReportEvent[] {
  const { from, to } = windowOf(events, wanted);
  // What devices do belongs to the call that asked for it.
  const asked = new Map(events.flatMap((e) => (e.kind === 'api' ? [[e.correlation, e.time] as const] : [])));
  const timeOf = (e: ReportEvent): number => ('correlation' in e ? (asked.get(e.correlation) ?? e.time) : e.time);
  return events.filter(
    (event) =>
      event.kind === 'program' ||
      event.kind === 'device' ||
      ((event.kind === 'sample' || wanted.traces.includes(event.kind === 'nvtx' ? 'nvtx' : 'cuda')) &&
        timeOf(event) >= from &&
        timeOf(event) <= to),
  );
}

function windowOf(events: readonly ReportEvent[], wanted: Wanted): { from: number; to: number } {
  const range = captured(events, wanted);
  const from = Math.max(range.from, 1e6 * wanted.delay);
  const to = wanted.duration === undefined ? range.to : Math.min(range.to, from + 1e6 * wanted.duration);
  return { from, to };
}

/** From where it begins first to where it ends first. */
function captured(events: readonly ReportEvent[], { capture, range }: Wanted): { from: number; to: number } {
  if (capture === 'none') return { from: 0, to: Number.POSITIVE_INFINITY };
  const call = (name: string) => (e: ReportEvent) => e.kind === 'api' && e.name === name;
  const [label, domain] = (range ?? '').split('@');
  const named = (e: ReportEvent): boolean =>
    e.kind === 'nvtx' &&
    (e.what === 'push' || e.what === 'start') &&
    e.label === label &&
    (domain === undefined || domain === '*' || e.domain === domain);
  const first = events.findIndex(capture === 'nvtx' ? named : call('cudaProfilerStart'));
  if (first < 0) return { from: Number.POSITIVE_INFINITY, to: 0 };
  const rest = events.slice(first);
  const last = capture === 'nvtx' ? endOf(rest) : rest.find(call('cudaProfilerStop'))?.time;
  return { from: events[first]?.time ?? 0, to: last ?? Number.POSITIVE_INFINITY };
}

/** Of the range with which the events begin. */
function endOf(events: readonly ReportEvent[]): number | undefined {
  const [begin] = events;
  if (begin?.kind !== 'nvtx') return undefined;
  let depth = 0;
  for (const event of events) {
    if (event.kind !== 'nvtx' || event.domain !== begin.domain) continue;
    if (begin.what === 'start' && event.what === 'end' && event.id === begin.id) return event.time;
    if (begin.what !== 'push') continue;
    depth += event.what === 'push' ? 1 : event.what === 'pop' ? -1 : 0;
    if (depth === 0) return event.time;
  }
  return undefined;
}
