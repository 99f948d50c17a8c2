/** The directives of OpenMP 5.2, with what 6.0 and 4.5 call otherwise. Combined ones take the clauses of their parts. */
import {
  type ArgumentRule,
  type ClauseRule,
  type DirectiveRow,
  type DirectiveTable,
  maybeOne,
  nothing,
  one,
  values,
  variables,
} from './grammar.ts';

type Clauses = Readonly<Record<string, ClauseRule>>;

const mapped: ClauseRule = {
  ...variables,
  modifiers: [
    ...['always', 'close', 'present', 'mapper', 'iterator'],
    ...['to', 'from', 'tofrom', 'alloc', 'storage', 'release', 'delete'],
    ...['always to', 'always from', 'always tofrom'],
  ],
};
const moved: ClauseRule = { ...variables, modifiers: ['present', 'mapper', 'iterator'] };
const text: ClauseRule = { items: 'text', repeats: true };
const reduced: ClauseRule = { items: 'reduction', many: true, repeats: true, modifiers: ['default', 'inscan', 'task'] };
const words = (...list: readonly string[]): ClauseRule => ({ items: 'words', words: list });

const condition: Clauses = {
  if: {
    items: 'expressions',
    repeats: true,
    modifiers: [
      'parallel',
      'task',
      'taskloop',
      'simd',
      'teams',
      'cancel',
      'target',
      'target data',
      'target enter data',
      'target exit data',
      'target update',
    ],
  },
};
const privates: Clauses = { private: variables, firstprivate: variables };
const shares: Clauses = { ...privates, shared: variables };
const defaults: Clauses = { default: words('shared', 'none', 'private', 'firstprivate') };
const reductions: Clauses = { reduction: reduced };
const lasts: Clauses = { lastprivate: { ...variables, modifiers: ['conditional'] } };
const collapse: Clauses = { collapse: one };
const order: Clauses = {
  order: { items: 'words', words: ['concurrent'], modifiers: ['reproducible', 'unconstrained'] },
};
const allocates: Clauses = { allocate: text };
const waits: Clauses = { nowait: maybeOne };
const depends: Clauses = { depend: text, doacross: text };

const parallel: Clauses = {
  ...condition,
  ...shares,
  ...defaults,
  ...reductions,
  ...allocates,
  num_threads: values,
  copyin: variables,
  proc_bind: words('master', 'primary', 'close', 'spread'),
};
const loop: Clauses = {
  ...privates,
  ...lasts,
  ...reductions,
  ...collapse,
  ...order,
  ...allocates,
  linear: { ...variables, after: true, modifiers: ['val', 'ref', 'uval'] },
  schedule: {
    items: 'expressions',
    many: true,
    modifiers: ['monotonic', 'nonmonotonic', 'simd'],
  },
  ordered: maybeOne,
  ...waits,
};
const simd: Clauses = {
  ...condition,
  ...lasts,
  ...reductions,
  ...collapse,
  ...order,
  private: variables,
  linear: { ...variables, after: true, modifiers: ['val', 'ref', 'uval'] },
  safelen: one,
  simdlen: one,
  aligned: { ...variables, after: true },
  nontemporal: variables,
};
const sections: Clauses = { ...privates, ...lasts, ...reductions, ...allocates, ...waits };
const single: Clauses = { ...privates, ...allocates, copyprivate: variables, ...waits };
const masked: Clauses = { filter: one };
const task: Clauses = {
  ...condition,
  ...shares,
  ...defaults,
  ...depends,
  ...allocates,
  final: one,
  untied: nothing,
  mergeable: nothing,
  priority: one,
  in_reduction: reduced,
  detach: variables,
  affinity: text,
};
const taskloop: Clauses = {
  ...condition,
  ...shares,
  ...lasts,
  ...defaults,
  ...reductions,
  ...collapse,
  ...allocates,
  final: one,
  untied: nothing,
  mergeable: nothing,
  nogroup: nothing,
  priority: one,
  grainsize: { items: 'expressions', modifiers: ['strict'] },
  num_tasks: { items: 'expressions', modifiers: ['strict'] },
  in_reduction: reduced,
};
const teams: Clauses = {
  ...shares,
  ...defaults,
  ...reductions,
  ...allocates,
  ...condition,
  num_teams: { items: 'expressions', many: true, after: true },
  thread_limit: one,
};
const distribute: Clauses = {
  ...privates,
  ...lasts,
  ...collapse,
  ...order,
  ...allocates,
  dist_schedule: { items: 'expressions', many: true },
};
const device: Clauses = { device: { items: 'expressions', modifiers: ['ancestor', 'device_num'] } };
const target: Clauses = {
  ...condition,
  ...privates,
  ...device,
  ...depends,
  ...allocates,
  ...waits,
  map: mapped,
  defaultmap: {
    items: 'words',
    words: [
      'scalar',
      'aggregate',
      'allocatable',
      'pointer',
      'all',
      'none',
      'alloc',
      'storage',
      'to',
      'from',
      'private',
      'tofrom',
      'firstprivate',
      'present',
      'default',
    ],
    modifiers: ['alloc', 'storage', 'to', 'from', 'tofrom', 'firstprivate', 'none', 'default', 'present', 'private'],
    repeats: true,
  },
  is_device_ptr: variables,
  has_device_addr: variables,
  in_reduction: reduced,
  thread_limit: one,
  uses_allocators: text,
};
const bound: Clauses = {
  bind: words('teams', 'parallel', 'thread'),
  ...collapse,
  ...order,
  ...lasts,
  ...reductions,
  private: variables,
};

