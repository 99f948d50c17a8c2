/** Program units and their procedures, from lines. */
import { cover, type Span } from '../../../base/source.ts';
import * as errors from '../errors/syntax.ts';
import type * as tree from '../tree.ts';
import { block } from './blocks.ts';
import type { Ending, Line } from './lines.ts';
import { procedureUnit, specificationPart, wordsOf } from './specification-part.ts';
import type { Frame, Stream } from './stream.ts';

export function programUnits(s: Stream): tree.ProgramUnit[] {
  const units: tree.ProgramUnit[] = [];
  for (let { line } = s; line; line = s.line) {
    if (line.kind === 'broken') {
      s.confused = true;
      s.next();
      continue;
    }
    const program = line.kind === 'program' ? undefined : units.find((u) => u.kind === 'program');
    const unit = programUnit(s, line);
    const late = unit?.kind === 'program' && program?.kind === 'program';
    if (late && !s.confused) s.report(errors.afterProgram(line.span, program.end));
    s.confused = false;
    if (unit && !late) units.push(unit);
  }
  return units;
}

function programUnit(s: Stream, line: Line): tree.ProgramUnit | undefined {
  switch (line.kind) {
    case 'module':
    case 'submodule':
      return moduleUnit(s, line);
    case 'subroutine':
    case 'function':
      return procedure(s, line);
    case 'block data':
      return blockData(s, line);
    case 'program':
      return mainProgram(s, line, line.name);
    case 'declaration':
      if (line.node.kind !== 'ignore-tkr' && line.node.kind !== 'directive')
        return mainProgram(s, undefined, undefined);
      s.next();
      return undefined;
    case 'end':
      if (line.what !== undefined && line.what !== 'program') return stray(s, line);
      return mainProgram(s, undefined, undefined);
    case 'contains':
    case 'module procedure':
      // The main program of a file may have neither a heading nor statements.
      if (line.kind === 'contains' && s.isFirst) return mainProgram(s, undefined, undefined);
      if (!s.confused) s.report(errors.outsideOfUnits(wordsOf(line), line.span));
      s.next();
      return undefined;
    default:
      return mainProgram(s, undefined, undefined);
  }
}

function stray(s: Stream, line: Line & { kind: 'end' }): undefined {
  if (!s.confused) s.report(errors.strayEnd(line.what ?? '', line.span));
  s.next();
  return undefined;
}

// ---- units ------------------------------------------------------------------------------------------------------

type Heading<K> = Extract<Line, { kind: K }>;

function mainProgram(s: Stream, heading: Line | undefined, name: tree.Name | undefined): tree.MainProgram | undefined {
  const first = s.here();
  const frame: Frame = { what: 'program', middles: [], name, heading: first };
  if (!s.open(frame)) return undefined;
  if (heading) s.next();
  const label = heading?.label;
  return { kind: 'program', label, name, ...executableParts(s, frame) };
}

function procedure(s: Stream, line: Heading<'subroutine' | 'function'>): tree.Procedure | undefined {
  const frame: Frame = { what: line.kind, middles: [], name: line.name, heading: line.span };
  if (!s.open(frame)) return undefined;
  s.next();
  return procedureUnit(line, { label: line.label, ...executableParts(s, frame) });
}

function moduleProcedure(s: Stream, line: Heading<'module procedure'>): tree.Procedure | undefined {
  const name = line.names[0];
  if (!name) return undefined;
  const frame: Frame = { what: 'procedure', middles: [], name, heading: line.span };
  if (!s.open(frame)) return undefined;
  s.next();
  return { kind: 'module-procedure', label: line.label, name, ...executableParts(s, frame) };
}

function moduleUnit(s: Stream, line: Heading<'module' | 'submodule'>): tree.Module | tree.Submodule | undefined {
  const { label, span: heading } = line;
  const frame: Frame = { what: line.kind, middles: [], name: line.name, heading };
  if (!s.open(frame)) return undefined;
  s.next();
  const specification = specificationOnly(s, line.kind);
  const contains = containedIn(s, frame);
  const end = s.close(frame);
  const unit = { label, heading, end, span: cover(heading, end), specification, contains };
  if (line.kind === 'module') return { kind: 'module', name: line.name, ...unit };
  return { kind: 'submodule', ancestor: line.ancestor, parent: line.parent, name: line.name, ...unit };
}

