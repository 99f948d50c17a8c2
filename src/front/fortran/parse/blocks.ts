/** Execution parts: actions in a row and constructs with their blocks. */
import { impossible } from '../../../base/impossible.ts';
import { cover, type Span } from '../../../base/source.ts';
import * as directiveErrors from '../errors/directives.ts';
import * as errors from '../errors/syntax.ts';
import type * as tree from '../tree.ts';
import type { ConstructHeading, Ending, Line } from './lines.ts';
import { declaration, specificationPart, wordsOf } from './specification-part.ts';
import type { Frame, Stream } from './stream.ts';

/** Up to a line that ends or divides something open, or begins a unit. */
export function block(s: Stream, endLabel?: tree.Label): tree.Executable[] {
  const made: tree.Executable[] = [];
  for (let { line } = s; line; line = s.line) {
    if (!blockLine(s, line, made)) break;
    if (endLabel && s.endedBy === endLabel.value) break;
    if (endLabel && line.label?.value === endLabel.value) {
      s.endedBy = endLabel.value;
      break;
    }
    s.endedBy = undefined;
  }
  return made.slice();
}

function saysNoName(node: tree.Declaration): boolean {
  return node.kind === 'ignore-tkr' || node.kind === 'directive';
}

/** A declaration in the wrong place declares all the same. */
function addLate(s: Stream, line: Line): boolean {
  const node = declaration(s, line);
  if (node && node.kind !== 'ignore-tkr') s.late.push(node);
  return node !== undefined;
}

/** Takes the line, or gives false where it does not belong to the block. */
function blockLine(s: Stream, line: Line, made: tree.Executable[]): boolean {
  switch (line.kind) {
    case 'action':
    case 'either':
      made.push(line.node);
      s.next();
      return true;
    case 'broken':
      s.next();
      return true;
    case 'if':
    case 'do':
    case 'select case':
    case 'select type':
    case 'select rank':
    case 'block':
    case 'critical':
    case 'change team':
    case 'associate':
    case 'where':
    case 'forall':
      return addConstruct(s, line, made);
    case 'cuf kernel':
      return kernelLoop(s, line, made);
    case 'directive':
      return directive(s, line, made);
    case 'end directive':
      if (s.endsDirective(line)) return false;
      s.report(directiveErrors.strayDirectiveEnd(line.name, line.model, line.span));
      s.next();
      return true;
    case 'else':
    case 'else if':
    case 'elsewhere':
    case 'case':
    case 'type guard':
    case 'rank':
      if (s.dividesSomething(line)) return false;
      if (!s.confused) s.report(errors.strayMiddle(wordsOf(line), middleOf[line.kind], line.span));
      s.next();
      return true;
    case 'end':
      if (s.closesSomething(line) || s.standsForEnd()) return false;
      if (!s.confused) s.report(errors.strayEnd(line.what ?? '', line.span));
      s.next();
      return true;
    case 'declaration':
    case 'type':
    case 'structure':
    case 'enum':
    case 'interface':
    case 'procedure':
      if (line.kind !== 'declaration' || !saysNoName(line.node)) {
        if (!s.lateReported) s.report(errors.misplacedDeclaration(line.span));
        s.lateReported = true;
      }
      return addLate(s, line);
    case 'union':
    case 'map':
    case 'sequence':
    case 'enumerators':
    case 'binding':
      s.report(errors.misplacedLine(wordsOf(line), 'an execution part', line.span));
      s.next();
      return true;
    default:
      return false;
  }
}

const middleOf = {
  else: 'if',
  'else if': 'if',
  elsewhere: 'where',
  case: 'select case',
  'type guard': 'select type',
  rank: 'select rank',
} as const;

// ---- constructs -------------------------------------------------------------------------------------------------

type Heading = Line & ConstructHeading;

