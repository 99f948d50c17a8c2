/** Every message about the form of a source text: reading, preprocessing, syntax. */
import type { Diagnostic, Label } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import type { Name } from '../tree.ts';

type More = { readonly labels?: readonly Label[]; readonly notes?: readonly string[]; readonly help?: string };

function error(code: string, message: string, at: Span, text?: string, more: More = {}): Diagnostic {
  const first: Label = text === undefined ? { at } : { at, text };
  return {
    severity: 'error',
    code,
    message,
    labels: [first, ...(more.labels ?? [])],
    ...(more.notes ? { notes: more.notes } : {}),
    ...(more.help === undefined ? {} : { help: more.help }),
  };
}

function warning(code: string, message: string, at: Span, text?: string, more: More = {}): Diagnostic {
  return { ...error(code, message, at, text, more), severity: 'warning' };
}

// ---- reading ----------------------------------------------------------------------------------------------------

export const unterminatedString = (quote: string, at: Span) =>
  error('unterminated-string', 'character constant is not closed', at, `no ${quote} before the end of the line`, {
    help: 'close it, or end the line with & to go on in the next',
  });

export const plainBackslash = (at: Span) =>
  warning(
    'plain-backslash',
    'the backslashes of this file are ordinary characters: as an escape this one would leave a character constant without an end',
    at,
    undefined,
    {
      notes: ['`\\n`, `\\t`, `\\\\` and the like are escapes, as with nvfortran, unless -Mbackslash is given'],
      help: 'compile with -Mbackslash, or write two of them for each',
    },
  );

export const unknownEscape = (letter: string, at: Span) =>
  warning('unknown-escape', `\`\\${letter}\` is no escape: \`${letter}\` is what stays of it`, at, undefined, {
    notes: ['a backslash begins an escape, as with nvfortran, unless -Mbackslash is given'],
    help: 'compile with -Mbackslash if the backslashes of this file are ordinary characters, or write two of them',
  });

export const continuedIntoNothing = (at: Span) =>
  error('missing-continuation', 'the last line is continued, but nothing follows', at, 'the source ends here');

export const includeNotFound = (name: string, paths: readonly string[], at: Span) =>
  error('include-not-found', `include file \`${name}\` cannot be read`, at, undefined, {
    notes: [
      paths.length === 0
        ? 'looked in the directory of the including file'
        : `looked in the directory of the including file, ${paths.join(', ')}`,
    ],
    help: 'name its directory with -I',
  });

export const includeTooDeep = (name: string, at: Span) =>
  error('include-too-deep', `\`${name}\` is included too deeply`, at, 'does it include itself?');

export const preprocessorLineInPlainFile = (word: string, at: Span) =>
  error('unexpected-preprocessor-line', `\`${word}\` in a file that is not preprocessed`, at, undefined, {
    help: 'compile with -Mpreprocess, or name the file with a capital suffix (.F90, .CUF)',
  });

// ---- preprocessing ----------------------------------------------------------------------------------------------

export const unterminatedIf = (at: Span) =>
  error('unterminated-if', '`#if` without `#endif`', at, 'opened here, never closed');

export const directiveWithoutIf = (word: string, at: Span) =>
  error('directive-without-if', `\`#${word}\` without \`#if\``, at);

export const directiveAfterElse = (word: string, at: Span, opened: Span) =>
  error('directive-after-else', `\`#${word}\` after \`#else\``, at, undefined, {
    labels: [{ at: opened, text: 'the conditional begins here' }],
  });

export const errorDirective = (text: string, at: Span) => error('error-directive', `#error ${text}`.trim(), at);
export const warningDirective = (text: string, at: Span) => warning('warning-directive', `#warning ${text}`.trim(), at);

export const unknownDirective = (word: string, at: Span) =>
  warning('unknown-directive', `unknown preprocessor directive \`#${word}\` is ignored`, at);

export const badCondition = (text: string, at: Span) =>
  error('bad-condition', text === '' ? '`#if` without a condition' : 'condition cannot be evaluated', at);

export const badDefine = (at: Span) => error('bad-define', 'expected a name after `#define`', at);

export const badInclude = (at: Span) =>
  error('bad-include', 'expected a file name in quotes after `include`', at, undefined, { help: "include 'file.inc'" });

export const macroTooLong = (at: Span) =>
  error('macro-too-long', 'a macro expands to more than a million characters', at);

// ---- statements -------------------------------------------------------------------------------------------------