type Part = {
  readonly name: string;
  readonly holds: DirectiveRow['holds'];
  readonly clauses: Clauses;
  readonly ends?: Clauses;
};
const parts = {
  parallel: { name: 'parallel', holds: 'block', clauses: parallel },
  do: { name: 'do', holds: 'loop', clauses: loop, ends: waits },
  simd: { name: 'simd', holds: 'loop', clauses: simd },
  sections: { name: 'sections', holds: 'block', clauses: sections, ends: waits },
  workshare: { name: 'workshare', holds: 'block', clauses: waits, ends: waits },
  loop: { name: 'loop', holds: 'loop', clauses: bound },
  masked: { name: 'masked', holds: 'block', clauses: masked },
  master: { name: 'master', holds: 'block', clauses: {} },
  taskloop: { name: 'taskloop', holds: 'loop', clauses: taskloop },
  teams: { name: 'teams', holds: 'block', clauses: teams },
  distribute: { name: 'distribute', holds: 'loop', clauses: distribute },
  target: { name: 'target', holds: 'block', clauses: target, ends: waits },
} as const satisfies Readonly<Record<string, Part>>;

/** In the order in which their names stand. */
const chains: readonly (readonly (keyof typeof parts)[])[] = [
  ...(['parallel', 'do', 'simd', 'sections', 'workshare', 'loop', 'masked', 'master', 'taskloop'] as const).map(
    (p) => [p] as const,
  ),
  ...(['teams', 'distribute', 'target'] as const).map((p) => [p] as const),
  ['do', 'simd'],
  ['parallel', 'do'],
  ['parallel', 'do', 'simd'],
  ['parallel', 'loop'],
  ['parallel', 'sections'],
  ['parallel', 'workshare'],
  ['taskloop', 'simd'],
  ...(['masked', 'master'] as const).flatMap((m) => [
    [m, 'taskloop'] as const,
    [m, 'taskloop', 'simd'] as const,
    ['parallel', m] as const,
    ['parallel', m, 'taskloop'] as const,
    ['parallel', m, 'taskloop', 'simd'] as const,
  ]),
  ['distribute', 'simd'],
  ['distribute', 'parallel', 'do'],
  ['distribute', 'parallel', 'do', 'simd'],
  ...([[], ['target']] as const).flatMap((before) => [
    ...(before.length > 0 ? [[...before, 'teams'] as const] : []),
    [...before, 'teams', 'distribute'] as const,
    [...before, 'teams', 'distribute', 'simd'] as const,
    [...before, 'teams', 'distribute', 'parallel', 'do'] as const,
    [...before, 'teams', 'distribute', 'parallel', 'do', 'simd'] as const,
    [...before, 'teams', 'loop'] as const,
  ]),
  ['target', 'simd'],
  ['target', 'loop'],
  ['target', 'parallel'],
  ['target', 'parallel', 'do'],
  ['target', 'parallel', 'do', 'simd'],
  ['target', 'parallel', 'loop'],
];

