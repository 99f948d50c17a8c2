export const version = 'cufort 0.1.0 (stands for nvfortran 26.11)';
