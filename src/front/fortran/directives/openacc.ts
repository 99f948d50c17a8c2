/** The directives of OpenACC 3.3 and of the PGI Accelerator model 1.x, whose sentinel is the same. */
import { type ClauseRule, type DirectiveTable, maybeOne, nothing, one, reduced, values, variables } from './grammar.ts';

type Clauses = Readonly<Record<string, ClauseRule>>;

const withZero: ClauseRule = {
  ...variables,
  modifiers: ['zero', 'always', 'alwaysin', 'alwaysout', 'capture', 'readonly'],
};
const data: Clauses = {
  copy: withZero,
  copyin: withZero,
  copyout: withZero,
  create: withZero,
  no_create: variables,
  present: variables,
  deviceptr: variables,
  attach: variables,
  // What version 1 called them, in which all data clauses asked first whether the data is there.
  present_or_copy: variables,
  pcopy: variables,
  present_or_copyin: variables,
  pcopyin: variables,
  present_or_copyout: variables,
  pcopyout: variables,
  present_or_create: variables,
  pcreate: variables,
};
const condition: Clauses = { if: one };
const wait: ClauseRule = {
  items: 'expressions',
  many: true,
  optional: true,
  repeats: true,
  itemModifiers: ['devnum', 'queues'],
};
const queues: Clauses = { async: maybeOne, wait };
const deviceTypes: Clauses = {
  device_type: { ...values, repeats: true },
  dtype: { ...values, repeats: true },
};
const defaults: Clauses = { default: { items: 'words', words: ['none', 'present'] } };

/** Of the accelerator model, on its regions. */
const regionData: Clauses = {
  copy: variables,
  copyin: variables,
  copyout: variables,
  local: variables,
  create: variables,
  mirror: variables,
  reflected: variables,
  present: variables,
  deviceptr: variables,
  updatein: variables,
  updateout: variables,
  'update in': variables,
  'update out': variables,
};

const serial: Clauses = {
  ...data,
  ...queues,
  ...condition,
  ...deviceTypes,
  ...defaults,
  self: maybeOne,
};
const sizes: Clauses = { num_gangs: values, num_workers: one, vector_length: one };
const kernels: Clauses = { ...serial, ...sizes };
const privates: Clauses = { private: variables, firstprivate: variables, reduction: reduced };
const parallel: Clauses = { ...kernels, ...privates };
const loop: Clauses = {
  collapse: { items: 'expressions', modifiers: ['force'] },
  gang: { items: 'expressions', many: true, optional: true, itemModifiers: ['num', 'dim', 'static'] },
  worker: { items: 'expressions', optional: true, itemModifiers: ['num'] },
  vector: { items: 'expressions', optional: true, itemModifiers: ['length'] },
  seq: nothing,
  independent: nothing,
  auto: nothing,
  tile: values,
  private: variables,
  reduction: reduced,
  ...deviceTypes,
  // Of the accelerator model.
  parallel: maybeOne,
  host: maybeOne,
  unroll: maybeOne,
  kernel: nothing,
  shortloop: nothing,
  cache: variables,
};
const level: ClauseRule = { items: 'expressions', optional: true, itemModifiers: ['dim'] };

const compute = { holds: 'block', where: 'execution' } as const;
const combined = { holds: 'loop', where: 'execution' } as const;
const alone = { holds: 'nothing', where: 'execution' } as const;
const declared = { holds: 'nothing', where: 'specification' } as const;

