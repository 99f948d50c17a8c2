/** The options of ncu 2025.3. Those that ask for what only a GPU has are taken and have no effect. */
import { sectionNames, setNames } from '../../tools/advise/ncu-sections.ts';
import type { ToolOption, ToolOptions } from '../nsys/words.ts';

const own: ToolOptions = {
  section: { takes: 'NAME', says: `one of ${sectionNames.join(', ')}, or regex:EXPRESSION` },
  set: { takes: setNames.join('|'), says: 'sections together (basic)' },
  metrics: { takes: 'NAME,NAME …', says: 'metrics by their names (--query-metrics)' },
  'kernel-name': { short: 'k', takes: 'NAME', says: 'only kernels whose names hold this, or regex:EXPRESSION' },
  'launch-count': { short: 'c', takes: 'N', says: 'only so many launches' },
  'launch-skip': { short: 's', takes: 'N', says: 'launches that are left out before' },
  csv: { takes: 'flag', says: 'as a table with commas' },
  page: { takes: 'details|raw', says: 'a line for each metric, or for each kernel' },
  export: {
    short: 'o',
    takes: 'FILE',
    says: 'a report FILE.ncu-rep in a form of its own; %q{VARIABLE}, %p, %h as in nsys',
  },
  'force-overwrite': { short: 'f', takes: 'flag', says: 'such a file may be there already' },
  import: { short: 'i', takes: 'FILE', says: 'prints a report that --export made' },
  'log-file': { takes: 'FILE', says: 'what is printed goes there' },
  quiet: { takes: 'flag', says: 'no lines of ==PROF==' },
  'list-sections': { takes: 'flag', says: 'the sections that there are' },
  'list-sets': { takes: 'flag', says: 'the sets that there are' },
  'query-metrics': { takes: 'flag', says: 'the metrics that there are' },
  version: { short: 'v', takes: 'flag', says: 'the version' },
  help: { short: 'h', takes: 'flag', says: 'this text' },
};

const valued =
  'mode port max-connections config-file config-file-path target-processes target-processes-filter injection-path-64 preload-library call-stack-type nvtx-include nvtx-exclude ' +
  'nvtx-push-pop-scope devices filter-mode kernel-id kernel-name-base rename-kernels rename-kernels-export rename-kernels-path launch-skip-before-match range-filter kill replay-mode ' +
  'app-replay-buffer app-replay-match app-replay-mode range-replay-options graph-profiling section-folder section-folder-recursive apply-rules rule query-metrics-mode ' +
  'query-metrics-collection chips profile-from-start pm-sampling-interval pm-sampling-buffer-size pm-sampling-max-passes sampling-interval sampling-max-passes sampling-buffer-size ' +
  'warp-sampling-interval warp-sampling-max-passes warp-sampling-buffer-size import-source source-folders resolve-source-file cache-control clock-control check-exit-code print-source ' +
  'print-details print-metric-attribution print-metric-instances print-metric-name print-units print-kernel-base print-nvtx-rename print-summary';
const flags =
  'support-32bit null-stdin call-stack nvtx section-folder-restore list-rules list-metrics list-chips disable-profiler-start-stop disable-extra-suffixes forward-signals verbose print-fp ' +
  'print-rule-details open-in-ui details-all lockstep-kernel-launch';

const ignored = (names: string, takes: ToolOption['takes']): ToolOptions =>
  Object.fromEntries(names.split(' ').map((name) => [name, { takes, says: '', ignored: true }]));

export const ncuOptions: ToolOptions = { ...own, ...ignored(valued, 'VALUE'), ...ignored(flags, 'flag') };
export const ncuHelp: ToolOptions = own;
