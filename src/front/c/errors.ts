/** What the front end of C and C++ tells: one function a mistake. */
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Span } from '../../base/source.ts';

function error(code: string, message: string, at: Span, text?: string, help?: string): Diagnostic {
  return {
    severity: 'error',
    code,
    message,
    labels: [text === undefined ? { at } : { at, text }],
    ...(help !== undefined && { help }),
  };
}

function warning(code: string, message: string, at: Span, text?: string): Diagnostic {
  return { severity: 'warning', code, message, labels: [text === undefined ? { at } : { at, text }] };
}

function also(d: Diagnostic, at: Span | undefined, text: string): Diagnostic {
  return at ? { ...d, labels: [...d.labels, { at, text }] } : d;
}

// ---- text ----
export const unclosedComment = (at: Span): Diagnostic =>
  error('unclosed-comment', 'this comment has no end', at, 'begins here', 'write `*/` where it ends');
export const unclosedText = (at: Span): Diagnostic =>
  error('unclosed-text', 'this text has no closing quote on its line', at);
export const noHeader = (name: string, at: Span): Diagnostic =>
  error('no-header', `there is no header \`${name}\``, at, undefined, 'name the folder that has it with -I');
export const directive = (message: string, at: Span): Diagnostic => error('preprocessor', message, at);
export const directiveError = (text: string, at: Span): Diagnostic => error('error-directive', `#error ${text}`, at);
export const directiveWarning = (text: string, at: Span): Diagnostic => warning('warning-directive', text, at);

// ---- syntax ----
export const expected = (what: string, found: string, at: Span): Diagnostic =>
  error('syntax', `${what} is expected here, not ${found}`, at);
/** What ends a line is missing there. */
export const missing = (what: string, behind: string, at: Span): Diagnostic =>
  error('syntax', `${what} is missing behind \`${behind}\``, at);
export const launchSize = (at: Span): Diagnostic =>
  error(
    'syntax',
    'a launch needs the number of blocks and the number of threads of each',
    at,
    undefined,
    '<<<blocks, threads>>>',
  );
export const tooDeep = (at: Span): Diagnostic =>
  error('nested-too-deep', 'this is nested too deeply', at, undefined, 'simplify it, or split it into parts');
/** `chain`: from the outermost template on. */
export const templateDepth = (
  limit: number,
  chain: readonly { readonly name: string; readonly at: Span }[],
  at: Span,
): Diagnostic => {
  const names = chain.map(({ name }) => `\`${shortened(name)}\``);
  const [first] = chain;
  return {
    ...also(
      error(
        'template-depth',
        `${names.at(-1)} is more than ${limit} templates deep`,
        at,
        'needed here',
        `end it with a specialisation, or allow more levels: -ftemplate-depth=${2 * limit}`,
      ),
      first?.at,
      'the first one',
    ),
    notes: [`${names.slice(0, 3).join(' needs ')} … ${names.slice(-3).join(' needs ')}`],
  };
};
const shortened = (name: string): string => (name.length <= 60 ? name : `${name.slice(0, 40)}…${name.slice(-15)}`);
export const badNumber = (text: string, at: Span): Diagnostic => error('bad-number', `\`${text}\` is no number`, at);
export const badCharacter = (at: Span): Diagnostic => error('bad-character', 'this is no character constant', at);

// ---- names and types ----
export const unknownName = (name: string, at: Span, help?: string): Diagnostic =>
  error('unknown-name', `\`${name}\` is not declared`, at, undefined, help);
export const declaredTwice = (name: string, at: Span, before: Span | undefined): Diagnostic =>
  also(error('declared-twice', `\`${name}\` is declared again as something else`, at), before, 'first declared here');
export const unlikeTypes = (from: string, to: string, at: Span): Diagnostic =>
  error('type-mismatch', `a value of type \`${from}\` does not become \`${to}\``, at);
export const badOperands = (op: string, types: readonly string[], at: Span): Diagnostic =>
  error('bad-operands', `\`${op}\` does not take ${types.map((t) => `\`${t}\``).join(' and ')}`, at);
export const notLvalue = (what: string, at: Span): Diagnostic =>
  error('not-assignable', `${what} needs something that lies in memory`, at, 'this is only a value');
export const isConst = (at: Span): Diagnostic => error('const-assigned', 'this is const and cannot be changed', at);
export const incomplete = (type: string, at: Span): Diagnostic =>
  error('incomplete-type', `\`${type}\` is not complete here`, at);
export const throughVoid = (at: Span): Diagnostic =>
  error('void-pointer', 'a `void *` does not tell what lies there', at, undefined, 'cast it first: `*(float *)p`');
export const noMember = (type: string, name: string, at: Span): Diagnostic =>
  error('no-member', `\`${type}\` has no member \`${name}\``, at);
export const notCallable = (type: string, at: Span): Diagnostic =>
  error('not-callable', `a value of type \`${type}\` cannot be called`, at);
export const argumentCount = (name: string, takes: string, given: number, at: Span, declared?: Span): Diagnostic =>
  also(
    error('argument-count', `\`${name}\` takes ${takes}, but ${given} ${given === 1 ? 'is' : 'are'} given`, at),
    declared,
    'declared here',
  );
