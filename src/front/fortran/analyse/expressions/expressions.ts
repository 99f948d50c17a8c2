/** Expressions: every kind of node, handed to the file that knows it. */
import { impossible } from '../../../../base/impossible.ts';
import * as expressionErrors from '../../errors/expressions.ts';
import type { Expr } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { coindexed } from '../statements/codimensions.ts';
import { arrayConstructor } from './constructors.ts';
import {
  bozLiteral,
  characterLiteral,
  complexLiteral,
  integerLiteral,
  logicalLiteral,
  realLiteral,
} from './literals.ts';
import { binary, definedOperator, unary, unaryOf } from './operators.ts';
import { callOrIndex, componentReference, nameReference } from './references.ts';

/** Undefined after an error that has been told. */
export function expression(env: Env, e: tree.Expression): Expr | undefined {
  switch (e.kind) {
    case 'integer':
      return integerLiteral(env, e, false);
    case 'real':
      return realLiteral(env, e);
    case 'boz':
      return bozLiteral(env, e);
    case 'character':
      return characterLiteral(env, e);
    case 'logical':
      return logicalLiteral(env, e);
    case 'complex':
      return complexLiteral(env, e);
    case 'name':
      return nameReference(env, e);
    case 'call-or-index':
      return callOrIndex(env, e);
    case 'component':
      return componentReference(env, e);
    case 'coindexed':
      return coindexed(env, e);
    case 'parenthesized': {
      const inner = expression(env, e.inner);
      return inner && unaryOf('parentheses', inner, e.span);
    }
    case 'unary':
      return unaryExpression(env, e);
    case 'binary':
      return binaryExpression(env, e);
    case 'defined-unary':
      return defined(env, e.operator, [e.operand], e);
    case 'defined-binary':
      return defined(env, e.operator, [e.left, e.right], e);
    case 'array-constructor':
      return arrayConstructor(env, e);
    default:
      return impossible(e);
  }
}

function unaryExpression(env: Env, e: tree.Unary): Expr | undefined {
  if (e.operator === '-' && e.operand.kind === 'integer') {
    const value = integerLiteral(env, e.operand, true);
    return value && { ...value, span: e.span };
  }
  const operand = expression(env, e.operand);
  return operand && unary(env, e.operator, operand, e.span);
}

/** Long sums lean to the left: walked with a loop. */
/** `mask == z'ff'`: one operand gives the other a type. */
function typedByOther(env: Env, left: tree.Expression, right: tree.Expression): void {
  if ((left.kind === 'boz') !== (right.kind === 'boz'))
    env.file.typeless.typed.add(left.kind === 'boz' ? left.span : right.span);
}

function binaryExpression(env: Env, e: tree.Binary): Expr | undefined {
  const spine: tree.Binary[] = [e];
  let first = e.left;
  while (first.kind === 'binary') {
    spine.push(first);
    first = first.left;
  }
  let value = expression(env, first);
  for (let i = spine.length - 1; i >= 0; i--) {
    const node = spine[i]!;
    const right = expression(env, node.right);
    typedByOther(env, node.left, node.right);
    value = value && right && binary(env, node.operator, value, right, node.span);
  }
  return value;
}

function defined(
  env: Env,
  operator: tree.Name,
  operands: readonly tree.Expression[],
  e: tree.Expression,
): Expr | undefined {
  const values = operands.map((o) => expression(env, o));
  if (values.some((v) => v === undefined)) return undefined;
  const known = values.flatMap((v) => v ?? []);
  const found = definedOperator(env, `.${operator.text}.`, known, e.span);
  if (found !== 'none') return found;
  return void env.file.report(expressionErrors.unknownOperator(operator, known));
}
