/** The timeline as one HTML file that opens from disk: lanes for ranges, calls and streams, with zoom, search and measuring. */
import { factsOf, streamName } from './chrome-trace.ts';
import { type HostSpan, hostSpans } from './host-spans.ts';
import { pageScript } from './page-script.ts';
import { type Recording, workOf } from './recording.ts';
import { operationOf } from './reports.ts';
import { escaped, formats, type Table } from './table.ts';

type Bar = {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly color?: string;
  readonly facts?: string;
};
type Lane = { readonly name: string; readonly bars: readonly Bar[] };

/** `tables`: shown below the timeline. */
export function timelinePage(recording: Recording, tables: readonly Table[]): string {
  const data = { end: recording.end, lanes: lanesOf(recording) };
  const title = `Profile of ${escaped(recording.command)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
<p>${escaped(recording.devices.map(({ ordinal, name, simulated }) => `GPU ${ordinal}: ${name}${simulated ? ' (simulated: times are those of this processor)' : ''}`).join(', '))}</p>
<p><input id="search" type="search" placeholder="find a name" aria-label="find a name"> <button id="all">whole run</button> <output id="told">wheel: zoom, drag: move, shift and drag: measure</output></p>
<canvas id="timeline" tabindex="0" role="img" aria-label="timeline"></canvas>
${tables
  .filter(({ rows }) => rows.length > 0)
  .map((table) => formats.htable(table, 'nsec'))
  .join('')}
<script id="data" type="application/json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script>${pageScript}</script>
</body>
</html>
`;
}

const style = `
body { font: 14px/1.4 system-ui, sans-serif; margin: 1em 2em; color: #222; background: #fff; }
canvas { width: 100%; border: 1px solid #bbb; cursor: grab; }
table { border-collapse: collapse; } td, th { padding: 2px 10px; border-bottom: 1px solid #ddd; text-align: right; }
td:last-child, th:last-child { text-align: left; font-family: monospace; }
h1 { font-size: 1.4em; } h2 { font-size: 1.1em; }
`;

const colors = {
  kernel: '#2a78c2',
  copy: '#3a9d5d',
  fill: '#8a6fbf',
  migration: '#b5533c',
  api: '#c98a2b',
  range: '#8c8c8c',
  procedure: '#b8a07a',
} as const;

function lanesOf(recording: Recording): readonly Lane[] {
  const { ranges, calls, marks } = recording;
  const levels = Math.max(-1, ...ranges.map(({ level }) => level));
  const rangeLanes = Array.from({ length: levels + 1 }, (_, level) => ({
    name: level === 0 ? 'NVTX' : '',
    bars: [
      ...ranges
        .filter((range) => range.level === level)
        .map((range) => ({
          ...spanOf(range),
          color: rangeColor(range.facts.color),
          ...payloadOf(range.facts.payload),
        })),
      ...(level === 0 ? marks.map(({ name, start }) => ({ name: `mark ${name}`, start, end: start })) : []),
    ].toSorted((a, b) => a.start - b.start),
  }));
  const streams = new Map<string, Bar[]>();
  for (const work of workOf(recording)) {
    const name = `GPU ${work.device} ${streamName(work.stream)}`;
    const bars = streams.get(name) ?? [];
    streams.set(name, bars);
    const facts = Object.entries(factsOf(work)).map(([key, value]) => `${key} ${value}`);
    bars.push({
      name: operationOf(work),
      start: work.start,
      end: work.end,
      color: colors[work.kind],
      facts: facts.join(', '),
    });
  }
  return [
    ...rangeLanes,
    ...levelLanes('host', hostSpans(recording.samples)),
    { name: 'CUDA API', bars: calls.map((call) => ({ ...spanOf(call), color: colors.api })) },
    ...[...streams].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, bars]) => ({ name, bars })),
  ];
}

/** Deeper ones are not told apart by eye. */
const deepestLevel = 12;

function levelLanes(name: string, spans: readonly HostSpan[]): readonly Lane[] {
  const levels = Math.min(deepestLevel, Math.max(-1, ...spans.map(({ level }) => level)));
  return Array.from({ length: levels + 1 }, (_, at) => ({
    name: at === 0 ? name : '',
    bars: spans.filter(({ level }) => level === at).map((span) => ({ ...spanOf(span), color: colors.procedure })),
  }));
}

function spanOf({ name, start, end }: Omit<Bar, 'facts'>): Bar {
  return { name, start, end };
}

function payloadOf(payload: number | undefined): { facts?: string } {
  return payload === undefined ? {} : { facts: `payload ${payload}` };
}

/** Of ARGB. */
function rangeColor(color: number | undefined): string {
  return color === undefined ? colors.range : `#${(color & 0xffffff).toString(16).padStart(6, '0')}`;
}
