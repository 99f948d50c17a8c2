/** switch: blocks within each other, one for each case, which the jump leaves; cases that all end by themselves need none. */
import { integer, op } from '../../../ir/build.ts';
import type { Expression as Ir, Statement as IrStatement } from '../../../ir/module.ts';
import type { Case, Statement } from '../tree.ts';
import { isSigned } from '../types.ts';
import type { FunctionLowering } from './function.ts';

type Switch = Statement & { readonly kind: 'switch' };
type Part = { readonly cases: number[]; readonly body: Statement[] };

export function lowerSwitch(
  f: FunctionLowering,
  s: Switch,
  list: (f: FunctionLowering, list: readonly Statement[]) => void,
): void {
  const chosen = f.keep(f.value(s.value));
  const parts = partsOf(s.body.kind === 'block' ? s.body.body : [s.body]);
  const end = f.label('switch');
  const before = f.breakTo;
  f.breakTo = { kind: 'break', label: end, depth: f.living.length };
  const labels = parts.map(() => f.label('case'));
  const bodies = parts.map((part) => f.collect(() => list(f, part.body)));
  f.breakTo = before;
  f.at = s.at;
  const leave = (label: string): IrStatement[] => [{ kind: 'break', label, at: f.at }];
  const targets = parts.map((part, i) => ({ cases: part.cases, to: leave(labels[i]!) }));
  let inside = switchJump(f, s, chosen, targets, leave(end));
  for (const [i, body] of bodies.entries())
    inside = [{ kind: 'block', label: labels[i]!, body: inside, at: s.at }, ...body];
  f.emit({ kind: 'block', label: end, body: inside });
}

function partsOf(list: readonly Statement[]): Part[] {
  const parts: Part[] = [];
  for (const s of list) {
    const last = parts.at(-1);
    if (s.kind === 'case') {
      if (last && last.body.length === 0) last.cases.push(s.number);
      else parts.push({ cases: [s.number], body: [] });
    } else if (s.kind === 'block' && !last && s.body.some((b) => b.kind === 'case')) parts.push(...partsOf(s.body));
    else if (last) last.body.push(s);
  }
  return parts;
}

const widest = 512n;

type Target = { readonly cases: readonly number[]; readonly to: readonly IrStatement[] };

/** To the case that the value means. */
export function switchJump(
  f: FunctionLowering,
  s: Switch,
  chosen: Ir,
  targets: readonly Target[],
  end: readonly IrStatement[],
): IrStatement[] {
  const out: IrStatement[] = [];
  let otherwise = end;
  const cases: { values: number[]; body: readonly IrStatement[] }[] = [];
  for (const target of targets) {
    const values: number[] = [];
    for (const n of target.cases) {
      const c = s.cases[n];
      if (c === undefined) otherwise = target.to;
      else if (chosen.type === 'i64' || c.high - c.low >= widest)
        out.push(range(f, chosen, c, isSigned(s.value.type), target.to));
      else for (let v = c.low; v <= c.high; v++) values.push(Number(BigInt.asIntN(32, v)));
    }
    if (values.length > 0) cases.push({ values, body: target.to });
  }
  if (cases.length === 0) return [...out, ...otherwise];
  return [...out, { kind: 'switch', value: chosen, cases, otherwise, at: f.at }];
}

function range(
  f: FunctionLowering,
  chosen: Ir,
  c: NonNullable<Case>,
  signed: boolean,
  then: readonly IrStatement[],
): IrStatement {
  const number = (v: bigint): Ir => integer(chosen.type, v);
  const name = signed ? 'le' : 'le.u';
  const test =
    c.low === c.high
      ? op('eq', [chosen, number(c.low)])
      : op('and', [op(name, [number(c.low), chosen]), op(name, [chosen, number(c.high)])]);
  return { kind: 'if', condition: test, then, otherwise: [], at: f.at };
}
