/** Every loop of device code that may run without end is one in which threads may wait: where somebody sets how long kernels may take, none runs for ever. */
import type { Program } from '../../ir/link.ts';
import type { Fn, Statement } from '../../ir/module.ts';
import { mayWait, waitsAlways } from '../../ir/waiting-loops.ts';
import { mapStatement } from '../../ir/walk.ts';

export function watchLoops(program: Program): Program {
  const functions = new Map([...program.functions].map(([name, fn]) => [name, fn.kind === 'host' ? fn : watched(fn)]));
  return { ...program, functions, kernels: program.kernels.map((k) => functions.get(k.name) ?? k) };
}

function watched(fn: Fn): Fn {
  const list = (body: readonly Statement[]): readonly Statement[] =>
    body.map((s) => {
      const inner = mapStatement(s, { expression: (e) => e, body: list });
      const other = inner.kind === 'loop' && (!mayWait(inner) || waitsAlways(inner));
      return other ? { ...inner, waits: 'always' } : inner;
    });
  return { ...fn, body: list(fn.body) };
}
