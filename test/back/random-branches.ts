/** Loops of the host whose iterations part: branches in branches around stores, sums and values, over data at three places that may overlap. */
import type { Random } from './host-loops.test.ts';

type Type = 'i32' | 'i64' | 'f32' | 'f64';

const types: readonly Type[] = ['i32', 'f64', 'f32', 'i64'];

function sizeOf(type: Type): number {
  return type === 'i64' || type === 'f64' ? 8 : 4;
}

export function randomBranches(random: (seed: number) => Random): (seed: number) => string {
  return (seed) => new Writer(random(seed)).text();
}

class Writer {
  private readonly pick: Random;
  private readonly type: Type;
  private readonly step: number;
  private sum: string;
  private budget = 9;

  constructor(pick: Random) {
    this.pick = pick;
    this.type = types[pick(4)]!;
    this.step = 1 + pick(2);
    this.sum = this.isWhole() ? ['add', 'xor', 'min', 'max'][pick(4)]! : ['min', 'max', 'gt'][pick(3)]!;
  }

  private isWhole(): boolean {
    return this.type.startsWith('i');
  }

  private place(): string {
    const { pick } = this;
    const size = sizeOf(this.type);
    const far = pick(3) > 0 ? 0 : (pick(12) - 6) * size;
    const step = [size, size, size, size, 2 * size][pick(5)]!;
    return `(offset:ptr.host $${pick(3)}:ptr.host (add:i64 (mul:i64 (extend:i64 $4:i32) ${step}:i64) ${far}:i64))`;
  }

  private value(depth: number): string {
    const { pick, type } = this;
    if (depth > 0 && pick(3) > 0) {
      const binary = this.isWhole() ? ['add', 'sub', 'mul', 'xor', 'min', 'div', 'rem'] : ['add', 'sub', 'mul', 'div'];
      const how = binary[pick(binary.length)]!;
      if (how === 'rem' || (how === 'div' && this.isWhole()))
        return `(${how}:${type} ${this.value(depth - 1)} ${2 + pick(5)}:${type})`;
      return `(${how}:${type} ${this.value(depth - 1)} ${this.value(depth - 1)})`;
    }
    if (!this.isWhole() && pick(5) === 0) return `(sqrt:${type} (load ${type} ${this.place()} 0))`;
    if (pick(4) === 0) return `$6:${type}`;
    return pick(4) === 0 ? `${3 + pick(5)}:${type}` : `(load ${type} ${this.place()} 0)`;
  }

  private condition(): string {
    const { pick } = this;
    switch (pick(8)) {
      case 0:
        return `(lt:bool (rem:i32 $4:i32 ${2 + pick(4)}:i32) 2:i32)`;
      case 1:
        return `(${['lt', 'ge'][pick(2)]!}:bool $4:i32 ${pick(30)}:i32)`;
      case 2:
        return `(eq:bool $4:i32 ${pick(30)}:i32)`;
      case 3: {
        // Data of another type, somewhere in the same place.
        const other = types[pick(4)]!;
        const at = `(offset:ptr.host $${pick(3)}:ptr.host (mul:i64 (extend:i64 $4:i32) ${sizeOf(other)}:i64))`;
        return `(lt:bool (load ${other} ${at} 0) ${pick(1000)}:${other})`;
      }
      case 4:
        return `(lt:bool $3:i32 ${pick(40)}:i32)`;
      case 6: {
        const [short, size] = pick(2) === 0 ? ['i8', 1] : ['i16', 2];
        const at = `(offset:ptr.host $${pick(3)}:ptr.host (mul:i64 (extend:i64 $4:i32) ${size}:i64))`;
        return `(gt:bool (load ${short} ${at} 0) ${pick(20)}:i32)`;
      }
      case 5:
        return `(and:bool ${this.condition()} ${this.condition()})`;
      default:
        return `(${['lt', 'gt', 'ne', 'le'][pick(4)]!}:bool ${this.value(1)} ${this.value(1)})`;
    }
  }

  private statement(depth: number): string {
    const { pick, type } = this;
    this.budget--;
    const kind = pick(8);
    if (depth > 0 && kind < 4) {
      const otherwise = pick(2) === 0 ? '' : ` else {\n${this.list(depth - 1)}\n}`;
      return `if ${this.condition()} {\n${this.list(depth - 1)}\n}${otherwise}`;
    }
    if (kind === 4) return `$6 = ${this.value(2)}`;
    if (this.sum === 'gt') return kind === 5 ? this.kept('gt') : `$6 = ${this.value(2)}`;
    if (kind === 5) return `$5 = (${this.sum}:${type} $5:${type} ${this.value(1)})`;
    if (kind === 6 && this.isWhole() && (this.sum === 'max' || this.sum === 'min'))
      return this.kept(this.sum === 'max' ? 'gt' : 'lt');
    return `store ${type} ${this.place()} 0 ${this.value(2)}`;
  }

  private kept(than: string): string {
    const value = `(load ${this.type} ${this.place()} 0)`;
    return `if (${than}:bool ${value} $5:${this.type}) {\n$5 = ${value}\n}`;
  }

  private list(depth: number): string {
    const statements = [this.statement(depth)];
    while (this.pick(2) === 0 && this.budget > 0) statements.push(this.statement(depth));
    if (depth < 2 && this.pick(8) === 0) statements.push('continue "l"');
    return statements.join('\n');
  }

  text(): string {
    const { pick, type } = this;
    const body = [`$6 = ${this.value(1).replaceAll('$6', '$7')}`, this.list(2), this.list(2)].join('\n');
    const other = pick(2) === 0 ? 'kernel "other" () () {\n}\n' : '';
    return `module "m"
${other}host "main" ("a":ptr.host "b":ptr.host "c":ptr.host "n":i32) (${type}) {
  local "i":i32
  local "sum":${type}
  local "t":${type}
  local "before":${type}
  $5 = 1:${type}
  $7 = 5:${type}
  for "l" $4 ${pick(5)}:i32 $3:i32 ${this.step}:i32 {
${body}
  }
  return ($5:${type})
}
`;
  }
}
