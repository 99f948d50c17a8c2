import { standsFor } from '../front/fortran/predefined-macros.ts';

/** What `-V` says: Makefiles look for the one number in it. */
export const compilerVersion = `cufort stands for nvfortran ${standsFor.major}.${standsFor.minor}-0`;

export const version = `cufort 0.1.0 (stands for nvfortran ${standsFor.major}.${standsFor.minor})`;
