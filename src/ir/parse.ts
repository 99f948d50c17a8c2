/** Reads what print.ts writes. Wrong text throws with its line: it is written by tests and by us. */
import { InternalError } from '../base/impossible.ts';
import { nowhere } from '../base/source.ts';
import type { ArgumentPart } from '../machine/kernel.ts';
import {
  type ArrayAxis,
  type ArrayShape,
  atomicNames,
  type CacheHint,
  type Callee,
  type Expression,
  type Extern,
  type Fn,
  type Global,
  type Local,
  type Module,
  type OwnCell,
  type PrintItem,
  type Slot,
  type Statement,
  type Triple,
  warpNames,
} from './module.ts';
import { type OperationName, operations, type SpecialName, specials } from './operations.ts';
import { isPointer, loadedType, type MemoryType, type PointerType, spaces, type ValueType } from './types.ts';

export function parseModule(text: string): Module {
  const r = new Reader(text);
  r.word('module');
  const name = r.string();
  const externs: Extern[] = [];
  const globals: Global[] = [];
  const functions: Fn[] = [];
  while (!r.ended()) {
    if (r.take('extern')) externs.push(parseExtern(r));
    else if (r.take('global')) globals.push(parseGlobal(r));
    else functions.push(parseFunction(r));
  }
  return { name, externs, globals, functions };
}

/** Words, strings and the signs ( ) { } of a text, one after another. */
class Reader {
  private readonly tokens: readonly { readonly text: string; readonly at: number }[];
  private readonly text: string;
  private next = 0;
  constructor(text: string) {
    this.text = text;
    this.tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?::[\w.]+)?|[(){}]|[^\s(){}"]+/g)].map((m) => ({
      text: m[0],
      at: m.index,
    }));
  }
  ended(): boolean {
    return this.next >= this.tokens.length;
  }
  peek(): string {
    return this.tokens[this.next]?.text ?? '';
  }
  any(): string {
    const token = this.tokens[this.next++];
    return token ? token.text : this.fail('the text ends too early');
  }
  take(word: string): boolean {
    if (this.peek() !== word) return false;
    this.next++;
    return true;
  }
  word(word: string): void {
    if (!this.take(word)) this.fail(`${word} belongs here`);
  }
  oneOf<T extends string>(words: readonly T[]): T {
    const text = this.any();
    return words.find((w) => w === text) ?? this.fail(`${text} is none of ${words.join(' ')}`);
  }
  string(): string {
    const value: unknown = JSON.parse(this.any());
    return typeof value === 'string' ? value : this.fail('a name in quotes belongs here');
  }
  integer(): number {
    const n = Number(this.any());
    return Number.isInteger(n) ? n : this.fail('a whole number belongs here');
  }
  fail(what: string): never {
    const at = this.tokens[this.next - 1]?.at ?? 0;
    throw new InternalError(`IR text, line ${this.text.slice(0, at).split('\n').length}: ${what}`);
  }
}

function parseExtern(r: Reader): Extern {
  return { name: r.string(), from: r.oneOf(['runtime', 'object']), params: parseTypes(r), results: parseTypes(r) };
}

function parseGlobal(r: Reader): Global {
  const name = r.string();
  const placement = r.oneOf(['host', 'global', 'constant', 'shared', 'managed']);
  const linkage = r.oneOf(['define', 'common', 'extern']);
  r.word('size');
  const size = r.integer();
  r.word('align');
  const align = r.integer();
  const byHost = r.take('by-host');
  const fixed = r.take('fixed');
  const isUndefined = r.take('undefined');
  const init: { offset: number; bytes: Uint8Array }[] = [];
  const relocations: { offset: number; symbol: string; addend: number }[] = [];
  let methods: string[] | undefined;
  for (;;) {
    if (r.take('init')) init.push({ offset: r.integer(), bytes: new Uint8Array(Buffer.from(r.string(), 'hex')) });
    else if (r.take('relocation')) relocations.push({ offset: r.integer(), symbol: r.string(), addend: r.integer() });
    else if (r.take('methods')) methods = Array.from({ length: r.integer() }, () => r.string());
    else break;
  }
  return {
    name,
    placement,
    size,
    align,
    linkage,
    ...(byHost && { byHost }),
    ...(fixed && { fixed }),
    ...(isUndefined && { undefined: isUndefined }),
    init,
    ...(relocations.length > 0 && { relocations }),
    ...(methods && { methods }),
  };
}

