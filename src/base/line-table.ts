/** From which line of which source each stretch of code comes, for messages about faults. */
import { type Span, startOf } from './source.ts';

/** Code from this byte on comes from there, up to the next mark. */
export type Mark = { readonly at: number; readonly span: Span };

/** Rows of three little-endian words in the order of the code: byte, number of the path, line. */
export type LineTable = { readonly paths: readonly string[]; readonly rows: Uint8Array };

export type SourceLine = { readonly path: string; readonly line: number };

const rowBytes = 12;

/** `marks` in the order of the code. */
export function lineTable(marks: readonly Mark[]): LineTable {
  const rows = new Uint8Array(marks.length * rowBytes);
  const view = new DataView(rows.buffer);
  const numbers = new Map<string, number>();
  marks.forEach(({ at, span }, i) => {
    const { path } = span.source;
    const number = numbers.get(path) ?? numbers.size;
    numbers.set(path, number);
    view.setUint32(i * rowBytes, at, true);
    view.setUint32(i * rowBytes + 4, number, true);
    view.setUint32(i * rowBytes + 8, path === '' ? 0 : startOf(span).line, true);
  });
  return { paths: [...numbers.keys()], rows };
}

/** Undefined where the code at that byte has no source. */
export function lineAt({ paths, rows }: LineTable, byte: number): SourceLine | undefined {
  const view = new DataView(rows.buffer, rows.byteOffset, rows.length);
  const count = rows.length / rowBytes;
  let low = -1;
  for (let high = count; high - low > 1; ) {
    const middle = (low + high) >> 1;
    if (view.getUint32(middle * rowBytes, true) <= byte) low = middle;
    else high = middle;
  }
  if (low < 0) return undefined;
  const path = paths[view.getUint32(low * rowBytes + 4, true)] ?? '';
  return path === '' ? undefined : { path, line: view.getUint32(low * rowBytes + 8, true) };
}
