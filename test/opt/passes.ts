/** How the cases run a pass or an analysis by its name: a module's functions in, those that the pass makes out, and what else it tells. */
import type { Program } from '../../src/ir/link.ts';
import type { Fn, Module, Statement } from '../../src/ir/module.ts';
import { printModule } from '../../src/ir/print.ts';
import { keyOf } from '../../src/ir/value-key.ts';
import { eachStatement } from '../../src/ir/walk.ts';
import { mayMeet } from '../../src/opt/analysis/launch-conflicts.ts';
import { type LaunchFacts, launchRanges } from '../../src/opt/analysis/launch-ranges.ts';
import {
  choicesInRegisters,
  farCarried,
  nearUnrolling,
  nearWhileUnrolling,
  shortUnrolling,
  slotsInRegisters,
} from '../../src/opt/cost.ts';
import { addressParameters } from '../../src/opt/kernel/address-parameters.ts';
import { aggregateAtomics } from '../../src/opt/kernel/aggregate-atomics.ts';
import { knownWidth } from '../../src/opt/kernel/block-width.ts';
import { bypassFilledTiles } from '../../src/opt/kernel/bypass-filled-tiles.ts';
import { bypassSharedTiles } from '../../src/opt/kernel/bypass-shared-tiles.ts';
import { bypassTileVersions } from '../../src/opt/kernel/bypass-tile-versions.ts';
import { blockForCache } from '../../src/opt/kernel/cache-blocking.ts';
import { clipGrid } from '../../src/opt/kernel/clip-grid.ts';
import { coarsenRows } from '../../src/opt/kernel/coarsen-rows.ts';
import { collectTrees } from '../../src/opt/kernel/collect-trees.ts';
import { constantDescriptors } from '../../src/opt/kernel/constant-descriptors.ts';
import { delinearise } from '../../src/opt/kernel/delinearise.ts';
import { descriptorArguments } from '../../src/opt/kernel/descriptor-arguments.ts';
import { distributeGuards } from '../../src/opt/kernel/distribute-guards.ts';
import { enlargeGrid } from '../../src/opt/kernel/enlarge-grid.ts';
import { exchangeAxes } from '../../src/opt/kernel/exchange-axes.ts';
import { formRegions } from '../../src/opt/kernel/form-regions.ts';
import { fuseReversedRegions } from '../../src/opt/kernel/fuse-reversed-regions.ts';
import { gridBounds } from '../../src/opt/kernel/grid-bounds.ts';
import { interchangeBarrierLoops } from '../../src/opt/kernel/interchange-barrier-loops.ts';
import { interchangePlaneLoops } from '../../src/opt/kernel/interchange-plane-loops.ts';
import { type InterchangedLoops, interchangeThreadLoops } from '../../src/opt/kernel/interchange-thread-loops.ts';
import { interleaveSlots } from '../../src/opt/kernel/interleave-slots.ts';
import { joinRemainders } from '../../src/opt/kernel/join-remainders.ts';
import { narrowIntegers } from '../../src/opt/kernel/narrow-integers.ts';
import { nearParameters } from '../../src/opt/kernel/near-parameters.ts';
import { promoteOwnCells } from '../../src/opt/kernel/own-cells.ts';
import { markOwnStores } from '../../src/opt/kernel/own-stores.ts';
import { pointersApart } from '../../src/opt/kernel/pointers-apart.ts';
import { privatiseArrays } from '../../src/opt/kernel/privatise-arrays.ts';
import { privatiseAtomics } from '../../src/opt/kernel/privatise-atomics.ts';
import { privatiseHistograms } from '../../src/opt/kernel/privatise-histograms.ts';
import { refineThreads } from '../../src/opt/kernel/refine-threads.ts';
import type { RegionKernel } from '../../src/opt/kernel/region-parts.ts';
import { rematerialise } from '../../src/opt/kernel/rematerialise.ts';
import { reshapeBlocks } from '../../src/opt/kernel/reshape-blocks.ts';
import { resumable } from '../../src/opt/kernel/resumable.ts';
import { settleBroadcasts } from '../../src/opt/kernel/settle-broadcasts.ts';
import { splitDecisions } from '../../src/opt/kernel/split-decisions.ts';
import { onTensorCores } from '../../src/opt/kernel/tensor-cores.ts';
import { trimBlocks } from '../../src/opt/kernel/trim-blocks.ts';
import { nearStrides, usualStrides } from '../../src/opt/kernel/unit-strides.ts';
import { versionDistances } from '../../src/opt/kernel/version-distances.ts';
import { stepWarps } from '../../src/opt/kernel/warp-synchronous.ts';
import { watchLoops } from '../../src/opt/kernel/watch-loops.ts';
import { widenWarpBarriers } from '../../src/opt/kernel/widen-warp-barriers.ts';
import { yielding } from '../../src/opt/kernel/yielding.ts';
import { expandMath, expandSingle } from '../../src/opt/math/expand-math.ts';
import { callMath } from '../../src/opt/math/math-calls.ts';
import { isWatched, watchArithmetic } from '../../src/opt/math/watched-arithmetic.ts';
import {
  hostFunctions,
  optimiseForShortArrays,
  optimiseHost,
  optimiseHostLoops,
  optimisePtx,
  optimiseSim,
  optimiseSimKernel,
  placeValues,
  regionsOf,
  type SimSetting,
  schedule,
  straightened,
  withInterleavedSlots,
  withUnitStrides,
} from '../../src/opt/pipeline.ts';
import { promoteArguments } from '../../src/opt/scalar/argument-promotion.ts';
import { boundInequalities } from '../../src/opt/scalar/bound-inequalities.ts';
import { branchContinues } from '../../src/opt/scalar/branch-continues.ts';
import { branchReturns } from '../../src/opt/scalar/branch-returns.ts';
import { propagateConstants } from '../../src/opt/scalar/constant-propagation.ts';
import { contract } from '../../src/opt/scalar/contract.ts';
import { copyHalves } from '../../src/opt/scalar/copy-halves.ts';
import { countLoops } from '../../src/opt/scalar/counted-loops.ts';
import { eliminateDeadStores } from '../../src/opt/scalar/dead-stores.ts';
import { demoteLoopResults } from '../../src/opt/scalar/demote-loop-results.ts';
import { divideByConstants } from '../../src/opt/scalar/divide-by-constants.ts';
import { earlyLoads } from '../../src/opt/scalar/early-loads.ts';
import { exposeProducts } from '../../src/opt/scalar/expose-products.ts';
import { fewTrips } from '../../src/opt/scalar/few-trips.ts';
import { flagLocals } from '../../src/opt/scalar/flag-locals.ts';
import { foldConstantData } from '../../src/opt/scalar/fold-constant-data.ts';
import { foldDifferences } from '../../src/opt/scalar/fold-differences.ts';
import { foldIndexLoads } from '../../src/opt/scalar/fold-index-loads.ts';
import { foldRanges } from '../../src/opt/scalar/fold-ranges.ts';
import { forwardTemporaries } from '../../src/opt/scalar/forward-temporaries.ts';
import { gvn } from '../../src/opt/scalar/gvn.ts';
import { holdCompared } from '../../src/opt/scalar/hold-compared.ts';
import { ifToSelect } from '../../src/opt/scalar/if-to-select.ts';
import { chooseCells } from '../../src/opt/scalar/indexed-cells.ts';
import { inferAddressSpaces } from '../../src/opt/scalar/infer-address-spaces.ts';
import { inline } from '../../src/opt/scalar/inline.ts';
import { inlineSmallHost } from '../../src/opt/scalar/inline-host.ts';
import { inlineRecursion } from '../../src/opt/scalar/inline-recursion.ts';
import { instcombine } from '../../src/opt/scalar/instcombine.ts';
import { joinNestedBranches } from '../../src/opt/scalar/join-branches.ts';
import { threadJumps } from '../../src/opt/scalar/jump-threading.ts';
import { licm, licmQuotients, licmSets } from '../../src/opt/scalar/licm.ts';
import { licmLoads } from '../../src/opt/scalar/licm-loads.ts';
import { mem2reg, promoteCells } from '../../src/opt/scalar/mem2reg.ts';
import { multiplyOut } from '../../src/opt/scalar/multiply-out.ts';
import { narrowArithmetic, narrowReals } from '../../src/opt/scalar/narrow-reals.ts';
import { narrowTripCounts } from '../../src/opt/scalar/narrow-trip-counts.ts';
import { pairRemainders } from '../../src/opt/scalar/pair-remainders.ts';
import { commonPredictively } from '../../src/opt/scalar/predictive-commoning.ts';
import { promoteLoopCells } from '../../src/opt/scalar/promote-loop-cells.ts';
import { orderAddresses, orderInLoops } from '../../src/opt/scalar/reassociate-addresses.ts';
import { rebaseIndices } from '../../src/opt/scalar/rebase-indices.ts';
import { shiftQuotients } from '../../src/opt/scalar/shift-quotients.ts';
import { shortSwitches } from '../../src/opt/scalar/short-switches.ts';
import { simplify } from '../../src/opt/scalar/simplify.ts';
import { sinkStores } from '../../src/opt/scalar/sink-stores.ts';
import { mergePartitions } from '../../src/opt/scalar/slot-partitions.ts';
import { splitLiveRanges } from '../../src/opt/scalar/split-live-ranges.ts';
import { forwardSlots } from '../../src/opt/scalar/sroa-copies.ts';
import { eliminateTailCalls } from '../../src/opt/scalar/tail-calls.ts';
import { unroll, unrollOverSlots } from '../../src/opt/scalar/unroll.ts';
import { unrollForSlots } from '../../src/opt/scalar/unroll-for-slots.ts';
import { unrollWhile } from '../../src/opt/scalar/unroll-while.ts';

