/** `!$acc declare`: data that is on the device as long as it exists. */
import { entering } from '../../../../machine/offload.ts';
import type { MapEntry, Stmt, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { lookup } from '../scope.ts';
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

const managed = { placement: 'managed' } as const;

/** What procedures of the device name has one place for host and device. Objects may point to data of either, and what shares storage has a place already. */
function mayBeManaged(env: Env, { name, type, attributes, overlay, storage }: Variable): boolean {
  if (!env.file.onDevice.names.has(name)) return false;
  const isNumber = type.base !== 'derived' && type.base !== 'any' && type.base !== 'character';
  return isNumber && storage === 'static' && !overlay && !attributes.pointer && attributes.placement === 'host';
}

export function takeDeclaredData(env: Env, d: tree.Directive): void {
  if (d.model === 'omp' && env.file.options.targets && d.name === 'declare target') declareTarget(env, d);
  if (d.model !== 'acc' || d.name !== 'declare' || env.file.options.openacc?.device === false) return;
  for (const c of d.clauses) {
    const bits = ofProgram[c.name.replace(/^(?:present_or_|p)(?=copy|create)/, '')];
    if (bits === undefined) continue;
    for (const e of designators(env, c)) {
      const v = rootOf(e);
      if (v && isOfProgram(v))
        v.attributes = { ...v.attributes, ...(mayBeManaged(env, v) ? managed : { declared: bits }) };
    }
  }
}

/** OpenMP's: procedures stand there too. */
function declareTarget(env: Env, d: tree.Directive): void {
  const lists = [...(d.argument ? [d.argument] : []), ...d.clauses.filter((c) => /^(?:to|enter|link)$/.test(c.name))];
  for (const { value } of lists.flatMap((c) => c.items)) {
    const entry = value.kind === 'name' ? lookup(env, value.text) : undefined;
    const v = entry && env.file.resolve(entry);
    if (v?.kind !== 'variable' || !isOfProgram(v)) continue;
    const bits = allocate | copy | stays;
    v.attributes = { ...v.attributes, ...(mayBeManaged(env, v) ? managed : { declared: bits }) };
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
