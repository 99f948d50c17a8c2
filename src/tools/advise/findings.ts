/** What slows a kernel down, as rows: when it does, what is said, and what its counts would be without it. The gain is the model's for those counts. */
import type { Span } from '../../base/source.ts';
import { isOfStatements } from '../../machine/kernel.ts';
import type { DeviceModel } from '../../machine/models.ts';
import { Counts, type Site } from './counts.ts';
import type { Gpu } from './gpu.ts';
import { wordsAt } from './language-words.ts';
import type { Observed } from './observer.ts';
import { type Launched, type Prediction, predict } from './predict.ts';
import { nameOf, placeText, referenceOf, referencesAt, textOfLine } from './source-words.ts';

export type Finding = {
  readonly code: string;
  readonly at: Span;
  readonly message: string;
  readonly help: string;
  /** Microseconds of a launch with what is found, and without. */
  readonly before: number;
  readonly after: number;
  readonly times: number;
  /** The array that it is about. */
  readonly array?: string | undefined;
};

export type Seen = {
  readonly observed: Observed;
  readonly launched: Launched;
  readonly prediction: Prediction;
  readonly gpu: Gpu;
  readonly model: DeviceModel;
};

/** `after`: microseconds without it, where counts do not tell. */
type Found = {
  readonly at: Span;
  readonly message: string;
  readonly help: string;
  readonly without: Launched;
  readonly after?: number;
  readonly array?: string | undefined;
};
type Rule = { readonly code: string; readonly find: (seen: Seen) => readonly Found[] };

/** A finding is told where it gains so much of the kernel's time. */
const least = 0.08;

export function findingsOf(seen: Seen): readonly Finding[] {
  const { observed, prediction, gpu, model } = seen;
  return rules
    .flatMap(({ code, find }) =>
      find(seen).map(({ at, message, help, without, after, array }) => ({
        code,
        at,
        message,
        help,
        before: prediction.time,
        after: after ?? Math.min(prediction.time, predict(without, gpu, model).time),
        times: observed.times,
        ...(array !== undefined && { array }),
      })),
    )
    .filter(({ before, after }) => before - after > least * before && before - after > 0.3)
    .toSorted((a, b) => b.before - b.after - (a.before - a.after));
}

/** The launch with other counts of some sites. */
function changed(seen: Seen, sites: readonly Site[], change: (site: Site) => Partial<Site>): Launched {
  const { launched } = seen;
  const wanted = new Set(sites);
  return {
    ...launched,
    counts: copied(launched.counts, (site) => (wanted.has(site) ? { ...site, ...change(site) } : site)),
  };
}

function copied(counts: Counts, change: (site: Site) => Site): Counts {
  const copy = new Counts();
  Object.assign(copy, {
    instructions: { ...counts.instructions },
    sites: counts.sites.map(change),
    branches: counts.branches,
    blocks: counts.blocks,
    warps: counts.warps,
    blockCycles: [...counts.blockCycles],
    beyond: counts.beyond,
    endCycles: [...counts.endCycles],
    exchanges: counts.exchanges,
    extents: counts.extents,
    read: new Map(counts.read),
    written: new Map(counts.written),
    scattered: new Map(),
  });
  return copy;
}

function scaled(counts: Counts, by: Partial<Record<keyof Counts['instructions'], number>>, cycles = 1): Counts {
  const copy = copied(counts, (site) => site);
  for (const [unit, factor] of Object.entries(by))
    if (unit in copy.instructions) copy.instructions[unit as keyof Counts['instructions']] *= factor ?? 1;
  copy.blockCycles.splice(0, copy.blockCycles.length, ...counts.blockCycles.map((c) => c * cycles));
  copy.endCycles = counts.endCycles.map((c) => c * cycles);
  return copy;
}

const rules: readonly Rule[] = [
  { code: 'uncoalesced', find: uncoalesced },
  { code: 'bank-conflicts', find: bankConflicts },
  { code: 'divergence', find: divergence },
  { code: 'too-few-blocks', find: tooFewBlocks },
  { code: 'tail', find: tail },
  { code: 'low-occupancy', find: lowOccupancy },
  { code: 'small-blocks', find: smallBlocks },
  { code: 'double-literal', find: doubleLiterals },
  { code: 'integer-division', find: integerDivision },
  { code: 'atomic-contention', find: atomicContention },
  { code: 'local-memory', find: localMemory },
  { code: 'constant-scatter', find: constantScatter },
  { code: 'small-launches', find: smallLaunches },
  { code: 'uneven-work', find: unevenWork },
  { code: 'register-spills', find: registerSpills },
  { code: 'memory-again', find: againInMemory },
  { code: 'dependent-work', find: dependentWork },
];

