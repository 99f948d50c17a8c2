/**
 * What each kind of statement and expression does beyond giving a value: a row for each, and the type checker lists the one that is missing. Whoever asks whether something may be moved,
 * dropped or repeated asks here; nobody keeps a list of kinds of its own, on which a new kind would count as harmless.
 */
import type { Expression, Statement } from './module.ts';
import { operations } from './operations.ts';
import { isPointer, type MemoryType, type Space, sizeOf, spaceOf } from './types.ts';
import { eachExpression, eachPartOf, expressionsOf, someStatement } from './walk.ts';

/** Cells that are read or written. `from` is undefined where nobody can tell which. */
export type Access = {
  readonly from: Expression | undefined;
  readonly offset: number;
  /** Undefined where that is not known here. */
  readonly bytes: number | undefined;
  readonly memory?: MemoryType;
};

/** Whom a statement waits for, or lets see what was done before it. */
export type Scope = 'warp' | 'block' | 'cluster' | 'grid' | 'device' | 'system';

/** All fields say what *may* be. */
export type Effects = {
  readonly reads?: readonly Access[];
  readonly writes?: readonly Access[];
  /** Other accesses may not pass it, in either direction. */
  readonly ordered?: boolean;
  /** Threads that meet in it, or see each other's writes behind it. */
  readonly syncs?: Scope;
  /** It ends the program, or the thread with an error. */
  readonly traps?: boolean;
  /** It may take until others do something. */
  readonly waits?: boolean;
  /** What stands behind it may not run. */
  readonly leaves?: boolean;
  /** Something outside memory sees it: a file, a clock, the runtime. */
  readonly outside?: boolean;
};

const none: Effects = {};
const anywhere: readonly Access[] = [{ from: undefined, offset: 0, bytes: undefined }];

type Kind = Statement['kind'];
type Rows<N extends { readonly kind: string }> = {
  readonly [K in N['kind']]: (node: Extract<N, { readonly kind: K }>) => Effects;
};

/** What the statement itself does: neither its expressions nor the statements in it. */
const statements: Rows<Statement> = {
  set: () => none,
  store: (s) => ({
    writes: [{ from: s.to, offset: s.offset, bytes: sizeOf(s.memory), memory: s.memory }],
    ...(s.volatile && { ordered: true, outside: true }),
  }),
  if: () => none,
  // A body that never breaks never ends.
  loop: (s) => ({ waits: s.waits !== undefined && s.waits !== false }),
  for: () => none,
  block: () => none,
  switch: () => none,
  break: () => ({ leaves: true }),
  continue: () => ({ leaves: true }),
  return: () => ({ leaves: true }),
  // Functions in which threads meet have gone into their callers.
  call: () => ({
    reads: anywhere,
    writes: anywhere,
    ordered: true,
    traps: true,
    waits: true,
    leaves: true,
    outside: true,
  }),
  launch: () => ({ reads: anywhere, writes: anywhere, ordered: true, outside: true }),
  copy: (s) => ({
    reads: [{ from: s.from, offset: 0, bytes: constantOf(s.bytes) }],
    writes: [{ from: s.to, offset: 0, bytes: constantOf(s.bytes) }],
  }),
  fill: (s) => ({ writes: [{ from: s.to, offset: 0, bytes: constantOf(s.bytes) }] }),
  barrier: (s) => ({ reads: anywhere, writes: anywhere, ordered: true, syncs: s.scope, waits: true }),
  fence: (s) => ({ ordered: true, syncs: s.scope, writes: anywhere }),
  atomic: (s) => {
    const place = { from: s.to, offset: 0, bytes: sizeOf(s.memory), memory: s.memory };
    return { reads: [place], writes: [place], outside: true };
  },
  // Lanes exchange values, and wait for each other.
  warp: () => ({ syncs: 'warp', waits: true, outside: true }),
  'read-clock': () => ({ ordered: true, outside: true }),
  print: () => ({ reads: anywhere, outside: true }),
  trap: () => ({ traps: true, leaves: true, outside: true }),
};

/** What the expression itself does: not what is below it. */
const expressions: Rows<Expression> = {
  const: () => none,
  local: () => none,
  special: () => none,
  global: () => none,
  slot: () => none,
  function: () => none,
  'dynamic-shared': () => none,
  op: (e) => (isPartial(e) ? { traps: true } : none),
  load: (e) => ({
    reads: [{ from: e.from, offset: e.offset, bytes: sizeOf(e.memory), memory: e.memory }],
    traps: true,
    ...(e.volatile && { ordered: true, outside: true }),
  }),
};

