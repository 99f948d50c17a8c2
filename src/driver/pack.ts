/** A program image as text, to be carried by an executable file, and back. */
import type { Span } from '../base/source.ts';
import { nowhere, startOf } from '../base/source.ts';

import type { Image } from './link.ts';

type Bytes = { readonly $u: string };
type Pairs = { readonly $m: readonly (readonly [string, unknown])[] };
/** Only the path and line of a place are kept: the text stays with the source. */
type Place = { readonly $p: readonly [string, number] };

export function packImage(image: Image): string {
  return JSON.stringify(image, (_key, value: unknown) => packValue(value));
}

export function unpackImage(text: string): Image {
  const image: unknown = JSON.parse(text, (_key, value: unknown) => unpackValue(value));
  if (!isImage(image)) throw new Error('this executable is damaged');
  return image;
}

function packValue(value: unknown): unknown {
  if (value instanceof Uint8Array) return { $u: Buffer.from(value).toString('base64') } satisfies Bytes;
  if (value instanceof Map) return { $m: [...value] } satisfies Pairs;
  return isSpan(value)
    ? ({ $p: [value.source.path, value === nowhere ? 0 : startOf(value).line] } satisfies Place)
    : value;
}

function unpackValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$u' in value && typeof value.$u === 'string') return new Uint8Array(Buffer.from(value.$u, 'base64'));
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
