/** What one object file gathers while its procedures are lowered. */

import type { Diagnostic } from '../../../base/diagnostic.ts';
import { InternalError } from '../../../base/impossible.ts';
import type { Span } from '../../../base/source.ts';
import { takeIgnoredResults } from '../../../ir/ignored-results.ts';
import type { Callee, Extern, Fn, Global, Module } from '../../../ir/module.ts';
import { secondName } from '../../../ir/replaced-calls.ts';
import type { ValueType } from '../../../ir/types.ts';
import { isVariadic } from '../../../ir/variadic-calls.ts';
import { callableOf } from '../../../ir/verify.ts';
import { type HostCallName, libraryCalls, runtimeCalls, stackCalls } from '../../../library/runtime-calls.ts';
import { interfaceDiffers } from '../errors/lowering.ts';
import type { DerivedType, Procedure, Variable } from '../program.ts';
import { headingOf, type Side, symbolName, takesFrame } from './calls/abi.ts';

/** The names of functions and data that the compiler makes for a type. */
export type FunctionsOfType = {
  readonly release?: string;
  readonly assign?: string;
  readonly defaults?: string;
  readonly releaseArray?: string;
};

const calls = { ...runtimeCalls, ...libraryCalls, ...stackCalls };

export type Checks = {
  /** Subscripts are checked. */
  readonly bounds: boolean;
  /** Device code tells the sanitizer of subscripts outside of their bounds, and goes on. */
  readonly reports?: boolean;
  /** Pointers and allocatables that have nothing are told before they are followed. */
  readonly pointers: boolean;
  /** Allocatable arrays take the shape of what is assigned to them. */
  readonly reallocates: boolean;
};

/** What a main program begins with. `trap`: the exceptions of IEEE 754 at which it stops, as bits of library/fortran/ieee. */
/** `multicore`: its directives open regions of threads, here or in other files. */
export type ProgramStart = { readonly trap: number; readonly swapBytes: boolean; readonly multicore: boolean };

export type LowerOptions = {
  readonly cuda: boolean;
  readonly name: string;
  readonly checks?: Checks;
  readonly start?: ProgramStart;
  /** Several threads may run the code. */
  readonly threads?: boolean;
  /** Stands in private names, where one program holds objects of one source that were compiled in several ways. */
  readonly mark?: string;
};

/** See `Extern`. */
export type NotedParameters = {
  readonly addresses: readonly number[];
  readonly lengths: readonly number[];
  readonly described: readonly number[];
};

export class ModuleBuilder {
  readonly name: string;
  private readonly mark: string;
  readonly cuda: boolean;
  readonly checks: Checks;
  readonly start: ProgramStart;
  readonly threads: boolean;
  readonly diagnostics: Diagnostic[] = [];
  /** Makes the functions that release and assign objects of a type which needs them; gives their names. */
  functionsOfType: ((type: DerivedType) => FunctionsOfType) | undefined;
  /** Static variables that initial values point to: their storage is made when everything else is known. */
  readonly targets = new Set<Variable>();
  private readonly functions = new Map<string, Fn>();
  private readonly globals = new Map<string, Global>();
  private readonly externs = new Map<string, Extern>();
  /** Passed as arguments, and not called so far: nobody knows what they take and give. */
  private readonly mentioned = new Set<string>();
  private readonly texts = new Map<string, string>();
  private readonly runtime = new Map<string, RuntimeFunction>();
  /** Procedures as they were declared where they were first needed. */
  private readonly declared = new Map<string, Procedure>();
  private readonly told = new Set<string>();
  /** Functions that are called as subroutines too, and what they give. */
  private readonly ignored = new Map<string, readonly ValueType[]>();
  private fresh = 0;

  constructor({ name, cuda, checks, start, threads, mark }: LowerOptions) {
    this.threads = threads ?? false;
    this.mark = mark ?? '';
    this.name = name;
    this.cuda = cuda;
    this.checks = checks ?? { bounds: false, pointers: false, reallocates: true };
    this.start = start ?? { trap: 0, swapBytes: false, multicore: false };
  }

  /** A name that no other symbol of the program has. */
  freshName(what: string): string {
    this.fresh++;
    return `${this.name}${this.mark}.${what}.${this.fresh}`;
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
    const known = this.mentioned.delete(e.name) ? undefined : this.externs.get(e.name);
    if (known === undefined) this.externs.set(e.name, e);
  }

  isMentioned(name: string): boolean {
    return this.mentioned.has(name);
  }

  externOf(name: string): Extern | undefined {
    return this.externs.get(name);
  }

  /** Makes a procedure known as an extern, in case no function of this file defines it; gives its symbol. */
  needProcedure(p: Procedure, side: Side = 'host'): string {
    const name = symbolName(p, side);
    const { params, results } = headingOf(p.signature, side, side === 'host' && takesFrame(p));
    const known = this.externs.get(name);
    if (!known) {
      this.externs.set(name, { name, from: 'object', params, results });
      if (p.signature.implicit) this.mentioned.add(name);
    } else if (!p.signature.implicit && !agree(p, known, { params, results }))
      this.reconcile(p, known, { params, results });
    if (!p.signature.implicit && !this.declared.has(name)) this.declared.set(name, p);
    return name;
  }

