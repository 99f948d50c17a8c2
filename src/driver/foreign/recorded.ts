/**
 * How the system's C compiler was asked for an object, as its stand-in of `cufort with` notes it there: for each source the number of words, then the compiler, the folder,
 * the source and the words that it was given, each ended by a zero byte.
 */
import type { CLanguage, Options } from '../options.ts';
import { sectionOf } from './elf.ts';

export const recordSection = '.cufort.command';

export type Recorded = {
  readonly source: string;
  readonly options: Pick<Options, 'includePaths' | 'defines' | 'undefines' | 'includes' | 'language'>;
};

/** None where nothing is noted. */
export function recordedIn(object: Uint8Array): readonly Recorded[] {
  const section = sectionOf(object, recordSection);
  if (!section) return [];
  const words = new TextDecoder().decode(section).split('\0');
  const all: Recorded[] = [];
  for (let at = 0; at < words.length; ) {
    const count = Number(words[at]);
    if (!(count >= 4)) break;
    const [compiler = '', folder = '', source = '', ...rest] = words.slice(at + 1, at + count);
    all.push(recordedAs(compiler, folder, source, rest));
    at += count;
  }
  return all;
}

function recordedAs(compiler: string, folder: string, source: string, words: readonly string[]): Recorded {
  const from = (path: string): string => (path.startsWith('/') ? path : `${folder}/${path}`);
  const known = cWords(words);
  const all = (option: string): string[] => known.flatMap((w) => (w.option === option ? [w.value] : []));
  return {
    source: from(source),
    options: {
      includePaths: all('-I').map(from),
      defines: all('-D'),
      undefines: all('-U'),
      includes: all('-include'),
      language: all('-x').find(isLanguage) ?? languageOf(compiler),
    },
  };
}

const isLanguage = (word: string): word is CLanguage => word === 'c' || word === 'c++';

/** What a C++ compiler takes all sources for, also those of C. */
export function languageOf(compiler: string): CLanguage | undefined {
  return compiler.endsWith('++') ? 'c++' : undefined;
}

/** `option` is empty where a file is named. */
export type CWord = { readonly option: string; readonly value: string };

/** Options that mean something here, by what they mean; their values follow, at once or as the next word. */
const meant: Readonly<Record<string, string>> = {
  '-isystem': '-I',
  '-iquote': '-I',
  '-include': '-include',
  '-idirafter': '-I',
  '-I': '-I',
  '-D': '-D',
  '-U': '-U',
  '-L': '-L',
  '-l': '-l',
  '-o': '-o',
  '-x': '-x',
  '-MF': '-MF',
  '-MT': '-MT',
  '-MQ': '-MQ',
};

/** Options whose values are words of their own. */
const withValue: ReadonlySet<string> = new Set(['-arch', '-Xlinker', '-Xassembler', '-T', '-u', '-z']);

/** Words of the system's C compiler that mean something to ours; the others change no meaning. */
export function cWords(words: readonly string[]): readonly CWord[] {
  const known: CWord[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const spelling = Object.keys(meant).find((s) => word.startsWith(s));
    if (spelling !== undefined && !withValue.has(word)) {
      const value = word.length > spelling.length ? word.slice(spelling.length) : words[++i];
      if (value !== undefined) known.push({ option: meant[spelling] ?? spelling, value });
    } else if (withValue.has(word)) i++;
    else if (word === '-c' || word === '-MD' || word === '-MMD' || /^-O|^-g$|^-Wl,/.test(word))
      known.push({ option: word, value: '' });
    else if (!word.startsWith('-')) known.push({ option: '', value: word });
  }
  return known;
}
