/** What the preprocessor makes of a source, as text with line markers (`# 12 "file"`). */
import type { Diagnostic } from '../base/diagnostic.ts';
import { type Source, startOf } from '../base/source.ts';
import { placeIn } from '../front/fortran/cook-text.ts';
import { preprocessed } from '../front/fortran/parse/parse-file.ts';
import { folderOf, parseOptions, readSource } from './compile.ts';
import type { Files } from './files.ts';
import type { Options } from './options.ts';

/** So many lines left out are told by a marker, fewer by empty lines. */
const longGap = 8;

export function preprocessedText(path: string, options: Options, files: Files, diagnostics: Diagnostic[]): string {
  const read = readSource(path, options, files, diagnostics);
  if (!read) return '';
  const parse = parseOptions(read.kind, read.source.text, options, files, folderOf(path));
  const lines = preprocessed(read.source, read.kind.form, parse, (d) => diagnostics.push(d));
  let source: Source | undefined;
  let next = 1;
  let out = '';
  for (const line of lines) {
    const at = placeIn(line, 0, 0);
    const number = startOf(at).line;
    const gap = number - next;
    if (at.source !== source || gap < 0 || gap > longGap) out += `# ${number} "${at.source.path}"\n`;
    else out += '\n'.repeat(gap);
    out += `${line.text}\n`;
    source = at.source;
    next = number + 1;
  }
  return out;
}
