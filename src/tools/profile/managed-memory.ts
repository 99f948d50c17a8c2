/** Managed memory that moved, and pages that somebody missed: nsys's reports of unified memory. */
import type { Recording } from './recording.ts';
import { grouped } from './statistics.ts';
import type { Cell } from './table.ts';

type Moved = { toDevice: number; toHost: number; time: number; byHost: number; byDevice: number };

/** A row for each address at which pages moved or were missed; the fastest first, then those with most bytes. */
export function managedRows({ migrations, faults }: Recording, most: number): readonly (readonly Cell[])[] {
  const all = new Map<bigint, Moved>();
  const at = (address: bigint | number): Moved => {
    const place = BigInt(address);
    const known = all.get(place) ?? { toDevice: 0, toHost: 0, time: 0, byHost: 0, byDevice: 0 };
    all.set(place, known);
    return known;
  };
  for (const { address, direction, bytes, start, end } of migrations) {
    const moved = at(address);
    moved[direction === 'HtoD' ? 'toDevice' : 'toHost'] += bytes;
    moved.time += end - start;
  }
  for (const { address, by, count } of faults) at(address)[by === 'host' ? 'byHost' : 'byDevice'] += count;
  const speedOf = ({ toDevice, toHost, time }: Moved): number => (time === 0 ? 0 : (toDevice + toHost) / time);
  return [...all]
    .toSorted(
      ([, a], [, b]) => speedOf(b) - speedOf(a) || b.toDevice + b.toHost - a.toDevice - a.toHost || b.byHost - a.byHost,
    )
    .slice(0, most)
    .map(([address, moved]) => [
      addressText(address),
      some(moved.toDevice),
      some(moved.toHost),
      some(moved.byHost),
      some(moved.byDevice),
      some(1000 * speedOf(moved)),
    ]);
}

export function managedTotals({ migrations, faults }: Recording): readonly (readonly Cell[])[] {
  if (migrations.length + faults.length === 0) return [];
  const bytes = (wanted: string): number =>
    migrations.reduce((sum, m) => sum + (m.direction === wanted ? m.bytes : 0), 0);
  const missed = (by: string): number => faults.reduce((sum, f) => sum + (f.by === by ? f.count : 0), 0);
  const addresses = [...migrations, ...faults].map(({ address }) => BigInt(address));
  const least = addresses.reduce((a, b) => (b < a ? b : a));
  const most = addresses.reduce((a, b) => (b > a ? b : a));
  return [
    [
      some(bytes('HtoD')),
      some(bytes('DtoH')),
      missed('host'),
      some(missed('device')),
      addressText(least),
      addressText(most),
    ],
  ];
}

/** Lines of the host at which pages were missed. */
export function hostFaultRows({ faults }: Recording): readonly (readonly Cell[])[] {
  const places = grouped(
    faults.filter(({ by }) => by === 'host'),
    ({ place }) => place,
  );
  return [...places]
    .map(([place, missed]) => ({ place, count: missed.reduce((sum, f) => sum + f.count, 0) }))
    .toSorted((a, b) => b.count - a.count)
    .map(({ place, count }) => {
      const colon = place.lastIndexOf(':');
      return [count, '', place.slice(0, Math.max(0, colon)), place.slice(colon + 1)];
    });
}

/** What there is none of is left out, as where SQL has no row. */
function some(amount: number): number | undefined {
  return amount === 0 ? undefined : amount;
}

function addressText(address: bigint): string {
  return `0x${address.toString(16).toUpperCase()}`;
}
