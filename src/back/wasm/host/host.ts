/** The host program as one module. */
import { InternalError } from '../../../base/impossible.ts';
import { callsIn } from '../../../ir/calls.ts';
import { kernelValues, launchedBy } from '../../../ir/launcher.ts';
import type { Program } from '../../../ir/link.ts';
import type { Fn, Statement } from '../../../ir/module.ts';
import type { ValueType } from '../../../ir/types.ts';
import { mapStatement, someStatement } from '../../../ir/walk.ts';
import { expectedLaunches } from '../../../opt/analysis/expected-launches.ts';
import { expandLoops, mathLoops } from '../../../opt/math/expand-math.ts';
import type { Watched } from '../../../opt/passes.ts';
import { hostFunctions, optimiseHost, optimiseHostLoops } from '../../../opt/pipeline.ts';
import { addressConst, offsetAddress, widenAddress } from '../encode/address-code.ts';
import { type HostModule, type Layout, type Options, threadExports, type WasmType } from '../encode/artifact.ts';
import { type Code, ModuleWriter } from '../encode/encode.ts';
import { notCallable } from '../encode/helpers.ts';
import { type Side, wasmType } from '../encode/represent.ts';
import { emit, type Frame, getLocal, i32const, setLocal } from '../expression.ts';
import { functionValueIn, initialData } from '../layout.ts';
import { placeSlots, withSlotsInUse } from '../slots.ts';
import { close, emitStatements, type Hooks, ifCode, open, TrapList, type Writer, writer } from '../statement.ts';
import { addStackCall, emitStackLow, type HostGlobals } from './host-stack.ts';
import { type HostVectors, writeChunks } from './host-vector.ts';
import { type Chunks, chunksOf, vectoriseLoop } from './loop-vectoriser.ts';
import { emitTopTier, topTier } from './top-tier.ts';

/** As many pages as any memory that a module meets may have. */
export const memoryPages = { i32: 65536, i64: 262144 } as const;

/** A host function behind those passes that are the same for addresses of any width. `asks`: for good code, when it is first entered. */
type ReadyFunction = Chunks & { readonly asks: boolean };
export type HostReady = Pick<HostModule, 'expected'> & { readonly functions: readonly ReadyFunction[] };

export function hostReady(program: Program, layout: Pick<Layout, 'threads'>, options: Options): HostReady {
  const watched: Watched = { target: 'host', program, watch: options.watch };
  const given = hostFunctions(layout.threads ? program : withoutLocks(program), watched);
  const asking = topTier(given);
  const functions = given.map((of): ReadyFunction => {
    const made = optimiseHost(of, watched);
    const chunks: Chunks =
      options.simd === false ? { fn: made, blocks: new Map() } : vectorised(made, options.reassociate === true);
    const { fn, spill } = chunks;
    const slots = spill === undefined ? [] : [spill];
    return { ...chunks, fn: withSlotsInUse(fn, fn.body, slots), asks: asking.has(of.name) };
  });
  const made = functions.map(({ fn }) => fn);
  return { functions, expected: expectedLaunches(made, program.globals) };
}

export function writeHost(
  program: Program,
  { functions, expected }: HostReady,
  layout: Layout,
  options: Options,
): HostModule {
  const module = new ModuleWriter(layout.address);
  const side: Side = { is: 'host', address: layout.address };
  const onHost = (t: ValueType): WasmType => wasmType(t, side);
  const traps = new TrapList();
  const globals = hostGlobals(module, layout);
  const host = {
    program,
    layout,
    module,
    side,
    traps,
    globals,
    overflow: traps.add('the host program uses too much stack', undefined),
    alone: isAlone(program),
  };
  for (const e of program.externs.values())
    if (!addStackCall(e.name, module, layout, globals))
      module.import('rt', e.name, e.params.map(onHost), e.results.map(onHost));
  const watched: Watched = { target: 'host', program, watch: options.watch };
  const { address } = layout;
  for (const ready of functions)
    module.add(writeFunction(host, { ...ready, fn: optimiseHostLoops(ready.fn, { address }, watched) }));
  const isHost = (name: string): boolean => program.functions.get(name)?.kind === 'host' || program.externs.has(name);
  module.elements(program.addressed.map((name) => (isHost(name) ? symbolOf(program, name) : notCallable(module))));
  for (const root of program.roots) if (program.functions.get(root)?.kind === 'host') module.export(root);
  if (layout.threads) module.dataBy(threadExports.data, initialData(program, layout));
  else module.data(initialData(program, layout));
  return {
    bytes: module.write(memoryPages[layout.address]),
    imports: module.imports(),
    traps: traps.places,
    tableKernels: launchers(program, layout),
    kernelArguments: argumentsOf(program, layout),
    expected,
    lines: () => module.lines(),
    tableParams: program.addressed.map((name) => paramsOf(program, name).map(onHost)),
  };
}

