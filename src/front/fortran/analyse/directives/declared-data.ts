/** `!$acc declare`: data that is on the device as long as it exists. */
import { entering } from '../../../../machine/offload.ts';
import type { MapEntry, Stmt, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { designators, entriesOf, rootOf, structured } from './map-entries.ts';

const { allocate, copy, stays } = entering;

/** Of variables that exist as long as the program: their place is made when it is first needed. */
const ofProgram: Readonly<Record<string, number>> = {
  copy: allocate | copy | stays,
  copyin: allocate | copy | stays,
  copyout: allocate | stays,
  create: allocate | stays,
  device_resident: allocate | stays,
  mirror: allocate | stays,
  link: allocate | copy | stays,
};

function isOfProgram(v: Variable): boolean {
  return v.storage === 'static' || v.overlay !== undefined;
}

export function takeDeclaredData(env: Env, d: tree.Directive): void {
  if (d.model !== 'acc' || d.name !== 'declare') return;
  for (const c of d.clauses) {
    const bits = ofProgram[c.name.replace(/^(?:present_or_|p)(?=copy|create)/, '')];
    if (bits === undefined) continue;
    for (const e of designators(env, c)) {
      const v = rootOf(e);
      if (v && isOfProgram(v)) v.attributes = { ...v.attributes, declared: bits };
    }
  }
}

/** For dummies and local variables of a procedure: a region that is its body. */
export function declaredRegion(env: Env): readonly Stmt[] {
  const entries = env.scope.directives.flatMap((d): MapEntry[] => {
    if (d.model !== 'acc' || d.name !== 'declare') return [];
    return entriesOf(env, d.clauses, structured).flatMap((e) => {
      const v = rootOf(e.outer);
      return v && !isOfProgram(v) ? [{ ...e, atExit: true as const }] : [];
    });
  });
  const [first] = entries;
  if (!first) return [];
  return [{ kind: 'mapped', entries, queue: undefined, body: [], span: first.span, label: undefined }];
}
