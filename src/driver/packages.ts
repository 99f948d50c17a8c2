/** Libraries of the system that Fortran programs use: how their routines are called, and which package brings them. */

import { isLapackName } from './lapack-names.ts';

type Row = {
  readonly title: string;
  /** As -l names them, the first as it is to be linked. */
  readonly libraries: RegExp;
  readonly link: string;
  readonly routines: Pick<RegExp, 'test'>;
  /** Of Debian and Ubuntu, of Fedora, of Homebrew. */
  readonly packages: readonly [debian: string, fedora: string, homebrew: string];
};

const rows: readonly Row[] = [
  {
    title: 'FFTW',
    libraries: /^fftw3[flq]?(?:_omp|_threads|_mpi)?$/,
    link: '-lfftw3',
    routines: /^[ds]?fftw[flq]?_[a-z0-9_]+$/,
    packages: ['libfftw3-dev', 'fftw-devel', 'fftw'],
  },
  {
    title: 'HDF5',
    libraries: /^hdf5(?:_hl)?(?:_fortran|hl_fortran)?$/,
    link: '-lhdf5_fortran -lhdf5',
    routines: /^h5[a-z]{1,2}[a-z0-9_]+_f$/,
    packages: ['libhdf5-dev', 'hdf5-devel', 'hdf5'],
  },
  {
    title: 'NetCDF',
    libraries: /^netcdff?$/,
    link: '-lnetcdff',
    routines: /^nf(?:90)?_[a-z0-9_]+$/,
    packages: ['libnetcdff-dev', 'netcdf-fortran-devel', 'netcdf-fortran'],
  },
  {
    title: 'ScaLAPACK',
    libraries: /^scalapack(?:-[a-z]+)?$/,
    link: '-lscalapack-openmpi',
    routines: /^(?:blacs_[a-z0-9_]+|p[sdcz](?:ge|po|sy|he|tr|or|un)[a-z0-9]{2,5}|descinit|numroc)$/,
    packages: ['libscalapack-openmpi-dev', 'scalapack-openmpi-devel', 'scalapack'],
  },
  {
    title: 'ARPACK',
    libraries: /^p?arpack$/,
    link: '-larpack',
    routines: /^[sdcz][ns](?:aupd|eupd)$/,
    packages: ['libarpack2-dev', 'arpack-devel', 'arpack'],
  },
  {
    title: 'OpenBLAS',
    libraries: /^openblas$/,
    link: '-lopenblas',
    routines: /^openblas_[a-z_]+$/,
    packages: ['libopenblas-dev', 'openblas-devel', 'openblas'],
  },
  {
    title: 'LAPACK',
    libraries: /^(?:lapack|lapacke|reflapack)$/,
    link: '-llapack',
    routines: { test: isLapackName },
    packages: ['liblapack-dev', 'lapack-devel', 'lapack'],
  },
];

/** What to install for `-lNAME`. */
export function packageOf(library: string): string | undefined {
  const row = rows.find((r) => r.libraries.test(library));
  return row && `install ${packagesOf(row)}`;
}

/** What to do where nothing defines a routine of that name; undefined: it is none of these libraries'. `named`: what -l names. */
export function libraryFor(routine: string, named: readonly string[]): string | undefined {
  const row = rows.find((r) => r.routines.test(routine));
  if (!row) return undefined;
  return named.some((name) => row.libraries.test(name))
    ? `\`${routine}\` is ${row.title}'s, which is not on this machine, or not all of it: install ${packagesOf(row)}`
    : `\`${routine}\` is ${row.title}'s: add ${row.link} (it comes with ${packagesOf(row)})`;
}

function packagesOf({ packages: [debian, fedora, homebrew] }: Row): string {
  return `${debian} (Debian, Ubuntu), ${fedora} (Fedora) or ${homebrew} (Homebrew)`;
}
