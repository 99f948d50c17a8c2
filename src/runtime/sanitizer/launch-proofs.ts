/**
 * Which checks of a kernel find nothing in a launch, whatever its threads do: with parameters, grid and blocks known, most accesses are seen to stay within one allocation
 * that all has been written. The kernel then runs without these checks, and where none is left as it does without the sanitizer.
 */
import type { Expression, Fn } from '../../ir/module.ts';
import { isPointer } from '../../ir/types.ts';
import { eachExpressionOf, eachStatement, someStatement } from '../../ir/walk.ts';
import type { CheckTool } from '../../machine/check-tools.ts';
import type { Launch } from '../../machine/device.ts';
import { sourceOf } from '../../opt/analysis/copy-source.ts';
import { initialisedLoads } from '../../opt/analysis/initialised-loads.ts';
import { type LaunchRanges, launchRanges, type Reach } from '../../opt/analysis/launch-ranges.ts';
import { onlyValues } from '../../opt/check/address-roots.ts';
import { isExtentCheck, type Recheck, recheckOf } from '../../opt/check/instrument-accesses.ts';
import { isOddlyPlaced } from '../../opt/check/odd-places.ts';
import { RacingAccesses } from '../../opt/check/racing-accesses.ts';
import type { Touch } from './host-races.ts';

export type ProofSetting = {
  readonly kernel: (id: number) => Fn | undefined;
  /** A parameter of a launch, as 8 bytes. */
  readonly param: (launch: Launch, index: number) => bigint;
  /** Bytes from an address to the end of what holds it. */
  readonly roomAt: (address: number) => number | undefined;
  /** Whether all of these bytes are of one allocation or variable that the device may use. */
  readonly isWithin: (from: number, to: number) => boolean;
  readonly isWritten: (from: number, to: number) => boolean;
  /** Whether all works of devices are in one order. */
  readonly isOrdered: (launch: Launch) => boolean;
  /** Where the allocation begins that holds an address. */
  readonly allocationOf: (address: number) => number | undefined;
  /** Where a variable of the device lies. */
  readonly addressOf: (name: string) => number | undefined;
};

/** A kernel in place of the one that checks everything; `key` names it among those of its kernel. */
export type Proven = { readonly key: string; readonly fn: Fn; readonly simd: boolean };

export class LaunchProofs {
  readonly #setting: ProofSetting;
  readonly #kernels = new Map<number, KernelProofs | undefined>();

  constructor(setting: ProofSetting) {
    this.#setting = setting;
  }

  /** `generation`: another one where what allocations there are has changed. */
  of(launch: Launch, generation: number): Proven | undefined {
    return this.#kernel(launch.kernel)?.of(launch, generation);
  }

  /** Where the accesses of a launch go in memory that all blocks see, as far as that is known. */
  touches(launch: Launch): readonly Touch[] {
    return this.#kernel(launch.kernel)?.touches(launch) ?? [];
  }

  #kernel(id: number): KernelProofs | undefined {
    if (!this.#kernels.has(id)) {
      const fn = this.#setting.kernel(id);
      const recheck = fn && recheckOf(fn);
      this.#kernels.set(id, recheck && new KernelProofs(recheck, this.#setting));
    }
    return this.#kernels.get(id);
  }
}

/** Ranges of so many accesses are kept for launches to come, and of so many launches in any case. */
const mostRanges = 8192;
const leastKept = 16;
/** Kernels are written for so many sets of checks. */
const mostVersions = 4;

class KernelProofs {
  readonly #recheck: Recheck;
  readonly #setting: ProofSetting;
  readonly #ranges = new Map<string, LaunchRanges | undefined>();
  readonly #decided = new Map<string, { readonly generation: number; readonly proven: Proven | undefined }>();
  readonly #versions = new Map<string, Proven | undefined>();
  /** What may be checked, by number. */
  readonly #checked: readonly object[];
  readonly #tools: readonly CheckTool[];
  readonly #races: RacingAccesses;
  /** What copies read. */
  readonly #sources: readonly object[];
  /** For each size of dynamic shared memory, and for what copies read that is written. */
  readonly #initialised = new WeakMap<LaunchRanges, Map<string, ReadonlySet<object>>>();
  readonly #addresses: ReadonlyMap<object, Place>;
  readonly #values: ReadonlyMap<number, Expression>;
  readonly #mostKept: number;

