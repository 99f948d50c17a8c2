/**
 * The state of reading one unit: the tokens and where we are, scopes, the function that is being read. The grammar stands in the files beside this one; what they need of
 * each other they find in `parts`, so that none imports another in a circle.
 */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import { expected, missing, tooDeep } from '../errors.ts';
import type { Token } from '../text/lex.ts';
import type { Case, Expression, FunctionSymbol, Initial, Statement, VariableSymbol, VirtualTable } from '../tree.ts';
import {
  type EnumType,
  type FunctionType,
  mentionsAuto,
  type RecordType,
  type TemplateArgument,
  type Type,
} from '../types.ts';
import { classInfo } from './class-info.ts';
import { checkDepth, type Limits, type Site } from './instantiation.ts';
import type { FunctionName } from './mangle.ts';
import { type Entity, type OutsideDefinition, Scope, type Template, type TemplateParameter } from './scope.ts';

export type Sides = { readonly host: boolean; readonly device: boolean; readonly kernel: boolean };

/** What stands at the front of a declaration. */
export type Specifiers = {
  type: Type;
  /** Nothing was said of the type. */
  missing: boolean;
  typedef: boolean;
  extern: boolean;
  static: boolean;
  inline: boolean;
  constexpr: boolean;
  virtual: boolean;
  explicit: boolean;
  friend: boolean;
  mutable: boolean;
  threadLocal: boolean;
  noReturn: boolean;
  /** The name of what it is another name for. */
  alias?: string;
  align: number;
  /** Bytes of a vector of elements of the type (`vector_size`). */
  vector: number | undefined;
  where: Set<'host' | 'device' | 'global' | 'shared' | 'constant' | 'managed'>;
  launchBounds: { readonly maxThreads: number; readonly minBlocks: number } | undefined;
  /** A struct, union or enum was defined here. */
  defines: boolean;
};

export type ParameterName = {
  readonly name: string;
  readonly type: Type;
  readonly at: Span;
  /** Where the tokens of its default begin. */
  readonly defaultAt?: number;
  readonly pack?: boolean;
  /** Of parameters that a pack became: which one. */
  readonly packIndex?: number;
  /** What the types of later parameters mean by its name. */
  readonly variable?: VariableSymbol;
  /** Sizes of the arrays in its type, computed when the function begins. */
  readonly sizes?: readonly Statement[];
};

/** A name with the type that is declared for it. */
export type Declarator = {
  readonly name: Token | undefined;
  readonly type: Type;
  readonly at: Span;
  /** The parameters where it is a function: the outermost list. */
  readonly params?: readonly ParameterName[];
  /** `operator+`, `~X`: where the name is more than a token. */
  readonly called?: string;
  /** Arguments of a template that is specialised: `f<int>`. */
  readonly args?: readonly TemplateArgument[];
  /** The class whose member is declared: `X::f`. */
  readonly owner?: RecordType;
  /** Names alone, as C had it before prototypes. */
  readonly old?: boolean;
  /** The namespace of a name that is declared outside of it: `n::f`. */
  readonly home?: Scope;
};

export type NamedDeclarator = Declarator & { readonly name: NonNullable<Declarator['name']> };

export type Language = { readonly cxx: boolean; readonly cuda: boolean };

/** A mistake of syntax ends a declaration or a statement; it has been reported. */
export class Abandoned extends Error {}

/** One for all: where it was thrown is of no use, and costs more than what was tried. */
export const abandoned = new Abandoned();

/** Of a function that calls setjmp. */
export type Landings = {
  /** The number of this call of the function; 0 before its first mark. */
  readonly frame: VariableSymbol;
  /** What setjmp gives, for each that there is. */
  readonly values: VariableSymbol[];
};

