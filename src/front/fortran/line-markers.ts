/** Lines of a text that a preprocessor made, placed where its markers (`# 12 "file"`, `#line 12 "file"`) say that they came from. */
import type { Source } from '../../base/source.ts';
import { linesOf, type MappedText } from './cook-text.ts';

const marker = /^\s*#\s*(?:line\s+)?(\d+)\s+"([^"]+)"/;

/** The lines of a source; a marker whose file can be read is obeyed and left out. */
export function sourceLines(source: Source, readFile: (path: string) => string | undefined): Iterable<MappedText> {
  const lines = linesOf(source);
  return source.text.includes('#') && /^\s*#\s*(?:line\s+)?\d+\s+"/m.test(source.text)
    ? placed(lines, readFile)
    : lines;
}

function placed(lines: Iterable<MappedText>, readFile: (path: string) => string | undefined): readonly MappedText[] {
  const files = new Map<string, readonly MappedText[] | undefined>();
  const originals = (path: string): readonly MappedText[] | undefined => {
    if (!files.has(path)) {
      const text = readFile(path);
      files.set(path, text === undefined ? undefined : [...linesOf({ path, text })]);
    }
    return files.get(path);
  };
  const out: MappedText[] = [];
  let from: readonly MappedText[] | undefined;
  let next = 0;
  for (const line of lines) {
    const found = marker.exec(line.text);
    const file = found ? originals(found[2]!) : undefined;
    if (found && file) {
      from = file;
      next = Number(found[1]) - 1;
    } else {
      out.push(from ? onOriginal(line, from[next]) : line);
      next++;
    }
  }
  return out;
}

/** Character by character where the line is the same, else as something made from the whole of the original line. */
function onOriginal(line: MappedText, original: MappedText | undefined): MappedText {
  const piece = original?.pieces[0];
  if (!original || !piece) return line;
  const width = original.text === line.text ? -1 : original.text.length;
  return { text: line.text, pieces: [{ at: 0, source: piece.source, from: piece.from, width }] };
}
