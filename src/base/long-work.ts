/** Work that may take long asks now and then how long it has gone on; who sets up the process for long work is told, once for each of its limits. */

type Limit = readonly [milliseconds: number, then: () => void];

let next = Number.POSITIVE_INFINITY;
let limits: readonly Limit[] = [];

/** `limits`: in ascending order, milliseconds after the process began. */
export function whenWorkIsLong(those: readonly Limit[]): void {
  limits = those;
  next = limits[0]?.[0] ?? Number.POSITIVE_INFINITY;
}

/** Costs less than a microsecond. */
export function workGoesOn(): void {
  if (next === Number.POSITIVE_INFINITY || 1000 * process.uptime() < next) return;
  const [first] = limits;
  whenWorkIsLong(limits.slice(1));
  first?.[1]();
}
