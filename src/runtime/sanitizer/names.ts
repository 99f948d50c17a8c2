/** How reports name procedures and files: `--demangle` and `--strip-paths`. */
import { baseNameOf, signatureOf, symbolOf, withoutFile } from '../../machine/symbols.ts';
import { fileName } from './file-name.ts';
import type { CheckSettings } from './settings.ts';

export type Names = { readonly procedure: (name: string) => string; readonly file: (path: string) => string };

export function namesOf({ demangle, stripsPaths }: Pick<CheckSettings, 'demangle' | 'stripsPaths'>): Names {
  return { procedure: forms[demangle], file: stripsPaths ? fileName : (path) => path };
}

const forms: Readonly<Record<CheckSettings['demangle'], Names['procedure']>> = {
  full: signatureOf,
  simple: baseNameOf,
  no: (name) => (name.startsWith('_Z') ? withoutFile(name) : symbolOf(name)),
};
