import { standsFor } from '../front/fortran/predefined-macros.ts';

export const version = `cufort 0.1.0 (stands for nvfortran ${standsFor.major}.${standsFor.minor})`;
