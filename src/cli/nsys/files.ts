/** The files of a profile: the recording, and what is made of it. */
import { accessSync, constants, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { FileProblem } from '../../driver/files.ts';
import { chromeTrace } from '../../tools/profile/chrome-trace.ts';
import { timelinePage } from '../../tools/profile/page.ts';
import { type Recording, recordingOf } from '../../tools/profile/recording.ts';
import { tableOf, usualReports } from '../../tools/profile/reports.ts';
import { writeSqlite } from '../../tools/profile/sqlite.ts';
import { disk } from '../disk.ts';

export const recordingSuffix = '.nsys-rep';

/** The kinds of files by `--type`: their ending, and how one is written. */
export const kinds = {
  sqlite: { ending: '.sqlite', write: writeDatabase },
  json: { ending: '.json', write: (path, _, text) => disk.write(path, text) },
  text: { ending: '.txt', write: (path, _, text) => disk.write(path, text) },
  chrome: { ending: '.trace.json', write: (path, recording) => disk.write(path, chromeTrace(recording)) },
  html: { ending: '.html', write: (path, recording) => disk.write(path, pageOf(recording)) },
} satisfies Readonly<
  Record<string, { ending: string; write: (path: string, recording: Recording, text: string) => void }>
>;
export type Kind = keyof typeof kinds;

export function isKind(word: string): word is Kind {
  return Object.hasOwn(kinds, word);
}

export type Loaded = { readonly recording: Recording; readonly text: string; readonly base: string };

/** A recording by its name, with or without its ending; that of a SQLite file lies beside it. */
export function load(name: string): Loaded {
  const base = name.replace(/\.(nsys-rep|sqlite)$/, '');
  const path = base + recordingSuffix;
  if (!existsSync(path)) throw new FileProblem(`there is no recording \`${path}\``, 'unreadable-file');
  const text = readFileSync(path, 'utf8');
  const recording = recordingOf(text);
  if (!recording)
    throw new FileProblem(
      `\`${path}\` is no recording of cufort: record the program with \`cufort with nsys profile\` first`,
      'unreadable-file',
    );
  return { recording, text, base };
}

/** Before anything is done for it: whether a file may be written there, and can be. */
export function mayWrite(path: string, overwrite: boolean): void {
  if (existsSync(path) && !overwrite)
    throw new FileProblem(`\`${path}\` is there: --force-overwrite=true writes over it`);
  const folder = dirname(path);
  if (!existsSync(folder)) throw new FileProblem(`cannot write \`${path}\`: there is no folder \`${folder}\``);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new FileProblem(`cannot write \`${path}\`: \`${folder}\` may not be written to`);
  }
}

function writeDatabase(path: string, recording: Recording): void {
  const sqlite = process.getBuiltinModule?.('node:sqlite');
  if (!sqlite)
    throw new FileProblem(`this Node (${process.version}) has no SQLite: Node 22.13 or newer, or --type=json`);
  rmSync(path, { force: true });
  const database = new sqlite.DatabaseSync(path);
  try {
    writeSqlite(database, recording);
  } finally {
    database.close();
  }
}

function pageOf(recording: Recording): string {
  return timelinePage(
    recording,
    usualReports.map((name) => tableOf(name, recording)),
  );
}
