/** Messages about input and output. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import type { Expr, Variable } from '../program.ts';
import type * as tree from '../tree.ts';
import { article, declared, error, named, typed, warning, written } from './message.ts';

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
export const ignoredSpecifier = (key: string, at: Span): Diagnostic =>
  warning('ignored-specifier', `\`${key}\` has no effect: files have no such property here`, at);
export const badStar = (at: Span): Diagnostic => error('bad-star', '`*` is only for the unit and the format', at);
export const unitType = (e: Expr): Diagnostic =>
  error('unit-type', `a unit is an integer, a character variable or \`*\`, not ${article(typed(e))}`, e.span);
export const scatteredUnit = (e: Expr): Diagnostic =>
  error('unit-type', 'an internal file cannot be what an array of subscripts picks', e.span, undefined, {
    help: 'read from, or write to, an array of its own',
  });
export const formatType = (e: Expr): Diagnostic =>
  error('format-type', `a format is characters, a label or \`*\`, not ${article(typed(e))}`, e.span, undefined, {
    help: '`*` leaves the form to the compiler: `print *, items`, `write (*, *) items`',
  });
export const noFormat = (label: number, at: Span): Diagnostic =>
  error('no-format', `no format statement of this procedure has label ${label}`, at);
export const noNamelist = (at: Span): Diagnostic => error('no-namelist', `${written(at)} is not a namelist group`, at);
export const badIoItem = (at: Span): Diagnostic => error('io-item', 'this cannot be read or written', at);
export const notAValue = (key: string, e: Expr): Diagnostic =>
  error('specifier-type', `\`${key}=\` must be a value`, e.span);
export const specifierArray = (key: string, e: Expr): Diagnostic =>
  error('specifier-type', `\`${key}=\` must be a scalar, not ${article(typed(e))}`, e.span);
export const specifierTwice = (key: string, at: Span): Diagnostic =>
  error('specifier-twice', `\`${key}=\` is given twice`, at);
export const specifierValue = (key: string, value: string, allowed: readonly string[], at: Span): Diagnostic =>
  warning('specifier-value', `\`${key}=\` cannot be '${value}'`, at, undefined, {
    notes: [`known: ${allowed.map((a) => `'${a}'`).join(', ')}`],
  });
export const missingUnit = (statement: string, also: string, at: Span): Diagnostic =>
  error('missing-unit', `${statement} needs a unit${also}`, at);
export const specifierConflict = (key: string, why: string, at: Span): Diagnostic =>
  error('specifier-conflict', `\`${key}=\` cannot stand here: ${why}`, at);
/** `statement`: a FORMAT statement. nvfortran reads the others when they are used, and a program may never come to one. */
export const badFormat = (why: string, at: Span, statement: boolean): Diagnostic =>
  statement
    ? error('bad-format', `this format cannot be read: ${why}`, at)
    : warning('bad-format', `this format cannot be read: ${why}`, at, undefined, {
        notes: ['a program that comes here ends with that message'],
      });
export const itemsWithNamelist = (at: Span): Diagnostic =>
  error('io-item', 'a transfer by namelist has no items of its own', at);
export const polymorphicItem = (e: Expr, statement: string): Diagnostic =>
  error(
    'io-item',
    `${written(e.span)} is polymorphic: only a procedure of its type could ${statement} it`,
    e.span,
    undefined,
    {
      help: `bind one to the type: generic :: ${statement}(formatted) => …, or name the components in \`select type\``,
    },
  );
export const componentItem = (
  e: Expr,
  component: { readonly name: string; readonly span: Span },
  what: string,
): Diagnostic =>
  error(
    'io-item',
    `${written(e.span)} has ${what} component \`${component.name}\` and cannot be an item as a whole`,
    e.span,
    undefined,
    {
      also: [{ at: component.span, text: 'declared here' }],
      help: 'name the components, or bind a procedure to its type: generic :: write(formatted) => …',
    },
  );
export const namelistObject = (v: Variable, why: string, at: Span): Diagnostic =>
  error('namelist-object', `${named(v)} of this namelist cannot be transferred: ${why}`, at, undefined, {
    also: [declared(v)],
    help: 'name what it holds in the namelist instead, or bind a procedure to its type: generic :: write(formatted) => …',
  });
export const specifierNotConstant = (key: string, value: Expr): Diagnostic =>
  error('not-constant', `\`${key}=\` of a transfer must be a constant`, value.span, 'not known at compile time', {
    help: `write two statements, one with ${key}='yes' and one with ${key}='no'`,
  });