export type FunctionContext = {
  readonly fn: FunctionSymbol | undefined;
  readonly result: Type;
  /** Of `auto` results. */
  found?: Type | undefined;
  readonly self?: VariableSymbol | undefined;
  /** Whose values it gives back; undefined: other values. */
  readonly returns: Set<VariableSymbol | undefined>;
  readonly labels: Set<string>;
  readonly jumps: { readonly label: string; readonly at: Span }[];
  /** Labels whose address was taken: their numbers, and the jumps that may lead to any of them. */
  readonly labelNumbers: Map<string, bigint>;
  readonly computed: { readonly cases: Case[]; readonly body: Statement[]; readonly at: Span }[];
  readonly switches: { readonly type: Type; readonly cases: Case[] }[];
  loops: number;
  /** Sizes of arrays that are computed before the statement. */
  readonly before: Statement[];
  breakable: number;
  /** What the calls of setjmp in the statement that is read need before it. */
  marks: Statement[];
  landings?: Landings;
  readonly captures?: Captures | undefined;
  /** Of functions within functions, as GCC has them. */
  readonly around?: Around;
  frame?: Frame;
};

/** Of a function that has others within it. */
export type Frame = {
  readonly variable: VariableSymbol;
  readonly record: RecordType;
  /** What the frame has the addresses of: variables, and the frames of functions further around. */
  readonly entries: Map<object, FrameEntry>;
};

/** `isLate`: its address is known where the nested function stands. */
export type FrameEntry = { readonly index: number; readonly address: Expression; readonly isLate: boolean };

/** Of a nested function. */
export type Around = { readonly context: FunctionContext; readonly chain: VariableSymbol };

/** What a lambda takes of the function around. */
export type Captures = {
  readonly take: (v: VariableSymbol) => Expression | undefined;
  readonly self: () => Expression | undefined;
  /** The lambda itself. */
  readonly record: RecordType;
  readonly object: Expression;
  readonly variable: VariableSymbol;
};

export type Qualified = {
  readonly entity: Entity | undefined;
  readonly name: Token;
  readonly scope: Scope | undefined;
  readonly args?: unknown;
};

export type MadeClass = {
  /** It waits for its definition. */
  readonly record: RecordType;
  readonly template: Template;
  readonly args: readonly TemplateArgument[];
  readonly name: string;
};

