/** Errors: the last one, names and texts. */
import { errorName, errorText } from '../../machine/errors.ts';
import type { Routine } from '../library-module.ts';
import { int, integer } from './define.ts';

export const errorRoutines: Readonly<Record<string, Routine>> = {
  cudaGetLastError: {
    doc: 'The error of the last failing call; forgets it.',
    takes: {},
    gives: integer,
    run: (cuda) => cuda.lastError(true),
  },
  cudaPeekAtLastError: {
    doc: 'The error of the last failing call; keeps it.',
    takes: {},
    gives: integer,
    run: (cuda) => cuda.lastError(false),
  },
  cudaGetErrorString: {
    doc: 'What an error code says.',
    takes: { errcode: int },
    gives: { base: 'character', length: 128 },
    run: (_, { errcode }) => errorText(errcode?.how === 'value' ? Number(errcode.value) : 999),
  },
  cudaGetErrorName: {
    doc: 'The name of an error code.',
    takes: { errcode: int },
    gives: { base: 'character', length: 128 },
    run: (_, { errcode }) => errorName(errcode?.how === 'value' ? Number(errcode.value) : 999),
  },
};
