/** A graph of work: nodes, each after others. */
import type { GraphWork } from '../machine/device.ts';

export type GraphNode = {
  work: GraphWork;
  readonly after: Set<bigint>;
  /** The node that it was cloned from. */
  readonly cloneOf?: bigint;
};

/** In the order in which they were added. */
export type Graph = { readonly nodes: Map<bigint, GraphNode> };

/** A node of a graph that can be launched, after others; `inner`: of the graph that it stands for. */
export type Step = {
  readonly node: bigint;
  readonly after: readonly bigint[];
  work: GraphWork;
  readonly inner?: readonly Step[];
};

/** Whether each step comes after the one before it. */
export function isChain(steps: readonly Step[]): boolean {
  return steps.every(({ after, inner = [] }, i) => (i === 0 || after.includes(steps[i - 1]!.node)) && isChain(inner));
}

/** Its nodes so that each stands behind those that it comes after; undefined where they wait for each other. */
export function ordered({ nodes }: Graph): readonly bigint[] | undefined {
  const waiting = new Map([...nodes].map(([id, { after }]) => [id, after.size]));
  const later = new Map<bigint, bigint[]>();
  for (const [before, id] of edgesOf({ nodes })) {
    const list = later.get(before);
    if (list) list.push(id);
    else later.set(before, [id]);
  }
  const list = [...nodes.keys()].filter((id) => waiting.get(id) === 0);
  for (const done of list)
    for (const id of later.get(done) ?? []) {
      const left = (waiting.get(id) ?? 0) - 1;
      waiting.set(id, left);
      if (left === 0) list.push(id);
    }
  return list.length === nodes.size ? list : undefined;
}

export function edgesOf({ nodes }: Graph): readonly (readonly [bigint, bigint])[] {
  return [...nodes].flatMap(([id, { after }]) => [...after].map((a) => [a, id] as const));
}

/** The step of that node, in graphs within too. */
export function stepOf(steps: readonly Step[], node: bigint): Step | undefined {
  for (const step of steps) {
    const found = step.node === node ? step : step.inner && stepOf(step.inner, node);
    if (found) return found;
  }
  return undefined;
}

/** As many nodes of the same kinds in the same order. */
export function areAlike(a: readonly Step[], b: readonly Step[]): boolean {
  return (
    a.length === b.length &&
    a.every((step, i) => step.work.kind === b[i]?.work.kind && areAlike(step.inner ?? [], b[i].inner ?? []))
  );
}
