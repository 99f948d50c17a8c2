/** Versions, and the marks for profilers. */
import { codeOf } from '../../machine/errors.ts';
import type { Routine } from '../library-module.ts';
import { call, outInt } from './define.ts';

/** CUDA 13.0. */
const version = 13_000;

const tells = (doc: string) =>
  call({
    doc,
    takes: { version: outInt },
    run(_, args) {
      args.version.cell.setInteger(version);
      return codeOf.success;
    },
  });

export const versionRoutines: Readonly<Record<string, Routine>> = {
  cudaDriverGetVersion: tells('The CUDA version that the driver offers: 1000 * major + 10 * minor.'),
  cudaRuntimeGetVersion: tells('The CUDA version of the runtime: 1000 * major + 10 * minor.'),
  cudaProfilerStart: call({
    doc: 'Starts collecting a profile.',
    takes: {},
    callable: true,
    run: () => codeOf.success,
  }),
  cudaProfilerStop: call({ doc: 'Ends collecting a profile.', takes: {}, callable: true, run: () => codeOf.success }),
};