function hostGlobals(module: ModuleWriter, layout: Layout): HostGlobals {
  const stackPointer = module.global(threadExports.stackPointer, layout.address, layout.stackHigh);
  if (!layout.threads) return { stackPointer, stackLow: undefined, ownOffset: undefined };
  const stackLow = module.global(threadExports.stackLow, layout.address, layout.stackLow);
  return { stackPointer, stackLow, ownOffset: module.global(threadExports.ownOffset, layout.address, 0) };
}

/** The program for one thread. */
function withoutLocks(program: Program): Program {
  if (!program.externs.has('memory.lock')) return program;
  const isLock = (s: Statement): boolean =>
    s.kind === 'call' && s.callee.kind === 'direct' && /^memory\.(un)?lock$/.test(s.callee.name);
  const body = (list: readonly Statement[]): readonly Statement[] =>
    list.flatMap((s) => (isLock(s) ? [] : [mapStatement(s, { expression: (e) => e, body })]));
  const locks = (fn: Fn): boolean => fn.kind === 'host' && someStatement(fn.body, isLock);
  const functions = [...program.functions].map(
    ([name, fn]) => [name, locks(fn) ? { ...fn, body: body(fn.body) } : fn] as const,
  );
  return { ...program, functions: new Map(functions) };
}

function launchers(program: Program, layout: Layout): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  program.addressed.forEach((name, i) => {
    const id = layout.kernelIds.get(launchedBy(name) ?? '');
    if (id !== undefined) found.set(i + 1, id);
  });
  return found;
}

function argumentsOf(program: Program, layout: Layout): HostModule['kernelArguments'] {
  return new Map(
    [...layout.kernelIds].flatMap(([name, id]) => {
      const parts = program.functions.get(name)?.arguments;
      return parts ? [[id, parts] as const] : [];
    }),
  );
}

function paramsOf(program: Program, name: string): readonly ValueType[] {
  const fn = program.functions.get(name);
  return fn ? fn.locals.slice(0, fn.params).map((l) => l.type) : (program.externs.get(name)?.params ?? []);
}

type Host = {
  readonly program: Program;
  readonly layout: Layout;
  readonly module: ModuleWriter;
  readonly side: Side;
  readonly traps: TrapList;
  readonly globals: HostGlobals;
  readonly overflow: number;
  /** Whether nobody else writes to memory while host code runs. */
  readonly alone: boolean;
};

/** Whether the program runs no kernels and calls nothing that goes on when it returns: only what files, memory and characters need. */
function isAlone(program: Program): boolean {
  const isPlain = (name: string): boolean => plainCalls.has(name.slice(0, name.indexOf('.') + 1));
  return program.kernels.length === 0 && [...program.externs.keys()].every(isPlain);
}

const plainCalls: ReadonlySet<string> = new Set([
  'io.',
  'memory.',
  'program.',
  'random.',
  'stack.',
  'system.',
  'text.',
  'time.',
  'unit.',
]);

function symbolOf(program: Program, name: string): string {
  return program.externs.has(name) && !program.functions.has(name) ? `rt.${name}` : name;
}

function launchBytes(fn: Fn): number {
  return callsIn(fn.body).reduce((most, s) => (s.kind === 'launch' ? Math.max(most, s.args.length * 8) : most), 0);
}

/** Functions are computed in lanes in loops that are vectorised with them; elsewhere calls of them are quicker. */
function vectorised(fn: Fn, reassociate: boolean): Chunks {
  const plain = vectoriseLoop(fn, { reassociate });
  const loops = mathLoops(fn).filter((loop) => plain.blocks.has(chunksOf(loop)));
  if (loops.length === 0) return plain;
  const all = vectoriseLoop(expandLoops(fn, new Set(loops)), { reassociate });
  const able = loops.filter((loop) => all.blocks.has(chunksOf(loop)));
  if (able.length === loops.length) return all;
  return able.length === 0 ? plain : vectoriseLoop(expandLoops(fn, new Set(able)), { reassociate });
}

