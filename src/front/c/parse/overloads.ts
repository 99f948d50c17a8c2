/** Which function a call means where several have the name. */
import type { Span } from '../../../base/source.ts';
import { ambiguous, type Candidates, noMatch } from '../errors.ts';
import type { Expression, FunctionSymbol } from '../tree.ts';
import { pointerTo, type RecordType, recordOf, showType, type TemplateArgument, type Type } from '../types.ts';
import { baseOffset, classInfo } from './class-info.ts';
import type { Parser } from './parser.ts';
import { isAddressOfValue, rank } from './rank.ts';
import type { Template } from './scope.ts';
import { deduced, isMoreSpecialFunction, takesAsFew } from './template-functions.ts';

type Candidate = { readonly fn: FunctionSymbol; readonly ranks: readonly number[]; readonly isTemplate: boolean };

export type Choice = {
  readonly name: string;
  readonly list: readonly FunctionSymbol[];
  readonly templates: readonly Template[];
  readonly args: readonly TemplateArgument[];
  /** The object comes first, which static functions do not take. */
  readonly hasObject?: boolean;
};

/** Undefined, and told, where none or several fit. `args` has the object first where the functions are members. */
export function choose(p: Parser, set: Choice, args: readonly Expression[], at: Span): FunctionSymbol | undefined {
  const best = bestOf(p, set, args);
  if (best.length === 1) return best[0];
  const isUnknown = args.some((a) => a.type.kind === 'unknown');
  if (isUnknown && best.length === 0) return undefined;
  if (p.isTrial) {
    p.errors++;
    return undefined;
  }
  const own = set.hasObject ? args.slice(1) : args;
  const types = own.map((a) => showType(a.type));
  p.report(
    best.length > 1
      ? ambiguous(set.name, at, candidatesOf(p, best, set))
      : noMatch(set.name, types, at, candidatesOf(p, set.list, set)),
  );
  return undefined;
}

/** As messages show them: the program's own by their places. */
function candidatesOf(p: Parser, list: readonly FunctionSymbol[], set: Choice): Candidates {
  const shown = list.map((fn) => {
    const params = set.hasObject && fn.member && !fn.member.isStatic ? fn.type.params.slice(1) : fn.type.params;
    return `${set.name}(${params.map(showType).join(', ')})`;
  });
  const own = list.filter((fn) => !p.isLibrary(fn.at.source.path));
  return { places: own.map((fn) => fn.at), shown };
}

/** Whether a constructor takes them. */
export function takes(p: Parser, record: RecordType, args: readonly Expression[]): boolean {
  const info = classInfo(record);
  if (!info) return false;
  const self: Expression = { kind: 'number', value: 0n, type: pointerTo(recordOf(record)), at: record.at };
  const implicitly = info.constructors.filter((c) => !c.explicit || args.length !== 1);
  const set = { name: record.name, list: implicitly, templates: info.constructorTemplates, args: [] };
  return bestOf(p, set, [self, ...args]).some((fn) => !fn.explicit || args.length !== 1);
}

/** `f<int>` where it means one function. */
export function onlyFunction(p: Parser, e: Expression): Expression {
  if (e.kind !== 'overloads' || e.object) return e;
  const made = (e.templates as readonly Template[]).flatMap((t) => deduced(p, t, e.args, []) ?? []);
  const all = [...(e.args.length > 0 ? [] : e.list), ...made];
  const [fn] = all;
  if (!fn || all.length > 1) return e;
  p.needs(fn);
  return { kind: 'function', fn, type: fn.type, at: e.at, lvalue: true };
}

/** `f<int>` as an argument. */
export function functionMade(p: Parser, e: Expression): Expression {
  return e.kind === 'overloads' && e.args.length > 0 ? onlyFunction(p, e) : e;
}

/** None, one, or those between which nothing decides. */
export function bestOf(p: Parser, set: Choice, args: readonly Expression[]): FunctionSymbol[] {
  return bestAmong(p, candidates(p, set, args));
}

/** Of functions that take the object and of others. */
export function bestOfBoth(
  p: Parser,
  members: Choice | undefined,
  self: readonly Expression[],
  free: Choice,
  args: readonly Expression[],
): FunctionSymbol[] {
  return bestAmong(p, [...(members ? candidates(p, members, self) : []), ...candidates(p, free, args)]);
}

function candidates(p: Parser, set: Choice, args: readonly Expression[]): Candidate[] {
  const plain = set.args.length > 0 ? [] : set.list.flatMap((fn) => candidate(p, fn, ofStatic(set, fn, args), false));
  const made = set.templates.flatMap((t) => {
    const own = t.member && (set.hasObject || t.isStatic !== true) ? args.slice(1) : args;
    const fn = takesAsFew(p, t, own.length) ? deduced(p, t, set.args, own) : undefined;
    return fn ? candidate(p, fn, ofStatic(set, fn, args), true) : [];
  });
  return [...plain, ...made];
}

