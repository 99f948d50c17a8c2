/** What a user asked for by -mp=gpu, and has no effect here: told once for each file that holds it. */
import type { Diagnostic } from '../base/diagnostic.ts';
import { type Source, span } from '../base/source.ts';
import type { Offload, Options } from './options.ts';

type Row = {
  readonly pattern: RegExp;
  readonly code: string;
  readonly message: (count: number) => string;
  readonly label: string;
};

const directives = (count: number, of: string) =>
  count === 1
    ? `a directive of ${of} in this file has no effect`
    : `${count} directives of ${of} in this file have no effect`;

const rows: Readonly<Record<Extract<Offload, 'openmp'>, Row>> = {
  openmp: {
    pattern: /^[ \t]*[!cC*]\$omp\b(?!&)/gim,
    code: 'openmp-directives',
    message: (count) => `${directives(count, 'OpenMP')}: one thread of the host runs the code`,
    label: 'the first one',
  },
};

const help = 'write `!$cuf kernel do <<<*, *>>>` above a loop over device data, or a kernel';

/** Who has kernels knows how to write them. */
const hasKernels = /^[ \t]*!\$cuf[ \t]+kernel\b|<<<|\battributes[ \t]*\([ \t]*global\b/im;

export function withoutEffect(source: Source, { offload }: Pick<Options, 'offload'>): readonly Diagnostic[] {
  return [...new Set(offload)].flatMap((kind) => {
    if (kind !== 'openmp') return [];
    const { pattern, code, message, label } = rows[kind];
    const found = [...source.text.matchAll(pattern)];
    const first = found[0];
    if (!first) return [];
    const from = first.index + first[0].search(/\S/);
    const at = span(source, from, first.index + first[0].length);
    const diagnostic: Diagnostic = {
      severity: 'warning',
      code,
      message: message(found.length),
      labels: [{ at, text: label }],
    };
    return [hasKernels.test(source.text) ? diagnostic : { ...diagnostic, help }];
  });
}
