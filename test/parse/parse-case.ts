/** Parses a case file as the compiler would, with `#` directives obeyed where the suffix is a capital one. */
import { existsSync, readFileSync } from 'node:fs';
import type { Source } from '../../src/base/source.ts';
import { type Parsed, type ParseOptions, parseFile } from '../../src/front/fortran/parse/parse-file.ts';

export function parseText(
  path: string,
  text: string,
  changes: Partial<ParseOptions> = {},
): Parsed & { source: Source } {
  const source = { path, text };
  const options: ParseOptions = {
    cuda: !/-host\.\w+$/.test(path),
    preprocess: /\.(?:CUF|F\d*)$/.test(path),
    defines: ['ANSWER=42'],
    undefines: [],
    includePaths: [],
    readFile: (name) => (existsSync(name) ? readFileSync(name, 'utf8') : undefined),
    ...(/\/directives[^/]*$/.test(path) && { directives: ['acc', 'omp'] }),
    ...changes,
  };
  return { ...parseFile(source, options), source };
}

export function parseCase(path: string): Parsed & { source: Source } {
  return parseText(path, readFileSync(path, 'utf8'));
}