export const expected = (what: string, after: string | undefined, found: string | undefined, at: Span) =>
  error(
    'syntax',
    after === undefined ? `expected ${what}` : `expected ${what} after \`${after}\``,
    at,
    found === undefined ? 'the statement ends here' : `found \`${found}\``,
    found === undefined && after !== undefined && goesOn.test(after)
      ? { help: endWithAmpersand }
      : remedy(what, after, found),
  );

/** What the statement after an unfinished one is told by: it may be its second half. */
export const endWithAmpersand = 'end the line with & if the statement goes on in the next';

export const isUnfinished = (d: Diagnostic): boolean =>
  d.help === endWithAmpersand || (d.code === 'unbalanced-parentheses' && d.message.endsWith('is not closed'));

export const isLoopOfC = (d: Diagnostic): boolean =>
  d.code === 'unknown-statement' && /^do (?:i =|while)/.test(d.help ?? '');
export const endsLoopOfC = (d: Diagnostic): boolean => d.code === 'unknown-statement' && d.help === 'end do';

/** What somebody meant who wrote `found` where `what` was expected. */
function remedy(what: string, after: string | undefined, found: string | undefined): More {
  const help = remedies.find(
    ([w, a, f]) => (w === undefined || w === what) && (a?.test(after ?? '') ?? true) && f.test(found ?? ''),
  )?.[3];
  return help === undefined ? {} : { help };
}

