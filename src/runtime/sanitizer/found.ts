/** Findings as data: those of one kind at one place together. */

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
  count: number;
};

export type Place = { readonly path: string; readonly line: number; readonly column?: number };

export class Found {
  readonly #all = new Map<string, FoundProblem>();

  add(kind: string, title: string, details: readonly string[], at: Place | undefined): void {
    const { path, line, column = 1 } = at ?? { path: '', line: 0 };
    const name = `${kind} ${title} ${path} ${line} ${column}`;
    const known = this.#all.get(name);
    if (known) known.count++;
    else this.#all.set(name, { kind, title, details, path, line, column, count: 1 });
  }

  list(): readonly FoundProblem[] {
    return [...this.#all.values()];
  }
}
