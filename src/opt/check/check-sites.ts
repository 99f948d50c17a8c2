/** The places in the source that checks tell of, and the statement that tells. */
import { lineText, positionOf, type Span, startOf } from '../../base/source.ts';
import { i32, op, special, wide } from '../../ir/build.ts';
import { calleesIn } from '../../ir/calls.ts';
import type { Expression, Fn, PrintItem, Statement } from '../../ir/module.ts';
import { isPointer, spaceOf } from '../../ir/types.ts';
import { eachStatement } from '../../ir/walk.ts';
import { type CheckSite, type Finding, findings, siteText } from '../../machine/check-record.ts';
import type { Root } from './address-roots.ts';

/** Which procedures each place stands in: those that a template has become have their places in common. */
export type Owners = {
  readonly at: WeakMap<Span, Set<string>>;
  readonly callees: ReadonlyMap<string, readonly string[]>;
};

export function ownersOf(functions: Iterable<Fn>): Owners {
  const at: Owners['at'] = new WeakMap();
  const callees = new Map<string, readonly string[]>();
  for (const fn of functions) {
    callees.set(fn.name, calleesIn(fn.body));
    eachStatement(fn.body, (s) => {
      if (!s.at) return;
      const known = at.get(s.at);
      if (known) known.add(fn.name);
      else at.set(s.at, new Set([fn.name]));
    });
  }
  return { at, callees };
}

/** The one of them that is `fn`, or that `fn` calls, or what it calls. */
function ownerOf({ at, callees }: Owners, place: Span, fn: string): string | undefined {
  const among = at.get(place);
  if (!among || among.size === 1) return among?.values().next().value;
  const seen = new Set([fn]);
  for (const name of seen) {
    if (among.has(name)) return name;
    for (const callee of callees.get(name) ?? []) seen.add(callee);
  }
  return among.values().next().value;
}

/** The designator whose address `e` is. */
export function designatorOf(e: Expression): Span | undefined {
  switch (e.kind) {
    case 'local':
    case 'global':
    case 'slot':
      return e.of;
    case 'op':
      return e.of ?? (e.args[0] && (e.op === 'offset' || e.op === 'cast.space') ? designatorOf(e.args[0]) : undefined);
    default: // else: no address that the front end names
      return undefined;
  }
}

export type SiteOptions = {
  readonly how: CheckSite['how'];
  readonly bytes: number;
  readonly align?: number | undefined;
  readonly address?: Expression;
  readonly root?: Root | undefined;
};

export class Sites {
  readonly #owners: Owners;
  #count = 0;
  /** Of accesses that were instrumented before: they keep their numbers. */
  readonly #known = new WeakMap<object, CheckSite>();
  /** Those that are known by their numbers alone. */
  readonly kept: CheckSite[] = [];

  constructor(owners: Owners) {
    this.#owners = owners;
  }

  known(access: object): CheckSite | undefined {
    return this.#known.get(access);
  }

  keep(site: CheckSite): void {
    this.kept.push(site);
  }

  /** `of`: the access as it was given. */
  of(access: object, fn: Fn, at: Span | undefined, options: SiteOptions): CheckSite {
    const site = this.#known.get(access) ?? this.make(fn, at, options);
    this.#known.set(access, site);
    return site;
  }

  make(fn: Fn, at: Span | undefined, { how, bytes, align, address, root }: SiteOptions): CheckSite {
    const of = address && designatorOf(address);
    const place = of ?? at ?? fn.at;
    const { line, column } = startOf(place);
    const end = positionOf(place.source, Math.max(place.from, place.to));
    const source = lineText(place.source, line);
    const width = Math.max(1, (end.line === line ? end.column : source.length + 1) - column);
    // Of a pointer that may go anywhere it is often known where it does.
    const variable = root?.address ?? address;
    return {
      id: ++this.#count,
      how,
      bytes,
      ...(align !== undefined && { align }),
      space: variable && isPointer(variable.type) ? spaceOf(variable.type) : 'global',
      procedure: (at && ownerOf(this.#owners, at, fn.name)) ?? fn.name,
      kernel: fn.kind === 'kernel' ? fn.name : '',
      path: place.source.path,
      line,
      column,
      width,
      source,
      designator: of ? of.source.text.slice(of.from, of.to) : '',
      ...(root && { variable: { name: root.name, ...(root.bytes !== undefined && { bytes: root.bytes }) } }),
    };
  }
}

const number = (value: Expression): PrintItem => ({ kind: 'integer', bytes: 8, value: wide(value) });

/** Tells the host of a finding in this thread. */
export function tell(site: CheckSite, what: Finding, address: Expression, more: readonly Expression[] = []): Statement {
  return { kind: 'print', items: toldOf(site, what, address, more) };
}

export function toldOf(
  site: CheckSite,
  what: Finding,
  address: Expression,
  more: readonly Expression[] = [],
): readonly PrintItem[] {
  const names = ['tid.x', 'tid.y', 'tid.z', 'ctaid.x', 'ctaid.y', 'ctaid.z'] as const;
  const thread = names.map((name) => op('extend', [special(name)]));
  const values = [i32(findings.indexOf(what)), address, ...thread, ...more];
  return [{ kind: 'format', text: siteText(site) }, ...values.map(number)];
}