const frames: Readonly<Record<Heading['kind'], { readonly what: Ending; readonly middles: readonly Line['kind'][] }>> =
  {
    if: { what: 'if', middles: ['else if', 'else'] },
    do: { what: 'do', middles: [] },
    'select case': { what: 'select', middles: ['case'] },
    'select type': { what: 'select', middles: ['type guard'] },
    'select rank': { what: 'select', middles: ['rank'] },
    block: { what: 'block', middles: [] },
    critical: { what: 'critical', middles: [] },
    'change team': { what: 'team', middles: [] },
    associate: { what: 'associate', middles: [] },
    where: { what: 'where', middles: ['elsewhere'] },
    forall: { what: 'forall', middles: [] },
  };

/** A label on the last line becomes a `continue` that carries it. */
function addConstruct(s: Stream, line: Heading, made: tree.Executable[]): boolean {
  const construct = constructAt(s, line);
  if (!construct) return false;
  made.push(construct.node);
  if (construct.after) made.push(construct.after);
  return true;
}

type Made<T> = { readonly node: T; readonly after: tree.Continue | undefined };

function constructAt(s: Stream, line: Heading): Made<tree.Executable> | undefined {
  const frame: Frame = { ...frames[line.kind], name: line.name, heading: line.span };
  if (!s.open(frame)) return undefined;
  s.next();
  if (line.kind === 'do') return { node: doLoop(s, line, frame), after: undefined };
  const base = { label: line.label, name: line.name, heading: line.span };
  const build = body(s, line);
  const after = labelledEnd(s);
  const end = s.close(frame);
  return { node: build({ ...base, span: cover(line.span, end), end }), after };
}

/** The line at hand, if it ends a construct and has a label. */
function labelledEnd(s: Stream): tree.Continue | undefined {
  const { line } = s;
  if (line?.kind !== 'end' || line.what === undefined || !line.label) return undefined;
  return { kind: 'continue', span: line.span, label: line.label };
}

type Base = {
  readonly span: Span;
  readonly label: tree.Label | undefined;
  readonly name: tree.Name | undefined;
  readonly heading: Span;
  readonly end: Span;
};

/** Reads what the construct holds; the node is made when its end is known. */
function body(s: Stream, line: Exclude<Heading, { kind: 'do' }>): (base: Base) => tree.Executable {
  switch (line.kind) {
    case 'if': {
      const parts = ifParts(s, line);
      return (base) => ({ kind: 'if', ...base, ...parts });
    }
    case 'select case': {
      const cases = branches(s, 'case', (l, inner): tree.Case => ({ kind: 'case', ranges: l.ranges, ...inner }));
      return (base) => ({ kind: 'select-case', ...base, selector: line.selector, cases });
    }
    case 'select type': {
      const { selector, associate } = line;
      const cases = branches(
        s,
        'type guard',
        (l, inner): tree.TypeCase => ({ kind: 'type-case', guard: l.guard, ...inner }),
      );
      return (base) => ({ kind: 'select-type', ...base, associate, selector, cases });
    }
    case 'select rank': {
      const { selector, associate } = line;
      const cases = branches(s, 'rank', (l, inner): tree.RankCase => ({ kind: 'rank-case', rank: l.rank, ...inner }));
      return (base) => ({ kind: 'select-rank', ...base, associate, selector, cases });
    }
    case 'where': {
      const parts = whereParts(s);
      return (base) => ({ kind: 'where', ...base, mask: line.mask, ...parts });
    }
    case 'block': {
      const { specification, pending } = specificationPart(s);
      const execution = [...pending, ...block(s)];
      return (base) => ({ kind: 'block', ...base, specification, execution });
    }
    case 'associate': {
      const inner = block(s);
      return (base) => ({ kind: 'associate', ...base, associations: line.associations, body: inner });
    }
    case 'forall': {
      const inner = block(s);
      return (base) => ({ kind: 'forall', ...base, header: line.header, body: inner });
    }
    case 'change team': {
      const inner = block(s);
      return (base) => ({ kind: 'change-team', ...base, arguments: line.arguments, body: inner });
    }
    case 'critical': {
      const inner = block(s);
      return (base) => ({ kind: 'critical', ...base, body: inner });
    }
    default:
      return impossible(line);
  }
}

