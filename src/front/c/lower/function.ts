/** The state of lowering one function: its locals and memory, the statements made so far, where its variables are. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import { i64, local, op } from '../../../ir/build.ts';
import type {
  Extern,
  Fn,
  Global,
  Expression as Ir,
  Statement as IrStatement,
  Local,
  Slot,
} from '../../../ir/module.ts';
import { isPointer, type MemoryType, type ValueType } from '../../../ir/types.ts';
import type { Expression, FunctionSymbol, Statement, TypeFacts, VariableSymbol, VirtualTable } from '../tree.ts';
import { alignOf, type Field, sizeOf, type Type } from '../types.ts';
import { type Mode, memoryPointer } from './represent.ts';

/** What functions need of the unit, and of each other's parts: none imports another in a circle. */
export interface Lowering {
  tableSymbol(t: VirtualTable, mode: Mode): string;
  factsSymbol(f: TypeFacts): string;
  /** What ends the life of an object of the type. */
  destructorOf(type: Type): FunctionSymbol | undefined;
  /** Whether a call of it may end because something was thrown, and where that is told; undefined: nothing is. */
  mayThrow(fn: FunctionSymbol | undefined): boolean;
  readonly thrown: VariableSymbol | undefined;
  /** Ends the program where something was thrown out of a function that says otherwise. */
  readonly escaped: FunctionSymbol | undefined;
  /** What runs when main has ended. */
  readonly atEnd: FunctionSymbol | undefined;
  functionAddress(f: FunctionLowering, fn: FunctionSymbol): Ir;
  useFunction(fn: FunctionSymbol, mode: Mode, params: readonly ValueType[], results: readonly ValueType[]): void;
  extern(name: string, params: readonly ValueType[], results: readonly ValueType[], from?: Extern['from']): void;
  use(v: VariableSymbol): void;
  addGlobal(g: Global): void;
  needFunction(fn: () => Fn, name: string): void;
  text(f: FunctionLowering, bytes: Uint8Array, type: Type): Ir;
  put(f: FunctionLowering, at: Place, type: Type, e: Expression, field?: Field): void;
  statements(f: FunctionLowering, list: readonly Statement[]): void;
  value(f: FunctionLowering, e: Expression): Ir;
  place(f: FunctionLowering, e: Expression): Place;
}

/** Where something lies: an address and bytes behind it. */
export type Place = { readonly pointer: Ir; readonly offset: number };

/** An object that will be destroyed; where `flag` is a local, only if that is set. */
export type Living = {
  readonly fn: FunctionSymbol;
  /** Undefined: the function is called when the block is left, without an object. */
  readonly at: Place | undefined;
  readonly type: Type;
  readonly flag?: number | undefined;
  /** Only where something was thrown. */
  readonly onThrow?: boolean;
  /** It lives as long as a variable that is the list of its elements. */
  readonly lasts?: boolean;
};

/** Out of a block, to a loop's next turn, or to a part of a function whose parts take turns (flat.ts). */
export type Jump =
  | {
      readonly kind: 'break' | 'continue';
      readonly label: string;
      /** How many objects live there. */
      depth?: number;
    }
  | {
      readonly kind: 'part';
      readonly number: number;
      readonly state: number;
      readonly label: string;
      readonly depth?: number;
    };

/** The function's jumps need parts that take turns. */
export class NeedsParts extends Error {}

type Body<K extends IrStatement['kind']> = Omit<Extract<IrStatement, { kind: K }>, 'at'>;
export type AnyBody = { [K in IrStatement['kind']]: Body<K> }[IrStatement['kind']];

/** An address of the host as a number: one that may be the device's keeps all its bits. */
function numberOf(pointer: Ir): Ir {
  if (pointer.kind !== 'op') return op('to.address', [pointer]);
  if (pointer.op === 'from.address') return pointer.args[0]!;
  return pointer.op === 'offset' && isMadeOfNumber(pointer.args[0]!)
    ? op('add', [numberOf(pointer.args[0]!), pointer.args[1]!])
    : op('to.address', [pointer]);
}

function isMadeOfNumber(pointer: Ir): boolean {
  if (pointer.kind !== 'op') return false;
  return pointer.op === 'from.address' || (pointer.op === 'offset' && isMadeOfNumber(pointer.args[0]!));
}

export class FunctionLowering {
  readonly unit: Lowering;
  readonly fn: FunctionSymbol | undefined;
  readonly mode: Mode;
  readonly report: (d: Diagnostic) => void;
  readonly locals: Local[] = [];
  readonly slots: Slot[] = [];
  out: IrStatement[] = [];
  at: Span;
  /** Locals that are set once: temporaries. */
  readonly #fixed = new Set<number>();
  readonly #variables = new Map<VariableSymbol, { readonly local: number } | { readonly place: Place }>();
  #labels = 0;
  /** What break and continue mean. */
  breakTo: Jump | undefined;
  continueTo: Jump | undefined;
  /** Where the handlers begin. */
  catchTo: Jump | undefined;
  /** Address of where the result goes. */
  resultPlace: Ir | undefined;
  /** Address of the arguments behind the declared ones. */
  rest: Ir | undefined;
  /** Ways to labels further on in the list at hand: what the list declares before a jump lives on behind the label. */
  ahead: { depth?: number }[] = [];
  /** Labels of C that may be reached from here, and how. */
  readonly gotos = new Map<string, Jump>();
  /** Memory whose size is known when it is asked for: given back when the function ends. */
  readonly taken: number[] = [];
  /** The last block of alloca: 0 when the function begins. */
  blocks: number | undefined;
  /** Objects that are destroyed at the end of their blocks. */
  readonly living: Living[] = [];
  /** Objects without a name, which are destroyed at the end of the expression. */
  temporaries: Living[] = [];
  /** Those of the expressions around. */
  outerTemporaries: Living[] = [];
  /** Locals that tell whether such an object was made: 0 when the function begins. */
  readonly flags: number[] = [];
  /** What is made here may be passed by. */
  inBranch = 0;

