/** A CUDA Fortran program that computes all inputs of the intrinsics' rows at run time, on the host or in a kernel, and prints `id result` as record.ts does. */
import type { Gives, Row, Try } from '../../../src/library/intrinsics/row.ts';
import { allCases, type Case } from './cases.ts';

type Base = 'integer' | 'real' | 'complex' | 'logical' | 'character';
/** A cell of the argument or result arrays: `i4(3)`. */
type Cell = { readonly array: string; readonly index: number };

const letters: Readonly<Record<Base, string>> = { integer: 'i', real: 'r', complex: 'c', logical: 'l', character: 's' };

class Arrays {
  readonly counts = new Map<string, number>();
  readonly prefix: string;
  constructor(prefix: string) {
    this.prefix = prefix;
  }
  next(array: string): Cell {
    const index = (this.counts.get(array) ?? 0) + 1;
    this.counts.set(array, index);
    return { array: `${this.prefix}${array}`, index };
  }
}

function baseOfTry(x: Try | undefined): Base {
  if (typeof x === 'bigint') return 'integer';
  if (typeof x === 'boolean') return 'logical';
  if (typeof x === 'string') return 'character';
  return typeof x === 'number' ? 'real' : 'complex';
}

function resultOf(row: Row, c: Case): { base: Base; kind: number } {
  const gives: Gives = row.gives ?? { rule: 'is', type: { base: 'integer', kind: 4 } };
  const first = (as: string) => baseOfTry(c.inputs[Object.keys(row.takes).indexOf(as)]);
  switch (gives.rule) {
    case 'is':
      return gives.type;
    case 'kind':
      if (gives.complexKept && baseOfTry(c.inputs[0]) === 'complex') return { base: gives.base, kind: c.kind };
      return { base: gives.base, kind: typeof gives.otherwise === 'string' ? c.kind : gives.otherwise };
    case 'text':
      return { base: 'character', kind: 1 };
    default: {
      const base = first(gives.as);
      return {
        base: gives.rule === 'realOf' && base === 'complex' ? 'real' : base,
        kind: base === 'logical' ? 4 : c.kind,
      };
    }
  }
}

/** All lanes of a strip compute the same inputs; the first dimension is the thread. */
const lanes = 8;
const cell = (c: Cell, lane: string) => `${c.array}(${lane}, ${c.index})`;
const arrayOf = (base: Base, kind: number) => `${letters[base]}${base === 'logical' ? 4 : kind}`;

function literal(x: Try, kind: number): string {
  if (typeof x === 'bigint') return `${x}_${kind}`;
  if (typeof x === 'boolean') return x ? '.true.' : '.false.';
  if (typeof x === 'number') return `${real(x)}_${kind}`;
  if (typeof x === 'string') return `'${x}'`;
  return `cmplx(${real(x[0])}_${kind}, ${real(x[1])}_${kind}, ${kind})`;
}

function real(x: number): string {
  const text = Object.is(x, -0) ? '-0.0' : String(x);
  return text.includes('.') || text.includes('e') ? text : `${text}.0`;
}

/** Cases without text whose rows have a lowering; on the device only rows that may stand there, three inputs of each. */
export function numericCases(device: boolean): Case[] {
  return allCases().filter(
    (c) => c.row.lower && !c.inputs.some((x) => typeof x === 'string') && (!device || c.row.device),
  );
}

export function programText(cases: readonly Case[], device: boolean): string {
  const inputs = new Arrays('a');
  const results = new Arrays('b');
  const sets: string[] = [];
  const work: string[] = [];
  const prints: string[] = [];
  for (const c of cases) {
    const args = c.inputs.map((x) => {
      const at = inputs.next(arrayOf(baseOfTry(x), c.kind));
      sets.push(`  ${cell(at, ':')} = ${literal(x, c.kind)}`);
      return cell(at, 't');
    });
    const { base, kind } = resultOf(c.row, c);
    const to = results.next(arrayOf(base, kind));
    work.push(`    ${cell(to, 't')} = ${c.name}(${args.join(', ')})`);
    prints.push(
      `  call show_${base}${base === 'logical' ? '' : kind}('${c.id}', ${cell(to, device ? String(lanes - 1) : '1')})`,
    );
  }
  const all = [...arrays(inputs), ...arrays(results)];
  const names = all.map((a) => a.name).join(', ');
  const declared = (attribute: string, suffix = '') =>
    all.map((a) => `  ${a.type}${attribute} :: ${a.name}${suffix}(${lanes}, ${a.size})`).join('\n');
  const onDevice = all.map((a) => `${a.name}_d`).join(', ');
  const call = device
    ? `${all.map((a) => `  ${a.name}_d = ${a.name}`).join('\n')}\n  call work<<<1, ${lanes}>>>(${onDevice})\n${all.map((a) => `  ${a.name} = ${a.name}_d`).join('\n')}`
    : `  call work(${names})`;
  return `module cases
  implicit none
contains
  ${device ? 'attributes(global) ' : ''}subroutine work(${all.map((a) => a.name).join(', &\n    ')})
${declared('')}
  integer :: t
  t = ${device ? 'threadIdx%x' : '1'}
${work.join('\n')}
  end subroutine work
end module cases
program all_cases
  use cases
  implicit none
${declared('')}
${device ? declared(', device', '_d') : ''}
${sets.join('\n')}
${call}
${prints.join('\n')}
contains
${shows}
end program all_cases
`;
}

function arrays(a: Arrays): { name: string; type: string; size: number }[] {
  const names: Readonly<Record<string, string>> = { i: 'integer', r: 'real', c: 'complex', l: 'logical' };
  return [...a.counts].map(([array, size]) => ({
    name: `${a.prefix}${array}`,
    type: `${names[array[0] ?? ''] ?? ''}(${array.slice(1)})`,
    size,
  }));
}

const shows = [
  ...[1, 2, 4, 8].map((k) => show('integer', k, "print '(a,1x,i0)', id, x")),
  ...[4, 8].map((k) => show('real', k, `print '(a,1x,z${2 * k}.${2 * k})', id, transfer(x, 0_${k})`)),
  ...[4, 8].map((k) =>
    show(
      'complex',
      k,
      `print '(a,1x,z${2 * k}.${2 * k},1x,z${2 * k}.${2 * k})', id, transfer(x%re, 0_${k}), transfer(x%im, 0_${k})`,
    ),
  ),
  show('logical', 4, "print '(a,1x,i0)', id, merge(1, 0, x)").replaceAll('show_logical4', 'show_logical'),
].join('\n');

function show(base: string, kind: number, print: string): string {
  return `  subroutine show_${base}${kind}(id, x)
    character(*), intent(in) :: id
    ${base}(${kind}), intent(in) :: x
    ${print}
  end subroutine show_${base}${kind}`;
}
