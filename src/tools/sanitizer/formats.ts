/** Findings for those who read them elsewhere than in a terminal: annotations of GitHub's actions, and SARIF. */
import type { FoundProblem } from '../../runtime/sanitizer/found.ts';

/** A line for each, as GitHub's runners read them from what a step prints. */
export function githubAnnotations(found: readonly FoundProblem[]): string {
  return found
    .map(({ title, details, path, line, column, count }) => {
      const place = path === '' ? '' : ` file=${property(path)},line=${line},col=${column},title=${property(title)}`;
      return `::error${place}::${data([title, ...details, ...times(count)].join('\n'))}\n`;
    })
    .join('');
}

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

function times(count: number): readonly string[] {
  return count > 1 ? [`${count} times in all`] : [];
}

/** SARIF 2.1.0. */
export function sarif(found: readonly FoundProblem[], version: string): string {
  const rules = [...new Set(found.map((f) => f.kind))].map((id) => ({ id }));
  const results = found.map(({ kind, title, details, path, line, column, count }) => ({
    ruleId: kind,
    level: 'error',
    message: { text: [title, ...details, ...times(count)].join('\n') },
    occurrenceCount: count,
    locations:
      path === ''
        ? []
        : [
            {
              physicalLocation: {
                artifactLocation: { uri: path },
                region: { startLine: line, startColumn: column },
              },
            },
          ],
  }));
  const driver = { name: 'cufort', version, rules };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results }],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}
