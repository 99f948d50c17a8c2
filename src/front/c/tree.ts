/** The program as the parser and its semantics leave it: names are resolved, every value has its type, conversions are written out. */
import type { Span } from '../../base/source.ts';
import type { SpecialName } from '../../ir/operations.ts';
import type { Field, FunctionType, RecordType, TemplateArgument, Type } from './types.ts';

export type Unit = {
  readonly path: string;
  readonly functions: readonly FunctionSymbol[];
  readonly variables: readonly VariableSymbol[];
  /** What runs before main: initialisers that are no constants. */
  readonly starts: readonly VariableSymbol[];
  /** What ends the life of an object of that type. */
  readonly destructorOf: (type: Type) => FunctionSymbol | undefined;
  /** What was thrown and is on its way to a handler; undefined: nothing is thrown in that language. */
  readonly thrown: VariableSymbol | undefined;
  /** Called where it leaves a function that lets nothing out. */
  readonly escaped: FunctionSymbol | undefined;
  /** What runs when main has ended; undefined: nothing was left to it. */
  readonly atEnd: FunctionSymbol | undefined;
  /** Of all classes whose objects are made here. */
  readonly tables: readonly VirtualTable[];
};

/** What the pointer in front of an object with virtual functions points to: for a part of a class, at that offset in it. */
export type VirtualTable = {
  readonly record: RecordType;
  readonly part: RecordType;
  readonly offset: number;
  /** How far each virtual base of the part begins from it. */
  readonly virtualBases: readonly number[];
  readonly facts: () => TypeFacts;
  /** The function that stands for each, and how far its object begins from the part; undefined: there is none. */
  readonly slots: () => readonly ({ readonly fn: FunctionSymbol; readonly delta: number } | undefined)[];
};

/** What a program knows of a class when it runs. */
export type TypeFacts = {
  readonly name: string;
  readonly bases: readonly { readonly facts: TypeFacts; readonly offset: number }[];
  /** The bases of its bases are among them, since where they lie depends on the class. */
  readonly isWhole?: boolean;
  readonly destroy?: FunctionSymbol | undefined;
};

/** Where code may run. */
export type Sides = { readonly host: boolean; readonly device: boolean; readonly kernel: boolean };

export type FunctionSymbol = {
  readonly kind: 'function';
  readonly name: string;
  /** As the linker knows it. */
  readonly symbol: string;
  readonly at: Span;
  type: FunctionType;
  sides: Sides;
  /** Only in this unit. */
  readonly internal: boolean;
  /** May be defined in several units. */
  inline: boolean;
  params: readonly VariableSymbol[];
  body: Statement | undefined;
  /** A definition that is read when it is needed first. */
  pending: (() => void) | undefined;
  launchBounds?: { readonly maxThreads: number; readonly minBlocks: number };
  /** Of parameters that have one. */
  defaults?: readonly ((() => Expression) | undefined)[];
  /** Of a member function. */
  readonly member?: {
    readonly of: RecordType;
    readonly isStatic: boolean;
    readonly isVirtual: boolean;
    readonly isConst: boolean;
  };
  /** Of a virtual function: the part of an object, and the place in its table, by which it is called. */
  root?: { readonly part: RecordType; readonly slot: number } | undefined;
  isPure?: boolean;
  /** Declared in that class alone: only calls with objects of it find the function ([basic.lookup.argdep]). */
  friendOf?: RecordType | undefined;
  /** The template that it was made of. */
  templateOf?: object;
  deleted?: boolean;
  /** Written by the compiler, since the class says `= default`. */
  isDefaulted?: boolean;
  /** Written by the compiler, without a word of the class. */
  readonly isImplicit?: boolean;
  /** Extra results of parsing: C++ constructors. */
  readonly role?: 'constructor' | 'destructor' | 'conversion';
  readonly explicit?: boolean;
  /** Of a constructor that `using` took from a base. */
  readonly heirOf?: RecordType;
  readonly constexpr?: boolean;
  readonly noReturn?: boolean;
  /** It calls setjmp: the variable that tells whether something jumps back. */
  lands?: VariableSymbol;
  /** Other units rely on its code: an explicit instantiation. */
  kept?: boolean;
  /** What is known of the function around, which passes its frame first (GCC's nested functions). */
  nestedIn?: object;
  /** Parameters that a pack became. */
  readonly packs?: ReadonlySet<number>;
  readonly emptyPacks?: readonly string[];
};

export type Placement =
  | 'automatic'
  | 'parameter'
  | 'static'
  | 'device'
  | 'constant'
  | 'shared'
  | 'dynamic-shared'
  | 'managed';