function ifParts(s: Stream, line: Heading & { kind: 'if' }): Pick<tree.IfConstruct, 'arms' | 'otherwise'> {
  const arms: tree.IfArm[] = [];
  let condition = line.condition;
  let heading = line.span;
  for (;;) {
    const inner = block(s);
    arms.push({ kind: 'if-arm', span: cover(heading, s.before(heading)), condition, body: inner });
    const middle = s.line;
    if (middle?.kind !== 'else if') break;
    ({ condition, span: heading } = middle);
    s.next();
  }
  let otherwise: tree.Block | undefined;
  while (s.line?.kind === 'else' || s.line?.kind === 'else if') {
    if (otherwise) s.report(errors.strayMiddle(wordsOf(s.line), 'if', s.line.span));
    s.next();
    otherwise = [...(otherwise ?? []), ...block(s)];
  }
  return { arms, otherwise };
}

function whereParts(s: Stream): Pick<tree.Where, 'body' | 'elsewhere'> {
  const first = block(s);
  const elsewhere = branches(
    s,
    'elsewhere',
    (l, inner): tree.Elsewhere => ({ kind: 'elsewhere', mask: l.mask, ...inner }),
  );
  return { body: first, elsewhere };
}

type Branch = { readonly span: Span; readonly body: tree.Block };

/** The branches that lines of one kind begin; nothing may stand before the first. */
function branches<K extends 'case' | 'type guard' | 'rank' | 'elsewhere', T>(
  s: Stream,
  kind: K,
  make: (line: Line & { kind: K }, inner: Branch) => T,
): T[] {
  const made: T[] = [];
  if (kind !== 'elsewhere') {
    const stray = block(s)[0];
    if (stray) s.report(errors.beforeFirstBranch(kind === 'type guard' ? 'type is' : kind, stray.span));
  }
  for (let { line } = s; line && isKind(line, kind); line = s.line) {
    const { span } = line;
    s.next();
    const inner = block(s);
    made.push(make(line, { span: cover(span, s.before(span)), body: inner }));
  }
  return made;
}

function isKind<K extends Line['kind']>(line: Line, kind: K): line is Line & { kind: K } {
  return line.kind === kind;
}

// ---- loops ------------------------------------------------------------------------------------------------------

function doLoop(s: Stream, line: Heading & { kind: 'do' }, frame: Frame): tree.Do {
  const { label, name, control, endLabel, span: heading } = line;
  let inner = block(s, endLabel);
  let end: Span;
  if (endLabel && s.endedBy === endLabel.value) {
    s.drop();
    end = s.before(heading);
  } else if (endLabel && s.line?.kind !== 'end') {
    s.drop();
    end = s.before(heading);
    if (!s.confused) s.report(errors.missingLabelledEnd(endLabel.value, heading));
  } else {
    const last = labelledEnd(s);
    if (last && s.line?.kind === 'end' && s.line.what === 'do') inner = [...inner, last];
    end = s.close(frame);
  }
  return { kind: 'do', span: cover(heading, end), label, name, heading, end, control, endLabel, body: inner };
}

/** Assignments and calls between a directive and its loop: the host's. */
function statementsBeforeLoop(s: Stream): tree.Executable[] {
  const made: tree.Executable[] = [];
  while (s.line?.kind === 'action' && (s.line.node.kind === 'assignment' || s.line.node.kind === 'call')) {
    made.push(s.line.node);
    s.next();
  }
  return made;
}

