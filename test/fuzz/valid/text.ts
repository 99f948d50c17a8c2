/** Characters, internal files and formats: for host code. */
import { held, integerIndex, logical } from './expressions.ts';
import type { Maker } from './maker.ts';

const lengths = { ca: 6, cb: 9, cc: 4 } as const;
type Name = keyof typeof lengths;
const names: readonly Name[] = ['ca', 'cb', 'cc'];

export type TextSection = { readonly declare: () => void; readonly use: () => void; readonly putOut: () => void };

export function textSection(m: Maker): TextSection {
  return {
    declare: () => {
      for (const name of names) m.write(`character(${lengths[name]}) :: ${name}`);
      m.write('character(:), allocatable :: cd');
      m.write('character(60) :: line');
    },
    use: () => {
      m.write("ca = 'alpha'; cb = 'be  ta'; cc = 'zz'; cd = ''; line = ''");
      const count = m.between(5, 9);
      for (let i = 0; i < count; i++) m.pick([assigned, assigned, deferred, written, read, compared])(m);
    },
    putOut: () => {
      for (const name of [...names, 'line', 'cd']) {
        m.write(`at = at + 1; o(at) = len(${name})`);
        m.write(`do i_1 = 1, min(len(${name}), 20)`);
        m.inside(() => m.write(`at = at + 1; o(at) = iachar(${name}(i_1:i_1))`));
        m.write('end do');
      }
    },
  };
}

/** A value of characters; its length is open. */
function text(m: Maker, depth: number): string {
  const name = m.pick(names);
  if (depth <= 0) return m.chance(0.5) ? name : `'${m.pick(['x', 'Hi', 'a b', '', 'Zq9'])}'`;
  const inner = text(m, depth - 1);
  switch (m.int(9)) {
    case 0:
      return `${inner} // ${text(m, depth - 1)}`;
    case 1:
      return `trim(${inner})`;
    case 2:
      return `${m.pick(['adjustl', 'adjustr'])}(${name})`;
    case 3: {
      const from = m.between(1, lengths[name]);
      return `${name}(${from}:${m.between(from - 1, lengths[name])})`;
    }
    case 4:
      return `${name}(${integerIndex(m, 1, lengths[name], 1)}:)`;
    case 5:
      return `repeat(${name}(1:1), ${m.int(4)})`;
    case 6:
      return `achar(97 + modulo(${held(m, 'i4', 1)}, 26))`;
    case 7:
      return `merge(${name}, ${name}(${lengths[name]}:) // ${name}(1:${lengths[name] - 1}), ${logical(m, 1).text})`;
    default:
      return inner;
  }
}

function assigned(m: Maker): void {
  const name = m.pick(names);
  const from = m.between(1, lengths[name]);
  m.write(`${m.chance(0.6) ? name : `${name}(${from}:)`} = ${text(m, 3)}`);
}

function deferred(m: Maker): void {
  m.write(`cd = ${text(m, 2)} // ${text(m, 1)}`);
}

/** Formats whose result the standard fixes: reals are shown with all their digits. */
function written(m: Maker): void {
  switch (m.int(6)) {
    case 0:
      m.write(
        `write (line, '(i${m.between(1, 12)}.${m.int(2)}, a, i0)') ${held(m, 'i4', 2)}, '|', ${held(m, 'i8', 2)}`,
      );
      return;
    case 1:
      m.write(`write (line, '(2(z10.8, 1x), b9)') ${held(m, 'i4', 1)}, ${held(m, 'i4', 1)}, ${m.int(200)}`);
      return;
    case 2:
      m.write(`write (line, '(es26.17e3, l3)') ${held(m, 'r8', 2)}, ${logical(m, 2).text}`);
      return;
    case 3:
      m.write(
        `write (line, '(f14.6, sp, i7, t3, a)') ${(m.between(-4000, 4000) / 64).toFixed(6)}_8, ${held(m, 'i2', 2)}, 'T'`,
      );
      return;
    case 4:
      m.write(`write (line, '(a${m.between(1, 8)}, tr2, a, o8)') ${text(m, 1)}, '<', ${m.int(500)}`);
      return;
    default:
      m.write(`write (line, '(3(i5, :, ","))') ${held(m, 'i2', 1)}, ${held(m, 'i1', 1)}`);
  }
}

function read(m: Maker): void {
  const v = m.maybe(m.scalars('i4').filter((x) => !x.fixed));
  if (!v) return;
  m.write(`write (line, '(i9, 1x, i4)') ${held(m, 'i4', 2)}, ${m.between(-99, 99)}`);
  m.write(m.chance(0.5) ? `read (line, '(i9)') ${v.name}${v.suffix}` : `read (line, *) ${v.name}${v.suffix}`);
}

function compared(m: Maker): void {
  const v = m.maybe(m.scalars('l').filter((x) => !x.fixed));
  const n = m.maybe(m.scalars('i4').filter((x) => !x.fixed));
  if (v) m.write(`${v.name}${v.suffix} = ${m.pick(['llt', 'lge', 'lle', 'lgt'])}(${text(m, 1)}, ${text(m, 2)})`);
  if (!n) return;
  const [a, b] = [text(m, 2), text(m, 0)];
  m.write(
    `${n.name}${n.suffix} = ${m.pick([`index(${a}, ${b})`, `scan(${a}, ${b})`, `verify(${a}, ${b})`, `len_trim(${a})`, `len(${a})`])}`,
  );
}
