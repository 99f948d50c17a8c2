/** Writes the pages of docs/ that are made of the command's tables: `node scripts/guide.ts`. test/cli/manual.test.ts says where they are old. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asMarkdown, environmentManual, manPage, optionsManual } from '../src/cli/manual.ts';
import { version } from '../src/cli/version.ts';

export const madePages: Readonly<Record<string, string>> = {
  'options.md': asMarkdown(
    'Options',
    'Spelt as those of nvfortran; `cufort help options` prints them. An option that is not known is named in a warning.',
    optionsManual(),
  ),
  'environment.md': asMarkdown(
    'Environment variables',
    '`cufort help environment` prints them. What an option says comes before a variable.',
    environmentManual(),
  ),
  'cufort.1': manPage(version),
};

if (import.meta.main)
  for (const [name, text] of Object.entries(madePages)) writeFileSync(join(import.meta.dirname, '../docs', name), text);
