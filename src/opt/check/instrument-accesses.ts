/**
 * Checks around each access of a program, for the sanitizer: device code tells of an access outside of what is its own and leaves it out (a load gives zero), host code of
 * one of memory that is the device's alone. Kernels get their callees first, so that it is seen which variables arguments are.
 */
import { eq, i32, i64, local, ne, offset, op, or, special, zeroOf } from '../../ir/build.ts';
import type { Program } from '../../ir/link.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { loadedType, sizeOf } from '../../ir/types.ts';
import { eachExpressionIn, eachExpressionOf, eachStatement } from '../../ir/walk.ts';
import { type CheckSite, checkMark } from '../../machine/check-record.ts';
import { type CheckTool, type CheckTools, shadow } from '../../machine/check-tools.ts';
import { sourceOf } from '../analysis/copy-source.ts';
import { inlineInto } from '../scalar/inline.ts';
import { onlyValues, type Root, rootsIn, type Sizes } from './address-roots.ts';
import { HostTexts } from './check-books.ts';
import { checkFree, heapCallOf, noteAllocation, withoutHeap } from './check-heap.ts';
import { areUnset, markSet, noteCopied, noteWritten, poisonVariables } from './check-initialisation.ts';
import { isForbidden, isMisaligned, isStretchForbidden, leavesRoot } from './check-memory.ts';
import { Epochs, noteAccess, noteFence, noteStretch, type SharedAccess } from './check-races.ts';
import { designatorOf, ownersOf, Sites, tell, toldOf } from './check-sites.ts';
import { Rewriter } from './hoist-loads.ts';
import { instrumentHost } from './instrument-host.ts';
import { isOddlyPlaced } from './odd-places.ts';
import { isOwnCode } from './own-code.ts';
import { OwnVariables } from './own-variables.ts';
import {
  dynamicEntry,
  type Entry,
  entryOf,
  ifUnset,
  isOutside,
  isStretchOutside,
  markCopied,
  markTwin,
} from './table-of-memory.ts';
import { twinsOf, UnsetTwins } from './unset-twins.ts';

type Load = Extract<Expression, { readonly kind: 'load' }>;
type How = 'read' | 'write' | 'atomic';
type Access = {
  /** As it was given. */
  readonly of: object;
  readonly how: How;
  readonly address: Expression;
  readonly offset: number;
  readonly bytes: number;
  /** Of the address: more than `bytes` where they are part of more. */
  readonly align?: number | undefined;
  readonly volatile: boolean;
  readonly value?: SharedAccess['value'];
  /** Whatever was there does not matter. */
  readonly overwrites?: boolean;
};

/** Which check of which access is known to find nothing. */
export type Needless = (tool: CheckTool, access: object) => boolean;

/** A kernel that can be instrumented again, for launches of which more is known. */
export type Recheck = {
  /** With its callees, as it is checked. */
  readonly whole: Fn;
  readonly tools: CheckTools;
  readonly sizes: Sizes;
  readonly variables: OwnVariables;
  /** `booked`: of which variables of its own it is written down what has been written; undefined: of all. */
  readonly instrumented: (isNeedless: Needless, booked?: ReadonlySet<string>) => Instrumented;
  /** Where an access stands that was instrumented. */
  readonly siteOf: (access: object) => CheckSite | undefined;
};

/** `isPlain`: no check is left. `isSerial`: its threads must run one after another. */
export type Instrumented = { readonly fn: Fn; readonly isPlain: boolean; readonly isSerial: boolean };

const rechecks = new WeakMap<Fn, Recheck>();

/** Of a kernel that was instrumented, as long as no other pass has changed it. */
export function recheckOf(kernel: Fn): Recheck | undefined {
  return rechecks.get(kernel);
}

const nothing: Needless = () => false;

/** `checksOnDevice`: for a real device, whose memory a table says. */
export type CheckSetting = { readonly check: CheckTools | undefined; readonly checksOnDevice?: boolean };

