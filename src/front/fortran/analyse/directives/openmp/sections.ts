/** Sections: the iterations of a loop that is divided one by one. */
import { loopSchedules } from '../../../../../library/runtime-calls.ts';
import { madeVariable } from '../../../made-variable.ts';
import type { Expr, Stmt } from '../../../program.ts';
import type * as tree from '../../../tree.ts';
import type { Env } from '../../context.ts';
import { int4, variableExpr } from '../../expressions/make.ts';
import { integer4 } from '../../types.ts';
import { act, at, barrierUnless, combined, regionEnv } from './acts.ts';
import type { Sharing } from './sharing.ts';

export function sections(env: Env, s: tree.Directive, sharing: Sharing): readonly Stmt[] {
  const span = s.heading;
  const inner = regionEnv(sharing.env, s);
  const bodies = divided(s.body).map((list) => env.file.statements(inner, list));
  const index = madeVariable('section', integer4, span);
  sharing.variables.push(index);
  const number = (n: number): Expr => int4(n, span);
  const choice: Stmt = {
    kind: 'select-case',
    name: `#sections${env.unit ? env.unit.nextConstruct++ : 0}`,
    selector: variableExpr(index, 0, span),
    cases: bodies.map((body, i) => ({ ranges: [{ low: number(i), high: number(i) }], body })),
    ...at(s),
  };
  const run = act(
    s,
    {
      how: 'loop',
      name: `#section${env.unit ? env.unit.nextConstruct++ : 0}`,
      loops: [{ index, from: number(0), to: number(bodies.length - 1), step: undefined }],
      schedule: loopSchedules.indexOf('dynamic'),
      chunk: undefined,
      ordered: false,
      last: sharing.last,
    },
    [choice],
  );
  const own = sharing.block([run, ...combined(s, sharing)], s);
  return [own, ...(s.name.startsWith('parallel') ? [] : barrierUnless(s))];
}

/** What stands between `section` directives; the first one may be left out. */
function divided(list: tree.Block): readonly tree.Executable[][] {
  const made: tree.Executable[][] = [[]];
  for (const x of list) {
    if (x.kind === 'directive' && x.model === 'omp' && x.name === 'section') {
      if ((made.at(-1)?.length ?? 0) > 0) made.push([]);
    } else made.at(-1)?.push(x);
  }
  return made;
}
