/**
 * The order of passes, for each target: to be read from top to bottom. Passes run from here alone (`npm run floors` keeps it); back ends give what they know as settings,
 * and take what comes out. A pass is a file of this room, and its row bears its name.
 */
import type { Program } from '../ir/link.ts';
import type { BlockSize, Expression, Fn, Local, Statement } from '../ir/module.ts';
import type { SpecialName } from '../ir/operations.ts';
import { keyOf } from '../ir/value-key.ts';
import { mayWait } from '../ir/waiting-loops.ts';
import { mapBody, someStatement } from '../ir/walk.ts';
import type { AddressWidth } from './analysis/affine.ts';
import { type CheckSetting, instrumentAccesses } from './check/instrument-accesses.ts';
import { type ShuffleSetting, shuffleThreads } from './check/shuffle-threads.ts';
import { watchPages } from './check/watch-pages.ts';
import {
  choicesInRegisters,
  farCarried,
  farWhileUnrolling,
  nearCarried,
  nearUnrolling,
  nearWhileUnrolling,
  shortUnrolling,
  slotsInRegisters,
} from './cost.ts';
import { addressParameters } from './kernel/address-parameters.ts';
import { aggregateAtomics } from './kernel/aggregate-atomics.ts';
import { knownWidth } from './kernel/block-width.ts';
import { bypassFilledTiles } from './kernel/bypass-filled-tiles.ts';
import { type BypassedTiles, bypassSharedTiles } from './kernel/bypass-shared-tiles.ts';
import { bypassTileVersions } from './kernel/bypass-tile-versions.ts';
import { blockForCache } from './kernel/cache-blocking.ts';
import { clipGrid } from './kernel/clip-grid.ts';
import { coarsenRows } from './kernel/coarsen-rows.ts';
import { collectTrees } from './kernel/collect-trees.ts';
import { constantDescriptors } from './kernel/constant-descriptors.ts';
import { delinearise } from './kernel/delinearise.ts';
import { descriptorArguments } from './kernel/descriptor-arguments.ts';
import { distributeGuards } from './kernel/distribute-guards.ts';
import { type EnlargedGrid, enlargeGrid } from './kernel/enlarge-grid.ts';
import { exchangeAxes, type OtherAxis } from './kernel/exchange-axes.ts';
import { formRegions } from './kernel/form-regions.ts';
import { fuseReversedRegions } from './kernel/fuse-reversed-regions.ts';
import { gridBounds } from './kernel/grid-bounds.ts';
import { type HoistedKernel, hoist } from './kernel/hoist-invariants.ts';
import { interchangeBarrierLoops } from './kernel/interchange-barrier-loops.ts';
import { interchangePlaneLoops } from './kernel/interchange-plane-loops.ts';
import { type InterchangedLoops, interchangeThreadLoops } from './kernel/interchange-thread-loops.ts';
import { type Interleaved, interleaveSlots } from './kernel/interleave-slots.ts';
import { joinRemainders } from './kernel/join-remainders.ts';
import { narrowIntegers } from './kernel/narrow-integers.ts';
import { nearParameters } from './kernel/near-parameters.ts';
import { markOwnStores } from './kernel/own-stores.ts';
import { pointersApart } from './kernel/pointers-apart.ts';
import { privatiseArrays } from './kernel/privatise-arrays.ts';
import { type PrivateSum, privatiseAtomics } from './kernel/privatise-atomics.ts';
import { type PrivateHistograms, privatiseHistograms } from './kernel/privatise-histograms.ts';
import { refineThreads } from './kernel/refine-threads.ts';
import type { RegionKernel } from './kernel/region-parts.ts';
import { rematerialise } from './kernel/rematerialise.ts';
import { reshapeBlocks } from './kernel/reshape-blocks.ts';
import { settleBroadcasts } from './kernel/settle-broadcasts.ts';
import { splitDecisions } from './kernel/split-decisions.ts';
import { onTensorCores } from './kernel/tensor-cores.ts';
import { trimBlocks } from './kernel/trim-blocks.ts';
import { type NearStrides, nearStrides, type UsualKernel, usualStrides } from './kernel/unit-strides.ts';
import { versionDistances } from './kernel/version-distances.ts';
import { stepWarps } from './kernel/warp-synchronous.ts';
import { watchLoops } from './kernel/watch-loops.ts';
import { widenWarpBarriers } from './kernel/widen-warp-barriers.ts';
import { yielding } from './kernel/yielding.ts';
import { expandMath, expandSingle } from './math/expand-math.ts';
import { callMath, type MathName, mathIn } from './math/math-calls.ts';
import { watchArithmetic } from './math/watched-arithmetic.ts';
import { namesOf, type Pass, type Row, runPasses, runStep, type Target, type Unit, type Watched } from './passes.ts';
import { promoteArguments } from './scalar/argument-promotion.ts';
import { boundInequalities } from './scalar/bound-inequalities.ts';
import { branchContinues } from './scalar/branch-continues.ts';
import { branchReturns } from './scalar/branch-returns.ts';
import { propagateConstants } from './scalar/constant-propagation.ts';
import { contract } from './scalar/contract.ts';
import { copyHalves } from './scalar/copy-halves.ts';
import { countLoops } from './scalar/counted-loops.ts';
import { eliminateDeadStores } from './scalar/dead-stores.ts';
import { demoteLoopResults } from './scalar/demote-loop-results.ts';
import { divideByConstants } from './scalar/divide-by-constants.ts';
import { earlyLoads } from './scalar/early-loads.ts';
import { exposeProducts } from './scalar/expose-products.ts';
import { fewTrips } from './scalar/few-trips.ts';
import { flagLocals } from './scalar/flag-locals.ts';
import { fold } from './scalar/fold.ts';
import { foldConstantData } from './scalar/fold-constant-data.ts';
import { foldDifferences } from './scalar/fold-differences.ts';
import { foldIndexLoads } from './scalar/fold-index-loads.ts';
import { foldRanges } from './scalar/fold-ranges.ts';
import { forwardTemporaries } from './scalar/forward-temporaries.ts';
import { gvn } from './scalar/gvn.ts';
import { holdCompared } from './scalar/hold-compared.ts';
import { ifToSelect } from './scalar/if-to-select.ts';
import { chooseCells } from './scalar/indexed-cells.ts';
import { inferAddressSpaces } from './scalar/infer-address-spaces.ts';
import { inline } from './scalar/inline.ts';
import { inlineSmallHost } from './scalar/inline-host.ts';
import { inlineRecursion } from './scalar/inline-recursion.ts';
import { instcombine } from './scalar/instcombine.ts';
import { joinNestedBranches } from './scalar/join-branches.ts';
import { threadJumps } from './scalar/jump-threading.ts';
import { licm, licmQuotients, licmSets } from './scalar/licm.ts';
import { licmLoads } from './scalar/licm-loads.ts';
import { mem2reg, promoteCells } from './scalar/mem2reg.ts';
import { multiplyOut } from './scalar/multiply-out.ts';
import { narrowArithmetic, narrowReals } from './scalar/narrow-reals.ts';
import { narrowTripCounts } from './scalar/narrow-trip-counts.ts';
import { pairRemainders } from './scalar/pair-remainders.ts';
import { commonPredictively } from './scalar/predictive-commoning.ts';
import { promoteLoopCells } from './scalar/promote-loop-cells.ts';
import { orderAddresses, orderInLoops } from './scalar/reassociate-addresses.ts';
import { rebaseIndices } from './scalar/rebase-indices.ts';
import { shiftQuotients } from './scalar/shift-quotients.ts';
import { shortSwitches } from './scalar/short-switches.ts';
import { simplify } from './scalar/simplify.ts';
import { sinkStores } from './scalar/sink-stores.ts';
import { mergePartitions } from './scalar/slot-partitions.ts';
import { splitLiveRanges } from './scalar/split-live-ranges.ts';
import { sroa } from './scalar/sroa.ts';
import { forwardSlots } from './scalar/sroa-copies.ts';
import { eliminateTailCalls } from './scalar/tail-calls.ts';
import { unjump } from './scalar/unjump.ts';
import { unroll, unrollOverSlots } from './scalar/unroll.ts';
import { unrollForSlots } from './scalar/unroll-for-slots.ts';
import { unrollWhile } from './scalar/unroll-while.ts';

