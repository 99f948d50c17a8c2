/** What an instrumented program has beside its own: variables that its code names, and a function of the runtime. They are there before the pass that uses them runs. */
import type { Program } from '../../ir/link.ts';
import type { Expression, Extern, Global } from '../../ir/module.ts';
import type { CheckSite } from '../../machine/check-record.ts';
import { shadow } from '../../machine/check-tools.ts';

const host: Extern = { name: 'check.host', from: 'runtime', params: ['i64', 'ptr.host', 'i64'], results: [] };

/** Address (as an f64), code, site, thread in its block, block, epochs of block, warp and grid, bits of the value. */
const access: Extern = {
  name: 'check.access',
  from: 'runtime',
  params: ['f64', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
  results: [],
};
/** The same for a stretch of memory: address and number of bytes (f64), then as above. */
const stretch: Extern = { ...access, name: 'check.stretch', params: ['f64', ...access.params] };
/** What is known of so many bytes (from, to and count as f64) goes with them; so many are written. */
const copied: Extern = { name: 'check.copied', from: 'runtime', params: ['f64', 'f64', 'f64'], results: [] };
const written: Extern = { name: 'check.written', from: 'runtime', params: ['f64', 'f64'], results: [] };
/** Thread in its block, block, epochs. */
const fence: Extern = {
  name: 'check.fence',
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

export function withBooks(program: Program): Program {
  const globals = new Map([...program.globals, ...[pages, texts, sites].map((g) => [g.name, g] as const)]);
  return {
    ...program,
    globals,
    externs: new Map([
      ...program.externs,
      ...[host, access, stretch, fence, copied, written].map((e) => [e.name, e] as const),
    ]),
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
export const accessCheck = access.name;
export const copiedCheck = copied.name;
export const writtenCheck = written.name;
export const stretchCheck = stretch.name;
export const fenceCheck = fence.name;
