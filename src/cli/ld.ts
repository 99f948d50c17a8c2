/** What `ld -r` is asked for, where cufort's objects are joined. */
import { noInput, notAnObject } from '../driver/messages.ts';
import { joinObjects } from '../driver/objects.ts';
import { usualWarnings } from '../driver/options.ts';
import { isArchive, isObject } from '../driver/sources.ts';
import { disk } from './disk.ts';
import { report } from './report.ts';

/** Options of `ld` that take the next word; the others stand alone. */
const withValue = new Set(['-m', '-L', '-T', '-e', '-z', '-u', '-y', '-Map', '--sysroot']);

export function runLd(words: readonly string[]): number {
  const inputs: string[] = [];
  let output = 'a.out';
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === '-o') output = words[++i] ?? output;
    else if (withValue.has(word)) i++;
    else if (word !== '' && !word.startsWith('-')) inputs.push(word);
  }
  return join(inputs, output);
}

/** Objects, and static libraries as a whole, become one object. */
export function join(inputs: readonly string[], output: string): number {
  const strange = inputs.find((path) => !isObject(path) && !isArchive(path));
  const problem =
    inputs.length === 0 ? noInput(undefined) : strange ? notAnObject(strange) : joinObjects(inputs, output, disk);
  return problem && report([problem], usualWarnings) ? 1 : 0;
}
