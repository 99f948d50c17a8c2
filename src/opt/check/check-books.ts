/** What an instrumented program has beside its own: variables that its code names, and a function of the runtime. They are there before the pass that uses them runs. */
import type { Program } from '../../ir/link.ts';
import type { Expression, Extern, Global } from '../../ir/module.ts';
import { shadow } from '../../machine/check-tools.ts';

const host: Extern = { name: 'check.host', from: 'runtime', params: ['i64', 'ptr.host', 'i64'], results: [] };

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
  const globals = new Map([...program.globals, [pages.name, pages], [texts.name, texts]]);
  return { ...program, globals, externs: new Map([...program.externs, [host.name, host]]) };
}

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

  /** The program with all of them. */
  into(program: Program): Program {
    const all = {
      ...texts,
      size: this.#size,
      init: [{ offset: 0, bytes: new Uint8Array(Buffer.concat(this.#bytes)) }],
    };
    return { ...program, globals: new Map([...program.globals, [all.name, all]]) };
  }
}

export const hostCheck = host.name;
