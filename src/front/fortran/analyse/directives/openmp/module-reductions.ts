/**
 * `declare reduction` of a module: its statements become procedures of the module, under names that nobody can write, so that other files find them where they find all that the module offers.
 */
import type { Span } from '../../../../../base/source.ts';
import type { Procedure, ProgramSymbol, Type } from '../../../program.ts';
import type * as tree from '../../../tree.ts';
import { in_, Nodes, orig, out, priv } from './nodes.ts';

const prefix = 'omp reduction';

export type ModuleReduction = { readonly combine: Procedure; readonly start: Procedure | undefined };

export function withReductions(unit: tree.Module): tree.Module {
  const made = unit.specification.flatMap((d, i) => (d.kind === 'directive' ? proceduresOf(d, i) : []));
  if (made.length === 0) return unit;
  const { span } = unit.name;
  const items = made.map((p): tree.Name => ({ ...p.name, span }));
  const access: tree.AccessStatement = { kind: 'access', span, label: undefined, access: 'public', items };
  return { ...unit, specification: [...unit.specification, access], contains: [...unit.contains, ...made] };
}

function proceduresOf(d: tree.Directive, number: number): readonly tree.Subroutine[] {
  const of = d.argument;
  if (d.model !== 'omp' || d.name !== 'declare reduction' || !of?.statement || of.operator === undefined) return [];
  const { operator, statement } = of;
  const initializer = d.clauses.find((c) => c.name === 'initializer')?.statement;
  return (of.types ?? []).flatMap((type, i) => {
    const name = `${prefix} ${operator} ${number} ${i}`;
    const combine = procedure(d.heading, `${name} combine`, type, [out, in_], statement);
    return initializer ? [combine, procedure(d.heading, `${name} start`, type, [priv, orig], initializer)] : [combine];
  });
}

function procedure(
  span: Span,
  text: string,
  type: tree.TypeSpec,
  variables: readonly string[],
  statement: tree.Executable,
): tree.Subroutine {
  const nodes = new Nodes(span);
  const dummies = variables.map((v) => nodes.name(v));
  const plain = { shape: undefined, coshape: undefined, length: undefined, bytes: undefined, initial: undefined };
  const entities = dummies.map((name): tree.Entity => ({ kind: 'entity', span, name, ...plain }));
  const declaration: tree.TypeDeclaration = {
    kind: 'type-declaration',
    span,
    label: undefined,
    type,
    attributes: [{ kind: 'intent', span, intent: 'inout' }],
    entities,
  };
  const words = ['impure', 'elemental'] as const;
  return {
    kind: 'subroutine',
    span,
    label: undefined,
    heading: span,
    end: span,
    prefixes: words.map((word) => ({ kind: 'prefix-word', span, word })),
    name: nodes.name(text),
    dummies,
    bind: undefined,
    specification: [declaration],
    execution: [statement],
    contains: [],
  };
}

export function isModuleReduction(names: Iterable<string>, operator: string): boolean {
  const start = `${prefix} ${operator} `;
  for (const name of names) if (name.startsWith(start)) return true;
  return false;
}

/** Of what a module offers: the procedures for an operator and a type. */
export function moduleReduction(
  names: Iterable<string>,
  find: (name: string) => ProgramSymbol | undefined,
  operator: string,
  isOf: (type: Type) => boolean,
): ModuleReduction | undefined {
  const start = `${prefix} ${operator} `;
  for (const name of names) {
    if (!name.startsWith(start) || !name.endsWith(' combine')) continue;
    const combine = find(name);
    if (combine?.kind !== 'procedure') continue;
    const [first] = combine.signature.dummies;
    if (!first || first === 'alternate-return' || !isOf(first.type)) continue;
    const other = find(name.replace(/combine$/, 'start'));
    return { combine, start: other?.kind === 'procedure' ? other : undefined };
  }
  return undefined;
}
