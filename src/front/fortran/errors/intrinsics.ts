/** What can be wrong with a reference to an intrinsic procedure, in words. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import type { Param, Row } from '../../../library/intrinsics/row.ts';
import { extentsOf } from '../analyse/fold/expr-extents.ts';
import { typeAndRank, typeText } from '../analyse/types.ts';
import type { Expr } from '../program.ts';

const error = (
  code: string,
  message: string,
  at: Span,
  text: string,
  row: Row | undefined,
  name: string,
): Diagnostic => ({
  severity: 'error',
  code,
  message,
  labels: [{ at, text }],
  ...(row && { notes: [`the form is: ${formOf(name, row)}`] }),
});

/** How it is written: `atan(y [, x])`. */
export function formOf(name: string, row: Row): string {
  let text = '';
  let open = 0;
  for (const [param, p] of Object.entries(row.takes)) {
    const comma = text === '' ? '' : ', ';
    if (p.optional) {
      text += `${text === '' ? '[' : ' ['}${comma}${param}${p.repeats ? ', …' : ''}`;
      open++;
    } else text += `${comma}${param}`;
  }
  return `${row.gives ? '' : 'call '}${name}(${text}${']'.repeat(open)})`;
}

export function tooManyArguments(name: string, row: Row, most: number, given: number, at: Span): Diagnostic {
  const takes = most === 0 ? 'no arguments' : most === 1 ? 'one argument' : `at most ${most} arguments`;
  return error(
    'intrinsic-argument-count',
    `\`${name}\` takes ${takes}, but ${given} are given`,
    at,
    'one too many',
    row,
    name,
  );
}

export function missingArgument(name: string, row: Row, param: string, at: Span): Diagnostic {
  return error(
    'intrinsic-argument-missing',
    `\`${name}\` needs an argument \`${param}\``,
    at,
    `no \`${param}\` here`,
    row,
    name,
  );
}

export function unknownKeyword(
  name: string,
  row: Row,
  keyword: string,
  near: string | undefined,
  at: Span,
): Diagnostic {
  const d = error(
    'intrinsic-keyword',
    `\`${name}\` has no argument named \`${keyword}\``,
    at,
    'no such argument',
    row,
    name,
  );
  return near === undefined ? d : { ...d, help: `did you mean \`${near}=\`?` };
}

export function givenTwice(name: string, row: Row, param: string, at: Span): Diagnostic {
  return error(
    'intrinsic-argument-twice',
    `argument \`${param}\` of \`${name}\` is given twice`,
    at,
    'again here',
    row,
    name,
  );
}

export function wrongType(name: string, row: Row, param: string, wanted: Param['of'], value: Expr): Diagnostic {
  const d = error(
    'intrinsic-argument-type',
    `argument \`${param}\` of \`${name}\` is ${typeText(value.type)}, but must be ${wantedText(wanted)}`,
    value.span,
    `this is ${typeText(value.type)}`,
    row,
    name,
  );
  const help = conversionFor(name, wanted, value);
  return help === undefined ? d : { ...d, help };
}

function wantedText(wanted: Param['of']): string {
  const words = wanted.filter((w) => w !== 'boz').map((w) => (w === 'procedure' ? 'a procedure' : w));
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function conversionFor(name: string, wanted: Param['of'], value: Expr): string | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  if (value.type.base === 'integer' && wanted.includes('real')) return `convert it first: ${name}(real(${text}))`;
  if (value.type.base === 'real' && wanted.includes('integer')) return `convert it first: ${name}(int(${text}))`;
  return undefined;
}

/** As it stands in the source, where that is short. */
function textOf(e: Expr): string | undefined {
  const text = e.span.source.text.slice(e.span.from, e.span.to);
  return text.length === 0 || text.length > 40 || text.includes('\n') ? undefined : text;
}

const rankWords: Readonly<Record<Param['rank'], string>> = {
  elemental: 'a scalar or array',
  any: 'a scalar or array',
  scalar: 'a scalar',
  array: 'an array',
  vector: 'an array of rank 1',
  matrix: 'an array of rank 2',
  vectorOrMatrix: 'an array of rank 1 or 2',
  scalarOrOneLess: 'a scalar or an array',
};

export function wrongRank(name: string, row: Row, param: string, wanted: Param['rank'], value: Expr): Diagnostic {
  return error(
    'intrinsic-argument-rank',
    `argument \`${param}\` of \`${name}\` must be ${rankWords[wanted]}, but is ${value.rank === 0 ? 'a scalar' : `an array of rank ${value.rank}`}`,
    value.span,
    `this is ${typeAndRank(value.type, value.rank)}`,
    row,
    name,
  );
}

export function notConformable(name: string, first: Expr, second: Expr): Diagnostic {
  const shape = (e: Expr) => {
    const extents = extentsOf(e);
    return extents && first.rank === second.rank ? `shape (${extents.join(', ')})` : `rank ${e.rank}`;
  };
  return {
    severity: 'error',
    code: 'intrinsic-shapes',
    message: `arrays of ${shape(first)} and ${shape(second)} are given to \`${name}\`, which works element by element`,
    labels: [
      { at: second.span, text: shape(second) },
      { at: first.span, text: shape(first) },
    ],
  };
}

export function notAlike(name: string, row: Row, first: string, a: Expr, second: string, b: Expr): Diagnostic {
  const d: Diagnostic = {
    severity: 'error',
    code: 'intrinsic-types-differ',
    message: `arguments \`${first}\` and \`${second}\` of \`${name}\` must have the same type, but are ${typeText(a.type)} and ${typeText(b.type)}`,
    labels: [
      { at: b.span, text: typeText(b.type) },
      { at: a.span, text: typeText(a.type) },
    ],
    notes: [`the form is: ${formOf(name, row)}`],
  };
  const help = alikeHelp(a, b);
  return help === undefined ? d : { ...d, help };
}

