/** All kernels of a program as one module, which each worker instantiates. */
import { InternalError } from '../../../base/impossible.ts';
import type { Program } from '../../../ir/link.ts';
import type { Fn, LaunchShape, Statement } from '../../../ir/module.ts';
import { callableOf } from '../../../ir/verify.ts';
import { mayWait } from '../../../ir/waiting-loops.ts';
import { bodiesOf, eachExpression, eachStatement, expressionsOf, isLoop, someStatement } from '../../../ir/walk.ts';
import { shapeParameters, withArguments } from '../../../opt/analysis/shape-parameters.ts';
import type { EnlargedGrid } from '../../../opt/kernel/enlarge-grid.ts';
import { dynamicVariable, nameDynamicShared } from '../../../opt/kernel/name-dynamic-shared.ts';
import { updatesOfThread } from '../../../opt/kernel/privatise-arrays.ts';
import type { RegionKernel } from '../../../opt/kernel/region-parts.ts';
import type { KnownCell, NearStrides } from '../../../opt/kernel/unit-strides.ts';
import type { Unit, Watched } from '../../../opt/passes.ts';
import {
  optimiseForShortArrays,
  optimiseSim,
  optimiseSimKernel,
  regionsOf,
  type SimKernel,
  type SimSetting,
  withLargerGrid,
  withUnitStrides,
} from '../../../opt/pipeline.ts';
import { type Device, launchFields, writeDeviceFunction } from '../device.ts';
import { addressConst } from '../encode/address-code.ts';
import {
  type AddressType,
  type BlockSize,
  blockGroup,
  blocksOfRow,
  chosenVersion,
  expectedVersions,
  type GrowingLists,
  type HostModule,
  type Kernel,
  type KernelModule,
  type KernelsLater,
  type KernelVersions,
  type Layout,
  type Options,
  runningBlock,
  versionName,
} from '../encode/artifact.ts';
import { type Code, ModuleWriter } from '../encode/encode.ts';
import { notCallable } from '../encode/helpers.ts';
import { getLocal, i32const } from '../expression.ts';
import { memoryPages } from '../host/host.ts';
import { alignUp } from '../layout.ts';
import { TrapList } from '../statement.ts';
import { coalesceBlocks } from './coalesce-blocks.ts';
import { GridWriter, recordBytes } from './enlarged-grid.ts';
import { inWholeWarps, type WrittenKernel, writeKernel } from './kernel.ts';
import { loadRoom } from './kernel-scratch.ts';
import { param, warpSize } from './kernel-writer.ts';
import { type TileGroup, tileGroup } from './tile-groups.ts';

export function writeKernels(program: Program, layout: Layout, options: Options): KernelModule {
  return writeModule(program, layout, options, { traps: new TrapList(), texts: [] });
}

type Expected = HostModule['expected'];

/** Kernels that are written when they are first needed; all at once where some function is called through a pointer, which the modules would have to share. */
export function writeKernelsLater(
  program: Program,
  layout: Layout,
  options: Options,
  expected: Expected = new Map(),
): KernelModule {
  if (callsDevicePointers(program)) return writeKernels(program, layout, options);
  const grown: GrowingLists = { traps: [], texts: [] };
  const empty = writeModule({ ...program, kernels: [] }, layout, options, listsOf(grown));
  const likely = program.kernels.flatMap(({ name }, kernel) =>
    shapesOf(name, expected).map((shape) => ({ kernel, shape })),
  );
  return { ...empty, later: { ...kernelsLater(program, layout, options, grown), expected: likely } };
}

/**
 * Those that `isFirst` holds for, each for the sizes of blocks that are known, and for any where others may come; the rest is written when it is first needed
 * (`kernelsLater`). All of them for any size where functions are called through pointers.
 */
