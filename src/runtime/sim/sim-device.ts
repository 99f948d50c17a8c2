/** A CUDA device simulated on processor cores: the order of streams and events, memory, launches. */

import type { FixedParam } from '../../ir/module.ts';
import { residentBlocks } from '../../library/cudafor/occupancy.ts';
import type {
  Address,
  Copy,
  Device,
  ErrorCode,
  EventId,
  EventState,
  Fill,
  GraphOrder,
  Launch,
  PointerFacts,
  StreamId,
} from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { KernelFacts } from '../../machine/kernel.ts';
import { common, type DeviceModel } from '../../machine/models.ts';
import { spanOfRows } from '../../machine/span-of-rows.ts';
import type { Sanitizer } from '../sanitizer/sanitizer.ts';
import { copyField, directSlot, field, fillField, inlineParamCount, kinds, modes, setLong } from './control.ts';
import { DeviceMemory } from './device-memory.ts';
import type { DeviceVariables } from './device-variables.ts';
import type { AskedVersion, Engine } from './engine.ts';
import { hasFixed, LaunchArguments } from './launch-arguments.ts';
import { checkBlock, checkLaunch, fillsClusters, isGrid, sizeOf } from './launch-check.ts';
import { LaunchCommands } from './launch-commands.ts';
import type { Sample } from './launch-samples.ts';
import {
  duration,
  hasFewThreads,
  patience,
  piecesOf,
  shortTime,
  smallTime,
  timeOfUnit,
  unitsOf,
  wantsWorkers,
} from './launch-size.ts';
import { fillPattern } from './moves.ts';
import { SimSharing } from './process-sharing.ts';
import { RepeatedLaunches } from './repeated-launches.ts';
import { modeOf, type SimKernel, type Version } from './sim-kernel.ts';
import { type Event, newHandle, type Stream, Streams } from './streams.ts';
import type { Chosen } from './width-choice.ts';

const pieceBytes = 512 << 10;
const directBytes = 256 << 10;
/** From here on it is worth starting the workers. */
const workersBytes = 64 << 20;
/** Clusters of so many blocks run on every simulated model, also on those before them. */
const portableCluster = 8;

export class SimDevice implements Device {
  readonly ordinal: number;
  readonly model: DeviceModel;
  readonly threadsInTurn = true;
  readonly readsDescriptors = true;
  readonly #engine: Engine;
  readonly #streams = new Streams();
  readonly #sharedLimits = new Map<number, number>();
  readonly #memory: DeviceMemory;
  readonly #commands: LaunchCommands;
  readonly #repeated = new RepeatedLaunches();
  readonly #arguments = new LaunchArguments();
  readonly sharing: SimSharing;
  /** Missing where there is only one device. */
  readonly #variables: DeviceVariables | undefined;
  /** Nanoseconds that launches take which were queued before there were workers. */
  #withoutWorkers = 0;
  /** The last command that counts on nobody else's writing. */
  #lastAlone = 0;
  readonly #isDone = (sequence: number): boolean => this.#engine.isDone(sequence);

