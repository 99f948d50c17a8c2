/** Template arguments from those of a call ([temp.deduct.call]). */
import type { Expression } from '../tree.ts';
import { decayed, type FunctionType, isDependent, type TemplateArgument, type Type } from '../types.ts';
import { addToPack, type Bindings, deduce } from './deduce.ts';
import { isValue } from './rank.ts';

/** False where a call with these never means it. `fixed`: parameters whose arguments are written. */
export function deduceCall(
  pattern: FunctionType,
  args: readonly Expression[],
  to: Bindings,
  fixed: ReadonlySet<string>,
): boolean {
  const { params } = pattern;
  const spread = pattern.spreads ? spreadOf(params.at(-1)) : undefined;
  for (const [i, a] of args.entries()) {
    if (spread && i === params.length - 1) {
      // Another parameter may have told what the pack is: `R (C::*f)(A…), A… a`.
      const isKnown = spread.packs.every((name) => to.has(name));
      return isKnown || args.slice(i).every((one) => deduceElement(spread, one, to, fixed));
    }
    const param = params[i];
    if (!param) return pattern.variadic;
    if (!deduceParameter(param, a, to, fixed)) return false;
  }
  return true;
}

/** A parameter that stands for several: what each of them is like, and the packs in it. */
type Spread = { readonly element: Type; readonly packs: readonly string[] };

const spreads = new WeakMap<Type, Spread>();

function spreadOf(param: Type | undefined): Spread | undefined {
  if (!param) return undefined;
  const known = spreads.get(param);
  if (known) return known;
  const packs = new Set<string>();
  const made = { element: single(param, packs), packs: [...packs] };
  spreads.set(param, made);
  return made;
}

/** With each pack as one of its members. */
function single(t: Type, packs: Set<string>): Type {
  switch (t.kind) {
    case 'parameter':
      if (!t.pack) return t;
      packs.add(t.name);
      return { ...t, pack: false };
    case 'pointer':
    case 'reference':
      return { ...t, to: single(t.to, packs) };
    case 'array':
      return { ...t, of: single(t.of, packs) };
    case 'pattern':
      return { ...t, args: t.args.map((a) => ('type' in a ? { type: single(a.type, packs) } : a)) };
    default:
      return t;
  }
}

/** One more member of each pack ([temp.deduct.type]: each argument is compared on its own). */
function deduceElement({ element, packs }: Spread, a: Expression, to: Bindings, fixed: ReadonlySet<string>): boolean {
  const own: Bindings = new Map([...to].filter(([name]) => !packs.includes(name)));
  if (!deduceParameter(element, a, own, fixed)) return false;
  for (const [name, value] of own) {
    if (!packs.includes(name)) to.set(name, value);
    else if (!fixed.has(name)) addToPack(to, name, packFor(to, name), value);
  }
  return true;
}

function packFor(to: Bindings, name: string): readonly TemplateArgument[] {
  const known = to.get(name);
  return known && 'pack' in known ? known.pack : [];
}

function deduceParameter(param: Type, a: Expression, to: Bindings, fixed: ReadonlySet<string>): boolean {
  if (!isDependent(param)) return true;
  if (param.kind === 'parameter' && fixed.has(param.name)) return true;
  if (a.kind === 'braces' && !deduceBraces(param, a.items, to)) return false;
  if (a.type.kind === 'unknown' || (a.kind === 'overloads' && a.list.length === 0)) return true;
  const isForwarding = param.kind === 'reference' && param.rvalue && param.to.kind === 'parameter' && !param.to.const;
  const type: Type =
    isForwarding && !isValue(a)
      ? { kind: 'reference', to: a.type, rvalue: false }
      : param.kind === 'reference'
        ? a.type
        : decayed(a.type);
  const target = param.kind === 'reference' ? param.to : param;
  const trial: Bindings = fixed.size === 0 ? new Map(to) : new Map([...to].filter(([key]) => !fixed.has(key)));
  if (!deduce(target, type, trial)) return allFixed(target, fixed);
  for (const [key, value] of trial) if (!fixed.has(key)) to.set(key, value);
  return true;
}

/** `initializer_list<T>` from its first element. */
function deduceBraces(param: Type, items: readonly Expression[], to: Bindings): boolean {
  const target = param.kind === 'reference' ? param.to : param;
  const [first] = items;
  if (target.kind === 'pattern' && target.name === 'initializer_list' && first) {
    const [arg] = target.args;
    return arg !== undefined && 'type' in arg && deduce(arg.type, decayed(first.type), to);
  }
  return target.kind !== 'parameter' || to.has(target.name);
}

function allFixed(t: Type, fixed: ReadonlySet<string>): boolean {
  switch (t.kind) {
    case 'parameter':
      return fixed.has(t.name);
    case 'pointer':
    case 'reference':
      return allFixed(t.to, fixed);
    case 'pattern':
      return t.args.every((a) => !('type' in a) || allFixed(a.type, fixed));
    default:
      return true;
  }
}