function bestAmong(p: Parser, all: readonly Candidate[]): FunctionSymbol[] {
  const fitting = all.filter((c) => all.every((o) => o === c || !isBetter(o, c)));
  const best = fitting.filter((c) => !fitting.some((o) => isHiddenBy(c.fn, o.fn)));
  const sided = best.length > 1 ? best.filter((c) => isOfSide(p, c.fn)) : best;
  const left = sided.length > 0 ? sided : best;
  const special = left.length > 1 ? left.filter((c) => !c.isTemplate) : left;
  const final = special.length > 0 ? special : mostSpecial(p, left);
  return [...new Set(final.map((c) => c.fn))];
}

/** Where a host and a device function have the same parameters, the side of the caller decides. */
function isOfSide(p: Parser, fn: FunctionSymbol): boolean {
  const here = p.fn?.fn?.sides;
  if (!here) return fn.sides.host;
  return here.host ? fn.sides.host : fn.sides.device;
}

/** Of templates the one whose parameters say more: fewer of its parameters are whole arguments. */
function mostSpecial(p: Parser, list: readonly Candidate[]): readonly Candidate[] {
  const of = (c: Candidate): Template | undefined => c.fn.templateOf as Template | undefined;
  const best = list.filter((c) => {
    const own = of(c);
    return list.every((o) => {
      const other = of(o);
      return o === c || (own && other && isMoreSpecialFunction(p, own, other));
    });
  });
  return best.length > 0 ? best : list.slice(0, 1);
}

function ofStatic(set: Choice, fn: FunctionSymbol, args: readonly Expression[]): readonly Expression[] {
  if (!set.hasObject || !fn.member) return args;
  const [object, ...others] = args;
  if (fn.member.isStatic) return others;
  const to = object?.type.kind === 'pointer' ? object.type.to : undefined;
  if (!object || to?.kind !== 'record' || to.record === fn.member.of) return args;
  // Functions that `using` brought from several bases fit the class's objects as its own do ([over.match.funcs]).
  const isUsed = set.list.some((f) => f.member?.of !== fn.member?.of);
  const isBase = isUsed && baseOffset(to.record, fn.member.of) !== undefined;
  return isBase ? [{ ...object, type: pointerTo({ ...to, record: fn.member.of }) }, ...others] : args;
}

function candidate(p: Parser, fn: FunctionSymbol, args: readonly Expression[], isTemplate: boolean): Candidate[] {
  const given = args;
  const { params, variadic } = fn.type;
  if (given.length > params.length && !variadic) return [];
  if (given.length < params.length && fn.defaults?.slice(given.length).every((d) => d !== undefined) !== true)
    return [];
  const ranks: number[] = [];
  const { ref } = fn.type;
  for (const [i, a] of given.entries()) {
    const param = params[i];
    if (i === 0 && ref && isAddressOfValue(a) !== (ref === '&&') && !(ref === '&' && fn.type.isConst)) return [];
    const r = param ? rank(p, a, param) : 4;
    if (r === undefined) return [];
    ranks.push(i === 0 && ref === '&' && isAddressOfValue(a) ? r + 0.2 : r);
  }
  return [{ fn, ranks, isTemplate }];
}

/** A constructor that was taken from a base comes behind those of classes derived of it. */
function isHiddenBy({ heirOf }: FunctionSymbol, other: FunctionSymbol): boolean {
  const of = other.heirOf ?? other.member?.of;
  return heirOf !== undefined && of !== undefined && of !== heirOf && baseOffset(of, heirOf) !== undefined;
}

function isBetter(a: Candidate, b: Candidate): boolean {
  const shift = a.ranks.length - b.ranks.length;
  const x = shift > 0 ? a.ranks.slice(shift) : a.ranks;
  const y = shift < 0 ? b.ranks.slice(-shift) : b.ranks;
  let better = false;
  const params = (c: Candidate, skipped: number): readonly Type[] => c.fn.type.params.slice(Math.max(0, skipped));
  const ofA = params(a, shift);
  const ofB = params(b, -shift);
  for (const [i, r] of x.entries()) {
    // A value and a reference to a constant fit alike: `f(T)`, `f(const T &)`.
    const isAlike = r < 0.5 && y[i]! < 0.5 && (ofA[i]?.kind === 'reference') !== (ofB[i]?.kind === 'reference');
    if (isAlike) continue;
    if (r > y[i]!) return false;
    if (r < y[i]!) better = true;
  }
  return better;
}