function parseFunction(r: Reader): Fn {
  const kind = r.oneOf(['host', 'kernel', 'device']);
  const name = r.string();
  const locals = parseList(r, parseLocal);
  const params = locals.length;
  const results = parseTypes(r);
  const bounds = r.take('bounds') ? { maxThreads: r.integer(), minBlocks: r.integer() } : undefined;
  const cluster: readonly [number, number, number] | undefined = r.take('cluster')
    ? [r.integer(), r.integer(), r.integer()]
    : undefined;
  const cooperative = r.take('cooperative');
  const blockSize = r.take('blocks') ? ([r.integer(), r.integer(), r.integer()] as const) : undefined;
  const nearParams = r.take('near') ? Array.from({ length: r.integer() }, () => r.integer()) : undefined;
  const rooms = r.take('rooms') ? Array.from({ length: r.integer() }, () => r.integer()) : undefined;
  const knownRooms = r.take('known-rooms')
    ? Array.from({ length: r.integer() }, () => [r.integer(), r.integer()] as const)
    : undefined;
  const unchanged = r.take('unchanged') ? Array.from({ length: r.integer() }, () => r.integer()) : undefined;
  const shareable = r.take('shareable');
  const overlapping = r.take('overlapping') ? Array.from({ length: r.integer() }, () => r.integer()) : undefined;
  const nulls = r.take('nulls');
  const shapes = r.take('shapes') ? Array.from({ length: r.integer() }, () => parseShape(r)) : undefined;
  const given = r.take('arguments') ? Array.from({ length: r.integer() }, () => parsePart(r)) : undefined;
  const bytewise = r.take('bytewise');
  r.word('{');
  const slots: Slot[] = [];
  for (;;) {
    if (r.take('local')) locals.push(parseLocal(r));
    else if (r.take('slot')) slots.push({ name: r.string(), size: r.integer(), align: r.integer() });
    else break;
  }
  const body = parseStatements(r);
  return {
    name,
    kind,
    params,
    results,
    locals,
    slots,
    body,
    at: nowhere,
    ...(bounds && { launchBounds: bounds }),
    ...(cluster && { clusterDims: cluster }),
    ...(cooperative && { cooperative }),
    ...(blockSize && { blockSize }),
    ...(nearParams && { nearParams }),
    ...(rooms && { rooms }),
    ...(knownRooms && { knownRooms }),
    ...(unchanged && { unchanged }),
    ...(shareable && { shareable }),
    ...(overlapping && { overlapping }),
    ...(nulls && { nulls }),
    ...(shapes && { shapes }),
    ...(given && { arguments: given }),
    ...(bytewise && { bytewise }),
  };
}

function parsePart(r: Reader): ArgumentPart {
  const [argument, offset, bytes] = [r.integer(), r.integer(), Number(r.oneOf(['1', '2', '4', '8']))];
  return {
    argument,
    offset,
    bytes: bytes === 1 || bytes === 2 || bytes === 4 ? bytes : 8,
    as: r.oneOf(['bits', 'signed', 'half']),
  };
}

function parseLocal(r: Reader): Local {
  const text = r.any();
  const colon = text.lastIndexOf(':');
  const name: unknown = JSON.parse(text.slice(0, colon));
  return {
    name: typeof name === 'string' ? name : r.fail('a local is "name":type'),
    type: valueType(text.slice(colon + 1), r),
  };
}

/** Up to and with the closing brace. */
function parseStatements(r: Reader): Statement[] {
  const body: Statement[] = [];
  while (!r.take('}')) body.push(parseStatement(r));
  return body;
}

function parseBody(r: Reader): Statement[] {
  r.word('{');
  return parseStatements(r);
}

function parseStatement(r: Reader): Statement {
  if (r.peek().startsWith('$')) {
    const local = parseIndex(r);
    r.word('=');
    return { kind: 'set', local, value: parseExpression(r) };
  }
  const word = r.any();
  const parse = statements[word];
  return parse ? parse(r) : r.fail(`no statement begins with ${word}`);
}

function parseShape(r: Reader): ArrayShape {
  const param = r.integer();
  const axes = Array.from({ length: r.integer() }, (): ArrayAxis => {
    const [lower, extent] = [parseExpression(r), parseExpression(r)];
    return { lower, extent, ...(r.take('stride') && { stride: parseExpression(r) }) };
  });
  return { param, axes };
}

function parseOwnCells(r: Reader): readonly OwnCell[] {
  return Array.from({ length: r.integer() }, () => {
    const cell = r.integer();
    r.word('where');
    return { cell, where: parseExpression(r) };
  });
}