function blockData(s: Stream, line: Heading<'block data'>): tree.BlockData | undefined {
  const { label, name, span: heading } = line;
  const frame: Frame = { what: 'block data', middles: [], name, heading };
  if (!s.open(frame)) return undefined;
  s.next();
  const specification = specificationOnly(s, 'block data');
  const end = s.close(frame);
  return { kind: 'block-data', label, heading, end, span: cover(heading, end), name, specification };
}

// ---- parts ------------------------------------------------------------------------------------------------------

type Parts = {
  readonly span: Span;
  readonly heading: Span;
  readonly end: Span;
  readonly specification: tree.Declaration[];
  readonly execution: tree.Executable[];
  readonly contains: tree.Procedure[];
};

function executableParts(s: Stream, frame: Frame): Parts {
  const { heading } = frame;
  const { specification, pending } = specificationPart(s);
  const outer = s.late;
  s.late = [];
  const execution = [...pending, ...block(s)];
  specification.push(...s.late);
  s.late = outer;
  const last = s.line;
  if (last?.kind === 'end' && last.label) execution.push({ kind: 'continue', span: last.span, label: last.label });
  const contains = containedParts(s, frame);
  const end = s.close(frame);
  return { span: cover(heading, end), heading, end, specification, execution, contains };
}

/** The specification part of a unit that executes nothing. */
function specificationOnly(s: Stream, what: Ending): tree.Declaration[] {
  const { specification, pending } = specificationPart(s);
  const first = pending[0] ?? block(s)[0];
  if (pending.length > 0) block(s);
  if (first && !s.confused) s.report(errors.executableInSpecification(what, first.span));
  return specification;
}

/** In a main program a procedure without `contains` before it may as well begin a unit of its own. */
function containedParts(s: Stream, frame: Frame): tree.Procedure[] {
  const { line } = s;
  if (line?.kind === 'contains') {
    if (s.internalTo()) s.report(errors.nestedContains(frame.what, line.span, frame.heading));
    return contained(s, frame);
  }
  const procedureNext = s.line?.kind === 'subroutine' || s.line?.kind === 'function';
  return procedureNext && frame.what === 'program' && s.endsLater('program') ? containedIn(s, frame) : [];
}

/** The procedures of a module; a forgotten `contains` is reported once. */
function containedIn(s: Stream, frame: Frame): tree.Procedure[] {
  const { line } = s;
  if (line?.kind === 'contains') return contained(s, frame);
  if (line?.kind !== 'subroutine' && line?.kind !== 'function') return [];
  s.report(errors.missingContains(line.kind, frame.what, line.span, frame.heading));
  return procedures(s, frame);
}

function contained(s: Stream, frame: Frame): tree.Procedure[] {
  s.next();
  return procedures(s, frame);
}

function procedures(s: Stream, frame: Frame): tree.Procedure[] {
  const made: tree.Procedure[] = [];
  for (let { line } = s; line; line = s.line) {
    const procedure = containedProcedure(s, line, frame);
    if (procedure === 'stop') break;
    if (procedure) made.push(procedure);
  }
  return made;
}

function containedProcedure(s: Stream, line: Line, frame: Frame): tree.Procedure | 'stop' | undefined {
  switch (line.kind) {
    case 'subroutine':
    case 'function':
      return procedure(s, line);
    case 'module procedure':
      return moduleProcedure(s, line);
    case 'broken':
      s.confused = true;
      s.next();
      return undefined;
    case 'end':
      if (s.closesSomething(line)) return 'stop';
      return stray(s, line);
    case 'program':
    case 'module':
    case 'submodule':
      return 'stop';
    default:
      if (!s.confused && !isQuiet(line)) {
        s.report(errors.misplacedLine(wordsOf(line), `a ${frame.what} after \`contains\``, line.span));
        s.confused = true;
      }
      s.next();
      return undefined;
  }
}

function isQuiet(line: Line): boolean {
  return line.kind === 'declaration' && (line.node.kind === 'ignore-tkr' || line.node.kind === 'directive');
}