export function writeFirstKernels(
  program: Program,
  layout: Layout,
  options: Options,
  isFirst: (fn: Fn) => boolean,
  expected: Expected,
): { readonly module: KernelModule; readonly isWhole: boolean } {
  if (callsDevicePointers(program)) return { module: writeKernels(program, layout, options), isWhole: true };
  const lists = listsOf({ traps: [], texts: [] });
  const first = program.kernels.flatMap((fn, id) => (isFirst(fn) ? [id] : []));
  const written = (ids: readonly number[], known: Options): KernelModule => {
    const module = writeModule({ ...program, kernels: ids.map((id) => program.kernels[id]!) }, layout, known, lists);
    return { ...module, kernels: module.kernels.map((k, i) => ({ ...k, id: ids[i]! })) };
  };
  const nameOf = (id: number): string => program.kernels[id]!.name;
  const launches = first.flatMap((id) => shapesOf(nameOf(id), expected).map((shape) => ({ id, shape })));
  const nameOfShape = ({ block, dynamic }: LaunchShape): string => [...block, dynamic].join();
  const versions = [...Map.groupBy(launches, ({ shape }) => nameOfShape(shape)).values()].map(
    (same): KernelVersions => {
      const { shape } = same[0]!;
      const known = { ...options, ...shape, strides: 'unit' } as const;
      const { bytes, imports, kernels, lines } = written(
        same.map(({ id }) => id),
        known,
      );
      return { bytes, imports, kernels, lines, shape };
    },
  );
  const open = first.filter((id) => shapesOf(nameOf(id), expected).length === 0 || !expected.get(nameOf(id))?.isWhole);
  return { module: { ...written(open, options), versions }, isWhole: false };
}

/** As many as there are versions for. */
const shapesOf = (kernel: string, expected: Expected): readonly LaunchShape[] =>
  (expected.get(kernel)?.shapes ?? []).slice(0, expectedVersions);

/** Modules that are written apart would have to share the functions that are called so. */
function callsDevicePointers(program: Program): boolean {
  return program.addressed.some((name) => program.functions.get(name)?.kind === 'device');
}

/** Each kernel as a module of its own, when it is first needed. */
export function kernelsLater(program: Program, layout: Layout, options: Options, grown: GrowingLists): KernelsLater {
  const lists = listsOf(grown);
  return {
    count: program.kernels.length,
    lists: grown,
    fnOf: (id) => program.kernels[id],
    write: (id, { block, dynamic, wide, instead, strides, given = [] }) => {
      const own = {
        ...options,
        wide,
        ...(instead && { simd: instead.simd }),
        ...(block && { block, dynamic }),
        ...(block && strides && { strides }),
      };
      const kernel = instead?.fn ?? program.kernels[id]!;
      const written = { ...program, kernels: [given.length > 0 ? withArguments(kernel, given) : kernel] };
      const { bytes, imports, kernels, lines } = writeModule(written, layout, own, lists);
      const { fixed = [], ...facts } = kernels[0]!;
      return { bytes, imports, lines, kernel: { ...facts, id, fixed: [...fixed, ...given] } };
    },
  };
}

/** What the modules of a program share: lists that kernels name things of by number. */
type Lists = { readonly traps: TrapList; readonly texts: string[] };

const listsOf = ({ traps, texts }: GrowingLists): Lists => ({ traps: new TrapList(traps), texts });