const docs: Readonly<Record<keyof typeof parts, string>> = {
  parallel: 'a team of threads runs it',
  do: 'the threads of the team share the iterations',
  simd: 'several iterations may run together in the lanes of a vector',
  sections: 'the threads of the team share the sections',
  workshare: 'the threads of the team share the statements',
  loop: 'the iterations may run in any order',
  masked: 'one thread of the team runs it',
  master: 'the first thread of the team runs it',
  taskloop: 'the iterations become tasks',
  teams: 'a league of teams runs it',
  distribute: 'the teams share the iterations',
  target: 'the device runs it',
};

function combined(chain: readonly (keyof typeof parts)[]): readonly [string, DirectiveRow] {
  const rows: readonly Part[] = chain.map((p) => parts[p]);
  const last = rows.at(-1);
  const clauses = Object.assign({}, ...rows.map((r) => r.clauses));
  const ends = Object.assign({}, ...rows.map((r) => r.ends ?? {}));
  const doc = chain.map((p) => docs[p]).join('; ');
  return [
    rows.map((r) => r.name).join(' '),
    {
      doc: `${doc.charAt(0).toUpperCase()}${doc.slice(1)}.`,
      holds: last?.holds ?? 'block',
      where: 'execution',
      clauses,
      endClauses: ends,
    },
  ];
}

const alone = { holds: 'nothing', where: 'execution' } as const;
const block = { holds: 'block', where: 'execution' } as const;
const declared = { holds: 'nothing', where: 'specification' } as const;
const maybeText: ArgumentRule = { items: 'text', optional: true };
const memoryOrder: Clauses = {
  seq_cst: nothing,
  acq_rel: nothing,
  acquire: nothing,
  release: nothing,
  relaxed: nothing,
};
const cancelled: Clauses = { parallel: nothing, sections: nothing, do: nothing, taskgroup: nothing, ...condition };
const motion: Clauses = { ...condition, ...device, ...depends, ...waits };