/** `isForOthers`: what comes out is no module by itself, but what a back end goes on with. */
export type PassOfModule = {
  readonly run: (module: Module) => readonly Fn[];
  readonly isForOthers?: true;
  /** What it tells beside the functions, of each in their order. */
  readonly tells?: (module: Module) => readonly unknown[];
};

/** The functions that a pass makes, as text, and what it tells, a line for each function. */
export function made(pass: PassOfModule, module: Module): string {
  const told = (pass.tells?.(module) ?? []).filter((fact) => fact !== undefined).map((fact) => `; ${factText(fact)}\n`);
  return `${printModule({ ...module, functions: pass.run(module) })}${told.join('')}`;
}

function factText(fact: unknown): string {
  return JSON.stringify(fact, (key, value: unknown) => {
    if (value instanceof Map) return [...value];
    if (value instanceof Set) return [...value];
    if (typeof value === 'bigint') return String(value);
    return left.has(key) ? undefined : value;
  });
}
/** What the functions' text shows, and what nobody reads. */
const left = new Set(['at', 'fn', 'of', 'body', 'locals', 'uniformity', 'launch', 'values']);

const ofModule = (run: (module: Module) => readonly Fn[]): PassOfModule => ({ run, isForOthers: true });
const each = (run: (fn: Fn, module: Module) => Fn): PassOfModule => ({
  run: (module) => module.functions.map((fn) => run(fn, module)),
});
const whole = (run: (program: Program) => Program): PassOfModule =>
  ofModule((module) => [...run(programOf(module)).functions.values()]);

