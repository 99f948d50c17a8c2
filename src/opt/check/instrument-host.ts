/**
 * Host code under the sanitizer: loads and stores of memory that is the device's alone, and of what a kernel may still use, are told of, and then made. Where kernels may race with
 * host code, so are arrays that are moved as wholes, and those that input and output take.
 */
import { i64, load, lt, offset, op, sub } from '../../ir/build.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { sizeOf } from '../../ir/types.ts';
import { siteText } from '../../machine/check-record.ts';
import { type CheckTools, shadow } from '../../machine/check-tools.ts';
import { planIn } from '../../machine/transfer-plan.ts';
import { rootsIn } from './address-roots.ts';
import { type HostTexts, hostCheck } from './check-books.ts';
import { isMarked } from './check-memory.ts';
import type { Sites } from './check-sites.ts';
import { Rewriter } from './hoist-loads.ts';

const pages: Expression = { kind: 'global', type: 'ptr.host', name: shadow.pages };

/** Calls that use memory themselves: which argument is where it begins. */
const transfers: Readonly<Record<string, { readonly place: number; readonly how: 'read' | 'write' }>> = {
  'io.put-text': { place: 0, how: 'read' },
  'io.put-bytes': { place: 0, how: 'read' },
  'io.write-record': { place: 3, how: 'read' },
  'io.get-text': { place: 0, how: 'write' },
  'io.get-bytes': { place: 0, how: 'write' },
  'io.read-record': { place: 3, how: 'write' },
  'io.namelist-item': { place: 4, how: 'read' },
};

export type HostParts = {
  readonly sites: Sites;
  readonly sizes: (name: string) => number | undefined;
  readonly texts: HostTexts;
  readonly tools: CheckTools;
  readonly isManaged: (name: string) => boolean;
  /** What a constant of the program holds. */
  readonly bytesOf: (global: string) => Uint8Array | undefined;
};

export function instrumentHost(fn: Fn, { sites, sizes, texts, tools, isManaged, bytesOf }: HostParts): Fn {
  const rootOf = rootsIn(fn, sizes);
  const races = tools.has('race');
  const marks = (tools.has('memory') ? shadow.hostless : 0) | (races ? shadow.busy : 0);
  const check = (to: Rewriter, how: 'read' | 'write', address: Expression, by: number, bytes: number): Expression => {
    const place = to.keep('place', offset(address, i64(by)));
    tellIf(to, how, place, address, bytes, marks);
    return place;
  };
  const tellIf = (
    to: Rewriter,
    how: 'read' | 'write',
    place: Expression,
    address: Expression,
    bytes: number,
    of: number,
  ): void => {
    const at = to.keep('at', op('to.address', [place]));
    const [text, length] = texts.add(siteText(sites.make(fn, to.at, { how, bytes, address })));
    to.if(isMarked(pages, at, of), () =>
      to.add({
        kind: 'call',
        callee: { kind: 'direct', name: hostCheck },
        args: [at, text, i64(length)],
        results: [],
      }),
    );
  };
  const isKnown = (address: Expression): boolean => {
    const root = address.type === 'ptr.host' ? rootOf(address) : undefined;
    return address.type !== 'ptr.host' || (root !== undefined && !(races && isManaged(root.name)));
  };
  /** The first and the last byte of what is moved as a whole. */
  const whole = (to: Rewriter, how: 'read' | 'write', address: Expression, bytes?: Expression): void => {
    if (!races || isKnown(address) || address.kind === 'const') return;
    const place = to.keep('place', address);
    const first = (): void => tellIf(to, how, place, address, 1, shadow.busy);
    if (!bytes) first();
    else
      to.if(lt(i64(0), bytes), () => {
        first();
        tellIf(to, how, to.keep('last', offset(place, sub(bytes, i64(1)))), address, 1, shadow.busy);
      });
  };
  const statement = (r: Rewriter, s: Statement): void => {
    switch (s.kind) {
      case 'store':
        if (isKnown(s.to)) break;
        r.add({ ...s, to: check(r, 'write', s.to, s.offset, sizeOf(s.memory)), offset: 0 });
        return;
      case 'copy':
        whole(r, 'read', s.from, s.bytes);
        whole(r, 'write', s.to, s.bytes);
        break;
      case 'fill':
        whole(r, 'write', s.to, s.bytes);
        break;
      case 'call': {
        const transfer = s.callee.kind === 'direct' ? transfers[s.callee.name] : undefined;
        const place = transfer && s.args[transfer.place];
        if (place) whole(r, transfer.how, place);
        if (races) for (const { how, at, bytes } of arraysOf(fn, s, bytesOf)) whole(r, how, at, bytes);
        break;
      }
      default: // else: it touches no memory but by its expressions
    }
    r.add(s);
  };
  const to = new Rewriter(fn.locals, {
    load: (r, e) => {
      if (isKnown(e.from)) return undefined;
      return r.keep('loaded', { ...e, from: check(r, 'read', e.from, e.offset, sizeOf(e.memory)), offset: 0 });
    },
    instead: (s) => s,
    statement,
  });
  const body = to.list(fn.body);
  return { ...fn, locals: to.locals, body };
}

type Call = Extract<Statement, { readonly kind: 'call' }>;
type Stretch = { readonly how: 'read' | 'write'; readonly at: Expression; readonly bytes: Expression };

/** Bytes of an item in the cell of a statement that is one call. */
const itemBytes = 16;

/** The arrays that a formatted statement of one call takes or gives: its cell has their addresses and counts. */
function arraysOf(fn: Fn, s: Call, bytesOf: HostParts['bytesOf']): readonly Stretch[] {
  if (s.callee.kind !== 'direct' || s.callee.name !== 'io.transfer') return [];
  const [, , plan, , cell] = s.args;
  const text = plan?.kind === 'global' ? bytesOf(plan.name) : undefined;
  if (!text || cell?.kind !== 'slot') return [];
  const { operation, items } = planIn(new TextDecoder().decode(text));
  // Before the items an internal file has its own place.
  const first = (fn.slots[cell.index]?.size ?? 0) - itemBytes * items.length;
  return items.flatMap(({ type, kind, many }, i) => {
    if (!many || first < 0) return [];
    const by = first + itemBytes * i;
    const size = type === 'character' ? 1 : type === 'complex' ? 2 * kind : kind;
    const bytes = op('mul', [load('i64', cell, by + 8), i64(size)]);
    return [{ how: operation === 'read' ? 'write' : 'read', at: load('ptr.host', cell, by), bytes } as const];
  });
}
