/** Names inside a compute construct: arrays and objects of the host stand for their places on the device, which the construct maps when it names them first. */
import { entering, leaving } from '../../../../machine/offload.ts';
import * as directiveErrors from '../../errors/directives.ts';
import { onDevice, placementOf } from '../../placement.ts';
import { plainAttributes } from '../../plain-attributes.ts';
import type { MapEntry, Variable } from '../../program.ts';
import type { Entry, Env, Scope } from '../context.ts';
import { lookup, newScope, readyEntry } from '../scope.ts';
import { deviceVariable, rootOf, wholeOf, wholeVariable } from './map-entries.ts';

export type How = { readonly enter: number; readonly leave: number | undefined };

/** What a construct does with data that no clause names. */
export type Defaults = {
  /** Of arrays and objects: bits of entering and leaving, or that it is a mistake. */
  readonly data: How | 'none' | ((v: Variable) => How | 'none');
  /** Scalars that have one place on the device too. */
  readonly shares: (v: Variable) => boolean;
  /** Names of the device for code of the host: constructs in that code map the host's variables, which may not be there. */
  readonly forHost?: true;
  /** Names that pointers of the construct are associated with. */
  readonly targets?: ReadonlySet<string>;
};

/** The host's variables of names for host code. */
const hosts = new WeakMap<Variable, Variable>();

export const implicitCopy = { enter: entering.allocate | entering.copy, leave: leaving.copy } as const;
export const mustBePresent = { enter: entering.present, leave: undefined } as const;

/** The names of a construct, and what they map. */
export type DeviceNames = { readonly scope: Scope; readonly entries: MapEntry[]; readonly own: Variable[] };

export function deviceNames(env: Env, explicit: readonly MapEntry[], defaults: Defaults): DeviceNames {
  const entries: MapEntry[] = [];
  const made = new Map<Variable, Variable>();
  const standsFor = (v: Variable): Variable => {
    const known = made.get(v);
    if (known) return known;
    const { target, pointer } = v.attributes;
    const inner = deviceVariable(v, (target || pointer) && defaults.targets?.has(v.name) === true);
    made.set(v, inner);
    if (defaults.forHost) hosts.set(inner, v);
    return inner;
  };
  for (const e of explicit) {
    const whole = wholeOf(e.outer);
    if (whole.kind === 'variable') entries.push({ ...e, inner: standsFor(whole.variable) });
    else {
      const root = rootOf(e.outer);
      if (root && !made.has(root) && !onDevice(root.attributes.placement))
        entries.push(implicit(root, standsFor(root), implicitCopy));
      entries.push(e);
    }
  }
  const found = (name: string, from: Env): Entry | undefined => {
    if (from.offload?.asks) return undefined;
    const outer = lookup(env, name);
    const meaning = outer && env.file.resolve(outer);
    if (!outer || meaning?.kind !== 'variable') return undefined;
    const host = hosts.get(meaning);
    const v = host && !made.has(meaning) ? host : meaning;
    const known = made.get(v);
    if (known) return readyEntry(env, name, outer.span, known);
    if (v === host) {
      entries.push(implicit(v, standsFor(v), implicitCopy));
      return readyEntry(env, name, outer.span, standsFor(v));
    }
    if (!isMapped(v, defaults)) return undefined;
    const data = typeof defaults.data === 'function' ? defaults.data(v) : defaults.data;
    const isScalar = !v.shape && v.type.base !== 'derived';
    if (data === 'none' && !isScalar) {
      env.file.report(directiveErrors.noDataClause(v, env.offload?.heading ?? v.span));
      return readyEntry(env, name, outer.span, standsFor(v));
    }
    const inner = standsFor(v);
    const how = data === 'none' || (isScalar && typeof defaults.data !== 'function') ? implicitCopy : data;
    entries.push(implicit(v, inner, how));
    return readyEntry(env, name, outer.span, inner);
  };
  const scope = newScope({ kind: 'block', parent: env.scope, prefix: env.scope.prefix, found });
  return { scope, entries, own: [] };
}

/** Host arrays and objects; scalars go along by value. */
function isMapped(v: Variable, defaults: Defaults): boolean {
  if (v.procedure || v.storage === 'index') return false;
  if (v.storage === 'associate' && v.associated && onDevice(placementOf(v.associated))) return false;
  if (onDevice(v.attributes.placement) || v.attributes.placement === 'texture' || v.attributes.placement === 'shared')
    return false;
  return v.shape !== undefined || v.type.base === 'derived' || defaults.shares(v);
}

function implicit(
  v: Variable,
  inner: Variable,
  how: { readonly enter: number; readonly leave: number | undefined },
): MapEntry {
  const declared = v.attributes.declared;
  return {
    name: v.shape ? `${v.name}(${v.shape ? ':' : ''})` : v.name,
    outer: wholeVariable(v),
    inner,
    enter: declared ?? how.enter,
    leave: declared === undefined ? how.leave : undefined,
    update: undefined,
    span: v.span,
  };
}

/** A variable of its own for each thread that runs the construct: of the clause `private`. */
export function ownVariable(v: Variable): Variable {
  return {
    ...v,
    attributes: { ...plainAttributes },
    storage: 'automatic',
    linkName: '',
    imported: false,
    initial: undefined,
    overlay: undefined,
    pointee: undefined,
    associated: undefined,
    bindName: undefined,
  };
}