export const openacc: DirectiveTable = {
  parallel: { doc: 'Gangs run the block; its loops are shared among them.', ...compute, clauses: parallel },
  serial: {
    doc: 'One thread of the device runs the block.',
    ...compute,
    clauses: { ...serial, ...privates },
  },
  kernels: { doc: 'The compiler makes kernels of the block.', ...compute, clauses: kernels },
  'parallel loop': {
    doc: 'Gangs share the iterations of the loop.',
    ...combined,
    clauses: { ...parallel, ...loop },
  },
  'serial loop': {
    doc: 'One thread of the device runs the loop.',
    ...combined,
    clauses: { ...serial, ...privates, ...loop },
  },
  'kernels loop': {
    doc: 'The compiler makes a kernel of the loop.',
    ...combined,
    clauses: { ...kernels, ...loop },
  },
  loop: { doc: 'How the device runs the iterations of the loop.', ...combined, clauses: loop },
  data: {
    doc: 'Data is on the device while the block runs.',
    ...compute,
    clauses: { ...data, ...condition, ...queues, ...defaults, ...deviceTypes },
  },
  'enter data': {
    doc: 'Data is on the device from here on.',
    ...alone,
    clauses: {
      copyin: withZero,
      create: withZero,
      attach: variables,
      present_or_copyin: variables,
      pcopyin: variables,
      present_or_create: variables,
      pcreate: variables,
      ...condition,
      ...queues,
    },
  },
  'exit data': {
    doc: 'Data is no longer needed on the device.',
    ...alone,
    clauses: {
      copyout: withZero,
      delete: variables,
      detach: variables,
      finalize: nothing,
      ...condition,
      ...queues,
    },
  },
  host_data: {
    doc: 'Names stand for the addresses that their data has on the device.',
    ...compute,
    clauses: { use_device: variables, if_present: nothing, ...condition },
  },
  cache: {
    doc: 'Advice to keep data in fast memory.',
    ...alone,
    argument: { items: 'variables', many: true, modifiers: ['readonly'] },
    clauses: {},
  },
  atomic: {
    doc: 'The update of the statement is indivisible.',
    holds: 'statement',
    where: 'execution',
    clauses: { read: nothing, write: nothing, update: nothing, capture: nothing, ...condition },
  },
  declare: {
    doc: 'Data is on the device as long as it exists on the host.',
    ...declared,
    clauses: {
      copy: withZero,
      copyin: withZero,
      copyout: withZero,
      create: withZero,
      present: variables,
      deviceptr: variables,
      device_resident: variables,
      link: variables,
      present_or_copy: variables,
      pcopy: variables,
      present_or_copyin: variables,
      pcopyin: variables,
      present_or_copyout: variables,
      pcopyout: variables,
      present_or_create: variables,
      pcreate: variables,
      // Of the accelerator model.
      mirror: variables,
      reflected: variables,
      local: variables,
    },
  },
  routine: {
    doc: 'The procedure can be called on the device.',
    ...declared,
    argument: { items: 'names', optional: true },
    clauses: {
      gang: level,
      worker: nothing,
      vector: nothing,
      seq: nothing,
      bind: one,
      nohost: nothing,
      ...deviceTypes,
    },
  },
  update: {
    doc: 'Copies data between host and device.',
    ...alone,
    clauses: {
      self: variables,
      host: variables,
      device: variables,
      if_present: nothing,
      // Of the accelerator model: `update in(x)`.
      in: variables,
      out: variables,
      ...condition,
      ...queues,
      ...deviceTypes,
    },
  },
  wait: {
    doc: 'The host waits for queues, or queues for others.',
    ...alone,
    argument: { ...wait },
    clauses: { async: maybeOne, ...condition },
  },
  init: {
    doc: 'Starts the device.',
    ...alone,
    clauses: { device_num: one, ...condition, ...deviceTypes },
  },
  shutdown: {
    doc: 'Ends the use of the device.',
    ...alone,
    clauses: { device_num: one, ...condition, ...deviceTypes },
  },
  set: {
    doc: 'Chooses device and queue.',
    ...alone,
    clauses: { default_async: one, device_num: one, ...condition, ...deviceTypes },
  },
  region: {
    doc: 'The compiler makes kernels of the block (PGI Accelerator model).',
    ...compute,
    clauses: { ...regionData, ...condition, async: maybeOne },
  },
  'data region': {
    doc: 'Data is on the device while the block runs (PGI Accelerator model).',
    ...compute,
    clauses: regionData,
  },
  'region do': {
    doc: 'The compiler makes a kernel of the loop (PGI Accelerator model).',
    ...combined,
    clauses: { ...regionData, ...condition, async: maybeOne, ...loop },
  },
  do: { doc: 'As `loop` (PGI Accelerator model).', ...combined, clauses: loop },
  'region loop': {
    doc: 'The compiler makes a kernel of the loop (PGI Accelerator model).',
    ...combined,
    clauses: { ...regionData, ...condition, async: maybeOne, ...loop },
  },
};