/** Sites of one line and one array together. */
function groups(sites: readonly Site[]): readonly (readonly Site[])[] {
  const found = new Map<string, Site[]>();
  for (const site of sites) {
    const key = `${placeText(site.at)} ${site.what} ${site.base}`;
    const group = found.get(key) ?? [];
    group.push(site);
    found.set(key, group);
  }
  return [...found.values()];
}

const sum = (sites: readonly Site[], of: (site: Site) => number): number => sites.reduce((s, site) => s + of(site), 0);

function uncoalesced(seen: Seen): readonly Found[] {
  const { counts } = seen.observed;
  const scattered = counts.sites.filter(
    (s) => s.space === 'global' && s.what !== 'atomic' && s.sectors >= 2 * s.least && coverage(s, counts.sites) < 0.5,
  );
  return [...Map.groupBy(scattered, ({ at }) => placeText(at)).values()].map((all) => {
    const sites = worst(all);
    const [site] = sites as [Site];
    const reference = referenceOf(site, seen.observed.fn);
    const requests = sum(sites, (s) => s.requests);
    const [sectors, ideal] = [sum(sites, (s) => s.sectors) / requests, sum(sites, (s) => s.least) / requests];
    const stride = strideOf(sites);
    const elements = Math.abs(stride) / site.bytes;
    const name = reference?.text ?? `this ${site.what}`;
    const how = Number.isNaN(stride)
      ? 'neighbouring threads go to places that have nothing to do with each other'
      : `neighbouring threads are ${elements} elements (${Math.abs(stride)} bytes) apart`;
    const verb = site.what === 'load' ? 'read' : 'written';
    const used = (100 * ideal) / sectors;
    const others = all.length > sites.length ? '; others of this line are like it' : '';
    return {
      at: site.at,
      message: `\`${name}\` is ${verb} in ${sectors.toFixed(1)} sectors of 32 bytes for each request of a warp, ${ideal.toFixed(1)} would do (${used.toFixed(0)} % of the bytes that move are used): ${how}${others}`,
      help: uncoalescedHelp(seen, reference?.subscripts, stride),
      without: coalesced(seen, all),
      array: reference?.name,
    };
  });
}

/** What part of the bytes between two threads the kernel's accesses of the same array take together: components of one structure. */
function coverage(site: Site, sites: readonly Site[]): number {
  const stride = Math.abs(strideOf([site]));
  const alike = sites.filter((s) => s.base === site.base && s.what === site.what && Math.abs(strideOf([s])) === stride);
  // Components that lie together are in the first-level cache once one of them was loaded.
  const beyond = sum(alike, (s) => s.sectors - s.hits);
  if (site.what === 'load' && beyond > 1.5 * sum(alike, (s) => s.least)) return 0;
  return stride > 128 ? 0 : sum(alike, (s) => s.bytes) / stride;
}

/** Those of the array that moves most in vain. */
function worst(sites: readonly Site[]): readonly Site[] {
  const vain = (group: readonly Site[]): number => sum(group, (s) => s.sectors - s.least + 8 * s.partial);
  return groups(sites).toSorted((a, b) => vain(b) - vain(a))[0] ?? sites;
}

/** The distance in bytes that most requests have. */
function strideOf(sites: readonly Site[]): number {
  const steps = new Map<number, number>();
  for (const site of sites) for (const [step, times] of site.strides) steps.set(step, (steps.get(step) ?? 0) + times);
  return [...steps].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? Number.NaN;
}

function uncoalescedHelp({ observed }: Seen, subscripts: string | undefined, stride: number): string {
  const { fastest, x } = wordsAt(observed.fn.at);
  if (Number.isNaN(stride)) return 'sort the indices, so that threads side by side read places side by side';
  if (isOfStatements(observed.kernel))
    return 'let the innermost loop, whose iterations are the threads side by side, run over the first subscript';
  const all = subscripts?.split(',').map((one) => one.trim()) ?? [];
  return all.length > 1
    ? `let ${x} decide the ${fastest} subscript (\`${all.at(fastest === 'first' ? 0 : -1)}\` does not depend on it so), or go through a shared tile`
    : 'let threads side by side take elements side by side: one array for each component in place of structures, or a shared tile';
}