function alikeHelp(a: Expr, b: Expr): string | undefined {
  const [real, other] = a.type.base === 'real' ? [a, b] : [b, a];
  if (real.type.base !== 'real' || other.type.base !== 'integer') return undefined;
  const text = textOf(other);
  return text === undefined ? undefined : `convert the integer: real(${text}, ${real.type.kind})`;
}

export function notConstant(name: string, row: Row, param: string, at: Span): Diagnostic {
  return error(
    'intrinsic-constant',
    `argument \`${param}\` of \`${name}\` must be a constant`,
    at,
    'not known at compile time',
    row,
    name,
  );
}

export function noSuchKind(name: string, base: string, kind: bigint, at: Span): Diagnostic {
  return error('intrinsic-kind', `there is no ${base}(${kind})`, at, `asked for by \`${name}\``, undefined, name);
}

export function notVariable(name: string, row: Row, param: string, at: Span): Diagnostic {
  return error(
    'intrinsic-variable',
    `argument \`${param}\` of \`${name}\` is set, so it must be a variable`,
    at,
    'not a variable',
    row,
    name,
  );
}

export function notAFunction(name: string, row: Row, at: Span): Diagnostic {
  return error(
    'intrinsic-not-function',
    `\`${name}\` is a subroutine, not a function`,
    at,
    'used as a function',
    row,
    name,
  );
}

export function notASubroutine(name: string, row: Row, at: Span): Diagnostic {
  return error(
    'intrinsic-not-subroutine',
    `\`${name}\` is a function, not a subroutine`,
    at,
    'called as a subroutine',
    row,
    name,
  );
}

export function unknownRank(name: string, param: string, at: Span): Diagnostic {
  return error(
    'intrinsic-rank-unknown',
    `the rank that \`${name}\` gives is not known: \`${param}\` must have a constant size`,
    at,
    'size not known at compile time',
    undefined,
    name,
  );
}

export function noDimension(name: string, array: Expr, most: number, dim: bigint, at: Span): Diagnostic {
  const message = `dimension ${dim} is asked of \`${name}\`, but there are ${most}`;
  return error('intrinsic-dimension', message, at, `the array has rank ${array.rank}`, undefined, name);
}

export function otherExtent(name: string, a: Expr, x: number, b: Expr, y: number): Diagnostic {
  return {
    severity: 'error',
    code: 'intrinsic-shapes',
    message: `\`${name}\` multiplies ${x} elements with ${y}`,
    labels: [
      { at: b.span, text: `${y} elements` },
      { at: a.span, text: `${x} elements` },
    ],
  };
}

export function otherMask(name: string, array: Expr, mask: Expr): Diagnostic {
  return {
    severity: 'error',
    code: 'intrinsic-shapes',
    message: `the mask of \`${name}\` has another shape than the array`,
    labels: [{ at: mask.span }, { at: array.span, text: 'the array' }],
  };
}

export function valueOutside(
  name: string,
  param: string,
  value: bigint,
  low: number | undefined,
  high: number | undefined,
  at: Span,
): Diagnostic {
  const range = high === undefined ? `at least ${low}` : `from ${low} to ${high}`;
  return error(
    'intrinsic-value',
    `argument \`${param}\` of \`${name}\` is ${value}, but must be ${range}`,
    at,
    `this is ${value}`,
    undefined,
    name,
  );
}

export function fieldOutside(name: string, first: bigint, count: bigint, bits: number, at: Span): Diagnostic {
  const d = error(
    'intrinsic-value',
    `\`${name}\` asks for ${count} bits from bit ${first} on, but there are ${bits}`,
    at,
    'too many',
    undefined,
    name,
  );
  return { ...d, notes: ['bits are counted from 0'] };
}

export function tooFewElements(name: string, param: string, wanted: number, given: number, at: Span): Diagnostic {
  const d = error(
    'intrinsic-shapes',
    `\`${name}\` needs ${wanted} elements of \`${param}\`, but there are ${given}`,
    at,
    `${given} elements`,
    undefined,
    name,
  );
  return name === 'reshape' ? { ...d, help: 'say what fills the rest: `reshape(source, shape, pad=[0])`' } : d;
}

export function badOrder(rank: number, at: Span): Diagnostic {
  const all = Array.from({ length: rank }, (_, i) => i + 1).join(', ');
  const message = `\`order\` must name each of the dimensions once: ${all} in any order`;
  return error('intrinsic-dimension', message, at, 'it does not', undefined, 'reshape');
}

export function notSettable(name: string, param: string, why: string, at: Span): Diagnostic {
  const message = `argument \`${param}\` of \`${name}\` is set, but this is ${why}`;
  return error('intrinsic-variable', message, at, 'cannot be set', undefined, name);
}

export function boundaryMissing(array: Expr): Diagnostic {
  const message = '`eoshift` of objects of a derived type needs an argument `boundary`';
  return error(
    'intrinsic-argument-missing',
    message,
    array.span,
    'there is no zero of this type',
    undefined,
    'eoshift',
  );
}

export function emptyMold(at: Span): Diagnostic {
  return error(
    'intrinsic-value',
    '`transfer` makes objects of `mold`, which have no bytes',
    at,
    'an empty type',
    undefined,
    'transfer',
  );
}

export function oneArgument(name: string, at: Span): Diagnostic {
  return {
    ...error(
      'argument-count',
      `\`${name}\` does one thing at a time: it takes one argument`,
      at,
      'one too many',
      undefined,
      name,
    ),
    help: `call it once for each:\ncall ${name}(put=seed)`,
  };
}