  constructor(engine: Engine, model: DeviceModel, ordinal: number, variables?: DeviceVariables) {
    this.#engine = engine;
    this.model = model;
    this.ordinal = ordinal;
    this.#variables = variables;
    engine.books.push(this.#streams);
    this.#memory = new DeviceMemory(engine, ordinal, model.totalGlobalMem);
    this.sharing = new SimSharing(
      this.#memory,
      this.#streams,
      () => {
        engine.sharesMemory = true;
        return engine.shared;
      },
      () => engine.waitForAll(),
    );
    this.#commands = new LaunchCommands(engine, this.#memory, this.#streams, ordinal);
  }

  kernel(id: number): KernelFacts | undefined {
    return this.#engine.kernel(id)?.facts;
  }

  failure(): ErrorCode {
    return this.#engine.failure(this.ordinal);
  }

  makeCurrent(): void {
    this.#variables?.enter(this.ordinal, () => this.#engine.waitForAll());
  }

  reset(): void {
    this.#waitForAll();
    this.#engine.flushPrints();
    this.sharing.clear();
    this.#memory.clear();
    this.#streams.clear();
    this.#sharedLimits.clear();
    this.#repeated.clear();
    this.#engine.clearFailure(this.ordinal);
  }

  // memory

  allocate(bytes: number, kind: 'device' | 'managed' | 'pinned'): Address {
    if (this.failure() !== 0 || !(bytes >= 0)) return 0n;
    let address = this.#memory.allocate(bytes, kind);
    if (address === 0 && this.#memory.isWaiting) {
      this.#waitForAll();
      address = this.#memory.allocate(bytes, kind);
    }
    if (address === 0 && this.#memory.hasRoom(bytes, kind)) this.#engine.short(bytes);
    return BigInt(address);
  }

  /** The memory goes back once all work enqueued so far is done; nobody waits for that. */
  free(address: Address): ErrorCode {
    if (address === 0n) return this.failure();
    if (!this.#memory.owns(Number(address)) || this.sharing.hasOpened(address))
      return this.#refuseFree(address, 'cudaFree');
    if (this.#engine.sanitizer) this.#waitForAll();
    // A GPU's driver waits too.
    this.#engine.sanitizer?.order?.hostWaitsForAll();
    this.#memory.freeAfterAll(Number(address));
    return this.failure();
  }

  allocateAsync(bytes: number, stream: StreamId): Address {
    return this.#streams.stream(stream) ? this.allocate(bytes, 'device') : 0n;
  }

  freeAsync(address: Address, stream: StreamId): ErrorCode {
    const of = this.#streams.stream(stream);
    if (!of) return codeOf.invalidResourceHandle;
    if (!this.#memory.owns(Number(address))) return this.#refuseFree(address, 'cudaFreeAsync');
    if (this.#engine.sanitizer) this.#engine.wait(of.last);
    this.#memory.freeAfter(of.last, Number(address));
    return this.failure();
  }

  #refuseFree(address: Address, name: string): ErrorCode {
    this.#engine.sanitizer?.invalidFree(Number(address), name);
    return codeOf.invalidValue;
  }

  get isIdle(): boolean {
    return this.#engine.isIdle();
  }

  memoryInfo() {
    return this.#memory.info();
  }

  pointerFacts(address: Address): PointerFacts {
    const facts = this.#memory.factsOf(Number(address));
    const isVariable = facts.kind === 'unregistered' && this.#engine.isStaticData(Number(address));
    return isVariable ? { ...facts, kind: 'device' } : facts;
  }

  register(address: Address, bytes: number): ErrorCode {
    return this.#memory.register(Number(address), bytes);
  }

  unregister(address: Address): ErrorCode {
    return this.#memory.unregister(Number(address));
  }

  // copies and fills

  copy(copy: Copy): ErrorCode {
    const stream = this.#streams.stream(copy.stream);
    if (!stream) return codeOf.invalidResourceHandle;
    if (this.failure() !== 0) return this.failure();
    if (copy.width === 0 || copy.height === 0) return this.#settle(stream, copy.asynchronous);
    if (!this.#isMemory(copy.to, copy.toPitch, copy) || !this.#isMemory(copy.from, copy.fromPitch, copy))
      return codeOf.invalidValue;
    const sanitizer = this.#settledSanitizer();
    const isBlocking = (id: StreamId): boolean => this.streamIsBlocking(id);
    if (sanitizer?.copied(copy, this.#waitsForCopy(copy), isBlocking) === false) return codeOf.invalidValue;
    const bytes = copy.width * copy.height;
    const later = copy.asynchronous && bytes > directBytes && this.#isPinned(copy.to) && this.#isPinned(copy.from);
    const before = this.#before(stream);
    if (before.length === 0 && !later) this.#copyNow(copy);
    else this.#enqueueCopy(copy, stream, before);
    return copy.asynchronous && (before.length === 0 || later) ? codeOf.success : this.#settle(stream, false);
  }

  /** Host and device addresses of a rectangle must lie in memory. */
  #isMemory(address: Address, pitch: number, copy: Copy): boolean {
    const { first, bytes } = spanOfRows(address, pitch, copy);
    return first >= 65536 && first + bytes <= this.#engine.memoryBytes;
  }

  /** What kernels have written must be known before it is copied. */
  #settledSanitizer(): Sanitizer | undefined {
    const { sanitizer } = this.#engine;
    if (sanitizer?.watchesWrites) this.#waitForAll();
    return sanitizer;
  }

  /** Whether the host knows that it is done when the call returns. */
  #waitsForCopy({ asynchronous, to, from }: Copy): boolean {
    return !asynchronous || !this.#isPinned(to) || !this.#isPinned(from);
  }

  /** Not host memory that the program may change once the call has returned. */
  #isPinned(address: Address): boolean {
    return this.pointerFacts(address).kind !== 'unregistered';
  }

  #copyNow(copy: Copy): void {
    const { moves } = this.#engine;
    const [to, from] = [Number(copy.to), Number(copy.from)];
    for (let row = 0; row < copy.height; row++)
      moves.copy(to + row * copy.toPitch, from + row * copy.fromPitch, copy.width);
  }

  #enqueueCopy(copy: Copy, stream: Stream, before: readonly number[]): void {
    const slot = this.#engine.slot();
    const [to, from] = [Number(copy.to), Number(copy.from)];
    const overlaps = to < from + copy.width && from < to + copy.width;
    const inPieces = copy.height === 1 && copy.width > pieceBytes && !overlaps;
    this.#setRecord(slot, copyField, {
      to,
      from,
      width: copy.width,
      toPitch: copy.toPitch,
      fromPitch: copy.fromPitch,
      height: copy.height,
      piece: inPieces ? pieceBytes : 0,
    });
    const total = inPieces ? Math.ceil(copy.width / pieceBytes) : copy.height;
    const rows = Math.max(1, Math.floor(pieceBytes / copy.width));
    this.#publish(kinds.copy, stream, total, inPieces ? 1 : rows, before);
    if (copy.width * copy.height > workersBytes) this.#engine.startWorkers();
  }

