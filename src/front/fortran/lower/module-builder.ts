/** What one object file gathers while its procedures are lowered. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import { InternalError } from '../../../base/impossible.ts';
import type { Extern, Fn, Global, Module } from '../../../ir/module.ts';
import type { ValueType } from '../../../ir/types.ts';
import { type RuntimeCallName, runtimeCalls } from '../../../library/runtime-calls.ts';
import type { DerivedType, Procedure } from '../program.ts';
import { headingOf, type Side, symbolName, takesFrame } from './abi.ts';

export class ModuleBuilder {
  readonly name: string;
  readonly cuda: boolean;
  readonly diagnostics: Diagnostic[] = [];
  /** Makes the functions that release and assign objects of a type which needs them; gives their names. */
  functionsOfType: ((type: DerivedType) => { readonly release?: string; readonly assign?: string }) | undefined;
  private readonly functions = new Map<string, Fn>();
  private readonly globals = new Map<string, Global>();
  private readonly externs = new Map<string, Extern>();
  private readonly texts = new Map<string, string>();
  private fresh = 0;

  constructor(name: string, cuda: boolean) {
    this.name = name;
    this.cuda = cuda;
  }

  /** A name that no other symbol of the program has. */
  freshName(what: string): string {
    this.fresh++;
    return `${this.name}.${what}.${this.fresh}`;
  }

  addFunction(f: Fn): void {
    this.functions.set(f.name, f);
  }

  hasFunction(name: string): boolean {
    return this.functions.has(name);
  }

  addGlobal(g: Global): void {
    const known = this.globals.get(g.name);
    if (known === undefined || known.linkage === 'extern' || (known.linkage === 'common' && g.size > known.size))
      this.globals.set(g.name, g);
  }

  setGlobal(g: Global): void {
    this.globals.set(g.name, g);
  }

  hasGlobal(name: string): boolean {
    return this.globals.has(name);
  }

  /** Makes the global known; `make` is called where it is not yet. */
  needGlobal(name: string, make: () => Global): void {
    if (!this.globals.has(name)) this.globals.set(name, make());
  }

  needExtern(e: Extern): void {
    const known = this.externs.get(e.name);
    if (known === undefined) this.externs.set(e.name, e);
  }

  externOf(name: string): Extern | undefined {
    return this.externs.get(name);
  }

  /** Makes a procedure known as an extern, in case no function of this file defines it; gives its symbol. */
  needProcedure(p: Procedure, side: Side = 'host'): string {
    const name = symbolName(p, side);
    if (!this.externs.has(name) && !this.functions.has(name)) {
      const { params, results } = headingOf(p.signature, side, side === 'host' && takesFrame(p));
      this.externs.set(name, { name, from: 'object', params, results });
    }
    return name;
  }

  /** Makes a function of library/runtime-calls.ts known and gives its types. */
  needRuntime(name: RuntimeCallName): { readonly takes: readonly ValueType[]; readonly gives: readonly ValueType[] } {
    const row = runtimeCalls[name];
    if (!row) throw new InternalError(`no runtime call ${name}`);
    this.needExtern({ name, from: 'runtime', params: row.takes, results: row.gives });
    return row;
  }

  /** The name of a private constant global with these bytes (characters 0-255), one per text and placement. */
  textGlobal(text: string, placement: 'host' | 'constant'): string {
    const key = `${placement}:${text}`;
    const known = this.texts.get(key);
    if (known !== undefined) return known;
    const name = this.freshName('text');
    this.addGlobal({
      name,
      placement,
      size: Math.max(1, text.length),
      align: 1,
      linkage: 'define',
      init: [{ offset: 0, bytes: bytesOfText(text) }],
    });
    this.texts.set(key, name);
    return name;
  }

  finish(): Module {
    const defined = this.functions;
    return {
      name: this.name,
      functions: [...defined.values()],
      globals: [...this.globals.values()],
      externs: [...this.externs.values()].filter((e) => !defined.has(e.name)),
    };
  }
}

export function bytesOfText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i) & 255;
  return bytes;
}
