/** The command line of compute-sanitizer, as far as it has a meaning without a GPU. */
import type { CheckTool } from '../../machine/check-tools.ts';
import { type CheckSettings, usualCheckSettings } from '../../runtime/sanitizer/settings.ts';

/** What is asked of a program that runs under the sanitizer. */
export type CheckRequest = { readonly tools: readonly CheckTool[]; readonly settings: CheckSettings };

export function isCheckRequest(value: unknown): value is CheckRequest {
  return typeof value === 'object' && value !== null && 'tools' in value && 'settings' in value;
}

export type SanitizerLine = {
  readonly request: CheckRequest;
  /** The program and its arguments. */
  readonly command: readonly string[];
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
};

const tools: Readonly<Record<string, CheckTool>> = {
  memcheck: 'memory',
  initcheck: 'init',
  racecheck: 'race',
  synccheck: 'sync',
};

type Change = { readonly tool?: CheckTool; readonly settings?: Partial<CheckSettings> };
type Option = {
  /** Undefined: it takes no value. Else undefined is given where the value is not one of its. */
  readonly value?: (text: string) => Change | undefined;
  readonly flag?: Change;
  /** What a value is, for messages. */
  readonly takes?: string;
};

const choice = (row: Readonly<Record<string, Partial<CheckSettings>>>): Option => ({
  takes: Object.keys(row).join(', '),
  value: (text) => row[text] && { settings: row[text] },
});
const yesOrNo = (key: 'leaks' | 'backtraces' | 'unusedMemory'): Option =>
  choice({
    yes: { [key]: true },
    full: { [key]: true },
    host: { [key]: true },
    device: { [key]: true },
    no: { [key]: false },
  });
const count = (change: (n: number) => Partial<CheckSettings>): Option => ({
  takes: 'a number',
  value: (text) => (/^\d+$/.test(text) ? { settings: change(Number(text)) } : undefined),
});
const text = (change: (text: string) => Partial<CheckSettings>): Option => ({
  takes: 'a value',
  value: (value) => ({ settings: change(value) }),
});

const options: Readonly<Record<string, Option>> = {
  '--tool': {
    takes: Object.keys(tools).join(', '),
    value: (name) => (tools[name] ? { tool: tools[name] } : undefined),
  },
  '--leak-check': choice({ full: { leaks: true }, no: { leaks: false } }),
  '--report-api-errors': choice({
    all: { apiErrors: 'all' },
    explicit: { apiErrors: 'explicit' },
    no: { apiErrors: 'no' },
  }),
  '--print-limit': count((n) => ({ printLimit: n === 0 ? Number.MAX_SAFE_INTEGER : n })),
  '--error-exitcode': count((n) => ({ errorExitCode: n })),
  '--show-backtrace': yesOrNo('backtraces'),
  '--track-unused-memory': { flag: { settings: { unusedMemory: true } } },
  '--destroy-on-device-error': choice({ context: { destroysContext: true }, kernel: { destroysContext: false } }),
  '--log-file': text((logFile) => ({ logFile })),
  '--kernel-name': text((kernel) => ({ kernels: [kernel] })),
  '--kernel-regex': text((kernel) => ({ kernels: [kernel] })),
  '--kernel-name-exclude': text((kernel) => ({ kernelsLeftOut: [kernel] })),
  '--kernel-regex-exclude': text((kernel) => ({ kernelsLeftOut: [kernel] })),
  '--racecheck-report': choice({
    hazard: { races: 'hazard' },
    analysis: { races: 'analysis' },
    all: { races: 'all' },
  }),
};

const short: Readonly<Record<string, string>> = {
  '-t': '--tool',
  '-k': '--kernel-name',
  '-kns': '--kernel-regex',
  '-kne': '--kernel-name-exclude',
};

/** Options of the real tool that say nothing here: with a value, and without. */
const valued =
  /^--(?:binary-patching|check-|force-|language|launch-|max-|mode|nvtx|num-|port|prefix|save|read|suppressions|generate-|target-processes|target-|kill|demangle|padding|coredump|missing-|strip-|injection-|support-|require-|import-|print-level|filter|session|base-port|exclude|racecheck-[a-z-]+|track-stream)/;

export function readSanitizerLine(words: readonly string[]): SanitizerLine {
  const problems: string[] = [];
  const warnings: string[] = [];
  let tool: CheckTool = 'memory';
  let settings = usualCheckSettings;
  let at = 0;
  for (; at < words.length && words[at]!.startsWith('-'); at++) {
    const [given = '', joined] = splitOnce(words[at]!);
    const name = short[given] ?? given;
    const option = options[name];
    if (!option) {
      warnings.push(`option ${given} is not known and has no effect`);
      if (valued.test(name) && joined === undefined && !words[at + 1]?.startsWith('-')) at++;
      continue;
    }
    const takesNext = option.value && joined === undefined && !(option.flag && words[at + 1]?.startsWith('-'));
    const value = joined ?? (takesNext ? words[++at] : undefined);
    const change = option.flag ?? option.value?.(value ?? '');
    if (!change) problems.push(`option ${given} takes ${option.takes ?? 'nothing'}, not '${value ?? ''}'`);
    tool = change?.tool ?? tool;
    settings = { ...settings, ...change?.settings };
  }
  if (at === words.length) problems.push('no program is named');
  return { request: { tools: [tool], settings }, command: words.slice(at), problems, warnings };
}

function splitOnce(word: string): readonly [string, string | undefined] {
  const at = word.startsWith('--') ? word.indexOf('=') : -1;
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}
