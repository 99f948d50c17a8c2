/** Findings for machines: annotations of GitHub, or a file of SARIF. */
import type { CheckFormat } from '../../driver/options.ts';
import type { FoundProblem } from '../../runtime/sanitizer/found.ts';
import { githubAnnotations, sarif } from '../../tools/sanitizer/formats.ts';
import { disk } from '../disk.ts';
import { print } from '../print.ts';
import { version } from '../version.ts';

export function tellFound(found: readonly FoundProblem[], format: CheckFormat): void {
  if (format.kind === 'github') print(githubAnnotations(found));
  if (format.kind === 'sarif') disk.write(format.path, sarif(found, version));
}
