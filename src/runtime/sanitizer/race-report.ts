/** Races as reports: of each first side all that collide with it together. */
import { isOfLibrary } from '../../base/source.ts';
import type { CheckSite } from '../../machine/check-record.ts';
import type { Trace } from './allocations.ts';
import { type HazardParts, hazardReport, type Shape } from './hazard-text.ts';
import { type Hazard, ofHost, type Races, type Side } from './races.ts';
import { grouped, placeText, sourceLines } from './report-text.ts';
import type { Reporter } from './reporter.ts';
import type { CheckSettings } from './settings.ts';

/** A copy or a fill that races may be with. */
export type Transfer = { readonly name: string; readonly from: Trace };

export type RaceParts = {
  readonly siteOf: (id: number) => CheckSite | undefined;
  /** By numbers below 0. */
  readonly transfers: readonly Transfer[];
  /** Of works, where single hazards are told. */
  readonly shapeOf: (work: number) => Shape | undefined;
  /** Whether findings of a kernel are asked for, in this work. */
  readonly isMeant: (kernel: string, work: number) => boolean;
};

export class RaceReport {
  readonly #settings: CheckSettings;
  readonly #reporter: Reporter;
  readonly #parts: RaceParts;

  constructor(settings: CheckSettings, reporter: Reporter, parts: RaceParts) {
    this.#settings = settings;
    this.#reporter = reporter;
    this.#parts = parts;
  }

  /** All that collide with one access together. Threads of one warp are told of in a warning, but for a statement that overwrites what it stores: they often run together. */
  tell(races: Races): void {
    let [errors, warnings] = [0, 0];
    for (const group of groupsOf(races.hazards.values())) {
      const [{ first }] = group;
      if (isOfLibrary({ path: this.#parts.siteOf(first.site)?.path ?? '' })) continue;
      const overwritten = group.find(isOverwritten);
      const isWarning = !overwritten && group.every((h) => h.inWarps);
      const title = `${isWarning ? 'Warning' : 'Error'}: Race reported between ${first.how} access ${this.#sideOf(first)}`;
      const others = group.map(
        ({ second, count }) => `and ${second.how} access ${this.#sideOf(second)} [${plural(count, 'hazard')}]`,
      );
      const sources = [first, ...group.map((h) => h.second)].map((side) => this.#sourceOf(side).join('\n'));
      const shown = [...new Set(sources)].flatMap((lines) => (lines === '' ? [] : lines.split('\n')));
      const details = [...others, ...shown, ...this.#raceHelp(overwritten ?? group[0], isWarning)];
      const transfer = this.#parts.transfers[-first.site - 1]?.from;
      const at = this.#parts.siteOf(first.site) ?? transfer?.()[0];
      if (!this.#parts.isMeant(this.#parts.siteOf(first.site)?.kernel ?? '', first.work)) continue;
      if (isWarning && !this.#settings.warns) continue;
      if (!this.#reporter.keep('race', title, details, at, transfer ?? (() => []))) continue;
      if (isWarning) warnings++;
      else errors++;
      if (errors + warnings > this.#settings.printLimit) continue;
      if (this.#settings.races !== 'analysis') this.#tellHazards(group);
      if (this.#settings.races !== 'hazard') this.#reporter.show(title, details);
    }
    this.#reporter.counts(errors + (this.#settings.failsOnWarnings ? warnings : 0), errors + warnings);
    const counts = `(${plural(errors, 'error')}, ${plural(warnings, 'warning')})`;
    this.#reporter.line(`RACECHECK SUMMARY: ${plural(errors + warnings, 'hazard')} displayed ${counts}`);
  }

  /** `--racecheck-report hazard`. */
  #tellHazards(group: readonly Hazard[]): void {
    const parts: HazardParts = {
      siteOf: (id) => this.#parts.siteOf(id),
      placeOf: (side) => this.#sideOf(side),
      shapeOf: (work) => this.#parts.shapeOf(work),
      countsFrom: this.#settings.countsFrom,
    };
    for (const sample of group.flatMap((h) => h.samples)) {
      const { title, details } = hazardReport(sample, parts);
      this.#reporter.show(title, details);
    }
  }

  #raceHelp({ first, second }: Hazard, inWarps: boolean): readonly string[] {
    if (second.work === ofHost)
      return [
        first.site < 0
          ? 'help: the copy may still go on: wait for its stream before host code uses the memory'
          : 'help: the kernel may still run: call cudaDeviceSynchronize() before host code uses managed data',
      ];
    return raceHelp(
      this.#parts.siteOf(first.site),
      this.#parts.siteOf(second.site),
      first.work === second.work,
      inWarps,
    );
  }

  #sideOf({ site: id }: Side): string {
    const site = this.#parts.siteOf(id);
    const { names } = this.#reporter;
    if (site) return placeText(names, site);
    const transfer = this.#parts.transfers[-id - 1];
    const at = transfer?.from()[0];
    return `by ${transfer?.name ?? 'a transfer'}${at ? ` in ${names.file(at.path)}:${at.line}` : ''}`;
  }

  #sourceOf({ site: id }: Side): readonly string[] {
    const site = this.#parts.siteOf(id);
    return site ? sourceLines(site) : [];
  }
}

function raceHelp(
  a: CheckSite | undefined,
  b: CheckSite | undefined,
  ofOneLaunch: boolean,
  inWarps: boolean,
): readonly string[] {
  if (!ofOneLaunch)
    return ['help: let the second wait for the first: one stream for both, an event, or a synchronisation'];
  if (a && a.id === b?.id)
    return ['help: let one thread do it, use an atomic operation, or give each thread a place of its own'];
  if (inWarps) return ['help: call syncwarp() between the two: the lanes of a warp need not run together'];
  if (a?.space === 'shared' || b?.space === 'shared') return ['help: call syncthreads() between the two'];
  return [
    'help: threads of a block can call syncthreads() between the two; blocks need another launch or atomic operations',
  ];
}

/** One statement stores other values to one place: whichever lane comes last, something is lost. */
function isOverwritten({ first, second }: Hazard): boolean {
  return first.site === second.site && second.how === 'Write' && first.work === second.work;
}

/** Those with one first side together. */
function groupsOf(hazards: Iterable<Hazard>): readonly (readonly [Hazard, ...Hazard[]])[] {
  const groups = new Map<string, [Hazard, ...Hazard[]]>();
  for (const h of hazards) {
    const name = `${h.first.site} ${h.first.how} ${h.first.work === h.second.work}`;
    const group = groups.get(name);
    if (group) group.push(h);
    else groups.set(name, [h]);
  }
  return [...groups.values()];
}

function plural(count: number, what: string): string {
  return `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;
}
