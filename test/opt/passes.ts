/** How the cases run a pass by its name: a module's functions in, those that the pass makes out. */
import type { Program } from '../../src/ir/link.ts';
import type { Fn, Module } from '../../src/ir/module.ts';
import { keyOf } from '../../src/ir/value-key.ts';
import { nearUnrolling, nearWhileUnrolling, shortUnrolling, slotsInRegisters } from '../../src/opt/cost.ts';
import { bypassSharedTiles } from '../../src/opt/kernel/bypass-shared-tiles.ts';
import { blockForCache } from '../../src/opt/kernel/cache-blocking.ts';
import { formRegions } from '../../src/opt/kernel/form-regions.ts';
import { fuseReversedRegions } from '../../src/opt/kernel/fuse-reversed-regions.ts';
import { interchangeThreadLoops } from '../../src/opt/kernel/interchange-thread-loops.ts';
import { interleaveSlots } from '../../src/opt/kernel/interleave-slots.ts';
import { privatiseArrays } from '../../src/opt/kernel/privatise-arrays.ts';
import { privatiseAtomics } from '../../src/opt/kernel/privatise-atomics.ts';
import { privatiseHistograms } from '../../src/opt/kernel/privatise-histograms.ts';
import type { RegionKernel } from '../../src/opt/kernel/region-parts.ts';
import { rematerialise } from '../../src/opt/kernel/rematerialise.ts';
import { spreadSums } from '../../src/opt/kernel/spread-sums.ts';
import { unitStrides } from '../../src/opt/kernel/unit-strides.ts';
import { yielding } from '../../src/opt/kernel/yielding.ts';
import { expandMath, expandSingle } from '../../src/opt/math/expand-math.ts';
import { callMath } from '../../src/opt/math/math-calls.ts';
import { optimiseSim, placeValues, straightened } from '../../src/opt/pipeline.ts';
import { promoteArguments } from '../../src/opt/scalar/argument-promotion.ts';
import { propagateConstants } from '../../src/opt/scalar/constant-propagation.ts';
import { contract } from '../../src/opt/scalar/contract.ts';
import { demoteLoopResults } from '../../src/opt/scalar/demote-loop-results.ts';
import { divideByConstants } from '../../src/opt/scalar/divide-by-constants.ts';
import { exposeProducts } from '../../src/opt/scalar/expose-products.ts';
import { foldConstantData } from '../../src/opt/scalar/fold-constant-data.ts';
import { foldIndexLoads } from '../../src/opt/scalar/fold-index-loads.ts';
import { foldRanges } from '../../src/opt/scalar/fold-ranges.ts';
import { gvn } from '../../src/opt/scalar/gvn.ts';
import { ifToSelect } from '../../src/opt/scalar/if-to-select.ts';
import { inline } from '../../src/opt/scalar/inline.ts';
import { inlineSmallHost } from '../../src/opt/scalar/inline-host.ts';
import { inlineRecursion } from '../../src/opt/scalar/inline-recursion.ts';
import { instcombine } from '../../src/opt/scalar/instcombine.ts';
import { threadJumps } from '../../src/opt/scalar/jump-threading.ts';
import { licm, licmQuotients } from '../../src/opt/scalar/licm.ts';
import { licmLoads } from '../../src/opt/scalar/licm-loads.ts';
import { mem2reg, promoteCells } from '../../src/opt/scalar/mem2reg.ts';
import { narrowTripCounts } from '../../src/opt/scalar/narrow-trip-counts.ts';
import { pairRemainders } from '../../src/opt/scalar/pair-remainders.ts';
import { orderAddresses, orderInLoops } from '../../src/opt/scalar/reassociate-addresses.ts';
import { simplify } from '../../src/opt/scalar/simplify.ts';
import { sinkStores } from '../../src/opt/scalar/sink-stores.ts';
import { splitLiveRanges } from '../../src/opt/scalar/split-live-ranges.ts';
import { forwardSlots } from '../../src/opt/scalar/sroa-copies.ts';
import { eliminateTailCalls } from '../../src/opt/scalar/tail-calls.ts';
import { unroll, unrollOverSlots } from '../../src/opt/scalar/unroll.ts';
import { unrollForSlots } from '../../src/opt/scalar/unroll-for-slots.ts';
import { unrollWhile } from '../../src/opt/scalar/unroll-while.ts';

/** `isForOthers`: what comes out is no module by itself, but what a back end goes on with. */
export type PassOfModule = { readonly run: (module: Module) => readonly Fn[]; readonly isForOthers?: true };

const ofModule = (run: (module: Module) => readonly Fn[]): PassOfModule => ({ run, isForOthers: true });
const each = (run: (fn: Fn, module: Module) => Fn): PassOfModule => ({
  run: (module) => module.functions.map((fn) => run(fn, module)),
});
const whole = (run: (program: Program) => Program): PassOfModule =>
  ofModule((module) => [...run(programOf(module)).functions.values()]);

