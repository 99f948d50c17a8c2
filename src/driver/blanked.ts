/** Values of the compiler as bytes. Of sources they keep where lines begin and end, not what they say. */
import { deserialize, serialize } from 'node:v8';
import { zlib } from '../base/node-parts.ts';

const quickly = () => ({ params: { [zlib().constants.ZSTD_c_compressionLevel]: 1 } });

export type OpenSource = { path: string; text: string };

export function packBlanked(value: unknown): Uint8Array {
  const whole: unknown = deserialize(serialize(value));
  for (const source of sourcesIn(whole)) source.text = blank(source.text);
  // No Buffer, which JSON would write out (pack.ts).
  return new Uint8Array(zlib().zstdCompressSync(serialize(whole), quickly()));
}

/** Throws where the bytes are of another version of Node. */
export function unpackBlanked(bytes: Uint8Array): unknown {
  return deserialize(zlib().zstdDecompressSync(bytes));
}

export const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** All sources that spans of the value name, each once. */
export function sourcesIn(value: unknown): ReadonlySet<OpenSource> {
  const found = new Set<OpenSource>();
  const seen = new Set<object>();
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const next = stack.pop();
    if (typeof next !== 'object' || next === null || seen.has(next) || next instanceof Uint8Array) continue;
    seen.add(next);
    if (isSource(next)) found.add(next);
    else stack.push(...(next instanceof Map ? next.values() : Object.values(next)));
  }
  return found;
}

function isSource(value: object): value is OpenSource {
  return 'path' in value && 'text' in value && typeof value.path === 'string' && typeof value.text === 'string';
}
