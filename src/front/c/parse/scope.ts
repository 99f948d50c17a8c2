/** What names mean, scope by scope. */
import type { Span } from '../../../base/source.ts';
import type { FunctionSymbol, VariableSymbol } from '../tree.ts';
import type { FunctionType, RecordType, TemplateArgument, Type } from '../types.ts';

export type Entity =
  | VariableSymbol
  | { readonly kind: 'functions'; readonly list: FunctionSymbol[]; readonly templates: Template[] }
  | { readonly kind: 'type'; readonly type: Type; readonly at: Span }
  | { readonly kind: 'constant'; readonly value: bigint; readonly type: Type; readonly at: Span }
  | { readonly kind: 'namespace'; readonly scope: Scope }
  | { readonly kind: 'template'; readonly template: Template }
  /** A member of the class whose functions are read. */
  | { readonly kind: 'field'; readonly name: string; readonly record: RecordType }
  /** A parameter pack of a template that is bound to types, or of a function, bound to variables. */
  | { readonly kind: 'pack'; readonly list: readonly Entity[]; readonly values?: true };

export type ScopeKind = 'file' | 'namespace' | 'class' | 'block' | 'template';

export class Scope {
  readonly kind: ScopeKind;
  readonly parent: Scope | undefined;
  readonly name: string;
  readonly names = new Map<string, Entity>();
  /** struct S, union U, enum E: in C beside the names. */
  readonly tags = new Map<string, Type>();
  /** Labels that are its own, by other names. */
  labels: Map<string, string> | undefined;
  /** Namespaces whose names are seen here too, base classes, inline namespaces. */
  readonly also: Scope[] = [];

  constructor(kind: ScopeKind, parent: Scope | undefined, name = '') {
    this.kind = kind;
    this.parent = parent;
    this.name = name;
  }

  /** Here, without what is around. */
  here(name: string, before?: Set<Scope>): Entity | undefined {
    const own = this.names.get(name);
    if (own || this.also.length === 0) return own;
    let seen = before;
    let found: Entity[] | undefined;
    for (const other of this.also) {
      if (other.also.length > 0) seen = (seen ?? new Set()).add(this);
      const e = other.also.length === 0 ? other.names.get(name) : seen?.has(other) ? undefined : other.here(name, seen);
      if (!e) continue;
      if (this.kind === 'class') return e;
      if (!found) found = [e];
      else if (!found.includes(e)) found.push(e);
    }
    return found && joined(found);
  }

  find(name: string): Entity | undefined {
    for (let s: Scope | undefined = this; s; s = s.parent) {
      const e = s.here(name);
      if (e) return e;
    }
    return undefined;
  }

  /** In front of `::` variables and functions hide nothing. */
  findScope(name: string): Entity | undefined {
    for (let s: Scope | undefined = this; s; s = s.parent) {
      const e = s.here(name);
      if (e && e.kind !== 'variable' && e.kind !== 'functions' && e.kind !== 'constant' && e.kind !== 'field') return e;
    }
    return this.find(name);
  }

  /** A label of C by what the function calls it: those declared in a block are its own. */
  labelOf(name: string): string {
    for (let s: Scope | undefined = this; s; s = s.parent) {
      const own = s.labels?.get(name);
      if (own !== undefined) return own;
    }
    return name;
  }

  isWithin(other: Scope): boolean {
    for (let s: Scope | undefined = this; s; s = s.parent) if (s === other) return true;
    return false;
  }

  tagHere(name: string): Type | undefined {
    return this.tags.get(name);
  }

  findTag(name: string): Type | undefined {
    for (let s: Scope | undefined = this; s; s = s.parent) {
      const t = s.tags.get(name) ?? s.tagAlso(name);
      if (t) return t;
    }
    return undefined;
  }

  tagAlso(name: string): Type | undefined {
    for (const other of this.also) {
      const t = other.tags.get(name);
      if (t) return t;
    }
    return undefined;
  }

