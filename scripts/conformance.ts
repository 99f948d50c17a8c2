/**
 * Measures cufort with programs that others wrote, and writes docs/conformance.md.
 *   node scripts/conformance.ts [--book DIR] [--lfortran DIR] [--flang DIR] [--openacc DIR] [--openmp DIR] [--mpich DIR [--abi MPIRUN]] [--only PATTERN] [--cache DIR] [--write]
 * --book       the programs of "CUDA Fortran for Scientists and Engineers" (github.com/NVIDIA/CUDA-Fortran-2ed, folder code)
 * --lfortran   github.com/lfortran/lfortran, folder integration_tests; gfortran must be there
 * --flang      github.com/llvm/llvm-project, folder flang/test
 * --openacc    github.com/OpenACCUserGroup/OpenACCV-V, folder Tests
 * --openmp     github.com/OpenMP-Validation-and-Verification/OpenMP_VV; gfortran must be there
 * --mpich      github.com/pmodels/mpich, folder test/mpi; Open MPI's and MPICH's mpif90, perl and gfortran must be there
 * --abi        the launcher of a library with libmpi_abi (LD_LIBRARY_PATH): the programs without C code run on that, too
 * --only       files whose names match this pattern only
 * --cache      where gfortran's results are kept from one run to the next
 * --write      docs/conformance.md anew; else its text is printed
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { book } from './conformance/book.ts';
import { openacc, openmp, openmpHost } from './conformance/directives.ts';
import { flang } from './conformance/flang.ts';
import { lfortran } from './conformance/lfortran.ts';
import { mpich } from './conformance/mpich.ts';
import { type Measured, page } from './conformance/table.ts';

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    book: { type: 'string' },
    lfortran: { type: 'string' },
    flang: { type: 'string' },
    openacc: { type: 'string' },
    openmp: { type: 'string' },
    mpich: { type: 'string' },
    abi: { type: 'string' },
    only: { type: 'string', default: '' },
    cache: { type: 'string', default: join(tmpdir(), 'cufort-conformance') },
    write: { type: 'boolean', default: false },
  },
});

const cufort = join(root, 'bin/cufort.js');
const only = new RegExp(values.only);
mkdirSync(values.cache, { recursive: true });

const measured: Measured[] = [];
if (values.book) measured.push(...book(resolve(values.book), cufort, values.cache, only));
if (values.lfortran) measured.push(lfortran(resolve(values.lfortran), cufort, values.cache, only));
if (values.flang) measured.push(flang(resolve(values.flang), cufort, values.cache, only));
if (values.openacc) measured.push(openacc(resolve(values.openacc), cufort, only));
if (values.openmp)
  measured.push(openmp(resolve(values.openmp), cufort, only), openmpHost(resolve(values.openmp), cufort, only));
if (values.mpich) measured.push(...mpich(resolve(values.mpich), cufort, values.cache, only, values.abi));
const text = page(measured);
if (values.write) writeFileSync(join(root, 'docs/conformance.md'), text);
else console.log(text);
