/** The report of a run (CUFORT_REPORT): a file with one line of JSON for each event in the order of time, written when the program ends. */
import { closeSync, existsSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Report, ReportEvent } from '../machine/report.ts';
import { byTime } from '../runtime/trace/trace.ts';
import { startSampling } from './host-samples.ts';

/** `start`: milliseconds of `performance.now` where times are 0. */
export type ReportFile = {
  readonly add: Report;
  readonly start: number;
  /** Somebody wants the program to end now. */
  readonly isStopped: () => boolean;
  readonly write: () => void;
};

/** `frequency`: of samples of the host, each second; 0 for none. `stop`: a file that comes to be where the program is to end. */
export function reportTo(
  wanted: string | undefined,
  frequency: number,
  command: string,
  stop: string | undefined,
): ReportFile | undefined {
  if (wanted === undefined || wanted === '') return undefined;
  const path = expanded(wanted);
  // Else the driver loads a kernel when it is launched first, and its time holds that.
  process.env.CUDA_MODULE_LOADING ??= 'EAGER';
  // The interrupt of a terminal reaches the program too: it is to end with its report.
  if (stop !== undefined) process.on('SIGINT', () => {});
  const events: ReportEvent[] = [];
  const sampler = frequency > 0 ? startSampling(frequency) : undefined;
  const start = performance.now();
  const edge = (what: 'start' | 'end', time: number): void => {
    const clock = Date.now() - time / 1000;
    events.push({ kind: 'program', time, what, command, process: process.pid, clock });
  };
  edge('start', 0);
  return {
    add: (event) => void events.push(event),
    start,
    isStopped: () => {
      if (stop === undefined || !existsSync(stop)) return false;
      // Whoever waits for the report sees that it comes.
      writeFileSync(path, '');
      return true;
    },
    write: () => {
      if (sampler) for (const sample of sampler.stop(start)) events.push({ kind: 'sample', ...sample });
      const last = events.reduce((most, { time }) => Math.max(most, time), 0);
      edge('end', Math.max(1000 * (performance.now() - start), last));
      try {
        writeLines(path, byTime(events));
      } catch (problem) {
        writeSync(2, `cannot write the report ${path}: ${problem instanceof Error ? problem.message : problem}\n`);
      }
    },
  };
}

/** As nsys names files: `%q{VARIABLE}` its value, `%p` the process, `%h` the machine, `%%` a percent sign. */
export function expanded(path: string): string {
  return path.replace(/%(?:q\{(\w+)\}|([ph%]))/g, (_, variable: string | undefined, letter: string | undefined) =>
    variable !== undefined ? (process.env[variable] ?? '') : expansions[letter ?? '%']!(),
  );
}

const expansions: Readonly<Record<string, () => string>> = {
  p: () => String(process.pid),
  h: () => hostname(),
  '%': () => '%',
};

const linesOfPiece = 4096;

/** Piece by piece: all lines of a long run are longer than a string may be. */
function writeLines(path: string, events: readonly ReportEvent[]): void {
  const file = openSync(path, 'w');
  try {
    for (let at = 0; at < events.length; at += linesOfPiece)
      writeFileSync(
        file,
        events
          .slice(at, at + linesOfPiece)
          .map(lineOf)
          .join(''),
      );
  } finally {
    closeSync(file);
  }
}

function lineOf(event: ReportEvent): string {
  return `${JSON.stringify(plain(event))}\n`;
}

/** Numbers that are too wide for JSON are written as it has them. */
function plain(event: ReportEvent): object {
  switch (event.kind) {
    case 'nvtx':
      return { ...event, id: Number(event.id) };
    case 'migration':
    case 'page-fault':
    case 'allocation':
      return { ...event, address: Number(event.address) };
    default:
      return event;
  }
}
