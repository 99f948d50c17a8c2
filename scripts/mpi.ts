// Writes what the tables of src/library/mpi say in Fortran: the constants of the modules mpi and mpi_f08, and the sizes of datatypes.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fortranTexts } from '../src/library/mpi/fortran-text.ts';

const folder = join(resolve(import.meta.dirname, '..'), 'src/library/fortran/mpi');
for (const [file, text] of fortranTexts(folder)) writeFileSync(join(folder, file), text);
