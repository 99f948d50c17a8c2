/**
 * What an executable carries of its program besides code: the modules that it was linked from, so that tools can make it anew with what they need in it. Of its sources
 * it carries where lines begin and end, not what they say.
 */
import { deserialize, serialize } from 'node:v8';
import { zlib } from '../base/node-parts.ts';
import type { Module } from '../ir/module.ts';
import type { Files } from './files.ts';
import type { Options } from './options.ts';
import type { Inputs } from './program.ts';

const quickly = () => ({ params: { [zlib().constants.ZSTD_c_compressionLevel]: 1 } });

export type Carried = {
  readonly modules: readonly Module[];
  readonly members: readonly Module[];
  readonly options: Pick<Options, 'gpu' | 'reassociate' | 'memory'>;
};

/** Undefined where parts of the program are machine code. */
export function carriedModules(inputs: Inputs, options: Options): Uint8Array | undefined {
  const { foreign } = inputs;
  if (foreign.sources.length + foreign.objects.length > 0) return undefined;
  const modules = [...inputs.units.map((u) => u.module), ...inputs.objects];
  const { gpu, reassociate, memory } = options;
  const whole: unknown = deserialize(
    serialize({ modules, members: inputs.members, options: { gpu, reassociate, memory } }),
  );
  for (const source of sourcesIn(whole)) source.text = blank(source.text);
  return zlib().zstdCompressSync(serialize(whole), quickly());
}

/** Undefined where the bytes are of another version of cufort. What sources say comes from their files, where these are as they were. */
export function readCarried(bytes: Uint8Array, files: Files): Carried | undefined {
  let value: unknown;
  try {
    value = deserialize(zlib().zstdDecompressSync(bytes));
  } catch {
    return undefined;
  }
  for (const source of sourcesIn(value)) {
    const content = source.path === '' ? { reason: '' } : files.read(source.path);
    if ('text' in content && blank(content.text) === source.text) source.text = content.text;
  }
  return isCarried(value) ? value : undefined;
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

type OpenSource = { path: string; text: string };

/** All sources that spans of the value name, each once. */
function sourcesIn(value: unknown): ReadonlySet<OpenSource> {
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

function isCarried(value: unknown): value is Carried {
  return typeof value === 'object' && value !== null && 'modules' in value && 'members' in value && 'options' in value;
}
