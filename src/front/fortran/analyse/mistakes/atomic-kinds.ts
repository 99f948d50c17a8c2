/** Literals of another kind than the place of an atomic: this compiler converts them, others have no such atomic. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as kernelErrors from '../../errors/kernels.ts';
import type { Expr, Procedure, Stmt } from '../../program.ts';
import { sameType } from '../types.ts';
import { partsRead, sourceText } from './walk.ts';

export function checkAtomicKinds(report: (d: Diagnostic) => void, p: Procedure, defaultReal: 4 | 8): void {
  const body = p.body?.statements ?? [];
  for (const x of partsRead(body)) if (x.kind === 'library-call') checkCall(report, x, defaultReal);
}

function checkCall(
  report: (d: Diagnostic) => void,
  e: Extract<Expr, { kind: 'library-call' }> | Extract<Stmt, { kind: 'library-call' }>,
  defaultReal: 4 | 8,
): void {
  const { effect, effectEach } = e.routine.routine;
  if ((effectEach?.[e.form] ?? effect)?.kind !== 'atomic') return;
  const [place, ...others] = e.args;
  if (!place || place.kind === 'procedure') return;
  for (const a of others) {
    if (!a || a.kind === 'procedure') continue;
    if (a.kind === 'convert' && !sameType(a.value.type, place.type))
      report(kernelErrors.atomicKind(place, a.value, undefined));
    if (a.kind === 'constant') {
      const better = literalFor(sourceText(a), place, defaultReal);
      if (better !== undefined) report(kernelErrors.atomicKind(place, a, better));
    }
  }
}

/** How the literal is written in the type of the place; undefined where it is so, or is no literal. */
function literalFor(text: string, place: Expr, defaultReal: 4 | 8): string | undefined {
  const { type } = place;
  const plainReal = /^\d*\.?\d*(?:e[-+]?\d+)?$/i.test(text) && /[.e]/i.test(text);
  if (type.base === 'real' && type.kind === 8 && plainReal && defaultReal === 4)
    return /e/i.test(text) ? text.replace(/e/i, 'd') : `${text}d0`;
  if (type.base === 'real' && type.kind === 4 && /^\d*\.?\d*d[-+]?\d+$/i.test(text)) return text.replace(/d/i, 'e');
  if (type.base !== 'integer') return undefined;
  const kind = /^\d+_(\d)$/.exec(text)?.[1];
  if (type.kind === 8 && /^\d+$/.test(text)) return `${text}_8`;
  return type.kind === 4 && kind === '8' ? text.replace(/_.*/, '') : undefined;
}