export function instrumentAccesses(program: Program, { check, checksOnDevice = false }: CheckSetting): Program {
  if (!check) return program;
  const sites = new Sites(ownersOf(program.functions.values()));
  const sizes = (name: string): number | undefined => program.globals.get(name)?.size;
  const host = new HostTexts();
  const isManaged = (name: string): boolean => program.globals.get(name)?.placement === 'managed';
  const bytesOf = (name: string): Uint8Array | undefined => program.globals.get(name)?.init[0]?.bytes;
  const hostParts = { sites, sizes, texts: host, tools: check, isManaged, bytesOf };
  const isHostChecked = (check.has('memory') || check.has('race')) && !checksOnDevice;
  const callees = withoutHeap(program.functions);
  const functions = new Map<string, Fn>();
  for (const [name, fn] of program.functions) {
    if (isOwnCode(name)) functions.set(name, fn);
    else if (fn.kind === 'host') functions.set(name, isHostChecked ? instrumentHost(fn, hostParts) : fn);
    else {
      const whole = fn.kind === 'kernel' ? inlineInto(fn, callees) : fn;
      const variables = new OwnVariables(whole);
      const instrumented: Recheck['instrumented'] = (isNeedless, booked) =>
        instrumentDevice(whole, sites, sizes, check, isNeedless, { variables, booked, byTable: checksOnDevice });
      const hasTwins = checksOnDevice && check.has('init');
      const checked = instrumented(nothing, hasTwins ? ownNames(whole, sizes) : undefined).fn;
      if (fn.kind === 'kernel')
        rechecks.set(checked, { whole, tools: check, sizes, variables, instrumented, siteOf: (a) => sites.known(a) });
      functions.set(name, checked);
    }
  }
  const kernels = program.kernels.map((k) => functions.get(k.name) ?? k);
  const globals = check.has('init')
    ? new Map([...program.globals, ...twinsOf(program.globals.values())])
    : program.globals;
  return host.into({ ...program, globals, functions, kernels }, sites.kept);
}

const pages: Expression = { kind: 'global', type: 'ptr.global', name: shadow.pages };

function instrumentDevice(
  fn: Fn,
  sites: Sites,
  sizes: Sizes,
  tools: CheckTools,
  isNeedless: Needless,
  { variables, booked, byTable }: Books,
): Instrumented {
  const rootOf = rootsIn(fn, sizes);
  const twins = new UnsetTwins(fn, booked ? twinned(fn, variables, booked, byTable) : []);
  const isBooked = (name: string): boolean => booked?.has(name) ?? true;
  const checks = new DeviceChecks(fn, sites, rootOf, tools, isNeedless, {
    twins,
    byTable,
    isDynamic: (address) => variables.nameOf(address) === '#dynamic',
    isBooked: (address) => {
      const name = variables.nameOf(address);
      return name === undefined || (isBooked(name) && (!byTable || twins.has(name)));
    },
  });
  const to = new Rewriter(fn.locals, {
    load: (r, e, given) => checks.load(r, e, given),
    instead: (s) => checks.instead(s),
    statement: (r, s, given) => checks.statement(r, s, given),
  });
  checks.begin(to);
  twins.begin(to);
  const body = to.list(fn.body);
  if (checks.isPlain) return { fn: { ...fn, locals: to.locals, body }, isPlain: true, isSerial: false };
  const first = to.collect(() => {
    checks.first(to);
    if (tools.has('init') && !byTable)
      poisonVariables(to, pages, fn, sizes, (name) => isBooked(name) && !twins.has(name));
  });
  const isSerial = checks.isSerial || first.length > 0;
  const before = to.collect(() => {
    twins.poison(to, fn, (name) => sizes(name) ?? 0, byTable);
  });
  const made = { ...fn, locals: to.locals, slots: twins.slots, body: [...before, ...first, ...body] };
  return { fn: made, isPlain: false, isSerial };
}

/** Where it stands what memory there is, and what of it is written. */
type Books = {
  readonly variables: OwnVariables;
  readonly booked: ReadonlySet<string> | undefined;
  readonly byTable: boolean;
};
type DeviceBooks = {
  readonly twins: UnsetTwins;
  readonly byTable: boolean;
  readonly isBooked: (address: Expression) => boolean;
  /** Whether an address is of dynamic shared memory. */
  readonly isDynamic: (address: Expression) => boolean;
};

