/** Labels and formats of a procedure, found before its statements are read. */
import type * as tree from '../tree.ts';

const none: readonly tree.Block[] = [];

export function labelsAndFormats(unit: {
  readonly specification: readonly tree.Declaration[];
  readonly execution?: tree.Block;
}): {
  formats: Map<number, string>;
  labels: Set<number>;
  assigned: Set<number>;
  /** `data` and `namelist` may stand anywhere among the statements. */
  declarations: (tree.Data | tree.Namelist)[];
} {
  const formats = new Map<number, string>();
  const labels = new Set<number>();
  const assigned = new Set<number>();
  const declarations: (tree.Data | tree.Namelist)[] = [];
  for (const d of unit.specification) if (d.kind === 'format' && d.label) formats.set(d.label.value, d.text);
  eachStatement(unit.execution ?? [], (s) => {
    if (s.kind === 'label-assign') assigned.add(s.target.value);
    if (s.kind === 'data' || s.kind === 'namelist') declarations.push(s);
    if (!s.label) return;
    if (s.kind === 'format') formats.set(s.label.value, s.text);
    else labels.add(s.label.value);
  });
  return { formats, labels, assigned, declarations };
}

export function eachStatement(block: tree.Block, see: (s: tree.Executable) => void): void {
  for (const s of block) {
    see(s);
    for (const inner of blocksOf(s)) eachStatement(inner, see);
  }
}

function blocksOf(s: tree.Executable): readonly tree.Block[] {
  switch (s.kind) {
    case 'if':
      return [...s.arms.map((a) => a.body), ...(s.otherwise ? [s.otherwise] : [])];
    case 'if-statement':
      return [[s.action]];
    case 'select-case':
    case 'select-type':
    case 'select-rank':
      return s.cases.map((c) => c.body);
    case 'do':
    case 'associate':
    case 'critical':
    case 'change-team':
    case 'forall':
      return [s.body];
    case 'kernel-loop':
      return [[s.loop]];
    case 'block':
      return [s.execution];
    case 'where':
      return [s.body, ...s.elsewhere.map((e) => e.body)];
    default:
      return none;
  }
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
