/** A reference to an intrinsic procedure on its way: its arguments in the order of the row's parameters. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Span } from '../../../../base/source.ts';
import { ownParameters, type Param, type Row } from '../../../../library/intrinsics/row.ts';
import * as errors from '../../errors/intrinsics.ts';
import type { Expr } from '../../program.ts';
import { nearest } from '../suggest.ts';

/** `boz`: the value is a literal such as z'ff', given as an integer(8) constant of its bits. */
export type IntrinsicActual = { readonly keyword?: string; readonly value: Expr; readonly boz?: boolean };

export type Report = (d: Diagnostic) => void;
/** A reference on its way: `args` stand in the order of `params`. */
export type Reference = {
  readonly name: string;
  readonly row: Row;
  readonly params: readonly (readonly [string, Param])[];
  readonly args: (Expr | undefined)[];
  readonly boz: Set<number>;
  readonly span: Span;
  readonly report: Report;
  readonly defaults: Defaults;
};

/** The kinds that options give to types without one (-i8, -r8). */
export type Defaults = { readonly defaultInteger: 2 | 4 | 8; readonly defaultReal: 4 | 8 };

export const usualKinds: Defaults = { defaultInteger: 4, defaultReal: 4 };

/** The argument for the parameter `name`. */
export function argument(r: Reference, name: string): Expr | undefined {
  return r.args[r.params.findIndex(([n]) => n === name)];
}

/** Puts the arguments in order; undefined after an error has been reported. */
export function arrange(
  name: string,
  row: Row,
  actuals: readonly IntrinsicActual[],
  span: Span,
  report: Report,
  defaults: Defaults,
): Reference | undefined {
  const params = parameters(row, actuals.length);
  const args = params.map(() => undefined);
  const r: Reference = { name, row, params, args, boz: new Set(), span, report, defaults };
  let place = 0;
  for (const actual of actuals) {
    const at =
      actual.keyword === undefined
        ? positional(r, place, actual.value)
        : actuals.length === 1 && actual.keyword.toLowerCase() === row.alone
          ? 0
          : keyword(r, actual.keyword, actual.value.span);
    if (at === undefined) return undefined;
    if (at >= params.length) {
      report(errors.tooManyArguments(name, row, params.length, actuals.length, actual.value.span));
      return undefined;
    }
    if (r.args[at]) {
      report(errors.givenTwice(name, row, params[at]![0], actual.value.span));
      return undefined;
    }
    r.args[at] = actual.value;
    if (actual.boz) r.boz.add(at);
    place = at + 1;
  }
  return complete(r) ? r : undefined;
}

/** Its parameters, the repeated last one as often as there are arguments. */
function parameters(row: Row, given: number): readonly (readonly [string, Param])[] {
  const own = ownParameters(row);
  const last = own.at(-1);
  if (!last?.[1].repeats) return own;
  const params = [...own];
  while (params.length < given) params.push([`a${params.length + 1}`, last[1]]);
  return params;
}

/** A mask may stand where `dim` would. */
function positional(r: Reference, place: number, value: Expr): number {
  const isMask = value.type.base === 'logical' && r.params[place]?.[0] === 'dim' && r.params[place + 1]?.[0] === 'mask';
  return isMask ? place + 1 : place;
}

function keyword(r: Reference, word: string, at: Span): number | undefined {
  const index = r.params.findIndex(([name]) => name === word.toLowerCase());
  if (index >= 0) return index;
  const names = r.params.map(([name]) => name);
  r.report(errors.unknownKeyword(r.name, r.row, word, nearest(word, names), at));
  return undefined;
}

function complete(r: Reference): boolean {
  const missing = r.params.findIndex((p, i) => !r.args[i] && !p[1].optional);
  if (missing < 0) return true;
  r.report(errors.missingArgument(r.name, r.row, r.params[missing]![0], r.span));
  return false;
}
