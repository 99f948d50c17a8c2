/** Findings for those who read them elsewhere than in a terminal: annotations of GitHub's actions, and SARIF. */
import type { FoundProblem } from '../../runtime/sanitizer/found.ts';

/** A line for each, as GitHub's runners read them from what a step prints. */
export function githubAnnotations(found: readonly FoundProblem[]): string {
  return found
    .map(({ title, details, path, line, column, count }) => {
      const place = path === '' ? '' : ` file=${property(path)},line=${line},col=${column},title=${property(title)}`;
      return `::${levelOf(title)}${place}::${data([title, ...details, ...times(count)].join('\n'))}\n`;
    })
    .join('');
}

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const levelOf = (title: string): 'warning' | 'error' => (title.startsWith('Warning') ? 'warning' : 'error');

function times(count: number): readonly string[] {
  return count > 1 ? [`${count} times in all`] : [];
}

/** What each kind of finding is, for lists of them. */
const ruleTexts: Readonly<Record<string, string>> = {
  memory: 'An access outside of memory that is its own',
  api: 'A call of the CUDA API has failed',
  init: 'A read of memory that nobody has written',
  race: 'Two accesses of a place that nothing orders',
  sync: 'A barrier or a warp function that not all threads come to as it needs',
  leak: 'Memory that is never freed',
  unused: 'Memory that nobody has written',
};

/** Of a path as a source has it: relative ones stay so. */
function uriOf(path: string): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return path.startsWith('/') ? `file://${encoded}` : encoded;
}

/** SARIF 2.1.0. */
export function sarif(found: readonly FoundProblem[], version: string): string {
  const rules = [...new Set(found.map((f) => f.kind))].map((id) => ({
    id,
    shortDescription: { text: ruleTexts[id] ?? id },
  }));
  const results = found.map(({ kind, title, details, path, line, column, count }) => ({
    ruleId: kind,
    level: levelOf(title),
    message: { text: [title, ...details, ...times(count)].join('\n') },
    occurrenceCount: count,
    locations:
      path === ''
        ? []
        : [
            {
              physicalLocation: {
                artifactLocation: { uri: uriOf(path) },
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
