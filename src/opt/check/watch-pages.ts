/**
 * Code that tells which pages of managed memory it uses, for profiles: host code asks before an access whether the page is there, kernels mark pages that they have used.
 * Programs without managed memory stay as they are.
 */
import { startOf } from '../../base/source.ts';
import { eq, i32, i64, load, offset, op } from '../../ir/build.ts';
import type { Program } from '../../ir/link.ts';
import type { Expression, Extern, Fn, Global, Statement } from '../../ir/module.ts';
import { sizeOf } from '../../ir/types.ts';
import { someStatement } from '../../ir/walk.ts';
import { pageWatch } from '../../machine/page-watch.ts';
import { rootsIn } from './address-roots.ts';
import { Rewriter } from './hoist-loads.ts';
import { isOwnCode } from './own-code.ts';

export type PageSetting = { readonly pages?: boolean };

const tell: Extern = {
  name: 'pages.host-uses',
  from: 'runtime',
  params: ['i64', 'i64', 'ptr.host', 'i64'],
  results: [],
};

/** A program whose managed memory is to be watched, with what its code will name; others as they are. */
export function withPages(program: Program, { pages = false }: PageSetting): Program {
  if (!pages || !usesManaged(program)) return program;
  return {
    ...program,
    globals: new Map([...program.globals, ...[table('missing'), table('used'), new Texts().global()].map(named)]),
    externs: new Map([...program.externs, [tell.name, tell]]),
  };
}

/** Of a program that was made for it. */
export function watchPages(program: Program): Program {
  if (!program.globals.has(pageWatch.used)) return program;
  const texts = new Texts();
  const isWatched = (name: string): boolean => {
    const global = program.globals.get(name);
    return global !== undefined && isManagedVariable(global);
  };
  const sizes = (name: string): number | undefined => program.globals.get(name)?.size;
  const watched = (fn: Fn): Fn => {
    if (isOwnCode(fn.name)) return fn;
    const rootOf = rootsIn(fn, sizes);
    const mayBeManaged = (address: Expression): boolean => {
      const root = rootOf(address);
      return root === undefined || (root.bytes !== undefined && isWatched(root.name));
    };
    return fn.kind === 'host' ? watchHost(fn, mayBeManaged, texts) : watchDevice(fn, mayBeManaged);
  };
  const functions = new Map([...program.functions].map(([name, fn]) => [name, watched(fn)] as const));
  return {
    ...program,
    functions,
    kernels: program.kernels.map((k) => functions.get(k.name) ?? k),
    globals: new Map([...program.globals, named(texts.global())]),
  };
}

/** Descriptors of device arrays are managed too, and never large: they are none of the program's data. */
export function usesManaged({ externs, globals, functions }: Program): boolean {
  if (externs.has('managed.allocate') || externs.has('cudafor.cudaMallocManaged')) return true;
  if ([...globals.values()].some((g) => isManagedVariable(g))) return true;
  if (!externs.has('device.allocate')) return false;
  return [...functions.values()].some((fn) => someStatement(fn.body, isManagedAllocation));
}

export function isManagedVariable({ name, placement, byHost }: Global): boolean {
  return placement === 'managed' && byHost !== true && !name.startsWith('cufort.');
}

function isManagedAllocation(s: Statement): boolean {
  if (s.kind !== 'call' || s.callee.kind !== 'direct' || s.callee.name !== 'device.allocate') return false;
  const [, kind] = s.args;
  return kind?.kind === 'const' && kind.value === 1;
}

