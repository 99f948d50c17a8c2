/**
 * Records what gfortran gives for the inputs of the intrinsics' rows (in development, where it is installed):
 *   node test/library/intrinsics/record.ts
 * Integers and logicals as numbers, reals as the hexadecimal digits of their bits.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Gives, Row, Try } from '../../../src/library/intrinsics/row.ts';
import { allCases, type Case } from './cases.ts';

/** Names (and kinds) that gfortran does not take, or folds wrongly (set_exponent), by what they mean. `$1`: the first argument. */
const inOtherWords: Readonly<Record<string, string>> = {
  int1: 'int($1, 1)',
  int2: 'int($1, 2)',
  int4: 'int($1, 4)',
  int8: 'int($1, 8)',
  ifix: 'int($1)',
  float: 'real($1, 4)',
  sngl: 'real($1, 4)',
  dfloat: 'real($1, 8)',
  dreal: 'real($1, 8)',
  dprod: 'real(real($1, 4), 8)*real(real($2, 4), 8)',
  imag: 'aimag($1)',
  imagpart: 'aimag($1)',
  realpart: 'real($1)',
  complex: 'cmplx($1, $2, kind($1))',
  lgamma: 'log_gamma($1)',
  bessel_jn: 'bessel_jn(int($1), $2)',
  bessel_yn: 'bessel_yn(int($1), $2)',
  set_exponent: 'scale(fraction($1), $2)',
};

function literal(x: Try, kind: number): string {
  if (typeof x === 'bigint') return `(${x}_${kind})`;
  if (typeof x === 'boolean') return x ? '.true.' : '.false.';
  if (typeof x === 'string') return `'${x}'`;
  if (typeof x === 'number') return `(${real(x)}_${kind})`;
  return `cmplx(${real(x[0])}_${kind}, ${real(x[1])}_${kind}, ${kind})`;
}

function real(x: number): string {
  const text = Object.is(x, -0) ? '-0.0' : String(x);
  return text.includes('.') || text.includes('e') ? text : `${text}.0`;
}

type Base = 'integer' | 'real' | 'complex' | 'logical' | 'character';

function baseOf(row: Row, inputs: readonly Try[]): Base {
  const gives: Gives = row.gives ?? { rule: 'is', type: { base: 'integer', kind: 4 } };
  switch (gives.rule) {
    case 'is':
      return gives.type.base;
    case 'kind':
      return gives.base;
    case 'text':
      return 'character';
    default: {
      const first = baseOfTry(inputs[Object.keys(row.takes).indexOf(gives.as)]);
      return gives.rule === 'realOf' && first === 'complex' ? 'real' : first;
    }
  }
}

function baseOfTry(x: Try | undefined): Base {
  if (typeof x === 'bigint') return 'integer';
  if (typeof x === 'boolean') return 'logical';
  if (typeof x === 'string') return 'character';
  return typeof x === 'number' ? 'real' : 'complex';
}

function line(c: Case): string {
  const inputs = c.inputs.map((x) => literal(x, c.kind));
  const words = inOtherWords[c.name];
  const call = words?.replaceAll(/\$(\d)/g, (_, i) => inputs[Number(i) - 1] ?? '') ?? `${c.name}(${inputs.join(', ')})`;
  return `call ${baseOf(c.row, c.inputs)}_('${c.id}', ${call})`;
}

const procedures = `
module show
  use iso_fortran_env
  implicit none
  interface integer_
    procedure integer1, integer2, integer4, integer8
  end interface
  interface real_
    procedure real4, real8
  end interface
  interface complex_
    procedure complex4, complex8
  end interface
contains
${[1, 2, 4, 8]
  .map(
    (k) => `  subroutine integer${k}(id, x)
    character(*), intent(in) :: id
    integer(${k}), intent(in) :: x
    print '(a,1x,i0)', id, x
  end subroutine`,
  )
  .join('\n')}
${[4, 8]
  .map(
    (k) => `  subroutine real${k}(id, x)
    character(*), intent(in) :: id
    real(${k}), intent(in) :: x
    print '(a,1x,z${2 * k}.${2 * k})', id, transfer(x, 0_${k})
  end subroutine
  subroutine complex${k}(id, x)
    character(*), intent(in) :: id
    complex(${k}), intent(in) :: x
    print '(a,1x,z${2 * k}.${2 * k},1x,z${2 * k}.${2 * k})', id, transfer(real(x), 0_${k}), transfer(aimag(x), 0_${k})
  end subroutine`,
  )
  .join('\n')}
  subroutine logical_(id, x)
    character(*), intent(in) :: id
    logical, intent(in) :: x
    print '(a,1x,i0)', id, merge(1, 0, x)
  end subroutine
  subroutine character_(id, x)
    character(*), intent(in) :: id, x
    print '(a,1x,a,a,a)', id, '[', x, ']'
  end subroutine
end module
`;

const folder = mkdtempSync(join(tmpdir(), 'record-'));
const source = join(folder, 'record.f90');
const calls = allCases().map((c) => `  ${line(c)}`);
writeFileSync(source, `${procedures}program record\n  use show\n  implicit none\n${calls.join('\n')}\nend program\n`);
execFileSync(
  'gfortran',
  ['-w', '-fdec-math', '-fno-range-check', '-ffree-line-length-none', source, '-o', join(folder, 'record')],
  { stdio: 'inherit' },
);
writeFileSync(join(import.meta.dirname, 'expected.txt'), execFileSync(join(folder, 'record')));
