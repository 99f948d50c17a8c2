/** What rows of the tables of directives say: which clauses a directive takes, what stands in a clause, what the directive governs. */

/** What stands in the parentheses of a clause, or of a directive. */
export type ArgumentRule = {
  /**
   * expressions: values, `*` among them; variables: names, components, elements, sections, `/common/`; names: plain names; words: some of `words`;
   * reduction: an operator, `:` and variables; declared-reduction: an operator, types, a statement, with `:` between; statement: an assignment or what `call` calls; text: anything, which nothing here reads.
   */
  readonly items:
    | 'expressions'
    | 'variables'
    | 'names'
    | 'words'
    | 'reduction'
    | 'declared-reduction'
    | 'statement'
    | 'text'
    | 'nothing';
  /** The parentheses may be left out. */
  readonly optional?: true;
  /** More than one, with commas between. */
  readonly many?: true;
  /** Words that may stand before the `:` of the whole list: `map(always, to: x)`. Words of several have one blank between. */
  readonly modifiers?: readonly string[];
  /** Words that may stand before the `:` of each item: `gang(num: 4, static: *)`. */
  readonly itemModifiers?: readonly string[];
  readonly words?: readonly string[];
  /** An expression may follow the list behind a `:`: `linear(x: 2)`. */
  readonly after?: true;
};

export type ClauseRule = ArgumentRule & {
  /** It may stand more than once in a directive; else a second one is told. */
  readonly repeats?: true;
};

export type DirectiveRow = {
  readonly doc: string;
  /** nothing: it stands alone; block: up to its `end`; loop: the loop (or the directive with a loop) that follows; statement: one statement, or several up to its `end`. */
  readonly holds: 'nothing' | 'block' | 'loop' | 'statement';
  readonly where: 'execution' | 'specification';
  /** With one of these clauses it stands alone, whatever it holds otherwise. */
  readonly aloneWith?: readonly string[];
  readonly clauses: Readonly<Record<string, ClauseRule>>;
  /** Of `wait(1)`, `cache(a)`, `critical(name)`. */
  readonly argument?: ArgumentRule;
  /** Clauses that may stand at its `end`. */
  readonly endClauses?: Readonly<Record<string, ClauseRule>>;
};

/** By the words of a directive with one blank between them. */
export type DirectiveTable = Readonly<Record<string, DirectiveRow>>;

export const nothing: ClauseRule = { items: 'nothing' };
export const one: ClauseRule = { items: 'expressions' };
export const maybeOne: ClauseRule = { items: 'expressions', optional: true };
export const values: ClauseRule = { items: 'expressions', many: true };
export const variables: ClauseRule = { items: 'variables', many: true, repeats: true };
export const reduced: ClauseRule = { items: 'reduction', many: true, repeats: true };
