/** Titles and columns of our reports against those that NVIDIA documents (tools/profile/documented-heads.ts): `node scripts/nsys-heads.ts` prints a line for each, and fails where one differs. */
import { documentedReports } from '../src/tools/profile/documented-heads.ts';
import { reports } from '../src/tools/profile/reports.ts';
import { formats } from '../src/tools/profile/table.ts';

/** Of cufort alone. */
const ownReports = new Set(['host_sum']);

/** A line for each report: its name and what is wrong with it, '' where nothing is. */
export function comparedHeads(): readonly (readonly [string, string])[] {
  const names = new Set([...Object.keys(documentedReports), ...Object.keys(reports)]);
  return [...names].map((name) => [name, problemOf(name)]);
}

function problemOf(name: string): string {
  const [ours, theirs] = [reports[name], documentedReports[name]];
  if (!ours) return 'is missing';
  if (!theirs) return ownReports.has(name) ? '' : 'is not documented';
  if (ours.title !== theirs.title) return `is called "${ours.title}", not "${theirs.title}"`;
  const table = { name, title: ours.title, columns: ours.columns, rows: [] };
  const heads = formats.tsv(table, 'nsec').trim().split('\t');
  const wrong = theirs.heads.findIndex((head, i) => head !== heads[i]);
  if (wrong >= 0) return `column ${wrong + 1} is "${heads[wrong] ?? ''}", not "${theirs.heads[wrong]}"`;
  return heads.length === theirs.heads.length ? '' : `has ${heads.length} columns, not ${theirs.heads.length}`;
}

if (import.meta.main) {
  const lines = comparedHeads();
  for (const [name, problem] of lines)
    console.log(`${name.padEnd(24)} ${problem || (ownReports.has(name) ? 'of cufort alone' : 'as documented')}`);
  const wrong = lines.filter(([, problem]) => problem !== '').length;
  console.log(`${lines.length} reports, ${wrong} differ`);
  process.exitCode = wrong > 0 ? 1 : 0;
}
