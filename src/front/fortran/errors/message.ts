/** Parts of messages: how a diagnostic is made, and how names, types and counts stand in one. */
import type { Diagnostic, Label } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import { rankOf, typeAndRank } from '../analyse/types.ts';
import type { Expr, Variable } from '../program.ts';

type More = {
  readonly also?: readonly (Label | undefined)[];
  readonly notes?: readonly string[];
  readonly help?: string | undefined;
};
export type Callee = { readonly name: string; readonly span: Span };
export type Value = Expr | { readonly kind: 'alternate-return' };
export type Undefinable = { readonly why: string; readonly at?: Span };
export function make(
  severity: Diagnostic['severity'],
  code: string,
  message: string,
  at: Span,
  text: string | undefined,
  more: More,
): Diagnostic {
  const given = (more.also ?? []).flatMap((l) => l ?? []);
  const also = given.filter((l) => l.at.source.path !== '');
  // What comes from a module file has no line to show.
  const told = given.flatMap((l) => (l.at.source.path === '' && says.test(l.text ?? '') ? [l.text ?? ''] : []));
  const notes = [...told, ...(more.notes ?? [])];
  return {
    severity,
    code,
    message,
    labels: [text === undefined ? { at } : { at, text }, ...also],
    ...(notes.length > 0 && { notes }),
    ...(more.help !== undefined && { help: more.help }),
  };
}
/** More than that something is declared somewhere. */
const says = /^dummy argument /;
export const error = (code: string, message: string, at: Span, text?: string, more: More = {}): Diagnostic =>
  make('error', code, message, at, text, more);
export const warning = (code: string, message: string, at: Span, text?: string, more: More = {}): Diagnostic =>
  make('warning', code, message, at, text, more);
/** Advice that is shown only where it is asked for. */
export const remark = (code: string, message: string, at: Span, text?: string, more: More = {}): Diagnostic =>
  make('remark', code, message, at, text, more);

/** As the user wrote it, in backquotes. */
export function written(at: Span): string {
  const text = at.source.text.slice(at.from, at.to);
  return `\`${text.length > 40 || text.includes('\n') ? `${text.split('\n')[0]?.slice(0, 37)}...` : text}\``;
}
/** The name of something as its declaration spells it. */
export function named(thing: { readonly name: string; readonly span: Span }): string {
  const text = thing.span.source.text.slice(thing.span.from, thing.span.to);
  return `\`${text.toLowerCase() === thing.name ? text : thing.name}\``;
}
export const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;
export const meant = (near: string | undefined): { help?: string } =>
  near === undefined ? {} : { help: `did you mean \`${near}\`?` };
export const article = (text: string): string => (/^[aeio]/.test(text) ? `an ${text}` : `a ${text}`);
export const typed = (e: Expr): string => typeAndRank(e.type, e.rank);
export const declared = (v: Variable, text = `${named(v)} is declared here`): Label => ({ at: v.span, text });
export const dummyLabel = (dummy: Variable): Label => ({
  at: dummy.span,
  text: `dummy argument ${named(dummy)} is ${article(typeAndRank(dummy.type, Math.max(0, rankOf(dummy.shape))))}`,
});
export const valueText = (v: Value): string =>
  v.kind === 'alternate-return' ? 'a label' : v.kind === 'procedure' ? 'a procedure' : typed(v);
export const notSupported = (what: string, at: Span): Diagnostic =>
  error('not-supported', `not supported yet: ${what}`, at);
