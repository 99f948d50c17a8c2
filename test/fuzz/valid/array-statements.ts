/** Statements on whole arrays and sections: assignment, where, forall, do concurrent, transformational functions. */
import { listOf } from './calls.ts';
import { held, logical } from './expressions.ts';
import { extentOf, type Maker, type Variable } from './maker.ts';
import { section, whole } from './references.ts';
import { isChangeable } from './statements.ts';

export function arrayStatement(m: Maker): void {
  const v = m.maybe(m.arrays().filter(isChangeable));
  if (!v) return;
  m.pick([sectionAssignment, sectionAssignment, where, forall, concurrent, transformed, listed])(m, v);
}

/** Extents that fit into the array. */
function shapeIn(m: Maker, v: Variable): number[] {
  if (m.chance(0.3)) return v.bounds.map(extentOf);
  const rank = m.between(1, v.bounds.length);
  return v.bounds.slice(-rank).map((b) => m.between(1, extentOf(b)));
}

function sectionAssignment(m: Maker, v: Variable): void {
  const shape = shapeIn(m, v);
  const to = section(m, v, shape, true) ?? whole(v);
  const real = to === whole(v) ? v.bounds.map(extentOf) : shape;
  m.write(`${to} = ${held(m, v.kind, 3, real)}`);
}

function where(m: Maker, v: Variable): void {
  const shape = v.bounds.map(extentOf);
  const other = m.maybe(
    m.arrays().filter((a) => a.kind !== 'l' && a.kind[0] !== 'z' && a.bounds.map(extentOf).join() === shape.join()),
  );
  if (!other) return;
  const mask = (): string => `${whole(other)} ${m.pick(['<', '>', '/='])} ${held(m, other.kind, 2, shape)}`;
  const set = (): void => {
    const to = m.pick(m.arrays().filter((a) => isChangeable(a) && a.bounds.map(extentOf).join() === shape.join()));
    // gfortran 12 takes a scalar of the assigned array anew for each element, which is wrong.
    const others = m.variables.filter((x) => x.name !== to.name);
    const all = m.variables.splice(0, m.variables.length, ...others);
    const value = held(m, to.kind, 2, shape);
    m.variables.splice(0, m.variables.length, ...all);
    m.write(
      `${whole(to)} = ${m.chance(0.3) ? `merge(${whole(to)}, ${value}, ${whole(other)} == ${whole(other)})` : value}`,
    );
  };
  m.write(`where (${mask()})`);
  m.inside(set);
  if (m.chance(0.5)) {
    m.write(`elsewhere (${mask()})`);
    m.inside(set);
  }
  if (m.chance(0.5)) {
    m.write('elsewhere');
    m.inside(set);
  }
  m.write('end where');
}

/** Indices over all dimensions, the assigned element being theirs. */
function indexed(
  m: Maker,
  v: Variable,
): { readonly header: string; readonly indices: Variable[]; readonly to: string } {
  const indices = v.bounds.map(([low, high], i): Variable => {
    const from = m.between(low, high);
    return { name: `f_${i + 1}`, suffix: '', kind: 'i4', bounds: [], fixed: [from, m.between(from, high)] };
  });
  const header = indices.map((x) => `${x.name} = ${x.fixed?.join(':')}`).join(', ');
  return { header, indices, to: `${v.name}(${indices.map((x) => x.name).join(', ')})${v.suffix}` };
}

function forall(m: Maker, v: Variable): void {
  const { header, indices, to } = indexed(m, v);
  m.with(indices, () => {
    const mask = m.chance(0.4) ? `, ${logical(m, 2).text}` : '';
    m.write(`forall (${header}${mask}) ${to} = ${pureHeld(m, v)}`);
  });
}

/** The turns do not depend on each other: the array itself is not read, nor its companions in a structure. */
function concurrent(m: Maker, v: Variable): void {
  const { header, indices, to } = indexed(m, v);
  const others = m.variables.filter((x) => x.name !== v.name);
  const all = m.variables.splice(0, m.variables.length, ...others);
  m.with(indices, () => {
    m.write(`do concurrent (${header})`);
    m.inside(() => m.write(`${to} = ${pureHeld(m, v)}`));
    m.write('end do');
  });
  m.variables.splice(0, m.variables.length, ...all);
}

/** All functions of the program are pure. */
function pureHeld(m: Maker, v: Variable): string {
  return held(m, v.kind, 3);
}

function listed(m: Maker, v: Variable): void {
  const count = v.bounds.map(extentOf).reduce((a, b) => a * b, 1);
  if (v.bounds.length > 1) {
    const shape = v.bounds.map(extentOf).join(', ');
    m.write(
      `${whole(v)} = reshape(${listOf(m, v.kind, Math.min(count, 4))}, [${shape}], pad = ${listOf(m, v.kind, 3)})`,
    );
    return;
  }
  const index: Variable = { name: 'c_1', suffix: '', kind: 'i4', bounds: [], fixed: [1, count] };
  m.with([index], () => m.write(`${whole(v)} = [(${held(m, v.kind, 2)}, c_1 = 1, ${count})]`));
}

function transformed(m: Maker, v: Variable): void {
  const extents = v.bounds.map(extentOf);
  const [rows = 1, columns = 1] = extents;
  const same = (rank: number, want: readonly number[]): Variable | undefined =>
    m.maybe(m.arrays(v.kind).filter((a) => a.bounds.length === rank && a.bounds.map(extentOf).join() === want.join()));
  const shift = m.between(-3, 3);
  switch (m.int(4)) {
    case 0: {
      const from = same(extents.length, extents) ?? v;
      m.write(`${whole(v)} = cshift(${whole(from)}, ${shift}, ${m.between(1, extents.length)})`);
      return;
    }
    case 1: {
      const from = same(extents.length, extents) ?? v;
      m.write(`${whole(v)} = eoshift(${whole(from)}, ${shift}, dim = ${m.between(1, extents.length)})`);
      return;
    }
    case 2: {
      const from = extents.length === 2 ? same(2, [columns, rows]) : undefined;
      if (from) m.write(`${whole(v)} = transpose(${whole(from)})`);
      return;
    }
    default: {
      const vector = extents.length === 2 ? same(1, [rows]) : undefined;
      if (vector) m.write(`${whole(v)} = spread(${whole(vector)}, 2, ${columns})`);
      else if (extents.length === 1)
        m.write(
          `${whole(v)} = merge(${held(m, v.kind, 2, extents)}, ${whole(v)}, ${whole(v)} == ${whole(v)})`.replace(
            /, (\S+) == \1\)$/,
            `, ${logical(m, 1).text})`,
          ),
        );
    }
  }
}
