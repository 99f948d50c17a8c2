/**
 * Holds docs/features.md against the compiler: every test it names exists, every name it calls working stands in the tables, and every routine of the tables
 * is in the document. Prints what is wrong and exits with 1.
 *   node scripts/features.ts            check
 *   node scripts/features.ts --write    brings the lists of names up to date
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { intrinsics } from '../src/library/intrinsics/table.ts';
import { libraryModules } from '../src/library/modules.ts';

const root = resolve(import.meta.dirname, '..');
const states = ['works', 'partly', 'not yet'];

const page = join(root, 'docs/features.md');
if (process.argv.includes('--write')) writeFileSync(page, withTables(readFileSync(page, 'utf8')));
check(readFileSync(page, 'utf8'));

function check(text: string): void {
  const problems = [...wrongRows(text), ...wrongTables(text)];
  for (const problem of problems) console.error(`docs/features.md: ${problem}`);
  console.log(`features: ${rowsOf(text).length} rows, ${problems.length} problems`);
  process.exit(problems.length > 0 ? 1 : 0);
}

type Row = { readonly what: string; readonly state: string; readonly shown: string };

/** Rows of three columns: what, state, shown by. */
function rowsOf(markdown: string): Row[] {
  return [...markdown.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]*) \|$/gm)]
    .map(([, what = '', state = '', shown = '']) => ({ what: what.trim(), state: state.trim(), shown: shown.trim() }))
    .filter((row) => row.what !== 'what' && !row.what.startsWith('---'));
}

function* wrongRows(text: string): Generator<string> {
  for (const { what, state, shown } of rowsOf(text)) {
    const word = states.find((s) => state === s || state.startsWith(`${s}:`));
    if (!word) yield `'${what}' has state '${state}', which is none of ${states.join(', ')}`;
    if (word === 'partly' && !state.includes(':')) yield `'${what}' works partly, but it is not said what is missing`;
    const paths = [...shown.matchAll(/`([^`]+)`/g)].map((m) => m[1] ?? '');
    if (word === 'works' && paths.length === 0) yield `'${what}' works, but no test shows it`;
    for (const path of paths) if (!existsSync(join(root, path))) yield `'${what}' names ${path}, which is not there`;
  }
}

/** Lists between <!-- table NAME --> and <!-- end --> have exactly the names of that table. */
function* wrongTables(text: string): Generator<string> {
  for (const [, name = '', list = ''] of text.matchAll(/<!-- table (\w+) -->\n([\s\S]*?)<!-- end -->/g)) {
    const listed = new Set([...list.matchAll(/`([^`]+)`/g)].map((m) => m[1] ?? ''));
    const known = new Set(namesOf(name));
    for (const one of known)
      if (!listed.has(one)) yield `${name}: \`${one}\` is in the table of the compiler, not in the list`;
    for (const one of listed)
      if (!known.has(one)) yield `${name}: \`${one}\` is in the list, not in the table of the compiler`;
  }
}

function namesOf(table: string): readonly string[] {
  if (table === 'intrinsics') return [...intrinsics.keys()];
  const module = libraryModules.get(table);
  return module ? Object.keys(module.routines).map((n) => n.toLowerCase()) : [];
}

/** The page with the lists of names as the tables have them, at its end. */
function withTables(text: string): string {
  const head = text.slice(0, text.indexOf('<!-- table '));
  const lists = ['intrinsics', ...libraryModules.keys()].map((name) => {
    const names = [...namesOf(name)].sort((a, b) => a.localeCompare(b));
    return names.length > 0
      ? [`<!-- table ${name} -->`, `**${name}**: ${names.map((n) => `\`${n}\``).join(' ')}`, '<!-- end -->', ''].join(
          '\n',
        )
      : '';
  });
  return head + lists.filter((l) => l !== '').join('\n');
}
