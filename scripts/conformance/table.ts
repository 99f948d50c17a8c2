/** A row of the table in docs/conformance.md, with what lies behind it. */
export type Measured = {
  readonly title: string;
  /** What counts as passing, and which programs are counted. */
  readonly rule: string;
  readonly of: number;
  readonly failures: readonly Failure[];
  /** Programs left out, with the reason. */
  readonly leftOut?: readonly Failure[];
};

export type Failure = { readonly name: string; readonly reason: string };

export function page(measured: readonly Measured[]): string {
  return [
    '# Conformance',
    '',
    'Programs that others wrote, and what becomes of them. `node scripts/conformance.ts` measures this again; the sources are not part of this repository:',
    '',
    '    node scripts/conformance.ts --book CUDA-Fortran-2ed/code --lfortran lfortran/integration_tests --flang llvm-project/flang/test --openacc OpenACCV-V/Tests --openmp OpenMP_VV --write',
    '',
    '| programs | pass | of | share |',
    '| --- | --- | --- | --- |',
    ...measured.map(row),
    ...measured.flatMap(section),
    '',
  ].join('\n');
}

function row({ title, of, failures }: Measured): string {
  const passed = of - failures.length;
  return `| ${title} | ${passed} | ${of} | ${of === 0 ? '-' : `${((100 * passed) / of).toFixed(1)} %`} |`;
}

function section({ title, rule, failures, leftOut = [] }: Measured): string[] {
  return [
    '',
    `## ${title}`,
    rule,
    ...(failures.length > 0 ? ['', 'What does not pass:', '', ...failures.map(item)] : []),
    ...(leftOut.length > 0 ? ['', 'Left out:', '', ...leftOut.map(item)] : []),
  ];
}

function item({ name, reason }: Failure): string {
  return `- ${name}: ${reason.replaceAll('|', '\\|')}`;
}
