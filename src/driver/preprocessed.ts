/** What the preprocessor makes of a source, as text with line markers (`# 12 "file"`). */
import type { Diagnostic } from '../base/diagnostic.ts';
import { type Source, startOf } from '../base/source.ts';
import { placeIn } from '../front/fortran/cook-text.ts';
import { preprocessed } from '../front/fortran/parse/parse-file.ts';
import { parseOptions } from './compile.ts';
import type { Files } from './files.ts';
import { noSuchFile, notFortran } from './messages.ts';
import type { Options } from './options.ts';
import { kindOfSource } from './sources.ts';

/** So many lines left out are told by a marker, fewer by empty lines. */
const longGap = 8;

export function preprocessedText(path: string, options: Options, files: Files, diagnostics: Diagnostic[]): string {
  const kind = kindOfSource(path, options);
  const content = files.read(path);
  if (!kind || 'reason' in content) {
    diagnostics.push(kind && 'reason' in content ? noSuchFile(path, content.reason) : notFortran(path));
    return '';
  }
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
  const parse = parseOptions(kind, options, files, folder);
  const lines = preprocessed({ path, text: content.text }, kind.form, parse, (d) => diagnostics.push(d));
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
