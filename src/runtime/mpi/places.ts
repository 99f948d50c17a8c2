/** Variables of the modules that stand for something by their address, and where a program has them. */
export const sentinelNames = [
  'mpi_bottom',
  'mpi_in_place',
  'mpi_status_ignore',
  'mpi_statuses_ignore',
  'mpi_errcodes_ignore',
  'mpi_unweighted',
  'mpi_weights_empty',
  'mpi_argv_null',
  'mpi_argvs_null',
] as const;

export type SentinelName = (typeof sentinelNames)[number];

export type MpiPlaces = {
  /** Of each module that the program uses. */
  readonly sentinels: readonly (readonly [name: SentinelName, address: number])[];
  /** Whose numbers of constants the program has. */
  readonly numbers: 'openmpi' | 'mpich';
};