function coalesced(seen: Seen, sites: readonly Site[]): Launched {
  const launched = changed(seen, sites, (s) => ({
    sectors: s.least,
    lines: Math.ceil(s.least / 4),
    passes: Math.ceil((s.lanes * s.bytes) / 128),
    partial: 0,
    hits: 0,
  }));
  const { counts } = launched;
  for (const traffic of [counts.read, counts.written]) {
    const is = traffic === counts.read ? 'load' : 'store';
    const all = seen.observed.counts.sites.filter((s) => s.space === 'global' && s.what === is);
    const before = sum(all, (s) => s.sectors - s.hits);
    const mine = all.filter((s) => sites.includes(s));
    const after =
      before - sum(mine, (s) => s.sectors - s.hits) + sum(mine, (s) => Math.min(s.least, s.sectors - s.hits));
    if (before > 0) for (const [allocation, n] of traffic) traffic.set(allocation, (n * after) / before);
    counts.beyond -= before - after;
  }
  return launched;
}

function bankConflicts(seen: Seen): readonly Found[] {
  const conflicted = seen.observed.counts.sites.filter(
    (s) => s.space === 'shared' && s.what !== 'atomic' && s.passes >= 1.5 * s.least,
  );
  return groups(conflicted).map((sites) => {
    const [site] = sites as [Site];
    const ways = sum(sites, (s) => s.passes) / sum(sites, (s) => s.least);
    const reference = referenceOf(site, seen.observed.fn);
    const words = Math.abs(strideOf(sites)) / 4;
    const why = Number.isNaN(words)
      ? ''
      : `: neighbouring threads are ${words} words of 4 bytes apart, and there are 32 banks`;
    return {
      at: site.at,
      message: `\`${reference?.text ?? 'shared memory'}\` needs ${ways.toFixed(1)} passes over the banks of shared memory where one would do${why}`,
      help: `give the ${wordsAt(site.at).fastest} extent of \`${reference?.name ?? 'the shared array'}\` one element more`,
      without: changed(seen, sites, (s) => ({ passes: s.least })),
      array: reference?.name,
    };
  });
}

function divergence(seen: Seen): readonly Found[] {
  const { counts } = seen.observed;
  const split = counts.branches.filter((b) => b.divergent > 0.2 * b.runs && b.lost > 0.25 * b.lanes);
  const active = counts.activeLanes / Math.max(1, counts.issued);
  if (active > 0.85) return [];
  const [worst] = split.toSorted((a, b) => b.lost - a.lost);
  if (!worst) return [];
  const part = (100 * worst.divergent) / worst.runs;
  const by = { fp32: active, fp64: active, int: active, special: active, control: active };
  return [
    {
      at: worst.at,
      message: `threads of a warp part here in ${part.toFixed(0)} % of its runs: in all, ${(100 * (1 - active)).toFixed(0)} % of the lanes do nothing while others work`,
      help: 'let whole warps take a side: decide by something that is equal for 32 threads side by side, or sort the work',
      without: { ...seen.launched, counts: scaled(counts, by, active) },
    },
  ];
}

function tooFewBlocks(seen: Seen): readonly Found[] {
  const { launched, model, observed } = seen;
  const many = model.multiProcessorCount;
  if (launched.blocks >= many || launched.threads * launched.blocks < 64) return [];
  const finer = Math.min(many * 8, (launched.blocks * launched.threads) / 64);
  if (finer < 2 * launched.blocks) {
    return [
      {
        at: observed.fn.at,
        message: `${launched.blocks} blocks for ${many} multiprocessors: ${many - launched.blocks} of them do nothing`,
        help: 'give each thread less to do, so that there are more threads: loops within a thread that do not depend on each other become dimensions of the grid',
        without: { ...launched, blocks: many, counts: spread(launched, many) },
      },
    ];
  }
  return [
    {
      at: observed.fn.at,
      message: `${launched.blocks} blocks of ${launched.threads} threads for ${many} multiprocessors: ${many - launched.blocks} of them do nothing`,
      help: fewerThreadsHelp(launched.threads),
      without: { ...launched, blocks: many, counts: spread(launched, many) },
    },
  ];
}

