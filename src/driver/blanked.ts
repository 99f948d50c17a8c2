/** Values of the compiler as bytes. Of sources they keep where lines begin and end, not what they say. */
import { deserialize, serialize } from 'node:v8';
import { zlib } from '../base/node-parts.ts';

const quickly = () => ({ params: { [zlib().constants.ZSTD_c_compressionLevel]: 1 } });

export type OpenSource = { path: string; text: string };

export function packBlanked(value: unknown): Uint8Array {
  const texts = new Map([...sourcesIn(value)].map((source) => [source, source.text]));
  // They say nothing while they are written: a copy of a large program takes longer than all else here.
  for (const [source, text] of texts) source.text = blank(text);
  try {
    // No Buffer, which JSON would write out (pack.ts).
    return new Uint8Array(zlib().zstdCompressSync(serialize(value), quickly()));
  } finally {
    for (const [source, text] of texts) source.text = text;
  }
}

/** Throws where the bytes are of another version of Node. */
export function unpackBlanked(bytes: Uint8Array): unknown {
  return deserialize(zlib().zstdDecompressSync(bytes));
}

export const blank = (text: string): string =>
  text
    .split('\n')
    .map((line) => ' '.repeat(line.length))
    .join('\n');

/** All sources that spans of the value name, each once. */
export function sourcesIn(value: unknown): ReadonlySet<OpenSource> {
  const found = new Set<OpenSource>();
  const seen = new Set<object>();
  const stack: object[] = [];
  const note = (next: unknown): void => {
    if (typeof next !== 'object' || next === null || next instanceof Uint8Array) return;
    if (isSource(next)) found.add(next);
    else if (isSpan(next)) found.add(next.source);
    else if (!seen.has(next)) {
      seen.add(next);
      stack.push(next);
    }
  };
  note(value);
  for (let next = stack.pop(); next; next = stack.pop())
    for (const part of next instanceof Map ? next.values() : Object.values(next)) note(part);
  return found;
}

/** Most objects are places: what else is in them are numbers. */
function isSpan(value: object): value is { readonly source: OpenSource } {
  return (
    'source' in value &&
    'from' in value &&
    typeof value.source === 'object' &&
    value.source !== null &&
    isSource(value.source)
  );
}

function isSource(value: object): value is OpenSource {
  return 'path' in value && 'text' in value && typeof value.path === 'string' && typeof value.text === 'string';
}
