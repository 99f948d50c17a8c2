/** Modules as bytes, for object files, and parts of modules as JSON, for archives. Spans keep their sources, texts included, so that messages of the linker can show lines. */
import { deserialize as deserialiseValue, serialize as serialiseValue } from 'node:v8';
import { InternalError } from '../base/impossible.ts';
import type { Source, Span } from '../base/source.ts';
import type { Module } from './module.ts';

/** Values that JSON has no form for: `b` bigint, `n` a number such as NaN or -0, `u` bytes in base64, `s` a span: source, from, to. */
type Special =
  | { readonly $b: string }
  | { readonly $n: string }
  | { readonly $u: string }
  | { readonly $s: readonly [number, number, number] };

/** The sources of the spans in what has been written, by number. */
export type SourceTable = { readonly sources: readonly Source[]; numberOf(source: Source): number };

export function sourceTable(): SourceTable {
  const sources: Source[] = [];
  const numbers = new Map<Source, number>();
  const numberOf = (source: Source): number => {
    const known = numbers.get(source);
    if (known !== undefined) return known;
    numbers.set(source, sources.length);
    return sources.push(source) - 1;
  };
  return { sources, numberOf };
}

/** A whole module as bytes, in V8's form of structured clones: numbers of all sizes, bytes and what is shared stay as they are. */
export function serialise(module: Module): Uint8Array {
  return serialiseValue(module);
}

/** Throws where the bytes are not of a module. */
export function deserialise(bytes: Uint8Array): Module {
  const module: unknown = deserialiseValue(bytes);
  if (!isModule(module)) throw new InternalError('not an object file');
  return module;
}

/** Any part of a module as JSON. */
export function writeValue(value: unknown, { numberOf }: SourceTable): string {
  return JSON.stringify(value, (_key, v: unknown): unknown => special(v, numberOf) ?? v);
}

export function readValue(text: string, sources: readonly Source[]): unknown {
  return revive(JSON.parse(text), sources);
}

function special(value: unknown, numberOf: (source: Source) => number): Special | undefined {
  if (typeof value === 'bigint') return { $b: value.toString() };
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0)
      ? undefined
      : { $n: Object.is(value, -0) ? '-0' : String(value) };
  if (value instanceof Uint8Array) return { $u: Buffer.from(value).toString('base64') };
  return isSpan(value) ? { $s: [numberOf(value.source), value.from, value.to] } : undefined;
}

/** In place: what was just parsed is nobody else's. */
function revive(value: unknown, sources: readonly Source[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (typeof value[i] === 'object') value[i] = revive(value[i], sources);
    return value;
  }
  if ('$s' in value && Array.isArray(value.$s))
    return { source: sources[value.$s[0]], from: value.$s[1], to: value.$s[2] };
  if ('$b' in value && typeof value.$b === 'string') return BigInt(value.$b);
  if ('$n' in value) return Number(value.$n);
  if ('$u' in value && typeof value.$u === 'string') return new Uint8Array(Buffer.from(value.$u, 'base64'));
  return reviveFields(value, sources);
}

function reviveFields(fields: object, sources: readonly Source[]): object {
  for (const [key, v] of Object.entries(fields))
    if (typeof v === 'object' && v !== null) Reflect.set(fields, key, revive(v, sources));
  return fields;
}

function isSpan(value: unknown): value is Span {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    'from' in value &&
    'to' in value &&
    isSource(value.source)
  );
}

function isSource(value: unknown): value is Source {
  return typeof value === 'object' && value !== null && 'path' in value && 'text' in value;
}

function isModule(value: unknown): value is Module {
  return (
    typeof value === 'object' && value !== null && 'functions' in value && 'globals' in value && 'externs' in value
  );
}