  /** A procedure that is known is called by its second name. */
  needSecond(name: string): string {
    const known = this.externs.get(name);
    const second = secondName(name);
    if (known) this.externs.set(second, { ...known, name: second });
    return second;
  }

  noteParameters(name: string, found: NotedParameters): void {
    const known = this.externs.get(name);
    if (!known) return;
    const both = (a: readonly number[] = [], b: readonly number[] = []) => [...new Set([...a, ...b])];
    const addresses = both(known.addresses, found.addresses);
    const lengths = both(known.lengths, found.lengths);
    const described = both(known.described, found.described);
    const count = (e: Partial<NotedParameters>) =>
      (e.addresses?.length ?? 0) + (e.lengths?.length ?? 0) + (e.described?.length ?? 0);
    const noted = { addresses, lengths, described };
    if (count(noted) > count(known))
      this.externs.set(name, {
        ...known,
        ...(addresses.length > 0 && { addresses }),
        ...(lengths.length > 0 && { lengths }),
        ...(described.length > 0 && { described }),
      });
  }

  /** Makes a function of library/runtime-calls.ts known; gives what calls it and what it gives. */
  needRuntime(name: HostCallName): RuntimeFunction {
    const known = this.runtime.get(name);
    if (known) return known;
    const row = calls[name];
    if (!row) throw new InternalError(`no runtime call ${name}`);
    if (!this.externs.has(name)) this.needExtern({ name, from: 'runtime', params: row.takes, results: row.gives });
    const made: RuntimeFunction = { callee: { kind: 'direct', name }, gives: row.gives };
    this.runtime.set(name, made);
    return made;
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
      fixed: true,
      init: [{ offset: 0, bytes: bytesOfText(text) }],
    });
    this.texts.set(key, name);
    return name;
  }

  /** A C function may be seen as a subroutine too. */
  private reconcile(p: Procedure, known: Extern, heading: Types): void {
    if (p.bindC && isVariadic(known.name)) return;
    const results = known.results.length > 0 ? known.results : heading.results;
    const partly = known.results.length === 0 || heading.results.length === 0;
    if (!p.bindC || !partly || !sameTypes(known.params, heading.params)) return void this.differs(known.name, p);
    this.ignored.set(known.name, results);
    this.externs.set(known.name, { ...known, results });
  }

  private differs(name: string, p: Procedure, at = p.span): void {
    if (this.told.has(name)) return;
    this.told.add(name);
    this.diagnostics.push(interfaceDiffers(p.name, at));
  }

  /** A call without an interface that does not agree with what is known of the procedure. */
  checkHeading(p: Procedure, heading: Types, at: Span): void {
    const known = this.externs.get(p.linkName);
    if (known && !sameHeading(known, heading)) this.differs(p.linkName, p, at);
  }

  /** Interfaces that do not agree with what this file defines. */
  private checkInterfaces(): void {
    for (const [name, p] of this.declared) {
      const extern = this.externs.get(name);
      const made = this.functions.get(name);
      if (!extern || !made || p.origin === 'internal') continue;
      const params = callableOf(made).params;
      if (extern.results.length === 0 && made.results.length > 0 && sameTypes(extern.params, params) && p.bindC)
        this.ignored.set(name, made.results);
      else if (!agree(p, extern, { params: asDescribed(extern, params, made.described), results: made.results }))
        this.differs(name, p);
    }
    if (this.ignored.size > 0)
      for (const [name, f] of this.functions) this.functions.set(name, takeIgnoredResults(f, this.ignored));
  }

  finish(): Module {
    this.checkInterfaces();
    const defined = this.functions;
    return {
      name: this.name,
      functions: [...defined.values()],
      globals: [...this.globals.values()],
      externs: [...this.externs.values()].filter((e) => !defined.has(e.name) || e.described),
    };
  }
}

type RuntimeFunction = { readonly callee: Callee; readonly gives: readonly ValueType[] };
type Types = { readonly params: readonly ValueType[]; readonly results: readonly ValueType[] };

function sameHeading(a: Types, b: Types): boolean {
  return sameTypes(a.params, b.params) && sameTypes(a.results, b.results);
}

/** C knows one kind of address: the linker makes one of the other. */
function agree(p: Procedure, a: Types, b: Types): boolean {
  if (!p.bindC) return sameHeading(a, b);
  return sameTypes(a.params.map(asC), b.params.map(asC)) && sameTypes(a.results.map(asC), b.results.map(asC));
}

/** Parameters of a definition as an interface has them: where that one describes an array, the linker passes the address (link-described.ts). */
function asDescribed(e: Extern, params: readonly ValueType[], described: readonly number[] = []): readonly ValueType[] {
  return params.map((t, i) => (e.described?.includes(i) && !described.includes(i) ? (e.params[i] ?? t) : t));
}

function asC(t: ValueType): ValueType {
  return t.startsWith('ptr.') ? 'ptr.host' : t;
}

function sameTypes(a: readonly ValueType[], b: readonly ValueType[]): boolean {
  return a.length === b.length && a.every((t, i) => t === b[i]);
}

export function bytesOfText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i) & 255;
  return bytes;
}
