/** Straight lists that take many extremes of few reals: sorting networks, medians, morphology, limiters, clamps. */
import type { Expression, Statement } from '../../../ir/module.ts';
import { eachExpressionOf, someExpression } from '../../../ir/walk.ts';

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;
type Local = Extract<Expression, { kind: 'local' }>;
export type ExtremeOf = Extract<Expression, { kind: 'op' }>;

export type ExtremeRun = {
  /** What the list computes without them, which comes first. */
  readonly early: readonly Statement[];
  readonly late: readonly Statement[];
  /** How many statements of the list both are. */
  readonly length: number;
  readonly extremes: readonly ExtremeOf[];
  /** Locals that are compared and have their value from before. */
  readonly inputs: readonly Local[];
  /** Locals that are read and have their value from before. */
  readonly taken: ReadonlySet<number>;
};

/** Fewer are not worth asking what the inputs are. */
export const fewest = 3;

const isReal = (e: Expression): boolean => e.type === 'f32' || e.type === 'f64';
const isExtreme = (e: Expression): e is ExtremeOf => e.kind === 'op' && (e.op === 'min' || e.op === 'max') && isReal(e);

/** The run that begins at a place of the list with the first extreme. */
export function extremeRun(
  list: readonly Statement[],
  from: number,
  isTogether: (s: Statement) => boolean,
): ExtremeRun | undefined {
  if (extremesOf(list[from]!).length === 0) return undefined;
  const early: Statement[] = [];
  const late: (Of<'set'> | Of<'store'>)[] = [];
  let ends = { early: 0, late: 0, length: 0 };
  for (let i = from; i < list.length; i++) {
    const s = list[i]!;
    if ((s.kind !== 'set' && s.kind !== 'store') || !isTogether(s)) break;
    const some = extremesOf(s).length > 0;
    if (!some && s.kind === 'set' && mayGoBefore(s, late)) early.push(s);
    else if (s.kind === 'store' || isReal(s.value)) late.push(s);
    else break;
    if (some) ends = { early: early.length, late: late.length, length: i + 1 - from };
  }
  const run = late.slice(0, ends.late);
  const extremes = run.flatMap(extremesOf);
  if (extremes.length < fewest || 2 * extremes.length < run.length) return undefined;
  return { early: early.slice(0, ends.early), late: run, length: ends.length, extremes, ...inputsOf(run) };
}

function extremesOf(s: Statement): readonly ExtremeOf[] {
  const found: ExtremeOf[] = [];
  eachExpressionOf(s, (e) => {
    if (isExtreme(e)) found.push(e);
  });
  return found;
}

/** Whether a set may be done before the others: none of them has to do with its local or sets what it reads. */
function mayGoBefore({ local, value }: Of<'set'>, others: readonly (Of<'set'> | Of<'store'>)[]): boolean {
  if (
    someExpression(value, (e) => e.kind === 'load' && (e.volatile === true || others.some((s) => s.kind === 'store')))
  )
    return false;
  return !others.some(
    (s) =>
      reads(s, local) ||
      (s.kind === 'set' &&
        (s.local === local || someExpression(value, (e) => e.kind === 'local' && e.index === s.local))),
  );
}

function reads(s: Statement, local: number): boolean {
  let found = false;
  eachExpressionOf(s, (e) => {
    if (e.kind === 'local' && e.index === local) found = true;
  });
  return found;
}

function inputsOf(list: readonly (Of<'set'> | Of<'store'>)[]): Pick<ExtremeRun, 'inputs' | 'taken'> {
  const set = new Set<number>();
  const taken = new Set<number>();
  const inputs = new Map<number, Local>();
  for (const s of list) {
    eachExpressionOf(s, (e) => {
      if (e.kind === 'local' && !set.has(e.index)) taken.add(e.index);
      if (!isExtreme(e)) return;
      for (const a of e.args) if (a.kind === 'local' && !set.has(a.index)) inputs.set(a.index, a);
    });
    if (s.kind === 'set') set.add(s.local);
  }
  return { inputs: [...inputs.values()], taken };
}