  constructor(recheck: Recheck, setting: ProofSetting) {
    this.#recheck = recheck;
    this.#setting = setting;
    this.#tools = (['memory', 'init', 'race'] as const).filter((t) => recheck.tools.has(t));
    this.#addresses = accessesOf(recheck.whole);
    this.#checked = [...this.#addresses.keys()];
    this.#mostKept = Math.max(leastKept, mostRanges / this.#checked.length);
    this.#sources = sourcesIn(recheck.whole);
    this.#races = new RacingAccesses(recheck.whole);
    this.#values = onlyValues(recheck.whole);
  }

  of(launch: Launch, generation: number): Proven | undefined {
    const params = this.#params(launch);
    const { grid, block } = launch;
    const sizes = [grid, block].map((d) => `${d.x},${d.y},${d.z}`).join(' ');
    const isOrdered = this.#setting.isOrdered(launch);
    const whole = `${sizes} ${launch.sharedBytes} ${isOrdered} ${params.join()}`;
    const decided = this.#decided.get(whole);
    if (decided?.generation === generation) return decided.proven;
    const ranges = this.#rangesOf(launch, params);
    const shape = [block.x, block.y, block.z] as const;
    const proven = ranges && this.#prove(ranges, { params, dynamicBytes: launch.sharedBytes, isOrdered, block: shape });
    if (this.#decided.size >= this.#mostKept) this.#decided.clear();
    // Memory that is not all written may be so the next time.
    if (proven?.isFinal) this.#decided.set(whole, { generation, proven: proven.version });
    return proven?.version;
  }

  #rangesOf({ grid, block }: Launch, params: readonly (bigint | undefined)[]): LaunchRanges | undefined {
    const sizes = [grid, block].map((d) => `${d.x},${d.y},${d.z}`).join(' ');
    const name = `${sizes} ${params.filter((_, i) => !this.#isAddress(i)).join()}`;
    if (!this.#ranges.has(name)) {
      if (this.#ranges.size >= this.#mostKept) this.#ranges.clear();
      const facts = { params, grid: [grid.x, grid.y, grid.z], block: [block.x, block.y, block.z] } as const;
      this.#ranges.set(name, launchRanges(this.#recheck.whole, facts));
    }
    return this.#ranges.get(name);
  }

  touches(launch: Launch): readonly Touch[] {
    const params = this.#params(launch);
    const ranges = this.#rangesOf(launch, params);
    return [...this.#addresses].flatMap(([access, { how }]) => {
      const site = this.#recheck.siteOf(access);
      const reach = how === 'check' || !site ? undefined : placed(ranges?.reaches.get(access), { params });
      const from = reach && (reach.base === '' ? 0 : this.#setting.addressOf(reach.base.slice(1)));
      if (!site || !reach || from === undefined) return [];
      return [{ from: from + reach.low, to: from + reach.high, isWrite: how !== 'read', site }];
    });
  }

  #isAddress(param: number): boolean {
    return isPointer(this.#recheck.whole.locals[param]?.type ?? 'i32');
  }

  #params(launch: Launch): readonly (bigint | undefined)[] {
    const { whole } = this.#recheck;
    const given = whole.params - (whole.rooms?.length ?? 0);
    const params = Array.from({ length: given }, (_, i) => {
      const { type } = whole.locals[i]!;
      return type === 'f32' || type === 'f64' ? undefined : this.#setting.param(launch, i);
    });
    const rooms = (whole.rooms ?? []).map((i) => BigInt(this.#setting.roomAt(Number(params[i] ?? 0n)) ?? -1));
    return [...params, ...rooms];
  }

  #prove(ranges: LaunchRanges, given: Given): { readonly version: Proven | undefined; readonly isFinal: boolean } {
    const needed = new Map<CheckTool, ReadonlySet<object>>();
    let booked: ReadonlySet<string> | undefined;
    const racing = this.#tools.includes('race') ? this.#racing(ranges, given) : undefined;
    let key = '';
    for (const tool of this.#tools) {
      if (tool === 'init') {
        const init = this.#initialisation(ranges, given);
        booked = init.booked;
        needed.set(tool, init.needed);
        key += `init:${this.#checked.map((access) => (init.needed.has(access) ? 1 : 0)).join('')} ${[...booked]} `;
        continue;
      }
      const of = new Set(
        this.#checked.filter((access) =>
          tool === 'race' && !isCheck(access)
            ? racing === undefined || racing.has(access)
            : !this.#isNeedless(tool, access, ranges, given),
        ),
      );
      needed.set(tool, of);
      key += `${tool}:${this.#checked.map((access) => (of.has(access) ? 1 : 0)).join('')} `;
    }
    return { version: this.#version(key, needed, booked), isFinal: !needed.get('init')?.size };
  }

  /** Loads of what the kernel itself has written before. */
  #ownStoresIn(ranges: LaunchRanges, given: Given): ReadonlySet<object> {
    const { block, dynamicBytes } = given;
    const known = this.#initialised.get(ranges) ?? new Map<string, ReadonlySet<object>>();
    this.#initialised.set(ranges, known);
    const { variables, whole } = this.#recheck;
    const set = new Set(this.#sources.filter((source) => this.#isNeedless('init', source, ranges, given)));
    const name = `${dynamicBytes} ${this.#sources.map((source) => (set.has(source) ? 1 : 0)).join('')}`;
    const variableOf = (access: object) => {
      const address = this.#addresses.get(access)?.address;
      const base = address && variables.nameOf(address);
      const bytes = base === '#dynamic' ? dynamicBytes : base && this.#sizeOf(base);
      return base !== undefined && bytes ? { base, bytes } : undefined;
    };
    const found = known.get(name) ?? initialisedLoads(whole, ranges, block, variableOf, (source) => set.has(source));
    known.set(name, found);
    return found;
  }

  /** Loads that may find what nobody has written, and stores that they may find. */
  #initialisation(
    ranges: LaunchRanges,
    given: Given,
  ): { readonly needed: ReadonlySet<object>; readonly booked: ReadonlySet<string> } {
    const { variables } = this.#recheck;
    const own = this.#ownStoresIn(ranges, given);
    const needed = new Set<object>();
    const booked = new Set<string>();
    const stores: { readonly access: object; readonly name: string }[] = [];
    for (const access of this.#checked) {
      if (isCheck(access) || this.#isNeedless('init', access, ranges, given)) continue;
      const { how, address } = this.#addresses.get(access)!;
      const name = address && variables.nameOf(address);
      const isOwn = name !== undefined && !variables.isKnownElsewhere(name);
      if (how !== 'write' && own.has(access)) {
        if (how === 'read') continue;
      } else if (how !== 'write') {
        needed.add(access);
        if (isOwn) booked.add(name);
        continue;
      }
      if (isOwn) stores.push({ access, name });
      else needed.add(access);
    }
    for (const { access, name } of stores) if (booked.has(name)) needed.add(access);
    for (const name of variables.known) booked.add(name);
    return { needed, booked };
  }

  /** Undefined where other works may go on at the same time. */
  #racing(ranges: LaunchRanges, { params, isOrdered }: Given): ReadonlySet<object> | undefined {
    if (!isOrdered) return undefined;
    return this.#races.in(ranges, (base) => {
      const at = base.startsWith('$')
        ? Number(params[Number(base.slice(1))] ?? 0n)
        : this.#setting.addressOf(base.slice(1));
      if (at === undefined) return base === '' ? undefined : { memory: base, at: 0 };
      const memory = this.#setting.allocationOf(at);
      return memory === undefined ? undefined : { memory: String(memory), at };
    });
  }

  #version(
    key: string,
    needed: ReadonlyMap<CheckTool, ReadonlySet<object>>,
    booked: ReadonlySet<string> | undefined,
  ): Proven | undefined {
    if (!this.#versions.has(key)) {
      if (this.#versions.size >= mostVersions) return undefined;
      const { whole, tools, instrumented } = this.#recheck;
      const { fn, isSerial } = instrumented((tool, access) => needed.get(tool)?.has(access) === false, booked);
      this.#versions.set(key, { key, fn, simd: !isSerial && !(tools.has('sync') && synchronises(whole)) });
    }
    return this.#versions.get(key);
  }

  #isNeedless(tool: CheckTool, access: object, ranges: LaunchRanges, given: Given): boolean {
    if (isCheck(access)) return tool !== 'memory' || !ranges.mayHold.has(access);
    // Nobody comes there.
    if (!ranges.reaches.has(access)) return true;
    const reach = placed(ranges.reaches.get(access), given);
    if (!reach) return false;
    switch (tool) {
      case 'memory':
        return this.#staysWithin(reach, given) && this.#isAligned(access, reach);
      case 'init':
        return this.#isWritten(reach);
      default: // else: nothing is known
        return false;
    }
  }

  #staysWithin({ base, low, high }: Reach, { dynamicBytes }: Given): boolean {
    if (base === '') return this.#setting.isWithin(low, high);
    const size = base === '#dynamic' ? dynamicBytes : this.#sizeOf(base);
    return size !== undefined && low >= 0 && high <= size;
  }

  /** Places in variables are it where nothing is added but multiples. */
  #isAligned(access: object, { base, bytes, unit, rest }: Reach): boolean {
    if (unit >= bytes && rest % bytes === 0) return true;
    const { address, offset = 0 } = this.#addresses.get(access) ?? {};
    return base !== '' && address !== undefined && !isOddlyPlaced(address, offset, bytes, this.#values);
  }

  #isWritten({ base, low, high }: Reach): boolean {
    const from = base === '' ? 0 : this.#setting.addressOf(base.slice(1));
    if (from === undefined) return false;
    return this.#setting.isWithin(from + low, from + high) && this.#setting.isWritten(from + low, from + high);
  }

  #sizeOf(base: string): number | undefined {
    if (base.startsWith('@')) return this.#recheck.sizes(base.slice(1));
    return this.#recheck.whole.slots[Number(base.slice(1))]?.size;
  }
}

