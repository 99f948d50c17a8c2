/** Dummies that a procedure of the host takes as addresses of the device: `deviceptr(x)`, `is_device_ptr(x)`. */
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { eachStatement } from '../walk-tree.ts';

const clauses: ReadonlySet<string> = new Set(['deviceptr', 'is_device_ptr', 'has_device_addr']);

/** Callers pass data of the device for them, from `host_data use_device(x)` or `target data use_device_addr(x)`. */
export function takeDeviceAddresses(env: Env, unit: tree.Subroutine | tree.FunctionUnit): void {
  const { openacc, targets } = env.file.options;
  if (!openacc && !targets) return;
  const takes = (s: tree.Executable | tree.Declaration): void => {
    if (s.kind !== 'directive') return;
    for (const c of s.clauses) if (clauses.has(c.name)) for (const item of c.items) markDummy(env, item.value);
  };
  for (const d of unit.specification) takes(d);
  eachStatement(unit.execution, takes);
}

function markDummy(env: Env, e: tree.ClauseItem['value']): void {
  const facts = e.kind === 'name' ? env.scope.names.get(e.text)?.facts : undefined;
  if (facts?.dummy && !facts.ignoreTkr?.includes('d')) facts.ignoreTkr = `${facts.ignoreTkr ?? ''}d`;
}