/** The grammar's parts, and those of semantics that need the grammar. */
export type Parts = {
  readonly expression: (p: Parser) => Expression;
  readonly assignment: (p: Parser) => Expression;
  /** A constant expression; reported where it is none. */
  readonly constant: (p: Parser, what: string) => bigint | undefined;
  readonly isType: (p: Parser) => boolean;
  readonly typeName: (p: Parser) => Type;
  /** `decltype (…)` */
  readonly typeOf: (p: Parser) => Type;
  readonly classSpecifier: (p: Parser) => { readonly type: Type; readonly defines: boolean };
  readonly instance: (p: Parser, template: Template, args: readonly TemplateArgument[], at: Span) => Type;
  readonly instanceVariable: (p: Parser, template: Template, args: readonly TemplateArgument[]) => Entity | undefined;
  readonly external: (p: Parser) => void;
  readonly lambda: (p: Parser) => Expression;
  /** `<class T, int n>` behind `template`. */
  readonly templateParameters: (p: Parser) => TemplateParameter[];
  /** Arguments in `(…)` or `{…}`. */
  readonly list: (p: Parser) => Expression[];
  readonly assignTo: (p: Parser, to: Expression, value: Expression, at: Span) => Expression;
  /** A call of a member function of that object. */
  readonly method: (
    p: Parser,
    fn: FunctionSymbol,
    object: Expression,
    args: readonly Expression[],
    at: Span,
  ) => Expression;
  readonly newMethod: (
    p: Parser,
    record: RecordType,
    s: Specifiers,
    head: { readonly name: string; readonly at: Span; readonly result: Type },
    type: FunctionType,
    params: readonly ParameterName[],
    of?: Pick<FunctionName, 'made' | 'pattern'>,
  ) => FunctionSymbol;
  readonly replacedAuto: (p: Parser, t: Type, e: Expression, from: number) => Type;
  readonly tryStatement: (p: Parser) => Statement;
  /** The whole body of a function with the handlers that follow. */
  readonly handledBody: (p: Parser, body: Statement, at: Span) => Statement;
  readonly methodBody: (p: Parser, fn: FunctionSymbol, around: Scope, captures?: Captures) => void;
  readonly unary: (p: Parser) => Expression;
  readonly variable: (p: Parser, v: VariableSymbol, at: Span) => Expression;
  /** `{…}` without a type of its own. */
  readonly braced: (p: Parser) => Expression;
  readonly labelAddress: (p: Parser) => Expression;
  /** A value as a variable, a result or a part of that type takes it. */
  readonly convert: (p: Parser, e: Expression, to: Type) => Expression;
  readonly construct: (p: Parser, type: Type, args: readonly Expression[], at: Span) => Expression;
  readonly destructor: (p: Parser, type: Type) => FunctionSymbol | undefined;
  readonly isConvertible: (p: Parser, e: Expression, to: Type) => boolean;
  /** Whether a constructor of the class takes them. */
  readonly takes: (p: Parser, record: RecordType, args: readonly Expression[]) => boolean;
  readonly constructBraces: (p: Parser, type: Type, items: readonly Expression[], at: Span) => Expression;
  readonly truth: (p: Parser, e: Expression) => Expression;
  readonly step: (p: Parser, op: '++' | '--', to: Expression, gives: 'old' | 'new', at: Span) => Expression;
  readonly member: (p: Parser, of: Expression, name: string, at: Span) => Expression | undefined;
  readonly methodOfType: (
    p: Parser,
    e: Expression & { readonly kind: 'overloads' },
    to: Type,
  ) => Expression | undefined;
  /** A call of a function that the type of its argument makes known; undefined where there is none. */
  readonly callFree: (p: Parser, name: string, of: Expression, at: Span) => Expression | undefined;
  readonly operate: (p: Parser, op: '!=' | '*', operands: readonly Expression[], at: Span) => Expression;
  readonly outsideMethod: (
    p: Parser,
    fn: FunctionSymbol,
    o: OutsideDefinition,
    inside: Scope,
    args: readonly TemplateArgument[],
    several: boolean,
  ) => boolean;
  readonly outsideVariable: (
    p: Parser,
    v: VariableSymbol,
    o: OutsideDefinition,
    inside: Scope,
    args: readonly TemplateArgument[],
  ) => void;
  readonly initialVariable: (p: Parser, v: VariableSymbol) => void;
  readonly templateFunction: (
    p: Parser,
    template: Template,
    made: Pick<FunctionName, 'made' | 'pattern'> & { readonly name: string },
    scope: Scope,
  ) => FunctionSymbol;
  /** The body of a function, which begins at that token; at once or when it is needed. */
  readonly define: (p: Parser, fn: FunctionSymbol, d: Declarator, at: number) => void;
  readonly specifiers: (p: Parser) => Specifiers;
  readonly declarator: (p: Parser, base: Type) => Declarator;
  readonly compound: (p: Parser) => Statement;
  readonly statement: (p: Parser) => Statement;
  readonly declaration: (p: Parser) => Statement[];
  readonly initialiser: (p: Parser, type: Type) => { readonly initial: Initial; readonly type: Type };
};