function writeModule(given: Program, layout: Layout, options: Options, { traps, texts }: Lists): KernelModule {
  const program = options.dynamic ? nameDynamicShared(given, options.dynamic) : given;
  const module = new ModuleWriter(layout.address);
  for (const name of [runningBlock.first, runningBlock.count]) module.global(name, 'i32', 0);
  const choices: Choices = { module, global: module.global(chosenVersion, 'i32', 0), count: 0 };
  const watched: Watched = { target: 'sim', program, watch: options.watch };
  const setting = settingOf(options, layout.address);
  const { kernels: ready, functions, refined } = optimiseSim(program, setting, watched);
  const common = placeShared(functions, program, none);
  /** Parts of a region are told of once. */
  const told = new Set<string>();
  const device: Device = {
    program,
    layout,
    side: { is: 'device', address: layout.address },
    module,
    traps,
    texts,
    remark: (d) => {
      const place = d?.labels[0]?.at;
      const key = `${d?.message} ${place?.from} ${d?.notes?.join()}`;
      if (d && !told.has(key)) options.remark?.(d);
      told.add(key);
    },
    nest: options.nest,
    functions: new Set(functions.map((f) => f.name)),
    shared: common.offsets,
    stackOverflow: traps.add('a device function calls itself too deeply', undefined),
  };
  for (const f of functions) module.add(writeDeviceFunction(device, f));
  const waits = (fn: Fn): boolean => someStatement(fn.body, (s) => s.kind === 'loop' && mayWait(s));
  const calleesWait = functions.some(waits);
  /** Its code is not yet part of the module. */
  const written = (plainly: Fn, id: number, { tells = true, simd = setting.simd, isSeldom }: How = {}): Written => {
    const how = { ...setting, simd };
    const k = optimiseSimKernel(plainly, how, watched);
    const { fn, given, loops: interchanged, bypassed, block, along, histograms } = k;
    const calls = someStatement(given.body, (s) => s.kind === 'call');
    const shared = placeShared([given], program, calls ? common : none);
    const checkBarriers = options.checkBarriers === true;
    const { whole, resting } = regionsOf(interchanged, { checkBarriers, warps: 'apart' }, watched);
    const warps = simd && resting === whole && (block ? block[0] % warpSize === 0 : true);
    const inWarps = warps ? inWholeWarps(interchanged, layout.address, checkBarriers, watched) : undefined;
    // Cells of threads are handed on block by block.
    const perThread = k.sums.some((s) => s.perThread);
    const plain = simd && !waits(plainly) && !histograms && !perThread && given.slots.length === 0;
    const group = block && plain ? groupOf(k, inWarps ?? whole, block, shared.size) : undefined;
    const asOne = bypassed !== undefined && group !== undefined && runAsOne(interchanged, whole, true);
    const has = {
      block,
      launched: setting.block,
      along,
      shared: shared.size,
      calls,
      simd,
      chunk: options.chunk,
      wide: options.wide === true,
      late: k.sums,
      merged: histograms,
      interchanged,
      group: asOne ? undefined : group,
      forwarded: asOne,
      tells,
      watched,
    };
    const own = { ...device, shared: shared.offsets, ...(isSeldom && { remark: () => {} }) };
    const inWholeWarp = (code: Code): undefined => {
      getLocal(code.out, param.launch);
      code.out.all([0x28, 2]);
      code.out.u32(launchFields['ntid.x'] ?? 0);
      code.out.all([0x41, 31, 0x71, 0x45]);
    };
    const lone = (of: Fn): WrittenKernel => writeKernel(own, of, inWarps ?? resting, has);
    const usual = (of: Fn): WrittenKernel =>
      inWarps && !block
        ? either(
            choices,
            of.name,
            ['in whole warps', (name) => lone({ ...of, name })],
            ['lane by lane', (name) => writeKernel(own, { ...of, name }, resting, has)],
            inWholeWarp,
          )
        : lone(of);
    const short = inWarps ? undefined : optimiseForShortArrays(k, how, watched);
    const rooms = [...(fn.rooms ?? []), ...(short?.sums ?? []).flatMap((s) => (s.array ? [s.array.param] : []))];
    const made = short
      ? either(
          choices,
          fn.name,
          [
            'with arrays of its own',
            (name) => {
              const cut = regionsOf(short.loops, { checkBarriers, warps: 'apart' }, watched).whole;
              return writeKernel(own, { ...short.fn, name }, cut, {
                ...has,
                late: short.sums,
                interchanged: short.loops,
                group: undefined,
              });
            },
          ],
          ['as it is', (name) => usual({ ...fn, name })],
          (code) => areShort(code, short),
        )
      : usual(fn);
    const grid = barrierOfGrid(fn);
    const shapeParams = block ? shapeParameters(plainly) : [];
    const facts: Kernel = {
      name: fn.name,
      id,
      at: fn.at,
      params: callableOf(fn).params,
      ...(rooms.length > 0 && { rooms }),
      ...(fn.nulls && { nulls: fn.nulls }),
      sharedBytes: given === plainly ? shared.fixed : placeShared([plainly], program, calls ? common : none).fixed,
      scratch: made.scratch,
      ...(fn.launchBounds && { launchBounds: fn.launchBounds }),
      ...(fn.clusterDims && { clusterDims: fn.clusterDims }),
      cooperative: fn.cooperative ?? false,
      registersEstimate: Math.min(255, 8 + made.locals),
      localBytes: fn.slots.reduce((n, s) => n + s.size, 0),
      constantBytes: layout.constantBytes,
      hasBarrier: someStatement(plainly.body, (s) => s.kind === 'barrier'),
      inPhases: made.inPhases && resting === whole,
      yields: resting !== whole,
      waits: (calls && calleesWait) || waits(fn),
      gridBarriers: grid !== undefined,
      ...(grid && {
        gridTrap: traps.add('waits at a barrier of the grid that not all of its blocks come to', grid.at ?? fn.at),
      }),
      inGroups: made.inGroups,
      inTurns: made.inTurns || short !== undefined,
      ...(made.chooses && { chooses: true }),
      ...(made.widens && { widens: true }),
      ...(short && { keepsArrays: true }),
      ...(shapeParams.length > 0 && { shapeParams }),
      ...((plainly.apart || bypassed) && { apart: [...(plainly.apart ?? []), ...(bypassed?.apart ?? [])] }),
      ...(k.fn.alone && { alone: k.fn.alone }),
      ...(plainly.nearParams && { nearParams: plainly.nearParams }),
      costEstimate: cost(given.body),
    };
    return { made, facts };
  };
  const kernels = ready.map((plainly, id): Kernel => {
    const unit = setting.simd ? withUnitStrides(plainly, watched) : undefined;
    const finer = refined.get(plainly.name);
    const write = (of: Fn): Written => {
      const isNear = unit !== undefined && of.body === unit.fn.body;
      const grid = finer
        ? { ...finer, fn: (isNear && withUnitStrides(finer.fn, watched)?.fn) || finer.fn }
        : withLargerGrid(of, setting, watched);
      return grid && setting.block
        ? inLargerGrid(device, choices, of, grid, setting.block, (fn, how) => written(fn, id, how))
        : written(of, id);
    };
    const { made, facts } =
      !unit || options.strides === 'any'
        ? write(plainly)
        : options.strides === 'unit'
          ? inKnownStrides(plainly, unit, layout, write)
          : inUnitStrides(choices, plainly, unit, layout, write);
    module.add(made.code);
    module.export(plainly.name);
    return facts;
  });
  module.elements(program.addressed.map((name) => (device.functions.has(name) ? name : notCallable(module))));
  const bytes = module.write(memoryPages[layout.address]);
  const lines = () => module.lines();
  return { bytes, imports: module.imports(), traps: traps.places, texts: device.texts, kernels, lines };
}

