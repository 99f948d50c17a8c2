/** The command line of compute-sanitizer, as far as it has a meaning without a GPU. */
import type { CheckTool } from '../../machine/check-tools.ts';
import { type CheckSettings, type KernelFilter, usualCheckSettings } from '../../runtime/sanitizer/settings.ts';

/** What is asked of a program that runs under the sanitizer. */
export type CheckRequest = { readonly tools: readonly CheckTool[]; readonly settings: CheckSettings };

export function isCheckRequest(value: unknown): value is CheckRequest {
  return typeof value === 'object' && value !== null && 'tools' in value && 'settings' in value;
}

export type SanitizerLine = {
  readonly request: CheckRequest;
  /** Files: of findings to show instead of running a program, and of findings that nobody wants to hear of. */
  readonly read: string | undefined;
  readonly suppressions: string | undefined;
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

type Change = {
  readonly tool?: CheckTool;
  readonly settings?: Partial<CheckSettings>;
  readonly read?: string;
  readonly suppressions?: string;
};
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
const count = (change: (n: number) => Partial<CheckSettings>): Option => ({
  takes: 'a number',
  value: (text) => (/^\d+$/.test(text) ? { settings: change(Number(text)) } : undefined),
});
const text = (change: (text: string) => Partial<CheckSettings>): Option => ({
  takes: 'a value',
  value: (value) => ({ settings: change(value) }),
});

/** `kns=TEXT` (a part), `kne=TEXT` (all of it), their long forms and `regex=EXPRESSION`, several with commas between them; `how`: what it is without. */
function filter(key: 'kernels' | 'kernelsLeftOut', how: KernelFilter['how']): Option {
  return {
    takes: how === 'regex' ? 'kns=REGULAR-EXPRESSION' : 'kns=TEXT, kne=NAME or regex=REGULAR-EXPRESSION',
    value: (given) => {
      // A regular expression may hold commas: it is given alone.
      const words = how === 'regex' || given.startsWith('regex=') ? [given] : given.split(',');
      const filters = words.map((word) => filterOf(word, how));
      const isRight = filters.every((f) => f.how !== 'regex' || isExpression(f.text));
      return isRight ? { settings: { [key]: filters } } : undefined;
    },
  };
}

const filterForms: Readonly<Record<string, KernelFilter['how']>> = {
  kne: 'name',
  kernel_name: 'name',
  kns: 'part',
  kernel_substring: 'part',
  regex: 'regex',
};

function filterOf(word: string, how: KernelFilter['how']): KernelFilter {
  const [, form, text = word] = /^(kne|kernel_name|kns|kernel_substring|regex)=(.*)$/.exec(word) ?? [];
  if (how === 'regex') return { how, text };
  return { how: form === undefined ? 'part' : filterForms[form]!, text };
}

function isExpression(text: string): boolean {
  try {
    return Boolean(new RegExp(text));
  } catch {
    return false;
  }
}

const options: Readonly<Record<string, Option>> = {
  '--tool': {
    takes: Object.keys(tools).join(', '),
    value: (name) => (tools[name] ? { tool: tools[name] } : undefined),
  },
  '--leak-check': choice({ full: { leaks: true }, no: { leaks: false } }),
  '--report-api-errors': choice({
    all: { apiErrors: 'all' },
    extended: { apiErrors: 'explicit' },
    explicit: { apiErrors: 'explicit' },
    no: { apiErrors: 'no' },
  }),
  '--print-limit': count((n) => ({ printLimit: n === 0 ? Number.MAX_SAFE_INTEGER : n })),
  '--error-exitcode': count((n) => ({ errorExitCode: n })),
  '--show-backtrace': choice({
    yes: { backtraces: true, deviceFrames: true },
    host: { backtraces: true, deviceFrames: false },
    device: { backtraces: false, deviceFrames: true },
    no: { backtraces: false, deviceFrames: false },
  }),
  '--demangle': choice({ full: { demangle: 'full' }, simple: { demangle: 'simple' }, no: { demangle: 'no' } }),
  '--strip-paths': choice({ yes: { stripsPaths: true }, no: { stripsPaths: false } }),
  '--track-unused-memory': { flag: { settings: { unusedMemory: true } } },
  '--unused-memory-threshold': count((n) => ({ leastUnused: n })),
  '--initcheck-address-space': choice({
    global: { initSpaces: 'global' },
    shared: { initSpaces: 'shared' },
    all: { initSpaces: 'all' },
  }),
  '--destroy-on-device-error': choice({ context: { destroysContext: true }, kernel: { destroysContext: false } }),
  '--language': choice({ c: { countsFrom: 0 }, fortran: { countsFrom: 1 } }),
  '--launch-skip': count((n) => ({ launchesSkipped: n })),
  '--launch-count': count((n) => ({ launchesChecked: n })),
  '--num-callers-host': count((n) => ({ callers: n })),
  '--check-exit-code': choice({ yes: { tellsStatus: true }, no: { tellsStatus: false } }),
  '--require-cuda-init': choice({ yes: { requiresCalls: true }, no: { requiresCalls: false } }),
  '--check-device-heap': choice({ yes: { checksHeap: true }, no: { checksHeap: false } }),
  '--quiet': { flag: { settings: { quiet: true } } },
  '--padding': count((n) => ({ padding: n })),
  '--racecheck-detect-level': choice({ info: { warns: true }, warn: { warns: true }, error: { warns: false } }),
  '--print-level': choice({
    info: { warns: true },
    auto: { warns: true },
    warn: { warns: true },
    error: { warns: false },
    fatal: { warns: false },
  }),
  '--prefix': text((prefix) => ({ prefix })),
  '--log-file': text((logFile) => ({ logFile })),
  '--save': text((save) => ({ save })),
  '--read': { takes: 'a file', value: (read) => ({ read }) },
  '--suppressions': { takes: 'a file', value: (suppressions) => ({ suppressions }) },
  '--xml': { flag: { settings: { xml: true } } },
  '--kernel-name': filter('kernels', 'name'),
  '--kernel-regex': filter('kernels', 'regex'),
  '--kernel-name-exclude': filter('kernelsLeftOut', 'name'),
  '--kernel-regex-exclude': filter('kernelsLeftOut', 'regex'),
  '--racecheck-report': choice({
    hazard: { races: 'hazard' },
    analysis: { races: 'analysis' },
    all: { races: 'all' },
  }),
};

const short: Readonly<Record<string, string>> = {
  '-t': '--tool',
  '-q': '--quiet',
  '-c': '--launch-count',
  '-s': '--launch-skip',
  '-k': '--kernel-regex',
  '-kne': '--kernel-regex-exclude',
};

/** Options of the real tool that change nothing here, and why: with a value, and without. */
const needless: Readonly<Record<string, { readonly takesValue: boolean; readonly why: string }>> = {
  ...needlessFor('nothing connects to the program: it checks itself', {
    valued: ['launch-timeout', 'max-connections', 'mode', 'port', 'injection-path', 'injection-path32'],
    plain: ['kill', 'support-32bit'],
  }),
  ...needlessFor('all programs of cufort that the command starts are checked', {
    valued: ['target-processes', 'target-processes-filter', 'preload-library'],
    plain: [],
  }),
  ...needlessFor('launches run one after another as their streams say', {
    valued: ['force-synchronization-limit', 'racecheck-num-workers'],
    plain: ['force-blocking-launches'],
  }),
  ...needlessFor('there is no GPU whose memory a file could hold', {
    valued: ['coredump-name', 'coredump-behavior'],
    plain: ['generate-coredump'],
  }),
  ...needlessFor('programs with OptiX do not run here', { valued: [], plain: ['check-optix', 'check-optix-leaks'] }),
  ...needlessFor('it is always checked', {
    valued: [
      'check-bulk-copy',
      'check-warpgroup-mma',
      'check-api-memory-access',
      'racecheck-memcpy-async',
      'track-stream-ordered-races',
      'missing-barrier-init-is-fatal',
      'num-cuda-barriers',
    ],
    plain: [],
  }),
  ...needlessFor('reports of the simulated device hold nothing of it', {
    valued: [
      'num-callers-device',
      'backtrace-short',
      'nvtx',
      'report-device-side-allocation-failure',
      'racecheck-continue-on-deadlock',
      'racecheck-deadlock-timeout',
      'racecheck-filter-cluster-id',
      'racecheck-trace-sync',
      'unused-shared-memory-report-limit',
    ],
    plain: [
      'check-cache-control',
      'detect-missing-module-unload',
      'dump-kernel-launches',
      'ignore-getprocaddress-notfound',
      'print-session-details',
      'save-session-details',
    ],
  }),
};

function needlessFor(why: string, { valued, plain }: { readonly valued: string[]; readonly plain: string[] }) {
  const rows = (names: readonly string[], takesValue: boolean) =>
    names.map((name) => [`--${name}`, { takesValue, why }] as const);
  return Object.fromEntries([...rows(valued, true), ...rows(plain, false)]);
}

export function readSanitizerLine(words: readonly string[]): SanitizerLine {
  const problems: string[] = [];
  const warnings: string[] = [];
  let tool: CheckTool = 'memory';
  let settings: CheckSettings = { ...usualCheckSettings, tellsStatus: true, requiresCalls: true };
  let [read, suppressions]: (string | undefined)[] = [];
  let at = 0;
  for (; at < words.length && words[at]!.startsWith('-'); at++) {
    if (words[at] === '--') {
      at++;
      break;
    }
    const [given = '', joined] = splitOnce(words[at]!);
    const name = short[given] ?? given;
    const option = options[name];
    if (!option) {
      const known = needless[name];
      if (known) warnings.push(`option ${given} changes nothing here: ${known.why}`);
      else problems.push(`option ${given} is not known`);
      if (known?.takesValue && joined === undefined) at++;
      continue;
    }
    const takesNext = option.value && joined === undefined && !(option.flag && words[at + 1]?.startsWith('-'));
    const value = joined ?? (takesNext ? words[++at] : undefined);
    const change = option.flag ?? option.value?.(value ?? '');
    if (!change) problems.push(`option ${given} takes ${option.takes ?? 'nothing'}, not '${value ?? ''}'`);
    tool = change?.tool ?? tool;
    settings = withChange(settings, change?.settings ?? {});
    read = change?.read ?? read;
    suppressions = change?.suppressions ?? suppressions;
  }
  if (at === words.length && read === undefined) problems.push('no program is named');
  if (settings.xml && settings.save === undefined) problems.push('option --xml needs --save FILE');
  return { request: { tools: [tool], settings }, read, suppressions, command: words.slice(at), problems, warnings };
}

/** Filters of kernels may be given several times. */
function withChange(settings: CheckSettings, change: Partial<CheckSettings>): CheckSettings {
  const kernels = [...settings.kernels, ...(change.kernels ?? [])];
  const kernelsLeftOut = [...settings.kernelsLeftOut, ...(change.kernelsLeftOut ?? [])];
  return { ...settings, ...change, kernels, kernelsLeftOut };
}

function splitOnce(word: string): readonly [string, string | undefined] {
  const at = word.startsWith('--') ? word.indexOf('=') : -1;
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}