  constructor(unit: Lowering, fn: FunctionSymbol | undefined, mode: Mode, at: Span, report: (d: Diagnostic) => void) {
    this.unit = unit;
    this.fn = fn;
    this.mode = mode;
    this.at = at;
    this.report = report;
  }

  jump(to: Jump): void {
    if (to.kind !== 'part') {
      this.emit({ kind: to.kind, label: to.label });
      return;
    }
    this.emit({ kind: 'set', local: to.state, value: { kind: 'const', type: 'i32', value: to.number } });
    this.emit({ kind: 'continue', label: to.label });
  }

  value(e: Expression): Ir {
    return this.unit.value(this, e);
  }

  place(e: Expression): Place {
    return this.unit.place(this, e);
  }

  emit(s: AnyBody): void {
    this.out.push({ ...s, at: this.at } as IrStatement);
  }

  /** What `run` emits, as a list of its own. */
  collect(run: () => void): IrStatement[] {
    const before = this.out;
    this.out = [];
    try {
      run();
      return this.out;
    } finally {
      this.out = before;
    }
  }

  /** What may be passed by. */
  branch(run: () => void): IrStatement[] {
    this.inBranch++;
    try {
      return this.collect(run);
    } finally {
      this.inBranch--;
    }
  }

  /** An object without a name was made there. */
  temporary(at: Place, type: Type, lasts = false): void {
    const fn = this.unit.destructorOf(type);
    if (!fn) return;
    let flag: number | undefined;
    if (this.inBranch > 0) {
      flag = this.newLocal('made', 'i32');
      this.flags.push(flag);
      this.emit({ kind: 'set', local: flag, value: { kind: 'const', type: 'i32', value: 1 } });
    }
    this.temporaries.push({ fn, at: { ...at, pointer: this.keep(at.pointer) }, type, flag, lasts });
  }

  label(word: string): string {
    return `${word}.${++this.#labels}`;
  }

  newLocal(name: string, type: ValueType): number {
    return this.locals.push({ name, type }) - 1;
  }

  newSlot(name: string, size: number, align: number): Ir {
    const index = this.slots.push({ name, size: Math.max(1, size), align }) - 1;
    return { kind: 'slot', type: this.mode === 'host' ? 'ptr.host' : 'ptr.local', index };
  }

  slotFor(name: string, type: Type, align = 0): Place {
    const size = sizeOf(type) ?? 1;
    return { pointer: this.newSlot(name, size, Math.max(align, alignOf(type), size >= 8 ? 8 : 1)), offset: 0 };
  }

  /** A value that stays what it is, whatever comes after. */
  keep(value: Ir, name = 't'): Ir {
    if (this.isStable(value)) return value;
    const index = this.newLocal(name, value.type);
    this.#fixed.add(index);
    this.emit({ kind: 'set', local: index, value });
    return local(index, value.type);
  }

  isStable(e: Ir): boolean {
    switch (e.kind) {
      case 'load':
        return false;
      case 'local':
        return this.#fixed.has(e.index);
      case 'op':
        return e.args.every((a) => this.isStable(a));
      default:
        return true;
    }
  }

  fixed(index: number): void {
    this.#fixed.add(index);
  }

  /** Several values, from left to right: an earlier one is kept where a later one does something. */
  inOrder(runs: readonly (() => Ir)[]): Ir[] {
    const values: Ir[] = [];
    for (const run of runs) {
      const mark = this.out.length;
      const value = run();
      if (this.out.length > mark) {
        const later = this.out.splice(mark);
        for (const [i, v] of values.entries()) values[i] = this.keep(v);
        this.out.push(...later);
      }
      values.push(value);
    }
    return values;
  }

  bind(v: VariableSymbol, where: { readonly local: number } | { readonly place: Place }): void {
    this.#variables.set(v, where);
  }

  where(v: VariableSymbol): { readonly local: number } | { readonly place: Place } | undefined {
    return this.#variables.get(v);
  }

  /** Of a place as a value of C. */
  addressOf({ pointer, offset }: Place): Ir {
    if (this.mode === 'host') {
      const number = numberOf(pointer);
      return offset === 0 ? number : op('add', [number, i64(offset)]);
    }
    const moved = offset === 0 ? pointer : op('offset', [pointer, i64(offset)]);
    return moved.type === 'ptr.generic' ? moved : op('cast.space', [moved], 'ptr.generic');
  }

  /** What a value of C points to. */
  placeAt(address: Ir): Place {
    if (!isPointer(address.type)) {
      const known = address.kind === 'op' && address.op === 'to.address' ? address.args[0]! : undefined;
      return {
        pointer: known?.type === 'ptr.host' ? known : op('from.address', [address], memoryPointer(this.mode)),
        offset: 0,
      };
    }
    return { pointer: address, offset: 0 };
  }

  load(memory: MemoryType, { pointer, offset }: Place, isVolatile = false): Ir {
    const type = memory === 'i8' || memory === 'i16' ? 'i32' : memory === 'f16' ? 'f32' : memory;
    return { kind: 'load', type, memory, from: pointer, offset, ...(isVolatile && { volatile: true }) };
  }

  /** `align`: of what begins there, where that is more than is stored. */
  store(memory: MemoryType, { pointer, offset }: Place, value: Ir, isVolatile = false, align?: number): void {
    const more = { ...(isVolatile && { volatile: true }), ...(align !== undefined && { align }) };
    this.emit({ kind: 'store', memory, to: pointer, offset, value, ...more });
  }
}
