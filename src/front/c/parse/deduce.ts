/** Template arguments from the types of what is given. */
import { type FunctionType, qualified, sameType, type TemplateArgument, type Type, unqualified } from '../types.ts';
import { classInfo, madeOf } from './class-info.ts';

export type Bindings = Map<string, TemplateArgument>;

/** False where the type can never have the form of the pattern, or would need another argument than before. `exact`: a class stands for no base of it. */
export function deduce(pattern: Type, type: Type, to: Bindings, exact = false): boolean {
  if (exact && !sameConst(pattern, type)) return false;
  switch (pattern.kind) {
    case 'parameter': {
      if (exact && type.kind === 'function' && (pattern.const || pattern.volatile)) return false;
      const kept = pattern.const || pattern.volatile ? lessQualified(type, pattern) : type;
      const known = to.get(pattern.name);
      if (pattern.pack) {
        addToPack(to, pattern.name, known && 'pack' in known ? known.pack : [], { type: kept });
        return true;
      }
      if (known) return 'type' in known && sameType(known.type, kept, true);
      to.set(pattern.name, { type: kept });
      return true;
    }
    case 'pointer':
      return type.kind === 'pointer' && deduce(pattern.to, type.to, to, exact);
    case 'reference':
      if (exact && !(type.kind === 'reference' && type.rvalue === pattern.rvalue)) return false;
      return deduce(pattern.to, type.kind === 'reference' ? type.to : type, to, exact);
    case 'array':
      return type.kind === 'array' && deduceCount(pattern, type, to, exact) && deduce(pattern.of, type.of, to, exact);
    case 'function':
      return (
        type.kind === 'function' &&
        (!exact || Boolean(pattern.isConst) === Boolean(type.isConst)) &&
        deduce(pattern.result, type.result, to, exact) &&
        deduceParams(pattern, type, to)
      );
    case 'pattern':
      return deduceClass(pattern, type, to, exact);
    case 'unknown':
      return true;
    default:
      return sameType(unqualified(pattern), unqualified(type)) || pattern.kind !== 'record';
  }
}

/** Packs that a deduction has begun: they grow in place, for calls with hundreds of arguments. */
const growing = new WeakSet<readonly TemplateArgument[]>();

export function addToPack(to: Bindings, name: string, list: readonly TemplateArgument[], one: TemplateArgument): void {
  if (growing.has(list)) {
    (list as TemplateArgument[]).push(one);
    return;
  }
  const pack = [...list, one];
  growing.add(pack);
  to.set(name, { pack });
}

type ArrayType = Type & { readonly kind: 'array' };

function deduceCount(pattern: ArrayType, type: ArrayType, to: Bindings, exact: boolean): boolean {
  if (pattern.dynamic)
    return type.count !== undefined
      ? agrees(pattern.dynamic.name, { value: BigInt(type.count) }, to)
      : type.dynamic !== undefined && !exact;
  return pattern.count === type.count || (pattern.count === undefined && !exact);
}

/** What is const or volatile beside what the pattern leaves open. Arrays are as their elements are. */
function sameConst(pattern: Type, type: Type): boolean {
  if (pattern.kind === 'unknown' || pattern.kind === 'array' || pattern.kind === 'function') return true;
  const isOpen = pattern.kind === 'parameter';
  const agree = (own: boolean | undefined, other: boolean | undefined): boolean =>
    own ? other === true : isOpen || !other;
  return agree(pattern.const, type.const) && agree(pattern.volatile, type.volatile);
}

/** A number or a template for a parameter: false where another is known. */
function agrees(name: string, arg: TemplateArgument, to: Bindings): boolean {
  const known = to.get(name);
  if (known && 'value' in arg && !('value' in known && known.value === arg.value)) return false;
  if (known && 'template' in arg && !('template' in known && known.template === arg.template)) return false;
  to.set(name, arg);
  return true;
}

/** Without what the pattern says itself: `const T` of `const int` is int. */
function lessQualified(type: Type, pattern: Type): Type {
  if (type.kind === 'array') return { ...type, of: lessQualified(type.of, pattern) };
  return qualified(
    unqualified(type),
    type.const === true && !pattern.const,
    type.volatile === true && !pattern.volatile,
  );
}

/** A pack at the end stands for all that is left. */
function deduceParams(pattern: FunctionType, type: FunctionType, to: Bindings): boolean {
  const last = pattern.params.at(-1);
  if (last?.kind === 'parameter' && last.pack) {
    const own = pattern.params.length - 1;
    if (type.params.length < own) return false;
    to.set(last.name, { pack: type.params.slice(own).map((t) => ({ type: t })) });
    return pattern.params.slice(0, own).every((q, i) => deduce(q, type.params[i]!, to));
  }
  return type.params.length === pattern.params.length && pattern.params.every((q, i) => deduce(q, type.params[i]!, to));
}

function deduceClass(pattern: Type & { readonly kind: 'pattern' }, type: Type, to: Bindings, exact: boolean): boolean {
  // Of two specialisations one may be the other's special case.
  if (type.kind === 'pattern') return type.template === pattern.template && deduceList(pattern.args, type.args, to);
  if (type.kind !== 'record') return false;
  const made = madeOf(type.record);
  if (made && pattern.parameter !== undefined) {
    if (!agrees(pattern.parameter, { template: made.template }, to)) return false;
    // What the template has by default is not asked for.
    return deduceList(pattern.args, made.args.slice(0, pattern.args.length), to);
  }
  if (made?.template === pattern.template) return deduceList(pattern.args, made.args, to);
  if (exact) return false;
  for (const base of classInfo(type.record)?.bases ?? [])
    if (deduceClass(pattern, { kind: 'record', record: base }, to, false)) return true;
  return false;
}

export function deduceList(
  patterns: readonly TemplateArgument[],
  args: readonly TemplateArgument[],
  to: Bindings,
): boolean {
  for (const [i, pattern] of patterns.entries()) {
    const arg = args[i];
    if ('type' in pattern && pattern.type.kind === 'parameter' && pattern.type.pack) {
      to.set(pattern.type.name, { pack: args.slice(i) });
      return true;
    }
    if (!arg) return false;
    if (!deduceArgument(pattern, arg, to)) return false;
  }
  return patterns.length === args.length;
}

function deduceArgument(pattern: TemplateArgument, arg: TemplateArgument, to: Bindings): boolean {
  if ('type' in pattern) {
    if ('type' in arg) {
      if (pattern.type.kind === 'unknown') return true;
      if (pattern.type.kind !== 'parameter' && !sameKind(pattern.type, arg.type)) return false;
      if (pattern.type.kind === 'parameter' && pattern.type.const && !arg.type.const) return false;
      if (pattern.type.kind === 'parameter' && pattern.type.volatile && !arg.type.volatile) return false;
      return deduce(pattern.type, arg.type, to, true);
    }
    if (pattern.type.kind === 'unknown') return true;
    // A parameter that is a number, or a template
    if (pattern.type.kind !== 'parameter') return false;
    return agrees(pattern.type.name, arg, to);
  }
  if ('value' in pattern) return 'value' in arg && pattern.value === arg.value;
  return true;
}

/** Specialisations ask for exact types. */
function sameKind(pattern: Type, type: Type): boolean {
  if (pattern.kind === 'pattern') return type.kind === 'record' || type.kind === 'pattern';
  if (pattern.kind !== type.kind) return false;
  if (
    pattern.kind === 'pointer' ||
    pattern.kind === 'reference' ||
    pattern.kind === 'array' ||
    pattern.kind === 'function'
  )
    return true;
  return sameType(pattern, type, true);
}