/** Static shared memory that code for a real device may have. */
const mostShared = 48 << 10;

/** All variables that a thread or a block has for itself. What is shared is the kernel's; static arrays of it only as far as there is room for their twins. */
function ownNames(fn: Fn, sizes: Sizes): ReadonlySet<string> {
  const names = new Set(fn.slots.map((_, i) => `#${i}`));
  if (fn.kind !== 'kernel') return names;
  const shared = new Set<string>();
  eachExpressionIn(fn.body, (e) => {
    if (e.kind === 'dynamic-shared') names.add('#dynamic');
    if (e.kind === 'global' && e.type === 'ptr.shared') shared.add(e.name);
  });
  const sizeOfAll = [...shared].reduce((n, name) => n + (sizes(name) ?? 0), 0);
  let room = mostShared - sizeOfAll;
  for (const name of shared) {
    room -= sizes(name) ?? 0;
    if (room >= 0) names.add(`@${name}`);
  }
  return names;
}

class DeviceChecks {
  readonly #fn: Fn;
  readonly #sites: Sites;
  readonly #rootOf: (address: Expression) => Root | undefined;
  readonly #tools: CheckTools;
  readonly #isNeedless: Needless;
  /** Whether it is written down what of the memory at an address has been written. */
  readonly #isBooked: (address: Expression) => boolean;
  readonly #isDynamic: (address: Expression) => boolean;
  readonly #twins: UnsetTwins;
  readonly #byTable: boolean;
  readonly #values: ReadonlyMap<number, Expression>;
  #epochs: Epochs | undefined;
  /** Whether something is written down, which takes one thread at a time. */
  isSerial = false;
  /** Whether no check has been made. */
  isPlain = true;

  constructor(
    fn: Fn,
    sites: Sites,
    rootOf: (address: Expression) => Root | undefined,
    tools: CheckTools,
    isNeedless: Needless,
    { twins, byTable, isBooked, isDynamic }: DeviceBooks,
  ) {
    this.#isNeedless = isNeedless;
    this.#twins = twins;
    this.#byTable = byTable;
    this.#isBooked = isBooked;
    this.#isDynamic = isDynamic;
    this.#fn = fn;
    this.#values = onlyValues(fn);
    this.#sites = sites;
    this.#rootOf = rootOf;
    this.#tools = tools;
  }