export type VariableSymbol = {
  readonly kind: 'variable';
  readonly name: string;
  readonly symbol: string;
  readonly at: Span;
  type: Type;
  placement: Placement;
  /** Defined here; else another unit does. */
  defined: boolean;
  /** `int x;` of C at file scope: several may stand for one. */
  tentative: boolean;
  readonly internal: boolean;
  /** Looks for its definition, which stands outside of its class. */
  later?: () => void;
  /** Reads the initialiser of a member of a class that a template was made to, when it is used first. */
  waiting?: (() => void) | undefined;
  /** Several units may define it. */
  shared?: boolean;
  /** Its address is taken, or it is no scalar: it lies in memory. */
  inMemory: boolean;
  initial: Initial | undefined;
  /** Value of a constant that C++ (and CUDA) lets code use anywhere. */
  constant?: Constant | undefined;
  isConstexpr?: boolean;
  align?: number;
  /** Bytes of an array whose size is known when it is declared. */
  size?: Expression | undefined;
  readonly builtin?: 'threadIdx' | 'blockIdx' | 'blockDim' | 'gridDim' | 'warpSize';
  /** The function that it is declared in. */
  home?: object | undefined;
  /** Tells whether a variable of a function that stays has got its first value. */
  once?: VariableSymbol;
  /** All that its function gives back is this one object: it is made where the result goes. */
  isResult?: boolean;
  /** What device code sees instead of it. */
  twin?: VariableSymbol;
  /** What it holds when its scope ends. */
  destroy?: FunctionSymbol | undefined;
};

export type Constant = number | bigint;

/** How memory is filled: parts that nothing says are zero. */
export type Initial =
  | { readonly kind: 'value'; readonly value: Expression }
  /** Each element of an array is made so. */
  | { readonly kind: 'each'; readonly value: Expression; readonly of: Type }
  | {
      readonly kind: 'list';
      readonly parts: readonly {
        readonly offset: number;
        readonly type: Type;
        readonly field?: Field;
        readonly value: Expression;
      }[];
      readonly size: number;
    };

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '&'
  | '|'
  | '^'
  | '<<'
  | '>>'
  | '=='
  | '!='
  | '<'
  | '>'
  | '<='
  | '>=';

type At = {
  readonly at: Span;
  readonly type: Type;
  /** Lies in memory. */
  readonly lvalue?: boolean;
  /** Of a place: all of the designator. */
  readonly whole?: Span;
  /** Its value may be taken: nobody looks at it again. */
  readonly expiring?: boolean;
};