const unitOf = (program: Program, functions: readonly Fn[] = []): Unit => ({ program, kernels: [], functions });

/** A program pass as a row over units, before there are functions apart. */
function overProgram<C>(name: string, run: (program: Program, setting: C) => Program): Pass<Unit, C> {
  return {
    name,
    run: (unit, setting) => {
      const program = run(unit.program, setting);
      return program === unit.program ? unit : { ...unit, program };
    },
  };
}

/** Whole programs, for every target. `watchLoops`: somebody sets how long kernels may take. */
type LinkedSetting = CheckSetting & ShuffleSetting & { readonly watchLoops: boolean };
const linked: readonly Pass<Unit, LinkedSetting>[] = [
  overProgram('instrument-accesses', instrumentAccesses),
  overProgram('watch-pages', watchPages),
  overProgram('shuffle-threads', shuffleThreads),
  overProgram('argument-promotion', promoteArguments),
  overProgram('descriptor-arguments', (program, { check }) => (check ? program : descriptorArguments(program))),
  overProgram('watch-loops', (program, { watchLoops: all }) => (all ? watchLoops(program) : program)),
];
/** Programs that ask for flags of IEEE arithmetic or another way of rounding. */
const asked: readonly Pass<Unit, undefined>[] = [overProgram('watch-arithmetic', watchArithmetic)];

// ── The host ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────

const hostProgram: readonly Pass<Unit, undefined>[] = [
  { name: 'inline-host', run: ({ program }) => unitOf(program, inlineSmallHost(program)) },
];

