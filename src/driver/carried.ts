/**
 * What an executable carries of its program besides code: the modules that it was linked from, so that tools can make it anew with what they need in it. Of its sources
 * it carries where lines begin and end, not what they say.
 */
import type { Module } from '../ir/module.ts';
import { blank, packBlanked, sourcesIn, unpackBlanked } from './blanked.ts';
import type { Files } from './files.ts';
import type { Options } from './options.ts';
import type { Inputs } from './program.ts';

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
  return packBlanked({ modules, members: inputs.members, options: { gpu, reassociate, memory } });
}

/** Undefined where the bytes are of another version of cufort. What sources say comes from their files, where these are as they were. */
export function readCarried(bytes: Uint8Array, files: Files): Carried | undefined {
  let value: unknown;
  try {
    value = unpackBlanked(bytes);
  } catch {
    return undefined;
  }
  for (const source of sourcesIn(value)) {
    const content = source.path === '' ? { reason: '' } : files.read(source.path);
    if ('text' in content && blank(content.text) === source.text) source.text = content.text;
  }
  return isCarried(value) ? value : undefined;
}

function isCarried(value: unknown): value is Carried {
  return typeof value === 'object' && value !== null && 'modules' in value && 'members' in value && 'options' in value;
}