/** Of a kernel whose barriers have been looked at. */
const ofRegions = (
  run: (kernel: RegionKernel, fn: Fn, module: Module) => Pick<RegionKernel, 'body' | 'locals'>,
  setting: Partial<Parameters<typeof formRegions>[1]> = {},
): PassOfModule => {
  const regions = (fn: Fn, module: Module) =>
    run(formRegions(fn, { warps: 'apart', checkBarriers: false, given: undefined, ...setting }), fn, module);
  return {
    ...each((fn, module) => {
      const { body, locals } = regions(fn, module);
      return { ...fn, body, locals };
    }),
    isForOthers: true,
    tells: (module) => module.functions.map((fn) => regions(fn, module)),
  };
};

/** A pass of kernels that may find nothing to do, and tells its back end more than the kernel. */
function telling(run: (fn: Fn) => { readonly fn: Fn } | undefined): PassOfModule {
  return { ...each((fn) => run(fn)?.fn ?? fn), tells: ({ functions }) => functions.map(run) };
}

const unwatched = (module: Module) => ({ target: 'sim', program: programOf(module), watch: undefined }) as const;
const inCalls = ({ op, type }: { readonly op: string; readonly type: string }): string | undefined =>
  op === 'exp' || op === 'erf' ? `library.${op}.${type}` : undefined;

