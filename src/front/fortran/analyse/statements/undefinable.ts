import type { Span } from '../../../../base/source.ts';

/** Why not, as a part of a sentence, with the place that says so. */
export type Undefinable = { readonly why: string; readonly at?: Span; readonly note?: string };