export type Expression = At &
  (
    | { readonly kind: 'number'; readonly value: Constant }
    | { readonly kind: 'text'; readonly bytes: Uint8Array }
    | { readonly kind: 'variable'; readonly variable: VariableSymbol }
    | { readonly kind: 'function'; readonly fn: FunctionSymbol }
    | { readonly kind: 'special'; readonly name: SpecialName }
    | { readonly kind: 'negate' | 'complement' | 'not'; readonly of: Expression }
    | { readonly kind: 'dereference' | 'address'; readonly of: Expression }
    | { readonly kind: 'binary'; readonly op: BinaryOperator; readonly left: Expression; readonly right: Expression }
    /** Pointer plus integer times the size of what it points to; `by` is long. */
    | { readonly kind: 'move'; readonly pointer: Expression; readonly by: Expression }
    /** Elements between two pointers. */
    | { readonly kind: 'distance'; readonly left: Expression; readonly right: Expression }
    | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
    | {
        readonly kind: 'conditional';
        readonly condition: Expression;
        readonly then: Expression;
        readonly otherwise: Expression;
      }
    | { readonly kind: 'comma'; readonly left: Expression; readonly right: Expression }
    | { readonly kind: 'assign'; readonly to: Expression; readonly value: Expression }
    /** `to op= value`: computed in the type of `value`'s `in`. */
    | {
        readonly kind: 'update';
        readonly op: BinaryOperator;
        readonly to: Expression;
        readonly value: Expression;
        readonly in: Type;
        readonly gives: 'old' | 'new';
      }
    | { readonly kind: 'convert'; readonly of: Expression }
    | { readonly kind: 'member'; readonly of: Expression; readonly field: Field }
    | {
        readonly kind: 'call';
        readonly callee: Expression;
        readonly args: readonly Expression[];
        /** By the table of its first argument. */
        readonly virtualSlot?: { readonly part: RecordType; readonly slot: number };
      }
    | { readonly kind: 'builtin'; readonly name: string; readonly args: readonly Expression[] }
    | {
        readonly kind: 'launch';
        readonly kernel: Expression;
        readonly grid: Expression;
        readonly block: Expression;
        readonly shared: Expression | undefined;
        readonly stream: Expression | undefined;
        readonly args: readonly Expression[];
      }
    /** Several functions of one name; a call, or what it is converted to, chooses. */
    | {
        readonly kind: 'overloads';
        readonly name: string;
        readonly list: readonly FunctionSymbol[];
        readonly templates: readonly object[];
        readonly args: readonly TemplateArgument[];
        readonly object?: Expression;
        readonly qualified?: boolean;
        /** `&C::f` of functions that objects have. */
        readonly ofMember?: true;
      }
    /** `{a, b}` without a type of its own: what it is converted to makes something of it. */
    | { readonly kind: 'braces'; readonly items: readonly Expression[] }
    /** A new object that a constructor makes; its first argument, the address, is not among them. */
    | { readonly kind: 'construct'; readonly fn: FunctionSymbol; readonly args: readonly Expression[] }
    /** An object, or `count` of them, in memory that is there. */
    | {
        readonly kind: 'new';
        readonly pointer: Expression;
        readonly count: Expression | undefined;
        readonly value: Expression;
        /** What the first elements are made of; the others are all made of `value`. */
        readonly items?: readonly Expression[];
        readonly of: Type;
      }
    | {
        readonly kind: 'delete';
        readonly pointer: Expression;
        readonly destroy: FunctionSymbol | undefined;
        /** The destructor is the object's own. */
        readonly virtualSlot?: { readonly part: RecordType; readonly slot: number } | undefined;
        readonly isArray: boolean;
        readonly release: FunctionSymbol | undefined;
      }
    /** A new object in memory of its own. */
    | {
        readonly kind: 'object';
        readonly initial: Initial;
        readonly variable?: VariableSymbol;
        /** Elements of a std::initializer_list: they live as long as a variable that is the list. */
        readonly lasts?: true;
      }
    /** The address of what is known of a class. */
    | { readonly kind: 'facts'; readonly facts: TypeFacts }
    | { readonly kind: 'statements'; readonly body: readonly Statement[]; readonly value: Expression | undefined }
  );

/** Of virtual bases: left out where the object is a part of another, which makes and ends them. */
type OnlyWhole = boolean;

export type Statement = { readonly at: Span } & (
  | { readonly kind: 'expression'; readonly value: Expression }
  | { readonly kind: 'variable'; readonly variable: VariableSymbol }
  /** A part of an object gets its first value. */
  | { readonly kind: 'place'; readonly place: Expression; readonly initial: Initial; readonly onlyWhole?: OnlyWhole }
  /** The object gets its tables of virtual functions. */
  | { readonly kind: 'tables'; readonly place: Expression; readonly tables: readonly VirtualTable[] }
  | {
      readonly kind: 'destroy';
      readonly place: Expression;
      readonly fn: FunctionSymbol;
      readonly onlyWhole?: OnlyWhole;
    }
  | { readonly kind: 'block'; readonly body: readonly Statement[] }
  | {
      readonly kind: 'if';
      readonly condition: Expression;
      readonly then: Statement;
      readonly otherwise: Statement | undefined;
    }
  | {
      readonly kind: 'loop';
      readonly how: 'while' | 'do' | 'for';
      readonly first: Statement | undefined;
      readonly condition: Expression | undefined;
      readonly step: Expression | undefined;
      readonly body: Statement;
    }
  | {
      readonly kind: 'switch';
      readonly value: Expression;
      readonly body: Statement;
      readonly cases: readonly Case[];
      readonly hasDefault: boolean;
    }
  | { readonly kind: 'case'; readonly number: number }
  | {
      readonly kind: 'try';
      readonly body: Statement;
      /** The first whose test gives an object takes what was thrown. */
      readonly handlers: readonly { readonly test: Expression; readonly body: Statement }[];
      readonly enter: Expression;
      /** Called when the body is left in any way, and when a handler is. */
      readonly leave: FunctionSymbol;
      readonly end: FunctionSymbol;
      /** Where no handler took it. */
      readonly unhandled: Expression;
    }
  | { readonly kind: 'break' | 'continue' | 'empty' }
  | {
      readonly kind: 'return';
      readonly value: Expression | undefined;
      /** The variable whose value that is. */
      readonly variable?: VariableSymbol | undefined;
    }
  | { readonly kind: 'goto'; readonly label: string }
  | { readonly kind: 'label'; readonly name: string }
);

/** Of a switch: values from `low` to `high`, or (undefined) all others; its statement has the case's index as number. */
export type Case = { readonly low: bigint; readonly high: bigint } | undefined;