function watchHost(fn: Fn, mayBeManaged: (address: Expression) => boolean, texts: Texts): Fn {
  const isLeft = (address: Expression): boolean => address.type !== 'ptr.host' || !mayBeManaged(address);
  const uses = (to: Rewriter, at: Expression, bytes: Expression): void => {
    const [text, length] = texts.add(placeOf(fn, to.at));
    to.add({
      kind: 'call',
      callee: { kind: 'direct', name: tell.name },
      args: [at, bytes, text, i64(length)],
      results: [],
    });
  };
  const access = (to: Rewriter, address: Expression, by: number, bytes: number): Expression => {
    const place = to.keep('place', offset(address, i64(by)));
    const at = to.keep('at', op('to.address', [place]));
    to.if(op('not', [eq(load('i8', entryOf('missing', 'ptr.host', at)), i32(0))]), () => uses(to, at, i64(bytes)));
    return place;
  };
  const stretch = (to: Rewriter, address: Expression, bytes: Expression): void => {
    if (!isLeft(address)) uses(to, to.keep('at', op('to.address', [address])), bytes);
  };
  const to = new Rewriter(fn.locals, {
    load: (r, e) => {
      if (isLeft(e.from)) return undefined;
      return r.keep('loaded', { ...e, from: access(r, e.from, e.offset, sizeOf(e.memory)), offset: 0 });
    },
    instead: (s) => s,
    statement: (r, s) => {
      switch (s.kind) {
        case 'store':
          if (isLeft(s.to)) return r.add(s);
          return r.add({ ...s, to: access(r, s.to, s.offset, sizeOf(s.memory)), offset: 0 });
        case 'copy':
          stretch(r, s.from, s.bytes);
          stretch(r, s.to, s.bytes);
          return r.add(s);
        case 'fill':
          stretch(r, s.to, s.bytes);
          return r.add(s);
        case 'call':
          // Statements of input and output reach for the first item themselves.
          if (s.callee.kind === 'direct' && s.callee.name.startsWith('io.'))
            for (const a of s.args) if (!isLeft(a) && isPlain(a)) access(r, a, 0, 1);
          return r.add(s);
        default: // else: it touches no memory but by its expressions
          return r.add(s);
      }
    },
  });
  const body = to.list(fn.body);
  return { ...fn, locals: to.locals, body };
}

/** Null pointers stand for what is missing. */
function isPlain(e: Expression): boolean {
  return e.kind !== 'const';
}

function watchDevice(fn: Fn, mayBeManaged: (address: Expression) => boolean): Fn {
  const mark = (to: Rewriter, address: Expression, by: Expression): void => {
    if ((address.type !== 'ptr.global' && address.type !== 'ptr.generic') || !mayBeManaged(address)) return;
    const at = op('to.address', [offset(address, by)]);
    to.add({ kind: 'store', memory: 'i8', to: entryOf('used', 'ptr.global', at), offset: 0, value: i32(1) });
  };
  const to = new Rewriter(fn.locals, {
    load: (r, e) => {
      mark(r, e.from, i64(e.offset));
      return undefined;
    },
    instead: (s) => s,
    statement: (r, s) => {
      if (s.kind === 'store') mark(r, s.to, i64(s.offset));
      if (s.kind === 'atomic' || s.kind === 'copy' || s.kind === 'fill') mark(r, s.to, i64(0));
      if (s.kind === 'copy') mark(r, s.from, i64(0));
      r.add(s);
    },
  });
  const body = to.list(fn.body);
  return { ...fn, locals: to.locals, body };
}

function entryOf(which: 'missing' | 'used', type: 'ptr.host' | 'ptr.global', address: Expression): Expression {
  const page = op('and', [op('shr.u', [address, i64(pageWatch.bits)]), i64(pageWatch.count - 1)]);
  return offset({ kind: 'global', type, name: pageWatch[which] }, page);
}

function table(which: 'missing' | 'used'): Global {
  return {
    name: pageWatch[which],
    placement: 'managed',
    size: pageWatch.count,
    align: 64,
    linkage: 'define',
    init: [],
  };
}

function named(global: Global): readonly [string, Global] {
  return [global.name, global];
}

/** `path:line`, as debuggers write places. */
function placeOf(fn: Fn, at: Statement['at']): string {
  const place = at ?? fn.at;
  return `${place.source.path}:${startOf(place).line}`;
}

/** Each text once. */
class Texts {
  readonly #places = new Map<string, readonly [number, number]>();
  readonly #bytes: Uint8Array[] = [];
  #size = 0;

  /** Address and length. */
  add(text: string): readonly [Expression, number] {
    const known = this.#places.get(text);
    const [at, length] = known ?? this.#append(text);
    return [offset({ kind: 'global', type: 'ptr.host', name: textsName }, i64(at)), length];
  }

  #append(text: string): readonly [number, number] {
    const bytes = new TextEncoder().encode(text);
    const place = [this.#size, bytes.length] as const;
    this.#places.set(text, place);
    this.#bytes.push(bytes);
    this.#size += bytes.length;
    return place;
  }

  global(): Global {
    const bytes = new Uint8Array(Buffer.concat(this.#bytes));
    const init = [{ offset: 0, bytes }];
    return { name: textsName, placement: 'host', size: bytes.length, align: 8, linkage: 'define', init };
  }
}

const textsName = 'cufort.pages.texts';