  begin(to: Rewriter): void {
    if (this.#tools.has('race')) this.#epochs = new Epochs(to, this.#fn);
  }

  first(to: Rewriter): void {
    this.#epochs?.start(to);
  }

  instead(s: Statement): Statement | undefined {
    if (isExtentCheck(s)) {
      if (this.#isNeedless('memory', s)) return undefined;
      this.isPlain = false;
      return s;
    }
    const isKnown = (access: object): boolean => this.#isNeedless('init', access);
    if (!this.#tools.has('init') || s.kind !== 'store' || isKnown(s.value)) return s;
    return asCopy(s);
  }

  load(to: Rewriter, e: Load, of: Load): Expression | undefined {
    const { volatile = false, offset: by, align } = e;
    const access: Access = { of, how: 'read', address: e.from, offset: by, bytes: sizeOf(e.memory), align, volatile };
    if (this.#isHarmless(access)) return undefined;
    const result = to.fresh('loaded', e.type);
    this.#guarded(
      to,
      access,
      (from) => to.set(result, { ...e, from, offset: 0 }),
      () => to.set(result, zeroOf(e.type)),
    );
    return local(result, e.type);
  }

  statement(to: Rewriter, s: Statement, of: Statement): void {
    switch (s.kind) {
      case 'store': {
        const value = this.#epochs && !this.#isNeedless('race', of) ? to.keep('value', s.value) : s.value;
        const access: Access = {
          of,
          how: 'write',
          address: s.to,
          offset: s.offset,
          bytes: sizeOf(s.memory),
          align: s.align,
          volatile: s.volatile ?? false,
          value: { memory: s.memory, of: value },
        };
        if (this.#isHarmless(access)) to.add(s);
        else this.#guarded(to, access, (address) => to.add({ ...s, to: address, offset: 0, value }));
        break;
      }
      case 'atomic': {
        const access: Access = {
          of,
          how: 'atomic',
          address: s.to,
          offset: 0,
          bytes: sizeOf(s.memory),
          volatile: false,
          overwrites: s.how === 'exchange',
        };
        const { result } = s;
        if (this.#isHarmless(access)) to.add(s);
        else
          this.#guarded(
            to,
            access,
            (address) => to.add({ ...s, to: address }),
            () => result !== undefined && to.set(result, zeroOf(loadedType(s.memory))),
          );
        break;
      }
      case 'copy':
        this.#copy(to, s, of);
        break;
      case 'fill':
        this.#fill(to, s, of);
        break;
      case 'fence':
        to.add(s);
        if (this.#epochs) {
          noteFence(to, this.#epochs);
          this.isSerial = true;
        }
        break;
      case 'barrier':
      case 'warp':
        this.#checkMask(to, s, of);
        to.add(s.kind === 'barrier' && this.#tools.has('sync') ? this.#telling(to, s, of) : s);
        this.#epochs?.pass(to, s);
        break;
      case 'call':
        this.#call(to, s, of);
        break;
      default: // else: it touches no memory but by its expressions
        to.add(s);
    }
  }

  /** Of the heap: what it gives and takes back. */
  #call(to: Rewriter, s: Extract<Statement, { readonly kind: 'call' }>, of: Statement): void {
    const what = this.#byTable ? undefined : heapCallOf(s);
    if (!what) {
      to.add(s);
      return;
    }
    this.isPlain = false;
    this.isSerial = true;
    const site = this.#sites.of(of, this.#fn, to.at, { how: 'write', bytes: 0 });
    if (what === 'free') checkFree(to, s, (at, why) => to.add(tell(site, 'free', at, [op('extend', [why])])));
    else {
      this.#sites.keep(site);
      noteAllocation(to, s, site.id);
    }
  }

  /** A place of a variable that is in it, whatever happens. */
  #isHarmless({ of, address, offset: by, bytes }: Access): boolean {
    if (accessTools.every((tool) => !this.#tools.has(tool) || this.#isNeedless(tool, of))) return true;
    if (this.#tools.has('init') || this.#tools.has('race')) return false;
    const at = constantOffset(address);
    if (at === undefined) return false;
    const root = this.#rootOf(at.base);
    return (
      root?.bytes !== undefined && at.base.kind !== 'local' && at.bytes + by >= 0 && at.bytes + by + bytes <= root.bytes
    );
  }

  #guarded(to: Rewriter, of: Access, access: (address: Expression) => void, instead: () => void = () => {}): void {
    const { how, address, offset: by, bytes, align } = of;
    const isNeedless = (tool: CheckTool): boolean => this.#isNeedless(tool, of.of);
    this.isPlain = false;
    const root = this.#rootOf(address);
    const site = this.#sites.of(of.of, this.#fn, to.at, { how, bytes, align, address, root });
    const place = to.keep('place', offset(address, i64(by)));
    const at = to.keep('at', op('to.address', [place]));
    const entry = this.#entryOf(to, address, place, at, root);
    const wrong = isNeedless('memory') ? undefined : this.#wrong(root, at, of, place, entry);
    const right = (): void => {
      if (this.#tools.has('init') && !isNeedless('init')) this.#initialised(to, of, place, at, site, entry);
      if (this.#epochs && !isNeedless('race') && isShareable(place, root)) this.#note(to, this.#epochs, at, site, of);
      access(place);
    };
    if (!wrong) right();
    else
      to.if(
        wrong,
        () => {
          to.add(tell(site, 'access', at));
          instead();
        },
        right,
      );
  }

  /** On a real device: what its table says of a place that is not known without it. */
  #entryOf(
    to: Rewriter,
    address: Expression,
    place: Expression,
    at: Expression,
    root: Root | undefined,
  ): Entry | undefined {
    if (!this.#byTable || this.#twins.placeOf(address)) return undefined;
    if (this.#isDynamic(address)) return this.#twins.dynamic && { left: i64(2n ** 62n), twin: this.#twins.dynamic };
    const isAsked = this.#tools.has('init') || (this.#tools.has('memory') && !root);
    return isAsked ? entryOf(to, place, at) : undefined;
  }

  /** Tells of a read of what nobody has written, and writes down what is written. */
  #initialised(
    to: Rewriter,
    { how, address, offset: by, bytes, overwrites }: Access,
    place: Expression,
    at: Expression,
    site: CheckSite,
    entry: Entry | undefined,
  ): void {
    const twin = this.#twins.placeOf(address);
    const [reads, writes] = [how !== 'write' && !overwrites, how !== 'read'];
    const tells = (): void => to.add(tell(site, 'uninitialised', at));
    if (twin) {
      if (reads) to.if(this.#twins.isUnset(twin, by, bytes), tells);
      if (writes) this.#twins.markSet(to, twin, by, bytes);
    } else if (this.#byTable) {
      if (entry && reads) ifUnset(to, entry, place, bytes, tells);
      if (entry && writes) markTwin(to, entry, place, bytes);
    } else {
      if (reads) to.if(areUnset(pages, at, bytes), tells);
      if (!writes) return;
      markSet(to, pages, at, bytes);
      this.isSerial = true;
    }
  }

  /** Its site is told, so that both sides of a race can be named. */
  #note(
    to: Rewriter,
    epochs: Epochs,
    at: Expression,
    site: CheckSite,
    { how, bytes, volatile, value, address }: Access,
  ): void {
    const ofBlock = address.type === 'ptr.shared';
    this.#sites.keep(site);
    this.isSerial = true;
    noteAccess(to, epochs, at, { how, bytes, volatile, ofBlock, site: site.id, ...(value && { value }) });
  }

  #wrong(
    root: Root | undefined,
    at: Expression,
    { address, offset: by, bytes, align = bytes }: Access,
    place: Expression,
    entry: Entry | undefined,
  ): Expression | undefined {
    if (!this.#tools.has('memory')) return undefined;
    if (root) {
      const leaves = leavesRoot(root, place, at, bytes, this.#dynamicBytes());
      return leaves && isOddlyPlaced(address, by, align, this.#values) ? or(leaves, isMisaligned(at, align)) : leaves;
    }
    // Of shared and local memory alone nobody knows where it ends.
    if (place.type === 'ptr.shared' || place.type === 'ptr.local' || place.type === 'ptr.constant') return undefined;
    if (this.#byTable) return entry && isOutside(entry, at, bytes, align);
    return isForbidden(pages, at, bytes, align);
  }

  /** Where there may be twins a launch has asked for more than the program. */
  #dynamicBytes(): Expression {
    const isTwice = this.#byTable && this.#tools.has('init');
    return isTwice ? dynamicEntry().bytes : op('extend', [special('dynamic.bytes')]);
  }

  /** Whether a mask of lanes holds the caller. */
  #checkMask(to: Rewriter, s: Extract<Statement, { readonly kind: 'barrier' | 'warp' }>, of: Statement): void {
    const mask = s.kind === 'barrier' ? s.mask : s.how === 'active' ? undefined : s.args[0];
    if (!this.#tools.has('sync') || !mask || (mask.kind === 'const' && mask.value === -1)) return;
    this.isPlain = false;
    const site = this.#sites.of(of, this.#fn, to.at, { how: 'barrier', bytes: 0 });
    const tells = (): void => to.add(tell(site, 'barrier', i64(0), [op('extend.u', [mask])]));
    if (s.kind === 'barrier') {
      // As the real tool: all who come with one mask are wrong where it does not hold one of them.
      const alike = to.fresh('alike', 'i32');
      to.add({ kind: 'warp', how: 'match.any', args: [i32(-1), mask], result: alike });
      const missing = op('and', [local(alike, 'i32'), op('xor', [mask, i32(-1)])]);
      to.if(ne(missing, i32(0)), tells);
      return;
    }
    const own = op('and', [op('shr.u', [mask, special('laneid')]), i32(1)]);
    to.if(eq(own, i32(0)), tells);
  }

  /** A barrier of blocks at which threads say where they are, should one not come. */
  #telling(to: Rewriter, s: Extract<Statement, { readonly kind: 'barrier' }>, of: Statement): Statement {
    if (s.scope !== 'block') return s;
    this.isPlain = false;
    const site = this.#sites.of(of, this.#fn, to.at, { how: 'barrier', bytes: 0 });
    return { ...s, told: toldOf(site, 'divergent', i64(0)) };
  }

  #copy(to: Rewriter, s: Extract<Statement, { readonly kind: 'copy' }>, given: Statement): void {
    const [written, read] = movedBy.get(given) ?? [given, sourceOf(given)];
    if (this.#isNeedlessMove(written) && this.#isNeedlessMove(read)) {
      to.add(s);
      return;
    }
    this.isPlain = false;
    const bytes = to.keep('bytes', s.bytes);
    const [target, source] = [to.keep('to', s.to), to.keep('from', s.from)];
    const copy = { ...s, to: target, from: source, bytes };
    this.#stretch(to, { of: written, how: 'write', place: target, address: s.to, bytes }, (targetEntry) =>
      this.#stretch(to, { of: read, how: 'read', place: source, address: s.from, bytes }, (entry) => {
        to.add(copy);
        if (!this.#tools.has('init') || !this.#isBooked(s.to)) return;
        const isSet = this.#isNeedless('init', read);
        if (isSet && this.#isNeedless('init', written)) return;
        if (this.#byTable) {
          if (targetEntry) markCopied(to, targetEntry, target, bytes, entry && { entry, place: source });
          return;
        }
        this.isSerial = true;
        if (isSet) noteWritten(to, op('to.address', [target]), bytes);
        else noteCopied(to, op('to.address', [target]), op('to.address', [source]), bytes);
      }),
    );
  }

  #fill(to: Rewriter, s: Extract<Statement, { readonly kind: 'fill' }>, of: Statement): void {
    if (this.#isNeedlessMove(of)) {
      to.add(s);
      return;
    }
    this.isPlain = false;
    const bytes = to.keep('bytes', s.bytes);
    const target = to.keep('to', s.to);
    const byte = to.keep('byte', s.byte);
    this.#stretch(to, { of, how: 'write', place: target, address: s.to, bytes, byte }, (entry) => {
      to.add({ ...s, to: target, byte, bytes });
      if (!this.#tools.has('init') || this.#isNeedless('init', of) || !this.#isBooked(s.to)) return;
      if (this.#byTable) {
        if (entry) markCopied(to, entry, target, bytes);
        return;
      }
      this.isSerial = true;
      noteWritten(to, op('to.address', [target]), bytes);
    });
  }

  #isNeedlessMove(of: object): boolean {
    return accessTools.every((tool) => !this.#tools.has(tool) || this.#isNeedless(tool, of));
  }

  #stretch(
    to: Rewriter,
    { of, how, place, address, bytes, byte }: Stretch,
    then: (entry: Entry | undefined) => void,
  ): void {
    const root = this.#rootOf(address);
    const at = to.keep('at', op('to.address', [place]));
    const site = this.#sites.of(of, this.#fn, to.at, { how, bytes: 0, address, root });
    const right = (): void => {
      if (this.#epochs && !this.#isNeedless('race', of) && isShareable(place, root)) {
        this.#sites.keep(site);
        this.isSerial = true;
        noteStretch(to, this.#epochs, at, bytes, how, site.id, byte);
      }
      then(entry);
    };
    const entry = this.#entryOf(to, address, place, at, root);
    const isKnown = root || place.type === 'ptr.shared' || place.type === 'ptr.local' || place.type === 'ptr.constant';
    const isAsked = this.#tools.has('memory') && !this.#isNeedless('memory', of);
    if (isKnown || !isAsked || (this.#byTable && !entry)) right();
    else {
      const wrong = entry ? isStretchOutside(entry, bytes) : isStretchForbidden(pages, at, bytes);
      to.if(wrong, () => to.add(tell(site, 'access', at, [bytes])), right);
    }
  }
}

/** All bytes that a copy reads or writes, or a fill writes. */
type Stretch = {
  readonly of: object;
  readonly how: How;
  readonly place: Expression;
  readonly address: Expression;
  readonly bytes: Expression;
  /** What all of them become. */
  readonly byte?: Expression;
};

const accessTools: readonly CheckTool[] = ['memory', 'init', 'race'];

/** What the front end makes of a subscript: tells of one outside of its bounds. */
export function isExtentCheck(s: Statement): boolean {
  if (s.kind !== 'if' || s.otherwise.length > 0 || s.then.length !== 1) return false;
  const [first] = s.then;
  const item = first?.kind === 'print' ? first.items[0] : undefined;
  return item?.kind === 'format' && item.text.startsWith(checkMark);
}

/** What the compiler moves (arguments that must lie one after another) is a copy: nobody uses the value there. */
function asCopy(s: Statement): Statement {
  const known = copies.get(s);
  if (known) return known;
  const made = copyOf(s);
  copies.set(s, made);
  if (s.kind === 'store') movedBy.set(made, [s, s.value]);
  return made;
}

/** Variables whose twins say what is written: those of which each access is seen, and which are not copied. Of dynamic shared memory the twin is where a launch of a real device has it. */
function twinned(fn: Fn, variables: OwnVariables, booked: ReadonlySet<string>, byTable: boolean): ReadonlySet<string> {
  const names = new Set([...booked].filter((n) => !variables.isKnownElsewhere(n)));
  const hasDynamic = byTable && names.has('#dynamic');
  eachStatement(fn.body, (s) => {
    for (const e of [...addressesMoved(s), ...placesByLocals(s)]) names.delete(variables.nameOf(e) ?? '');
  });
  if (hasDynamic) names.add('#dynamic');
  else names.delete('#dynamic');
  return names;
}

/** Of copies and fills, and of what becomes a copy. */
function addressesMoved(s: Statement): readonly Expression[] {
  if (s.kind === 'copy') return [s.to, s.from];
  if (s.kind === 'fill') return [s.to];
  return copyOf(s) !== s && s.kind === 'store' && s.value.kind === 'load' ? [s.to, s.value.from] : [];
}

/** Addresses of accesses that come from locals. */
function placesByLocals(s: Statement): readonly Expression[] {
  const found: Expression[] = [];
  const look = (e: Expression): void => {
    const at = constantBase(e);
    if (at.kind === 'local') found.push(e);
  };
  if (s.kind === 'store' || s.kind === 'atomic') look(s.to);
  eachExpressionOf(s, (e) => {
    if (e.kind === 'load') look(e.from);
  });
  return found;
}

function constantBase(e: Expression): Expression {
  let at = e;
  while (at.kind === 'op' && (at.op === 'offset' || at.op === 'cast.space') && at.args[0]) at = at.args[0];
  return at;
}

/** One object each, by which its site is known. */
const copies = new WeakMap<Statement, Statement>();
/** The store and the load that a copy was made of. */
const movedBy = new WeakMap<Statement, readonly [written: object, read: object]>();

function copyOf(s: Statement): Statement {
  if (s.kind !== 'store' || s.value.kind !== 'load' || s.volatile || s.value.volatile) return s;
  if (s.value.memory !== s.memory || designatorOf(s.value.from)) return s;
  const from = offset(s.value.from, i64(s.value.offset));
  const copy = { to: offset(s.to, i64(s.offset)), from, bytes: i64(sizeOf(s.memory)), align: sizeOf(s.memory) };
  return { kind: 'copy', ...copy, ...(s.at && { at: s.at }) };
}

/** Memory of a thread's own and constants cannot be raced for. */
function isShareable(place: Expression, root: Root | undefined): boolean {
  return place.type !== 'ptr.local' && place.type !== 'ptr.constant' && root?.address.kind !== 'slot';
}

function constantOffset(e: Expression): { readonly base: Expression; readonly bytes: number } | undefined {
  if (e.kind === 'op' && e.op === 'offset') {
    const [base, by] = e.args;
    if (!base || by?.kind !== 'const') return undefined;
    const inner = constantOffset(base);
    return inner && { base: inner.base, bytes: inner.bytes + Number(by.value) };
  }
  return { base: e, bytes: 0 };
}