/** Slots in registers where they can be, and loops that the vectoriser can read. */
const host: readonly Row<Fn, undefined>[] = [
  { name: 'fold-differences', run: foldDifferences },
  // Loops of a few iterations cost more than what they do; without them small arrays go to registers as well.
  {
    times: 3,
    rows: [
      { name: 'forward-slots', run: forwardSlots },
      { name: 'unroll', run: (fn) => unroll(fn, shortUnrolling) },
      { name: 'promote-cells', run: promoteCells, afterChange: true },
      { name: 'simplify', run: simplify, afterChange: true },
    ],
  },
  { name: 'mem2reg', run: (fn) => mem2reg(fn) },
  { name: 'constant-propagation', run: propagateConstants },
  { name: 'simplify', run: simplify, afterChange: true },
  { name: 'tail-calls', run: eliminateTailCalls },
  { name: 'inline-recursion', run: inlineRecursion },
  { name: 'jump-threading', run: threadJumps },
  { name: 'split-live-ranges', run: (fn) => splitLiveRanges(fn) },
  { name: 'counted-loops', run: countLoops },
  { name: 'fold-ranges', run: foldRanges },
  { name: 'shift-quotients', run: shiftQuotients },
  { name: 'sink-stores', run: sinkStores },
  { name: 'simplify', run: simplify, afterChange: true },
  { name: 'licm-sets', run: licmSets },
  { name: 'licm-loads', run: licmLoads },
  { name: 'gvn', run: (fn) => gvn(fn) },
  { name: 'simplify', run: simplify, afterChange: true },
  { name: 'promote-loop-cells', run: (fn) => promoteLoopCells(fn, 'all') },
  // Ends of loops that were loaded in each iteration stand before the loops now.
  { name: 'counted-loops', run: countLoops },
  { name: 'forward-temporaries', run: (fn) => forwardTemporaries(fn, 'arithmetic') },
  { name: 'copy-halves', run: copyHalves },
  { name: 'demote-loop-results', run: demoteLoopResults },
];

export type HostSetting = { readonly address: AddressWidth };

/** After the vectoriser: what is the same in all iterations is computed before them. */
const hostLoops: readonly Row<Fn, HostSetting>[] = [
  { name: 'order-addresses', run: (fn, { address }) => within(fn, orderInLoops(fn.body, address)) },
  { name: 'licm', run: (fn) => licm(fn, keyOf) },
];

// ── The simulated device ──────────────────────────────────────────────────────────────────────────────────────────────────────

export type SimSetting = {
  readonly address: AddressWidth;
  readonly contract: boolean;
  readonly simd: boolean;
  /** The only size of blocks that kernels are launched with. */
  readonly block: BlockSize | undefined;
  /** Whether launches of which a kernel asks so give whole numbers near 0 (`Fn.nearParams`). */
  readonly near: boolean;
};

const simProgram: readonly Pass<Unit, SimSetting>[] = [
  { name: 'inline', run: ({ program }) => ({ program, ...inline(program) }) },
  {
    name: 'known-block-size',
    run: (unit, { block }) => (block ? { ...unit, kernels: unit.kernels.map((fn) => inBlocksOf(fn, block)) } : unit),
  },
  {
    name: 'address-parameters',
    run: (unit, { block, simd }) => (block && simd ? { ...unit, kernels: unit.kernels.map(addressParameters) } : unit),
  },
  {
    // Launches whose arrays are not apart run the code for blocks of any size.
    name: 'pointers-apart',
    run: (unit, { block, simd }) => (block && simd ? { ...unit, kernels: unit.kernels.map(pointersApart) } : unit),
  },
];

type SimFunctionSetting = SimSetting & { readonly globals: Program['globals'] };

/** Until loops count and none is unrolled. */
const simLoops: readonly Row<Fn, SimFunctionSetting>[] = [
  { name: 'constant-descriptors', run: constantDescriptors },
  { name: 'flag-locals', run: flagLocals },
  { name: 'split-live-ranges', run: (fn) => splitLiveRanges(fn, true) },
  { name: 'forward-temporaries', run: (fn) => forwardTemporaries(fn, 'loads') },
  { name: 'infer-address-spaces', run: inferAddressSpaces },
  { name: 'narrow-integers', run: narrowIntegers },
  { name: 'near-parameters', run: (fn, { near }) => (near ? nearParameters(fn) : fn) },
  { name: 'warp-synchronous', run: (fn) => (fn.kind === 'kernel' && !waits(fn) ? stepWarps(fn) : fn) },
  { name: 'counted-loops', run: countLoops },
  { name: 'fold-differences', run: foldDifferences },
  sroa(unrollOverSlots, 'unroll-over-slots'),
  { name: 'slot-partitions', run: mergePartitions },
  // Copies are split when all loops that can be are unrolled: what is stored and loaded there tells the cells.
  { name: 'mem2reg', run: (fn) => mem2reg(fn) },
  { name: 'simplify', run: simplify },
  { name: 'counted-loops', run: countLoops },
  { name: 'branch-continues', run: branchContinues },
];

