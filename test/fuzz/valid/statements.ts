/** Random statements: assignments of all forms, branches, loops, constructs. */
import { arrayStatement } from './array-statements.ts';
import { subroutineCall } from './calls.ts';
import { expression, held, integerIndex, logical } from './expressions.ts';
import { kinds, type Maker, type Variable } from './maker.ts';
import { element } from './references.ts';

export function statements(m: Maker, count: number, depth: number): void {
  for (let i = 0; i < count; i++) statement(m, depth);
}

export function isChangeable(v: Variable): boolean {
  return v.fixed === undefined;
}

function statement(m: Maker, depth: number): void {
  const roll = m.int(depth > 0 ? 16 : 9);
  if (roll < 4) assignment(m);
  else if (roll < 8) arrayStatement(m);
  else if (roll < 9) call(m);
  else if (roll < 11) branch(m, depth);
  else if (roll < 13) loop(m, depth);
  else if (roll < 14) select(m, depth);
  else if (roll < 15) scoped(m, depth);
  else whileLoop(m, depth);
}

function assignment(m: Maker): void {
  const v = m.maybe(m.variables.filter(isChangeable));
  if (v) m.write(`${element(m, v, 2)} = ${held(m, v.kind, 4)}`);
}

function call(m: Maker): void {
  const text = subroutineCall(m, isChangeable);
  if (text) m.write(text);
}

function branch(m: Maker, depth: number): void {
  m.write(`if (${logical(m, 3).text}) then`);
  m.inside(() => statements(m, m.between(1, 2), depth - 1));
  if (m.chance(0.4)) {
    m.write(`else if (${logical(m, 2).text}) then`);
    m.inside(() => statements(m, 1, depth - 1));
  }
  if (m.chance(0.5)) {
    m.write('else');
    m.inside(() => statements(m, 1, depth - 1));
  }
  m.write('end if');
}

function loop(m: Maker, depth: number): void {
  const name = m.name('lp');
  const index = m.pick(['i_1', 'i_2', 'i_3'].filter((n) => !m.variables.some((v) => v.name === n)).concat('none'));
  if (index === 'none') return;
  const [from, count, step] = [m.between(-2, 4), m.between(1, 4), m.pick([1, 1, 2, -1, -2])];
  const to = from + step * (count - 1);
  m.write(`${name}: do ${index} = ${from}, ${to}, ${step}`);
  const low = Math.min(from, to);
  const variable: Variable = { name: index, suffix: '', kind: 'i4', bounds: [], fixed: [low, Math.max(from, to)] };
  m.loops.push(name);
  m.inside(() =>
    m.with([variable], () => {
      statements(m, m.between(1, 3), depth - 1);
      if (m.chance(0.3)) m.write(`if (${logical(m, 2).text}) ${m.pick(['cycle', 'exit'])} ${m.pick(m.loops)}`);
      statements(m, m.int(2), depth - 1);
    }),
  );
  m.loops.pop();
  m.write(`end do ${name}`);
}

function whileLoop(m: Maker, depth: number): void {
  const turns = ['w_1', 'w_2'].find((n) => !m.variables.some((v) => v.name === n));
  if (!turns) return;
  const fixed: Variable = { name: turns, suffix: '', kind: 'i4', bounds: [], fixed: [0, 4] };
  m.write(`${turns} = 0`);
  m.write(`do while (${turns} < ${m.between(1, 4)} .and. ${logical(m, 2).text})`);
  const outer = m.loops.splice(0, m.loops.length);
  m.inside(() =>
    m.with([fixed], () => {
      m.write(`${turns} = ${turns} + 1`);
      statements(m, m.between(1, 2), depth - 1);
    }),
  );
  m.loops.push(...outer);
  m.write('end do');
}

function select(m: Maker, depth: number): void {
  m.write(`select case (${integerIndex(m, 1, 9, 3)})`);
  const limits = [m.between(1, 3), m.between(4, 6)];
  m.write(`case (:${limits[0]})`);
  m.inside(() => statements(m, 1, depth - 1));
  m.write(`case (${(limits[0] ?? 3) + 1}:${limits[1]}, 9)`);
  m.inside(() => statements(m, 1, depth - 1));
  m.write('case default');
  m.inside(() => statements(m, 1, depth - 1));
  m.write('end select');
}

function scoped(m: Maker, depth: number): void {
  const kind = m.pick(kinds);
  const name = m.name('b');
  if (m.chance(0.5)) {
    m.write(`associate (${name} => ${expression(m, kind, 3).text})`);
    // Its value may be out of the range of variables: it is only printed through mod and merge, so it stays unused inside.
    m.inside(() => statements(m, 2, depth - 1));
    m.write('end associate');
    return;
  }
  const v = m.maybe(m.variables.filter((x) => isChangeable(x) && x.bounds.length > 0));
  if (!v) return;
  const target = element(m, v, 0);
  m.write(`associate (${name} => ${target})`);
  m.inside(() => m.with([{ name, suffix: '', kind: v.kind, bounds: [] }], () => statements(m, 2, depth - 1)));
  m.write('end associate');
}