const remedies: readonly (readonly [
  what: string | undefined,
  after: RegExp | undefined,
  found: RegExp,
  help: string,
])[] = [
  [undefined, undefined, /^&/, '`and` is `.and.`, as in `a > 0 .and. b > 0`; & goes on in the next line'],
  [undefined, undefined, /^\|/, '`or` is `.or.`, as in `a > 0 .or. b > 0`'],
  [undefined, undefined, /^\^$/, 'a power is `a**b`'],
  [undefined, undefined, /^#$/, 'a comment begins with `!`'],
  ['the end of the statement', /^>>>$/, /./, 'arguments stand in round brackets: call kernel<<<grid, block>>>(a, b)'],
  [undefined, /^\/\/$/, /./, 'a comment begins with `!`'],
  ['`(`', /^if$/i, /./, 'if (condition) then'],
  ['`::`', undefined, /^:$/, 'attributes and names are parted by `::`'],
  ['`::`', undefined, /^\w/, 'attributes and names are parted by `::`, as in `real, dimension(3) :: a`'],
  ['the name of a component', /^%$/, /^\d/, 'the remainder is `mod(a, b)`'],
  ['the name of a component', /^%$/, /^\(/, 'the remainder is `mod(a, b)`'],
];

/** What a statement cannot end with. */
const goesOn = /^(?:[-+*/,=(%]|\*\*|\/\/|[<>=/]=|\.\w+\.)$/;

export const unexpected = (found: string, after: string | undefined, at: Span) =>
  error(
    'syntax',
    after === undefined ? `\`${found}\` makes no sense here` : `\`${found}\` makes no sense after \`${after}\``,
    at,
    'expected the end of the statement',
    remedy('the end of the statement', after, found),
  );

export const unexpectedCharacter = (character: string, at: Span) =>
  error(
    'unexpected-character',
    `character ${shown(character)} has no meaning in Fortran`,
    at,
    undefined,
    /[{}]/.test(character) ? { help: 'blocks are `if (condition) then … end if`, `do i = 1, n … end do`' } : {},
  );

export const loopHeading = (after: string, found: string | undefined, at: Span) =>
  error(
    'syntax',
    `expected \`,\` after \`${after}\``,
    at,
    found === undefined ? 'the statement ends here' : `found \`${found}\``,
    {
      help: 'do variable = first, last',
    },
  );

export const notEqualOfC = (at: Span) =>
  error('unbalanced-parentheses', '`!` begins a comment: what follows it is not read', at, undefined, {
    help: '`not equal` is `/=`',
  });

export const incrementOfC = (name: string, operator: string, at: Span) =>
  error('compound-assignment', `Fortran has no \`${operator}${operator}\``, at, undefined, {
    help: `${name} = ${name} ${operator} 1`,
  });

export const printWithoutComma = (at: Span) =>
  error('syntax', 'a comma parts the format of `print` from what is printed', at, undefined, {
    help: 'print *, items',
  });

export const afterProgram = (at: Span, end: Span) =>
  error('stray-statement', 'this statement stands after the end of the main program', at, undefined, {
    labels: [{ at: end, text: 'the program ends here' }],
    help: 'move it up before `end program`, or into a procedure',
  });

export const unknownTarget = (word: string, meant: string | undefined, at: Span) =>
  error('unknown-attribute', `\`${word}\` is no place where procedures run`, at, undefined, {
    help:
      meant === undefined ? 'attributes(global), attributes(device) or attributes(host)' : `did you mean \`${meant}\`?`,
  });

function shown(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 32 && code < 127) return `\`${character}\``;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

export const unclosed = (bracket: string, at: Span, end: Span) =>
  error('unbalanced-parentheses', `\`${bracket}\` is not closed`, at, 'opened here', {
    labels: [{ at: end, text: 'the statement ends here' }],
  });

export const unopened = (bracket: string, at: Span) =>
  error('unbalanced-parentheses', `\`${bracket}\` closes nothing`, at, 'no bracket is open here');

export const mismatchedBracket = (found: string, wanted: string, at: Span, opened: Span) =>
  error('unbalanced-parentheses', `expected \`${wanted}\`, found \`${found}\``, at, undefined, {
    labels: [{ at: opened, text: `needs \`${wanted}\`` }],
  });

export const nestedTooDeep = (at: Span) =>
  error('nested-too-deep', 'nested too deeply for this compiler', at, 'simplify it, or split it into parts');

export const tooManyErrors = (at: Span) => error('too-many-errors', 'too many errors: the rest is not shown', at);

export const unknownStatement = (word: string, at: Span, help: string | undefined) =>
  error('unknown-statement', `\`${word}\` begins no statement`, at, undefined, help === undefined ? {} : { help });

export const joinedDo = (word: string, at: Span) =>
  error('misspelt-keyword', `\`${word}\` begins no loop`, at, undefined, { help: `do ${word.slice(2)} = first, last` });

export const compoundAssignment = (name: string, operator: string, value: string, at: Span) =>
  error('compound-assignment', `Fortran has no \`${operator}=\``, at, undefined, {
    help: `${name} = ${name} ${operator} ${value}`,
  });

export const badChevrons = (at: Span, help = 'call kernel<<<grid, block>>>(arguments)') =>
  error('bad-launch', 'a kernel launch needs three `<` and three `>`', at, undefined, {
    help,
  });

export const noStatement = (found: string, at: Span) =>
  error('unknown-statement', `no statement begins with \`${found}\``, at);

export const misspelt = (word: string, meant: string, at: Span) =>
  error('misspelt-keyword', `\`${word}\` begins no statement`, at, undefined, { help: `did you mean \`${meant}\`?` });

export const headingWithoutAttributes = (word: string, target: string, at: Span) =>
  error('misspelt-keyword', `\`${word}\` begins no statement`, at, undefined, {
    help: `attributes(${target}) subroutine name(arguments)`,
  });

export const missingCall = (name: string, statement: string, at: Span) =>
  givesCode.test(name)
    ? error('missing-call', `\`${name}\` is a function: what it gives must go somewhere`, at, 'stands alone', {
        help: `istat = ${statement}`,
      })
    : error('missing-call', `\`${name}\` is not a statement; a subroutine is invoked with \`call\``, at, undefined, {
        help: `call ${statement}`,
      });
/** Names as those of CUDA's libraries, which give error codes, and of atomic functions. */
const givesCode = /^(?:cu(?:da|blas|fft|rand|sparse|solver|tensor)|atomic|nccl)[a-z]/i;

export const equalityForAssignment = (at: Span) =>
  error('comparison-as-statement', 'a comparison is not a statement', at, undefined, {
    help: 'assign with one `=`',
  });

export const assignmentInCondition = (at: Span) =>
  error('assignment-in-condition', '`=` in a condition', at, 'assigns; it does not compare', {
    help: 'compare with `==`',
  });

export const missingThen = (word: 'if' | 'else if', at: Span, end: Span) =>
  error('missing-then', `\`${word} (…)\` without \`then\``, end, 'expected `then` here', {
    labels: [{ at, text: `this \`${word}\`` }],
  });

export const notAnAction = (word: string, at: Span) =>
  error('not-an-action', `\`${word}\` cannot stand after \`if (…)\``, at, 'expected an action, such as an assignment', {
    help: 'use `if (…) then … end if`',
  });

export const labelAlone = (at: Span) =>
  error('label-without-statement', 'a label needs a statement', at, undefined, { help: 'write `continue` after it' });

export const badLabel = (at: Span, value: number) =>
  error('bad-label', value === 0 ? 'no label is 0' : 'a label has at most five digits', at, undefined, {
    help: 'take a number from 1 to 99999',
  });

export const formatNeedsLabel = (at: Span) =>
  error('format-needs-label', '`format` needs a label', at, undefined, { help: 'write a number before it' });

export const unknownAttribute = (word: string, known: readonly string[], at: Span) => {
  const meant = nearest(word, known);
  const help = meant === undefined ? {} : { help: `did you mean \`${meant}\`?` };
  return error('unknown-attribute', `\`${word}\` is no attribute`, at, undefined, help);
};

export const cudaOnly = (what: string, at: Span) =>
  error('needs-cuda-fortran', `${what} needs CUDA Fortran`, at, undefined, {
    help: 'compile with -cuda, or name the file with the suffix .cuf',
  });

export const launchWithoutBlock = (at: Span) =>
  error('bad-launch', 'a launch needs the grid and the block', at, 'one number only', {
    help: launchWith('blocks, threadsPerBlock', at),
  });

/** The launch whose `<<<...>>>` stands at `at`, with these numbers in their place. */
function launchWith(numbers: string, at: Span): string {
  const { text } = at.source;
  const name = /(\w+)\s*$/.exec(text.slice(0, at.from))?.[1] ?? 'kernel';
  const given = /^\s*(\(.{0,60}\))\s*$/m.exec(text.slice(at.to))?.[1] ?? '(arguments)';
  return `call ${name}<<<${numbers}>>>${given}`;
}

export const launchTuple = (text: string, at: Span) =>
  error('bad-launch', 'several extents of a grid or block are a `dim3`', at, undefined, { help: `dim3${text}` });

export const launchTooLong = (at: Span) =>
  error('bad-launch', 'a launch takes at most a grid, a block, bytes of shared memory and a stream', at, undefined, {
    help: launchWith('grid, block, bytes, stream', at),
  });

export const launchInExpression = (at: Span) =>
  error('launch-in-expression', 'a launch is a statement and has no value', at, '`<<<` in an expression', {
    help: 'call kernel<<<grid, block>>>(arguments)',
  });

export const componentWithDot = (name: string, at: Span) =>
  error('component-with-dot', 'a component is named with `%` in Fortran', at, 'as in C', {
    help: `${name}%x`,
  });

export const launchAfterArguments = (at: Span) =>
  error('launch-after-arguments', '`<<<…>>>` stands before the arguments', at, undefined, {
    help: 'call kernel<<<grid, block>>>(arguments)',
  });

export const badBozDigits = (digits: string, radix: number, at: Span) =>
  error('bad-digits', `\`${digits}\` is not a number of base ${radix}`, at);

export const keywordAmongBounds = (keyword: Name) =>
  error('syntax', `\`${keyword.text} =\` cannot stand among array bounds`, keyword.span);

export const strideAmongBounds = (at: Span) =>
  error('syntax', 'only `lower:upper` may stand here', at, 'not an array bound');

export const unknownDirectiveOfCuf = (at: Span) =>
  error('unknown-directive', 'unknown `!$cuf` directive', at, undefined, {
    help: '!$cuf kernel do <<<*, *>>>',
  });

// ---- units and constructs ---------------------------------------------------------------------------------------

export const missingEnd = (what: string, opening: Span, at: Span, name: Name | undefined) =>
  error('missing-end', `\`${what}\` without \`end ${what}\``, opening, 'opened here', {
    labels: [{ at, text: `expected \`end ${what}${name ? ` ${name.text}` : ''}\` before this` }],
  });

export const strayEnd = (what: string, at: Span) =>
  error('stray-end', `\`end ${what}\` without \`${what}\``, at, 'nothing to end here');

export const strayMiddle = (what: string, construct: string, at: Span) =>
  error('stray-branch', `\`${what}\` outside \`${construct}\``, at);

export const wrongEnd = (found: string, wanted: string, at: Span, opening: Span) =>
  error('wrong-end', `expected \`end ${wanted}\`, found \`end ${found}\``, at, undefined, {
    labels: [{ at: opening, text: `the ${wanted} begins here` }],
  });

export const wrongEndName = (found: Name, wanted: Name | undefined, what: string, opening: Span) =>
  error(
    'wrong-end-name',
    wanted === undefined
      ? `\`end ${what} ${found.text}\` names a ${what} that has no name`
      : `expected \`end ${what} ${wanted.text}\`, found \`end ${what} ${found.text}\``,
    found.span,
    undefined,
    { labels: [{ at: opening, text: 'begins here' }] },
  );

export const wrongEndSpec = (at: Span, opening: Span) =>
  warning('wrong-end-name', 'this interface begins with something else', at, undefined, {
    labels: [{ at: opening, text: 'begins here' }],
    help: 'end it with `end interface` alone, or with the words that it begins with',
  });

export const missingContains = (what: string, unit: string, at: Span, opening: Span) =>
  error('missing-contains', `${what} in a ${unit} without \`contains\``, at, 'expected `contains` before this', {
    labels: [{ at: opening, text: `the ${unit} begins here` }],
  });

export const nestedContains = (what: string, at: Span, opening: Span) =>
  error(
    'nested-contains',
    `an internal ${what} cannot contain procedures of its own`,
    at,
    'procedures go one level deep',
    {
      labels: [{ at: opening, text: 'is internal itself' }],
      help: 'move them beside it, after the `contains` of the host',
    },
  );

export const misplacedDeclaration = (at: Span) =>
  error('misplaced-declaration', 'declaration after an executable statement', at, undefined, {
    help: 'move it before the first executable statement, or into `block … end block`',
  });

export const executableInSpecification = (unit: string, at: Span) =>
  error(
    'misplaced-statement',
    `executable statement in ${/^[aeiou]/.test(unit) ? 'an' : 'a'} ${unit}`,
    at,
    'belongs into a procedure',
  );

export const misplacedLine = (what: string, where: string, at: Span) =>
  error('misplaced-statement', `\`${what}\` cannot stand in ${where}`, at);

export const beforeFirstBranch = (branch: string, at: Span) =>
  error('misplaced-statement', `statement before the first \`${branch}\` of a \`select\``, at);

export const outsideOfUnits = (what: string, at: Span) =>
  error('misplaced-statement', `\`${what}\` outside of any program unit`, at);

export const kernelNeedsLoop = (at: Span, found: Span | undefined) =>
  error('kernel-needs-loop', '`!$cuf kernel do` governs no loop', at, 'this directive', {
    labels: found ? [{ at: found, text: 'expected a `do` loop' }] : [],
  });

export const beforeKernelLoop = (at: Span, first: Span, loop: Span) =>
  warning(
    'kernel-needs-loop',
    'a statement stands between `!$cuf kernel do` and its loop',
    first,
    'the host does this',
    {
      labels: [
        { at, text: 'this directive' },
        { at: loop, text: 'governs this loop' },
      ],
      help: 'put the directive right before the loop',
    },
  );

export const missingLabelledEnd = (label: number, opening: Span) =>
  error('missing-end', `no statement has the label ${label} that ends this loop`, opening);

/** The known word that is one or two slips away from `word`. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length === 3) return known.find((other) => isAnagram(word, other));
  const most = word.length < 3 ? 0 : word.length < 6 ? 1 : 2;
  let best: string | undefined;
  let least = most + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) > most) continue;
    const slips = distance(word, candidate);
    if (slips < least) [best, least] = [candidate, slips];
  }
  return best;
}

function isAnagram(a: string, b: string): boolean {
  return a !== b && a.length === b.length && [...a].sort().join('') === [...b].sort().join('');
}

/** Letters to insert, delete, replace or swap. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}

export const suffixWithoutList = (name: Name, at: Span) =>
  error('syntax', `the list of dummy arguments is missing before this`, at, undefined, {
    help: `${name.text}() ${at.source.text.slice(at.from, at.to)}`,
  });
export const nameBeginsWithUnderscore = (name: string, at: Span) =>
  error('syntax', `a name begins with a letter, not with an underscore: \`${name}\``, at, undefined, {
    help: name.replace(/^_+/, '') || 'x',
  });
export const noTypeParameters = (name: Name, at: Span) =>
  error('syntax', `the list of the parameters of type \`${name.text}\` is empty`, at, undefined, {
    help: 'leave the parentheses out',
  });
export const proceduresWithoutGeneric = (abstract: boolean, at: Span) =>
  error(
    'misplaced-statement',
    `${abstract ? 'an abstract interface' : 'an interface without a name'} describes procedures, and names none`,
    at,
    undefined,
    {
      help: 'give the interface a generic name, or write the whole interface of the procedure',
    },
  );
