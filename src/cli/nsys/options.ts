/** The options of `nsys profile`, `nsys stats` and `nsys export`. */
import type { ToolOption, ToolOptions } from './words.ts';

/** Asks for what a run of cufort has no need of or does not know: it is taken. */
const taken = (takes: string, short?: string): ToolOption => ({
  takes,
  ...(short !== undefined && { short }),
  says: 'taken without effect',
  ignored: true,
});

export const profileOptions: ToolOptions = {
  output: { short: 'o', takes: 'NAME', says: 'the name of the files; %q{VARIABLE}, %p, %h as in nsys' },
  'force-overwrite': { short: 'f', takes: 'true|false', says: 'files that are there may be written over' },
  trace: { short: 't', takes: 'cuda,nvtx,none', says: 'what is recorded' },
  stats: { takes: 'true|false', says: 'the usual tables at the end' },
  export: { takes: 'sqlite,json,text,chrome,html', says: 'further files' },
  delay: { short: 'y', takes: 'SECONDS', says: 'what is before is left out' },
  duration: { short: 'd', takes: 'SECONDS', says: 'what is after is left out' },
  'capture-range': { short: 'c', takes: 'none|cudaProfilerApi|nvtx', says: 'what is outside is left out' },
  'nvtx-capture': { short: 'p', takes: 'RANGE[@DOMAIN]', says: 'the range of --capture-range=nvtx' },
  'env-var': { short: 'e', takes: 'A=B,C=D', says: 'variables of the program' },
  'show-output': { short: 'w', takes: 'true|false', says: "the program's output is shown (true)" },
  sample: { short: 's', takes: 'process-tree|none', says: 'procedures of the host by samples (process-tree)' },
  'sampling-frequency': { takes: 'HZ', says: 'samples of the host in a second (1000)' },
  'cuda-um-cpu-page-faults': { takes: 'true|false', says: 'pages of managed memory are watched (true)' },
  'cuda-um-gpu-page-faults': { takes: 'true|false', says: 'the same' },
  help: { short: 'h', takes: 'flag', says: 'this text' },
  cpuctxsw: taken('none'),
  backtrace: taken('none', 'b'),
  'cuda-memory-usage': taken('true|false'),
  'cuda-graph-trace': taken('graph|node'),
  'cuda-flush-interval': taken('MILLISECONDS'),
  cudabacktrace: taken('none'),
  'capture-range-end': taken('none'),
  'gpu-metrics-device': taken('none'),
  'gpu-metrics-devices': taken('none'),
  'mpi-impl': taken('openmpi|mpich'),
  'trace-fork-before-exec': taken('true|false'),
  'stop-on-exit': taken('true|false', 'x'),
  'inherit-environment': taken('true|false', 'n'),
  kill: taken('none'),
  wait: taken('primary|all'),
  session: taken('NAME'),
  'session-new': taken('NAME'),
  'osrt-threshold': taken('NANOSECONDS'),
};

export const statsOptions: ToolOptions = {
  report: { short: 'r', takes: 'NAME[,NAME…]', says: 'the reports to show' },
  format: { short: 'f', takes: 'column|table|csv|tsv|json|htable', says: 'how they are written' },
  output: { short: 'o', takes: '-|.|PREFIX', says: 'where they go; `.`: files beside the recording' },
  timeunit: { takes: 'nsec|usec|msec|seconds', says: 'the unit of times' },
  'force-overwrite': { takes: 'true|false', says: 'files that are there may be written over' },
  'force-export': { takes: 'true|false', says: 'the SQLite file is made anew' },
  quiet: { short: 'q', takes: 'flag', says: 'nothing but the reports' },
  'help-reports': { takes: 'flag', says: 'the reports that there are' },
  help: { short: 'h', takes: 'flag', says: 'this text' },
  sqlite: { takes: 'FILE', says: 'the name of the SQLite file' },
  filter: taken('none'),
  'report-dir': taken('FOLDER'),
};

export const exportOptions: ToolOptions = {
  type: { short: 't', takes: 'sqlite|json|text|chrome|html', says: 'the kind of file' },
  output: { short: 'o', takes: 'FILE', says: 'its name' },
  'force-overwrite': { short: 'f', takes: 'true|false', says: 'a file that is there may be written over' },
  quiet: { short: 'q', takes: 'flag', says: 'says nothing' },
  help: { short: 'h', takes: 'flag', says: 'this text' },
  lazy: taken('true|false', 'l'),
  'include-json': taken('true|false'),
  'separate-strings': taken('true|false'),
  'times-rebase': taken('true|false'),
};
