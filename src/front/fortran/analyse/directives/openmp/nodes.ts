/** Trees for statements that nobody has written: what fills and combines variables of threads. All stand at one place of the source. */
import type { Span } from '../../../../../base/source.ts';
import type * as tree from '../../../tree.ts';

export const priv = 'omp_priv';
export const orig = 'omp_orig';
export const out = 'omp_out';
export const in_ = 'omp_in';

export class Nodes {
  readonly span: Span;

  constructor(span: Span) {
    this.span = span;
  }

  name(text: string): tree.Name {
    return { kind: 'name', span: this.span, text };
  }

  integer(value: number): tree.Expression {
    return { kind: 'integer', span: this.span, digits: String(value), kindParameter: undefined };
  }

  logical(value: boolean): tree.Expression {
    return { kind: 'logical', span: this.span, value, kindParameter: undefined };
  }

  negative(operand: tree.Expression): tree.Expression {
    return { kind: 'unary', span: this.span, operator: '-', operand };
  }

  binary(operator: tree.BinaryOperator, left: tree.Expression, right: tree.Expression): tree.Expression {
    return { kind: 'binary', span: this.span, operator, left, right };
  }

  call(name: string, ...values: readonly tree.Expression[]): tree.Expression {
    const { span } = this;
    const given = values.map((value): tree.Argument => ({ kind: 'argument', span, keyword: undefined, value }));
    return { kind: 'call-or-index', span, base: this.name(name), arguments: given };
  }

  callStatement(name: string, ...values: readonly tree.Expression[]): tree.Call {
    const { span } = this;
    const given = values.map((value): tree.Argument => ({ kind: 'argument', span, keyword: undefined, value }));
    return { kind: 'call', span, label: undefined, procedure: this.name(name), launch: undefined, arguments: given };
  }

  assign(target: tree.Expression, value: tree.Expression): tree.Assignment {
    return { kind: 'assignment', span: this.span, label: undefined, target, value };
  }

  point(target: tree.Expression, value: tree.Expression): tree.PointerAssignment {
    return { kind: 'pointer-assignment', span: this.span, label: undefined, target, value };
  }

  when(condition: tree.Expression, action: tree.Executable): tree.IfStatement {
    return { kind: 'if-statement', span: this.span, label: undefined, condition, action };
  }

  /** With the bounds of `like`. */
  allocate(object: tree.Expression, how: 'mold' | 'source', like: tree.Expression): tree.Allocate {
    const { span } = this;
    return {
      kind: 'allocate',
      span,
      label: undefined,
      type: undefined,
      allocations: [{ kind: 'allocation', span, object, shape: [], coshape: undefined }],
      options: [{ kind: 'option', span, keyword: this.name(how), value: like }],
    };
  }
}
