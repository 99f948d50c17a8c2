/**
 * A program image as bytes, to be carried by an executable file, and back: JSON, a zero byte, and the binary parts one after another, so that texts of the program
 * stand in the file as they are: tools read them there (CMake tells the compiler by what a program would print).
 */
import type { Span } from '../base/source.ts';
import { nowhere, startOf } from '../base/source.ts';

import type { Image } from './link.ts';

/** First byte and number of bytes among the binary parts. */
type Bytes = { readonly $u: readonly [number, number] };
type Pairs = { readonly $m: readonly (readonly [string, unknown])[] };
/** Only the path and line of a place are kept: the text stays with the source. */
type Place = { readonly $p: readonly [string, number] };

export function packImage(image: Image): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const text = JSON.stringify(image, (_key, value: unknown) => {
    if (!(value instanceof Uint8Array)) return packValue(value);
    parts.push(value);
    size += value.length;
    return { $u: [size - value.length, value.length] } satisfies Bytes;
  });
  return Buffer.concat([Buffer.from(`${text}\0`), ...parts]);
}

export function unpackImage(packed: Uint8Array): Image {
  const end = packed.indexOf(0);
  const parts = packed.subarray(end + 1);
  const text = Buffer.from(packed.buffer, packed.byteOffset, Math.max(end, 0)).toString();
  const image: unknown = JSON.parse(text, (_key, value: unknown) => unpackValue(value, parts));
  if (!isImage(image)) throw new Error('this executable is damaged');
  return image;
}

function packValue(value: unknown): unknown {
  if (value instanceof Map) return { $m: [...value] } satisfies Pairs;
  return isSpan(value)
    ? ({ $p: [value.source.path, value === nowhere ? 0 : startOf(value).line] } satisfies Place)
    : value;
}

function unpackValue(value: unknown, parts: Uint8Array): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$u' in value && Array.isArray(value.$u)) {
    const from = Number(value.$u[0]);
    return parts.slice(from, from + Number(value.$u[1]));
  }
  if ('$m' in value && Array.isArray(value.$m)) return new Map<unknown, unknown>(value.$m);
  if ('$p' in value && Array.isArray(value.$p)) return lineOnly(String(value.$p[0]), Number(value.$p[1]));
  return value;
}

/** A place in a source of which only the number of lines is known. */
function lineOnly(path: string, line: number): Span {
  const before = '\n'.repeat(Math.max(0, line - 1));
  return { source: { path, text: before }, from: before.length, to: before.length };
}

function isSpan(value: unknown): value is Span {
  return typeof value === 'object' && value !== null && 'source' in value && 'from' in value && 'to' in value;
}

function isImage(value: unknown): value is Image {
  return typeof value === 'object' && value !== null && 'host' in value && 'kernels' in value && 'layout' in value;
}