export const openmp: DirectiveTable = {
  ...Object.fromEntries(chains.map(combined)),
  section: { doc: 'Begins a section.', ...alone, clauses: {} },
  single: {
    doc: 'One thread of the team runs it.',
    ...block,
    clauses: single,
    endClauses: { copyprivate: variables, ...waits },
  },
  scope: {
    doc: 'All threads of the team run it.',
    ...block,
    clauses: { ...privates, ...reductions, ...allocates, ...waits },
    endClauses: waits,
  },
  critical: {
    doc: 'One thread at a time runs it.',
    ...block,
    argument: { items: 'names', optional: true },
    clauses: { hint: one },
  },
  atomic: {
    doc: 'What the statement does to a variable is indivisible.',
    holds: 'statement',
    where: 'execution',
    clauses: {
      read: nothing,
      write: nothing,
      update: nothing,
      capture: nothing,
      compare: nothing,
      weak: nothing,
      fail: words('seq_cst', 'acquire', 'relaxed'),
      hint: one,
      ...memoryOrder,
    },
  },
  barrier: { doc: 'All threads of the team wait for each other.', ...alone, clauses: {} },
  flush: {
    doc: 'What this thread wrote is seen by others.',
    ...alone,
    argument: { items: 'variables', many: true, optional: true },
    clauses: memoryOrder,
  },
  ordered: {
    doc: 'Iterations run it in their order.',
    ...block,
    aloneWith: ['depend', 'doacross'],
    clauses: { threads: nothing, simd: nothing, ...depends },
  },
  task: { doc: 'Becomes a task.', ...block, clauses: task },
  taskwait: { doc: 'Waits for the tasks that this one has made.', ...alone, clauses: { ...depends, ...waits } },
  taskyield: { doc: 'Other tasks may run now.', ...alone, clauses: {} },
  taskgroup: { doc: 'Waits for the tasks made in it.', ...block, clauses: { task_reduction: reduced, ...allocates } },
  cancel: { doc: 'Asks that a region ends.', ...alone, clauses: cancelled },
  'cancellation point': { doc: 'Looks whether a region shall end.', ...alone, clauses: cancelled },
  scan: {
    doc: 'Divides an iteration that computes running sums.',
    ...alone,
    clauses: { inclusive: variables, exclusive: variables },
  },
  depobj: {
    doc: 'A dependence in a variable.',
    ...alone,
    argument: { items: 'variables' },
    clauses: { depend: text, destroy: { ...maybeText }, update: text },
  },
  error: {
    doc: 'Tells a message.',
    ...alone,
    clauses: { at: words('compilation', 'execution'), severity: words('fatal', 'warning'), message: one },
  },
  nothing: { doc: 'Does nothing.', ...alone, clauses: {} },
  assume: {
    doc: 'Says what holds in it.',
    ...block,
    clauses: {
      absent: text,
      contains: text,
      holds: one,
      no_openmp: nothing,
      no_openmp_routines: nothing,
      no_parallelism: nothing,
    },
  },
  assumes: {
    doc: 'Says what holds in this unit.',
    ...declared,
    clauses: {
      absent: text,
      contains: text,
      holds: text,
      no_openmp: nothing,
      no_openmp_routines: nothing,
      no_parallelism: nothing,
    },
  },
  tile: { doc: 'The loops run tile by tile.', holds: 'loop', where: 'execution', clauses: { sizes: values } },
  unroll: {
    doc: 'The loop is unrolled.',
    holds: 'loop',
    where: 'execution',
    clauses: { full: nothing, partial: maybeOne },
  },
  dispatch: {
    doc: 'A call may go to a variant.',
    holds: 'statement',
    where: 'execution',
    clauses: {
      ...device,
      ...depends,
      ...waits,
      is_device_ptr: variables,
      has_device_addr: variables,
      novariants: one,
      nocontext: one,
    },
  },
  interop: {
    doc: 'An object of another interface.',
    ...alone,
    clauses: { init: text, use: variables, destroy: text, ...device, ...depends, ...waits },
  },
  metadirective: {
    doc: 'A directive that depends on the context.',
    ...alone,
    clauses: { when: text, default: text, otherwise: text },
  },
  'target data': {
    ...block,
    doc: 'Data is on the device while the block runs.',
    clauses: { ...condition, ...device, map: mapped, use_device_ptr: variables, use_device_addr: variables },
  },
  'target enter data': { doc: 'Data is on the device from here on.', ...alone, clauses: { ...motion, map: mapped } },
  'target exit data': { doc: 'Data is no longer needed on the device.', ...alone, clauses: { ...motion, map: mapped } },
  'target update': {
    doc: 'Copies data between host and device.',
    ...alone,
    clauses: { ...motion, to: moved, from: moved },
  },
  threadprivate: {
    doc: 'Each thread has its own.',
    ...declared,
    argument: { items: 'variables', many: true },
    clauses: {},
  },
  'declare reduction': {
    doc: 'A reduction of the program.',
    ...declared,
    argument: { items: 'declared-reduction' },
    clauses: { initializer: { items: 'statement' } },
  },
  'declare simd': {
    doc: 'The procedure may be called from loops in vectors.',
    ...declared,
    argument: { items: 'names', optional: true },
    clauses: { simdlen: one, linear: text, aligned: text, uniform: text, inbranch: nothing, notinbranch: nothing },
  },
  'declare target': {
    doc: 'Is on the device as well.',
    ...declared,
    argument: { items: 'variables', many: true, optional: true },
    clauses: { to: variables, enter: variables, link: variables, device_type: text, indirect: maybeText },
  },
  'begin declare target': {
    doc: 'What follows is on the device as well.',
    ...declared,
    clauses: { device_type: text, indirect: maybeText },
  },
  'end declare target': { doc: 'Ends that.', ...declared, clauses: {} },
  'declare variant': {
    doc: 'A procedure that may be called in its place.',
    ...declared,
    argument: { items: 'text' },
    clauses: { match: text, adjust_args: text, append_args: text },
  },
  'declare mapper': {
    doc: 'How objects of a type are mapped.',
    ...declared,
    argument: { items: 'text' },
    clauses: { map: text },
  },
  requires: {
    doc: 'What the program needs.',
    ...declared,
    clauses: {
      reverse_offload: nothing,
      unified_address: nothing,
      unified_shared_memory: nothing,
      dynamic_allocators: nothing,
      atomic_default_mem_order: words('seq_cst', 'acq_rel', 'relaxed'),
      self_maps: nothing,
    },
  },
  allocate: {
    doc: 'Where variables lie.',
    ...declared,
    argument: { items: 'variables', many: true, optional: true },
    clauses: { allocator: one, align: one },
  },
  allocators: {
    doc: 'Where the variables of an allocate statement lie.',
    holds: 'statement',
    where: 'execution',
    clauses: { allocate: text },
  },
};
