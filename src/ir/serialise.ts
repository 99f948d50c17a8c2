/** A module as JSON text, for object files. Spans keep their sources, texts included, so that messages of the linker can show lines. */
import { InternalError } from '../base/impossible.ts';
import type { Source, Span } from '../base/source.ts';
import type { Module } from './module.ts';

/** Values that JSON has no form for: `b` bigint, `n` a number such as NaN or -0, `u` bytes in base64, `s` a span: source, from, to. */
type Special =
  | { readonly $b: string }
  | { readonly $n: string }
  | { readonly $u: string }
  | { readonly $s: readonly [number, number, number] };

export function serialise(module: Module): string {
  const sources: Source[] = [];
  const numbers = new Map<Source, number>();
  const numberOf = (source: Source): number => {
    const known = numbers.get(source);
    if (known !== undefined) return known;
    numbers.set(source, sources.length);
    return sources.push(source) - 1;
  };
  const body = JSON.stringify(module, (_key, value: unknown): unknown => special(value, numberOf) ?? value);
  return JSON.stringify({ sources, body });
}

export function deserialise(text: string): Module {
  const outer: unknown = JSON.parse(text);
  if (!isOuter(outer)) throw new InternalError('not an object file');
  const { sources } = outer;
  const module: unknown = JSON.parse(outer.body, (_key, value: unknown): unknown => revive(value, sources));
  if (!isModule(module)) throw new InternalError('not an object file');
  return module;
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

function revive(value: unknown, sources: readonly Source[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$b' in value && typeof value.$b === 'string') return BigInt(value.$b);
  if ('$n' in value) return Number(value.$n);
  if ('$u' in value && typeof value.$u === 'string') return new Uint8Array(Buffer.from(value.$u, 'base64'));
  if ('$s' in value && Array.isArray(value.$s))
    return { source: sources[value.$s[0]], from: value.$s[1], to: value.$s[2] };
  return value;
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

function isOuter(value: unknown): value is { sources: Source[]; body: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'body' in value &&
    typeof value.body === 'string' &&
    'sources' in value &&
    Array.isArray(value.sources)
  );
}

function isModule(value: unknown): value is Module {
  return (
    typeof value === 'object' && value !== null && 'functions' in value && 'globals' in value && 'externs' in value
  );
}
