/** Whether a file gives length parameters of types values that only the running program knows: `*`, `:`, variables. Then all its types with such parameters keep them in their objects. */
import type * as tree from '../../tree.ts';

export function usesOpenLengths(file: tree.File): boolean {
  const units: unknown = file;
  const constants = new Set<string>();
  if (!each(units, isTemplate)) return false;
  each(units, (node) => {
    for (const name of constantNames(node)) constants.add(name);
    return false;
  });
  return each(units, (node) => isOpen(node, constants), true);
}

type Node = Readonly<Record<string, unknown>>;

/** Places in the source lead to all of its text. */
const skipped = new Set(['span', 'heading', 'end']);

/** Whether some node is what is looked for. `uses`: outside of the definitions of types. */
function each(node: unknown, is: (node: Node) => boolean, uses = false): boolean {
  if (Array.isArray(node)) return node.some((x) => each(x, is, uses));
  if (!isNode(node) || (uses && node.kind === 'type-definition')) return false;
  return is(node) || Object.entries(node).some(([key, x]) => !skipped.has(key) && each(x, is, uses));
}

function isNode(x: unknown): x is Node {
  return typeof x === 'object' && x !== null;
}

function isTemplate(node: Node): boolean {
  return node.kind === 'type-definition' && Array.isArray(node.parameters) && node.parameters.length > 0;
}

/** What `integer, parameter :: n = 3` and `parameter (n = 3)` name. */
function constantNames(node: Node): string[] {
  const { kind, attributes, entities } = node;
  if (kind === 'parameter') return textsIn(node);
  const constant = Array.isArray(attributes) && attributes.some((a: unknown) => isNode(a) && a.word === 'parameter');
  return constant && Array.isArray(entities)
    ? entities.flatMap((e: unknown) => (isNode(e) ? textsIn(e.name) : []))
    : [];
}

function textsIn(node: unknown): string[] {
  const texts: string[] = [];
  each(node, (x) => {
    if (x.kind === 'name' && typeof x.text === 'string') texts.push(x.text);
    return false;
  });
  return texts;
}

function isOpen(node: Node, constants: ReadonlySet<string>): boolean {
  if (node.kind !== 'derived-type' || !Array.isArray(node.parameters)) return false;
  return node.parameters.some((a: unknown) => {
    if (!isNode(a) || !isNode(a.value)) return false;
    const { kind } = a.value;
    return kind === 'star' || kind === 'colon' || textsIn(a.value).some((name) => !constants.has(name));
  });
}
