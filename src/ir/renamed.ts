/** Statements that stand a second time: what lives in them alone has a name of its own there, and so have their loops. */
import type { Expression, Local, Statement } from './module.ts';
import { bodiesOf, eachExpression, eachStatement, expressionsOf, localsSet, mapStatement } from './walk.ts';

type Body = readonly Statement[];

/** All statements around them, and the locals, to which new ones are added. `kept`: those that outlive what is around. */
type Around = { readonly body: Body; readonly locals: Local[]; readonly kept: (local: number) => boolean };

/** `given`: as they stand there, where that is not what they have become. */
export function renamed(list: Body, around: Around, suffix: string, given: Body = list): Body {
  const inside = usesIn(given);
  const all = usesIn(around.body);
  const names = new Map<number, number>();
  const labels = new Map<string, string>();
  eachStatement(list, (s) => {
    for (const l of localsSet(s))
      if (!around.kept(l) && !names.has(l) && inside.get(l) === all.get(l))
        names.set(l, around.locals.push({ ...around.locals[l]! }) - 1);
    if ('label' in s && bodiesOf(s).length > 0) labels.set(s.label, `${s.label}~${suffix}`);
  });
  const local = (l: number): number => names.get(l) ?? l;
  const expression = (e: Expression): Expression => {
    if (e.kind === 'local') return names.has(e.index) ? { ...e, index: local(e.index) } : e;
    if (e.kind === 'load') return { ...e, from: expression(e.from) };
    return e.kind === 'op' ? { ...e, args: e.args.map(expression) } : e;
  };
  const body = (b: Body): Body =>
    b.map((s) => mapStatement(s, { expression, body, local, label: (l) => labels.get(l) ?? l }));
  return body(list);
}

function usesIn(list: Body): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const count = (l: number): void => void found.set(l, (found.get(l) ?? 0) + 1);
  eachStatement(list, (s) => {
    for (const l of localsSet(s)) count(l);
    for (const whole of expressionsOf(s))
      eachExpression(whole, (e) => {
        if (e.kind === 'local') count(e.index);
      });
  });
  return found;
}
