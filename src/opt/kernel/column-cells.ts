/** Statements of a kernel as each row of its block runs them, with the cells of shared memory that a column uses in locals of one thread. */
import { i32 } from '../../ir/build.ts';
import type { Expression, Local, Statement } from '../../ir/module.ts';
import { type MemoryType, sizeOf } from '../../ir/types.ts';
import {
  changeBodies,
  eachExpression,
  eachExpressionIn,
  eachStatement,
  expressionsOf,
  localsSet,
  mapExpression,
  mapStatement,
  someExpression,
} from '../../ir/walk.ts';
import { decided, folded } from '../scalar/fold.ts';
import { type Place, placeOf } from './shared-places.ts';

export type Access = {
  readonly place: Place | undefined;
  readonly memory: MemoryType;
  readonly stores: boolean;
  readonly inBranch: boolean;
};

/** What stands between two barriers. */
export type Segment = {
  /** Of each row. */
  readonly rows: readonly (readonly Statement[])[];
  /** Statements and expressions of all rows. */
  readonly nodes: number;
  readonly shared: readonly Access[];
  /** Whether it loads from or stores to memory of the device. */
  readonly usesFar: boolean;
  readonly storesFar: boolean;
};

type Store = Extract<Statement, { kind: 'store' }>;
type Cell = { readonly value: Expression; readonly stored: Store | undefined };

/** `roots`: arrays whose cells are held. */
export type Cells = { readonly roots: ReadonlySet<string>; readonly held: Map<string, Cell>; forwarded: number };

export type RowMaker = {
  readonly segment: (list: readonly Statement[]) => Segment;
  readonly write: (segment: Segment, cells: Cells) => readonly Statement[];
  /** What is stored in the end, where `later` segments may ask for it; undefined: of which nothing is known. */
  readonly settle: (cells: Cells, later: readonly (Segment | undefined)[]) => readonly Statement[];
};

const keyOf = (p: Place): string => `${p.root} ${p.behind}`;