function constantOf(bytes: Expression): number | undefined {
  return bytes.kind === 'const' ? Number(bytes.value) : undefined;
}

function isPartial(e: Extract<Expression, { readonly kind: 'op' }>): boolean {
  const row: { readonly partial?: boolean } = operations[e.op];
  return row.partial === true;
}

/** Of the statement itself. */
export function effectsOf(s: Statement): Effects {
  const row: (node: never) => Effects = statements[s.kind satisfies Kind];
  return row(s as never);
}

/** Of the expression itself. */
export function effectsOfExpression(e: Expression): Effects {
  const row: (node: never) => Effects = expressions[e.kind];
  return row(e as never);
}

/** Whether `is` holds for a statement of `list` or for one of the expressions in them. */
export function someEffect(list: readonly Statement[], is: (e: Effects) => boolean): boolean {
  return someStatement(list, (s) => {
    if (is(effectsOf(s))) return true;
    let found = false;
    eachPartOf(s, (whole) => eachExpression(whole, (e) => (found ||= is(effectsOfExpression(e)))));
    return found;
  });
}

const noAccesses: readonly Access[] = [];

/** The cells that the statement itself and its own expressions read, and those that it writes. */
export function accessesOf(s: Statement): { readonly reads: readonly Access[]; readonly writes: readonly Access[] } {
  const own = effectsOf(s);
  const reads: Access[] = [...(own.reads ?? [])];
  for (const whole of expressionsOf(s))
    eachExpression(whole, (e) => void reads.push(...(effectsOfExpression(e).reads ?? [])));
  return { reads, writes: own.writes ?? noAccesses };
}

/** The cells that the statement itself writes. */
export function writesOf(s: Statement): readonly Access[] {
  return effectsOf(s).writes ?? noAccesses;
}

/** Whether threads meet, wait or see each other in it: a region ends here, or lanes exchange values. */
export function isMeeting(s: Statement): boolean {
  return effectsOf(s).syncs !== undefined;
}

/** Whether threads wait in it until others come. */
export function isRendezvous(s: Statement): boolean {
  const { syncs, waits } = effectsOf(s);
  return syncs !== undefined && waits === true;
}

/** Whether lanes of a warp meet in it. */
export function isOfWarp(s: Statement): boolean {
  return effectsOf(s).syncs === 'warp';
}

/** Whether it says something of the order in which blocks see memory: all that threads meet in but what a block or a warp does for itself. */
export function ordersBlocks(s: Statement): boolean {
  const { syncs, waits } = effectsOf(s);
  return syncs !== undefined && !(waits === true && (syncs === 'block' || syncs === 'warp'));
}

/** Whether what stands behind it may not run; a call comes back. */
export function isJump(s: Statement): boolean {
  return effectsOf(s).leaves === true && s.kind !== 'call';
}

/** Whether nothing but a value comes of it, at most where an access fails. */
export function isPure(e: Effects): boolean {
  return !e.writes && !e.ordered && !e.syncs && !e.waits && !e.leaves && !e.outside;
}

/** The address spaces in which an access may lie: all of them where its address says nothing. */
export function spaceOfAccess(a: Access): Space | undefined {
  return a.from && isPointer(a.from.type) ? spaceOf(a.from.type) : undefined;
}

/** Whether two spaces may hold the same cell. Generic addresses are of any space of a device; the host's memory is one of its own. */
export function spacesMeet(a: Space | undefined, b: Space | undefined): boolean {
  if (a === undefined || b === undefined || a === b) return true;
  if (a === 'host' || b === 'host') return a === 'global' || b === 'global' || a === 'generic' || b === 'generic';
  return a === 'generic' || b === 'generic';
}

/** Where all threads of a block meet, or more than these. */
export function isBlockBarrier(s: Statement): boolean {
  return s.kind === 'barrier' && s.scope !== 'warp';
}

export function isWarpBarrier(s: Statement): boolean {
  return s.kind === 'barrier' && s.scope === 'warp';
}

type Barrier = Extract<Statement, { kind: 'barrier' }>;

/** Whether it is nothing but a barrier, of that scope where one is given: all of its scope meet, and nobody counts them or is told of it. */
export function isPlainBarrier(s: Statement | undefined, scope?: Barrier['scope']): s is Barrier {
  if (s?.kind !== 'barrier' || (scope !== undefined && s.scope !== scope)) return false;
  return s.mask === undefined && s.reduce === undefined && s.told === undefined;
}
