/** `pause`: says so on the error stream, and goes on after a line of input, or at its end. */
import type { Expr, IoControl, Stmt } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { int4, text } from '../expressions/make.ts';

const errorUnit = 0;

export function pause(env: Env, s: tree.Pause): Stmt[] {
  const code = s.code && env.file.expression(env, s.code);
  const value = (key: string, v: Expr | 'star' | { readonly format: string }): IoControl => ({
    key,
    how: 'value',
    value: v,
  });
  const quiet = value('hasIostat', int4(1, s.span));
  const nowhere = { end: undefined, err: undefined, eor: undefined };
  const common = { branches: nowhere, namelist: undefined, span: s.span };
  const words = [text('FORTRAN PAUSE: ', s.span), ...(code ? [code, text(' ', s.span)] : [])];
  const said = [...words, text('enter <return> or <ctrl d> to continue>', s.span)];
  return [
    {
      kind: 'io',
      operation: 'write',
      controls: [value('unit', int4(errorUnit, s.span)), value('fmt', { format: '4g0' }), quiet],
      items: said.map((v) => ({ kind: 'value', value: v })),
      ...common,
      label: s.label?.value,
    },
    {
      kind: 'io',
      operation: 'read',
      controls: [value('unit', 'star'), value('fmt', { format: '' }), quiet],
      items: [],
      ...common,
      label: undefined,
    },
  ];
}
