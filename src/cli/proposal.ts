/** What a user meant by a word that is none. */
import { nearest } from '../front/fortran/analyse/suggest.ts';

/** The end of a message: empty where no known word is near. `form`: the word as the user would write it. */
export function proposal(word: string, known: Iterable<string>, form: (meant: string) => string): string {
  const meant = nearest(word, known);
  return meant === undefined ? '' : `; did you mean ${form(meant)}?`;
}
