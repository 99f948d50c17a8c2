/**
 * Whether a file gives length parameters of types values that only the running program knows: `*`, `:`, variables. Then all its types with such parameters keep them in
 * their objects.
 */
import type * as tree from '../../tree.ts';

export function usesOpenLengths(file: tree.File): boolean {
  if (!file.typesWithParameters) return false;
  const units: unknown = file;
  const facts: Facts = { templates: new Set(), constants: new Set(), variables: new Set() };
  each(units, (node) => {
    if (isTemplate(node)) for (const name of textsIn(node.name)) facts.templates.add(name);
    const { constants, variables } = namesIn(node);
    for (const name of constants) facts.constants.add(name);
    for (const name of variables) facts.variables.add(name);
    return false;
  });
  return each(units, (node) => isOpen(node, facts), true);
}

/** Names that the file declares. */
type Facts = {
  readonly templates: Set<string>;
  readonly constants: Set<string>;
  readonly variables: Set<string>;
};

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

/** What `integer, parameter :: n = 3` and `parameter (n = 3)` name, and what `integer :: n` does. */
function namesIn(node: Node): { readonly constants: string[]; readonly variables: string[] } {
  const { kind, attributes, entities } = node;
  if (kind === 'parameter') return { constants: textsIn(node), variables: [] };
  if (!Array.isArray(attributes) || !Array.isArray(entities)) return { constants: [], variables: [] };
  const names = entities.flatMap((e: unknown) => (isNode(e) ? textsIn(e.name) : []));
  const constant = attributes.some((a: unknown) => isNode(a) && a.word === 'parameter');
  return constant ? { constants: names, variables: [] } : { constants: [], variables: names };
}

function textsIn(node: unknown): string[] {
  const texts: string[] = [];
  each(node, (x) => {
    if (x.kind === 'name' && typeof x.text === 'string') texts.push(x.text);
    return false;
  });
  return texts;
}

function isOpen(node: Node, facts: Facts): boolean {
  const given = parametersGiven(node, facts);
  return given.some((a: unknown) => {
    if (!isNode(a) || !isNode(a.value)) return false;
    const { kind } = a.value;
    return kind === 'star' || kind === 'colon' || textsIn(a.value).some((name) => varies(name, facts));
  });
}

/** Where the file defines no such types, names out of modules are taken for constants. */
function varies(name: string, { templates, constants, variables }: Facts): boolean {
  return templates.size > 0 ? !constants.has(name) : variables.has(name) && !constants.has(name);
}

/** Of `type(t(…))` and `t(…)(…)`. */
function parametersGiven(node: Node, { templates }: Facts): readonly unknown[] {
  if (node.kind === 'derived-type') return Array.isArray(node.parameters) ? node.parameters : [];
  const { base } = node;
  if (node.kind !== 'call-or-index' || !isNode(base) || base.kind !== 'call-or-index') return [];
  const named = isNode(base.base) && typeof base.base.text === 'string' && templates.has(base.base.text);
  return named && Array.isArray(base.arguments) ? base.arguments : [];
}