type Given = {
  readonly params: readonly (bigint | undefined)[];
  readonly dynamicBytes: number;
  readonly block: readonly [number, number, number];
  /** No other work goes on at the same time. */
  readonly isOrdered: boolean;
};

/** With its address, where it is counted from a parameter. */
function placed(reach: Reach | undefined, { params }: Pick<Given, 'params'>): Reach | undefined {
  if (!reach?.base.startsWith('$')) return reach;
  const from = params[Number(reach.base.slice(1))];
  if (from === undefined) return undefined;
  const address = Number(from);
  const rest = (reach.rest + (address % reach.unit)) % reach.unit;
  return { ...reach, base: '', low: reach.low + address, high: reach.high + address, rest };
}

function isCheck(access: object): access is Parameters<typeof isExtentCheck>[0] {
  return 'kind' in access && access.kind === 'if';
}

type Place = {
  readonly how: 'read' | 'write' | 'atomic' | 'check';
  readonly address?: Expression;
  readonly offset?: number;
};

/** All that a kernel does to memory, and its checks of subscripts. */
function accessesOf({ body }: Fn): ReadonlyMap<object, Place> {
  const found = new Map<object, Place>();
  eachStatement(body, (s) => {
    if (s.kind === 'store') found.set(s, { how: 'write', address: s.to, offset: s.offset });
    if (s.kind === 'atomic') found.set(s, { how: 'atomic', address: s.to });
    if (s.kind === 'copy' || s.kind === 'fill') found.set(s, { how: 'write', address: s.to });
    if (s.kind === 'copy') found.set(sourceOf(s), { how: 'read', address: s.from });
    if (isExtentCheck(s)) found.set(s, { how: 'check' });
    eachExpressionOf(s, (e) => {
      if (e.kind === 'load') found.set(e, { how: 'read', address: e.from, offset: e.offset });
    });
  });
  return found;
}

function sourcesIn({ body }: Fn): readonly object[] {
  const found: object[] = [];
  eachStatement(body, (s) => {
    if (s.kind === 'copy') found.push(sourceOf(s));
  });
  return found;
}

function synchronises({ body }: Fn): boolean {
  return someStatement(body, (s) => s.kind === 'warp' || s.kind === 'barrier');
}
