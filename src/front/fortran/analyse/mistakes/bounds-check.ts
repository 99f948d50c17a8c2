/** More threads are launched than there are elements, and the kernel does not ask whether its index is one of them. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as kernelErrors from '../../errors/kernels.ts';
import type { Expr, Procedure, Stmt, Variable } from '../../program.ts';
import { constantExtents, integerOf } from '../types.ts';
import { events } from '../walk-program.ts';
import { globalIndexAxis, linear } from './linear.ts';
import { bare, setOnce, sourceText, within } from './walk.ts';

type Launch = Extract<Stmt, { kind: 'launch' }>;
type Element = Extract<Expr, { kind: 'element' }>;
/** The element of the dummy array that a thread with a number too large would reach. */
export type Unguarded = { readonly element: Element; readonly dummy: Variable; readonly axis: 'x' | 'y' | 'z' };

export function checkBoundsCheck(report: (d: Diagnostic) => void, s: Launch): void {
  const kernel = s.callee.kind === 'procedure' ? s.callee.procedure : undefined;
  if (!kernel?.body || s.grid === 'star') return;
  for (const u of unguarded(kernel)) {
    const grid = component(s.grid, u.axis);
    const block = component(s.block, u.axis);
    if (!grid || !block) continue;
    const extent = extentOf(kernel, s, u.dummy);
    const [blocks, threads] = [integerOf(grid), integerOf(block)];
    if (extent !== undefined && blocks !== undefined && threads !== undefined && threads > 1n) {
      const covered = blocks * threads;
      const short = covered < extent && extent - covered < threads && roundsDown(s.grid);
      if (short) {
        report(kernelErrors.gridRoundedDown(u, s.grid, { threads: covered, extent, block: threads }));
        return;
      }
    }
    const certain = extent !== undefined && blocks !== undefined && threads !== undefined && blocks * threads > extent;
    const likely = (blocks === undefined || threads === undefined) && roundsUp(grid);
    if (!certain && !likely) continue;
    report(kernelErrors.missingBoundsCheck(u, s.span, certain ? { threads: blocks * threads, extent } : undefined));
    return;
  }
}

/** Elements of dummies that every thread writes with the number it has in the grid, of which no condition asks. */
function unguarded(kernel: Procedure): Unguarded[] {
  const body = kernel.body?.statements ?? [];
  const values = setOnce(body);
  const asked = new Set<Variable>();
  const found: Unguarded[] = [];
  for (const s of body) {
    if (s.kind !== 'assign') collectAsked([s], asked);
    if (s.kind !== 'assign' || s.to.kind !== 'element' || s.to.base.kind !== 'variable') continue;
    const { variable } = s.to.base;
    const only = s.to.subscripts.length === 1 ? s.to.subscripts[0] : undefined;
    if (variable.storage !== 'dummy' || only?.kind !== 'index') continue;
    const index = bare(only.value);
    const sum = index.kind === 'variable' && !asked.has(index.variable) ? linear(index, values) : undefined;
    const axis = sum && globalIndexAxis(sum);
    if (axis) found.push({ element: s.to, dummy: variable, axis });
  }
  return found;
}

function collectAsked(list: readonly Stmt[], into: Set<Variable>): void {
  for (const e of events(list))
    if (e.kind === 'read') for (const x of within(e.value)) if (x.kind === 'variable') into.add(x.variable);
}

function component(e: Expr, axis: 'x' | 'y' | 'z'): Expr | undefined {
  if (e.type.base === 'integer') return axis === 'x' ? bare(e) : undefined;
  const part = e.kind === 'structure' ? e.values['xyz'.indexOf(axis)] : undefined;
  if (part) return bare(part);
  if (e.kind !== 'constant' || typeof e.value !== 'object' || !('components' in e.value)) return undefined;
  const value = e.value.components['xyz'.indexOf(axis)];
  return typeof value === 'bigint'
    ? { kind: 'constant', value, type: { base: 'integer', kind: 4 }, rank: 0, span: e.span }
    : undefined;
}

/** `n / 256`, whatever its value. */
function roundsDown(grid: Expr): boolean {
  return /^\w+\s*\/\s*\w+$/.test(sourceText(grid));
}

/** `(n + 255) / 256`, `n / 256 + 1`, `ceiling(real(n) / 256)`. */
function roundsUp(e: Expr): boolean {
  if (e.kind === 'intrinsic') return e.name === 'ceiling';
  if (e.kind !== 'binary') return false;
  const [left, right] = [bare(e.left), bare(e.right)];
  if (e.operator === 'divide')
    return left.kind === 'binary' && (left.operator === 'add' || left.operator === 'subtract');
  return e.operator === 'add' && left.kind === 'binary' && left.operator === 'divide' && integerOf(right) === 1n;
}

function extentOf(kernel: Procedure, s: Launch, dummy: Variable): bigint | undefined {
  const actual = s.args[kernel.signature.dummies.indexOf(dummy)];
  if (actual?.kind !== 'variable') return undefined;
  const extents = constantExtents(actual.variable.shape);
  return extents?.length === 1 && extents[0] !== undefined ? BigInt(extents[0]) : undefined;
}
