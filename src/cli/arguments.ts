/** Reads the command line as nvfortran's users write it. An option not known is named in a warning. */

import { chunkWidths } from '../back/wasm/encode/artifact.ts';
import { part } from '../base/part.ts';
import { defaults, type Options, type WarningChoice } from '../driver/options.ts';
import { toolsOnDevice } from '../machine/check-tools.ts';
import { verifyPasses } from '../opt/watch.ts';
import { isDeep } from './deep-stack.ts';
import { optionRows, type Row } from './options.ts';
import { proposal } from './proposal.ts';

export type Arguments = {
  readonly options: Options;
  /** What follows `--`: the program's own arguments. */
  readonly programArguments: readonly string[];
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
};

/** Longest spelling first where one begins another. */
const spellings = Object.keys(optionRows).sort((a, b) => b.length - a.length);

export function readArguments(words: readonly string[]): Arguments {
  const errors: string[] = [];
  const warnings: string[] = [];
  let options: Options = {
    ...defaults,
    deep: isDeep(),
    chunk: chunkWidth(process.env.CUFORT_STRIP, errors),
    memory: memoryBits(process.env.CUFORT_MEMORY, errors),
    watchLoops: Number(process.env.CUFORT_KERNEL_TIMEOUT ?? 0) > 0,
    pages: (process.env.CUFORT_REPORT_PAGES ?? '0') !== '0',
    watchPasses: process.env.CUFORT_VERIFY_PASSES ? verifyPasses : undefined,
  };
  const split = words.indexOf('--');
  const own = split < 0 ? words : words.slice(0, split);
  for (let i = 0; i < own.length; i++) {
    const word = own[i]!;
    if (!word.startsWith('-') || word === '-') {
      options = { ...options, inputs: [...options.inputs, word] };
      continue;
    }
    const found = find(word);
    if (!found) {
      warnings.push(unknownOption(word));
      continue;
    }
    const { row, spelling, joined } = found;
    // `-L$(EMPTY) -lm`: the folder has no name.
    if (row.value === 'either' && joined === '' && /^-./.test(own[i + 1] ?? '')) continue;
    const needsNext = row.value === 'next' || (row.value === 'either' && joined === '');
    const value = needsNext ? joined.replace(/^=/, '') || own[++i] : joined;
    if (value === undefined) {
      errors.push(`option ${spelling} needs a value`);
      continue;
    }
    const change = row.apply(options, value, (text) => warnings.push(text));
    if ('problem' in change) errors.push(change.problem);
    else options = { ...options, ...change };
  }
  warnings.push(...unknownCodes(options.warnings));
  const isForSim = options.schedule !== undefined || [...(options.check ?? [])].some((t) => !toolsOnDevice.has(t));
  if (isForSim && options.device?.includes('cuda'))
    errors.push('--check race and sync, and --schedule, are for the simulated device: leave out --device cuda');
  return { options, programArguments: split < 0 ? [] : words.slice(split + 1), warnings, errors };
}

function unknownOption(word: string): string {
  return `option ${word} is not known and has no effect${proposal(word, spellings, (meant) => meant)}`;
}

/** Warnings and errors of the command line itself; true if there was an error. */
export function reportArguments(args: Pick<Arguments, 'warnings' | 'errors'>): boolean {
  for (const text of args.warnings) process.stderr.write(`warning: ${text}\n`);
  for (const text of args.errors) process.stderr.write(`error: ${text}\n`);
  return args.errors.length > 0;
}

function memoryBits(text: string | undefined, errors: string[]): Options['memory'] {
  if (!text) return undefined;
  if (text !== '32' && text !== '64') errors.push(`CUFORT_MEMORY takes 32 or 64, not '${text}'`);
  return text === '64' ? 64 : 32;
}

function chunkWidth(text: string | undefined, errors: string[]): Options['chunk'] {
  const width = chunkWidths.find((w) => String(w) === text);
  if (text && width === undefined) errors.push(`CUFORT_STRIP takes one of ${chunkWidths.join(', ')}, not '${text}'`);
  return width;
}

/** Codes of -W…, -Wno-… and -Werror=… that no message has. */
function unknownCodes(choice: WarningChoice): string[] {
  const named = [...choice.on, ...choice.off, ...(choice.errors === 'all' ? [] : choice.errors)];
  if (named.length === 0) return [];
  const { pages } = part<typeof import('../front/fortran/errors/pages/all-pages.ts')>(
    import.meta.url,
    '../front/fortran/errors/pages/all-pages.ts',
  );
  return named.filter((code) => !(code in pages)).map((code) => `there is no message ${code} to choose`);
}

function find(word: string): { row: Row; spelling: string; joined: string } | undefined {
  for (const spelling of spellings) {
    const row = optionRows[spelling]!;
    if (word === spelling) return { row, spelling, joined: '' };
    const joinable =
      row.value === 'joined' || row.value === 'either' || (row.value === 'next' && word.startsWith(`${spelling}=`));
    if (joinable && word.startsWith(spelling)) return { row, spelling, joined: word.slice(spelling.length) };
  }
  return undefined;
}
