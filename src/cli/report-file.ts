/** The report of a run (CUFORT_REPORT): a file with one line of JSON for each event, written when the program ends. */
import { writeFileSync, writeSync } from 'node:fs';
import type { ReportEvent } from '../machine/report.ts';

export type ReportFile = { readonly add: (event: ReportEvent) => void; readonly write: () => void };

export function reportTo(path: string | undefined): ReportFile | undefined {
  if (path === undefined || path === '') return undefined;
  const lines: string[] = [];
  return {
    add: (event) => lines.push(lineOf(event)),
    write: () => {
      try {
        writeFileSync(path, lines.join(''));
      } catch (problem) {
        writeSync(2, `cannot write the report ${path}: ${problem instanceof Error ? problem.message : problem}\n`);
      }
    },
  };
}

function lineOf(event: ReportEvent): string {
  return `${JSON.stringify(event, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))}\n`;
}