/** `values`: numbers that places and parameters give. New locals are added to the list. */
export function rowMaker(
  values: ReadonlyMap<number, Expression>,
  locals: Local[],
  { columns, rows }: { readonly columns: number; readonly rows: number },
): RowMaker {
  const ofRows = new Map<number, boolean>();
  const fresh = (of: number | undefined, name: string, type: Local['type']): Expression => {
    const index = locals.push(of === undefined ? { name, type } : { ...locals[of]! }) - 1;
    return { kind: 'local', type, index };
  };
  const place = (to: Expression, offset: number): Place | undefined => placeOf(to, offset, values);
  const differs = (l: number): boolean => {
    const known = ofRows.get(l);
    if (known !== undefined) return known;
    const value = values.get(l);
    const found =
      value !== undefined &&
      someExpression(
        value,
        (e) => (e.kind === 'special' && e.name === 'tid.y') || (e.kind === 'local' && differs(e.index)),
      );
    ofRows.set(l, found);
    return found;
  };
  const namesOf = Array.from({ length: rows }, () => new Map<number, Expression>());
  const inRow = (list: readonly Statement[], row: number): readonly Statement[] => {
    const names = namesOf[row]!;
    const expression = (whole: Expression): Expression =>
      mapExpression(whole, (e) => {
        if (e.kind === 'special' && e.name === 'tid.y') return i32(row);
        if (e.kind === 'local') return names.get(e.index) ?? (differs(e.index) ? expression(values.get(e.index)!) : e);
        return folded(e);
      });
    const local = (l: number): number => {
      if (!names.has(l)) names.set(l, fresh(l, '', locals[l]!.type));
      const name = names.get(l)!;
      return name.kind === 'local' ? name.index : l;
    };
    eachStatement(list, (s) => {
      for (const l of localsSet(s)) if (!values.has(l)) local(l);
    });
    const body = (b: readonly Statement[]): readonly Statement[] =>
      b.flatMap((s) => {
        if (s.kind === 'set' && values.has(s.local)) return [];
        return decided(mapStatement(s, { expression, body, local, label: (l) => l }));
      });
    return body(list);
  };

  const accesses = (list: readonly Statement[]): readonly Access[] => {
    const found: Access[] = [];
    const visit = (b: readonly Statement[], inBranch: boolean): void => {
      for (const s of b) {
        if (s.kind === 'store' && s.to.type === 'ptr.shared')
          found.push({ place: place(s.to, s.offset), memory: s.memory, stores: true, inBranch });
        for (const whole of expressionsOf(s))
          eachExpression(whole, (e) => {
            if (e.kind === 'load' && e.from.type === 'ptr.shared')
              found.push({ place: place(e.from, e.offset), memory: e.memory, stores: false, inBranch });
          });
        if (s.kind === 'if') for (const inner of [s.then, s.otherwise]) visit(inner, true);
      }
    };
    visit(list, false);
    return found;
  };

  return {
    segment: (list) => {
      const made = Array.from({ length: rows }, (_, row) => inRow(list, row));
      let [usesFar, storesFar] = [false, false];
      eachStatement(made.flat(), (s) => {
        if (s.kind === 'store' && s.to.type === 'ptr.global') storesFar = true;
        for (const whole of expressionsOf(s))
          if (someExpression(whole, (e) => e.kind === 'load' && e.from.type === 'ptr.global')) usesFar = true;
      });
      return {
        rows: made,
        nodes: nodesIn(made.flat()),
        shared: made.flatMap(accesses),
        usesFar: usesFar || storesFar,
        storesFar,
      };
    },

    write: (segment, cells) => {
      const before = new Map(cells.held);
      const out: Statement[] = [];
      const held = (e: Expression, inBranch: boolean): Expression => {
        const p = e.kind === 'load' && e.from.type === 'ptr.shared' ? place(e.from, e.offset) : undefined;
        if (e.kind !== 'load' || !p || !cells.roots.has(p.root)) return e;
        const key = keyOf(p);
        const known = cells.held.get(key);
        if (known) {
          if (before.get(key)?.stored) cells.forwarded++;
          return known.value;
        }
        if (inBranch) return e;
        const value = fresh(undefined, 'cell', e.type);
        if (value.kind === 'local') out.push({ kind: 'set', local: value.index, value: e });
        cells.held.set(key, { value, stored: undefined });
        return value;
      };
      const reader =
        (inBranch: boolean) =>
        (whole: Expression): Expression =>
          mapExpression(whole, (e) => held(e, inBranch));
      const within = (s: Statement): Statement =>
        mapStatement(s, {
          expression: reader(true),
          body: (b) => b.map(within),
          local: (l) => l,
          label: (l) => l,
        });
      const statement = (s: Statement): void => {
        if (s.kind === 'if') {
          const condition = reader(false)(s.condition);
          out.push(changeBodies({ ...s, condition }, (b) => b.map(within)));
          return;
        }
        if (s.kind !== 'store') {
          out.push(s.kind === 'set' ? { ...s, value: reader(false)(s.value) } : s);
          return;
        }
        const p = s.to.type === 'ptr.shared' ? place(s.to, s.offset) : undefined;
        const value = reader(false)(s.value);
        if (!p) {
          out.push({ ...s, to: reader(false)(s.to), value });
          return;
        }
        const cell = fresh(undefined, 'cell', value.type);
        if (cell.kind === 'local') out.push({ ...(s.at && { at: s.at }), kind: 'set', local: cell.index, value });
        cells.held.set(keyOf(p), { value: cell, stored: s });
      };
      for (const row of segment.rows) for (const s of row) statement(s);
      return out;
    },

    settle: (cells, later) => {
      const asked = later.flatMap((s) => s?.shared.filter((a) => !a.stores) ?? []);
      const all = later.some((s) => !s) || asked.some((a) => !a.place);
      const isAsked = ({ to, offset, memory }: Store): boolean => {
        const own = place(to, offset)!;
        const [from, end] = bytesOf(own, memory, columns);
        return asked.some(({ place: other, memory: of }) => {
          if (other?.root !== own.root) return false;
          const [low, high] = bytesOf(other, of, columns);
          return low < end && from < high;
        });
      };
      return [...cells.held.values()].flatMap(({ value, stored }) =>
        stored && (all || isAsked(stored)) ? [{ ...stored, value }] : [],
      );
    },
  };
}

export function nodesIn(list: readonly Statement[]): number {
  let n = 0;
  eachStatement(list, () => n++);
  eachExpressionIn(list, () => n++);
  return n;
}

/** From the first byte to the one behind the last, of all columns. */
function bytesOf({ step, behind }: Place, memory: MemoryType, columns: number): readonly [number, number] {
  const last = behind + step * (columns - 1);
  return [Math.min(behind, last), Math.max(behind, last) + sizeOf(memory)];
}
