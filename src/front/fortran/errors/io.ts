/** Messages about input and output. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import type { Expr } from '../program.ts';
import type * as tree from '../tree.ts';
import { article, error, typed, written } from './message.ts';

export const unknownSpecifier = (n: tree.Name, known: readonly string[]): Diagnostic =>
  error('unknown-specifier', `there is no \`${n.text}=\` here`, n.span, undefined, {
    notes: [`known: ${known.map((k) => `${k}=`).join(', ')}`],
  });
export const specifierType = (key: string, base: string, e: Expr): Diagnostic =>
  error('specifier-type', `\`${key}=\` must be ${article(base)}, not ${article(typed(e))}`, e.span);
export const unknownIoSpecifier = (statement: string, n: tree.Name, near: string | undefined): Diagnostic =>
  error(
    'unknown-specifier',
    `${statement} has no \`${n.text}=\``,
    n.span,
    undefined,
    near === undefined ? {} : { help: `did you mean \`${near}=\`?` },
  );
export const badStar = (at: Span): Diagnostic => error('bad-star', '`*` is only for the unit and the format', at);
export const unitType = (e: Expr): Diagnostic =>
  error('unit-type', `a unit is an integer, a character variable or \`*\`, not ${article(typed(e))}`, e.span);
export const formatType = (e: Expr): Diagnostic =>
  error('format-type', `a format is characters, a label or \`*\`, not ${article(typed(e))}`, e.span);
export const noFormat = (label: number, at: Span): Diagnostic =>
  error('no-format', `no format statement of this procedure has label ${label}`, at);
export const noNamelist = (at: Span): Diagnostic => error('no-namelist', `${written(at)} is not a namelist group`, at);
export const badIoItem = (at: Span): Diagnostic => error('io-item', 'this cannot be read or written', at);
