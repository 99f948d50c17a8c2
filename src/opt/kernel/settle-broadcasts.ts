/**
 * A cell of shared memory that all threads read (the result of a reduction) and that some of them store to again before the next barrier: GPUs get by, as their warps go about in step, and
 * programs count on it. Where threads run one after another, a barrier behind such a load has all of them read first. Programs without such a race have none of these.
 */
import { isBlockBarrier, isPlainBarrier } from '../../ir/effects.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { analyseUniformity, type Uniformity } from '../../ir/uniformity.ts';
import {
  changeBodies,
  eachStatement,
  expressionsOf,
  isLoop,
  labelsIn,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';

type Body = readonly Statement[];
/** What comes first on the way: through the list to what stands behind it, or not. */
type Met = 'store' | 'barrier' | 'through';
/** Where a list stands: what is run behind it. */
type Behind = {
  readonly list: Body;
  readonly next: number;
  readonly again: Body | undefined;
  readonly up: Behind | undefined;
};

export function settleBroadcasts(fn: Fn): Fn {
  const stored = new Set<string>();
  eachStatement(fn.body, (s) => {
    const root = s.kind === 'store' ? sharedRoot(s.to) : undefined;
    if (root !== undefined) stored.add(root);
  });
  if (stored.size === 0 || !someStatement(fn.body, isBlockBarrier)) return fn;
  const body = new Settling(stored, analyseUniformity(fn)).list(fn.body, true, undefined);
  return body === fn.body ? fn : { ...fn, body };
}

class Settling {
  readonly #stored: ReadonlySet<string>;
  readonly #uniformity: Uniformity;

  constructor(stored: ReadonlySet<string>, uniformity: Uniformity) {
    this.#stored = stored;
    this.#uniformity = uniformity;
  }

  /** `together`: all threads that have not ended come here. A barrier that only some came to would be counted by others. */
  list(body: Body, together: boolean, up: Behind | undefined): Body {
    const out: Statement[] = [];
    let here = together;
    let open = false;
    for (const [i, s] of body.entries()) {
      if (together && isPlainBarrier(s, 'block')) here = true;
      const roots = here ? this.#broadcasts(s) : [];
      if (open && roots.length === 0 && !isPlainBarrier(s)) out.push({ kind: 'barrier', scope: 'block' });
      open = roots.some((root) => isStoredBehind({ list: body, next: i + 1, again: undefined, up }, root));
      const inside = here && this.#isTakenTogether(s);
      out.push(
        changeBodies(s, (b) => this.list(b, inside, { list: body, next: i + 1, again: isLoop(s) ? b : undefined, up })),
      );
      if (leaves(s)) here = false;
    }
    if (open && here) out.push({ kind: 'barrier', scope: 'block' });
    return out.length === body.length && out.every((s, i) => s === body[i]) ? body : out;
  }

  #isTakenTogether(s: Statement): boolean {
    if (s.kind === 'if') return this.#uniformity.isUniform(s.condition);
    if (s.kind === 'for') return [s.from, s.trips, s.step].every(this.#uniformity.isUniform);
    return s.kind === 'block' || (s.kind === 'loop' && s.body.some((x) => isPlainBarrier(x, 'block')));
  }

  /** Variables of shared memory that others store to, and of which all threads load the same cell in `s` itself. */
  #broadcasts(s: Statement): string[] {
    if (s.kind !== 'set' && s.kind !== 'store') return [];
    const found: string[] = [];
    for (const e of expressionsOf(s))
      someExpression(e, (x) => {
        const root = x.kind === 'load' && this.#uniformity.isUniform(x.from) ? sharedRoot(x.from) : undefined;
        if (root !== undefined && this.#stored.has(root)) found.push(root);
        return false;
      });
    return found;
  }
}

/** Whether some threads may go on behind the list that `s` stands in. */
function leaves(s: Statement): boolean {
  const inside = labelsIn([s]);
  return someStatement([s], (x) => (x.kind === 'break' || x.kind === 'continue') && !inside.has(x.label));
}

/** The variable that an address lies in. */
function sharedRoot(e: Expression): string | undefined {
  if (e.type !== 'ptr.shared') return undefined;
  if (e.kind === 'global') return e.name;
  return e.kind === 'op' && e.args[0] ? sharedRoot(e.args[0]) : undefined;
}

function isStoredBehind(at: Behind, root: string): boolean {
  for (let b: Behind | undefined = at; b; b = b.up) {
    const behind = met(b.list.slice(b.next), root);
    if (behind !== 'through') return behind === 'store';
    if (b.up?.again && met(b.up.again, root) === 'store') return true;
  }
  return false;
}

function met(list: Body, root: string): Met {
  for (const s of list) {
    const found = metIn(s, root);
    if (found !== 'through') return found;
    if (s.kind === 'return') return 'barrier';
  }
  return 'through';
}

function metIn(s: Statement, root: string): Met {
  switch (s.kind) {
    case 'store':
      return sharedRoot(s.to) === root ? 'store' : 'through';
    case 'barrier':
      return isBlockBarrier(s) ? 'barrier' : 'through';
    case 'if': {
      const [a, b] = [met(s.then, root), met(s.otherwise, root)];
      return a === 'store' || b === 'store' ? 'store' : a === b ? a : 'through';
    }
    case 'for':
      return met(s.body, root) === 'store' ? 'store' : 'through';
    case 'loop':
    case 'block':
      return met(s.body, root);
    default:
      // else: what stores in other ways, or waits otherwise, has no barrier more than it has today
      return 'through';
  }
}