const statements: Readonly<Record<string, (r: Reader) => Statement>> = {
  store: (r) => ({
    kind: 'store',
    memory: memoryType(r.any(), r),
    ...parseAccess(r),
    ...(r.take('own') && { own: parseOwnCells(r) }),
    to: parseExpression(r),
    offset: r.integer(),
    value: parseExpression(r),
  }),
  if: (r) => ({
    kind: 'if',
    ...(r.take('either') && { either: true }),
    condition: parseExpression(r),
    then: parseBody(r),
    otherwise: r.take('else') ? parseBody(r) : [],
  }),
  loop: (r) => ({ kind: 'loop', label: r.string(), body: parseBody(r) }),
  block: (r) => ({ kind: 'block', label: r.string(), body: parseBody(r) }),
  for: (r) => {
    const label = r.string();
    const independent = r.take('independent');
    const uneven = r.take('uneven');
    const alone = r.take('alone');
    const local = parseIndex(r);
    return {
      kind: 'for',
      label,
      ...(independent && { independent }),
      ...(uneven && { uneven }),
      ...(alone && { alone }),
      local,
      from: parseExpression(r),
      trips: parseExpression(r),
      step: parseExpression(r),
      body: parseBody(r),
    };
  },
  switch: (r) => {
    const value = parseExpression(r);
    const cases: { values: number[]; body: Statement[] }[] = [];
    r.word('{');
    while (r.take('case')) {
      const values: number[] = [];
      while (r.peek() !== '{') values.push(r.integer());
      cases.push({ values, body: parseBody(r) });
    }
    r.word('default');
    const otherwise = parseBody(r);
    r.word('}');
    return { kind: 'switch', value, cases, otherwise };
  },
  break: (r) => ({ kind: 'break', label: r.string() }),
  continue: (r) => ({ kind: 'continue', label: r.string() }),
  return: (r) => ({ kind: 'return', values: parseList(r, parseExpression) }),
  call: (r) => ({
    kind: 'call',
    callee: parseCallee(r),
    args: parseList(r, parseExpression),
    results: parseList(r, parseIndex),
  }),
  launch: (r) => ({
    kind: 'launch',
    kernel: parseCallee(r),
    grid: parseTriple(r),
    block: parseTriple(r),
    shared: parseExpression(r),
    stream: parseExpression(r),
    args: parseList(r, parseExpression),
  }),
  copy: (r) => ({
    kind: 'copy',
    to: parseExpression(r),
    from: parseExpression(r),
    bytes: parseExpression(r),
    ...(r.take('align') && { align: r.integer() }),
  }),
  fill: (r) => ({ kind: 'fill', to: parseExpression(r), byte: parseExpression(r), bytes: parseExpression(r) }),
  barrier: (r) => {
    const scope = r.oneOf(['block', 'warp', 'grid', 'cluster']);
    const reduces = ['and', 'or', 'count'].includes(r.peek());
    const reduce = reduces
      ? { how: r.oneOf(['and', 'or', 'count']), result: parseIndex(r), value: parseExpression(r) }
      : undefined;
    const mask = r.take('mask') ? parseExpression(r) : undefined;
    return { kind: 'barrier', scope, ...(reduce && { reduce }), ...(mask && { mask }) };
  },
  fence: (r) => ({ kind: 'fence', scope: r.oneOf(['block', 'device', 'system']) }),
  atomic: (r) => {
    const head = {
      how: r.oneOf(atomicNames),
      memory: memoryType(r.any(), r),
      scope: r.oneOf(['block', 'device', 'system']),
      ...(r.take('near') && { near: { array: parseIndex(r), own: parseIndex(r), cells: parseIndex(r) } }),
      to: parseExpression(r),
      args: parseList(r, parseExpression),
    };
    return { kind: 'atomic', ...head, ...(isResult(r) && { result: parseIndex(r) }) };
  },
  warp: (r) => {
    const head = { how: r.oneOf(warpNames), args: parseList(r, parseExpression), result: parseIndex(r) };
    return { kind: 'warp', ...head, ...(isResult(r) && { result2: parseIndex(r) }) };
  },
  'read-clock': (r) => ({
    kind: 'read-clock',
    clock: r.oneOf(['clock', 'clock64', 'globaltimer']),
    result: parseIndex(r),
  }),
  print: (r) => ({ kind: 'print', items: parseList(r, parsePrintItem) }),
  trap: (r) => ({ kind: 'trap', message: r.string() }),
};

/** A local after an atomic or warp statement; not the beginning of an assignment, which the printer puts on a line of its own. */
function isResult(r: Reader): boolean {
  return r.peek().startsWith('$') && r.peek().endsWith('!');
}

function parseExpression(r: Reader): Expression {
  const text = r.any();
  if (text !== '(') return parseAtom(text, r);
  const head = r.any();
  const e = compounds[head]?.(r) ?? parseOperation(head, r);
  r.word(')');
  return e;
}

