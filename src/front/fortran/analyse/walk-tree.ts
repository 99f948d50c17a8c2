/** Labels and formats of a procedure, found before its statements are read. */
import type { Span } from '../../../base/source.ts';
import type * as tree from '../tree.ts';

export function labelsAndFormats(unit: {
  readonly specification: readonly tree.Declaration[];
  readonly execution?: tree.Block;
}): {
  formats: Map<number, string>;
  /** Where each format stands. */
  formatsAt: Map<number, Span>;
  labels: Set<number>;
  assigned: Set<number>;
  /** `data` and `namelist` may stand anywhere among the statements. */
  declarations: (tree.Data | tree.Namelist)[];
} {
  const formats = new Map<number, string>();
  const formatsAt = new Map<number, Span>();
  const note = (label: tree.Label, f: tree.Format): void => {
    formats.set(label.value, f.text);
    formatsAt.set(label.value, f.span);
  };
  const labels = new Set<number>();
  const assigned = new Set<number>();
  const declarations: (tree.Data | tree.Namelist)[] = [];
  for (const d of unit.specification) if (d.kind === 'format' && d.label) note(d.label, d);
  eachStatement(unit.execution ?? [], (s) => {
    if (s.kind === 'label-assign') assigned.add(s.target.value);
    if (s.kind === 'data' || s.kind === 'namelist') declarations.push(s);
    if (!s.label) return;
    if (s.kind === 'format') note(s.label, s);
    else labels.add(s.label.value);
  });
  return { formats, formatsAt, labels, assigned, declarations };
}

export function eachStatement(block: tree.Block, see: (s: tree.Executable) => void): void {
  for (const s of block) {
    see(s);
    eachInside(s, see);
  }
}

function eachInside(s: tree.Executable, see: (s: tree.Executable) => void): void {
  switch (s.kind) {
    case 'if':
      for (const arm of s.arms) eachStatement(arm.body, see);
      if (s.otherwise) eachStatement(s.otherwise, see);
      return;
    case 'if-statement':
      eachStatement([s.action], see);
      return;
    case 'select-case':
    case 'select-type':
    case 'select-rank':
      for (const c of s.cases) eachStatement(c.body, see);
      return;
    case 'do':
    case 'associate':
    case 'critical':
    case 'change-team':
    case 'forall':
    case 'directive':
      eachStatement(s.body, see);
      return;
    case 'kernel-loop':
      eachStatement([s.loop], see);
      return;
    case 'block':
      eachStatement(s.execution, see);
      return;
    case 'where':
      eachStatement(s.body, see);
      for (const e of s.elsewhere) eachStatement(e.body, see);
      return;
    default:
  }
}

/** Names that assignments, loops and `read` give values to as a whole. */
export function valuedNames(block: tree.Block): tree.Name[] {
  const found: tree.Name[] = [];
  eachStatement(block, (s) => {
    if (s.kind === 'assignment' && s.target.kind === 'name') found.push(s.target);
    if (s.kind === 'do' && s.control?.kind === 'counted') found.push(s.control.variable);
    if (s.kind === 'read') for (const item of s.items) if (item.kind === 'name') found.push(item);
  });
  return found;
}

/** Names that are looked for. */
type Names = { has(name: string): boolean };

/** Does an expression name one of these? */
export function mentions(e: tree.Expression, names: Names): boolean {
  switch (e.kind) {
    case 'name':
      return names.has(e.text);
    case 'parenthesized':
      return mentions(e.inner, names);
    case 'unary':
    case 'defined-unary':
      return mentions(e.operand, names);
    case 'binary':
    case 'defined-binary':
      return mentions(e.left, names) || mentions(e.right, names);
    case 'component':
      return mentions(e.base, names);
    case 'complex':
      return mentions(e.real, names) || mentions(e.imaginary, names);
    case 'call-or-index':
      return mentions(e.base, names) || e.arguments.some((a) => argumentMentions(a.value, names));
    case 'array-constructor':
      return e.items.some((i) => itemMentions(i, names));
    default:
      return false;
  }
}

function argumentMentions(v: tree.ArgumentValue, names: Names): boolean {
  switch (v.kind) {
    case 'section':
      return [v.from, v.to, v.step].some((e) => e !== undefined && mentions(e, names));
    case 'passed-by':
      return mentions(v.value, names);
    case 'alternate-return':
    case 'star':
      return false;
    default:
      return mentions(v, names);
  }
}

function itemMentions(i: tree.Item, names: Names): boolean {
  return i.kind === 'implied-do' ? i.items.some((x) => itemMentions(x, names)) : mentions(i, names);
}

/** Is what stands in an argument's place an expression? */
export function isExpression(v: tree.ArgumentValue): v is tree.Expression {
  return v.kind !== 'section' && v.kind !== 'star' && v.kind !== 'alternate-return' && v.kind !== 'passed-by';
}