export class Parser {
  readonly tokens: readonly Token[];
  readonly path: string;
  readonly language: Language;
  readonly parts: Parts;
  readonly #report: (d: Diagnostic) => void;
  /** Mistakes are counted, not told: what is tried may fail. */
  #trial = 0;
  readonly file = new Scope('file', undefined);
  /** Text of the compiler's own headers. */
  readonly isLibrary: (path: string) => boolean;
  readonly functions: FunctionSymbol[] = [];
  readonly variables: VariableSymbol[] = [];
  readonly starts: VariableSymbol[] = [];
  /** Functions of our headers that the source declares itself, but does not define. */
  readonly held = new Set<string>();
  /** Called without a declaration. */
  readonly implicit: FunctionSymbol[] = [];
  readonly tables: VirtualTable[] = [];
  /** Functions whose bodies are read when the file is. */
  readonly late: FunctionSymbol[] = [];
  scope: Scope = this.file;
  at = 0;
  linkage: 'C' | 'C++';
  fn: FunctionContext | undefined;
  /** Takes the sizes of arrays that parameters in C declare. */
  sizes: Statement[] | undefined;
  /** The class that is made of a template next. */
  made: MadeClass | undefined;
  /** Names of the types that `auto` means in a list of parameters, the next one first. */
  autos: string[] = [];
  /** Names of parameters that packs without members became. */
  readonly emptyPacks: string[] = [];
  /** Parameters of templates stand for themselves: a pattern is read. */
  patterns = false;
  /** Of the class whose body is read. */
  record: RecordType | undefined;
  /** `>` ends a list of template arguments here. */
  angle = 0;
  readonly pack: number[] = [];
  readonly enumerators = new Map<EnumType, Map<string, Entity>>();
  /** What the text that is read is made for. */
  site: Site | undefined;
  readonly #sites = new Map<FunctionSymbol, Site>();
  readonly limits: Limits;
  #depth = 0;
  #counter = 0;
  errors = 0;

  constructor(
    tokens: readonly Token[],
    path: string,
    language: Language,
    parts: Parts,
    report: (d: Diagnostic) => void,
    isLibrary: (path: string) => boolean,
    limits: Limits,
  ) {
    this.tokens = language.cxx ? withoutShifts(tokens) : tokens;
    this.path = path;
    this.language = language;
    this.parts = parts;
    this.#report = report;
    this.isLibrary = isLibrary;
    this.limits = limits;
    this.linkage = language.cxx ? 'C++' : 'C';
  }

  /** Nobody reads what is reported now. */
  get isTrial(): boolean {
    return this.#trial > 0;
  }

  report(d: Diagnostic): void {
    if (d.severity === 'error') this.errors++;
    if (this.#trial === 0) this.#report(this.#withSite(d));
  }

  /** Runs while the body of that function is read: mistakes in it are told with the call that made it of a template. */
  forCall(fn: FunctionSymbol, run: () => void): void {
    const { site } = this;
    const depth = this.#depth;
    this.site = this.#sites.get(fn) ?? site;
    this.#depth = 0;
    run();
    this.site = site;
    this.#depth = depth;
  }

  /** What is wrong in a header of ours is told at the program's own call. */
  #withSite(d: Diagnostic): Diagnostic {
    let { site } = this;
    while (site && (!site.isCall || (site.within && this.isLibrary(site.at.source.path)))) site = site.within;
    const [first] = d.labels;
    if (!site || !first || this.isLibrary(site.at.source.path)) return d;
    if (!this.isLibrary(first.at.source.path))
      return { ...d, labels: [...d.labels, { at: site.at, text: `for this call of \`${site.name}\`` }] };
    return { ...d, labels: [{ at: site.at, text: `in \`${site.name}\`, which is called here` }] };
  }

  /** Undefined, and back where we were, where it does not go without mistakes. */
  attempt<T>(run: () => T): T | undefined {
    const { at, scope, angle, errors, fn, sizes } = this;
    this.#trial++;
    try {
      const made = run();
      if (this.errors === errors) return made;
    } catch (problem) {
      if (!(problem instanceof Abandoned)) throw problem;
    } finally {
      this.#trial--;
    }
    this.at = at;
    this.scope = scope;
    this.angle = angle;
    this.errors = errors;
    this.fn = fn;
    this.sizes = sizes;
    return undefined;
  }

