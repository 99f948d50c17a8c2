/** `nsys stats`: tables of a recording. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { FileProblem } from '../../driver/files.ts';
import { reportsOfOthers } from '../../tools/profile/documented-heads.ts';
import { reportNamed, reports, tableOf, usualReports } from '../../tools/profile/reports.ts';
import { formats, isFormat, type Table, type TimeUnit, timeUnits } from '../../tools/profile/table.ts';
import { disk } from '../disk.ts';
import { print } from '../print.ts';
import { proposal } from '../proposal.ts';
import { kinds, type Loaded, load, mayWrite } from './files.ts';
import { statsOptions } from './options.ts';
import { helpOf, isTrue, readWords } from './words.ts';

export function runStats(words: readonly string[]): number {
  const { values, rest, unknown, problem } = readWords(words, statsOptions, true);
  const last = (name: string): string | undefined => values.get(name)?.at(-1);
  if (last('help')) return print(`usage: nsys stats [options] FILE.nsys-rep\n${helpOf(statsOptions)}`);
  if (last('help-reports')) return print(reportsHelp());
  if (problem || unknown.length > 0) return refuse(problem ?? `unrecognised option '${unknown[0]}'`);
  const [name, ...more] = rest;
  if (name === undefined || more.length > 0) return refuse('name one recording: nsys stats FILE.nsys-rep');
  const wanted = (values.get('report') ?? []).flatMap((list) => list.split(',')).filter((word) => word !== '');
  const missing = wanted.find((word) => reportNamed(word) === undefined && !isOfOthers(word));
  if (missing !== undefined)
    return refuse(`there is no report \`${missing}\`${proposal(missing, Object.keys(reports), (near) => near)}`);
  const unit = last('timeunit') ?? 'nsec';
  if (!isUnit(unit)) return refuse(`--timeunit takes ${Object.keys(timeUnits).join(', ')}, not '${unit}'`);
  const loaded = load(name);
  const quiet = isTrue(last('quiet'));
  const sqlite = last('sqlite') ?? loaded.base + kinds.sqlite.ending;
  exportDatabase(loaded, sqlite, isTrue(last('force-export')), quiet);
  const chosen = wanted.length > 0 ? wanted : [...usualReports];
  const outputs = (last('output') ?? '-').split(',');
  const shapes = (last('format') ?? (outputs[0] === '-' ? 'column' : 'csv')).split(',');
  chosen.forEach((wantedName, i) => {
    const [format = '', ...settings] = (shapes[i] ?? shapes.at(-1) ?? '').split(':');
    if (!isFormat(format))
      throw new FileProblem(`there is no format \`${format}\`: ${Object.keys(formats).join(', ')}`, 'invalid-option');
    const to = outputs[i] ?? outputs.at(-1) ?? '-';
    if (isOfOthers(wantedName)) {
      print(`SKIPPED: ${sqlite} does not contain what ${wantedName} shows: it is not recorded here.\n\n`);
      return;
    }
    const table = tableOf(wantedName, loaded.recording);
    const report = table.name;
    const ending = format === 'column' || format === 'table' ? 'txt' : format === 'htable' ? 'html' : format;
    const path = to === '-' ? undefined : `${to === '.' ? loaded.base : to}_${report}.${ending}`;
    if (!quiet) told(sqlite, report, path);
    if (table.rows.length === 0) {
      print(`SKIPPED: ${sqlite} does not contain ${reports[report]?.lacks}.\n\n`);
      return;
    }
    const text = formats[format](table, unit, settings);
    if (path !== undefined) {
      mayWrite(path, isTrue(last('force-overwrite')));
      disk.write(path, text);
    } else print(isShown(format, quiet) ? headed(table, text) : `${text}\n`);
  });
  return 0;
}

function isOfOthers(word: string): boolean {
  return reportsOfOthers.includes(word.split(':')[0] ?? '');
}

/** Heads stand above tables for people. */
function isShown(format: string, quiet: boolean): boolean {
  return !quiet && (format === 'column' || format === 'table');
}

export function headed(table: Table, text: string): string {
  return `\n ** ${table.title} (${table.name}):\n\n${text}\n`;
}

function told(sqlite: string, report: string, path: string | undefined): void {
  const to = path === undefined ? '' : ` to [${path}]`;
  print(`Processing [${basename(sqlite)}] with [${report}.py]${to}... \n`);
}

function exportDatabase({ recording, base }: Loaded, path: string, again: boolean, quiet: boolean): void {
  if (!process.getBuiltinModule?.('node:sqlite')) return;
  if (existsSync(path) && !again) {
    if (!quiet)
      print(
        `\nNOTICE: Existing SQLite export found: ${path}\n        It is assumed file was previously exported from: ${base}.nsys-rep\n        Consider using --force-export=true if needed.\n\n`,
      );
    return;
  }
  if (!quiet) print(`Generating SQLite file ${path} from ${base}.nsys-rep\n`);
  kinds.sqlite.write(path, recording);
}

function isUnit(word: string): word is TimeUnit {
  return Object.hasOwn(timeUnits, word);
}

function reportsHelp(): string {
  const lines = Object.entries(reports).map(([name, { title, doc }]) => `  ${name} -- ${title}: ${doc}`);
  return `The following reports are available:\n\n${lines.join('\n')}\n`;
}

export function refuse(text: string): number {
  process.stderr.write(`nsys: ${text}\n`);
  return 1;
}