function fewerThreadsHelp(threads: number): string {
  const parts =
    'let several threads share what one does now (a warp for each row, whose lanes take every 32nd element)';
  return threads > 128
    ? `take smaller blocks, of 64 or 128 threads, or ${parts}`
    : `${parts}, or take blocks of 64 threads or fewer`;
}

/** The same work in more blocks. */
function spread({ counts, blocks }: Launched, many: number): Counts {
  const copy = scaled(counts, {}, Math.max(0.2, blocks / many));
  copy.blocks = (counts.blocks * many) / blocks;
  return copy;
}

function tail(seen: Seen): readonly Found[] {
  const { launched, prediction, observed, model } = seen;
  const { waves } = prediction;
  const lost = Math.ceil(waves) / waves - 1;
  if (waves <= 1 || waves > 6 || lost < 0.15) return [];
  const full = Math.floor(waves) * model.multiProcessorCount * observed.occupancy.blocks;
  return [
    {
      at: observed.fn.at,
      message: `${launched.blocks} blocks are ${waves.toFixed(2)} waves of ${model.multiProcessorCount * observed.occupancy.blocks}: while the last ones run most of the GPU waits`,
      help: `let ${full} blocks go through the work in a loop (\`${wordsAt(observed.fn.at).gridLoop}\`), or choose blocks that fill whole waves`,
      without: { ...launched, blocks: full, counts: spreadCycles(launched, launched.blocks / full) },
    },
  ];
}

function spreadCycles({ counts }: Launched, by: number): Counts {
  const copy = scaled(counts, {}, by);
  copy.blocks = counts.blocks / by;
  return copy;
}

function lowOccupancy(seen: Seen): readonly Found[] {
  const { observed, launched, prediction } = seen;
  const { occupancy, registers, shared } = observed;
  if (occupancy.share >= 0.5 || prediction.waves < 1) return [];
  const why: Readonly<Record<typeof occupancy.limiter, readonly [string, string]>> = {
    registers: [
      `${registers} registers of each thread`,
      `split the kernel, or bound its registers: \`${wordsAt(observed.fn.at).launchBounds}\``,
    ],
    'shared memory': [
      `${shared} bytes of shared memory of each block`,
      'take a smaller tile, or let more threads share one',
    ],
    blocks: [
      `blocks of ${launched.threads} threads, of which a multiprocessor holds ${occupancy.blocks}`,
      'take blocks of 128 or 256 threads',
    ],
    warps: [`blocks of ${launched.threads} threads`, 'take blocks of 128 or 256 threads'],
  };
  const [cause, help] = why[occupancy.limiter];
  const blocks = Math.max(1, Math.round(occupancy.blocks / occupancy.share));
  return [
    {
      at: observed.fn.at,
      message: `a multiprocessor holds ${occupancy.warps} of its ${Math.round(occupancy.warps / occupancy.share)} warps, for ${cause}: too few to hide how long memory takes`,
      help: `${help}; or let a thread load several elements before it uses the first`,
      without: { ...launched, occupancy: { ...occupancy, blocks, share: 1 } },
    },
  ];
}

/** So many threads a block makes blocks begin no slower than memory gives their data. */
const usualThreads = 256;

function smallBlocks({ launched, prediction, observed }: Seen): readonly Found[] {
  if (prediction.bound !== 'blocks' || launched.threads >= 128) return [];
  const fewer = launched.threads / usualThreads;
  const counts = scaled(launched.counts, {});
  counts.blocks *= fewer;
  return [
    {
      at: observed.fn.at,
      message: `${launched.blocks} blocks of ${launched.threads} threads: they begin one after another, and each is done before the next ones have begun`,
      help: 'take blocks of 128 or 256 threads',
      without: { ...launched, threads: usualThreads, blocks: launched.blocks * fewer, counts },
    },
  ];
}