const sim: readonly Row<Fn, SimFunctionSetting>[] = [
  { name: 'settle-broadcasts', run: (fn) => (fn.kind === 'kernel' ? settleBroadcasts(fn) : fn) },
  { name: 'unroll', run: (fn) => unroll(fn, nearUnrolling) },
  { name: 'unroll-while', run: (fn) => unrollWhile(fn, nearWhileUnrolling) },
  { name: 'fold-constant-data', run: (fn, { globals }) => foldConstantData(fn, globals) },
  { name: 'simplify', run: simplify },
  { name: 'fold-ranges', run: foldRanges },
  { name: 'shift-quotients', run: shiftQuotients },
  { name: 'few-trips', run: fewTrips },
  { name: 'unroll', run: (fn) => unroll(fn, nearUnrolling) },
  { name: 'jump-threading', run: threadJumps },
  { name: 'branch-returns', run: branchReturns },
  { name: 'join-branches', run: joinNestedBranches },
  { name: 'widen-warp-barriers', run: widenWarpBarriers },
  { name: 'distribute-guards', run: distributeGuards },
  { name: 'bound-inequalities', run: boundInequalities },
  { name: 'short-switches', run: shortSwitches },
  { name: 'sink-stores', run: sinkStores },
  { name: 'dead-stores', run: eliminateDeadStores },
  { name: 'promote-loop-cells', run: (fn) => promoteLoopCells(fn, 'stored') },
  { name: 'if-to-select', run: ifToSelect },
  { name: 'split-live-ranges', run: (fn) => splitLiveRanges(fn, true) },
  { name: 'forward-temporaries', run: (fn) => forwardTemporaries(fn, 'loads') },
  { name: 'simplify', run: simplify },
  // Of sums whose terms are known since loops are unrolled.
  { name: 'fold-ranges', run: foldRanges },
  { name: 'shift-quotients', run: shiftQuotients },
  { name: 'simplify', run: simplify, afterChange: true },
  { name: 'copy-halves', run: copyHalves },
  { name: 'gvn', run: (fn) => gvn(fn, 'left') },
  // Cells that were read again before they were written again.
  { name: 'dead-stores', run: eliminateDeadStores },
  // Arms that load nothing any more.
  { name: 'if-to-select', run: ifToSelect },
  { name: 'expand-math', run: (fn) => expandMath(fn, 'f32') },
  { name: 'expose-products', run: (fn, { contract: fuse }) => (fuse ? exposeProducts(fn) : fn) },
  { name: 'contract', run: (fn, { contract: fuse }) => (fuse ? contract(fn) : fn) },
  { name: 'narrow-arithmetic', run: narrowArithmetic },
  { name: 'expand-doubles', run: (fn) => expandMath(fn, 'f64') },
  { name: 'hold-compared', run: holdCompared },
];

/** A kernel on its way through what workers do for many blocks. */
export type SimKernel = {
  readonly fn: Fn;
  /** Before sums and histograms became the worker's own. */
  readonly given: Fn;
  readonly bypassed: BypassedTiles | undefined;
  /** Threads that its code goes through, of blocks of one size. */
  readonly block: BlockSize | undefined;
  /** What x is in the launch, if not x. */
  readonly along: OtherAxis | undefined;
  readonly histograms: PrivateHistograms | undefined;
  readonly sums: readonly PrivateSum[];
  readonly loops: InterchangedLoops;
};

const waits = (fn: Fn): boolean => someStatement(fn.body, (s) => s.kind === 'loop' && mayWait(s));
/** Whether threads and blocks of the kernel may run in another order. */
const isFree = ({ given }: SimKernel, { simd }: SimSetting): boolean => simd && !waits(given);

const simKernel: readonly Pass<SimKernel, SimSetting>[] = [
  {
    name: 'reshape-blocks',
    run: (k, c) => {
      const reshaped = isFree(k, c) && k.block ? reshapeBlocks(k.fn, k.block) : undefined;
      return reshaped ? { ...k, ...reshaped, given: reshaped.fn } : k;
    },
  },
  {
    name: 'exchange-axes',
    run: (k, c) => {
      const exchanged = isFree(k, c) && k.block ? exchangeAxes(k.fn, k.block) : undefined;
      return exchanged ? { ...k, ...exchanged, given: exchanged.fn } : k;
    },
  },
  {
    name: 'split-decisions',
    run: (k, c) => {
      const fn = c.simd && k.block ? splitDecisions(k.fn, k.block) : k.fn;
      return fn === k.fn ? k : { ...k, fn, given: fn };
    },
  },
  {
    name: 'collect-trees',
    run: (k, c) => {
      const fn = isFree(k, c) && k.block ? collectTrees(k.fn, k.block) : k.fn;
      if (fn === k.fn) return k;
      const small = simplify(fn);
      return { ...k, fn: small, given: small };
    },
  },
  {
    name: 'bypass-shared-tiles',
    run: (k, c) => {
      const bypassed = isFree(k, c) && k.block?.[2] === 1 ? bypassSharedTiles(k.fn, k.block[1], keyOf) : undefined;
      return bypassed ? { ...k, fn: bypassed.fn, given: bypassed.fn, bypassed } : k;
    },
  },
  {
    name: 'bypass-filled-tiles',
    run: (k, c) => {
      const bypassed = isFree(k, c) && k.block && !k.bypassed ? bypassFilledTiles(k.fn, k.block) : undefined;
      return bypassed ? { ...k, fn: bypassed.fn, given: bypassed.fn, bypassed } : k;
    },
  },
  {
    name: 'bypass-tile-versions',
    run: (k, c) => {
      const bypassed = isFree(k, c) && k.block && !k.bypassed ? bypassTileVersions(k.fn, k.block) : undefined;
      return bypassed ? { ...k, fn: bypassed.fn, given: bypassed.fn, bypassed } : k;
    },
  },
  {
    name: 'trim-blocks',
    run: (k, c) => {
      const trimmed = isFree(k, c) && k.block ? trimBlocks(k.fn, k.block) : undefined;
      return trimmed ? { ...k, ...trimmed, given: trimmed.fn } : k;
    },
  },
  {
    name: 'grid-bounds',
    run: (k, c) => {
      const fn = isFree(k, c) && k.block && k.bypassed ? gridBounds(k.fn, k.block) : k.fn;
      return fn === k.fn ? k : { ...k, fn, given: fn };
    },
  },
  {
    name: 'coarsen-rows',
    run: (k, c) => {
      const fn = isFree(k, c) && k.block ? coarsenRows(k.fn, k.block) : k.fn;
      return fn === k.fn ? k : { ...k, fn, given: fn };
    },
  },
  {
    name: 'interchange-barrier-loops',
    run: (k, c) => {
      const fn = isFree(k, c) && k.block ? interchangeBarrierLoops(k.fn, k.block) : k.fn;
      return fn === k.fn ? k : { ...k, fn, given: fn };
    },
  },
  {
    name: 'privatise-histograms',
    run: (k, c) => {
      const histograms = isFree(k, c) ? privatiseHistograms(k.fn) : undefined;
      return histograms ? { ...k, fn: histograms.fn, histograms } : k;
    },
  },
  {
    name: 'privatise-atomics',
    run: (k, c) => {
      const own = isFree(k, c) ? privatiseAtomics(k.fn) : undefined;
      return own ? { ...k, fn: own.fn, sums: own.sums } : k;
    },
  },
  {
    name: 'interchange-plane-loops',
    run: (k, c) => {
      const loops =
        isFree(k, c) && k.block && !k.histograms && k.sums.length === 0
          ? interchangePlaneLoops(k.fn, k.block[0] * k.block[1] * k.block[2], keyOf)
          : undefined;
      return loops ? { ...k, fn: loops.fn, loops } : k;
    },
  },
  {
    name: 'interchange-thread-loops',
    run: (k, { simd }) => {
      if (!simd || k.loops.iterations.size > 0) return k;
      const loops = interchangeThreadLoops(k.fn, keyOf);
      return { ...k, fn: loops.fn, loops };
    },
  },
  {
    name: 'delinearise',
    run: (k, c) => {
      const loops = isFree(k, c) && !k.histograms && !k.bypassed ? delinearise(k.loops, c.block?.[0]) : k.loops;
      return loops === k.loops ? k : { ...k, fn: loops.fn, loops };
    },
  },
  {
    // Threads of blocks whose size is known have numbers of 31 bits.
    name: 'join-remainders',
    run: (k, c) => {
      const fn = c.simd && k.block ? joinRemainders(k.fn) : k.fn;
      return fn === k.fn ? k : { ...k, fn, loops: { ...k.loops, fn } };
    },
  },
  {
    name: 'own-stores',
    run: (k, c) => {
      const fn = isFree(k, c) ? markOwnStores(k.fn) : k.fn;
      return fn === k.fn ? k : { ...k, fn, loops: { ...k.loops, fn } };
    },
  },
];