  /** The names of the namespaces and classes around, from outside. */
  path(): readonly string[] {
    const names: string[] = [];
    for (let s: Scope | undefined = this; s; s = s.parent)
      if ((s.kind === 'namespace' || s.kind === 'class') && s.name !== '') names.unshift(s.name);
    return names;
  }
}

function joined(found: readonly Entity[]): Entity | undefined {
  if (found.length < 2) return found[0];
  const sets = found.filter((e) => e.kind === 'functions');
  if (sets.length < 2) return found[0];
  return {
    kind: 'functions',
    list: [...new Set(sets.flatMap((s) => s.list))],
    templates: [...new Set(sets.flatMap((s) => s.templates))],
  };
}

// ---- templates: the tokens of a declaration, read again for each set of arguments ----

export type TemplateParameter = {
  readonly kind: 'type' | 'value' | 'template';
  readonly name: string;
  readonly pack: boolean;
  /** Where the type of a value begins among the tokens. */
  readonly typeAt: number;
  /** Where its default begins. */
  readonly defaultAt: number | undefined;
};

/** `template <…> struct X<T *>` */
export type Specialisation = {
  readonly params: readonly TemplateParameter[];
  readonly args: readonly TemplateArgument[];
  readonly argsAt: number;
  readonly bodyAt: number;
  readonly scope: Scope;
  readonly hasBody: boolean;
};

/** `template <…> R X<T>::f(…) { … }`; `within`: the member classes between, as in `X<T>::Y::f`. */
export type OutsideDefinition = {
  readonly params: readonly TemplateParameter[];
  readonly within: readonly string[];
  readonly isClass: boolean;
  readonly name: string;
  readonly bodyAt: number;
  readonly scope: Scope;
};

/** What tells the arguments of a class template from those of its constructor: `X(T) -> X<T>`, and the constructors themselves. */
export type DeductionGuide = {
  readonly params: readonly TemplateParameter[];
  /** Where the bracket of its parameters stands among the tokens. */
  readonly at: number;
  readonly isConstructor: boolean;
  head?: { readonly type: FunctionType; readonly required: number } | null;
};

export type Template = {
  readonly name: string;
  readonly what: 'function' | 'class' | 'alias' | 'variable';
  readonly params: readonly TemplateParameter[];
  /** Where the declaration behind `template <…>` begins among the tokens. */
  bodyAt: number;
  /** The declaration before the definition: defaults of parameters stand there. */
  first?: { readonly bodyAt: number; readonly params: readonly TemplateParameter[] };
  readonly scope: Scope;
  readonly at: Span;
  hasBody: boolean;
  readonly partial: Specialisation[];
  readonly outside: OutsideDefinition[];
  readonly guides: DeductionGuide[];
  constructors?: readonly DeductionGuide[];
  /** By the key of the arguments. */
  readonly types: Map<string, Type>;
  readonly functions: Map<string, FunctionSymbol>;
  /** Arguments of functions that were called before their body was known. */
  waiting?: readonly (readonly TemplateArgument[])[];
  readonly variables: Map<string, VariableSymbol>;
  /** Of a function: its type with its parameters as they are, to deduce them. */
  pattern?: FunctionType | null;
  /** How many arguments a call has at least. */
  least?: number;
  /** As of a function. */
  friendOf?: RecordType | undefined;
  /** Of a member function. */
  readonly member?: RecordType;
  readonly isStatic?: boolean;
  /** Of constructors that `using` took from a base: the base's own, and what stands for what is made of it. */
  readonly inherited?: { readonly from: Template; readonly heirFor: (fn: FunctionSymbol) => FunctionSymbol };
  /** Of a lambda: its declaration begins with the bracket of its parameters, of which those of type `auto` have these names. */
  readonly lambda?: {
    readonly autos: readonly string[];
    readonly captures: { readonly variable: VariableSymbol };
    readonly where: ReadonlySet<string>;
  };
};