function kernelLoop(s: Stream, line: Line & { kind: 'cuf kernel' }, made: tree.Executable[]): boolean {
  s.next();
  const first = s.line;
  const before = statementsBeforeLoop(s);
  const loop = s.line;
  if (loop?.kind !== 'do') {
    made.push(...before);
    if (loop?.kind !== 'broken') s.report(errors.kernelNeedsLoop(line.span, first?.span));
    return true;
  }
  if (first && before.length > 0) s.report(errors.beforeKernelLoop(line.span, first.span, loop.span));
  made.push(...before);
  const construct = constructAt(s, loop);
  if (construct?.node.kind !== 'do') return false;
  const { node } = construct;
  const span = cover(line.span, node.span);
  made.push({ kind: 'kernel-loop', span, label: loop.label, directive: line.directive, loop: node });
  return true;
}

/** What it governs is read, with its `end`. */
function directive(s: Stream, line: Line & { kind: 'directive' }, made: tree.Executable[]): boolean {
  s.next();
  const { directive: d, holds } = line;
  s.openDirective(d);
  const body = holds === 'block' ? blockOf(s, d) : holds === 'loop' ? governedLoop(s, d) : governedStatements(s, d);
  s.closeDirective();
  const ending = endOf(s, d);
  if (!ending && needsEnd(holds, body)) {
    const at = s.here();
    s.report(directiveErrors.missingDirectiveEnd(d.name, d.model, d.heading, at));
  }
  const end = ending?.span;
  const span = cover(d.heading, end ?? body.at(-1)?.span ?? d.heading);
  made.push({ ...d, span, body, end, endClauses: ending?.clauses ?? [] });
  return true;
}

/** `block … end block` needs no other end. */
function needsEnd(holds: 'block' | 'loop' | 'statement', body: tree.Block): boolean {
  if (holds === 'statement') return body.length > 1;
  return holds === 'block' && !(body.length === 1 && body[0]?.kind === 'block');
}

function endOf(s: Stream, d: tree.Directive): (Line & { kind: 'end directive' }) | undefined {
  const { line } = s;
  if (!endsHere(line, d)) return undefined;
  s.next();
  return line;
}

function endsHere(line: Line | undefined, d: tree.Directive): line is Line & { kind: 'end directive' } {
  if (line?.kind !== 'end directive' || line.model !== d.model) return false;
  // `kernels loop` may end with `end kernels`, as nvfortran has it.
  return line.name === d.name || (d.model === 'acc' && d.name === `${line.name} loop`);
}

/** A `block` construct right after the directive is all of it, unless the directive's own end follows. */
function blockOf(s: Stream, d: tree.Directive): tree.Executable[] {
  if (s.line?.kind !== 'block') return block(s);
  const first: tree.Executable[] = [];
  blockLine(s, s.line, first);
  const more = d.model === 'acc' || endsHere(s.line, d);
  return more ? [...first, ...block(s)] : first;
}

function governedLoop(s: Stream, d: tree.Directive): tree.Executable[] {
  const made: tree.Executable[] = [];
  while (s.line?.kind === 'action' && s.line.node.kind === 'directive') {
    made.push(s.line.node);
    s.next();
  }
  const { line } = s;
  const fits =
    line?.kind === 'do' || line?.kind === 'directive' || line?.kind === 'cuf kernel' || line?.kind === 'block';
  if (line && fits) blockLine(s, line, made);
  else if (line?.kind !== 'broken') s.report(directiveErrors.directiveNeedsLoop(d.name, d.heading, line?.span));
  return made;
}

/** One statement; all up to the end where one stands before the next construct does. */
function governedStatements(s: Stream, d: tree.Directive): tree.Executable[] {
  const made: tree.Executable[] = [];
  const several = d.clauses.some((c) => c.name === 'capture' || c.name === 'compare');
  for (let { line } = s; line && (line.kind === 'action' || line.kind === 'if'); line = s.line) {
    blockLine(s, line, made);
    if (!several || made.length === 2) break;
  }
  if (made.length === 0 && s.line?.kind !== 'broken')
    s.report(directiveErrors.directiveNeedsStatement(d.name, d.heading));
  return made;
}