export const passes: Readonly<Record<string, PassOfModule>> = {
  'argument-promotion': whole(promoteArguments),
  'descriptor-arguments': whole(descriptorArguments),
  'watch-loops': whole(watchLoops),
  'watch-arithmetic': { ...whole(watchArithmetic), tells: (module) => [{ isWatched: isWatched(programOf(module)) }] },
  // The host.
  'inline-host': ofModule((module) => inlineSmallHost(programOf(module))),
  'forward-slots': each(forwardSlots),
  'forward-temporaries': each((fn) => forwardTemporaries(fn, 'arithmetic')),
  'forward-temporaries-and-loads': each((fn) => forwardTemporaries(fn, 'loads')),
  'unroll-short': each((fn) => unroll(fn, shortUnrolling)),
  'promote-cells': each(promoteCells),
  simplify: each(simplify),
  mem2reg: each((fn) => mem2reg(fn)),
  'tail-calls': each(eliminateTailCalls),
  'inline-recursion': each(inlineRecursion),
  'jump-threading': each(threadJumps),
  'split-live-ranges': each((fn) => splitLiveRanges(fn)),
  'licm-sets': each(licmSets),
  'licm-loads': each(licmLoads),
  'promote-loop-cells': each((fn) => promoteLoopCells(fn, 'all')),
  'demote-loop-results': each(demoteLoopResults),
  'order-in-loops': each((fn) => ({ ...fn, body: orderInLoops(fn.body, 'i32') })),
  licm: each((fn) => licm(fn, keyOf)),
  // The simulated device.
  inline: ofModule((module) => {
    const { kernels, functions } = inline(programOf(module));
    return [...kernels, ...functions];
  }),
  'known-block-size': ofModule((module) => {
    let made: readonly Fn[] = [];
    const setting = { address: 'i32', contract: true, simd: true, block: [32, 4, 1], near: true } as const;
    const watch = (step: { readonly pass: string; readonly after: readonly Fn[] }): void => {
      if (step.pass === 'known-block-size') made = step.after;
    };
    optimiseSim(programOf(module), setting, { ...unwatched(module), watch });
    return made;
  }),
  'unroll-over-slots': each(unrollOverSlots),
  'constant-propagation': each(propagateConstants),
  'unroll-near': each((fn) => unroll(fn, nearUnrolling)),
  'counted-loops': each(countLoops),
  'unroll-while': each((fn) => unrollWhile(fn, nearWhileUnrolling)),
  'fold-ranges': each(foldRanges),
  'shift-quotients': each(shiftQuotients),
  'few-trips': each(fewTrips),
  'branch-returns': each(branchReturns),
  'join-branches': each(joinNestedBranches),
  'distribute-guards': each(distributeGuards),
  'widen-warp-barriers': each(widenWarpBarriers),
  'bound-inequalities': each(boundInequalities),
  'short-switches': each(shortSwitches),
  'hold-compared': each(holdCompared),
  'branch-continues': each(branchContinues),
  'sink-stores': each(sinkStores),
  'slot-partitions': each(mergePartitions),
  'indexed-cells': each((fn) => chooseCells(fn, choicesInRegisters)),
  'if-to-select': each(ifToSelect),
  'expand-math': each((fn) => expandMath(fn, 'f32')),
  'expand-doubles': each((fn) => expandMath(fn, 'f64')),
  contract: each(contract),
  'bypass-shared-tiles': telling((fn) => bypassSharedTiles(fn, 8, keyOf)),
  'flag-locals': each(flagLocals),
  'address-parameters': each(addressParameters),
  'pointers-apart': telling((fn) => {
    const made = pointersApart(fn);
    return made === fn ? undefined : { fn: made, apart: made.apart };
  }),
  'split-decisions': each((fn) => splitDecisions(fn, [16, 16, 1])),
  'own-stores': each(markOwnStores),
  'own-cells': each((fn) => promoteOwnCells(fn, [32, 8, 1], () => true)),
  'bypass-filled-tiles': telling((fn) => bypassFilledTiles(fn, [32, 8, 1])),
  'reshape-blocks': telling((fn) => reshapeBlocks(fn, [256, 1, 1])),
  'exchange-axes': telling((fn) => exchangeAxes(fn, [16, 8, 1])),
  'bypass-tile-versions': telling((fn) => bypassTileVersions(fn, [32, 1, 1])),
  'trim-blocks': telling((fn) => trimBlocks(fn, [16, 8, 1])),
  'grid-bounds': each((fn) => gridBounds(fn, [14, 14, 1])),
  'collect-trees': each((fn) => collectTrees(fn, [8, 1, 1])),
  'coarsen-rows': each((fn) => coarsenRows(fn, [4, 4, 1])),
  'interchange-barrier-loops': each((fn) => interchangeBarrierLoops(fn, [12, 1, 1])),
  'privatise-histograms': telling(privatiseHistograms),
  'privatise-atomics': telling(privatiseAtomics),
  'interchange-plane-loops': telling((fn) => interchangePlaneLoops(fn, 128, keyOf)),
  delinearise: telling((fn) => {
    const given: InterchangedLoops = { fn, blocks: undefined, iterations: new Set() };
    const iterations = new Set(fn.body.flatMap((s) => (s.kind === 'for' ? [s.local] : [])));
    return delinearise({ ...given, iterations }, undefined);
  }),
  'join-remainders': each(joinRemainders),
  'interchange-thread-loops': telling((fn) => interchangeThreadLoops(fn, keyOf)),
  'enlarge-grid': telling(enlargeGrid),
  'refine-threads': telling(refineThreads),
  'clip-grid': telling(clipGrid),
  'unit-strides': telling(nearStrides),
  'usual-strides': telling(usualStrides),
  'known-width': telling(knownWidth),
  'privatise-arrays': telling(privatiseArrays),
  'interleave-slots': {
    ...each((fn) => ({ ...fn, body: interleaveSlots(fn, 16)?.body ?? fn.body })),
    tells: ({ functions }) => functions.map((fn) => interleaveSlots(fn, 16)?.cells),
  },
  'form-regions': ofRegions((kernel) => kernel),
  'form-regions-of-warps': ofRegions((kernel) => kernel, { warps: 'together' }),
  'form-regions-with-checks': ofRegions((kernel) => kernel, { checkBarriers: true }),
  yielding: ofRegions(yielding),
  resumable: ofRegions((kernel) => resumable(kernel, () => false)),
  unjump: ofRegions(straightened),
  'fuse-reversed-regions': ofRegions((kernel) => {
    const { kernel: fused, descending } = fuseReversedRegions(kernel);
    return { ...fused, descending };
  }),
  'cache-blocking': ofRegions((kernel, fn) => blockForCache(kernel, fn.params)),
  'aggregate-atomics': ofRegions((kernel, fn) => aggregateAtomics(straightened(kernel), fn.params, undefined)),
  'version-distances': ofRegions(versionDistances),
  rematerialise: ofRegions((kernel, fn) => rematerialise(kernel, fn.params)),
  'fold-differences': each(foldDifferences),
  'fold-index-loads': ofRegions((kernel) => ({
    ...kernel,
    body: foldIndexLoads(kernel.body, kernel.locals.length, (l) => kernel.single.has(l)),
  })),
  'order-addresses': ofRegions((kernel) => ({
    ...kernel,
    body: orderAddresses(kernel.body, kernel.uniformity.isUniform, 'i32'),
  })),
  'hoist-invariants': ofRegions((kernel, fn, module) => {
    const setting = { params: fn.params, address: 'i32', ofBlock: () => false, arrays: () => [] } as const;
    const { launch, body, locals } = placeValues(fn, kernel, setting, unwatched(module));
    return { body: [...launch, ...body], locals };
  }),
  // All passes of a target.
  'all-of-host': ofModule((module) => {
    const setting = { address: 'i32' } as const;
    const watched = unwatched(module);
    const functions = hostFunctions(programOf(module), watched);
    return functions.map((fn) => optimiseHostLoops(optimiseHost(fn, watched), setting, watched));
  }),
  'all-of-sim': ofSim({ address: 'i32', contract: true, simd: true, near: true, block: [32, 8, 1] }),
  'all-of-sim-by-threads': ofSim({ address: 'i32', contract: false, simd: false, near: true, block: [64, 1, 1] }),
  'all-of-sim-in-any-block': ofSim({ address: 'i64', contract: true, simd: true, near: false, block: undefined }),
  'all-of-ptx': ofModule((module) => ofPtx(module, true)),
  'all-of-ptx-without-contraction': ofModule((module) => ofPtx(module, false)),
  // What launches do.
  'launch-ranges': { ...each((fn) => fn), tells: ({ functions }) => functions.map(reachesOf) },
  // PTX.
  'expand-single': each((fn) => expandSingle(fn, inCalls)),
  'math-calls': whole((program) => callMath(program, () => undefined, inCalls)),
  'tensor-cores': whole((program) => onTensorCores(program, 80)),
  'tensor-cores-of-volta': whole((program) => onTensorCores(program, 70)),
  'tensor-cores-of-pascal': whole((program) => onTensorCores(program, 60)),
  'unroll-for-slots': each((fn) => unrollForSlots(fn, slotsInRegisters)),
  unroll: each((fn) => unroll(fn)),
  'fold-constant-data': each((fn, { globals }) => foldConstantData(fn, new Map(globals.map((g) => [g.name, g])))),
  instcombine: each(instcombine),
  'split-straight-ranges': each((fn) => splitLiveRanges(fn, true)),
  gvn: each((fn) => gvn(fn)),
  'gvn-but-constants': each((fn) => gvn(fn, 'left')),
  'pair-remainders': each(pairRemainders),
  'narrow-trip-counts': each(narrowTripCounts),
  'dead-stores': each(eliminateDeadStores),
  'predictive-commoning': each((fn) => commonPredictively(fn, { ...farCarried, loads: true })),
  'copy-halves': each(copyHalves),
  'narrow-arithmetic': each(narrowArithmetic),
  'narrow-reals': each(narrowReals),
  'multiply-out': each(multiplyOut),
  'rebase-indices': each(rebaseIndices),
  'divide-by-constants': each(divideByConstants),
  'constant-descriptors': each(constantDescriptors),
  'infer-address-spaces': each(inferAddressSpaces),
  'narrow-integers': each(narrowIntegers),
  'near-parameters': each(nearParameters),
  'settle-broadcasts': each(settleBroadcasts),
  'warp-synchronous': each(stepWarps),
  'early-loads': each((fn) => earlyLoads(fn, new Set())),
  'licm-quotients': each((fn) => licmQuotients(fn, keyOf)),
  'expose-products': each(exposeProducts),
};

