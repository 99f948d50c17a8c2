/** A graph of work: nodes, each after others. */
import type { GraphNodeKind, GraphStep } from '../machine/device.ts';

export type GraphNode = { readonly kind: GraphNodeKind; readonly step: GraphStep; readonly after: Set<bigint> };

/** In the order in which they were added. */
export type Graph = { readonly nodes: Map<bigint, GraphNode> };

/** Its nodes so that each stands behind those that it comes after; undefined where they wait for each other. */
export function ordered({ nodes }: Graph): readonly GraphNode[] | undefined {
  const done = new Set<bigint>();
  const list: GraphNode[] = [];
  for (let before = -1; list.length < nodes.size; ) {
    if (list.length === before) return undefined;
    before = list.length;
    for (const [id, node] of nodes) {
      if (done.has(id) || [...node.after].some((a) => !done.has(a))) continue;
      done.add(id);
      list.push(node);
    }
  }
  return list;
}

export function edgesOf({ nodes }: Graph): readonly (readonly [bigint, bigint])[] {
  return [...nodes].flatMap(([id, { after }]) => [...after].map((a) => [a, id] as const));
}