/** `warps`: functions of warps stay, for regions that run whole warps as one. */
export type RegionSetting = { readonly checkBarriers: boolean; readonly warps: 'apart' | 'together' };

export type ScheduleSetting = {
  readonly params: number;
  readonly simd: boolean;
  readonly block: BlockSize | undefined;
  /** Whether neighbouring blocks run as one, and whether such a row goes through loops together. */
  readonly rows: { readonly loops: boolean } | undefined;
};
export type Scheduled = { readonly kernel: RegionKernel; readonly descending: ReadonlySet<string> };

const simSchedule: readonly Pass<Scheduled, ScheduleSetting>[] = [
  {
    name: 'fuse-reversed-regions',
    run: (s, { rows, block }) => (!rows && block?.[1] === 1 && block[2] === 1 ? fuseReversedRegions(s.kernel) : s),
  },
  {
    name: 'cache-blocking',
    run: (s, { rows, params }) => {
      const kernel = rows?.loops ? blockForCache(s.kernel, params) : s.kernel;
      return kernel === s.kernel ? s : { ...s, kernel };
    },
  },
  {
    name: 'aggregate-atomics',
    run: (s, { rows, block, params, simd }) => {
      const threads = block && block[0] * block[1] * block[2];
      const kernel = simd && !rows ? aggregateAtomics(s.kernel, params, threads) : s.kernel;
      return kernel === s.kernel ? s : { ...s, kernel };
    },
  },
];

export type PlaceSetting = {
  readonly params: number;
  readonly address: AddressWidth;
  /** What changes within a region, since its threads are those of several blocks. */
  readonly ofBlock: (e: Expression) => boolean;
  /** Locals that threads keep in memory from region to region. */
  readonly arrays: (kernel: RegionKernel) => readonly number[];
};

/** Addresses put in order and what stays the same moved out of the regions. */
const simPlaces: readonly Pass<RegionKernel, PlaceSetting>[] = [
  { name: 'rematerialise', run: (k, { params }) => rematerialise(k, params) },
  { name: 'version-distances', run: versionDistances },
  {
    name: 'fold-index-loads',
    run: (k) =>
      within(
        k,
        foldIndexLoads(k.body, k.locals.length, (l) => k.single.has(l)),
      ),
  },
  {
    name: 'order-addresses',
    run: (k, { address }) => within(k, orderAddresses(k.body, k.uniformity.isUniform, address)),
  },
];

// ── PTX ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

export type PtxSetting = {
  readonly globals: Program['globals'];
  readonly capability: number;
  readonly contract: boolean;
  /** The library function that does a math operation; undefined where the device does it itself. */
  readonly mathName: MathName;
  readonly mathFunction: (symbol: string) => Fn | undefined;
  /** Functions that stay calls, since they are seldom called. */
  readonly keep: ReadonlySet<string>;
};

