/** What a running program tells of itself, for profilers: one record for each event, in the order of time. */

/** A stretch of the host's time with a name begins (push, start) or ends (pop, end), or a moment is marked: NVTX. */
export type Annotation = {
  readonly what: 'push' | 'pop' | 'start' | 'end' | 'mark';
  readonly label: string;
  /** Of ranges that need not nest; 0 of others. */
  readonly id: bigint;
  /** ARGB; absent where the program gives none. */
  readonly color?: number;
  readonly category?: number;
  /** What the program calls it. */
  readonly categoryName?: string;
  readonly payload?: number;
  /** Whose range or moment it is: each domain has a stack of ranges of its own. */
  readonly domain?: string;
};

/** `time`: microseconds since the program started. */
export type ReportEvent = { readonly kind: 'nvtx'; readonly time: number } & Annotation;
export type Report = (event: ReportEvent) => void;
