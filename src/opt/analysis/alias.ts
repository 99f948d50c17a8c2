/**
 * Which accesses may meet. What is reached through different dummy arguments of a kernel, or through a dummy argument and a variable, is different data by Fortran's rules (Fortran 2018,
 * 15.5.2.13); pointers of C, which are generic, may lead anywhere.
 */
import { isMeeting, spacesMeet, writesOf } from '../../ir/effects.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { isPointer, type Space, spaceOf } from '../../ir/types.ts';
import { setsIn } from '../../ir/uniformity.ts';
import { eachPartOf, eachStatement, hasBodies } from '../../ir/walk.ts';

/** What an address counts from. `name` is undefined where nobody can tell. `given`: it came with the call of a host function, before that had memory of its own. */
export type Root = { readonly name: string | undefined; readonly space: Space | undefined; readonly given?: boolean };

const anywhere: Root = { name: undefined, space: undefined };

const byFunction = new WeakMap<Fn, Aliases>();

/** Of a function as it is: passes that find nothing to do leave them to the next one. */
export function aliasesOf(fn: Fn): Aliases {
  const known = byFunction.get(fn);
  if (known) return known;
  const made = new Aliases(fn);
  byFunction.set(fn, made);
  return made;
}

export class Aliases {
  private readonly fn: Fn;
  private readonly sets: Uint32Array;
  private readonly values = new Map<number, Expression[]>();
  private readonly known = new Map<number, Root>();
  private readonly written = new Set<string>();
  /** Locals that calls set to memory which nobody else knows. */
  private readonly taken = new Set<number>();
  private writesAnywhere = false;
  private calls = false;

  constructor(fn: Fn) {
    this.fn = fn;
    this.sets = setsIn(fn);
    eachStatement(fn.body, (s) => {
      if (s.kind !== 'set' || !isPointer(fn.locals[s.local]!.type)) return;
      const known = this.values.get(s.local);
      if (known) known.push(s.value);
      else this.values.set(s.local, [s.value]);
    });
    eachStatement(fn.body, (s) => this.note(s));
  }

  private note(s: Statement): void {
    eachPartOf(s, this.noteReads);
    if (s.kind === 'set' || hasBodies(s)) return;
    // What others write there is theirs.
    if (isMeeting(s)) return;
    if (s.kind === 'call') {
      // What it is given, and what it knows by name.
      this.calls = true;
      if (s.callee.kind === 'direct' && takesMemory.has(s.callee.name)) for (const r of s.results) this.taken.add(r);
      for (const a of s.args) if (isPointer(a.type)) this.noteWrite(this.rootOf(a));
      return;
    }
    for (const w of writesOf(s)) {
      this.noteWrite(w.from ? this.rootOf(w.from) : anywhere);
    }
  }

  /** Whoever reads it as volatile expects others to write it. */
  private readonly noteReads = (e: Expression): void => {
    if (e.kind === 'op') for (const a of e.args) this.noteReads(a);
    if (e.kind !== 'load') return;
    const root = e.volatile ? this.rootOf(e.from) : undefined;
    if (root?.name !== undefined) this.written.add(root.name);
    this.noteReads(e.from);
  };

  private noteWrite({ name }: Root): void {
    if (name === undefined) this.writesAnywhere = true;
    else this.written.add(name);
  }

  rootOf(address: Expression): Root {
    if (!isPointer(address.type)) return anywhere;
    const space = spaceOf(address.type);
    switch (address.kind) {
      case 'op':
        return address.op === 'offset' || address.op === 'cast.space'
          ? this.rootOf(address.args[0]!)
          : { name: undefined, space };
      case 'global':
        return { name: `@${address.name}`, space };
      case 'slot':
        return { name: `#${address.index}`, space };
      case 'dynamic-shared':
        return { name: '#dynamic', space };
      case 'local':
        return this.rootOfLocal(address.index, space);
      default: // else: an address from memory
        return { name: undefined, space };
    }
  }

  private rootOfLocal(local: number, space: Space): Root {
    const nothing: Root = { name: undefined, space };
    if (local < this.fn.params) {
      if (this.sets[local] !== 0) return nothing;
      if (this.fn.kind === 'host') return { ...nothing, given: true };
      return space === 'global' && this.fn.kind === 'kernel' && !this.fn.overlapping?.includes(local)
        ? { name: `$${local}`, space }
        : nothing;
    }
    const old = this.known.get(local);
    if (old) return old;
    if (this.taken.has(local) && this.sets[local] === 1) return { name: `^${local}`, space };
    // Whoever asks for it meanwhile is told nothing.
    this.known.set(local, nothing);
    const values = this.values.get(local) ?? [];
    // A pointer that is counted along stays where it began.
    const others = values.filter((v) => baseOf(v) !== local);
    const roots = values.length === this.sets[local] ? others.map((v) => this.rootOf(v)) : [];
    const [first] = roots;
    const same = first && roots.every((r) => r.name === first.name && r.given === first.given);
    const found = same && (first.name !== undefined || first.given) ? first : nothing;
    this.known.set(local, found);
    return found;
  }

  mayMeet(a: Root, b: Root): boolean {
    if (a.name !== undefined && b.name !== undefined) return a.name === b.name;
    if ((a.given && isOwn(b)) || (b.given && isOwn(a))) return false;
    return spacesMeet(a.space, b.space);
  }

  /** What others do does not change it while the function runs: a thread's own, or what nobody writes. */
  staysSame(root: Root): boolean {
    return root.space === 'local' || this.isFixed(root);
  }

  /** Nobody changes it while the function runs, the thread itself neither: constants, and what the kernel never writes. */
  isFixed(root: Root): boolean {
    if (root.space === 'constant') return true;
    return root.space === 'global' && root.name?.startsWith('$') === true && !this.mayWrite(root);
  }

  /** Whether the function may write what is reached from there, or reads it as what others write. */
  mayWrite({ name }: Root): boolean {
    if (this.writesAnywhere || name === undefined || this.written.has(name)) return true;
    return this.calls && !name.startsWith('$');
  }
}

/** Memory that the function itself has or took. */
function isOwn({ name }: Root): boolean {
  return name?.startsWith('#') === true || name?.startsWith('^') === true;
}

/** What gives memory of its own each time. */
const takesMemory: ReadonlySet<string> = new Set(['stack.take']);

/** The local that an address counts from. */
function baseOf(e: Expression): number | undefined {
  if (e.kind === 'op') return e.op === 'offset' ? baseOf(e.args[0]!) : undefined;
  return e.kind === 'local' ? e.index : undefined;
}
