/** What an instrumented program has beside its own: variables that its code names, and a function of the runtime. They are there before the pass that uses them runs. */
import type { Program } from '../../ir/link.ts';
import type { Expression, Extern, Global } from '../../ir/module.ts';
import type { CheckSite } from '../../machine/check-record.ts';
import { type CheckTools, checkFunctions, fenceCheck, shadow } from '../../machine/check-tools.ts';
import { hasHeap, heapExterns } from './check-heap.ts';
import { initialisationCode } from './initialisation-code.ts';
import { raceCode } from './race-code.ts';

const host: Extern = { name: 'check.host', from: 'runtime', params: ['i64', 'ptr.host', 'i64'], results: [] };

/** Address, code, site, thread in its block, block, epochs of block, warp and grid, bits of the value. */
const access: Extern = {
  name: checkFunctions.access,
  from: 'runtime',
  params: ['i64', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
  results: [],
};
/** The same for a stretch of memory: address and number of bytes, then as above. */
const stretch: Extern = { ...access, name: checkFunctions.stretch, params: ['i64', ...access.params] };
/** What is known of so many bytes (to, from and count) goes with them; so many are written. */
const copied: Extern = { name: checkFunctions.copied, from: 'runtime', params: ['i64', 'i64', 'i64'], results: [] };
const written: Extern = { name: checkFunctions.written, from: 'runtime', params: ['i64', 'i64'], results: [] };
/** Thread in its block, block, epochs. */
const fence: Extern = {
  name: fenceCheck,
  from: 'runtime',
  params: ['i32', 'i32', 'i32', 'i32', 'i32'],
  results: [],
};

const pages: Global = {
  name: shadow.pages,
  placement: 'managed',
  size: shadow.pageCount * 8,
  align: 64,
  linkage: 'define',
  init: [],
};

const texts: Global = {
  name: 'cufort.check.texts',
  placement: 'host',
  size: 0,
  align: 8,
  linkage: 'define',
  init: [],
};

/** `tools`: those whose books kernels keep by functions of the program. */
export function withBooks(program: Program, tools: CheckTools): Program {
  const parts = [
    ...(tools.has('race') ? [{ ...raceCode, externs: [access, stretch, fence, ...raceCode.externs] }] : []),
    ...(tools.has('init') ? [{ ...initialisationCode, externs: [copied, written] }] : []),
  ];
  const globals = [pages, texts, sites, ...parts.flatMap((p) => p.globals)];
  const externs = [host, ...(hasHeap(program) ? heapExterns : []), ...parts.flatMap((p) => p.externs)];
  const functions = parts.flatMap((p) => p.functions());
  return {
    ...program,
    globals: new Map([...program.globals, ...globals.map((g) => [g.name, g] as const)]),
    externs: new Map([...program.externs, ...externs.map((e) => [e.name, e] as const)]),
    functions: new Map([...program.functions, ...functions.map((f) => [f.name, f] as const)]),
    roots: [...program.roots, ...parts.flatMap((p) => p.exported)],
  };
}

const sites: Global = { ...texts, name: shadow.sites };

/** The texts that checks of host code name. */
export class HostTexts {
  readonly #bytes: Uint8Array[] = [];
  #size = 0;

  /** Address and length. */
  add(text: string): readonly [Expression, number] {
    const bytes = new TextEncoder().encode(text);
    const at = this.#size;
    this.#bytes.push(bytes);
    this.#size += bytes.length;
    const base: Expression = { kind: 'global', type: 'ptr.host', name: texts.name };
    const by: Expression = { kind: 'const', type: 'i64', value: BigInt(at) };
    return [{ kind: 'op', type: 'ptr.host', op: 'offset', args: [base, by] }, bytes.length];
  }

  /** The program with all of them, and with what is known of sites that are told by their numbers. */
  into(program: Program, kept: readonly CheckSite[]): Program {
    const known = new TextEncoder().encode(JSON.stringify(kept));
    const globals = [filled(texts, new Uint8Array(Buffer.concat(this.#bytes))), filled(sites, known)];
    return { ...program, globals: new Map([...program.globals, ...globals.map((g) => [g.name, g] as const)]) };
  }
}

function filled(global: Global, bytes: Uint8Array): Global {
  return { ...global, size: bytes.length, init: [{ offset: 0, bytes }] };
}

export const hostCheck = host.name;
