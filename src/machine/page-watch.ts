/** What a program holds whose managed memory is watched: two tables with a byte for each page, on a simulated device. */
export const pageWatch = {
  /** 1 where the host does not have the page: it tells before it uses it. */
  missing: 'cufort.pages.missing',
  /** 1 where a kernel has used the page. */
  used: 'cufort.pages.used',
  /** What a driver moves at a time: 64 KiB. */
  bits: 16,
  /** So many pages are 16 GiB, as much as a program can have. */
  count: 1 << 18,
} as const;

export const watchedPageBytes = 1 << pageWatch.bits;

/** Where the tables lie in a program, and managed variables, which nobody allocates. */
export type WatchedPages = {
  readonly missing: number;
  readonly used: number;
  readonly variables: readonly { readonly at: number; readonly bytes: number }[];
};
