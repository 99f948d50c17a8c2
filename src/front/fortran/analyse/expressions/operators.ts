/** Operators: the type that an operation works in, defined operators, constants folded. */
import type { Span } from '../../../../base/source.ts';
import * as expressionErrors from '../../errors/expressions.ts';
import type { BinaryOp, Binding, Expr, Type } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Arg } from '../calls/arguments.ts';
import { bestBinding, callValue, decideGeneric } from '../calls/calls.ts';
import { resolveIntrinsic } from '../calls/intrinsic-calls.ts';
import type { Env } from '../context.ts';
import { typeOfKind } from '../declarations/type-specs.ts';
import { extentsOf } from '../fold/expr-extents.ts';
import { convert, foldBinary, foldUnary, isConstant, type Trouble } from '../fold/fold.ts';
import { lookupOperator } from '../scope.ts';
import { integer8, isNumeric } from '../types.ts';
import { lengthOf } from './make.ts';

const operations: Record<tree.BinaryOperator, BinaryOp> = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
  '**': 'power',
  '//': 'concat',
  '==': 'eq',
  '/=': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  and: 'and',
  or: 'or',
  eqv: 'eqv',
  neqv: 'neqv',
};

export function binary(env: Env, operator: tree.BinaryOperator, left: Expr, right: Expr, span: Span): Expr | undefined {
  const made = intrinsicBinary(env, operator, left, right, span);
  if (made === 'none') {
    const own = definedOperator(env, operator, [left, right], span);
    if (own !== 'none') return own;
    const bits = bitwise(env, operator, left, right, span);
    if (bits) return bits;
    const same = operator === '==' ? 'eqv' : operator === '/=' ? 'neqv' : undefined;
    if (same && left.type.base === 'logical' && right.type.base === 'logical') {
      env.file.report(expressionErrors.logicalEquality(operator, span));
      return binary(env, same, left, right, span);
    }
    return void env.file.report(expressionErrors.operatorTypes(operator, left, right, span));
  }
  return made;
}

function intrinsicBinary(
  env: Env,
  operator: tree.BinaryOperator,
  left: Expr,
  right: Expr,
  span: Span,
): Expr | undefined | 'none' {
  const types = operandTypes(operator, left.type, right.type);
  if (!types) return libraryEquality(env, operator, left, right, span) ?? 'none';
  if (left.rank < 0 || right.rank < 0)
    return void env.file.report(expressionErrors.assumedRankUsed(left.rank < 0 ? left : right));
  if (left.rank > 0 && right.rank > 0 && left.rank !== right.rank)
    return definedOr(env, operator, left, right, span, expressionErrors.operatorRanks(operator, left, right, span));
  if (!conformable(left, right))
    return void env.file.report(expressionErrors.operatorShapes(operator, left, right, span));
  const a = convert(left, types.left);
  const b = convert(right, types.right);
  const op = operations[operator];
  const type = resultType(env, op, a, b, span);
  const folded = isConstant(a) && isConstant(b) ? foldedBinary(env, op, a, b, type, span) : undefined;
  if (folded) return folded;
  if (op === 'divide' && b.kind === 'constant' && b.value === 0n && a.kind === 'constant') return undefined;
  return { kind: 'binary', operator: op, left: a, right: b, type, rank: Math.max(a.rank, b.rank), span };
}

function foldedBinary(env: Env, op: BinaryOp, a: Expr, b: Expr, type: Type, span: Span): Expr | undefined {
  return foldBinary(op, a, b, type, span, (t: Trouble) => env.file.report(expressionErrors.trouble(t, span)));
}

const bitFunctions: Readonly<Partial<Record<tree.BinaryOperator, string>>> = {
  and: 'iand',
  or: 'ior',
  neqv: 'ieor',
  eqv: 'ieor',
};