function doubleLiterals(seen: Seen): readonly Found[] {
  const { counts } = seen.observed;
  const all = counts.instructions.fp64;
  return [...counts.lines.values()].flatMap((line) => {
    const words = wordsAt(line.at);
    const literal = words.doubleLiteral.exec(textOfLine(line.at).replace(words.comment, ''))?.[0];
    if (literal === undefined || line.doubles < 0.02 * counts.issued || all === 0) return [];
    // Nothing of 8 bytes is read or written: the program means single precision.
    if (counts.sites.some((s) => s.bytes === 8 && s.requests > 0)) return [];
    const by = { fp64: 1 - line.doubles / all, special: 0.1 };
    const without = scaled(counts, by);
    without.instructions.fp32 += line.doubles / 2;
    return [
      {
        at: line.at,
        message: `\`${literal}\` is double precision: the values of single precision beside it are converted, computed in double precision, and rounded back`,
        help: `write \`${words.single(literal)}\``,
        without: { ...seen.launched, counts: without },
      },
    ];
  });
}

function integerDivision(seen: Seen): readonly Found[] {
  const { counts } = seen.observed;
  return [...counts.lines.values()].flatMap((line) => {
    if (line.divisions < 0.2 * counts.issued) return [];
    const without = scaled(counts, { int: 1 - (0.85 * line.divisions) / counts.instructions.int });
    return [
      {
        at: line.at,
        message: `divisions of integers take ${((100 * line.divisions) / counts.issued).toFixed(0)} % of the kernel's instructions: there is no instruction for them, each is about twenty`,
        help: 'divide by a constant (a parameter, a power of two best), compute the quotient once before the loop, or count along instead',
        without: { ...seen.launched, counts: without },
      },
    ];
  });
}

function atomicContention(seen: Seen): readonly Found[] {
  return [...meetingInWarps(seen), ...fewAddresses(seen)];
}

/** So much fits into the shared memory of several blocks. */
const mostShared = 16 << 10;

