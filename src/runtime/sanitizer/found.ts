/** Findings as data: those of one kind at one place together. */
import { symbolOf } from '../../machine/symbols.ts';
import type { Backtrace } from './allocations.ts';
import { fileName } from './file-name.ts';

export type FoundProblem = {
  /** `memory`, `init`, `race`, `sync`, `leak` or `api`. */
  readonly kind: string;
  readonly title: string;
  /** Of the first. */
  readonly details: readonly string[];
  /** '' where the place is not known. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** That it stands in; '' where it is not known. */
  readonly procedure: string;
  /** Of host code. */
  readonly frames: Backtrace;
  count: number;
};

/** A finding that nobody wants to hear of: what it says must be so. */
export type Suppression = SuppressedPlace & {
  readonly kind?: string;
  /** How its title begins. */
  readonly text?: string;
  /** The innermost of its frames. */
  readonly frames: readonly SuppressedPlace[];
  /** The real tool's: among those of libraries and of what starts a program the procedures of host code, all in their order. */
  readonly isWholeStack?: boolean;
};
type SuppressedPlace = { readonly procedure?: string; readonly file?: string; readonly line?: number };

export function isSuppressed(
  suppressions: readonly Suppression[],
  found: Omit<FoundProblem, 'count' | 'details'>,
): boolean {
  return suppressions.some(
    (s) =>
      (s.kind === undefined || s.kind === found.kind) &&
      (s.text === undefined || found.title.startsWith(s.text)) &&
      isAt(s, found) &&
      (s.isWholeStack ? areAmong(found.frames, s.frames) : s.frames.every((f, i) => isAt(f, found.frames[i]))),
  );
}

function areAmong(frames: Backtrace, stack: readonly SuppressedPlace[]): boolean {
  let at = 0;
  for (const { procedure } of stack) if (procedure === symbolOf(frames[at]?.procedure ?? '')) at++;
  return at === frames.length;
}

function isAt(s: SuppressedPlace, at: Backtrace[number] | undefined): boolean {
  return (
    (s.procedure === undefined || s.procedure === symbolOf(at?.procedure ?? '')) &&
    (s.file === undefined || fileName(s.file) === fileName(at?.path ?? '')) &&
    (s.line === undefined || s.line === at?.line)
  );
}

export type Place = {
  readonly path: string;
  readonly line: number;
  readonly column?: number;
  readonly procedure?: string;
};

export class Found {
  readonly #all = new Map<string, FoundProblem>();

  add(found: Omit<FoundProblem, 'count'>): void {
    const { kind, title, path, line, column } = found;
    const name = `${kind} ${title} ${path} ${line} ${column}`;
    const known = this.#all.get(name);
    if (known) known.count++;
    else this.#all.set(name, { ...found, count: 1 });
  }

  list(): readonly FoundProblem[] {
    return [...this.#all.values()];
  }
}