/** Logical operators work on the bits of integers, as nvfortran has them; a logical beside one is an integer then, `.true.` -1. */
function bitwise(env: Env, operator: tree.BinaryOperator, left: Expr, right: Expr, span: Span): Expr | undefined {
  const name = bitFunctions[operator];
  if (!name || (left.type.base !== 'integer' && right.type.base !== 'integer')) return undefined;
  const operands: { value: Expr }[] = [];
  for (const [e, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (e.type.base !== 'integer' && e.type.base !== 'logical') return undefined;
    const kind =
      e.type.base === 'logical' ? e.type.kind : Math.max(e.type.kind, 'kind' in other.type ? other.type.kind : 4);
    operands.push({ value: e.type.base === 'integer' ? e : convert(e, typeOfKind('integer', kind)) });
  }
  env.file.report(expressionErrors.bitwiseOperator(operator, span));
  const made = resolveIntrinsic(name, operands, span, env.file.report);
  return made && operator === 'eqv' ? resolveIntrinsic('not', [{ value: made }], span, env.file.report) : made;
}

/** `==` and `/=` of library types are made of those of their components. */
function libraryEquality(
  env: Env,
  operator: tree.BinaryOperator,
  left: Expr,
  right: Expr,
  span: Span,
): Expr | undefined {
  if (operator !== '==' && operator !== '/=') return undefined;
  if (left.type.base !== 'derived' || right.type.base !== 'derived' || left.type.type !== right.type.type)
    return undefined;
  const { library, components } = left.type.type;
  if (!library || components.length === 0 || components.some((c) => c.shape || !isNumeric(c.type))) return undefined;
  let whole: Expr | undefined;
  for (const component of components) {
    const part = (base: Expr): Expr => ({ kind: 'part', base, component, type: component.type, rank: base.rank, span });
    const one = binary(env, operator, part(left), part(right), span);
    if (!one) return undefined;
    whole = whole ? binary(env, operator === '==' ? 'and' : 'or', whole, one, span) : one;
  }
  return whole;
}

function definedOr(
  env: Env,
  operator: tree.BinaryOperator,
  left: Expr,
  right: Expr,
  span: Span,
  message: Parameters<Env['file']['report']>[0],
): Expr | undefined {
  const own = definedOperator(env, operator, [left, right], span);
  if (own !== 'none') return own;
  return void env.file.report(message);
}

/** The types that the operands are converted to; undefined where the operation has no meaning of its own. */
function operandTypes(operator: tree.BinaryOperator, a: Type, b: Type): { left: Type; right: Type } | undefined {
  const same = (t: Type | undefined) => t && { left: t, right: t };
  switch (operator) {
    case '**':
      return powerTypes(a, b);
    case '+':
    case '-':
    case '*':
    case '/':
      return isNumeric(a) && isNumeric(b) ? same(commonType(a, b)) : undefined;
    case '//':
      return sameCharacters(a, b) ? { left: a, right: b } : undefined;
    case '==':
    case '/=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return comparisonTypes(operator, a, b);
    default:
      return a.base === 'logical' && b.base === 'logical' ? same(a.kind >= b.kind ? a : b) : undefined;
  }
}

function sameCharacters(a: Type, b: Type): boolean {
  return a.base === 'character' && b.base === 'character' && a.kind === b.kind;
}

function comparisonTypes(operator: tree.BinaryOperator, a: Type, b: Type): { left: Type; right: Type } | undefined {
  if (sameCharacters(a, b)) return { left: a, right: b };
  if (!isNumeric(a) || !isNumeric(b)) return undefined;
  const t = commonType(a, b);
  if (t.base === 'complex' && operator !== '==' && operator !== '/=') return undefined;
  return { left: t, right: t };
}

function powerTypes(a: Type, b: Type): { left: Type; right: Type } | undefined {
  if (!isNumeric(a) || !isNumeric(b)) return undefined;
  if (b.base === 'integer') {
    const right: Type = b.kind === 8 ? b : { base: 'integer', kind: 4 };
    if (a.base !== 'integer') return { left: a, right };
    const t = commonType(a, b);
    return { left: t, right: t.base === 'integer' && t.kind === 8 ? integer8 : right };
  }
  const t = commonType(a, b);
  return { left: t, right: t };
}

const ladder = { integer: 0, real: 1, complex: 2 };

/** Of two numbers: the higher base, and the larger kind of those that have that base or are not integer. */
export function commonType(a: Type, b: Type): Type {
  if (a.base !== 'integer' && a.base !== 'real' && a.base !== 'complex') return a;
  if (b.base !== 'integer' && b.base !== 'real' && b.base !== 'complex') return b;
  const [high, low] = ladder[a.base] >= ladder[b.base] ? [a, b] : [b, a];
  if (high.base === low.base) return high.kind >= low.kind ? high : low;
  if (low.base === 'integer' || low.kind <= high.kind) return high;
  return high.base === 'complex' ? { base: 'complex', kind: low.kind === 8 ? 8 : 4 } : high;
}

function resultType(env: Env, op: BinaryOp, a: Expr, b: Expr, span: Span): Type {
  switch (op) {
    case 'eq':
    case 'ne':
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
      return { base: 'logical', kind: env.file.options.defaultInteger };
    case 'concat':
      return {
        base: 'character',
        kind: a.type.base === 'character' ? a.type.kind : 1,
        length: { kind: 'known', value: sum(lengthOf(a), lengthOf(b), span) },
      };
    default:
      return a.type;
  }
}

function sum(left: Expr, right: Expr, span: Span): Expr {
  return (
    foldBinary('add', left, right, integer8, span) ?? {
      kind: 'binary',
      operator: 'add',
      left,
      right,
      type: integer8,
      rank: 0,
      span,
    }
  );
}

/** Where the extents of both are known they must agree. */
export function conformable(a: Expr, b: Expr): boolean {
  if (a.rank === 0 || b.rank === 0) return true;
  const x = extentsOf(a);
  const y = extentsOf(b);
  if (!x || !y || x.length !== y.length) return true;
  return x.every((n, i) => n === y[i]);
}

export function unary(env: Env, operator: tree.UnaryOperator, operand: Expr, span: Span): Expr | undefined {
  const fits = operator === 'not' ? operand.type.base === 'logical' : isNumeric(operand.type);
  if (!fits) {
    const own = definedOperator(env, operator, [operand], span);
    if (own !== 'none') return own;
    if (operator === 'not' && operand.type.base === 'integer') {
      env.file.report(expressionErrors.bitwiseOperator(operator, span));
      return resolveIntrinsic('not', [{ value: operand }], span, env.file.report);
    }
    return void env.file.report(expressionErrors.unaryType(operator, operand, span));
  }
  const name = operator === '-' ? 'negate' : operator === 'not' ? 'not' : 'parentheses';
  return unaryOf(name, operand, span);
}

export function unaryOf(operator: 'negate' | 'not' | 'parentheses', operand: Expr, span: Span): Expr {
  return (
    foldUnary(operator, operand, span) ?? {
      kind: 'unary',
      operator,
      operand,
      type: operand.type,
      rank: operand.rank,
      span,
    }
  );
}

// ---- defined operators ------------------------------------------------------------------------------------------

/** `key`: `+`, `==`, `.cross.`; 'none' where no procedure fits. */
export function definedOperator(
  env: Env,
  key: string,
  operands: readonly Expr[],
  span: Span,
): Expr | undefined | 'none' {
  const args = operands.map((value): Arg => ({ keyword: undefined, value, boz: false, span: value.span }));
  const procedures = lookupOperator(env, key);
  if (procedures.length > 0) {
    const decided = decideGeneric(env, { name: key, span, procedures }, args, span, 'function', true);
    if (decided) return callValue(env, decided, key, span);
  }
  for (const [i, operand] of operands.entries()) {
    const bound = boundOperators(operand, key);
    const others = args.filter((_, j) => j !== i);
    const decided = bound.length > 0 ? bestBinding(env, operand, passedAt(bound, i), others, span) : undefined;
    if (decided) return callValue(env, decided, key, span);
  }
  return 'none';
}

function boundOperators(e: Expr, key: string): Binding[] {
  if (e.type.base !== 'derived') return [];
  const { type } = e.type;
  return (type.generics.get(key) ?? []).flatMap((n) => type.bindings.find((b) => b.name === n) ?? []);
}

function passedAt(bindings: readonly Binding[], at: number): Binding[] {
  return bindings.filter((b) => b.pass === at);
}
