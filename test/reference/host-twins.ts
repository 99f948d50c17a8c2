/**
 * Programs of CUDA Fortran with their twins on the host. In a text ⟦a|b⟧ is `a` for the device and `b` for the host: there a launch calls a subroutine that goes through all threads in a loop.

 */
export type Side = 'device' | 'host';

export function textFor(text: string, side: Side): string {
  return text.replaceAll(/⟦([^|⟧]*)\|([^⟧]*)⟧/g, (_, device: string, host: string) =>
    side === 'device' ? device : host,
  );
}

type KernelText = {
  readonly name: string;
  readonly dummies: readonly string[];
  /** Of the dummies and of variables. */
  readonly declarations: readonly string[];
  /** Of one thread: `g` is its number in the grid, from 1 on; nothing leaves it but by `goto 9`. */
  readonly body: readonly string[];
};

/** A kernel of blocks in one dimension. */
export function kernel({ name, dummies, declarations, body }: KernelText): string {
  return [
    `⟦attributes(global) |⟧subroutine ${name}(⟦|threads_, ⟧${dummies.join(', ')})`,
    '  ⟦|integer, value :: threads_⟧',
    ...declarations.map((d) => `  ${d}`),
    '  integer :: g',
    '  ⟦g = threadIdx%x + blockDim%x*(blockIdx%x - 1)|do g = 1, threads_⟧',
    ...body.map((l) => `    ${l}`),
    '  9 continue',
    '  ⟦|end do⟧',
    `end subroutine ${name}`,
  ]
    .map((l) => `  ${l}\n`)
    .join('');
}

type ProgramText = {
  /** Of the module: types and variables. */
  readonly module: readonly string[];
  /** Of the module. */
  readonly procedures: readonly string[];
  readonly variables: readonly string[];
  readonly statements: readonly string[];
  /** Within the program. */
  readonly internal: readonly string[];
};

export function program({ module, procedures, variables, statements, internal }: ProgramText): string {
  const lines = (list: readonly string[], by: string): string => list.map((l) => `${by}${l}\n`).join('');
  return `module m
⟦  use cudafor|⟧
  implicit none
${lines(module, '  ')}contains
${procedures.join('')}end module m
program p
  use m
  implicit none
${lines(variables, '  ')}${lines(statements, '  ')}contains
${lines(internal, '  ')}end program p
`;
}
