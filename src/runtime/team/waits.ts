/** How a thread waits for others: a count that grows whenever something has happened that somebody may wait for. */
export type Waits = {
  readonly seen: () => number;
  /** Until the count is no longer `seen` or the time is over; awake at first. */
  readonly pause: (seen: number, spinMicroseconds: number, sleepMilliseconds: number) => void;
  readonly stir: () => void;
};