export const notConstant = (what: string, at: Span): Diagnostic =>
  error('not-constant', `${what} must be a constant that the compiler knows`, at);
export const badInitialiser = (type: string, at: Span): Diagnostic =>
  error('bad-initialiser', `this does not initialise a \`${type}\``, at);
export const notKernel = (at: Span): Diagnostic =>
  error('not-a-kernel', 'only a `__global__` function is launched with `<<<…>>>`', at);
export const kernelCalled = (name: string, at: Span): Diagnostic =>
  error(
    'kernel-called',
    `\`${name}\` is a kernel: it is launched, not called`,
    at,
    undefined,
    `${name}<<<blocks, threads>>>(…)`,
  );
export const kernelResult = (name: string, at: Span): Diagnostic =>
  error('kernel-result', `kernel \`${name}\` must return void`, at);
export const hostOnDevice = (name: string, at: Span): Diagnostic =>
  error(
    'host-call-on-device',
    `host function \`${name}\` is called in device code`,
    at,
    undefined,
    `declare it with __device__, or with __host__ __device__ for both`,
  );
export const deviceOnHost = (name: string, at: Span): Diagnostic =>
  error('device-call-on-host', `device function \`${name}\` is called in host code`, at);
export const hostVariableOnDevice = (name: string, at: Span): Diagnostic =>
  error(
    'host-variable-on-device',
    `host variable \`${name}\` is used in device code`,
    at,
    undefined,
    'declare it with __device__, __constant__ or __managed__, or pass it to the kernel',
  );
export const deviceVariableOnHost = (name: string, at: Span): Diagnostic =>
  error(
    'device-variable-on-host',
    `\`${name}\` lies on the device and is used in host code`,
    at,
    undefined,
    `copy it with cudaMemcpyFromSymbol or cudaMemcpyToSymbol`,
  );
export const noLabel = (name: string, at: Span): Diagnostic =>
  error('unknown-label', `there is no label \`${name}\` in this function`, at);
export const strayJump = (word: string, at: Span): Diagnostic =>
  error('stray-jump', `\`${word}\` stands in no loop${word === 'break' ? ' or switch' : ''}`, at);
/** By the program, or because a part of the class cannot be copied. */
export const deletedFunction = (name: string, at: Span, declared: Span, byProgram: boolean): Diagnostic =>
  also(
    error(
      'deleted-function',
      byProgram ? `\`${name}\` is deleted` : `\`${name}\` is deleted, since a part of the class has none`,
      at,
    ),
    declared,
    byProgram ? 'deleted here' : 'of this class',
  );
/** A class is a virtual base's heir in another file's words. */
export const partElsewhere = (name: string, at: Span): Diagnostic =>
  error(
    'base-made-elsewhere',
    `\`${name}\` has virtual bases, and this file does not define how it is made as a base of another class`,
    at,
    undefined,
    'define its constructors and its destructor in the header',
  );
export const virtualDowncast = (from: string, to: string, at: Span): Diagnostic =>
  error(
    'cast-through-virtual-base',
    `\`${from}\` is a virtual base of \`${to}\`: where it lies in an object is known when the program runs`,
    at,
    undefined,
    `dynamic_cast<${to} *>(…)`,
  );
export const notSupported = (what: string, at: Span): Diagnostic =>
  error('not-supported', `${what} is not supported`, at);
/** Functions that a call may mean: where the program declares them, and how all look. */
export type Candidates = { readonly places: readonly Span[]; readonly shown: readonly string[] };
const few = 3;

function withCandidates(d: Diagnostic, { places, shown }: Candidates, text: string): Diagnostic {
  const labels = places.slice(0, few).map((at) => ({ at, text }));
  const notes = places.length > 0 ? [] : shown.slice(0, few).map((one) => `there is ${one}`);
  return { ...d, labels: [...d.labels, ...labels], ...(notes.length > 0 && { notes }) };
}

export const whichFunction = (name: string, at: Span, places: readonly Span[]): Diagnostic => ({
  ...withCandidates(
    error('ambiguous-function', `there are several functions \`${name}\`, and nothing says which is meant`, at),
    { places, shown: [] },
    'it may be this one',
  ),
  help: 'convert it to a pointer to the function first, as in (void (*)(int))f, or name the arguments of the template, as in f<int>',
});
export const ambiguous = (name: string, at: Span, candidates: Candidates): Diagnostic => ({
  ...withCandidates(
    error('ambiguous-call', `several functions \`${name}\` fit these arguments equally well`, at),
    candidates,
    'it may be this one',
  ),
  help: 'convert an argument to the type that is meant, as in (double)x',
});
export const noMatch = (
  name: string,
  types: readonly string[],
  at: Span,
  candidates: Candidates = { places: [], shown: [] },
): Diagnostic =>
  withCandidates(
    error('no-matching-function', `no \`${name}\` takes (${types.join(', ')})`, at),
    candidates,
    'it is not this one',
  );
export const noRange = (type: string, at: Span): Diagnostic =>
  error(
    'no-range',
    `a loop cannot go over a value of type \`${type}\``,
    at,
    undefined,
    'arrays, and classes with begin() and end(), can be gone over',
  );
export const assertionFailed = (text: string, at: Span): Diagnostic =>
  error('static-assertion', text === '' ? 'static assertion failed' : `static assertion failed: ${text}`, at);