/** Of a kernel whose barriers have been looked at. */
const ofRegions = (
  run: (kernel: RegionKernel, fn: Fn, module: Module) => Pick<RegionKernel, 'body' | 'locals'>,
  warps: 'apart' | 'together' = 'apart',
): PassOfModule => ({
  ...each((fn, module) => {
    const { body, locals } = run(formRegions(fn, { warps, checkBarriers: false, given: undefined }), fn, module);
    return { ...fn, body, locals };
  }),
  isForOthers: true,
});

const unwatched = (module: Module) => ({ target: 'sim', program: programOf(module), watch: undefined }) as const;
const inCalls = ({ op, type }: { readonly op: string; readonly type: string }): string | undefined =>
  op === 'exp' || op === 'erf' ? `library.${op}.${type}` : undefined;

export const passes: Readonly<Record<string, PassOfModule>> = {
  'argument-promotion': whole(promoteArguments),
  // The host.
  'inline-host': ofModule((module) => inlineSmallHost(programOf(module))),
  'forward-slots': each(forwardSlots),
  'unroll-short': each((fn) => unroll(fn, shortUnrolling)),
  'promote-cells': each(promoteCells),
  simplify: each(simplify),
  mem2reg: each((fn) => mem2reg(fn)),
  'tail-calls': each(eliminateTailCalls),
  'inline-recursion': each(inlineRecursion),
  'jump-threading': each(threadJumps),
  'split-live-ranges': each((fn) => splitLiveRanges(fn)),
  'licm-loads': each(licmLoads),
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
    const setting = { address: 'i32', contract: true, simd: true, block: [32, 4, 1] } as const;
    const watch = (step: { readonly pass: string; readonly after: readonly Fn[] }): void => {
      if (step.pass === 'known-block-size') made = step.after;
    };
    optimiseSim(programOf(module), setting, { ...unwatched(module), watch });
    return made;
  }),
  'unroll-over-slots': each(unrollOverSlots),
  'constant-propagation': each(propagateConstants),
  'unroll-near': each((fn) => unroll(fn, nearUnrolling)),
  'unroll-while': each((fn) => unrollWhile(fn, nearWhileUnrolling)),
  'fold-ranges': each(foldRanges),
  'sink-stores': each(sinkStores),
  'if-to-select': each(ifToSelect),
  'expand-math': each((fn) => expandMath(fn)),
  contract: each(contract),
  'bypass-shared-tiles': each((fn) => bypassSharedTiles(fn, 8, keyOf)?.fn ?? fn),
  'privatise-histograms': each((fn) => privatiseHistograms(fn)?.fn ?? fn),
  'privatise-atomics': each((fn) => privatiseAtomics(fn)?.fn ?? fn),
  'spread-sums': each((fn) => {
    const own = privatiseAtomics(fn);
    return (own && spreadSums(own.fn, own.sums)) ?? fn;
  }),
  'interchange-thread-loops': each((fn) => interchangeThreadLoops(fn, keyOf).fn),
  'unit-strides': each((fn) => unitStrides(fn)?.fn ?? fn),
  'privatise-arrays': each((fn) => privatiseArrays(fn)?.fn ?? fn),
  'interleave-slots': each((fn) => ({ ...fn, body: interleaveSlots(fn, 16)?.body ?? fn.body })),
  'form-regions': ofRegions((kernel) => kernel),
  'form-regions-of-warps': ofRegions((kernel) => kernel, 'together'),
  yielding: ofRegions(yielding),
  unjump: ofRegions(straightened),
  'fuse-reversed-regions': ofRegions((kernel) => fuseReversedRegions(kernel).kernel),
  'cache-blocking': ofRegions((kernel, fn) => blockForCache(kernel, fn.params)),
  rematerialise: ofRegions((kernel, fn) => rematerialise(kernel, fn.params)),
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
  // PTX.
  'expand-single': each((fn) => expandSingle(fn, inCalls)),
  'math-calls': whole((program) => callMath(program, () => undefined, inCalls)),
  'unroll-for-slots': each((fn) => unrollForSlots(fn, slotsInRegisters)),
  unroll: each((fn) => unroll(fn)),
  'fold-constant-data': each((fn, { globals }) => foldConstantData(fn, new Map(globals.map((g) => [g.name, g])))),
  instcombine: each(instcombine),
  'split-straight-ranges': each((fn) => splitLiveRanges(fn, true)),
  gvn: each(gvn),
  'pair-remainders': each(pairRemainders),
  'narrow-trip-counts': each(narrowTripCounts),
  'divide-by-constants': each(divideByConstants),
  'licm-quotients': each((fn) => licmQuotients(fn, keyOf)),
  'expose-products': each(exposeProducts),
};

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