const ptxProgram: readonly Pass<Unit, PtxSetting>[] = [
  overProgram('expand-single', (program, { mathName }) => onDevice(program, (fn) => expandSingle(fn, mathName))),
  overProgram('math-calls', (program, { mathName, mathFunction }) =>
    mathIn(program, mathName) ? callMath(program, mathFunction, mathName) : program,
  ),
  overProgram('tensor-cores', (program, { capability }) => onTensorCores(program, capability)),
  { name: 'inline', run: ({ program }, { keep }) => ({ program, ...inline(program, keep) }) },
];

/** `change` of each function that runs on the device. */
function onDevice(program: Program, change: (fn: Fn) => Fn): Program {
  const functions = new Map([...program.functions].map(([key, fn]) => [key, fn.kind === 'host' ? fn : change(fn)]));
  if ([...functions].every(([key, fn]) => program.functions.get(key) === fn)) return program;
  return { ...program, functions, kernels: program.kernels.map((k) => functions.get(k.name) ?? change(k)) };
}

const ptx: readonly Row<Fn, PtxSetting>[] = [
  { name: 'infer-address-spaces', run: inferAddressSpaces },
  { name: 'fold-differences', run: foldDifferences },
  // Arrays of a thread go to registers, or to a memory as far away as all other: loops over them are unrolled as far as it takes.
  sroa((fn) => unrollForSlots(fn, slotsInRegisters), 'unroll-for-slots'),
  { name: 'indexed-cells', run: (fn) => chooseCells(fn, choicesInRegisters) },
  { name: 'slot-partitions', run: mergePartitions },
  { name: 'mem2reg', run: (fn) => mem2reg(fn, 'aligned') },
  { name: 'simplify', run: simplify },
  { name: 'unroll', run: (fn) => unroll(fn) },
  { name: 'unroll-while', run: (fn) => unrollWhile(fn, farWhileUnrolling) },
  { name: 'mem2reg', run: (fn) => mem2reg(fn, 'aligned') },
  { name: 'constant-propagation', run: propagateConstants },
  { name: 'fold-constant-data', run: (fn, { globals }) => foldConstantData(fn, globals) },
  { name: 'simplify', run: simplify },
  { name: 'instcombine', run: instcombine },
  { name: 'narrow-reals', run: narrowReals },
  { name: 'fold-ranges', run: foldRanges },
  { name: 'split-live-ranges', run: (fn) => splitLiveRanges(fn, true) },
  { name: 'multiply-out', run: multiplyOut },
  { name: 'rebase-indices', run: rebaseIndices },
  { name: 'narrow-trip-counts', run: narrowTripCounts },
  { name: 'pair-remainders', run: pairRemainders },
  { name: 'gvn', run: (fn) => gvn(fn) },
  { name: 'dead-stores', run: eliminateDeadStores },
  { name: 'copy-halves', run: copyHalves },
  { name: 'predictive-commoning', run: (fn) => commonPredictively(fn, farCarried) },
  { name: 'divide-by-constants', run: divideByConstants },
  { name: 'simplify', run: simplify },
  // Neither pointers that are counted along nor orders of addresses nor what else stays the same: ptxas does that itself, and loops of few iterations lose by it (bench/gpu/RESULTS.md).
  { name: 'licm-quotients', run: (fn) => licmQuotients(fn, keyOf) },
  { name: 'expose-products', run: (fn, { contract: fuse }) => (fuse ? exposeProducts(fn) : fn) },
  { name: 'contract', run: (fn, { contract: fuse }) => (fuse ? contract(fn) : fn) },
  { name: 'early-loads', run: (fn, { keep }) => earlyLoads(fn, keep) },
];

// ── Running them ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The names of each target's passes, in their order. */
export const passNames: Readonly<Record<Target, readonly string[]>> = {
  host: [...namesOf(hostProgram), ...namesOf(host), ...namesOf(hostLoops)],
  sim: [
    ...namesOf(simProgram),
    ...namesOf(simLoops),
    'refine-threads',
    'clip-grid',
    ...namesOf(sim),
    ...namesOf(simKernel),
    'enlarge-grid',
    'unit-strides',
    'privatise-arrays',
    'form-regions',
    'yielding',
    'unjump',
    ...namesOf(simSchedule),
    'interleave-slots',
    ...namesOf(simPlaces),
    'hoist-invariants',
  ],
  ptx: [...namesOf(ptxProgram), 'unit-strides', ...namesOf(ptx)],
};

const ofUnit = (unit: Unit): readonly Fn[] =>
  unit.kernels.length + unit.functions.length > 0
    ? [...unit.kernels, ...unit.functions]
    : [...unit.program.kernels, ...unit.program.functions.values()];
const one = (fn: Fn): readonly Fn[] => [fn];

/** What a step makes beside a function, or undefined. */
function versionOf<V extends { readonly fn: Fn }>(
  fn: Fn,
  name: string,
  watched: Watched,
  make: () => V | undefined,
): V | undefined {
  return runStep(
    name,
    watched,
    make,
    (made) => [made?.fn ?? fn],
    () => [fn],
  );
}

/** A linked program before any target looks at it. */
export function optimiseLinked(program: Program, setting: LinkedSetting, watched: Watched): Program {
  return runPasses(linked, unitOf(program), setting, watched, ofUnit).program;
}

/** A program that asks for the state of IEEE arithmetic, with the functions that keep it. */
export function optimiseWatched(program: Program, watched: Watched): Program {
  return runPasses(asked, unitOf(program), undefined, watched, ofUnit).program;
}

