/** Which library of the system a missing routine belongs to: names that only look like its own are left alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { libraryFor } from '../../src/driver/packages.ts';

const of = (title: string, names: string) => names.split(' ').map((name) => [name, title] as const);

const known = [
  ...of('LAPACK', 'dgesv zheevd ssytrf_rook dsyevd_2stage clange dlamch slacpy zunmqr dstebz ilaenv dsgesv'),
  ...of('FFTW', 'dfftw_plan_dft_1d sfftw_execute'),
  ...of('ARPACK', 'dsaupd znaupd'),
  ...of('NetCDF', 'nf90_open'),
];
const strangers =
  'spread slash dlayer zlabel dgetdata dpostep cgeometry sgetit dsystem cheat spost clapse dpptest'.split(' ');

test('routines of libraries are known by their names', () => {
  for (const [name, title] of known) assert.match(libraryFor(name, []) ?? '', new RegExp(`is ${title}'s`), name);
});

test('names that look like those of LAPACK are no routines of it', () => {
  for (const name of strangers) assert.equal(libraryFor(name, []), undefined, name);
});
