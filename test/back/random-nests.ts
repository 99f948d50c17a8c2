/** Random loops with loops in them, for the host: matrices by constant and unknown columns, sums in memory and in locals, places that may meet. */
import type { Random } from './host-loops.test.ts';

export function randomNests(random: (seed: number) => Random): (seed: number) => string {
  return (seed) => {
    const pick = random(seed);
    const type = ['f64', 'f32', 'i32', 'f64'][pick(4)]!;
    const size = type === 'f64' ? 8 : 4;
    // Bytes from column to column: known, unknown, or hardly any.
    const column = ['', '', `${(9 + pick(4)) * size}:i64`, `${size * (1 + pick(3))}:i64`][pick(4)]!;
    const columns = (local: number): string =>
      column === '' ? `(mul:i64 (extend:i64 $${local}:i32) $9:i64)` : `(mul:i64 (extend:i64 $${local}:i32) ${column})`;
    const depth = 1 + pick(2);
    const place = (inside: number, isStore = false): string => {
      const array = pick(8) === 0 ? pick(3) : isStore ? 0 : 1 + pick(2);
      const far = pick(4) === 0 ? (pick(5) - 2) * size : 0;
      const row = `(mul:i64 (extend:i64 $4:i32) ${size}:i64)`;
      const inner = inside === 0 ? '0:i64' : columns(5 + pick(inside));
      const along = inside === 0 ? row : `(mul:i64 (extend:i64 $${5 + pick(inside)}:i32) ${size}:i64)`;
      const terms = [
        [row, inner],
        [row, '0:i64'],
        [along, '0:i64'],
        [along, inside === 0 ? '0:i64' : columns(4)],
        [row, inner],
      ][isStore && pick(4) > 0 ? 4 * pick(2) : pick(5)]!;
      return `(offset:ptr.host $${array}:ptr.host (add:i64 (add:i64 ${terms[0]} ${terms[1]}) ${far}:i64))`;
    };
    const load = (inside: number): string => `(load ${type} ${place(inside)} 0)`;
    const binary = type === 'i32' ? ['add', 'sub', 'xor'] : ['add', 'sub', 'max'];
    const how = (): string => binary[pick(binary.length)]!;
    const value = (inside: number): string =>
      pick(3) === 0
        ? load(inside)
        : `(${how()}:${type} ${load(inside)} ${pick(3) === 0 ? `$7:${type}` : load(inside)})`;
    const statement = (inside: number): string => {
      const to = place(inside, true);
      if (pick(3) === 0) return `$7 = (${how()}:${type} $7:${type} ${value(inside)})`;
      if (pick(2) === 0) return `store ${type} ${to} 0 (${how()}:${type} (load ${type} ${to} 0) ${value(inside)})`;
      const stored = `store ${type} ${to} 0 ${value(inside)}`;
      return pick(5) === 0 ? `if (lt:bool (rem:i32 $4:i32 3:i32) 2:i32) {\n${stored}\n}` : stored;
    };
    const statements = (inside: number, most: number): string =>
      Array.from({ length: pick(most + 1) }, () => statement(inside)).join('\n');
    const trips = (): string => ['$8:i32', '5:i32', '$8:i32', '0:i32'][pick(4)]!;
    const innermost = `${statement(depth)}\n${statements(depth, 1)}`;
    const loops = (inside: number): string =>
      inside === depth
        ? innermost
        : `${statements(inside, 1)}\nfor "l${inside}" $${5 + inside} ${pick(3)}:i32 ${trips()} 1:i32 {\n${loops(inside + 1)}\n}\n${statements(inside, 1)}`;
    return `module "m"
host "main" ("a":ptr.host "b":ptr.host "c":ptr.host "n":i32) (${type}) {
  local "i":i32
  local "j":i32
  local "k":i32
  local "t":${type}
  local "m":i32
  local "column":i64
  local "sum":${type}
  $8 = ${2 + pick(4)}:i32
  $9 = ${[size * 12, size * 40, size, 8 * size][pick(4)]}:i64
  $10 = 0:${type}
  for "outer" $4 ${pick(3)}:i32 $3:i32 1:i32 {
    $7 = 0:${type}
${loops(0)}
    ${pick(3) === 0 ? '' : `store ${type} ${place(0, true)} 0 $7:${type}`}
  }
  return ($10:${type})
}
`;
  };
}
