/** Work that may take long asks now and then how long it has gone on; who sets up the process for long work is told once. */

let limit = Number.POSITIVE_INFINITY;
let tell = (): void => {};

/** `milliseconds` after the process began. */
export function whenWorkIsLong(milliseconds: number, then: () => void): void {
  limit = milliseconds;
  tell = then;
}

/** Costs less than a microsecond. */
export function workGoesOn(): void {
  if (limit === Number.POSITIVE_INFINITY || performance.now() < limit) return;
  limit = Number.POSITIVE_INFINITY;
  tell();
}
