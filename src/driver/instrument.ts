/** `-Minstrument`: every host procedure begins a range of NVTX with its name, and ends it wherever it returns. */
import { i32, i64 } from '../ir/build.ts';
import type { Extern, Fn, Global, Module, Statement } from '../ir/module.ts';
import { mapStatement } from '../ir/walk.ts';

const push: Extern = {
  name: 'nvtx.nvtxRangePush',
  from: 'runtime',
  params: ['ptr.host', 'i64', 'i32'],
  results: [],
};
const pop: Extern = { name: 'nvtx.nvtxRangePop', from: 'runtime', params: [], results: [] };

export function instrument(module: Module): Module {
  const texts: Global[] = [];
  const functions = module.functions.map((fn) => (fn.kind === 'host' && !fn.shareable ? withRange(fn, texts) : fn));
  const known = new Set(module.externs.map((e) => e.name));
  return {
    ...module,
    functions,
    globals: [...module.globals, ...texts],
    externs: [...module.externs, ...[push, pop].filter((e) => !known.has(e.name))],
  };
}

function withRange(fn: Fn, texts: Global[]): Fn {
  const label = labelOf(fn.name);
  const bytes = new TextEncoder().encode(label);
  const text: Global = {
    name: `${fn.name}.range`,
    placement: 'host',
    size: bytes.length,
    align: 1,
    linkage: 'define',
    init: [{ offset: 0, bytes }],
  };
  texts.push(text);
  const name = { kind: 'global', type: 'ptr.host', name: text.name } as const;
  const begin: Statement = {
    kind: 'call',
    callee: { kind: 'direct', name: push.name },
    args: [name, i64(bytes.length), i32(0)],
    results: [],
  };
  const end: Statement = { kind: 'call', callee: { kind: 'direct', name: pop.name }, args: [], results: [] };
  const beforeReturns = (list: readonly Statement[]): readonly Statement[] =>
    list.flatMap((s) =>
      s.kind === 'return' ? [end, s] : [mapStatement(s, { expression: (e) => e, body: beforeReturns })],
    );
  const body = beforeReturns(fn.body);
  return { ...fn, body: [begin, ...body, ...(body.at(-1)?.kind === 'return' ? [] : [end])] };
}

/** The procedure as its source calls it. */
function labelOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
