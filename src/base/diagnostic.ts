import type { Span } from './source.ts';

/** A message to the user, as data: terminal, editor and page render the same value. */
export type Diagnostic = {
  readonly severity: 'error' | 'warning' | 'remark';
  /** In words: `host-array-on-device`. */
  readonly code: string;
  /** Lower case, no full stop, makes sense alone. */
  readonly message: string;
  /** The first is primary: it says what; the others say why. */
  readonly labels: readonly Label[];
  readonly notes?: readonly string[];
  /** Code to paste, or what to do. */
  readonly help?: string;
  /** It tells what became of a directive, in nvfortran's form: in which procedure, and which line inside of a construct. */
  readonly account?: { readonly procedure: string; readonly under?: Span };
};

export type Label = { readonly at: Span; readonly text?: string };

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => d.severity === 'error');
}
