/** Host code under the sanitizer: loads and stores of memory that is the device's alone are told of, and then made. */
import { i64, offset, op } from '../../ir/build.ts';
import type { Expression, Fn } from '../../ir/module.ts';
import { sizeOf } from '../../ir/types.ts';
import { siteText } from '../../machine/check-record.ts';
import { shadow } from '../../machine/check-tools.ts';
import { rootsIn } from './address-roots.ts';
import { type HostTexts, hostCheck } from './check-books.ts';
import { isHostless } from './check-memory.ts';
import type { Sites } from './check-sites.ts';
import { Rewriter } from './hoist-loads.ts';

const pages: Expression = { kind: 'global', type: 'ptr.host', name: shadow.pages };

export function instrumentHost(
  fn: Fn,
  sites: Sites,
  sizes: (name: string) => number | undefined,
  texts: HostTexts,
): Fn {
  const rootOf = rootsIn(fn, sizes);
  const check = (to: Rewriter, how: 'read' | 'write', address: Expression, by: number, bytes: number): Expression => {
    const place = to.keep('place', offset(address, i64(by)));
    const at = to.keep('at', op('to.address', [place]));
    const [text, length] = texts.add(siteText(sites.make(fn, to.at, { how, bytes, address })));
    to.if(isHostless(pages, at), () =>
      to.add({
        kind: 'call',
        callee: { kind: 'direct', name: hostCheck },
        args: [at, text, i64(length)],
        results: [],
      }),
    );
    return place;
  };
  const isKnown = (address: Expression): boolean => address.type !== 'ptr.host' || rootOf(address) !== undefined;
  const to = new Rewriter(fn.locals, {
    load: (r, e) => {
      if (isKnown(e.from)) return undefined;
      return r.keep('loaded', { ...e, from: check(r, 'read', e.from, e.offset, sizeOf(e.memory)), offset: 0 });
    },
    instead: (s) => s,
    statement: (r, s) => {
      if (s.kind !== 'store' || isKnown(s.to)) return r.add(s);
      const place = check(r, 'write', s.to, s.offset, sizeOf(s.memory));
      r.add({ ...s, to: place, offset: 0 });
    },
  });
  const body = to.list(fn.body);
  return { ...fn, locals: to.locals, body };
}
