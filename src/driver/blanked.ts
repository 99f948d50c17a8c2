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

/** All sources that spans of the value name, each once. A tree: what is shared in it is looked at again. */
export function sourcesIn(value: unknown): ReadonlySet<OpenSource> {
  const found = new Set<OpenSource>();
  const seen = new Set<unknown>();
  const look = (next: unknown): void => {
    if (Array.isArray(next)) for (let i = 0; i < next.length; i++) look(next[i]);
    else if (next instanceof Map) for (const part of next.values()) look(part);
    else if (isRecord(next)) for (const key in next) lookAt(key, next[key]);
  };
  const lookAt = (key: string, part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if (key !== 'source') look(part);
    else if (!seen.has(part)) {
      seen.add(part);
      if (isSource(part)) found.add(part);
      else look(part);
    }
  };
  look(value);
  return found;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}

function isSource(value: object): value is OpenSource {
  return 'path' in value && 'text' in value && typeof value.path === 'string' && typeof value.text === 'string';
}