/** `tells`: it says itself which blocks run. `simd`: threads may run in lanes. `isSeldom`: nobody wants to know how it runs. */
type How = { readonly tells?: boolean; readonly simd?: boolean; readonly isSeldom?: boolean };

type Written = { readonly made: WrittenKernel; readonly facts: Kernel };

/** Only for launches whose arrays of assumed shape, and those of descriptors, lie element by element: they are asked. */
function inKnownStrides(
  fn: Fn,
  { fn: unit, strides, cells }: NearStrides,
  layout: Layout,
  write: (fn: Fn) => Written,
): Written {
  const { made, facts } = write({ ...unit, name: fn.name });
  const fixed = strides.map(({ param: index, bytes }) => ({ param: index, value: bytes }));
  const fixedCells = cells.map((c) => ({ at: placeOf(c, layout), value: c.value }));
  return { made, facts: { ...facts, fixed, ...(cells.length > 0 && { fixedCells }) } };
}

function placeOf({ variable, offset }: KnownCell, layout: Layout): number {
  const at = layout.addresses.get(variable);
  if (at === undefined) throw new InternalError(`${variable} has no place on the device`);
  return at + offset;
}

/** A kernel of two versions: the first for launches whose arrays lie so. */
function inUnitStrides(
  choices: Choices,
  fn: Fn,
  { fn: unit, strides, cells }: NearStrides,
  layout: Layout,
  write: (fn: Fn) => Written,
): Written {
  const near = write({ ...unit, name: `${fn.name} in unit strides` });
  const far = write({ ...fn, name: `${fn.name} in any strides` });
  const made = either(choices, fn.name, ['', () => near.made], ['', () => far.made], (code) => {
    const asked = [
      ...strides.map(
        ({ param: index, bytes }) => [(): void => getLocal(code.out, param.params), 8 * index, bytes] as const,
      ),
      ...cells.map((c) => [(): void => addressConst(code, placeOf(c, layout)), 0, c.value] as const),
    ];
    asked.forEach(([address, offset, value], i) => {
      address();
      code.out.all([0x29, 3]);
      code.out.u32(offset);
      code.out.byte(0x42);
      code.out.s64(BigInt(value));
      code.out.byte(0x51);
      if (i > 0) code.out.byte(0x71);
    });
  });
  return { made, facts: factsOfBoth(fn.name, made, near.facts, far.facts) };
}

