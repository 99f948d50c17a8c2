/** The procedures that a program was in when it ended, the innermost first, with their files and lines. */
import type { Lines } from '../back/wasm/encode/artifact.ts';
import { lineAt } from '../base/line-table.ts';
import { isOfLibrary } from '../base/source.ts';
import { type Frame, framesOf } from './wasm-frames.ts';

/** So many frames of a deep recursion are enough. */
export const mostFrames = 40;
const mostLines = 20;
/** What allocates memory and compares characters on behalf of a statement: no place that a user would look at. */
const ownCode = /\/library\/fortran\/host\/cufort_\w+\.cuf$/;

/** Lines to be written behind a message, each with its end; '' where nothing is known. */
export function backtraceOf(error: unknown, lines: Lines): string {
  if (!lines) return '';
  const table = typeof lines === 'function' ? lines() : lines;
  const frames = ownFrames(error);
  const places = frames.flatMap(({ name, byte }) => {
    const at = lineAt(table, byte);
    return at && !ownCode.test(at.path) ? [`  in ${procedureOf(name)} at ${at.path}:${at.line}\n`] : [];
  });
  const shown = repeatsTogether(places);
  const more = frames.length >= mostFrames || shown.length > mostLines ? ['  …\n'] : [];
  return [...shown.slice(0, mostLines), ...more].join('');
}

/** The same as data, without what is the library's. */
export function framePlaces(error: unknown, lines: Lines): readonly FramePlace[] {
  const table = typeof lines === 'function' ? lines() : lines;
  if (!table) return [];
  return ownFrames(error).flatMap(({ name, byte }) => {
    const at = lineAt(table, byte);
    return at && !isOfLibrary(at) ? [{ procedure: name, ...at }] : [];
  });
}

/** Without what calls `main` of C, and what the compiler makes to tell of a failure. */
function ownFrames(error: unknown): readonly Frame[] {
  const frames = framesOf(error);
  return frames.filter(
    ({ name }, i) => !name.startsWith('cufort.') && (name !== 'main' || frames[i - 1]?.name !== 'main@c'),
  );
}

export type FramePlace = { readonly procedure: string; readonly path: string; readonly line: number };

/** Of `module.procedure`, `host.internal`, `main.team1` (a region of threads) and the like. */
function procedureOf(symbol: string): string {
  const procedure = symbol.replace(/(?:\.team\d+)+$/, '');
  if (procedure === 'main') return 'the main program';
  return procedure === '' ? 'a procedure' : procedure.replace(/^.*\./, '');
}

function repeatsTogether(places: readonly string[]): string[] {
  const shown: string[] = [];
  for (let i = 0; i < places.length; ) {
    const place = places[i] ?? '';
    let count = 1;
    while (places[i + count] === place) count++;
    shown.push(count > 2 ? place.replace('\n', ` (${count} times)\n`) : place.repeat(count));
    i += count;
  }
  return shown;
}