const compounds: Readonly<Record<string, (r: Reader) => Expression>> = {
  load: (r) => {
    const memory = memoryType(r.any(), r);
    return {
      kind: 'load',
      type: loadedType(memory),
      memory,
      ...parseAccess(r),
      ...(r.take('usually') && { usually: r.integer() }),
      ...(r.take('cell') && { cell: r.integer() }),
      from: parseExpression(r),
      offset: r.integer(),
    };
  },
  special: (r) => ({
    kind: 'special',
    type: 'i32',
    name: r.oneOf(Object.keys(specials).filter((n): n is SpecialName => n in specials)),
  }),
  global: (r) => ({ kind: 'global', name: r.string(), type: pointerType(r.any(), r) }),
  function: (r) => ({ kind: 'function', name: r.string(), type: r.oneOf(['ptr.host', 'ptr.generic']) }),
  slot: (r) => ({ kind: 'slot', index: r.integer(), type: pointerType(r.any(), r) }),
  'dynamic-shared': () => ({ kind: 'dynamic-shared', type: 'ptr.shared' }),
};

function parseOperation(head: string, r: Reader): Expression {
  const colon = head.lastIndexOf(':');
  const op = head.slice(0, colon);
  if (!isOperation(op)) return r.fail(`no operation ${op}`);
  const args: Expression[] = [];
  while (r.peek() !== ')') args.push(parseExpression(r));
  return { kind: 'op', op, type: valueType(head.slice(colon + 1), r), args };
}

function isOperation(name: string): name is OperationName {
  return name in operations;
}

function parseAtom(text: string, r: Reader): Expression {
  const colon = text.lastIndexOf(':');
  const type = valueType(text.slice(colon + 1), r);
  const value = text.slice(0, colon);
  if (value.startsWith('$')) return { kind: 'local', type, index: Number(value.slice(1)) };
  return { kind: 'const', type, value: constant(value, type) };
}

function constant(text: string, type: ValueType): number | bigint | boolean {
  if (type === 'bool') return text === 'true';
  if (type === 'i64' || isPointer(type)) return BigInt(text);
  return { nan: Number.NaN, inf: Number.POSITIVE_INFINITY, '-inf': Number.NEGATIVE_INFINITY }[text] ?? Number(text);
}

function parsePrintItem(r: Reader): PrintItem {
  r.word('(');
  const kind = r.oneOf(['text', 'format', 'integer', 'logical', 'real', 'complex', 'string', 'part']);
  const item = printItems(kind, r);
  r.word(')');
  return item;
}

function printItems(kind: PrintItem['kind'], r: Reader): PrintItem {
  if (kind === 'text' || kind === 'format') return { kind, text: r.string() };
  if (kind === 'string') return { kind, address: parseExpression(r), length: parseExpression(r) };
  const bytes = r.integer();
  if (kind === 'complex') return { kind, bytes: bytes === 4 ? 4 : 8, re: parseExpression(r), im: parseExpression(r) };
  return { kind, bytes: bytes === 1 ? 1 : bytes === 2 ? 2 : bytes === 4 ? 4 : 8, value: parseExpression(r) };
}

function parseCallee(r: Reader): Callee {
  if (!r.take('indirect')) return { kind: 'direct', name: r.string() };
  return { kind: 'indirect', pointer: parseExpression(r), params: parseTypes(r), results: parseTypes(r) };
}

function parseTriple(r: Reader): Triple {
  const [x, y, z] = parseList(r, parseExpression);
  return x && y && z ? [x, y, z] : r.fail('three values belong here');
}

function parseTypes(r: Reader): ValueType[] {
  return parseList(r, () => valueType(r.any(), r));
}

function parseList<T>(r: Reader, one: (r: Reader) => T): T[] {
  const items: T[] = [];
  r.word('(');
  while (!r.take(')')) items.push(one(r));
  return items;
}

function parseIndex(r: Reader): number {
  const text = r.any();
  return /^\$\d+!?$/.test(text) ? Number(text.slice(1).replace('!', '')) : r.fail(`${text} is no local`);
}

const hints: readonly CacheHint[] = ['ca', 'cg', 'cs', 'lu', 'cv', 'wb', 'wt', 'nc'];

function parseAccess(r: Reader): { volatile?: boolean; cache?: CacheHint; align?: number } {
  const volatile = r.take('volatile');
  const cache = hints.find((h) => r.take(`cache.${h}`));
  const align = r.take('align') && r.integer();
  return { ...(volatile && { volatile }), ...(cache && { cache }), ...(align && { align }) };
}

function valueType(text: string, r: Reader): ValueType {
  const plain = (['bool', 'i32', 'i64', 'f32', 'f64'] as const).find((t) => t === text);
  return plain ?? pointerType(text, r);
}

function memoryType(text: string, r: Reader): MemoryType {
  const plain = (['i8', 'i16', 'i32', 'i64', 'f16', 'f32', 'f64'] as const).find((t) => t === text);
  return plain ?? pointerType(text, r);
}

function pointerType(text: string, r: Reader): PointerType {
  const space = spaces.find((s) => text === `ptr.${s}`);
  return space ? `ptr.${space}` : r.fail(`${text} is no type`);
}