/** A kernel of two versions: the first with a larger grid, where that computes the same. */
function inLargerGrid(
  device: Device,
  choices: Choices,
  fn: Fn,
  grid: EnlargedGrid,
  block: BlockSize,
  write: (fn: Fn, how: How) => Written,
): Written {
  const near = write({ ...grid.fn, name: `${fn.name} in a larger grid` }, { tells: false });
  const far = write(
    { ...fn, name: `${fn.name} by strides of the grid` },
    {
      isSeldom: true,
      ...(grid.isUsual && { simd: false }),
    },
  );
  const both = either(choices, fn.name, ['', () => near.made], ['', () => far.made], (code) => {
    const writer = new GridWriter(device, code, grid);
    writer.condition();
    return writer;
  });
  const { fixed, ...perThread } = far.made.scratch;
  const own = recordBytes + scratchOfAny(near.made, block);
  const made = { ...both, scratch: { ...perThread, fixed: Math.max(fixed, own) } };
  return { made, facts: factsOfBoth(fn.name, made, near.facts, far.facts) };
}

/** What a version needs that has more blocks than the launch: for the longest of its rows, and the largest of its groups. */
function scratchOfAny({ scratch: { fixed, perThread, row }, inGroups }: WrittenKernel, [x, y, z]: BlockSize): number {
  const together = blocksOfRow(row, x, Number.POSITIVE_INFINITY) * (inGroups ? blockGroup.most : 1);
  return fixed + perThread * x * y * z * together;
}

/** Of a kernel with two versions, the first of which is the usual one. */
function factsOfBoth(name: string, made: WrittenKernel, a: Kernel, b: Kernel): Kernel {
  const rooms = (b.rooms?.length ?? 0) > (a.rooms?.length ?? 0) ? b.rooms : a.rooms;
  const apart = a.apart ?? b.apart;
  const alone = a.alone || b.alone ? [...new Set([...(a.alone ?? []), ...(b.alone ?? [])])] : undefined;
  return {
    ...b,
    name,
    scratch: made.scratch,
    inTurns: a.inTurns,
    chooses: true as const,
    ...((a.widens ?? b.widens) && { widens: true as const }),
    inGroups: a.inGroups || b.inGroups,
    ...(rooms && { rooms }),
    ...(apart && { apart }),
    ...(alone && { alone }),
  };
}

/** How neighbouring blocks run region by region together, where they can. */
function groupOf(
  { given, loops, bypassed }: SimKernel,
  whole: RegionKernel,
  block: BlockSize,
  shared: number,
): TileGroup | undefined {
  const holds = shared > 0 || bypassed !== undefined;
  const steps = loops.blocks !== undefined && loops.iterations.size > 0;
  if (!holds && (!steps || runAsOne(loops, whole, false))) return undefined;
  const others = someStatement(given.body, (s) => s.kind === 'barrier' && s.scope !== 'block');
  const iterations = steps ? loops.iterations : new Set<number>();
  return others ? undefined : tileGroup(whole, { params: given.params, block, shared, iterations });
}

/** Whether blocks without tiles need not run region by region: a row of them is one wide block. */
function runAsOne({ iterations }: SimKernel['loops'], whole: RegionKernel, forwarded: boolean): boolean {
  return coalesceBlocks(whole, { iterations, counts: false, forwarded }) !== undefined;
}

function barrierOfGrid(fn: Fn): Statement | undefined {
  let found: Statement | undefined;
  eachStatement(fn.body, (s) => {
    if (s.kind === 'barrier' && s.scope === 'grid') found ??= s;
  });
  return found;
}

/** Of all kernels of a module: the exported number that says which version would run, and how many there are. */
type Choices = { readonly module: ModuleWriter; readonly global: number; count: number };
type Version = readonly [name: string, write: (name: string) => WrittenKernel];
/** Writes what a version is called with, if not with what both are, and how often. */
type Given = Pick<GridWriter, 'before' | 'argument' | 'run'>;

/** A kernel of two versions: the first where what `condition` puts on the stack is not 0, with what it gives. */
function either(
  choices: Choices,
  name: string,
  first: Version,
  second: Version,
  condition: (code: Code) => Given | undefined,
): WrittenKernel {
  const { module } = choices;
  const write = ([how, version]: Version): WrittenKernel => {
    const made = version(`${name} ${how}`);
    module.add(made.code);
    return made;
  };
  const [a, b] = [write(first), write(second)];
  const code = module.code(name, a.code.params, []);
  const given = condition(code);
  code.out.all([0x04, 0x40]);
  callOrTell(choices, code, a, given);
  code.out.byte(0x05);
  callOrTell(choices, code, b);
  code.out.byte(0x0b);
  const row = b.scratch.row ?? a.scratch.row;
  const scratch = {
    fixed: Math.max(a.scratch.fixed, b.scratch.fixed),
    perThread: Math.max(a.scratch.perThread, b.scratch.perThread),
    ...(row !== undefined && { row }),
  };
  return { ...b, code, scratch, widens: a.widens || b.widens, chooses: true };
}