  get token(): Token {
    return this.tokens[this.at] ?? this.tokens[this.tokens.length - 1]!;
  }

  ahead(n: number): Token {
    return this.tokens[this.at + n] ?? this.tokens[this.tokens.length - 1]!;
  }

  is(text: string): boolean {
    const t = this.token;
    return t.text === text && (t.kind === 'punct' || t.kind === 'name');
  }

  isAhead(n: number, text: string): boolean {
    const t = this.ahead(n);
    return t.text === text && (t.kind === 'punct' || t.kind === 'name');
  }

  take(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  next(): Token {
    const t = this.token;
    if (t.kind !== 'end') this.at++;
    return t;
  }

  expect(text: string): Token {
    const t = this.token;
    if (this.take(text)) return t;
    return this.fail(`\`${text}\``);
  }

  name(what = 'a name'): Token {
    const t = this.token;
    if (t.kind === 'name' && !keywords.has(t.text)) {
      this.at++;
      return t;
    }
    return this.fail(what);
  }

  fail(what: string): never {
    if (this.isTrial) {
      this.errors++;
      throw abandoned;
    }
    const t = this.token;
    const last = this.tokens[this.at - 1];
    const isBehind = last && closing.has(what) && isLineEnd(last, t);
    if (isBehind)
      this.report(missing(what, textAt(last), { ...last.at, from: Math.max(last.at.from, last.at.to - 1) }));
    else this.report(expected(what, t.kind === 'end' ? 'the end of the file' : `\`${textAt(t)}\``, t.at));
    throw abandoned;
  }

  /** From the token at `from` to the one before this. */
  since(from: number): Span {
    const first = this.tokens[from]!.at;
    const last = this.tokens[Math.max(from, this.at - 1)]!.at;
    return first.source === last.source && last.to > first.from ? { ...first, to: last.to } : first;
  }

  /** Guards against text that is nested without an end. */
  deeper<T>(run: () => T): T {
    if (this.#depth > 700) {
      this.report(tooDeep(this.token.at));
      throw abandoned;
    }
    this.#depth++;
    try {
      return run();
    } finally {
      this.#depth--;
    }
  }

  /** A template of our headers whose name a program may take: `texture` and `surface` are gone from CUDA 12. */
  isFree(known: Entity | undefined, at: Span): boolean {
    return (
      known?.kind === 'template' && this.isLibrary(known.template.at.source.path) && !this.isLibrary(at.source.path)
    );
  }

  within<T>(scope: Scope, run: () => T): T {
    const before = this.scope;
    this.scope = scope;
    try {
      return run();
    } finally {
      this.scope = before;
    }
  }

  /** Reads the tokens from there on, and comes back. */
  elsewhere<T>(at: number, scope: Scope, run: () => T): T {
    const { at: back, scope: around, angle } = this;
    this.at = at;
    this.scope = scope;
    this.angle = 0;
    try {
      return run();
    } finally {
      this.at = back;
      this.scope = around;
      this.angle = angle;
    }
  }

  making<T>(made: MadeClass, run: () => T): T {
    const before = { made: this.made, fn: this.fn, record: this.record, patterns: this.patterns };
    Object.assign(this, { made, fn: undefined, record: undefined, patterns: false });
    try {
      return run();
    } finally {
      Object.assign(this, before);
    }
  }

  /** The body of a function is read: now where its result is not known without it, else when all others are. */
  needs(fn: FunctionSymbol): void {
    if ((fn.templateOf || fn.member) && !this.#sites.has(fn))
      this.#sites.set(fn, this.#entered(fn.name, this.ahead(-1).at, isMade(fn) ? 1 : 0, true));
    if (mentionsAuto(fn.type.result) || !this.language.cxx)
      this.forCall(fn, () => this.readLater(() => fn.pending?.()));
    else if (fn.pending) this.late.push(fn);
  }

  #entered(name: string, at: Span, levels: 0 | 1, isCall: boolean): Site {
    const { site: within } = this;
    const site = { name, at, within, depth: (within?.depth ?? 0) + levels, isCall };
    return checkDepth(site, this.limits, this.isLibrary);
  }

  /** Reads what is made of a template, one level deeper. */
  instantiating<T>(name: string, at: Span, run: () => T): T {
    const { site } = this;
    const depth = this.#depth;
    this.site = this.#entered(name, at, 1, false);
    this.#depth = 0;
    try {
      return run();
    } finally {
      this.site = site;
      this.#depth = depth;
    }
  }

  /** What was put off: a mistake that ends it has been told, and ends nothing else. */
  readLater(run: () => void): void {
    const { at, scope, fn, record, angle, linkage, patterns } = this;
    try {
      run();
    } catch (problem) {
      if (!(problem instanceof Abandoned)) throw problem;
      Object.assign(this, { at, scope, fn, record, angle, linkage, patterns });
    }
  }

  unique(): number {
    return ++this.#counter;
  }

  /** Behind the bracket that closes the one here. */
  skipBalanced(): void {
    let depth = 0;
    for (;;) {
      const t = this.token;
      if (t.kind === 'end') return void this.fail('a closing bracket');
      if (t.kind === 'punct') {
        if (t.text === '(' || t.text === '[' || t.text === '{') depth++;
        if (t.text === ')' || t.text === ']' || t.text === '}') depth--;
      }
      this.at++;
      if (depth <= 0) return;
    }
  }

  /** After a mistake: behind the next `;` of this level, or at the end of the block. */
  recover(): void {
    let depth = 0;
    for (;;) {
      const t = this.token;
      if (t.kind === 'end') return;
      if (t.kind === 'punct') {
        if (t.text === '{') depth++;
        if (t.text === '}' && depth-- <= 0) return;
        if (depth === 0 && (t.text === ';' || (t.text === '}' && !isJoined(this.ahead(1))))) {
          this.at++;
          return;
        }
      }
      this.at++;
    }
  }
}

/** Whether it, or the class that it belongs to, is made of a template. */
function isMade(fn: FunctionSymbol): boolean {
  if (fn.templateOf) return true;
  const info = fn.member && classInfo(fn.member.of);
  return info?.made !== undefined || info?.memberOf !== undefined;
}

/** What stands at the end of a line rather than at the beginning of the next. */
const closing: ReadonlySet<string> = new Set(['`;`', '`)`', '`,`', '`]`']);

const isLineEnd = (last: Token, next: Token): boolean =>
  last.at.source === next.at.source &&
  (next.kind === 'end' || next.at.source.text.slice(last.at.to, next.at.from).includes('\n'));

/** As the source has it: macros are not expanded. */
function textAt({ at, text }: Token): string {
  const written = at.source.text.slice(at.from, at.to);
  return written === '' || written.length > 40 ? text : written;
}

/** In C++ `>>` may end two lists of template arguments: it comes as two signs side by side. */
function withoutShifts(tokens: readonly Token[]): readonly Token[] {
  const out: Token[] = [];
  for (const t of tokens) {
    if (t.kind !== 'punct' || (t.text !== '>>' && t.text !== '>>>')) out.push(t);
    else for (let i = 0; i < t.text.length; i++) out.push({ ...t, text: '>', ...(i > 0 && joinedSign) });
  }
  return out;
}

const joinedSign = { first: false, spaced: false };

function isJoined(t: Token): boolean {
  return t.kind === 'punct' && [';', ',', ')', '.', '='].includes(t.text);
}

export const keywords: ReadonlySet<string> = new Set(
  (
    'break case char const continue default do double else enum extern float for goto if int long register return short signed sizeof static struct switch typedef union ' +
    'unsigned void volatile while _Bool'
  ).split(' '),
);