/** Threads of a warp go to different places, but all threads of the grid to the same few. */
function fewAddresses(seen: Seen): readonly Found[] {
  const { prediction, observed } = seen;
  if (prediction.bounds.atomics < 0.5 * prediction.time) return [];
  const busy = observed.counts.sites.filter(
    (s) => s.what === 'atomic' && s.space === 'global' && s.passes <= 3 * s.requests && s.met.size * 128 <= mostShared,
  );
  return groups(busy).map((sites) => {
    const [site] = sites as [Site];
    const scale = seen.launched.blocks / (observed.counts.blocks || 1);
    const reference = referenceOf(site, observed.fn);
    const lines = Math.max(...sites.map((s) => s.met.size));
    const { sharedInteger, barrier } = wordsAt(site.at);
    const blocksHold = Math.max(1, lines * 32) / Math.max(1, sum(sites, (s) => s.lanes) / observed.counts.blocks);
    return {
      at: site.at,
      message: `${(sum(sites, (s) => s.lanes) * scale).toFixed(0)} atomic functions go to ${lines} line${lines === 1 ? '' : 's'} of memory${reference ? ` (\`${reference.text}\`)` : ''}: those of one line run one after another`,
      help: `let each block count in an array in shared memory (\`${sharedInteger}\`), and add that to \`${reference?.name ?? 'the array'}\` once, behind a ${barrier}`,
      without: changed(seen, sites, (s) => ({
        lanes: s.lanes * Math.min(0.1, blocksHold),
        sectors: s.sectors * Math.min(0.1, blocksHold),
        passes: s.passes * Math.min(0.1, blocksHold),
        stacked: s.stacked * Math.min(0.1, blocksHold),
        requests: s.requests,
      })),
      array: reference?.name,
    };
  });
}

function meetingInWarps(seen: Seen): readonly Found[] {
  const crowded = seen.observed.counts.sites.filter((s) => s.what === 'atomic' && s.passes > 3 * s.requests);
  return groups(crowded).map((sites) => {
    const [site] = sites as [Site];
    const meet = sum(sites, (s) => s.passes) / sum(sites, (s) => s.requests);
    return {
      at: site.at,
      message: `${meet.toFixed(0)} threads of a warp meet at one address of ${site.space} memory: the atomic functions run one after another`,
      help: `add up in each thread and in the warp first (${wordsAt(site.at).warpSum}), or in an array in shared memory, and add once for each block`,
      without: changed(seen, sites, (s) => ({
        requests: s.requests / 32,
        lanes: s.lanes / 256,
        sectors: s.sectors / 32,
        passes: s.requests / 256,
        stacked: 0,
      })),
    };
  });
}

function localMemory(seen: Seen): readonly Found[] {
  const local = seen.observed.counts.sites.filter((s) => s.space === 'local');
  const requests = sum(local, (s) => s.requests);
  if (requests < 0.05 * seen.observed.counts.issued) return [];
  // An index is to blame, not what fills the array.
  const indexed = local.filter((s) => referencesAt(s.at).length > 0);
  const [site] = (indexed.length > 0 ? indexed : local).toSorted((a, b) => b.sectors - a.sectors);
  if (!site) return [];
  const [array] = referencesAt(site.at);
  const cycles =
    1 - Math.min(0.6, (requests * 20) / Math.max(1, sum(seen.observed.counts.sites, (s) => s.requests) * 20));
  const without = changed(seen, local, () => ({ requests: 0, sectors: 0, lines: 0, lanes: 0, least: 0, partial: 0 }));
  return [
    {
      at: site.at,
      message: `the thread's own array${array ? ` \`${array.name}\`` : ''} lies in memory: an index is not known when the kernel is compiled, so that it cannot be in registers`,
      help: 'use constant indices (loops with constant bounds are unrolled), scalars, or shared memory',
      without: { ...without, counts: scaled(without.counts, {}, cycles) },
    },
  ];
}

function constantScatter(seen: Seen): readonly Found[] {
  const sites = seen.observed.counts.sites.filter((s) => s.space === 'constant' && s.passes > 1.5 * s.requests);
  return groups(sites).map((group) => {
    const [site] = group as [Site];
    const many = sum(group, (s) => s.passes) / sum(group, (s) => s.requests);
    return {
      at: site.at,
      message: `threads of a warp read ${many.toFixed(1)} different places of constant memory at a time, which gives one at a time`,
      help: wordsAt(site.at).noConstant,
      without: changed(seen, group, (s) => ({ passes: s.requests })),
      array: nameOf(site, seen.observed.fn),
    };
  });
}

function smallLaunches(seen: Seen): readonly Found[] {
  const { prediction, observed } = seen;
  const work = prediction.time - prediction.launch;
  if (observed.times < 10 || work > prediction.launch) return [];
  return [
    {
      at: observed.fn.at,
      message: `it is launched ${observed.times} times and does ${work.toFixed(1)} us of work each time; a launch takes ${prediction.launch.toFixed(1)} us`,
      help: 'do the work of several launches in one (a loop in the kernel, a larger grid), or record them once as a graph',
      without: seen.launched,
      after: work + prediction.launch / observed.times,
    },
  ];
}

function registerSpills({ observed, launched }: Seen): readonly Found[] {
  const { registers, wantedRegisters, fn } = observed;
  if (launched.spilled < 0.1) return [];
  const why = fn.launchBounds
    ? `\`launch_bounds(${fn.launchBounds.maxThreads}, ${fn.launchBounds.minBlocks})\` leaves ${registers}`
    : `a thread has ${registers} at most`;
  return [
    {
      at: fn.at,
      message: `a thread wants about ${wantedRegisters} registers, and ${why}: the values of the others go to memory and back`,
      help: fn.launchBounds
        ? 'ask for fewer threads or blocks in launch_bounds, or leave it out'
        : 'split the kernel, or keep fewer values at a time: shorter arrays of a thread, smaller tiles in registers',
      without: { ...launched, spilled: 0 },
    },
  ];
}

/** A thread goes to one place of memory time after time: in a register it would be at hand. */
function againInMemory(seen: Seen): readonly Found[] {
  const { counts, fn } = seen.observed;
  const again = counts.sites.filter(
    (s) => s.space === 'global' && s.what !== 'atomic' && s.again > 0.5 * s.requests && s.again > 4 * counts.warps,
  );
  // What is written goes beyond the first-level cache each time.
  const moved = ({ base }: Site): number =>
    sum(
      again.filter((s) => s.base === base),
      (s) => (s.what === 'store' ? 4 : 1) * s.again,
    );
  const [worst] = groups(again).toSorted((a, b) => moved(b[0]!) - moved(a[0]!) || (a[0]!.what === 'store' ? -1 : 1));
  if (!worst) return [];
  const [site] = worst as [Site];
  const alike = again.filter((s) => s.base === site.base);
  const times = sum(alike, (s) => s.again);
  const loads = sum(
    alike.filter(({ what }) => what === 'load'),
    (s) => s.again,
  );
  const waited = (seen.gpu.latencies.first * loads) / Math.max(1, counts.warps);
  const blockCycles = counts.blockCycles.reduce((s, c) => s + c, 0) / Math.max(1, counts.blockCycles.length);
  const beyond = sum(alike, (s) => (s.again / s.requests) * (s.sectors - s.hits));
  const without = changed(seen, alike, (s) => {
    const rest = 1 - s.again / s.requests;
    return {
      requests: s.requests * rest,
      lanes: s.lanes * rest,
      sectors: s.sectors * rest,
      lines: s.lines * rest,
      passes: s.passes * rest,
      partial: s.partial * rest,
    };
  });
  const after = scaled(without.counts, {}, Math.max(0.3, 1 - waited / Math.max(1, blockCycles)));
  after.beyond -= beyond;
  const reference = referenceOf(site, fn);
  const name = reference?.text ?? 'this';
  const isWritten = alike.some(({ what }) => what === 'store');
  return [
    {
      at: site.at,
      message: `the same thread ${isWritten ? 'writes' : 'reads'} \`${name}\` in memory ${(times / Math.max(1, counts.warps)).toFixed(0)} times${isWritten ? '' : ': what it writes in between may be the same memory, as pointers and targets may'}`,
      help: isWritten
        ? `work on a scalar in the loop, and write \`${name}\` once behind it`
        : `read \`${name}\` into a scalar before the loop`,
      without: { ...without, counts: after },
      array: reference?.name,
    },
  ];
}

/** Few warps, and each waits for its own results. */
function dependentWork(seen: Seen): readonly Found[] {
  const { observed, launched, prediction, gpu } = seen;
  const { bounds, waves } = prediction;
  const { counts } = observed;
  const others = Object.entries(bounds).map(([name, t]) => (name === 'latency' ? 0 : t));
  const room = bounds.latency / Math.max(...others);
  const blockCycles = counts.blockCycles.reduce((s, c) => s + c, 0) / Math.max(1, counts.blockCycles.length);
  if (waves > 1 || room < 2 || counts.barriers > 2 * counts.blocks || blockCycles < 4000) return [];
  const loads = sum(
    counts.sites.filter((s) => s.what === 'load'),
    (s) => s.requests,
  );
  const memory = (loads / Math.max(1, counts.warps)) * gpu.latencies.second > 0.4 * blockCycles;
  const by = Math.min(4, room);
  const [worst] = [...counts.lines.values()].toSorted((a, b) => b.instructions - a.instructions);
  const warps = Math.max(1, observed.occupancy.warps * waves).toFixed(0);
  return [
    {
      at: worst?.at ?? observed.fn.at,
      message: `a multiprocessor has ${warps} warps, and each waits ${memory ? 'for its loads' : 'for the result before it goes on'}: what could begin in each cycle is used to ${(100 / room).toFixed(0)} %`,
      help: memory
        ? 'let each thread load several elements before it uses the first, or launch more threads'
        : 'let each thread compute several results that do not depend on each other (elements, partial sums), or launch more threads',
      without: { ...launched, counts: scaled(counts, {}, 1 / by) },
    },
  ];
}

function evened(counts: Counts, mean: number): Counts {
  const copy = copied(counts, (site) => site);
  copy.blockCycles.splice(0, copy.blockCycles.length, mean);
  copy.endCycles = [];
  return copy;
}

function unevenWork(seen: Seen): readonly Found[] {
  const { counts, fn } = seen.observed;
  const mean = counts.blockCycles.reduce((s, c) => s + c, 0) / Math.max(1, counts.blockCycles.length);
  const most = Math.max(...counts.blockCycles, ...counts.endCycles, 0);
  if (counts.blockCycles.length < 4 || most < 2.5 * mean) return [];
  return [
    {
      at: fn.at,
      message: `some blocks take ${(most / mean).toFixed(1)} times as long as others`,
      help: 'give out the work in smaller parts, the long ones first',
      without: { ...seen.launched, counts: evened(counts, mean) },
    },
  ];
}