function writeFunction(host: Host, { fn, blocks, spill, asks }: ReadyFunction): Code {
  const onHost = (t: ValueType): WasmType => wasmType(t, host.side);
  const locals = fn.locals.map((l) => onHost(l.type));
  const code = host.module.code(fn.name, locals.slice(0, fn.params), fn.results.map(onHost));
  code.locals.push(...locals.slice(fn.params));
  const { offsets, size } = placeSlots(fn.slots, launchBytes(fn));
  const frameLocal = size > 0 ? code.local(code.address) : -1;
  const frame: Frame = {
    side: host.side,
    module: host.module,
    code,
    local: (index) => index,
    special: (name) => {
      // The first of a chunk's iterations.
      if (name === 'chunk.lane' && blocks.size > 0) {
        i32const(code.out, 0);
        return;
      }
      throw new InternalError(`${name} in host code`, fn.at);
    },
    global: (name) => addressConst(code, host.layout.addresses.get(name) ?? missing(name)),
    farGlobal: (name) => {
      const cell = host.layout.deviceCells.get(name);
      if (cell === undefined) return false;
      addressConst(code, cell);
      code.out.all([0x29, 3, 0]);
      return true;
    },
    slot: (index) => {
      getLocal(code.out, frameLocal);
      offsetAddress(code, offsets[index]!);
    },
    dynamicShared: () => {
      throw new InternalError('dynamic shared memory in host code', fn.at);
    },
    blockStride: () => {
      throw new InternalError('clusters in host code', fn.at);
    },
    functionValue: (name) => functionValueIn(host.layout, name) ?? missing(name),
  };
  const restore = (): void => {
    if (size === 0) return;
    getLocal(code.out, frameLocal);
    offsetAddress(code, size);
    setGlobal(code, host.globals.stackPointer);
  };
  const vectors: HostVectors | undefined =
    blocks.size > 0
      ? {
          parts: new Map(),
          counters: { tx: code.local('i32'), t: code.local('i32') },
          spill: spill === undefined ? undefined : () => frame.slot(spill),
          safe: host.layout.stackLow,
          alone: host.alone,
        }
      : undefined;
  const block = (to: Writer, s: Extract<Statement, { kind: 'block' }>): boolean => {
    const chunk = blocks.get(s.label);
    if (!chunk || !vectors) return false;
    writeChunks(to, fn, s, chunk, vectors);
    return true;
  };
  const w = writer(frame, { ...hooksOf(host, fn, frameLocal, restore), block });
  if (asks) emitTopTier(host.module, w, fn);
  if (size > 0) enterFrame(host, w, frameLocal, size);
  emitStatements(w, fn.body);
  restore();
  // A body that ends in a return of values does not come here.
  if (fn.results.length > 0) code.out.byte(0);
  return code;
}

function missing(name: string): never {
  throw new InternalError(`${name} has no place`);
}

function setGlobal(code: Code, index: number): void {
  code.out.byte(0x24);
  code.out.u32(index);
}

/** Takes `size` bytes off the stack, unless too few are left. */
function enterFrame(host: Host, w: Writer, frameLocal: number, size: number): void {
  const { code } = w.frame;
  code.out.byte(0x23);
  code.out.u32(host.globals.stackPointer);
  offsetAddress(code, -size);
  code.out.byte(0x22);
  code.out.u32(frameLocal);
  emitStackLow(code, host.layout, host.globals);
  // Signed: below zero is too low as well.
  code.out.byte(code.address === 'i64' ? 0x53 : 0x48);
  open(w, ifCode);
  i32const(code.out, host.overflow);
  code.call(host.module.import('rt', 'trap', ['i32'], []));
  code.out.byte(0);
  close(w);
  getLocal(code.out, frameLocal);
  setGlobal(code, host.globals.stackPointer);
}

function hooksOf(host: Host, fn: Fn, frameLocal: number, restore: () => void): Hooks {
  return {
    return: (w, s) => {
      for (const v of s.values) emit(w.frame, v);
      restore();
      w.frame.code.out.byte(0x0f);
    },
    launch: (w, s) => emitLaunch(host, w, s, frameLocal),
    print: (_, s) => {
      throw new InternalError('device printing in host code', s.at ?? fn.at);
    },
    clock: (w, s) => {
      const { code, local } = w.frame;
      code.call(host.module.import('rt', 'clock', ['i32'], ['i64']));
      setLocal(code.out, local(s.result));
    },
    callee: (name) => symbolOf(host.program, name),
    hidden: () => {},
    hiddenTypes: [],
    trap: (w, message, at) => {
      i32const(w.frame.code.out, host.traps.add(message, at));
      w.frame.code.call(host.module.import('rt', 'trap', ['i32'], []));
    },
  };
}

/** The arguments go to the frame's start, 8 bytes each; `rt.launch` copies them. */
function emitLaunch(host: Host, w: Writer, s: Extract<Statement, { kind: 'launch' }>, frameLocal: number): void {
  const f = w.frame;
  const { out } = f.code;
  s.args.forEach((a, i) => {
    getLocal(out, frameLocal);
    emit(f, a);
    const type = wasmType(a.type, f.side);
    if (a.type === 'ptr.host') widenAddress(f.code);
    const wide = a.type === 'ptr.host' ? 'i64' : type;
    out.all([{ i32: 0x36, i64: 0x37, f32: 0x38, f64: 0x39, v128: 0 }[wide], wide === 'i64' || wide === 'f64' ? 3 : 2]);
    out.u32(i * 8);
  });
  if (s.kernel.kind === 'direct') i32const(out, host.layout.kernelIds.get(s.kernel.name) ?? missing(s.kernel.name));
  else {
    emit(f, s.kernel.pointer);
    if (wasmType(s.kernel.pointer.type, f.side) === 'i64') out.byte(0xa7);
    i32const(out, kernelValues);
    out.byte(0x6b);
  }
  for (const e of [...s.grid, ...s.block, s.shared, s.stream]) emit(f, e);
  if (frameLocal >= 0) getLocal(out, frameLocal);
  else addressConst(f.code, 0);
  i32const(out, s.args.length);
  f.code.call(
    host.module.import(
      'rt',
      'launch',
      ['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i64', f.code.address, 'i32'],
      [],
    ),
  );
}
