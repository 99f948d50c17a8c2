/** How reports name procedures and files: `--demangle` and `--strip-paths`. */
import { signatureOf, symbolOf } from '../../machine/symbols.ts';
import { fileName } from './file-name.ts';
import type { CheckSettings } from './settings.ts';

export type Names = { readonly procedure: (name: string) => string; readonly file: (path: string) => string };

export function namesOf({ demangle, stripsPaths }: Pick<CheckSettings, 'demangle' | 'stripsPaths'>): Names {
  return { procedure: forms[demangle], file: stripsPaths ? fileName : (path) => path };
}

const forms: Readonly<Record<CheckSettings['demangle'], Names['procedure']>> = {
  full: signatureOf,
  simple: (name) => withoutArguments(signatureOf(name)),
  no: (name) => (name.startsWith('_Z') ? name.replace(/@\w+$/, '') : symbolOf(name)),
};

/** The last part of the name, without arguments of templates and of the call: of `a::Box<float>::get(int)` `get`. */
function withoutArguments(signature: string): string {
  let [name, depth] = ['', 0];
  for (const part of signature.match(/<unnamed>|operator[^\w(]*(?:\(\))?|::|./gs) ?? []) {
    if (part === '(' && depth === 0) break;
    if (part === '<') depth++;
    if (depth === 0) name = part === '::' ? '' : name + part;
    if (part === '>') depth--;
  }
  return name;
}
