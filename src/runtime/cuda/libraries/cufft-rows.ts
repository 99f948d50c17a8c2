/** The functions of cuFFT. A plan of the library is made of what ours was asked for when it is first carried out. */
import type { NativeRow } from './signature.ts';

const execute: readonly (readonly [name: string, takes: string])[] = [
  ['cufftExecC2C', 'ippi'],
  ['cufftExecZ2Z', 'ippi'],
  ['cufftExecR2C', 'ipp'],
  ['cufftExecC2R', 'ipp'],
  ['cufftExecD2Z', 'ipp'],
  ['cufftExecZ2D', 'ipp'],
];

export const cufftRows: readonly NativeRow[] = [
  ...execute.map(
    ([name, takes]): NativeRow => ({
      routine: `cufft.${name.toLowerCase()}`,
      when: 'before',
      calls: { library: 'cufft', name, takes },
      does: 'execute',
    }),
  ),
  {
    routine: 'cufft.cufftplan1d',
    when: 'after',
    does: 'plan',
    calls: { library: 'cufft', name: 'cufftPlan1d', takes: 'piii' },
  },
  {
    routine: 'cufft.cufftplan2d',
    when: 'after',
    does: 'plan',
    calls: { library: 'cufft', name: 'cufftPlan2d', takes: 'piii' },
  },
  {
    routine: 'cufft.cufftplan3d',
    when: 'after',
    does: 'plan',
    calls: { library: 'cufft', name: 'cufftPlan3d', takes: 'piiii' },
  },
  { routine: 'cufft.plan_many', when: 'after', does: 'plan-many' },
  { routine: 'cufft.plan_many_packed', when: 'after', does: 'plan-many', packed: true },
  {
    routine: 'cufft.cufftmakeplan1d',
    when: 'after',
    does: 'make-plan',
    calls: { library: 'cufft', name: 'cufftPlan1d', takes: 'piii' },
  },
  {
    routine: 'cufft.cufftmakeplan2d',
    when: 'after',
    does: 'make-plan',
    calls: { library: 'cufft', name: 'cufftPlan2d', takes: 'piii' },
  },
  {
    routine: 'cufft.cufftmakeplan3d',
    when: 'after',
    does: 'make-plan',
    calls: { library: 'cufft', name: 'cufftPlan3d', takes: 'piiii' },
  },
  { routine: 'cufft.make_plan_many', when: 'after', does: 'make-plan-many' },
  { routine: 'cufft.make_plan_many_packed', when: 'after', does: 'make-plan-many', packed: true },
  // A plan of several GPUs is made of plans of one.
  { routine: 'cufftxt.cufftxtsetgpus', when: 'after', does: 'several' },
  { routine: 'cufft.cufftsetautoallocation', when: 'after', does: 'setting' },
  { routine: 'cufft.cufftsetstream', when: 'after', does: 'stream' },
  { routine: 'cufft.cufftdestroy', when: 'after', does: 'destroy' },
];