/** Everything that is done to kernels before code is written; a version that is for some launches stands behind the one for any. */
function ofSim(setting: SimSetting): PassOfModule {
  return ofModule((module) => {
    const watched = unwatched(module);
    const { kernels, functions } = optimiseSim(programOf(module), setting, watched);
    const versions = kernels.flatMap((fn) => {
      const near = withUnitStrides(fn, watched);
      return (near ? [fn, near.fn] : [fn]).flatMap((version) => {
        const kernel = optimiseSimKernel(version, setting, watched);
        const short = optimiseForShortArrays(kernel, setting, watched);
        return [kernel, ...(short ? [short] : [])].map((k) => ({ of: version, loops: k.loops }));
      });
    });
    const made = versions.flatMap(({ of, loops }) =>
      (['apart', 'together'] as const).map((warps) => {
        const { resting } = regionsOf(loops, { checkBarriers: setting.contract, warps }, watched);
        const rows = setting.block?.[1] === 8 ? { loops: true } : undefined;
        const kernel = straightened(resting);
        const { block, simd } = setting;
        const { kernel: ordered } = schedule(of, kernel, { params: of.params, simd, block, rows }, watched);
        const slots = withInterleavedSlots(of, ordered, 16, watched);
        return { ...of, locals: ordered.locals, body: slots?.body ?? ordered.body };
      }),
    );
    return [...made, ...functions];
  });
}