/** The host functions that are needed, before anything is done to each. */
export function hostFunctions(program: Program, watched: Watched): readonly Fn[] {
  return runPasses(hostProgram, unitOf(program), undefined, watched, ofUnit).functions;
}

/** One host function, ready for the vectoriser. */
export function optimiseHost(fn: Fn, watched: Watched): Fn {
  return runPasses(host, fn, undefined, watched, one);
}

/** One host function behind the vectoriser. */
export function optimiseHostLoops(fn: Fn, setting: HostSetting, watched: Watched): Fn {
  // Vector code names its lanes as device code does.
  return runPasses(hostLoops, fn, setting, watched, (made) => [{ ...made, kind: 'device' }]);
}

/** `refined`: of kernels by their names, those for larger grids whose threads do the work of one (refine-threads). */
export type SimUnit = Unit & { readonly refined: ReadonlyMap<string, EnlargedGrid> };

/** Kernels with their callees inside and each function as simple as it gets, before barriers are looked at. */
export function optimiseSim(program: Program, setting: SimSetting, watched: Watched): SimUnit {
  const unit = runPasses(simProgram, unitOf(program), setting, watched, ofUnit);
  const of = { ...setting, globals: program.globals };
  const refined = new Map<string, EnlargedGrid>();
  const simple = (fn: Fn): Fn => runPasses(sim, fn, of, watched, one);
  const prepare = (fn: Fn): Fn => {
    const counted = runPasses(simLoops, fn, of, watched, one);
    const grid = fn.kind === 'kernel' ? withRefinedThreads(counted, setting, watched) : undefined;
    if (grid) refined.set(fn.name, { ...grid, fn: simple(runPasses(largerGrid, grid.fn, undefined, watched, one)) });
    return simple(counted);
  };
  return { ...unit, kernels: unit.kernels.map(prepare), functions: unit.functions.map(prepare), refined };
}

/** The kernel for a grid whose threads have one iteration each of what its threads do one after the other; undefined where they do no such thing. */
function withRefinedThreads(fn: Fn, setting: SimSetting, watched: Watched): EnlargedGrid | undefined {
  if (!setting.simd || !setting.block || waits(fn)) return undefined;
  const refined = versionOf(fn, 'refine-threads', watched, () => refineThreads(fn));
  return refined ?? versionOf(fn, 'clip-grid', watched, () => clipGrid(fn));
}

/** What workers do for many blocks of such a kernel. */
export function optimiseSimKernel(fn: Fn, setting: SimSetting, watched: Watched): SimKernel {
  const loops: InterchangedLoops = { fn, blocks: undefined, iterations: new Set() };
  const block = setting.block && (fn.blockSize ?? setting.block);
  const state: SimKernel = {
    fn,
    given: fn,
    bypassed: undefined,
    block,
    along: undefined,
    histograms: undefined,
    sums: [],
    loops,
  };
  return runPasses(simKernel, state, setting, watched, (k) => [k.fn]);
}

/** The kernel for launches whose arrays of assumed shape lie element by element; undefined where it has none. */
export function withUnitStrides(fn: Fn, watched: Watched): NearStrides | undefined {
  return versionOf(fn, 'unit-strides', watched, () => nearStrides(fn));
}

/** What the numbers of iterations of a thread are when they are those of blocks. */
const largerGrid: readonly Pass<Fn, undefined>[] = [
  { name: 'narrow-integers', run: narrowIntegers },
  { name: 'fold-ranges', run: foldRanges },
  { name: 'bound-inequalities', run: boundInequalities },
  { name: 'simplify', run: simplify },
];

/** Whether its blocks are those of the launch. */
const isOfSize = ({ blockSize }: Fn, block: BlockSize): boolean => !blockSize || blockSize.join() === block.join();

/** The kernel for a grid of as many blocks as its loops have iterations; undefined where it has no such loops. */
export function withLargerGrid(fn: Fn, setting: SimSetting, watched: Watched): EnlargedGrid | undefined {
  if (!setting.simd || !setting.block || waits(fn) || !isOfSize(fn, setting.block)) return undefined;
  const grid = versionOf(fn, 'enlarge-grid', watched, () => enlargeGrid(fn));
  return grid && { ...grid, fn: runPasses(largerGrid, grid.fn, undefined, watched, one) };
}

/** The same for launches whose workers add to arrays of their own; undefined where there are none. */
export function optimiseForShortArrays(k: SimKernel, setting: SimSetting, watched: Watched): SimKernel | undefined {
  if (!isFree(k, setting) || k.histograms || k.sums.length > 0 || k.bypassed) return undefined;
  const own = runStep(
    'privatise-arrays',
    watched,
    () => privatiseArrays(k.given),
    (made) => [made?.fn ?? k.given],
    () => [k.given],
  );
  if (!own) return undefined;
  const loops = interchangeThreadLoops(own.fn, keyOf);
  return { ...k, fn: loops.fn, loops, sums: own.sums };
}

/** The regions of a kernel, and how it stops where its threads wait: the same regions where none does. */
export function regionsOf(
  { fn, blocks }: InterchangedLoops,
  { checkBarriers, warps }: RegionSetting,
  watched: Watched,
): { readonly whole: RegionKernel; readonly resting: RegionKernel } {
  const shown = (k: RegionKernel): readonly Fn[] => [asFunction(fn, k)];
  const form = (): RegionKernel => formRegions(fn, { warps, checkBarriers, given: blocks });
  const whole = runStep('form-regions', watched, form, shown, () => [fn]);
  if (warps === 'together') return { whole, resting: whole };
  return {
    whole,
    resting: runStep(
      'yielding',
      watched,
      () => yielding(whole),
      shown,
      () => shown(whole),
    ),
  };
}

