/** Which function a call means where several have the name. */
import type { Span } from '../../../base/source.ts';
import { ambiguous, noMatch } from '../errors.ts';
import type { Expression, FunctionSymbol } from '../tree.ts';
import { showType, type TemplateArgument } from '../types.ts';
import type { Parser } from './parser.ts';
import { rank } from './rank.ts';
import type { Template } from './scope.ts';
import { deduced } from './templates.ts';

type Candidate = { readonly fn: FunctionSymbol; readonly ranks: readonly number[]; readonly isTemplate: boolean };

export type Choice = {
  readonly name: string;
  readonly list: readonly FunctionSymbol[];
  readonly templates: readonly Template[];
  readonly args: readonly TemplateArgument[];
};

/** Undefined, and told, where none or several fit. `args` has the object first where the functions are members. */
export function choose(p: Parser, set: Choice, args: readonly Expression[], at: Span): FunctionSymbol | undefined {
  const best = bestOf(p, set, args);
  if (best.length === 1) return best[0];
  const types = args.map((a) => showType(a.type));
  p.report(best.length > 1 ? ambiguous(set.name, at) : noMatch(set.name, types, at));
  return undefined;
}

/** None, one, or those between which nothing decides. */
export function bestOf(p: Parser, set: Choice, args: readonly Expression[]): FunctionSymbol[] {
  const plain = set.args.length > 0 ? [] : set.list.flatMap((fn) => candidate(fn, args, false));
  const made = set.templates.flatMap((t) => {
    const own = t.member ? args.slice(1) : args;
    const fn = deduced(p, t, set.args, own);
    return fn ? candidate(fn, fn.member && !t.member ? args : args, true) : [];
  });
  const all = [...plain, ...made];
  const best = all.filter((c) => all.every((o) => o === c || !isBetter(o, c)));
  const sided = best.length > 1 ? best.filter((c) => isOfSide(p, c.fn)) : best;
  const left = sided.length > 0 ? sided : best;
  const special = left.length > 1 ? left.filter((c) => !c.isTemplate) : left;
  const final = special.length > 0 ? special : mostSpecial(left);
  return [...new Set(final.map((c) => c.fn))];
}

/** Where a host and a device function have the same parameters, the side of the caller decides. */
function isOfSide(p: Parser, fn: FunctionSymbol): boolean {
  const here = p.fn?.fn?.sides;
  if (!here) return fn.sides.host;
  return here.host ? fn.sides.host : fn.sides.device;
}

/** Of templates the one whose parameters say more: fewer of its parameters are whole arguments. */
function mostSpecial(list: readonly Candidate[]): readonly Candidate[] {
  const count = (c: Candidate): number => c.fn.name.length;
  const least = Math.min(...list.map(count));
  const few = list.filter((c) => count(c) === least);
  return few.length > 0 ? few.slice(0, 1) : list;
}

function candidate(fn: FunctionSymbol, args: readonly Expression[], isTemplate: boolean): Candidate[] {
  const given =
    fn.member && !fn.member.isStatic && fn.role !== 'constructor'
      ? args
      : fn.role === 'constructor'
        ? args
        : fn.member?.isStatic
          ? args.slice(1)
          : args;
  const { params, variadic } = fn.type;
  if (given.length > params.length && !variadic) return [];
  if (given.length < params.length && fn.defaults?.slice(given.length).every((d) => d !== undefined) !== true)
    return [];
  const ranks: number[] = [];
  for (const [i, a] of given.entries()) {
    const param = params[i];
    const r = param ? rank(a, param) : 4;
    if (r === undefined) return [];
    ranks.push(r);
  }
  return [{ fn, ranks, isTemplate }];
}

function isBetter(a: Candidate, b: Candidate): boolean {
  const shift = a.ranks.length - b.ranks.length;
  const x = shift > 0 ? a.ranks.slice(shift) : a.ranks;
  const y = shift < 0 ? b.ranks.slice(-shift) : b.ranks;
  let better = false;
  for (const [i, r] of x.entries()) {
    if (r > y[i]!) return false;
    if (r < y[i]!) better = true;
  }
  return better;
}