function ofPtx(module: Module, contraction: boolean): readonly Fn[] {
  const program = programOf(module);
  const setting = {
    globals: program.globals,
    capability: 80,
    contract: contraction,
    mathName: inCalls,
    mathFunction: (symbol: string) => program.functions.get(symbol),
    keep: new Set(['kept']),
  };
  const { kernels, functions, usual } = optimisePtx(program, setting, { ...unwatched(module), target: 'ptx' });
  return [...kernels, ...functions, ...[...usual.values()].map((u) => u.fn)];
}

/** What the numbers among the parameters are; undefined: nobody knows. */
type Launched = Omit<LaunchFacts, 'params'> & { readonly number: bigint | undefined };
const launches: readonly Launched[] = [
  { grid: [4, 2, 1], block: [32, 4, 2], number: 100n },
  { grid: [1, 1, 1], block: [5, 1, 1], number: -3n },
  { grid: [7, 1, 3], block: [33, 1, 1], number: undefined },
];

/** Where the accesses of a kernel go, and which of two threads may meet. */
function reachesOf(fn: Fn): unknown {
  return launches.map(({ number, ...launch }) => {
    const params = fn.locals
      .slice(0, fn.params)
      .map(({ type }) => (type === 'i32' || type === 'i64' ? number : undefined));
    const ranges = launchRanges(fn, { ...launch, params });
    if (!ranges) return 'too much';
    const spots = [...ranges.spots.values()];
    const meetings = spots.flatMap((a, i) =>
      spots
        .slice(i)
        .map((b) =>
          a && b && a.at.base === b.at.base ? mayMeet(a, b, { tells: (n) => n.startsWith('tid') }) : undefined,
        ),
    );
    return {
      reaches: [...ranges.reaches.values()],
      spots,
      meetings,
      ifs: conditionsOf(fn).map((s) => ranges.mayHold.has(s)),
    };
  });
}

function conditionsOf(fn: Fn): readonly Statement[] {
  const found: Statement[] = [];
  eachStatement(fn.body, (s) => {
    if (s.kind === 'if') found.push(s);
  });
  return found;
}

/** Its functions; kernels are what the host starts, and only main is called from elsewhere. */
function programOf({ functions, globals }: Module): Program {
  return {
    functions: new Map(functions.map((fn) => [fn.name, fn])),
    globals: new Map(globals.map((g) => [g.name, g])),
    externs: new Map(),
    kernels: functions.filter((fn) => fn.kind === 'kernel'),
    addressed: [],
    roots: functions.filter((fn) => fn.name === 'main').map((fn) => fn.name),
  };
}
