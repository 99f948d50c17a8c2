/** The system's C compiler by its name, where it is asked for what cufort does: linking objects of ours, sources that include CUDA's headers. */
import { cWords, languageOf } from '../driver/foreign/recorded.ts';
import { runBuild } from './build.ts';

/** `words`: the compiler's name, then what it was given. Options that mean nothing here are left out. */
export function runAsC([compiler = 'cc', ...words]: readonly string[]): number {
  const language = languageOf(compiler);
  const known = cWords(words).flatMap(({ option, value }) => [option, value].filter((word) => word !== ''));
  return runBuild([...(language ? ['-x', language] : []), ...known]);
}
