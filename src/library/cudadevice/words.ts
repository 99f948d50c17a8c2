/** How rows of device routines are written: types, forms over several types, routines made of IR operations. */
import type { Expression } from '../../ir/module.ts';
import type { Effect, Param, Routine, RowType } from '../library-module.ts';

export const i4: RowType = { base: 'integer', kind: 4 };
export const i8: RowType = { base: 'integer', kind: 8 };
export const r2: RowType = { base: 'real', kind: 2 };
export const r4: RowType = { base: 'real', kind: 4 };
export const r8: RowType = { base: 'real', kind: 8 };
export const c4: RowType = { base: 'complex', kind: 4 };
export const c8: RowType = { base: 'complex', kind: 8 };
export const l4: RowType = { base: 'logical', kind: 4 };

export const value = (type: RowType): Param => ({ how: 'in', type });
/** Only this kind matches: other kinds have forms of their own. */
export const exact = (type: RowType): Param => ({ how: 'in', type, exactKind: true });
export const place = (type: RowType): Param => ({ how: 'device', type });
export const group = (name: string): Param => ({ how: 'in', type: { base: 'derived', name } });
export const optionalInteger = (otherwise: number): Param => ({ how: 'in', type: i4, optional: otherwise });

type Form = Readonly<Record<string, Param>>;
export type Keep = (x: Expression) => Expression;
type Lower = (args: readonly Expression[], keep: Keep) => Expression;

/** `takes` and `also` from a list of forms. */
export function forms(list: readonly Form[]): Pick<Routine, 'takes' | 'also'> {
  const [takes = {}, ...also] = list;
  return also.length > 0 ? { takes, also } : { takes };
}

/** One form per type; `gives`: the result of each, or of all. */
export function generic(
  doc: string,
  types: readonly RowType[],
  form: (type: RowType) => Form,
  gives: ((type: RowType) => RowType) | RowType | undefined,
  what: { readonly lower: Lower } | { readonly effect: Effect },
): Routine {
  const each = typeof gives === 'function' ? types.map(gives) : undefined;
  const first = typeof gives === 'function' ? each?.[0] : gives;
  return {
    doc,
    ...forms(types.map(form)),
    ...(first && { gives: first }),
    ...(each && { givesEach: each }),
    where: 'device',
    ...what,
  };
}

/** A function of values made of IR operations. `takes` may have the names of its parameters as one text. */
export function pure(
  doc: string,
  names: string,
  type: RowType,
  gives: RowType,
  of: (...args: Expression[]) => Expression,
): Routine {
  return {
    doc,
    takes: Object.fromEntries(names.split(' ').map((n) => [n, value(type)])),
    gives,
    where: 'device',
    lower: (args) => of(...args),
  };
}

/** The same where intermediate values are needed more than once. */
export function kept(
  doc: string,
  names: string,
  type: RowType,
  gives: RowType,
  of: (keep: Keep, ...args: Expression[]) => Expression,
): Routine {
  return { ...pure(doc, names, type, gives, (x) => x), lower: (args, keep) => of(keep, ...args) };
}

export function statement(doc: string, effect: Effect, takes: Form = {}, gives?: RowType): Routine {
  return { doc, takes, ...(gives && { gives }), where: 'device', effect };
}

/** Several lists of parameters, each with its effect. */
export function statements(doc: string, list: readonly { readonly takes: Form; readonly effect: Effect }[]): Routine {
  return { doc, ...forms(list.map((s) => s.takes)), where: 'device', effectEach: list.map((s) => s.effect) };
}
