/** Loops of host code that copy device data element by element. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import { bodiesOf } from '../../bodies-of.ts';
import * as deviceErrors from '../../errors/device.ts';
import type { Expr, Stmt, Variable } from '../../program.ts';
import { integerOf } from '../types.ts';
import { someInside } from '../walk-program.ts';
import { bare, within } from './walk.ts';

type Loop = Extract<Stmt, { kind: 'do' }>;

/** Fewer turns are not worth a word. */
const few = 16n;

export function checkElementTransfers(report: (d: Diagnostic) => void, list: readonly Stmt[]): void {
  for (const s of list) {
    if (s.kind === 'kernel-loop') continue;
    const found = s.kind === 'do' && !isShort(s) ? transferIn(s.body, s.index) : undefined;
    if (found) report(deviceErrors.elementTransfer(found.e, s.span, found.writes));
    else for (const b of bodiesOf(s)) checkElementTransfers(report, b);
  }
}

function isShort(s: Loop): boolean {
  const [from, to] = [s.from, s.to].map((e) => integerOf(bare(e)));
  return from !== undefined && to !== undefined && to - from < few;
}

function transferIn(
  list: readonly Stmt[],
  index: Variable,
): { readonly e: Expr; readonly writes: boolean } | undefined {
  for (const s of list) {
    if (s.kind === 'assign') {
      if (isDeviceElement(s.to, index)) return { e: s.to, writes: true };
      const read = s.to.rank === 0 ? readIn(s.value, index) : undefined;
      if (read) return { e: read, writes: false };
    }
    if (s.kind === 'do' || s.kind === 'if')
      for (const b of bodiesOf(s)) {
        const found = transferIn(b, index);
        if (found) return found;
      }
  }
  return undefined;
}

/** What is read there and then: a procedure gets the place of its argument, which may be on the device. */
function readIn(value: Expr, index: Variable): Expr | undefined {
  let found: Expr | undefined;
  const look = (e: Expr): boolean => {
    if (e.kind === 'call' || e.kind === 'library-call' || e.kind === 'intrinsic') return false;
    if (isDeviceElement(e, index)) found = e;
    return found !== undefined || someInside(e, look);
  };
  look(value);
  return found;
}

/** One element of an array on the device, chosen by the loop. */
function isDeviceElement(e: Expr, index: Variable): boolean {
  if (e.kind !== 'element' || e.rank > 0 || e.base.kind !== 'variable') return false;
  const { placement } = e.base.variable.attributes;
  if (placement !== 'device' && placement !== 'constant') return false;
  return e.subscripts.some(
    (s) => s.kind === 'index' && within(s.value).some((x) => x.kind === 'variable' && x.variable === index),
  );
}