/** As the schedule's row leaves it, for those who ask what threads would keep from region to region. */
export function rematerialised(kernel: RegionKernel, params: number): RegionKernel {
  return rematerialise(kernel, params);
}

/** Cells that iterations of some loops of a list share stay in registers; `around`: what else the function does. New locals are added to `locals`. */
export function carriedAlong(
  fn: Fn,
  locals: Local[],
  around: readonly Statement[],
  list: readonly Statement[],
  loops: ReadonlySet<Statement>,
): readonly Statement[] {
  const own: Statement = { kind: 'block', label: '%own', body: list };
  const made = commonPredictively({ ...fn, locals, body: [...around, own] }, nearCarried, (s) => loops.has(s));
  locals.push(...made.locals.slice(locals.length));
  const last = made.body.at(-1);
  return last?.kind === 'block' ? last.body : list;
}

/** Branches where jumps stood. */
export function straightened(whole: RegionKernel): RegionKernel {
  return within(whole, unjump(whole.body, new Set([...whole.threads, ...whole.warps])));
}

/** The order in which regions and their threads run. */
export function schedule(of: Fn, kernel: RegionKernel, setting: ScheduleSetting, watched: Watched): Scheduled {
  const state: Scheduled = { kernel, descending: new Set() };
  return runPasses(simSchedule, state, setting, watched, (s) => [asFunction(of, s.kernel)]);
}

/** Arrays of threads beside those of their neighbours; undefined where there are none. */
export function withInterleavedSlots(
  of: Fn,
  kernel: RegionKernel,
  apart: number,
  watched: Watched,
): Interleaved | undefined {
  return runStep(
    'interleave-slots',
    watched,
    () => interleaveSlots(asFunction(of, kernel), apart),
    (made) => [asFunction(of, made ? within(kernel, made.body) : kernel)],
    () => [asFunction(of, kernel)],
  );
}

/** Where its values and addresses are computed. */
export function placeValues(of: Fn, kernel: RegionKernel, setting: PlaceSetting, watched: Watched): HoistedKernel {
  const shown = (k: RegionKernel): readonly Fn[] => [asFunction(of, k)];
  const ordered = runPasses(simPlaces, kernel, setting, watched, shown);
  const { params, ofBlock } = setting;
  const arrays = new Set(setting.arrays(ordered));
  const { varying } = kernel.uniformity;
  const shared = (l: number): boolean => l < kernel.locals.length && !varying.has(l) && !arrays.has(l);
  const place = (): HoistedKernel => hoist(ordered, params, { shared, ofBlock }, keyOf);
  return runStep(
    'hoist-invariants',
    watched,
    place,
    (k) => [asFunction(of, { ...k, body: [...k.launch, ...k.body] })],
    () => shown(ordered),
  );
}

/** All that a target with registers for each thread wants of kernels and the functions that they call. */
export function optimisePtx(program: Program, setting: PtxSetting, watched: Watched): PtxUnit {
  const unit = runPasses(ptxProgram, unitOf(program), setting, watched, ofUnit);
  const of = { ...watched, program: unit.program };
  const prepare = (fn: Fn): Fn => runPasses(ptx, fn, setting, of, one);
  const usual = new Map<string, UsualKernel>();
  for (const kernel of unit.kernels) {
    const near = withUsualStrides(kernel, of);
    if (near) usual.set(kernel.name, { ...near, fn: prepare(near.fn) });
  }
  return { ...unit, kernels: unit.kernels.map(prepare), functions: unit.functions.map(prepare), usual };
}

/** `usual`: versions of kernels, by their names, for launches of which some facts hold. */
export type PtxUnit = Unit & { readonly usual: ReadonlyMap<string, UsualKernel> };

function withUsualStrides(fn: Fn, watched: Watched): UsualKernel | undefined {
  return versionOf(fn, 'unit-strides', watched, () => usualLaunch(fn));
}

/** Strides and widths of blocks, one after the other. */
function usualLaunch(fn: Fn): UsualKernel | undefined {
  const near = usualStrides(fn);
  const wide = knownWidth(near?.fn ?? fn);
  if (!wide) return near;
  return { fn: wide.fn, facts: [...(near?.facts ?? []), { of: 'block', is: 'width', number: wide.width }] };
}

function asFunction(fn: Fn, { body, locals }: RegionKernel): Fn {
  return { ...fn, body, locals };
}

function within<T extends { readonly body: readonly Statement[] }>(whole: T, body: readonly Statement[]): T {
  return body === whole.body ? whole : { ...whole, body };
}

/** The kernel for blocks of one size. */
function inBlocksOf(fn: Fn, size: BlockSize): Fn {
  const [x, y, z] = size;
  const sizes: Partial<Record<SpecialName, number>> = { 'ntid.x': x, 'ntid.y': y, 'ntid.z': z };
  const known = (e: Expression): Expression => {
    const value = e.kind === 'special' ? sizes[e.name] : undefined;
    return value === undefined ? e : { kind: 'const', type: 'i32', value };
  };
  return { ...fn, blockSize: size, body: fold(mapBody(fn.body, known)) };
}