/** Runs a version; says which it is where there are no blocks. */
function callOrTell(choices: Choices, code: Code, version: WrittenKernel, given?: Given): void {
  const { out } = code;
  if (!version.chooses) {
    choices.module.export(version.code.name, versionName(choices.count));
    getLocal(out, param.first);
    getLocal(out, param.last);
    out.all([0x46, 0x04, 0x40]);
    i32const(out, choices.count++);
    out.byte(0x24);
    out.u32(choices.global);
    out.byte(0x05);
  }
  const call = (): void => {
    version.code.params.forEach((_, i) => {
      if (given) given.argument(i);
      else getLocal(out, i);
    });
    code.call(version.code.name);
  };
  given?.before();
  if (given) given.run(call);
  else call();
  if (!version.chooses) out.byte(0x0b);
}

/** Whether arrays fit in what a worker has for them, and the launch has so many threads that to clear and to add them costs little beside. */
function areShort({ out }: Code, { fn, sums }: SimKernel): undefined {
  for (const s of sums) {
    loadRoom(fn, sums, s, out);
    out.byte(0x42);
    out.s64(BigInt(s.array?.bytes ?? 0));
    out.byte(0x58);
  }
  for (let i = 1; i < sums.length; i++) out.byte(0x71);
  // A byte for each update at least, i64.
  out.byte(0x42);
  out.s64(BigInt(Math.max(1, updatesOfThread(fn.body))));
  for (const axis of ['nctaid.x', 'nctaid.y', 'nctaid.z', 'ntid.x', 'ntid.y', 'ntid.z'] as const) {
    getLocal(out, param.launch);
    out.all([0x35, 2]);
    out.u32(launchFields[axis] ?? 0);
    out.byte(0x7e);
  }
  sums.forEach((s, i) => {
    loadRoom(fn, sums, s, out);
    if (i > 0) out.byte(0x7c);
  });
  out.all([0x5a, 0x71]);
}

function settingOf(options: Options, address: AddressType): SimSetting {
  const isUsual = options.block !== undefined && options.strides === 'unit';
  return {
    address,
    contract: options.contract !== false,
    simd: options.simd !== false,
    block: options.block,
    near: isUsual,
  };
}

/** The kernels as they are before barriers are looked at. */
export function readyToCut(program: Program, options: Options): Unit {
  return optimiseSim(program, settingOf(options, 'i32'), { target: 'sim', program, watch: options.watch });
}

/** `fixed`: bytes of static variables, behind which dynamic memory lies; `size`: with what is known of that. */
type Shared = { readonly offsets: ReadonlyMap<string, number>; readonly fixed: number; readonly size: number };
const none: Shared = { offsets: new Map(), fixed: 0, size: 0 };

/** Places of the static shared variables that `functions` name, behind those of `before`. */
function placeShared(functions: readonly Fn[], program: Program, before: Shared): Shared {
  const offsets = new Map(before.offsets);
  let next = before.fixed;
  let dynamic = 0;
  const use = (name: string): void => {
    const g = program.globals.get(name);
    if (name === dynamicVariable) dynamic = g?.size ?? 0;
    if (g?.placement !== 'shared' || offsets.has(name) || name === dynamicVariable) return;
    next = alignUp(next, Math.max(g.align, 16));
    offsets.set(name, next);
    next += g.size;
  };
  for (const fn of functions)
    eachStatement(fn.body, (s) => {
      for (const whole of expressionsOf(s))
        eachExpression(whole, (e) => {
          if (e.kind === 'global') use(e.name);
        });
    });
  const fixed = alignUp(next, 16);
  if (dynamic > 0) offsets.set(dynamicVariable, fixed);
  return { offsets, fixed, size: fixed + alignUp(dynamic, 16) };
}

function cost(list: readonly Statement[]): number {
  let n = 0;
  for (const s of list) {
    for (const e of expressionsOf(s)) eachExpression(e, () => n++);
    const inner = bodiesOf(s).reduce((sum, b) => sum + cost(b), 1);
    n += isLoop(s) ? 8 * inner : inner;
  }
  return n;
}
