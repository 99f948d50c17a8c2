/** The texts of the programs of conformance, run and the libraries' tests, without comments. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folders = readdirSync(root).filter((f) => f === 'conformance' || f === 'run' || f.startsWith('library'));

export const programs: readonly string[] = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((f) => /\.(?:cuf|f90|f)$/i.test(f))
    .map((f) => readFileSync(join(root, folder, f), 'utf8').replace(/^\s*!(?!\$).*$/gm, '')),
);

/** Names that stand before a parenthesis or after `call`, in small letters. */
export const calledNames: ReadonlySet<string> = new Set(
  [
    ...programs
      .join('\n')
      .toLowerCase()
      .matchAll(/\b(\w+) *\(|\bcall +(\w+)/g),
  ].map(([, f = '', s]) => s ?? f),
);
