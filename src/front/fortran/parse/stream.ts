/** The lines of a file while they are put together, and the units and constructs that are open. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import * as errors from '../errors/syntax.ts';
import type * as tree from '../tree.ts';
import type { Ending, Line } from './lines.ts';

/** An open unit or construct. */
export type Frame = {
  readonly what: Ending;
  /** The lines that divide it: `else`, `case`. */
  readonly middles: readonly Line['kind'][];
  readonly name: tree.Name | undefined;
  readonly heading: Span;
};

const unitEndings = new Set<Ending>([
  'program',
  'module',
  'submodule',
  'subroutine',
  'function',
  'procedure',
  'block data',
]);

const beginsOther: Readonly<Record<'type' | 'interface', ReadonlySet<Line['kind']>>> = {
  type: new Set(['interface', 'subroutine', 'function', 'program', 'module', 'submodule']),
  interface: new Set(['contains', 'program', 'module', 'submodule']),
};
const wholeEndings = new Set<Ending | undefined>(['program', 'module', 'submodule']);

export class Stream {
  readonly report: (diagnostic: Diagnostic) => void;
  private readonly lines: readonly Line[];
  private at = 0;
  private readonly frames: Frame[] = [];
  /** Directives whose blocks are open. */
  private readonly directives: tree.Directive[] = [];
  private gaveUp = false;
  private readonly endOfFile: Span;
  private readonly deepest: number;
  /** The label of the statement that has just ended labelled loops. */
  endedBy: number | undefined;
  /** A mistake hides what the lines around it mean: ends that match nothing are its consequence. */
  confused = false;
  /** A declaration that stands too late in the unit at hand is reported. */
  lateReported = false;
  /** Such declarations. */
  late: tree.Declaration[] = [];

  constructor(lines: readonly Line[], endOfFile: Span, report: (diagnostic: Diagnostic) => void, deepest: number) {
    this.deepest = deepest;
    this.lines = lines;
    this.endOfFile = endOfFile;
    this.report = report;
  }

  get line(): Line | undefined {
    return this.gaveUp ? undefined : this.lines[this.at];
  }

  next(): void {
    this.at++;
  }

  get following(): Line | undefined {
    return this.gaveUp ? undefined : this.lines[this.at + 1];
  }

  /** Nothing stands before the line at hand. */
  get isFirst(): boolean {
    return this.at === 0;
  }

  /** Where the line at hand stands. */
  here(): Span {
    return this.line?.span ?? this.endOfFile;
  }

  /** Where the line before ends, or `fallback` at the beginning. */
  before(fallback: Span): Span {
    return this.lines[this.at - 1]?.span ?? fallback;
  }

  /** Opens a frame; false where they are too deep to go on. */
  open(frame: Frame): boolean {
    if (this.frames.length >= this.deepest) {
      if (!this.gaveUp) this.report(errors.nestedTooDeep(frame.heading));
      this.gaveUp = true;
      return false;
    }
    if (isUnit(frame)) this.lateReported = false;
    this.frames.push(frame);
    return true;
  }

  openDirective(directive: tree.Directive): void {
    this.directives.push(directive);
  }

  closeDirective(): void {
    this.directives.pop();
  }

  endsDirective(line: Line & { kind: 'end directive' }): boolean {
    return this.directives.some((d) => d.name === line.name && d.model === line.model);
  }

  /** Closes the innermost frame with the line at hand; gives the place of its last line. */
  close(frame: Frame): Span {
    this.frames.pop();
    const { line } = this;
    if (line?.kind === 'end' && this.matches(frame, line.what)) {
      this.checkName(frame, line.name);
      this.next();
      return line.span;
    }
    if (line?.kind === 'end' && line.what && isUnit(frame) && unitEndings.has(line.what)) {
      if (!this.confused) this.report(errors.wrongEnd(line.what, frame.what, line.span, frame.heading));
      if (this.endsOuterUnit(line.what)) return this.before(frame.heading);
      this.next();
      return line.span;
    }
    if (line?.kind === 'end' && !this.closesSomething(line)) {
      this.report(errors.wrongEnd(line.what ?? '', frame.what, line.span, frame.heading));
      this.next();
      return line.span;
    }
    if (!this.gaveUp) this.report(errors.missingEnd(frame.what, frame.heading, this.here(), frame.name));
    return this.before(frame.heading);
  }

  /** Closes a loop that its labelled statement has ended. */
  drop(): void {
    this.frames.pop();
  }

  /** Whether a line further on ends a unit of this kind. */
  endsLater(what: Ending): boolean {
    return this.lines.some((line, i) => i > this.at && line.kind === 'end' && line.what === what);
  }

  /** Whether the definition at hand ends further on, before another one or the procedures of its unit begin. */
  closesLater(what: 'type' | 'interface'): boolean {
    for (let i = this.at; i < this.lines.length; i++) {
      const line = this.lines[i]!;
      if (line.kind === 'end' && line.what === what) return true;
      if (line.kind === what || beginsOther[what].has(line.kind)) return false;
      if (line.kind === 'end' && (what === 'type' || wholeEndings.has(line.what))) return false;
    }
    return false;
  }

  /** Whether an open frame ends with this line. */
  closesSomething(line: Line & { kind: 'end' }): boolean {
    if (line.what === undefined || unitEndings.has(line.what)) return true;
    return this.frames.some((frame) => frame.what === line.what);
  }

  /** `end module` or `end program` where a procedure inside lacks its own end. */
  private endsOuterUnit(what: Ending): boolean {
    return !['subroutine', 'function', 'procedure'].includes(what) && this.frames.some((frame) => frame.what === what);
  }

  /** Whether a line that ends nothing stands for the end of the innermost construct, which has no end further on. */
  standsForEnd(): boolean {
    const frame = this.frames.at(-1);
    if (!frame || isUnit(frame)) return false;
    let open = 1;
    for (let i = this.at + 1; i < this.lines.length && open > 0; i++) {
      const line = this.lines[i]!;
      if (line.kind === 'end' && (line.what === undefined || unitEndings.has(line.what))) return true;
      if (line.kind === 'end' && line.what === frame.what) open--;
      else if (line.kind.startsWith(frame.what)) open++;
    }
    return open > 0;
  }

  /** The program or procedure that the unit at hand is internal to. */
  internalTo(): Frame | undefined {
    const host = this.frames.filter(isUnit).at(-2);
    return host && host.what !== 'module' && host.what !== 'submodule' ? host : undefined;
  }

  dividesSomething(line: Line): boolean {
    return this.frames.some((frame) => frame.middles.includes(line.kind));
  }

  private matches(frame: Frame, what: Ending | undefined): boolean {
    return what === undefined ? isUnit(frame) : what === frame.what;
  }

  private checkName(frame: Frame, name: tree.Name | undefined): void {
    if (!name || name.text === frame.name?.text || this.confused) return;
    this.report(errors.wrongEndName(name, frame.name, frame.what, frame.heading));
  }
}

function isUnit(frame: Frame): boolean {
  return unitEndings.has(frame.what);
}
