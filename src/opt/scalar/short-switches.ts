/** Switches of a few numbers are chains of branches: their sides become choices and share stores as those of branches do, and lanes need no mask for each case. */
import { eq, local, or } from '../../ir/build.ts';
import type { Fn, Local, Statement } from '../../ir/module.ts';
import { changeBodies, replaceEach, someStatement } from '../../ir/walk.ts';

type Switch = Extract<Statement, { kind: 'switch' }>;

const mostNumbers = 4;

export function shortSwitches(fn: Fn): Fn {
  if (!someStatement(fn.body, isShort)) return fn;
  const locals: Local[] = [...fn.locals];
  const list = (body: readonly Statement[]): readonly Statement[] =>
    replaceEach(body, (s) => {
      const inner = changeBodies(s, list);
      return isShort(inner) ? asBranches(inner, locals) : inner;
    });
  const body = list(fn.body);
  return { ...fn, locals, body };
}

function isShort(s: Statement): s is Switch {
  return s.kind === 'switch' && s.cases.reduce((n, c) => n + c.values.length, 0) <= mostNumbers;
}

function asBranches({ value, cases, otherwise }: Switch, locals: Local[]): readonly Statement[] {
  const asked = local(locals.push({ name: 'selector', type: value.type }) - 1, value.type);
  const chain = cases.reduceRight<readonly Statement[]>((rest, c) => {
    const tests = c.values.map((v) => eq(asked, { kind: 'const', type: value.type, value: v }));
    const [first, ...more] = tests;
    return first ? [{ kind: 'if', condition: more.reduce(or, first), then: c.body, otherwise: rest }] : rest;
  }, otherwise);
  return [{ kind: 'set', local: asked.index, value }, ...chain];
}