  fill(fill: Fill): ErrorCode {
    const stream = this.#streams.stream(fill.stream);
    if (!stream) return codeOf.invalidResourceHandle;
    if (this.failure() !== 0) return this.failure();
    const width = fill.count * fill.patternBytes;
    if (width === 0 || fill.height === 0) return this.#settle(stream, fill.asynchronous);
    const end = Number(fill.to) + fill.pitch * (fill.height - 1) + width;
    if (fill.to < 65536n || end > this.#engine.memoryBytes) return codeOf.invalidValue;
    const isBlocking = (id: StreamId): boolean => this.streamIsBlocking(id);
    if (this.#settledSanitizer()?.filled(fill, isBlocking) === false) return codeOf.invalidValue;
    const before = this.#before(stream);
    const later = fill.asynchronous && width * fill.height > directBytes;
    if (before.length === 0 && !later) this.#fillNow(fill);
    else this.#enqueueFill(fill, stream, before);
    return this.#settle(stream, fill.asynchronous);
  }

  #fillNow(fill: Fill): void {
    const { moves, view } = this.#engine;
    const { pattern, patternBytes, count } = fill;
    for (let row = 0; row < fill.height; row++)
      fillPattern(moves, view, Number(fill.to) + row * fill.pitch, pattern, patternBytes, count);
  }

  #enqueueFill(fill: Fill, stream: Stream, before: readonly number[]): void {
    const slot = this.#engine.slot();
    const { count, patternBytes } = fill;
    const piece = pieceBytes / patternBytes;
    const inPieces = fill.height === 1 && count > piece;
    const height = inPieces ? Math.ceil(count / piece) : fill.height;
    this.#setRecord(slot, fillField, {
      to: Number(fill.to),
      pitch: inPieces ? pieceBytes : fill.pitch,
      low: Number(fill.pattern & 0xffffffffn),
      high: Number((fill.pattern >> 32n) & 0xffffffffn),
      patternBytes,
      count: inPieces ? piece : count,
      all: count * fill.height,
    });
    const rows = inPieces ? 1 : Math.max(1, Math.ceil(height / this.#engine.threads));
    this.#publish(kinds.fill, stream, height, rows, before);
    if (count * patternBytes * fill.height > workersBytes) this.#engine.startWorkers();
  }

  #setRecord<K extends string>(
    slot: number,
    places: Readonly<Record<K, number>>,
    values: Readonly<Record<NoInfer<K>, number>>,
  ) {
    const { words } = this.#engine.queue;
    for (const name in places) setLong(words, slot + field.record + places[name], values[name]);
  }

  // launches

  launch(launch: Launch): ErrorCode {
    const measured = this.#chosenVersion(launch);
    if (!measured) return codeOf.invalidDeviceFunction;
    const stream = this.#streams.stream(launch.stream);
    if (!stream) return codeOf.invalidResourceHandle;
    const code =
      this.failure() ||
      checkLaunch(launch, measured.kernel.facts, this.dynamicSharedLimit(launch.kernel)) ||
      this.#checkTogether(launch, measured.kernel);
    if (code !== 0) return code;
    const { version, sample } = this.#inItsWidth(measured, launch);
    const { kernel } = version;
    this.#engine.prepare(version.number);
    this.#engine.sanitizer?.beginLaunch(launch.stream, (id) => this.streamIsBlocking(id));
    this.#engine.noteTouches(launch);
    const before = this.#before(stream);
    const units = unitsOf(kernel, launch);
    let begun = 0;
    if (before.length === 0 && this.#isSmall(version, launch, units) && !this.#commands.waitsForHost(kernel, launch)) {
      begun = this.#launchNow(version, launch, units, sample);
      if (begun < 0) return codeOf.memoryAllocation;
    }
    if (begun < units) return this.#enqueueLaunch(version, launch, stream, before, begun, sample);
    if (!this.#engine.sanitizer && !this.#engine.weighs(launch.kernel)) this.#repeated.note(launch, measured);
    return codeOf.success;
  }

  /** Where nothing is under way, a short launch like the last one of its kernel runs with little ado. */
  launchQuickly(
    kernel: number,
    gx: number,
    gy: number,
    gz: number,
    bx: number,
    by: number,
    bz: number,
    sharedBytes: number,
    stream: StreamId,
    params: number,
  ): ErrorCode {
    const known = this.#repeated.find(kernel, bx, by, bz, sharedBytes);
    const launch = (): Launch => ({
      kernel,
      grid: { x: gx, y: gy, z: gz },
      block: { x: bx, y: by, z: bz },
      sharedBytes,
      stream,
      params: BigInt(params),
    });
    if (!known || !isGrid(gx, gy, gz) || !this.knowsStream(stream) || !this.#engine.isIdle() || this.failure() !== 0)
      return this.launch(launch());
    const { version: measured } = known;
    const units = gx * gy * gz;
    const ofThread = this.#engine.costs.of(measured.number);
    const expected = ofThread === undefined ? Number.POSITIVE_INFINITY : units * bx * by * bz * ofThread;
    if (expected > shortTime || !this.#runsBy(measured, kernel, params, expected)) return this.launch(launch());
    const { widths } = this.#engine;
    const chosen = measured.kernel.widens ? widths?.choose(measured, units, expected) : undefined;
    const version = chosen?.version ?? measured;
    const command = version === measured ? known.command : known.wideCommand;
    if (command) this.#commands.repeat(directSlot, command, version, { gx, gy, gz, stream, params });
    else if (this.#commands.prepare(directSlot, version, launch()))
      known[version === measured ? 'command' : 'wideCommand'] = this.#commands.copyOf(directSlot);
    else return codeOf.memoryAllocation;
    this.#engine.runDirectFor(this.ordinal, units, expected, patience, chosen?.sample !== undefined);
    if (chosen?.sample) chosen.sample.nanoseconds = this.#engine.spent(directSlot);
    return codeOf.success;
  }

  /** The version, or the same for vectors of 256 bits; `sample`: is told what the launch takes. */
  #inItsWidth(version: Version, launch: Launch): Chosen {
    const { widths } = this.#engine;
    const { kernel } = version;
    if (!widths || !kernel.widens || this.#engine.weighs(launch.kernel)) return { version };
    // A guess is not worth a second version: what the first launch takes is known soon.
    const nanoseconds = this.#measured(version, launch) ?? 0;
    return widths.choose(version, unitsOf(kernel, launch), duration(nanoseconds, this.#engine.threads));
  }

  /** Nanoseconds of threads that a launch takes, as launches of its version have taken; undefined before the first. */
  #measured({ kernel, number }: Version, launch: Launch): number | undefined {
    const ofThread = this.#engine.costs.of(number);
    return ofThread === undefined ? undefined : unitsOf(kernel, launch) * timeOfUnit(kernel, launch, ofThread);
  }

  /** Launches that take long are worth code of their own. */
  #chosenVersion(launch: Launch): Version | undefined {
    const version = this.#versionOf(launch);
    if (!version || !this.#engine.isForAny(version) || !this.#engine.weighs(launch.kernel)) return version;
    const { kernel, number } = version;
    const ofUnit = timeOfUnit(kernel, launch, this.#engine.costs.of(number));
    this.#engine.addTaken(launch.kernel, unitsOf(kernel, launch) * ofUnit);
    return this.#engine.weighs(launch.kernel) ? version : this.#versionOf(launch);
  }

  #hasApart({ apart }: SimKernel, params: number): boolean {
    if (!apart) return true;
    const known = new Map<number, bigint>();
    const address = (param: number): bigint => this.#engine.view.getBigUint64(params + 8 * param, true);
    const memory = (param: number): bigint => {
      const found = known.get(param) ?? this.#memoryAt(address(param));
      known.set(param, found);
      return found;
    };
    return apart.every(([one, other, by]) => {
      if (by === 'variables') return memory(one) !== elsewhere;
      if (by !== 'memory') return address(one) !== address(other);
      const [a, b] = [memory(one), memory(other)];
      return a !== b || a === nowhere;
    });
  }

  /** What lies there: where the memory begins, what no allocation has, or nothing. */
  #memoryAt(address: bigint): bigint {
    if (address === 0n) return nowhere;
    const { kind, base } = this.#memory.factsOf(Number(address));
    return kind === 'unregistered' ? elsewhere : base;
  }

  #versionOf(launch: Launch): Version | undefined {
    const { kernel: id, block, params } = launch;
    if (checkBlock(block.x, block.y, block.z) === codeOf.success) {
      const proven = this.#engine.proven(launch);
      const size = hasFewThreads(launch) ? block : undefined;
      const dynamic = this.#engine.sanitizer ? 0 : this.#arguments.dynamicBytes(id, launch.sharedBytes);
      const version = this.#versionFor(launch, { size, proven, dynamic });
      return version && !this.#hasApart(version.kernel, Number(params)) ? this.#engine.version(id) : version;
    }
    const kernel = this.#engine.kernel(id);
    return kernel && { kernel, number: id };
  }

  #versionFor(launch: Launch, asked: AskedVersion): Version | undefined {
    const { kernel: id, params } = launch;
    const version = this.#engine.version(id, asked);
    if (!version || !asked.size || this.#engine.isForAny(version)) return version;
    if (!hasFixed(version.kernel, this.#engine.view, Number(params)))
      return this.#versionFor(launch, { ...asked, strides: 'any' });
    const given = this.#givenIn(launch, version);
    const own = given && this.#engine.version(id, { ...asked, given });
    return own && !this.#engine.isForAny(own) && this.#prefers(own, version, launch) ? own : version;
  }

  #prefers(own: Version, { kernel, number }: Version, launch: Launch): boolean {
    const { costs, view } = this.#engine;
    const nanoseconds = this.#measured(own, launch) ?? 0;
    const tried = { id: launch.kernel, kernel, view, params: Number(launch.params), nanoseconds };
    return this.#arguments.prefers(own, tried, [costs.of(own.number), costs.of(number)]);
  }

  /** The arguments that code for this launch is to know. */
  #givenIn(launch: Launch, version: Version): readonly FixedParam[] | undefined {
    const { kernel } = version;
    const { view, sanitizer } = this.#engine;
    if (!kernel.shapeParams || sanitizer) return undefined;
    const nanoseconds = this.#measured(version, launch) ?? 0;
    const writing = this.#engine.writingTime(launch.kernel);
    return this.#arguments.of(launch.kernel, kernel, view, Number(launch.params), { nanoseconds, writing });
  }

  /** Whether a launch like the last one of its kernel runs the same version. */
  #runsBy(version: Version, id: number, params: number, nanoseconds: number): boolean {
    const { kernel } = version;
    const { view } = this.#engine;
    return (
      !this.#arguments.isTried(version) &&
      hasFixed(kernel, view, params) &&
      this.#hasApart(kernel, params) &&
      this.#arguments.runsAny(id, kernel, view, params, nanoseconds)
    );
  }

  /** `begun`: how many units are done already. */
  #enqueueLaunch(
    { kernel, number }: Version,
    launch: Launch,
    stream: Stream,
    before: readonly number[],
    begun: number,
    sample: Sample | undefined,
  ): ErrorCode {
    const slot = this.#engine.slot();
    const { words } = this.#engine.queue;
    if (!this.#commands.prepare(slot, { kernel, number }, launch)) return codeOf.memoryAllocation;
    if (begun > 0) words[slot + field.spent] = words[directSlot + field.spent]!;
    if (kernel.chooses) this.#engine.prepareChosen(slot, number);
    const units = unitsOf(kernel, launch);
    const ofUnit = timeOfUnit(kernel, launch, this.#engine.costs.of(number));
    const row = begun === 0 && !kernel.inPhases ? launch.grid.x : 1;
    const { most, least } = piecesOf(units - begun, ofUnit, this.#engine.threads, row, kernel);
    this.#publish(kinds.kernel, stream, units, most, before, begun, least);
    if (words[slot + field.alone] !== 0) this.#lastAlone = stream.last;
    if (sample) this.#engine.samples.note(sample, slot, stream.last);
    this.#commands.freeBlocks(slot, stream.last);
    if (this.#engine.hasWorkers) return codeOf.success;
    if (words[slot + field.hostless] === 1 || wantsWorkers(units - begun, ofUnit, this.#withoutWorkers))
      this.#engine.startWorkers();
    this.#withoutWorkers += (units - begun) * ofUnit;
    return codeOf.success;
  }

  /** Grids whose blocks are all alive at once, and clusters. */
  #checkTogether(launch: Launch, kernel: SimKernel): number {
    if (!fillsClusters(launch, kernel.clusterDims, Math.max(this.model.maxClusterSize, portableCluster)))
      return codeOf.invalidClusterSize;
    if (!kernel.gridBarriers && !kernel.facts.cooperative && !launch.cooperative) return codeOf.success;
    const resident = residentBlocks(this, launch.kernel, sizeOf(launch.block), launch.sharedBytes) ?? 0;
    if (sizeOf(launch.grid) > resident * this.model.multiProcessorCount) return codeOf.cooperativeLaunchTooLarge;
    return codeOf.success;
  }

  #isSmall({ kernel, number }: Version, launch: Launch, units: number): boolean {
    if (kernel.facts.params.length + (kernel.facts.rooms?.length ?? 0) > inlineParamCount) return false;
    return units * timeOfUnit(kernel, launch, this.#engine.costs.of(number)) <= smallTime;
  }

  /** Runs it on this thread: gives how many units are done, or -1 where there is no memory. Where it takes longer than was thought, some are left. */
  #launchNow(version: Version, launch: Launch, units: number, sample: Sample | undefined): number {
    if (!this.#commands.prepare(directSlot, version, launch)) return -1;
    const { kernel, number } = version;
    if (kernel.chooses) this.#engine.prepareChosen(directSlot, number);
    if (modeOf(kernel) === modes.plain) {
      const measured = this.#engine.costs.of(number);
      const expected = measured && units * timeOfUnit(kernel, launch, measured);
      const done = this.#engine.runDirectFor(this.ordinal, units, expected, patience, sample !== undefined);
      if (sample && done === units) sample.nanoseconds = this.#engine.spent(directSlot);
      return done;
    }
    this.#engine.runDirect(this.ordinal, units);
    this.#commands.freeBlocks(directSlot, 0);
    return units;
  }

  dynamicSharedLimit(kernel: number): number {
    const fixed = this.kernel(kernel)?.sharedBytes ?? 0;
    return this.#sharedLimits.get(kernel) ?? Math.max(0, common.sharedMemPerBlock - fixed);
  }

  setDynamicSharedLimit(kernel: number, bytes: number): ErrorCode {
    const facts = this.kernel(kernel);
    if (!facts) return codeOf.invalidDeviceFunction;
    if (bytes < 0 || facts.sharedBytes + bytes > this.model.sharedMemPerBlockOptin) return codeOf.invalidValue;
    this.#sharedLimits.set(kernel, bytes);
    this.#repeated.clear();
    return codeOf.success;
  }

  // streams

  createStream(blocking: boolean, priority: number): StreamId {
    return this.#streams.create(blocking, priority, this.#lastAlone);
  }

  destroyStream(stream: StreamId): ErrorCode {
    return this.#streams.destroy(stream) ? this.failure() : codeOf.invalidResourceHandle;
  }

  knowsStream(stream: StreamId): boolean {
    return this.#streams.stream(stream) !== undefined;
  }

  streamPriority(stream: StreamId): number {
    return this.#streams.priority(stream);
  }

  streamIsBlocking(stream: StreamId): boolean {
    return this.#streams.isBlocking(stream);
  }

  queryStream(id: StreamId): ErrorCode {
    const stream = this.#streams.stream(id);
    if (!stream) return codeOf.invalidResourceHandle;
    if (this.#before(stream).length > 0) this.#ask();
    if (this.#before(stream).length > 0) return codeOf.notReady;
    this.#engine.sanitizer?.order?.hostWaitsFor(id);
    return this.failure();
  }

  synchroniseStream(id: StreamId): ErrorCode {
    const stream = this.#streams.stream(id);
    if (!stream) return codeOf.invalidResourceHandle;
    this.#engine.sanitizer?.order?.hostWaitsFor(id);
    return this.#settle(stream, false);
  }

  waitForEvent(id: StreamId, event: EventId): ErrorCode {
    const stream = this.#streams.stream(id);
    const on = this.#event(event);
    if (!stream || !on) return codeOf.invalidResourceHandle;
    this.#engine.sanitizer?.order?.waitForEvent(id, event, this.streamIsBlocking(id));
    if (!on.recorded || this.#isDone(on.last)) return this.failure();
    const before = this.#engine.reduce([...this.#before(stream), on.last], this.ordinal);
    this.#engine.slot();
    this.#publish(kinds.join, stream, 1, 1, before);
    return codeOf.success;
  }

  hostCallback(id: StreamId, then: () => void): ErrorCode {
    const stream = this.#streams.stream(id);
    if (!stream) return codeOf.invalidResourceHandle;
    this.#engine.whenDone(stream.last, this.#hostFunction(id, then));
    return this.failure();
  }

  get graphOrder(): GraphOrder | undefined {
    return this.#engine.sanitizer?.order;
  }

  /** Under the sanitizer: it may use what the stream has done by then. */
  #hostFunction(id: StreamId, run: () => void): () => void {
    const order = this.#engine.sanitizer?.order;
    if (!order) return run;
    const known = order.moment(id, (of) => this.streamIsBlocking(of));
    return () => order.asHostFunction(known, run);
  }

  /** The commands that new work in a stream waits for, those that are not done. */
  #before(stream: Stream): readonly number[] {
    return this.#engine.reduce(this.#streams.before(stream, this.#isDone), this.ordinal);
  }

  /** Publishes the command whose slot has been filled in. */
  #publish(
    kind: number,
    stream: Stream,
    total: number,
    chunk: number,
    before: readonly number[],
    begun = 0,
    least = chunk,
  ): void {
    stream.last = this.#engine.queue.publish(kind, this.ordinal, total, chunk, before, begun, least);
  }

  /** The end of a call on a stream: a synchronous one waits, and hands over what was printed. */
  #settle(stream: Stream, asynchronous: boolean): ErrorCode {
    if (asynchronous) return codeOf.success;
    for (const sequence of this.#before(stream)) this.#engine.wait(sequence);
    return this.#settled();
  }

  /** The host has waited: it sees what was printed and what went wrong. */
  #settled(): ErrorCode {
    this.#engine.flushPrints();
    return this.failure();
  }

  /** The host asks again and again: it runs a piece of work itself, so that it does not ask for ever. */
  #ask(): void {
    this.#engine.nudge();
  }

  // events

  /** Events of other devices may be asked about and waited for. */
  #bookOf(event: EventId): Streams {
    return this.#engine.books.find((book) => book.event(event) !== undefined) ?? this.#streams;
  }

  #event(event: EventId): Event | undefined {
    return this.#bookOf(event).event(event);
  }

  createEvent(timed: boolean, forProcesses = false): EventId {
    const id = newHandle();
    if (forProcesses) return this.#createShared(id);
    const cell = this.#engine.heap.allocate(8, 64, { kind: 'unregistered', device: this.ordinal });
    this.#streams.addEvent(id, { timed, cell, last: 0, recorded: false });
    return id;
  }

  /** 0 where processes can share nothing. */
  #createShared(id: EventId): EventId {
    const page = this.sharing.newPage();
    if (page === 0) return 0n;
    this.#streams.addEvent(id, { timed: false, cell: page, last: 0, recorded: false, shared: true });
    return id;
  }

  destroyEvent(event: EventId): ErrorCode {
    const known = this.#streams.removeEvent(event);
    if (!known) return codeOf.invalidResourceHandle;
    if (!known.shared || !this.sharing.leavePage(known.cell)) this.#memory.freeAfter(known.last, known.cell);
    return this.failure();
  }

  recordEvent(event: EventId, id: StreamId): ErrorCode {
    const known = this.#streams.event(event);
    const stream = this.#streams.stream(id);
    if (!known || !stream) return codeOf.invalidResourceHandle;
    if (this.failure() !== 0) return this.failure();
    this.#engine.sanitizer?.order?.record(event, id);
    // Other processes see the time of the record, and nothing of what it waits for.
    if (known.shared) this.#settle(stream, false);
    const before = this.#before(stream);
    if (before.length === 0) this.#recordNow(known);
    else this.#recordLater(known, stream, before);
    return codeOf.success;
  }

  #recordNow(event: Event): void {
    this.#engine.stamp(event.cell);
    event.last = 0;
    event.recorded = true;
  }

  #recordLater(event: Event, stream: Stream, before: readonly number[]): void {
    const slot = this.#engine.slot();
    setLong(this.#engine.queue.words, slot + field.params, event.cell);
    this.#publish(kinds.event, stream, 1, 1, before);
    event.last = stream.last;
    event.recorded = true;
  }

  eventState(event: EventId): EventState {
    const known = this.#event(event);
    if (known?.shared) known.recorded = this.#engine.view.getBigInt64(known.cell, true) !== 0n;
    const state = () => this.#bookOf(event).eventState(event, ({ last }) => this.#isDone(last));
    if (state() === 'pending') this.#ask();
    if (state() === 'done') this.#engine.sanitizer?.order?.hostWaitsForEvent(event);
    return state();
  }

  synchroniseEvent(event: EventId): ErrorCode {
    const known = this.#event(event);
    if (!known) return codeOf.invalidResourceHandle;
    this.#engine.sanitizer?.order?.hostWaitsForEvent(event);
    this.#engine.wait(known.last);
    return this.#settled();
  }

  elapsed(from: EventId, to: EventId) {
    const failed = (error: number) => ({ error, milliseconds: 0 });
    const span = this.#bookOf(from).span(from, to);
    if (!span) return failed(codeOf.invalidResourceHandle);
    const [start, end] = span;
    if (this.failure() !== 0) return failed(this.failure());
    if (!this.#isDone(start.last) || !this.#isDone(end.last)) return failed(codeOf.notReady);
    const { view } = this.#engine;
    const nanoseconds = view.getBigInt64(end.cell, true) - view.getBigInt64(start.cell, true);
    return { error: codeOf.success, milliseconds: Number(nanoseconds) / 1e6 };
  }

  synchronise(): ErrorCode {
    this.#engine.sanitizer?.order?.hostWaitsForAll();
    this.#waitForAll();
    return this.#settled();
  }

  #waitForAll(): void {
    if (this.#engine.isIdle()) this.#engine.poll();
    else for (const stream of this.#streams.all(this.#isDone)) this.#engine.wait(stream.last);
    this.#memory.freeDue();
  }
}

/** Answers of `#memoryAt`. */
const nowhere = -1n;
const elsewhere = -2n;
